/*
 * filter/combine.c
 *		Which filters combine, and the errors if they do not.
 *
 * A list of whole hashes combines with any native filter of its seed and class
 * that does not count: they are added to the other filter, which keeps its
 * parameters.  The union of two lists has the parameters of bloom_head_join().
 * Two dense filters need the same parameters, or one of them has to fold to
 * those of the other.  No union may exceed its error rate.
 */
#include "filter/combine.h"

#include <inttypes.h>

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

BloomClass
bloom_combine_class(BloomView a, BloomView b)
{
	return bloom_classes_combined(a.head->class, bloom_is_identity(a),
								  b.head->class, bloom_is_identity(b));
}

bool
bloom_combine_folds(BloomView a, BloomView b)
{
	return !bloom_is_sparse(a.head) && !bloom_is_sparse(b.head) &&
		!bloom_is_imported(a.head) && !bloom_is_imported(b.head) &&
		a.head->capacity != b.head->capacity;
}

/* The error for two filters of different formats */
static bool
refuse_formats(const Bloom *a, const Bloom *b, BloomProblem *problem)
{
	bloom_problem(problem, BLOOM_PROBLEM_COMBINE,
				  "bloom filters are of different formats");
	return bloom_problem_detail(problem,
								"One is of format %s, the other of format %s: they hash values in different ways.",
								bloom_format_name(a->format),
								bloom_format_name(b->format));
}

/* The error for imported filters of one format that are not alike */
static bool
refuse_imported(BloomView a, BloomView b, BloomProblem *problem)
{
	const BloomImported *one = a.imported;
	const BloomImported *other = b.imported;
	char		texts[2][BLOOM_IMPORTED_TEXT_SIZE];

	bloom_problem(problem, BLOOM_PROBLEM_COMBINE,
				  "bloom filters of format %s differ in their parameters",
				  bloom_format_name(a.head->format));
	if (one->capacity != 0 && other->capacity != 0 &&
		(one->capacity != other->capacity ||
		 one->error_rate != other->error_rate))
		bloom_problem_detail(problem,
							 "One has capacity %" PRIu64 ", error rate %g, the other capacity %" PRIu64 ", error rate %g.",
							 one->capacity, one->error_rate, other->capacity,
							 other->error_rate);
	else
	{
		bloom_imported_describe(a, texts[0]);
		bloom_imported_describe(b, texts[1]);
		bloom_problem_detail(problem, "One has %s, the other %s.", texts[0],
							 texts[1]);
	}
	return bloom_problem_hint(problem, "%s", a.imported->growth != 0 ?
							  "Build one filter of all values, or both with a capacity that they do not exceed." :
							  "Bits, probes, layers, hash and keys have to be the same: make both with the same parameters.");
}

bool
bloom_combine_differ(const Bloom *a, const Bloom *b, BloomProblem *problem)
{
	char		texts[2][BLOOM_DESCRIPTION_SIZE];

	if (a->format != b->format)
		return refuse_formats(a, b, problem);
	bloom_head_describe(a, texts[0]);
	bloom_head_describe(b, texts[1]);
	bloom_problem(problem, BLOOM_PROBLEM_COMBINE,
				  "bloom filters have different parameters");
	return bloom_problem_detail(problem, "One has %s, the other %s.", texts[0],
								texts[1]);
}

/* Likewise with a hint */
static bool
refuse_parameters(const Bloom *a, const Bloom *b, BloomPause pause,
				  BloomProblem *problem)
{
	const char *same = "Build both with bloom_agg(value), or with the same capacity, error rate, growth, counting and seed.";
	const Bloom *larger = a->capacity > b->capacity ? a : b;
	char		capacities[160];

	bloom_combine_differ(a, b, problem);
	bloom_problem_hint(problem, "%s", same);
	if (a->seed != b->seed)
		return false;
	if (bloom_is_counting(a) != bloom_is_counting(b))
		return a->capacity == b->capacity && a->error_rate == b->error_rate ?
			bloom_problem_hint(problem,
							   "%s In SQL, use bloom_uncount(filter) in place of the counting filter.",
							   same) :
			false;
	if (bloom_is_shortened(a) || bloom_is_shortened(b))
		return bloom_problem_hint(problem,
								  "%s An elastic filter of more than 16 values combines only with elastic filters, and with others of few values.",
								  same);
	/* folding changes nothing but the capacity */
	if (a->capacity == b->capacity || a->error_rate != b->error_rate ||
		a->growth != 0 || b->growth != 0)
		return false;
	bloom_fold_capacities(larger, capacities, sizeof(capacities), pause);
	if (capacities[0] == '\0')
		return false;
	return bloom_problem_hint(problem, "%s Capacity %" PRId64 " folds to %s.",
							  same, larger->capacity, capacities);
}

bool
bloom_combine_check(BloomView a, BloomView b, BloomProblem *problem)
{
	if (bloom_combine_possible(a, b))
		return true;
	if (a.head->format != b.head->format)
		return refuse_formats(a.head, b.head, problem);
	if (bloom_is_imported(a.head) && !bloom_imported_alike(a, b))
		return refuse_imported(a, b, problem);
	if (!bloom_is_imported(a.head) &&
		!bloom_head_parameters_combine(a.head, b.head))
		return refuse_parameters(a.head, b.head, a.pause, problem);
	return bloom_problem_class(problem, BLOOM_PROBLEM_CLASSES, a.head->class,
							   b.head->class);
}

bool
bloom_combine_same_capacity(BloomView a, BloomView b)
{
	return bloom_promised_capacity(a.head) ==
		bloom_promised_capacity(b.head) &&
		a.head->error_rate == b.head->error_rate;
}

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

bool
bloom_combine_can_exceed(BloomView a, BloomView b)
{
	return !adds_nothing(a, b) && !adds_nothing(b, a) && !surely_fits(a, b);
}

bool
bloom_combine_refuse(BloomView view, bool whole, BloomProblem *problem)
{
	bloom_problem(problem, BLOOM_PROBLEM_COMBINE,
				  "bloom filters cannot be combined without exceeding their error rate");
	bloom_problem_detail(problem,
						 "With about %.0f values at capacity %" PRId64 ", the error rate would be %.3g instead of %.3g.",
						 bloom_view_cardinality(view),
						 bloom_promised_capacity(view.head),
						 bloom_view_expected_fpp(view), view.head->error_rate);
	return bloom_problem_hint(problem, "%s",
							  bloom_is_imported(view.head) ?
							  "Build one filter of all values, or each with a capacity for the values of all." :
							  whole ?
							  "Cast each filter to bloom(elastic), or build them with a capacity for the values of all." :
							  "Build the filters with bloom_agg(value), or with a capacity for the values of all.");
}

bool
bloom_combine_check_rate(BloomFilter *filter, bool whole,
						 BloomProblem *problem)
{
	BloomView	view;

	if ((filter->head->flags & BLOOM_FLAG_MIXED) == 0)
		return true;
	filter->head->flags &= (uint8_t) ~BLOOM_FLAG_MIXED;
	if (!bloom_filter_view_counted(filter, &view, problem))
		return false;
	if (bloom_view_exceeds(view))
		return bloom_combine_refuse(view, whole, problem);
	/* it is not over its capacity, so it is no reason for a warning */
	if (!bloom_is_sparse(filter->head))
		filter->known = filter->head->layer[0].bits_set;
	else if (filter->coded != NULL)
		filter->known = view.count;
	return true;
}

bool
bloom_combine_fold(const BloomHost *host, BloomView *view, BloomView other,
				   BloomFilter **folded, BloomProblem *problem)
{
	*folded = NULL;
	if (!bloom_combine_folds(*view, other) ||
		view->head->capacity < other.head->capacity)
		return true;
	*folded = bloom_filter_fold(host, *view, other.head, problem);
	if (*folded == NULL)
		return false;
	(*folded)->head->flags |= BLOOM_FLAG_MIXED;
	if (bloom_combine_check_rate(*folded, false, problem) &&
		bloom_filter_view(*folded, view, problem))
		return true;
	bloom_filter_free(*folded);
	*folded = NULL;
	return false;
}
