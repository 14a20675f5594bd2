/*
 * value/combine.c
 *		Which filters combine, and which have to be folded for that.
 *
 * A list of whole hashes combines with any native filter of its seed and class
 * that does not count: they are added to the other filter, which keeps its
 * parameters.  The union of two lists has the parameters of bloom_head_join().
 * Two dense filters need the same parameters, or one of them has to fold to
 * those of the other.  No union may exceed its error rate.
 */
#include "value/combine.h"

#include "value/imported.h"
#include "value/refit.h"

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
		return " An elastic filter of more than 16 values combines only with elastic filters, and with others of few values.";
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
 * Whether two filters combine, according to their heads.  The union may still
 * exceed the error rate; bloom_combine_keeps_rate() tests that.
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
				 errhint("Build both with bloom_agg(value), or with the same capacity, error rate, growth, counting and seed.%s",
						 combine_hint(a.head, b.head))));
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("one bloom filter holds %s values, the other %s values",
					bloom_class_name(a.head->class),
					bloom_class_name(b.head->class))));
}

/* Whether the union of two filters has the capacity and rate of both */
bool
bloom_combine_same_capacity(BloomView a, BloomView b)
{
	return bloom_promised_capacity(a.head) ==
		bloom_promised_capacity(b.head) &&
		a.head->error_rate == b.head->error_rate;
}

/*
 * Whether a list with the parameters of the union of two lists is possible;
 * true for other filters that combine
 */
bool
bloom_combine_fits(BloomView a, BloomView b)
{
	Bloom		head = *a.head;

	/* only a state can have impossible parameters itself */
	if (!bloom_is_sparse(a.head) || !bloom_is_sparse(b.head) ||
		bloom_is_identity(a) || bloom_is_identity(b) ||
		(bloom_combine_same_capacity(a, b) &&
		 ((a.head->flags | b.head->flags) & BLOOM_FLAG_PARTIAL) == 0))
		return true;
	bloom_head_join(&head, b.head);
	return bloom_is_shortened(&head) || bloom_head_fits(&head);
}

/*
 * Whether a filter is known to be empty, and the union with the other one has
 * the parameters of the latter
 */
static bool
adds_nothing(BloomView view, BloomView other)
{
	bool		sparse = bloom_is_sparse(view.head);
	bool		empty = sparse ? view.count == 0 :
		view.counted && view.head->layers == 1 &&
		view.head->layer[0].bits_set == 0;

	return empty && (bloom_is_identity(view) ||
					 bloom_combine_same_capacity(view, other) ||
					 (sparse && !bloom_is_sparse(other.head)));
}

/*
 * Whether the heads of two filters show that their union has no more values
 * than its capacity
 */
static bool
surely_fits(BloomView a, BloomView b)
{
	return a.counted && b.counted && !bloom_is_imported(a.head) &&
		(bloom_is_elastic(a.head) || a.head->growth == 0) &&
		bloom_combine_same_capacity(a, b) &&
		bloom_view_cardinality(a) + bloom_view_cardinality(b) <=
		bloom_promised_capacity(a.head);
}

/*
 * Whether the union of two filters that combine can exceed its error rate, as
 * far as their heads tell
 */
bool
bloom_combine_can_exceed(BloomView a, BloomView b)
{
	return !adds_nothing(a, b) && !adds_nothing(b, a) && !surely_fits(a, b);
}

/* A view of a filter whose bits are counted.  That causes no warning. */
BloomView
bloom_combine_counted(BloomExpanded *filter)
{
	BloomView	view = bloom_expanded_view(filter);

	if (!view.counted)
	{
		bloom_layers_count(&filter->layers, filter->head);
		filter->counted = view.counted = true;
	}
	return view;
}

/* Whether a filter exceeds its error rate too far for a union */
bool
bloom_combine_exceeds(BloomExpanded *filter)
{
	return bloom_view_exceeds(bloom_combine_counted(filter));
}

/*
 * Raise the error for a union or a fold that exceeds its error rate.  The hint
 * is for filters that were all lists of whole hashes if `whole` is true.
 */
void
bloom_combine_refuse(BloomExpanded *filter, bool whole)
{
	BloomView	view = bloom_expanded_view(filter);

	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("bloom filters cannot be combined without exceeding their error rate"),
			 errdetail("With about %.0f values at capacity " INT64_FORMAT ", the error rate would be %.3g instead of %.3g.",
					   bloom_view_cardinality(view),
					   bloom_promised_capacity(view.head),
					   bloom_view_expected_fpp(view),
					   view.head->error_rate),
			 bloom_is_imported(view.head) ?
			 errhint("Build one filter of all values, or each with a capacity for the values of all.") :
			 whole ?
			 errhint("Cast each filter to bloom(elastic), or build them with a capacity for the values of all.") :
			 errhint("Build the filters with bloom_agg(value), or with a capacity for the values of all.")));
}

/*
 * Raise an error if `filter`, the union or a fold of others, is marked with
 * BLOOM_FLAG_MIXED and exceeds its error rate.  Removes the mark.  See
 * bloom_combine_refuse() for `whole`.
 */
void
bloom_combine_check_rate(BloomExpanded *filter, bool whole)
{
	if ((filter->head->flags & BLOOM_FLAG_MIXED) == 0)
		return;
	filter->head->flags &= ~BLOOM_FLAG_MIXED;
	if (bloom_combine_exceeds(filter))
		bloom_combine_refuse(filter, whole);
	/* it is not over its capacity, so it is no reason for a warning */
	if (!bloom_is_sparse(filter->head))
		filter->known = filter->head->layer[0].bits_set;
	else if (filter->coded != NULL)
		filter->known = *filter->coded + filter->list.count;
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
	bloom_combine_check_rate(folded, false);
	*view = bloom_expanded_view(folded);
	return folded;
}

/*
 * A filter that may be changed: the expanded filter itself if the value is a
 * read-write pointer, or else a copy under parent.  Raises an error if it is a
 * partial state of a union that exceeds its error rate.
 */
BloomExpanded *
bloom_combine_get(Datum value, MemoryContext parent)
{
	BloomExpanded *filter =
		VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value)) ?
		bloom_expanded_of(value) : NULL;

	if (filter != NULL)
		return filter;
	filter = bloom_expanded_copy(bloom_expanded_read(value), parent);
	bloom_combine_check_rate(filter, false);
	return filter;
}
