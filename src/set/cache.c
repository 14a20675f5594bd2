/*
 * set/cache.c
 *		The chunks of stored filters that a session has cached.
 *
 * A test needs a block of each filter.  The block is in a chunk of the
 * filter's TOAST value, or extends over a few.  The session caches the chunks
 * that it has read, those of all sets together within the memory that a hash
 * table may take.  A chunk that is not cached costs one search in the TOAST
 * table's index, however many sets, filters and chunks there are.
 *
 * Chunks are replaced by the clock algorithm: a hand goes round, and replaces
 * the first chunk that was not used since it came by.  Chunks of filters that
 * do not exist any more are not used, and so are replaced, too.
 */
#include "set/cache.h"

#include "access/detoast.h"
#include "access/heaptoast.h"
#include "access/table.h"
#include "access/toast_internals.h"
#include "common/hashfn.h"
#include "miscadmin.h"
#include "utils/fmgroids.h"
#include "utils/memutils.h"

/* Identifies a chunk of a version of a filter */
typedef struct ChunkKey
{
	Oid			relation;		/* the TOAST table */
	Oid			value;			/* never changes, but is used again */
	TransactionId writer;		/* of the row; tells reused values apart */
	int32		number;
} ChunkKey;

typedef struct Chunk
{
	ChunkKey	key;
	char		bytes[TOAST_MAX_CHUNK_SIZE];
} Chunk;

/* An entry of the hash table */
typedef struct Entry
{
	ChunkKey	key;
	Chunk	   *chunk;
	char		status;
	bool		used;			/* since the hand came by */
} Entry;

static inline uint32
hash_key(ChunkKey key)
{
	return murmurhash32(key.number ^ hash_combine(key.value, key.writer));
}

static inline bool
same_key(ChunkKey a, ChunkKey b)
{
	/* model: cache-writer */
	return a.number == b.number && a.value == b.value &&
		a.writer == b.writer && a.relation == b.relation;
}

#define SH_PREFIX			entries
#define SH_ELEMENT_TYPE		Entry
#define SH_KEY_TYPE			ChunkKey
#define SH_KEY				key
#define SH_HASH_KEY(t, k)	hash_key(k)
#define SH_EQUAL(t, a, b)	same_key(a, b)
#define SH_SCOPE			static inline
#define SH_DECLARE
#define SH_DEFINE
#include "lib/simplehash.h"

/* Memory of a chunk, with its share of the hash table and of the ring */
#define CHUNK_MEMORY	(2048 + 2 * sizeof(Entry) + sizeof(Chunk *) + 16)
#define MIN_CHUNKS		16

static MemoryContext cache_context = NULL;
static entries_hash *entries = NULL;

/* All chunks, in the order in which the hand comes by */
static Chunk **ring;
static Size ring_room;
static Size ring_count = 0;
static Size hand = 0;

static void
create_cache(void)
{
	MemoryContext context = AllocSetContextCreate(CacheMemoryContext,
												  "bloomext chunks",
												  ALLOCSET_DEFAULT_SIZES);

	ring_count = hand = 0;
	ring_room = MIN_CHUNKS;
	ring = MemoryContextAlloc(context, ring_room * sizeof(Chunk *));
	entries = entries_create(context, MIN_CHUNKS, NULL);
	cache_context = context;
}

/* How many chunks may be cached */
static Size
max_chunks(void)
{
	return Max(get_hash_memory_limit() / CHUNK_MEMORY, MIN_CHUNKS);
}

/* Forget all chunks, which returns their memory */
static void
drop_cache(void)
{
	MemoryContext context = cache_context;

	cache_context = NULL;
	MemoryContextDelete(context);
	create_cache();
}

/* Add a chunk to the ring, which has room for it */
static Chunk *
add_chunk(void)
{
	if (ring_count == ring_room)
	{
		ring = repalloc_huge(ring, 2 * ring_room * sizeof(Chunk *));
		ring_room *= 2;
	}
	ring[ring_count] = MemoryContextAlloc(cache_context, sizeof(Chunk));
	return ring[ring_count++];
}

/* Take the chunk that is to be replaced out of the hash table */
static Chunk *
replace_chunk(void)
{
	Entry	   *entry;

	for (;; hand++)
	{
		if (hand >= ring_count)
			hand = 0;
		entry = entries_lookup(entries, ring[hand]->key);
		/* none if memory ran out when the chunk was added */
		if (entry == NULL || !entry->used)
			break;
		entry->used = false;
	}
	if (entry != NULL)
		entries_delete(entries, ring[hand]->key);
	return ring[hand++];
}

/* Cache a chunk */
static void
cache_chunk(ChunkKey key, const char *bytes, Size size)
{
	Size		limit = max_chunks();
	bool		found;
	Entry	   *entry;

	entry = entries_lookup(entries, key);
	if (entry == NULL)
	{
		Chunk	   *chunk = ring_count < limit ? add_chunk() :
			replace_chunk();

		chunk->key = key;
		entry = entries_insert(entries, key, &found);
		entry->chunk = chunk;
	}
	/* new chunks of a read must not replace each other */
	entry->used = true;
	memcpy(entry->chunk->bytes, bytes, size);
}

/* Begin to read chunks from a TOAST table */
static void
begin_read(BloomChunks *chunks, Oid relation)
{
	int			index;

	chunks->table = table_open(relation, AccessShareLock);
	index = toast_open_indexes(chunks->table, AccessShareLock,
							   &chunks->indexes, &chunks->count);
	chunks->snapshot = bloom_toast_snapshot();
	chunks->scan = bloom_index_beginscan(chunks->table,
										 chunks->indexes[index],
										 &chunks->snapshot, 3);
	chunks->slot = table_slot_create(chunks->table, NULL);
}

/* End reading, if it was begun */
void
bloom_chunks_end(BloomChunks *chunks)
{
	if (chunks->table == NULL)
		return;
	ExecDropSingleTupleTableSlot(chunks->slot);
	index_endscan(chunks->scan);
	toast_close_indexes(chunks->indexes, chunks->count, AccessShareLock);
	table_close(chunks->table, AccessShareLock);
	chunks->table = NULL;
}

/* Cache the chunk in the slot, if it has that number and size */
static bool
take_chunk(BloomChunks *chunks, ChunkKey key, Size size)
{
	bool		null;
	Datum		number = slot_getattr(chunks->slot, 2, &null);
	struct varlena *bytes;

	if (null || DatumGetInt32(number) != key.number)
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
 * Read and cache chunks from key on, up to the one numbered last, of a filter
 * of that size.  Returns false if one is not there.
 */
static bool
read_stored(BloomChunks *chunks, ChunkKey key, int32 last, Size size)
{
	ScanKeyData keys[3];

	if (chunks->table != NULL &&
		RelationGetRelid(chunks->table) != key.relation)
		bloom_chunks_end(chunks);
	if (chunks->table == NULL)
		begin_read(chunks, key.relation);
	ScanKeyInit(&keys[0], 1, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(key.value));
	ScanKeyInit(&keys[1], 2, BTGreaterEqualStrategyNumber, F_INT4GE,
				Int32GetDatum(key.number));
	ScanKeyInit(&keys[2], 2, BTLessEqualStrategyNumber, F_INT4LE,
				Int32GetDatum(last));
	index_rescan(chunks->scan, keys, lengthof(keys), NULL, 0);
	for (; key.number <= last; key.number++)
	{
		Size		offset = (Size) key.number * TOAST_MAX_CHUNK_SIZE;

		CHECK_FOR_INTERRUPTS();
		if (!index_getnext_slot(chunks->scan, ForwardScanDirection,
								chunks->slot) ||
			!take_chunk(chunks, key, Min(size - offset, TOAST_MAX_CHUNK_SIZE)))
			return false;
	}
	return true;
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

/* The chunk with that key if it is cached, otherwise NULL */
static inline Chunk *
find_chunk(ChunkKey key)
{
	Entry	   *entry = entries_lookup(entries, key);

	if (entry == NULL)
		return NULL;
	entry->used = true;
	return entry->chunk;
}

/*
 * Copy size bytes of a filter, from offset on, from its chunks.  At least
 * `ahead` chunks are read at a time if one is not cached.  Returns false if a
 * chunk is missing.
 */
static bool
copy_chunks(BloomChunks *chunks, ChunkKey key, const BloomSetFilter *row,
			Size offset, Size size, int ahead, char *to)
{
	Size		whole = bloom_filter_size(&row->geometry);
	int32		end = (int32) ((whole - 1) / TOAST_MAX_CHUNK_SIZE);

	while (size > 0)
	{
		Size		from = offset % TOAST_MAX_CHUNK_SIZE;
		Size		length = Min(size, TOAST_MAX_CHUNK_SIZE - from);
		Chunk	   *chunk;

		key.number = (int32) (offset / TOAST_MAX_CHUNK_SIZE);
		chunk = find_chunk(key);
		if (chunk == NULL)
		{
			int32		last = (int32) ((offset + size - 1) /
										TOAST_MAX_CHUNK_SIZE);

			last = Min(Max(last, key.number + ahead - 1), end);
			if (!read_stored(chunks, key, last, whole))
				return false;
			chunk = find_chunk(key);
		}
		memcpy(to, chunk->bytes + from, length);
		to += length;
		offset += length;
		size -= length;
	}
	return true;
}

/*
 * Read size bytes of the filter of a row, from offset on, into words.  They
 * must be within the filter, and no more than the largest block has.  If ahead
 * is larger than 1, that many chunks are likely to be needed.  *chunks is zero
 * before the first call.
 */
void
bloom_chunks_read(BloomChunks *chunks, const BloomSetFilter *row, Size offset,
				  Size size, int ahead, uint64 *words)
{
	char		bytes[BLOOM_MAX_BLOCK * BLOOM_LINE_WORDS * sizeof(uint64)];
	struct varatt_external pointer = {0};
	bool		stored = VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(row->bits));

	if (stored)
		VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(row->bits));
	if (cache_context == NULL)
		create_cache();
	/* the limit is lower than it was */
	if (ring_count > max_chunks())
		drop_cache();
	if (!stored || bloom_toast_is_compressed(&pointer) ||
		!copy_chunks(chunks, (ChunkKey) {
			.relation = pointer.va_toastrelid,
			.value = pointer.va_valueid, .writer = row->writer
		}, row, offset, size, Min(ahead, (int) (max_chunks() / 2)), bytes))
		read_slice(row, offset, size, bytes);
	bloom_filter_copy(words, bytes, size);
}
