/*
 * codec/codecs.h
 *		Finding the codec of a format, whose number is stored, and calling it.
 *
 * The functions other than the first two require the number of an imported
 * format, and valid data.
 */
#ifndef BLOOM_CODECS_H
#define BLOOM_CODECS_H

#include "codec/codec.h"

/* The codec of a format, or NULL if the format is native or unrecognized */
extern const BloomCodec *bloom_format_codec(int format);

/*
 * Validate the own data of a filter, which may come from outside.  Returns
 * NULL if they are safe for all functions of the codec, otherwise a sentence
 * about the error.
 */
extern const char *bloom_codec_problem(BloomFormat format,
									   const BloomImported *imported,
									   unsigned layers);

/* Whether the layer at words, which may be unaligned, may contain the key */
extern bool bloom_codec_test(BloomFormat format,
							 const BloomImported *imported,
							 unsigned layer, const void *words,
							 const BloomKey *key);

/*
 * Set the bits of a key in the layer that starts at words.  Returns the number
 * of bits that were not set before, and does not count the key.
 */
extern unsigned bloom_codec_add(BloomFormat format,
								const BloomImported *imported,
								unsigned layer, uint64_t *words,
								const BloomKey *key);

/*
 * Count a key that was added to a layer, as the library would do it.  Only
 * called if bloom_codec_add() has set a bit.
 */
extern void bloom_codec_count(BloomFormat format, BloomImported *imported,
							  unsigned layer);

/* Change the data of a filter to those of an empty one with its first layer */
extern void bloom_codec_clear(BloomFormat format, BloomImported *imported);

/*
 * Whether the library would append a layer before adding the next key.  Always
 * false for a fixed filter.
 */
extern bool bloom_codec_full(BloomFormat format,
							 const BloomImported *imported,
							 unsigned layers);

/*
 * Compute the layer that the library would append.  Returns false if the
 * filter is fixed or has BLOOM_IMPORTED_MAX_LAYERS, or if the layer would be
 * too large.
 */
extern bool bloom_codec_next(BloomFormat format,
							 const BloomImported *imported,
							 unsigned layers, BloomImportedLayer *next);

#endif							/* BLOOM_CODECS_H */
