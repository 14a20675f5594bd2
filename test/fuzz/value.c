/*
 * fuzz/value.c
 *		Fuzz target: the functions that SQL calls, on values from outside.
 *
 * Input: flags, operations, two filters in the wire format.  If the flags say
 * so, both are repaired; otherwise, hardly any would have the right number of
 * set bits.  Then they enter as all values do, and operations follow each
 * other.  Each result must be a valid value with the members that it must
 * have.  The library reads and changes the same bytes.
 */
#include "fuzz/shim.h"

#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "utils/expandeddatum.h"
#include "value/member.h"

#undef printf
#undef vprintf
#undef snprintf
#undef fprintf

#include "fuzz/fuzz.h"
#include "fuzz/repair.h"
#include "unit/scramble.h"

#define OPERATIONS	24			/* in an input, at most */
#define KEYS		8
#define OPERATION_KINDS	14

/* The functions of the extension by the same names as in SQL */
#define FUNCTION(name)	extern Datum name(PG_FUNCTION_ARGS)
FUNCTION(bloom_in);
FUNCTION(bloom_out);
FUNCTION(bloom_recv);
FUNCTION(bloom_send);
FUNCTION(bloom_from_bytea);
FUNCTION(bloom_conform);
FUNCTION(bloom_add);
FUNCTION(bloom_add_hash);
FUNCTION(bloom_remove);
FUNCTION(bloom_uncount);
FUNCTION(bloom_clear);
FUNCTION(bloom_fold);
FUNCTION(bloom_contains);
FUNCTION(bloom_contains_hash);
FUNCTION(bloom_union);
FUNCTION(bloom_intersection);
FUNCTION(bloom_cardinality);
FUNCTION(bloom_fpp);
FUNCTION(bloom_info);
FUNCTION(bloom_union_cardinality);
FUNCTION(bloom_intersection_cardinality);
FUNCTION(bloom_jaccard);
FUNCTION(bloom_export);
FUNCTION(bloom_export_chunks);
FUNCTION(bloom_agg_of_hash);
FUNCTION(bloom_agg_like_of_hash);
FUNCTION(bloom_agg_union);
FUNCTION(bloom_agg_final);

static Datum keys[KEYS];		/* hashes and, of every second, texts */
static Datum original;			/* the value as it entered, flat */

static bool
call1(PGFunction function, Datum a, Datum *result)
{
	return fuzz_call(function, 1, &a, result);
}

static bool
call2(PGFunction function, Datum a, Datum b, Datum *result)
{
	Datum		args[] = {a, b};

	return fuzz_call(function, 2, args, result);
}

static Datum
text_datum(const char *string)
{
	return PointerGetDatum(cstring_to_text(string));
}

/* Read a wire form by recv, as text, or by the cast; false if it's refused */
static bool
enter(const uint8_t *wire, size_t size, int way, Datum *value)
{
	StringInfoData message = {(char *) wire, (int) size, (int) size, 0};
	Datum		args[] = {
		PointerGetDatum(&message), ObjectIdGetDatum(0), Int32GetDatum(-1)
	};
	bytea	   *bytes = palloc(VARHDRSZ + size);
	char	   *text = palloc(3 + 2 * size);

	SET_VARSIZE(bytes, VARHDRSZ + size);
	memcpy(VARDATA(bytes), wire, size);
	if (way == 1)
		return call1(bloom_from_bytea, PointerGetDatum(bytes), value);
	strcpy(text, "\\x");
	text[2 + hex_encode((const char *) wire, size, text + 2)] = '\0';
	if (way == 2)
		args[0] = CStringGetDatum(text);
	return fuzz_call(way == 2 ? bloom_in : bloom_recv, 3, args, value);
}

/* What is sent has to be accepted, and sent again be the same */
static void
check_value(Datum value)
{
	Datum		sent;
	Datum		again;
	Datum		received;
	Size		size;

	if (!call1(bloom_send, value, &sent))
	{
		REQUIRE(strcmp(fuzz_message, "out of memory") == 0, "not sent: %s",
				fuzz_message);
		return;
	}
	size = VARSIZE(DatumGetPointer(sent));
	REQUIRE(enter((uint8_t *) VARDATA(DatumGetPointer(sent)),
				  size - VARHDRSZ, 0, &received), "sent, but %s",
			fuzz_message);
	REQUIRE(call1(bloom_send, received, &again) &&
			VARSIZE(DatumGetPointer(again)) == size &&
			memcmp(DatumGetPointer(again), DatumGetPointer(sent), size) == 0,
			"sent otherwise");
}

/* Which keys test positive; those that can't be tested are as untested says */
static unsigned
members(Datum value, bool untested)
{
	unsigned	found = 0;
	Datum		result;

	fuzz_value_type = TEXTOID;
	for (int i = 0; i < KEYS; i++)
		if (call2(i % 2 ? bloom_contains : bloom_contains_hash, value,
				  keys[i], &result) ? DatumGetBool(result) : untested)
			found |= 1u << i;
	return found;
}

/* Whether the bytes of two filters are the same */
static bool
same_bytes(Datum a, Datum b)
{
	Datum		sent[2];

	return call1(bloom_send, a, &sent[0]) && call1(bloom_send, b, &sent[1]) &&
		VARSIZE(DatumGetPointer(sent[0])) ==
		VARSIZE(DatumGetPointer(sent[1])) &&
		memcmp(DatumGetPointer(sent[0]), DatumGetPointer(sent[1]),
			   VARSIZE(DatumGetPointer(sent[0]))) == 0;
}

#include "fuzz/value_seeds.h"

/*
 * The aggregate union of three filters; false after an error.  number: how
 * states are passed on
 */
static bool
aggregate(Datum a, Datum b, Datum c, uint8_t number, Datum *result)
{
	Datum		state = 0;

	fuzz_hash_memory = number & 4 ? 1024 : 1024 * 1024;
	return transition(bloom_agg_union, 2, &state, a, 0, false) &&
		transition(bloom_agg_union, 2, &state, b, 0, number & 1) &&
		transition(bloom_agg_union, 2, &state, c, 0, number & 2) &&
		call1(bloom_agg_final, state, result);
}

/* The aggregate of hashes, like a filter, or without one if that is 0 */
static bool
aggregate_hashes(Datum like, int count, uint8_t number, Datum *result)
{
	Datum		state = 0;

	fuzz_hash_memory = number & 4 ? 1024 : 1024 * 1024;
	for (int i = 0; i < count; i++)
		if (!transition(like == 0 ? bloom_agg_of_hash : bloom_agg_like_of_hash,
						like == 0 ? 2 : 3, &state,
						Int64GetDatum((int64) scramble(i / 2)), like,
						number & 1 && i % 1000 == 999))
			return false;
	return call1(bloom_agg_final, state, result);
}

/* Aggregates of hashes, whose bytes must not depend on memory or on workers */
static void
check_aggregates(Datum like, uint8_t number)
{
	Bloom	   *head = (Bloom *) fuzz_flatten(like);
	int			count = number % 3 == 0 ? 10000 : 300;
	Datum		result[2];
	bool		fine = false;

	if (number & 8)
		like = 0;
	fine = aggregate_hashes(like, count, 0, &result[0]);
	REQUIRE(aggregate_hashes(like, count, number, &result[1]) == fine ||
			strcmp(fuzz_message, "out of memory") == 0, "other error: %s",
			fuzz_message);
	if (!fine)
		return;
	REQUIRE(same_bytes(result[0], result[1]),
			"an aggregate of %d hashes depends on memory or workers", count);
	if (like == 0)
		result[1] = bloom_expanded_datum(
			BLOOM_MAKE(bloom_filter_create,
					   bloom_head_elastic(BLOOM_DEFAULT_ERROR_RATE)));
	else if ((head->growth != 0 && !bloom_is_elastic(head)) ||
			 !call1(bloom_clear, like, &result[1]))
		return;
	for (int i = 0; i < count; i++)
		if (!call2(bloom_add_hash, result[1],
				   Int64GetDatum((int64) scramble(i / 2)), &result[1]))
			return;
	REQUIRE(same_bytes(result[0], result[1]),
			"an aggregate of %d hashes differs from additions", count);
}

/* Functions that change nothing */
static void
ask(Datum a, Datum b, uint8_t number)
{
	static PGFunction const of_one[] = {
		bloom_cardinality, bloom_fpp, bloom_info, bloom_out
	};
	static PGFunction const of_two[] = {
		bloom_union_cardinality, bloom_intersection_cardinality,
		bloom_jaccard
	};
	Datum		result;

	if (number % 3 == 0)
		for (int i = 0; i < 4; i++)
			REQUIRE(call1(of_one[i], a, &result), "%s", fuzz_message);
	else if (number % 3 == 1)
		call2(of_two[number / 3 % 3], a, b, &result);
	else
	{
		const char *format = bloom_format_name(number / 3 % 16);

		call2(number / 12 % 2 == 0 ? bloom_export : bloom_export_chunks,
			  text_datum(format != NULL ? format : "none"), a, &result);
	}
}

/* A value in another form: flat, or in memory and not ours to change */
static Datum
other_form(Datum value, uint8_t number)
{
	if (number % 4 == 0)
		return PointerGetDatum(fuzz_flatten(value));
	if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)) && number % 4 == 1)
		return EOHPGetRODatum(DatumGetEOHP(value));
	return value;
}

/* To investigate a finding: FUZZ_TRACE=1 build/fuzz/value FILE */
static void
trace(const char *what, int number, const uint8_t *wire, size_t size)
{
	static int	wanted = -1;

	if (wanted < 0)
		wanted = getenv("FUZZ_TRACE") != NULL;
	if (wanted == 0)
		return;
	fprintf(stderr, "%s %d ", what, number);
	for (size_t i = 0; i < size; i++)
		fprintf(stderr, "%02x", wire[i]);
	fprintf(stderr, "\n");
}

static void
trace_value(const char *what, Datum value)
{
	Datum		sent;

	if (call1(bloom_send, value, &sent))
		trace(what, 0, (uint8_t *) VARDATA(DatumGetPointer(sent)),
			  VARSIZE(DatumGetPointer(sent)) - VARHDRSZ);
}

/* Whether a filter is a list, and not longer than one that was built */
static bool
is_usual_list(const Bloom *filter)
{
	return bloom_is_sparse(filter) &&
		(filter->flags & BLOOM_FLAG_PARTIAL) == 0 &&
		(bloom_is_coded(filter) ||
		 bloom_stored_count(filter) <= bloom_head_limit(filter));
}

/* If two filters are lists, check that their union is their aggregate union */
static void
check_union(Datum a, Datum b, Datum result)
{
	Bloom	   *first = (Bloom *) fuzz_flatten(a);
	Bloom	   *second = (Bloom *) fuzz_flatten(b);
	Datum		united;

	if (!is_usual_list(first) || !is_usual_list(second) ||
		!call2(bloom_union, PointerGetDatum(first), PointerGetDatum(second),
			   &united))
		return;
	trace_value("a", a);
	trace_value("b", b);
	trace_value("a | b", united);
	REQUIRE(same_bytes(united, result), "a | b differs from their aggregate");
}

/*
 * One operation.  The result takes the value's place, or after an error what
 * was in the beginning.  Watching what it holds brings a value in memory into
 * order, so that is done of every second one only.
 */
static Datum
operate(Datum a, Datum b, uint8_t what, uint8_t number)
{
	Datum		before = a;
	bool		watched = number & 16;
	unsigned	had = watched ? members(a, false) : 0;
	unsigned	others = watched ? members(b, false) : 0;
	Datum		key = keys[number % KEYS];
	Bloom	   *stored;
	bool		text = number % KEYS % 2;
	Datum		result;
	Datum		held;
	bool		fine;

	a = other_form(a, number >> 5);
	fuzz_value_type = TEXTOID;
	switch (what % OPERATION_KINDS)
	{
		case 0:
		case 1:
			fine = call2(text ? bloom_add : bloom_add_hash, a, key, &result);
			had |= 1u << number % KEYS;
			break;
		case 2:
			fine = call2(bloom_remove, a, text ? key : keys[1], &result);
			had = 0;
			break;
		case 3:
			fuzz_value_type = number % 2 ? INT8OID : BYTEAOID;
			fine = call2(number % 4 < 2 ? bloom_add : bloom_remove, a,
						 number % 2 ? keys[0] : keys[1], &result);
			if (fine && number % 4 == 1)
				REQUIRE(call2(bloom_contains, result, keys[0], &held) &&
						DatumGetBool(held), "lost an integer");
			had = number % 4 < 2 ? had : 0;
			break;
		case 4:
			fine = call2(bloom_union, a, b, &result);
			had |= others;
			break;
		case 5:
			fine = call2(bloom_union, b, a, &result);
			had |= others;
			break;
		case 6:
			fine = call2(bloom_intersection, a, b, &result);
			had &= others;
			break;
		case 7:
			fine = call2(bloom_intersection, b, a, &result);
			had &= others;
			break;
		case 8:
			stored = (Bloom *) DatumGetPointer(original);
			fine = call2(bloom_fold, a,
						 Int64GetDatum(stored->capacity / (1 + number)),
						 &result);
			break;
		case 9:
			fine = call1(number % 2 ? bloom_uncount : bloom_clear, a,
						 &result);
			had = number % 2 ? had : 0;
			break;
		case 10:
			fine = call2(bloom_conform, a,
						 Int32GetDatum(100 + number * 600000), &result);
			break;
		case 11:
			fine = number % 2 ? aggregate(a, b, a, number >> 1, &result) :
				aggregate(b, a, b, number >> 1, &result);
			had |= others;
			if (fine)
				check_union(a, b, result);
			break;
		case 12:
			check_aggregates(a, number);
			return before;
		default:
			ask(a, b, number);
			ask(b, a, number);
			return before;
	}
	trace(fine ? "done" : fuzz_message, what % OPERATION_KINDS, &number, 1);
	if (!fine)
	{
		/* adding promises that nothing has changed */
		if (what % OPERATION_KINDS < 2)
			check_value(a);
		return original;
	}
	if (!watched)
		return result;
	check_value(result);
	REQUIRE((members(result, true) & had) == had, "operation %d lost %x of %x",
			what % OPERATION_KINDS, had & ~members(result, true), had);
	return result;
}

#include "fuzz/library.h"

/* Keys that the list of a sparse filter has, and others */
static void
make_keys(const uint8_t *wire, size_t size)
{
	char		name[] = "key 0";

	for (int i = 0; i < KEYS; i++)
	{
		uint64_t	hash = (uint64_t) i << 61;

		if (size >= (size_t) 8 * (i + 1))
			memcpy(&hash, wire + size - 8 * (i + 1), 8);
		name[4] = '0' + i;
		keys[i] = i % 2 ? text_datum(name) : Int64GetDatum((int64) hash);
	}
}

/* What an input means */
typedef struct Program
{
	uint8_t    *wire;
	uint8_t    *other;
	size_t		size;
	size_t		other_size;
	int			way;
	Input		operations;
} Program;

/* Runs as a function, for whatever it does may end in an error */
static Datum
run(FunctionCallInfo fcinfo)
{
	Program    *program = (Program *) PG_GETARG_POINTER(0);
	Input	   *operations = &program->operations;
	Datum		value;
	Datum		second;
	Datum		sent;

	if (!enter(program->wire, program->size, program->way, &value))
	{
		library_check_refused(program->wire, program->size);
		return (Datum) 0;
	}
	REQUIRE(call1(bloom_send, value, &sent) &&
			VARSIZE(DatumGetPointer(sent)) == VARHDRSZ + program->size &&
			memcmp(VARDATA(DatumGetPointer(sent)), program->wire,
				   program->size) == 0, "read and sent otherwise");
	original = value;
	trace("value", program->way, program->wire, program->size);
	trace("other", 0, program->other, program->other_size);
	if (!enter(program->other, program->other_size, 0, &second))
		second = value;
	make_keys(program->wire, program->size);
	library_check_accepted(program->wire, program->size, value);
	if (second != value)
		library_check_changes(program->wire, program->size, value,
							  program->other, program->other_size, second);
	while (operations->size >= 2)
	{
		uint8_t		what = (uint8_t) input_number(operations, 1);

		value = operate(value, second, what,
						(uint8_t) input_number(operations, 1));
	}
	check_value(value);
	return (Datum) 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Input		input = {data, size};
	unsigned	flags = (unsigned) input_number(&input, 1);
	size_t		length = input_number(&input, 2);
	size_t		count = input_number(&input, 1) % (2 * OPERATIONS + 1);
	Program		program = {.way = flags >> 4 & 3};
	Datum		args[] = {PointerGetDatum(&program)};
	Datum		nothing;
	uint8_t    *operations = input_block(&input, count, &count);

	program.operations = (Input) {operations, count};
	program.wire = input_block(&input, length, &program.size);
	program.other = input_block(&input, input.size, &program.other_size);
	if (flags & 1)
		program.size = repair(program.wire, program.size, flags & 4);
	if (flags & 2)
		program.other_size = repair(program.other, program.other_size,
									flags & 4);
	fuzz_call(run, 1, args, &nothing);
	fuzz_reset();
	free(program.other);
	free(program.wire);
	free(operations);
	return 0;
}

#ifdef FUZZ_MAIN
#endif
