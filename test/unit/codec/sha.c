/*
 * unit/codec/sha.c
 *		Digests are those that Python's hashlib computes.
 */
#include <inttypes.h>
#include <string.h>

#include "codec/sha.h"
#include "unit/unit.h"

#define MOST	300

/*
 * FNV-1a of the digests, one after the other, of 0 to 300 bytes i * 7 mod 256
 */
static const struct
{
	BloomShaKind kind;
	uint64_t	sum;
}			wanted[] = {
	{BLOOM_MD5, UINT64_C(0x7a01d3ef2586787e)},
	{BLOOM_SHA1, UINT64_C(0xf37d7188bca52daf)},
	{BLOOM_SHA256, UINT64_C(0x3370def2716df072)},
	{BLOOM_SHA384, UINT64_C(0xa10c431eb337b710)},
	{BLOOM_SHA512, UINT64_C(0x7f944bc0c212a710)}
};

static uint8_t message[MOST];

static void
make_message(void)
{
	for (int i = 0; i < MOST; i++)
		message[i] = (uint8_t) (i * 7);
}

static uint64_t
add_to_sum(uint64_t sum, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
	return sum;
}

/* Of a message in two parts */
static void
digest(BloomShaKind kind, size_t size, size_t first, uint8_t *result)
{
	BloomSha	sha;

	bloom_sha_start(&sha, kind);
	bloom_sha_add(&sha, message, first);
	bloom_sha_add(&sha, message + first, size - first);
	bloom_sha_finish(&sha, result);
}

static void
test_lengths(void)
{
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
	{
		uint64_t	sum = UINT64_C(0xCBF29CE484222325);
		uint8_t		result[BLOOM_SHA_MAX_SIZE];

		for (size_t size = 0; size <= MOST; size++)
		{
			digest(wanted[i].kind, size, 0, result);
			sum = add_to_sum(sum, result, bloom_sha_size(wanted[i].kind));
		}
		CHECK(sum == wanted[i].sum, "kind %zu: %" PRIx64, i, sum);
	}
}

/* It doesn't matter in what parts bytes are added */
static void
test_parts(void)
{
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
		for (size_t first = 0; first <= MOST; first++)
		{
			uint8_t		whole[BLOOM_SHA_MAX_SIZE] = {0};
			uint8_t		parts[BLOOM_SHA_MAX_SIZE] = {0};

			digest(wanted[i].kind, MOST, 0, whole);
			digest(wanted[i].kind, MOST, first, parts);
			CHECK(memcmp(whole, parts, sizeof(whole)) == 0,
				  "kind %zu, %zu bytes first", i, first);
		}
}

int
main(void)
{
	make_message();
	RUN(test_lengths);
	RUN(test_parts);
	return unit_end("codec/sha");
}
