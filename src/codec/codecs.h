/*
 * codec/codecs.h
 *		The way from a format's number, which is stored, to its codec.
 */
#ifndef BLOOM_CODECS_H
#define BLOOM_CODECS_H

#include "codec/imported.h"

/* The codec of a format; NULL if it is native or not recognized */
extern const BloomCodec *bloom_format_codec(int format);

/* The positions of a key in a layer: as many as it has probes, with repeats */
extern void bloom_imported_positions(BloomFormat format,
									 const BloomImported *imported,
									 unsigned layer, const void *key,
									 size_t size, uint64_t *positions);

extern bool bloom_imported_test(BloomFormat format,
								const BloomImported *imported,
								unsigned layer, const uint64_t *words,
								const void *key, size_t size);

/* Returns the number of bits that weren't set before; counts nothing */
extern unsigned bloom_imported_add(BloomFormat format,
								   const BloomImported *imported,
								   unsigned layer, uint64_t *words,
								   const void *key,
								   size_t size);

/*
 * Count a key that was added to a layer, as the library would: to be called
 * only if bloom_imported_add has set a bit.
 */
extern void bloom_imported_count(BloomFormat format, BloomImported *imported,
								 unsigned layer);

/* Make the data of a filter those of an empty one, of its first layer */
extern void bloom_imported_clear(BloomFormat format, BloomImported *imported);

/*
 * Whether the library would go on with a further layer before the next key;
 * never of a fixed filter, whatever it holds.
 */
extern bool bloom_imported_full(BloomFormat format,
								const BloomImported *imported,
								unsigned layers);

/*
 * The layer that the library would add; false if the filter is fixed, has
 * BLOOM_IMPORTED_MAX_LAYERS, or its next layer would be too large.
 */
extern bool bloom_imported_next(BloomFormat format,
								const BloomImported *imported,
								unsigned layers, BloomImportedLayer *next);

#endif							/* BLOOM_CODECS_H */
