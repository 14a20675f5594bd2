/*
 * codec/digest.h
 *		The digests from which pybloom takes the positions of a key.
 */
#ifndef BLOOM_DIGEST_H
#define BLOOM_DIGEST_H

#include "codec/codec.h"
#include "codec/sha.h"

/* A digest is a BloomShaKind or XXH3-128 */
#define BLOOM_DIGEST_XXH3		BLOOM_SHA_KINDS
#define BLOOM_DIGEST_MAX_SALTS	32

/* The size of a digest in bytes */
extern unsigned bloom_digest_size(unsigned kind);

/*
 * Compute the digest of a salt followed by the key.  The salt is the digest of
 * a number below BLOOM_DIGEST_MAX_SALTS, in four little-endian bytes.
 */
extern void bloom_digest_salted(unsigned kind, unsigned number,
								const BloomKey *key, uint8_t *digest);

#endif							/* BLOOM_DIGEST_H */
