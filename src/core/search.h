/*
 * core/search.h
 *		Searching a long ascending array of hashes of which only parts are
 *		read.
 *
 * Plain C: no PostgreSQL header is included here or by core/search.c.
 */
#ifndef BLOOM_SEARCH_H
#define BLOOM_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The hashes that bloom_search_window asks for, at most */
#define BLOOM_SEARCH_WINDOW		512

typedef struct BloomSearch
{
	uint64_t	hash;			/* that is sought */
	size_t		first;			/* it can be in first .. end - 1 only */
	size_t		end;
	uint64_t	below;			/* what is before these is at most this */
	uint64_t	above;			/* what is after these is at least this */
	int			reads;
} BloomSearch;

extern void bloom_search_begin(BloomSearch *search, size_t count,
							   uint64_t hash);
extern bool bloom_search_window(BloomSearch *search, size_t *from,
								size_t *to);
extern bool bloom_search_take(BloomSearch *search, const uint64_t *hashes,
							  size_t from, size_t to);

#endif							/* BLOOM_SEARCH_H */
