/*
 * codec/imported.h
 *		Filters of other libraries: what all codecs have in common, and what
 *		each of them supplies.
 *
 * In memory, a layer of an imported filter is an array of bits.  Bit p of the
 * layer is bit p mod 64 of word p / 64.  Zeros fill the last cache line.
 */
#ifndef BLOOM_IMPORTED_H
#define BLOOM_IMPORTED_H

#include <stdbool.h>

#include "core/pause.h"
#include "format/owndata.h"

/* A file that has been read */
typedef struct BloomImportedFile
{
	unsigned	layers;

	/* the array of each layer, and its size; further sizes are 0 */
	const uint8_t *bytes[BLOOM_IMPORTED_MAX_LAYERS];
	size_t		size[BLOOM_IMPORTED_MAX_LAYERS];

	bool		high_first;		/* bit p is bit 7 - p mod 8 of byte p / 8 */
	bool		big_words;		/* 64-bit words, high byte first */
	BloomImportedRoom head;		/* at the end, for it varies in size */
} BloomImportedFile;

/* Copy a layer's bits from a file to so many words */
extern void bloom_imported_load(const BloomImportedFile *file, unsigned layer,
								uint64_t *words, BloomPause pause);

/* Copy a layer's words to so many bytes of a file */
extern void bloom_imported_store(const uint64_t *words, size_t size,
								 bool high_first, bool big_words,
								 uint8_t *bytes, BloomPause pause);

/* Whether all bits of so many bytes are 0 from a position on */
extern bool bloom_imported_ends(const uint8_t *bytes, size_t size,
								uint64_t bits, bool high_first);

/* The bytes to read */
typedef struct BloomImportedInput
{
	const uint8_t *data;		/* the file, or all chunks but the first */
	size_t		size;
	const uint8_t *header;		/* the first chunk, if the codec has chunks */
	size_t		header_size;
} BloomImportedInput;

/*
 * What the user says about a filter: about a new one, or about one that is
 * read, whose file may not contain it.  A codec ignores what it does not need.
 */
typedef struct BloomImportedOptions
{
	uint64_t	capacity;
	double		error_rate;
	int			growth;			/* factor between layers; 0: fixed */
	bool		xxh3;			/* pybloom: its hash is XXH3-128, not MD5 */
	bool		prime;			/* bitmap: its length is a prime number */
	bool		low_first;		/* bitmap: the lowest bit of a byte is first */
	int			version;		/* Spark: version of the file */
} BloomImportedOptions;

/*
 * What a codec supplies.  The functions other than read, make and problem take
 * data that nothing is wrong with.
 */
typedef struct BloomCodec
{
	const char *name;			/* of the format, in SQL */

	/* What is wrong beyond what all formats have in common, or NULL */
	const char *(*problem) (const BloomImported *imported, unsigned layers);

	/* Read a file.  Returns NULL, or what is wrong. */
	const char *(*read) (const BloomImportedOptions *options,
						 const BloomImportedInput *input,
						 BloomImportedFile *file);

	/* Make an empty filter.  Returns NULL, or what is wrong. */
	const char *(*make) (const BloomImportedOptions *options,
						 BloomImportedFile *file);

	/*
	 * Whether answers depend on the hash, which files do not contain: then
	 * the user or a known member has to tell.  NULL: files contain all.
	 */
	bool		(*needs_hash) (const BloomImported *imported, unsigned layers);

	/* The positions of a key in a layer */
	void		(*positions) (const BloomImported *imported, unsigned layer,
							  const void *key, size_t size,
							  uint64_t *positions);

	/*
	 * Write the file, or all chunks but the first, end to end.  Returns the
	 * number of bytes.  data may be NULL, words may not.
	 */
	size_t		(*write) (const BloomImported *imported, unsigned layers,
						  const uint64_t *const *words, uint8_t *data,
						  BloomPause pause);

	/*
	 * For files of several chunks, else NULL: write the first chunk, of which
	 * the number of bytes is returned (data may be NULL); and the number of
	 * bytes that a layer has in the others.  No chunk continues over the end
	 * of a layer.
	 */
	size_t		(*write_header) (const BloomImported *imported,
								 unsigned layers, uint8_t *data);
	size_t		(*layer_size) (const BloomImported *imported, unsigned layer);

	/* Count a key that was added to a layer; NULL: it counts none */
	void		(*count) (BloomImported *imported, unsigned layer);

	/* The layer after so many, or false; NULL: its filters don't grow */
	bool		(*next) (const BloomImported *imported, unsigned layers,
						 BloomImportedLayer *next);

	/* The filter is empty, with one layer: what that changes; may be NULL */
	void		(*clear) (BloomImported *imported);

	unsigned	integer_sizes;	/* 4 and 8, OR-ed: what integer_size may be */
	bool		sums_counts;	/* the filter's count is that of its layers */
	bool		any_length;		/* options only tell how long a file was */
	bool		untold_parameters;	/* files lack capacity and error rate */
	bool		needs_parameters;	/* and cannot be read without them */
	bool		recognizable;	/* no other file is taken for one of these */
} BloomCodec;

/*
 * What is wrong with the data of a filter of so many layers, or NULL: for data
 * from outside, which load and the codec must be safe with.
 */
extern const char *bloom_codec_problem(const BloomCodec *codec,
									   const BloomImported *imported,
									   unsigned layers);

#endif							/* BLOOM_IMPORTED_H */
