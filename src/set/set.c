/*
 * set/set.c
 *		Finding and reading the tables of a shared set.
 *
 * A set `crawl` is the tables crawl, which has one row that says what the set
 * is, crawl_filters, and crawl_recent.  They are found by their names, in one
 * schema, so that they can be dumped, replicated and moved like all others.
 *
 * Who has a privilege on the first may have done to the others what that
 * stands for: it is done in the name of their owner, as for foreign keys.
 */
#include "set/set.h"

#include "access/relation.h"
#include "access/table.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "access/tableam.h"
#include "utils/builtins.h"
#include "miscadmin.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

typedef struct Column
{
	const char *name;
	Oid			type;			/* InvalidOid: bloom */
} Column;

static const Column relation_columns[] = {
	{"version", INT2OID}, {"class", INT8OID}, {"capacity", INT8OID},
	{"error_rate", FLOAT8OID}, {"seed", INT8OID}, {"keep", INTERVALOID},
	{"bucket", INTERVALOID}
};
static const Column filters_columns[] = {
	{"bucket", TIMESTAMPTZOID}, {"part", INT4OID}, {"members", INT8OID},
	{"filter", InvalidOid}
};
static const Column recent_columns[] = {
	{"hash", INT8OID}, {"bucket", TIMESTAMPTZOID}
};

/*
 * Whether a type is bloom.  Others may be called so, but only superusers make
 * base types.
 */
static bool
is_bloom(Oid type)
{
	static Oid	known = InvalidOid;
	HeapTuple	tuple;
	Form_pg_type form;

	if (type == known)
		return true;
	tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
	if (!HeapTupleIsValid(tuple))
		return false;
	form = (Form_pg_type) GETSTRUCT(tuple);
	if (form->typtype == TYPTYPE_BASE &&
		strcmp(NameStr(form->typname), "bloom") == 0)
		known = type;
	ReleaseSysCache(tuple);
	return type == known;
}

/* Whether a relation is a table of these columns, and of this owner */
static bool
is_table(Relation relation, Oid owner, const Column *columns, int count)
{
	TupleDesc	desc = RelationGetDescr(relation);

	if (relation->rd_rel->relkind != RELKIND_RELATION ||
		relation->rd_rel->relowner != owner || desc->natts != count)
		return false;
	for (int i = 0; i < count; i++)
		if (strcmp(NameStr(TupleDescAttr(desc, i)->attname),
				   columns[i].name) != 0 ||
			(OidIsValid(columns[i].type) ?
			 TupleDescAttr(desc, i)->atttypid != columns[i].type :
			 !is_bloom(TupleDescAttr(desc, i)->atttypid)))
			return false;
	return true;
}

/*
 * The table beside the one of the set's name, which stays locked, or
 * InvalidOid if there is none with these columns.
 */
static Oid
companion(Relation relation, const char *suffix, const Column *columns,
		  int count)
{
	char	   *name = psprintf("%s%s", RelationGetRelationName(relation),
								suffix);
	Oid			oid = get_relname_relid(name,
										RelationGetNamespace(relation));
	Relation	found = OidIsValid(oid) ? try_relation_open(oid,
														 AccessShareLock) :
		NULL;
	bool		good;

	if (found == NULL)
		return InvalidOid;
	good = is_table(found, relation->rd_rel->relowner, columns, count);
	table_close(found, NoLock);
	return good ? oid : InvalidOid;
}

static void
not_a_set(const char *name)
{
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("\"%s\" is not a shared bloom set", name),
			 errhint("Shared sets are made by bloom_set_create.")));
}

/* Whether a set can be like that: its owner may have changed the row */
static bool
is_possible(const BloomSet *set)
{
	return set->capacity >= 1 && bloom_class_valid(set->class) &&
		set->error_rate >= BLOOM_MIN_ERROR_RATE &&
		set->error_rate <= BLOOM_MAX_ERROR_RATE &&
		((set->keep == 0 && set->bucket == 0) ||
		 (set->keep > 0 && set->bucket > 0 &&
		  bloom_set_buckets(set) <= BLOOM_SET_MAX_BUCKETS));
}

/* Read the row that says what the set is */
static void
read_row(BloomSet *set, Relation relation, Snapshot snapshot)
{
	TableScanDesc scan = table_beginscan(relation, snapshot, 0, NULL);
	TupleTableSlot *slot = table_slot_create(relation, NULL);
	Datum	   *values = slot->tts_values;

	if (!table_scan_getnextslot(scan, ForwardScanDirection, slot))
		not_a_set(RelationGetRelationName(relation));
	slot_getallattrs(slot);
	for (int i = 0; i < 5; i++)
		if (slot->tts_isnull[i])
			not_a_set(RelationGetRelationName(relation));
	if (DatumGetInt16(values[0]) != BLOOM_SET_VERSION)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("shared bloom set \"%s\" is from a newer version of bloomext",
						RelationGetRelationName(relation))));
	set->class = (BloomClass) DatumGetInt64(values[1]);
	set->capacity = DatumGetInt64(values[2]);
	set->error_rate = DatumGetFloat8(values[3]);
	set->seed = (uint64) DatumGetInt64(values[4]);
	if (!slot->tts_isnull[5] && !slot->tts_isnull[6])
	{
		set->keep = bloom_set_interval(DatumGetIntervalP(values[5]));
		set->bucket = bloom_set_interval(DatumGetIntervalP(values[6]));
	}
	if (!is_possible(set))
		not_a_set(RelationGetRelationName(relation));
	ExecDropSingleTupleTableSlot(slot);
	table_endscan(scan);
}

/*
 * The set whose name a relation has, palloc'd, as the snapshot shows it.  An
 * error if it is none, or the user lacks the privilege, if one is asked for.
 * Its tables can't be dropped before the transaction ends.
 */
BloomSet *
bloom_set_open(Oid oid, AclMode privilege, Snapshot snapshot)
{
	BloomSet   *set = palloc0(sizeof(BloomSet));
	Relation	relation = try_relation_open(oid, AccessShareLock);
	const char *schema;
	const char *name;
	AclResult	allowed;

	if (relation == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("there is no shared bloom set with OID %u", oid)));
	name = RelationGetRelationName(relation);
	set->relation = oid;
	set->owner = relation->rd_rel->relowner;
	if (!is_table(relation, set->owner, relation_columns,
				  lengthof(relation_columns)))
		not_a_set(name);
	allowed = privilege == ACL_NO_RIGHTS ? ACLCHECK_OK :
		pg_class_aclcheck(oid, GetUserId(), privilege);
	if (allowed != ACLCHECK_OK)
		aclcheck_error(allowed, OBJECT_TABLE, name);

	set->filters = companion(relation, BLOOM_SET_FILTERS, filters_columns,
							 lengthof(filters_columns));
	set->recent = companion(relation, BLOOM_SET_RECENT, recent_columns,
							lengthof(recent_columns));
	if (!OidIsValid(set->filters) || !OidIsValid(set->recent))
		not_a_set(name);
	schema = get_namespace_name(RelationGetNamespace(relation));
	set->relation_name = quote_qualified_identifier(schema, name);
	set->filters_name = quote_qualified_identifier(schema,
												   psprintf("%s%s", name, BLOOM_SET_FILTERS));
	set->recent_name = quote_qualified_identifier(schema,
												  psprintf("%s%s", name, BLOOM_SET_RECENT));
	read_row(set, relation, snapshot);
	table_close(relation, NoLock);
	return set;
}

/* The same, as it is now, whatever the transaction's snapshot shows */
BloomSet *
bloom_set_open_latest(Oid oid, AclMode privilege)
{
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	BloomSet   *set = bloom_set_open(oid, privilege, latest);

	UnregisterSnapshot(latest);
	return set;
}

/* An interval of days and time, in microseconds */
int64
bloom_set_interval(const Interval *interval)
{
	if (interval->month != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("keep and bucket must not have months or years"),
				 errhint("Give them in days, or shorter units.")));
	return interval->day * USECS_PER_DAY + interval->time;
}

/* How many buckets are live at a time */
int64
bloom_set_buckets(const BloomSet *set)
{
	if (set->keep == 0)
		return 1;
	return (set->keep - 1) / set->bucket + 2;
}

/*
 * What the filter with that number in a bucket is for.  The buckets share the
 * error rate and the capacity.  In a bucket, the first filter gets 3/4 of the
 * rate, those that are added past the capacity 1/8, 1/16 ...; each is for
 * twice as many values as the one before.
 */
BloomShape
bloom_set_shape(const BloomSet *set, int part)
{
	int64		buckets = bloom_set_buckets(set);
	BloomShape	shape = {
		.capacity = (set->capacity + buckets - 1) / buckets,
		.error_rate = set->error_rate / buckets * (part == 0 ? 0.75 : 0.25),
		.seed = (int64) set->seed
	};

	/* no set has grown so often, but its owner may say so */
	for (int i = 0; i < Min(part, 64); i++)
	{
		/* past what a filter can have, anyway */
		if (shape.capacity <= PG_INT64_MAX / 2)
			shape.capacity *= 2;
		shape.error_rate /= 2.0;
	}
	shape.error_rate = Max(shape.error_rate, BLOOM_MIN_ERROR_RATE);
	return shape;
}

/* The bucket that claims go to now */
TimestampTz
bloom_set_bucket(const BloomSet *set)
{
	TimestampTz now = GetCurrentTimestamp();

	if (set->keep == 0)
		return DT_NOBEGIN;
	return now - now % set->bucket;
}

/* The oldest bucket that may have values that are still to be kept */
TimestampTz
bloom_set_live(const BloomSet *set)
{
	if (set->keep == 0)
		return DT_NOBEGIN;
	return bloom_set_bucket(set) - (bloom_set_buckets(set) - 1) * set->bucket;
}
