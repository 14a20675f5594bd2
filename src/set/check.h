/*
 * set/check.h
 *		Whether the tables of a shared set are what bloom_set_create made.
 */
#ifndef BLOOM_SET_CHECK_H
#define BLOOM_SET_CHECK_H

#include "set/components.h"

pg_noreturn extern void bloom_check_refuse(const char *set,
										   const char *detail,
										   const char *hint);
extern const char *bloom_check_row_at(const char *what, ItemPointer place);
pg_noreturn extern void bloom_check_wrong_row(Relation view, Relation table,
											  const char *what);
extern void bloom_check_not_managed(Relation table, const char *set);
extern void bloom_check_table(Relation table, BloomComponent component,
							  Relation view);

#endif							/* BLOOM_SET_CHECK_H */
