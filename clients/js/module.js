// The C library in WebAssembly: its memory and errors, and the conversion of
// JavaScript values.

import { BloomError } from './error.js';
import { wasm } from './wasm.js';

const TEXT = 1, INTEGER = 2, BYTES = 3, UUID = 4, FLOAT = 5, NUMERIC = 6;
const MEMORY_ERROR = -9;
const MIN = -(2n ** 63n), MAX = 2n ** 63n, HASHES = 2n ** 64n;

// The module imports floating-point functions, and the part of snprintf that the
// library uses
export const c = new WebAssembly.Instance(new WebAssembly.Module(wasm), { math: Math, text: { format } }).exports;

// A number with that many digits, as %g of C writes it
function general(number, digits) {
    const [mantissa, exponent] = number.toExponential(digits - 1).split('e');
    const short = text => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
    return exponent >= -4 && exponent < digits ? short(number.toFixed(digits - 1 - exponent)) :
        short(mantissa) + 'e' + exponent.replace(/^([+-])(\d)$/, '$10$2');
}

function format(to, room, pattern, next) {
    views();
    const take = size => {
        const at = (next + size - 1) & -size;
        next = at + size;
        return at;
    };
    const conversions = {
        s: () => string(u32[take(4) >> 2]),
        d: () => u32[take(4) >> 2] | 0,
        u: () => u32[take(4) >> 2],
        lld: () => i64[take(8) >> 3],
        llu: () => BigInt.asUintN(64, i64[take(8) >> 3]),
        g: () => general(f64[take(8) >> 3], 6),
        '.3g': () => general(f64[take(8) >> 3], 3),
        '.0f': () => f64[take(8) >> 3].toFixed(0),
        '.*s': () => {
            const length = u32[take(4) >> 2], place = u32[take(4) >> 2];
            return string(place, place + length);
        },
        '02x': () => u32[take(4) >> 2].toString(16).padStart(2, '0'),
        '%': () => '%',
    };
    const text = string(pattern).replace(/%(ll[du]|\.\*s|02x|\.3g|\.0f|[sdug%])/g, (_, conversion) => conversions[conversion]());
    const { written } = encoder.encodeInto(text, u8.subarray(to, to + room - 1));
    u8[to + written] = 0;
    return text.length;
}

// Memory for values that are passed to C, and for its answers.  A batch ends when scratch is full
const SCRATCH = 1 << 16, BATCH = 1 << 10;
export const scratch = c.malloc(SCRATCH);
export const scratchEnd = scratch + SCRATCH;
export const offsets = c.malloc(4 * (BATCH + 1));
export const found = c.malloc(SCRATCH / 8);
export const answer = c.malloc(1536);  // a bloomext_error or bloomext_info

// The views of the memory.  After a call of a C function that may allocate memory,
// call views() before using them, because growing the memory detaches them.
let u8 = new Uint8Array(0), u32, f64, i64, scratchView;

export function views() {
    if (u8.length === 0) {
        const { buffer } = c.memory;
        u8 = new Uint8Array(buffer);
        u32 = new Uint32Array(buffer);
        f64 = new Float64Array(buffer);
        i64 = new BigInt64Array(buffer);
        scratchView = u8.subarray(scratch, scratch + SCRATCH);
    }
}

export function allocate(size) {
    // malloc would get a larger size modulo 2^32
    const place = size < 2 ** 31 ? c.malloc(size) >>> 0 : 0;
    if (place === 0)
        throw new RangeError(`cannot allocate ${size} bytes`);
    views();
    return place;
}

views();
u32[offsets >> 2] = 0;          // offset of the first value of a batch

const encoder = new TextEncoder(), decoder = new TextDecoder();

export function string(place, end = u8.indexOf(0, place)) {
    return decoder.decode(u8.subarray(place, end));
}

// Reading memory at an address
export const word = place => u32[place >> 2];
export const long = place => i64[place >> 3];
export const double = place => f64[place >> 3];
export const byte = place => u8[place];
export const bytesAt = (place, size) => u8.slice(place, place + size);

export function putAt(place, bytes) {
    u8.set(bytes, place);
}

/** Copies a text to memory that the caller must free. Returns the address and the number of bytes */
export function allocateText(text) {
    const room = 3 * text.length;           // a character has up to 3 bytes
    const place = allocate(room + 1);
    return [place, encoder.encodeInto(text, u8.subarray(place, place + room)).written];
}

/** The error that a bloomext_error at the address place describes */
export const errorAt = place => new BloomError(string(place + 4), string(place + 164), string(place + 932));

/** Throws the error for a status, or the bloomext_error at the address place */
export function fail(status, place = 0) {
    views();
    if (status === MEMORY_ERROR)
        throw new RangeError('out of memory');
    if (place !== 0 && u32[place >> 2] !== 0)
        throw errorAt(place);
    throw new BloomError(string(c.bloomext_status_text(status)));
}

// Conversion of values.  Each function writes the canonical bytes of a value to the
// address place and returns their number, or -1 if they do not fit before end.

function putText(value, place, end) {
    const { length } = value;
    if (length > end - place)
        return -1;
    // most texts are short and ASCII; this is faster than calling the encoder
    if (length <= 32) {
        const view = u8;
        let i = 0;
        for (; i < length; i++) {
            const code = value.charCodeAt(i);
            if (code >= 128)
                break;
            view[place + i] = code;
        }
        if (i === length)
            return length;
    }
    const { read, written } = encoder.encodeInto(value, u8.subarray(place, end));
    return read === length ? written : -1;
}

// Also true for a Uint8Array of another realm, such as one of node:vm
export const isBytes = value => ArrayBuffer.isView(value) && value[Symbol.toStringTag] === 'Uint8Array';

export function putBytes(value, place, end) {
    if (!isBytes(value))
        throw new TypeError('a Uint8Array is expected');
    if (value.length > end - place)
        return -1;
    u8.set(value, place);
    return value.length;
}

function putUuid(value, place, end) {
    if (end - place < 16)
        return -1;
    const digits = value.replace(/[{}-]/g, '');
    if (!/^[0-9a-f]{32}$/i.test(digits))
        throw new TypeError(`invalid uuid: ${value}`);
    for (let i = 0; i < 16; i++)
        u8[place + i] = parseInt(digits.slice(2 * i, 2 * i + 2), 16);
    return 16;
}

const INTEGRAL = 'an integer must be between -2^63 and 2^63 - 1, and a bigint if it is not a safe integer';
const FIRST_DATE = -210866803200000;        // of PostgreSQL, in 4714 BC
const EPOCH = 946684800000n;                // of PostgreSQL, in 2000

function putInteger(value, place, end) {
    if (end - place < 8)
        return -1;
    if (typeof value === 'bigint') {
        if (value < MIN || value >= MAX)
            throw new RangeError(INTEGRAL);
        u32[place >> 2] = Number(value & 0xFFFFFFFFn);
        u32[(place >> 2) + 1] = Number(value >> 32n & 0xFFFFFFFFn);
    } else {
        if (!Number.isInteger(value))
            throw new RangeError(`${value} is not an integer: to hold such numbers, a filter needs the option { class: 'float' }`);
        if (!Number.isSafeInteger(value))
            throw new RangeError(INTEGRAL);
        u32[place >> 2] = value;
        u32[(place >> 2) + 1] = Math.floor(value / 0x100000000);
    }
    return 8;
}

function putFloat(value, place, end) {
    if (end - place < 8)
        return -1;
    // all zeros have the same bytes, and all NaNs
    f64[place >> 3] = value === 0 ? 0 : value;
    if (Number.isNaN(value))
        i64[place >> 3] = 0x7FF8000000000000n;
    return 8;
}

// The decimal digits of a number, without an exponent: 1e-7 is 0.0000001
function expanded(number) {
    const [mantissa, exponent] = String(number).split('e');
    if (exponent === undefined)
        return mantissa;
    const [, sign, integer, fraction = ''] = /^(-?)(\d)(?:\.(\d+))?$/.exec(mantissa);
    // JavaScript writes an exponent only if it is below -6 or above 20
    return sign + (exponent < 0 ? '0.'.padEnd(1 - exponent, '0') + integer + fraction :
        (integer + fraction).padEnd(Number(exponent) + 1, '0'));
}

function putNumeric(value, place, end) {
    const text = typeof value === 'number' ? expanded(value) : String(value).trim();
    if (['NaN', 'Infinity', '-Infinity'].includes(text))
        return putText(text, place, end);
    // must take linear time, because the text may be long
    const [, sign, integer, fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
    if (!integer && !fraction)
        throw new TypeError(`invalid numeric: ${value}`);
    let last = fraction.length;
    while (fraction[last - 1] === '0')
        last--;
    const digits = (integer.replace(/^0+/, '') || '0') + (last > 0 ? '.' + fraction.slice(0, last) : '');
    return putText(sign === '-' && digits !== '0' ? '-' + digits : digits, place, end);
}

function putBoolean(value, place, end) {
    if (end - place < 1)
        return -1;
    u8[place] = value ? 1 : 0;
    return 1;
}

function putDate(value, place, end) {
    if (end - place < 8)
        return -1;
    const time = value.getTime();
    if (!(time >= FIRST_DATE))
        throw new RangeError('a date must be valid, and not before 4714-11-24 BC');
    const microseconds = (BigInt(time) - EPOCH) * 1000n;
    for (let i = 0; i < 8; i++)
        u8[place + i] = Number(microseconds >> BigInt(8 * (7 - i)) & 0xFFn);
    return 8;
}

export function classOfType(name) {
    if (typeof name !== 'string')
        throw new TypeError('the name of a type must be a string');
    if (putText(name + '\0', scratch, scratch + SCRATCH) < 0)
        throw new TypeError('the name of the type is too long');
    return c.bloomext_class_of_type(scratch) >>> 0;
}

const KINDS = {
    text: { class: TEXT, put: putText },
    integer: { class: INTEGER, put: putInteger },
    bytes: { class: BYTES, put: putBytes },
    uuid: { class: UUID, put: putUuid },
    float: { class: FLOAT, put: putFloat },
    numeric: { class: NUMERIC, put: putNumeric },
    boolean: { class: classOfType('bool'), put: putBoolean },
    date: { class: classOfType('timestamptz'), put: putDate },
};

/** The kind of a value in a filter whose value class is held */
export function kindOf(value, held) {
    switch (typeof value) {
        case 'string':
            return held === UUID ? KINDS.uuid : held === NUMERIC ? KINDS.numeric : KINDS.text;
        case 'number':
            return held === FLOAT ? KINDS.float : held === NUMERIC ? KINDS.numeric : KINDS.integer;
        case 'bigint':
            return held === NUMERIC ? KINDS.numeric : KINDS.integer;
        case 'boolean':
            return KINDS.boolean;
    }
    if (isBytes(value))
        return KINDS.bytes;
    if (value instanceof Date)
        return KINDS.date;
    throw new TypeError(`a filter cannot hold ${value === null ? 'null' : `values of type ${typeof value}`}`);
}

/** Calls use(place, size) with the bytes of a value in the memory of the module */
export function withValue(put, value, use) {
    const size = put(value, scratch, scratch + SCRATCH);
    if (size >= 0)
        return use(scratch, size);
    // a character has up to 3 bytes
    const room = put === putBytes ? value.length : 3 * (value.length ?? String(value).length);
    const place = allocate(room);
    try {
        return use(place, put(value, place, place + room));
    } finally {
        c.free(place);
    }
}

/** Throws unless options is an object with these names */
export function checkOptions(options, names) {
    for (const name of options === Object(options) ? Object.keys(options) : [options])
        if (!names.includes(name))
            throw new TypeError(`unrecognized option "${name}": the options are ${names.join(', ')}`);
}

/** Returns values if it is an iterable of values, otherwise throws */
export function iterable(values) {
    // both can be iterated, but are meant as a single value
    if (typeof values === 'string' || isBytes(values))
        throw new TypeError(`an iterable of values is expected, not a ${typeof values === 'string' ? 'string' :
            'Uint8Array'}: put a single value into an array`);
    if (values === null || values === undefined || typeof values[Symbol.iterator] !== 'function')
        throw new TypeError('an iterable of values is expected, such as an array or a Set');
    return values;
}

// These functions pack values, from list[first] on, into scratch, and write the end
// of each value to offsets.  Both return the number of values, or 0 if not possible.

/** Yields the values of an iterable in arrays, and never holds all of them */
export function* batches(values) {
    let batch = [];

    for (const value of iterable(values))
        if (batch.push(value) === BATCH) {
            yield batch;
            batch = [];
        }
    if (batch.length > 0)
        yield batch;
}

function pack(list, first, kind, held) {
    const last = Math.min(first + BATCH, list.length), at = offsets >> 2;
    let i = first, place = scratch;

    for (; i < last; i++) {
        const value = list[i];
        if (kindOf(value, held) !== kind)
            throw new TypeError('values must have one type');
        const size = kind.put(value, place, scratch + SCRATCH);
        if (size < 0)
            break;
        place += size;
        u32[at + i - first + 1] = place - scratch;
    }
    return i - first;
}

// With one call of the encoder for all values, if each character has one byte
function packAscii(list, first) {
    const last = Math.min(first + BATCH, list.length), at = offsets >> 2;
    let i = first, size = 0;

    for (; i < last; i++) {
        const value = list[i];
        if (typeof value !== 'string')
            return 0;
        if (size + value.length > SCRATCH)
            break;
        size += value.length;
        u32[at + i - first + 1] = size;
    }
    const { read, written } = encoder.encodeInto(list.slice(first, i).join(''), scratchView);
    return read === size && written === size ? i - first : 0;
}


/**
 * Packs a list of values of one type into scratch, in batches, and calls
 * packed(class, count, first) for each batch.  For a value that is too large for
 * scratch, calls single(kind, value, first).
 */
export function eachBatch(list, held, packed, single) {
    const kind = list.length > 0 ? kindOf(list[0], held) : undefined;

    for (let first = 0; first < list.length;) {
        const count = kind.put === putText && packAscii(list, first) || pack(list, first, kind, held);
        if (count > 0)
            packed(kind.class, count, first);
        else
            single(kind, list[first], first);
        first += count || 1;
    }
}

/** A hash or a seed, which WebAssembly takes modulo 2^64. SQL has bigint, and half of them are negative. */
export function hashOf(value, name = 'a hash') {
    if (value < MIN || value >= HASHES)
        throw new RangeError(`${name} must be between -2^63 and 2^64 - 1`);
    return value;
}

/** Hashes as eachBatchOfHashes takes them. A typed array has no others. */
export const hashesOf = hashes => BigUint64Array.from(iterable(hashes), ArrayBuffer.isView(hashes) ? undefined : hash => hashOf(hash));

/** Copies a BigUint64Array of hashes to scratch, in batches, and calls used(count, first) for each */
export function eachBatchOfHashes(list, used) {
    for (let first = 0; first < list.length; first += SCRATCH / 8) {
        const batch = list.subarray(first, first + SCRATCH / 8);
        i64.set(batch, scratch >> 3);
        used(batch.length, first);
    }
}

/** Copies count answers of C to answers, from index first on */
export function takeFound(count, answers, first) {
    for (let i = 0; i < count; i++)
        answers[first + i] = u8[found + i] !== 0;
}
