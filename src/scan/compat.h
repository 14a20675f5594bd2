/*
 * scan/compat.h
 *		The differences between PostgreSQL 13 to 18 that scans and joins meet.
 *		value/compat.h has those that all code meets.  No other file of the
 *		two tests PG_VERSION_NUM.
 */
#ifndef BLOOM_SCAN_COMPAT_H
#define BLOOM_SCAN_COMPAT_H

#include "value/compat.h"

#include "commands/explain.h"
#include "nodes/extensible.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "utils/guc.h"

#if PG_VERSION_NUM >= 180000
#include "commands/explain_format.h"
#include "commands/explain_state.h"
#endif

/* up to 14, custom scans are taken to project without saying so */
#if PG_VERSION_NUM < 150000
#define CUSTOMPATH_SUPPORT_PROJECTION	0
#endif

/* The relations whose columns an expression has */
static inline Relids
bloom_relids(PlannerInfo *root, Node *node)
{
#if PG_VERSION_NUM >= 140000
	return pull_varnos(root, node);
#else
	return pull_varnos_new(root, node);
#endif
}

/* From 18 on, a path counts the nodes below that a setting disables */
static inline void
bloom_add_disabled(Path *path, const Path *outer, const Path *inner)
{
#if PG_VERSION_NUM >= 180000
	path->disabled_nodes = outer->disabled_nodes + inner->disabled_nodes;
#endif
}

/* From here on, a setting of ours that there isn't is an error */
static inline void
bloom_reserve_settings(void)
{
#if PG_VERSION_NUM >= 150000
	MarkGUCPrefixReserved("bloomext");
#else
	EmitWarningsOnPlaceholders("bloomext");
#endif
}

#endif							/* BLOOM_SCAN_COMPAT_H */
