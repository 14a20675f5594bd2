/*
 * clients/js/src/digest.c
 *		The digests of codec/digest.h without OpenSSL, for WebAssembly: MD5 of
 *		RFC 1321, SHA-1 and SHA-2 of FIPS 180-4, and XXH3.
 *
 * Small rather than fast, and for filters of pybloom only: no secret is kept
 * by them.
 */
#include "codec/digest.h"

#include <string.h>
/* the 128-bit hash, small; that of 64 bits is in xxhash.c, and fast */
#define XXH_OWN_COPY
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "codec/bytes.h"

#define MAX_BLOCK	128

/* The fraction of the square root of the n-th prime: SHA-256 has the upper half */
static const uint64_t square_roots[8] = {
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
	0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
	0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,};

/* The same of the primes from the ninth on, for SHA-384 */
static const uint64_t square_roots_384[8] = {
	0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17,
	0x152fecd8f70e5939, 0x67332667ffc00b31, 0x8eb44a8768581511,
	0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,};

/* Of the cube roots: SHA-256 has the upper halves of the first 64 */
static const uint64_t cube_roots[80] = {
	0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f,
	0xe9b5dba58189dbbc, 0x3956c25bf348b538, 0x59f111f1b605d019,
	0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242,
	0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
	0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
	0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3,
	0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65, 0x2de92c6f592b0275,
	0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
	0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f,
	0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
	0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc,
	0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
	0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6,
	0x92722c851482353b, 0xa2bfe8a14cf10364, 0xa81a664bbc423001,
	0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
	0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
	0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99,
	0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb,
	0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc,
	0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
	0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915,
	0xc67178f2e372532b, 0xca273eceea26619c, 0xd186b8c721c0c207,
	0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba,
	0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
	0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
	0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a,
	0x5fcb6fab3ad6faec, 0x6c44198c4a475817,};

/* Of the sines of 1, 2 ... in radians */
static const uint32_t sines[64] = {
	0xd76aa478u, 0xe8c7b756u, 0x242070dbu, 0xc1bdceeeu, 0xf57c0fafu, 0x4787c62au,
	0xa8304613u, 0xfd469501u, 0x698098d8u, 0x8b44f7afu, 0xffff5bb1u, 0x895cd7beu,
	0x6b901122u, 0xfd987193u, 0xa679438eu, 0x49b40821u, 0xf61e2562u, 0xc040b340u,
	0x265e5a51u, 0xe9b6c7aau, 0xd62f105du, 0x02441453u, 0xd8a1e681u, 0xe7d3fbc8u,
	0x21e1cde6u, 0xc33707d6u, 0xf4d50d87u, 0x455a14edu, 0xa9e3e905u, 0xfcefa3f8u,
	0x676f02d9u, 0x8d2a4c8au, 0xfffa3942u, 0x8771f681u, 0x6d9d6122u, 0xfde5380cu,
	0xa4beea44u, 0x4bdecfa9u, 0xf6bb4b60u, 0xbebfbc70u, 0x289b7ec6u, 0xeaa127fau,
	0xd4ef3085u, 0x04881d05u, 0xd9d4d039u, 0xe6db99e5u, 0x1fa27cf8u, 0xc4ac5665u,
	0xf4292244u, 0x432aff97u, 0xab9423a7u, 0xfc93a039u, 0x655b59c3u, 0x8f0ccc92u,
	0xffeff47du, 0x85845dd1u, 0x6fa87e4fu, 0xfe2ce6e0u, 0xa3014314u, 0x4e0811a1u,
	0xf7537e82u, 0xbd3af235u, 0x2ad7d2bbu, 0xeb86d391u,};

typedef struct State
{
	BloomDigest kind;
	size_t		size;			/* bytes of the message so far */
	uint32_t	words[8];
	uint64_t	long_words[8];
	uint8_t		block[MAX_BLOCK];
} State;

static inline uint32_t
turn(uint32_t word, int by)
{
	return word << by | word >> (32 - by);
}

static inline uint64_t
turn_right(uint64_t word, int by)
{
	return word >> by | word << (64 - by);
}

static size_t
block_size(BloomDigest kind)
{
	return kind == BLOOM_DIGEST_SHA384 || kind == BLOOM_DIGEST_SHA512 ?
		128 : 64;
}

static void
md5_block(uint32_t *words, const uint8_t *block)
{
	static const uint8_t turns[4][4] = {
		{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}
	};
	uint32_t	a = words[0];
	uint32_t	b = words[1];
	uint32_t	c = words[2];
	uint32_t	d = words[3];

	for (int i = 0; i < 64; i++)
	{
		uint32_t	f;
		int			at;

		switch (i / 16)
		{
			case 0:
				f = (b & c) | (~b & d), at = i;
				break;
			case 1:
				f = (d & b) | (~d & c), at = (5 * i + 1) % 16;
				break;
			case 2:
				f = b ^ c ^ d, at = (3 * i + 5) % 16;
				break;
			default:
				f = c ^ (b | ~d), at = 7 * i % 16;
		}
		f += a + sines[i] + bloom_get_le32(block + 4 * at);
		a = d;
		d = c;
		c = b;
		b += turn(f, turns[i / 16][i % 4]);
	}
	words[0] += a;
	words[1] += b;
	words[2] += c;
	words[3] += d;
}

static void
sha1_block(uint32_t *words, const uint8_t *block)
{
	uint32_t	w[80];
	uint32_t	a = words[0];
	uint32_t	b = words[1];
	uint32_t	c = words[2];
	uint32_t	d = words[3];
	uint32_t	e = words[4];

	for (int i = 0; i < 80; i++)
	{
		uint32_t	f;

		w[i] = i < 16 ? bloom_get_be32(block + 4 * i) :
			turn(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
		if (i < 20)
			f = ((b & c) | (~b & d)) + 0x5a827999;
		else if (i < 40)
			f = (b ^ c ^ d) + 0x6ed9eba1;
		else if (i < 60)
			f = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
		else
			f = (b ^ c ^ d) + 0xca62c1d6;
		f += turn(a, 5) + e + w[i];
		e = d;
		d = c;
		c = turn(b, 30);
		b = a;
		a = f;
	}
	words[0] += a;
	words[1] += b;
	words[2] += c;
	words[3] += d;
	words[4] += e;
}

static void
sha256_block(uint32_t *words, const uint8_t *block)
{
	uint32_t	w[64];
	uint32_t	s[8];

	memcpy(s, words, sizeof(s));
	for (int i = 0; i < 64; i++)
	{
		uint32_t	x = i < 16 ? 0 : w[i - 15];
		uint32_t	y = i < 16 ? 0 : w[i - 2];
		uint32_t	first;
		uint32_t	second;

		w[i] = i < 16 ? bloom_get_be32(block + 4 * i) :
			w[i - 16] + w[i - 7] + (turn(x, 25) ^ turn(x, 14) ^ x >> 3) +
			(turn(y, 15) ^ turn(y, 13) ^ y >> 10);
		first = s[7] + (turn(s[4], 26) ^ turn(s[4], 21) ^ turn(s[4], 7)) +
			((s[4] & s[5]) ^ (~s[4] & s[6])) +
			(uint32_t) (cube_roots[i] >> 32) + w[i];
		second = (turn(s[0], 30) ^ turn(s[0], 19) ^ turn(s[0], 10)) +
			((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
		memmove(s + 1, s, 7 * sizeof(s[0]));
		s[4] += first;
		s[0] = first + second;
	}
	for (int i = 0; i < 8; i++)
		words[i] += s[i];
}

static void
sha512_block(uint64_t *words, const uint8_t *block)
{
	uint64_t	w[80];
	uint64_t	s[8];

	memcpy(s, words, sizeof(s));
	for (int i = 0; i < 80; i++)
	{
		uint64_t	x = i < 16 ? 0 : w[i - 15];
		uint64_t	y = i < 16 ? 0 : w[i - 2];
		uint64_t	first;
		uint64_t	second;

		w[i] = i < 16 ? __builtin_bswap64(bloom_get_le64(block + 8 * i)) :
			w[i - 16] + w[i - 7] +
			(turn_right(x, 1) ^ turn_right(x, 8) ^ x >> 7) +
			(turn_right(y, 19) ^ turn_right(y, 61) ^ y >> 6);
		first = s[7] + (turn_right(s[4], 14) ^ turn_right(s[4], 18) ^
						turn_right(s[4], 41)) +
			((s[4] & s[5]) ^ (~s[4] & s[6])) + cube_roots[i] + w[i];
		second = (turn_right(s[0], 28) ^ turn_right(s[0], 34) ^
				  turn_right(s[0], 39)) +
			((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
		memmove(s + 1, s, 7 * sizeof(s[0]));
		s[4] += first;
		s[0] = first + second;
	}
	for (int i = 0; i < 8; i++)
		words[i] += s[i];
}

static void
start(State *state, BloomDigest kind)
{
	static const uint32_t first[5] = {
		0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u
	};

	state->kind = kind;
	state->size = 0;
	memcpy(state->words, first, sizeof(first));
	if (kind == BLOOM_DIGEST_SHA256)
		for (int i = 0; i < 8; i++)
			state->words[i] = (uint32_t) (square_roots[i] >> 32);
	memcpy(state->long_words, kind == BLOOM_DIGEST_SHA384 ?
		   square_roots_384 : square_roots, sizeof(state->long_words));
}

static void
digest_block(State *state)
{
	switch (state->kind)
	{
		case BLOOM_DIGEST_MD5:
			md5_block(state->words, state->block);
			break;
		case BLOOM_DIGEST_SHA1:
			sha1_block(state->words, state->block);
			break;
		case BLOOM_DIGEST_SHA256:
			sha256_block(state->words, state->block);
			break;
		default:
			sha512_block(state->long_words, state->block);
	}
}

static void
append(State *state, const uint8_t *bytes, size_t size)
{
	size_t		room = block_size(state->kind);

	for (size_t i = 0; i < size; i++)
	{
		state->block[state->size++ % room] = bytes[i];
		if (state->size % room == 0)
			digest_block(state);
	}
}

/*
 * A one, zeros, and the number of the message's bits fill up the last block.
 * That takes an eighth of the block, and has 64 bits here.
 */
static void
finish(State *state, uint8_t *digest)
{
	size_t		room = block_size(state->kind);
	uint64_t	bits = (uint64_t) state->size * 8;
	uint8_t		image[8];

	append(state, (const uint8_t *) "\x80", 1);
	while (state->size % room != room - room / 8)
		append(state, (const uint8_t *) "", 1);
	while (state->size % room != room - 8)
		append(state, (const uint8_t *) "", 1);
	if (state->kind != BLOOM_DIGEST_MD5)
		bits = __builtin_bswap64(bits);
	memcpy(image, &bits, sizeof(image));
	append(state, image, sizeof(image));

	for (unsigned i = 0; i < bloom_digest_size(state->kind); i++)
		if (room == 128)
			digest[i] = (uint8_t) (state->long_words[i / 8] >>
								   (56 - 8 * (i % 8)));
		else
			digest[i] = (uint8_t) (state->words[i / 4] >>
								   8 * (state->kind == BLOOM_DIGEST_MD5 ?
										i % 4 : 3 - i % 4));
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

static void
digest_two(BloomDigest kind, const uint8_t *salt, size_t salt_size,
		   const void *key, size_t size, uint8_t *digest)
{
	State		state;

	if (kind == BLOOM_DIGEST_XXH3)
	{
		digest_xxh3(salt, salt_size, key, size, digest);
		return;
	}
	start(&state, kind);
	append(&state, salt, salt_size);
	append(&state, key, size);
	finish(&state, digest);
}

unsigned
bloom_digest_size(BloomDigest kind)
{
	static const uint8_t sizes[BLOOM_DIGEST_KINDS] = {16, 16, 20, 32, 48, 64};

	return sizes[kind];
}

bool
bloom_digest_ready(BloomDigest kind)
{
	return true;
}

void
bloom_digest_salted(BloomDigest kind, unsigned number,
					const void *key, size_t size, uint8_t *digest)
{
	uint8_t		salt[BLOOM_DIGEST_MAX_SIZE];
	uint8_t		image[4];

	bloom_put_le32(image, number);
	digest_two(kind, image, sizeof(image), (const uint8_t *) "", 0, salt);
	digest_two(kind, salt, bloom_digest_size(kind), key, size, digest);
}
