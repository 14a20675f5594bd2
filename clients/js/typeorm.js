// Filters in TypeORM

import { Raw } from 'typeorm';

import { Filter } from './bloomext.js';
import { Parameter, functionsFor } from './sql.js';
import { parse, parseArray, serialize, serializeArray } from './types.js';

/** Makes a data source accept columns of type bloom; before its initialize() */
export function register(dataSource) {
    const { supportedDataTypes } = dataSource.driver;
    if (!supportedDataTypes.includes('bloom'))
        supportedDataTypes.push('bloom');
    return dataSource;
}

// TypeORM compares the texts to find out what save() has to write. Null, and a
// function that gives an expression, stay as they are.
const transformer = {
    to: value => Array.isArray(value) ? serializeArray(value) :
        value instanceof Filter || ArrayBuffer.isView(value) ? serialize(value) : value,
    from: value => typeof value !== 'string' ? value : value.startsWith('{') ? parseArray(value) : parse(value),
};

/** The options of a column, for @Column() and EntitySchema */
export function bloom(options) {
    return { ...options, type: 'bloom', transformer };
}

// Find operators. The column's place in the SQL text is only known when the
// query is built. All operators of a query share its names of parameters.
const COLUMN = {};
let last = 0;

const operators = functionsFor(operand => operand === COLUMN, (strings, ...operands) => {
    const parameters = {};
    const texts = operands.map(operand => {
        if (operand === COLUMN)
            return operand;
        if (!(operand instanceof Parameter))
            throw new TypeError('a value or a Filter is expected');
        const name = `bloomext_${++last}`;
        parameters[name] = operand.value instanceof Filter ? serialize(operand.value) : operand.value;
        return `:${name}::${operand.type}`;
    });
    return Raw(column => String.raw({ raw: strings }, ...texts.map(text => text === COLUMN ? column : text)), parameters);
});

export const contains = (...operands) => operators.contains(COLUMN, ...operands);
export const containsAny = (...operands) => operators.containsAny(COLUMN, ...operands);
export const containsAll = (...operands) => operators.containsAll(COLUMN, ...operands);
export const containedBy = filter => operators.containedBy(COLUMN, filter);
