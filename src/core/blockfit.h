/*
 * core/blockfit.h
 *		The error rate of a blocked bit array with a given number of values,
 *		and how many values a block holds at an error rate.
 */
#ifndef BLOOM_BLOCKFIT_H
#define BLOOM_BLOCKFIT_H

#define BLOOM_LINE_BITS			512 /* one cache line; part of the format */
#define BLOOM_MAX_LINE_PROBES	15	/* per cache line; part of the format */
#define BLOOM_MAX_BLOCK		64	/* cache lines: 4 kB, one page of memory */
#define BLOOM_BLOCK_SIZES	7	/* 1, 2, 4 ... BLOOM_MAX_BLOCK cache lines */

/* How many layers of a growing filter have error rates of their own */
#define BLOOM_MAX_RATES		32

/* The number of probes with which a block holds the most values */
typedef struct BloomBlockFit
{
	double		load;			/* values per block at the error rate */
	int			probes;			/* 0: not computed yet */
} BloomBlockFit;

extern double bloom_blockfit_fpp(double load, int block, int touched,
								 int probes);
extern double bloom_blockfit_power(double x, unsigned n);

extern int	bloom_blockfit_touched(double error_rate);
extern const BloomBlockFit *bloom_blockfit(double error_rate, int size_log);
extern double bloom_blockfit_load(double error_rate, int block, int touched,
								  int probes);

#endif							/* BLOOM_BLOCKFIT_H */
