/*
 * format/validate.c
 *		The validator of filters from outside.
 */
#include "format/validate.h"

#include <stdio.h>
#include <string.h>

#include "core/bits.h"
#include "core/bytes.h"
#include "core/coded.h"
#include "core/hashes.h"
#include "format/byteorder.h"
#include "format/head.h"
#include "format/layer.h"

/* Flags that only lists have */
#define LIST_FLAGS		\
	(BLOOM_FLAG_ELASTIC | BLOOM_FLAG_WHOLE | BLOOM_FLAG_CODED_STATE)

static bool
invalid(BloomProblem *problem, const char *what)
{
	bloom_problem(problem, BLOOM_PROBLEM_INVALID, "invalid bloom filter");
	return bloom_problem_detail(problem, "%s", what);
}

/*
 * Whether this version supports the numbers of version and format in a header.
 * If not, sets problem unless it is NULL.
 */
static bool
supported(const Bloom *head, BloomProblem *problem)
{
	const char *what = NULL;
	int			number = 0;

	if (head->version != BLOOM_FORMAT_VERSION)
	{
		what = "format version";
		number = head->version;
	}
	else if (bloom_format_name(head->format) == NULL)
	{
		what = "hash format";
		number = head->format;
	}
	if (what == NULL || problem == NULL)
		return what == NULL;
	return bloom_problem(problem, BLOOM_PROBLEM_UNSUPPORTED,
						 "this version of bloomext does not support bloom filters with %s %d",
						 what, number);
}

bool
bloom_wire_start(Bloom *head, size_t size, BloomProblem *problem)
{
	if (size < BLOOM_HEADER_SIZE(0))
		return invalid(problem, "The value is too short.");
	if (memcmp(&head->version, "\\x", 2) == 0)
	{
		invalid(problem, "It looks like the text format, sent as binary.");
		return bloom_problem_hint(problem,
								  "Send it as text, or the bytes that the hexadecimal digits after \\x stand for.");
	}
	bloom_wire_swap_header(head);
	return supported(head, problem);
}

bool
bloom_wire_complete(const Bloom *head, size_t size)
{
	return size >= BLOOM_HEADER_SIZE(head->layers) &&
		(size - BLOOM_HEADER_SIZE(head->layers)) % sizeof(uint64_t) == 0;
}

/*
 * Check the header, layer table and own data of an imported filter.  Its class
 * is valid, and no reserved flags are set.  This and the following functions
 * return NULL, or a sentence about the error.
 */
static const char *
imported_problem(const BloomParts *parts)
{
	const Bloom *head = parts->head;
	const BloomImported *imported = parts->imported;
	const char *problem;

	if (head->flags != BLOOM_FLAG_DENSE || head->growth != 0 ||
		head->seed != 0 || head->layers < 1 ||
		head->layers > BLOOM_IMPORTED_MAX_LAYERS)
		return "A filter of another library must be dense and have layers.";
	if (head->extra * sizeof(uint64_t) != bloom_imported_size(head) ||
		parts->size < bloom_prefix_size(head))
		return "The format's own data has the wrong length.";
	problem = parts->imported_problem((BloomFormat) head->format, imported,
									  head->layers);
	if (problem != NULL)
		return problem;
	if ((uint64_t) head->capacity != imported->capacity ||
		head->error_rate != imported->error_rate)
		return "Its capacity and error rate do not match the format's own data.";
	for (int i = 0; i < head->layers; i++)
	{
		BloomGeometry geometry = bloom_imported_geometry(&imported->layer[i]);

		if (memcmp(&geometry, &head->layer[i].geometry,
				   sizeof(geometry)) != 0)
			return "The sizes of a layer do not match each other.";
	}
	if (parts->size != bloom_prefix_size(head) + bloom_words_size(head))
		return "Its length does not match its content.";
	return NULL;
}

/* Whether the flags, capacity and growth of a sparse filter are consistent */
static bool
list_flags_valid(const Bloom *head)
{
	uint8_t		flags = head->flags;

	if (flags & BLOOM_FLAG_CODED_STATE &&
		(bloom_is_shortened(head) || !(flags & BLOOM_FLAG_PARTIAL)))
		return false;
	if (flags & BLOOM_FLAG_ELASTIC)
		return head->growth == 0 && head->capacity > 0;
	if (flags & BLOOM_FLAG_WHOLE &&
		(!(flags & BLOOM_FLAG_PARTIAL) || head->capacity == 0))
		return false;
	return head->capacity > 0 || head->growth == 2 ||
		(head->growth == 0 && flags & BLOOM_FLAG_PARTIAL);
}

/* Check the length of a coded list */
static const char *
coded_length_problem(const BloomParts *parts)
{
	size_t		size = parts->size - bloom_prefix_size(parts->head);
	int			bits = bloom_hash_bits(parts->head);
	uint64_t	count;

	if (size < sizeof(count))
		return "The value is too short.";
	memcpy(&count, parts->content, sizeof(count));
	if (count > BLOOM_CODED_MAX_COUNT ||
		(bits < BLOOM_HASH_BITS ? count > UINT64_C(1) << bits : count < 2))
		return "It has more or fewer hashes than a coded list can have.";
	if (size != bloom_list_size(parts->head, count))
		return "Its length does not match its content.";
	return NULL;
}

/*
 * Check the head, own data and length of a supported filter.  It must have at
 * least the size of a header.
 */
static const char *
header_problem(const BloomParts *parts)
{
	const Bloom *head = parts->head;
	bool		dense = (head->flags & BLOOM_FLAG_DENSE) != 0;

	if (head->flags & ~(BLOOM_FLAG_DENSE | BLOOM_FLAG_COUNTING |
						BLOOM_FLAG_ELASTIC | BLOOM_FLAG_WHOLE |
						BLOOM_FLAG_CODED_STATE | BLOOM_FLAG_MIXED |
						BLOOM_FLAG_PARTIAL))
		return "Reserved flags are set.";
	if (!bloom_class_valid(head->class))
		return "The value class is not recognized.";
	if (bloom_is_imported(head))
		return imported_problem(parts);
	if (!bloom_growth_valid(head->growth))
		return "The growth factor is not recognized.";
	if (!(head->error_rate >= BLOOM_MIN_ERROR_RATE &&
		  head->error_rate <= BLOOM_MAX_ERROR_RATE))
		return "The error rate is out of range.";
	if (head->capacity < 0 || (head->capacity == 0 && dense))
		return "The capacity is out of range.";
	if (dense != (head->layers > 0))
		return "The layers do not match the representation.";
	if (head->growth == 0 && head->layers > 1)
		return "A fixed filter cannot have several layers.";
	if (bloom_is_counting(head) && (!dense || head->growth != 0))
		return "A counting filter must be dense and fixed.";
	if (dense ? (head->flags & LIST_FLAGS) != 0 : !list_flags_valid(head))
		return "Its flags, capacity and growth contradict each other.";
	if (head->extra != 0)
		return "Reserved data is present.";
	if (parts->size < bloom_prefix_size(head))
		return "The value is too short.";
	if (bloom_is_coded(head))
		return coded_length_problem(parts);
	for (int i = 0; i < head->layers; i++)
		if (!bloom_geometry_valid(&head->layer[i].geometry))
			return "The sizes of a layer do not match each other.";
	if (dense ?
		parts->size != bloom_prefix_size(head) + bloom_words_size(head) :
		(parts->size - bloom_prefix_size(head)) % sizeof(uint64_t) != 0)
		return "Its length does not match its content.";
	return NULL;
}

/* Whether all bits of an array from position `bits` on are 0 */
static bool
padding_is_clear(const char *content, uint64_t bits, size_t lines)
{
	for (uint64_t i = bits; i < lines * BLOOM_LINE_BITS; i++)
		if (bloom_get_word(content, (size_t) (i / 64)) >> (i % 64) & 1)
			return false;
	return true;
}

/* Check the words of a dense filter with a valid header */
static const char *
words_problem(const BloomParts *parts, BloomPause pause)
{
	const Bloom *head = parts->head;
	const char *content = parts->content;
	BloomHeadRoom empty;

	/*
	 * The empty filter with these parameters, a list, must be possible.  An
	 * empty fixed filter can keep its layer; see bloom_head_clear().
	 */
	if (head->growth != 0)
	{
		bloom_head_clear(&empty.head, head);
		if (bloom_head_limit(&empty.head) == 0)
			return "A filter of that capacity and error rate would be too large.";
	}
	for (int i = 0; i < head->layers; i++)
	{
		size_t		lines = head->layer[i].geometry.lines;

		if (bloom_layer_count_or(head, content, content, lines, pause) !=
			head->layer[i].bits_set)
			return "Its count of set bits is wrong.";
		if (bloom_is_imported(head) &&
			!padding_is_clear(content, bloom_imported_positions(
							  &parts->imported->layer[i]), lines))
			return "Bits are set past the end of a layer.";
		content += lines * bloom_line_words(head) * sizeof(uint64_t);
	}
	return NULL;
}

/* Check the hashes of a sparse filter, at an aligned address */
static const char *
hashes_problem(const BloomParts *parts, BloomPause pause)
{
	size_t		limit = bloom_head_limit(parts->head);
	size_t		count;

	/* a state may get other parameters before the aggregate is finished */
	if (limit == 0 && (parts->head->flags & BLOOM_FLAG_PARTIAL) == 0)
		return "A filter of that capacity and error rate would be too large.";
	if (bloom_is_coded(parts->head))
		return bloom_coded_valid(parts->content,
								 bloom_hash_bits(parts->head), pause) ? NULL :
			"Its hashes are not coded correctly.";
	count = (parts->size - bloom_prefix_size(parts->head)) /
		sizeof(uint64_t);
	if (bloom_is_elastic(parts->head))
		limit = BLOOM_ELASTIC_MAX_LIST;
	if (parts->head->growth == 0 && count > limit &&
		(parts->head->flags & BLOOM_FLAG_PARTIAL) == 0)
		return "It has more hashes than a sparse filter can have.";
	if (!bloom_hashes_ascend(parts->content, count))
		return "Its hashes are not in ascending order.";
	return NULL;
}

static const char *
content_problem(const BloomParts *parts, BloomPause pause)
{
	return bloom_is_sparse(parts->head) ?
		hashes_problem(parts, pause) :
		words_problem(parts, pause);
}

bool
bloom_wire_check(const BloomParts *parts, BloomPause pause,
				 BloomProblem *problem)
{
	const char *what = header_problem(parts);

	if (what == NULL)
		what = content_problem(parts, pause);
	return what == NULL ? true : invalid(problem, what);
}

bool
bloom_wire_valid(const BloomParts *parts, bool content, BloomPause pause)
{
	return parts->size >= BLOOM_HEADER_SIZE(0) &&
		supported(parts->head, NULL) && header_problem(parts) == NULL &&
		(!content || content_problem(parts, pause) == NULL);
}
