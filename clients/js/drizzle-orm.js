// Filters in Drizzle ORM

import { sql } from 'drizzle-orm';
import { customType } from 'drizzle-orm/pg-core';

import { Filter } from './bloomext.js';
import { checkOptions } from './module.js';
import { Parameter, columnType, functionsFor, quoteName } from './sql.js';
import { parse, serialize } from './types.js';

// The driver has already read it if it was registered.  Of an array's elements,
// Drizzle drops the backslashes, and gives 'NULL' for a null, unless the array is
// part of JSON or was read by the driver.
function read(value) {
    if (value instanceof Filter || value === null)
        return value;
    return value === 'NULL' ? null : parse(value.replace(/^x/, '\\x'));
}

/** A column, in pgTable() */
export const bloom = customType({
    dataType(options = {}) {
        checkOptions(options, ['capacity', 'errorRate']);
        return columnType(options.capacity, options.errorRate);
    },
    toDriver: serialize,
    fromDriver: read,
});

// As text, which every driver of Drizzle sends
const send = value => value instanceof Filter ? serialize(value) : value;

const expression = (strings, ...operands) => sql(strings, ...operands.map(operand =>
    // sql.identifier() of old versions does not escape quotes
    typeof operand === 'string' ? sql.raw(quoteName(operand)) :
        operand instanceof Parameter ? sql`${sql.param(send(operand.value))}::${sql.raw(operand.type)}` : operand));

const isExpression = operand => typeof operand?.getSQL === 'function';

export const {
    contains, containsAny, containsAll, containedBy, bloomAdd, bloomAddAll, bloomUnion, bloomAgg, bloomUnionAgg,
} = functionsFor(isExpression, expression, (...template) => expression(...template).mapWith(read));
