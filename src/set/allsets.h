/*
 * set/allsets.h
 *		The shared sets of a database.
 */
#ifndef BLOOM_SET_LIST_H
#define BLOOM_SET_LIST_H

#include "set/setcompat.h"

#include "nodes/pg_list.h"

extern List *bloom_list_views(void);

#endif							/* BLOOM_SET_LIST_H */
