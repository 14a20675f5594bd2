/*
 * fuzz/faults.c
 *		Errors in the middle: each allocation of an operation fails once, and
 *		each look for a cancel request finds one.
 *
 * What PL/pgSQL changes in place outlives an error that it catches: it has to
 * be as before, and no memory may be lost to it.  Long operations have to
 * look for a cancel request at least once in so many bytes of work.
 */
#include "fuzz/shim.h"

#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/expandeddatum.h"
#include "value/view.h"
#include "value/heads.h"

#undef printf
#undef vprintf

#include "unit/codec/make.h"
#include "unit/scramble.h"
#include "unit/unit.h"
#include "value/imported.h"

#define COUNT(array)	((int) (sizeof(array) / sizeof((array)[0])))

#define FUNCTION(name)	extern Datum name(PG_FUNCTION_ARGS)
FUNCTION(bloom_add);
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
FUNCTION(bloom_remove);
FUNCTION(bloom_send);
FUNCTION(bloom_uncount);
FUNCTION(bloom_union);

static Datum
text_datum(const char *string)
{
	return PointerGetDatum(cstring_to_text(string));
}

/* Filters that the next value makes reach for memory */
typedef struct Kind
{
	const char *name;
	BloomParameters parameters;
	int			hashes;			/* or one of these */
} Kind;

#define FULL_LIST	(-1)
#define FULL_LAYER	(-2)
#define CODED_AND_LIST	(-3)

static const Kind kinds[] = {
	{"a list with room", {10000, 0.01, 0, false, 0}, 3},
	{"a list without room", {10000, 0.01, 0, false, 0}, 10},
	{"the longest list", {10000, 0.01, 0, false, 0}, FULL_LIST},
	{"a list to be sorted", {100000, 0.01, 0, false, 0}, 1000},
	{"a dense filter", {1000, 0.01, 0, false, 0}, 900},
	{"a counting filter", {1000, 0.01, 0, true, 0}, 900},
	{"the longest elastic list", {50000000, 0.01, 0, false, 0, true}, FULL_LIST},
	{"the longest elastic list of another capacity", {1000, 0.01, 0, false, 0, true}, FULL_LIST},
	{"the longest list of a growing filter", {1000, 0.01, 2, false, 0}, FULL_LIST},
	{"a full layer", {20, 0.01, 2, false, 0}, FULL_LAYER},
	{"several layers", {20, 0.01, 2, false, 0}, 3000},
	{"a coded filter", {1000, 0.01, 0, false, 0, true}, 1500},
	{"a coded filter with the longest list", {1000, 0.001, 0, false, 0, true}, CODED_AND_LIST},
};

/* Whether one more makes the list, or the first layer, another form */
static bool
full(BloomExpanded *filter, int what)
{
	BloomView	view = bloom_expanded_view(filter);

	if (what == CODED_AND_LIST)
		return view.coded != NULL && filter->list.count == filter->list.limit;
	if (what == FULL_LIST)
		return view.count == bloom_head_limit(view.head);
	return filter->layers.full_bits > 0 &&
		view.head->layer[0].bits_set >= filter->layers.full_bits;
}

static BloomExpanded *
make_native(const Kind *kind)
{
	const BloomParameters *parameters = &kind->parameters;
	BloomExpanded *filter =
		bloom_expanded_create(bloom_head_make(parameters),
							  CurrentMemoryContext);

	for (int i = 0; kind->hashes < 0 ? !full(filter, kind->hashes) :
		 i < kind->hashes; i++)
		bloom_expanded_add(filter, BLOOM_CLASS_TEXT, scramble(i));
	return filter;
}

/* Of other libraries, with so many keys */
static BloomExpanded *
make_imported(int kind, int keys)
{
	static const BloomFormat formats[] = {
		BLOOM_FORMAT_PYBLOOM, BLOOM_FORMAT_REDISBLOOM, BLOOM_FORMAT_GUAVA
	};
	BloomCodecFile *file = palloc(sizeof(BloomCodecFile));
	BloomHasher hasher;
	BloomExpanded *filter;

	bloom_canonical_builtin(&hasher, TEXTOID);
	if (kind == 0)
		MAKE(pybloom, file, 50, 0.01, .growth = 2);
	else if (kind == 1)
		MAKE(redisbloom, file, 50, 0.01, .growth = 2);
	else
		MAKE(guava, file, 50, 0.01);
	filter = bloom_imported_make(formats[kind], file, CurrentMemoryContext);
	for (int i = 0; i < keys; i++)
		bloom_expanded_add_value(filter, &hasher, text_datum(psprintf("key %d", i)));
	return filter;
}

/*
 * Errors in the middle of a change in place
 */

typedef struct Change
{
	const char *name;
	PGFunction	function;
	const char *key;			/* NULL: a hash */
} Change;

static const Change changes[] = {
	{"add", bloom_add, "another"},
	{"add_hash", bloom_add_hash, NULL},
	{"remove", bloom_remove, "another"},
	{"read", bloom_cardinality, NULL},
};

/* What is to go wrong: the allocation or the look of that number, if any */
typedef struct Fault
{
	bool		cancel;
	long		number;
} Fault;

static const Fault no_fault = {false, -1};

static bool
apply(const Change *change, BloomExpanded *filter, Fault fault)
{
	Datum		args[] = {
		bloom_expanded_datum(filter),
		change->key == NULL ? Int64GetDatum((int64) scramble(1 << 20)) :
		text_datum(change->key)
	};
	Datum		result;
	bool		done;

	fuzz_value_type = TEXTOID;
	fuzz_message[0] = '\0';
	fuzz_looks = 0;
	InterruptPending = true;
	fuzz_allocations = fault.cancel ? -1 : fault.number;
	fuzz_cancel_at = fault.cancel ? fault.number : -1;
	done = fuzz_call(change->function, 2, args, &result);
	fuzz_allocations = fuzz_cancel_at = -1;
	InterruptPending = false;
	return done;
}

/* Whether there was such an allocation or look, and an error of it */
static bool
fails(const Change *change, BloomExpanded *filter, Fault fault)
{
	return !apply(change, filter, fault) &&
		strcmp(fuzz_message, fault.cancel ? "canceled" : "out of memory") == 0;
}

static struct varlena *
flat(BloomExpanded *filter)
{
	return fuzz_flatten(bloom_expanded_datum(filter));
}

/* Whether a filter is valid and equal to a flat one */
static bool
same_value(BloomExpanded *filter, struct varlena *value)
{
	struct varlena *bytes = flat(filter);

	return bloom_valid((Bloom *) bytes) && VARSIZE(bytes) == VARSIZE(value) &&
		memcmp(bytes, value, VARSIZE(value)) == 0;
}

/*
 * A filter that has been read, which brings it in order; or one to which a
 * value has been added since.
 */
static BloomExpanded *
make(int kind, bool read)
{
	BloomHasher hasher;
	BloomExpanded *filter;

	bloom_canonical_builtin(&hasher, TEXTOID);
	if (kind < COUNT(kinds))
	{
		filter = make_native(&kinds[kind]);
		if (!read)
			bloom_expanded_add(filter, BLOOM_CLASS_TEXT, scramble(1 << 21));
	}
	else
	{
		filter = make_imported((kind - COUNT(kinds)) % 3,
							   (kind - COUNT(kinds)) / 3 + 44);
		if (!read)
			bloom_expanded_add_value(filter, &hasher, text_datum("one more"));
	}
	/* so that there is something to remove */
	if (bloom_is_counting(filter->head))
		apply(&changes[0], filter, no_fault);
	if (read)
		flat(filter);
	return filter;
}

static int	faults;				/* that were made */

/*
 * Make the change with each fault in turn, and at last without.  Memory that
 * is lost shows when the same fault is made again.  Its second time does not
 * count, because the first may have got through some allocations for good, so
 * that the second gets further.
 */
static void
try_change(int kind, bool read, const Change *change, bool cancel)
{
	const char *name = kind < COUNT(kinds) ? kinds[kind].name : "an imported filter";
	struct varlena *before = flat(make(kind, read));
	BloomExpanded *filter = make(kind, read);
	bool		works = apply(change, filter, no_fault);
	struct varlena *after = works ? flat(filter) : before;
	Fault		fault = {cancel, 0};

	for (;; fault.number++)
	{
		Size		bytes;

		filter = make(kind, read);
		if (!fails(change, filter, fault))
			break;
		faults++;
		(void) fails(change, filter, fault);
		bytes = fuzz_bytes(filter->hdr.eoh_context);
		CHECK(!fails(change, filter, fault) ||
			  fuzz_bytes(filter->hdr.eoh_context) <= bytes,
			  "%s, %s, %s %ld: from %zu bytes to %zu", name, change->name,
			  cancel ? "look" : "allocation", fault.number, bytes,
			  fuzz_bytes(filter->hdr.eoh_context));
		CHECK(same_value(filter, before), "%s, %s, %s %ld", name,
			  change->name, cancel ? "look" : "allocation", fault.number);
	}
	CHECK(same_value(filter, after), "%s, %s after %ld faults", name,
		  change->name, fault.number);
}

/* Run tests as a function: an error that they don't expect ends them */
static void
run(PGFunction tests, Datum arg)
{
	Datum		result;

	CHECK(fuzz_call(tests, 1, &arg, &result), "%s", fuzz_message);
	fuzz_reset();
}

static Datum
change_all(FunctionCallInfo fcinfo)
{
	bool		cancel = PG_GETARG_BOOL(0);

	for (int kind = 0; kind < COUNT(kinds) + 3 * 10; kind++)
		for (int i = 0; i < COUNT(changes); i++)
		{
			try_change(kind, true, &changes[i], cancel);
			try_change(kind, false, &changes[i], cancel);
		}
	return (Datum) 0;
}

static void
out_of_memory(void)
{
	faults = 0;
	run(change_all, BoolGetDatum(false));
	CHECK(faults > 100, "%d faults", faults);
}

static void
canceled(void)
{
	faults = 0;
	run(change_all, BoolGetDatum(true));
	CHECK(faults > 20, "%d faults", faults);
}

/*
 * Filters of 12 MB: 3 looks each time that all bytes are gone through; 1 by
 * 16 MB of counters
 */

static const BloomParameters fixed = {10000000, 0.01, 0, false, 0};
static const BloomParameters counting = {2500000, 0.01, 0, true, 0};
static const BloomParameters growing = {10000000, 0.01, 2, false, 0};

static Datum
large(const BloomParameters *parameters, int hashes)
{
	Bloom	   *head = bloom_head_make(parameters);
	BloomExpanded *filter;

	if (bloom_is_sparse(head))
		bloom_head_first_layer(head, 0);
	filter = bloom_expanded_zeroed(head, CurrentMemoryContext);
	for (int i = 0; i < hashes; i++)
		bloom_expanded_add(filter, BLOOM_CLASS_NONE, scramble(i));
	return bloom_expanded_datum(filter);
}

/* A counting filter from which everything was removed, not noticed yet */
static Datum
emptied(void)
{
	Datum		filter = large(&counting, 1);

	bloom_expanded_remove(bloom_expanded_of(filter), BLOOM_CLASS_NONE,
						  scramble(0));
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
	looks_of("union", bloom_union, 6, a, b);
	looks_of("union in place", bloom_union, 3, large(&fixed, 10), b);
	looks_of("intersection", bloom_intersection, 6, a, b);
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
	Datum		import[] = {name, large_file(), hash, hash, 0, 0, 0, 0, keys};

	looks_of("counting: union", bloom_union, 4, a, a);
	looks_of("counting: intersection", bloom_intersection, 4, a, a);
	looks_of("counting: uncount", bloom_uncount, 2, a, 0);
	looks_of("counting: cardinality", bloom_cardinality, 1,
			 large(&counting, 10), 0);
	looks_of("counting: emptied", bloom_cardinality, 5, emptied(), 0);
	looks_of("growing: union", bloom_union, 12, b, b);
	a = looks_of_call("guava: new", bloom_new, 6, 8, parameters);
	looks_of("guava: union", bloom_union, 6, flat_datum(a), flat_datum(a));
	looks_of("guava: export", bloom_export, 6, name, a);
	looks_of_call("guava: import", bloom_import, 6, 9, import);
	return (Datum) 0;
}

/* A growing filter with full layers, each of which has half of its bits set */
static Datum
layered(int layers)
{
	BloomParameters parameters = {20, 0.01, 2, false, 0};
	Bloom	   *head = bloom_head_make(&parameters);
	BloomExpanded *filter;
	BloomGeometry geometry;

	bloom_head_first_layer(head, 0);
	filter = bloom_expanded_zeroed(head, CurrentMemoryContext);
	geometry = filter->head->layer[0].geometry;
	while (filter->head->layers < layers)
		bloom_layers_append(&filter->layers, &filter->head, &geometry);
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

static Datum
flat_size(FunctionCallInfo fcinfo)
{
	ExpandedObjectHeader *header = DatumGetEOHP(PG_GETARG_DATUM(0));

	return (Datum) header->eoh_methods->get_flat_size(header);
}

/* A list beside coded hashes, which pretend to be as many as fit together */
static Datum
exceed_with_list(FunctionCallInfo fcinfo)
{
	const Kind	kind = {"", {120000000, 1e-9, 0, false, 0, true}, 1500};
	const uint64 size_left = BLOOM_MAX_BYTES - BLOOM_HEADER_SIZE(0);
	BloomExpanded *filter = make_native(&kind);
	Datum		datum = bloom_expanded_datum(filter);
	uint64		coded = *filter->coded;
	uint64		most = 1 << 26;
	Datum		size;

	while (bloom_list_size(filter->head, most + 1000) <= size_left)
		most += 1000;
	while (bloom_list_size(filter->head, most + 1) <= size_left)
		most++;
	for (int more = 0; more < 2; more++)
	{
		bool		fits;

		*filter->coded = coded;
		bloom_expanded_add(filter, BLOOM_CLASS_TEXT,
						   scramble((1 << 21) + more));
		*filter->coded = most - filter->list.count + more;
		fuzz_message[0] = '\0';
		fits = fuzz_call(flat_size, 1, &datum, &size);
		if (more == 0)
			CHECK(fits && size <= BLOOM_MAX_BYTES, "%s", fuzz_message);
		else
			CHECK(!fits && strstr(fuzz_message, "larger than 500 MB") != NULL,
				  "%zu bytes, %s", (Size) size, fuzz_message);
	}
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
	RUN(out_of_memory);
	RUN(canceled);
	RUN(looks);
	RUN(too_large);
	return unit_end("fuzz/faults");
}
