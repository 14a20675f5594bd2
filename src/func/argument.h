/*
 * func/argument.h
 *		Finds and checks an argument in the expression of a call.
 */
#ifndef BLOOM_ARGUMENT_H
#define BLOOM_ARGUMENT_H

#include "value/valuecompat.h"

#include "nodes/pathnodes.h"

extern void bloom_argument_check(const Expr *value);
extern void bloom_argument_check_call(FunctionCallInfo fcinfo, int argno);
extern void bloom_argument_check_query(PlannerInfo *root,
									   const FuncExpr *call);
extern void bloom_argument_check_windows(FunctionCallInfo fcinfo);
extern Oid	bloom_argument_transition(Oid aggregate);
extern List *bloom_argument_list(const Node *call);
extern Expr *bloom_argument_expression(FunctionCallInfo fcinfo, int argno);

#endif							/* BLOOM_ARGUMENT_H */
