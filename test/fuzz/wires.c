/*
 * fuzz/wires.c
 *		Spoiled wire forms, and what the C library says of each, for
 *		implementations that are to say the same: fuzz/wasm.mjs.
 *
 * Input: as fuzz/value.c's, without operations.  Each wire form goes to file
 * descriptor 3, behind its size and that of a line about it, 4 bytes each:
 * "!" and the error, or "=" and what bloomext_info has and the keys' answers.
 */
#include "fuzz/shim.h"

#include "catalog/pg_type.h"
#include "value/member.h"

#undef printf
#undef vprintf
#undef snprintf
#undef fprintf

#include <inttypes.h>

#include "bloomext.h"
#include "fuzz/fuzz.h"
#include "fuzz/repair.h"

#define KEYS		5
#define HASHES		32

#ifdef FUZZ_MAIN
#define OPERATIONS	0

extern Datum bloom_send(PG_FUNCTION_ARGS);

static bool
call1(PGFunction function, Datum a, Datum *result)
{
	return fuzz_call(function, 1, &a, result);
}

static Datum
text_datum(const char *string)
{
	return PointerGetDatum(cstring_to_text(string));
}

#include "fuzz/value_seeds.h"
#endif

/*
 * A hash that the wire form may have, many of which most seeds have some, as
 * bits, and three values.
 */
static int64_t
answer(const bloomext_filter *filter, int number, const uint8_t *wire,
	   size_t size)
{
	static const char bytes[] = "key 5\0\0\0";
	bloomext_class class = bloomext_class_of_type(number < 4 ? "text" :
												  "int8");
	uint64_t	hashes[HASHES];
	bool		found[HASHES];
	int64_t		bits = 0;

	switch (number)
	{
		case 0:
			return bloomext_contains_hash(filter, size < 8 ? 0 :
										  bloom_get_le64(wire + size - 8));
		case 1:
			for (unsigned i = 0; i < HASHES; i++)
				hashes[i] = scramble(i);
			bits = bloomext_contains_hashes(filter, hashes, HASHES, found);
			for (unsigned i = 0; i < HASHES && bits >= 0; i++)
				bits |= (int64_t) found[i] << i;
			return bits;
		case 2:
			return bloomext_contains(filter, class, bytes, 5);
		case 3:
			return bloomext_contains(filter, class, bytes, 0);
		default:
			return bloomext_contains(filter, class, bytes, 8);
	}
}

/* The line about a wire form; returns its length */
static int
describe(const uint8_t *wire, size_t size, char *line, size_t room)
{
	bloomext_error error;
	bloomext_filter *filter = bloomext_open(wire, size, &error);
	bloomext_info info;
	int			length;

	if (filter == NULL)
		return snprintf(line, room, "!%s%s%s", error.message,
						error.detail[0] == '\0' ? "" : "\n", error.detail);
	bloomext_get_info(filter, &info);
	length = snprintf(line, room, "=%s %s %s %d %d %" PRId64 " %.17g %" PRId64
					  " %zu %u %u %u %u %" PRIu64 " %" PRIu64 " %.17g %.17g",
					  info.representation, info.format,
					  bloomext_class_name(info.class_), info.growth,
					  info.counting, info.capacity, info.error_rate,
					  (int64_t) info.seed, info.size, info.layers,
					  info.probes, info.cache_lines,
					  info.block_lines, info.bits,
					  info.bits_set, info.cardinality, info.fpp);
	for (int i = 0; i < KEYS; i++)
		length += snprintf(line + length, room - length, " %" PRId64,
						   answer(filter, i, wire, size));
	bloomext_close(filter);
	return length;
}

static void
put(const void *bytes, size_t size)
{
	static FILE *to = NULL;

	if (to == NULL && (to = fdopen(3, "wb")) == NULL)
	{
		perror("file descriptor 3");
		exit(1);
	}
	if (size > 0 && fwrite(bytes, 1, size, to) != size)
		exit(1);				/* who reads has said why */
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Input		input = {data, size};
	unsigned	flags = (unsigned) input_number(&input, 1);
	size_t		length = input_number(&input, 2);
	uint8_t    *wire;
	char		line[2048];
	uint32_t	sizes[2];

	input_number(&input, 1);
	wire = input_block(&input, length, &length);
	if (flags & 1)
		length = repair(wire, length, flags & 4);
	sizes[0] = (uint32_t) length;
	sizes[1] = (uint32_t) describe(wire, length, line, sizeof(line));
	put(sizes, sizeof(sizes));
	put(wire, length);
	put(line, sizes[1]);
	free(wire);
	return 0;
}
