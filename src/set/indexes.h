/*
 * set/indexes.h
 *		The indexes of a shared set's tables.
 */
#ifndef BLOOM_SET_INDEXES_H
#define BLOOM_SET_INDEXES_H

#include "set/settings.h"

#include "storage/lock.h"

extern bool bloom_indexes_open(BloomSet *set, BloomComponent component,
							   LOCKMODE mode,
							   bool wait);
extern void bloom_indexes_close(BloomSet *set, BloomComponent component);
extern void bloom_indexes_check(const BloomSet *set, BloomComponent component);
extern void bloom_indexes_insert(const BloomSet *set, BloomComponent component,
								 Datum *values, bool *nulls,
								 ItemPointer place);

#endif							/* BLOOM_SET_INDEXES_H */
