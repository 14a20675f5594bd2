/*
 * codec/digest.c
 *		Salted digests with MD5, SHA-1, SHA-2 and XXH3.
 */
#include "codec/digest.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/bytes.h"
#include "codec/sha.h"

/*
 * A cache of salts, because computing a salt takes as long as the digest of a
 * key
 */
static _Thread_local uint8_t salts[BLOOM_DIGEST_KINDS][BLOOM_DIGEST_MAX_SALTS]
		[BLOOM_DIGEST_MAX_SIZE];
static _Thread_local bool salted[BLOOM_DIGEST_KINDS][BLOOM_DIGEST_MAX_SALTS];

unsigned
bloom_digest_size(BloomDigest kind)
{
	static const unsigned sizes[BLOOM_DIGEST_KINDS] = {16, 16, 20, 32, 48, 64};

	return sizes[kind];
}

static BloomShaKind
sha_kind(BloomDigest kind)
{
	switch (kind)
	{
		case BLOOM_DIGEST_SHA1:
			return BLOOM_SHA1;
		case BLOOM_DIGEST_SHA256:
			return BLOOM_SHA256;
		case BLOOM_DIGEST_SHA384:
			return BLOOM_SHA384;
		case BLOOM_DIGEST_SHA512:
			return BLOOM_SHA512;
		default:
			return BLOOM_MD5;
	}
}

static void
digest_xxh3(const uint8_t *salt, size_t salt_size,
			const void *key, size_t size, uint8_t *digest)
{
	XXH3_state_t state;
	XXH128_canonical_t image;

	XXH3_INITSTATE(&state);
	XXH3_128bits_reset(&state);
	XXH3_128bits_update(&state, salt, salt_size);
	XXH3_128bits_update(&state, key, size);
	XXH128_canonicalFromHash(&image, XXH3_128bits_digest(&state));
	memcpy(digest, image.digest, sizeof(image.digest));
}

/* The digest of a salt followed by a key */
static void
digest_two(BloomDigest kind, const uint8_t *salt, size_t salt_size,
		   const void *key, size_t size, uint8_t *digest)
{
	BloomSha	sha;

	if (kind == BLOOM_DIGEST_XXH3)
	{
		digest_xxh3(salt, salt_size, key, size, digest);
		return;
	}
	bloom_sha_start(&sha, sha_kind(kind));
	bloom_sha_add(&sha, salt, salt_size);
	bloom_sha_add(&sha, key, size);
	bloom_sha_finish(&sha, digest);
}

void
bloom_digest_salted(BloomDigest kind, unsigned number,
					const void *key, size_t size, uint8_t *digest)
{
	uint8_t    *salt = salts[kind][number];

	if (!salted[kind][number])
	{
		uint8_t		image[4];

		bloom_put_le32(image, number);
		digest_two(kind, image, sizeof(image), "", 0, salt);
		salted[kind][number] = true;
	}
	digest_two(kind, salt, bloom_digest_size(kind), key, size, digest);
}
