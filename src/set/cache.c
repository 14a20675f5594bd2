/*
 * set/cache.c
 *		Testing hashes against the filters of a shared set, of which a session
 *		caches chunks.
 *
 * A test needs a few cache lines of each filter, which are in chunks of the
 * filter's TOAST value.  The session caches the chunks that it has read, those
 * of all sets together within the memory that a hash table may take.  A chunk
 * that is not cached costs one search in the TOAST table's index, however many
 * sets, filters and chunks there are.
 *
 * The list of a set partition's filters is cached like a chunk, and used as
 * long as snapshots show the same.
 *
 * A chunk that was not used recently is replaced.  Chunks of filters that do
 * not exist any more are not used, and so are replaced, too.
 */
#include "set/filters.h"

#include "access/heaptoast.h"
#include "access/relscan.h"
#include "access/table.h"
#include "lib/ilist.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"

/* The fewest chunks that are cached, also if hash_mem is very small */
#define MIN_CHUNKS		16

/* Chunks that are read at a time if most of a filter's are needed */
#define MANY_CHUNKS		64

/* Identifies a chunk of a stored filter, or a list of filters */
typedef struct ChunkKey
{
	Oid			table;			/* of the set's filters */
	Oid			value;			/* in its TOAST table; may be used again */
	TransactionId writer;		/* of the row; tells reused values apart */
	int32		number;			/* -1: a list, its set partition is value */
} ChunkKey;

/* A filter that is stored as chunks of a TOAST table */
typedef struct Stored
{
	BloomGeometry geometry;
	Oid			value;			/* as in the keys of its chunks */
	TransactionId writer;
} Stored;

/* A list is not larger than a chunk, and 100 buckets can be live */
#define MAX_LISTED		120

/* The live filters of a set partition, if all are stored as chunks */
typedef struct FilterList
{
	uint64		state;			/* bloom_known_state() of its snapshot */
	TimestampTz live;			/* the oldest live bucket */
	uint64		version;		/* of the set */
	BloomPage	page;			/* of the last filter */
	int			count;
	Stored		filters[MAX_LISTED];
} FilterList;

/* A cached chunk, an entry of a hash table */
typedef struct Chunk
{
	ChunkKey	key;
	bool		used;			/* since it was last considered for removal */
	dlist_node	node;
	union
	{
		char		bytes[TOAST_MAX_CHUNK_SIZE];
		FilterList	list;
	}			content;
} Chunk;

static HTAB *cache = NULL;

/* All cached chunks; the last one is the first to be considered for removal */
static dlist_head chunks_in_turn;

/* How many chunks may be cached */
static Size
max_chunks(void)
{
	return Max(get_hash_memory_limit() / (sizeof(Chunk) + 64), MIN_CHUNKS);
}

/* Create the cache, or return its memory if the limit is lower than it was */
static void
prepare_cache(void)
{
	HASHCTL		control = {
		.keysize = sizeof(ChunkKey), .entrysize = sizeof(Chunk),
		.hcxt = CacheMemoryContext
	};

	if (cache != NULL && hash_get_num_entries(cache) <= (long) max_chunks())
		return;
	if (cache != NULL)
		hash_destroy(cache);
	cache = NULL;
	dlist_init(&chunks_in_turn);
	cache = hash_create("bloomext chunks", MIN_CHUNKS, &control,
						HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
}

/* The chunk with that key if it is cached, otherwise NULL */
static Chunk *
find_chunk(const ChunkKey *key)
{
	Chunk	   *chunk = hash_search(cache, key, HASH_FIND, NULL);

	if (chunk != NULL)
		chunk->used = true;
	return chunk;
}

/* Cache a chunk, in place of another one if there is no memory left */
static void
cache_chunk(const ChunkKey *key, const void *content, Size size)
{
	Chunk	   *chunk;
	bool		found;

	if (hash_get_num_entries(cache) >= (long) max_chunks())
	{
		while ((chunk = dlist_tail_element(Chunk, node,
										   &chunks_in_turn))->used)
		{
			chunk->used = false;
			dlist_move_head(&chunks_in_turn, &chunk->node);
		}
		dlist_delete(&chunk->node);
		hash_search(cache, &chunk->key, HASH_REMOVE, NULL);
	}
	chunk = hash_search(cache, key, HASH_ENTER, &found);
	if (!found)
		dlist_push_head(&chunks_in_turn, &chunk->node);
	chunk->used = true;
	memcpy(&chunk->content, content, size);
}

/* Reading chunks of the filters of a set */
typedef struct Chunks
{
	const BloomSet *set;
	Size		size;			/* of the filter's bits in bytes */
	ChunkKey	key;			/* of a chunk of the filter */
	Chunk	   *chunk;			/* the one read last, or NULL */
	int			ahead;			/* how many chunks to read at a time */
	Size		first;			/* number of the first line of a block */
	uint64		line[BLOOM_LINE_WORDS]; /* the line that was read */
	uint64	   *words;			/* all of them if they are not in chunks */
	SysScanDesc scan;			/* of the TOAST table; NULL: none yet */
	SnapshotData snapshot;		/* of the scan */
} Chunks;

/* Begin to read a filter, for about `tests` tests in the order of blocks */
static void
begin_chunks(Chunks *chunks, const Stored *filter, int tests)
{
	chunks->size = bloom_set_filter_size(&filter->geometry);
	chunks->key = (ChunkKey) {
		.table = chunks->set->relations->tables[BLOOM_FILTERS],
		.value = filter->value, .writer = filter->writer
	};
	chunks->chunk = NULL;
	/* read many at a time if most of them are needed */
	chunks->ahead = (Size) tests * TOAST_MAX_CHUNK_SIZE < chunks->size ? 1 :
		Min(MANY_CHUNKS, (int) (max_chunks() / 2));
}

/* Search chunks in the TOAST table of filters */
static void
search_chunks(Chunks *chunks, ScanKey keys, int count)
{
	Relation	filters = bloom_set_table(chunks->set, BLOOM_FILTERS);
	Relation	table;

	if (chunks->scan != NULL)
	{
		index_rescan(chunks->scan->iscan, keys, count, NULL, 0);
		return;
	}
	table = table_open(filters->rd_rel->reltoastrelid, AccessShareLock);
	list_free(RelationGetIndexList(table)); /* finds its primary key */
	init_toast_snapshot(&chunks->snapshot);
	chunks->scan =
		systable_beginscan_ordered(table, index_open(table->rd_pkindex,
													 AccessShareLock),
								   &chunks->snapshot, count, keys);
}

/* Cache the chunk in a slot, if it has that key and size */
static bool
take_chunk(TupleTableSlot *slot, const ChunkKey *key, Size size)
{
	struct varlena *bytes;

	slot_getallattrs(slot);
	bytes = (struct varlena *) DatumGetPointer(slot->tts_values[2]);
	if (slot->tts_isnull[1] || slot->tts_isnull[2] ||
		DatumGetInt32(slot->tts_values[1]) != key->number ||
		(VARATT_IS_EXTENDED(bytes) && !VARATT_IS_SHORT(bytes)) ||
		VARSIZE_ANY_EXHDR(bytes) != size)
		return false;
	cache_chunk(key, VARDATA_ANY(bytes), size);
	return true;
}

/*
 * Read and cache the current chunk, and further ones if they are likely to be
 * needed.  Raises an error if one is not there.
 */
static Chunk *
read_chunks(Chunks *chunks)
{
	int32		end = (int32) ((chunks->size - 1) / TOAST_MAX_CHUNK_SIZE);
	int32		last = Min(chunks->key.number + chunks->ahead - 1, end);
	ChunkKey	next = chunks->key;
	ScanKeyData keys[3];

	ScanKeyInit(&keys[0], 1, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(next.value));
	ScanKeyInit(&keys[1], 2, BTGreaterEqualStrategyNumber, F_INT4GE,
				Int32GetDatum(next.number));
	ScanKeyInit(&keys[2], 2, BTLessEqualStrategyNumber, F_INT4LE,
				Int32GetDatum(last));
	search_chunks(chunks, keys, lengthof(keys));
	for (; next.number <= last; next.number++)
	{
		Size		rest = chunks->size - (Size) next.number *
			TOAST_MAX_CHUNK_SIZE;
		SysScanDesc scan = chunks->scan;
		Relation	table = scan->heap_rel;

		CHECK_FOR_INTERRUPTS();
		if (!systable_getnext_ordered(scan, ForwardScanDirection) ||
			!take_chunk(scan->slot, &next, Min(rest, TOAST_MAX_CHUNK_SIZE)))
		{
			bloom_check_kept(RelationGetRelid(scan->irel));
			ereport(ERROR,
					(errcode(ERRCODE_DATA_CORRUPTED),
					 errmsg_internal("missing chunk number %d for toast value %u in %s",
									 next.number, next.value,
									 RelationGetRelationName(table))));
		}
	}
	return find_chunk(&chunks->key);
}

/* The chunk with that number of the current filter */
static const Chunk *
get_chunk(Chunks *chunks, int32 number)
{
	if (chunks->chunk != NULL && chunks->key.number == number)
		return chunks->chunk;
	chunks->key.number = number;
	chunks->chunk = find_chunk(&chunks->key);
	if (chunks->chunk == NULL)
		chunks->chunk = read_chunks(chunks);
	return chunks->chunk;
}

/*
 * A BloomLineReader for *context: a cache line, by its number in the block
 * that begins at line chunks->first
 */
static const void *
read_line(void *context, size_t line)
{
	Chunks	   *chunks = context;
	Size		offset = (chunks->first + line) * sizeof(chunks->line);
	char	   *to = (char *) chunks->line;
	Size		length;

	if (chunks->words != NULL)
		return chunks->words + (chunks->first + line) * BLOOM_LINE_WORDS;
	/* a line can begin in a chunk and end in the next one */
	for (Size done = 0; done < sizeof(chunks->line); done += length)
	{
		Size		from = (offset + done) % TOAST_MAX_CHUNK_SIZE;
		const Chunk *chunk = get_chunk(chunks, (int32) ((offset + done) /
														TOAST_MAX_CHUNK_SIZE));

		length = Min(sizeof(chunks->line) - done, TOAST_MAX_CHUNK_SIZE - from);
		memcpy(to + done, chunk->content.bytes + from, length);
	}
	bloom_set_filter_copy(to, to, sizeof(chunks->line));
	return to;
}

/*
 * Set known for each of the hashes that a filter has.  row is its row if it is
 * not stored as chunks, because it is small.
 */
static void
test_filter(Chunks *chunks, const Stored *filter, const BloomSetFilter *row,
			BloomSetHash *hashes, int count)
{
	BloomGeometry block = bloom_geometry_block(&filter->geometry);

	chunks->words = row == NULL ? NULL : bloom_set_filter_words(row);
	if (row == NULL)
		begin_chunks(chunks, filter, count);
	for (int i = 0; i < count; i++)
	{
		if (hashes[i].known)
			continue;
		CHECK_FOR_INTERRUPTS();
		chunks->first = bloom_set_filter_line(chunks->set, &filter->geometry,
											  hashes[i].hash);
		hashes[i].known = bloom_bits_test_lines(read_line, chunks, &block,
												hashes[i].hash);
	}
	if (row != NULL)
		pfree(chunks->words);
}

/* The layout of a row, and where its bits are; false if not in chunks */
static bool
is_stored(const BloomSetFilter *row, Stored *filter)
{
	struct varatt_external pointer;

	filter->geometry = row->geometry;
	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(row->bits)))
		return false;
	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(row->bits));
	filter->value = pointer.va_valueid;
	filter->writer = row->writer;	/* model: cache-writer */
	return true;
}

/* The size of a list with the filters that it has, in bytes */
static Size
list_size(const FilterList *list)
{
	return offsetof(FilterList, filters) + list->count * sizeof(Stored);
}

/*
 * Test hashes against the live filters of their set partition that the
 * snapshot shows, and list these.  Returns whether all could be listed.
 */
static bool
list_filters(FilterList *list, Chunks *chunks, Snapshot snapshot,
			 BloomSetHash *hashes, int count)
{
	Snapshot	registered = RegisterSnapshot(snapshot);
	/* model: filters-live */
	SysScanDesc scan = bloom_filters_begin(chunks->set, registered, list->live,
										   hashes[0].partition);
	BloomSetFilter row;
	Stored		filter;
	TimestampTz bucket = DT_NOEND;	/* of the row before */
	int			number = -1;	/* of its part in the bucket */
	bool		all = true;

	list->page = (BloomPage) {.buffer = InvalidBuffer};
	while (bloom_filters_next(chunks->set, scan, &row))
	{
		bool		stored = is_stored(&row, &filter);

		/* otherwise a bucket could have more, and exceed its error rate */
		if (row.bucket == bucket && row.part % BLOOM_SET_MAX_PARTS <= number)
			bloom_set_wrong_row(chunks->set, BLOOM_FILTERS,
								"a row that is not a filter of this set",
								&row.place);
		bucket = row.bucket;
		number = row.part % BLOOM_SET_MAX_PARTS;
		test_filter(chunks, &filter, stored ? NULL : &row, hashes, count);
		if (stored && list->count < MAX_LISTED)
			list->filters[list->count++] = filter;
		else
			all = false;
	}
	systable_endscan_ordered(scan);
	if (all && list->count > 0)
		list->page = bloom_page_of(bloom_set_table(chunks->set, BLOOM_FILTERS),
								   &row.place, registered);
	UnregisterSnapshot(registered);
	return all;
}

/*
 * Whether a cached list is what a snapshot shows, of which *list has the state
 * and the oldest live bucket.  Whoever writes a filter of a set partition has
 * changed the page of the last one before (filters.c).
 */
static bool
is_current(const FilterList *cached, const FilterList *list, bool latest)
{
	return cached->live == list->live &&
		(cached->state == list->state ||
		 (latest && cached->version == list->version &&
		  bloom_page_unchanged(&cached->page)));
}

/*
 * Test hashes of a set partition against the filters that the snapshot shows.
 * *list has its state and the oldest live bucket.
 */
static void
test_partition(FilterList *list, Chunks *chunks, Snapshot snapshot,
			   bool latest, bool again, BloomSetHash *hashes, int count)
{
	ChunkKey	key = {
		.table = chunks->set->relations->tables[BLOOM_FILTERS],
		.value = hashes[0].partition, .number = -1
	};
	Chunk	   *chunk = find_chunk(&key);

	list->count = 0;
	if (chunk != NULL && is_current(&chunk->content.list, list, latest))
	{
		chunk->content.list.state = list->state;
		if (again)
			return;
		/* a copy, because reading chunks may replace this one */
		memcpy(list, &chunk->content.list, list_size(&chunk->content.list));
		for (int i = 0; i < list->count; i++)
			test_filter(chunks, &list->filters[i], NULL, hashes, count);
	}
	else if (list_filters(list, chunks, snapshot, hashes, count))
		cache_chunk(&key, list, list_size(list));
}

/*
 * Test ascending hashes against the live filters that the snapshot shows, or
 * that the latest one shows if it is NULL.  Marks as known those that one of
 * them has.  Does not test hashes that are known already, and if again is set,
 * those whose filters are the same as in the call before.  Returns the
 * snapshot's bloom_known_state().
 */
uint64
bloom_filters_test(const BloomSet *set, Snapshot snapshot, bool again,
				   BloomSetHash *hashes, int count)
{
	Chunks		chunks = {.set = set};
	FilterList	list;
	bool		latest = snapshot == NULL;

	/* it stays valid, because nothing below takes another one */
	if (latest)
		snapshot = GetLatestSnapshot();
	list.version = set->version;
	list.state = bloom_known_state(snapshot);
	list.live = bloom_set_live(set);
	prepare_cache();
	for (int begin = 0, end = 0; begin < count; begin = end)
	{
		while (end < count && hashes[end].partition == hashes[begin].partition)
			end++;
		test_partition(&list, &chunks, snapshot, latest, again, hashes + begin,
					   end - begin);
	}
	if (chunks.scan != NULL)
	{
		Relation	table = chunks.scan->heap_rel;
		Relation	index = chunks.scan->irel;

		systable_endscan_ordered(chunks.scan);
		index_close(index, AccessShareLock);
		table_close(table, AccessShareLock);
	}
	return list.state;
}
