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
 * The chunk that was not used for the longest time is replaced.  Chunks of
 * filters that do not exist any more are not used, and so are replaced, too.
 */
#include "set/cache.h"

#include "set/filters.h"

#include "access/detoast.h"
#include "access/heaptoast.h"
#include "access/table.h"
#include "access/toast_internals.h"
#include "lib/ilist.h"
#include "miscadmin.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"

/* The fewest chunks that are cached, also if hash_mem is very small */
#define MIN_CHUNKS		16

/* Chunks that are read at a time if most of a filter's are needed */
#define MANY_CHUNKS		64

/* Identifies a chunk of a stored filter */
typedef struct ChunkKey
{
	Oid			relation;		/* the TOAST table */
	Oid			value;			/* never changes, but is used again */
	TransactionId writer;		/* of the row; tells reused values apart */
	int32		number;
} ChunkKey;

/* A cached chunk, an entry of a hash table */
typedef struct Chunk
{
	ChunkKey	key;
	dlist_node	node;
	char		bytes[TOAST_MAX_CHUNK_SIZE];
} Chunk;

static HTAB *cache = NULL;

/* All cached chunks, beginning with the one that was used last */
static dlist_head used;

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
	dlist_init(&used);
	cache = hash_create("bloomext chunks", MIN_CHUNKS, &control,
						HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
}

/* The chunk with that key if it is cached, otherwise NULL */
static Chunk *
find_chunk(const ChunkKey *key)
{
	Chunk	   *chunk = hash_search(cache, key, HASH_FIND, NULL);

	if (chunk != NULL)
		dlist_move_head(&used, &chunk->node);
	return chunk;
}

/* Cache a chunk, in place of another one if there is no memory left */
static void
cache_chunk(const ChunkKey *key, const char *bytes, Size size)
{
	Chunk	   *chunk;
	bool		found;

	if (hash_get_num_entries(cache) >= (long) max_chunks())
	{
		chunk = dlist_tail_element(Chunk, node, &used);
		dlist_delete(&chunk->node);
		hash_search(cache, &chunk->key, HASH_REMOVE, NULL);
	}
	chunk = hash_search(cache, key, HASH_ENTER, &found);
	if (!found)
		dlist_push_head(&used, &chunk->node);
	memcpy(chunk->bytes, bytes, size);
}

/* Reading chunks of the filters of a set */
typedef struct Chunks
{
	const BloomSetFilter *row;
	bool		stored;			/* its bits are chunks of a TOAST table */
	Size		size;			/* of the bits in bytes */
	ChunkKey	key;			/* of a chunk of this filter */
	int			ahead;			/* how many chunks to read at a time */
	Size		first;			/* number of the first line of a block */
	uint64		line[BLOOM_LINE_WORDS]; /* the line that was read */
	Relation	table;			/* the TOAST table; NULL: nothing was read */
	Relation   *indexes;
	int			count;			/* of indexes */
	SnapshotData snapshot;
	IndexScanDesc scan;
	TupleTableSlot *slot;
} Chunks;

/* Begin to read chunks from a TOAST table */
static void
open_toast(Chunks *chunks)
{
	int			index;

	chunks->table = table_open(chunks->key.relation, AccessShareLock);
	index = toast_open_indexes(chunks->table, AccessShareLock,
							   &chunks->indexes, &chunks->count);
	chunks->snapshot = bloom_toast_snapshot();
	chunks->scan = bloom_index_beginscan(chunks->table,
										 chunks->indexes[index],
										 &chunks->snapshot, 3);
	chunks->slot = table_slot_create(chunks->table, NULL);
}

/* End reading, if it was begun */
static void
end_chunks(Chunks *chunks)
{
	if (chunks->table == NULL)
		return;
	ExecDropSingleTupleTableSlot(chunks->slot);
	index_endscan(chunks->scan);
	toast_close_indexes(chunks->indexes, chunks->count, AccessShareLock);
	table_close(chunks->table, AccessShareLock);
	chunks->table = NULL;
}

/*
 * Begin to read chunks of the filter of a row, for about `tests` tests in the
 * order of blocks.  *chunks is zero before the first filter.
 */
static void
begin_chunks(Chunks *chunks, const BloomSetFilter *row, int tests)
{
	struct varatt_external pointer = {0};

	chunks->row = row;
	chunks->size = bloom_filter_size(&row->geometry);
	chunks->stored = VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(row->bits));
	if (chunks->stored)
		VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(row->bits));
	/* the owner can have compressed it */
	if (bloom_toast_is_compressed(&pointer))
		chunks->stored = false;
	chunks->key = (ChunkKey) {
		.relation = pointer.va_toastrelid, .value = pointer.va_valueid,
		.writer = row->writer	/* model: cache-writer */
	};
	prepare_cache();
	/* read many at a time if most of them are needed */
	chunks->ahead = (Size) tests * TOAST_MAX_CHUNK_SIZE < chunks->size ? 1 :
		Min(MANY_CHUNKS, (int) (max_chunks() / 2));
	if (chunks->table != NULL &&
		RelationGetRelid(chunks->table) != chunks->key.relation)
		end_chunks(chunks);
}

/* Cache the chunk in the slot, if it has that key and size */
static bool
take_chunk(Chunks *chunks, const ChunkKey *key, Size size)
{
	bool		null;
	Datum		number = slot_getattr(chunks->slot, 2, &null);
	struct varlena *bytes;

	if (null || DatumGetInt32(number) != key->number)
		return false;
	bytes = (struct varlena *)
		DatumGetPointer(slot_getattr(chunks->slot, 3, &null));
	if (null || (VARATT_IS_EXTENDED(bytes) && !VARATT_IS_SHORT(bytes)) ||
		VARSIZE_ANY_EXHDR(bytes) != size)
		return false;
	cache_chunk(key, VARDATA_ANY(bytes), size);
	return true;
}

/*
 * Read and cache the chunk with that key, and further ones if they are likely
 * to be needed.  Returns NULL if one is not there.
 */
static Chunk *
read_chunks(Chunks *chunks, ChunkKey key)
{
	int32		end = (int32) ((chunks->size - 1) / TOAST_MAX_CHUNK_SIZE);
	int32		last = Min(key.number + chunks->ahead - 1, end);
	ChunkKey	next = key;
	ScanKeyData keys[3];

	if (chunks->table == NULL)
		open_toast(chunks);
	ScanKeyInit(&keys[0], 1, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(key.value));
	ScanKeyInit(&keys[1], 2, BTGreaterEqualStrategyNumber, F_INT4GE,
				Int32GetDatum(key.number));
	ScanKeyInit(&keys[2], 2, BTLessEqualStrategyNumber, F_INT4LE,
				Int32GetDatum(last));
	index_rescan(chunks->scan, keys, lengthof(keys), NULL, 0);
	for (; next.number <= last; next.number++)
	{
		Size		offset = (Size) next.number * TOAST_MAX_CHUNK_SIZE;

		CHECK_FOR_INTERRUPTS();
		if (!index_getnext_slot(chunks->scan, ForwardScanDirection,
								chunks->slot) ||
			!take_chunk(chunks, &next, Min(chunks->size - offset,
										   TOAST_MAX_CHUNK_SIZE)))
			return NULL;
	}
	return find_chunk(&key);
}

/*
 * Copy size bytes of the filter, from offset on, by PostgreSQL's own function.
 * Used if they are in the row itself or compressed, and to report that chunks
 * are missing.
 */
static void
read_slice(const BloomSetFilter *row, Size offset, Size size, char *to)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(row->bits);
	struct varlena *slice = detoast_attr_slice(stored, offset, size);

	memcpy(to, VARDATA(slice), size);
	pfree(slice);
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

	/* a line can begin in a chunk and end in the next one */
	for (Size done = 0; done < sizeof(chunks->line); done += length)
	{
		Size		from = (offset + done) % TOAST_MAX_CHUNK_SIZE;
		Chunk	   *chunk = NULL;

		length = Min(sizeof(chunks->line) - done, TOAST_MAX_CHUNK_SIZE - from);
		chunks->key.number = (int32) ((offset + done) / TOAST_MAX_CHUNK_SIZE);
		if (chunks->stored)
			chunk = find_chunk(&chunks->key);
		if (chunks->stored && chunk == NULL)
			chunk = read_chunks(chunks, chunks->key);
		if (chunk != NULL)
			memcpy(to + done, chunk->bytes + from, length);
		else
			read_slice(chunks->row, offset + done, length, to + done);
	}
	bloom_filter_copy(to, to, sizeof(chunks->line));
	return to;
}

/* Set known for each of the hashes that a filter has */
static void
test_filter(Chunks *chunks, const BloomSet *set,
			const BloomSetFilter *row, BloomSetHash *hashes, int count)
{
	BloomGeometry block = row->geometry;

	/* the geometry of a block alone */
	block.lines = block.block;
	begin_chunks(chunks, row, count);
	for (int i = 0; i < count; i++)
	{
		if (hashes[i].known)
			continue;
		CHECK_FOR_INTERRUPTS();
		chunks->first = bloom_filter_line(set, &row->geometry,
										   hashes[i].hash);
		hashes[i].known = bloom_bits_test_lines(read_line, chunks,
												&block, hashes[i].hash);
	}
}

/*
 * Test ascending hashes against the live filters that the snapshot shows.
 * Marks as known those that one of them has.  Does not test hashes that are
 * known already.
 */
void
bloom_filters_test(const BloomSet *set, Snapshot snapshot,
				   BloomSetHash *hashes, int count)
{
	BloomFilterScan scan;
	BloomSetFilter row;
	Chunks chunks = {0};

	/* model: filters-live */
	bloom_filters_begin(&scan, set, snapshot, bloom_set_live(set));
	for (int begin = 0, end = 0; begin < count; begin = end)
	{
		while (end < count && hashes[end].partition == hashes[begin].partition)
			end++;
		bloom_filters_of_partition(&scan, hashes[begin].partition);
		while (bloom_filters_next(&scan, &row))
			test_filter(&chunks, set, &row, hashes + begin, end - begin);
	}
	end_chunks(&chunks);
	bloom_filters_end(&scan);
}
