/*
 * engine.h
 *		The candidates that engine.c measures.
 */
#ifndef BENCH_ENGINE_H
#define BENCH_ENGINE_H

#include <stddef.h>
#include <stdint.h>

typedef struct Candidate
{
	const char *name;
	/* create an empty filter, and set the size of its memory */
	void	   *(*make) (uint64_t capacity, double error_rate, size_t *bytes);
	void		(*add) (void *filter, const uint64_t *hashes, size_t count);
	/* test hashes one at a time; both return how many test positive */
	size_t		(*test) (void *filter, const uint64_t *hashes, size_t count);
	/* test many at once */
	size_t		(*test_many) (void *filter, const uint64_t *hashes,
							  size_t count);
	void		(*done) (void *filter);
} Candidate;

#ifdef __cplusplus
extern "C"
{
#endif

extern const Candidate library;
extern const Candidate rocksdb_portable;
extern const Candidate rocksdb_avx2;

/* Allocate zeroed memory that is aligned to a cache line, and free it */
extern void *clear_memory(size_t size);
extern void release_memory(void *memory, size_t size);

/* The error rate of cache lines with that average load (core/blockfit) */
extern double bloom_blockfit_fpp(double load, int block, int touched,
								 int probes);

#ifdef __cplusplus
}
#endif

#endif							/* BENCH_ENGINE_H */
