/*
 * fuzz/repair.h
 *		Makes of a spoiled wire form one that has better chances: with the
 *		numbers that the validator would compute itself.
 */
#ifndef FUZZ_REPAIR_H
#define FUZZ_REPAIR_H

#include "core/bytes.h"
#include "core/bits.h"
#include "core/counters.h"
#include "core/hashes.h"

#define WIRE_HEADER	36
#define WIRE_ROW	16

/* Sort the hashes; returns the new size */
static size_t
repair_hashes(uint8_t *wire, size_t size, size_t at)
{
	size_t		count = (size - at) / 8;
	uint64_t   *hashes = malloc(2 * count * 8 + 8);

	if (hashes == NULL)
		abort();
	if (count > 0)
		memcpy(hashes, wire + at, count * 8);
	count = bloom_hashes_sort(hashes, hashes + count, count, NULL);
	if (count > 0)
		memcpy(wire + at, hashes, count * 8);
	free(hashes);
	return at + count * 8;
}

/* The number of set bits in a layer of so many bytes */
static uint64_t
count_layer(const uint8_t *bytes, size_t lines, bool counting)
{
	size_t		size = lines * (counting ? 256 : 64);
	uint64_t   *words = malloc(size + 8);
	uint64_t	count;

	if (words == NULL)
		abort();
	memcpy(words, bytes, size);
	count = counting ? bloom_counters_count_or(words, words, lines) :
		bloom_bits_count(words, lines);
	free(words);
	return count;
}

/*
 * Make capacity and rate those of the own data of another library's filter,
 * and the table that of its layers.
 */
static void
repair_imported(uint8_t *wire, size_t size, unsigned layers)
{
	size_t		own = WIRE_HEADER + WIRE_ROW * layers;

	bloom_put_le(wire + 10, 2, 8 + 8 * layers);
	if (own + 64 + 64 * layers > size)
		return;
	memcpy(wire + 20, wire + own + 16, 8);
	memcpy(wire + 28, wire + own + 32, 8);
	for (unsigned i = 0; i < layers; i++)
	{
		uint8_t    *row = wire + WIRE_HEADER + WIRE_ROW * i;
		const uint8_t *layer = wire + own + 64 + 64 * i;

		bloom_put_le32(row, (uint32_t) ((bloom_get_le64(layer) + 511) / 512));
		row[7] = layer[8];
	}
}

/*
 * Returns the new size, at most the old one.  With stretch, the last layer
 * gets all lines that there are.
 */
static size_t
repair(uint8_t *wire, size_t size, bool stretch)
{
	unsigned	layers;
	bool		counting;
	size_t		at;

	if (size < WIRE_HEADER)
		return size;
	layers = (unsigned) bloom_get_le(wire + 8, 2);
	counting = wire[1] & 2;
	if (wire[2] > 1 && layers <= 64)
		repair_imported(wire, size, layers);
	at = WIRE_HEADER + (size_t) WIRE_ROW * layers +
		8 * bloom_get_le(wire + 10, 2);
	if (at > size)
		return size;
	if (!(wire[1] & 1))
		return repair_hashes(wire, size, at);
	for (unsigned i = 0; i < layers; i++)
	{
		uint8_t    *row = wire + WIRE_HEADER + WIRE_ROW * i;
		size_t		bytes = counting ? 256 : 64;
		size_t		lines = bloom_get_le32(row);

		if (stretch && i + 1 == layers)
		{
			lines = (size - at) / bytes;
			bloom_put_le32(row, (uint32_t) lines);
		}
		if (lines > (size - at) / bytes)
			return size;
		bloom_put_le64(row + 8, count_layer(wire + at, lines, counting));
		at += lines * bytes;
	}
	return at;
}

#endif							/* FUZZ_REPAIR_H */
