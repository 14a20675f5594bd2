/*
 * core/stream.h
 *		Sets of hashes, coded or not, read in ascending order and merged.
 *
 * Lists of any length are combined with little memory in this way.
 */
#ifndef BLOOM_STREAM_H
#define BLOOM_STREAM_H

#include "core/coded.h"

/* Number of hashes in a batch */
#define BLOOM_STREAM_BATCH	256

/*
 * Sets *hashes to the next hashes of a source, in ascending order and without
 * repeated ones, and returns their number: 0 after the last one.  They are
 * valid until the next call.
 */
typedef size_t (*BloomReadHashes) (void *source, const uint64_t **hashes);

/*
 * An ascending array of hashes, or several that a function returns; a coded
 * set; or the union of two streams
 */
typedef struct BloomStream
{
	struct BloomStream *left;	/* of a union, else NULL */
	struct BloomStream *right;
	const uint64_t *hashes;		/* of an array: those that are left */
	size_t		count;
	BloomReadHashes read;		/* reads the next array; NULL: there is only
								 * one */
	void	   *source;			/* its argument */
	BloomCodedReader coded;		/* of a coded set; words is NULL if none */
	uint64_t	mask;			/* the bits of a hash that are returned */
	uint64_t	last;			/* the last hash that was shortened */
	bool		started;		/* last is set */
	const uint64_t *next;		/* hashes that bloom_stream_fill() has read */
	const uint64_t *end;
	uint64_t	batch[BLOOM_STREAM_BATCH];
} BloomStream;

/* The hashes of a list: those of a coded set, if any, and those of an array */
typedef struct BloomListStream
{
	BloomStream all;
	BloomStream coded;
	BloomStream array;
} BloomListStream;

/* Start reading an ascending array, with hashes shortened to `bits` bits */
extern void bloom_stream_array(BloomStream *stream, const uint64_t *hashes,
							   size_t count, int bits);

/* Likewise for the arrays that a function returns */
extern void bloom_stream_source(BloomStream *stream, BloomReadHashes read,
								void *source, int bits);

/* Likewise for a coded set with hashes of coded_bits bits */
extern void bloom_stream_coded(BloomStream *stream, const uint64_t *coded,
							   int coded_bits, int bits);

/*
 * Start reading a list, with hashes shortened to `bits` bits.  coded is NULL,
 * or has hashes of coded_bits bits, and so has the array then.
 */
extern void bloom_stream_list(BloomListStream *stream, const uint64_t *coded,
							  int coded_bits, const uint64_t *hashes,
							  size_t count, int bits);

/* Start reading the union of two streams, from which nothing has been read */
extern void bloom_stream_union(BloomStream *stream, BloomStream *left,
							   BloomStream *right);

/*
 * Set *hashes to the next hashes, in ascending order and without repeated
 * ones, and return their number: 0 after the last one.  They are valid until
 * the next call.
 */
extern size_t bloom_stream_next(BloomStream *stream, const uint64_t **hashes);

/*
 * Have hashes from stream->next to stream->end, of which the caller increments
 * `next`.  Returns false after the last one.  The hashes are valid until the
 * next call.  Not to be mixed with bloom_stream_next().
 */
extern bool bloom_stream_fill(BloomStream *stream);

/* Read the whole stream, and return the number of its hashes */
extern uint64_t bloom_stream_count(BloomStream *stream, BloomPause pause);

/*
 * Code a whole stream of `count` hashes of `bits` bits.  words must be clear.
 * Returns false if there are fewer, which happens if a coded set is invalid.
 */
extern bool bloom_stream_code(BloomStream *stream, uint64_t *words,
							  uint64_t count, int bits, BloomPause pause);

#endif							/* BLOOM_STREAM_H */
