/*
 * core/wide.h
 *		Testing all probes of a round together, on x86 processors with AVX2.
 *
 * Distributions compile for processors without AVX2, so callers must check
 * for it at run time.  Measured, tests of many hashes take half as long as
 * with one probe after the other, and 0.8 times as long if the filter is not
 * in the cache.  Adding gains nothing from AVX2.
 *
 * Plain C: no PostgreSQL header is included here.
 */
#ifndef BLOOM_WIDE_H
#define BLOOM_WIDE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __x86_64__

#include <immintrin.h>

/* Attribute for functions that call the functions below */
#define BLOOM_WIDE	__attribute__((target("avx2")))

/* Eight lanes of 32 bits, one for each probe; lane 7 is not for a probe */
typedef __m256i Lanes;

/* The numbers of a round's bits in their line; higher bits are arbitrary */
static inline BLOOM_WIDE Lanes
wide_bits(uint64_t round)
{
	Lanes		rounds = _mm256_set1_epi64x((long long) round);
	Lanes		even = _mm256_setr_epi64x(55, 46, 37, 28);
	Lanes		odd = _mm256_setr_epi64x(13, 22, 31, 0);

	return _mm256_blend_epi32(_mm256_srlv_epi64(rounds, even),
							  _mm256_sllv_epi64(rounds, odd), 0xAA);
}

/* The 32-bit words, of the 16 in the line, that have these bits */
static inline BLOOM_WIDE Lanes
wide_words(const uint64_t *line, Lanes bits)
{
	const Lanes *halves = (const Lanes *) line;
	Lanes		place = _mm256_srli_epi32(bits, 5);
	Lanes		low = _mm256_loadu_si256(halves);
	Lanes		high = _mm256_loadu_si256(halves + 1);
	Lanes		in_high = _mm256_srai_epi32(_mm256_slli_epi32(bits, 23), 31);

	return _mm256_blendv_epi8(_mm256_permutevar8x32_epi32(low, place),
							  _mm256_permutevar8x32_epi32(high, place),
							  in_high);
}

/* Whether the bits of the first probes of a round, at most 7, are set */
static inline BLOOM_WIDE bool
wide_round_is_set(const uint64_t *line, uint64_t round, int probes)
{
	Lanes		bits = wide_bits(round);
	Lanes		probe = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
	Lanes		counts = _mm256_cmpgt_epi32(_mm256_set1_epi32(probes), probe);
	Lanes		shift = _mm256_and_si256(bits, _mm256_set1_epi32(31));
	Lanes		wanted = _mm256_sllv_epi32(_mm256_srli_epi32(counts, 31),
										   shift);

	return _mm256_testc_si256(wide_words(line, bits), wanted) != 0;
}

#else

/* Never called */
static inline bool
wide_round_is_set(const uint64_t *line, uint64_t round, int probes)
{
	(void) line, (void) round, (void) probes;
	return false;
}

#endif

#endif							/* BLOOM_WIDE_H */
