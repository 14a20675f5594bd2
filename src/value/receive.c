/*
 * value/receive.c
 *		Converting filters from and to bytes outside, and the results of the
 *		validator as errors of the server.
 */
#include "value/receive.h"

#include "codec/codecs.h"
#include "format/byteorder.h"

/* The parts of a stored filter.  Without a whole header, it has no others. */
static BloomParts
stored_parts(const Bloom *filter)
{
	BloomParts	parts = {
		.head = filter, .size = VARSIZE(filter),
		.imported_problem = bloom_codec_problem
	};

	if (parts.size >= BLOOM_HEADER_SIZE(0))
	{
		parts.imported = bloom_stored_imported(filter);
		parts.content = bloom_stored_words(filter);
	}
	return parts;
}

/*
 * Report a problem of a filter from outside, as an error with the given code,
 * or as a soft error in context.  Returns false after a soft error.
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

/*
 * Change the byte order of everything after the header.  The header must be in
 * native order.
 */
static void
swap_rest(Bloom *filter)
{
	Size		prefix = BLOOM_HEADER_SIZE(filter->layers);

	bloom_wire_swap_layers(filter);
	bloom_wire_swap_words((uint64 *) ((char *) filter + prefix),
						  (VARSIZE(filter) - prefix) / sizeof(uint64));
}

/*
 * Convert bytes from outside to a filter, in place.  The caller must have
 * added a varlena header.  If they are invalid, raises an error with the given
 * code.  If context is an ErrorSaveContext, saves the error there instead, and
 * returns false.
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

/* Convert a filter to bytes for outside, in place, after a varlena header */
void
bloom_to_wire(Bloom *filter)
{
	swap_rest(filter);
	bloom_wire_swap_header(filter);
}

/* Whether a whole stored filter is valid: for assertions */
bool
bloom_valid(const Bloom *filter)
{
	BloomParts	parts = stored_parts(filter);

	return bloom_wire_valid(&parts, true, bloom_check_interrupts);
}

/*
 * Whether a filter from a table can be used.  Checks the header, but not the
 * words, which were checked when they came from outside.
 */
bool
bloom_is_sound(const Bloom *filter)
{
	BloomParts	parts = stored_parts(filter);

	return bloom_wire_valid(&parts, false, NULL);
}

/* Raise an error if a filter from a table cannot be used */
void
bloom_check_stored(const Bloom *filter)
{
	if (!bloom_is_sound(filter))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("stored bloom filter is corrupt or from a newer version of bloomext")));
}
