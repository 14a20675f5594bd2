/*
 * format/class.c
 *		Names of value classes, and classes from names of types.
 */
#include "format/class.h"

#include "format/xxh3.h"

/* In the order of BLOOM_CLASS_* */
static const char *const names[] = {
	"unclassified", "text", "integer", "bytea", "uuid", "float", "numeric",
	"row"
};

#define NAMES	(sizeof(names) / sizeof(names[0]))

bool
bloom_class_valid(BloomClass class)
{
	return class < NAMES || class >= BLOOM_CLASS_NAMED;
}

const char *
bloom_class_fixed_name(BloomClass class)
{
	return class < NAMES ? names[class] : NULL;
}

BloomClass
bloom_class_of_type(const char *name, size_t size)
{
	return (BloomClass) bloom_xxh3(name, size, 0) | BLOOM_CLASS_NAMED;
}
