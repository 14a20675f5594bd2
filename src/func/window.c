/*
 * func/window.c
 *		bloom_first_seen: de-duplication in one pass.
 *
 * A window function rather than an aggregate, for it answers for each row
 * and must see each row once, in order.  The filter lives as long as the
 * partition.
 */
#include "func/call.h"

#include "utils/memutils.h"
#include "windowapi.h"

BLOOM_FUNCTION(bloom_first_seen);

typedef struct FirstSeen
{
	BloomExpanded *seen;		/* NULL before the partition's first row */
	int64		added;			/* how often the answer was true */
} FirstSeen;

/* The filter for a partition, of the shape that its first row asks for */
static BloomExpanded *
create_filter(WindowObject window, FirstSeen *state)
{
	BloomShape	shape = {0};
	BloomExpanded *filter;
	bool		capacity_null;
	bool		rate_null;

	shape.capacity =
		DatumGetInt64(WinGetFuncArgCurrent(window, 1, &capacity_null));
	shape.error_rate =
		DatumGetFloat8(WinGetFuncArgCurrent(window, 2, &rate_null));
	if (capacity_null || rate_null)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("capacity and error rate must not be null")));
	filter = bloom_expanded_create(bloom_head_make(&shape),
								   GetMemoryChunkContext(state));
	/* it isn't stored, so a list would only take time */
	bloom_expanded_turn_dense(filter);
	return filter;
}

/* bloom_first_seen(value, capacity, error_rate) OVER (...) */
Datum
bloom_first_seen(PG_FUNCTION_ARGS)
{
	WindowObject window = PG_WINDOW_OBJECT();
	FirstSeen  *state = WinGetPartitionLocalMemory(window, sizeof(FirstSeen));
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 0);
	int64		capacity;
	bool		null;
	Datum		value = WinGetFuncArgCurrent(window, 0, &null);

	/* or the executor would keep all rows, for us to go back to */
	WinSetMarkPosition(window, WinGetCurrentPosition(window));
	if (state->seen == NULL)
		state->seen = create_filter(window, state);
	if (null)
		PG_RETURN_NULL();
	capacity = state->seen->head->capacity;
	if (!bloom_expanded_add_new(state->seen, hasher->class,
								hasher->hash(hasher, value, 0)))
		PG_RETURN_BOOL(false);
	/* nobody stores the filter, which is when others are warned of */
	state->added++;
	if (state->added > capacity && state->added % (capacity / 8 + 1) == 0)
		bloom_warn_over_capacity(state->seen->head, state->added);
	PG_RETURN_BOOL(true);
}
