/*
 * func/window.c
 *		bloom_first_seen: deduplication in one pass.
 *
 * This is a window function, not an aggregate, because it returns a result
 * for each row and must see each row once, in order.  The filter lives as long
 * as the partition.
 *
 * A test of a large filter waits for memory about as long as the executor
 * needs for a part of a row.  So the values of the next rows are hashed early,
 * and their cache lines are prefetched.  The rows below are read earlier
 * because of that, but nothing else happens early: a value that has to be
 * computed or detoasted, or whose hashing can raise an error, waits for its
 * turn.
 */
#include "func/argument.h"
#include "func/call.h"

#include "nodes/primnodes.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "windowapi.h"

BLOOM_FUNCTION(bloom_first_seen);

/* Rows that are hashed early; more were not faster in measurements */
#define EARLY_ROWS		2

/* A filter of fewer bytes is in the CPU's cache */
#define MIN_EARLY_BYTES	(512 * 1024)

/* The first rows are not hashed early, because a LIMIT may need no more */
#define FIRST_EARLY		1000

/* The state of a window partition */
typedef struct FirstSeen
{
	BloomFilter *seen;		/* NULL before the partition's first row */
	int64		added;			/* how often the result was true */
	int64		first_early;	/* the first row that is hashed early */
	int64		next;			/* the first row that is not hashed yet */
	int16		typlen;			/* the length of the value's type */
	bool		nulls[EARLY_ROWS + 1];	/* of rows before next, by number */
	uint64		hashes[EARLY_ROWS + 1];
} FirstSeen;

/* Create the filter of a partition, with the parameters in its first row */
static BloomFilter *
create_filter(WindowObject window, FirstSeen *state)
{
	BloomParameters parameters = {0};
	Bloom	   *head;
	bool		capacity_null;
	bool		rate_null;
	Datum		capacity = WinGetFuncArgCurrent(window, 1, &capacity_null);
	Datum		rate = WinGetFuncArgCurrent(window, 2, &rate_null);

	if (capacity_null || rate_null)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("capacity and error rate must not be null")));
	parameters.capacity = DatumGetInt64(capacity);
	parameters.error_rate = DatumGetFloat8(rate);
	head = bloom_head_make(&parameters);
	/* the filter is never stored, so a list would be no advantage */
	bloom_head_first_layer(head, 0);
	return bloom_expanded_move(BLOOM_MAKE(bloom_filter_zeroed, head, NULL),
							   GetMemoryChunkContext(state));
}

/* Whether the value is a column, which the plan below has computed */
static bool
is_column(FunctionCallInfo fcinfo)
{
	const Expr *value = bloom_argument_expression(fcinfo, 0);

	if (value != NULL && IsA(value, RelabelType))
		value = ((RelabelType *) value)->arg;
	return value != NULL && IsA(value, Var);
}

/* Initialize the state for the first row of a partition */
static void
begin_partition(FunctionCallInfo fcinfo, FirstSeen *state,
				const BloomHasher *hasher)
{
	state->seen = create_filter(PG_WINDOW_OBJECT(), state);
	state->first_early =
		bloom_words_size(state->seen->head) >= MIN_EARLY_BYTES &&
		bloom_hasher_cannot_fail_inline(hasher->type) && is_column(fcinfo) ?
		FIRST_EARLY : PG_INT64_MAX;
	state->next = state->first_early;
	state->typlen = get_typlen(hasher->type);
}

/*
 * Hash and prefetch the values from state->next to EARLY_ROWS rows ahead, or
 * to the next value that has to wait
 */
static void
hash_early(WindowObject window, FirstSeen *state, BloomHasher *hasher,
		   int64 row)
{
	const BloomFilter *seen = state->seen;

	for (; state->next <= row + EARLY_ROWS; state->next++)
	{
		int			at = state->next % (EARLY_ROWS + 1);
		bool		out;
		Datum		value = WinGetFuncArgInPartition(window, 0,
													 state->next - row,
													 WINDOW_SEEK_CURRENT,
													 false, &state->nulls[at],
													 &out);

		if (out)
			return;
		if (state->nulls[at])
			continue;
		if (bloom_value_is_toasted(value, state->typlen))
			return;
		state->hashes[at] = hasher->hash(hasher, value, 0);
		bloom_layers_prefetch(seen->head, seen->layers.words,
							  &state->hashes[at], 1);
	}
}

/* Get the hash of the current row's value; false if the value is null */
static bool
row_hash(WindowObject window, FirstSeen *state, BloomHasher *hasher,
		 uint64 *hash)
{
	int64		row = WinGetCurrentPosition(window);
	bool		null;
	Datum		value;

	if (row >= state->first_early)
	{
		hash_early(window, state, hasher, row);
		*hash = state->hashes[row % (EARLY_ROWS + 1)];
		if (row < state->next)
			return !state->nulls[row % (EARLY_ROWS + 1)];
		/* hash_early() has left it to its turn */
		state->next++;
	}
	value = WinGetFuncArgCurrent(window, 0, &null);
	*hash = null ? 0 : hasher->hash(hasher, value, 0);
	return !null;
}

/*
 * bloom_first_seen(value, capacity, error_rate) OVER (...): whether no earlier
 * row of the partition had the value, or null for null.  Warns if the filter
 * has more values than its capacity.
 */
Datum
bloom_first_seen(PG_FUNCTION_ARGS)
{
	WindowObject window = PG_WINDOW_OBJECT();
	FirstSeen  *state = WinGetPartitionLocalMemory(window, sizeof(FirstSeen));
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 0);
	int64		capacity;
	uint64		hash;

	/* the result for null is null, so there is nothing to ignore */
	bloom_refuse_ignore_nulls(window, fcinfo);
	/* without this, the executor would keep all rows of the partition */
	WinSetMarkPosition(window, WinGetCurrentPosition(window));
	if (state->seen == NULL)
		begin_partition(fcinfo, state, hasher);
	if (!row_hash(window, state, hasher, &hash))
		PG_RETURN_NULL();
	capacity = state->seen->head->capacity;
	bloom_set_class(state->seen->head, hasher->class);
	if (!bloom_filter_add_new(state->seen, hash))
		PG_RETURN_BOOL(false);
	/* other filters warn when they are stored, but this one never is */
	state->added++;
	if (state->added > capacity && state->added % (capacity / 8 + 1) == 0)
		bloom_warn_over_capacity(state->seen->head, state->added,
								 "Give bloom_first_seen() a larger capacity.");
	PG_RETURN_BOOL(true);
}
