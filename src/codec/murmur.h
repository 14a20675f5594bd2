/*
 * codec/murmur.h
 *		The MurmurHash functions that other libraries' filters use.
 *
 * They read their input as little-endian on every machine.
 */
#ifndef BLOOM_MURMUR_H
#define BLOOM_MURMUR_H

#include <stddef.h>
#include <stdint.h>

/* MurmurHash2; of the size only the low 32 bits count */
extern uint32_t bloom_murmur2_32(const void *key, size_t size, uint32_t seed);

/* MurmurHash64A */
extern uint64_t bloom_murmur2_64(const void *key, size_t size, uint64_t seed);

/*
 * MurmurHash3_x86_32 as Spark has it: of the bytes after the last block of
 * four, each is a block by itself, a signed number.
 */
extern uint32_t bloom_murmur3_spark(const void *key, size_t size,
									uint32_t seed);

/* MurmurHash3_x64_128: both halves of the hash */
extern void bloom_murmur3_128(const void *key, size_t size, uint32_t seed,
							  uint64_t *low, uint64_t *high);

#endif							/* BLOOM_MURMUR_H */
