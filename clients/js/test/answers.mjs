#!/usr/bin/env node
// JavaScript's side of clients/c/test/against-sql, as answers.c there:
//
//     answers.mjs test KIND FILTER <values    t, f or ERROR for each
//     answers.mjs info FILTER
import assert from 'node:assert/strict';
import fs from 'node:fs';

import { Bloom, BloomError } from '../bloomext.js';

const [, , action, ...parameters] = process.argv;
const filter = new Bloom(fs.readFileSync(parameters.at(-1)));

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

if (action === 'test') {
    const [kind] = parameters;
    const values = fs.readFileSync(0, 'utf8').split('\n').slice(0, -1).map(decode[kind]);
    const many = orError(() => kind === 'hash' ? filter.hasHashes(values) : filter.hasMany(values), values.length);
    const each = values.map(value => orError(() => [kind === 'hash' ? filter.hasHash(value) : filter.has(value)], 1)[0]);
    assert.deepEqual(each, many);
    process.stdout.write(many.map(answer => (answer === 'ERROR' ? answer : answer ? 't' : 'f') + '\n').join(''));
} else {
    const told = filter.info;
    console.log([told.representation, told.format, told.capacity, told.errorRate, told.growth, told.counting ? 't' : 'f', told.seed,
        told.size + 4, told.layers, told.bits, told.bitsSet, told.probes, told.cacheLines, told.blockLines,
        told.cardinality.toFixed(0), told.fpp.toPrecision(12)].join('|'));
}
