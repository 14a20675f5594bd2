/*
 * unit/core/same.h
 *		Whether two geometries are the same.
 */
#ifndef UNIT_SAME_H
#define UNIT_SAME_H

#include "core/geometry.h"

static inline bool
same(BloomGeometry a, BloomGeometry b)
{
	return a.lines == b.lines && a.block == b.block &&
		a.touched == b.touched && a.probes == b.probes;
}

#endif							/* UNIT_SAME_H */
