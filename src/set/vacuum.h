/*
 * set/vacuum.h
 *		VACUUM of a shared set's tables, by the background worker.
 */
#ifndef BLOOM_SET_VACUUM_H
#define BLOOM_SET_VACUUM_H

#include "postgres.h"

extern bool bloom_vacuum_component(Oid view, Oid table);

#endif							/* BLOOM_SET_VACUUM_H */
