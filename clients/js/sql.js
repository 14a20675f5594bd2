// What the adapters of query builders and object mappers share: the type of a
// column, and SQL expressions of filters

import { Filter } from './bloomext.js';
import { isBytes } from './module.js';

const NO_CAPACITY = 'an error rate requires a capacity';

/** The type of a column: bloom, bloom(capacity) or bloom(capacity, error_rate) */
export function columnType(capacity, errorRate) {
    const parameters = [capacity, errorRate].filter(parameter => parameter !== undefined);

    // They become part of the SQL text, so nothing but numbers may pass
    for (const parameter of parameters)
        if (typeof parameter !== 'number' || !Number.isFinite(parameter))
            throw new TypeError('a capacity and an error rate must be numbers');
    if (capacity === undefined && errorRate !== undefined)
        throw new TypeError(NO_CAPACITY);
    return parameters.length > 0 ? `bloom(${parameters.join(', ')})` : 'bloom';
}

/** An operand that goes to the server as a parameter, and its type in SQL */
export class Parameter {
    constructor(value, type) {
        this.value = value;
        this.type = type;
    }
}

function typeOf(value) {
    switch (typeof value) {
        case 'string':
            return 'text';
        case 'number':
            return Number.isSafeInteger(value) ? 'bigint' : 'double precision';
        case 'bigint':
            return BigInt.asIntN(64, value) === value ? 'bigint' : 'numeric';
        case 'boolean':
            return 'boolean';
    }
    if (value instanceof Date)
        return 'timestamp with time zone';
    if (isBytes(value))
        return 'bytea';
    throw new TypeError(`a filter cannot contain ${value === null ? 'null' : `a value of type ${typeof value}`}`);
}

// Types whose names in SQL are not those in pg_type, so they cannot be quoted
const KEYWORDS = new Set(['bigint', 'bit', 'bit varying', 'boolean', 'char', 'char varying', 'character', 'character varying', 'dec',
    'decimal', 'double precision', 'float', 'int', 'integer', 'nchar', 'real', 'smallint', 'time with time zone',
    'time without time zone', 'timestamp with time zone', 'timestamp without time zone']);

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** A name in SQL, in quotes */
export const quote = name => `"${name.replace(/"/g, '""')}"`;
/** A name that may contain dots, which separate its parts */
export const quoteName = name => name.split('.').map(quote).join('.');

// It becomes part of the SQL text, so nothing but a known keyword or a quoted name may pass
function typeName(type) {
    if (typeof type === 'string') {
        const parts = type.split('.');
        if (KEYWORDS.has(type.toLowerCase()))
            return type.toLowerCase();
        if (parts.length <= 2 && parts.every(part => NAME.test(part)))
            return quoteName(type);
    }
    throw new TypeError(`invalid name of a type: ${typeof type === 'string' ? `"${type}"` : typeof type}`);
}

const hex = byte => byte.toString(16).padStart(2, '0');
const element = value => value === null ? 'NULL' : `"${textOf(value).replace(/["\\]/g, '\\$&')}"`;

// As ISO 8601, but with the year as PostgreSQL reads it: not +010000, and 0044 BC instead of -000043
function textOfDate(date) {
    const year = date.getUTCFullYear();
    const rest = date.toISOString().slice(-'-MM-DDThh:mm:ss.sssZ'.length);
    return String(year > 0 ? year : 1 - year).padStart(4, '0') + rest + (year > 0 ? '' : ' BC');
}

/** The text form of a value or an array */
export function textOf(value) {
    if (isBytes(value))
        return `\\x${Array.from(value, hex).join('')}`;
    if (value instanceof Date)
        return textOfDate(value);
    return Array.isArray(value) ? `{${value.map(element).join(',')}}` : String(value);
}

// A bigint, a Date and arrays go to the server as text, because postgres.js
// would give them a type of its own.

function parameterOf(value, type) {
    // null has no type of its own, but is NULL of a type that is named
    const own = value === null && type !== undefined ? type : typeOf(value);
    return new Parameter(typeof value === 'bigint' || value instanceof Date ? textOf(value) : value, type ?? own);
}

function arrayOf(values, type) {
    if (!Array.isArray(values))
        throw new TypeError('an array of values is expected');
    const types = new Set(Array.from(values).filter(value => value !== null).map(typeOf));
    if (type === undefined && types.size > 1)
        throw new TypeError(`the values have several types: ${[...types].join(', ')}`);
    return new Parameter(textOf(values), `${type ?? [...types][0] ?? 'text'}[]`);
}

/**
 * The functions of an adapter, as the template tags `sql` and `filterSql` (of
 * expressions that are filters) make them. A tag is called with the parts of the
 * SQL text and the operands between them. An operand is a Parameter, the name of
 * a column as a string, or an expression of the framework, which isExpression()
 * recognizes.
 */
export function functionsFor(isExpression, sql, filterSql = sql) {
    function columnOf(operand) {
        if (typeof operand !== 'string' && !isExpression(operand))
            throw new TypeError('the name of a column, or an expression, is expected');
        return operand;
    }

    const filterOf = operand => operand instanceof Filter ? new Parameter(operand, 'bloom') : columnOf(operand);

    function valueOf(operand, named, make = parameterOf, suffix = '') {
        const type = named === undefined ? undefined : typeName(named);
        if (!isExpression(operand))
            return make(operand, type);
        return type === undefined ? operand : sql(['(', `)::${type}${suffix}`], operand);
    }

    const valuesOf = (operand, type) => valueOf(operand, type, arrayOf, '[]');

    // An expression may contain operators of the same precedence
    function compare(left, operator, right) {
        const [before, after] = [left, right].map(operand => isExpression(operand) ? ['(', ')'] : ['', '']);
        return sql([before[0], `${before[1]} ${operator} ${after[0]}`, after[1]], left, right);
    }

    return {
        contains: (filter, value, type) => compare(filterOf(filter), '@>', valueOf(value, type)),
        containsAny: (filter, values, type) => sql`bloom_contains_any(${filterOf(filter)}, ${valuesOf(values, type)})`,
        containsAll: (filter, values, type) => sql`bloom_contains_all(${filterOf(filter)}, ${valuesOf(values, type)})`,
        containedBy: (column, filter) => compare(columnOf(column), '<@', filterOf(filter)),
        bloomAdd: (filter, value, type) => filterSql`bloom_add(${filterOf(filter)}, ${valueOf(value, type)})`,
        bloomAddAll: (filter, values, type) => filterSql`bloom_add_all(${filterOf(filter)}, ${valuesOf(values, type)})`,
        bloomUnion: (filter, other) => filterSql`bloom_union(${filterOf(filter)}, ${filterOf(other)})`,
        bloomAgg: (column, capacity, errorRate) => {
            if (capacity === undefined && errorRate !== undefined)
                throw new TypeError(NO_CAPACITY);
            const size = new Parameter(capacity, 'bigint'), rate = new Parameter(errorRate, 'double precision');
            return capacity === undefined ? filterSql`bloom_agg(${columnOf(column)})` :
                errorRate === undefined ? filterSql`bloom_agg(${columnOf(column)}, ${size})` :
                    filterSql`bloom_agg(${columnOf(column)}, ${size}, ${rate})`;
        },
        bloomUnionAgg: filter => filterSql`bloom_union_agg(${filterOf(filter)})`,
    };
}
