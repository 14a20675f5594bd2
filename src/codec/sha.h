/*
 * codec/sha.h
 *		The cryptographic digests that filters of other libraries use.
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
	BLOOM_SHA512,
	BLOOM_SHA_KINDS
} BloomShaKind;

#define BLOOM_SHA_MAX_SIZE	64

/* The state of a digest that is being computed */
typedef struct BloomSha
{
	BloomShaKind kind;
	uint64_t	size;			/* bytes added so far */
	uint64_t	state[8];
	uint8_t		block[128];		/* the bytes since the last full block */
} BloomSha;

/*
 * Compute a digest: start, add any number of times, finish.  digest has room
 * for bloom_sha_size() bytes.
 */
extern void bloom_sha_start(BloomSha *sha, BloomShaKind kind);
extern void bloom_sha_add(BloomSha *sha, const void *data, size_t size);
extern void bloom_sha_finish(BloomSha *sha, uint8_t *digest);

/* The size of a digest in bytes */
extern unsigned bloom_sha_size(BloomShaKind kind);

#endif							/* BLOOM_SHA_H */
