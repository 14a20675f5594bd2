/*
 * value/view.h
 *		A filter to read, in whatever form it is.
 */
#ifndef BLOOM_VIEW_H
#define BLOOM_VIEW_H

#include "core/hashes.h"
#include "format/estimate.h"
#include "value/layers.h"

/* Points into a stored value or a filter in memory */
typedef struct BloomView
{
	const Bloom *head;
	const uint64 *words;		/* of the layers, if it is dense */
	const uint64 *hashes;		/* ascending, if it is sparse, unless: */
	const uint64 *coded;		/* a rollup filter's coded list, or NULL */
	const BloomImported *imported;	/* if it is another library's */
	const BloomPlaces *places;	/* of the hashes, or NULL */
	Size		count;			/* of the hashes */
	bool		counted;		/* head's bits_set are right */
} BloomView;

/* bloom(): the empty set of any parameters, the identity of union */
static inline bool
bloom_is_identity(BloomView view)
{
	return bloom_sizes_itself(view.head) && view.count == 0;
}

/* Whether a list has a hash, or what it has of it */
static inline bool
bloom_view_list_contains(BloomView view, uint64 hash)
{
	if (view.coded != NULL)
		return bloom_coded_contains(view.coded, bloom_hash_bits(view.head),
									hash);
	return bloom_hashes_contain(view.hashes, view.count, view.places,
								bloom_cut_hash(view.head, hash));
}

/* Whether a hash of a value of the class may be in the filter */
static inline bool
bloom_view_contains(BloomView view, BloomClass class, uint64 hash)
{
	bloom_check_class(view.head, class);
	if (view.head->layers == 1 && !bloom_is_counting(view.head) &&
		!bloom_is_imported(view.head))
		return bloom_bits_test(view.words, &view.head->layer[0].geometry,
							   bloom_layer_hash(view.head, hash));
	if (bloom_is_sparse(view.head))
		return bloom_view_list_contains(view, hash);
	return bloom_layers_contain(view.head, view.words, hash);
}

/*
 * Tests of many hashes, which may be in a large filter that isn't in cache:
 * bloom_view_prefetch starts to load what a test of the hash will read, of all
 * layers, and may be called as soon as the hash is known;
 * bloom_view_contains_each tests many, each as bloom_view_contains does, and
 * prefetches ahead of itself; bloom_view_contains_ascending does that for
 * hashes in ascending order, which is faster if the filter is a list.  None is
 * for filters of other libraries, which have no hashes (bloom_is_imported),
 * but they do no harm to them: the first does nothing, the others are an
 * error. Prefetching needs no check of the class.
 */
extern void bloom_view_prefetch(BloomView view, uint64 hash);
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

/* Whether a value may be in the filter, by the hasher of its type */
static inline bool
bloom_view_contains_value(BloomView view, BloomHasher *hasher, Datum value)
{
	if (unlikely(bloom_is_imported(view.head)))
		return bloom_view_contains_imported(view, hasher, value);
	return bloom_view_contains(view, hasher->class,
							   hasher->hash(hasher, value, view.head->seed));
}

/* An estimate of how many distinct values set so many bits of a layer */
static inline double
bloom_view_layer_cardinality(BloomView view, int i, uint64 bits_set)
{
	return bloom_estimate_layer(view.head, view.imported, i, bits_set);
}

/*
 * The number of distinct members, exact of a sparse filter, and the chance
 * that another value tests positive, which reads all words and can be
 * cancelled.  The filter has to be counted.
 */
static inline double
bloom_view_cardinality(BloomView view)
{
	return bloom_estimate_cardinality(view.head, view.imported, view.count);
}

static inline double
bloom_view_fpp(BloomView view)
{
	return bloom_estimate_fpp(view.head, view.imported, view.words, view.count,
							  bloom_check_interrupts);
}

/* The same as the set bits of whole layers tell it, which the head has */
static inline double
bloom_view_expected_fpp(BloomView view)
{
	return bloom_estimate_expected_fpp(view.head, view.imported, view.count);
}

extern BloomView bloom_view_stored(const Bloom *filter);
extern BloomView bloom_view_list(BloomView view, const Bloom *like);
extern Size bloom_view_size(BloomView view);
extern uint64 bloom_view_hash(BloomView view, uint64 seed);
extern void bloom_view_flatten(BloomView view, Bloom *result);
extern void bloom_warn_over_capacity(const Bloom *head, double before,
									 double values);

#endif							/* BLOOM_VIEW_H */
