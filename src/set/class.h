/*
 * set/class.h
 *		Which class of values a shared set holds.
 */
#ifndef BLOOM_SET_CLASS_H
#define BLOOM_SET_CLASS_H

#include "set/settings.h"

extern void bloom_class_check(const BloomSet *set, BloomClass class);
extern void bloom_class_settle(BloomSet *set, BloomClass class);

#endif							/* BLOOM_SET_CLASS_H */
