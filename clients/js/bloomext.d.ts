/** What a filter's value is: what else is no value raises a TypeError. */
export type Value = string | number | bigint | boolean | Uint8Array;

/** Bytes that are no filter, a value of another class than the filter's, filters that do not combine ... */
export class BloomError extends Error {
    /** The remedy, or empty */
    readonly hint: string;
}

/** What bloom_info tells in SQL */
export interface Info {
    representation: 'sparse' | 'dense' | 'rollup';
    /** 'native', or the format of another library */
    format: string;
    /** of its values: 'text', 'integer' ... */
    class: string;
    /** 0: it doesn't grow; else by what factor */
    growth: number;
    counting: boolean;
    /** of the first layer; 0: it sizes itself, or isn't known */
    capacity: number;
    /** asked for, at capacity; 0: not known */
    errorRate: number;
    seed: bigint;
    /** bytes */
    size: number;
    /** 0 if it is sparse */
    layers: number;
    /** bits of one value */
    probes: number;
    /** lines of 64 bytes that those are in; 0: not known */
    cacheLines: number;
    /** lines that those are chosen from; 0: not known */
    blockLines: number;
    bits: number;
    bitsSet: number;
    /** distinct values: exact if it is sparse, else an estimate */
    cardinality: number;
    /** share of other values that test positive now */
    fpp: number;
}

/** How Filter.create makes a filter */
export interface Options {
    /** Of the hash; 0n by default */
    seed?: bigint | number;
    /**
     * What strings and numbers are, if not text and integers. By default the first
     * value that is added decides.
     */
    class?: 'text' | 'integer' | 'bytea' | 'uuid' | 'float' | 'numeric';
}

/**
 * A Bloom filter, as PostgreSQL has it.
 *
 * Which value is meant depends on the class of values that it holds: a string
 * is text, or a uuid or numeric; a number an integer, or a float or numeric; a
 * bigint an integer or numeric; a Uint8Array bytea. A value that cannot be in
 * the filter for its class raises a BloomError, as in SQL.
 *
 * Iterables of values are arrays, Sets, typed arrays of numbers, generators ...
 * of values of one type. A string and a Uint8Array are single values, and raise
 * a TypeError there.
 */
export class Filter {
    /**
     * The bytes of `filter::bytea`, or a filter's text form. They are validated
     * and copied. What is not a filter raises a BloomError.
     */
    constructor(source: ArrayBuffer | ArrayBufferView | string);

    /**
     * A filter from a file's content: its bytes, or the text form as psql prints
     * it, with or without a newline, as a string or as bytes. The error says what
     * other content seems to be.
     */
    static from<T extends Filter>(this: { prototype: T }, source: ArrayBuffer | ArrayBufferView | string | Filter): T;

    /**
     * An empty filter for that many distinct values, and the share of false
     * positives at that capacity, 1e-9 to 0.5; by default 0.01. Without a
     * capacity it is an exact list that grows until fit() is called.
     */
    static create<T extends Filter>(this: { prototype: T }, capacity?: number | bigint, errorRate?: number, options?: Options): T;

    /** create, addAll and fit: the bytes of `bloom_agg(value, capacity, error_rate)` */
    static build<T extends Filter>(this: { prototype: T }, values: Iterable<Value>, capacity?: number | bigint, errorRate?: number,
        options?: Options): T;

    /** Whether a value may be in the filter; false: it was never added */
    has(value: Value): boolean;
    /** The same for each of many values, at a fraction of the cost */
    hasMany(values: Iterable<Value>): boolean[];
    /** Of any other SQL type: its name in pg_type, and the bytes described in doc/format.md */
    hasRaw(typeName: string, canonicalBytes: Uint8Array): boolean;
    /** By the result of bloom_hash(value, seed of the filter) in SQL */
    hasHash(hash: bigint): boolean;
    hasHashes(hashes: Iterable<bigint>): boolean[];

    /**
     * Adds a value. Counting, growing and rollup filters and those of other
     * libraries raise a BloomError: they are changed in SQL only.
     */
    add(value: Value): this;
    /**
     * Adds many values, several times as fast. After an error some of them may
     * have been added.
     */
    addAll(values: Iterable<Value>): this;
    addRaw(typeName: string, canonicalBytes: Uint8Array): this;
    addHash(hash: bigint): this;
    addHashes(hashes: Iterable<bigint>): this;
    /** Gives a filter without a capacity that of its number of values; others stay */
    fit(): this;

    /** A new filter of the members of this one and all others, as `bloom_union` */
    union(...others: Filter[]): this;
    /** At least the members of all, as `bloom_intersection`; exactly those if one of them is a list */
    intersection(...others: Filter[]): this;
    /** A copy, which can be changed by itself */
    copy(): this;

    readonly info: Info;
    /** bytes */
    readonly size: number;
    readonly capacity: number;
    readonly errorRate: number;
    readonly cardinality: number;
    readonly fpp: number;

    /** Its bytes, which PostgreSQL takes as a bloom or bytea */
    toBytes(): Uint8Array;
    /** Its text form, \x and hexadecimal digits, which PostgreSQL takes as well */
    toString(): string;
    /** The same, so that JSON.stringify keeps a filter, which Filter.from reads */
    toJSON(): string;
    /** What node-postgres sends for it */
    toPostgres(): Uint8Array;

    /** Frees its memory at once, rather than some time after it is forgotten */
    close(): void;
}
