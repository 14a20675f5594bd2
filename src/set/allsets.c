/*
 * set/allsets.c
 *		Finding and listing the shared sets of a database.
 */
#include "set/allsets.h"

#include "func/function.h"
#include "func/result.h"
#include "set/describe.h"
#include "set/recent.h"
#include "set/upkeep.h"
#include "value/classname.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_rewrite.h"
#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/catcache.h"
#include "utils/fmgroids.h"
#include "utils/resowner.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

BLOOM_FUNCTION(bloom_sets);

/* The relation that a rule belongs to, or InvalidOid if the rule is gone */
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

/* Append the OIDs of the relations whose rules call a function */
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
 * The OIDs, in ascending order, of all relations that may be views of sets:
 * those that call bloom_set_class_name().  The caller has to open and check
 * them.
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

		if (bloom_function_is(function, BLOOM_SET_CLASS_NAME))
			list = append_callers(list, function);
	}
	ReleaseCatCacheList(functions);
	list_sort(list, list_oid_cmp);
	list_deduplicate_oid(list);
	return list;
}

/* Columns of bloom_sets */
enum
{
	SETS_SET, SETS_OWNER, SETS_CLASS, SETS_CAPACITY, SETS_ERROR_RATE,
	SETS_RETENTION, SETS_BUCKET, SETS_MEMBERS, SETS_RECENT, SETS_PARTITIONS,
	SETS_FILTERS, SETS_BYTES, SETS_DISK_BYTES, SETS_PENDING, SETS_PROBLEM,
	SETS_COLUMNS
};

/* A row of bloom_sets */
typedef struct Listed
{
	bool		is_set;
	Datum		values[SETS_COLUMNS];
	bool		nulls[SETS_COLUMNS];
} Listed;

/* Set a column of a row */
static void
put(Listed *row, int column, Datum value)
{
	row->values[column] = value;
	row->nulls[column] = false;
}

/* Set the column that says why a set cannot be used */
static void
put_problem(Listed *row, const char *problem)
{
	put(row, SETS_PROBLEM, CStringGetTextDatum(problem));
}

/* Bytes of a set's tables on disk, with indexes and TOAST tables */
static int64
disk_bytes(const BloomSet *set)
{
	int64		bytes = 0;

	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		Oid			table = RelationGetRelid(set->tables[i]);

		bytes += DatumGetInt64(DirectFunctionCall1(pg_total_relation_size,
												   ObjectIdGetDatum(table)));
	}
	return bytes;
}

/* Why the worker has not yet merged what it should, or NULL if it has */
static const char *
why_pending(const BloomSet *set)
{
	LOCKTAG		tag = bloom_lock_tag(MyDatabaseId, InvalidOid, 0);

	if (!bloom_upkeep_pending(set))
		return NULL;
	if (!bloom_lock_is_held(&tag, ExclusiveLock))
		return "no background worker is running; the next claim starts one";
	for (int i = BLOOM_FILTERS; i < BLOOM_COMPONENTS; i++)
	{
		SET_LOCKTAG_RELATION(tag, MyDatabaseId,
							 RelationGetRelid(set->tables[i]));
		if (bloom_lock_is_held(&tag, RowExclusiveLock))
			return "another session has locked its tables";
	}
	tag = bloom_lock_tag(MyDatabaseId,
						 RelationGetRelid(set->tables[BLOOM_FILTERS]), 0);
	if (bloom_lock_is_held(&tag, ExclusiveLock))
		return "it is being merged";
	return "it waits for its turn, for other sessions, or for autovacuum";
}

/* Set the columns that describe an open set */
static void
put_state(Listed *row, const BloomSet *set)
{
	Snapshot	snapshot = GetActiveSnapshot();
	int64		recent = bloom_recent_count(set, snapshot);
	const char *pending = why_pending(set);
	BloomSummary sum;

	bloom_set_summarize(set, snapshot, &sum);
	put(row, SETS_CLASS, CStringGetTextDatum(bloom_class_name(set->class)));
	put(row, SETS_CAPACITY, Int64GetDatum(set->capacity));
	put(row, SETS_ERROR_RATE, Float8GetDatum(set->error_rate));
	if (set->retention != 0)
	{
		put(row, SETS_RETENTION, IntervalPGetDatum(&set->given_retention));
		put(row, SETS_BUCKET, IntervalPGetDatum(&set->given_bucket));
	}
	put(row, SETS_MEMBERS, Int64GetDatum(sum.members + recent));
	put(row, SETS_RECENT, Int64GetDatum(recent));
	put(row, SETS_PARTITIONS, Int32GetDatum(set->partitions));
	put(row, SETS_FILTERS, Int64GetDatum(sum.filters));
	put(row, SETS_BYTES, Int64GetDatum(sum.bytes));
	put(row, SETS_DISK_BYTES, Int64GetDatum(disk_bytes(set)));
	if (pending != NULL)
		put(row, SETS_PENDING, CStringGetTextDatum(pending));
}

/*
 * Set the columns of name and owner.  Returns false if the relation is not a
 * view, or is another session's temporary view.
 */
static bool
put_name(Listed *row, Oid oid)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(oid));
	Form_pg_class form;
	bool		named;

	if (!HeapTupleIsValid(tuple))
		return false;
	form = (Form_pg_class) GETSTRUCT(tuple);
	named = form->relkind == RELKIND_VIEW &&
		!isOtherTempNamespace(form->relnamespace);
	put(row, SETS_SET, ObjectIdGetDatum(oid));
	put(row, SETS_OWNER, ObjectIdGetDatum(form->relowner));
	ReleaseSysCache(tuple);
	return named;
}

/*
 * Fill a row about a view that may be a set.  Does not wait for locks, because
 * the owner may hold them.
 */
static void
describe(Oid oid, Listed *row)
{
	Relation	view;
	Oid			tables[BLOOM_COMPONENTS];
	BloomSet   *set;

	row->is_set = put_name(row, oid);
	if (!row->is_set)
		return;
	view = bloom_lock_relation(oid, AccessShareLock, false);
	if (view != NULL)
	{
		row->is_set = bloom_tables_find(view, tables);
		relation_close(view, NoLock);
	}
	if (!row->is_set)
		return;
	if (pg_class_aclcheck(oid, GetUserId(), ACL_SELECT) != ACLCHECK_OK)
	{
		put_problem(row, "permission denied");
		return;
	}
	set = view == NULL ? NULL : bloom_set_try_open(oid, BLOOM_SET_READ);
	if (set == NULL)
	{
		put_problem(row, "locked by another transaction");
		return;
	}
	put_state(row, set);
	bloom_set_close(set);
}

/*
 * Call describe() in a subtransaction, which releases its locks.  An error
 * becomes the column that says why the set cannot be used.
 */
static void
describe_safely(Oid oid, Listed *row)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	ErrorData  *volatile error = NULL;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		describe(oid, row);
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
	}
	PG_END_TRY();
	RollbackAndReleaseCurrentSubTransaction();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = owner;
	if (error == NULL)
		return;
	if (error->sqlerrcode == ERRCODE_QUERY_CANCELED)
		ReThrowError(error);
	put_problem(row, error->detail == NULL ? error->message :
				error->hint == NULL ? error->detail :
				psprintf("%s %s", error->detail, error->hint));
}

/* bloom_sets(): the columns are the OUT parameters in SQL */
Datum
bloom_sets(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	MemoryContext context;
	MemoryContext old;
	ListCell   *cell;

	bloom_result_empty_set(fcinfo);
	old = MemoryContextSwitchTo(result->econtext->ecxt_per_query_memory);
	if (get_call_result_type(fcinfo, NULL,
							 &result->setDesc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	result->setDesc = BlessTupleDesc(result->setDesc);
	result->setResult = tuplestore_begin_heap(true, false, work_mem);
	context = AllocSetContextCreate(old, "bloomext sets",
									ALLOCSET_DEFAULT_SIZES);
	MemoryContextSwitchTo(old);
	foreach(cell, bloom_list_views())
	{
		Listed		row = {.is_set = false};

		CHECK_FOR_INTERRUPTS();
		memset(row.nulls, true, sizeof(row.nulls));
		MemoryContextReset(context);
		MemoryContextSwitchTo(context);
		describe_safely(lfirst_oid(cell), &row);
		MemoryContextSwitchTo(old);
		if (row.is_set)
			tuplestore_putvalues(result->setResult, result->setDesc,
								 row.values, row.nulls);
	}
	MemoryContextDelete(context);
	return (Datum) 0;
}
