/*
 * func/result.h
 *		Results that are sets of rows, or composite values.
 */
#ifndef BLOOM_RESULT_H
#define BLOOM_RESULT_H

#include "postgres.h"

#include "fmgr.h"
#include "utils/tuplestore.h"

extern void bloom_result_empty_set(FunctionCallInfo fcinfo);
extern Tuplestorestate *bloom_result_begin_set(FunctionCallInfo fcinfo,
											   Oid type, Datum first,
											   TupleDesc *desc);
extern void bloom_result_put(Tuplestorestate *rows, TupleDesc desc, Oid type,
							 Datum value);
extern Datum bloom_result_row(FunctionCallInfo fcinfo, Datum *values,
							  bool *nulls);

#endif							/* BLOOM_RESULT_H */
