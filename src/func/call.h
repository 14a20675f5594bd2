/*
 * func/call.h
 *		What an SQL-callable function remembers from row to row: how to hash
 *		its value argument, and the filters that it tests against.
 */
#ifndef BLOOM_CALL_H
#define BLOOM_CALL_H

#include "func/array.h"
#include "value/expanded.h"

extern BloomHasher *bloom_call_hasher(FunctionCallInfo fcinfo, Oid type);
extern BloomHasher *bloom_call_arg_hasher(FunctionCallInfo fcinfo, int argno);
extern BloomElements bloom_call_elements(FunctionCallInfo fcinfo, int argno);
extern BloomArray *bloom_call_array(FunctionCallInfo fcinfo, int argno);
extern BloomView bloom_call_filter(FunctionCallInfo fcinfo, int argno);
extern BloomView bloom_call_cache(FunctionCallInfo fcinfo, int argno);
extern BloomView bloom_call_in_memory(FunctionCallInfo fcinfo, int argno);
extern bool bloom_call_is_sliced(FunctionCallInfo fcinfo, int argno,
								 int count);
extern bool bloom_call_contains(FunctionCallInfo fcinfo, int argno,
								BloomHasher *hasher, Datum value);

#endif							/* BLOOM_CALL_H */
