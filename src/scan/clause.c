/*
 * scan/clause.c
 *		Which quals are tests of a column against a filter.
 */
#include "scan/scan.h"

#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"

/*
 * Whether an expression depends on the row, or might: it has a column of the
 * table, or something that isn't a plain expression.
 */
static bool
depends_on_row(Node *node, void *relid)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
		return (Index) ((Var *) node)->varno == *(Index *) relid ||
			((Var *) node)->varlevelsup > 0;
	if (IsA(node, PlaceHolderVar) || IsA(node, SubLink) ||
		IsA(node, SubPlan) || IsA(node, AlternativeSubPlan))
		return true;
	return expression_tree_walker(node, depends_on_row, relid);
}

/* The function, its arguments and their collation, if it is a call */
static bool
match_call(Node *node, BloomTestClause *clause)
{
	if (IsA(node, OpExpr))
	{
		OpExpr	   *call = (OpExpr *) node;

		set_opfuncid(call);
		clause->function = call->opfuncid;
		clause->args = call->args;
	}
	else if (IsA(node, FuncExpr))
	{
		clause->function = ((FuncExpr *) node)->funcid;
		clause->args = ((FuncExpr *) node)->args;
	}
	else
		return false;
	clause->call = (Expr *) node;
	clause->collation = exprInputCollation(node);
	return list_length(clause->args) == 2;
}

/*
 * Whether a qual of a scan of the relation is a test, whose filter is the same
 * for all rows of a scan, of a column whose values can be hashed ahead.
 */
bool
bloom_scan_match(Node *qual, Index relid, BloomTestClause *clause)
{
	Node	   *value;

	clause->negated = is_notclause(qual);
	if (clause->negated)
		qual = (Node *) get_notclausearg((Expr *) qual);
	if (!match_call(qual, clause))
		return false;
	clause->filterno = bloom_call_filter_argument(clause->function);
	if (clause->filterno < 0)
		return false;

	value = list_nth(clause->args, 1 - clause->filterno);
	if (!bloom_hashing_is_safe(exprType(value)))
		return false;
	while (IsA(value, RelabelType))
		value = (Node *) ((RelabelType *) value)->arg;
	if (!IsA(value, Var))
		return false;
	clause->column = (Var *) value;
	if ((Index) clause->column->varno != relid ||
		clause->column->varlevelsup > 0 ||
		clause->column->varattno <= 0)
		return false;
	return !depends_on_row(list_nth(clause->args, clause->filterno), &relid) &&
		!contain_volatile_functions(list_nth(clause->args, clause->filterno));
}
