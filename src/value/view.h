/*
 * value/view.h
 *		A filter to read, in whatever form it is.
 */
#ifndef BLOOM_VIEW_H
#define BLOOM_VIEW_H

#include "core/hashes.h"
#include "value/layers.h"

/* Points into a stored value or a filter in memory */
typedef struct BloomView
{
	const Bloom *head;
	const uint64 *words;		/* of the layers, if it is dense */
	const uint64 *hashes;		/* ascending, if it is sparse */
	const BloomForeign *foreign;	/* if it is another library's */
	Size		count;			/* of the hashes */
	bool		counted;		/* head's bits_set are right */
} BloomView;

/* bloom(): the empty set of any shape, the identity of union */
static inline bool
bloom_is_identity(BloomView view)
{
	return bloom_sizes_itself(view.head) && view.count == 0;
}

/* Whether a hash of a value of the class may be in the filter */
static inline bool
bloom_view_contains(BloomView view, BloomClass class, uint64 hash)
{
	bloom_check_class(view.head, class);
	if (view.head->layers == 1 && !bloom_is_counting(view.head) &&
		!bloom_is_foreign(view.head))
		return bloom_bits_test(view.words, &view.head->layer[0].geometry,
							   bloom_layer_hash(view.head, hash));
	if (bloom_is_sparse(view.head))
		return bloom_hashes_contain(view.hashes, view.count, hash);
	return bloom_layers_contain(view.head, view.words, hash);
}

extern bool bloom_view_contains_key(BloomView view, const char *key,
									Size size);
extern bool bloom_view_contains_foreign(BloomView view, BloomHasher *hasher,
										Datum value);

/* Whether a value may be in the filter, by the hasher of its type */
static inline bool
bloom_view_contains_value(BloomView view, BloomHasher *hasher, Datum value)
{
	if (unlikely(bloom_is_foreign(view.head)))
		return bloom_view_contains_foreign(view, hasher, value);
	return bloom_view_contains(view, hasher->class,
							   hasher->hash(hasher, value, view.head->seed));
}

extern BloomView bloom_view_stored(const Bloom *filter);
extern Size bloom_view_size(BloomView view);
extern uint64 bloom_view_hash(BloomView view, uint64 seed);
extern void bloom_view_flatten(BloomView view, Bloom *result);
extern double bloom_view_layer_cardinality(BloomView view, int i,
										   uint64 bits_set);
extern double bloom_view_cardinality(BloomView view);
extern double bloom_view_fpp(BloomView view);
extern double bloom_view_expected_fpp(BloomView view);
extern void bloom_warn_over_capacity(const Bloom *head, double values);

#endif							/* BLOOM_VIEW_H */
