/*
 * set/list.c
 *		The shared sets of a database.
 */
#include "set/list.h"

#include "func/call.h"
#include "set/pieces.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_rewrite.h"
#include "utils/catcache.h"
#include "utils/fmgroids.h"
#include "utils/syscache.h"

/* The relation that a rule belongs to; InvalidOid if the rule is gone */
static Oid
relation_of_rule(Relation rules, Oid rule)
{
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;
	Oid			relation = InvalidOid;

	ScanKeyInit(&key, Anum_pg_rewrite_oid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(rule));
	scan = systable_beginscan(rules, RewriteOidIndexId, true, NULL, 1, &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		relation = ((Form_pg_rewrite) GETSTRUCT(tuple))->ev_class;
	systable_endscan(scan);
	return relation;
}

/* Append the relations whose rules call a function */
static List *
append_callers(List *list, Oid function)
{
	Relation	depend = table_open(DependRelationId, AccessShareLock);
	Relation	rules = table_open(RewriteRelationId, AccessShareLock);
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&keys[0], Anum_pg_depend_refclassid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(ProcedureRelationId));
	ScanKeyInit(&keys[1], Anum_pg_depend_refobjid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(function));
	scan = systable_beginscan(depend, DependReferenceIndexId, true, NULL,
							  lengthof(keys), keys);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_depend row = (Form_pg_depend) GETSTRUCT(tuple);
		Oid			relation;

		CHECK_FOR_INTERRUPTS();
		if (row->classid != RewriteRelationId)
			continue;
		relation = relation_of_rule(rules, row->objid);
		if (OidIsValid(relation))
			list = lappend_oid(list, relation);
	}
	systable_endscan(scan);
	table_close(rules, AccessShareLock);
	table_close(depend, AccessShareLock);
	return list;
}

/*
 * The relations that may be views of sets, by OID: those that call the
 * function that the view of each set calls.  They have yet to be opened and
 * checked.
 */
List *
bloom_list_views(void)
{
	CatCList   *functions =
		SearchSysCacheList1(PROCNAMEARGSNSP,
							CStringGetDatum(BLOOM_SET_CLASS_NAME));
	List	   *list = NIL;

	for (int i = 0; i < functions->n_members; i++)
	{
		HeapTuple	tuple = &functions->members[i]->tuple;
		Oid			function = ((Form_pg_proc) GETSTRUCT(tuple))->oid;

		if (bloom_call_is_own(function, BLOOM_SET_CLASS_NAME))
			list = append_callers(list, function);
	}
	ReleaseCatCacheList(functions);
	list_sort(list, list_oid_cmp);
	list_deduplicate_oid(list);
	return list;
}
