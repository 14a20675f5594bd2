/*
 * func/argument.c
 *		Finds and checks an argument in the expression of a call.
 */
#include "func/argument.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "nodes/nodeFuncs.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "value/hasher.h"

/* The operand of an implicit cast of a value or an array; else NULL */
static Expr *
uncast(const Expr *value)
{
	if (IsA(value, RelabelType) &&
		((RelabelType *) value)->relabelformat == COERCE_IMPLICIT_CAST)
		return ((RelabelType *) value)->arg;
	if (IsA(value, ArrayCoerceExpr) &&
		((ArrayCoerceExpr *) value)->coerceformat == COERCE_IMPLICIT_CAST)
		return ((ArrayCoerceExpr *) value)->arg;
	return NULL;
}

/*
 * Raise an error if the parser has cast a value to text implicitly, as it does
 * with citext, and the equality of its type is not that of text.  value is the
 * argument's expression, or NULL.  If it is an array, its elements count.
 */
void
bloom_argument_check(const Expr *value)
{
	Oid			type;
	Oid			element;

	if (value == NULL ||
		!(IsA(value, RelabelType) || IsA(value, ArrayCoerceExpr)))
		return;
	while (uncast(value) != NULL)
		value = uncast(value);
	type = getBaseType(exprType((Node *) value));
	element = get_element_type(type);
	if (OidIsValid(element))
		type = getBaseType(element);
	if (!bloom_hasher_as_text(type))
		bloom_hasher_refuse(type);
}

/*
 * bloom_argument_check() for an argument of a call.  The second one of
 * filter @> ANY (values) is an array in the expression.
 */
void
bloom_argument_check_call(FunctionCallInfo fcinfo, int argno)
{
	Node	   *call = fcinfo->flinfo->fn_expr;

	bloom_argument_check(call != NULL && IsA(call, ScalarArrayOpExpr) ?
						 list_nth(((ScalarArrayOpExpr *) call)->args, argno) :
						 bloom_argument_expression(fcinfo, argno));
}

/*
 * The query that was checked last, and how many relations it had then.  NULL
 * if its memory may have been reused since.
 */
static const PlannerInfo *checked;
static int	checked_relations;

/* Callback: the memory of a query that was checked is reset */
static void
forget_checked(void *unused)
{
	checked = NULL;
}

/* Check the query once, until it gets the calls of subqueries, too */
static void
remember_checked(const PlannerInfo *root)
{
	MemoryContextCallback *callback =
		MemoryContextAlloc(root->planner_cxt, sizeof(MemoryContextCallback));

	*callback = (MemoryContextCallback) {.func = forget_checked};
	MemoryContextRegisterResetCallback(root->planner_cxt, callback);
	checked = root;
	checked_relations = list_length(root->parse->rtable);
}

/*
 * bloom_argument_check() for all calls in an expression of the functions that
 * have a support function.  A filter or set can be cast, too, as from a
 * domain, so only texts count.
 */
static bool
check_calls(Node *node, void *support)
{
	Oid			function = InvalidOid;
	ListCell   *lc;

	if (node == NULL || IsA(node, Query))
		return false;
	CHECK_FOR_INTERRUPTS();
	if (IsA(node, OpExpr))
		function = get_opcode(((OpExpr *) node)->opno);
	else if (IsA(node, FuncExpr))
		function = ((FuncExpr *) node)->funcid;
	if (function >= FirstNormalObjectId &&
		get_func_support(function) == *(Oid *) support)
		foreach(lc, bloom_argument_list(node))
			if (exprType(lfirst(lc)) == TEXTOID)
				bloom_argument_check(lfirst(lc));
	return expression_tree_walker(node, check_calls, support);
}

/*
 * bloom_argument_check() for a call that the planner simplifies.  Its
 * arguments are simplified already: a citext constant or parameter has become
 * a text constant.  root->parse has the original while the planner simplifies
 * the query's expressions.  In later calls, when root has an array of
 * relations, it is not there any more.
 *
 * All calls of the query are checked at once, for the first of them.  They are
 * checked again when relations were added: before the planner simplifies the
 * other expressions, it simplifies functions in FROM, and then moves the
 * expressions of subqueries into the query, always with their relations.
 */
void
bloom_argument_check_query(PlannerInfo *root, const FuncExpr *call)
{
	ListCell   *lc;
	bool		found = false;
	Oid			support;

	foreach(lc, call->args)
		found |= IsA(lfirst(lc), Const) &&
			((Const *) lfirst(lc))->consttype == TEXTOID;
	/* another extension's root may have no query */
	if (!found || root == NULL || root->parse == NULL ||
		root->simple_rel_array != NULL ||
		(root == checked &&
		 list_length(root->parse->rtable) == checked_relations))
		return;
	support = get_func_support(call->funcid);
	query_tree_walker(root->parse, check_calls, &support,
					  QTW_IGNORE_RT_SUBQUERIES | QTW_IGNORE_CTE_SUBQUERIES);
	/* the columns of UNION ALL in FROM */
	(void) check_calls((Node *) root->append_rel_list, &support);
	remember_checked(root);
}

/* The transition function of an aggregate, or InvalidOid */
Oid
bloom_argument_transition(Oid aggregate)
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
			bloom_argument_transition(call->winfnoid) ==
			fcinfo->flinfo->fn_oid)
			bloom_argument_check(linitial(call->args));
	}
}

/* The arguments of a call, or NIL if they are unknown */
List *
bloom_argument_list(const Node *call)
{
	if (call == NULL)
		return NIL;
	if (IsA(call, OpExpr))
		return ((OpExpr *) call)->args;
	if (IsA(call, FuncExpr))
		return ((FuncExpr *) call)->args;
	return IsA(call, WindowFunc) ? ((WindowFunc *) call)->args : NIL;
}

/* The expression of an argument, or NULL if it is unknown */
Expr *
bloom_argument_expression(FunctionCallInfo fcinfo, int argno)
{
	List	   *args = bloom_argument_list(fcinfo->flinfo->fn_expr);

	return argno < list_length(args) ? list_nth(args, argno) : NULL;
}
