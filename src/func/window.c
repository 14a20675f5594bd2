/*
 * func/window.c
 *		bloom_first_seen: de-duplication in one pass.
 *
 * A window function rather than an aggregate, for it answers for each row
 * and must see each row once, in order.  The filter lives as long as the
 * partition.
 *
 * A test of a large filter waits for memory, as long as the executor takes for
 * a part of a row.  So the values of the next rows are hashed before their
 * turn, and their lines prefetched.  This has to do with them all that comes
 * from the plan below, but no more: a value that has to be computed, or whose
 * hash may be an error, waits for its turn.
 */
#include "func/call.h"

#include "nodes/primnodes.h"
#include "utils/memutils.h"
#include "windowapi.h"

BLOOM_FUNCTION(bloom_first_seen);

/* So many rows: measured, more don't help */
#define AHEAD			2

/* A filter of fewer bytes is in cache */
#define MIN_AHEAD		(512 * 1024)

/* In so many first rows nobody looks ahead, for the sake of a LIMIT */
#define ROWS_BEFORE		1000

typedef struct FirstSeen
{
	BloomExpanded *seen;		/* NULL before the partition's first row */
	int64		added;			/* how often the answer was true */
	int64		first_ahead;	/* the row from which on to look ahead */
	int64		next;			/* the first row that isn't hashed */
	bool		nulls[AHEAD + 1];	/* of the rows before, by their numbers */
	uint64		hashes[AHEAD + 1];
} FirstSeen;

/* The filter for a partition, of the parameters that its first row asks for */
static BloomExpanded *
create_filter(WindowObject window, FirstSeen *state)
{
	BloomParameters	parameters = {0};
	BloomExpanded *filter;
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
	filter = bloom_expanded_create(bloom_head_make(&parameters),
								   GetMemoryChunkContext(state));
	/* it isn't stored, so a list would only take time */
	bloom_expanded_turn_dense(filter);
	return filter;
}

/* Whether the value is one that the plan below has computed */
static bool
is_column(FunctionCallInfo fcinfo)
{
	Node	   *call = fcinfo->flinfo->fn_expr;
	Node	   *value;

	if (call == NULL || !IsA(call, WindowFunc))
		return false;
	value = linitial(((WindowFunc *) call)->args);
	if (IsA(value, RelabelType))
		value = (Node *) ((RelabelType *) value)->arg;
	return IsA(value, Var);
}

static void
begin_partition(FunctionCallInfo fcinfo, FirstSeen *state,
				const BloomHasher *hasher)
{
	state->seen = create_filter(PG_WINDOW_OBJECT(), state);
	state->first_ahead =
		bloom_words_size(state->seen->head) >= MIN_AHEAD &&
		bloom_hasher_is_total(hasher) && is_column(fcinfo) ?
		ROWS_BEFORE : PG_INT64_MAX;
	state->next = state->first_ahead;
}

/* Hash the values of the rows up to so many after this one, as far as any */
static void
look_ahead(WindowObject window, FirstSeen *state, BloomHasher *hasher,
		   int64 row)
{
	const BloomExpanded *seen = state->seen;

	for (; state->next <= row + AHEAD; state->next++)
	{
		int			at = state->next % (AHEAD + 1);
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
		state->hashes[at] = hasher->hash(hasher, value, 0);
		bloom_layers_prefetch(seen->head, seen->layers.words,
							  &state->hashes[at], 1);
	}
}

/* The hash of the present row's value; false if it is null */
static bool
row_hash(WindowObject window, FirstSeen *state, BloomHasher *hasher,
		 uint64 *hash)
{
	int64		row = WinGetCurrentPosition(window);
	bool		null;
	Datum		value;

	if (row >= state->first_ahead)
	{
		look_ahead(window, state, hasher, row);
		*hash = state->hashes[row % (AHEAD + 1)];
		return !state->nulls[row % (AHEAD + 1)];
	}
	value = WinGetFuncArgCurrent(window, 0, &null);
	*hash = null ? 0 : hasher->hash(hasher, value, 0);
	return !null;
}

/* bloom_first_seen(value, capacity, error_rate) OVER (...) */
Datum
bloom_first_seen(PG_FUNCTION_ARGS)
{
	WindowObject window = PG_WINDOW_OBJECT();
	FirstSeen  *state = WinGetPartitionLocalMemory(window, sizeof(FirstSeen));
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 0);
	int64		capacity;
	uint64		hash;

	/* the answer to a null is null, so that there is nothing to ignore */
	bloom_refuse_ignore_nulls(window, fcinfo);
	/* or the executor would keep all rows, for us to go back to */
	WinSetMarkPosition(window, WinGetCurrentPosition(window));
	if (state->seen == NULL)
		begin_partition(fcinfo, state, hasher);
	if (!row_hash(window, state, hasher, &hash))
		PG_RETURN_NULL();
	capacity = state->seen->head->capacity;
	if (!bloom_expanded_add_new(state->seen, hasher->class, hash))
		PG_RETURN_BOOL(false);
	/* nobody stores the filter, which is when others are warned of */
	state->added++;
	if (state->added > capacity && state->added % (capacity / 8 + 1) == 0)
		bloom_warn_over_capacity(state->seen->head, 0, state->added);
	PG_RETURN_BOOL(true);
}
