/*
 * codec/sha.c
 *		MD5 (RFC 1321), SHA-1 and SHA-2 (FIPS 180-4).
 *
 * These digests protect no secrets here: another library chose them for the
 * positions of bits.  They are implemented here because the plain C modules
 * must not allocate memory or have state, and because OpenSSL is not available
 * everywhere, or may lack MD5.
 */
#include "codec/sha.h"

#include <string.h>

#include "core/bytes.h"

/* Fractions of the cube roots of primes.  SHA-256 uses their high halves. */
static const uint64_t cube_roots[80] = {
	UINT64_C(0x428a2f98d728ae22), UINT64_C(0x7137449123ef65cd),
	UINT64_C(0xb5c0fbcfec4d3b2f), UINT64_C(0xe9b5dba58189dbbc),
	UINT64_C(0x3956c25bf348b538), UINT64_C(0x59f111f1b605d019),
	UINT64_C(0x923f82a4af194f9b), UINT64_C(0xab1c5ed5da6d8118),
	UINT64_C(0xd807aa98a3030242), UINT64_C(0x12835b0145706fbe),
	UINT64_C(0x243185be4ee4b28c), UINT64_C(0x550c7dc3d5ffb4e2),
	UINT64_C(0x72be5d74f27b896f), UINT64_C(0x80deb1fe3b1696b1),
	UINT64_C(0x9bdc06a725c71235), UINT64_C(0xc19bf174cf692694),
	UINT64_C(0xe49b69c19ef14ad2), UINT64_C(0xefbe4786384f25e3),
	UINT64_C(0x0fc19dc68b8cd5b5), UINT64_C(0x240ca1cc77ac9c65),
	UINT64_C(0x2de92c6f592b0275), UINT64_C(0x4a7484aa6ea6e483),
	UINT64_C(0x5cb0a9dcbd41fbd4), UINT64_C(0x76f988da831153b5),
	UINT64_C(0x983e5152ee66dfab), UINT64_C(0xa831c66d2db43210),
	UINT64_C(0xb00327c898fb213f), UINT64_C(0xbf597fc7beef0ee4),
	UINT64_C(0xc6e00bf33da88fc2), UINT64_C(0xd5a79147930aa725),
	UINT64_C(0x06ca6351e003826f), UINT64_C(0x142929670a0e6e70),
	UINT64_C(0x27b70a8546d22ffc), UINT64_C(0x2e1b21385c26c926),
	UINT64_C(0x4d2c6dfc5ac42aed), UINT64_C(0x53380d139d95b3df),
	UINT64_C(0x650a73548baf63de), UINT64_C(0x766a0abb3c77b2a8),
	UINT64_C(0x81c2c92e47edaee6), UINT64_C(0x92722c851482353b),
	UINT64_C(0xa2bfe8a14cf10364), UINT64_C(0xa81a664bbc423001),
	UINT64_C(0xc24b8b70d0f89791), UINT64_C(0xc76c51a30654be30),
	UINT64_C(0xd192e819d6ef5218), UINT64_C(0xd69906245565a910),
	UINT64_C(0xf40e35855771202a), UINT64_C(0x106aa07032bbd1b8),
	UINT64_C(0x19a4c116b8d2d0c8), UINT64_C(0x1e376c085141ab53),
	UINT64_C(0x2748774cdf8eeb99), UINT64_C(0x34b0bcb5e19b48a8),
	UINT64_C(0x391c0cb3c5c95a63), UINT64_C(0x4ed8aa4ae3418acb),
	UINT64_C(0x5b9cca4f7763e373), UINT64_C(0x682e6ff3d6b2b8a3),
	UINT64_C(0x748f82ee5defb2fc), UINT64_C(0x78a5636f43172f60),
	UINT64_C(0x84c87814a1f0ab72), UINT64_C(0x8cc702081a6439ec),
	UINT64_C(0x90befffa23631e28), UINT64_C(0xa4506cebde82bde9),
	UINT64_C(0xbef9a3f7b2c67915), UINT64_C(0xc67178f2e372532b),
	UINT64_C(0xca273eceea26619c), UINT64_C(0xd186b8c721c0c207),
	UINT64_C(0xeada7dd6cde0eb1e), UINT64_C(0xf57d4f7fee6ed178),
	UINT64_C(0x06f067aa72176fba), UINT64_C(0x0a637dc5a2c898a6),
	UINT64_C(0x113f9804bef90dae), UINT64_C(0x1b710b35131c471b),
	UINT64_C(0x28db77f523047d84), UINT64_C(0x32caab7b40c72493),
	UINT64_C(0x3c9ebe0a15c9bebc), UINT64_C(0x431d67c49c100d4c),
	UINT64_C(0x4cc5d4becb3e42b6), UINT64_C(0x597f299cfc657e2a),
	UINT64_C(0x5fcb6fab3ad6faec), UINT64_C(0x6c44198c4a475817)
};

/* The same for the square roots of the first eight primes */
static const uint64_t square_roots[8] = {
	UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b),
	UINT64_C(0x3c6ef372fe94f82b), UINT64_C(0xa54ff53a5f1d36f1),
	UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
	UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179)
};

/* The same for the next eight primes, for SHA-384 */
static const uint64_t next_square_roots[8] = {
	UINT64_C(0xcbbb9d5dc1059ed8), UINT64_C(0x629a292a367cd507),
	UINT64_C(0x9159015a3070dd17), UINT64_C(0x152fecd8f70e5939),
	UINT64_C(0x67332667ffc00b31), UINT64_C(0x8eb44a8768581511),
	UINT64_C(0xdb0c2e0d64f98fa7), UINT64_C(0x47b5481dbefa4fa4)
};

/* 2^32 times the sine of 1 to 64, without its sign */
static const uint32_t sines[64] = {
	0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee,
	0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
	0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
	0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
	0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa,
	0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
	0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed,
	0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
	0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
	0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
	0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05,
	0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
	0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039,
	0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
	0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
	0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391
};

/* The initial state: the first four for MD5, all five for SHA-1 */
static const uint32_t counting_up[5] = {
	0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0
};

static inline uint32_t
left32(uint32_t x, int by)
{
	return x << by | x >> (32 - by);
}

static inline uint32_t
right32(uint32_t x, int by)
{
	return x >> by | x << (32 - by);
}

static inline uint64_t
right64(uint64_t x, int by)
{
	return x >> by | x << (64 - by);
}

static void
md5_block(uint64_t *state, const uint8_t *block)
{
	static const uint8_t shifts[4][4] = {
		{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}
	};
	static const uint8_t steps[4] = {1, 5, 3, 7};
	static const uint8_t starts[4] = {0, 1, 5, 0};
	uint32_t	a = (uint32_t) state[0];
	uint32_t	b = (uint32_t) state[1];
	uint32_t	c = (uint32_t) state[2];
	uint32_t	d = (uint32_t) state[3];

	for (int i = 0; i < 64; i++)
	{
		int			round = i / 16;
		int			word = (starts[round] + steps[round] * i) % 16;
		uint32_t	mix = round == 0 ? (b & c) | (~b & d) :
			round == 1 ? (d & b) | (~d & c) :
			round == 2 ? b ^ c ^ d : c ^ (b | ~d);

		mix += a + sines[i] + bloom_get_le32(block + 4 * word);
		a = d;
		d = c;
		c = b;
		b += left32(mix, shifts[round][i % 4]);
	}
	state[0] = (uint32_t) state[0] + a;
	state[1] = (uint32_t) state[1] + b;
	state[2] = (uint32_t) state[2] + c;
	state[3] = (uint32_t) state[3] + d;
}

static void
sha1_block(uint64_t *state, const uint8_t *block)
{
	static const uint32_t constants[4] = {
		0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6
	};
	uint32_t	words[80];
	uint32_t	v[5];

	for (int i = 0; i < 80; i++)
		words[i] = i < 16 ? bloom_get_be32(block + 4 * i) :
			left32(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^
				   words[i - 16], 1);
	for (int i = 0; i < 5; i++)
		v[i] = (uint32_t) state[i];
	for (int i = 0; i < 80; i++)
	{
		int			round = i / 20;
		uint32_t	mix = round == 0 ? (v[1] & v[2]) | (~v[1] & v[3]) :
			round == 2 ? (v[1] & v[2]) | (v[1] & v[3]) | (v[2] & v[3]) :
			v[1] ^ v[2] ^ v[3];

		mix += left32(v[0], 5) + v[4] + constants[round] + words[i];
		v[4] = v[3];
		v[3] = v[2];
		v[2] = left32(v[1], 30);
		v[1] = v[0];
		v[0] = mix;
	}
	for (int i = 0; i < 5; i++)
		state[i] = (uint32_t) state[i] + v[i];
}

/*
 * Instead of moving the eight words of the state in each round, a round finds
 * them from another place on (`from`).  It is inlined into unrolled loops, so
 * that `from` is a constant when it is compiled.
 */
#define ROUND	static inline __attribute__((always_inline))

/* The i-th word of the state in this round */
#define AT(i)	v[(from + (i)) % 8]

ROUND void
sha256_round(uint32_t *v, int from, uint32_t word, uint64_t constant)
{
	uint32_t	e = AT(4);
	uint32_t	a = AT(0);
	uint32_t	one = AT(7) + word + (uint32_t) (constant >> 32) +
		(right32(e, 6) ^ right32(e, 11) ^ right32(e, 25)) +
		((e & AT(5)) ^ (~e & AT(6)));

	AT(3) += one;
	AT(7) = one + (right32(a, 2) ^ right32(a, 13) ^ right32(a, 22)) +
		((a & AT(1)) ^ (a & AT(2)) ^ (AT(1) & AT(2)));
}

static void
sha256_block(uint64_t *state, const uint8_t *block)
{
	uint32_t	words[64];
	uint32_t	v[8];

	for (int i = 0; i < 16; i++)
		words[i] = bloom_get_be32(block + 4 * i);
	for (int i = 16; i < 64; i++)
	{
		uint32_t	x = words[i - 15];
		uint32_t	y = words[i - 2];

		words[i] = words[i - 16] + words[i - 7] +
			(right32(x, 7) ^ right32(x, 18) ^ x >> 3) +
			(right32(y, 17) ^ right32(y, 19) ^ y >> 10);
	}
	for (int i = 0; i < 8; i++)
		v[i] = (uint32_t) state[i];
#pragma GCC unroll 8
	for (int i = 0; i < 64; i++)
		sha256_round(v, 8 - i % 8, words[i], cube_roots[i]);
	for (int i = 0; i < 8; i++)
		state[i] = (uint32_t) state[i] + v[i];
}

ROUND void
sha512_round(uint64_t *v, int from, uint64_t word, uint64_t constant)
{
	uint64_t	e = AT(4);
	uint64_t	a = AT(0);
	uint64_t	one = AT(7) + word + constant +
		(right64(e, 14) ^ right64(e, 18) ^ right64(e, 41)) +
		((e & AT(5)) ^ (~e & AT(6)));

	AT(3) += one;
	AT(7) = one + (right64(a, 28) ^ right64(a, 34) ^ right64(a, 39)) +
		((a & AT(1)) ^ (a & AT(2)) ^ (AT(1) & AT(2)));
}

static void
sha512_block(uint64_t *state, const uint8_t *block)
{
	uint64_t	words[80];
	uint64_t	v[8];

	for (int i = 0; i < 16; i++)
		words[i] = __builtin_bswap64(bloom_get_le(block + 8 * i, 8));
	for (int i = 16; i < 80; i++)
	{
		uint64_t	x = words[i - 15];
		uint64_t	y = words[i - 2];

		words[i] = words[i - 16] + words[i - 7] +
			(right64(x, 1) ^ right64(x, 8) ^ x >> 7) +
			(right64(y, 19) ^ right64(y, 61) ^ y >> 6);
	}
	memcpy(v, state, sizeof(v));
#pragma GCC unroll 8
	for (int i = 0; i < 80; i++)
		sha512_round(v, 8 - i % 8, words[i], cube_roots[i]);
	for (int i = 0; i < 8; i++)
		state[i] += v[i];
}

static const struct
{
	void		(*add_block) (uint64_t *state, const uint8_t *block);
	unsigned	block_size;
	unsigned	word_size;		/* of the state in the digest */
	unsigned	size;			/* bytes of the digest */
	bool		high_first;
}			algorithms[] = {
	[BLOOM_MD5] = {md5_block, 64, 4, 16, false},
	[BLOOM_SHA1] = {sha1_block, 64, 4, 20, true},
	[BLOOM_SHA256] = {sha256_block, 64, 4, 32, true},
	[BLOOM_SHA384] = {sha512_block, 128, 8, 48, true},
	[BLOOM_SHA512] = {sha512_block, 128, 8, 64, true}
};

void
bloom_sha_start(BloomSha *sha, BloomShaKind kind)
{
	memset(sha, 0, sizeof(*sha));
	sha->kind = kind;
	for (int i = 0; i < 8; i++)
		sha->state[i] = kind == BLOOM_SHA256 ? square_roots[i] >> 32 :
			kind == BLOOM_SHA384 ? next_square_roots[i] :
			kind == BLOOM_SHA512 ? square_roots[i] :
			i < 5 ? counting_up[i] : 0;
}

void
bloom_sha_add(BloomSha *sha, const void *data, size_t size)
{
	const uint8_t *bytes = data;
	unsigned	block_size = algorithms[sha->kind].block_size;

	while (size > 0)
	{
		unsigned	used = (unsigned) (sha->size % block_size);
		size_t		part = block_size - used;

		part = part < size ? part : size;
		memcpy(sha->block + used, bytes, part);
		if (used + part == block_size)
			algorithms[sha->kind].add_block(sha->state, sha->block);
		sha->size += part;
		bytes += part;
		size -= part;
	}
}

/* Append a 1 bit, zeros, and the length in bits, which ends a block */
void
bloom_sha_finish(BloomSha *sha, uint8_t *digest)
{
	unsigned	block_size = algorithms[sha->kind].block_size;
	unsigned	word_size = algorithms[sha->kind].word_size;
	bool		high_first = algorithms[sha->kind].high_first;
	uint64_t	bits = sha->size * 8;
	uint8_t		end[256] = {0x80};
	unsigned	used = (unsigned) (sha->size % block_size);
	unsigned	size = block_size - used;

	if (size < 1 + 2 * word_size)
		size += block_size;
	for (unsigned i = 0; i < 8; i++)
		end[size - 8 + i] =
			(uint8_t) (bits >> 8 * (high_first ? 7 - i : i));
	bloom_sha_add(sha, end, size);
	for (unsigned i = 0; i < algorithms[sha->kind].size; i++)
	{
		unsigned	byte = i % word_size;

		digest[i] = (uint8_t) (sha->state[i / word_size] >>
							   8 * (high_first ? word_size - 1 - byte : byte));
	}
}

unsigned
bloom_sha_size(BloomShaKind kind)
{
	return algorithms[kind].size;
}
