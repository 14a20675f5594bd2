#!/usr/bin/env node
// The JavaScript program for clients/c/test/against-sql, like answers.c there:
//
//     answers.mjs test KIND FILTER <values    t, f or ERROR for each
//     answers.mjs build KIND CAPACITY RATE SEED <values
//     answers.mjs add KIND FILTER <values     these print hexadecimal digits
//     answers.mjs remove KIND FILTER <values
//     answers.mjs combine FILTER...           for each pair: union, intersection, three numbers
//     answers.mjs info FILTER
import assert from 'node:assert/strict';
import fs from 'node:fs';

import { Filter, BloomError } from '../bloomext.js';

const [, , action, ...parameters] = process.argv;
const load = path => Filter.from(fs.readFileSync(path));

const decode = {
    text: line => line,
    integer: line => BigInt(line),
    hash: line => BigInt.asUintN(64, BigInt(line)),
    bytea: line => Uint8Array.from(Buffer.from(line, 'hex')),
    uuid: line => line,
    float: line => Buffer.from(line, 'hex').readDoubleBE(),
};

function orError(answer, count) {
    try {
        return answer();
    } catch (error) {
        if (!(error instanceof BloomError))
            throw error;
        return new Array(count).fill('ERROR');
    }
}

const read = kind => fs.readFileSync(0, 'utf8').split('\n').slice(0, -1).map(decode[kind]);
// Prints an answer, or its error
function tell(answer) {
    let told;
    try {
        told = answer();
    } catch (error) {
        if (!(error instanceof BloomError))
            throw error;
        const [message, detail = ''] = error.message.split('\n');
        told = `ERROR: ${message}|${detail}|${error.hint}`;
    }
    console.log(told);
}

const print = filter => console.log(String(filter).slice(2));

if (action === 'test') {
    const [kind, path] = parameters, values = read(kind), filter = load(path);
    const many = orError(() => kind === 'hash' ? filter.hasHashes(values) : filter.hasMany(values), values.length);
    const each = values.map(value => orError(() => [kind === 'hash' ? filter.hasHash(value) : filter.has(value)], 1)[0]);
    assert.deepEqual(each, many);
    process.stdout.write(many.map(answer => (answer === 'ERROR' ? answer : answer ? 't' : 'f') + '\n').join(''));
} else if (action === 'build') {
    const [kind, capacity, rate, seed] = parameters, values = read(kind);
    // strings and numbers that aren't text and integers need a class
    const options = { seed: BigInt(seed), class: kind === 'hash' ? undefined : kind };
    const [, letter, number] = /^([ecg]?)(.*)/.exec(capacity);
    const parts = [Number(number) || undefined, Number(rate),
        { ...options, elastic: letter === 'e', counting: letter === 'c', growth: letter === 'g' ? 2 : 0 }];
    const many = kind === 'hash' ? Filter.buildHashes(values, ...parts) : Filter.build(values, ...parts);
    const each = letter !== '' || parts[0] > 0 ? Filter.create(...parts) : many;
    if (each !== many)
        values.forEach(value => kind === 'hash' ? each.addHash(value) : each.add(value));
    assert.deepEqual(many.toBytes(), each.toBytes());
    print(many);
} else if (action === 'add') {
    const [kind, path] = parameters, values = read(kind), many = load(path), each = load(path);
    values.forEach(value => kind === 'hash' ? each.addHash(value) : each.add(value));
    assert.ok((kind === 'hash' ? many.addHashes(values) : many.addAll(values)).equals(each));
    print(many);
} else if (action === 'remove') {
    const [kind, path] = parameters, values = read(kind), filter = load(path);
    tell(() => {
        values.forEach(value => filter.remove(value));
        return String(filter).slice(2);
    });
} else if (action === 'combine') {
    const filters = parameters.map(load);
    for (const a of filters)
        for (const b of filters) {
            tell(() => String(a.union(b)).slice(2));
            tell(() => String(a.intersection(b)).slice(2));
            tell(() => [a.unionCardinality(b).toFixed(0), a.intersectionCardinality(b).toFixed(0), a.jaccard(b)].join('|'));
        }
} else {
    const told = load(parameters[0]).info;
    console.log([told.representation, told.format, told.capacity, told.errorRate, told.growth, told.counting ? 't' : 'f', told.seed,
        told.size + 4, told.layers, told.bits, told.bitsSet, told.probes, told.cacheLines, told.blockLines,
        told.cardinality.toFixed(0), told.fpp.toPrecision(12)].join('|'));
}
