/*
 * fuzz/main.h
 *		The fuzzer of those who have no libFuzzer; see fuzz/fuzz.h.
 *
 * It knows nothing of what the target does with its input.  So it spoils
 * fields that look as headers' do, and does it the same in every run.
 */
#ifndef FUZZ_MAIN_H
#define FUZZ_MAIN_H

#include <limits.h>
#include <signal.h>

#include "unit/scramble.h"

#define MAX_SEEDS	256
#define ITERATIONS	20000

static Seed fuzz_seeds[MAX_SEEDS];
static unsigned fuzz_seed_count;
static uint64_t fuzz_state;

/* A random number below another */
static uint64_t
fuzz_below(uint64_t end)
{
	return draw(&fuzz_state, end);
}

static void
make_seeds(void)
{
	for (; fuzz_seed_count < MAX_SEEDS; fuzz_seed_count++)
	{
		Seed	   *seed = &fuzz_seeds[fuzz_seed_count];

		seed->data = malloc(FUZZ_MAX_INPUT);
		if (seed->data == NULL)
			abort();
		if (!make_seed(fuzz_seed_count, seed))
		{
			free(seed->data);
			return;
		}
	}
}

/* A number that is at some limit, or near one, or any */
static uint64_t
fuzz_number(void)
{
	static const uint64_t limits[] = {
		0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256,
		65535, INT32_MAX, UINT32_MAX, INT64_MAX, UINT64_MAX, 524288000,
		UINT64_C(524288000) * 8, UINT64_C(0x3F847AE147AE147B),
		UINT64_C(0x3FF0000000000000), UINT64_C(0x7FF0000000000000),
		UINT64_C(0x7FF8000000000000), UINT64_C(0x8000000000000000),
	};
	uint64_t	number = limits[fuzz_below(sizeof(limits) / 8)];
	uint64_t	any;

	switch (fuzz_below(8))
	{
		case 0:
			return number + 1;
		case 1:
			return number - 1;
		case 2:
			any = scramble(fuzz_state++);
			return any >> fuzz_below(64);
		default:
			return number;
	}
}

/* Spoil one place, more often near the beginning than behind */
static void
spoil(Seed *seed)
{
	uint64_t	number = fuzz_number();
	size_t		width = (size_t) 1 << fuzz_below(4);
	size_t		near = fuzz_below(4) > 0 && seed->size > 128 ? 128 :
		seed->size;
	size_t		at;

	if (near == 0)
		return;
	at = fuzz_below(near);
	switch (fuzz_below(8))
	{
		case 0:
			seed->data[at] ^= 1 << fuzz_below(8);
			break;
		case 1:
			seed->data[at] = (uint8_t) number;
			break;
		case 2:
			seed->data[at] += fuzz_below(5) - 2;
			break;
		case 3:
			seed->data[seed->size - 1 - at] ^= 1 << fuzz_below(8);
			break;
		default:
			if (at + width <= seed->size)
				memcpy(seed->data + at, &number, width);
	}
}

/* Put bytes of another seed in the place of some, or cut some off */
static void
splice(Seed *seed)
{
	const Seed *other = &fuzz_seeds[fuzz_below(fuzz_seed_count)];
	size_t		from = fuzz_below(other->size + 1);
	size_t		at = fuzz_below(seed->size + 1);
	size_t		size = fuzz_below(3) == 0 ? 8 * fuzz_below(9) :
		fuzz_below(other->size - from + 1);

	if (size > other->size - from)
		size = other->size - from;
	if (size > FUZZ_MAX_INPUT - at)
		size = FUZZ_MAX_INPUT - at;
	memcpy(seed->data + at, other->data + from, size);
	if (fuzz_below(2) == 0 || at + size > seed->size)
		seed->size = at + size;
}

static const Seed *fuzz_current;

/* In a build without a sanitizer there is none */
extern void __sanitizer_set_death_callback(void (*callback) (void))
			__attribute__((weak));

/* What it has found is to end in handle_abort as well */
extern const char *__ubsan_default_options(void);

const char *
__ubsan_default_options(void)
{
	return "abort_on_error=1:print_stacktrace=1";
}

/* Leave the input that was too much for the target in the current folder */
static void
keep_input(void)
{
	FILE	   *file;

	if (fuzz_current == NULL || (file = fopen("fuzz-crash", "wb")) == NULL)
	{
		fputs("there is no input in fuzz-crash\n", stderr);
		return;
	}
	fwrite(fuzz_current->data, 1, fuzz_current->size, file);
	fclose(file);
	fuzz_current = NULL;
	fputs("the input is in fuzz-crash\n", stderr);
}

static void
handle_abort(int number)
{
	keep_input();
	signal(number, SIG_DFL);
	raise(number);
}

/* Give the target an input in a block of just its size */
static void
run_input(const uint8_t *data, size_t size)
{
	Seed		exact = {malloc(size > 0 ? size : 1), size};

	if (exact.data == NULL)
		abort();
	memcpy(exact.data, data, size);
	fuzz_current = &exact;
	LLVMFuzzerTestOneInput(exact.data, size);
	fuzz_current = NULL;
	free(exact.data);
}

static void
run_mutations(long iterations)
{
	Seed		seed = {malloc(FUZZ_MAX_INPUT), 0};

	if (seed.data == NULL)
		abort();
	for (unsigned i = 0; i < fuzz_seed_count; i++)
		run_input(fuzz_seeds[i].data, fuzz_seeds[i].size);
	for (long i = 0; i < iterations; i++)
	{
		const Seed *model = &fuzz_seeds[fuzz_below(fuzz_seed_count)];

		memcpy(seed.data, model->data, model->size);
		seed.size = model->size;
		for (uint64_t times = fuzz_below(4); times < 4; times++)
			spoil(&seed);
		if (fuzz_below(8) == 0)
			splice(&seed);
		if (fuzz_below(16) == 0)
			seed.size -= fuzz_below(seed.size < 17 ? seed.size + 1 : 17);
		run_input(seed.data, seed.size);
	}
	free(seed.data);
}

static void
write_seeds(const char *folder)
{
	char		path[PATH_MAX];

	for (unsigned i = 0; i < fuzz_seed_count; i++)
	{
		FILE	   *file;

		snprintf(path, sizeof(path), "%s/seed-%03u", folder, i);
		file = fopen(path, "wb");
		if (file == NULL ||
			fwrite(fuzz_seeds[i].data, 1, fuzz_seeds[i].size, file) !=
			fuzz_seeds[i].size || fclose(file) != 0)
		{
			perror(path);
			exit(1);
		}
	}
}

static void
run_file(const char *path)
{
	FILE	   *file = fopen(path, "rb");
	uint8_t    *data = malloc(FUZZ_MAX_INPUT);
	size_t		size;

	if (file == NULL || data == NULL)
	{
		perror(path);
		exit(1);
	}
	size = fread(data, 1, FUZZ_MAX_INPUT, file);
	fclose(file);
	run_input(data, size);
	free(data);
}

int
main(int argc, char **argv)
{
	long		iterations = ITERATIONS;
	char	   *end = NULL;

	signal(SIGABRT, handle_abort);
	if (__sanitizer_set_death_callback != NULL)
		__sanitizer_set_death_callback(keep_input);
	make_seeds();
	if (argc == 3 && strcmp(argv[1], "-w") == 0)
	{
		write_seeds(argv[2]);
		return 0;
	}
	if (argc > 1)
		iterations = strtol(argv[1], &end, 10);
	if (argc > 2 && end != NULL && *end == '\0')
		fuzz_state = strtoull(argv[2], NULL, 10);
	if (end != NULL && *end != '\0')
	{
		for (int i = 1; i < argc; i++)
			run_file(argv[i]);
		return 0;
	}
	run_mutations(iterations);
	unit_passed = unit_failures == 0;
	unit_failed = !unit_passed;
	for (unsigned i = 0; i < fuzz_seed_count; i++)
		free(fuzz_seeds[i].data);
	printf("%s: %u seeds, %ld mutations\n", argv[0], fuzz_seed_count,
		   iterations);
	return 0;
}

#endif							/* FUZZ_MAIN_H */
