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
/* The list has got longer or shorter meanwhile */
#define VALUES_CHANGED	-101

/*
 * values is the id of a list or tuple, of str for BLOOMEXT_TEXT, int for
 * BLOOMEXT_INTEGER, float for BLOOMEXT_FLOAT, and of bytes for all other
 * classes.  found is the id of a list of as many False, of which those of
 * values that may be in the filter become True.  Return BLOOMEXT_OK or a
 * negative status.
 */
int values_contained(const bloomext_filter *filter, bloomext_class class_,
					 uintptr_t values, uintptr_t found, size_t *place);
int values_add(bloomext_filter *filter, bloomext_class class_,
			   uintptr_t values, size_t *place);
/* end */

#endif							/* BLOOMEXT_VALUES_H */
