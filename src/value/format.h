/*
 * value/format.h
 *		The value as it is stored and sent: format 1.
 *
 * doc/format.md describes the same for other implementations.  The layout is
 * permanent, and what this version can't work with is refused by name.
 */
#ifndef BLOOM_FORMAT_H
#define BLOOM_FORMAT_H

#include "value/compat.h"

#include "codec/family.h"
#include "core/counters.h"
#include "core/geometry.h"
#include "value/hash.h"

#define BLOOM_FORMAT_VERSION	1

#define BLOOM_FLAG_DENSE		0x01	/* layers, not a list of hashes */
#define BLOOM_FLAG_COUNTING		0x02	/* layers of 4-bit counters */

/*
 * A filter that sizes itself turns to bits when it has more hashes: up to
 * here, not knowing how many will come, an exact list is worth its 8 kB.
 */
#define BLOOM_SELF_SIZING_LIMIT		1024
#define BLOOM_SELF_SIZING_CAPACITY	4096	/* that it has from then on */

#define BLOOM_DEFAULT_ERROR_RATE	0.01

/* Loops over words look for a cancel request every 4 MB; 16 MB of counters */
#define BLOOM_INTERRUPT_LINES	65536
#define BLOOM_INTERRUPT_BYTES	(BLOOM_INTERRUPT_LINES * (BLOOM_LINE_BITS / 8))

typedef struct BloomLayer
{
	BloomGeometry geometry;
	uint64		bits_set;		/* its population count */
} BloomLayer;

/*
 * In storage and memory numbers are in native byte order; on the wire they
 * are little-endian, and vl_len_ is left out.  The layer table is followed by
 * the family's own data and then by the hashes or the layers' words.
 */
typedef struct Bloom
{
	int32		vl_len_;		/* varlena header: use SET_VARSIZE */
	uint8		version;		/* BLOOM_FORMAT_VERSION */
	uint8		flags;			/* BLOOM_FLAG_* */
	uint8		family;			/* BloomFamily: what hash sets what bits */
	uint8		growth;			/* 0: fixed; 2 or 4: layers grow so much */
	BloomClass	class;			/* what the hashed values are */
	uint16		layers;			/* rows of the layer table */
	uint16		extra;			/* 8-byte units of the family's own data,
								 * before the content; of a state, room for
								 * hashes */
	uint64		seed;			/* of the hash */
	int64		capacity;		/* of the first layer; 0: it sizes itself */
	float8		error_rate;		/* asked for, at capacity */
	BloomLayer	layer[FLEXIBLE_ARRAY_MEMBER];
} Bloom;

#define BLOOM_HEADER_SIZE(layers)	\
	(offsetof(Bloom, layer) + (layers) * sizeof(BloomLayer))

/* What a filter is asked for; see bloom() in SQL */
typedef struct BloomShape
{
	int64		capacity;
	float8		error_rate;
	int			growth;
	bool		counting;
	int64		seed;
} BloomShape;

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
bloom_is_foreign(const Bloom *head)
{
	return head->family != BLOOM_FAMILY_NATIVE;
}

/* The words of a line */
static inline Size
bloom_line_words(const Bloom *head)
{
	return bloom_is_counting(head) ? BLOOM_COUNTER_LINE_WORDS :
		BLOOM_LINE_WORDS;
}

/* The lines of all layers */
static inline Size
bloom_lines(const Bloom *head)
{
	Size		lines = 0;

	for (int i = 0; i < head->layers; i++)
		lines += head->layer[i].geometry.lines;
	return lines;
}

/* The bytes of all layers' words */
static inline Size
bloom_words_size(const Bloom *head)
{
	return bloom_lines(head) * bloom_line_words(head) * sizeof(uint64);
}

/* Whether the filter is an exact list of hashes */
static inline bool
bloom_is_sparse(const Bloom *head)
{
	return head->layers == 0;
}

/* Whether the filter is for as many values as will come */
static inline bool
bloom_sizes_itself(const Bloom *head)
{
	return head->capacity == 0 && head->family == BLOOM_FAMILY_NATIVE;
}

/* The bytes of a foreign filter's own data */
static inline Size
bloom_foreign_size(const Bloom *head)
{
	return bloom_is_foreign(head) ? sizeof(BloomForeign) +
		head->layers * sizeof(BloomForeignLayer) : 0;
}

/* The row of the layer table that a foreign layer has */
static inline BloomGeometry
bloom_foreign_geometry(const BloomForeignLayer *layer)
{
	return (BloomGeometry) {
		.lines = bloom_foreign_words(layer) / BLOOM_LINE_WORDS, .region = 1,
		.touched = 1, .probes = layer->probes
	};
}

/* The bytes before the words or hashes of a stored value */
static inline Size
bloom_prefix_size(const Bloom *filter)
{
	return BLOOM_HEADER_SIZE(filter->layers) +
		filter->extra * sizeof(uint64);
}

/* The own data of a stored value, if it is foreign */
static inline BloomForeign *
bloom_stored_foreign(const Bloom *filter)
{
	return (BloomForeign *) ((char *) filter +
							 BLOOM_HEADER_SIZE(filter->layers));
}

/* The words of a stored value, if it is dense */
static inline uint64 *
bloom_stored_words(const Bloom *filter)
{
	return (uint64 *) ((char *) filter + bloom_prefix_size(filter));
}

/* Its hashes, if it is sparse */
static inline uint64 *
bloom_stored_hashes(const Bloom *filter)
{
	return bloom_stored_words(filter);
}

static inline Size
bloom_stored_count(const Bloom *filter)
{
	return (VARSIZE(filter) - bloom_prefix_size(filter)) / sizeof(uint64);
}

/* Values of both classes can't be in one filter */
static inline bool
bloom_classes_conflict(BloomClass a, BloomClass b)
{
	return a != b && a != BLOOM_CLASS_NONE && b != BLOOM_CLASS_NONE;
}

extern void bloom_class_mismatch(BloomClass held, BloomClass class);

/* An error unless values of the class can be in the filter */
static inline void
bloom_check_class(const Bloom *head, BloomClass class)
{
	if (unlikely(bloom_classes_conflict(head->class, class)))
		bloom_class_mismatch(head->class, class);
}

/* The same, and from now on the filter holds values of this class */
static inline void
bloom_set_class(Bloom *head, BloomClass class)
{
	bloom_check_class(head, class);
	if (class != BLOOM_CLASS_NONE)
		head->class = class;
}

extern void bloom_too_large(const Bloom *head);
extern void bloom_no_hashes(const Bloom *head);
extern Bloom *bloom_head_make(const BloomShape *shape);
extern Bloom *bloom_head_empty(const Bloom *head);
extern Bloom *bloom_head_self_sizing(double error_rate);
extern bool bloom_head_try_layer(Bloom *head, uint64 values, bool part);
extern void bloom_head_first_layer(Bloom *head, uint64 values, bool part);
extern Size bloom_head_limit(const Bloom *head);
extern char *bloom_head_text(const Bloom *head);
extern uint32 bloom_fold_factor(const Bloom *from, const Bloom *to);

extern void bloom_check_interrupts(void);
extern void bloom_copy_bytes(void *to, const void *from, Size size);
extern void bloom_zero_bytes(void *to, Size size);
extern uint64 bloom_count_lines(const Bloom *head, const uint64 *words,
								Size lines);
extern uint64 bloom_count_lines_or(const Bloom *head, const uint64 *a,
								   const uint64 *b, Size lines);

#endif							/* BLOOM_FORMAT_H */
