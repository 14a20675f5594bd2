/*
 * contains.c
 *		Tests of values.  Converts them to hashes, or to keys of imported
 *		filters, and calls the core.  Does not allocate memory.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

#include "core/bytes.h"
#include "format/xxh3.h"

/* A view of a dense filter */
static BloomView
dense_view(const bloomext_filter *filter)
{
	return (BloomView) {
		.head = filter->core.head, .imported = filter->core.imported,
		.words = filter->raw != NULL ? filter->raw : filter->core.layers.words
	};
}

int
bloomext_takes(const bloomext_filter *filter, bloomext_class class)
{
	const Bloom *head = filter->core.head;

	if (class == BLOOM_CLASS_NONE || !bloom_class_valid(class))
		return BLOOMEXT_ARGUMENT;
	if (bloom_classes_conflict(head->class, class) &&
		bloom_classes_conflict(bloomext_held_class(filter), class))
		return BLOOMEXT_CLASS;
	if (filter->core.imported == NULL)
		return BLOOMEXT_OK;
	return bloom_view_has_keys_of(dense_view(filter), class) ?
		BLOOMEXT_OK : BLOOMEXT_CLASS;
}

/* Whether it is the most common kind: fixed, with bits in aligned words */
static bool
is_simple(const bloomext_filter *filter)
{
	const Bloom *head = filter->core.head;

	return head->layers == 1 && head->growth == 0 &&
		filter->core.layers.words != NULL && !bloom_is_counting(head);
}

bool
bloomext_has(const bloomext_filter *filter, uint64_t hash)
{
	const BloomFilter *core = &filter->core;

	if (is_simple(filter))
		return bloom_bits_test(core->layers.words,
							   &core->head->layer[0].geometry, hash);
	if (bloom_is_sparse(core->head))
		return bloomext_list_has(filter, hash);
	return bloom_view_has(dense_view(filter), hash);
}

void
bloomext_has_each(const bloomext_filter *filter, const uint64_t *hashes,
				  size_t count, bool *found)
{
	const BloomFilter *core = &filter->core;

	if (is_simple(filter))
		bloom_bits_test_each(core->layers.words,
							 &core->head->layer[0].geometry, hashes, count,
							 found);
	else if (bloom_is_sparse(core->head))
		bloomext_list_has_each(filter, hashes, count, found);
	else
		bloom_view_has_each(dense_view(filter), hashes, count, found);
}

/* Whether an imported filter contains a value, of which it has the class */
static bool
has_key(const bloomext_filter *filter, const void *bytes, size_t size)
{
	BloomView	view = dense_view(filter);
	BloomKey	key;

	return bloom_view_key(view, bytes, size, &key) &&
		bloom_view_has_key(view, &key);
}

int
bloomext_contains(const bloomext_filter *filter, bloomext_class class,
				  const void *bytes, size_t size)
{
	int			status = bloomext_takes(filter, class);

	if (status != BLOOMEXT_OK)
		return status;
	if (!bloomext_size_is_right(class, size))
		return BLOOMEXT_ARGUMENT;
	if (filter->core.imported != NULL)
		return has_key(filter, bytes, size);
	return bloomext_has(filter, bloom_xxh3(bytes, size,
										   filter->core.head->seed));
}

int
bloomext_contains_text(const bloomext_filter *filter, const char *text,
					   size_t size)
{
	return bloomext_contains(filter, BLOOM_CLASS_TEXT, text, size);
}

int
bloomext_contains_bytes(const bloomext_filter *filter, const void *bytes,
						size_t size)
{
	return bloomext_contains(filter, BLOOM_CLASS_BYTEA, bytes, size);
}

int
bloomext_contains_uuid(const bloomext_filter *filter, const uint8_t *uuid)
{
	return bloomext_contains(filter, BLOOM_CLASS_UUID, uuid, 16);
}

int
bloomext_contains_integer(const bloomext_filter *filter, int64_t value)
{
	uint8_t		bytes[8];

	bloom_put_le64(bytes, (uint64_t) value);
	return bloomext_contains(filter, BLOOM_CLASS_INTEGER, bytes, 8);
}

int
bloomext_contains_float(const bloomext_filter *filter, double value)
{
	uint8_t		bytes[8];

	bloom_put_le64(bytes, bloom_float_image(value));
	return bloomext_contains(filter, BLOOM_CLASS_FLOAT, bytes, 8);
}

int
bloomext_contains_hash(const bloomext_filter *filter, uint64_t hash)
{
	if (filter->core.imported != NULL)
		return BLOOMEXT_HASH;
	return bloomext_has(filter, hash);
}

/* Test values, whose class the caller has checked, against a native filter */
static void
test_values(const bloomext_filter *filter, const Values *values, bool *found)
{
	uint64_t	hashes[BLOOMEXT_BATCH];
	size_t		batch;

	for (size_t done = 0; done < values->count; done += batch)
	{
		batch = values->count - done < BLOOMEXT_BATCH ?
			values->count - done : BLOOMEXT_BATCH;
		bloomext_hash_values(values, done, batch, filter->core.head->seed,
							 hashes);
		bloomext_has_each(filter, hashes, batch, found + done);
	}
}

/* Test values against an imported filter, which has no hashes */
static void
test_keys(const bloomext_filter *filter, const Values *values, bool *found)
{
	for (size_t i = 0; i < values->count; i++)
	{
		uint8_t		number[8];
		size_t		size;
		const void *key = bloomext_value_bytes(values, i, number, &size);

		found[i] = has_key(filter, key, size);
	}
}

static int
contains_values(const bloomext_filter *filter, Values values, bool *found)
{
	int			status = bloomext_takes(filter, values.class);

	if (status == BLOOMEXT_OK)
		status = bloomext_check_values(&values);
	if (status != BLOOMEXT_OK)
		return status;
	if (filter->core.imported != NULL)
		test_keys(filter, &values, found);
	else
		test_values(filter, &values, found);
	return BLOOMEXT_OK;
}

int
bloomext_contains_hashes(const bloomext_filter *filter,
						 const uint64_t *hashes, size_t count, bool *found)
{
	if (filter->core.imported != NULL)
		return BLOOMEXT_HASH;
	if (is_simple(filter))
		bloomext_has_each(filter, hashes, count, found);
	else
		test_values(filter, &(Values) {
					.kind = VALUES_HASHES, .data = hashes, .count = count
					}, found);
	return BLOOMEXT_OK;
}

int
bloomext_contains_integers(const bloomext_filter *filter,
						   const int64_t *values, size_t count, bool *found)
{
	return contains_values(filter, (Values) {
						   VALUES_INTEGERS, BLOOM_CLASS_INTEGER, values, NULL,
						   count
						   }, found);
}

int
bloomext_contains_floats(const bloomext_filter *filter, const double *values,
						 size_t count, bool *found)
{
	return contains_values(filter, (Values) {
						   VALUES_FLOATS, BLOOM_CLASS_FLOAT, values, NULL,
						   count
						   }, found);
}

int
bloomext_contains_uuids(const bloomext_filter *filter, const uint8_t *uuids,
						size_t count, bool *found)
{
	return contains_values(filter, (Values) {
						   VALUES_UUIDS, BLOOM_CLASS_UUID, uuids, NULL, count
						   }, found);
}

int
bloomext_contains_packed(const bloomext_filter *filter, bloomext_class class,
						 const void *bytes, const size_t *offsets,
						 size_t count, bool *found)
{
	return contains_values(filter, (Values) {
						   VALUES_PACKED, class, bytes, offsets, count
						   }, found);
}

int
bloomext_check_class(const bloomext_filter *filter, bloomext_class class,
					 bloomext_error *error)
{
	int			status = bloomext_takes(filter, class);
	const char *given = bloomext_class_name(class);
	const char *held;
	char		message[160];

	if (status == BLOOMEXT_OK)
		return status;
	if (status == BLOOMEXT_ARGUMENT)
		return bloomext_fail(error, status, "there is no such class");
	held = filter->core.imported == NULL || filter->core.head->class != 0 ?
		bloomext_class_name(filter->core.head->class) :
		filter->core.imported->keys == BLOOM_KEYS_TEXT ? "text or bytea" :
		filter->core.imported->keys == BLOOM_KEYS_UTF16 ? "text" : "integer";
	if (strcmp(held, given) == 0)	/* both are "other" */
		return bloomext_fail(error, status,
							 "bloom filter holds values of another type");
	snprintf(message, sizeof(message), "bloom filter holds %s values, not %s",
			 held, given);
	return bloomext_fail(error, status, message);
}
