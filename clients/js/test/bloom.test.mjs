// Tests of the package without a server: make test
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

import { Filter, BloomError } from '../bloomext.js';

const golden = fs.readFileSync(new URL('../../../test/golden/clients.txt', import.meta.url), 'utf8')
    .trimEnd().split('\n').map(line => line.split(' '));
const lines = kind => golden.filter(words => words[0] === kind);
const unhex = word => Uint8Array.from(Buffer.from(word === '-' ? '' : word, 'hex'));

// The bytes of a sparse filter with the given hashes
function listOf(class_, seed, hashes, capacity = 1000n) {
    const bytes = new DataView(new ArrayBuffer(36 + 8 * hashes.length));
    bytes.setUint8(0, 1);
    bytes.setUint8(2, 1);
    bytes.setUint32(4, class_, true);
    bytes.setBigUint64(12, seed, true);
    bytes.setBigUint64(20, capacity, true);
    bytes.setFloat64(28, 0.01, true);
    [...hashes].sort((a, b) => a < b ? -1 : 1).forEach((hash, i) => bytes.setBigUint64(36 + 8 * i, hash, true));
    return new Uint8Array(bytes.buffer);
}

// Convert canonical bytes of each value class to JavaScript values
const decode = {
    1: bytes => new TextDecoder().decode(bytes),
    2: bytes => new DataView(bytes.buffer).getBigInt64(0, true),
    3: bytes => bytes,
    4: bytes => Buffer.from(bytes).toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    5: bytes => new DataView(bytes.buffer).getFloat64(0, true),
    6: bytes => new TextDecoder().decode(bytes),
};

test('hashes equal those of the second implementation', () => {
    let checked = 0;
    for (const [, class_, word, seed, hash] of lines('hash')) {
        const filter = new Filter(listOf(Number(class_), BigInt(seed), [BigInt('0x' + hash)]));
        const bytes = unhex(word);
        if (decode[class_]) {
            assert.ok(filter.has(decode[class_](bytes)), `${class_} ${word} ${seed}`);
            assert.deepEqual(filter.hasMany([decode[class_](bytes)]), [true]);
            checked++;
        }
        assert.ok(filter.hasHash(BigInt('0x' + hash)));
        assert.ok(!filter.hasHash(BigInt('0x' + hash) ^ 1n));
    }
    assert.ok(checked > 150);
});

test('filters of all kinds have the members of the second implementation', () => {
    for (const [, wire, , tested, members] of lines('members')) {
        const filter = new Filter(unhex(wire));
        const [first, last] = tested.split('..').map(Number);
        const expected = members === '-' ? [] : members.split(',').map(Number);
        const values = Array.from({ length: last - first + 1 }, (_, i) => first + i);
        assert.deepEqual(values.filter(i => filter.has(i)), expected);
        assert.deepEqual(values.filter((_, i) => filter.hasMany(values)[i]), expected);
        assert.deepEqual(Buffer.from(filter.toBytes()), Buffer.from(unhex(wire)));
    }
});

const [, bigWire] = lines('members').reduce((a, b) => a[1].length > b[1].length ? a : b);
const empty = listOf(0, 0n, []);

test('values', () => {
    const texts = new Filter(listOf(1, 0n, [0xe6c632b61e964e1fn, 0xb40c17e2196d97d8n]));     // 'a', 'Grüße'
    assert.deepEqual(['a', 'Grüße', '', 'b', 'a'.repeat(200000), 'ü'.repeat(70000)].map(value => texts.has(value)),
        [true, true, false, false, false, false]);
    assert.deepEqual(texts.hasMany(['a', 'Grüße', 'ü'.repeat(70000), 'a', 'x'.repeat(65536), 'a']),
        [true, true, false, true, false, true]);
    const many = Array.from({ length: 5000 }, (_, i) => i % 3 ? 'Grüße' : `${i}`);
    assert.deepEqual(texts.hasMany(many), many.map(value => texts.has(value)));
    assert.deepEqual(texts.hasMany(new Set(['a', 'b'])), [true, false]);
    assert.deepEqual(texts.hasMany([]), []);
    assert.deepEqual(texts.hasHashes([0xe6c632b61e964e1fn, 5n]), [true, false]);
    assert.deepEqual(texts.hasHashes(BigUint64Array.from({ length: 20000 }, (_, i) => i ? 5n : 0xe6c632b61e964e1fn))
        .indexOf(true, 1), -1);

    const numbers = new Filter(listOf(2, 0n, [0xd5a6f8c838df27c8n, 0x5111c7e47d784413n]));   // 42, -1
    assert.deepEqual([42, 42n, -1, -1n, 43].map(value => numbers.has(value)), [true, true, true, true, false]);
    assert.deepEqual(numbers.hasMany(Int32Array.of(42, -1, 1)), [true, true, false]);
    for (const value of [0.5, 2 ** 53, NaN, 2n ** 63n, -(2n ** 63n) - 1n])
        assert.throws(() => numbers.has(value), RangeError, `${value}`);

    const floats = new Filter(listOf(5, 0n, [0xc9d73e6076fe03cdn]));     // 0.1
    assert.ok(floats.has(0.1) && !floats.has(1));
    const numerics = new Filter(listOf(6, 0n, [0x3d006affbf7f50een]));   // 1.5
    assert.ok(['1.50', '01.5', '+1.5', 1.5].every(value => numerics.has(value)));
    assert.ok(!numerics.has(-1.5) && !numerics.has(1n) && !numerics.has('NaN'));
    assert.throws(() => numerics.has('1e5'), TypeError);
    const booleans = new Filter(listOf(3012094292, 0n, [0xe12ef9d2eb86ceebn]));
    assert.ok(booleans.has(true) && !booleans.has(false) && booleans.hasRaw('bool', Uint8Array.of(1)));
    assert.throws(() => booleans.hasRaw('date', new Uint8Array(4)), BloomError);
    assert.ok(!booleans.hasRaw('bool', new Uint8Array(100000)));

    const uuids = new Filter(listOf(4, 0n, []));
    assert.equal(uuids.has('{A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11}'), false);
    assert.throws(() => uuids.has('a0eebc99'), TypeError);
});

test('dates are timestamptz', () => {
    const moment = new Date('2024-02-29T12:00:00.123Z');
    const microseconds = (BigInt(moment.getTime()) - 946684800000n) * 1000n;
    const canonical = new Uint8Array(8);
    new DataView(canonical.buffer).setBigInt64(0, microseconds);
    const filter = Filter.build([moment, new Date(0), new Date('1066-10-14')]);
    assert.ok(filter.hasRaw('timestamptz', canonical) && filter.has(new Date(0)));
    assert.deepEqual(filter.hasMany([moment, new Date(1), new Date('1066-10-14')]), [true, false, true]);
    for (const wrong of [new Date(NaN), new Date(-8.64e15)])
        assert.throws(() => filter.has(wrong), { name: 'RangeError', message: /must be valid, and not before/ });
});

test('floating-point numbers need a class', () => {
    assert.throws(() => Filter.build(new Float64Array([1.5])), { name: 'RangeError', message: /^1.5 is not an integer: .* class: 'float'/ });
    assert.ok(Filter.build(new Float64Array([1.5]), 10, 0.01, { class: 'float' }).has(1.5));
});

test('hashes have 64 bits, with or without a sign', () => {
    const filter = Filter.create(100).addHash(-5n).addHashes([7n, -(2n ** 63n), 2n ** 63n - 1n]);
    assert.deepEqual(filter.hasHashes([2n ** 64n - 5n, 7n, 2n ** 63n, -(2n ** 63n) - 1n + 2n ** 64n, 8n]), [true, true, true, true, false]);
    assert.ok(filter.hasHash(-5n) && filter.hasHash(2n ** 64n - 5n) && filter.hasHash(2n ** 63n));
    const bytes = filter.toBytes();
    // modulo 2^64, all are members
    for (const wrong of [2n ** 64n + 7n, 7n - 2n ** 64n, -(2n ** 63n) - 1n])
        for (const use of [() => filter.hasHash(wrong), () => filter.hasHashes([7n, wrong]), () => filter.addHash(wrong),
            () => filter.addHashes([8n, wrong]), () => Filter.buildHashes([wrong])])
            assert.throws(use, { name: 'RangeError', message: 'a hash must be between -2^63 and 2^64 - 1' });
    assert.deepEqual(filter.toBytes(), bytes);
});

test('filters are equal if their bytes are', () => {
    const filter = Filter.build(['a', 'b'], 100);
    assert.ok(filter.equals(Filter.build(['b', 'a'], 100)) && filter.equals(filter) && filter.equals(filter.copy()));
    assert.ok(!filter.equals(Filter.build(['a'], 100)) && !filter.equals(Filter.build(['a', 'b'], 101)) && !filter.equals(null));
});

test('what cannot be cloned says so', () => {
    const filter = Filter.build(['a']);
    assert.throws(() => structuredClone(filter), { name: 'DataCloneError', message: /send the result of its toBytes\(\)/ });
    assert.ok(new Filter(structuredClone(filter.toBytes())).equals(filter));
});

test('values of another class, or without a class', () => {
    const texts = new Filter(listOf(1, 0n, [1n]));
    for (const value of [1, 1n, true, new Uint8Array(1)]) {
        assert.throws(() => texts.has(value), { name: 'BloomError', message: /holds text values, not / });
        assert.throws(() => texts.hasMany([value]), BloomError);
    }
    for (const value of [null, undefined, {}, ['a'], Symbol('a')])
        assert.throws(() => texts.has(value), TypeError);
    assert.throws(() => texts.hasMany(['a', 1]), TypeError);
    assert.throws(() => texts.hasMany(['ä', null]), TypeError);
    assert.ok(new Filter(empty).hasMany(['a', 'b']).every(found => found === false));
});

test('bytes', () => {
    const bytes = unhex(bigWire);
    const filter = new Filter(bytes);
    for (const same of [Buffer.from(bytes), bytes.buffer, new DataView(bytes.buffer), filter.toString(),
        new Uint8Array([9, ...bytes]).subarray(1)])
        assert.deepEqual(new Filter(same).toBytes(), bytes);
    assert.equal(filter.size, bytes.length);
    assert.deepEqual(filter.toPostgres(), Buffer.from(bytes));
    const copy = bytes.slice();
    const other = new Filter(copy);
    copy.fill(0);
    assert.deepEqual(other.toBytes(), bytes);
    other.close();
    other.close();
    assert.throws(() => other.has(1), /closed/);
    assert.throws(() => other.toBytes(), /closed/);
    for (const wrong of [1, null, undefined, {}])
        assert.throws(() => new Filter(wrong), TypeError);
    assert.throws(() => new Filter('\\xabc'), BloomError);
});

test('information', () => {
    const { seed, class: class_, representation, format, cardinality, ...info } = new Filter(listOf(1, 2n ** 64n - 5n, [1n, 2n])).info;
    assert.deepEqual({ seed, class_, representation, format, cardinality },
        { seed: -5n, class_: 'text', representation: 'sparse', format: 'native', cardinality: 2 });
    assert.equal(info.capacity, 1000);
    assert.equal(info.errorRate, 0.01);
    assert.equal(info.size, 52);
});

test('hostile bytes give an error or a filter that can be tested', () => {
    let state = 1, refused = 0;
    const random = n => (state = (Math.imul(state, 1103515245) + 12345) >>> 0, Math.floor(state / 2 ** 32 * n));
    const seeds = lines('members').map(([, wire]) => unhex(wire)).concat(listOf(1, 0n, [1n, 2n, 3n]));
    for (let i = 0; i < 20000; i++) {
        let bytes = seeds[random(seeds.length)].slice();
        for (let n = 1 + random(3); n > 0; n--)
            bytes[random(Math.min(bytes.length, [36, 60, bytes.length][random(3)]))] = [0, 1, 2, 128, 255][random(5)];
        if (random(3) === 0)
            bytes = bytes.subarray(0, random(bytes.length));
        let filter;
        try {
            filter = new Filter(bytes);
        } catch (error) {
            assert.ok(error instanceof BloomError && error.message, error);
            refused++;
            continue;
        }
        assert.deepEqual(filter.hasHashes([1n, 2n ** 64n - 1n]).length, 2);
        assert.deepEqual(filter.toBytes(), bytes);
        filter.close();
    }
    assert.ok(refused > 5000 && refused < 20000, `${refused}`);
});

test('sizes that need 64 bits', () => {
    // 8 layers of 8,192,000 lines and one of 1,572,865: the table says 2^32 + 64 bytes, of which 64 exist
    const layer = lines => lines + '0100' + '0106' + '00'.repeat(8);
    const hex = '01010102' + '07000000' + '0900' + '0000' + '00'.repeat(8) + 'e803000000000000' + '7b14ae47e17a843f' +
        layer('00007d00').repeat(8) + layer('01001800') + '00'.repeat(64);
    assert.throws(() => new Filter(unhex(hex)), { message: /^invalid bloom filter\nIts length/ });
});

test('messages equal those of SQL', () => {
    assert.throws(() => new Filter(Uint8Array.of(1, 0, 0)), { message: /^invalid bloom filter/ });
    const later = empty.slice();
    later[0] = 8;
    assert.throws(() => new Filter(later), { message: /version 8/ });
    const rate = empty.slice();
    new DataView(rate.buffer).setFloat64(28, 2, true);
    assert.throws(() => new Filter(rate), { message: /between 1e-09 and 0.5|invalid bloom filter/ });
});

test('memory is freed', () => {
    const bytes = new Uint8Array(52 + 64 * 16384);
    bytes.set(unhex('0101010000000000010000000000000000000000' + '40420f0000000000' + '7b14ae47e17a843f' +
        '004000000100' + '0106' + '0000000000000000'));
    let before;
    for (let i = 0; i < 300; i++) {
        new Filter(bytes).close();
        if (i === 10)
            before = process.memoryUsage().external;
    }
    assert.ok(process.memoryUsage().external < before + 20e6);
});
