/*
 * value/view.h
 *		Reading a filter in any representation.
 */
#ifndef BLOOM_VIEW_H
#define BLOOM_VIEW_H

#include "core/hashes.h"
#include "core/stream.h"
#include "format/estimate.h"
#include "value/layers.h"
#include "value/sort.h"

/* A filter to read.  Points into a stored or expanded filter. */
typedef struct BloomView
{
	const Bloom *head;
	const uint64 *words;		/* of all layers, if dense */
	const uint64 *hashes;		/* ascending, if sparse: those not coded */
	const uint64 *coded;		/* coded hashes, or NULL */
	const BloomImported *imported;	/* own data, if imported */
	const BloomPlaces *places;	/* lookup table for hashes, or NULL; only if
								 * none are coded */
	BloomSort  *sort;			/* other hashes in a file, or NULL; only if
								 * none are coded; then the view can only be
								 * streamed */
	Size		uncoded;		/* number of hashes in the array */
	uint64		count;			/* number of distinct hashes, if sparse */
	bool		counted;		/* the head's bits_set are right */
} BloomView;

/* Whether the filter is bloom(), the identity of union */
static inline bool
bloom_is_identity(BloomView view)
{
	return view.count == 0 && bloom_head_is_default(view.head);
}

/*
 * Whether a native filter may contain the hash of a value of the class.
 * Raises an error if the filter is imported or holds values of another class.
 */
static inline bool
bloom_view_contains(BloomView view, BloomClass class, uint64 hash)
{
	bloom_check_class(view.head, class);
	if (view.head->layers == 1 && !bloom_is_counting(view.head) &&
		!bloom_is_imported(view.head))
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
 * Tests of many hashes.  bloom_view_contains_each() prefetches for later
 * hashes.  bloom_view_contains_ascending() is for hashes in ascending order,
 * and faster for lists.  Imported filters have no hashes, and raise an error.
 */
extern void bloom_view_contains_each(BloomView view, BloomClass class,
									 const uint64 *hashes, int count,
									 bool *contained);
extern void bloom_view_contains_ascending(BloomView view, BloomClass class,
										  const uint64 *hashes, int count,
										  bool *contained);

extern bool bloom_view_takes(BloomView view, BloomClass class);
extern bool bloom_view_key(BloomView view, BloomHasher *hasher, Datum value,
						   BloomBytes *key);
extern bool bloom_view_contains_key(BloomView view, const BloomBytes *key);
extern bool bloom_view_contains_imported(BloomView view, BloomHasher *hasher,
										 Datum value);

/*
 * Whether any filter may contain a value.  hasher is for the value's type.
 * Raises an error if the filter holds values of another class.
 */
static inline bool
bloom_view_contains_value(BloomView view, BloomHasher *hasher, Datum value)
{
	if (unlikely(bloom_is_imported(view.head)))
		return bloom_view_contains_imported(view, hasher, value);
	return bloom_view_contains(view, hasher->class,
							   hasher->hash(hasher, value, view.head->seed));
}

/* An estimate of the number of values that set that many bits of a layer */
static inline double
bloom_view_layer_cardinality(BloomView view, int i, uint64 bits_set)
{
	return bloom_estimate_layer(view.head, view.imported, i, bits_set);
}

/*
 * The number of distinct members, which is exact for a list of whole hashes.
 * The filter must be counted.  Can be cancelled.
 */
static inline double
bloom_view_cardinality(BloomView view)
{
	return bloom_estimate_cardinality(view.head, view.imported, view.count,
									  bloom_check_interrupts);
}

/*
 * The probability that another value tests positive.  Reads all words.  The
 * filter must be counted.  Can be cancelled.
 */
static inline double
bloom_view_fpp(BloomView view)
{
	return bloom_estimate_fpp(view.head, view.imported, view.words, view.count,
							  bloom_check_interrupts);
}

/* Whether the union of filters must not be this one, which must be counted */
static inline bool
bloom_view_exceeds(BloomView view)
{
	return bloom_estimate_exceeds(view.head, view.imported, view.count,
								  bloom_check_interrupts);
}

/* Like bloom_view_fpp(), but estimated from the head alone */
static inline double
bloom_view_expected_fpp(BloomView view)
{
	return bloom_estimate_expected_fpp(view.head, view.imported, view.count,
									   bloom_check_interrupts);
}

extern BloomView bloom_view_stored(const Bloom *filter);
extern void bloom_view_stream(BloomView view, int bits,
							  BloomListStream *stream);
extern uint64 bloom_view_count(BloomView list, int bits);
extern Size bloom_view_size(BloomView view);
extern void bloom_view_flatten(BloomView view, Bloom *result);
extern void bloom_warn_over_capacity(const Bloom *head, double before,
									 double values);

#endif							/* BLOOM_VIEW_H */
