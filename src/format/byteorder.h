/*
 * format/byteorder.h
 *		Conversion of filters between native and little-endian byte order.
 */
#ifndef BLOOM_BYTEORDER_H
#define BLOOM_BYTEORDER_H

#include "format/layout.h"

/*
 * Convert native to little-endian byte order, or the reverse.  These do
 * nothing on little-endian machines.
 */
extern void bloom_wire_swap_header(Bloom *head);
extern void bloom_wire_swap_layers(Bloom *head);
extern void bloom_wire_swap_words(uint64_t *words, size_t count);

#endif							/* BLOOM_BYTEORDER_H */
