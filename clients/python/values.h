/*
 * clients/python/values.h
 *		Passes Python values to the C library.
 */
#ifndef BLOOMEXT_VALUES_H
#define BLOOMEXT_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "bloomext.h"

/* cffi: */
/* A value, at index *place, has another class */
#define VALUES_WRONG	-100
/* The length of the list has changed */
#define VALUES_CHANGED	-101

/*
 * Test or add values.  `values` is the id of a list or tuple with count
 * values: str for BLOOMEXT_TEXT, int for BLOOMEXT_INTEGER, float for
 * BLOOMEXT_FLOAT, and bytes for all other classes.  The functions begin at
 * index *place and advance it.  If *place is still less than count, the
 * caller must call again.
 * `found` is the id of a list of count times False.  The elements of values
 * that may be in the filter are set to True.  Return BLOOMEXT_OK or a negative
 * status.
 */
int values_contained(const bloomext_filter *filter, bloomext_class class_,
					 uintptr_t values, size_t count, size_t *place,
					 uintptr_t found);
int values_add(bloomext_filter *filter, bloomext_class class_,
			   uintptr_t values, size_t count, size_t *place);

/*
 * Add a value.  Return whether it was in the filter before, 0 or 1, plus
 * VALUES_FULL if bloomext_report_capacity() has something to report, or a
 * negative status.
 */
#define VALUES_FULL		2
int values_add_one(bloomext_filter *filter, bloomext_class class_,
				   const char *bytes, size_t size);
int values_add_integer(bloomext_filter *filter, int64_t value);
int values_add_hash(bloomext_filter *filter, uint64_t hash);
/* end */

#endif							/* BLOOMEXT_VALUES_H */
