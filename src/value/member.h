/*
 * value/member.h
 *		Values in filters: testing, adding and removing them.
 */
#ifndef BLOOM_MEMBER_H
#define BLOOM_MEMBER_H

#include "value/expanded.h"
#include "value/hasher.h"

/* Raise an error if hashes of values of the class cannot be in the filter */
static inline void
bloom_check_hashes(const Bloom *head, BloomClass class)
{
	bloom_check_class(head, class);
	if (unlikely(bloom_is_imported(head)))
		BLOOM_CALL(bloom_no_hashes, head);
}

/*
 * Whether a native filter may contain the hash of a value of the class.
 * Raises an error if the filter is imported or holds values of another class.
 */
static inline bool
bloom_view_contains(BloomView view, BloomClass class, uint64 hash)
{
	bloom_check_hashes(view.head, class);
	return bloom_view_has(view, hash);
}

extern void bloom_view_contains_each(BloomView view, BloomClass class,
									 const uint64 *hashes, int count,
									 bool *contained);
extern void bloom_view_contains_ascending(BloomView view, BloomClass class,
										  const uint64 *hashes, int count,
										  bool *contained);
extern bool bloom_view_takes(BloomView view, BloomClass class);
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
	bloom_check_class(view.head, hasher->class);
	return bloom_view_has(view, hasher->hash(hasher, value, view.head->seed));
}

extern void bloom_member_add(BloomFilter *filter, BloomHasher *hasher,
							 Datum value);
extern void bloom_member_remove(BloomFilter *filter, BloomHasher *hasher,
								Datum value);

#endif							/* BLOOM_MEMBER_H */
