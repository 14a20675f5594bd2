/*
 * hash.c
 *		Hashes and value classes, equal to those of the extension.
 */
#include "internal.h"

#include "format/xxh3.h"

uint64_t
bloomext_hash_bytes(const void *bytes, size_t size, uint64_t seed)
{
	return bloom_xxh3(bytes, size, seed);
}

uint64_t
bloomext_hash_text(const char *text, size_t size, uint64_t seed)
{
	return bloom_xxh3(text, size, seed);
}

uint64_t
bloomext_hash_integer(int64_t value, uint64_t seed)
{
	return bloom_hash_integer(value, seed);
}

uint64_t
bloomext_hash_float(double value, uint64_t seed)
{
	return bloom_hash_integer((int64_t) bloom_float_image(value), seed);
}

bloomext_class
bloomext_class_of_type(const char *name)
{
	return bloom_class_of_type(name, strlen(name));
}

const char *
bloomext_class_name(bloomext_class class)
{
	const char *name = bloom_class_own_name(class);

	return name != NULL ? name : "other";
}

const char *
bloomext_version(void)
{
	return BLOOMEXT_VERSION;
}
