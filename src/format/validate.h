/*
 * format/validate.h
 *		The validator of filters from outside.
 *
 * No other code validates them.  All functions can use a filter that has
 * passed, without another check.  The validator reads no field before it has
 * checked that the field is within the bytes.  A caller runs, in this order:
 * bloom_wire_start(), bloom_wire_complete() and the conversion of everything
 * after the header (byteorder.h), bloom_wire_check().
 */
#ifndef BLOOM_VALIDATE_H
#define BLOOM_VALIDATE_H

#include "core/pause.h"
#include "format/layout.h"
#include "format/problem.h"

/*
 * The addresses of the parts of a filter.  Before validation, only its size is
 * certain.
 */
typedef struct BloomParts
{
	const Bloom *head;			/* header and layer table */
	const BloomImported *imported;	/* own data, if it is imported */
	const void *content;		/* words or hashes, at any address */
	size_t		size;			/* total, including the varlena header */

	/*
	 * Validates own data: bloom_codec_problem() of codec/codecs.h, which is
	 * passed here because this module is below src/codec/
	 */
	const char *(*imported_problem) (BloomFormat format,
									 const BloomImported *imported,
									 unsigned layers);
} BloomParts;

/*
 * Check the header of a filter from outside, and convert it to native byte
 * order.  size includes the varlena header.  If size is smaller than a
 * header, head is not read.  Returns false and sets problem if the header is
 * incomplete or this version does not support the filter.
 */
extern bool bloom_wire_start(Bloom *head, size_t size, BloomProblem *problem);

/*
 * Whether the layer table is complete, and 64-bit numbers follow it.  Then the
 * caller must convert everything after the header to native byte order.
 */
extern bool bloom_wire_complete(const Bloom *head, size_t size);

/*
 * Check the rest of a filter in native byte order.  Returns false and sets
 * problem if it is invalid.  pause is called regularly unless it is NULL.
 */
extern bool bloom_wire_check(const BloomParts *parts, BloomPause pause,
							 BloomProblem *problem);

/*
 * Check a filter from storage or memory again: its head, own data and length
 * and, if requested, its content.
 */
extern bool bloom_wire_valid(const BloomParts *parts, bool content,
							 BloomPause pause);

#endif							/* BLOOM_VALIDATE_H */
