/*
 * value/member.c
 *		Values in filters: testing, adding and removing them.
 */
#include "value/member.h"

/* Raise an error for a class of which an imported filter has no keys */
static void
refuse_key(BloomView view, BloomClass class)
{
	const BloomCodec *codec = bloom_format_codec(view.head->format);

	if (view.imported->keys != BLOOM_KEYS_TEXT)
		bloom_class_mismatch(view.imported->keys == BLOOM_KEYS_UTF16 ?
							 BLOOM_CLASS_TEXT : BLOOM_CLASS_INTEGER, class);
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("bloom filter of format %s holds text or bytea values, not %s",
					bloom_format_name(view.head->format),
					bloom_class_name(class)),
			 class == BLOOM_CLASS_INTEGER && codec->keys != 0 ?
			 errhint("If its keys are integers, pass keys => 'long' to bloom_import or bloom_new.") :
			 errhint("Cast the value to what the other program hashed, as text or bytea.")));
}

/* Whether testing values of the class raises no error */
bool
bloom_view_takes(BloomView view, BloomClass class)
{
	return !bloom_classes_conflict(view.head->class, class) &&
		(!bloom_is_imported(view.head) || bloom_view_has_keys_of(view, class));
}

/*
 * Set key to what an imported filter hashes for a value.  The caller must free
 * the canonical bytes, into which key points, with bloom_bytes_free().
 * Returns false if the filter's keys are integers that cannot have this value.
 * Raises an error if the filter cannot contain values of the class, or holds
 * values of another one.
 */
static bool
get_key(BloomView view, BloomHasher *hasher, Datum value, BloomBytes *bytes,
		BloomKey *key)
{
	if (!bloom_view_has_keys_of(view, hasher->class))
		refuse_key(view, hasher->class);
	bloom_check_class(view.head, hasher->class);
	hasher->bytes(hasher, value, bytes);
	return bloom_view_key(view, bytes->data, bytes->size, key);
}

/*
 * Set contained[i] to the result of bloom_view_contains() for the i-th hash.
 * Raises an error if the filter is imported or holds values of another class.
 */
void
bloom_view_contains_each(BloomView view, BloomClass class,
						 const uint64 *hashes, int count, bool *contained)
{
	bloom_check_hashes(view.head, class);
	bloom_view_has_each(view, hashes, count, contained);
}

/* Like bloom_view_contains_each(), for hashes in ascending order */
void
bloom_view_contains_ascending(BloomView view, BloomClass class,
							  const uint64 *hashes, int count, bool *contained)
{
	bloom_check_hashes(view.head, class);
	bloom_view_has_ascending(view, hashes, count, contained);
}

/*
 * Whether an imported filter may contain a value.  Raises an error if the
 * filter cannot contain values of the class, or holds values of another one.
 */
bool
bloom_view_contains_imported(BloomView view, BloomHasher *hasher, Datum value)
{
	BloomBytes	bytes;
	BloomKey	key;
	bool		found = get_key(view, hasher, value, &bytes, &key) &&
		bloom_view_has_key(view, &key);

	bloom_bytes_free(&bytes);
	return found;
}

/*
 * Add a value to any filter.  hasher is for the type of the value.  Raises the
 * errors of bloom_filter_add(), or those of bloom_view_contains_imported().
 */
void
bloom_member_add(BloomFilter *filter, BloomHasher *hasher, Datum value)
{
	BloomBytes	bytes;
	BloomKey	key;

	if (likely(!bloom_is_imported(filter->head)))
	{
		BLOOM_CALL(bloom_filter_add, filter, hasher->class,
				   hasher->hash(hasher, value, filter->head->seed));
		return;
	}
	if (!get_key(bloom_expanded_view(filter), hasher, value, &bytes, &key))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("value is out of range for a filter of keys of type integer")));
	BLOOM_CALL(bloom_imported_add, filter, &key);
	bloom_set_class(filter->head, hasher->class);
	bloom_bytes_free(&bytes);
}

/* Remove a value, as bloom_filter_remove() does */
void
bloom_member_remove(BloomFilter *filter, BloomHasher *hasher, Datum value)
{
	BLOOM_CALL(bloom_filter_remove, filter, hasher->class,
			   hasher->hash(hasher, value, filter->head->seed));
}
