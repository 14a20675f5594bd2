/*
 * format/class.h
 *		Classes: what the values of a filter are.
 */
#ifndef BLOOM_CLASS_H
#define BLOOM_CLASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Values of one class are comparable with each other, and a filter holds
 * values of one class only.  Classes of other types have the highest bit set
 * and are a hash of the type's name.
 */
typedef uint32_t BloomClass;

#define BLOOM_CLASS_NONE	0	/* nothing added yet, or hashes only */
#define BLOOM_CLASS_TEXT	1
#define BLOOM_CLASS_INTEGER	2
#define BLOOM_CLASS_BYTEA	3
#define BLOOM_CLASS_UUID	4
#define BLOOM_CLASS_FLOAT	5
#define BLOOM_CLASS_NUMERIC	6
#define BLOOM_CLASS_ROW		7
#define BLOOM_CLASS_NAMED	UINT32_C(0x80000000)

/* Values of both classes can't be in one filter */
static inline bool
bloom_classes_conflict(BloomClass a, BloomClass b)
{
	return a != b && a != BLOOM_CLASS_NONE && b != BLOOM_CLASS_NONE;
}

/* Whether there can be such a class */
extern bool bloom_class_valid(BloomClass class);

/* The name of a class that isn't a type's, or NULL */
extern const char *bloom_class_own_name(BloomClass class);

/* The class of a type, by its name in UTF-8 */
extern BloomClass bloom_class_of_type(const char *name, size_t size);

#endif							/* BLOOM_CLASS_H */
