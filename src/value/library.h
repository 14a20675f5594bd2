/*
 * value/library.h
 *		Imported filters in memory.
 */
#ifndef BLOOM_LIBRARY_H
#define BLOOM_LIBRARY_H

#include "codec/codecs.h"
#include "value/expanded.h"

extern BloomFormat bloom_library_format(text *format);
extern uint64 bloom_library_integer_size(BloomFormat format, text *keys);
extern BloomExpanded *bloom_library_make(BloomFormat format,
										 const BloomCodecFile *file,
										 MemoryContext parent);
extern void bloom_library_add(BloomExpanded *filter, BloomHasher *hasher,
							  Datum value);
extern bool bloom_library_alike(BloomView a, BloomView b);
extern void bloom_library_learn_parameters(BloomExpanded *filter,
										   BloomView other);
extern char *bloom_library_text(BloomView view);
extern void bloom_library_recount(BloomExpanded *filter);

#endif							/* BLOOM_LIBRARY_H */
