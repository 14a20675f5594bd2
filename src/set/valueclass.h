/*
 * set/valueclass.h
 *		The value class of a shared set.
 */
#ifndef BLOOM_SET_VALUECLASS_H
#define BLOOM_SET_VALUECLASS_H

#include "set/settings.h"

extern void bloom_class_check(const BloomSet *set, BloomClass class);
extern void bloom_class_resolve(BloomSet *set, BloomClass class);

#endif							/* BLOOM_SET_VALUECLASS_H */
