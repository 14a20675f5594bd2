/*
 * value/viewhash.c
 *		A hash of a whole filter, for hash indexes and hash joins.
 *
 * Equal filters have equal hashes, even if one is sparse and the other dense.
 * So the hash of a list is that of the dense filter that it would become.
 */
#include "value/view.h"

#include "miscadmin.h"

#include "value/hasher.h"

/*
 * The sum of the hashes of all cache lines that have a set bit.  The number of
 * the first line is `first`.  A counting filter has more words per line.
 */
static uint64
hash_lines(const uint64 *words, Size line_words, Size first, Size lines,
		   uint64 seed)
{
	uint64		sum = 0;

	for (Size i = 0; i < lines; i++, words += line_words)
	{
		uint64		any = 0;

		for (Size j = 0; j < line_words; j++)
			any |= words[j];
		if (any != 0)
			sum += bloom_hash_bytes(words, line_words * sizeof(uint64),
									seed + first + i);
		if (i % BLOOM_INTERRUPT_LINES == 0)
			CHECK_FOR_INTERRUPTS();
	}
	return sum;
}

/*
 * The hashes that layers would use for a list's values, in ascending order.
 * The caller frees them unless they are those of the view.
 */
static const uint64 *
layer_hashes(BloomView view)
{
	Size		size = view.count * sizeof(uint64);
	uint64	   *hashes;
	uint64	   *spare;

	if (view.head->growth == 0 || view.count == 0)
		return view.hashes;
	hashes = MemoryContextAllocHuge(CurrentMemoryContext, size);
	spare = MemoryContextAllocHuge(CurrentMemoryContext, size);
	for (Size i = 0; i < view.count; i++)
		hashes[i] = bloom_layer_hash(view.head, view.hashes[i]);
	bloom_hashes_sort(hashes, spare, view.count, bloom_check_interrupts);
	pfree(spare);
	return hashes;
}

/*
 * The result of hash_lines() for the dense filter that a list would become.
 * Ascending hashes have ascending blocks, so the loop makes one block after
 * the other.
 */
static uint64
hash_list(BloomView view, const BloomGeometry *geometry, uint64 seed)
{
	const uint64 *hashes = layer_hashes(view);
	uint64		words[BLOOM_MAX_BLOCK * BLOOM_LINE_WORDS];
	BloomGeometry one = *geometry;
	uint64		sum = 0;
	Size		i = 0;

	one.lines = one.block;
	while (i < view.count)
	{
		Size		first = bloom_bits_block(geometry, hashes[i]);

		memset(words, 0, one.lines * BLOOM_LINE_WORDS * sizeof(uint64));
		for (; i < view.count &&
			 bloom_bits_block(geometry, hashes[i]) == first; i++)
			bloom_bits_add(words, &one, hashes[i]);
		sum += hash_lines(words, BLOOM_LINE_WORDS, first, one.lines, seed);
	}
	if (hashes != view.hashes)
		pfree((uint64 *) hashes);
	return sum;
}

/*
 * A hash of a filter.  Equal filters have the same hash.  Hash indexes store
 * it, so it must never change.  It depends on the byte order of the machine.
 * Can be cancelled.
 */
uint64
bloom_view_hash(BloomView view, uint64 seed)
{
	uint64		sum;
	Bloom	   *head;
	BloomView	list;

	if (!bloom_is_sparse(view.head))
		sum = hash_lines(view.words, bloom_line_words(view.head), 0,
						 bloom_lines(view.head), seed);
	else
	{
		list = bloom_view_list(view, view.head);
		head = bloom_head_empty(view.head);

		/*
		 * no dense filter equals one that sizes itself, a rollup filter, or
		 * one that would be too large
		 */
		if (bloom_sizes_itself(head) || bloom_is_rollup(head) ||
			!bloom_head_try_layer(head, view.count, false))
			sum = bloom_hash_bytes(list.hashes, list.count * sizeof(uint64),
								   seed);
		else
			sum = hash_list(view, &head->layer[0].geometry, seed);
		if (list.hashes != view.hashes)
			pfree((void *) list.hashes);
		pfree(head);
	}
	return bloom_hash_bytes(&sum, sizeof(sum), seed);
}
