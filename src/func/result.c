/*
 * func/result.c
 *		Results that are sets of rows, or composite values.
 */
#include "func/result.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/*
 * Return an empty set of rows.  The function may then put a tuplestore into
 * the result.  Raises an error if the caller does not accept a materialized
 * set.
 */
void
bloom_result_empty_set(FunctionCallInfo fcinfo)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;

	if (result == NULL || !IsA(result, ReturnSetInfo) ||
		(result->allowedModes & SFRM_Materialize) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-valued function called in context that cannot accept a set")));
	result->returnMode = SFRM_Materialize;
}

/* A copy of the row type of a composite value, in the current context */
static TupleDesc
row_desc(Datum row)
{
	HeapTupleHeader header = DatumGetHeapTupleHeader(row);

	return lookup_rowtype_tupdesc_copy(HeapTupleHeaderGetTypeId(header),
									   HeapTupleHeaderGetTypMod(header));
}

/* The declared row type of the function's result, in the current context */
static TupleDesc
declared_desc(FunctionCallInfo fcinfo)
{
	TupleDesc	desc;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	return BlessTupleDesc(desc);
}

/*
 * Begin to return a set of values of a type: returns the tuplestore for them,
 * and the type of its rows in desc.  Values of a row type become rows.  first
 * is one of them, and gives their row type.  It is unused for other types.
 * Without a type, the rows are those that the function declares.  Raises an
 * error if the caller does not accept a materialized set.
 */
Tuplestorestate *
bloom_result_begin_set(FunctionCallInfo fcinfo, Oid type, Datum first,
					  TupleDesc *desc)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	MemoryContext old;

	bloom_result_empty_set(fcinfo);
	old = MemoryContextSwitchTo(result->econtext->ecxt_per_query_memory);
	if (!OidIsValid(type))
		*desc = declared_desc(fcinfo);
	else if (type_is_rowtype(type))
		*desc = row_desc(first);
	else
	{
		*desc = CreateTemplateTupleDesc(1);
		TupleDescInitEntry(*desc, 1, "value", type, -1, 0);
	}
	result->setResult = tuplestore_begin_heap((result->allowedModes &
											   SFRM_Materialize_Random) != 0,
											  false, work_mem);
	result->setDesc = *desc;
	MemoryContextSwitchTo(old);
	return result->setResult;
}

/*
 * Add a value of the type to the set.  Raises an error if it is a row whose
 * row type is not that of the first one.
 */
void
bloom_result_put(Tuplestorestate *rows, TupleDesc desc, Oid type, Datum value)
{
	HeapTupleData tuple;
	bool		null = false;

	if (!type_is_rowtype(type))
	{
		tuplestore_putvalues(rows, desc, &value, &null);
		return;
	}
	tuple.t_data = DatumGetHeapTupleHeader(value);
	tuple.t_len = HeapTupleHeaderGetDatumLength(tuple.t_data);
	tuple.t_tableOid = InvalidOid;
	ItemPointerSetInvalid(&tuple.t_self);
	if (HeapTupleHeaderGetTypeId(tuple.t_data) != desc->tdtypeid ||
		HeapTupleHeaderGetTypMod(tuple.t_data) != desc->tdtypmod)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("rows of an array are of different types"),
				 errhint("Cast the array to that of a composite type.")));
	tuplestore_puttuple(rows, &tuple);
}

/* Make a composite value of the declared result type of the function */
Datum
bloom_result_row(FunctionCallInfo fcinfo, Datum *values, bool *nulls)
{
	return HeapTupleGetDatum(heap_form_tuple(declared_desc(fcinfo), values,
											 nulls));
}
