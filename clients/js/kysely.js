// Filters in Kysely

import { sql } from 'kysely';

import { Parameter, columnType, functionsFor } from './sql.js';

/** The type of a column, for addColumn() */
export function bloom(capacity, errorRate) {
    return sql.raw(columnType(capacity, errorRate));
}

const isExpression = operand => typeof operand?.toOperationNode === 'function';

export const {
    contains, containsAny, containsAll, containedBy, bloomAdd, bloomAddAll, bloomUnion, bloomAgg, bloomUnionAgg,
} = functionsFor(isExpression, (strings, ...operands) => sql(strings, ...operands.map(operand =>
    typeof operand === 'string' ? sql.ref(operand) :
        operand instanceof Parameter ? sql`${operand.value}::${sql.raw(operand.type)}` : operand)));
