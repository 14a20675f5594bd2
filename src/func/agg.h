/*
 * func/agg.h
 *		Functions of aggregates that func/anyagg.c calls.
 */
#ifndef BLOOM_AGG_H
#define BLOOM_AGG_H

#include "value/valuecompat.h"

extern Datum bloom_agg_typed(PG_FUNCTION_ARGS);
extern Datum bloom_agg_like_typed(PG_FUNCTION_ARGS);
extern Datum bloom_agg_union(PG_FUNCTION_ARGS);
extern Datum bloom_agg_final(PG_FUNCTION_ARGS);

#endif							/* BLOOM_AGG_H */
