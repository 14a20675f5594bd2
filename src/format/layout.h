/*
 * format/layout.h
 *		A filter as it is stored and sent: format 1.
 *
 * doc/format.md describes the same for other implementations.  The layout is
 * permanent, and what this version can't work with is refused by name.
 */
#ifndef BLOOM_FORMAT_H
#define BLOOM_FORMAT_H

#include <string.h>

#include "core/coded.h"
#include "core/counters.h"
#include "core/geometry.h"
#include "format/class.h"
#include "format/owndata.h"

#define BLOOM_FORMAT_VERSION	1

#define BLOOM_FLAG_DENSE		0x01	/* layers, not a list of hashes */
#define BLOOM_FLAG_COUNTING		0x02	/* layers of 4-bit counters */
#define BLOOM_FLAG_ROLLUP		0x04	/* a coded list of cut hashes */

/* In memory alone, of a state: its cut hashes are a list that isn't coded */
#define BLOOM_FLAG_NOT_CODED	0x08

/*
 * A partial state of a union: a list that may have any number of hashes, or a
 * dense filter that was folded and has to keep its error rate
 */
#define BLOOM_FLAG_PARTIAL		0x80

/*
 * A filter that sizes itself turns to bits when it has more hashes: up to
 * here, not knowing how many will come, an exact list is worth its 8 kB.
 */
#define BLOOM_SELF_SIZING_LIMIT		1024
#define BLOOM_SELF_SIZING_CAPACITY	4096	/* that it has from then on */

#define BLOOM_DEFAULT_ERROR_RATE	0.01

/* How many values the largest union of rollup filters is meant to have */
#define BLOOM_DEFAULT_ROLLUP_CAPACITY	50000000

typedef struct BloomLayer
{
	BloomGeometry geometry;
	uint64_t	bits_set;		/* its population count */
} BloomLayer;

/*
 * In storage and memory numbers are in native byte order; on the wire they
 * are little-endian, and vl_len_ is left out.  The layer table is followed by
 * the format's own data and then by the content: the hashes or the layers'
 * words.
 */
typedef struct Bloom
{
	int32_t		vl_len_;		/* the server's varlena header */
	uint8_t		version;		/* BLOOM_FORMAT_VERSION */
	uint8_t		flags;			/* BLOOM_FLAG_* */
	uint8_t		format;			/* BloomFormat: what hash sets what bits */
	uint8_t		growth;			/* 0: fixed; 2 or 4: layers grow so much */
	BloomClass	class;			/* what the hashed values are */
	uint16_t	layers;			/* rows of the layer table */
	uint16_t	extra;			/* 8-byte units of the format's own data,
								 * before the content; of a state, room for
								 * hashes */
	uint64_t	seed;			/* of the hash */
	int64_t		capacity;		/* of the first layer; 0: it sizes itself */
	double		error_rate;		/* asked for, at capacity */
	BloomLayer	layer[];
} Bloom;

#define BLOOM_HEADER_SIZE(layers)	\
	(offsetof(Bloom, layer) + (layers) * sizeof(BloomLayer))

/* What of it isn't on the wire */
#define BLOOM_LENGTH_SIZE		offsetof(Bloom, version)

/* A head without layers, or with one; fits on a stack */
typedef union BloomHeadRoom
{
	Bloom		head;
	uint64_t	room[BLOOM_HEADER_SIZE(1) / sizeof(uint64_t)];
} BloomHeadRoom;

/* What a filter is asked for; see bloom() in SQL */
typedef struct BloomParameters
{
	int64_t		capacity;
	double		error_rate;
	int			growth;
	bool		counting;
	int64_t		seed;
	bool		rollup;
} BloomParameters;

static inline bool
bloom_growth_valid(int growth)
{
	return growth == 0 || growth == 2 || growth == 4;
}

/* Whether values can be removed: its layers are counters, and it is dense */
static inline bool
bloom_is_counting(const Bloom *head)
{
	return (head->flags & BLOOM_FLAG_COUNTING) != 0;
}

/* Whether another library says what bits stand for a value */
static inline bool
bloom_is_imported(const Bloom *head)
{
	return head->format != BLOOM_FORMAT_NATIVE;
}

/* Whether the filter is a list of hashes; they are whole, or cut */
static inline bool
bloom_is_sparse(const Bloom *head)
{
	return head->layers == 0;
}

/* Whether it is a list of cut hashes, which never turns dense */
static inline bool
bloom_is_rollup(const Bloom *head)
{
	return (head->flags & BLOOM_FLAG_ROLLUP) != 0;
}

/* Whether a stored filter's content is a coded list */
static inline bool
bloom_is_coded(const Bloom *head)
{
	return (head->flags & (BLOOM_FLAG_ROLLUP | BLOOM_FLAG_NOT_CODED)) ==
		BLOOM_FLAG_ROLLUP;
}

/*
 * The highest bits of a hash that a list of that head has: of a rollup filter
 * so many that `capacity` values of 2^bits are at most the error rate.
 */
static inline int
bloom_hash_bits(const Bloom *head)
{
	const int	fraction = 52;	/* bits of an IEEE 754 double's */
	double		capacity = (double) head->capacity;
	uint64_t	a;
	uint64_t	b;
	int			bits;

	if (!bloom_is_rollup(head))
		return 64;
	memcpy(&a, &capacity, sizeof(a));
	memcpy(&b, &head->error_rate, sizeof(b));
	/* log2(capacity / error_rate), rounded up, without rounding errors */
	bits = (int) (a >> fraction) - (int) (b >> fraction) +
		(a << (64 - fraction) > b << (64 - fraction));
	return bits < 1 ? 1 : bits > BLOOM_CODED_MAX_BITS ?
		BLOOM_CODED_MAX_BITS : bits;
}

/* What is left of a hash in a list of that head */
static inline uint64_t
bloom_cut_hash(const Bloom *head, uint64_t hash)
{
	return bloom_is_rollup(head) ?
		hash & bloom_coded_mask(bloom_hash_bits(head)) : hash;
}

/* The bytes of a list of so many hashes */
static inline size_t
bloom_list_size(const Bloom *head, size_t count)
{
	if (bloom_is_rollup(head))
		count = bloom_coded_words(count, bloom_hash_bits(head));
	return count * sizeof(uint64_t);
}

/* Whether the filter is for as many values as will come */
static inline bool
bloom_sizes_itself(const Bloom *head)
{
	return head->capacity == 0 && head->format == BLOOM_FORMAT_NATIVE;
}

/* The words of a line */
static inline size_t
bloom_line_words(const Bloom *head)
{
	return bloom_is_counting(head) ? BLOOM_COUNTER_LINE_WORDS :
		BLOOM_LINE_WORDS;
}

/*
 * The lines of all layers, and their bytes below.  In 64 bits, because what a
 * file says may exceed what a machine can address.
 */
static inline uint64_t
bloom_lines(const Bloom *head)
{
	uint64_t	lines = 0;

	for (int i = 0; i < head->layers; i++)
		lines += head->layer[i].geometry.lines;
	return lines;
}

/* The bytes of all layers' words */
static inline uint64_t
bloom_words_size(const Bloom *head)
{
	return bloom_lines(head) * bloom_line_words(head) * sizeof(uint64_t);
}

/* The bytes of an imported filter's own data */
static inline size_t
bloom_imported_size(const Bloom *head)
{
	return bloom_is_imported(head) ? sizeof(BloomImported) +
		head->layers * sizeof(BloomImportedLayer) : 0;
}

/* The row of the layer table that an imported layer has */
static inline BloomGeometry
bloom_imported_geometry(const BloomImportedLayer *layer)
{
	return (BloomGeometry) {
		.lines = (uint32_t) (bloom_imported_words(layer) / BLOOM_LINE_WORDS),
		.block = 1, .touched = 1, .probes = (uint8_t) layer->probes
	};
}

/* The bytes before the words or hashes of a stored value */
static inline size_t
bloom_prefix_size(const Bloom *filter)
{
	return BLOOM_HEADER_SIZE(filter->layers) +
		filter->extra * sizeof(uint64_t);
}

#endif							/* BLOOM_FORMAT_H */
