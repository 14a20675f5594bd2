/*
 * codec/digest.c
 *		Salted digests with MD5, SHA-1, SHA-2 and XXH3.
 */
#include "codec/digest.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/bytes.h"

/*
 * A cache of salts, because computing a salt takes as long as the digest of a
 * key
 */
static _Thread_local struct
{
	bool		known;
	uint8_t		salt[BLOOM_SHA_MAX_SIZE];
}			cache[BLOOM_SHA_KINDS + 1][BLOOM_DIGEST_MAX_SALTS];

unsigned
bloom_digest_size(unsigned kind)
{
	return kind == BLOOM_DIGEST_XXH3 ? sizeof(XXH128_canonical_t) :
		bloom_sha_size((BloomShaKind) kind);
}

static void
digest_xxh3(const BloomKey *salt, const BloomKey *key, uint8_t *digest)
{
	XXH3_state_t state;
	XXH128_canonical_t image;

	XXH3_INITSTATE(&state);
	XXH3_128bits_reset(&state);
	XXH3_128bits_update(&state, salt->data, salt->size);
	XXH3_128bits_update(&state, key->data, key->size);
	XXH128_canonicalFromHash(&image, XXH3_128bits_digest(&state));
	memcpy(digest, image.digest, sizeof(image.digest));
}

/* The digest of a salt followed by a key */
static void
digest_two(unsigned kind, const BloomKey *salt, const BloomKey *key,
		   uint8_t *digest)
{
	BloomSha	sha;

	if (kind == BLOOM_DIGEST_XXH3)
	{
		digest_xxh3(salt, key, digest);
		return;
	}
	bloom_sha_start(&sha, (BloomShaKind) kind);
	bloom_sha_add(&sha, salt->data, salt->size);
	bloom_sha_add(&sha, key->data, key->size);
	bloom_sha_finish(&sha, digest);
}

void
bloom_digest_salted(unsigned kind, unsigned number, const BloomKey *key,
					uint8_t *digest)
{
	uint8_t    *salt = cache[kind][number].salt;

	if (!cache[kind][number].known)
	{
		uint8_t		image[4];

		bloom_put_le32(image, number);
		digest_two(kind, &(BloomKey) {.data = image, .size = sizeof(image)},
				   &(BloomKey) {.data = ""}, salt);
		cache[kind][number].known = true;
	}
	if (key->pause != NULL)
		key->pause();
	digest_two(kind, &(BloomKey) {
		.data = salt, .size = bloom_digest_size(kind)
	}, key, digest);
}
