/*
 * set/subscribed.h
 *		Shared sets that are replicated from another server.
 */
#ifndef BLOOM_SET_SUBSCRIBED_H
#define BLOOM_SET_SUBSCRIBED_H

#include "set/settings.h"

extern void bloom_subscribed_refuse(const BloomSet *set);

#endif							/* BLOOM_SET_SUBSCRIBED_H */
