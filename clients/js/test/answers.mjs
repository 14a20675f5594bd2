#!/usr/bin/env node
// The JavaScript program for clients/c/test/against-sql, like answers.c there:
//
//     answers.mjs test KIND FILTER <values    t, f or ERROR for each
//     answers.mjs build KIND CAPACITY RATE SEED <values
//     answers.mjs unite FILTER FILTER         both print hexadecimal digits
//     answers.mjs intersect FILTER FILTER
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
    const elastic = capacity.startsWith('e');
    const parts = [Number(elastic ? capacity.slice(1) : capacity), Number(rate), { ...options, elastic }];
    const many = kind === 'hash' ? Filter.buildHashes(values, ...parts) : Filter.build(values, ...parts);
    const each = elastic || parts[0] > 0 ? Filter.create(...parts) : many;
    if (each !== many)
        values.forEach(value => kind === 'hash' ? each.addHash(value) : each.add(value));
    assert.deepEqual(many.toBytes(), each.toBytes());
    print(many);
} else if (action === 'unite' || action === 'intersect') {
    const [filter, other] = parameters.map(load);
    try {
        print(action === 'unite' ? filter.union(other) : filter.intersection(other));
    } catch (error) {
        console.log('ERROR: ' + error.message.split('\n')[0]);
    }
} else {
    const told = load(parameters[0]).info;
    console.log([told.representation, told.format, told.capacity, told.errorRate, told.growth, told.counting ? 't' : 'f', told.seed,
        told.size + 4, told.layers, told.bits, told.bitsSet, told.probes, told.cacheLines, told.blockLines,
        told.cardinality.toFixed(0), told.fpp.toPrecision(12)].join('|'));
}
