/*
 * set/indexes.c
 *		The indexes of a shared set's tables.
 *
 * A table has the index of its primary key, or none.  REINDEX CONCURRENTLY
 * makes a copy of that index, which replaces it later.  If REINDEX is
 * cancelled, a copy that is not valid stays.  We treat copies as PostgreSQL
 * does: a copy that is ready gets an entry for each new row, but only the
 * index of the primary key is searched.  An index that is not an exact copy is
 * refused.
 *
 * CREATE INDEX takes a ShareLock on the table, which conflicts with the
 * RowExclusiveLock of our writers.  With CONCURRENTLY, CREATE INDEX, REINDEX
 * and DROP INDEX take locks that do not conflict with ours.  They change the
 * state of an index, and then wait for the transactions that may not know of
 * the change:
 *
 * - When a copy becomes ready, transactions in progress may still insert rows
 *	 without an entry in it.  REINDEX waits until all of these have ended, and
 *	 then adds the missing entries.
 * - When a copy becomes the index of the primary key, the old index stays
 *	 ready until all transactions that had locked the table before have ended.
 *	 So there are entries in both for those that search the old index and
 *	 those that search the new one.
 *
 * So what we know of the indexes can be used as long as we have the table
 * locked, even if it is out of date.  The key's operator class, its collation
 * and the index's access method are PostgreSQL's own, and cannot be changed.
 */
#include "set/indexes.h"

#include "set/check.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/pg_am.h"
#include "catalog/pg_index.h"
#include "nodes/pg_list.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/* Close the indexes of a table.  Their locks stay. */
void
bloom_indexes_close(BloomSet *set, BloomComponent component)
{
	if (set->indexes[component] != NULL)
		relation_close(set->indexes[component], NoLock);
	set->indexes[component] = NULL;
	for (int i = 0; i < BLOOM_MAX_COPIES; i++)
	{
		if (set->copies[component][i] != NULL)
			relation_close(set->copies[component][i], NoLock);
		set->copies[component][i] = NULL;
	}
}

/* Whether a table still has these indexes, and this one for its primary key */
static bool
is_current(Relation table, const List *indexes, Oid key)
{
	List	   *now = RelationGetIndexList(table);
	bool		same = equal(now, indexes) && table->rd_pkindex == key;

	list_free(now);
	return same;
}

/*
 * Lock and open indexes.  Returns false if one does not exist any more, or if
 * its lock is not available and wait is false.
 */
static bool
open_indexes(BloomSet *set, BloomComponent component, const List *indexes,
			 Oid key,
			 LOCKMODE mode, bool wait)
{
	int			copies = 0;
	ListCell   *cell;

	foreach(cell, indexes)
	{
		Oid			oid = lfirst_oid(cell);
		Relation	index = bloom_relation_lock(oid, mode, wait);

		if (index == NULL)
			return false;
		if (oid == key)
			set->indexes[component] = index;
		else
			set->copies[component][copies++] = index;
	}
	return true;
}

/*
 * Lock and open the indexes of a locked table, without checking them.  Returns
 * false if a lock is not available and wait is false.  Raises an error if
 * there are more indexes than fit.
 */
bool
bloom_indexes_open(BloomSet *set, BloomComponent component, LOCKMODE mode,
				   bool wait)
{
	Relation	table = set->tables[component];

	for (;;)
	{
		List	   *indexes = RelationGetIndexList(table);
		Oid			key = table->rd_pkindex;
		bool		opened;

		if (list_length(indexes) > BLOOM_MAX_COPIES)
			bloom_check_refuse(RelationGetRelationName(set->view),
							   psprintf("Table %s has more than %d indexes.",
										bloom_relation_name(table),
										BLOOM_MAX_COPIES),
							   "Drop those that are not valid.");
		opened = open_indexes(set, component, indexes, key, mode, wait);
		/* they may have changed while we waited for the locks */
		if (opened && is_current(table, indexes, key))
		{
			list_free(indexes);
			return true;
		}
		list_free(indexes);
		bloom_indexes_close(set, component);
		if (!opened && !wait)
			return false;
	}
}

/*
 * Whether an index is like the one that PostgreSQL makes for the primary key
 * of a component
 */
static bool
is_of_key(Relation index, BloomComponent component)
{
	Form_pg_index form = index->rd_index;
	int			keys = 0;

	if (index->rd_rel->relam != BTREE_AM_OID || !form->indisunique ||
		!form->indimmediate || form->indisexclusion ||
		form->indnkeyatts != form->indnatts ||
		!heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, NULL) ||
		!heap_attisnull(index->rd_indextuple, Anum_pg_index_indexprs, NULL))
		return false;
	for (int i = 0; i < bloom_component_width(component); i++)
	{
		Oid			type = bloom_component_type(component, i);

		if (!bloom_component_in_key(component, i))
			continue;
		if (keys >= form->indnatts || form->indkey.values[keys] != i + 1 ||
			index->rd_opcintype[keys] != type ||
			index->rd_opfamily[keys] !=
			lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf ||
			OidIsValid(index->rd_indcollation[keys]) ||
			index->rd_indoption[keys] != 0)
			return false;
		keys++;
	}
	return keys > 0 && keys == form->indnatts;
}

static void
refuse_index(const BloomSet *set, BloomComponent component, Relation index)
{
	Relation	table = set->tables[component];

	if (index->rd_index->indisprimary &&
		*bloom_component_key(component) != '\0')
		bloom_check_refuse(RelationGetRelationName(set->view),
						   psprintf("The primary key of table %s is not: %s.",
									bloom_relation_name(table),
									bloom_component_key(component)),
						   "Replace it with that one.");
	bloom_check_refuse(RelationGetRelationName(set->view),
					   psprintf("Table %s has an index that bloom_set_create() did not create.",
								bloom_relation_name(table)),
					   psprintf("Drop index %s.", bloom_relation_name(index)));
}

static void
refuse_key(const BloomSet *set, Relation table, BloomComponent component)
{
	const char *name = bloom_relation_name(table);

	bloom_check_refuse(RelationGetRelationName(set->view),
					   psprintf("Table %s has lost its primary key.", name),
					   psprintf("Run ALTER TABLE %s ADD PRIMARY KEY (%s).",
								name, bloom_component_key(component)));
}

/*
 * Raise an error unless the open indexes of a table are the one of its primary
 * key, if it is to have one, and copies of that
 */
void
bloom_indexes_check(const BloomSet *set, BloomComponent component)
{
	Relation	table = set->tables[component];
	Relation	key = set->indexes[component];

	for (int i = 0; i < BLOOM_MAX_COPIES; i++)
		if (set->copies[component][i] != NULL &&
			!is_of_key(set->copies[component][i], component))
			refuse_index(set, component, set->copies[component][i]);
	/* settings must not have one */
	if (*bloom_component_key(component) == '\0')
	{
		if (key != NULL)
			refuse_index(set, component, key);
	}
	else if (key == NULL)
		refuse_key(set, table, component);
	else if (!key->rd_index->indisready || !is_of_key(key, component))
		refuse_index(set, component, key);
}

/*
 * Make the entries of a new row, whose place is given, in the indexes of its
 * table.  The key columns come first in values and nulls.  Raises an error if
 * the key exists already.
 */
void
bloom_indexes_insert(const BloomSet *set, BloomComponent component,
					 Datum *values, bool *nulls, ItemPointer place)
{
	Relation	table = set->tables[component];

	bloom_index_insert(set->indexes[component], values, nulls, place, table);
	for (int i = 0; i < BLOOM_MAX_COPIES; i++)
	{
		Relation	copy = set->copies[component][i];

		if (copy != NULL && copy->rd_index->indisready)
			bloom_index_insert(copy, values, nulls, place, table);
	}
}
