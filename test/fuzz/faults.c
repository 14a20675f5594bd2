/*
 * fuzz/faults.c
 *		Errors in the middle: each allocation of an operation fails once, and
 *		each look for a cancel request finds one.
 *
 * What PL/pgSQL changes in place outlives an error that it catches: it has to
 * be as before, and no memory may be lost to it.  So has a filter of the
 * library, where the sanitizer finds lost memory.  Long operations have to
 * look for a cancel request at least once in so many bytes of work.
 */
#include "fuzz/shim.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "value/expanded.h"
#include "value/heads.h"

#undef printf
#undef vprintf

#include "internal.h"
#include "unit/scramble.h"
#include "unit/unit.h"

#define COUNT(array)	((int) (sizeof(array) / sizeof((array)[0])))

#define FUNCTION(name)	extern Datum name(PG_FUNCTION_ARGS)
FUNCTION(bloom_add_hash);
FUNCTION(bloom_cardinality);
FUNCTION(bloom_export);
FUNCTION(bloom_fold);
FUNCTION(bloom_import);
FUNCTION(bloom_in);
FUNCTION(bloom_intersection);
FUNCTION(bloom_jaccard);
FUNCTION(bloom_new);
FUNCTION(bloom_out);
FUNCTION(bloom_recv);
FUNCTION(bloom_send);
FUNCTION(bloom_uncount);
FUNCTION(bloom_union);

static Datum
text_datum(const char *string)
{
	return PointerGetDatum(cstring_to_text(string));
}

/*
 * Hosts: the server's, whose calls do not return, and the library's, which
 * gets no memory
 */

static BloomHost library;

static bool
is_out(void)
{
	return fuzz_allocations >= 0 && fuzz_allocations-- == 0;
}

static BloomFilter *
library_create(void)
{
	BloomFilter *filter = is_out() ? NULL : bloomext_host.create();

	if (filter != NULL)
		filter->memory.host = &library;
	return filter;
}

static void *
library_allocate(void *arena, size_t size)
{
	return is_out() ? NULL : bloomext_host.allocate(arena, size);
}

static void *
library_resize(void *memory, size_t size)
{
	return is_out() ? NULL : bloomext_host.resize(memory, size);
}

/*
 * Filters
 */

/* Filters that the next value makes reach for memory */
typedef struct Kind
{
	const char *name;
	BloomParameters parameters;
	int			hashes;			/* or one of these */
	BloomFormat format;
} Kind;

#define FULL_LIST	(-1)
#define FULL_LAYER	(-2)
#define CODED_AND_LIST	(-3)

static const Kind kinds[] = {
	{"bloom()", {50000000, 0.01, 0, false, 0, true}, 0},
	{"a list with room", {10000, 0.01, 0, false, 0}, 3},
	{"a list without room", {10000, 0.01, 0, false, 0}, 10},
	{"the longest list", {10000, 0.01, 0, false, 0}, FULL_LIST},
	{"a list to be sorted", {100000, 0.01, 0, false, 0}, 1000},
	{"a dense filter", {1000, 0.01, 0, false, 0}, 900},
	{"a larger dense filter", {2000, 0.01, 0, false, 0}, 900},
	{"a dense filter with room", {10000, 0.01, 0, false, 0}, 1600},
	{"a counting filter", {1000, 0.01, 0, true, 0}, 900},
	{"the longest elastic list", {50000000, 0.01, 0, false, 0, true}, FULL_LIST},
	{"the longest elastic list of another capacity", {1000, 0.01, 0, false, 0, true}, FULL_LIST},
	{"the longest list of a growing filter", {1000, 0.01, 2, false, 0}, FULL_LIST},
	{"a full layer", {20, 0.01, 2, false, 0}, FULL_LAYER},
	{"several layers", {20, 0.01, 2, false, 0}, 300},
	{"a coded filter", {1000, 0.01, 0, false, 0, true}, 1500},
	{"a coded filter with the longest list", {1000, 0.001, 0, false, 0, true}, CODED_AND_LIST},
	{"pybloom", {50, 0.01, 2}, FULL_LAYER, BLOOM_FORMAT_PYBLOOM},
	{"redisbloom", {50, 0.01, 2}, FULL_LAYER, BLOOM_FORMAT_REDISBLOOM},
	{"redisbloom of one layer", {50, 0.01}, 30, BLOOM_FORMAT_REDISBLOOM},
	{"guava", {50, 0.01}, 30, BLOOM_FORMAT_GUAVA},
};

/* Whether one more makes the list, or a layer, another form */
static bool
full(BloomFilter *filter, int what)
{
	const Bloom *head = filter->head;

	if (what == CODED_AND_LIST)
		return filter->coded != NULL &&
			filter->list.count == filter->list.limit;
	if (what == FULL_LIST)
		return filter->list.count == bloom_head_limit(head);
	if (filter->imported != NULL)
		return bloom_codec_full(head->format, filter->imported, head->layers);
	bloom_layers_drain(&filter->layers, filter->head);
	return filter->layers.full_bits > 0 &&
		head->layer[0].bits_set >= filter->layers.full_bits;
}

/* Add a text, or its hash */
static bool
add_one(BloomFilter *filter, uint64 number, BloomProblem *problem)
{
	BloomView	view = {.head = filter->head, .imported = filter->imported};
	uint64		hash = scramble(number);
	BloomKey	key;

	if (!bloom_is_imported(filter->head))
		return bloom_filter_add(filter, BLOOM_CLASS_TEXT, hash, problem);
	return bloom_view_key(view, &hash, sizeof(hash), &key) &&
		bloom_imported_add(filter, &key, problem);
}

/* A counted view */
static BloomView
counted(BloomFilter *filter)
{
	BloomView	view;

	BLOOM_CALL(bloom_filter_view, filter, &view);
	bloom_filter_count(filter);
	view.counted = true;
	return view;
}

/* What the operations add and remove */
#define ANOTHER		((uint64) 1 << 20)

/*
 * A filter with multiples of `step` that has been read, which brings it in
 * order; or one to which a value has been added since.
 */
static BloomFilter *
make(const BloomHost *host, int number, uint64 step, bool read)
{
	const Kind *kind = &kinds[number];
	const BloomParameters *parameters = &kind->parameters;
	BloomFilter *filter;

	if (kind->format != 0)
	{
		BloomCodecOptions options = {
			.capacity = parameters->capacity,
			.error_rate = parameters->error_rate,
			.growth = parameters->growth
		};
		BloomCodecFile *file = palloc(sizeof(BloomCodecFile));

		(void) bloom_codec_make(bloom_format_codec(kind->format), &options,
								file);
		filter = bloom_imported_make(host, kind->format, file,
									 &bloom_last_problem);
	}
	else
		filter = bloom_filter_create(host, bloom_head_make(parameters),
									 &bloom_last_problem);
	for (int i = 0; kind->hashes < 0 ? !full(filter, kind->hashes) :
		 i < kind->hashes; i++)
		BLOOM_CALL(add_one, filter, i * step);
	/* so that there is something to remove */
	if (bloom_is_counting(filter->head))
		BLOOM_CALL(add_one, filter, ANOTHER);
	if (read)
		(void) counted(filter);
	else
		BLOOM_CALL(add_one, filter, ANOTHER + 1);
	return filter;
}

/* What must not change */
typedef struct Content
{
	Bloom	   *bytes;
	size_t		limit;			/* of the list */
} Content;

static Content
content(BloomFilter *filter)
{
	BloomView	view = counted(filter);
	Content		result = {palloc(bloom_view_size(view))};

	bloom_view_flatten(view, result.bytes);
	if (bloom_is_sparse(filter->head))
		result.limit = filter->list.limit;
	return result;
}

static bool
same(Content a, Content b)
{
	return bloom_valid(a.bytes) && VARSIZE(a.bytes) == VARSIZE(b.bytes) &&
		memcmp(a.bytes, b.bytes, VARSIZE(a.bytes)) == 0 && a.limit == b.limit;
}

/*
 * Operations.  Each has a filter that it may change, and most have a second.
 */

static bool
add(BloomFilter *filter, BloomView other, BloomProblem *problem)
{
	return add_one(filter, ANOTHER, problem);
}

static bool
remove_one(BloomFilter *filter, BloomView other, BloomProblem *problem)
{
	return bloom_filter_remove(filter, BLOOM_CLASS_TEXT, scramble(ANOTHER),
							   problem);
}

static bool
read_it(BloomFilter *filter, BloomView other, BloomProblem *problem)
{
	BloomView	view;

	if (!bloom_filter_view(filter, &view, problem))
		return false;
	bloom_filter_count(filter);
	return true;
}

/* Free a filter that was made; whether it was */
static bool
made(BloomFilter *filter)
{
	bloom_filter_free(filter);
	return filter != NULL;
}

static bool
copy(BloomFilter *filter, BloomView other, BloomProblem *problem)
{
	BloomView	view;

	return bloom_filter_view(filter, &view, problem) &&
		made(bloom_filter_copy(filter->memory.host, view, problem)) &&
		made(bloom_filter_cache(filter->memory.host, view, problem)) &&
		made(bloom_filter_empty(filter->memory.host, view, problem));
}

static bool
uncount(BloomFilter *filter, BloomView other, BloomProblem *problem)
{
	return !bloom_is_counting(filter->head) ||
		made(bloom_filter_uncount(filter->memory.host, counted(filter),
								  problem));
}

static bool
unite_part(BloomFilter *filter, BloomView other, BloomProblem *problem)
{
	return bloom_unite_part(filter, other, true, problem) &&
		bloom_combine_check_rate(filter, false, problem);
}

static bool
compare(BloomFilter *filter, BloomView other, BloomProblem *problem)
{
	BloomOverlap overlap;

	return bloom_compare(filter->memory.host, counted(filter), other,
						 &overlap, problem);
}

static bool
make_both(BloomFilter *filter, BloomView other, BloomProblem *problem)
{
	BloomView	view;
	bool		keeps;

	return bloom_filter_view(filter, &view, problem) &&
		made(bloom_intersection_of(filter->memory.host, view, other,
								   problem)) &&
		bloom_unite_keeps_rate(filter->memory.host, view, other, &keeps,
							   problem);
}

typedef struct Operation
{
	const char *name;
	bool		(*apply) (BloomFilter *filter, BloomView other,
						  BloomProblem *problem);
	bool		of_two;
	bool		partly;			/* after an error, it may be half done */
} Operation;

static const Operation operations[] = {
	{"add", add},
	{"remove", remove_one},
	{"read", read_it},
	{"copy", copy},
	{"uncount", uncount},
	{"union", bloom_unite, true},
	{"union of many", unite_part, true, true},
	{"intersection", bloom_intersect, true},
	{"intersection of many", bloom_intersect_part, true},
	{"comparison", compare, true},
	{"new union and intersection", make_both, true},
};

/*
 * Faults
 */

/* What is to go wrong: the allocation or the look of that number, if any */
typedef struct Fault
{
	bool		cancel;
	long		number;
} Fault;

static const Fault no_fault = {false, -1};

typedef enum Outcome
{
	DONE, REFUSED, FAILED
} Outcome;

/* An operation on a filter, and what has become of it */
typedef struct Attempt
{
	const Operation *operation;
	BloomFilter *filter;
	BloomView	other;
	bool		done;
	bool		hit;			/* the fault was made */
} Attempt;

static Datum
attempt_it(FunctionCallInfo fcinfo)
{
	Attempt    *attempt = (Attempt *) PG_GETARG_POINTER(0);

	attempt->done = attempt->operation->apply(attempt->filter, attempt->other,
											  &bloom_last_problem);
	return (Datum) 0;
}

static Outcome
apply(Attempt *attempt, Fault fault)
{
	Datum		arg = PointerGetDatum(attempt);
	Datum		nothing;
	bool		returned;

	fuzz_looks = 0;
	InterruptPending = true;
	fuzz_allocations = fault.cancel ? -1 : fault.number;
	fuzz_cancel_at = fault.cancel ? fault.number : -1;
	returned = fuzz_call(attempt_it, 1, &arg, &nothing);
	attempt->hit = fault.number >= 0 &&
		(fault.cancel ? fuzz_looks > fault.number : fuzz_allocations < 0);
	fuzz_allocations = fuzz_cancel_at = -1;
	InterruptPending = false;
	if (!returned)
		return FAILED;
	return attempt->done ? DONE :
		bloom_last_problem.kind == BLOOM_PROBLEM_MEMORY ? FAILED : REFUSED;
}

/* Operations with faults of one kind */
typedef struct Trial
{
	const BloomHost *host;
	bool		cancel;
	int			kind;
	int			second;			/* kind of the second filter, or -1 */
	bool		read;
	const Operation *operation;
	long		number;			/* of the fault */
	long		faults;			/* that were made */
} Trial;

#define CHECK_TRIAL(condition) \
	CHECK(condition, "%s, %s%s: %s with %s, %s %ld", \
		  trial->host == &library ? "library" : "server", \
		  kinds[trial->kind].name, trial->read ? "" : " and one more", \
		  trial->operation->name, \
		  trial->second < 0 ? "nothing" : kinds[trial->second].name, \
		  trial->cancel ? "look" : "allocation", trial->number)

/*
 * Make the fault, and then the operation without one.  Memory that the server
 * does not free shows when the same fault is made again.  Its second time does
 * not count, because the first may have got through some allocations, so that
 * the second gets further.
 */
static bool
try_fault(Trial *trial, BloomView other, Content before, Content after,
		  Outcome usual)
{
	BloomFilter *filter = make(trial->host, trial->kind, 1, trial->read);
	Attempt		attempt = {trial->operation, filter, other};
	Fault		fault = {trial->cancel, trial->number};
	Outcome		outcome = apply(&attempt, fault);
	bool		hit = attempt.hit;
	size_t		bytes;

	CHECK_TRIAL(outcome == usual || (outcome == FAILED && hit));
	trial->faults += hit;
	for (int i = 0; i < 2 && outcome == FAILED; i++)
	{
		bytes = fuzz_bytes(filter->memory.arena);
		outcome = apply(&attempt, fault);
		if (i == 1 && outcome == FAILED && !trial->operation->partly)
			CHECK_TRIAL(fuzz_bytes(filter->memory.arena) <= bytes);
	}
	if (outcome == FAILED)
	{
		if (!trial->operation->partly)
			CHECK_TRIAL(same(content(filter), before));
		outcome = apply(&attempt, no_fault);
		CHECK_TRIAL(outcome == usual);
	}
	if (outcome == DONE)
		CHECK_TRIAL(same(content(filter), after));
	else if (!trial->operation->partly)
		CHECK_TRIAL(same(content(filter), before));
	bloom_filter_free(filter);
	return hit;
}

static Datum
try_operation(FunctionCallInfo fcinfo)
{
	Trial	   *trial = (Trial *) PG_GETARG_POINTER(0);
	bool		of_two = trial->second >= 0;
	BloomFilter *second = make(trial->host, of_two ? trial->second : 0, 3,
							   true);
	BloomView	other = counted(second);
	Content		others = content(second);
	BloomFilter *filter = make(trial->host, trial->kind, 1, trial->read);
	Attempt		attempt = {trial->operation, filter, other};
	Content		before;
	Content		after;
	Outcome		usual = apply(&attempt, no_fault);

	after = content(filter);
	bloom_filter_free(filter);
	filter = make(trial->host, trial->kind, 1, trial->read);
	before = content(filter);
	bloom_filter_free(filter);
	trial->number = 0;
	while (try_fault(trial, other, before, after, usual))
		trial->number++;
	CHECK_TRIAL(same(content(second), others));
	bloom_filter_free(second);
	return (Datum) 0;
}

/* Run tests as a function: an error that they don't expect ends them */
static void
run(PGFunction tests, Datum arg)
{
	Datum		result;

	CHECK(fuzz_call(tests, 1, &arg, &result), "%s", fuzz_message);
	fuzz_reset();
}

/*
 * Try all operations on all filters.  This has to cause `least` faults or
 * more.
 */
static void
try_all(const BloomHost *host, bool cancel, long least)
{
	Trial		trial = {host, cancel};

	for (trial.kind = 0; trial.kind < COUNT(kinds); trial.kind++)
		for (int i = 0; i < 2 * COUNT(operations); i++)
		{
			trial.operation = &operations[i / 2];
			trial.read = i % 2 == 0;
			for (trial.second = trial.operation->of_two ? 0 : -1;
				 trial.second < (trial.operation->of_two ? COUNT(kinds) : 0);
				 trial.second++)
				run(try_operation, PointerGetDatum(&trial));
		}
	CHECK(trial.faults >= least, "%ld faults", trial.faults);
}

static void
server_out_of_memory(void)
{
	try_all(&bloom_host, false, 1000);
}

static void
server_canceled(void)
{
	try_all(&bloom_host, true, 1000);
}

static void
library_out_of_memory(void)
{
	library = bloomext_host;
	library.create = library_create;
	library.allocate = library_allocate;
	library.resize = library_resize;
	try_all(&library, false, 1000);
}

/*
 * Filters of 12 MB: 3 looks each time that all bytes are gone through, but
 * none while bits change in place; 1 by 16 MB of counters
 */

static const BloomParameters fixed = {10000000, 0.01, 0, false, 0};
static const BloomParameters counting = {2500000, 0.01, 0, true, 0};
static const BloomParameters growing = {10000000, 0.01, 2, false, 0};

static Datum
large(const BloomParameters *parameters, int hashes)
{
	Bloom	   *head = bloom_head_make(parameters);
	BloomFilter *filter;

	if (bloom_is_sparse(head))
		bloom_head_first_layer(head, 0);
	filter = BLOOM_MAKE(bloom_filter_zeroed, head, NULL);
	for (int i = 0; i < hashes; i++)
		BLOOM_CALL(bloom_filter_add, filter, BLOOM_CLASS_NONE, scramble(i));
	return bloom_expanded_datum(filter);
}

/* A counting filter from which everything was removed, not noticed yet */
static Datum
emptied(void)
{
	Datum		filter = large(&counting, 1);

	BLOOM_CALL(bloom_filter_remove, bloom_expanded_of(filter),
			   BLOOM_CLASS_NONE, scramble(0));
	return filter;
}

static Datum
flat_datum(Datum value)
{
	return PointerGetDatum(fuzz_flatten(value));
}

/* Call a function, which has to look so often at least */
static Datum
looks_of_call(const char *name, PGFunction function, int least, int count,
			  const Datum *args)
{
	Datum		result = (Datum) 0;

	fuzz_looks = 0;
	InterruptPending = true;
	CHECK(fuzz_call(function, count, args, &result), "%s: %s", name,
		  fuzz_message);
	InterruptPending = false;
	CHECK(fuzz_looks >= least, "%s: %ld looks", name, fuzz_looks);
	return result;
}

/* The same of two arguments; bloom_in and bloom_recv take a third */
static Datum
looks_of(const char *name, PGFunction function, int least, Datum a, Datum b)
{
	Datum		args[] = {a, b, Int32GetDatum(-1)};

	return looks_of_call(name, function, least, 3, args);
}

/* A file of Guava's with all bits set: any value is in it */
static Datum
large_file(void)
{
	uint32		count = fixed.capacity * 9.6 / 64;
	Size		size = VARHDRSZ + 6 + 8 * (Size) count;
	bytea	   *file = palloc(size);
	uint8	   *data = (uint8 *) VARDATA(file);

	memset(file, 0xFF, size);
	SET_VARSIZE(file, size);
	data[0] = 1;
	data[1] = 7;
	for (int i = 0; i < 4; i++)
		data[2 + i] = (uint8) (count >> (24 - 8 * i));
	return PointerGetDatum(file);
}

static Datum
look_often(FunctionCallInfo fcinfo)
{
	Datum		a = flat_datum(large(&fixed, 100000));
	Datum		b = flat_datum(large(&fixed, 200000));
	Datum		text = looks_of("out", bloom_out, 6, a, 0);
	Datum		wire = looks_of("send", bloom_send, 3, a, 0);
	StringInfoData message = {
		VARDATA(DatumGetPointer(wire)),
		VARSIZE(DatumGetPointer(wire)) - VARHDRSZ, 0, 0
	};

	looks_of("in", bloom_in, 12, text, 0);
	looks_of("recv", bloom_recv, 6, PointerGetDatum(&message), 0);
	looks_of("union", bloom_union, 3, a, b);
	looks_of("union in place", bloom_union, 3, large(&fixed, 10), b);
	looks_of("intersection", bloom_intersection, 3, a, b);
	looks_of("jaccard", bloom_jaccard, 3, a, b);
	looks_of("fold", bloom_fold, 5, a, Int64GetDatum(fixed.capacity / 2));
	looks_of("cardinality", bloom_cardinality, 3, large(&fixed, 10), 0);
	return (Datum) 0;
}

static Datum
look_often_at_others(FunctionCallInfo fcinfo)
{
	Datum		a = flat_datum(large(&counting, 100000));
	Datum		b = flat_datum(large(&growing, 100000));
	Datum		name = text_datum("guava");
	Datum		hash = text_datum("xxh3-128");
	Datum		keys = text_datum("text");
	Datum		parameters[] = {
		name, Int64GetDatum(fixed.capacity), Float8GetDatum(0.01),
		Int32GetDatum(0), hash, BoolGetDatum(false), keys, Int32GetDatum(1)
	};
	Datum		import[] = {name, large_file(), hash, 0, 0, 0, 0, 0, keys};

	looks_of("counting: union", bloom_union, 4, a, a);
	looks_of("counting: intersection", bloom_intersection, 3, a, a);
	looks_of("counting: uncount", bloom_uncount, 2, a, 0);
	looks_of("counting: cardinality", bloom_cardinality, 1,
			 large(&counting, 10), 0);
	looks_of("counting: emptied", bloom_cardinality, 5, emptied(), 0);
	looks_of("growing: union", bloom_union, 12, b, b);
	a = looks_of_call("guava: new", bloom_new, 6, 8, parameters);
	looks_of("guava: union", bloom_union, 3, flat_datum(a), flat_datum(a));
	looks_of("guava: export", bloom_export, 6, name, a);
	/* without hash to lsb_first, which the format does not have */
	fuzz_nulls = 0xF8;
	looks_of_call("guava: import", bloom_import, 6, 9, import);
	return (Datum) 0;
}

/* A growing filter with full layers, each of which has half of its bits set */
static Datum
layered(int layers)
{
	BloomParameters parameters = {20, 0.01, 2, false, 0};
	Bloom	   *head = bloom_head_make(&parameters);
	BloomFilter *filter;
	BloomGeometry geometry;

	bloom_head_first_layer(head, 0);
	filter = BLOOM_MAKE(bloom_filter_zeroed, head, NULL);
	geometry = filter->head->layer[0].geometry;
	while (filter->head->layers < layers)
		BLOOM_CALL(bloom_layers_append, &filter->layers, filter->memory,
				   &filter->head, &geometry);
	memset(filter->layers.words, 0xAA, bloom_words_size(filter->head));
	filter->counted = false;
	return bloom_expanded_datum(filter);
}

static Datum
look_at_layers(FunctionCallInfo fcinfo)
{
	Datum		many = layered(10000);

	looks_of("layers: cardinality", bloom_cardinality, 10000, many, 0);
	fuzz_looks = 0;
	InterruptPending = true;
	bloom_view_expected_fpp(bloom_expanded_view(bloom_expanded_of(many)));
	InterruptPending = false;
	CHECK(fuzz_looks >= 10000, "layers: %ld looks", fuzz_looks);
	/* few, because a value is in one of many layers */
	looks_of("layers: add", bloom_add_hash, 20, layered(20), Int64GetDatum(5));
	return (Datum) 0;
}

static void
looks(void)
{
	run(look_often, (Datum) 0);
	run(look_often_at_others, (Datum) 0);
	run(look_at_layers, (Datum) 0);
}

/*
 * Too large
 */

/* A list beside coded hashes, which pretend to be as many as fit together */
static Datum
exceed_with_list(FunctionCallInfo fcinfo)
{
	BloomParameters parameters = {120000000, 1e-9, 0, false, 0, true};
	const uint64 size_left = BLOOM_MAX_BYTES - BLOOM_HEADER_SIZE(0);
	BloomFilter *filter = BLOOM_MAKE(bloom_filter_create,
									 bloom_head_make(&parameters));
	BloomProblem *problem = &bloom_last_problem;
	uint64	   *coded;
	uint64		most = 1 << 26;

	for (int i = 0; i < 1500; i++)
		BLOOM_CALL(add_one, filter, i);
	(void) bloom_expanded_view(filter);
	BLOOM_CALL(add_one, filter, ANOTHER);
	coded = unconstify(uint64 *, bloom_expanded_view(filter).coded);
	while (bloom_list_size(filter->head, most + 1000) <= size_left)
		most += 1000;
	while (bloom_list_size(filter->head, most + 1) <= size_left)
		most++;
	*coded = most - filter->list.count;
	CHECK(filter->list.count > 0 && bloom_filter_settle(filter, problem),
		  "%s", problem->message);
	++*coded;
	CHECK(!bloom_filter_settle(filter, problem) &&
		  problem->kind == BLOOM_PROBLEM_TOO_LARGE, "%s", problem->message);
	return (Datum) 0;
}

static void
too_large(void)
{
	run(exceed_with_list, (Datum) 0);
}

int
main(void)
{
	RUN(server_out_of_memory);
	RUN(server_canceled);
	RUN(library_out_of_memory);
	RUN(looks);
	RUN(too_large);
	return unit_end("fuzz/faults");
}
