/*
 * bloom_call.c
 *		State that is kept in fn_extra, for as long as a query runs.
 *
 * A filter that is joined in, or comes from a subquery, arrives for each row
 * as the same pointer into a TOAST table, and a constant as the same bytes.
 * Detoasting 12 MB for each row would cost milliseconds, so the last such
 * filter is kept, aligned to lines.  A filter in line that isn't a constant
 * needs no detoasting and is read where it is: nothing tells whether it is
 * the same as for the row before.
 */
#include "bloom_call.h"

#include "nodes/primnodes.h"
#include "utils/memutils.h"

typedef struct BloomCall
{
	Oid			type;			/* that hasher is for, or InvalidOid */
	BloomHasher hasher;
	BloomExpanded *filter;		/* kept filter, or NULL */
	Oid			toast_relation; /* where it came from; InvalidOid: constant */
	Oid			toast_value;
} BloomCall;

static BloomCall *
call_state(FunctionCallInfo fcinfo)
{
	if (fcinfo->flinfo->fn_extra == NULL)
		fcinfo->flinfo->fn_extra =
			MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(BloomCall));
	return fcinfo->flinfo->fn_extra;
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
static BloomView
keep_filter(FunctionCallInfo fcinfo, Datum value, Oid relation, Oid value_id)
{
	BloomCall  *call = call_state(fcinfo);

	if (call->filter != NULL)
		MemoryContextDelete(call->filter->hdr.eoh_context);
	call->filter = NULL;
	call->filter = bloom_expanded_copy(bloom_expanded_read(value),
									   fcinfo->flinfo->fn_mcxt);
	call->toast_relation = relation;
	call->toast_value = value_id;
	return bloom_expanded_view(call->filter);
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
	{
		struct varatt_external pointer;

		VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(value));
		if (call->filter != NULL &&
			call->toast_relation == pointer.va_toastrelid &&
			call->toast_value == pointer.va_valueid)
			return bloom_expanded_view(call->filter);
		return keep_filter(fcinfo, value, pointer.va_toastrelid,
						   pointer.va_valueid);
	}
	if (call->filter != NULL && !OidIsValid(call->toast_relation))
		return bloom_expanded_view(call->filter);
	if (!VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)) &&
		arg_is_constant(fcinfo, argno))
		return keep_filter(fcinfo, value, InvalidOid, InvalidOid);
	return bloom_expanded_read(value);
}
