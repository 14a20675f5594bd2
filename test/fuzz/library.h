/*
 * fuzz/library.h
 *		libbloomext beside the extension: it accepts and refuses the same bytes
 *		with the same words, gives the same answers, and changes filters to
 *		the same bytes.
 *
 * Both use src/filter.  The library reads bytes, tests values and keeps lists
 * with code of its own.
 */
#ifndef FUZZ_LIBRARY_H
#define FUZZ_LIBRARY_H

#include "bloomext.h"

/* The same bytes at the end of a block, so many bytes from its start */
static uint8_t *
library_block(const uint8_t *wire, size_t size, size_t shift)
{
	uint8_t    *block = malloc(size + shift + 1);

	if (block == NULL)
		abort();
	memcpy(block + shift + 1, wire, size);
	return block;
}

/* Whether what the library would write is what the extension sends */
static void
library_check_bytes(const bloomext_filter *filter, Datum value,
					const char *what)
{
	size_t		size = bloomext_size(filter);
	uint8_t    *bytes = malloc(size + 1);
	Datum		sent;

	if (bytes == NULL)
		abort();
	bloomext_write(filter, bytes);
	if (call1(bloom_send, value, &sent))
		REQUIRE(VARSIZE(DatumGetPointer(sent)) == VARHDRSZ + size &&
				memcmp(VARDATA(DatumGetPointer(sent)), bytes, size) == 0,
				"%s: the library has other bytes", what);
	free(bytes);
}

/* A key that is a hash */
static uint64_t
key_hash(int i)
{
	return (uint64_t) DatumGetInt64(keys[i]);
}

/* What it tells, of one value and of many */
static void
library_check_answers(const bloomext_filter *filter, Datum value)
{
	uint64_t	hashes[KEYS];
	bool		found[KEYS];
	int			many;
	Datum		result;

	fuzz_value_type = TEXTOID;
	for (int i = 0; i < KEYS; i++)
	{
		struct varlena *text = (struct varlena *) DatumGetPointer(keys[i]);
		int			one = i % 2 == 0 ?
			bloomext_contains_hash(filter, key_hash(i)) :
			bloomext_contains_text(filter, VARDATA_ANY(text),
								   VARSIZE_ANY_EXHDR(text));
		bool		fine = call2(i % 2 ? bloom_contains : bloom_contains_hash,
								 value, keys[i], &result);

		REQUIRE(fine ? one == DatumGetBool(result) :
				one < 0 || strcmp(fuzz_message, "out of memory") == 0,
				"key %d: %d, but %s", i, one,
				fine ? "another answer" : fuzz_message);
		hashes[i] = key_hash(i & ~1);
	}
	many = bloomext_contains_hashes(filter, hashes, KEYS, found);
	for (int i = 0; i < KEYS && many == BLOOMEXT_OK; i++)
		REQUIRE(found[i] == bloomext_contains_hash(filter, hashes[i]),
				"hash %d of many", i);
}

/* A union or an intersection: the same bytes or the same error */
static void
library_combine(bloomext_filter *filter, Datum *value,
				const bloomext_filter *other, Datum second, bool unite)
{
	bloomext_error error;
	int			status = (unite ? bloomext_unite : bloomext_intersect)
		(filter, other, &error);
	bool		fine = call2(unite ? bloom_union : bloom_intersection, *value,
							 second, value);
	const char *what = unite ? "union" : "intersection";

	if (fine && status == BLOOMEXT_OK)
		library_check_bytes(filter, *value, what);
	else
		REQUIRE(!fine && (strcmp(fuzz_message, "out of memory") == 0 ||
						  /* only the server knows all names of classes */
						  status == BLOOMEXT_CLASS ||
						  (status != BLOOMEXT_OK &&
						   strcmp(error.message, fuzz_message) == 0)),
				"%s: \"%s\", the library says \"%s\"", what,
				fine ? "fine" : fuzz_message,
				status == BLOOMEXT_OK ? "fine" : error.message);
}

/* Add the keys, as far as both do that */
static void
library_add(bloomext_filter *filter, Datum *value)
{
	fuzz_value_type = TEXTOID;
	for (int i = 0; i < KEYS; i++)
	{
		struct varlena *text = (struct varlena *) DatumGetPointer(keys[i]);
		int			status = i % 2 == 0 ?
			bloomext_add_hash(filter, key_hash(i)) :
			bloomext_add_text(filter, VARDATA_ANY(text),
							  VARSIZE_ANY_EXHDR(text));

		if (!call2(i % 2 ? bloom_add : bloom_add_hash, *value, keys[i],
				   value) || status != BLOOMEXT_OK)
			return;
		library_check_bytes(filter, *value, "addition");
	}
}

/* Changes that follow each other, so that lists have several runs */
static void
library_check_changes(const uint8_t *wire, size_t size, Datum value,
					  const uint8_t *other, size_t other_size, Datum second)
{
	bloomext_filter *filter = bloomext_load(wire, size, NULL);
	bloomext_filter *added = bloomext_open(other, other_size, NULL);

	if (added != NULL)
	{
		library_combine(filter, &value, added, second, true);
		library_add(filter, &value);
		library_combine(filter, &value, added, second, true);
		library_combine(filter, &value, added, second, false);
	}
	bloomext_close(added);
	bloomext_close(filter);
}

/*
 * A refusal, if the extension has refused with fuzz_message and, as an invalid
 * filter, with fuzz_detail.  The library says what data seem to be that do not
 * begin with a version (seems.c).  If the format is 0, it may recognize a file
 * of another library.  It also reads the text format, which begins with \x.
 */
static void
library_check_refused(const uint8_t *wire, size_t size)
{
	uint8_t    *block = library_block(wire, size, size % 8);
	bloomext_error error;
	bloomext_filter *filter = bloomext_open(block + 1 + size % 8, size,
											&error);
	bool		unlike = size == 0 || wire[0] < 1 || wire[0] >= 9 ||
		(size >= 3 && wire[2] == 0 && filter == NULL &&
		 strstr(error.message, "bloom_import") != NULL);

	if (unlike && (size < 2 || memcmp(wire, "\\x", 2) != 0))
		REQUIRE(filter == NULL &&
				strncmp(error.message, "not a bloom filter; ", 20) == 0,
				"refused, the library says \"%s\"",
				filter == NULL ? error.message : "fine");
	else if (!unlike && strcmp(fuzz_message, "out of memory") != 0)
		REQUIRE(filter == NULL && strcmp(error.message, fuzz_message) == 0 &&
				(error.detail[0] == '\0' ||
				 strcmp(error.detail, fuzz_detail) == 0),
				"refused with \"%s\" (%s), the library says \"%s\" (%s)",
				fuzz_message, fuzz_detail,
				filter == NULL ? error.message : "fine",
				filter == NULL ? error.detail : "");
	bloomext_close(filter);
	free(block);
}

/* At every address for 64-bit numbers and one that isn't, and as a copy */
static void
library_check_accepted(const uint8_t *wire, size_t size, Datum value)
{
	for (size_t shift = 0; shift < 3; shift++)
	{
		size_t		by = shift == 0 ? 3 : shift;
		uint8_t    *block = library_block(wire, size, by);
		bloomext_error error;
		bloomext_filter *filter = shift < 2 ?
			bloomext_open(block + 1 + by, size, &error) :
			bloomext_load(block + 1 + by, size, &error);

		REQUIRE(filter != NULL, "accepted, the library says \"%s\"",
				error.message);
		library_check_bytes(filter, value, "opened");
		library_check_answers(filter, value);
		bloomext_close(filter);
		free(block);
	}
}

#endif							/* FUZZ_LIBRARY_H */
