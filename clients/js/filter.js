// Bloom filters of PostgreSQL, using the C library in WebAssembly.

import {
    c, scratch, scratchEnd, offsets, found, answer, views, allocate, allocateText, string, word, long, double, byte, bytesAt, putAt,
    errorAt, fail, putBytes, classOfType, kindOf, withValue, checkOptions, iterable, batches, eachBatch, eachBatchOfHashes,
    hashOf, hashesOf, takeFound,
} from './module.js';
import { BloomError } from './error.js';

const OPTIONS = ['seed', 'class', 'elastic', 'growth', 'counting'];
const CLASSES = { text: 1, integer: 2, bytea: 3, uuid: 4, float: 5, numeric: 6 };
const CLASS_ERROR = -4;
const HEADER = 36;
const LINE = 64;                // bytes of a cache line
const MAX_BYTES = 524_287_996;
const VERSIONS = 8;             // the first byte is 1 to 8; other data is text, or no filter

// Frees the memory that C has allocated when a filter is garbage collected
const freed = new FinalizationRegistry(release);

function release({ filter, block }) {
    c.bloomext_close(filter);
    c.free(block);
}

function bytesOf(source) {
    if (source instanceof ArrayBuffer)
        return new Uint8Array(source);
    if (ArrayBuffer.isView(source))
        return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    throw new TypeError('the source must be an ArrayBuffer, a view of one, or a filter in the text format');
}

function integer(value, name) {
    if (typeof value !== 'bigint' && !Number.isSafeInteger(value))
        throw new TypeError(`the ${name} must be a safe integer or a bigint`);
    return BigInt(value);
}

// An open filter is { filter, block }.  block is the memory with the bytes that C
// reads, or 0 if the filter has memory of its own, which can be changed.

function opened(filter, block = 0) {
    views();
    if (filter >>> 0 === 0) {
        c.free(block);
        fail(word(answer) | 0, answer);
    }
    return { filter: filter >>> 0, block };
}

/** Opens data that is copied to memory at an address, which is freed */
function load(place, size) {
    try {
        return opened(c.bloomext_load(place, size, answer));
    } finally {
        c.free(place);
    }
}

function openBytes(bytes) {
    if (!(bytes[0] >= 1 && bytes[0] <= VERSIONS)) {
        const place = allocate(bytes.length + 1);
        putAt(place, bytes);
        return load(place, bytes.length);
    }
    if (bytes.length > MAX_BYTES)
        throw new BloomError(`a filter has at most ${MAX_BYTES} bytes`);
    // aligns the cache lines of the filter with those of the memory
    const front = bytes.length < HEADER ? 0 :
        HEADER + 16 * (bytes[8] | bytes[9] << 8) + 8 * (bytes[10] | bytes[11] << 8);
    const block = allocate(bytes.length + LINE);
    const start = block + (-(block + front) & LINE - 1);
    putAt(start, bytes);
    return opened(c.bloomext_open(start, bytes.length, answer), block);
}

// structuredClone() and postMessage() would copy nothing but own properties.  They refuse
// a function, and their error shows its text.
function useToBytes() {
    return 'a Filter cannot be cloned: send the result of its toBytes(), and make a Filter of that';
}

const OPENED = Symbol('what opened() gives');
const make = (Class, memory) => new Class({ [OPENED]: memory });

/** For mappers: whether a filter was changed since it was read from a database; undefined if it was not read */
export const CHANGED = Symbol('changed');

/** A Bloom filter; bloomext.d.ts describes the methods */
export class Filter {
    static onOverCapacity;

    #memory;                    // memory that C has allocated, see opened()
    #held;                      // class of the values
    #since;                     // see CHANGED

    constructor(source) {
        this.#memory = source?.[OPENED] ??
            (typeof source === 'string' ? load(...allocateText(source)) : openBytes(bytesOf(source)));
        this.structuredClone = useToBytes;
        this.#learnClass();
        freed.register(this, this.#memory, this.#memory);
    }

    static from(source) {
        if (!(source instanceof Filter))
            return new this(source);
        const copy = make(this, opened(c.bloomext_clone(source.#filter, answer)));
        copy.#since = source.#since;
        return copy;
    }

    static create(capacity, errorRate = 0.01, options = {}) {
        checkOptions(options, OPTIONS);
        const { seed = 0n, class: class_, elastic, growth = 0, counting } = options;
        // the library refuses -1, but not 0
        const size = capacity === undefined ? 0n : integer(capacity, 'capacity') || -1n;
        const start = hashOf(integer(seed, 'seed'), 'the seed');
        if (typeof errorRate !== 'number')
            throw new TypeError('the error rate must be a number');
        if (class_ !== undefined && !Object.hasOwn(CLASSES, class_))
            throw new TypeError(`the class must be one of ${Object.keys(CLASSES).join(', ')}`);
        // WebAssembly takes it modulo 2^64
        if (size !== BigInt.asIntN(64, size))
            throw new RangeError('the capacity must be between 1 and 2^63 - 1');
        if (elastic && (growth || counting))
            throw new BloomError('an elastic bloom filter has neither growth nor counters');
        if (growth && counting)
            throw new BloomError('a counting bloom filter cannot grow');
        // WebAssembly takes other numbers modulo 2^32
        if (growth !== (growth | 0))
            throw new BloomError('growth must be 0, 2 or 4');
        const create = elastic ? c.bloomext_new_elastic : counting ? c.bloomext_new_counting : c.bloomext_new;
        const made = make(this, opened(growth ? c.bloomext_new_growing(size, errorRate, growth, start, answer) :
            create(size, errorRate, start, answer)));
        if (class_ !== undefined)
            made.#changed(c.bloomext_set_class(made.#filter, CLASSES[class_]), CLASSES[class_]);
        return made;
    }

    static build(values, capacity, errorRate = 0.01, options = {}) {
        return Filter.#build(this.create(capacity, errorRate, options), values, (filter, some) => filter.addAll(some));
    }

    static buildHashes(hashes, capacity, errorRate = 0.01, options = {}) {
        return Filter.#build(this.create(capacity, errorRate, options), hashes, (filter, some) => filter.addHashes(some));
    }

    static #build(made, values, add) {
        // an error drops the filter, so nothing has to be verified before
        for (const batch of batches(values))
            add(made, batch);
        return made;
    }

    get #filter() {
        if (!this.#memory)
            throw new BloomError('the filter is closed');
        return this.#memory.filter;
    }

    #learnClass() {
        c.bloomext_get_info(this.#filter, answer);
        this.#held = word(answer + 8);
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
        putAt(answer, [0, 0, 0, 0]);
        if (status === CLASS_ERROR)
            c.bloomext_check_class(this.#filter, class_, answer);
        return fail(status, answer);
    }

    // Tests

    has(value) {
        const kind = kindOf(value, this.#held);
        return this.#test(kind.class, kind.put, value);
    }

    hasRaw(typeName, canonical) {
        return this.#test(classOfType(typeName), putBytes, canonical);
    }

    #test(class_, put, value) {
        const filter = this.#filter;
        // most values fit; saving a function call saves a fifth of the time
        const size = put(value, scratch, scratchEnd);
        if (size >= 0)
            return this.#checked(c.bloomext_contains(filter, class_, scratch, size), class_);
        return withValue(put, value, (place, size) =>
            this.#checked(c.bloomext_contains(filter, class_, place, size), class_));
    }

    hasMany(values) {
        const list = [...iterable(values)], filter = this.#filter;
        const answers = new Array(list.length);

        eachBatch(list, this.#held, (class_, count, first) => {
            this.#checked(c.bloomext_contains_packed(filter, class_, scratch, offsets, count, found), class_);
            takeFound(count, answers, first);
        }, (kind, value, first) => {
            answers[first] = this.#test(kind.class, kind.put, value);
        });
        return answers;
    }

    hasHash(hash) {
        return this.#checked(c.bloomext_contains_hash(this.#filter, hashOf(hash)), 0);
    }

    hasHashes(hashes) {
        const list = hashesOf(hashes), filter = this.#filter;
        const answers = new Array(list.length);
        eachBatchOfHashes(list, (count, first) => {
            this.#checked(c.bloomext_contains_hashes(filter, scratch, count, found), 0);
            takeFound(count, answers, first);
        });
        return answers;
    }

    // Changes

    /** Gives the filter memory of its own before a change */
    #own() {
        const { filter, block } = this.#memory ?? { filter: this.#filter };
        if (this.#since === false)
            this.#since = true;
        if (block !== 0) {
            const clone = opened(c.bloomext_clone(filter, answer));
            release(this.#memory);
            Object.assign(this.#memory, clone);
        }
        return this.#memory.filter;
    }

    #changed(status, class_ = 0) {
        views();                // the function may have allocated memory
        this.#checked(status, class_);
        if (class_ !== 0)
            this.#held = class_;
        if (Filter.onOverCapacity)
            this.#checkCapacity();
        return this;
    }

    /** Calls the function of the user once, after the filter has exceeded its capacity */
    #checkCapacity() {
        const status = c.bloomext_report_capacity(this.#filter, answer);
        views();
        if (status < 0)
            Filter.onOverCapacity(errorAt(answer), this);
    }

    add(value) {
        const kind = kindOf(value, this.#held);
        return this.#add(kind.class, kind.put, value);
    }

    addRaw(typeName, canonical) {
        return this.#add(classOfType(typeName), putBytes, canonical);
    }

    #add(class_, put, value) {
        const filter = this.#own();
        return withValue(put, value, (place, size) =>
            this.#changed(c.bloomext_add(filter, class_, place, size), class_));
    }

    addAll(values) {
        const list = [...iterable(values)], held = this.#held;
        this.#own();

        // verifies all types before the first value is added
        if (list.length > 0) {
            const kind = kindOf(list[0], held);
            for (const value of list)
                if (kindOf(value, held) !== kind)
                    throw new TypeError('values must have one type');
        }
        eachBatch(list, held, (class_, count) => {
            this.#changed(c.bloomext_add_packed(this.#filter, class_, scratch, offsets, count), class_);
        }, (kind, value) => {
            this.#add(kind.class, kind.put, value);
        });
        return this;
    }

    addHash(hash) {
        const checked = hashOf(hash);
        return this.#changed(c.bloomext_add_hash(this.#own(), checked));
    }

    addHashes(hashes) {
        const list = hashesOf(hashes);
        this.#own();
        eachBatchOfHashes(list, count => this.#changed(c.bloomext_add_hashes(this.#filter, scratch, count)));
        return this;
    }

    remove(value) {
        const kind = kindOf(value, this.#held);
        return this.#remove(kind.class, kind.put, value);
    }

    removeRaw(typeName, canonical) {
        return this.#remove(classOfType(typeName), putBytes, canonical);
    }

    #remove(class_, put, value) {
        const filter = this.#own();
        return withValue(put, value, (place, size) => {
            const status = c.bloomext_remove(filter, class_, place, size, answer);
            if (status < 0)
                fail(status, answer);
            return this;
        });
    }

    #combined(status) {
        views();
        if (status < 0)
            fail(status, answer);
        this.#learnClass();
        return this;
    }

    // Other filters

    static #check(other) {
        if (!(other instanceof Filter))
            throw new TypeError('a filter can only be combined with a Filter');
        return other.#filter;
    }

    union(...others) {
        const result = this.copy();
        for (const other of others)
            result.#combined(c.bloomext_unite(result.#filter, Filter.#check(other), answer));
        if ([this, ...others].some(one => one.#since !== undefined))
            result.#since = true;
        if (Filter.onOverCapacity)
            result.#checkCapacity();
        return result;
    }

    intersection(...others) {
        const result = this.copy();
        for (const other of others)
            result.#combined(c.bloomext_intersect(result.#filter, Filter.#check(other), answer));
        result.#since = undefined;      // it lacks what was removed
        return result;
    }

    /** The field of bloomext_overlap at an offset */
    #overlap(other, offset) {
        const status = c.bloomext_compare(this.#filter, Filter.#check(other), scratch, answer);
        views();
        if (status < 0)
            fail(status, answer);
        return double(scratch + offset);
    }

    unionCardinality(other) {
        return this.#overlap(other, 0);
    }

    intersectionCardinality(other) {
        return this.#overlap(other, 8);
    }

    jaccard(other) {
        return this.#overlap(other, 16);
    }

    equals(other) {
        const bytes = this.toBytes(), others = other instanceof Filter ? other.toBytes() : [];
        return bytes.length === others.length && bytes.every((byte, i) => byte === others[i]);
    }

    copy() {
        return Filter.from.call(this.constructor, this);
    }

    get [CHANGED]() {
        return this.#since;
    }

    set [CHANGED](since) {
        this.#since = since;
    }

    // Information

    get info() {
        c.bloomext_get_info(this.#filter, answer);
        const pointed = place => string(word(answer + place));
        return {
            representation: pointed(0), format: pointed(4), class: string(c.bloomext_class_name(word(answer + 8)) >>> 0),
            growth: word(answer + 12), elastic: byte(answer + 16) !== 0, counting: byte(answer + 17) !== 0,
            capacity: Number(long(answer + 24)), errorRate: double(answer + 32), seed: long(answer + 40),
            size: word(answer + 48), layers: word(answer + 52),
            probes: word(answer + 56), cacheLines: word(answer + 60), blockLines: word(answer + 64),
            bits: Number(long(answer + 72)), bitsSet: Number(long(answer + 80)),
            cardinality: double(answer + 88), fpp: double(answer + 96),
            overCapacity: byte(answer + 19) !== 0, saturated: byte(answer + 20) !== 0,
        };
    }

    get size() {
        return c.bloomext_size(this.#filter) >>> 0;
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

    get overCapacity() {
        return this.info.overCapacity;
    }

    #written(size, write, take) {
        const place = allocate(size);
        try {
            write(this.#filter, place);
            views();
            return take(place, size);
        } finally {
            c.free(place);
        }
    }

    toBytes() {
        return this.#written(this.size, c.bloomext_write, bytesAt);
    }

    toString() {
        const size = c.bloomext_text_size(this.#filter) >>> 0;
        return this.#written(size, c.bloomext_write_text, (place, n) => string(place, place + n));
    }

    toJSON() {
        return this.toString();
    }

    // The bytes that node-postgres sends, in binary, for a parameter.  For an
    // array, it calls replace() to quote an element in the text of the array.
    toPostgres() {
        const bytes = Buffer.from(this.toBytes().buffer);
        Object.defineProperty(bytes, 'replace', { value: (...parameters) => String(this).replace(...parameters) });
        return bytes;
    }

    // With this, lodash's cloneDeep(), isEqual() and merge() leave it as it is:
    // they would lose the private fields.  Knex and Sequelize use those.
    get [Symbol.toStringTag]() {
        return 'Filter';
    }

    [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
        if (!this.#memory)
            return 'Filter (closed)';
        const { class: class_, capacity, errorRate, cardinality, size, saturated } = this.info;
        const values = saturated ? `more than ${Math.round(cardinality)}` : cardinality;
        return `Filter ${inspect({ class: class_, capacity, errorRate, cardinality: values, size }, options)}`;
    }
}

if (Symbol.dispose)
    Filter.prototype[Symbol.dispose] = Filter.prototype.close;
