/*
 * core/coded.c
 *		Coding and reading shortened hashes.  core/codedparts.h describes the
 *		code.
 */
#include "core/coded.h"

#include <string.h>

#include "core/codedparts.h"

/* Functions call pause after this many words of the upper part */
#define PAUSE_WORDS		65536

uint64_t
bloom_coded_words(uint64_t count, int bits)
{
	return find_parts(count, bits).end;
}

void
bloom_coded_begin(BloomCodedWriter *writer, uint64_t *words, uint64_t count,
				  int bits)
{
	*writer = (BloomCodedWriter) {words, bits, count, 0};
	words[0] = count;
}

/* Set `width` bits of words, which are clear, from bit `from` on */
static inline void
put_bits(uint64_t *words, uint64_t from, int width, uint64_t value)
{
	int			shift = (int) (from % 64);

	if (width == 0)
		return;
	words += from / 64;
	words[0] |= value << shift;
	if (shift + width > 64)
		words[1] |= value >> (64 - shift);
}

void
bloom_coded_append(BloomCodedWriter *writer, const uint64_t *hashes,
				   size_t count)
{
	Parts		parts = find_parts(writer->count, writer->bits);
	uint64_t   *upper = writer->words + parts.upper;
	uint64_t   *lower = writer->words + parts.lower;
	uint64_t	done = writer->done;

	if (count > writer->count - done)
		count = (size_t) (writer->count - done);
	for (size_t i = 0; i < count; i++, done++)
	{
		uint64_t	value = hashes[i] >> (BLOOM_HASH_BITS - writer->bits);
		uint64_t	at = (value >> parts.low_bits) + done;

		upper[at / 64] |= UINT64_C(1) << at % 64;
		put_bits(lower, done * (uint64_t) parts.low_bits, parts.low_bits,
				 value & ((UINT64_C(1) << parts.low_bits) - 1));
	}
	writer->done = done;
}

bool
bloom_coded_end(BloomCodedWriter *writer, BloomPause pause)
{
	Parts		parts = find_parts(writer->count, writer->bits);
	uint64_t   *words = writer->words;
	uint64_t	ones = 0;

	for (size_t i = 0; i < parts.upper_words; i++)
	{
		if (i % BLOCK_WORDS == 0)
			words[parts.directory + i / BLOCK_WORDS / 2] |=
				ones << (32 * (i / BLOCK_WORDS % 2));
		ones += (uint64_t) __builtin_popcountll(words[parts.upper + i]);
		if (i % PAUSE_WORDS == 0 && pause != NULL)
			pause();
	}
	return writer->done == writer->count;
}

/*
 * bloom_coded_next() until `end` hashes are read.  If `two` is true, the lower
 * bits of all of them have a word behind them, which is read instead of asking
 * whether they continue there.
 */
ALWAYS_INLINE uint64_t *
decode(BloomCodedReader *reader, const Parts *parts, uint64_t end, bool two,
	   uint64_t *hashes)
{
	const uint64_t *upper = reader->words + parts->upper;
	const uint64_t *lower = reader->words + parts->lower;
	int			width = parts->low_bits;
	uint64_t	mask = (UINT64_C(1) << width) - 1;
	uint64_t	word = reader->word;
	uint64_t	done = reader->done;
	size_t		next = reader->next;

	while (done < end && (word != 0 || next < parts->upper_words))
	{
		if (word == 0)
			word = upper[next++];
		for (; word != 0 && done < end; word &= word - 1, done++)
		{
			uint64_t	bucket = 64 * (next - 1) +
				(uint64_t) __builtin_ctzll(word) - done;
			uint64_t	from = done * (uint64_t) width;
			const uint64_t *low = lower + from / 64;
			int			shift = (int) (from % 64);

			*hashes++ = (bucket << width |
						 (two ?
						  (low[0] >> shift | low[1] << 1 << (63 - shift)) &
						  mask :
						  get_bits(lower, from, width))) <<
				(BLOOM_HASH_BITS - reader->bits);
		}
	}
	reader->word = word;
	reader->done = done;
	reader->next = next;
	return hashes;
}

size_t
bloom_coded_next(BloomCodedReader *reader, uint64_t *hashes, size_t room)
{
	Parts		parts = find_parts(reader->words[0], reader->bits);
	uint64_t	lower_words = parts.end - parts.lower;
	uint64_t	left = parts.count - reader->done;
	uint64_t	end = reader->done + (left < room ? left : room);
	uint64_t	two = lower_words < 2 ? 0 :
		(lower_words - 1) * 64 / (uint64_t) parts.low_bits;
	uint64_t   *to = hashes;

	to = decode(reader, &parts, two < end ? two : end, true, to);
	to = decode(reader, &parts, end, false, to);
	return (size_t) (to - hashes);
}

/* Whether the bits from `from` on are clear, to the end of that word */
static bool
rest_is_clear(const uint64_t *words, uint64_t from)
{
	return from % 64 == 0 || words[from / 64] >> from % 64 == 0;
}

bool
bloom_coded_valid(const uint64_t *words, int bits, BloomPause pause)
{
	Parts		parts = find_parts(words[0], bits);
	uint64_t	done = 0;
	uint64_t	last = 0;

	if (parts.count == 0)
		return true;
	if (!rest_is_clear(words + parts.directory, 32 * parts.entries) ||
		!rest_is_clear(words + parts.lower,
					   parts.count * (uint64_t) parts.low_bits))
		return false;
	for (size_t i = 0; i < parts.upper_words; i++)
	{
		size_t		block = i / BLOCK_WORDS;

		if (i % BLOCK_WORDS == 0 &&
			ones_before(words[parts.directory + block / 2], block) != done)
			return false;
		for (uint64_t word = words[parts.upper + i]; word != 0;
			 word &= word - 1)
		{
			uint64_t	bucket = 64 * i +
				(uint64_t) __builtin_ctzll(word) - done;
			uint64_t	value;

			if (done == parts.count || bucket >> parts.bucket_bits != 0)
				return false;
			value = bucket << parts.low_bits |
				get_bits(words + parts.lower,
						 done * (uint64_t) parts.low_bits, parts.low_bits);
			if (done > 0 && value <= last)
				return false;
			last = value;
			done++;
		}
		if (i % PAUSE_WORDS == 0 && pause != NULL)
			pause();
	}
	return done == parts.count;
}
