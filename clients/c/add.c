/*
 * add.c
 *		Adds values of all classes to filters.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include "core/bits.h"
#include "format/xxh3.h"

/* Values that are added to a list at a time, so that sorting needs 8 MB */
#define LIST_BATCH		((size_t) 1024 * 1024)

/*
 * A batch has as many values as the list already has hashes, but at least this
 * many
 */
#define MIN_LIST_BATCH	4096

/* Fewer values are added one by one */
#define FEW				64

/* Add a hash to a complete native filter */
static int
add_hash(bloomext_filter *filter, uint64_t hash)
{
	BloomFilter *core = &filter->core;
	BloomProblem problem;

	if (bloom_is_sparse(core->head))
		return bloomext_list_add(filter, hash);
	if (core->head->growth == 0 && !bloom_is_counting(core->head))
	{
		core->head->layer[0].bits_set +=
			bloom_bits_add(core->layers.words, &core->head->layer[0].geometry,
						   hash);
		return BLOOMEXT_OK;
	}
	if (!bloom_filter_add(core, BLOOM_CLASS_NONE, hash, &problem))
		return bloomext_fail_with(NULL, &problem);
	bloom_layers_drain(&core->layers, core->head);
	return BLOOMEXT_OK;
}

/* Likewise to any native filter; unchanged after an error */
static int
add_to_any(bloomext_filter *filter, uint64_t hash)
{
	bloomext_filter *copy;
	int			status;

	if (!bloom_is_state(filter->core.head))
		return add_hash(filter, hash);
	status = bloomext_complete(filter, &copy);
	return bloomext_take_over(filter, copy, status != BLOOMEXT_OK ? status :
							  add_hash(copy, hash));
}

/* Add hashes to a complete, dense, native filter */
static int
add_hashes(bloomext_filter *filter, const uint64_t *hashes, size_t count)
{
	BloomFilter *core = &filter->core;
	BloomProblem problem;
	bool		done = bloom_filter_add_each(core, hashes, count, &problem);

	bloom_layers_drain(&core->layers, core->head);
	return bloomext_status_of(done, &problem, NULL);
}

/* Add a value, given by its canonical bytes, to an imported filter */
static int
add_key(bloomext_filter *filter, const void *bytes, size_t size)
{
	BloomView	view = {.imported = filter->core.imported};
	BloomKey	key;
	BloomProblem problem;

	if (!bloom_view_key(view, bytes, size, &key))
		return BLOOMEXT_ARGUMENT;
	return bloomext_status_of(bloom_imported_add(&filter->core, &key,
												 &problem), &problem, NULL);
}

/*
 * Add values to a list, from index `from` on, and set *added to their number
 */
static int
add_to_list(bloomext_filter *filter, const Values *values, size_t from,
			size_t *added)
{
	size_t		total = bloomext_total(filter);
	size_t		count = total < MIN_LIST_BATCH ? MIN_LIST_BATCH : total;

	if (count > LIST_BATCH)
		count = LIST_BATCH;
	if (count > values->count - from)
		count = values->count - from;
	*added = count;
	if (!bloomext_make_room(filter, count))
		return BLOOMEXT_MEMORY;
	bloomext_hash_values(values, from, count, filter->core.head->seed,
						 filter->core.list.hashes + total);
	return bloomext_list_append(filter, count);
}

/* Add values, whose class the caller has checked, to an imported filter */
static int
add_keys(bloomext_filter *filter, const Values *values)
{
	int			status = BLOOMEXT_OK;

	for (size_t i = 0; i < values->count && status == BLOOMEXT_OK; i++)
	{
		uint8_t		number[8];
		size_t		size;
		const void *bytes = bloomext_value_bytes(values, i, number, &size);

		status = add_key(filter, bytes, size);
	}
	return status;
}

/* Likewise to any filter */
static int
add_all(bloomext_filter *filter, const Values *values)
{
	const Bloom *head;
	int			status = BLOOMEXT_OK;
	uint64_t	hashes[BLOOMEXT_BATCH];
	size_t		batch;

	if (filter->core.imported != NULL)
		return add_keys(filter, values);
	for (size_t done = 0; done < values->count && status == BLOOMEXT_OK;
		 done += batch)
	{
		head = filter->core.head;
		batch = values->count - done;
		/* layers depend on the order, which is that of bloom_add_all() */
		if (bloom_is_sparse(head) && batch >= FEW &&
			(head->growth == 0 || bloom_is_elastic(head)))
		{
			status = add_to_list(filter, values, done, &batch);
			continue;
		}
		batch = batch < BLOOMEXT_BATCH ? batch : BLOOMEXT_BATCH;
		bloomext_hash_values(values, done, batch, head->seed, hashes);
		if (!bloom_is_sparse(head))
			status = add_hashes(filter, hashes, batch);
		else
			for (size_t i = 0; i < batch && status == BLOOMEXT_OK; i++)
				status = add_hash(filter, hashes[i]);
	}
	return status;
}

/* Returns BLOOMEXT_OK if values of the class can be added now */
static int
prepare(bloomext_filter *filter, bloomext_class class)
{
	int			status = bloomext_changeable(filter);

	if (status == BLOOMEXT_OK)
	{
		/* takes time after a value was removed */
		if (class == BLOOM_CLASS_NONE ||
			bloom_classes_conflict(filter->core.head->class, class))
			bloom_filter_check_emptied(&filter->core);
		status = class == BLOOM_CLASS_NONE ?
			(filter->core.imported != NULL ? BLOOMEXT_HASH : BLOOMEXT_OK) :
			bloomext_takes(filter, class);
	}
	return status;
}

/* Complete a partial state */
static int
complete(bloomext_filter *filter)
{
	bloomext_filter *copy;
	int			status;

	if (!bloom_is_state(filter->core.head))
		return BLOOMEXT_OK;
	status = bloomext_complete(filter, &copy);
	return bloomext_take_over(filter, copy, status);
}

static int
add_values(bloomext_filter *filter, Values values)
{
	int			status = prepare(filter, values.class);

	if (status == BLOOMEXT_OK)
		status = bloomext_check_values(&values);
	if (status == BLOOMEXT_OK && values.count > 0)
		status = complete(filter);
	if (status != BLOOMEXT_OK || values.count == 0)
		return status;
	filter->added += values.count;
	status = add_all(filter, &values);
	/* after an error, some may have been added */
	if (values.class != BLOOM_CLASS_NONE)
		filter->core.head->class = values.class;
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
	if (class == BLOOM_CLASS_NONE)
		return BLOOMEXT_ARGUMENT;
	return add_values(filter, (Values) {
					  VALUES_PACKED, class, bytes, offsets, count
					  });
}

int
bloomext_add(bloomext_filter *filter, bloomext_class class, const void *bytes,
			 size_t size)
{
	int			status = class == BLOOM_CLASS_NONE ? BLOOMEXT_ARGUMENT :
		prepare(filter, class);

	if (status == BLOOMEXT_OK && !bloomext_size_is_right(class, size))
		status = BLOOMEXT_ARGUMENT;
	if (status == BLOOMEXT_OK)
		status = filter->core.imported != NULL ? add_key(filter, bytes, size) :
			add_to_any(filter, bloom_xxh3(bytes, size,
										  filter->core.head->seed));
	if (status == BLOOMEXT_OK)
	{
		filter->core.head->class = class;
		filter->added++;
	}
	return status;
}

int
bloomext_remove(bloomext_filter *filter, bloomext_class class,
				const void *bytes, size_t size, bloomext_error *error)
{
	BloomFilter *core = &filter->core;
	BloomProblem problem;
	uint64_t	hash;
	int			status = bloomext_changeable(filter);

	if (status == BLOOMEXT_OK &&
		(class == BLOOM_CLASS_NONE || !bloom_class_valid(class) ||
		 !bloomext_size_is_right(class, size)))
		status = BLOOMEXT_ARGUMENT;
	if (status != BLOOMEXT_OK)
		return bloomext_fail(error, status, NULL);
	hash = bloom_xxh3(bytes, size, core->head->seed);
	return bloomext_status_of(bloom_filter_remove(core, class, hash,
												  &problem), &problem, error);
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
	int			status = class == BLOOM_CLASS_NONE ? BLOOMEXT_ARGUMENT :
		prepare(filter, class);

	if (status == BLOOMEXT_OK)
		status = complete(filter);
	if (status == BLOOMEXT_OK)
		filter->core.head->class = class;
	return status;
}

int
bloomext_add_hash(bloomext_filter *filter, uint64_t hash)
{
	int			status = prepare(filter, BLOOM_CLASS_NONE);

	if (status != BLOOMEXT_OK)
		return status;
	filter->added++;
	return add_to_any(filter, hash);
}
