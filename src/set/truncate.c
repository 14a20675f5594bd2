/*
 * set/truncate.c
 *		Emptying the tables of shared sets, and keeping TRUNCATE from doing so.
 */
#include "set/truncate.h"

#include "func/call.h"

#include "access/relation.h"
#include "catalog/catalog.h"
#include "catalog/pg_class.h"
#include "commands/tablecmds.h"
#include "commands/trigger.h"
#include "utils/guc.h"

BLOOM_FUNCTION(bloom_set_refuse_truncate);

/* Whether the trigger is to permit TRUNCATE */
static bool clearing = false;

/*
 * Truncate tables, with our trigger's permission.  That rebuilds their
 * indexes.  Parallel workers are turned off, because the planner would choose
 * their number.  For that it would evaluate constant expressions of the
 * table's statistics objects, which are the owner's code.
 */
static void
truncate_tables(List *tables, List *oids, List *logged)
{
	int			level = NewGUCNestLevel();

	(void) set_config_option("max_parallel_maintenance_workers", "0",
							 PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE,
							 true, 0, false);
	PG_TRY();
	{
		clearing = true;
		bloom_truncate(tables, oids, logged);
	}
	PG_FINALLY();
	{
		clearing = false;
	}
	PG_END_TRY();
	AtEOXact_GUC(true, level);
}

/*
 * Empty the tables of a set from component from on.  The caller has opened the
 * set with BLOOM_SET_ALONE.  If tell is true, the truncation is replicated to
 * logical subscribers.
 */
void
bloom_truncate_components(BloomSet *set, BloomComponent from, bool tell)
{
	List	   *tables = NIL;
	List	   *oids = NIL;
	List	   *logged = NIL;

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
	truncate_tables(tables, oids, logged);
}

/* bloom_set_refuse_truncate(): a trigger of each table of a set */
Datum
bloom_set_refuse_truncate(PG_FUNCTION_ARGS)
{
	TriggerData *trigger = (TriggerData *) fcinfo->context;

	if (!CALLED_AS_TRIGGER(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("%s must be called as a trigger", BLOOM_SET_TRUNCATE)));
	if (!clearing)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot truncate table \"%s\" of a shared set",
						RelationGetRelationName(trigger->tg_relation)),
				 errhint("bloom_set_clear empties a set.")));
	/* a trigger must not return an SQL null */
	PG_RETURN_POINTER(NULL);
}
