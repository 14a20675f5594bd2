/*
 * codec/imported.h
 *		Filters that other libraries wrote: what is common to all of them, and
 *		what each codec has to tell.
 *
 * An imported filter keeps its layers as arrays of bits, bit p of a layer
 * being bit p mod 64 of word p / 64, filled up with zeros to whole lines.
 * What its library wrote beside the bits is kept in a BloomImported, so that
 * it can be written again, byte for byte.
 */
#ifndef BLOOM_IMPORTED_H
#define BLOOM_IMPORTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What hash sets what bits.  These numbers are stored. */
typedef enum BloomFormat
{
	BLOOM_FORMAT_NATIVE = 1,
	BLOOM_FORMAT_PYBLOOM = 2,
	BLOOM_FORMAT_REDISBLOOM = 3,
	BLOOM_FORMAT_REDIS_BITMAP = 4,
	BLOOM_FORMAT_GUAVA = 5,
	BLOOM_FORMAT_SPARK = 6
} BloomFormat;

#define BLOOM_IMPORTED_MAX_LAYERS	64
#define BLOOM_IMPORTED_MAX_PROBES	255
#define BLOOM_IMPORTED_MAX_BITS		(UINT64_C(500) * 1024 * 1024 * 8)

/* One layer; what its library doesn't write is 0 */
typedef struct BloomImportedLayer
{
	uint64_t	bits;			/* positions in its array */
	uint64_t	probes;			/* positions of a key, 1 .. 255 */
	uint64_t	capacity;		/* keys that it is for */
	uint64_t	count;			/* keys that were added, as it counts */
	double		error_rate;
	double		bits_per_key;	/* RedisBloom: bpe */
	uint64_t	bits_log;		/* RedisBloom: n2 */
	uint64_t	reserved;		/* 0 */
} BloomImportedLayer;

/*
 * All of it is 64-bit numbers, for it is stored as such ("the format's own
 * data" in doc/format.md) and converted to another byte order as such.
 */
typedef struct BloomImported
{
	uint64_t	variant;		/* of the format; see its codec's header */
	uint64_t	growth;			/* factor between layers; 0: a fixed filter */
	uint64_t	capacity;		/* as asked for, of the first layer */
	uint64_t	count;			/* RedisBloom: size */
	double		error_rate;		/* as asked for */
	double		ratio;			/* between the error rates of layers */
	uint64_t	options;		/* RedisBloom's; bitmap: its least bytes;
								 * Spark: seed */
	uint64_t	integer_size;	/* bytes of a key that is an integer, the
								 * lowest first; 0: text or bytea */
	BloomImportedLayer layer[];
} BloomImported;

/* The most that there can be; whole, it fits on a stack */
typedef union BloomImportedRoom
{
	BloomImported imported;
	uint64_t	room[8 + 8 * BLOOM_IMPORTED_MAX_LAYERS];
} BloomImportedRoom;

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

/* The 64-bit words of a layer, in whole lines */
extern size_t bloom_imported_words(const BloomImportedLayer *layer);

/* Called every 4 MB of work, unless it is NULL; it need not return */
typedef void (*BloomPause) (void);

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

/*
 * What is a library's own in its filters.  But for problem, the functions take
 * data that nothing is wrong with.
 */
typedef struct BloomCodec
{
	const char *name;			/* of the format, in SQL */

	/* What is wrong beyond what all formats have in common, or NULL */
	const char *(*problem) (const BloomImported *imported, unsigned layers);

	/* The positions of a key in a layer */
	void		(*positions) (const BloomImported *imported, unsigned layer,
							  const void *key, size_t size,
							  uint64_t *positions);

	/*
	 * Bytes of the file, which is written if data is given; needs words
	 * anyway.  RedisBloom: of all chunks but the first, end to end.
	 */
	size_t		(*write) (const BloomImported *imported, unsigned layers,
						  const uint64_t *const *words, uint8_t *data,
						  BloomPause pause);

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
	bool		untold_parameters;	/* files don't tell capacity and error
									 * rate */
} BloomCodec;

/*
 * What is wrong with the data of a filter of so many layers, or NULL: for data
 * from outside, which load and the codec must be safe with.
 */
extern const char *bloom_codec_problem(const BloomCodec *codec,
									   const BloomImported *imported,
									   unsigned layers);

#endif							/* BLOOM_IMPORTED_H */
