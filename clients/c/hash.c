/*
 * hash.c
 *		Hashes and value classes, equal to those of the extension.
 */
#include "internal.h"

#include <string.h>

#include "format/xxh3.h"

/* Types whose values have a class of their own, not that of their name */
static const struct
{
	const char *name;
	bloomext_class class;
}			types[] = {
	{"text", BLOOM_CLASS_TEXT},
	{"varchar", BLOOM_CLASS_TEXT},
	{"bpchar", BLOOM_CLASS_TEXT},
	{"name", BLOOM_CLASS_TEXT},
	{"int2", BLOOM_CLASS_INTEGER},
	{"int4", BLOOM_CLASS_INTEGER},
	{"int8", BLOOM_CLASS_INTEGER},
	{"oid", BLOOM_CLASS_INTEGER},
	{"bytea", BLOOM_CLASS_BYTEA},
	{"uuid", BLOOM_CLASS_UUID},
	{"float4", BLOOM_CLASS_FLOAT},
	{"float8", BLOOM_CLASS_FLOAT},
	{"numeric", BLOOM_CLASS_NUMERIC},
	{"record", BLOOM_CLASS_ROW},
};

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
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (strcmp(types[i].name, name) == 0)
			return types[i].class;
	return bloom_class_of_type(name, strlen(name));
}

const char *
bloomext_class_name(bloomext_class class)
{
	const char *name = bloom_class_fixed_name(class);

	return name != NULL ? name : "other";
}

const char *
bloomext_version(void)
{
	return BLOOMEXT_VERSION;
}
