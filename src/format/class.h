/*
 * format/class.h
 *		Value classes: the kinds of values that a filter can hold.
 */
#ifndef BLOOM_CLASS_H
#define BLOOM_CLASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Values of one class can be compared with each other, and a filter only holds
 * values of one class.  Types that have no class listed here have one of their
 * own: a hash of the type's name, with the highest bit set.
 */
typedef uint32_t BloomClass;

#define BLOOM_CLASS_NONE	0	/* empty, or only hashes were added */
#define BLOOM_CLASS_TEXT	1
#define BLOOM_CLASS_INTEGER	2
#define BLOOM_CLASS_BYTEA	3
#define BLOOM_CLASS_UUID	4
#define BLOOM_CLASS_FLOAT	5
#define BLOOM_CLASS_NUMERIC	6
#define BLOOM_CLASS_ROW		7
#define BLOOM_CLASS_NAMED	UINT32_C(0x80000000)

/* Whether a filter cannot hold values of both classes */
static inline bool
bloom_classes_conflict(BloomClass a, BloomClass b)
{
	return a != b && a != BLOOM_CLASS_NONE && b != BLOOM_CLASS_NONE;
}

/*
 * The class of the union or intersection of two filters that combine.  An
 * identity is bloom(): an elastic list of the default capacity without values.
 * It can have a class, as an intersection without values, but the result has
 * that of the other filter, even if it is none.
 */
static inline BloomClass
bloom_classes_combined(BloomClass a, bool a_is_identity, BloomClass b,
					   bool b_is_identity)
{
	if (a_is_identity != b_is_identity)
		return a_is_identity ? b : a;
	return a > b ? a : b;
}

/* Whether the number is that of a class */
extern bool bloom_class_valid(BloomClass class);

/* The name of a class listed here, otherwise NULL */
extern const char *bloom_class_fixed_name(BloomClass class);

/* The class of another type, from its name in UTF-8 */
extern BloomClass bloom_class_of_type(const char *name, size_t size);

#endif							/* BLOOM_CLASS_H */
