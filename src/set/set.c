/*
 * set/set.c
 *		Opening a shared set: its relations are found, locked and checked, and
 *		used by OID from then on.
 *
 * A privilege on the view allows its operations on the tables: the user needs
 * no privilege on these.  No statement is run on the tables, so there is no
 * need to change to another role.
 */
#include "set/set.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "catalog/catalog.h"
#include "utils/guc.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/*
 * Whether a relation is a view.  Returns false if it does not exist, and
 * raises an error if it is something else.
 */
bool
bloom_set_is_view(Oid oid)
{
	char		kind = get_rel_relkind(oid);

	if (kind != RELKIND_VIEW && kind != '\0')
		bloom_set_refuse(get_rel_name(oid));
	return kind == RELKIND_VIEW;
}

/* Raise the error that a relation does not exist */
void
bloom_set_missing(Oid view)
{
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_TABLE),
			 errmsg("shared set with OID %u does not exist", view)));
}

/* Close the relations of a set, if they are open.  Their locks stay. */
void
bloom_set_close(BloomSet *set)
{
	Relation   *opened = (Relation *) &set->opened;

	for (int i = 0; i < (int) (sizeof(set->opened) / sizeof(Relation)); i++)
	{
		if (opened[i] != NULL)
			relation_close(opened[i], NoLock);
		opened[i] = NULL;
	}
}

/*
 * Raise an error unless the user has a privilege on a relation, or owns it if
 * that is BLOOM_OWNERSHIP.  Nothing is needed for ACL_NO_RIGHTS.
 */
void
bloom_set_check_privilege(Oid relation, AclMode privilege)
{
	AclResult	allowed = ACLCHECK_OK;

	if (privilege == BLOOM_OWNERSHIP)
		allowed = bloom_is_owner(relation) ? ACLCHECK_OK : ACLCHECK_NOT_OWNER;
	else if (privilege != ACL_NO_RIGHTS)
		allowed = pg_class_aclcheck(relation, GetUserId(), privilege);
	if (allowed != ACLCHECK_OK)
		aclcheck_error(allowed, OBJECT_VIEW, get_rel_name(relation));
}

/*
 * Find, lock and check the relations of a set, and put them into *set.
 * Returns NULL if the view does not exist, or if a lock is not available and
 * the privilege is ACL_NO_RIGHTS.  Checking begins when all are locked,
 * because a wait in between would let others change what was checked first.
 */
BloomKnown *
bloom_set_lock(BloomSet *set, Oid oid, AclMode privilege, BloomSetUse use)
{
	bool		wait = privilege != ACL_NO_RIGHTS;
	BloomKnown *known;
	Oid			subscribed;

	/* locks on a standby do not keep the primary from replacing an index */
	if (TransactionStartedDuringRecovery())
		AcceptInvalidationMessages();
	known = bloom_known_locked(oid, use);
	if (known == NULL)
	{
		if (!bloom_set_is_view(oid))
			return NULL;
		/* before the lock, so that users without the privilege get none */
		bloom_set_check_privilege(oid, privilege);
		/* the weakest lock is enough to keep the view's definition */
		set->opened.view = bloom_lock_relation(oid, AccessShareLock, wait);
		if (set->opened.view == NULL)
			return NULL;
		known = bloom_known_lock(set->opened.view, use, wait);
		if (known == NULL)
		{
			bloom_set_close(set);
			return NULL;
		}
	}
	set->relations = &known->relations;
	if (!known->checked)
		bloom_check_tables(set);
	known->checked = true;

	/*
	 * A claim or merge on a subscriber would write rows that conflict with
	 * those of the publisher, and so stop the replication.
	 */
	subscribed = set->relations->subscribed;
	if (use != BLOOM_SET_READ && OidIsValid(subscribed))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("shared set \"%s\" cannot be changed on a subscriber",
						RelationGetRelationName(bloom_set_view(set))),
				 errdetail("A subscription writes to table %s.",
						   quote_identifier(get_rel_name(subscribed))),
				 errhint("Change the set on the publisher, or drop the subscription.")));
	/* it may have been revoked while we waited */
	bloom_set_check_privilege(oid, privilege);
	return known;
}

/*
 * A snapshot of a standby may show rows that are dead on the primary.  These
 * are gone if the primary's worker has truncated the recent hashes, and
 * REINDEX, VACUUM FULL and CLUSTER omit them.  So raises a serialization error
 * if the active snapshot is one of a standby and older than a table or index,
 * if there is any.
 */
void
bloom_check_kept(Oid relation)
{
	HeapTuple	row;
	TransactionId writer;

	if (!GetActiveSnapshot()->takenDuringRecovery)
		return;
	row = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
	if (!HeapTupleIsValid(row))
		return;
	writer = HeapTupleHeaderGetXmin(row->t_data);
	ReleaseSysCache(row);
	if (XidInMVCCSnapshot(writer, GetActiveSnapshot()))
		bloom_serialize_fail("A table of a shared set was truncated, rewritten or altered after the snapshot was taken.");
}

/*
 * Open a set for a use, with its settings as snapshot shows them, or the
 * current ones if it is NULL.  Raises an error if the relation is not a set,
 * if its tables are not as bloom_set_create() made them, or if the user lacks
 * the privilege on the view (see bloom_set_check_privilege()), before or after
 * the locks are taken.  They stay until the transaction ends.
 *
 * With ACL_NO_RIGHTS, no privilege is needed.  Then returns NULL if the view
 * does not exist, and instead of waiting for a lock.
 */
BloomSet *
bloom_set_open(Oid view, AclMode privilege, BloomSetUse use,
			   Snapshot snapshot)
{
	static uint64 versions = 0;
	BloomSet   *set = palloc0(sizeof(BloomSet));
	BloomKnown *known = bloom_set_lock(set, view, privilege, use);
	const BloomPage *page;
	uint64		state = 0;
	bool		current;

	if (known == NULL && privilege != ACL_NO_RIGHTS)
		bloom_set_missing(view);
	if (known == NULL)
		return NULL;
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		bloom_check_kept(set->relations->tables[i]);
		bloom_check_kept(set->relations->indexes[i][0]);
	}
	page = &known->settings.page;
	current = snapshot == NULL && bloom_page_unchanged(page);
	/* views have no syscache, so GetCatalogSnapshot() takes a new snapshot */
	if (!current)
		state = bloom_known_state(snapshot != NULL ? snapshot :
								  GetCatalogSnapshot(view));
	if (current || known->state == state ||
		(snapshot != NULL && bloom_page_unchanged(page) &&
		 !XidInMVCCSnapshot(known->settings.writer, snapshot)))
		memcpy(set, &known->settings, offsetof(BloomSet, relations));
	else
	{
		bloom_settings_read(set, snapshot);
		set->version = ++versions;
		known->settings = *set;
	}
	if (!current)
		known->state = state;
	return set;
}

/* Rows that an index scan passes at most before the next one that is shown */
#define MOST_DEAD			100000

/*
 * Go to the next row of a scan of a component, by its index or of the table,
 * which is read forward.  Returns NULL if there is none.  By the index, raises
 * an error if there are very many dead rows before it, which an insertion
 * would have to pass, too, and could not be cancelled meanwhile.
 */
HeapTuple
bloom_set_next(const BloomSet *set, BloomComponent component,
			   SysScanDesc scan, ScanDirection direction)
{
	int			dead = 0;
	bool		copied;

	if (scan->iscan == NULL)
	{
		CHECK_FOR_INTERRUPTS();
		return systable_getnext(scan);
	}
	while (index_getnext_tid(scan->iscan, direction) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		if (index_fetch_heap(scan->iscan, scan->slot))
			return ExecFetchSlotHeapTuple(scan->slot, false, &copied);
		if (++dead == MOST_DEAD)
			bloom_tables_refuse(bloom_set_view(set),
								bloom_set_table(set, component),
								"has too many dead rows",
								"End old transactions, and run VACUUM.");
	}
	return NULL;
}

/*
 * Begin to read the rows of a table that the snapshot shows: all, or those of
 * an existing page if that is not InvalidBlockNumber
 */
SysScanDesc
bloom_set_scan(const BloomSet *set, BloomComponent component,
			   Snapshot snapshot, BlockNumber page)
{
	SysScanDesc scan = systable_beginscan(bloom_set_table(set, component),
										  InvalidOid, false, snapshot, 0,
										  NULL);

	if (page != InvalidBlockNumber)
		heap_setscanlimits(scan->scan, page, 1);
	return scan;
}

/*
 * Insert rows with these values of a component's columns, at most
 * BLOOM_MAX_ROWS, and their index entries, of which the key columns come
 * first.  Columns that were added to the table and dropped are null.  Sets
 * places to those of the rows, unless it is NULL.  Raises an error if a key
 * exists already.
 */
void
bloom_set_insert(const BloomSet *set, BloomComponent component,
				 Datum *values, bool *nulls, int count,
				 ItemPointerData *places)
{
	Relation	table = bloom_set_table(set, component);
	int			columns = bloom_tables[component].columns;
	TupleTableSlot *rows[BLOOM_MAX_ROWS];

	for (int i = 0; i < count; i++)
	{
		/* this kind frees the row that table_multi_insert() makes */
		rows[i] = MakeSingleTupleTableSlot(RelationGetDescr(table),
										   &TTSOpsHeapTuple);
		ExecStoreAllNullTuple(rows[i]);
		memcpy(rows[i]->tts_values, values + i * columns,
			   columns * sizeof(Datum));
		memcpy(rows[i]->tts_isnull, nulls + i * columns,
			   columns * sizeof(bool));
	}
	if (count == 1)
		table_tuple_insert(table, rows[0], GetCurrentCommandId(true), 0, NULL);
	else
		table_multi_insert(table, rows, count, GetCurrentCommandId(true), 0,
						   NULL);
	for (int i = 0; i < BLOOM_MAX_INDEXES; i++)
	{
		Relation	index = bloom_set_index(set, component, i);
		IndexInfo  *info;

		if (index == NULL || !index->rd_index->indisready)
			continue;
		info = BuildIndexInfo(index);
		for (int j = 0; j < count; j++)
			index_insert(index, values + j * columns, nulls + j * columns,
						 &rows[j]->tts_tid, table, UNIQUE_CHECK_YES, false,
						 info);
		pfree(info);
	}
	for (int i = 0; i < count; i++)
	{
		if (places != NULL)
			places[i] = rows[i]->tts_tid;
		ExecDropSingleTupleTableSlot(rows[i]);
	}
}

/*
 * Empty the tables of a set from one component to another.  The caller has
 * opened the set with BLOOM_SET_ALONE.  If the settings are emptied, logical
 * subscribers are told.
 *
 * The indexes are rebuilt.  Parallel workers are turned off, because the
 * planner would choose their number.  For that it would evaluate constant
 * expressions of the table's statistics objects, which are the owner's code.
 */
void
bloom_set_truncate(BloomSet *set, BloomComponent from, BloomComponent to)
{
	List	   *tables = NIL;
	List	   *oids = NIL;
	List	   *logged = NIL;
	int			level = NewGUCNestLevel();

	/* TRUNCATE recreates the indexes */
	bloom_set_close(set);
	for (int i = from; i <= (int) to; i++)
	{
		Relation	table = bloom_set_table(set, i);

		CheckTableNotInUse(table, "empty");
		tables = lappend(tables, table);
		oids = lappend_oid(oids, RelationGetRelid(table));
		if (from == BLOOM_SETTINGS && RelationIsLogicallyLogged(table))
			logged = lappend_oid(logged, RelationGetRelid(table));
	}
	bloom_override("max_parallel_maintenance_workers", "0");
	ExecuteTruncateGuts(tables, oids, logged, DROP_RESTRICT, false, false);
	AtEOXact_GUC(true, level);
	bloom_known_forget();
}
