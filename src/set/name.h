/*
 * set/name.h
 *		The names of shared sets and of the relations made for them.
 */
#ifndef BLOOM_SET_NAME_H
#define BLOOM_SET_NAME_H

#include "set/components.h"

#include "catalog/namespace.h"

extern RangeVar *bloom_name_range(text *name);
extern char *bloom_name_component(const char *set, BloomComponent component);

#endif							/* BLOOM_SET_NAME_H */
