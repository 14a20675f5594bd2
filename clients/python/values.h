/*
 * clients/python/values.h
 *		Many Python values at once, to the C library.
 */
#ifndef BLOOMEXT_VALUES_H
#define BLOOMEXT_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "bloomext.h"

/* cffi: */
/* A value that isn't of the class: *place tells which */
#define VALUES_WRONG	-100
/* The list isn't as long as it was */
#define VALUES_CHANGED	-101

/*
 * values is the id of a list or tuple of so many str for BLOOMEXT_TEXT, int
 * for BLOOMEXT_INTEGER, float for BLOOMEXT_FLOAT, and bytes for all other
 * classes. Those from *place on are taken, which goes on, maybe not to the
 * end: then the caller calls again.  found is the id of a list of as many
 * False, of which those of values that may be in the filter become True.
 * Return BLOOMEXT_OK or a negative status.
 */
int values_contained(const bloomext_filter *filter, bloomext_class class_,
					 uintptr_t values, size_t count, size_t *place,
					 uintptr_t found);
int values_add(bloomext_filter *filter, bloomext_class class_,
			   uintptr_t values, size_t count, size_t *place);
/* end */

#endif							/* BLOOMEXT_VALUES_H */
