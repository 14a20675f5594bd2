/*
 * value/receive.c
 *		Between filters and bytes from outside: the validator's verdicts as
 *		errors of the server.
 */
#include "value/receive.h"

/* The parts of a stored value; where its header isn't there, none else is */
static BloomParts
stored_parts(const Bloom *filter)
{
	BloomParts	parts = {.head = filter, .size = VARSIZE(filter)};

	if (parts.size >= BLOOM_HEADER_SIZE(0))
	{
		parts.imported = bloom_stored_imported(filter);
		parts.content = bloom_stored_words(filter);
	}
	return parts;
}

/*
 * What is wrong with a filter from outside, as an error with the given code or
 * a soft one.
 */
static bool
refuse(const BloomProblem *problem, int sqlerrcode, Node *context)
{
	if (problem->kind == BLOOM_PROBLEM_UNSUPPORTED)
		sqlerrcode = ERRCODE_FEATURE_NOT_SUPPORTED;
	ereturn(context, false,
			(errcode(sqlerrcode),
			 errmsg_internal("%s", problem->message),
			 problem->detail[0] != '\0' ?
			 errdetail("%s", problem->detail) : 0,
			 problem->hint[0] != '\0' ? errhint("%s", problem->hint) : 0));
}

/* Between byte orders: what follows the header, which is in native order */
static void
swap_rest(Bloom *filter)
{
	Size		prefix = BLOOM_HEADER_SIZE(filter->layers);

	bloom_wire_swap_layers(filter);
	bloom_wire_swap_words((uint64 *) ((char *) filter + prefix),
						  (VARSIZE(filter) - prefix) / sizeof(uint64));
}

/*
 * Turn wire bytes, to which the caller has given a varlena header, into a
 * filter, in place.  What is wrong with them is an error with the given code,
 * or is saved in context where that is an ErrorSaveContext; then the result
 * is false.
 */
bool
bloom_from_wire(Bloom *filter, int sqlerrcode, Node *context)
{
	BloomProblem problem;
	BloomParts	parts;

	if (!bloom_wire_start(filter, VARSIZE(filter), &problem))
		return refuse(&problem, sqlerrcode, context);
	if (bloom_wire_complete(filter, VARSIZE(filter)))
		swap_rest(filter);
	parts = stored_parts(filter);
	if (!bloom_wire_check(&parts, bloom_check_interrupts, &problem))
		return refuse(&problem, sqlerrcode, context);
	return true;
}

/* The opposite, in place: the bytes after the varlena header are the wire's */
void
bloom_to_wire(Bloom *filter)
{
	swap_rest(filter);
	bloom_wire_swap_header(filter);
}

/* Whether the whole of a filter in memory is right: for assertions */
bool
bloom_valid(const Bloom *filter)
{
	BloomParts	parts = stored_parts(filter);

	return bloom_wire_valid(&parts, true, bloom_check_interrupts);
}

/*
 * Whether a value that came from storage can be worked with.  Its header is
 * checked in full, its words were when they entered.
 */
bool
bloom_is_sound(const Bloom *filter)
{
	BloomParts	parts = stored_parts(filter);

	return bloom_wire_valid(&parts, false, NULL);
}

/* An error unless it is */
void
bloom_check_stored(const Bloom *filter)
{
	if (!bloom_is_sound(filter))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("stored bloom filter is corrupt or from a newer version of bloomext")));
}
