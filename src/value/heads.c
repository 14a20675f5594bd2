/*
 * value/heads.c
 *		Heads of filters in palloc'd memory, the errors of parameters, and work
 *		on many words that can be cancelled.
 */
#include "value/heads.h"

#include "miscadmin.h"

#include "value/classname.h"

/* The error of parameters that can't be had */
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

/* The error of a filter that would have more than BLOOM_MAX_BYTES */
void
bloom_too_large(const Bloom *head)
{
	BloomProblem problem;

	bloom_head_too_large(head, &problem);
	report(&problem);
}

/* The error of what needs the 64-bit hash that a filter doesn't have */
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
 * The head of an empty filter, palloc'd with room for a layer, or an error if
 * the parameters can't be had.
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

/* The same for a filter that sizes itself */
Bloom *
bloom_head_self_sizing(double error_rate)
{
	BloomParameters parameters =
		{.capacity = 1, .error_rate = error_rate, .growth = 2};
	Bloom	   *head = bloom_head_make(&parameters);

	head->capacity = 0;
	return head;
}

/* The head of an empty filter of the same parameters, palloc'd likewise */
Bloom *
bloom_head_empty(const Bloom *head)
{
	Bloom	   *empty = palloc(BLOOM_HEADER_SIZE(1));

	bloom_head_clear(empty, head);
	return empty;
}

/* bloom_head_try_layer, or an error if it can't be had */
void
bloom_head_first_layer(Bloom *head, uint64 values, bool part)
{
	if (!bloom_head_try_layer(head, values, part))
		bloom_too_large(head);
}

/* What users know parameters by, palloc'd */
char *
bloom_head_text(const Bloom *head)
{
	char	   *text = palloc(BLOOM_DESCRIPTION_SIZE);

	bloom_head_describe(head, text);
	return text;
}

/* The error of bloom_check_class */
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

/* Look for a cancel request: for code that knows nothing of the server */
void
bloom_check_interrupts(void)
{
	CHECK_FOR_INTERRUPTS();
}

/* memcpy for as many bytes as a filter may have; can be cancelled */
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

/* Clear them, likewise */
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
 * The bits that are set in one of two arrays of so many lines, of a filter
 * that counts or doesn't; can be cancelled.
 */
uint64
bloom_count_lines_or(const Bloom *head, const uint64 *a, const uint64 *b,
					 Size lines)
{
	return bloom_count_or(head, a, b, lines, bloom_check_interrupts);
}

/* The bits that are set in an array of so many lines */
uint64
bloom_count_lines(const Bloom *head, const uint64 *words, Size lines)
{
	return bloom_count_lines_or(head, words, words, lines);
}
