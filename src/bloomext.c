/*
 * bloomext.c
 *		The module's magic block.
 */
#include "value/compat.h"

PG_MODULE_MAGIC;
