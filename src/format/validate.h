/*
 * format/validate.h
 *		Between filters and bytes from outside: THE validator.
 *
 * It stands between outside bytes and everything else: what it has passed can
 * be worked with by any function without another check.  It reads no field
 * before it knows that the field is there.
 */
#ifndef BLOOM_WIRE_H
#define BLOOM_WIRE_H

#include "core/pause.h"
#include "format/layout.h"
#include "format/problem.h"

/* Where the parts of a filter are, of which only the size is known for sure */
typedef struct BloomParts
{
	const Bloom *head;			/* header and layer table */
	const BloomImported *imported;	/* the format's own data */
	const void *content;		/* words or hashes, at any address */
	size_t		size;			/* bytes of all, with the varlena header's */
} BloomParts;

/*
 * Check the start of a filter of so many bytes, with those of the varlena
 * header: false if it isn't one that this version can work with.  What the
 * head has up to its layer table, if it is there, is as on the wire, and
 * turned to native byte order.
 */
extern bool bloom_wire_start(Bloom *head, size_t size, BloomProblem *problem);

/*
 * Whether layer table, own data and content are there as a whole: then they
 * are to be turned to native byte order.
 */
extern bool bloom_wire_complete(const Bloom *head, size_t size);

/*
 * Check the rest of a filter, which is in native byte order.  pause is called
 * every 4 MB, unless it is NULL.
 */
extern bool bloom_wire_check(const BloomParts *parts, BloomPause pause,
							 BloomProblem *problem);

/*
 * The same of a value in memory, of which everything was checked before: its
 * header, and its content if it's to be.  It may have room before the content.
 */
extern bool bloom_wire_valid(const BloomParts *parts, bool content,
							 BloomPause pause);

/* Between native and little-endian byte order; nothing on most machines */
extern void bloom_wire_swap_header(Bloom *head);
extern void bloom_wire_swap_layers(Bloom *head);
extern void bloom_wire_swap_words(uint64_t *words, size_t count);

/*
 * The bits that are set in one of two arrays of so many lines, of a filter
 * that counts or doesn't.  pause is as above.
 */
extern uint64_t bloom_count_or(const Bloom *head, const uint64_t *a,
							   const uint64_t *b, size_t lines,
							   BloomPause pause);

#endif							/* BLOOM_WIRE_H */
