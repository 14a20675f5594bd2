/*
 * core/search.h
 *		Searching a long ascending array of hashes by reading slices of it.
 *
 * Plain C: no PostgreSQL header is included here or by core/search.c.
 */
#ifndef BLOOM_SEARCH_H
#define BLOOM_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The maximum number of hashes that bloom_search_window() asks for */
#define BLOOM_SEARCH_WINDOW		512

typedef struct BloomSearch
{
	uint64_t	hash;			/* the hash to find */
	size_t		first;			/* its place can only be in first .. end - 1 */
	size_t		end;
	uint64_t	below;			/* maximum of the hashes before first */
	uint64_t	above;			/* minimum of the hashes from end on */
	int			reads;
} BloomSearch;

extern void bloom_search_begin(BloomSearch *search, size_t count,
							   uint64_t hash);
extern bool bloom_search_window(BloomSearch *search, size_t *from,
								size_t *to);
extern bool bloom_search_take(BloomSearch *search, const uint64_t *hashes,
							  size_t from, size_t to);

#endif							/* BLOOM_SEARCH_H */
