/*
 * clients/js/src/system.c
 *		The functions of a C library that the module needs: memory, snprintf
 *		and vsnprintf.  Those of a real C library would be a third of the module.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE		65536
#define UNIT		16			/* addresses and sizes are multiples of this */

/* The header of a block.  Free blocks are in a list, ascending by address */
typedef struct Block
{
	size_t		size;			/* including this header */
	struct Block *next;			/* next free block, if this one is free */
} Block;

_Static_assert(sizeof(Block) <= UNIT, "a block's start");

static Block *free_blocks = NULL;

static Block *
block_of(void *memory)
{
	return (Block *) ((char *) memory - UNIT);
}

static Block *
end_of(Block *block)
{
	return (Block *) ((char *) block + block->size);
}

/* Put a block into the free list, and merge it with adjacent free blocks */
static void
put_back(Block *block)
{
	Block	  **link = &free_blocks;
	Block	   *before = NULL;

	while (*link != NULL && *link < block)
	{
		before = *link;
		link = &before->next;
	}
	block->next = *link;
	*link = block;
	if (block->next != NULL && end_of(block) == block->next)
	{
		block->size += block->next->size;
		block->next = block->next->next;
	}
	if (before != NULL && end_of(before) == block)
	{
		before->size += block->size;
		before->next = block->next;
	}
}

/* Add a free block of at least size bytes; false if there is no memory */
static int
grow(size_t size)
{
	size_t		pages = size / PAGE + 1;
	size_t		first = __builtin_wasm_memory_grow(0, pages);
	Block	   *block = (Block *) (first * PAGE);

	if (first == SIZE_MAX)
		return 0;
	block->size = pages * PAGE;
	/* at the end of the address space, the end of the block would be NULL */
	if (end_of(block) == NULL)
		block->size -= UNIT;
	put_back(block);
	return 1;
}

/* The size of a block with room for that many bytes */
static size_t
block_size(size_t size)
{
	return (size + UNIT - 1) / UNIT * UNIT + UNIT;
}

void *
malloc(size_t size)
{
	if (size > SIZE_MAX / 2)
		return NULL;
	size = block_size(size);
	do
	{
		for (Block **link = &free_blocks; *link != NULL; link = &(*link)->next)
		{
			Block	   *block = *link;

			if (block->size < size)
				continue;
			if (block->size > size)
			{
				Block	   *rest = (Block *) ((char *) block + size);

				rest->size = block->size - size;
				rest->next = block->next;
				block->size = size;
				*link = rest;
			}
			else
				*link = block->next;
			return (char *) block + UNIT;
		}
	} while (grow(size));
	return NULL;
}

void
free(void *memory)
{
	if (memory != NULL)
		put_back(block_of(memory));
}

void *
calloc(size_t count, size_t size)
{
	void	   *memory;

	if (size > 0 && count > SIZE_MAX / size)
		return NULL;
	memory = malloc(count * size);
	return memory == NULL ? NULL : memset(memory, 0, count * size);
}

/*
 * Add free memory after a block to it, so that a large one is not copied.  At
 * the end of the memory, there can be more.
 */
static int
extend(Block *block, size_t size)
{
	Block	   *next = free_blocks;
	Block	   *end;

	while (next != NULL && next < end_of(block))
		next = next->next;
	end = next == end_of(block) ? end_of(next) : end_of(block);
	if ((size_t) end == __builtin_wasm_memory_size(0) * PAGE &&
		(size_t) end - (size_t) block < size)
		(void) grow(size - ((size_t) end - (size_t) block));

	for (Block **link = &free_blocks; *link != NULL; link = &(*link)->next)
	{
		size_t		all = block->size + (*link)->size;

		if (*link != end_of(block) || all < size)
			continue;
		*link = (*link)->next;
		block->size = size;
		if (all > size)
		{
			end_of(block)->size = all - size;
			put_back(end_of(block));
		}
		return 1;
	}
	return 0;
}

void *
realloc(void *memory, size_t size)
{
	size_t		had = memory == NULL ? 0 : block_of(memory)->size - UNIT;
	void	   *larger;

	if (memory != NULL && size > had && size <= SIZE_MAX / 2 &&
		extend(block_of(memory), block_size(size)))
		return memory;
	larger = malloc(size);
	if (larger == NULL)
		return NULL;
	if (memory != NULL)
		memcpy(larger, memory, had < size ? had : size);
	free(memory);
	return larger;
}

/* The compiler makes instructions of these */
void *
memcpy(void *restrict to, const void *restrict from, size_t size)
{
	return __builtin_memcpy(to, from, size);
}

void *
memmove(void *to, const void *from, size_t size)
{
	return __builtin_memmove(to, from, size);
}

void *
memset(void *to, int byte, size_t size)
{
	return __builtin_memset(to, byte, size);
}

/*
 * Implemented in module.js.  The arguments are in memory, each at a multiple
 * of its size.
 */
__attribute__((import_module("text"), import_name("format")))
int			text_format(char *to, size_t size, const char *format,
						va_list arguments);

int
vsnprintf(char *restrict to, size_t size, const char *restrict format,
		  va_list arguments)
{
	return text_format(to, size, format, arguments);
}

int
snprintf(char *restrict to, size_t size, const char *restrict format,...)
{
	va_list		arguments;
	int			written;

	va_start(arguments, format);
	written = text_format(to, size, format, arguments);
	va_end(arguments);
	return written;
}
