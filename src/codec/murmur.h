/*
 * codec/murmur.h
 *		The MurmurHash functions that filters of other libraries use.
 *
 * They read their input as little-endian numbers on all machines.
 */
#ifndef BLOOM_MURMUR_H
#define BLOOM_MURMUR_H

#include <stddef.h>
#include <stdint.h>

/* MurmurHash2.  Only the low 32 bits of the size enter the hash. */
extern uint32_t bloom_murmur2_32(const void *key, size_t size, uint32_t seed);

/* MurmurHash64A */
extern uint64_t bloom_murmur2_64(const void *key, size_t size, uint64_t seed);

/*
 * Spark's variant of MurmurHash3_x86_32: each byte after the last block of
 * four is a block of its own, as a signed number
 */
extern uint32_t bloom_murmur3_spark(const void *key, size_t size,
									uint32_t seed);

/* MurmurHash3_x64_128: both halves of the hash */
extern void bloom_murmur3_128(const void *key, size_t size, uint32_t seed,
							  uint64_t *low, uint64_t *high);

/*
 * Likewise of the UTF-16 code units of a text, which is given in UTF-8.  Each
 * unit is hashed as two bytes, the low one first.  A byte that is not part of
 * a character counts as U+FFFD.  Half of a surrogate pair, encoded like a
 * character of three bytes, counts as that half.
 */
extern void bloom_murmur3_128_utf16(const void *text, size_t size,
									uint64_t *low, uint64_t *high);

#endif							/* BLOOM_MURMUR_H */
