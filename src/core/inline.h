/*
 * core/inline.h
 *		Functions that are compiled for each constant with which they are
 *		called.
 */
#ifndef BLOOM_INLINE_H
#define BLOOM_INLINE_H

#define ALWAYS_INLINE	static inline __attribute__((always_inline))

#endif							/* BLOOM_INLINE_H */
