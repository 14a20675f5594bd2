/*
 * codec/murmur.c
 *		MurmurHash64A, the 32-bit MurmurHash2, MurmurHash3_x64_128 and Spark's
 *		variant of MurmurHash3_x86_32.
 */
#include "codec/murmur.h"

#include "core/bytes.h"

uint32_t
bloom_murmur2_32(const void *key, size_t size, uint32_t seed)
{
	const uint32_t multiplier = UINT32_C(0x5bd1e995);
	const uint8_t *bytes = key;
	uint32_t	hash = seed ^ (uint32_t) size;

	for (; size >= 4; size -= 4, bytes += 4)
	{
		uint32_t	word = bloom_get_le32(bytes) * multiplier;

		word = (word ^ word >> 24) * multiplier;
		hash = hash * multiplier ^ word;
	}
	if (size > 0)
		hash = (hash ^ (uint32_t) bloom_get_le(bytes, size)) * multiplier;
	hash = (hash ^ hash >> 13) * multiplier;
	return hash ^ hash >> 15;
}

uint64_t
bloom_murmur2_64(const void *key, size_t size, uint64_t seed)
{
	const uint64_t multiplier = UINT64_C(0xc6a4a7935bd1e995);
	const uint8_t *bytes = key;
	uint64_t	hash = seed ^ size * multiplier;

	for (; size >= 8; size -= 8, bytes += 8)
	{
		uint64_t	word = bloom_get_le64(bytes) * multiplier;

		word = (word ^ word >> 47) * multiplier;
		hash = (hash ^ word) * multiplier;
	}
	if (size > 0)
		hash = (hash ^ bloom_get_le(bytes, size)) * multiplier;
	hash = (hash ^ hash >> 47) * multiplier;
	return hash ^ hash >> 47;
}

static inline uint32_t
rotate_32(uint32_t word, int by)
{
	return word << by | word >> (32 - by);
}

static inline uint32_t
murmur3_block(uint32_t hash, uint32_t word)
{
	hash ^= rotate_32(word * UINT32_C(0xcc9e2d51), 15) * UINT32_C(0x1b873593);
	return rotate_32(hash, 13) * 5 + UINT32_C(0xe6546b64);
}

uint32_t
bloom_murmur3_spark(const void *key, size_t size, uint32_t seed)
{
	const uint8_t *bytes = key;
	const uint8_t *end = bytes + size;
	uint32_t	hash = seed;

	for (; end - bytes >= 4; bytes += 4)
		hash = murmur3_block(hash, bloom_get_le32(bytes));
	for (; bytes < end; bytes++)
		hash = murmur3_block(hash, (uint32_t) (int8_t) bytes[0]);
	hash ^= (uint32_t) size;
	hash = (hash ^ hash >> 16) * UINT32_C(0x85ebca6b);
	hash = (hash ^ hash >> 13) * UINT32_C(0xc2b2ae35);
	return hash ^ hash >> 16;
}

static inline uint64_t
rotate(uint64_t word, int by)
{
	return word << by | word >> (64 - by);
}

/* Mix the first and the second word of a block before they enter the state */
#define MURMUR3_C1	UINT64_C(0x87c37b91114253d5)
#define MURMUR3_C2	UINT64_C(0x4cf5ad432745937f)

static inline uint64_t
murmur3_first(uint64_t word)
{
	return rotate(word * MURMUR3_C1, 31) * MURMUR3_C2;
}

static inline uint64_t
murmur3_second(uint64_t word)
{
	return rotate(word * MURMUR3_C2, 33) * MURMUR3_C1;
}

static inline uint64_t
murmur3_finish(uint64_t word)
{
	word = (word ^ word >> 33) * UINT64_C(0xff51afd7ed558ccd);
	word = (word ^ word >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
	return word ^ word >> 33;
}

/* The state of MurmurHash3_x64_128 */
typedef struct Murmur3
{
	uint64_t	a;
	uint64_t	b;
} Murmur3;

static inline Murmur3
murmur3_128_block(Murmur3 state, const uint8_t block[16])
{
	state.a ^= murmur3_first(bloom_get_le64(block));
	state.a = (rotate(state.a, 27) + state.b) * 5 + 0x52dce729;
	state.b ^= murmur3_second(bloom_get_le64(block + 8));
	state.b = (rotate(state.b, 31) + state.a) * 5 + 0x38495ab5;
	return state;
}

/* The hash of `size` bytes, of which the last `left` are at bytes */
static inline void
murmur3_128_end(Murmur3 state, const uint8_t *bytes, unsigned left,
				size_t size, uint64_t *low, uint64_t *high)
{
	uint64_t	a = state.a;
	uint64_t	b = state.b;

	/* missing bytes of the last block are zeros, which have no effect */
	a ^= murmur3_first(bloom_get_le(bytes, left < 8 ? left : 8));
	if (left > 8)
		b ^= murmur3_second(bloom_get_le(bytes + 8, left - 8));
	a ^= size;
	b ^= size;
	a += b;
	b += a;
	a = murmur3_finish(a);
	b = murmur3_finish(b);
	*low = a + b;
	*high = b + *low;
}

void
bloom_murmur3_128(const void *key, size_t size, uint32_t seed,
				  uint64_t *low, uint64_t *high)
{
	const uint8_t *bytes = key;
	Murmur3		state = {seed, seed};
	size_t		left = size;

	for (; left >= 16; left -= 16, bytes += 16)
		state = murmur3_128_block(state, bytes);
	murmur3_128_end(state, bytes, (unsigned) left, size, low, high);
}

#define REPLACEMENT	UINT32_C(0xFFFD)

/* Read a character of a text in UTF-8, which ends at `end`, and go past it */
static uint32_t
next_char(const uint8_t **at, const uint8_t *end)
{
	static const uint32_t smallest[] = {0, 0x80, 0x800, 0x10000};
	const uint8_t *next = *at;
	uint32_t	code = *next++;
	unsigned	more = code < 0xC0 ? 0 : code < 0xE0 ? 1 : code < 0xF0 ? 2 : 3;

	*at = next;
	if (code < 0x80)
		return code;
	if (more == 0 || code >= 0xF8)
		return REPLACEMENT;
	code &= 0x3Fu >> more;
	for (unsigned i = 0; i < more; i++, next++)
	{
		if (next == end || (*next & 0xC0) != 0x80)
			return REPLACEMENT;
		code = code << 6 | (*next & 0x3F);
	}
	if (code < smallest[more] || code > 0x10FFFF)
		return REPLACEMENT;
	*at = next;
	return code;
}

/* Write a character in UTF-16, little-endian.  Returns the number of bytes. */
static unsigned
put_utf16(uint8_t units[4], uint32_t code)
{
	if (code < 0x10000)
	{
		bloom_put_le(units, 2, code);
		return 2;
	}
	bloom_put_le(units, 2, 0xD7C0 + (code >> 10));	/* D800 - 10000 >> 10 */
	bloom_put_le(units + 2, 2, 0xDC00 | (code & 0x3FF));
	return 4;
}

void
bloom_murmur3_128_utf16(const void *text, size_t size, uint64_t *low,
						uint64_t *high)
{
	const uint8_t *at = text;
	const uint8_t *end = at + size;
	Murmur3		state = {0, 0};
	uint8_t		units[18];		/* a block, and half of a surrogate pair */
	unsigned	filled = 0;
	size_t		hashed = 0;

	while (at < end)
	{
		filled += put_utf16(units + filled, next_char(&at, end));
		if (filled < 16)
			continue;
		state = murmur3_128_block(state, units);
		hashed += 16;
		filled -= 16;
		memcpy(units, units + 16, filled);
	}
	murmur3_128_end(state, units, filled, hashed + filled, low, high);
}
