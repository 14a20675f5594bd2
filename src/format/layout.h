/*
 * format/layout.h
 *		The layout of filters that are stored or sent: format 1.
 *
 * doc/format.md describes it for other implementations.  The layout never
 * changes.  Filters with unsupported numbers are refused with an error that
 * names them (format/validate.c).
 */
#ifndef BLOOM_LAYOUT_H
#define BLOOM_LAYOUT_H

#include <string.h>

#include "core/coded.h"
#include "core/counters.h"
#include "core/geometry.h"
#include "format/class.h"
#include "format/owndata.h"

#define BLOOM_FORMAT_VERSION	1

#define BLOOM_FLAG_DENSE		0x01	/* layers instead of hashes */
#define BLOOM_FLAG_COUNTING		0x02	/* layers of 4-bit counters */
#define BLOOM_FLAG_ELASTIC		0x04	/* a list; coded if not WHOLE */
#define BLOOM_FLAG_WHOLE		0x08	/* elastic, with whole hashes */
#define BLOOM_FLAG_CODED_STATE	0x10	/* a state: whole hashes, coded */

/*
 * A partial state of an aggregate, of which a list may have any number of
 * hashes
 */
#define BLOOM_FLAG_PARTIAL		0x80

/*
 * Also a partial state, with or without the flag above: a union, of which it
 * was not checked yet whether it exceeds its error rate
 */
#define BLOOM_FLAG_MIXED		0x20

/*
 * An elastic filter with more hashes is coded.  A list of whole hashes
 * combines with all filters.  It is short, so that a statement which does not
 * work with coded filters fails already in a test with a few rows.
 */
#define BLOOM_ELASTIC_LIST		16

/* Readers accept lists of whole hashes up to this length */
#define BLOOM_ELASTIC_MAX_LIST	1024

#define BLOOM_DEFAULT_ERROR_RATE	0.01

/* The number of values for which bloom() keeps its error rate */
#define BLOOM_ELASTIC_CAPACITY		50000000

typedef struct BloomLayer
{
	BloomGeometry geometry;
	uint64_t	bits_set;		/* its number of bits that are 1 */
} BloomLayer;

/*
 * The head of a filter: header and layer table.  The own data of an imported
 * filter follow, and then the content: the hashes, or the words of all layers.
 * Numbers are in native byte order in storage and memory.  They are
 * little-endian when sent, and vl_len_ is omitted.
 */
typedef struct Bloom
{
	int32_t		vl_len_;		/* the server's varlena header */
	uint8_t		version;		/* BLOOM_FORMAT_VERSION */
	uint8_t		flags;			/* BLOOM_FLAG_* */
	uint8_t		format;			/* BloomFormat: which bits a value sets */
	uint8_t		growth;			/* 0: fixed; 2 or 4: factor between layers */
	BloomClass	class;			/* value class */
	uint16_t	layers;			/* entries of the layer table */
	uint16_t	extra;			/* 8-byte units before the content: own data */
	uint64_t	seed;			/* seed of the hash */
	int64_t		capacity;		/* of the first layer; 0: that of bloom() */
	double		error_rate;		/* requested, with capacity values */
	BloomLayer	layer[];
} Bloom;

#define BLOOM_HEADER_SIZE(layers)	\
	(offsetof(Bloom, layer) + (layers) * sizeof(BloomLayer))

/* The size of the part that is not sent */
#define BLOOM_LENGTH_SIZE		offsetof(Bloom, version)

/* Memory for a head with at most one layer, for use on the stack */
typedef union BloomHeadRoom
{
	Bloom		head;
	uint64_t	room[BLOOM_HEADER_SIZE(1) / sizeof(uint64_t)];
} BloomHeadRoom;

/* The parameters of a new filter.  elastic: without growth and counting */
typedef struct BloomParameters
{
	int64_t		capacity;
	double		error_rate;
	int			growth;
	bool		counting;
	int64_t		seed;
	bool		elastic;
} BloomParameters;

static inline bool
bloom_growth_valid(int growth)
{
	return growth == 0 || growth == 2 || growth == 4;
}

/* Whether values can be removed: a dense filter whose layers are counters */
static inline bool
bloom_is_counting(const Bloom *head)
{
	return (head->flags & BLOOM_FLAG_COUNTING) != 0;
}

/* Whether the format of another library determines the bits of a value */
static inline bool
bloom_is_imported(const Bloom *head)
{
	return head->format != BLOOM_FORMAT_NATIVE;
}

/* Whether the filter is a list of hashes, which may be shortened */
static inline bool
bloom_is_sparse(const Bloom *head)
{
	return head->layers == 0;
}

/* Whether the head is that of an elastic list of the default capacity */
static inline bool
bloom_has_no_capacity(const Bloom *head)
{
	return head->capacity == 0 && !bloom_is_imported(head);
}

/* Whether the filter is elastic: it never turns dense, but is coded */
static inline bool
bloom_is_elastic(const Bloom *head)
{
	return (head->flags & BLOOM_FLAG_ELASTIC) || bloom_has_no_capacity(head);
}

/* Whether a list has only a part of each hash */
static inline bool
bloom_is_shortened(const Bloom *head)
{
	return (head->flags & (BLOOM_FLAG_ELASTIC | BLOOM_FLAG_WHOLE)) ==
		BLOOM_FLAG_ELASTIC;
}

/* Whether the content of a stored filter is a coded list */
static inline bool
bloom_is_coded(const Bloom *head)
{
	return bloom_is_shortened(head) || (head->flags & BLOOM_FLAG_CODED_STATE);
}

/* Whether the filter is a partial state of an aggregate */
static inline bool
bloom_is_state(const Bloom *head)
{
	return (head->flags & (BLOOM_FLAG_PARTIAL | BLOOM_FLAG_CODED_STATE |
						   BLOOM_FLAG_MIXED)) != 0;
}

/* The number of values for which a filter keeps its error rate */
static inline int64_t
bloom_promised_capacity(const Bloom *head)
{
	return bloom_has_no_capacity(head) ? BLOOM_ELASTIC_CAPACITY :
		head->capacity;
}

/*
 * The number of bits to which an elastic filter shortens hashes when it is
 * coded: the smallest one, at least 1, with capacity / 2^bits <= error_rate.
 * If that is larger than 63, it is 63.
 */
static inline int
bloom_elastic_bits(const Bloom *head)
{
	const int	fraction = 52;	/* bits of a double's fraction (IEEE 754) */
	double		capacity = (double) bloom_promised_capacity(head);
	uint64_t	a;
	uint64_t	b;
	int			bits;

	memcpy(&a, &capacity, sizeof(a));
	memcpy(&b, &head->error_rate, sizeof(b));
	/* log2(capacity / error_rate), rounded up, without rounding errors */
	bits = (int) (a >> fraction) - (int) (b >> fraction) +
		(a << (64 - fraction) > b << (64 - fraction));
	return bits < 1 ? 1 : bits >= BLOOM_HASH_BITS ? BLOOM_HASH_BITS - 1 : bits;
}

/* The number of bits of the hashes in a list */
static inline int
bloom_hash_bits(const Bloom *head)
{
	return bloom_is_shortened(head) ? bloom_elastic_bits(head) :
		BLOOM_HASH_BITS;
}

/* The hash as a list of this filter has it */
static inline uint64_t
bloom_cut_hash(const Bloom *head, uint64_t hash)
{
	return hash & bloom_coded_mask(bloom_hash_bits(head));
}

/*
 * The size of a stored list of `count` hashes in bytes.  It has 64 bits,
 * because numbers in a file may exceed what the machine can address.
 */
static inline uint64_t
bloom_list_size(const Bloom *head, uint64_t count)
{
	if (bloom_is_coded(head))
		count = bloom_coded_words(count, bloom_hash_bits(head));
	return count * sizeof(uint64_t);
}

/* Whether a filter with a list of `count` hashes is not too large */
static inline bool
bloom_list_fits(const Bloom *head, uint64_t count)
{
	return BLOOM_HEADER_SIZE(0) + bloom_list_size(head, count) <=
		BLOOM_MAX_BYTES;
}

/* The number of words per cache line of bits */
static inline size_t
bloom_line_words(const Bloom *head)
{
	return bloom_is_counting(head) ? BLOOM_COUNTER_LINE_WORDS :
		BLOOM_LINE_WORDS;
}

/* The number of cache lines in all layers.  It has 64 bits, like the size. */
static inline uint64_t
bloom_lines(const Bloom *head)
{
	uint64_t	lines = 0;

	for (int i = 0; i < head->layers; i++)
		lines += head->layer[i].geometry.lines;
	return lines;
}

/* The size of the words of all layers in bytes */
static inline uint64_t
bloom_words_size(const Bloom *head)
{
	return bloom_lines(head) * bloom_line_words(head) * sizeof(uint64_t);
}

/* The size of the own data of an imported filter in bytes */
static inline size_t
bloom_imported_size(const Bloom *head)
{
	return bloom_is_imported(head) ? sizeof(BloomImported) +
		head->layers * sizeof(BloomImportedLayer) : 0;
}

/* The entry of an imported layer in the layer table */
static inline BloomGeometry
bloom_imported_geometry(const BloomImportedLayer *layer)
{
	return (BloomGeometry) {
		.lines = (uint32_t) (bloom_imported_words(layer) / BLOOM_LINE_WORDS),
		.block = 1, .touched = 1, .probes = (uint8_t) layer->probes
	};
}

/* The size of everything before the content of a stored filter in bytes */
static inline size_t
bloom_prefix_size(const Bloom *filter)
{
	return BLOOM_HEADER_SIZE(filter->layers) +
		filter->extra * sizeof(uint64_t);
}

#endif							/* BLOOM_LAYOUT_H */
