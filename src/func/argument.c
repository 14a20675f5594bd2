/*
 * func/argument.c
 *		Finds and checks an argument in the expression of a call.
 */
#include "func/argument.h"

#include "access/htup_details.h"
#include "catalog/pg_aggregate.h"
#include "nodes/execnodes.h"
#include "nodes/nodeFuncs.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "value/hashable.h"

/* Raise an error if values of a type may not be hashed as text */
static void
check_type(Oid type)
{
	type = getBaseType(type);
	if (!bloom_hashable_as_text(type))
		bloom_hashable_refuse(type);
}

/*
 * Raise an error if the parser has cast a value to text implicitly, as it does
 * with citext, and the equality of its type is not that of text.  value is the
 * argument's expression, or NULL.
 */
void
bloom_argument_check(const Expr *value)
{
	if (value == NULL || !IsA(value, RelabelType))
		return;
	while (IsA(value, RelabelType) &&
		   ((RelabelType *) value)->relabelformat == COERCE_IMPLICIT_CAST)
		value = ((RelabelType *) value)->arg;
	check_type(exprType((Node *) value));
}

/* bloom_argument_check() for an array, whose elements are hashed */
static void
check_array(const Expr *value)
{
	Oid			element;

	if (!IsA(value, ArrayCoerceExpr))
		return;
	while (IsA(value, ArrayCoerceExpr) &&
		   ((ArrayCoerceExpr *) value)->coerceformat == COERCE_IMPLICIT_CAST)
		value = ((ArrayCoerceExpr *) value)->arg;
	element = get_element_type(getBaseType(exprType((Node *) value)));
	if (OidIsValid(element))
		check_type(element);
}

/* bloom_argument_check() for an argument of a call */
void
bloom_argument_check_call(FunctionCallInfo fcinfo, int argno)
{
	Node	   *call = fcinfo->flinfo->fn_expr;
	List	   *args;

	if (call == NULL || !IsA(call, ScalarArrayOpExpr))
	{
		bloom_argument_check(bloom_argument_expression(fcinfo, argno));
		return;
	}
	/* value <@ ANY (filters), or filter @> ANY (values) */
	args = ((ScalarArrayOpExpr *) call)->args;
	if (argno == 0)
		bloom_argument_check(linitial(args));
	else
		check_array(lsecond(args));
}

/* The transition function of an aggregate, or InvalidOid */
static Oid
transition_function(Oid aggregate)
{
	HeapTuple	tuple = SearchSysCache1(AGGFNOID,
										ObjectIdGetDatum(aggregate));
	Oid			function;

	if (!HeapTupleIsValid(tuple))
		return InvalidOid;
	function = ((Form_pg_aggregate) GETSTRUCT(tuple))->aggtransfn;
	ReleaseSysCache(tuple);
	return function;
}

/*
 * bloom_argument_check() for a transition function in a window.  It checks all
 * aggregates of the window that have this transition function, because the
 * server does not pass which of them it calls.
 */
void
bloom_argument_check_windows(FunctionCallInfo fcinfo)
{
	ListCell   *cell;

	if (fcinfo->context == NULL || !IsA(fcinfo->context, WindowAggState))
		return;
	foreach(cell, ((WindowAggState *) fcinfo->context)->funcs)
	{
		const WindowFunc *call = ((WindowFuncExprState *) lfirst(cell))->wfunc;

		if (call->winagg && call->args != NIL &&
			transition_function(call->winfnoid) == fcinfo->flinfo->fn_oid)
			bloom_argument_check(linitial(call->args));
	}
}

/* The expression of an argument, or NULL if it is unknown */
Expr *
bloom_argument_expression(FunctionCallInfo fcinfo, int argno)
{
	Node	   *call = fcinfo->flinfo->fn_expr;
	List	   *args = NIL;

	if (call == NULL)
		return NULL;
	if (IsA(call, OpExpr))
		args = ((OpExpr *) call)->args;
	else if (IsA(call, FuncExpr))
		args = ((FuncExpr *) call)->args;
	else if (IsA(call, WindowFunc))
		args = ((WindowFunc *) call)->args;
	return argno < list_length(args) ? list_nth(args, argno) : NULL;
}
