/*
 * value/imported.h
 *		Imported filters in memory.
 */
#ifndef BLOOM_IMPORTED_H
#define BLOOM_IMPORTED_H

#include "codec/codecs.h"
#include "value/expanded.h"

extern BloomFormat bloom_imported_format(text *format);
extern uint64 bloom_imported_integer_size(BloomFormat format, text *keys);
extern BloomExpanded *bloom_imported_make(BloomFormat format,
										  const BloomCodecFile *file,
										  MemoryContext parent);
extern void bloom_expanded_add_value(BloomExpanded *filter,
									 BloomHasher *hasher, Datum value);
extern bool bloom_imported_alike(BloomView a, BloomView b);
extern void bloom_imported_learn_parameters(BloomExpanded *filter,
											BloomView other);
extern char *bloom_imported_text(BloomView view);
extern void bloom_imported_recount(BloomExpanded *filter);

#endif							/* BLOOM_IMPORTED_H */
