/*
 * value/heads.h
 *		Filters as values of the server: varlenas, in palloc'd memory, whose
 *		problems are errors.
 */
#ifndef BLOOM_VALUE_FORMAT_H
#define BLOOM_VALUE_FORMAT_H

#include "value/valuecompat.h"

#include "format/head.h"
#include "format/validate.h"
#include "value/hasher.h"

/* Loops over words look for a cancel request every 4 MB; 16 MB of counters */
#define BLOOM_INTERRUPT_LINES	65536
#define BLOOM_INTERRUPT_BYTES	(BLOOM_INTERRUPT_LINES * (BLOOM_LINE_BITS / 8))

/* The own data of a stored value, if it is imported */
static inline BloomImported *
bloom_stored_imported(const Bloom *filter)
{
	return (BloomImported *) ((char *) filter +
							  BLOOM_HEADER_SIZE(filter->layers));
}

/* The words of a stored value, if it is dense */
static inline uint64 *
bloom_stored_words(const Bloom *filter)
{
	return (uint64 *) ((char *) filter + bloom_prefix_size(filter));
}

/* Its hashes, if it is sparse; of a rollup filter, the coded list */
static inline uint64 *
bloom_stored_hashes(const Bloom *filter)
{
	return bloom_stored_words(filter);
}

/* How many these are; of a filter with a sound header */
static inline Size
bloom_stored_count(const Bloom *filter)
{
	if (bloom_is_coded(filter))
		return *bloom_stored_hashes(filter);
	return (VARSIZE(filter) - bloom_prefix_size(filter)) / sizeof(uint64);
}

extern void bloom_class_mismatch(BloomClass held, BloomClass class);

/* An error unless values of the class can be in the filter */
static inline void
bloom_check_class(const Bloom *head, BloomClass class)
{
	if (unlikely(bloom_classes_conflict(head->class, class)))
		bloom_class_mismatch(head->class, class);
}

/* The same, and from now on the filter holds values of this class */
static inline void
bloom_set_class(Bloom *head, BloomClass class)
{
	bloom_check_class(head, class);
	if (class != BLOOM_CLASS_NONE)
		head->class = class;
}

extern void bloom_too_large(const Bloom *head);
extern void bloom_no_hashes(const Bloom *head);
extern Bloom *bloom_head_make(const BloomParameters *parameters);
extern Bloom *bloom_head_empty(const Bloom *head);
extern Bloom *bloom_head_self_sizing(double error_rate);
extern void bloom_head_first_layer(Bloom *head, uint64 values, bool part);
extern char *bloom_head_text(const Bloom *head);

extern void bloom_check_interrupts(void);
extern void bloom_copy_bytes(void *to, const void *from, Size size);
extern void bloom_zero_bytes(void *to, Size size);
extern uint64 bloom_count_lines(const Bloom *head, const uint64 *words,
								Size lines);
extern uint64 bloom_count_lines_or(const Bloom *head, const uint64 *a,
								   const uint64 *b, Size lines);

#endif							/* BLOOM_VALUE_FORMAT_H */
