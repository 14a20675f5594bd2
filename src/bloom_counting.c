/*
 * bloom_counting.c
 *		Removing values from counting filters, and making plain filters of
 *		them.
 */
#include "bloom_call.h"
#include "bloom_reshape.h"

#include "miscadmin.h"

BLOOM_FUNCTION(bloom_remove);
BLOOM_FUNCTION(bloom_remove_all);
BLOOM_FUNCTION(bloom_uncount);

Datum
bloom_remove(PG_FUNCTION_ARGS)
{
	BloomHasher *hasher;
	BloomExpanded *filter;

	bloom_call_check_filter(fcinfo);
	if (PG_ARGISNULL(1))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	hasher = bloom_call_arg_hasher(fcinfo, 1);
	filter = PG_GETARG_BLOOM_EXPANDED(0);
	bloom_expanded_remove(filter, hasher->class,
						  hasher->hash(hasher, PG_GETARG_DATUM(1),
									   filter->head->seed));
	PG_RETURN_BLOOM_EXPANDED(filter);
}

Datum
bloom_remove_all(PG_FUNCTION_ARGS)
{
	BloomElements elements;
	BloomExpanded *filter;

	bloom_call_check_filter(fcinfo);
	if (PG_ARGISNULL(1))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	elements = bloom_call_elements(fcinfo, 1);
	filter = PG_GETARG_BLOOM_EXPANDED(0);
	for (int i = 0; i < elements.count; i++)
	{
		if (!elements.nulls[i])
			bloom_expanded_remove(filter, elements.hasher->class,
								  elements.hasher->hash(elements.hasher,
														elements.values[i],
														filter->head->seed));
		CHECK_FOR_INTERRUPTS();
	}
	PG_RETURN_BLOOM_EXPANDED(filter);
}

/* A filter that doesn't count is returned as it is */
Datum
bloom_uncount(PG_FUNCTION_ARGS)
{
	BloomView	view = PG_GETARG_BLOOM_COUNTED(0);

	if (!bloom_is_counting(view.head))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	PG_RETURN_BLOOM_EXPANDED(bloom_reshape_uncount(view,
												   CurrentMemoryContext));
}
