/*
 * unit/scramble.h
 *		Numbers that look random and are the same in every run.
 */
#ifndef UNIT_SCRAMBLE_H
#define UNIT_SCRAMBLE_H

#include <stdint.h>

/* A permutation of the 64-bit numbers (splitmix64's) */
static inline uint64_t
scramble(uint64_t number)
{
	number += 0x9E3779B97F4A7C15u;
	number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9u;
	number = (number ^ (number >> 27)) * 0x94D049BB133111EBu;
	return number ^ (number >> 31);
}

/* The next of a series of numbers from 0 to range - 1 */
static inline uint64_t
draw(uint64_t *state, uint64_t range)
{
	return scramble((*state)++) % range;
}

#endif							/* UNIT_SCRAMBLE_H */
