// Tests of building, changing and combining filters, without a server: make test
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';

import { BloomError, Filter } from '../bloomext.js';

const golden = fs.readFileSync(new URL('../../../test/golden/clients.txt', import.meta.url), 'utf8')
    .trimEnd().split('\n').map(line => line.split(' ')).filter(([kind]) => ['fixed', 'elastic'].includes(kind));

// An empty filter of Guava for 20 texts, as bloom_new returns it
const GUAVA = '\\x010105000000000001001000000000000000000014000000000000007b14ae47e17a843f0100000001000107000000000000000001' +
    '0'.repeat(30) + '14' + '0'.repeat(30) + '7b14ae47e17a843f' + '0'.repeat(48) + 'c000000000000000070000000000000014' +
    '0'.repeat(30) + '7b14ae47e17a843f' + '0'.repeat(176);

function checksum(bytes) {
    let hash = 0xCBF29CE484222325n;
    for (const byte of bytes)
        hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001B3n);
    return hash.toString(16).padStart(16, '0');
}

// The values of a golden line: canonical bytes, and JavaScript values if JavaScript has the class
function valuesOf(class_, words) {
    if (words === '-')
        return { raw: [], values: [] };
    const raw = words.split(',').flatMap(word => {
        if (!word.includes('..'))
            return [Buffer.from(word, 'hex')];
        const [first, last] = word.split('..').map(Number);
        return Array.from({ length: last - first + 1 }, (_, i) => {
            const bytes = Buffer.alloc(8);
            bytes.writeBigInt64LE(BigInt(first + i));
            return bytes;
        });
    });
    const decode = { 1: String, 2: bytes => bytes.readBigInt64LE(), 3: bytes => new Uint8Array(bytes) }[class_];
    return { raw, values: decode && raw.map(decode) };
}

test('filters equal those of the second implementation, byte for byte', () => {
    let checked = 0;
    for (const [kind, class_, capacity, rate, seed, words, size, sum] of golden) {
        const { values } = valuesOf(class_, words);
        if (!values)
            continue;
        const parameters = [Number(capacity), Number(rate), { seed: BigInt(seed), elastic: kind === 'elastic' }];
        const made = () => Filter.create(...parameters);
        const built = Filter.build(values, ...parameters);
        const filters = [built, made().addAll(new Set(values.slice(0, 3))).addAll(values), made().addAll(values).union(built)];
        if (values.length < 10000) {
            filters.push(made());
            for (const value of values)
                filters.at(-1).add(value);
        }
        for (const filter of filters) {
            assert.equal(filter.size, Number(size));
            assert.equal(checksum(filter.toBytes()), sum, `${class_} ${capacity} ${rate} ${seed}`);
        }
        checked++;
    }
    assert.ok(checked > 55, `${checked}`);
});

test('adding values', () => {
    const filter = Filter.create(1000);
    assert.deepEqual([filter.capacity, filter.errorRate, filter.cardinality], [1000, 0.01, 0]);
    assert.equal(filter.add('a'), filter);
    assert.ok(filter.has('a') && !filter.has('b'));
    assert.throws(() => filter.add(1), { message: /holds text values, not integer/ });
    assert.throws(() => filter.addAll([1]), BloomError);
    assert.throws(() => filter.addAll(['x', 1, 'y']), TypeError);
    assert.ok(!filter.has('x'));
    const long = 'ü'.repeat(70000), urls = Array.from({ length: 5000 }, (_, i) => `https://example.com/ü/${i}`);
    filter.addAll([long, ...urls]).add(long + 'x');
    assert.ok(filter.hasMany([...urls, long, long + 'x', 'a']).every(Boolean));
    assert.equal(filter.info.representation, 'dense');
    assert.ok(Math.abs(filter.cardinality - 5003) < 300, `${filter.cardinality}`);

    for (const [class_, values, other] of [['uuid', ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'], 'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
        ['float', [0.5, 1], 2], ['numeric', ['1.50', 7n], 1], ['bytea', [Uint8Array.of(1, 2)], Uint8Array.of(1)],
        ['integer', [1, 5], 2n], ['text', ['a'], 'b']]) {
        const typed = Filter.create(10, 0.01, { class: class_ });
        assert.equal(typed.info.class, class_);
        for (const value of values)
            typed.add(value);
        assert.ok(values.every(value => typed.has(value)) && !typed.has(other), class_);
    }
    assert.ok(Filter.create(10).addRaw('date', new Uint8Array(4)).hasRaw('date', new Uint8Array(4)));
    assert.throws(() => Filter.create(10).hasRaw(undefined, new Uint8Array(4)), /must be a string/);
    const hashed = Filter.create(10).addHash(5n).addHashes([7n, 9n]);
    assert.deepEqual(hashed.hasHashes([5n, 7n, 9n, 11n]), [true, true, true, false]);
    assert.deepEqual(hashed.add(4).info.class, 'integer');
});

test('numbers in a filter of numerics', () => {
    // hashes of the texts as in SQL
    const numerics = Filter.create(100, 0.01, { class: 'numeric' });
    for (const [number, text] of [[1e-7, '0.0000001'], [-1.25e-10, '-0.000000000125'], [1e21, '1' + '0'.repeat(21)],
        [-1.2345e22, '-12345' + '0'.repeat(18)], [5e-324, `0.${'0'.repeat(323)}5`], [NaN, 'NaN'], [Infinity, 'Infinity'],
        [-0, '0'], [0.5, '.50'], [5, '5.'], [100, '0100.00']]) {
        assert.ok(!numerics.has(number), text);
        assert.ok(numerics.add(text).has(number), text);
    }
    for (const wrong of ['', '.', '-', '1e5', '1.2.3', '1 2', 'x'])
        assert.throws(() => numerics.has(wrong), TypeError, wrong);
    // linear time: a regular expression that backtracks takes many seconds
    const start = Date.now(), zeros = '0'.repeat(2000);
    assert.throws(() => numerics.has(`${zeros}.${zeros}x`), TypeError);
    assert.ok(numerics.add(`${zeros}7.${zeros}1${zeros}`).has(`7.${zeros}1`));
    assert.ok(Date.now() - start < 2000);
});

test('invalid parameters', () => {
    for (const [capacity, rate] of [[-1, 0.01], [10, 0], [10, 0.6], [10, NaN], [2n ** 62n, 0.01]])
        assert.throws(() => Filter.create(capacity, rate).addAll(Array.from({ length: 10000 }, (_, i) => i)), BloomError,
            `${capacity} ${rate}`);
    for (const wrong of [['10'], [1.5], [10, '0.01'], [10, 0.01, 7], [10, 0.01, { seed: 1.5 }], [10, 0.01, { class: 'jsonb' }], [10, 0.01, { class: 'toString' }]])
        assert.throws(() => Filter.create(...wrong), TypeError, `${wrong}`);
    assert.throws(() => Filter.build([], 10, 0.01, { elastc: true }), { name: 'TypeError', message: /"elastc": the options are seed/ });
    for (const [capacity, seed] of [[2n ** 63n, 0n], [2n ** 64n + 10n, 0n], [-(2n ** 64n) + 10n, 0n], [10, 2n ** 64n], [10, -(2n ** 63n) - 1n]])
        assert.throws(() => Filter.create(capacity, 0.01, { seed }), RangeError, `${capacity} ${seed}`);
    assert.deepEqual([2n ** 64n - 1n, -(2n ** 63n), 5].map(seed => Filter.create(10, 0.01, { seed }).info.seed), [-1n, -(2n ** 63n), 5n]);
});

test('a string is not an iterable of values', () => {
    const filter = Filter.create(10).addAll(['a', 'b', 'c']);
    for (const method of ['hasMany', 'addAll', 'hasHashes', 'addHashes'])
        for (const wrong of ['abc', '', Uint8Array.of(1), Buffer.from('abc'), 5, null, undefined, {}])
            assert.throws(() => filter[method](wrong), { name: 'TypeError', message: /^an iterable of values is expected/ });
    assert.equal(filter.cardinality, 3);
});

test('bytes are a Uint8Array', () => {
    const bytes = Uint8Array.of(1, 2), foreign = runInNewContext('Uint8Array.of(1, 2)');
    for (const same of [bytes, Buffer.from(bytes), foreign]) {
        const filter = Filter.create(10).add(same), raw = Filter.create(10).addRaw('inet', same);
        assert.ok(filter.has(bytes) && filter.has(foreign) && filter.hasMany([foreign])[0]);
        assert.ok(raw.hasRaw('inet', bytes) && raw.hasRaw('inet', foreign));
        assert.throws(() => filter.addAll(same), /^TypeError: an iterable/);
        for (const wrong of [bytes.buffer, new DataView(bytes.buffer), Uint16Array.of(1, 2), [1, 2], '\x01\x02', undefined, null]) {
            assert.throws(() => raw.hasRaw('inet', wrong), TypeError);
            assert.throws(() => raw.addRaw('inet', wrong), TypeError);
        }
        assert.deepEqual([filter.cardinality, raw.cardinality], [1, 1]);
    }
    // three times this length is 1, modulo 2^32
    const huge = Object.defineProperty(new Uint8Array(1), 'length', { value: 2863311531 });
    assert.throws(() => Filter.create(10).add(bytes).has(huge), { name: 'RangeError', message: 'cannot allocate 2863311531 bytes' });
});

test('elastic filters', () => {
    const numbers = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const few = Filter.create().addAll(numbers(1, 16)), many = few.copy().add(17);
    assert.deepEqual([few, many].map(({ info, capacity }) => [info.representation, capacity]), [['sparse', 50e6], ['coded', 50e6]]);
    assert.equal(few.union(Filter.create(100000)).capacity, 100000);
    assert.equal(few.union(Filter.build(numbers(1, 1000), 1000)).info.representation, 'dense');
    assert.throws(() => many.union(Filter.build(numbers(1, 1000), 1000)), { message: /elastic/, hint: /more than 16 values/ });
    many.addAll(numbers(18, 1024));
    for (let i = 2000; i <= 9000; i++)
        many.add(i);
    assert.ok(many.hasMany([...numbers(1, 1024), ...numbers(2000, 9000)]).every(Boolean) && !many.has(1500));
    assert.ok(new Filter(many.toBytes()).addAll(numbers(9001, 9999)).hasMany(numbers(2000, 9999)).every(Boolean));
    assert.ok(Math.abs(many.cardinality - 8025) < 1 && many.fpp < 1e-5);
    const other = Filter.create(300000, 0.001, { elastic: true }).addAll(numbers(5000, 7000)), both = other.union(many);
    assert.deepEqual([both.capacity, both.errorRate], [300000, 0.001]);
    assert.deepEqual(both.toBytes(), many.union(other).toBytes());
    assert.ok(other.intersection(many).hasMany(numbers(5000, 7000)).every(Boolean));
});

test('a filter that is built without a capacity is elastic', () => {
    const values = Array.from({ length: 3000 }, (_, i) => i), filter = Filter.build(values);
    assert.deepEqual([filter.capacity, filter.info.representation], [50e6, 'coded']);
    assert.ok(Math.abs(filter.cardinality - 3000) < 1);
    assert.deepEqual(filter.toBytes(), Filter.create().addAll(values).toBytes());
    assert.equal(Filter.build(['a'], 100, 0.1).capacity, 100);
    assert.deepEqual(Filter.build([], undefined, 0.1, { seed: 5n }).toBytes(), Filter.create(undefined, 0.1, { seed: 5n }).toBytes());
    assert.deepEqual(Filter.build([]).toBytes(), Filter.create().toBytes());
});

test('building does not hold the values', () => {
    const url = new URL('../bloomext.js', import.meta.url);
    const script = `
        import { Filter } from '${url}';
        function* pages() {
            for (let i = 0; i < 200000; i++)
                yield String(i).padEnd(1000);
        }
        if (!Filter.build(pages()).has(String(7).padEnd(1000)))
            throw new Error('a value is missing');`;
    const { status, stderr } = spawnSync(process.execPath, ['--max-old-space-size=50', '--input-type=module', '-e', script]);
    assert.equal(status, 0, String(stderr));
});

test('changing a filter changes neither its source nor copies', () => {
    const bytes = Filter.build(['a'], 10).toBytes(), before = bytes.slice();
    const read = new Filter(bytes), copy = read.copy();
    read.add('b');
    copy.add('c');
    assert.deepEqual(bytes, before);
    assert.deepEqual([read, copy].map(filter => filter.hasMany(['a', 'b', 'c'])), [[true, true, false], [true, false, true]]);
    read.close();
    assert.ok(copy.has('c'));
    for (const call of [() => read.add('x'), () => read.copy(), () => read.union(copy), () => copy.union(read), () => String(read)])
        assert.throws(call, /closed/);
    class Mine extends Filter {}
    assert.ok(Mine.create(10).copy() instanceof Mine && Mine.from(bytes) instanceof Mine && Mine.from(Filter.create(10)) instanceof Mine);
});

const keys = Array.from({ length: 1000 }, (_, i) => `https://example.com/${i}`);

test('growing filters', () => {
    const growing = Filter.create(100, 0.01, { growth: 2 });
    for (const key of keys)
        growing.add(key);
    assert.ok(growing.info.growth === 2 && !growing.info.elastic && Filter.create().info.elastic && growing.info.layers > 2 && growing.fpp < 0.01 && growing.hasMany(keys).every(Boolean));
    assert.ok(growing.equals(Filter.build(keys, 100, 0.01, { growth: 2 })));
    assert.ok(!growing.equals(Filter.build(keys, 100, 0.01, { growth: 4 })));
    const others = keys.map(key => key + 'x'), other = Filter.build(others, 100, 0.01, { growth: 2 });
    const both = new Filter(growing.toBytes()).union(other);
    assert.ok(both.hasMany([...keys, ...others]).every(Boolean) && both.equals(growing.union(other)));
    assert.throws(() => growing.intersection(other), {
        name: 'BloomError', message: /^cannot intersect bloom filters that have grown\nThe same value may be/,
        hint: 'Build both with a capacity that they do not exceed.',
    });
    assert.ok(growing.equals(Filter.build(keys, 100, 0.01, { growth: 2 })));
});

test('counting filters', () => {
    const options = { counting: true, seed: 3n }, of = values => Filter.build(values, 1000, 0.01, options);
    const counting = of(keys);
    assert.ok(counting.info.counting && counting.add(keys[0]).has(keys[0]));
    for (const key of [...keys.slice(500), keys[0]])
        assert.equal(counting.remove(key), counting);
    assert.ok(counting.has(keys[0]) && counting.equals(of(keys.slice(0, 500))));
    const before = counting.toBytes(), stored = new Filter(before);
    assert.throws(() => counting.remove('x'), { name: 'BloomError', message: 'cannot remove a value that is not in the bloom filter', hint: '' });
    assert.throws(() => counting.remove(1), { name: 'BloomError', message: 'bloom filter holds text values, not integer' });
    assert.throws(() => counting.remove(null), TypeError);
    assert.throws(() => counting.removeRaw('int4', new Uint8Array(1)), { name: 'BloomError', message: 'wrong argument' });
    assert.deepEqual(counting.toBytes(), before);
    assert.ok(!stored.remove(keys[0]).equals(counting) && new Filter(before).equals(counting));
    assert.ok(counting.union(counting).remove(keys[0]).has(keys[0]));
    assert.ok(counting.intersection(of(keys.slice(400))).hasMany(keys.slice(400, 500)).every(Boolean));
    keys.slice(0, 500).forEach(key => counting.remove(key));
    assert.ok(counting.equals(Filter.create(1000, 0.01, options)) && !counting.has(1) && counting.info.class === 'unclassified');
    assert.ok(counting.add(1).has(1));
    for (const other of [Filter.build(keys, 1000), Filter.create().add(keys[0])])
        assert.throws(() => other.remove(keys[0]), { message: 'cannot remove values from a bloom filter that does not count them',
            hint: 'Build it with counting => true.' });
    // a long value, and one of each class
    for (const value of ['ü'.repeat(70000), 7, -7n, new Uint8Array(3), true, new Date(0)])
        assert.ok(Filter.build([value], 10, 0.01, options).remove(value).equals(Filter.create(10, 0.01, options)));
    const dates = Filter.create(10, 0.01, options).addRaw('date', Uint8Array.of(0, 0, 1, 2));
    assert.throws(() => dates.removeRaw('inet', Uint8Array.of(0, 0, 1, 2)), { message: 'bloom filter holds values of another type' });
    assert.ok(dates.removeRaw('date', Uint8Array.of(0, 0, 1, 2)).equals(Filter.create(10, 0.01, options)));
    const uuids = Filter.create(10, 0.01, { ...options, class: 'uuid' }), id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
    assert.ok(uuids.add(id).remove(id).add(id).info.class === 'uuid');
});

test('parameters of kinds', () => {
    for (const [options, message] of [[{ growth: 3 }, 'growth must be 0, 2 or 4'], [{ growth: 2 ** 32 + 2 }, 'growth must be 0, 2 or 4'],
        [{ growth: 2.5 }, 'growth must be 0, 2 or 4'], [{ growth: 2, counting: true }, 'a counting bloom filter cannot grow'],
        [{ growth: 2, elastic: true }, 'an elastic bloom filter has neither growth nor counters'],
        [{ counting: true, elastic: true }, 'an elastic bloom filter has neither growth nor counters']])
        assert.throws(() => Filter.create(10, 0.01, options), { name: 'BloomError', message });
    assert.throws(() => Filter.buildHashes([], 0n), BloomError);
    for (const options of [{}, { elastic: true }, { growth: 2 }, { counting: true }])
        assert.throws(() => Filter.build([], 0, 0.01, options), { name: 'BloomError', message: 'capacity must be at least 1' });
});

test('imported filters', () => {
    const empty = new Filter(GUAVA), filter = empty.copy().addAll(keys.slice(0, 10)), other = new Filter(GUAVA);
    keys.slice(5, 20).forEach(key => other.add(key));
    assert.ok(empty.info.format === 'guava' && empty.equals(new Filter(GUAVA)) && filter.hasMany(keys.slice(0, 10)).every(Boolean));
    assert.ok(filter.union(other).hasMany(keys.slice(0, 20)).every(Boolean));
    assert.ok(filter.intersection(other).hasMany(keys.slice(5, 10)).every(Boolean) && filter.intersectionCardinality(other) > 3);
    const before = filter.toBytes();
    assert.throws(() => filter.add(1), { message: 'bloom filter holds text values, not integer' });
    assert.throws(() => empty.copy().add(1), { message: 'bloom filter holds text or bytea values, not integer' });
    assert.throws(() => filter.addHash(1n), { message: 'bloom filters of other libraries have no 64-bit hashes' });
    assert.throws(() => filter.remove(keys[0]), { message: 'cannot remove values from a bloom filter that does not count them' });
    assert.throws(() => filter.union(Filter.build(keys, 1000)), { message: /^bloom filters are of different formats\nOne is of format guava/ });
    assert.deepEqual(filter.toBytes(), before);
});

test('imported filters with keys of UTF-16', () => {
    const empty = Buffer.from(GUAVA.slice(2), 'hex');
    empty[108] = 2;
    const filter = new Filter(empty).copy().addAll(['Grüße', '你😀']);
    assert.deepEqual(filter.hasMany(['Grüße', '你😀', '你']), [true, true, false]);
    // the bits that Guava sets
    assert.deepEqual([...new BigUint64Array(filter.toBytes().slice(-64, -40).buffer)], [0x0000004014020008n, 0x0001600001000050n, 0x0004000080000400n]);
    assert.throws(() => new Filter(empty).has(Uint8Array.of(0x61)), { message: 'bloom filter holds text values, not bytea' });
});

test('comparisons', () => {
    const few = Filter.build(keys.slice(0, 16)), others = Filter.build(keys.slice(12, 24));
    assert.deepEqual([few.unionCardinality(others), few.intersectionCardinality(others), few.jaccard(others)], [24, 4, 4 / 24]);
    const a = Filter.build(keys.slice(0, 600), 1000), b = Filter.build(keys.slice(400), 1000);
    const near = (number, wanted) => Math.abs(number / wanted - 1) < 0.2;
    assert.ok(near(a.unionCardinality(b), 1000) && near(new Filter(a.toBytes()).intersectionCardinality(b), 200) && near(b.jaccard(a), 0.2));
    assert.deepEqual([a.jaccard(a), Filter.create().jaccard(Filter.create())], [1, 1]);
    assert.throws(() => few.jaccard(Filter.build([1])), { message: 'one bloom filter holds text values, the other integer values' });
    assert.throws(() => a.unionCardinality(Filter.build(keys, 777)), { name: 'BloomError', message: /^bloom filters have different parameters\nOne/ });
    for (const other of [a.toBytes(), null])
        assert.throws(() => a.intersectionCardinality(other), TypeError);
});

// The texts are those of SQL, which answers.mjs compares; these numbers have formats of their own
test('numbers in messages', () => {
    const of = (capacity, rate, options) => Filter.build(Array.from({ length: 300 }, (_, i) => i), capacity, rate, options);
    assert.throws(() => Filter.create(10, 2), { message: /^error rate must be between 1e-09 and 0.5$/, hint: 'For 2 %, write 0.02.' });
    assert.throws(() => of(100, 1e-5).union(of(100, 1e-7, { seed: -5 })), {
        message: 'bloom filters have different parameters\nOne has capacity 100, error rate 1e-05, 8 cache lines, ' +
            'the other capacity 100, error rate 1e-07, seed -5, 8 cache lines.',
    });
    assert.throws(() => of(100, 1e-5).union(of(200, 1e-5)), { hint: /seed\.$/ });
    assert.throws(() => of(300, 0.01).union(Filter.build(keys.map((_, i) => -i), 300)), {
        message: /\nWith about 1259 values at capacity 300, the error rate would be 0\.585 instead of 0\.01\.$/,
    });
    assert.throws(() => Filter.create(2 ** 53 - 1), { message: 'bloom filter would be larger than 500 MiB\nIt would have capacity 9007199254740991, error rate 0.01.' });
});

test('unions', () => {
    const of = (first, last, ...parameters) =>
        Filter.build(Array.from({ length: last - first + 1 }, (_, i) => first + i), ...parameters);
    const a = of(1, 600, 1000), b = of(500, 1000, 1000), before = a.toBytes();
    assert.deepEqual(a.union(b).toBytes(), of(1, 1000, 1000).toBytes());
    assert.deepEqual(a.union(b, Filter.create(1000).add(2000)).toBytes(), of(1, 1000, 1000).add(2000).toBytes());
    assert.deepEqual(a.union().toBytes(), before);
    assert.deepEqual(a.toBytes(), before);
    assert.throws(() => a.union(of(1, 600, 1000, 0.01, { seed: 5 })), { message: /One has .*the other/s, hint: /same capacity/ });
    assert.throws(() => a.union(Filter.build(['x'], 1000)), { message: /integer values, the other text values/ });
    assert.throws(() => a.union(before), TypeError);
    // a union must not exceed its error rate, and changes nothing then
    const c = of(2000, 2900, 1000), others = c.toBytes();
    assert.throws(() => a.union(b, c), { name: 'BloomError', message: /without exceeding their error rate/, hint: /capacity for the values of all/ });
    assert.deepEqual([a.toBytes(), c.toBytes()], [before, others]);
    assert.deepEqual(a.union(a).toBytes(), before);
});

test('intersections', () => {
    const of = (first, last, ...parameters) =>
        Filter.build(Array.from({ length: last - first + 1 }, (_, i) => first + i), ...parameters);
    const dense = of(1, 600, 1000), list = of(590, 610, 1000), both = dense.intersection(list);
    assert.equal(both.info.representation, 'sparse');
    assert.ok(both.hasMany([590, 595, 600]).every(Boolean) && !both.hasMany([1, 589, 700]).some(Boolean));
    assert.deepEqual(list.intersection(list).toBytes(), list.toBytes());
    assert.ok(dense.intersection(of(300, 900, 1000)).hasMany([300, 450, 600]).every(Boolean));
    assert.ok(dense.cardinality > 500 && list.cardinality === 21);
    assert.throws(() => dense.intersection(of(1, 5, 1000, 0.01, { seed: 5 })), BloomError);
});

test('files and JSON', () => {
    const filter = Filter.build(['a', 'b'], 100), bytes = filter.toBytes(), text = String(filter);
    assert.match(text, /^\\x0100[0-9a-f]+$/);
    const encoded = new TextEncoder().encode(text + '\n');
    for (const source of [bytes, bytes.buffer, Buffer.from(bytes), text, text + '\n', ' ' + text + '\r\n', '\\' + text, encoded,
        encoded.buffer, new DataView(encoded.buffer), filter, text.toUpperCase().replace('\\X', '\\x')])
        assert.ok(Filter.from(source).equals(filter) && new Filter(source instanceof Filter ? bytes : source).equals(filter));
    assert.deepEqual(Filter.from(JSON.parse(JSON.stringify({ filter })).filter).toBytes(), bytes);
    assert.notEqual(Filter.from(filter), filter);
    for (const [wrong, what] of [['<!DOCTYPE html>', /begins like HTML/], ['{"error": 1}', /begins like JSON/],
        ['\x1f\x8b\b\0\0', /begins like a gzip file/], ['', /empty/], ['Not found', /begins like text: "Not found"/],
        ['\0\xee\xdd', /begins with the bytes 00 ee dd/]])
        for (const make of [data => Filter.from(data), data => new Filter(data)])
            assert.throws(() => make(Buffer.from(wrong, 'latin1')), { name: 'BloomError', message: what });
    assert.throws(() => new Filter('Not found'), { name: 'BloomError', message: /begins like text: "Not found"/ });
    for (const wrong of ['', 'abc', '\\x', '\\x0', text + '0', text + 'zz', text + text])
        assert.throws(() => Filter.from(wrong), BloomError, wrong);
    assert.match(inspect({ filter }), /Filter \{\s*class: 'text',\s*capacity: 100/);
    filter.close();
    assert.match(inspect(filter), /closed/);
});

test('more values than the capacity', () => {
    const values = Array.from({ length: 5000 }, (_, i) => `key ${i}`), first = values.slice(0, 1000), seen = [];
    const other = Filter.build(values, 1000);
    Filter.onOverCapacity = (warning, filter) => seen.push([warning, filter]);
    try {
        const changes = [filter => values.forEach(value => filter.add(value)), filter => filter.addAll(values),
            filter => values.forEach((_, i) => filter.addHash(BigInt.asUintN(64, BigInt(i) * 0x9E3779B97F4A7C15n))),
            filter => values.forEach(value => filter.addRaw('text', new TextEncoder().encode(value)))];
        for (const change of changes) {
            const filter = Filter.build(first, 1000);
            assert.deepEqual([seen.length, filter.overCapacity], [0, false]);
            change(filter);
            change(filter);
            assert.equal(seen.length, 1);
            const [[warning, full]] = seen.splice(0);
            assert.ok(full === filter && filter.overCapacity && filter.info.overCapacity && !filter.info.saturated);
            assert.match(warning.message,
                /^bloom filter holds about \d+ values, more than its capacity of 1000\nIts error rate is now about 0\.\d+ instead of 0\.01\.$/);
            assert.equal(warning.hint, 'Build the filter again with a larger capacity.');
        }
        assert.deepEqual([Filter.create(1000).union(other).overCapacity, seen.length], [true, 1]);
        Filter.build(values);
        Filter.build(values, 100, 0.01, { growth: 2 });
        other.copy().intersection(other);
        assert.equal(seen.length, 1);
        // the value has been added all the same
        Filter.onOverCapacity = warning => { throw warning; };
        const filter = Filter.build(first, 1000);
        assert.throws(() => filter.addAll(values), /more than its capacity of 1000/);
        assert.ok(filter.has('key 1000'));
        // nothing is added to a filter that was closed
        const hashes = Array.from({ length: 20000 }, (_, i) => BigInt.asUintN(64, BigInt(i) * 0x9E3779B97F4A7C15n));
        for (const add of [full => full.addAll(values), full => full.addHashes(hashes)]) {
            Filter.onOverCapacity = (_, full) => {
                Filter.onOverCapacity = undefined;
                full.close();
            };
            assert.throws(() => add(Filter.create(100)), /the filter is closed/);
        }
    } finally {
        Filter.onOverCapacity = undefined;
    }
    const full = Filter.build(Array.from({ length: 50000 }, (_, i) => i), 1000);
    assert.ok(full.overCapacity && full.info.saturated);
    assert.match(inspect(full), /cardinality: 'more than \d+'/);
    assert.match(inspect(other), /cardinality: \d/);
});

test('memory of changed filters is freed', () => {
    const values = Array.from({ length: 60000 }, (_, i) => i);
    let before;
    for (let i = 0; i < 100; i++) {
        const filter = Filter.create(100000).addAll(values), copy = filter.copy();
        for (const made of [filter, copy, filter.union(copy)])
            made.close();
        if (i === 10)
            before = process.memoryUsage().external;
    }
    assert.ok(process.memoryUsage().external < before + 20e6);
});
