/*
 * scan/clause.c
 *		Recognizes expressions that test a value against a filter.
 */
#include "scan/scan.h"

#include "func/function.h"

#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"

/* The function that an expression calls, and its arguments; else InvalidOid */
static Oid
called_function(Node *node, List **args)
{
	if (IsA(node, OpExpr))
	{
		OpExpr	   *call = (OpExpr *) node;

		set_opfuncid(call);
		*args = call->args;
		return call->opfuncid;
	}
	if (!IsA(node, FuncExpr))
		return InvalidOid;
	*args = ((FuncExpr *) node)->args;
	return ((FuncExpr *) node)->funcid;
}

/* The column if an expression is just that, or NULL */
static Var *
plain_column(Node *value)
{
	while (IsA(value, RelabelType))
		value = (Node *) ((RelabelType *) value)->arg;
	if (!IsA(value, Var) || ((Var *) value)->varlevelsup > 0 ||
		((Var *) value)->varattno <= 0)
		return NULL;
	return (Var *) value;
}

/*
 * Whether an expression is a test of one value, not negated.  If so, fills
 * clause.  Called for each condition of each query.
 */
bool
bloom_scan_match_call(Node *node, BloomTestClause *clause)
{
	List	   *args = NIL;
	Oid			function = called_function(node, &args);
	int			filterno = bloom_function_filter_argument(function);

	if (filterno < 0 || list_length(args) != 2)
		return false;
	*clause = (BloomTestClause) {
		.call = (Expr *) node,
		.function = function,
		.collation = exprInputCollation(node),
		.args = args,
		.filterno = filterno
	};
	clause->column = plain_column(list_nth(clause->args,
										   1 - clause->filterno));
	return true;
}

/*
 * Whether the value of a test is a column of the relation that can be hashed
 * early, because hashing raises no error for its type and collation
 */
static bool
is_safe_column(const BloomTestClause *clause, Index relid)
{
	const Var  *column = clause->column;
	Node	   *value = list_nth(clause->args, 1 - clause->filterno);

	/* for other types that are cast to text, the call may raise an error */
	return column != NULL && (Index) column->varno == relid &&
		bloom_hasher_cannot_fail_inline(exprType(value)) &&
		(bloom_hasher_cannot_fail_inline(column->vartype) ||
		 bloom_hasher_as_text(column->vartype)) &&
		(!OidIsValid(clause->collation) ||
		 get_collation_isdeterministic(clause->collation));
}

/*
 * Whether a qual of a scan of the relation is a test, maybe negated, that the
 * scan can prefetch for: the filter is the same for all rows of a scan, and
 * the value is a column that can be hashed early.  If so, fills clause.
 */
bool
bloom_scan_match(Node *qual, Index relid, BloomTestClause *clause)
{
	bool		negated = is_notclause(qual);
	Node	   *filter;

	if (negated)
		qual = (Node *) get_notclausearg((Expr *) qual);
	if (!bloom_scan_match_call(qual, clause) ||
		!is_safe_column(clause, relid))
		return false;
	clause->negated = negated;
	filter = list_nth(clause->args, clause->filterno);
	return !contain_var_clause(filter) && !contain_subplans(filter) &&
		!contain_volatile_functions(filter);
}
