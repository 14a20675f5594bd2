/*
 * codec/digest.c
 *		Salted digests, by OpenSSL and XXH3.
 *
 * OpenSSL finds a digest and allocates a context in more time than it takes
 * to digest a short key: contexts and salts are kept.
 */
#include "codec/digest.h"

#include <openssl/evp.h>
#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "codec/bytes.h"

static EVP_MD_CTX *contexts[BLOOM_DIGEST_KINDS];
static uint8_t salts[BLOOM_DIGEST_KINDS][BLOOM_DIGEST_MAX_SALTS]
		[BLOOM_DIGEST_MAX_SIZE];
static bool salted[BLOOM_DIGEST_KINDS][BLOOM_DIGEST_MAX_SALTS];

unsigned
bloom_digest_size(BloomDigest kind)
{
	static const unsigned sizes[BLOOM_DIGEST_KINDS] = {16, 16, 20, 32, 48, 64};

	return sizes[kind];
}

static const EVP_MD *
algorithm(BloomDigest kind)
{
	switch (kind)
	{
		case BLOOM_DIGEST_MD5:
			return EVP_md5();
		case BLOOM_DIGEST_XXH3:
			break;
		case BLOOM_DIGEST_SHA1:
			return EVP_sha1();
		case BLOOM_DIGEST_SHA256:
			return EVP_sha256();
		case BLOOM_DIGEST_SHA384:
			return EVP_sha384();
		case BLOOM_DIGEST_SHA512:
			return EVP_sha512();
	}
	return NULL;
}

bool
bloom_digest_ready(BloomDigest kind)
{
	EVP_MD_CTX *context;

	if (kind == BLOOM_DIGEST_XXH3 || contexts[kind] != NULL)
		return true;
	context = EVP_MD_CTX_new();
	if (context == NULL)
		return false;
	if (!EVP_DigestInit_ex(context, algorithm(kind), NULL))
	{
		EVP_MD_CTX_free(context);
		return false;
	}
	contexts[kind] = context;
	return true;
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

/* The digest of a salt and a key, one after the other */
static void
digest_two(BloomDigest kind, const uint8_t *salt, size_t salt_size,
		   const void *key, size_t size, uint8_t *digest)
{
	EVP_MD_CTX *context;

	if (kind == BLOOM_DIGEST_XXH3)
	{
		digest_xxh3(salt, salt_size, key, size, digest);
		return;
	}
	/* wrong answers would be worse; but it was ready, and won't fail now */
	if (!bloom_digest_ready(kind))
		abort();
	context = contexts[kind];
	if (!EVP_DigestInit_ex(context, NULL, NULL) ||
		!EVP_DigestUpdate(context, salt, salt_size) ||
		!EVP_DigestUpdate(context, key, size) ||
		!EVP_DigestFinal_ex(context, digest, NULL))
		abort();
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
