/*
 * codec/classic.h
 *		What the filters of Guava and Spark, two of a kind, have in common: one
 *		array of 64-bit words, high byte first, of which the classic formula
 *		gives the size.
 */
#ifndef BLOOM_CLASSIC_H
#define BLOOM_CLASSIC_H

#include "codec/imported.h"

/*
 * A new filter for so many keys, but for its variant.  Returns NULL or what
 * is wrong.
 */
extern const char *bloom_classic_new(uint64_t capacity, double error_rate,
									 BloomImportedFile *file);

/*
 * The file's only layer, which has so many words, as the header tells: they
 * are all that follows it.  Returns NULL or what is wrong.
 */
extern const char *bloom_classic_read(const uint8_t *words, size_t size,
									  uint32_t count, BloomImportedFile *file);

/*
 * Write the number of words to the end of a header of so many bytes, and the
 * words behind it.  Returns how long the file is; data may be NULL.
 */
extern size_t bloom_classic_write(const BloomImported *imported,
								  const uint64_t *words, size_t header,
								  uint8_t *data, BloomPause pause);

/* What is wrong with the data of such a filter, or NULL */
extern const char *bloom_classic_problem(const BloomImported *imported,
										 unsigned layers);

/* The positions of a key by two hashes of 32 bits */
extern void bloom_classic_positions(const BloomImportedLayer *layer,
									uint32_t hash, uint32_t step,
									uint64_t *positions);

#endif							/* BLOOM_CLASSIC_H */
