import type { Filter, Value } from './bloomext.js';

/** A value, and the name of its type, which null requires */
export type Typed<T> = [value: T, type?: string] | [value: T | null, type: string];

/**
 * What every adapter exports.
 *
 * `Operand` is the name of a column, or an expression of the framework. The type
 * of a value as a parameter follows from it: a string is text; a number is
 * bigint, or double precision if it is not a safe integer; a bigint is bigint or
 * numeric; a Uint8Array is bytea; a Date is timestamp with time zone. `type`
 * names any other type: 'uuid', 'double precision', 'apart.Mood'. It is a keyword
 * of SQL, or a name, which is quoted; other text raises a TypeError. An expression
 * is cast to it.
 */
export interface Functions<Operand, Expression, Condition, FilterExpression> {
    /** filter @> value */
    contains(filter: Operand | Filter, ...value: Typed<Value | Expression>): Condition;
    /** bloom_contains_any(filter, values) */
    containsAny(filter: Operand | Filter, values: readonly (Value | null)[] | Expression, type?: string): Condition;
    /** bloom_contains_all(filter, values) */
    containsAll(filter: Operand | Filter, values: readonly (Value | null)[] | Expression, type?: string): Condition;
    /** column <@ filter: whether the filter contains the value of the column */
    containedBy(column: Operand, filter: Operand | Filter): Condition;
    /** bloom_add(filter, value) */
    bloomAdd(filter: Operand | Filter, ...value: Typed<Value | Expression>): FilterExpression;
    /** bloom_add_all(filter, values) */
    bloomAddAll(filter: Operand | Filter, values: readonly (Value | null)[] | Expression, type?: string): FilterExpression;
    /** bloom_union(filter, other) */
    bloomUnion(filter: Operand | Filter, other: Operand | Filter): FilterExpression;
    /** The aggregate bloom_agg(column, capacity, error_rate) */
    bloomAgg(column: Operand, capacity?: number, errorRate?: number): FilterExpression;
    /** The aggregate bloom_union_agg(filter) */
    bloomUnionAgg(filter: Operand): FilterExpression;
}
