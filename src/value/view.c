/*
 * value/view.c
 *		Reading filters of every form alike.
 */
#include "value/view.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "utils/timestamp.h"

#include <math.h>

#include "core/occupancy.h"
#include "value/hasher.h"
#include "value/receive.h"

/* A stored value that has been detoasted */
BloomView
bloom_view_stored(const Bloom *filter)
{
	BloomView	view = {.head = filter, .counted = true};

	bloom_check_stored(filter);
	if (bloom_is_imported(filter))
		view.imported = bloom_stored_imported(filter);
	if (bloom_is_sparse(filter))
	{
		if (bloom_is_coded(filter))
			view.coded = bloom_stored_hashes(filter);
		else
			view.hashes = bloom_stored_hashes(filter);
		view.count = bloom_stored_count(filter);
	}
	else
		view.words = bloom_stored_words(filter);
	return view;
}

/*
 * A list whose hashes are an array, as they would be in a list of the head
 * `like`: read if they are coded, and cut if that one's are.  What isn't there
 * is palloc'd.  Can be cancelled.
 */
BloomView
bloom_view_list(BloomView view, const Bloom *like)
{
	int			bits = Min(bloom_hash_bits(view.head), bloom_hash_bits(like));
	Size		count = 0;
	uint64	   *hashes;

	if (view.coded == NULL && bits == bloom_hash_bits(view.head))
		return view;
	hashes = MemoryContextAllocHuge(CurrentMemoryContext,
									(view.count + 1) * sizeof(uint64));
	if (view.coded == NULL)
		bloom_copy_bytes(hashes, view.hashes, view.count * sizeof(uint64));
	else if (!bloom_coded_read(view.coded, bloom_hash_bits(view.head), hashes,
							   bloom_check_interrupts))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("stored bloom filter is corrupt or from a newer version of bloomext")));
	/* those that coincide then are beside each other */
	for (Size i = 0; i < view.count; i++)
	{
		uint64		hash = hashes[i] & (~UINT64CONST(0) << (64 - bits));

		if (count == 0 || hashes[count - 1] != hash)
			hashes[count++] = hash;
		if (i % BLOOM_INTERRUPT_BYTES == 0)
			CHECK_FOR_INTERRUPTS();
	}
	view.hashes = hashes;
	view.coded = NULL;
	view.places = NULL;
	view.count = count;
	return view;
}

/* The bytes of the stored form of a filter */
Size
bloom_view_size(BloomView view)
{
	return BLOOM_HEADER_SIZE(view.head->layers) +
		bloom_imported_size(view.head) +
		bloom_words_size(view.head) + bloom_list_size(view.head, view.count);
}

/* Write it, so many bytes; the filter has to be counted.  Can be cancelled. */
void
bloom_view_flatten(BloomView view, Bloom *result)
{
	Size		head_size = BLOOM_HEADER_SIZE(view.head->layers);
	Size		imported_size = bloom_imported_size(view.head);
	Size		size = bloom_view_size(view);

	memcpy(result, view.head, head_size);
	result->extra = imported_size / sizeof(uint64);
	if (imported_size > 0)
		memcpy(bloom_stored_imported(result), view.imported, imported_size);
	head_size += imported_size;
	result->flags &= ~BLOOM_FLAG_NOT_CODED;
	if (bloom_is_rollup(view.head) && view.coded == NULL)
		bloom_coded_write((uint64 *) ((char *) result + head_size),
						  view.hashes, view.count, bloom_hash_bits(view.head),
						  bloom_check_interrupts);
	else if (size > head_size)
		bloom_copy_bytes((char *) result + head_size,
						 view.coded != NULL ? view.coded :
						 bloom_is_sparse(view.head) ? view.hashes : view.words,
						 size - head_size);
	SET_VARSIZE(result, size);
}

/* The error of a value of a class that an imported filter has no keys of */
static void
refuse_key(BloomView view, BloomClass class)
{
	const BloomCodec *codec = bloom_format_codec(view.head->format);

	if (view.imported->integer_size != 0)
		bloom_class_mismatch(BLOOM_CLASS_INTEGER, class);
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("bloom filter of format %s holds text or bytea values, not %s",
					codec->name, bloom_class_name(class)),
			 class == BLOOM_CLASS_INTEGER && codec->integer_sizes != 0 ?
			 errhint("If its keys are integers, say so to bloom_import or bloom_new, as in keys => 'long'.") :
			 errhint("Cast the value to what the other program hashed, as text or bytea.")));
}

/* Whether the keys of an imported filter can be values of a class */
static bool
has_keys_of(BloomView view, BloomClass class)
{
	return view.imported->integer_size != 0 ? class == BLOOM_CLASS_INTEGER :
		class == BLOOM_CLASS_TEXT || class == BLOOM_CLASS_BYTEA;
}

/* Whether testing values of a class is no error */
bool
bloom_view_takes(BloomView view, BloomClass class)
{
	return !bloom_classes_conflict(view.head->class, class) &&
		(!bloom_is_imported(view.head) || has_keys_of(view, class));
}

/*
 * The bytes that an imported filter hashes for a value, to be freed: canonical
 * ones, of text, bytea, or integers if its keys are those.  An error for other
 * classes, and for another one than it holds.  False for an integer that its
 * keys can't be.
 */
bool
bloom_view_key(BloomView view, BloomHasher *hasher, Datum value,
			   BloomBytes *key)
{
	Size		integer_size = view.imported->integer_size;
	int64		number;

	if (!has_keys_of(view, hasher->class))
		refuse_key(view, hasher->class);
	bloom_check_class(view.head, hasher->class);
	hasher->bytes(hasher, value, key);
	if (integer_size == 0)
		return true;
	number = (int64) bloom_le64(key->number);
	key->size = integer_size;	/* the lowest bytes are first */
	return integer_size == sizeof(int64) || number == (int32) number;
}

/* Start to load from memory what a test of the hash will read */
void
bloom_view_prefetch(BloomView view, uint64 hash)
{
	uint64		layer_hash = bloom_layer_hash(view.head, hash);

	if (bloom_is_imported(view.head))
		return;
	if (view.coded != NULL)
		bloom_coded_prefetch(view.coded, bloom_hash_bits(view.head), hash);
	else if (bloom_is_sparse(view.head))
		bloom_hashes_prefetch(view.hashes, view.places, hash);
	else
		bloom_layers_prefetch(view.head, view.words, &layer_hash, 1);
}

/* Set contained[i] to whether a rollup filter may contain the i-th hash */
static void
rollup_contains_each(BloomView view, const uint64 *hashes, int count,
					 bool *contained)
{
	if (view.coded != NULL)
		bloom_coded_contains_each(view.coded, bloom_hash_bits(view.head),
								  hashes, count, contained);
	else
		for (int i = 0; i < count; i++)
			contained[i] = bloom_view_list_contains(view, hashes[i]);
}

/* Set contained[i] to what bloom_view_contains says of the i-th hash */
void
bloom_view_contains_each(BloomView view, BloomClass class,
						 const uint64 *hashes, int count, bool *contained)
{
	bloom_check_class(view.head, class);
	if (bloom_is_rollup(view.head))
		rollup_contains_each(view, hashes, count, contained);
	else if (bloom_is_sparse(view.head))
		bloom_hashes_contain_each(view.hashes, view.count, view.places,
								  hashes, count, contained);
	else
		bloom_layers_contain_each(view.head, view.words, hashes, count,
								  contained);
}

/* The same for hashes in ascending order */
void
bloom_view_contains_ascending(BloomView view, BloomClass class,
							  const uint64 *hashes, int count, bool *contained)
{
	bloom_check_class(view.head, class);
	if (bloom_is_rollup(view.head))
		rollup_contains_each(view, hashes, count, contained);
	else if (bloom_is_sparse(view.head))
		bloom_hashes_contain_ascending(view.hashes, view.count, hashes, count,
									   contained);
	else
		bloom_layers_contain_each(view.head, view.words, hashes, count,
								  contained);
}

/* Whether the bytes that an imported filter hashes may be in it */
bool
bloom_view_contains_key(BloomView view, const BloomBytes *key)
{
	const uint64 *words = view.words;

	for (int i = 0; i < view.head->layers; i++)
	{
		if (bloom_imported_test(view.head->format, view.imported, i, words,
								key->data, key->size))
			return true;
		words += bloom_imported_words(&view.imported->layer[i]);
	}
	return false;
}

/* Whether a value may be in an imported filter */
bool
bloom_view_contains_imported(BloomView view, BloomHasher *hasher, Datum value)
{
	BloomBytes	key;
	bool		found = bloom_view_key(view, hasher, value, &key) &&
		bloom_view_contains_key(view, &key);

	bloom_bytes_free(&key);
	return found;
}

/* The error rate of a fixed filter that holds so many values */
static double
fpp_of(const Bloom *head, double values)
{
	if (bloom_is_rollup(head))
		return ldexp(values, -bloom_hash_bits(head));
	return bloom_occupancy_fpp(&head->layer[0].geometry, values);
}

/*
 * How often a fixed filter that holds so many values should have warned: when
 * it passed its capacity, and whenever they doubled after that.  The margin is
 * well over what an estimate of the number of values may be off by.  (A small
 * filter has room to spare, for it consists of whole lines.)
 */
static int
warnings_due(const Bloom *head, double values)
{
	if (values <= 1.01 * head->capacity + 3.0 * sqrt(head->capacity) ||
		fpp_of(head, values) <= head->error_rate)
		return 0;
	return 1 + Max(ilogb(values / head->capacity), 0);
}

/*
 * A fixed filter that holds more than its capacity may err more often than it
 * was asked to.  Say so if a change from so many values to so many others made
 * it due, but at most once per statement.
 */
void
bloom_warn_over_capacity(const Bloom *head, double before, double values)
{
	static TimestampTz warned = 0;

	if (warnings_due(head, values) <= warnings_due(head, before) ||
		warned == GetCurrentStatementStartTimestamp() || IsParallelWorker())
		return;
	warned = GetCurrentStatementStartTimestamp();
	ereport(WARNING,
			(errmsg("bloom filter holds about %.0f values, more than its capacity of " INT64_FORMAT,
					values, head->capacity),
			 errdetail("Its error rate is now about %.3g instead of %.3g.",
					   fpp_of(head, values), head->error_rate),
			 errhint("Build the filter again with a larger capacity.")));
}

/* The sum of the hashes of lines that have a bit, numbered from first on */
static uint64
hash_lines(const uint64 *words, Size line_words, Size first, Size lines,
		   uint64 seed)
{
	uint64		sum = 0;

	for (Size i = 0; i < lines; i++, words += line_words)
	{
		uint64		any = 0;

		for (Size j = 0; j < line_words; j++)
			any |= words[j];
		if (any != 0)
			sum += bloom_hash_bytes(words, line_words * sizeof(uint64),
									seed + first + i);
		if (i % BLOOM_INTERRUPT_LINES == 0)
			CHECK_FOR_INTERRUPTS();
	}
	return sum;
}

/* The hashes that layers would know the list's values by, ascending */
static const uint64 *
layer_hashes(BloomView view)
{
	Size		size = view.count * sizeof(uint64);
	uint64	   *hashes;

	if (view.head->growth == 0 || view.count == 0)
		return view.hashes;
	hashes = MemoryContextAllocHuge(CurrentMemoryContext, size);
	for (Size i = 0; i < view.count; i++)
		hashes[i] = bloom_layer_hash(view.head, view.hashes[i]);
	bloom_hashes_sort(hashes,
					  MemoryContextAllocHuge(CurrentMemoryContext, size),
					  view.count, bloom_check_interrupts);
	return hashes;
}

/*
 * The same sum for the dense filter that a sparse one would turn to.  Hashes
 * ascend, and so do their blocks: one after the other is made.
 */
static uint64
hash_list(BloomView view, const BloomGeometry *geometry, uint64 seed)
{
	const uint64 *hashes = layer_hashes(view);
	uint64		words[BLOOM_MAX_BLOCK * BLOOM_LINE_WORDS];
	BloomGeometry one = *geometry;
	uint64		sum = 0;
	Size		i = 0;

	one.lines = one.block;
	while (i < view.count)
	{
		Size		first = bloom_bits_block(geometry, hashes[i]);

		memset(words, 0, one.lines * BLOOM_LINE_WORDS * sizeof(uint64));
		for (; i < view.count &&
			 bloom_bits_block(geometry, hashes[i]) == first; i++)
			bloom_bits_add(words, &one, hashes[i]);
		sum += hash_lines(words, BLOOM_LINE_WORDS, first, one.lines, seed);
	}
	return sum;
}

/*
 * A hash of a filter, the same for equal ones, of which one may be sparse and
 * one dense.  Hash indexes hold it, so it stays as it is; on a machine of the
 * other byte order it is another one.  Can be cancelled.
 */
uint64
bloom_view_hash(BloomView view, uint64 seed)
{
	uint64		sum;
	Bloom	   *head;
	BloomView	list;

	if (!bloom_is_sparse(view.head))
		sum = hash_lines(view.words, bloom_line_words(view.head), 0,
						 bloom_lines(view.head), seed);
	else
	{
		list = bloom_view_list(view, view.head);
		head = bloom_head_empty(view.head);
		/* no dense filter equals one that sizes itself, or is too large */
		if (bloom_sizes_itself(head) || bloom_is_rollup(head) ||
			!bloom_head_try_layer(head, view.count, false))
			sum = bloom_hash_bytes(list.hashes, list.count * sizeof(uint64),
								   seed);
		else
			sum = hash_list(view, &head->layer[0].geometry, seed);
		if (list.hashes != view.hashes)
			pfree((void *) list.hashes);
		pfree(head);
	}
	return bloom_hash_bytes(&sum, sizeof(sum), seed);
}
