/*
 * set/truncate.c
 *		Emptying the tables of shared sets.
 */
#include "set/truncate.h"

#include "catalog/catalog.h"
#include "catalog/pg_class.h"
#include "commands/tablecmds.h"
#include "utils/guc.h"

/*
 * Empty the tables of a set from component from on.  The caller has opened the
 * set with BLOOM_SET_ALONE.  If tell is true, the truncation is replicated to
 * logical subscribers.
 *
 * The indexes are rebuilt.  Parallel workers are turned off, because the
 * planner would choose their number.  For that it would evaluate constant
 * expressions of the table's statistics objects, which are the owner's code.
 */
void
bloom_truncate_components(BloomSet *set, BloomComponent from, bool tell)
{
	List	   *tables = NIL;
	List	   *oids = NIL;
	List	   *logged = NIL;
	int			level = NewGUCNestLevel();

	for (int i = from; i < BLOOM_COMPONENTS; i++)
	{
		Relation	table = set->tables[i];

		/* TRUNCATE recreates the indexes */
		bloom_set_close_indexes(set, i);
		CheckTableNotInUse(table, "bloom_set_clear()");
		tables = lappend(tables, table);
		oids = lappend_oid(oids, RelationGetRelid(table));
		if (tell && RelationIsLogicallyLogged(table))
			logged = lappend_oid(logged, RelationGetRelid(table));
	}
	(void) set_config_option("max_parallel_maintenance_workers", "0",
							 PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE,
							 true, 0, false);
	bloom_truncate(tables, oids, logged);
	AtEOXact_GUC(true, level);
}
