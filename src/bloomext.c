/*
 * bloomext.c
 *		The module's magic block, and what is done when a session loads it.
 */
#include "join/join.h"

PG_MODULE_MAGIC;

extern PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	bloom_scan_init();
	bloom_join_init();
}
