/*
 * value/format.c
 *		Heads of filters: from a shape to the header and first layer that a
 *		filter of it has, and which shapes go together.
 */
#include "value/format.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"

#include "core/bits.h"

static void
check_shape(const BloomShape *shape)
{
	if (shape->capacity < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("capacity must be at least 1")));
	/* written so that NaN fails */
	if (!(shape->error_rate >= BLOOM_MIN_ERROR_RATE &&
		  shape->error_rate <= BLOOM_MAX_ERROR_RATE))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("error rate must be between %g and %g",
						BLOOM_MIN_ERROR_RATE, BLOOM_MAX_ERROR_RATE),
				 shape->error_rate >= 1 && shape->error_rate <= 50 ?
				 errhint("It is a share: %g %% is %g.", shape->error_rate,
						 shape->error_rate / 100) : 0));
	if (!bloom_growth_valid(shape->growth))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("growth must be 0, 2 or 4")));
	/* the layers of a grown filter don't tell which one counts a value */
	if (shape->counting && shape->growth != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a counting bloom filter can't grow")));
}

/* The error of a filter that would have more than BLOOM_MAX_BYTES */
void
bloom_too_large(const Bloom *head)
{
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 errmsg("bloom filter would be larger than %d MB",
					BLOOM_MAX_BYTES / 1024 / 1024),
			 errdetail("It would have %s.", bloom_head_text(head)),
			 errhint("Spread the values over several filters by bloom_shard.")));
}

/* The error of what needs the 64-bit hash that a filter doesn't have */
void
bloom_no_hashes(const Bloom *head)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("bloom filter of family %s has no 64-bit hashes",
					bloom_family_name(head->family)),
			 errhint("Give the value itself.")));
}

/*
 * The geometry of a growing filter's first layer that is for so many values.
 * That of a part of a union is larger than one for the filter's own rate, and
 * so its share of the rate is no less than what it is solved for.
 */
static bool
first_growing(const Bloom *head, uint64 values, bool part,
			  BloomGeometry *geometry)
{
	double		rate = bloom_geometry_layer_rate(head->error_rate, 0);

	if (!bloom_geometry_grow(head->capacity, head->growth, values, 0, rate,
							 geometry))
		return false;
	if (!part)
		return true;
	rate = bloom_geometry_part_rate(head->error_rate, 0, geometry->lines);
	return bloom_geometry_grow(head->capacity, head->growth, values, 0, rate,
							   geometry);
}

/*
 * The geometry of a filter's first layer: the one that it has, or the one
 * with which it would turn dense holding so many values, be it whole or a
 * part of a union.  Returns false if it can't be had.
 */
static bool
first_geometry(const Bloom *head, uint64 values, bool part,
			   BloomGeometry *geometry)
{
	if (!bloom_is_sparse(head))
		*geometry = head->layer[0].geometry;
	else if (head->growth == 0)
	{
		if (!bloom_geometry_solve(head->capacity, head->error_rate, geometry))
			return false;
	}
	else if (!first_growing(head, values, part, geometry))
		return false;
	return BLOOM_HEADER_SIZE(1) + (Size) geometry->lines *
		bloom_line_words(head) * sizeof(uint64) <= BLOOM_MAX_BYTES;
}

/*
 * The head of an empty filter, palloc'd with room for a layer, or an error if
 * the shape can't be had.
 */
Bloom *
bloom_head_make(const BloomShape *shape)
{
	Bloom	   *head = palloc0(BLOOM_HEADER_SIZE(1));
	BloomGeometry geometry;

	check_shape(shape);
	head->version = BLOOM_FORMAT_VERSION;
	head->family = BLOOM_FAMILY_NATIVE;
	head->growth = shape->growth;
	head->class = BLOOM_CLASS_NONE;
	head->seed = (uint64) shape->seed;
	head->capacity = shape->capacity;
	head->error_rate = shape->error_rate;
	if (shape->counting)
	{
		/* a list of hashes would have no counts */
		head->flags = BLOOM_FLAG_COUNTING;
		bloom_head_first_layer(head, 0, false);
	}
	if (!first_geometry(head, 0, false, &geometry))
		bloom_too_large(head);
	return head;
}

/* The same for a filter that sizes itself */
Bloom *
bloom_head_self_sizing(double error_rate)
{
	BloomShape	shape = {.capacity = 1, .error_rate = error_rate, .growth = 2};
	Bloom	   *head = bloom_head_make(&shape);

	head->capacity = 0;
	return head;
}

/*
 * The head of an empty filter of the same shape, which may hold any class;
 * palloc'd with room for a layer.  It is sparse, unless the filter counts or
 * its geometry isn't the one that a sparse filter turns to.
 */
Bloom *
bloom_head_empty(const Bloom *head)
{
	Bloom	   *empty = palloc0(BLOOM_HEADER_SIZE(1));
	BloomGeometry geometry;

	memcpy(empty, head, BLOOM_HEADER_SIZE(0));
	empty->class = BLOOM_CLASS_NONE;
	empty->extra = 0;
	empty->layers = 0;
	empty->flags &= ~BLOOM_FLAG_DENSE;
	if (!bloom_is_sparse(head) && head->growth == 0 &&
		!(!bloom_is_counting(head) &&
		  first_geometry(empty, 0, false, &geometry) &&
		  memcmp(&geometry, &head->layer[0].geometry, sizeof(geometry)) == 0))
	{
		empty->layers = 1;
		empty->flags |= BLOOM_FLAG_DENSE;
		empty->layer[0].geometry = head->layer[0].geometry;
	}
	return empty;
}

/*
 * Give a sparse head, which has room for it, the layer with which a filter
 * turns dense.  Parameters and result are as for first_geometry.
 */
bool
bloom_head_try_layer(Bloom *head, uint64 values, bool part)
{
	if (!first_geometry(head, values, part, &head->layer[0].geometry))
		return false;
	head->layer[0].bits_set = 0;
	head->layers = 1;
	head->flags |= BLOOM_FLAG_DENSE;
	return true;
}

/* The same; an error if it can't be had */
void
bloom_head_first_layer(Bloom *head, uint64 values, bool part)
{
	if (!bloom_head_try_layer(head, values, part))
		bloom_too_large(head);
}

/*
 * With how many hashes a sparse filter is still smaller than a dense one; 0
 * if there is no dense one.
 */
Size
bloom_head_limit(const Bloom *head)
{
	BloomGeometry geometry;

	if (bloom_sizes_itself(head))
		return BLOOM_SELF_SIZING_LIMIT;
	if (!first_geometry(head, 0, false, &geometry))
		return 0;
	return (sizeof(BloomLayer) - 1 +
			(Size) geometry.lines * (BLOOM_LINE_BITS / 8)) / sizeof(uint64);
}

/* What users know a shape by; only what is set appears */
char *
bloom_head_text(const Bloom *head)
{
	StringInfoData text;

	initStringInfo(&text);
	if (bloom_is_foreign(head))
		appendStringInfo(&text, "family %s, ", bloom_family_name(head->family));
	if (bloom_is_foreign(head) && head->layers == 1)
		appendStringInfo(&text, "%u probes, ", head->layer[0].geometry.probes);
	else if (bloom_is_foreign(head))
		appendStringInfo(&text, "%u layers, ", head->layers);
	if (head->capacity == 0)
		appendStringInfoString(&text, "no capacity");
	else
		appendStringInfo(&text, "capacity " INT64_FORMAT, head->capacity);
	appendStringInfo(&text, ", error rate %g", head->error_rate);
	if (head->growth != 0)
		appendStringInfo(&text, ", growth %d", head->growth);
	if (bloom_is_counting(head))
		appendStringInfoString(&text, ", counting");
	if (head->seed != 0)
		appendStringInfo(&text, ", seed " INT64_FORMAT, (int64) head->seed);
	if (!bloom_is_sparse(head) && head->growth == 0 && head->layers == 1)
		appendStringInfo(&text, ", %u lines", head->layer[0].geometry.lines);
	return text.data;
}

/*
 * By how much the first filter has to be folded to have the second one's
 * shape; 1 if they have one shape, 0 if folding doesn't lead there.
 */
uint32
bloom_fold_factor(const Bloom *from, const Bloom *to)
{
	BloomGeometry geometry[2];
	uint32		factor;

	if ((from->flags ^ to->flags) & BLOOM_FLAG_COUNTING ||
		from->family != to->family || from->growth != to->growth ||
		from->seed != to->seed || from->error_rate != to->error_rate)
		return 0;
	if (from->growth != 0)
		return from->capacity == to->capacity;
	if (!first_geometry(from, 0, false, &geometry[0]) ||
		!first_geometry(to, 0, false, &geometry[1]))
		return 0;
	factor = bloom_geometry_fold_factor(&geometry[0], &geometry[1]);
	return from->capacity == to->capacity * factor ? factor : 0;
}

/* The error of bloom_check_class */
void
bloom_class_mismatch(BloomClass held, BloomClass class)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("bloom filter holds %s values, not %s",
					bloom_class_name(held), bloom_class_name(class)),
			 errhint("Cast the value to the type that the filter was built from.")));
}

/* Look for a cancel request: for code that knows nothing of the server */
void
bloom_check_interrupts(void)
{
	CHECK_FOR_INTERRUPTS();
}

/* memcpy for as many bytes as a filter may have; can be cancelled */
void
bloom_copy_bytes(void *to, const void *from, Size size)
{
	for (Size done = 0; done < size; done += BLOOM_INTERRUPT_BYTES)
	{
		memcpy((char *) to + done, (const char *) from + done,
			   Min(size - done, BLOOM_INTERRUPT_BYTES));
		CHECK_FOR_INTERRUPTS();
	}
}

/* Clear them, likewise */
void
bloom_zero_bytes(void *to, Size size)
{
	for (Size done = 0; done < size; done += BLOOM_INTERRUPT_BYTES)
	{
		memset((char *) to + done, 0, Min(size - done, BLOOM_INTERRUPT_BYTES));
		CHECK_FOR_INTERRUPTS();
	}
}

/*
 * The bits that are set in one of two arrays of so many lines, of a filter
 * that counts or doesn't; can be cancelled.
 */
uint64
bloom_count_lines_or(const Bloom *head, const uint64 *a, const uint64 *b,
					 Size lines)
{
	uint64		(*count) (const uint64 *, const uint64 *, size_t) =
		bloom_is_counting(head) ? bloom_counters_count_or :
		bloom_bits_count_or;
	Size		batch = BLOOM_INTERRUPT_LINES * bloom_line_words(head);
	uint64		bits_set = 0;

	for (Size done = 0; done < lines; done += BLOOM_INTERRUPT_LINES)
	{
		bits_set += count(a, b, Min(lines - done, BLOOM_INTERRUPT_LINES));
		a += batch;
		b += batch;
		CHECK_FOR_INTERRUPTS();
	}
	return bits_set;
}

/* The bits that are set in an array of so many lines */
uint64
bloom_count_lines(const Bloom *head, const uint64 *words, Size lines)
{
	return bloom_count_lines_or(head, words, words, lines);
}
