import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { customType } from 'drizzle-orm/pg-core';
import type { Filter } from './bloomext.js';
import type { Functions } from './sql.js';

/**
 * A column of type bloom, or bloom(capacity, error_rate), in pgTable():
 * bloom(), bloom('name'), bloom('name', { capacity: 1000, errorRate: 0.01 })
 */
export const bloom: ReturnType<typeof customType<{
    data: Filter;
    driverData: string | Filter;
    config: { capacity?: number; errorRate?: number };
}>>;

type All = Functions<string | SQLWrapper, SQLWrapper, SQL<boolean>, SQL<Filter>>;

export const contains: All['contains'];
export const containsAny: All['containsAny'];
export const containsAll: All['containsAll'];
export const containedBy: All['containedBy'];
export const bloomAdd: All['bloomAdd'];
export const bloomAddAll: All['bloomAddAll'];
export const bloomUnion: All['bloomUnion'];
export const bloomAgg: All['bloomAgg'];
export const bloomUnionAgg: All['bloomUnionAgg'];
