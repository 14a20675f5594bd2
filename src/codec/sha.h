/*
 * codec/sha.h
 *		The cryptographic digests that other libraries' filters use.
 */
#ifndef BLOOM_SHA_H
#define BLOOM_SHA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum BloomShaKind
{
	BLOOM_MD5,
	BLOOM_SHA1,
	BLOOM_SHA256,
	BLOOM_SHA384,
	BLOOM_SHA512
} BloomShaKind;

#define BLOOM_SHA_MAX_SIZE	64

/* A digest in the making */
typedef struct BloomSha
{
	BloomShaKind kind;
	uint64_t	size;			/* bytes that were added */
	uint64_t	state[8];
	uint8_t		block[128];		/* of which not all may be there */
} BloomSha;

extern void bloom_sha_start(BloomSha *sha, BloomShaKind kind);
extern void bloom_sha_add(BloomSha *sha, const void *data, size_t size);
extern void bloom_sha_finish(BloomSha *sha, uint8_t *digest);

/* Bytes of a digest */
extern unsigned bloom_sha_size(BloomShaKind kind);

#endif							/* BLOOM_SHA_H */
