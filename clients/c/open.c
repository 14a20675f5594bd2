/*
 * open.c
 *		Opens filters from bytes, which are copied or used in place.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include "codec/codecs.h"
#include "format/byteorder.h"
#include "format/validate.h"

#define BIG_ENDIAN_MACHINE	(__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

/* The bytes from which a filter is read; they may be incomplete */
typedef struct Source
{
	const uint8_t *bytes;
	size_t		size;
	bool		borrowed;		/* they stay valid and unchanged */
	void	  **space;			/* if not NULL, the allocation with the bytes;
								 * if it is taken, this is set to NULL */
} Source;

/* Copy size bytes from offset `from`, as far as they exist */
static void
fetch(const Source *source, void *to, size_t from, size_t size)
{
	if (from >= source->size)
		return;
	memcpy(to, source->bytes + from,
		   size < source->size - from ? size : source->size - from);
}

/* Read the layer table.  An incomplete one stays in wire format. */
static void
read_layers(BloomFilter *core, const Source *source)
{
	fetch(source, core->head->layer,
		  BLOOM_HEADER_SIZE(0) - BLOOM_LENGTH_SIZE,
		  core->head->layers * sizeof(BloomLayer));
	if (bloom_wire_complete(core->head, source->size + BLOOM_LENGTH_SIZE))
		bloom_wire_swap_layers(core->head);
}

/* Read the own data of an imported filter; false: out of memory */
static bool
read_imported(BloomFilter *core, const Source *source)
{
	size_t		size = core->head->extra * sizeof(uint64_t);

	if (!bloom_is_imported(core->head))
		return true;
	core->imported = calloc(1, sizeof(BloomImported) + size);
	if (core->imported == NULL)
		return false;
	fetch(source, core->imported,
		  BLOOM_HEADER_SIZE(core->head->layers) - BLOOM_LENGTH_SIZE, size);
	bloom_wire_swap_words((uint64_t *) (void *) core->imported, size / 8);
	return true;
}

static bool
is_aligned(const void *address)
{
	return (uintptr_t) address % _Alignof(uint64_t) == 0;
}

/*
 * Read size bytes of words or hashes, in place or by copying; false: out of
 * memory.  They are not validated yet.
 */
static bool
read_content(bloomext_filter *filter, const Source *source, size_t from,
			 size_t size)
{
	const uint8_t *content = source->bytes + from;
	BloomFilter *core = &filter->core;
	bool		sparse = bloom_is_sparse(core->head);
	void	   *space = NULL;
	uint64_t   *words;

	if (source->space != NULL && is_aligned(content))
	{
		space = *source->space;
		*source->space = NULL;
		words = (uint64_t *) (uintptr_t) content;
		bloom_wire_swap_words(words, size / sizeof(uint64_t));
	}
	else if (source->borrowed && !BIG_ENDIAN_MACHINE &&
			 (is_aligned(content) || !sparse))
	{
		/* never written to, because the filter is borrowed */
		words = (uint64_t *) (uintptr_t) content;
		filter->raw = is_aligned(content) ? NULL : content;
	}
	else
	{
		words = bloom_allocate_words(core->memory, size, &space);
		if (words == NULL)
			return false;
		memcpy(words, content, size);
		bloom_wire_swap_words(words, size / sizeof(uint64_t));
	}
	filter->borrowed = space == NULL;
	if (sparse && bloom_is_coded(core->head))
	{
		core->coded = words;
		core->coded_space = space;
	}
	else if (sparse)
	{
		core->list.hashes = words;
		core->list.space = space;
		core->list.count = core->list.sorted = core->list.room =
			filter->end[0] = size / sizeof(uint64_t);
		filter->runs = filter->end[0] > 0;
	}
	else
	{
		core->layers.space = space;
		core->layers.words = filter->raw == NULL ? words : NULL;
	}
	return true;
}

/* Set what changes of the filter need, of which the bytes are valid */
static bool
make_changeable(bloomext_filter *filter)
{
	BloomFilter *core = &filter->core;
	BloomList  *list = &core->list;

	if (!bloom_is_sparse(core->head))
	{
		/* a state in which hashes wait, as adding to these filters needs it */
		if (filter->borrowed || bloom_is_imported(core->head))
			return true;
		core->layers.queue = calloc(1, sizeof(BloomQueue));
		return core->layers.queue != NULL;
	}
	list->mask = bloom_cut_hash(core->head, ~UINT64_C(0));
	list->limit = core->coded != NULL && bloom_is_shortened(core->head) ?
		bloom_filter_tail_limit(core->memory.host, *core->coded) :
		bloom_filter_list_limit(core->head, list->count);
	if (list->count > 0)
		bloom_list_place(list);
	return true;
}

/* Read the rest of a filter whose header has passed bloom_wire_start() */
static int
read_rest(bloomext_filter *filter, const Source *source,
		  bloomext_error *error)
{
	BloomFilter *core = &filter->core;
	size_t		total = source->size + BLOOM_LENGTH_SIZE;
	BloomParts	parts = {
		.head = core->head, .size = total,
		.imported_problem = bloom_codec_problem
	};
	BloomProblem problem;
	size_t		prefix;

	read_layers(core, source);
	if (!read_imported(core, source))
		return bloomext_fail(error, BLOOMEXT_MEMORY, NULL);
	prefix = bloom_prefix_size(core->head);
	if (prefix <= total &&
		!read_content(filter, source, prefix - BLOOM_LENGTH_SIZE,
					  total - prefix))
		return bloomext_fail(error, BLOOMEXT_MEMORY, NULL);
	parts.imported = core->imported;
	parts.content = filter->raw != NULL ? filter->raw :
		core->layers.words != NULL ? core->layers.words :
		core->coded != NULL ? core->coded : core->list.hashes;
	if (!bloom_wire_check(&parts, NULL, &problem))
		return bloomext_fail_with(error, &problem);
	if (!make_changeable(filter))
		return bloomext_fail(error, BLOOMEXT_MEMORY, NULL);
	return BLOOMEXT_OK;
}

/* Create a filter with a copy of the head, without layers and content */
static bloomext_filter *
make(const Bloom *head)
{
	BloomFilter *core = bloomext_host.create();

	if (core == NULL)
		return NULL;
	core->list.memory = core->memory;
	core->counted = true;
	core->head = calloc(1, BLOOM_HEADER_SIZE(BLOOM_MAX(head->layers, 1)));
	if (core->head != NULL)
	{
		memcpy(core->head, head, BLOOM_HEADER_SIZE(0));
		return (bloomext_filter *) core;
	}
	bloom_filter_free(core);
	return NULL;
}

/* Read a filter; NULL after an error */
static bloomext_filter *
read_filter(const Source *source, bloomext_error *error)
{
	BloomHeadRoom start;
	BloomProblem problem;
	bloomext_filter *filter;

	if (bloomext_seems_other(source->bytes, source->size, error))
		return NULL;
	if (source->size > BLOOM_MAX_BYTES - BLOOM_LENGTH_SIZE)
		return bloomext_no_filter(error, BLOOMEXT_TOO_LARGE);
	memset(&start, 0, sizeof(start));
	fetch(source, &start.head.version, 0,
		  BLOOM_HEADER_SIZE(0) - BLOOM_LENGTH_SIZE);
	if (!bloom_wire_start(&start.head, source->size + BLOOM_LENGTH_SIZE,
						  &problem))
	{
		bloomext_fail_with(error, &problem);
		return NULL;
	}
	filter = make(&start.head);
	if (filter == NULL)
		bloomext_fail(error, BLOOMEXT_MEMORY, NULL);
	else if (read_rest(filter, source, error) != BLOOMEXT_OK)
	{
		bloomext_close(filter);
		filter = NULL;
	}
	return filter;
}

bloomext_filter *
bloomext_take(const void *bytes, size_t size, void **space,
			  bloomext_error *error)
{
	Source		source = {.bytes = bytes, .size = size, .space = space};

	return read_filter(&source, error);
}

/* Read a filter in the text format, whose first digit is at index `start` */
static bloomext_filter *
read_text(const char *text, size_t start, size_t size, bloomext_error *error)
{
	uint8_t		header[BLOOMEXT_HEADER_BYTES] = {0};
	bloomext_filter *filter = NULL;
	void	   *space;
	uint8_t    *bytes;
	size_t		known;

	while (size > start && bloomext_is_blank(text[size - 1]))
		size--;
	text += start;
	size -= start;
	if (size / 2 > BLOOM_MAX_BYTES)
		return bloomext_no_filter(error, BLOOMEXT_TOO_LARGE);
	known = bloomext_decode_text(text, size < 2 * sizeof(header) ? size :
								 2 * sizeof(header), header);
	bytes = bloomext_make_bytes(size / 2, header, known, &space);
	if (bytes == NULL)
		return bloomext_no_filter(error, BLOOMEXT_MEMORY);
	if (2 * bloomext_decode_text(text, size, bytes) != size)
		bloomext_fail(error, BLOOMEXT_INVALID,
					  "the text format of a bloom filter is \\x and pairs of hexadecimal digits");
	else
		filter = bloomext_take(bytes, size / 2, &space, error);
	free(space);
	return filter;
}

/* Read a filter in either format; NULL after an error */
static bloomext_filter *
read_any(const Source *source, bloomext_error *error)
{
	const char *text = (const char *) source->bytes;
	size_t		start = bloomext_text_start(text, source->size);

	return start > 0 ? read_text(text, start, source->size, error) :
		read_filter(source, error);
}

bloomext_filter *
bloomext_open(const void *bytes, size_t size, bloomext_error *error)
{
	Source		source = {.bytes = bytes, .size = size, .borrowed = true};

	return read_any(&source, error);
}

bloomext_filter *
bloomext_load(const void *bytes, size_t size, bloomext_error *error)
{
	Source		source = {.bytes = bytes, .size = size};

	return read_any(&source, error);
}

/* Copies the bytes, so that it works for all kinds of filters */
bloomext_filter *
bloomext_clone(const bloomext_filter *filter, bloomext_error *error)
{
	size_t		size = bloomext_size(filter);
	void	   *bytes = malloc(size);
	bloomext_filter *copy;

	if (bytes == NULL)
		return bloomext_no_filter(error, BLOOMEXT_MEMORY);
	bloomext_write(filter, bytes);
	copy = bloomext_load(bytes, size, error);
	free(bytes);
	return copy;
}
