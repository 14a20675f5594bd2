/*
 * value/receive.c
 *		Filters from and to the wire format, and checks of stored ones.
 */
#include "value/heads.h"

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
		return bloom_report(&problem, sqlerrcode, context);
	if (bloom_wire_complete(filter, VARSIZE(filter)))
		swap_rest(filter);
	parts = stored_parts(filter);
	if (!bloom_wire_check(&parts, bloom_check_interrupts, &problem))
		return bloom_report(&problem, sqlerrcode, context);
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
 * Whether a filter from a table can be used.  Checks all but the content,
 * which was checked when it came from outside.
 */
bool
bloom_is_sound(const Bloom *filter)
{
	BloomParts	parts = stored_parts(filter);

	return bloom_wire_valid(&parts, false, NULL);
}
