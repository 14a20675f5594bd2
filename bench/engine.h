/*
 * engine.h
 *		What engine.c measures: filters to which hashes are added, and that are
 *		tested for them.
 */
#ifndef BENCH_ENGINE_H
#define BENCH_ENGINE_H

#include <stddef.h>
#include <stdint.h>

typedef struct Candidate
{
	const char *name;
	/* an empty filter, and how many bytes of memory it has */
	void	   *(*make) (uint64_t capacity, double error_rate, size_t *bytes);
	void		(*add) (void *filter, const uint64_t *hashes, size_t count);
	/* these return how many of the hashes test positive; one by one */
	size_t		(*test) (void *filter, const uint64_t *hashes, size_t count);
	/* all are known before */
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

/* Memory that is clear, aligned to a line, and the way back */
extern void *clear_memory(size_t size);
extern void release_memory(void *memory, size_t size);

/* The error rate of lines with so many values each on average (core/mixture) */
extern double bloom_mixture_fpp(double load, int block, int touched,
								int probes);

#ifdef __cplusplus
}
#endif

#endif							/* BENCH_ENGINE_H */
