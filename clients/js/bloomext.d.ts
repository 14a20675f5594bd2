/** The types of values. Any other type raises a TypeError. */
export type Value = string | number | bigint | boolean | Uint8Array | Date;

/** Many values: any iterable, but a string or a Uint8Array is a single value */
export type Values<V extends Iterable<Value>> = V extends string | Uint8Array ? never : V;

declare global {
    interface SymbolConstructor {
        readonly dispose: unique symbol;
    }
}

/** Invalid bytes, a value of another class than the filter has, filters that do not combine, and so on */
export class BloomError extends Error {
    /** How to solve the problem; may be empty */
    readonly hint: string;
}

/** Information about a filter, as bloom_info returns it in SQL */
export interface Info {
    representation: 'sparse' | 'dense' | 'coded';
    /** 'native', or the format of another library */
    format: string;
    /** class of the values: 'text', 'integer' ... */
    class: string;
    /** factor between layers; 0: it does not grow */
    growth: number;
    /** whether its size follows the number of values */
    elastic: boolean;
    counting: boolean;
    /** number of values for which it keeps its error rate; 0: not known */
    capacity: number;
    /** requested error rate at capacity; 0: not known */
    errorRate: number;
    seed: bigint;
    /** bytes */
    size: number;
    /** 0 if it is sparse */
    layers: number;
    /** number of bits of one value */
    probes: number;
    /** number of cache lines of 64 bytes with these bits; 0: not known */
    cacheLines: number;
    /** number of cache lines in a block; 0: not known */
    blockLines: number;
    bits: number;
    bitsSet: number;
    /** number of distinct values: exact if sparse, otherwise an estimate */
    cardinality: number;
    /** current fraction of other values that test positive */
    fpp: number;
    /** whether a filter that does not grow has more values than its capacity, so its error rate is higher than requested */
    overCapacity: boolean;
    /** whether almost all bits are set, and cardinality is a lower bound */
    saturated: boolean;
}

/** Options of Filter.create */
export interface Options {
    /** Seed of the hash, a signed or unsigned number of 64 bits; 0n by default */
    seed?: bigint | number;
    /**
     * The value class, if strings and numbers are not text and integers. By default,
     * the first value that is added sets the class.
     */
    class?: 'text' | 'integer' | 'bytea' | 'uuid' | 'float' | 'numeric';
    /** For any number of values. The filter keeps its error rate up to the capacity, by default 50 million values. */
    elastic?: boolean;
    /** 2 or 4: when the filter is full, it gets a layer of that many times the size, and keeps its error rate */
    growth?: 0 | 2 | 4;
    /** Whether values can be removed. The filter is four times as large. */
    counting?: boolean;
}

/**
 * A Bloom filter of PostgreSQL.
 *
 * The SQL type of a value depends on the value class of the filter. A string is
 * text, uuid or numeric. A number is an integer, float or numeric. A bigint is
 * an integer or numeric. A Uint8Array is bytea, and a Date is timestamptz. A value
 * of another class raises a BloomError, as in SQL.
 *
 * An iterable of values is an array, Set, typed array of numbers, generator and
 * so on, with values of one type. A string and a Uint8Array are single values.
 * If they are passed as an iterable, they raise a TypeError.
 */
export class Filter {
    /**
     * A filter from the bytes of `filter::bytea`, or from the text format, as psql
     * prints it, with or without a newline, as a string or as bytes. The data is
     * validated and copied. If it is not a filter, a BloomError says what it seems
     * to be.
     */
    constructor(source: ArrayBuffer | ArrayBufferView | string);

    /**
     * Called once for each filter that has exceeded its capacity by an addition or
     * a union, which is not undone. The warning has the text of the server's.
     */
    static onOverCapacity: ((warning: BloomError, filter: Filter) => void) | undefined;

    /** Like the constructor; of a Filter, a copy */
    static from<T extends Filter>(this: { prototype: T }, source: ArrayBuffer | ArrayBufferView | string | Filter): T;

    /**
     * An empty filter. capacity is the number of distinct values. errorRate is the
     * fraction of false positives at capacity, 1e-9 to 0.5, by default 0.01. Without
     * a capacity, the filter is elastic, like bloom() in SQL: it holds any number of
     * values, in about 2 bytes per value, and up to 16 values exactly.
     */
    static create<T extends Filter>(this: { prototype: T }, capacity?: number | bigint, errorRate?: number, options?: Options): T;

    /**
     * A filter of values, with the same bytes as `bloom_agg(value, capacity, error_rate)`.
     * Without a capacity, it is that of `bloom_agg(value)`, an elastic filter. With
     * growth, it has the bytes of `bloom_add_all`.
     */
    static build<T extends Filter, V extends Iterable<Value>>(this: { prototype: T }, values: Values<V>, capacity?: number | bigint, errorRate?: number,
        options?: Options): T;

    /** Like build(), with the results of bloom_hash(value, seed) */
    static buildHashes<T extends Filter>(this: { prototype: T }, hashes: Iterable<bigint>, capacity?: number | bigint, errorRate?: number,
        options?: Options): T;

    /** Whether a value may be in the filter. false: it was never added */
    has(value: Value): boolean;
    /** Tests many values, at a fraction of the cost of single tests */
    hasMany<V extends Iterable<Value>>(values: Values<V>): boolean[];
    /** Tests a value of any other SQL type, by the name in pg_type and the bytes described in doc/format.md */
    hasRaw(typeName: string, canonicalBytes: Uint8Array): boolean;
    /**
     * Tests a value by its hash: bloom_hash(value, seed) in SQL with the seed of the filter. A hash
     * is an integer between -2^63 and 2^64 - 1; others raise a RangeError, here and below.
     */
    hasHash(hash: bigint): boolean;
    hasHashes(hashes: Iterable<bigint>): boolean[];

    add(value: Value): this;
    /**
     * Adds many values, several times faster than add(). After an error, some of
     * them may have been added.
     */
    addAll<V extends Iterable<Value>>(values: Values<V>): this;
    addRaw(typeName: string, canonicalBytes: Uint8Array): this;
    addHash(hash: bigint): this;
    addHashes(hashes: Iterable<bigint>): this;
    /**
     * Reverts one addition of a value to a counting filter, like `bloom_remove`. Raises a
     * BloomError if the filter does not count, or does not contain the value.
     */
    remove(value: Value): this;
    removeRaw(typeName: string, canonicalBytes: Uint8Array): this;
    /**
     * A new filter with the members of this and all other filters, like `bloom_union`. A
     * union that would exceed its error rate raises a BloomError.
     */
    union(...others: Filter[]): this;
    /**
     * A new filter with at least the common members, like `bloom_intersection`. If one
     * filter is sparse, it has exactly those of its hashes that test positive in the others.
     */
    intersection(...others: Filter[]): this;
    /** The number of distinct values in this filter, another one, or both; exact if both are sparse, otherwise an estimate */
    unionCardinality(other: Filter): number;
    /** The number of values that are in this filter and in another one */
    intersectionCardinality(other: Filter): number;
    /** The number of common values divided by that of all, 0 to 1; 1 if both are empty */
    jaccard(other: Filter): number;
    /** A copy, which can be changed independently */
    copy(): this;
    /** Whether both have the same bytes, as `=` compares them in SQL */
    equals(other: Filter): boolean;

    readonly info: Info;
    /** bytes */
    readonly size: number;
    readonly capacity: number;
    readonly errorRate: number;
    readonly cardinality: number;
    readonly fpp: number;
    /** Whether it has more values than its capacity, see Info */
    readonly overCapacity: boolean;

    /**
     * The bytes, which PostgreSQL accepts as bloom or bytea. Send them to workers,
     * because postMessage and structuredClone refuse a Filter.
     */
    toBytes(): Uint8Array;
    /** The text format, \x and hexadecimal digits, which PostgreSQL accepts, too */
    toString(): string;
    /** Like toString(), so that JSON.stringify writes a filter in a form that Filter.from reads */
    toJSON(): string;
    /** The bytes that node-postgres sends for a filter */
    toPostgres(): Uint8Array;

    /** Frees the memory immediately, instead of some time after the last reference is gone */
    close(): void;
    /** Calls close(), at the end of the scope of `using filter = ...` */
    [Symbol.dispose](): void;
}
