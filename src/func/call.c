/*
 * func/call.c
 *		State of a function call that lasts from row to row, in fn_extra.
 *
 * A filter from a join or a subquery arrives with each row as a pointer into a
 * TOAST table.  Detoasting 12 MB for each row would take milliseconds.  So a
 * filter that is tested often is cached, aligned to cache lines (stored.c).
 * Of other filters, only the slice that a test needs is read.
 *
 * A constant is cached, too.  Any other inline filter is read where it is: it
 * needs no detoasting, and its address does not show whether it is the filter
 * of the row before.
 */
#include "func/call.h"

#include "catalog/pg_type.h"
#include "nodes/primnodes.h"
#include "utils/lsyscache.h"

#include "func/argument.h"
#include "func/stored.h"

typedef struct BloomCall
{
	Oid			type;			/* of the values of hasher, or InvalidOid */
	BloomHasher hasher;
	BloomView	constant;		/* the filter, if it is an inline constant */
	BloomCaller caller;			/* for filters that are stored out of line */
	BloomCachedArray array;
	enum {UNKNOWN, FIXED, VARYING} variation;	/* bloom_call_is_fixed() */
} BloomCall;

/* The state of a call, which is created if there is none */
static BloomCall *
get_call(FunctionCallInfo fcinfo)
{
	BloomCall  *call = fcinfo->flinfo->fn_extra;

	if (unlikely(call == NULL))
	{
		MemoryContext context = fcinfo->flinfo->fn_mcxt;

		call = MemoryContextAllocZero(context, sizeof(BloomCall));
		call->caller.context = call->array.context = context;
		fcinfo->flinfo->fn_extra = call;
	}
	return call;
}

/*
 * The hasher for values of a type, valid until this is called for another one.
 * Raises an error if the type has no stable hash.
 */
static BloomHasher *
get_hasher(FunctionCallInfo fcinfo, Oid type)
{
	BloomCall  *call = get_call(fcinfo);

	if (unlikely(call->type != type))
	{
		call->type = InvalidOid;
		bloom_hasher_init(&call->hasher, type, PG_GET_COLLATION(),
						  fcinfo->flinfo->fn_mcxt);
		call->type = type;
	}
	return &call->hasher;
}

/* The declared type of an argument; InvalidOid if it is polymorphic */
static Oid
declared_type(Oid function, int argno)
{
	Oid		   *types;
	int			count;

	(void) get_func_signature(function, &types, &count);
	return argno < count && !IsPolymorphicType(types[argno]) ? types[argno] :
		InvalidOid;
}

/*
 * The hasher for an argument whose type is found in the call's expression.
 * Citus calls functions without an expression.  Then the declared type of the
 * argument counts.  argno is the same in all calls.  Raises an error if the
 * type has no stable hash, or is unknown.
 */
BloomHasher *
bloom_call_arg_hasher(FunctionCallInfo fcinfo, int argno)
{
	BloomCall  *call = get_call(fcinfo);
	Oid			type;

	if (likely(OidIsValid(call->type)))
		return &call->hasher;
	bloom_argument_check_call(fcinfo, argno);
	type = get_fn_expr_argtype(fcinfo->flinfo, argno);
	if (!OidIsValid(type))
		type = declared_type(fcinfo->flinfo->fn_oid, argno);
	if (!OidIsValid(type))
		ereport(ERROR,
				(errcode(ERRCODE_INDETERMINATE_DATATYPE),
				 errmsg("could not determine the type of the value")));
	return get_hasher(fcinfo, type);
}

/* The elements of an array argument; raises errors as get_hasher() */
BloomElements
bloom_call_elements(FunctionCallInfo fcinfo, int argno)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(argno);

	return bloom_array_deconstruct(array,
								   get_hasher(fcinfo, ARR_ELEMTYPE(array)));
}

/*
 * Whether an argument is a constant.  That of = ANY is not, because it is one
 * element of a constant.
 */
static bool
arg_is_constant(FunctionCallInfo fcinfo, int argno)
{
	const Expr *value = bloom_argument_expression(fcinfo, argno);

	return value != NULL && IsA(value, Const);
}

/*
 * An array argument whose elements will be hashed.  It is valid until the next
 * call.  Raises errors as get_hasher() does.
 */
BloomArray *
bloom_call_array(FunctionCallInfo fcinfo, int argno)
{
	BloomCachedArray *cache = &get_call(fcinfo)->array;
	Datum		value = PG_GETARG_DATUM(argno);
	bool		constant = arg_is_constant(fcinfo, argno);
	ArrayType  *flat;
	BloomArray *array = bloom_array_cached(cache, value, constant, &flat);

	if (array != NULL)
		return array;
	return bloom_array_make(cache, value, constant, flat,
							get_hasher(fcinfo, ARR_ELEMTYPE(flat)));
}

/* Whether a filter contains a value; without a hasher, that is the hash */
static inline bool
view_contains(BloomView view, BloomHasher *hasher, Datum value)
{
	if (hasher == NULL)
		return bloom_view_contains(view, BLOOM_CLASS_NONE,
								   (uint64) DatumGetInt64(value));
	return bloom_view_contains_value(view, hasher, value);
}

/*
 * Whether an argument of a transition function is the same in all calls with
 * the same state, because it is a constant or a parameter.  argno is the same
 * in all calls.
 */
bool
bloom_call_is_fixed(FunctionCallInfo fcinfo, int argno)
{
	BloomCall  *call = get_call(fcinfo);
	const Aggref *aggref;
	const Expr *value;

	if (unlikely(call->variation == UNKNOWN))
	{
		aggref = AggGetAggref(fcinfo);
		call->variation = VARYING;
		if (aggref != NULL && list_length(aggref->args) >= argno)
		{
			value = list_nth_node(TargetEntry, aggref->args, argno - 1)->expr;
			if (IsA(value, Const) || IsA(value, Param))
				call->variation = FIXED;
		}
	}
	return call->variation == FIXED;
}

/*
 * The parameters of a filter argument: a view of it that may be without
 * content.  Those of a filter that is stored out of line are cached.  The view
 * is valid until the next call.
 */
BloomView
bloom_call_head(FunctionCallInfo fcinfo, int argno)
{
	BloomCall  *call = get_call(fcinfo);
	Datum		value = PG_GETARG_DATUM(argno);
	BloomView	view = {.counted = true};

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(value)))
		return bloom_expanded_read(value);
	view.head = bloom_stored_prefix(&call->caller,
									bloom_stored_find(&call->caller, value),
									value).head;
	if (bloom_is_imported(view.head))
		view.imported = bloom_stored_imported(view.head);
	return view;
}

/*
 * A filter argument to test values against.  Reads the whole filter unless it
 * is cached.  The view is valid until the next call.
 */
BloomView
bloom_call_filter(FunctionCallInfo fcinfo, int argno)
{
	BloomCall  *call = get_call(fcinfo);
	Datum		value = PG_GETARG_DATUM(argno);
	BloomStored *stored;

	if (VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(value)))
	{
		stored = bloom_stored_find(&call->caller, value);
		return bloom_stored_cache(&call->caller, stored, value,
								  stored->size) ?
			stored->view : bloom_expanded_read(value);
	}
	if (call->constant.head == NULL)
	{
		if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)) ||
			!arg_is_constant(fcinfo, argno))
			return bloom_expanded_read(value);
		call->constant = bloom_stored_constant(&call->caller, value);
	}
	return call->constant;
}

/*
 * Like bloom_call_filter(), but for a filter that many values will be tested
 * against.  One that is stored out of line is cached at once if there is room.
 */
BloomView
bloom_call_cache(FunctionCallInfo fcinfo, int argno)
{
	BloomCall  *call = get_call(fcinfo);
	Datum		value = PG_GETARG_DATUM(argno);

	if (VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(value)))
	{
		BloomStored *stored = bloom_stored_find(&call->caller, value);

		/* as if slices had cost that much, so that it is cached at once */
		stored->read = Max(stored->read, stored->size);
	}
	return bloom_call_filter(fcinfo, argno);
}

/*
 * The cost of testing one value with slices of a filter that is stored out of
 * line and not cached, as bloom_slice_cost() returns it.  Sets prefix.
 * Returns 0 if the filter is to be read as a whole.
 */
static Size
slice_cost(BloomCall *call, BloomStored *stored, Datum filter,
		   BloomPrefix *prefix)
{
	if (!bloom_slice_pays(&stored->pointer, call->caller.coded))
		return 0;
	*prefix = bloom_stored_prefix(&call->caller, stored, filter);
	return bloom_slice_cost(prefix->head);
}

/*
 * Whether testing count values with bloom_call_contains() reads less of a
 * filter argument than bloom_call_filter() would.
 */
bool
bloom_call_is_sliced(FunctionCallInfo fcinfo, int argno, int count)
{
	BloomCall  *call = get_call(fcinfo);
	Datum		filter = PG_GETARG_DATUM(argno);
	BloomPrefix prefix;
	BloomStored *stored;
	Size		cost;

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(filter)))
		return false;
	stored = bloom_stored_find(&call->caller, filter);
	if (stored->filter != NULL)
		return false;
	cost = slice_cost(call, stored, filter, &prefix);
	return cost != 0 && stored->read + (uint64) cost * count < stored->size;
}

/* bloom_call_contains() for a filter stored out of line and not cached */
static bool
contains_stored(BloomCall *call, BloomStored *stored, Datum filter,
				BloomHasher *hasher, Datum value)
{
	BloomPrefix prefix;
	Size		cost = slice_cost(call, stored, filter, &prefix);
	BloomView	view;

	if (bloom_stored_cache(&call->caller, stored, filter,
						   cost != 0 ? cost : stored->size))
		return view_contains(stored->view, hasher, value);
	if (cost == 0)
	{
		view = bloom_expanded_read(filter);
		call->caller.coded = bloom_is_coded(view.head);
		return view_contains(view, hasher, value);
	}
	if (hasher == NULL)
		return bloom_slice_contains(filter, prefix, BLOOM_CLASS_NONE,
									(uint64) DatumGetInt64(value));
	return bloom_slice_contains(filter, prefix, hasher->class,
								hasher->hash(hasher, value,
											 prefix.head->seed));
}

/*
 * Whether a value may be in a filter argument.  hasher is that of the value's
 * type, or NULL if the value is a hash.  May read a slice of a filter that is
 * stored out of line.  Raises an error if the value classes differ.
 */
bool
bloom_call_contains(FunctionCallInfo fcinfo, int argno, BloomHasher *hasher,
					Datum value)
{
	BloomCall  *call = get_call(fcinfo);
	Datum		filter = PG_GETARG_DATUM(argno);
	BloomStored *stored;

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(filter)))
		return view_contains(bloom_call_filter(fcinfo, argno), hasher, value);
	stored = bloom_stored_find(&call->caller, filter);
	if (likely(stored->filter != NULL))
		return view_contains(stored->view, hasher, value);
	return contains_stored(call, stored, filter, hasher, value);
}
