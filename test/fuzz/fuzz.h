/*
 * fuzz/fuzz.h
 *		What the fuzz targets have in common.
 *
 * A target is one function that takes any bytes, and one that makes seeds:
 * bytes that mean real filters.  Built with -fsanitize=fuzzer, libFuzzer
 * calls the first; built with -DFUZZ_MAIN, the program here does, which any
 * compiler takes and which does the same in every run:
 *
 *		build/fuzz/NAME [ITERATIONS [SEED]]	mutate the seeds so often
 *		build/fuzz/NAME -w FOLDER			write the seeds to files there
 *		build/fuzz/NAME FILE ...			run what libFuzzer has found
 *
 * To be built with -fsanitize=address,undefined in either case.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

/* More takes longer without meaning anything new */
#define FUZZ_MAX_INPUT	65536

/* CHECK that ends the process: the engine keeps the input then */
#define REQUIRE(condition, ...) \
	do { \
		CHECK(condition, __VA_ARGS__); \
		fuzz_abort_if_failed(); \
	} while (0)

static inline void
fuzz_abort_if_failed(void)
{
	if (unit_failures > 0)
	{
		fflush(stdout);
		abort();
	}
}

/* What is left of an input */
typedef struct Input
{
	const uint8_t *data;
	size_t		size;
} Input;

/* So many bytes of it as a number; 0s follow the end */
static inline uint64_t
input_number(Input *input, unsigned bytes)
{
	uint64_t	number = 0;

	for (unsigned i = 0; i < bytes && input->size > 0; i++)
	{
		number |= (uint64_t) *input->data++ << 8 * i;
		input->size--;
	}
	return number;
}

/* At most so many bytes of it, in a block of just their size: free it */
static inline uint8_t *
input_block(Input *input, size_t most, size_t *size)
{
	uint8_t    *block;

	*size = most < input->size ? most : input->size;
	block = malloc(*size > 0 ? *size : 1);
	if (block == NULL)
		abort();
	memcpy(block, input->data, *size);
	input->data += *size;
	input->size -= *size;
	return block;
}

/* A seed in the making, with room for FUZZ_MAX_INPUT bytes */
typedef struct Seed
{
	uint8_t    *data;
	size_t		size;
} Seed;

static inline void
seed_number(Seed *seed, unsigned bytes, uint64_t number)
{
	for (unsigned i = 0; i < bytes && seed->size < FUZZ_MAX_INPUT; i++)
		seed->data[seed->size++] = (uint8_t) (number >> 8 * i);
}

static inline void
seed_bytes(Seed *seed, const void *bytes, size_t size)
{
	if (size > FUZZ_MAX_INPUT - seed->size)
		size = FUZZ_MAX_INPUT - seed->size;
	if (size > 0)
		memcpy(seed->data + seed->size, bytes, size);
	seed->size += size;
}

/* The target has these two */
extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Make a seed; false if there are no more */
#ifdef FUZZ_MAIN
static bool make_seed(unsigned number, Seed *seed);

#include "fuzz/main.h"
#endif

#endif							/* FUZZ_H */
