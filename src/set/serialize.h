/*
 * set/serialize.h
 *		Serialization failures of shared sets.
 */
#ifndef BLOOM_SET_SERIALIZE_H
#define BLOOM_SET_SERIALIZE_H

#include "set/setcompat.h"

#include "utils/rel.h"
#include "utils/snapshot.h"

extern void bloom_serialize_fail(const char *detail);
extern void bloom_serialize_shown(TransactionId writer);
extern void bloom_serialize_emptied(Relation view, Snapshot snapshot);

#endif							/* BLOOM_SET_SERIALIZE_H */
