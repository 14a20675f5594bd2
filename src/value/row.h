/*
 * value/row.h
 *		Canonical bytes of rows: records and composite types.
 */
#ifndef BLOOM_ROW_H
#define BLOOM_ROW_H

#include "value/canonical.h"

extern void bloom_row_init(BloomHasher *hasher, Oid type, Oid collation,
						   MemoryContext context);
extern bool bloom_row_is_possible(Oid type, Oid collation);

#endif							/* BLOOM_ROW_H */
