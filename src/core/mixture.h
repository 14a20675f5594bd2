/*
 * core/mixture.h
 *		The error rate of a blocked bit array with a given number of values.
 *
 * Plain C: no PostgreSQL header is included here or by core/mixture.c.
 */
#ifndef BLOOM_MIXTURE_H
#define BLOOM_MIXTURE_H

#define BLOOM_LINE_BITS			512 /* one cache line; part of the format */
#define BLOOM_MAX_LINE_PROBES	16	/* per cache line */

extern double bloom_mixture_fpp(double load, int block, int touched,
								int probes);
extern double bloom_mixture_power(double x, unsigned n);

#endif							/* BLOOM_MIXTURE_H */
