/*
 * value/equal.c
 *		Whether two filters are equal.
 */
#include "value/equal.h"

#include "value/expanded.h"
#include "value/library.h"

#include "utils/memutils.h"

/* Whether two filters have the same parameters, class and set bit counts */
static bool
same_header(BloomView a, BloomView b)
{
	Size		skip = offsetof(Bloom, version);
	Bloom		x = *a.head;
	Bloom		y = *b.head;

	/* these describe the layout, not the content */
	x.extra = y.extra = 0;
	x.flags &= ~BLOOM_FLAG_NOT_CODED;
	y.flags &= ~BLOOM_FLAG_NOT_CODED;
	if (bloom_is_imported(a.head) && bloom_is_imported(b.head))
	{
		if (a.head->format != b.head->format || !bloom_library_alike(a, b))
			return false;
		/* bloom_library_alike() has compared these as far as necessary */
		x.capacity = y.capacity = 0;
		x.error_rate = y.error_rate = 0;
	}
	return a.head->layers == b.head->layers &&
		memcmp((char *) &x + skip, (char *) &y + skip,
			   offsetof(Bloom, layer) - skip) == 0 &&
		memcmp(a.head->layer, b.head->layer,
			   a.head->layers * sizeof(BloomLayer)) == 0;
}

/* Whether two filters are equal; both are sparse or both dense */
static bool
same_content(BloomView a, BloomView b)
{
	if (a.count != b.count || !same_header(a, b))
		return false;
	if (a.coded != NULL && b.coded != NULL)
		return memcmp(a.coded, b.coded,
					  bloom_list_size(a.head, a.count)) == 0;
	a = bloom_view_list(a, a.head);
	b = bloom_view_list(b, b.head);
	return (bloom_is_sparse(a.head) ?
		 memcmp(a.hashes, b.hashes, a.count * sizeof(uint64)) == 0 :
		 memcmp(a.words, b.words, bloom_words_size(a.head)) == 0);
}

/*
 * Whether two filters have the same parameters, class and content.  A sparse
 * filter equals the dense filter of the same values.  Both must be counted.
 */
bool
bloom_equal(BloomView a, BloomView b)
{
	BloomExpanded *dense;
	BloomView	view;
	bool		equal;

	if (bloom_is_sparse(a.head) == bloom_is_sparse(b.head))
		return same_content(a, b);
	if (a.head->capacity != b.head->capacity ||
		bloom_is_rollup(a.head) != bloom_is_rollup(b.head))
		return false;
	dense = bloom_expanded_copy(bloom_is_sparse(a.head) ? a : b,
								CurrentMemoryContext);
	bloom_expanded_turn_dense(dense);
	view = bloom_expanded_view(dense);
	bloom_layers_count(&dense->layers, dense->head);
	equal = same_content(bloom_is_sparse(a.head) ? b : a, view);
	MemoryContextDelete(dense->hdr.eoh_context);
	return equal;
}
