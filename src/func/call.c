/*
 * func/call.c
 *		State that is kept in fn_extra, for as long as a query runs.
 *
 * A filter that is joined in, or comes from a subquery, arrives for each row
 * as the same pointer into a TOAST table, and a constant as the same bytes.
 * Detoasting 12 MB for each row would cost milliseconds, so one that comes a
 * second time in turn is kept, aligned to lines; of others only the part that
 * tells is read.  A filter in line that isn't a constant needs no detoasting
 * and is read where it is: nothing tells whether it is the same as for the
 * row before.
 */
#include "func/call.h"

#include "access/htup_details.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/primnodes.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#include "value/slice.h"

typedef struct BloomCall
{
	Oid			type;			/* that hasher is for, or InvalidOid */
	BloomHasher hasher;
	BloomExpanded *filter;		/* kept filter, or NULL */
	BloomView	view;			/* of it */
	Oid			toast_relation; /* where it came from; InvalidOid: constant */
	Oid			toast_value;
	Oid			last_relation;	/* where the last one that wasn't kept was */
	Oid			last_value;
	MemoryContext context;		/* that all of this is in */
} BloomCall;

static BloomCall *
call_state(FunctionCallInfo fcinfo)
{
	BloomCall  *call = fcinfo->flinfo->fn_extra;

	if (unlikely(call == NULL))
	{
		MemoryContext context = fcinfo->flinfo->fn_mcxt;

		call = MemoryContextAllocZero(context, sizeof(BloomCall));
		call->context = context;
		fcinfo->flinfo->fn_extra = call;
	}
	return call;
}

/* The hasher for a type; an error if the type has no stable hash */
BloomHasher *
bloom_call_hasher(FunctionCallInfo fcinfo, Oid type)
{
	BloomCall  *call = call_state(fcinfo);

	if (unlikely(call->type != type))
	{
		call->type = InvalidOid;
		bloom_hasher_init(&call->hasher, type, PG_GET_COLLATION(),
						  fcinfo->flinfo->fn_mcxt);
		call->type = type;
	}
	return &call->hasher;
}

/* The hasher for an argument of a polymorphic function */
BloomHasher *
bloom_call_arg_hasher(FunctionCallInfo fcinfo, int argno)
{
	BloomCall  *call = call_state(fcinfo);
	Oid			type;

	if (likely(OidIsValid(call->type)))
		return &call->hasher;
	type = get_fn_expr_argtype(fcinfo->flinfo, argno);
	if (!OidIsValid(type))
		ereport(ERROR,
				(errcode(ERRCODE_INDETERMINATE_DATATYPE),
				 errmsg("could not determine the type of the value")));
	return bloom_call_hasher(fcinfo, type);
}

/* The elements of an array argument; errors as bloom_call_hasher */
BloomElements
bloom_call_elements(FunctionCallInfo fcinfo, int argno)
{
	BloomElements elements;
	Oid			type;
	int16		size;
	bool		by_value;
	char		align;

	elements.array = PG_GETARG_ARRAYTYPE_P(argno);
	type = ARR_ELEMTYPE(elements.array);
	elements.hasher = bloom_call_hasher(fcinfo, type);
	get_typlenbyvalalign(type, &size, &by_value, &align);
	deconstruct_array(elements.array, type, size, by_value, align,
					  &elements.values, &elements.nulls, &elements.count);
	return elements;
}

/* Not so for = ANY, whose argument is one element of a constant */
static bool
arg_is_constant(FunctionCallInfo fcinfo, int argno)
{
	Node	   *call = fcinfo->flinfo->fn_expr;
	List	   *args;

	if (call != NULL && IsA(call, OpExpr))
		args = ((OpExpr *) call)->args;
	else if (call != NULL && IsA(call, FuncExpr))
		args = ((FuncExpr *) call)->args;
	else
		return false;
	return argno < list_length(args) && IsA(list_nth(args, argno), Const);
}

/* Keep a filter in place of the one that was kept before */
static void
keep_filter(BloomCall *call, Datum value, Oid relation, Oid value_id)
{
	if (call->filter != NULL)
		MemoryContextDelete(call->filter->hdr.eoh_context);
	call->filter = NULL;
	call->filter = bloom_expanded_keep(bloom_expanded_read(value),
									   call->context);
	call->view = bloom_expanded_view(call->filter);
	call->toast_relation = relation;
	call->toast_value = value_id;
}

static inline uint64
call_hash(BloomHasher *hasher, Datum value, uint64 seed)
{
	return hasher == NULL ? (uint64) DatumGetInt64(value) :
		hasher->hash(hasher, value, seed);
}

/* The value is a hash if there is no hasher */
static inline bool
view_contains(BloomView view, BloomHasher *hasher, Datum value)
{
	if (hasher == NULL)
		return bloom_view_contains(view, BLOOM_CLASS_NONE,
								   (uint64) DatumGetInt64(value));
	return bloom_view_contains_value(view, hasher, value);
}

/*
 * Whether the filter that is kept is the one in the argument.  If not, and it
 * is the second time in turn that this one has come, it will be kept.
 */
static bool
is_kept(BloomCall *call, Datum value)
{
	struct varatt_external pointer;
	bool		again;

	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(value));
	if (call->filter != NULL &&
		call->toast_relation == pointer.va_toastrelid &&
		call->toast_value == pointer.va_valueid)
		return true;
	again = call->last_relation == pointer.va_toastrelid &&
		call->last_value == pointer.va_valueid;
	call->last_relation = pointer.va_toastrelid;
	call->last_value = pointer.va_valueid;
	if (!again)
		return false;
	keep_filter(call, value, pointer.va_toastrelid, pointer.va_valueid);
	return true;
}

/*
 * A filter argument to test against.  The view is good until the next call.
 */
BloomView
bloom_call_filter(FunctionCallInfo fcinfo, int argno)
{
	BloomCall  *call = call_state(fcinfo);
	Datum		value = PG_GETARG_DATUM(argno);

	if (VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(value)))
		return is_kept(call, value) ? call->view :
			bloom_expanded_read(value);
	if (call->filter != NULL && !OidIsValid(call->toast_relation))
		return call->view;
	if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)) ||
		!arg_is_constant(fcinfo, argno))
		return bloom_expanded_read(value);
	keep_filter(call, value, InvalidOid, InvalidOid);
	return call->view;
}

/* bloom_call_contains for a filter that is out of line and isn't kept */
static bool
contains_slice(Datum filter, BloomClass class, BloomHasher *hasher,
			   Datum value)
{
	BloomSliceHead slice;

	if (bloom_slice_head(filter, &slice.head))
		return bloom_slice_contains(filter, &slice.head, class,
									call_hash(hasher, value,
											  slice.head.seed));
	return view_contains(bloom_expanded_read(filter), hasher, value);
}

/*
 * Whether a value may be in a filter argument; the hasher is that of its
 * type, or NULL if the value is the hash itself.
 */
bool
bloom_call_contains(FunctionCallInfo fcinfo, int argno, BloomHasher *hasher,
					Datum value)
{
	BloomCall  *call = call_state(fcinfo);
	Datum		filter = PG_GETARG_DATUM(argno);
	BloomClass	class = hasher == NULL ? BLOOM_CLASS_NONE : hasher->class;
	BloomView	view;

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(filter)))
		view = bloom_call_filter(fcinfo, argno);
	else if (likely(is_kept(call, filter)))
		view = call->view;
	else
		return contains_slice(filter, class, hasher, value);
	return view_contains(view, hasher, value);
}

/* Say that rows are returned, none so far; an error if nobody takes them */
void
bloom_call_returns_rows(FunctionCallInfo fcinfo)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;

	if (result == NULL || !IsA(result, ReturnSetInfo) ||
		(result->allowedModes & SFRM_Materialize) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-valued function called in context that cannot accept a set")));
	result->returnMode = SFRM_Materialize;
}

/* The type of a row, in memory of our own */
static TupleDesc
row_desc(Datum row)
{
	HeapTupleHeader header = DatumGetHeapTupleHeader(row);

	return lookup_rowtype_tupdesc_copy(HeapTupleHeaderGetTypeId(header),
									   HeapTupleHeaderGetTypMod(header));
}

/*
 * Where the values go to of a function that returns many of a type.  Those of
 * a row type are rows; one of them has to be given then.
 */
Tuplestorestate *
bloom_call_begin_rows(FunctionCallInfo fcinfo, Oid type, Datum first,
					  TupleDesc *desc)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	MemoryContext old;

	bloom_call_returns_rows(fcinfo);
	old = MemoryContextSwitchTo(result->econtext->ecxt_per_query_memory);
	if (type_is_rowtype(type))
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

/* Put a value there; an error if it is a row of another type than the first */
void
bloom_call_put_row(Tuplestorestate *rows, TupleDesc desc, Oid type,
				   Datum value)
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

/* A composite value of the type that the function was declared to return */
Datum
bloom_call_form_row(FunctionCallInfo fcinfo, Datum *values, bool *nulls)
{
	TupleDesc	desc;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values,
											 nulls));
}

/*
 * Whether a function is the one of ours with that symbol, whatever its name:
 * only superusers make functions in C.
 */
bool
bloom_call_is_own(Oid function, const char *symbol)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	Form_pg_proc form;
	Datum		source;
	bool		null;
	bool		own;

	if (!HeapTupleIsValid(tuple))
		return false;
	form = (Form_pg_proc) GETSTRUCT(tuple);
	source = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_prosrc, &null);
	own = form->prolang == ClanguageId && !null &&
		strcmp(TextDatumGetCString(source), symbol) == 0;
	ReleaseSysCache(tuple);
	return own;
}
