// The type bloom in a database, for all drivers

import { CHANGED, Filter } from './filter.js';

// Wherever the extension is, and whatever else has its type's name
export const OIDS = `SELECT t.oid, t.typarray FROM pg_catalog.pg_extension e
    JOIN pg_catalog.pg_type t ON t.typnamespace = e.extnamespace AND t.typname = 'bloom' WHERE e.extname = 'bloomext'`;

/** What the query OIDS gave: the numbers of bloom and bloom[] */
export function oidsOf(rows) {
    if (rows.length === 0)
        throw new Error('the database has no type bloom: run CREATE EXTENSION bloomext, then register again');
    return [Number(rows[0].oid), Number(rows[0].typarray)];
}

export function parse(text) {
    const filter = Filter.from(text);
    filter[CHANGED] = false;
    return filter;
}

/**
 * Whether save() of a mapper has to add a filter to the one in the row, which
 * others may have changed since this one was read.  Counters would be added up.
 */
export function isAddition(value, saved = false) {
    return value instanceof Filter && (saved || value[CHANGED] !== undefined) && !value.info.counting;
}

// An array's text is JSON but for the braces, because elements are hexadecimal
const JSON_OF = { '{': '[', '}': ']', NULL: 'null' };

export function parseArray(text) {
    const json = text.replace(/^[^{]*=/, '').replace(/[{}]|NULL/g, part => JSON_OF[part]);
    return JSON.parse(json, (_, value) => typeof value === 'string' ? parse(value) : value);
}

/** The text of a filter, which may be given as its bytes */
export function serialize(filter) {
    if (ArrayBuffer.isView(filter) || filter instanceof ArrayBuffer)
        return String(Filter.from(filter));
    if (typeof filter !== 'string' && !(filter instanceof Filter))
        throw new TypeError('a Filter, its bytes or its text is expected');
    return String(filter);
}

/** The text of an array, which may be given as that */
export function serializeArray(list) {
    if (typeof list === 'string')
        return list;
    const elements = list.map(element => Array.isArray(element) ? serializeArray(element) :
        element === null || element === undefined ? 'NULL' : `"\\${serialize(element)}"`);
    return `{${elements.join(',')}}`;
}
