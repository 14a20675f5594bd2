import type { ColumnOptions, DataSource, FindOperator } from 'typeorm';
import type { Filter, Value } from './bloomext.js';
import type { Typed } from './sql.js';

/** Makes a data source accept columns of type bloom. Call it before initialize(). */
export function register(dataSource: DataSource): DataSource;

type Options = Pick<ColumnOptions, 'name' | 'nullable' | 'array' | 'default' | 'comment' | 'select' | 'insert' | 'update'>;

/** The options of a column that is a Filter, or an array of them with { array: true } */
export function bloom(options?: Options): Options & { type: any; transformer: any };

// Find operators of a column of filters. Without `type`, a string is text; a
// number is bigint, or double precision if it is not a safe integer; a bigint is
// bigint or numeric; a Uint8Array is bytea; a Date is timestamp with time zone.

/** column @> value */
export function contains(...value: Typed<Value>): FindOperator<any>;
/** bloom_contains_any(column, values) */
export function containsAny(values: readonly (Value | null)[], type?: string): FindOperator<any>;
/** bloom_contains_all(column, values) */
export function containsAll(values: readonly (Value | null)[], type?: string): FindOperator<any>;

/** Of a column of any other type: column <@ filter */
export function containedBy(filter: Filter): FindOperator<any>;
