/*
 * set/secret.h
 *		Numbers that stand for hashes without revealing them.
 */
#ifndef BLOOM_SET_SECRET_H
#define BLOOM_SET_SECRET_H

#include "set/setcompat.h"

extern uint32 bloom_secret(Oid table, uint64 hash);

#endif							/* BLOOM_SET_SECRET_H */
