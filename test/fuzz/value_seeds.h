/*
 * fuzz/value_seeds.h
 *		Filters of every kind, made by the extension itself.
 */
#ifndef FUZZ_VALUE_SEEDS_H
#define FUZZ_VALUE_SEEDS_H

#include "unit/codec/make.h"
#include "value/member.h"

extern Datum bloom_agg_union(PG_FUNCTION_ARGS);
extern Datum bloom_agg_of_hash(PG_FUNCTION_ARGS);
extern Datum bloom_agg_like_of_hash(PG_FUNCTION_ARGS);

/*
 * Call the transition function of an aggregate, which has no state yet if
 * *state is 0.  The state is flattened before, as if it came from a worker, if
 * `flat` says so.
 */
static bool
transition(PGFunction function, int count, Datum *state, Datum value,
		   Datum like, bool flat)
{
	Datum		args[] = {*state, value, like};

	if (flat && *state != 0)
	{
		Datum		sent = PointerGetDatum(fuzz_flatten(*state));
		Datum		none = 0;

		/* combine it with nothing */
		if (!transition(bloom_agg_union, 2, &none, sent, 0, false))
			return false;
		args[0] = none;
	}
	fuzz_nulls = *state == 0;
	return fuzz_call(function, count, args, state);
}

/* Some hashes are few enough for a list */
typedef struct Kind
{
	BloomParameters parameters;
	BloomClass	class;
	int			hashes;
	int			other_hashes;	/* of the second value */
} Kind;

static const Kind kinds[] = {
	{{100, 0.01, 0, false, 0}, 0, 0, 5},
	{{100, 0.01, 0, false, 0}, 1, 5, 7},
	{{100, 0.01, 0, false, 0}, 2, 10, 90},
	{{100, 0.01, 0, false, 7}, 1, 90, 120},
	{{800, 0.01, 0, false, 0}, 3, 500, 20},
	{{400, 1e-5, 0, false, 0}, 1, 400, 300},
	{{30, 1e-9, 0, false, -1}, 4, 30, 40},
	{{500, 0.5, 0, false, 0}, 0x80000000, 400, 10},
	{{100, 0.01, 0, true, 0}, 1, 0, 50},
	{{100, 0.01, 0, true, 0}, 2, 80, 50},
	{{200, 1e-3, 0, true, 3}, 1, 300, 100},
	{{20, 0.01, 2, false, 0}, 1, 10, 15},
	{{20, 0.01, 2, false, 0}, 1, 300, 100},
	{{20, 0.01, 4, false, 5}, 2, 500, 10},
	{{10, 1e-4, 2, false, 0}, 0, 200, 200},
	{{50000000, 0.01, 0, false, 0, true}, 0, 0, 0},
	{{50000000, 0.01, 0, false, 0, true}, 1, 30, 10},
	{{50000000, 0.01, 0, false, 0, true}, 0, 10, 30},
	{{50000000, 0.01, 0, false, 0, true}, 1, 300, 200},
	{{50000000, 0.01, 0, false, 0, true}, 6, 1030, 100},
	{{50000000, 0.01, 0, false, 0, true}, 1, 1020, 5000},
	{{1000, 0.01, 0, false, 0, true}, 1, 0, 20},
	{{1000, 0.01, 0, false, 0, true}, 1, 20, 1100},
	{{1 << 20, 0.5, 0, false, 0, true}, 2, 1400, 20},
	{{300, 0.1, 0, false, 7, true}, 1, 3000, 300},
	{{90000000, 1e-9, 0, false, 0, true}, 1, 5000, 1500},
	{{20000, 0.01, 0, false, 0}, 1, 2500, 2600},
};

#define NATIVE_KINDS	(sizeof(kinds) / sizeof(kinds[0]))
#define ELASTIC			15		/* the first of them */
#define STATE_KINDS		10		/* the last kinds, as partial states */
#define IMPORTED_KINDS	12

static BloomFilter *
make_native(const Kind *kind, int from, int hashes)
{
	BloomFilter *filter = BLOOM_MAKE(bloom_filter_create,
									 bloom_head_make(&kind->parameters));

	for (int i = 0; i < hashes; i++)
		BLOOM_CALL(bloom_filter_add, filter, kind->class, scramble(from + i));
	return filter;
}

static BloomFilter *
make_imported(unsigned kind, int count)
{
	static const BloomFormat formats[] = {
		BLOOM_FORMAT_PYBLOOM, BLOOM_FORMAT_PYBLOOM, BLOOM_FORMAT_PYBLOOM,
		BLOOM_FORMAT_REDISBLOOM, BLOOM_FORMAT_REDISBLOOM,
		BLOOM_FORMAT_REDIS_BITMAP, BLOOM_FORMAT_REDIS_BITMAP,
		BLOOM_FORMAT_GUAVA, BLOOM_FORMAT_REDISBLOOM,
		BLOOM_FORMAT_SPARK, BLOOM_FORMAT_SPARK, BLOOM_FORMAT_PARQUET
	};
	BloomCodecFile *file = palloc(sizeof(BloomCodecFile));
	BloomHasher hasher;
	BloomFilter *filter;
	const char *problem;
	bool		integers = kind == 10;

	if (kind < 3)
		problem = MAKE(pybloom, file, 50, 0.01, .xxh3 = kind == 0,
					   .growth = kind == 2 ? 2 : 0);
	else if (kind < 5 || kind == 8)
		problem = MAKE(redisbloom, file, 50, 0.01,
					   .growth = kind == 3 ? 0 : 2);
	else if (kind < 7)
		problem = MAKE(bitmap, file, 50, 0.01, .prime = kind == 5);
	else if (kind == 7)
		problem = MAKE(guava, file, 50, 0.01);
	else if (kind == 11)
		problem = MAKE(parquet, file, 50, 0.01);
	else
		problem = MAKE(spark, file, 50, 0.01, .version = kind == 9 ? 1 : 2);
	if (problem != NULL)
		abort();
	file->head.imported.keys = integers ? BLOOM_KEYS_LONG : BLOOM_KEYS_TEXT;
	filter = BLOOM_MAKE(bloom_imported_make, formats[kind], file);
	bloom_hasher_init(&hasher, integers ? INT8OID : TEXTOID,
					  InvalidOid, CurrentMemoryContext);
	for (int i = 0; i < count; i++)
		bloom_member_add(filter, &hasher, integers ? Int64GetDatum(i) :
						 text_datum(psprintf("key %d", i)));
	if (kind == 8)
	{
		/* as many keys as can be counted */
		filter->imported->layer[0].count +=
			UINT64_MAX - filter->imported->count;
		filter->imported->count = UINT64_MAX;
	}
	return filter;
}

static void
seed_value(Seed *seed, Datum value)
{
	Datum		sent;

	if (!call1(bloom_send, value, &sent))
		abort();
	seed_bytes(seed, VARDATA(DatumGetPointer(sent)),
			   VARSIZE(DatumGetPointer(sent)) - VARHDRSZ);
}

static void
seed_wire(Seed *seed, BloomFilter *filter)
{
	seed_value(seed, bloom_expanded_datum(filter));
}

/* A partial state like a kind of filter, or of a number of hashes */
static Datum
make_state(const Kind *kind, int hashes, bool sized)
{
	BloomFilter *like = make_native(kind, 0, 0);
	Datum		state = 0;

	for (int i = 0; i < hashes; i++)
		if (!transition(sized ? bloom_agg_of_hash : bloom_agg_like_of_hash,
						sized ? 2 : 3, &state,
						Int64GetDatum((int64) scramble(i)),
						bloom_expanded_datum(like), false))
			abort();
	return PointerGetDatum(fuzz_flatten(state));
}

/* Values of each kind, with one of it, of another, and an elastic one */
static Datum
make_pair(FunctionCallInfo fcinfo)
{
	Seed	   *seed = (Seed *) PG_GETARG_POINTER(0);
	unsigned	number = PG_GETARG_INT32(1);
	Seed		length = {seed->data + 1, 0};
	unsigned	kind = number / 3;
	bool		native = kind < NATIVE_KINDS;
	bool		state = kind >= NATIVE_KINDS + IMPORTED_KINDS;
	int			variant = number % 3;
	const Kind *second = &kinds[state ? NATIVE_KINDS - 1 -
								kind % STATE_KINDS : kind % NATIVE_KINDS];
	size_t		start;

	if (variant > 0 && !state)
		second = &kinds[variant == 1 ? (number * 7 + 1) % NATIVE_KINDS :
						ELASTIC + number / 3 % 5];

	seed_number(seed, 1, number % 4 << 4 | 3);
	seed_number(seed, 2, 0);
	seed_number(seed, 1, 2 * OPERATIONS);
	for (int i = 0; i < 2 * OPERATIONS; i++)
		seed_number(seed, 1, i % 2 ? scramble(number + i) : (uint64_t) i / 2);
	start = seed->size;
	if (state)
		seed_value(seed, make_state(second, 1 + variant * 1200 + kind * 7,
									number % 5 == 0));
	else
		seed_wire(seed, native ?
				  make_native(&kinds[kind], 0, kinds[kind].hashes) :
				  make_imported(kind - NATIVE_KINDS, 20 + 20 * variant));
	seed_number(&length, 2, seed->size - start);
	if (state)
		seed_value(seed, make_state(second, 2000, number % 2));
	else if (native || variant > 0)
		seed_wire(seed, make_native(second, 25, second->other_hashes));
	else
		seed_wire(seed, make_imported(kind - NATIVE_KINDS, 45));
	return (Datum) 0;
}

static bool
make_seed(unsigned number, Seed *seed)
{
	Datum		args[] = {PointerGetDatum(seed), Int32GetDatum(number)};
	Datum		nothing;

	if (number >= 3 * (NATIVE_KINDS + IMPORTED_KINDS + STATE_KINDS))
		return false;
	if (!fuzz_call(make_pair, 2, args, &nothing))
		abort();
	fuzz_reset();
	return true;
}

#endif							/* FUZZ_VALUE_SEEDS_H */
