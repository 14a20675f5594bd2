/*
 * codec/digest.h
 *		The digests from which pybloom takes the positions of a key.
 */
#ifndef BLOOM_DIGEST_H
#define BLOOM_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum BloomDigest
{
	BLOOM_DIGEST_MD5,
	BLOOM_DIGEST_XXH3,
	BLOOM_DIGEST_SHA1,
	BLOOM_DIGEST_SHA256,
	BLOOM_DIGEST_SHA384,
	BLOOM_DIGEST_SHA512
} BloomDigest;

#define BLOOM_DIGEST_KINDS		6
#define BLOOM_DIGEST_MAX_SIZE	64
#define BLOOM_DIGEST_MAX_SALTS	32

/* The size of a digest in bytes */
extern unsigned bloom_digest_size(BloomDigest kind);

/*
 * Compute the digest of a salt followed by the key.  The salt is the digest of
 * a number below BLOOM_DIGEST_MAX_SALTS, in four little-endian bytes.
 */
extern void bloom_digest_salted(BloomDigest kind, unsigned number,
								const void *key, size_t size,
								uint8_t *digest);

#endif							/* BLOOM_DIGEST_H */
