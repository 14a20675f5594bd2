/*
 * bloomext.c
 *		The module's magic block, settings and initialization.
 *
 * The variable of a setting belongs to the module that reads it.
 */
#include "join/join.h"

#include "utils/guc.h"

PG_MODULE_MAGIC;

extern PGDLLEXPORT void _PG_init(void);

/* Initialize the library when a session, or the postmaster, loads it */
void
_PG_init(void)
{
	static const struct config_enum_entry prefetch[] = {
		{"off", BLOOM_PREFETCH_OFF, false},
		{"on", BLOOM_PREFETCH_ON, false},
		{"always", BLOOM_PREFETCH_ALWAYS, false},
		{NULL, 0, false}
	};
	static const struct config_enum_entry over_capacity[] = {
		{"warning", WARNING, false},
		{"error", ERROR, false},
		{NULL, 0, false}
	};

	DefineCustomEnumVariable("bloomext.prefetch",
							 "Enables scans that prefetch for tests of bloom filters, and joins on them.",
							 "\"always\" uses them wherever it is possible, and is for tests.",
							 &bloom_prefetch_mode, BLOOM_PREFETCH_ON, prefetch,
							 PGC_USERSET, GUC_EXPLAIN, NULL, NULL, NULL);
	DefineCustomEnumVariable("bloomext.over_capacity",
							 "What happens when a bloom filter gets more values than its capacity.",
							 "The filter's error rate is then higher than requested.",
							 &bloom_over_capacity, WARNING, over_capacity,
							 PGC_USERSET, 0, NULL, NULL, NULL);
	bloom_reserve_settings();
	bloom_scan_init();
	bloom_join_init();
}
