/*
 * bloomext.c
 *		The module's magic block.
 */
#include "bloom_compat.h"

PG_MODULE_MAGIC;
