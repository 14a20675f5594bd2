/*
 * value/expanded.c
 *		Filters in memory as expanded objects, and as stored values.
 *
 * A stored filter is copied once into an expanded object, changed there as
 * often as needed, and flattened once, when it is stored or sent.
 */
#include "value/expanded.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

#include <math.h>

#include "value/heads.h"

typedef struct Expanded
{
	ExpandedObjectHeader hdr;
	BloomFilter filter;
} Expanded;

BloomProblem bloom_last_problem;

static Expanded *
expanded_of(BloomFilter *filter)
{
	return (Expanded *) ((char *) filter - offsetof(Expanded, filter));
}

static BloomFilter *
filter_of(ExpandedObjectHeader *header)
{
	return &((Expanded *) header)->filter;
}

static BloomFilter *
create(void)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "bloom filter",
												  ALLOCSET_START_SMALL_SIZES);
	Expanded   *expanded = MemoryContextAllocZero(context, sizeof(Expanded));

	/* bloom_expanded_datum() adds the methods */
	EOH_init_header(&expanded->hdr, NULL, context);
	expanded->filter.memory = BLOOM_MEMORY(context);
	return &expanded->filter;
}

static void
destroy(BloomFilter *filter)
{
	MemoryContextDelete(filter->memory.arena);
}

static void
adopt(BloomFilter *filter, BloomFilter *content)
{
	MemoryContextSetParent(content->memory.arena, filter->memory.arena);
}

static void *
allocate(void *arena, size_t size)
{
	return MemoryContextAllocHuge(arena, size);
}

static void *
resize(void *memory, size_t size)
{
	return repalloc_huge(memory, size);
}

const BloomHost bloom_host = {
	.create = create, .destroy = destroy, .adopt = adopt,
	.allocate = allocate, .resize = resize, .release = pfree,
	.pause = bloom_check_interrupts, .coded_share = 4
};

/* A view of a stored filter, which must be detoasted; checks the head */
BloomView
bloom_view_stored(const Bloom *filter)
{
	BloomView	view = {
		.head = filter, .pause = bloom_check_interrupts, .counted = true
	};

	bloom_check_sound(bloom_is_sound(filter));
	if (bloom_is_imported(filter))
		view.imported = bloom_stored_imported(filter);
	if (!bloom_is_sparse(filter))
	{
		view.words = bloom_stored_words(filter);
		return view;
	}
	view.count = bloom_stored_count(filter);
	if (bloom_is_coded(filter))
		view.coded = bloom_stored_hashes(filter);
	else
	{
		view.hashes = bloom_stored_hashes(filter);
		view.uncoded = view.count;
	}
	return view;
}

/*
 * Write the stored filter to result, bloom_view_size() bytes.  The filter must
 * be counted.  Can be cancelled.
 */
void
bloom_view_flatten(BloomView view, Bloom *result)
{
	Size		head_size = BLOOM_HEADER_SIZE(view.head->layers);
	Size		imported_size = bloom_imported_size(view.head);
	Size		size = bloom_view_size(view);
	Size		content_size = size - head_size - imported_size;
	BloomMemory memory = BLOOM_MEMORY(NULL);
	int			bits = bloom_hash_bits(view.head);
	uint64	   *content;
	BloomListStream stream;

	memcpy(result, view.head, head_size);
	result->extra = imported_size / sizeof(uint64);
	if (imported_size > 0)
		memcpy(bloom_stored_imported(result), view.imported, imported_size);
	content = bloom_stored_words(result);
	if (bloom_is_coded(view.head) && (view.coded == NULL || view.uncoded > 0))
	{
		bloom_zero_bytes(memory, content, content_size);
		bloom_view_stream(view, bits, &stream);
		bloom_check_sound(bloom_stream_code(&stream.all, content, view.count,
											bits, bloom_check_interrupts));
	}
	else if (content_size > 0)
	{
		Assert(view.source == NULL);
		bloom_copy_bytes(memory, content, view.coded != NULL ? view.coded :
						 bloom_is_sparse(view.head) ? view.hashes : view.words,
						 content_size);
	}
	SET_VARSIZE(result, size);
}

int			bloom_over_capacity = WARNING;

/* How full a filter is */
typedef struct Fill
{
	double		values;
	double		rate;			/* its error rate, if it is over */
	bool		over;			/* whether it is over its capacity */
} Fill;

/* How full a native fixed or elastic filter is with that many values */
static Fill
fill_of(const Bloom *head, double values)
{
	bool		over = bloom_estimate_over_capacity(head, values);

	/* computing the rate takes longer than adding a value */
	return (Fill) {
		.values = values, .over = over,
		.rate = over ? bloom_estimate_rate_of(head, values) : 0.0
	};
}

/* How full an imported filter of one layer is with that many set bits */
static Fill
imported_fill(BloomView view, uint64_t bits_set)
{
	BloomHeadRoom room = {0};
	Bloom	   *head = &room.head;

	memcpy(head, view.head, BLOOM_HEADER_SIZE(1));
	head->layer[0].bits_set = bits_set;
	return (Fill) {
		.values = bloom_estimate_cardinality(head, view.imported, 0, NULL),
		.rate = bloom_estimate_expected_fpp(head, view.imported, 0, NULL),
		.over = bloom_estimate_exceeds(head, view.imported, 0, NULL)
	};
}

/*
 * How many warnings a filter should have caused: one when it exceeded its
 * capacity, and one whenever the number of values doubled after that
 */
static int
warnings_due(const Bloom *head, Fill fill)
{
	if (!fill.over)
		return 0;
	return 1 + Max(ilogb(fill.values / bloom_promised_capacity(head)), 0);
}

/* Whether this statement has not warned yet.  Parallel workers never warn. */
static bool
may_warn(void)
{
	static TimestampTz warned = 0;

	if (warned == GetCurrentStatementStartTimestamp() || IsParallelWorker())
		return false;
	warned = GetCurrentStatementStartTimestamp();
	return true;
}

/*
 * Warn, or raise an error, if the change between two states made it due.  hint
 * replaces the usual one if it is not NULL.
 */
static void
warn(const Bloom *head, Fill before, Fill now, const char *hint)
{
	BloomProblem problem;

	if (bloom_over_capacity == ERROR ?
		now.values <= before.values || !now.over :
		warnings_due(head, now) <= warnings_due(head, before) || !may_warn())
		return;
	bloom_estimate_describe(head, now.values, now.rate, &problem);
	ereport(bloom_over_capacity,
			(errcode(bloom_over_capacity == ERROR ?
					 ERRCODE_PROGRAM_LIMIT_EXCEEDED : ERRCODE_WARNING),
			 errmsg_internal("%s", problem.message),
			 errdetail("%s", problem.detail),
			 errhint("%s", hint != NULL ? hint : problem.hint)));
}

/*
 * Warn if a new fixed or elastic filter holds more values than its capacity,
 * so that its error rate may be higher than requested.  The warning appears at
 * most once per statement, and not in parallel workers.  If
 * bloomext.over_capacity is ERROR, raises an error instead.  hint replaces the
 * usual one if it is not NULL.
 */
void
bloom_warn_over_capacity(const Bloom *head, double values, const char *hint)
{
	warn(head, (Fill) {0}, fill_of(head, values), hint);
}

/*
 * Likewise for a counted view of an imported filter that had `before` set
 * bits, if its capacity is known and it does not grow.  Adding more values
 * makes a warning due again whenever their number has doubled.
 */
static void
warn_imported(BloomView view, uint64_t before)
{
	uint64_t	bits_set = view.head->layer[0].bits_set;

	if (bloom_is_limited(view.head, view.imported) &&
		view.head->layers == 1 && bits_set != before)
		warn(view.head, imported_fill(view, before),
			 imported_fill(view, bits_set), NULL);
}

/*
 * Bring the numbers of set bits in the head up to date.  Warns if a fixed,
 * elastic or imported filter exceeds its capacity.
 */
void
bloom_expanded_count(BloomFilter *filter)
{
	BloomView	view = bloom_expanded_view(filter);
	bool		coded = filter->coded != NULL;
	bool		imported = bloom_is_imported(filter->head);
	double		before;

	/* what is mixed will be checked */
	if (filter->head->growth != 0 ||
		(filter->head->flags & BLOOM_FLAG_MIXED) != 0 ||
		(!coded && !imported && view.counted))
	{
		bloom_filter_count(filter);
		return;
	}
	bloom_filter_count(filter);
	if (imported)
		warn_imported(view, filter->known);
	else
	{
		before = coded ?
			bloom_estimate_cardinality(filter->head, NULL, filter->known,
									   NULL) :
			bloom_view_layer_cardinality(view, 0, filter->known);
		warn(filter->head, fill_of(filter->head, before),
			 fill_of(filter->head, bloom_view_cardinality(view)), NULL);
	}
	filter->known = coded ? view.count : filter->head->layer[0].bits_set;
}

/* The get_flat_size method of expanded objects */
static Size
flat_size(ExpandedObjectHeader *header)
{
	return bloom_view_size(bloom_expanded_view(filter_of(header)));
}

/* The flatten_into method of expanded objects */
static void
flatten(ExpandedObjectHeader *header, void *result, Size size)
{
	BloomFilter *filter = filter_of(header);

	Assert(size == flat_size(header));
	bloom_expanded_count(filter);
	bloom_view_flatten(bloom_expanded_view(filter), result);
	Assert(bloom_valid(result));
}

static const ExpandedObjectMethods methods = {flat_size, flatten};

/* A read-write pointer to a filter.  Sets the methods that SQL needs. */
Datum
bloom_expanded_datum(BloomFilter *filter)
{
	Expanded   *expanded = expanded_of(filter);

	expanded->hdr.eoh_methods = &methods;
	return EOHPGetRWDatum(&expanded->hdr);
}

/*
 * A read-only pointer to a filter, in the current memory context.  Up to
 * PostgreSQL 15, the executor copies a result that is in another one.
 */
Datum
bloom_expanded_read_only(BloomFilter *filter)
{
	void	   *pointer = palloc(EXPANDED_POINTER_SIZE);

	(void) bloom_expanded_datum(filter);
	memcpy(pointer, expanded_of(filter)->hdr.eoh_ro_ptr,
		   EXPANDED_POINTER_SIZE);
	return PointerGetDatum(pointer);
}

/*
 * The filter in memory that a value is, to be read; NULL if it is stored, or a
 * state that collects hashes (value/collect.h)
 */
BloomFilter *
bloom_expanded_of(Datum value)
{
	ExpandedObjectHeader *header;

	if (!VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		return NULL;
	header = DatumGetEOHP(value);
	return header->eoh_methods == &methods ? filter_of(header) : NULL;
}

/*
 * A filter that may be changed: the one in memory itself if the value is a
 * read-write pointer, or else a copy.  Raises an error if it is a partial
 * state of a union that exceeds its error rate.
 */
BloomFilter *
bloom_expanded_get(Datum value)
{
	BloomFilter *filter =
		VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value)) ?
		bloom_expanded_of(value) : NULL;

	if (filter != NULL)
		return filter;
	filter = BLOOM_MAKE(bloom_filter_copy, bloom_expanded_read(value));
	BLOOM_CALL(bloom_combine_check_rate, filter, false);
	return filter;
}

/*
 * A view of a filter, stored or expanded.  A stored one is detoasted and
 * checked.
 */
BloomView
bloom_expanded_read(Datum value)
{
	BloomFilter *filter = bloom_expanded_of(value);

	if (filter != NULL)
		return bloom_expanded_view(filter);
	return bloom_view_stored((const Bloom *) PG_DETOAST_DATUM(value));
}

/* Like bloom_expanded_read(), but with the right numbers of set bits */
BloomView
bloom_expanded_read_counted(Datum value)
{
	BloomFilter *filter = bloom_expanded_of(value);

	if (filter != NULL)
		bloom_expanded_count(filter);
	return bloom_expanded_read(value);
}
