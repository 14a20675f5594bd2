/*
 * value/view.c
 *		Reading filters in the same way, whatever their representation.
 */
#include "value/view.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "utils/timestamp.h"

#include <math.h>

#include "codec/codecs.h"
#include "core/occupancy.h"
#include "value/hasher.h"
#include "value/receive.h"

/* A view of a stored filter, which must be detoasted; checks the head */
BloomView
bloom_view_stored(const Bloom *filter)
{
	BloomView	view = {.head = filter, .counted = true};

	bloom_check_sound(bloom_is_sound(filter));
	if (bloom_is_imported(filter))
		view.imported = bloom_stored_imported(filter);
	if (bloom_is_sparse(filter))
	{
		if (bloom_is_coded(filter))
			view.coded = bloom_stored_hashes(filter);
		else
		{
			view.hashes = bloom_stored_hashes(filter);
			view.uncoded = bloom_stored_count(filter);
		}
		view.count = bloom_stored_count(filter);
	}
	else
		view.words = bloom_stored_words(filter);
	return view;
}

/*
 * Start reading the hashes of a list, shortened to `bits` bits.  A list of
 * which some are in a file can be read by one stream at a time.
 */
void
bloom_view_stream(BloomView view, int bits, BloomListStream *stream)
{
	if (view.sort == NULL)
	{
		bloom_stream_list(stream, view.coded, bloom_hash_bits(view.head),
						  view.hashes, view.uncoded, bits);
		return;
	}
	bloom_sort_begin(view.sort, view.hashes, view.uncoded);
	bloom_stream_source(&stream->all, bloom_sort_next, view.sort, bits);
}

/*
 * The number of distinct hashes of a list, shortened to `bits` bits; can be
 * cancelled
 */
uint64
bloom_view_count(BloomView list, int bits)
{
	BloomListStream stream;

	if (bits == bloom_hash_bits(list.head))
		return list.count;
	bloom_view_stream(list, bits, &stream);
	return bloom_stream_count(&stream.all, bloom_check_interrupts);
}

/* The size of the stored filter in bytes */
Size
bloom_view_size(BloomView view)
{
	return BLOOM_HEADER_SIZE(view.head->layers) +
		bloom_imported_size(view.head) +
		bloom_words_size(view.head) + bloom_list_size(view.head, view.count);
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
		bloom_zero_bytes(content, content_size);
		bloom_view_stream(view, bits, &stream);
		bloom_check_sound(bloom_stream_code(&stream.all, content, view.count,
											bits, bloom_check_interrupts));
	}
	else if (content_size > 0)
	{
		Assert(view.sort == NULL);
		bloom_copy_bytes(content, view.coded != NULL ? view.coded :
						 bloom_is_sparse(view.head) ? view.hashes : view.words,
						 content_size);
	}
	SET_VARSIZE(result, size);
}

/* Raise an error for a class of which an imported filter has no keys */
static void
refuse_key(BloomView view, BloomClass class)
{
	const BloomCodec *codec = bloom_format_codec(view.head->format);

	if (view.imported->integer_size != 0)
		bloom_class_mismatch(BLOOM_CLASS_INTEGER, class);
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("bloom filter of format %s holds text or bytea values, not %s",
					bloom_format_name(view.head->format),
					bloom_class_name(class)),
			 class == BLOOM_CLASS_INTEGER && codec->integer_sizes != 0 ?
			 errhint("If its keys are integers, pass keys => 'long' to bloom_import or bloom_new.") :
			 errhint("Cast the value to what the other program hashed, as text or bytea.")));
}

/* Whether the keys of an imported filter can be values of the class */
static bool
has_keys_of(BloomView view, BloomClass class)
{
	return view.imported->integer_size != 0 ? class == BLOOM_CLASS_INTEGER :
		class == BLOOM_CLASS_TEXT || class == BLOOM_CLASS_BYTEA;
}

/* Whether testing values of the class raises no error */
bool
bloom_view_takes(BloomView view, BloomClass class)
{
	return !bloom_classes_conflict(view.head->class, class) &&
		(!bloom_is_imported(view.head) || has_keys_of(view, class));
}

/*
 * Set key to the bytes that an imported filter hashes for a value, which the
 * caller must free with bloom_bytes_free().  They are the canonical bytes of
 * text, bytea, or an integer.  Returns false if the filter's keys are integers
 * that cannot have this value.  Raises an error if the filter cannot contain
 * values of the class, or holds values of another one.
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
	key->size = integer_size;	/* the lowest bytes come first */
	return integer_size == sizeof(int64) || number == (int32) number;
}

/* Set contained[i] to whether a list with coded hashes has the i-th hash */
static void
coded_contains_each(BloomView view, const uint64 *hashes, int count,
					bool *contained)
{
	bloom_coded_contains_each(view.coded, bloom_hash_bits(view.head), hashes,
							  count, contained);
	if (view.uncoded == 0)
		return;
	for (int i = 0; i < count; i++)
		contained[i] = contained[i] ||
			bloom_hashes_contain(view.hashes, view.uncoded, NULL,
								 bloom_cut_hash(view.head, hashes[i]));
}

/*
 * Set contained[i] to the result of bloom_view_contains() for the i-th hash.
 * Raises an error if the filter holds values of another class.
 */
void
bloom_view_contains_each(BloomView view, BloomClass class,
						 const uint64 *hashes, int count, bool *contained)
{
	bloom_check_class(view.head, class);
	if (view.coded != NULL)
		coded_contains_each(view, hashes, count, contained);
	else if (bloom_is_sparse(view.head))
		bloom_hashes_contain_each(view.hashes, view.uncoded, view.places,
								  hashes, count, contained);
	else
		bloom_layers_contain_each(view.head, view.words, hashes, count,
								  contained);
}

/* Like bloom_view_contains_each(), for hashes in ascending order */
void
bloom_view_contains_ascending(BloomView view, BloomClass class,
							  const uint64 *hashes, int count, bool *contained)
{
	if (bloom_is_sparse(view.head) && view.coded == NULL)
	{
		bloom_check_class(view.head, class);
		bloom_hashes_contain_ascending(view.hashes, view.uncoded, hashes,
									   count, contained);
	}
	else
		bloom_view_contains_each(view, class, hashes, count, contained);
}

/* Whether an imported filter may contain the value with these key bytes */
bool
bloom_view_contains_key(BloomView view, const BloomBytes *key)
{
	const uint64 *words = view.words;

	for (int i = 0; i < view.head->layers; i++)
	{
		if (bloom_codec_test(view.head->format, view.imported, i, words,
							 &(BloomKey) {key->data, key->size}))
			return true;
		words += bloom_imported_words(&view.imported->layer[i]);
	}
	return false;
}

/*
 * Whether an imported filter may contain a value.  Raises the errors of
 * bloom_view_key().
 */
bool
bloom_view_contains_imported(BloomView view, BloomHasher *hasher, Datum value)
{
	BloomBytes	key;
	bool		found = bloom_view_key(view, hasher, value, &key) &&
		bloom_view_contains_key(view, &key);

	bloom_bytes_free(&key);
	return found;
}

/*
 * How many warnings a fixed or elastic filter with that many values should
 * have caused: one when it exceeded its capacity, and one whenever the number
 * of values doubled after that
 */
static int
warnings_due(const Bloom *head, double values)
{
	if (!bloom_estimate_over_capacity(head, values))
		return 0;
	return 1 + Max(ilogb(values / bloom_promised_capacity(head)), 0);
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
 * Warn if a fixed or elastic filter holds more values than its capacity, so
 * that its error rate may be higher than requested.  The warning appears if
 * the change from `before` to `values` values made it due, at most once per
 * statement, and not in parallel workers.
 */
void
bloom_warn_over_capacity(const Bloom *head, double before, double values)
{
	if (warnings_due(head, values) <= warnings_due(head, before) ||
		!may_warn())
		return;
	ereport(WARNING,
			(errmsg("bloom filter holds about %.0f values, more than its capacity of " INT64_FORMAT,
					values, bloom_promised_capacity(head)),
			 errdetail("Its error rate is now about %.3g instead of %.3g.",
					   bloom_estimate_rate_of(head, values), head->error_rate),
			 errhint("Build the filter again with a larger capacity.")));
}
