/*
 * value/combine.c
 *		Which filters combine, and which have to be folded for that.
 *
 * A list of whole hashes combines with any native filter of its seed and class
 * that does not count: they are added to the other filter, which keeps its
 * parameters.  Two lists take the parameters that bloom_head_outranks()
 * prefers.  Two dense filters need the same parameters, or one of them has to
 * fold to those of the other.  The union of filters with different parameters
 * must not exceed the error rate.
 */
#include "value/combine.h"

#include "value/imported.h"
#include "value/refit.h"

#include <math.h>

/*
 * A sentence for a hint about two filters that do not combine.  It follows
 * another sentence.  Empty if there is nothing to add.
 */
static const char *
combine_hint(const Bloom *a, const Bloom *b)
{
	const Bloom *larger = a->capacity > b->capacity ? a : b;
	const char *capacities;

	if (a->seed != b->seed || bloom_is_counting(a) != bloom_is_counting(b))
		return "";
	if (bloom_is_shortened(a) || bloom_is_shortened(b))
		return " An elastic filter of more than 1024 values has only a part of each hash, so it combines only with sparse and elastic filters.";
	/* folding changes nothing but the capacity */
	if (a->capacity == b->capacity || a->error_rate != b->error_rate ||
		a->growth != 0 || b->growth != 0)
		return "";
	capacities = bloom_refit_capacities(larger);
	if (capacities[0] == '\0')
		return psprintf(" Capacity " INT64_FORMAT " does not fold to another one.",
						larger->capacity);
	return psprintf(" Capacity " INT64_FORMAT " folds to %s.",
					larger->capacity, capacities);
}

/*
 * Whether two filters combine, according to their heads.  The union of two
 * dense filters of different capacities may still exceed the error rate;
 * bloom_combine_keeps_rate() tests that.
 */
bool
bloom_combine_possible(BloomView a, BloomView b)
{
	if (bloom_is_identity(a) || bloom_is_identity(b))
		return true;
	return a.head->format == b.head->format &&
		!bloom_classes_conflict(a.head->class, b.head->class) &&
		(bloom_is_imported(a.head) ? bloom_imported_alike(a, b) :
		 bloom_head_parameters_combine(a.head, b.head));
}

/* The class of the union or intersection of two filters that combine */
BloomClass
bloom_combine_class(BloomView a, BloomView b)
{
	return bloom_classes_combined(a.head->class, bloom_is_identity(a),
								  b.head->class, bloom_is_identity(b));
}

/* Whether two filters that combine need to be folded for that */
bool
bloom_combine_folds(BloomView a, BloomView b)
{
	return !bloom_is_sparse(a.head) && !bloom_is_sparse(b.head) &&
		!bloom_is_imported(a.head) && !bloom_is_imported(b.head) &&
		a.head->capacity != b.head->capacity;
}

/* Raise an error, with the reason, if two filters do not combine */
void
bloom_combine_check(BloomView a, BloomView b)
{
	if (bloom_combine_possible(a, b))
		return;
	if (a.head->format != b.head->format)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("bloom filters are of different formats"),
				 errdetail("One is of format %s, the other of format %s: they hash values in different ways.",
						   bloom_format_name(a.head->format),
						   bloom_format_name(b.head->format))));
	if (bloom_is_imported(a.head) && !bloom_imported_alike(a, b))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("bloom filters of format %s differ in their parameters",
						bloom_format_name(a.head->format)),
				 errdetail("One has %s, the other %s.",
						   bloom_imported_text(a), bloom_imported_text(b)),
				 a.imported->growth != 0 ?
				 errhint("Build one filter of all values, or both with a capacity that they do not exceed.") :
				 errhint("Bits, probes, layers, hash and keys have to be the same: make both with the same parameters.")));
	if (!bloom_is_imported(a.head) &&
		!bloom_head_parameters_combine(a.head, b.head))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("bloom filters have different parameters"),
				 errdetail("One has %s, the other %s.",
						   bloom_head_text(a.head), bloom_head_text(b.head)),
				 errhint("Build both with bloom(), or with the same capacity, error rate, growth, counting and seed, for example in a column of type bloom(capacity, error_rate).%s",
						 combine_hint(a.head, b.head))));
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("one bloom filter holds %s values, the other %s values",
					bloom_class_name(a.head->class),
					bloom_class_name(b.head->class))));
}

/*
 * Whether the union of two filters that combine has to be checked, because the
 * capacity of one of them was not meant for the values of the other, or
 * because they are imported and growing
 */
bool
bloom_combine_mixes(BloomView a, BloomView b)
{
	/* an empty list gives its parameters to another list only */
	if (bloom_is_sparse(a.head) != bloom_is_sparse(b.head) &&
		(bloom_is_sparse(a.head) ? a.count : b.count) == 0)
		return false;
	if (bloom_is_identity(a) || bloom_is_identity(b))
		return false;
	/* each layer of one may be as full as that of the other */
	if (bloom_is_imported(a.head))
		return a.imported->growth != 0;
	return a.head->capacity != b.head->capacity ||
		a.head->error_rate != b.head->error_rate;
}

/*
 * The error rate of a filter in memory, for bloom_combine_check_rate().  Up to
 * its capacity, it is the requested one: that of a small filter varies,
 * which is no reason for an error.  The same holds if it is imported and its
 * layers keep their own rates, which are higher in old versions of RedisBloom.
 * 0 for lists of whole hashes and native growing filters.
 */
double
bloom_combine_rate(BloomExpanded *filter)
{
	BloomView	view = bloom_expanded_view(filter);
	const Bloom *head = view.head;
	double		rate;
	double		kept = 0.0;

	if (bloom_is_sparse(head) ? !bloom_is_shortened(head) : head->growth != 0)
		return 0.0;
	if (!bloom_is_sparse(head))
		bloom_layers_count(&filter->layers, filter->head);
	if (rint(bloom_view_cardinality(view)) <= head->capacity)
		return head->error_rate;
	rate = bloom_view_fpp(view);
	if (bloom_is_imported(head))
		for (int i = 0; i < head->layers; i++)
			kept += view.imported->layer[i].error_rate;
	return rate <= BLOOM_RATE_TOLERANCE * kept ? head->error_rate : rate;
}

/*
 * Raise an error if `filter`, a union that may be mixed, exceeds its error
 * rate.  a and b are the heads of the filters that it consists of, or NULL if
 * they are many.
 */
void
bloom_combine_check_rate(BloomExpanded *filter, const Bloom *a,
						 const Bloom *b)
{
	double		rate;

	if ((filter->head->flags & BLOOM_FLAG_MIXED) == 0)
		return;
	filter->head->flags &= ~BLOOM_FLAG_MIXED;
	rate = bloom_combine_rate(filter);
	if (rate <= BLOOM_RATE_TOLERANCE * filter->head->error_rate)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("bloom filters cannot be combined without exceeding their error rate"),
			 bloom_is_imported(filter->head) ?
			 errdetail("The error rate would be %.3g.", rate) :
			 a == NULL ?
			 errdetail("At capacity " INT64_FORMAT " the error rate would be %.3g.",
					   filter->head->capacity, rate) :
			 errdetail("One has %s, the other %s. At capacity " INT64_FORMAT " the error rate would be %.3g.",
					   bloom_head_text(a), bloom_head_text(b),
					   filter->head->capacity, rate),
			 bloom_is_imported(filter->head) ?
			 errhint("Build one filter of all values, or both with a capacity for the values of both.") :
			 a == NULL || bloom_is_sparse(a) || bloom_is_sparse(b) ?
			 errhint("Build both with bloom(), or with a capacity for the values of both.") :
			 errhint("Build both with bloom(), or with a capacity for the values of both. To accept that error rate, fold the larger filter first: bloom_fold(filter, " INT64_FORMAT ").",
					 filter->head->capacity)));
}

/*
 * If both filters are dense and that of `view` has the larger capacity, fold
 * it to the capacity of `other`, in the current memory context.  Returns the
 * folded filter, of which `view` becomes a view, or NULL.  Raises an error if
 * the folded filter exceeds its error rate.
 */
BloomExpanded *
bloom_combine_fold(BloomView *view, BloomView other)
{
	BloomExpanded *folded;

	if (!bloom_combine_folds(*view, other) ||
		view->head->capacity < other.head->capacity)
		return NULL;
	folded = bloom_refit_fold(*view, other.head, CurrentMemoryContext);
	folded->head->flags |= BLOOM_FLAG_MIXED;
	bloom_combine_check_rate(folded, view->head, other.head);
	*view = bloom_expanded_view(folded);
	return folded;
}
