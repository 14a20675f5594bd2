import type { Expression, RawBuilder } from 'kysely';
import type { Filter } from './bloomext.js';
import type { Functions } from './sql.js';

/** The type bloom, or bloom(capacity, error_rate), for addColumn() */
export function bloom(capacity?: number, errorRate?: number): RawBuilder<Filter>;

type All = Functions<string | Expression<any>, Expression<any>, RawBuilder<boolean>, RawBuilder<Filter>>;

export const contains: All['contains'];
export const containsAny: All['containsAny'];
export const containsAll: All['containsAll'];
export const containedBy: All['containedBy'];
export const bloomAdd: All['bloomAdd'];
export const bloomAddAll: All['bloomAddAll'];
export const bloomUnion: All['bloomUnion'];
export const bloomAgg: All['bloomAgg'];
export const bloomUnionAgg: All['bloomUnionAgg'];
