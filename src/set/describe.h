/*
 * set/describe.h
 *		Describing and listing shared sets.
 */
#ifndef BLOOM_SET_DESCRIBE_H
#define BLOOM_SET_DESCRIBE_H

#include "postgres.h"

/* A view that may be the one of a set */
typedef struct BloomView
{
	Oid			view;
	Oid			owner;
} BloomView;

extern BloomView *bloom_list_views(int *count);

#endif							/* BLOOM_SET_DESCRIBE_H */
