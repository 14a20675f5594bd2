/*
 * func/anyagg.c
 *		The aggregates of values of any type.
 *
 * They do the same as those of func/agg.c, but their state is a filter in a
 * box, which has the type internal in SQL.  Engines that push down partial
 * aggregates, such as Citus, cannot do that with a polymorphic one, because
 * the worker does not know the type of its argument.  They would fail.  With
 * an internal state, they fetch the rows instead.
 */
#include "func/agg.h"
#include "func/state.h"

#include "utils/datum.h"

BLOOM_FUNCTION(bloom_agg_any);
BLOOM_FUNCTION(bloom_agg_like_any);
BLOOM_FUNCTION(bloom_agg_any_combine);
BLOOM_FUNCTION(bloom_agg_any_serialize);
BLOOM_FUNCTION(bloom_agg_any_deserialize);
BLOOM_FUNCTION(bloom_agg_any_final);

/* The state, which is created by the first row */
typedef struct Box
{
	Datum		filter;			/* in the aggregate's memory */
} Box;

#define PG_GETARG_BOX(n)	\
	(PG_ARGISNULL(n) ? NULL : (Box *) PG_GETARG_POINTER(n))

/* Replace the filter in the box, like the executor replaces a state */
static void
replace(Box *box, Datum filter, MemoryContext context)
{
	Datum		old = box->filter;
	MemoryContext caller;

	if (filter == old)
		return;
	if (!VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(filter)))
	{
		caller = MemoryContextSwitchTo(context);
		filter = datumCopy(filter, false, -1);
		MemoryContextSwitchTo(caller);
	}
	box->filter = filter;
	/* an expanded filter is never replaced */
	if (old != (Datum) 0)
		pfree(DatumGetPointer(old));
}

/*
 * Call a transition or combine function with the filter in the box, and put
 * its result into the box
 */
static Datum
call_with(FunctionCallInfo fcinfo, Box *box, PGFunction function)
{
	MemoryContext context;

	if (!AggCheckCallContext(fcinfo, &context))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("aggregate transition function called outside of an aggregate")));
	if (box == NULL)
		box = MemoryContextAllocZero(context, sizeof(Box));
	fcinfo->args[0].value = box->filter;
	fcinfo->args[0].isnull = box->filter == (Datum) 0;
	replace(box, function(fcinfo), context);
	PG_RETURN_POINTER(box);
}

/* The transition function of bloom_agg(anyelement ...) */
Datum
bloom_agg_any(PG_FUNCTION_ARGS)
{
	return call_with(fcinfo, PG_GETARG_BOX(0), bloom_agg_typed);
}

/* The transition function of bloom_agg_like(anyelement, like) */
Datum
bloom_agg_like_any(PG_FUNCTION_ARGS)
{
	return call_with(fcinfo, PG_GETARG_BOX(0), bloom_agg_like_typed);
}

/* The combine function: the union of two states; the second is unchanged */
Datum
bloom_agg_any_combine(PG_FUNCTION_ARGS)
{
	Box		   *box = PG_GETARG_BOX(0);
	Box		   *other = PG_GETARG_BOX(1);

	if (other == NULL && box == NULL)
		PG_RETURN_NULL();
	if (other == NULL)
		PG_RETURN_POINTER(box);
	fcinfo->args[1].value = other->filter;
	return call_with(fcinfo, box, bloom_agg_union);
}

/* The serialize function: the bytes of the stored filter */
Datum
bloom_agg_any_serialize(PG_FUNCTION_ARGS)
{
	Box		   *box = PG_GETARG_BOX(0);

	PG_RETURN_POINTER(PG_DETOAST_DATUM(box->filter));
}

/* The deserialize function: a box with a copy of the bytes */
Datum
bloom_agg_any_deserialize(PG_FUNCTION_ARGS)
{
	Box		   *box = palloc(sizeof(Box));

	box->filter = PointerGetDatum(PG_GETARG_BYTEA_P_COPY(0));
	PG_RETURN_POINTER(box);
}

/* The final function; the result for no rows is bloom() */
Datum
bloom_agg_any_final(PG_FUNCTION_ARGS)
{
	Box		   *box = PG_GETARG_BOX(0);
	Bloom	   *empty;

	if (box == NULL)
	{
		empty = bloom_head_elastic(BLOOM_DEFAULT_ERROR_RATE);
		SET_VARSIZE(empty, BLOOM_HEADER_SIZE(0));
		PG_RETURN_POINTER(empty);
	}
	fcinfo->args[0].value = MakeExpandedObjectReadOnly(box->filter, false, -1);
	return bloom_agg_final(fcinfo);
}
