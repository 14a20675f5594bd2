/*
 * value/equal.h
 *		Whether two filters are equal.
 */
#ifndef BLOOM_EQUAL_H
#define BLOOM_EQUAL_H

#include "value/view.h"

extern bool bloom_equal(BloomView a, BloomView b);

#endif							/* BLOOM_EQUAL_H */
