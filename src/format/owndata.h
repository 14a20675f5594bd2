/*
 * format/owndata.h
 *		The own data of imported filters, which native ones do not have.
 *
 * The bits of an imported filter are those that its library sets.  The data
 * that the library writes in addition to the bits are stored in a
 * BloomImported, so that the file can be written again, byte for byte.
 * src/codec/ knows their meaning and validates them.
 */
#ifndef BLOOM_OWNDATA_H
#define BLOOM_OWNDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which bits a value sets.  These numbers are stored. */
typedef enum BloomFormat
{
	BLOOM_FORMAT_NATIVE = 1,
	BLOOM_FORMAT_PYBLOOM = 2,
	BLOOM_FORMAT_REDISBLOOM = 3,
	BLOOM_FORMAT_REDIS_BITMAP = 4,
	BLOOM_FORMAT_GUAVA = 5,
	BLOOM_FORMAT_SPARK = 6,
	BLOOM_FORMAT_PARQUET = 7
} BloomFormat;

/*
 * What the library hashes for a value.  These numbers are stored.  Those of
 * integers are their sizes in bytes.
 */
typedef enum BloomKeys
{
	BLOOM_KEYS_TEXT = 0,		/* the bytes of a text or bytea */
	BLOOM_KEYS_UTF16 = 2,		/* the UTF-16 code units of a text */
	BLOOM_KEYS_INTEGER = 4,
	BLOOM_KEYS_LONG = 8
} BloomKeys;

#define BLOOM_IMPORTED_MAX_LAYERS	64
#define BLOOM_IMPORTED_MAX_PROBES	255
#define BLOOM_IMPORTED_MAX_BITS		(UINT64_C(500) * 1024 * 1024 * 8)

/* One layer.  Members that the library does not write are 0. */
typedef struct BloomImportedLayer
{
	uint64_t	bits;			/* length of its array of bits */
	uint64_t	probes;			/* bits per key, 1 .. 255 */
	uint64_t	capacity;		/* keys for which it was made */
	uint64_t	count;			/* keys added, as the library counts */
	double		error_rate;
	double		bits_per_key;	/* RedisBloom: bpe */
	uint64_t	bits_log;		/* RedisBloom: n2 */
	uint64_t	reserved;		/* 0 */
} BloomImportedLayer;

/*
 * The own data of an imported filter, which are stored between its layer table
 * and its bits.  All members are 64-bit numbers, so that the byte order can be
 * converted without knowledge of their meaning.
 */
typedef struct BloomImported
{
	uint64_t	variant;		/* of the format; see the codec's file */
	uint64_t	growth;			/* factor between layers; 0: a fixed filter */
	uint64_t	capacity;		/* of the first layer, as requested */
	uint64_t	count;			/* RedisBloom: size */
	double		error_rate;		/* as requested */
	double		ratio;			/* pybloom: between error rates of layers */
	uint64_t	options;		/* RedisBloom: its options; bitmap: least
								 * number of bytes; Spark: seed */
	uint64_t	keys;			/* a BloomKeys */
	BloomImportedLayer layer[];
} BloomImported;

/* Memory for the largest own data, for use on the stack */
typedef union BloomImportedRoom
{
	BloomImported imported;
	uint64_t	room[8 + 8 * BLOOM_IMPORTED_MAX_LAYERS];
} BloomImportedRoom;

/* The number of 64-bit words of a layer, in whole cache lines */
static inline size_t
bloom_imported_words(const BloomImportedLayer *layer)
{
	const unsigned line_bits = 512;

	return (size_t) ((layer->bits + line_bits - 1) / line_bits) *
		(line_bits / 64);
}

/* The number of positions that a key can have in a layer */
static inline uint64_t
bloom_imported_positions(const BloomImportedLayer *layer)
{
	return layer->bits_log > 0 ? UINT64_C(1) << layer->bits_log : layer->bits;
}

/*
 * Whether positions are remainders of numbers of only 31 bits: in Guava's
 * strategy 0 and Spark's version 1.  Then keys never have those from 2^31 on,
 * and in large layers below, they have some more often than others.
 */
extern bool bloom_imported_short_hashes(int format,
										const BloomImported *imported);

/* The name of a format in SQL, or NULL if the number is not recognized */
extern const char *bloom_format_name(int format);

#endif							/* BLOOM_OWNDATA_H */
