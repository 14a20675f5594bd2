/*
 * memory.c
 *		Filters, and memory for their content.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "codec/bytes.h"

#define LINE_BYTES		(BLOOM_LINE_BITS / 8)
#define HUGE_PAGE		((size_t) 2 * 1024 * 1024)

/*
 * Room for so many bytes of words, aligned to a line; what is large is put on
 * huge pages, where the system has them, for each test of a value touches
 * another page.
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
	/* the system may refuse: it is only slower then */
	if (align == HUGE_PAGE)
		(void) madvise((void *) start, bytes / HUGE_PAGE * HUGE_PAGE,
					   MADV_HUGEPAGE);
#endif
	return (uint64_t *) start;
}

/*
 * How many bytes before an aligned address the filter has to begin, so that
 * its content is there; whatever the header says, less than 2 MB
 */
static size_t
lead(const uint8_t *header)
{
	return BLOOMEXT_HEADER_BYTES +
		bloom_get_le(header + 8, 2) * sizeof(BloomLayer) +
		bloom_get_le(header + 10, 2) * sizeof(uint64_t);
}

/*
 * Room for a filter of so many bytes, whose content will be aligned.  The
 * first bytes that are known are copied there.
 */
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

/* A filter without content, to which a copy of the head is given */
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
	return filter;
}

/* Make a long list that stays as it is faster to search, if memory is left */
void
bloomext_place(bloomext_filter *filter)
{
	size_t		size = bloom_hashes_places_size(filter->count);

	if (size == 0 || filter->tail > 0 || filter->places != NULL)
		return;
	filter->places = malloc(size);
	if (filter->places != NULL)
		bloom_hashes_place(filter->places, filter->hashes, filter->count);
}

/* Free words and hashes; the filter has none then */
void
bloomext_free_content(bloomext_filter *filter)
{
	free(filter->space);
	free(filter->places);
	filter->space = NULL;
	filter->places = NULL;
	filter->words = NULL;
	filter->hashes = NULL;
	filter->coded = NULL;
	filter->raw = NULL;
	filter->count = filter->tail = filter->room = 0;
}

void
bloomext_close(bloomext_filter *filter)
{
	if (filter == NULL)
		return;
	bloomext_free_content(filter);
	free(filter->imported);
	free(filter->head);
	free(filter);
}
