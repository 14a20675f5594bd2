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

void
bloom_murmur3_128(const void *key, size_t size, uint32_t seed,
				  uint64_t *low, uint64_t *high)
{
	const uint8_t *bytes = key;
	uint64_t	a = seed;
	uint64_t	b = seed;
	size_t		left = size;

	for (; left >= 16; left -= 16, bytes += 16)
	{
		a ^= murmur3_first(bloom_get_le64(bytes));
		a = (rotate(a, 27) + b) * 5 + 0x52dce729;
		b ^= murmur3_second(bloom_get_le64(bytes + 8));
		b = (rotate(b, 31) + a) * 5 + 0x38495ab5;
	}
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
