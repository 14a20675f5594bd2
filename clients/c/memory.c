/*
 * memory.c
 *		The memory and the content of filters.
 */
#include "internal.h"

#include <stdlib.h>

#include "core/bytes.h"

#define LINE_BYTES		(BLOOM_LINE_BITS / 8)

static BloomFilter *
create(void)
{
	bloomext_filter *filter = calloc(1, sizeof(bloomext_filter));

	if (filter == NULL)
		return NULL;
	filter->core.memory.host = &bloomext_host;
	return &filter->core;
}

static void
destroy(BloomFilter *filter)
{
	free(filter);
}

/* What was taken over is freed with the filter anyway */
static void
adopt(BloomFilter *filter, BloomFilter *content)
{
	(void) filter;
	(void) content;
}

static void *
allocate(void *arena, size_t size)
{
	(void) arena;
	return malloc(size > 0 ? size : 1);
}

const BloomHost bloomext_host = {
	.create = create, .destroy = destroy, .adopt = adopt,
	.allocate = allocate, .resize = realloc, .release = free,
	.coded_share = 1
};

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
		bloom_allocate_words((BloomMemory) {&bloomext_host, NULL},
							 size + 2 * LINE_BYTES, space);

	if (bytes == NULL)
		return NULL;
	bytes += LINE_BYTES - lead(header) % LINE_BYTES;
	memcpy(bytes, header, known < size ? known : size);
	return bytes;
}

void
bloomext_close(bloomext_filter *filter)
{
	if (filter != NULL)
		bloom_filter_free(&filter->core);
}

int
bloomext_take_over(bloomext_filter *filter, bloomext_filter *content,
				   int status)
{
	if (status != BLOOMEXT_OK)
	{
		bloomext_close(content);
		return status;
	}
	filter->raw = NULL;
	filter->runs = content->runs;
	memcpy(filter->end, content->end, sizeof(filter->end));
	bloom_filter_take_over(&filter->core, &content->core);
	return BLOOMEXT_OK;
}

bool
bloomext_settle(bloomext_filter *filter, BloomProblem *problem)
{
	BloomView	view;

	if (!bloom_filter_view(&filter->core, &view, problem))
		return false;
	filter->end[0] = view.uncoded;
	filter->runs = view.uncoded > 0;
	return true;
}

bool
bloomext_replace(bloomext_filter *filter, BloomFilter *content,
				 BloomProblem *problem)
{
	bloomext_filter *settled = (bloomext_filter *) content;

	if (content == NULL)
		return false;
	if (bloomext_settle(settled, problem))
		return bloomext_take_over(filter, settled, BLOOMEXT_OK) == BLOOMEXT_OK;
	bloom_filter_free(content);
	return false;
}
