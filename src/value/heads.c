/*
 * value/heads.c
 *		Heads of filters in palloc'd memory, errors about parameters, and
 *		functions for many words that can be cancelled.
 */
#include "value/heads.h"

#include "miscadmin.h"

#include "value/classname.h"

/* Raise the error for invalid parameters or a filter that is too large */
static void
report(const BloomProblem *problem)
{
	ereport(ERROR,
			(errcode(problem->kind == BLOOM_PROBLEM_TOO_LARGE ?
					 ERRCODE_PROGRAM_LIMIT_EXCEEDED :
					 ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg_internal("%s", problem->message),
			 problem->detail[0] != '\0' ?
			 errdetail("%s", problem->detail) : 0,
			 problem->hint[0] != '\0' ? errhint("%s", problem->hint) : 0));
}

/* Raise the error for a filter that would have more than BLOOM_MAX_BYTES */
void
bloom_too_large(const Bloom *head)
{
	BloomProblem problem;

	bloom_head_too_large(head, &problem);
	report(&problem);
}

/* Raise the error for using hashes with an imported filter */
void
bloom_no_hashes(const Bloom *head)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("bloom filter of format %s has no 64-bit hashes",
					bloom_format_name(head->format)),
			 errhint("Give the value itself.")));
}

/*
 * The head of an empty filter with these parameters, palloc'd with room for a
 * layer.  Raises an error if the parameters are invalid or the filter would be
 * too large.
 */
Bloom *
bloom_head_make(const BloomParameters *parameters)
{
	Bloom	   *head = palloc(BLOOM_HEADER_SIZE(1));
	BloomProblem problem;

	if (!bloom_head_init(head, parameters, &problem))
		report(&problem);
	return head;
}

/* Like bloom_head_make(), for an elastic filter of the default capacity */
Bloom *
bloom_head_elastic(double error_rate)
{
	return bloom_head_make(&(BloomParameters) {
						   .capacity = BLOOM_ELASTIC_CAPACITY,
						   .error_rate = error_rate, .elastic = true
						   });
}

/*
 * The head of an empty filter with the same parameters, palloc'd with room for
 * a layer; see bloom_head_clear()
 */
Bloom *
bloom_head_empty(const Bloom *head)
{
	Bloom	   *empty = palloc(BLOOM_HEADER_SIZE(1));

	bloom_head_clear(empty, head);
	return empty;
}

/* Like bloom_head_try_layer(), but raises an error instead */
void
bloom_head_first_layer(Bloom *head, uint64 values)
{
	if (!bloom_head_try_layer(head, values))
		bloom_too_large(head);
}

/* The parameters of a filter for messages, palloc'd */
char *
bloom_head_text(const Bloom *head)
{
	char	   *text = palloc(BLOOM_DESCRIPTION_SIZE);

	bloom_head_describe(head, text);
	return text;
}

/* Raise the error of bloom_check_class() */
void
bloom_class_mismatch(BloomClass held, BloomClass class)
{
	const char *type = bloom_class_cast(held, class);

	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("bloom filter holds %s values, not %s",
					bloom_class_name(held), bloom_class_name(class)),
			 type != NULL ?
			 errhint("Cast the value to the type that the filter was built from. A parameter without a type is text: write $1::%s, or $1::%s[] for an array.",
					 type, type) :
			 errhint("Cast the value to the type that the filter was built from.")));
}

/* Check for a cancel request; a callback for the plain C modules */
void
bloom_check_interrupts(void)
{
	CHECK_FOR_INTERRUPTS();
}

/* Copy the bytes of a filter; can be cancelled */
void
bloom_copy_bytes(void *to, const void *from, Size size)
{
	for (Size done = 0; done < size; done += BLOOM_INTERRUPT_BYTES)
	{
		memcpy((char *) to + done, (const char *) from + done,
			   Min(size - done, BLOOM_INTERRUPT_BYTES));
		CHECK_FOR_INTERRUPTS();
	}
}

/* Clear the bytes of a filter; can be cancelled */
void
bloom_zero_bytes(void *to, Size size)
{
	for (Size done = 0; done < size; done += BLOOM_INTERRUPT_BYTES)
	{
		memset((char *) to + done, 0, Min(size - done, BLOOM_INTERRUPT_BYTES));
		CHECK_FOR_INTERRUPTS();
	}
}

/*
 * The number of bits, or counters that are not 0, in at least one of two
 * arrays of `lines` lines.  Can be cancelled.
 */
uint64
bloom_count_lines_or(const Bloom *head, const uint64 *a, const uint64 *b,
					 Size lines)
{
	return bloom_count_or(head, a, b, lines, bloom_check_interrupts);
}

/* The number of set bits, or counters that are not 0, in an array */
uint64
bloom_count_lines(const Bloom *head, const uint64 *words, Size lines)
{
	return bloom_count_lines_or(head, words, words, lines);
}
