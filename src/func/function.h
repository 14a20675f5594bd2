/*
 * func/function.h
 *		Recognizes the functions of this extension by their symbols.
 */
#ifndef BLOOM_FUNCTION_H
#define BLOOM_FUNCTION_H

#include "postgres.h"

extern bool bloom_function_is(Oid function, const char *symbol);
extern int	bloom_function_filter_argument(Oid function);

#endif							/* BLOOM_FUNCTION_H */
