/*
 * func/pair.h
 *		The two filters that a function compares or combines.
 */
#ifndef BLOOM_PAIR_H
#define BLOOM_PAIR_H

#include "value/expanded.h"

extern BloomView bloom_pair_view(FunctionCallInfo fcinfo, int argno);
extern BloomView bloom_pair_counted(FunctionCallInfo fcinfo, int argno);

#endif							/* BLOOM_PAIR_H */
