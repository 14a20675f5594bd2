// Filters in Knex

import Knex from 'knex';

import { register } from './pg.js';
import { Parameter, columnType, functionsFor } from './sql.js';

try {
    Knex.TableBuilder.extend('bloom', function bloom(name, capacity, errorRate) {
        return this.specificType(name, columnType(capacity, errorRate));
    });
} catch {
    // another copy of this module has added it
}

/** For the pool's option of this name */
export function afterCreate(client, done) {
    register(client).then(() => done(null, client), error => done(error, client));
}

const isExpression = operand => typeof operand?.toSQL === 'function';

const functionsOf = knex => functionsFor(isExpression, (strings, ...operands) => {
    let text = strings[0];
    const bindings = operands.map((operand, i) => {
        const parameter = operand instanceof Parameter;
        text += (typeof operand === 'string' ? '??' : parameter ? `?::${operand.type}` : '?') + strings[i + 1];
        return parameter ? operand.value : operand;
    });
    return knex.raw(text, bindings);
});
const wrap = name => (knex, ...operands) => functionsOf(knex)[name](...operands);

export const contains = wrap('contains');
export const containsAny = wrap('containsAny');
export const containsAll = wrap('containsAll');
export const containedBy = wrap('containedBy');
export const bloomAdd = wrap('bloomAdd');
export const bloomAddAll = wrap('bloomAddAll');
export const bloomUnion = wrap('bloomUnion');
export const bloomAgg = wrap('bloomAgg');
export const bloomUnionAgg = wrap('bloomUnionAgg');
