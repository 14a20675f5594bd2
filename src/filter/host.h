/*
 * filter/host.h
 *		What a filter in memory gets from the program that it is in.
 *
 * In the server, a call for memory or a pause raises an error when there is no
 * memory, or when the query is cancelled.  It does not return then, and the
 * server frees what was being built.  In a library, memory may be NULL.
 * Therefore, a filter is whole whenever the host is called: new content is
 * built apart, and takes the place of the old one in the last step.
 */
#ifndef BLOOM_HOST_H
#define BLOOM_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/pause.h"

#define BLOOM_MIN(a, b)		((a) < (b) ? (a) : (b))
#define BLOOM_MAX(a, b)		((a) > (b) ? (a) : (b))

/* Loops over bytes pause after this number */
#define BLOOM_PAUSE_BYTES	((size_t) 4 * 1024 * 1024)

struct BloomFilter;

typedef struct BloomHost
{
	/*
	 * A filter whose members are 0, except `memory`; NULL if there is no
	 * memory.  destroy() frees it, and in a server all of its memory.
	 */
	struct BloomFilter *(*create) (void);
	void		(*destroy) (struct BloomFilter *filter);

	/* `content` and its memory live as long as `filter`, or are destroyed */
	void		(*adopt) (struct BloomFilter *filter,
						  struct BloomFilter *content);

	/* Memory for a filter.  An arena is a host's own. */
	void	   *(*allocate) (void *arena, size_t size);
	void	   *(*resize) (void *memory, size_t size);
	void		(*release) (void *memory);

	BloomPause	pause;			/* or NULL */

	/*
	 * An elastic filter codes its list when it has more than the number of
	 * coded hashes divided by this
	 */
	unsigned	coded_share;
} BloomHost;

typedef struct BloomMemory
{
	const BloomHost *host;
	void	   *arena;
} BloomMemory;

static inline void *
bloom_allocate(BloomMemory memory, size_t size)
{
	return memory.host->allocate(memory.arena, size);
}

/* Release memory, or do nothing if it is NULL */
static inline void
bloom_release(BloomMemory memory, void *allocated)
{
	if (allocated != NULL)
		memory.host->release(allocated);
}

static inline void
bloom_pause(BloomMemory memory)
{
	if (memory.host->pause != NULL)
		memory.host->pause();
}

/* Copy the bytes of a filter, with pauses */
static inline void
bloom_copy_bytes(BloomMemory memory, void *to, const void *from, size_t size)
{
	for (size_t done = 0; done < size; done += BLOOM_PAUSE_BYTES)
	{
		memcpy((char *) to + done, (const char *) from + done,
			   BLOOM_MIN(size - done, BLOOM_PAUSE_BYTES));
		bloom_pause(memory);
	}
}

/* Clear the bytes of a filter, with pauses */
static inline void
bloom_zero_bytes(BloomMemory memory, void *to, size_t size)
{
	for (size_t done = 0; done < size; done += BLOOM_PAUSE_BYTES)
	{
		memset((char *) to + done, 0,
			   BLOOM_MIN(size - done, BLOOM_PAUSE_BYTES));
		bloom_pause(memory);
	}
}

#endif							/* BLOOM_HOST_H */
