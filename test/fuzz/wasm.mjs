// Spoiled filters for the WebAssembly module (make fuzz-wasm):
//
//     node test/fuzz/wasm.mjs build/fuzz/wires [COUNT [SEED]]
//
// The program spoils filters of all kinds, COUNT of them, and says what the C
// library answers: the module has to answer the same, and never to trap.  An
// input that it doesn't answer so is left in fuzz-crash.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import process from 'node:process';

import { Filter, BloomError } from '../../clients/js/bloomext.js';

const NEAR = 1e-9;              // logarithms are JavaScript's own
const MASK = 2n ** 64n - 1n;

// unit/scramble.h
function scramble(number) {
    number = number + 0x9E3779B97F4A7C15n & MASK;
    number = (number ^ number >> 30n) * 0xBF58476D1CE4E5B9n & MASK;
    number = (number ^ number >> 27n) * 0x94D049BB133111EBn & MASK;
    return number ^ number >> 31n;
}
const HASHES = Array.from({ length: 32 }, (_, i) => scramble(BigInt(i)));
const key = new TextEncoder().encode('key 5\0\0\0');

// The keys of fuzz/wires.c
function answers(filter, wire) {
    const last = wire.length < 8 ? 0n : wire.readBigUInt64LE(wire.length - 8);
    const bits = found => found.reduce((sum, one, i) => sum + (one ? 2 ** i : 0), 0);
    const all = [
        () => filter.hasHash(last), () => bits(filter.hasHashes(HASHES)), () => filter.hasRaw('text', key.subarray(0, 5)),
        () => filter.hasRaw('text', key.subarray(0, 0)), () => filter.hasRaw('int8', key),
    ].map(ask);
    // one at a time, as many
    return ask(() => bits(HASHES.map(hash => filter.hasHash(hash)))) === all[1] ? all : [...all, 'one at a time'];
}

function ask(question) {
    try {
        const answer = question();
        return typeof answer === 'boolean' ? Number(answer) : answer;
    } catch (error) {
        if (!(error instanceof BloomError))
            throw error;
        return 'error';
    }
}

// What the module says of a wire form: the error, or a list of values
function described(wire) {
    let filter;
    try {
        filter = new Filter(wire);
    } catch (error) {
        if (!(error instanceof BloomError))
            throw error;
        return error.message;
    }
    const { representation, format, class: class_, growth, counting, capacity, errorRate, seed, size, layers, probes,
        cacheLines, blockLines, bits, bitsSet, cardinality, fpp } = filter.info;
    const list = [representation, format, class_, growth, Number(counting), capacity, errorRate, seed, size, layers,
        probes, cacheLines, blockLines, bits, bitsSet, cardinality, fpp, ...answers(filter, wire)];
    if (!wire.equals(filter.toBytes()))
        list.push('other bytes');
    filter.close();
    return list;
}

const SPECIAL = { inf: Infinity, '-inf': -Infinity, nan: NaN, '-nan': NaN };

function equal(text, value) {
    if (value === 'error')
        return text.startsWith('-');
    if (typeof value !== 'number')
        return text === String(value);
    const wanted = text in SPECIAL ? SPECIAL[text] : Number(text);
    return Object.is(wanted, value) || Math.abs(wanted - value) <= NEAR * Math.abs(wanted);
}

let accepted = 0, refused = 0;

function check(wire, line) {
    let seen;
    try {
        seen = described(wire);
    } catch (error) {
        seen = `${error.stack}`;
    }
    const wanted = line.slice(1);
    const words = wanted.split(' ');
    const fine = line[0] === '!' ? seen === wanted :
        Array.isArray(seen) && seen.length === words.length && words.every((word, i) => equal(word, seen[i]));
    if (!fine) {
        fs.writeFileSync('fuzz-crash', wire);
        throw new Error(`${wire.length} bytes, in fuzz-crash\nC:          ${wanted}\nWebAssembly: ` +
            `${Array.isArray(seen) ? seen.join(' ') : seen}`);
    }
    if (line[0] === '!')
        refused++;
    else
        accepted++;
}

const [program, ...options] = process.argv.slice(2);
const child = spawn(program, options, { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] });
const ended = once(child, 'exit');
let rest = Buffer.alloc(0);
try {
    for await (const chunk of child.stdio[3]) {
        rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
        let at = 0;
        while (rest.length - at >= 8) {
            const size = rest.readUInt32LE(at), end = at + 8 + size + rest.readUInt32LE(at + 4);
            if (end > rest.length)
                break;
            check(rest.subarray(at + 8, at + 8 + size), rest.toString('utf8', at + 8 + size, end));
            at = end;
        }
        rest = rest.subarray(at);
    }
    const [status] = await ended;
    if (status !== 0 || rest.length > 0)
        throw new Error(`${program} ended with ${status}`);
    // what is always refused, or never, shows nothing
    if (accepted < 100 || refused < 100)
        throw new Error('hardly any filter was accepted, or hardly any refused');
    console.log(`WebAssembly said of ${accepted} filters and ${refused} others what C says`);
} catch (error) {
    child.kill();
    console.error(error.message);
    process.exitCode = 1;
}
