/** What a filter's value is: what else is no value raises a TypeError. */
export type Value = string | number | bigint | boolean | Uint8Array;

/** What isn't a filter, a value of another class than the filter's ... */
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

/**
 * A Bloom filter that PostgreSQL, or the C or Python library, has built.
 *
 * Which value is meant depends on the class of values that it holds: a string
 * is text, or a uuid or numeric; a number an integer, or a float or numeric; a
 * bigint an integer or numeric; a Uint8Array bytea. A value that can't be in
 * the filter for its class raises a BloomError, as in SQL, and is no "no".
 */
export class Bloom {
    /**
     * The bytes of `filter::bytea`, or a filter's text form. They are validated,
     * and copied: changes of the source don't matter. What isn't a filter raises
     * a BloomError.
     */
    constructor(source: ArrayBuffer | ArrayBufferView | string);

    /** Whether a value may be in the filter; false: it isn't */
    has(value: Value): boolean;
    /** The same of each of many values of one type, which costs a fraction */
    hasMany(values: Iterable<Value>): boolean[];
    /** Of any other SQL type: its name in pg_type, and the bytes that doc/format.md tells */
    hasRaw(typeName: string, canonicalBytes: Uint8Array): boolean;
    /** By what bloom_hash(value, seed of the filter) gives in SQL */
    hasHash(hash: bigint): boolean;
    hasHashes(hashes: Iterable<bigint>): boolean[];

    readonly info: Info;
    /** bytes */
    readonly size: number;
    readonly capacity: number;
    readonly errorRate: number;
    readonly cardinality: number;
    readonly fpp: number;

    /** A copy of its bytes, which PostgreSQL takes as a bloom or bytea */
    toBytes(): Uint8Array;
    /** Its text form */
    toString(): string;
    /** What node-postgres sends for it */
    toPostgres(): Uint8Array;

    /** Gives its memory back at once, rather than some time after it is forgotten */
    close(): void;
}
