/*
 * core/stream.c
 *		Reading and merging sets of hashes in batches.
 */
#include "core/stream.h"

#include <string.h>

void
bloom_stream_array(BloomStream *stream, const uint64_t *hashes, size_t count,
				   int bits)
{
	memset(stream, 0, offsetof(BloomStream, batch));
	stream->hashes = hashes;
	stream->count = count;
	stream->mask = bloom_coded_mask(bits);
}

void
bloom_stream_source(BloomStream *stream, BloomReadHashes read, void *source,
					int bits)
{
	bloom_stream_array(stream, NULL, 0, bits);
	stream->read = read;
	stream->source = source;
}

void
bloom_stream_coded(BloomStream *stream, const uint64_t *coded, int coded_bits,
				   int bits)
{
	bloom_stream_array(stream, NULL, 0, bits);
	stream->coded.words = coded;
	stream->coded.bits = coded_bits;
}

void
bloom_stream_list(BloomListStream *stream, const uint64_t *coded,
				  int coded_bits, const uint64_t *hashes, size_t count,
				  int bits)
{
	if (coded == NULL)
	{
		bloom_stream_array(&stream->all, hashes, count, bits);
		return;
	}
	/* those beside coded ones are as short */
	bloom_stream_array(&stream->array, hashes, count,
					   bits == coded_bits ? BLOOM_HASH_BITS : bits);
	bloom_stream_coded(&stream->coded, coded, coded_bits, bits);
	bloom_stream_union(&stream->all, &stream->coded, &stream->array);
}

void
bloom_stream_union(BloomStream *stream, BloomStream *left, BloomStream *right)
{
	bloom_stream_array(stream, NULL, 0, BLOOM_HASH_BITS);
	stream->left = left;
	stream->right = right;
}

/*
 * Shorten the hashes of a batch, which may make neighbours equal.  Returns the
 * number of different ones that were not in an earlier batch.
 */
static size_t
shorten(BloomStream *stream, const uint64_t *from, size_t count)
{
	size_t		kept = 0;

	for (size_t i = 0; i < count; i++)
	{
		uint64_t	hash = from[i] & stream->mask;

		if (stream->started && hash == stream->last)
			continue;
		stream->started = true;
		stream->last = hash;
		stream->batch[kept++] = hash;
	}
	return kept;
}

/* The next hashes of an array or a coded set, not shortened */
static size_t
next_raw(BloomStream *stream, const uint64_t **hashes)
{
	size_t		count;

	if (stream->coded.words != NULL)
	{
		*hashes = stream->batch;
		return bloom_coded_next(&stream->coded, stream->batch,
								BLOOM_STREAM_BATCH);
	}
	if (stream->count == 0 && stream->read != NULL)
		stream->count = stream->read(stream->source, &stream->hashes);
	*hashes = stream->hashes;
	count = stream->count < BLOOM_STREAM_BATCH ? stream->count :
		BLOOM_STREAM_BATCH;
	/* an empty array may be NULL */
	if (count > 0)
		stream->hashes += count;
	stream->count -= count;
	return count;
}

/* The next hashes of an array or a coded set */
static size_t
next_source(BloomStream *stream, const uint64_t **hashes)
{
	int			bits = stream->coded.words != NULL ? stream->coded.bits :
		BLOOM_HASH_BITS;
	size_t		count;

	/* all hashes of a batch may be equal to the last one, if shortened */
	while ((count = next_raw(stream, hashes)) > 0)
	{
		if (stream->mask == bloom_coded_mask(bits))
			return count;
		count = shorten(stream, *hashes, count);
		*hashes = stream->batch;
		if (count > 0)
			return count;
	}
	return 0;
}

bool
bloom_stream_fill(BloomStream *stream)
{
	size_t		count;

	if (stream->next != stream->end)
		return true;
	count = bloom_stream_next(stream, &stream->next);
	/* the address may be NULL if there are none */
	stream->end = count > 0 ? stream->next + count : stream->next;
	return count > 0;
}

/* The rest of a batch of one of the streams of a union */
static size_t
take_rest(BloomStream *side, const uint64_t **hashes)
{
	size_t		count = (size_t) (side->end - side->next);

	*hashes = side->next;
	side->next = side->end;
	return count;
}

/* The next hashes of a union */
static size_t
next_union(BloomStream *stream, const uint64_t **hashes)
{
	BloomStream *left = stream->left;
	BloomStream *right = stream->right;
	uint64_t   *to = stream->batch;
	uint64_t   *to_end = to + BLOOM_STREAM_BATCH;
	const uint64_t *a;
	const uint64_t *b;

	if (!bloom_stream_fill(left))
		return bloom_stream_fill(right) ? take_rest(right, hashes) : 0;
	if (!bloom_stream_fill(right))
		return take_rest(left, hashes);
	a = left->next;
	b = right->next;
	/* no branch depends on which hash is smaller, because it is random */
	while (to < to_end && a < left->end && b < right->end)
	{
		uint64_t	x = *a;
		uint64_t	y = *b;

		*to++ = x < y ? x : y;
		a += x <= y;
		b += y <= x;
	}
	left->next = a;
	right->next = b;
	*hashes = stream->batch;
	return (size_t) (to - stream->batch);
}

size_t
bloom_stream_next(BloomStream *stream, const uint64_t **hashes)
{
	return stream->left != NULL ? next_union(stream, hashes) :
		next_source(stream, hashes);
}

uint64_t
bloom_stream_count(BloomStream *stream, BloomPause pause)
{
	const uint64_t *hashes;
	uint64_t	sum = 0;
	size_t		count;

	while ((count = bloom_stream_next(stream, &hashes)) > 0)
	{
		sum += count;
		if (pause != NULL)
			pause();
	}
	return sum;
}

bool
bloom_stream_code(BloomStream *stream, uint64_t *words, uint64_t count,
				  int bits, BloomPause pause)
{
	BloomCodedWriter writer;
	const uint64_t *hashes;
	size_t		batch;

	bloom_coded_begin(&writer, words, count, bits);
	while ((batch = bloom_stream_next(stream, &hashes)) > 0)
	{
		bloom_coded_append(&writer, hashes, batch);
		if (pause != NULL)
			pause();
	}
	return bloom_coded_end(&writer, pause);
}
