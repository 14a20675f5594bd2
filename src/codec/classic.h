/*
 * codec/classic.h
 *		The common part of Guava's and Spark's filters.
 *
 * Both have one array of big-endian 64-bit words, whose size is computed with
 * the classic formula.  Functions that return a text return NULL, or a
 * sentence about the error.
 */
#ifndef BLOOM_CLASSIC_H
#define BLOOM_CLASSIC_H

#include "codec/codec.h"

/* Make a new filter.  The caller sets its variant. */
extern const char *bloom_classic_make(const BloomCodecOptions *options,
									  BloomCodecFile *file);

/*
 * Read the only layer of a file.  words and size are all bytes after the
 * header, count is the number of words in the header.
 */
extern const char *bloom_classic_read(const uint8_t *words, size_t size,
									  uint32_t count, BloomCodecFile *file);

/*
 * Write the number of words to the last four bytes of the header, whose size
 * is given, and then the words.  Returns the size of the file, and writes
 * nothing if data is NULL.
 */
extern size_t bloom_classic_write(const BloomImported *imported,
								  const uint64_t *words, size_t header,
								  uint8_t *data, BloomPause pause);

/* Validate the data of a filter, except variant and options */
extern const char *bloom_classic_problem(const BloomImported *imported,
										 unsigned layers);

/* Compute the positions of a key from two hashes of 32 bits */
extern void bloom_classic_positions(const BloomImportedLayer *layer,
									uint32_t hash, uint32_t step,
									uint64_t *positions);

#endif							/* BLOOM_CLASSIC_H */
