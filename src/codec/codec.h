/*
 * codec/codec.h
 *		Filters of other libraries: the common part of all codecs, and the
 *		functions that each codec has.
 *
 * In memory, a layer of an imported filter is an array of bits.  Bit p of the
 * layer is bit p mod 64 of word p / 64.  Zeros fill the last cache line.
 */
#ifndef BLOOM_CODEC_H
#define BLOOM_CODEC_H

#include <stdbool.h>

#include "core/pause.h"
#include "format/owndata.h"

/* A file that has been read */
typedef struct BloomCodecFile
{
	unsigned	layers;

	/*
	 * The array of each layer, and its size in bytes.  The sizes may be
	 * smaller than the layers: the missing bytes are zeros.
	 */
	const uint8_t *bytes[BLOOM_IMPORTED_MAX_LAYERS];
	size_t		size[BLOOM_IMPORTED_MAX_LAYERS];

	bool		high_first;		/* bit p is bit 7 - p mod 8 of its byte */
	bool		big_words;		/* big-endian 64-bit words */
	BloomImportedRoom head;		/* varies in size, so it is last */
} BloomCodecFile;

/*
 * Copy the bits of a layer from a file to words, as many as
 * bloom_imported_words() says
 */
extern void bloom_codec_load(const BloomCodecFile *file, unsigned layer,
							 uint64_t *words, BloomPause pause);

/* Copy the words of a layer to the `size` bytes of it in a file */
extern void bloom_codec_store(const uint64_t *words, size_t size,
							  bool high_first, bool big_words,
							  uint8_t *bytes, BloomPause pause);

/* Whether all bits of an array from position `bits` on are 0 */
extern bool bloom_codec_ends(const uint8_t *bytes, size_t size,
							 uint64_t bits, bool high_first);

/* The bytes to read */
typedef struct BloomCodecInput
{
	const uint8_t *data;		/* the file, or all chunks but the first */
	size_t		size;
	const uint8_t *header;		/* the first chunk, if the codec has chunks */
	size_t		header_size;
} BloomCodecInput;

/*
 * The user's options for a new filter, or for a file that does not contain
 * them.  A codec ignores those that it does not need.
 */
typedef struct BloomCodecOptions
{
	uint64_t	capacity;
	double		error_rate;
	int			growth;			/* factor between layers; 0: fixed */
	bool		xxh3;			/* pybloom: XXH3-128 instead of MD5 */
	bool		prime;			/* bitmap: the number of bits is a prime */
	bool		low_first;		/* bitmap: bit p is bit p mod 8 of its byte */
	int			version;		/* Spark: version of the file */
} BloomCodecOptions;

/*
 * What a library hashes: the canonical bytes of a value, or an integer.  If
 * keys are UTF-16, the codec converts the bytes, which are UTF-8.  If a key is
 * long, pause is called before each layer and each digest; otherwise, it is
 * NULL.
 */
typedef struct BloomKey
{
	const void *data;
	size_t		size;
	BloomPause	pause;
} BloomKey;

/*
 * A codec.  Functions that return a text return NULL, or a sentence about the
 * error.  The functions other than read, make and problem require valid data,
 * for which bloom_codec_validate() returns NULL.
 */
typedef struct BloomCodec
{
	/* Validate data that passed the checks common to all formats */
	const char *(*problem) (const BloomImported *imported, unsigned layers);

	/* Read a file for bloom_codec_read(), which clears and validates *file */
	const char *(*read) (const BloomCodecOptions *options,
						 const BloomCodecInput *input,
						 BloomCodecFile *file);

	/*
	 * Likewise, make an empty filter for bloom_codec_make(), which has checked
	 * capacity and error rate
	 */
	const char *(*make) (const BloomCodecOptions *options,
						 BloomCodecFile *file);

	/*
	 * Whether results depend on a hash whose name is not in the file.  Then
	 * the user must give it, or a known member from which it can be found.
	 * NULL if files never lack it.
	 */
	bool		(*needs_hash) (const BloomImported *imported, unsigned layers);

	/*
	 * Compute the positions of a key in a layer: as many as it has probes, in
	 * which repetitions are possible
	 */
	void		(*positions) (const BloomImported *imported, unsigned layer,
							  const BloomKey *key, uint64_t *positions);

	/*
	 * Write the file or, if the format has chunks, all chunks but the first,
	 * one after the other.  words has a pointer per layer and must not be
	 * NULL.  Returns the number of bytes, and writes nothing if data is NULL.
	 */
	size_t		(*write) (const BloomImported *imported, unsigned layers,
						  const uint64_t *const *words, uint8_t *data,
						  BloomPause pause);

	/*
	 * For formats with chunks, otherwise NULL.  write_header writes the first
	 * chunk, and returns its number of bytes; it writes nothing if data is
	 * NULL.  layer_size returns the number of bytes of a layer in the other
	 * chunks.  A chunk has bytes of one layer only.
	 */
	size_t		(*write_header) (const BloomImported *imported,
								 unsigned layers, uint8_t *data);
	size_t		(*layer_size) (const BloomImported *imported, unsigned layer);

	/* Count a key that was added to a layer.  NULL: keys are not counted. */
	void		(*count) (BloomImported *imported, unsigned layer);

	/*
	 * Compute the layer that follows the existing ones.  Returns false if it
	 * would be too large.  NULL if filters of this format do not grow.
	 */
	bool		(*next) (const BloomImported *imported, unsigned layers,
						 BloomImportedLayer *next);

	/*
	 * Change data when the filter becomes empty and has one layer, except the
	 * counts.  May be NULL.
	 */
	void		(*clear) (BloomImported *imported);

	unsigned	keys;			/* OR of the BloomKeys other than text */
	bool		sums_counts;	/* count is the sum of the layers' counts */
	bool		any_length;		/* imported->options is only the least size of
								 * the file: filters combine if it differs */
	/* files lack capacity and error rate, which may be unknown ... */
	bool		untold_parameters;
	/* ... or which the user must give, because reading requires them */
	bool		needs_parameters;
	bool		recognizable;	/* read refuses files of other formats */
	bool		has_versions;	/* make has a choice of them */
} BloomCodec;

/*
 * Validate the data of a fixed filter of one layer whose file does not contain
 * its capacity and error rate.  These are 0 if they are unknown.  Does not
 * check variant and options.
 */
extern const char *bloom_codec_bits_problem(const BloomImported *imported,
											unsigned layers);

/*
 * Validate the data of a filter, which may come from outside.  Returns NULL if
 * they are safe for bloom_codec_load() and the codec, otherwise a sentence
 * about the error.
 */
extern const char *bloom_codec_validate(const BloomCodec *codec,
										const BloomImported *imported,
										unsigned layers);

/* Read and validate a file.  Returns NULL, or a sentence about the error. */
extern const char *bloom_codec_read(const BloomCodec *codec,
									const BloomCodecOptions *options,
									const BloomCodecInput *input,
									BloomCodecFile *file);

/* Make an empty filter.  Returns NULL, or a sentence about the error. */
extern const char *bloom_codec_make(const BloomCodec *codec,
									const BloomCodecOptions *options,
									BloomCodecFile *file);

/* The codecs; each of them is in its own file */
extern const BloomCodec bloom_bitmap_codec;
extern const BloomCodec bloom_guava_codec;
extern const BloomCodec bloom_parquet_codec;
extern const BloomCodec bloom_pybloom_codec;
extern const BloomCodec bloom_redisbloom_codec;
extern const BloomCodec bloom_spark_codec;

#endif							/* BLOOM_CODEC_H */
