// Bloom filters that PostgreSQL has built: the C library in WebAssembly.

import { wasm } from './wasm.js';

const TEXT = 1, INTEGER = 2, BYTES = 3, UUID = 4, FLOAT = 5, NUMERIC = 6;
const CLASS_ERROR = -4, MEMORY_ERROR = -9;
const HEADER = 36;
const LINE = 64;                // a cache line's bytes, and those of a filter's line
const MIN = -(2n ** 63n), MAX = 2n ** 63n;
const MAX_BYTES = 524_287_996;

// What the module is given: functions of floating-point numbers, and snprintf,
// as far as the library uses it
const { exports: c } = new WebAssembly.Instance(new WebAssembly.Module(wasm), { math: Math, text: { format } });

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
        g: () => Number(f64[take(8) >> 3].toPrecision(6)).toString().replace(/e([+-])(\d)$/, 'e$10$2'),
        '%': () => '%',
    };
    const text = string(pattern).replace(/%(ll[du]|[sdug%])/g, (_, conversion) => conversions[conversion]());
    const { written } = encoder.encodeInto(text, u8.subarray(to, to + room - 1));
    u8[to + written] = 0;
    return text.length;
}

// Where values are put for C, and what it answers; batches end when it is full
const SCRATCH = 1 << 16, BATCH = 1 << 10;
const scratch = c.malloc(SCRATCH);
const offsets = c.malloc(4 * (BATCH + 1));
const found = c.malloc(SCRATCH / 8);
const answer = c.malloc(1024);  // of bloomext_error and bloomext_info

// The views of the memory, made anew when it has grown
let u8 = new Uint8Array(0), u32, f64, i64, scratchView;

function views() {
    if (u8.length === 0) {
        const { buffer } = c.memory;
        u8 = new Uint8Array(buffer);
        u32 = new Uint32Array(buffer);
        f64 = new Float64Array(buffer);
        i64 = new BigInt64Array(buffer);
        scratchView = u8.subarray(scratch, scratch + SCRATCH);
    }
}

function allocate(size) {
    const place = c.malloc(size) >>> 0;
    if (place === 0)
        throw new RangeError(`no memory for ${size} bytes`);
    views();
    return place;
}

views();
u32[offsets >> 2] = 0;          // where the first value of a batch begins

const encoder = new TextEncoder(), decoder = new TextDecoder();

function string(place, end = u8.indexOf(0, place)) {
    return decoder.decode(u8.subarray(place, end));
}

/** What isn't a filter, or a value that a filter can't have; hint may be empty */
export class BloomError extends Error {
    constructor(message, detail = '', hint = '') {
        super(detail ? `${message}\n${detail}` : message);
        this.name = 'BloomError';
        this.hint = hint;
    }
}

function fail(status, place = 0) {
    views();
    if (status === MEMORY_ERROR)
        throw new RangeError('no memory for the filter');
    if (place !== 0 && u32[place >> 2] !== 0)
        throw new BloomError(string(place + 4), string(place + 164), string(place + 548));
    throw new BloomError(string(c.bloomext_status_text(status)));
}

// What JavaScript's values are to a filter.  Each of these puts one to the
// scratch at a place, if there is room for it before the end, and gives how many
// bytes that were, else -1.

function putText(value, place, end) {
    const { length } = value;
    if (length > end - place)
        return -1;
    // most are short and ASCII: quicker than to call the encoder
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

function putBytes(value, place, end) {
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
        throw new TypeError(`this is no uuid: ${value}`);
    for (let i = 0; i < 16; i++)
        u8[place + i] = parseInt(digits.slice(2 * i, 2 * i + 2), 16);
    return 16;
}

const INTEGRAL = 'a filter of integers has those from -2^63 to 2^63 - 1; a number has to be safe, others a bigint';

function putInteger(value, place, end) {
    if (end - place < 8)
        return -1;
    if (typeof value === 'bigint') {
        if (value < MIN || value >= MAX)
            throw new RangeError(INTEGRAL);
        u32[place >> 2] = Number(value & 0xFFFFFFFFn);
        u32[(place >> 2) + 1] = Number(value >> 32n & 0xFFFFFFFFn);
    } else {
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
    // one zero, one NaN
    f64[place >> 3] = value === 0 ? 0 : value;
    if (Number.isNaN(value))
        i64[place >> 3] = 0x7FF8000000000000n;
    return 8;
}

function putNumeric(value, place, end) {
    const parts = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(String(value).trim());
    if (!['NaN', 'Infinity', '-Infinity'].includes(value) && (!parts || !/\d/.test(value)))
        throw new TypeError(`this is no numeric in digits: ${value}`);
    if (!parts)
        return putText(value, place, end);
    const [, sign, integer, fraction] = parts;
    const digits = (integer || '0') + (fraction ? '.' + fraction : '');
    return putText(sign === '-' && digits !== '0' ? '-' + digits : digits, place, end);
}

function putBoolean(value, place, end) {
    if (end - place < 1)
        return -1;
    u8[place] = value ? 1 : 0;
    return 1;
}

function classOfType(name) {
    putText(name + '\0', scratch, scratch + SCRATCH);
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
};

/** What a value is to a filter that holds values of that class */
function kindOf(value, held) {
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
    if (value instanceof Uint8Array)
        return KINDS.bytes;
    throw new TypeError(`a filter has no values like ${value === null ? 'null' : `this ${typeof value}`}`);
}

// Batches, from list[first] on, at the scratch, and where each value of them
// ends: both give how many values that are, or 0 if they can't.

function pack(list, first, kind, held) {
    const last = Math.min(first + BATCH, list.length), at = offsets >> 2;
    let i = first, place = scratch;

    for (; i < last; i++) {
        const value = list[i];
        if (kindOf(value, held) !== kind)
            throw new TypeError('values are to be of one type');
        const size = kind.put(value, place, scratch + SCRATCH);
        if (size < 0)
            break;
        place += size;
        u32[at + i - first + 1] = place - scratch;
    }
    return i - first;
}

// One call of the encoder for all, if each character has one byte
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

const freed = new FinalizationRegistry(release);

function release({ filter, block }) {
    c.bloomext_close(filter);
    c.free(block);
}

function toBytes(source) {
    if (typeof source === 'string') {
        if (!/^\\x(?:[0-9a-f]{2})*$/i.test(source))
            throw new BloomError("a filter's text form is \\x and hexadecimal digits");
        return Uint8Array.from({ length: (source.length - 2) / 2 }, (_, i) =>
            parseInt(source.slice(2 * i + 2, 2 * i + 4), 16));
    }
    if (source instanceof ArrayBuffer)
        return new Uint8Array(source);
    if (ArrayBuffer.isView(source))
        return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    throw new TypeError('a filter is made of an ArrayBuffer, a view of one, or its text form');
}

/** A Bloom filter; bloomext.d.ts tells what its methods do */
export class Bloom {
    #memory;                    // { filter, block }: what C has allocated
    #held;                      // the class of its values
    #bytes;                     // where they are, and how many
    #size;

    constructor(source) {
        const bytes = toBytes(source);
        if (bytes.length > MAX_BYTES)
            throw new BloomError(`a filter has at most ${MAX_BYTES} bytes`);
        // so that the filter's lines are the memory's
        const front = bytes.length < HEADER ? 0 :
            HEADER + 16 * (bytes[8] | bytes[9] << 8) + 8 * (bytes[10] | bytes[11] << 8);
        const block = allocate(bytes.length + LINE);
        const start = block + (-(block + front) & LINE - 1);
        u8.set(bytes, start);
        const filter = c.bloomext_open(start, bytes.length, answer) >>> 0;
        if (filter === 0) {
            c.free(block);
            fail(u32[answer >> 2] | 0, answer);
        }
        views();
        c.bloomext_get_info(filter, answer);
        this.#memory = { filter, block };
        this.#held = u32[(answer >> 2) + 2];
        this.#bytes = start;
        this.#size = bytes.length;
        freed.register(this, this.#memory, this.#memory);
    }

    get #filter() {
        if (!this.#memory)
            throw new BloomError('the filter is closed');
        return this.#memory.filter;
    }

    close() {
        if (this.#memory) {
            freed.unregister(this.#memory);
            release(this.#memory);
            this.#memory = undefined;
        }
    }

    #checked(status, class_) {
        if (status >= 0)
            return status !== 0;
        views();
        u32[answer >> 2] = 0;
        if (status === CLASS_ERROR)
            c.bloomext_check_class(this.#filter, class_, answer);
        return fail(status, answer);
    }

    has(value) {
        const kind = kindOf(value, this.#held);
        return this.#test(kind.class, kind.put, value);
    }

    hasRaw(typeName, canonical) {
        return this.#test(classOfType(typeName), putBytes, canonical);
    }

    #test(class_, put, value) {
        const filter = this.#filter;
        const size = put(value, scratch, scratch + SCRATCH);
        if (size < 0)
            return this.#testLong(class_, put, value);
        return this.#checked(c.bloomext_contains(filter, class_, scratch, size), class_);
    }

    #testLong(class_, put, value) {
        const room = 3 * (value.length ?? String(value).length);    // a character has up to 3 bytes
        const place = allocate(room);
        try {
            const size = put(value, place, place + room);
            return this.#checked(c.bloomext_contains(this.#filter, class_, place, size), class_);
        } finally {
            c.free(place);
        }
    }

    hasMany(values) {
        const list = [...values];       // nobody else's code runs after this
        const answers = new Array(list.length);
        const kind = list.length > 0 ? kindOf(list[0], this.#held) : undefined;

        for (let first = 0; first < list.length;) {
            const count = kind.put === putText && packAscii(list, first) || pack(list, first, kind, this.#held);
            if (count > 0)
                this.#testPacked(kind.class, count, answers, first);
            else
                answers[first] = this.#testLong(kind.class, kind.put, list[first]);
            first += count || 1;
        }
        return answers;
    }

    #testPacked(class_, count, answers, first) {
        this.#checked(c.bloomext_contains_packed(this.#filter, class_, scratch, offsets, count, found), class_);
        for (let i = 0; i < count; i++)
            answers[first + i] = u8[found + i] !== 0;
    }

    hasHash(hash) {
        return this.#checked(c.bloomext_contains_hash(this.#filter, hash), 0);
    }

    hasHashes(hashes) {
        const list = BigUint64Array.from(hashes);
        const answers = new Array(list.length);
        for (let first = 0; first < list.length; first += SCRATCH / 8) {
            const batch = list.subarray(first, first + SCRATCH / 8);
            i64.set(batch, scratch >> 3);
            this.#checked(c.bloomext_contains_hashes(this.#filter, scratch, batch.length, found), 0);
            for (let i = 0; i < batch.length; i++)
                answers[first + i] = u8[found + i] !== 0;
        }
        return answers;
    }

    get info() {
        c.bloomext_get_info(this.#filter, answer);
        const word = place => u32[(answer + place) >> 2];
        const long = place => Number(i64[(answer + place) >> 3]);
        const double = place => f64[(answer + place) >> 3];
        return {
            representation: string(word(0)), format: string(word(4)), class: string(c.bloomext_class_name(word(8)) >>> 0),
            growth: word(12), counting: u8[answer + 16] !== 0, capacity: long(24), errorRate: double(32),
            seed: i64[(answer + 40) >> 3], size: word(48), layers: word(52), probes: word(56), cacheLines: word(60),
            blockLines: word(64), bits: long(72), bitsSet: long(80), cardinality: double(88), fpp: double(96),
        };
    }

    get size() {
        return this.#size;
    }

    get capacity() {
        return this.info.capacity;
    }

    get errorRate() {
        return this.info.errorRate;
    }

    get cardinality() {
        return this.info.cardinality;
    }

    get fpp() {
        return this.info.fpp;
    }

    toBytes() {
        return this.#filter && u8.slice(this.#bytes, this.#bytes + this.#size);
    }

    toString() {
        return '\\x' + Array.from(this.toBytes(), byte => byte.toString(16).padStart(2, '0')).join('');
    }

    // what node-postgres sends for a parameter: bytes, in binary
    toPostgres() {
        return Buffer.from(this.toBytes().buffer);
    }
}

if (Symbol.dispose)
    Bloom.prototype[Symbol.dispose] = Bloom.prototype.close;
