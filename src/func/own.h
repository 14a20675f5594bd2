/*
 * func/own.h
 *		Recognizes the functions of this extension by their symbols.
 */
#ifndef BLOOM_OWN_H
#define BLOOM_OWN_H

#include "postgres.h"

extern void bloom_own_init(void);
extern bool bloom_own_function(Oid function, const char *symbol);
extern int	bloom_own_filter_argument(Oid function);

#endif							/* BLOOM_OWN_H */
