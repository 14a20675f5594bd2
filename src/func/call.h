/*
 * func/call.h
 *		State of a function call that lasts from row to row: the hasher of its
 *		values, an array of values, and the filters that it tests.
 */
#ifndef BLOOM_CALL_H
#define BLOOM_CALL_H

#include "func/array.h"
#include "value/member.h"

extern BloomHasher *bloom_call_arg_hasher(FunctionCallInfo fcinfo, int argno);
extern BloomElements bloom_call_elements(FunctionCallInfo fcinfo, int argno);
extern BloomArray *bloom_call_array(FunctionCallInfo fcinfo, int argno);
extern bool bloom_call_is_fixed(FunctionCallInfo fcinfo, int argno);
extern BloomView bloom_call_head(FunctionCallInfo fcinfo, int argno);
extern BloomView bloom_call_filter(FunctionCallInfo fcinfo, int argno);
extern BloomView bloom_call_cache(FunctionCallInfo fcinfo, int argno);
extern bool bloom_call_is_sliced(FunctionCallInfo fcinfo, int argno,
								 int count);
extern bool bloom_call_contains(FunctionCallInfo fcinfo, int argno,
								BloomHasher *hasher, Datum value);

#endif							/* BLOOM_CALL_H */
