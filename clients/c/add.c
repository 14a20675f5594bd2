/*
 * add.c
 *		Adds values of all classes to filters.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include "core/bits.h"
#include "format/xxh3.h"

/* Number of values that are hashed and then added */
#define BATCH	512

/* Minimum number of hashes that are sorted together */
#define MIN_MERGED	4096

/* Merge the second list into the first one; false: out of memory */
static bool
merge_tail(bloomext_filter *filter)
{
	size_t		count = filter->tail;
	uint64_t   *added = filter->hashes + filter->count;
	uint64_t   *copy = malloc(count * sizeof(uint64_t) + 1);

	if (copy == NULL)
		return false;
	memcpy(copy, added, count * sizeof(uint64_t));
	filter->count = bloom_hashes_merge(filter->hashes, filter->count, copy,
									   count);
	filter->tail = 0;
	free(copy);
	return true;
}

/* Add a hash to the bits of a dense filter */
static void
add_bit(bloomext_filter *filter, uint64_t hash)
{
	BloomLayer *layer = &filter->head->layer[0];

	layer->bits_set += bloom_bits_add(filter->words, &layer->geometry, hash);
}

/* Add a hash to the second list, in order */
static int
add_to_list(bloomext_filter *filter, uint64_t hash)
{
	uint64_t   *tail;
	size_t		at;
	int			status;

	if (bloomext_has(filter, hash))
		return BLOOMEXT_OK;
	if (filter->count + filter->tail >= filter->limit)
	{
		status = bloomext_turn_dense(filter);
		if (status == BLOOMEXT_OK)
			add_bit(filter, hash);
		return status;
	}
	if (filter->count + filter->tail == filter->room &&
		!bloomext_make_room(filter, 2 * filter->room + BLOOMEXT_MIN_ROOM))
		return BLOOMEXT_MEMORY;
	free(filter->places);
	filter->places = NULL;
	tail = filter->hashes + filter->count;
	at = bloom_hashes_find(tail, filter->tail, hash);
	memmove(tail + at + 1, tail + at, (filter->tail - at) * sizeof(uint64_t));
	tail[at] = hash;
	filter->tail++;
	/* without memory for merging, the list gets longer and slower */
	if (filter->tail >= TAIL_SIZE)
		merge_tail(filter);
	return BLOOMEXT_OK;
}

static int
add_hash(bloomext_filter *filter, uint64_t hash)
{
	if (bloom_is_sparse(filter->head))
		return add_to_list(filter, hash);
	add_bit(filter, hash);
	return BLOOMEXT_OK;
}

/* The number of ascending hashes that are not in the first list */
static size_t
count_new(const bloomext_filter *filter, const uint64_t *hashes, size_t count)
{
	const uint64_t *own = filter->hashes;
	const uint64_t *end = own + filter->count;
	size_t		new = 0;

	for (size_t i = 0; i < count; i++)
	{
		while (own < end && *own < hashes[i])
			own++;
		new += own == end || *own != hashes[i];
	}
	return new;
}

/*
 * Add many hashes to a list.  They are sorted in place, and are followed by
 * the same amount of spare memory.  After an error, the list is unchanged.
 */
static int
merge_hashes(bloomext_filter *filter, uint64_t *hashes, size_t count)
{
	size_t		all;
	int			status;

	if (filter->tail > 0 && !merge_tail(filter))
		return BLOOMEXT_MEMORY;
	count = bloom_hashes_sort(hashes, hashes + count, count, NULL);
	all = filter->count + count;
	if (all > filter->limit &&
		filter->count + count_new(filter, hashes, count) > filter->limit)
	{
		status = bloomext_turn_dense(filter);
		if (status == BLOOMEXT_OK)
			bloomext_add_bits(filter, hashes, count);
		return status;
	}
	if (all > filter->room && !bloomext_make_room(filter, all + all / 2))
		return BLOOMEXT_MEMORY;
	free(filter->places);
	filter->places = NULL;
	filter->count = bloom_hashes_merge(filter->hashes, filter->count, hashes,
									   count);
	return BLOOMEXT_OK;
}

/*
 * Add values to a list, from index `from` on.  Their number is large enough
 * that moving the existing hashes pays off.  Sets *added to that number.
 */
static int
add_to_lists(bloomext_filter *filter, const Values *values, size_t from,
			 size_t *added)
{
	size_t		count = filter->count + filter->tail;
	uint64_t   *hashes;
	int			status;

	if (count < MIN_MERGED)
		count = MIN_MERGED;
	if (count > values->count - from)
		count = values->count - from;
	hashes = malloc(2 * count * sizeof(uint64_t));
	if (hashes == NULL)
		return BLOOMEXT_MEMORY;
	bloomext_hash_values(values, from, count, filter->head->seed, hashes);
	status = merge_hashes(filter, hashes, count);
	free(hashes);
	*added = count;
	return status;
}

/* Add values, whose class the caller has checked */
static int
add_all(bloomext_filter *filter, const Values *values)
{
	int			status = BLOOMEXT_OK;
	uint64_t	hashes[BATCH];
	size_t		batch;

	for (size_t done = 0; done < values->count && status == BLOOMEXT_OK;
		 done += batch)
	{
		batch = values->count - done;
		if (bloom_is_sparse(filter->head) && batch >= TAIL_SIZE)
		{
			status = add_to_lists(filter, values, done, &batch);
			continue;
		}
		batch = batch < BATCH ? batch : BATCH;
		bloomext_hash_values(values, done, batch, filter->head->seed, hashes);
		if (!bloom_is_sparse(filter->head))
			bloomext_add_bits(filter, hashes, batch);
		else
			for (size_t i = 0; i < batch && status == BLOOMEXT_OK; i++)
				status = add_hash(filter, hashes[i]);
	}
	return status;
}

static int
add_values(bloomext_filter *filter, Values values)
{
	int			status = bloomext_begin_change(filter);

	if (status == BLOOMEXT_OK && values.kind != VALUES_HASHES)
		status = bloomext_takes(filter, values.class);
	if (status == BLOOMEXT_OK)
		status = bloomext_check_values(&values);
	if (status == BLOOMEXT_OK && values.count > 0)
	{
		status = add_all(filter, &values);
		/* after an error, some may have been added */
		if (values.class != BLOOM_CLASS_NONE)
			filter->head->class = values.class;
	}
	return status;
}

int
bloomext_add_hashes(bloomext_filter *filter, const uint64_t *hashes,
					size_t count)
{
	return add_values(filter, (Values) {
					  VALUES_HASHES, BLOOM_CLASS_NONE, hashes, NULL, count
					  });
}

int
bloomext_add_integers(bloomext_filter *filter, const int64_t *values,
					  size_t count)
{
	return add_values(filter, (Values) {
					  VALUES_INTEGERS, BLOOM_CLASS_INTEGER, values, NULL,
					  count
					  });
}

int
bloomext_add_floats(bloomext_filter *filter, const double *values,
					size_t count)
{
	return add_values(filter, (Values) {
					  VALUES_FLOATS, BLOOM_CLASS_FLOAT, values, NULL, count
					  });
}

int
bloomext_add_uuids(bloomext_filter *filter, const uint8_t *uuids,
				   size_t count)
{
	return add_values(filter, (Values) {
					  VALUES_UUIDS, BLOOM_CLASS_UUID, uuids, NULL, count
					  });
}

int
bloomext_add_packed(bloomext_filter *filter, bloomext_class class,
					const void *bytes, const size_t *offsets, size_t count)
{
	return add_values(filter, (Values) {
					  VALUES_PACKED, class, bytes, offsets, count
					  });
}

int
bloomext_add(bloomext_filter *filter, bloomext_class class, const void *bytes,
			 size_t size)
{
	int			status = bloomext_begin_change(filter);

	if (status == BLOOMEXT_OK)
		status = bloomext_takes(filter, class);
	if (status == BLOOMEXT_OK && !bloomext_size_is_right(class, size))
		status = BLOOMEXT_ARGUMENT;
	if (status == BLOOMEXT_OK)
		status = add_hash(filter, bloom_xxh3(bytes, size,
											 filter->head->seed));
	if (status == BLOOMEXT_OK)
		filter->head->class = class;
	return status;
}

int
bloomext_add_text(bloomext_filter *filter, const char *text, size_t size)
{
	return bloomext_add(filter, BLOOM_CLASS_TEXT, text, size);
}

int
bloomext_add_bytes(bloomext_filter *filter, const void *bytes, size_t size)
{
	return bloomext_add(filter, BLOOM_CLASS_BYTEA, bytes, size);
}

int
bloomext_add_uuid(bloomext_filter *filter, const uint8_t *uuid)
{
	return bloomext_add(filter, BLOOM_CLASS_UUID, uuid, 16);
}

int
bloomext_add_integer(bloomext_filter *filter, int64_t value)
{
	uint8_t		bytes[8];

	bloom_put_le64(bytes, (uint64_t) value);
	return bloomext_add(filter, BLOOM_CLASS_INTEGER, bytes, 8);
}

int
bloomext_add_float(bloomext_filter *filter, double value)
{
	uint8_t		bytes[8];

	bloom_put_le64(bytes, bloom_float_image(value));
	return bloomext_add(filter, BLOOM_CLASS_FLOAT, bytes, 8);
}

int
bloomext_set_class(bloomext_filter *filter, bloomext_class class)
{
	int			status = bloomext_begin_change(filter);

	if (status == BLOOMEXT_OK)
		status = bloomext_takes(filter, class);
	if (status == BLOOMEXT_OK)
		filter->head->class = class;
	return status;
}

int
bloomext_add_hash(bloomext_filter *filter, uint64_t hash)
{
	int			status = bloomext_begin_change(filter);

	return status != BLOOMEXT_OK ? status : add_hash(filter, hash);
}
