/*
 * unit/codec/make.h
 *		Empty filters of other libraries.
 */
#ifndef UNIT_MAKE_H
#define UNIT_MAKE_H

#include "codec/codec.h"

/*
 * MAKE(codec, file, capacity, error_rate, .option = value ...): NULL, or a
 * sentence about the error
 */
#define MAKE(codec, file, keys, rate, ...) \
	bloom_codec_make(&bloom_##codec##_codec, \
					 &(BloomCodecOptions) { \
						.capacity = keys, .error_rate = rate, ##__VA_ARGS__ \
					 }, file)

#endif							/* UNIT_MAKE_H */
