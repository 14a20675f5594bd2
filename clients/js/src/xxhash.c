/*
 * clients/js/src/xxhash.c
 *		The module's copy of xxhash.
 */
#define XXH_IMPLEMENTATION
#include <xxhash.h>
