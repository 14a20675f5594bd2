/*
 * value/classname.h
 *		Names of value classes, for messages and hints.
 */
#ifndef BLOOM_CLASSNAME_H
#define BLOOM_CLASSNAME_H

#include "value/valuecompat.h"

#include "format/class.h"

extern const char *bloom_class_name(BloomClass class);
extern const char *bloom_class_cast(BloomClass held, BloomClass class);

#endif							/* BLOOM_CLASSNAME_H */
