/*
 * values.c
 *		Canonical bytes and hashes of many values.
 */
#include "internal.h"

#include "format/xxh3.h"

bool
bloomext_size_is_right(bloomext_class class, size_t size)
{
	switch (class)
	{
		case BLOOM_CLASS_INTEGER:
		case BLOOM_CLASS_FLOAT:
			return size == 8;
		case BLOOM_CLASS_UUID:
			return size == 16;
	}
	return true;
}

int
bloomext_check_values(const Values *values)
{
	const size_t *offsets = values->offsets;

	if (values->kind != VALUES_PACKED)
		return BLOOMEXT_OK;
	for (size_t i = 0; i < values->count; i++)
		if (offsets[i] > offsets[i + 1] ||
			!bloomext_size_is_right(values->class,
									offsets[i + 1] - offsets[i]))
			return BLOOMEXT_ARGUMENT;
	return BLOOMEXT_OK;
}

const void *
bloomext_value_bytes(const Values *values, size_t i, uint8_t number[8],
					 size_t *size)
{
	const uint8_t *bytes = values->data;

	*size = 8;
	switch (values->kind)
	{
		case VALUES_HASHES:
			break;
		case VALUES_INTEGERS:
			bloom_put_le64(number,
						   (uint64_t) ((const int64_t *) values->data)[i]);
			return number;
		case VALUES_FLOATS:
			bloom_put_le64(number, bloom_float_image(((const double *)
													  values->data)[i]));
			return number;
		case VALUES_UUIDS:
			*size = 16;
			return bytes + 16 * i;
		case VALUES_PACKED:
			*size = values->offsets[i + 1] - values->offsets[i];
			return bytes + values->offsets[i];
	}
	return NULL;
}

static void
hash_packed(const Values *values, size_t from, size_t count, uint64_t seed,
			uint64_t *hashes)
{
	const uint8_t *bytes = values->data;
	const size_t *offsets = values->offsets + from;

	for (size_t i = 0; i < count; i++)
		hashes[i] = bloom_xxh3(bytes + offsets[i],
							   offsets[i + 1] - offsets[i], seed);
}

void
bloomext_hash_values(const Values *values, size_t from, size_t count,
					 uint64_t seed, uint64_t *hashes)
{
	const int64_t *integers = values->data;
	const double *floats = values->data;
	const uint8_t *uuids = values->data;

	switch (values->kind)
	{
		case VALUES_HASHES:
			memcpy(hashes, (const uint64_t *) values->data + from,
				   count * sizeof(uint64_t));
			break;
		case VALUES_INTEGERS:
			for (size_t i = 0; i < count; i++)
				hashes[i] = bloom_hash_integer(integers[from + i], seed);
			break;
		case VALUES_FLOATS:
			for (size_t i = 0; i < count; i++)
				hashes[i] =
					bloom_hash_integer((int64_t)
									   bloom_float_image(floats[from + i]),
									   seed);
			break;
		case VALUES_UUIDS:
			for (size_t i = 0; i < count; i++)
				hashes[i] = bloom_xxh3(uuids + 16 * (from + i), 16, seed);
			break;
		case VALUES_PACKED:
			hash_packed(values, from, count, seed, hashes);
			break;
	}
}
