/*
 * value/receive.h
 *		Checking filters, and converting them from and to the wire format.
 */
#ifndef BLOOM_RECEIVE_H
#define BLOOM_RECEIVE_H

#include "value/heads.h"

extern bool bloom_valid(const Bloom *filter);
extern bool bloom_is_sound(const Bloom *filter);
extern bool bloom_from_wire(Bloom *filter, int sqlerrcode, Node *context);
extern void bloom_to_wire(Bloom *filter);

#endif							/* BLOOM_RECEIVE_H */
