/*
 * value/heads.h
 *		Stored filters: varlenas in palloc'd memory, and the errors of format/
 *		as errors of the server.
 */
#ifndef BLOOM_HEADS_H
#define BLOOM_HEADS_H

#include "value/valuecompat.h"

#include "format/head.h"
#include "format/validate.h"
#include "value/hasher.h"

/* The own data of a stored imported filter */
static inline BloomImported *
bloom_stored_imported(const Bloom *filter)
{
	return (BloomImported *) ((char *) filter +
							  BLOOM_HEADER_SIZE(filter->layers));
}

/* The words of a stored dense filter */
static inline uint64 *
bloom_stored_words(const Bloom *filter)
{
	return (uint64 *) ((char *) filter + bloom_prefix_size(filter));
}

/* The hashes of a stored sparse filter, which may be coded */
static inline uint64 *
bloom_stored_hashes(const Bloom *filter)
{
	return bloom_stored_words(filter);
}

/* The number of these hashes.  The header must be valid. */
static inline Size
bloom_stored_count(const Bloom *filter)
{
	if (bloom_is_coded(filter))
		return *bloom_stored_hashes(filter);
	return (VARSIZE(filter) - bloom_prefix_size(filter)) / sizeof(uint64);
}

extern bool bloom_report(const BloomProblem *problem, int sqlerrcode,
						 Node *context);
extern const char *bloom_class_name(BloomClass class);
extern bool bloom_class_exists(BloomClass class);
extern const char *bloom_class_cast(BloomClass held, BloomClass class);
extern void bloom_class_mismatch(BloomClass held, BloomClass class);

/* Raise an error if the filter holds values of another class */
static inline void
bloom_check_class(const Bloom *head, BloomClass class)
{
	if (unlikely(bloom_classes_conflict(head->class, class)))
		bloom_class_mismatch(head->class, class);
}

/* Like bloom_check_class(), and set the class of the filter */
static inline void
bloom_set_class(Bloom *head, BloomClass class)
{
	bloom_check_class(head, class);
	if (class != BLOOM_CLASS_NONE)
		head->class = class;
}

pg_noreturn extern void bloom_raise(const BloomProblem *problem);
extern void bloom_check_sound(bool sound);
extern Bloom *bloom_head_make(const BloomParameters *parameters);
extern Bloom *bloom_head_empty(const Bloom *head);
extern Bloom *bloom_head_elastic(double error_rate);
extern void bloom_head_first_layer(Bloom *head, uint64 values);
extern char *bloom_head_text(const Bloom *head);

extern void bloom_check_interrupts(void);

/* receive.c */
extern bool bloom_valid(const Bloom *filter);
extern bool bloom_is_sound(const Bloom *filter);
extern bool bloom_from_wire(Bloom *filter, int sqlerrcode, Node *context);
extern void bloom_to_wire(Bloom *filter);

#endif							/* BLOOM_HEADS_H */
