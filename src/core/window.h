/*
 * core/window.h
 *		Reading a few words of a long array that is not in memory, a window at
 *		a time.
 */
#ifndef BLOOM_WINDOW_H
#define BLOOM_WINDOW_H

#include <stddef.h>
#include <stdint.h>

/* The maximum size of a window, in words */
#define BLOOM_WINDOW_WORDS	512

/* Reads `count` words from number `from` on, which exist */
typedef void (*BloomReadWords) (void *argument, size_t from, size_t count,
								uint64_t *words);

typedef struct BloomWindow
{
	BloomReadWords read;
	void	   *argument;
	size_t		total;			/* number of all words */
	size_t		size;			/* number of words to read at a time */
	int			reads;
	size_t		from;			/* words that were read */
	size_t		count;
	uint64_t	words[BLOOM_WINDOW_WORDS];
} BloomWindow;

/* Start reading from an array of `total` words */
static inline void
bloom_window_begin(BloomWindow *window, BloomReadWords read, void *argument,
				   size_t total, size_t size)
{
	window->read = read;
	window->argument = argument;
	window->total = total;
	window->size = size;
	window->reads = 0;
	window->from = window->count = 0;
}

/* The i-th word, which exists.  If it was not read, reads those around it. */
static inline uint64_t
bloom_window_word(BloomWindow *window, size_t i)
{
	if (i - window->from >= window->count)
	{
		size_t		before = window->size / 2;

		window->from = i < before ? 0 : i - before;
		window->count = window->total - window->from < window->size ?
			window->total - window->from : window->size;
		window->read(window->argument, window->from, window->count,
					 window->words);
		window->reads++;
	}
	return window->words[i - window->from];
}

#endif							/* BLOOM_WINDOW_H */
