/*
 * memory.c
 *		Allocates filters and memory for their content.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "core/bytes.h"

#define LINE_BYTES		(BLOOM_LINE_BITS / 8)
#define HUGE_PAGE		((size_t) 2 * 1024 * 1024)

/*
 * The least number of hashes beside the coded ones that are coded with them.
 * Coding fewer again and again would take longer than searching them.
 */
#define CODED_TAIL		1024

/*
 * Allocate words, aligned to a cache line.  Large allocations use huge pages
 * if the system has them, because each test of a value reads a different page.
 */
uint64_t *
bloomext_make_words(size_t bytes, void **space)
{
	size_t		align = bytes >= HUGE_PAGE ? HUGE_PAGE : LINE_BYTES;
	uintptr_t	start = (uintptr_t) malloc(bytes + align);

	*space = (void *) start;
	if (start == 0)
		return NULL;
	start = (start + align - 1) / align * align;
#ifdef MADV_HUGEPAGE
	/* if the system refuses, tests are only slower */
	if (align == HUGE_PAGE)
		(void) madvise((void *) start, bytes / HUGE_PAGE * HUGE_PAGE,
					   MADV_HUGEPAGE);
#endif
	return (uint64_t *) start;
}

/*
 * The number of bytes before the content of a filter with that header.  It is
 * less than 2 MB for any header.
 */
static size_t
lead(const uint8_t *header)
{
	return BLOOMEXT_HEADER_BYTES +
		bloom_get_le(header + 8, 2) * sizeof(BloomLayer) +
		bloom_get_le(header + 10, 2) * sizeof(uint64_t);
}

uint8_t *
bloomext_make_bytes(size_t size, const uint8_t *header, size_t known,
					void **space)
{
	uint8_t    *bytes = (uint8_t *)
		bloomext_make_words(size + 2 * LINE_BYTES, space);

	if (bytes == NULL)
		return NULL;
	bytes += LINE_BYTES - lead(header) % LINE_BYTES;
	memcpy(bytes, header, known < size ? known : size);
	return bytes;
}

bloomext_filter *
bloomext_make(const Bloom *head)
{
	unsigned	rows = head->layers > 0 ? head->layers : 1;
	bloomext_filter *filter = calloc(1, sizeof(bloomext_filter));

	if (filter == NULL)
		return NULL;
	filter->head = calloc(1, BLOOM_HEADER_SIZE(rows));
	if (filter->head == NULL)
	{
		free(filter);
		return NULL;
	}
	memcpy(filter->head, head, BLOOM_HEADER_SIZE(0));
	filter->counted = true;
	return filter;
}

size_t
bloomext_limit(const bloomext_filter *filter)
{
	if (filter->coded == NULL)
		return bloom_head_limit(filter->head);
	return *filter->coded < CODED_TAIL ? CODED_TAIL : (size_t) *filter->coded;
}

bloomext_filter *
bloomext_make_list(const Bloom *head)
{
	bloomext_filter *filter = bloomext_make(head);

	if (filter != NULL)
		filter->limit = bloomext_limit(filter);
	return filter;
}

int
bloomext_take_over(bloomext_filter *filter, bloomext_filter *content,
				   int status)
{
	if (status == BLOOMEXT_OK)
	{
		bloomext_filter old = *filter;

		*filter = *content;
		*content = old;
	}
	bloomext_close(content);
	return status;
}

void
bloomext_close(bloomext_filter *filter)
{
	if (filter == NULL)
		return;
	if (filter->room > 0)
		free(filter->hashes);
	free(filter->space);
	free(filter->places);
	free(filter->imported);
	free(filter->head);
	free(filter);
}
