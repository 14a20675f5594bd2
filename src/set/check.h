/*
 * set/check.h
 *		Whether the tables of a shared set are what bloom_set_create made.
 */
#ifndef BLOOM_SET_CHECK_H
#define BLOOM_SET_CHECK_H

#include "set/settings.h"

extern void bloom_check_owner(Relation table, Relation view);
extern void bloom_check_attached(Relation table, Relation view);
extern void bloom_check_tables(const BloomSet *set);

#endif							/* BLOOM_SET_CHECK_H */
