/*
 * set/query.h
 *		Statements on the tables of a shared set.
 */
#ifndef BLOOM_SET_QUERY_H
#define BLOOM_SET_QUERY_H

#include "set/set.h"

#include "executor/spi.h"

/* Statements that are prepared once a session, for each set */
typedef enum BloomSetStatement
{
	BLOOM_SET_INSERT_ONE,		/* a hash into the recent ones; returns it if new */
	BLOOM_SET_INSERT_MANY,		/* of an array of hashes */
	BLOOM_SET_FORGET,			/* of an array of hashes, the recent ones that have
								 * expired; returns them */
	BLOOM_SET_FIND_RECENT		/* a row, if the hash is there */
} BloomSetStatement;

extern uint64 bloom_set_run(const BloomSet *set, BloomSetStatement statement,
							Datum hashes, Snapshot snapshot);
extern uint64 bloom_set_execute(const BloomSet *set, const char *query,
								int count, Oid *types, Datum *values);
extern Datum bloom_set_column(uint64 row, int column, bool *null);

#endif							/* BLOOM_SET_QUERY_H */
