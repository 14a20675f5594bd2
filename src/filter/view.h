/*
 * filter/view.h
 *		Reading a filter in any representation.
 */
#ifndef BLOOM_VIEW_H
#define BLOOM_VIEW_H

#include "codec/codecs.h"
#include "core/hashes.h"
#include "core/stream.h"
#include "filter/layers.h"
#include "format/estimate.h"
#include "format/head.h"

/*
 * Other ascending hashes of a list than those of an array, which have some in
 * common with each other.  begin() starts reading them together with those of
 * the array.  Only the highest `bits` bits of them are needed, and the source
 * may shorten them.  One stream can read them at a time.
 */
typedef struct BloomSource
{
	void		(*begin) (struct BloomSource *source, const uint64_t *hashes,
						  size_t count, int bits);
	BloomReadHashes next;		/* its argument is the source */
} BloomSource;

/*
 * A filter to read, whose class the caller has checked.  It points into a
 * stored filter or one in memory, and is valid until that changes.
 */
typedef struct BloomView
{
	const Bloom *head;
	const void *words;			/* of all layers, if dense; at any address, but
								 * aligned in functions for two filters */
	const uint64_t *hashes;		/* ascending, if sparse: those not coded */
	const uint64_t *coded;		/* coded hashes, or NULL */
	const BloomImported *imported;	/* own data, if imported */
	const BloomPlaces *places;	/* lookup table for hashes, or NULL; only if
								 * none are coded */
	BloomSource *source;		/* other hashes, or NULL; then the view can
								 * only be streamed */
	BloomPause	pause;			/* called in long work, or NULL */
	size_t		uncoded;		/* number of hashes in the array */
	uint64_t	count;			/* number of distinct hashes, if sparse */
	bool		counted;		/* the head's bits_set are right */
} BloomView;

/* Whether the filter is bloom(), the identity of union */
static inline bool
bloom_is_identity(BloomView view)
{
	return view.count == 0 && bloom_head_is_default(view.head);
}

/* Whether the filter is a list of whole hashes */
static inline bool
bloom_is_whole_list(BloomView view)
{
	return bloom_is_sparse(view.head) && !bloom_is_shortened(view.head);
}

/* Whether a native filter may contain a hash */
static inline bool
bloom_view_has(BloomView view, uint64_t hash)
{
	if (view.head->layers == 1 && !bloom_is_counting(view.head))
		return bloom_bits_test(view.words, &view.head->layer[0].geometry,
							   bloom_layer_hash(view.head, hash));
	if (!bloom_is_sparse(view.head))
		return bloom_layers_contain(view.head, view.words, hash);
	if (view.coded != NULL &&
		bloom_coded_contains(view.coded, bloom_hash_bits(view.head), hash))
		return true;
	return view.uncoded > 0 &&
		bloom_hashes_contain(view.hashes, view.uncoded, view.places,
							 bloom_cut_hash(view.head, hash));
}

/*
 * Set contained[i] to the result of bloom_view_has() for the i-th hash.
 * Prefetches for later hashes.
 */
extern void bloom_view_has_each(BloomView view, const uint64_t *hashes,
								size_t count, bool *contained);

/* Likewise, for hashes in ascending order, which is faster for lists */
extern void bloom_view_has_ascending(BloomView view, const uint64_t *hashes,
									 size_t count, bool *contained);

/* Whether the keys of an imported filter can be values of the class */
extern bool bloom_view_has_keys_of(BloomView view, BloomClass class);

/*
 * Set key to what an imported filter hashes for a value of such a class, given
 * by its canonical bytes, into which key points.  Returns false if the keys
 * are integers that cannot have this value.
 */
extern bool bloom_view_key(BloomView view, const void *bytes, size_t size,
						   BloomKey *key);

/* Whether an imported filter may contain a key */
extern bool bloom_view_has_key(BloomView view, const BloomKey *key);

/* Start reading the hashes of a list, shortened to `bits` bits */
extern void bloom_view_stream(BloomView view, int bits,
							  BloomListStream *stream);

/* Likewise for the hashes of two lists; *both has all of them */
extern void bloom_view_stream_both(BloomView a, BloomView b, int bits,
								   BloomListStream streams[2],
								   BloomStream *both);

/* The number of distinct hashes of a list, shortened to `bits` bits */
extern uint64_t bloom_view_count(BloomView list, int bits);

/* Likewise of two lists together, which are read */
extern uint64_t bloom_view_count_both(BloomView a, BloomView b, int bits,
									  BloomPause pause);

/* The number of set bits of a layer, and of all layers */
extern uint64_t bloom_view_layer_bits(BloomView view, int i);
extern uint64_t bloom_view_bits(BloomView view);

/* The size of the stored filter in bytes, with the length of a varlena */
extern size_t bloom_view_size(BloomView view);

/* An estimate of the number of values that set that many bits of a layer */
static inline double
bloom_view_layer_cardinality(BloomView view, int i, uint64_t bits_set)
{
	return bloom_estimate_layer(view.head, view.imported, i, bits_set);
}

/*
 * The number of distinct members, which is exact for a list of whole hashes.
 * The filter must be counted, as in the following functions.
 */
static inline double
bloom_view_cardinality(BloomView view)
{
	return bloom_estimate_cardinality(view.head, view.imported, view.count,
									  view.pause);
}

/* The probability that another value tests positive.  Reads all words. */
static inline double
bloom_view_fpp(BloomView view)
{
	return bloom_estimate_fpp(view.head, view.imported, view.words, view.count,
							  view.pause);
}

/* Like bloom_view_fpp(), but estimated from the head alone */
static inline double
bloom_view_expected_fpp(BloomView view)
{
	return bloom_estimate_expected_fpp(view.head, view.imported, view.count,
									   view.pause);
}

/* Whether the union of filters must not be this one */
static inline bool
bloom_view_exceeds(BloomView view)
{
	return bloom_estimate_exceeds(view.head, view.imported, view.count,
								  view.pause);
}

#endif							/* BLOOM_VIEW_H */
