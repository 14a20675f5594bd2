/*
 * unit/filter/host.h
 *		Hosts of filters whose calls can fail: as in a library, where memory is
 *		NULL, and as in a server, where the call does not return.
 */
#ifndef UNIT_HOST_H
#define UNIT_HOST_H

#include <setjmp.h>
#include <stdlib.h>

#include "filter/filter.h"

/* A filter, and in a server what was allocated for it */
typedef struct Arena
{
	BloomFilter filter;
	struct Block *blocks;
	struct Arena *parent;		/* of one that was taken over */
	struct Arena *next;
	unsigned long number;
} Arena;

typedef struct Block
{
	struct Block *next;			/* in the arena */
	Arena	   *arena;			/* NULL in a library */
	size_t		size;
	size_t		unused;			/* keeps what follows aligned */
} Block;

static long live_blocks;		/* allocated and not released */
static unsigned long fail_at;	/* this call from now on fails; 0: none */
static Arena *arenas;			/* of servers */
static unsigned long arena_number;
static jmp_buf raised;

/* Count a call, which fails if it is the one that has to */
static bool
host_fails(void)
{
	return fail_at > 0 && --fail_at == 0;
}

static void *
host_block(Arena *arena, size_t size)
{
	Block	   *block = malloc(sizeof(Block) + size);

	if (block == NULL)
		abort();
	*block = (Block) {.arena = arena, .size = size};
	if (arena != NULL)
	{
		block->next = arena->blocks;
		arena->blocks = block;
	}
	live_blocks++;
	/* code that expects zeros in new memory is wrong */
	memset(block + 1, 0xA5, size);
	return block + 1;
}

static void
host_release(void *memory)
{
	Block	   *block = (Block *) memory - 1;

	if (block->arena != NULL)
	{
		Block	  **place = &block->arena->blocks;

		while (*place != block)
			place = &(*place)->next;
		*place = block->next;
	}
	live_blocks--;
	free(block);
}

static void *
host_move(void *memory, size_t size)
{
	Block	   *block = (Block *) memory - 1;
	void	   *moved = host_block(block->arena, size);

	memcpy(moved, memory, BLOOM_MIN(size, block->size));
	host_release(memory);
	return moved;
}

/* A library */

static void *
library_allocate(void *arena, size_t size)
{
	(void) arena;
	return host_fails() ? NULL : host_block(NULL, size);
}

static void *
library_resize(void *memory, size_t size)
{
	return host_fails() ? NULL : host_move(memory, size);
}

static void
library_destroy(BloomFilter *filter)
{
	host_release(filter);
}

static void
library_adopt(BloomFilter *filter, BloomFilter *content)
{
	(void) filter;
	(void) content;
}

static BloomFilter *library_create(void);
static BloomFilter *tail_create(void);
static BloomFilter *server_create(void);

static const BloomHost library = {
	.create = library_create, .destroy = library_destroy,
	.adopt = library_adopt, .allocate = library_allocate,
	.resize = library_resize, .release = host_release, .coded_share = 1
};

/* Likewise, with the share of a server: lists are coded earlier */
static const BloomHost short_tails = {
	.create = tail_create, .destroy = library_destroy,
	.adopt = library_adopt, .allocate = library_allocate,
	.resize = library_resize, .release = host_release, .coded_share = 4
};

static BloomFilter *
create_for(const BloomHost *host)
{
	BloomFilter *filter = host_fails() ? NULL :
		host_block(NULL, sizeof(BloomFilter));

	if (filter == NULL)
		return NULL;
	*filter = (BloomFilter) {.memory = {host, NULL}};
	return filter;
}

static BloomFilter *
library_create(void)
{
	return create_for(&library);
}

static BloomFilter *
tail_create(void)
{
	return create_for(&short_tails);
}

/* A server */

static void
server_call(void)
{
	if (host_fails())
		longjmp(raised, 1);
}

static void *
server_allocate(void *arena, size_t size)
{
	server_call();
	return host_block(arena, size);
}

static void *
server_resize(void *memory, size_t size)
{
	server_call();
	return host_move(memory, size);
}

/* Free an arena, and first those that it adopted */
static void
server_destroy(BloomFilter *filter)
{
	Arena	   *arena = (Arena *) filter;
	Arena	  **place = &arenas;

	for (Arena *child = arenas; child != NULL;)
		if (child->parent == arena)
		{
			server_destroy(&child->filter);
			child = arenas;
		}
		else
			child = child->next;
	while (arena->blocks != NULL)
		host_release(arena->blocks + 1);
	while (*place != arena)
		place = &(*place)->next;
	*place = arena->next;
	live_blocks--;
	free(arena);
}

static void
server_adopt(BloomFilter *filter, BloomFilter *content)
{
	((Arena *) content)->parent = (Arena *) filter;
}

static const BloomHost server = {
	.create = server_create, .destroy = server_destroy,
	.adopt = server_adopt, .allocate = server_allocate,
	.resize = server_resize, .release = host_release,
	.pause = server_call, .coded_share = 4
};

static BloomFilter *
server_create(void)
{
	Arena	   *arena;

	server_call();
	arena = calloc(1, sizeof(Arena));
	if (arena == NULL)
		abort();
	live_blocks++;
	arena->filter.memory = (BloomMemory) {&server, arena};
	arena->number = ++arena_number;
	arena->next = arenas;
	arenas = arena;
	return &arena->filter;
}

/*
 * After an error: free the filters that were made after the one with that
 * number, and that were not taken over
 */
static void
server_clean_up(unsigned long number)
{
	for (Arena *arena = arenas; arena != NULL;)
		if (arena->number > number && arena->parent == NULL)
		{
			server_destroy(&arena->filter);
			arena = arenas;
		}
		else
			arena = arena->next;
}

#endif							/* UNIT_HOST_H */
