/*
 * scan/scancompat.h
 *		Differences between PostgreSQL 13 to 19 for scans and joins.
 *		value/valuecompat.h has those for all modules.  No other file of scan/
 *		and join/ tests PG_VERSION_NUM.
 */
#ifndef BLOOM_SCAN_COMPAT_H
#define BLOOM_SCAN_COMPAT_H

#include "value/valuecompat.h"

#include "access/tableam.h"
#include "commands/explain.h"
#include "executor/executor.h"
#include "executor/instrument.h"
#include "nodes/extensible.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"

#if PG_VERSION_NUM >= 180000
#include "commands/explain_format.h"
#include "commands/explain_state.h"
#endif

/* up to 18, the statistics of plan nodes have the general type */
#if PG_VERSION_NUM < 190000
typedef Instrumentation NodeInstrumentation;
#endif

/* up to 14, all custom scans are assumed to support projection */
#if PG_VERSION_NUM < 150000
#define CUSTOMPATH_SUPPORT_PROJECTION	0
#endif

/*
 * Whether a relation has rows of several tables that are to be changed, such
 * as partitions, which are identified by columns of no table.  Up to 13, they
 * are identified by ordinary columns.
 */
static inline bool
bloom_has_identities(const RelOptInfo *rel)
{
#if PG_VERSION_NUM >= 140000
	ListCell   *lc;

	foreach(lc, rel->reltarget->exprs)
		if (IsA(lfirst(lc), Var) && ((Var *) lfirst(lc))->varno == ROWID_VAR)
			return true;
#endif
	return false;
}

/* The relations whose columns are in an expression */
static inline Relids
bloom_relids(PlannerInfo *root, Node *node)
{
#if PG_VERSION_NUM >= 140000
	return pull_varnos(root, node);
#else
	return pull_varnos_new(root, node);
#endif
}

/* Whether a condition is volatile, which PostgreSQL 13 does not remember */
static inline bool
bloom_is_volatile(RestrictInfo *rinfo)
{
#if PG_VERSION_NUM >= 140000
	return contain_volatile_functions((Node *) rinfo);
#else
	return contain_volatile_functions((Node *) rinfo->clause);
#endif
}

/* Create a scan node's slot for the rows of its table */
static inline void
bloom_init_scan_slot(EState *estate, ScanState *node)
{
	TupleDesc	row = RelationGetDescr(node->ss_currentRelation);
	const TupleTableSlotOps *slot =
		table_slot_callbacks(node->ss_currentRelation);

#if PG_VERSION_NUM >= 190000
	ExecInitScanTupleSlot(estate, node, row, slot,
						  TTS_FLAG_OBEYS_NOT_NULL_CONSTRAINTS);
#else
	ExecInitScanTupleSlot(estate, node, row, slot);
#endif
}

/* from 19 on, a scan may mark pages of a table that the query only reads */
#if PG_VERSION_NUM >= 190000
#define READ_ONLY_HINT(node) \
	(ScanRelIsReadOnly(node) ? SO_HINT_REL_READ_ONLY : SO_NONE)
#endif

/* Begin a scan node's scan of its table, as a Seq Scan does */
static inline TableScanDesc
bloom_beginscan(ScanState *node)
{
#if PG_VERSION_NUM >= 190000
	return table_beginscan(node->ss_currentRelation,
						   node->ps.state->es_snapshot, 0, NULL,
						   READ_ONLY_HINT(node));
#else
	return table_beginscan(node->ss_currentRelation,
						   node->ps.state->es_snapshot, 0, NULL);
#endif
}

/* Join the parallel scan of a scan node's table */
static inline TableScanDesc
bloom_beginscan_parallel(ScanState *node, void *shared)
{
#if PG_VERSION_NUM >= 190000
	return table_beginscan_parallel(node->ss_currentRelation, shared,
									READ_ONLY_HINT(node));
#else
	return table_beginscan_parallel(node->ss_currentRelation, shared);
#endif
}

/* From 18 on, a path counts the disabled nodes below it: set its count */
static inline void
bloom_add_disabled(Path *path, const Path *outer, const Path *inner)
{
#if PG_VERSION_NUM >= 180000
	path->disabled_nodes = outer->disabled_nodes + inner->disabled_nodes;
#endif
}

#endif							/* BLOOM_SCAN_COMPAT_H */
