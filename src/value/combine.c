/*
 * value/combine.c
 *		Two filters to one: union and intersection; the cardinality of a union.
 *
 * Filters combine if they have one shape, or if one of them folds to the
 * other's; then the larger one is folded first.  A sparse filter is added to,
 * or looked up in, the other one hash by hash, so that one that sizes itself
 * combines with all.  Two sparse filters are compared in one pass over both.
 */
#include "value/combine.h"

#include "core/common.h"
#include "value/library.h"
#include "value/reshape.h"

#include "miscadmin.h"
#include "utils/memutils.h"

#include <float.h>
#include <math.h>

/* So many hashes of a list are tested together */
#define BATCH		256

/* Whether one of two native filters can take the other's members */
static bool
shapes_combine(BloomView a, BloomView b)
{
	if (bloom_sizes_itself(a.head) || bloom_sizes_itself(b.head))
		return a.head->seed == b.head->seed &&
			bloom_is_counting(a.head) == bloom_is_counting(b.head);
	return bloom_fold_factor(a.head, b.head) != 0 ||
		bloom_fold_factor(b.head, a.head) != 0;
}

/* What else would help two filters to one shape, after another sentence */
static const char *
fold_hint(const Bloom *a, const Bloom *b)
{
	const Bloom *larger = a->capacity > b->capacity ? a : b;
	const char *capacities;

	/* bloom() neither counts nor has a seed */
	if (bloom_sizes_itself(a) || bloom_sizes_itself(b) ||
		a->seed != 0 || b->seed != 0 ||
		bloom_is_counting(a) || bloom_is_counting(b))
		return "";
	if (a->capacity == b->capacity || larger->growth != 0)
		return " One that starts as bloom() unites with any such.";
	capacities = bloom_reshape_capacities(larger);
	if (capacities[0] == '\0')
		return psprintf(" One that starts as bloom() unites with any such. Capacity " INT64_FORMAT " doesn't fold to another one.",
						larger->capacity);
	return psprintf(" One that starts as bloom() unites with any such. Capacity " INT64_FORMAT " folds to %s.",
					larger->capacity, capacities);
}

/*
 * Whether two filters can be united: they have one shape, or one folds to the
 * other's, or one has no shape of its own; and values of one class.
 */
bool
bloom_combine_possible(BloomView a, BloomView b)
{
	if (bloom_is_identity(a) || bloom_is_identity(b))
		return true;
	return a.head->family == b.head->family &&
		!bloom_classes_conflict(a.head->class, b.head->class) &&
		(bloom_is_foreign(a.head) ? bloom_library_alike(a, b) :
		 shapes_combine(a, b));
}

/* An error that says why, if they can't */
static void
check_combinable(BloomView a, BloomView b)
{
	if (bloom_combine_possible(a, b))
		return;
	if (a.head->family != b.head->family)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("bloom filters are of different families"),
				 errdetail("One is of family %s, the other of family %s: they hash values in different ways.",
						   bloom_family_name(a.head->family),
						   bloom_family_name(b.head->family))));
	if (bloom_is_foreign(a.head) && !bloom_library_alike(a, b))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("bloom filters of family %s differ in their parameters",
						bloom_family_name(a.head->family)),
				 errdetail("One has %s, the other %s.",
						   bloom_library_text(a), bloom_library_text(b)),
				 errhint("Bits, probes, layers, hash and keys have to be the same: make both with the same parameters.")));
	if (!bloom_is_foreign(a.head) && !shapes_combine(a, b))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("bloom filters have different shapes"),
				 errdetail("One has %s, the other %s.",
						   bloom_head_text(a.head), bloom_head_text(b.head)),
				 errhint("Build both with the same capacity, error rate, growth, counting and seed, as a column of type bloom(capacity, error_rate) makes sure.%s",
						 fold_hint(a.head, b.head))));
	if (bloom_classes_conflict(a.head->class, b.head->class))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("one bloom filter holds %s values, the other %s values",
						bloom_class_name(a.head->class),
						bloom_class_name(b.head->class))));
}

/*
 * An error unless bits of two dense filters mean the same values.  The bits
 * of a grown filter don't, for nothing tells in which layer a value is.
 */
static void
check_comparable(BloomView a, BloomView b)
{
	if ((a.head->growth != 0 || bloom_is_foreign(a.head)) &&
		(a.head->layers > 1 || b.head->layers > 1 ||
		 memcmp(&a.head->layer[0].geometry, &b.head->layer[0].geometry,
				sizeof(BloomGeometry)) != 0))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("cannot intersect bloom filters that have grown"),
				 errdetail("The same value may be in different layers of the two."),
				 errhint("Build both with a capacity that they don't exceed.")));
}

/* What unites and what intersects the words of two filters */
typedef void (*CombineLines) (uint64 *to, const uint64 *from, size_t lines);

static CombineLines
unite_lines(const Bloom *head)
{
	return bloom_is_counting(head) ? bloom_counters_sum : bloom_bits_or;
}

static CombineLines
intersect_lines(const Bloom *head)
{
	return bloom_is_counting(head) ? bloom_counters_least : bloom_bits_and;
}

/* Apply one of these to so many lines; can be cancelled */
static void
combine_lines(const Bloom *head, uint64 *to, const uint64 *from, Size lines,
			  CombineLines combine)
{
	Size		line_words = bloom_line_words(head);

	for (Size done = 0; done < lines; done += BLOOM_INTERRUPT_LINES)
	{
		combine(to + done * line_words, from + done * line_words,
				Min(lines - done, BLOOM_INTERRUPT_LINES));
		CHECK_FOR_INTERRUPTS();
	}
}

/* Apply one of these to all words of two filters of one shape */
static void
combine_words(BloomExpanded *filter, const uint64 *other,
			  CombineLines combine)
{
	filter->counted = false;
	combine_lines(filter->head, filter->layers.words, other,
				  bloom_lines(filter->head), combine);
	bloom_library_recount(filter);
}

/* The other filter, folded to the shape of head if it is larger */
static BloomView
fold_larger(BloomView other, const Bloom *head)
{
	if (bloom_sizes_itself(head) || bloom_is_foreign(head) ||
		other.head->capacity <= head->capacity)
		return other;
	return bloom_expanded_view(bloom_reshape_fold(other, head,
												  CurrentMemoryContext));
}

/*
 * Whether a layer with so many bits keeps the error rate.  The classic formula
 * is less than a layer's rate, and tells of most that they don't.
 */
static bool
keeps_rate(const BloomGeometry *geometry, uint64 bits_set, double rate)
{
	double		share = (double) bits_set / bloom_geometry_bits(geometry);

	return pow(share, geometry->probes) <= rate &&
		bits_set <= bloom_geometry_full_bits(geometry, rate);
}

/*
 * Add a layer of another growing filter: to one of the same geometry that has
 * room for it, else as one more layer.
 */
static void
unite_layer(BloomExpanded *filter, const BloomGeometry *geometry,
			const uint64 *words)
{
	Size		lines = geometry->lines;
	uint64	   *own = filter->layers.words;
	BloomLayer *layer = filter->head->layer;

	for (int i = 0; i < filter->head->layers; i++, layer++)
	{
		if (memcmp(geometry, &layer->geometry, sizeof(BloomGeometry)) == 0)
		{
			double		rate = bloom_layer_rate(filter->head, i, lines,
												filter->part);
			uint64		bits_set = bloom_count_lines_or(filter->head, own,
														words, lines);

			if (bits_set == layer->bits_set ||
				keeps_rate(geometry, bits_set, rate))
			{
				combine_lines(filter->head, own, words, lines, bloom_bits_or);
				layer->bits_set = bits_set;
				return;
			}
		}
		own += (Size) layer->geometry.lines * BLOOM_LINE_WORDS;
	}

	bloom_layers_append(&filter->layers, &filter->head, geometry);
	own = filter->layers.words + bloom_words_size(filter->head) /
		sizeof(uint64) - lines * BLOOM_LINE_WORDS;
	bloom_copy_bytes(own, words, lines * BLOOM_LINE_WORDS * sizeof(uint64));
	filter->head->layer[filter->head->layers - 1].bits_set =
		bloom_count_lines(filter->head, own, lines);
}

/* Add all layers of another filter to a growing one; both are dense */
static void
unite_layers(BloomExpanded *filter, BloomView other)
{
	if (!filter->counted)
		bloom_layers_count(&filter->layers, filter->head);
	filter->counted = true;
	for (int i = 0; i < other.head->layers; i++)
	{
		unite_layer(filter, &other.head->layer[i].geometry, other.words);
		other.words += (Size) other.head->layer[i].geometry.lines *
			BLOOM_LINE_WORDS;
	}
}

/* Add the words, or to a list's hashes the words or hashes, of another one */
static void
unite_content(BloomExpanded *filter, BloomView other)
{
	BloomView	view = bloom_expanded_view(filter);
	BloomExpanded *content;

	if (bloom_is_sparse(view.head))
	{
		content = bloom_expanded_copy(other, CurrentMemoryContext);
		content->part = filter->part;
		bloom_set_class(content->head, view.head->class);
		bloom_expanded_add_list(content, view.hashes, view.count);
		bloom_expanded_take_over(filter, content);
	}
	else if (view.head->growth != 0)
		unite_layers(filter, other);
	else
		combine_words(filter, other.words, unite_lines(filter->head));
}

/*
 * Add all members of the other filter.  An error if the two can't be
 * combined; then nothing has changed.
 */
void
bloom_combine_unite(BloomExpanded *filter, BloomView other)
{
	/* adding a list needs no more: many lists are sorted once, together */
	BloomView	head = bloom_expanded_head(filter);
	BloomExpanded *folded;

	check_combinable(head, other);
	bloom_set_class(filter->head, other.head->class);
	if (bloom_is_identity(other))
		return;
	if (!bloom_sizes_itself(other.head) && !bloom_is_foreign(other.head))
	{
		if (head.head->capacity > other.head->capacity)
		{
			folded = bloom_reshape_fold(bloom_expanded_view(filter),
										other.head, CurrentMemoryContext);
			bloom_expanded_take_over(filter, folded);
			head = bloom_expanded_head(filter);
		}
		other = fold_larger(other, head.head);
	}

	if (bloom_is_sparse(other.head) && !bloom_is_identity(head) &&
		(bloom_sizes_itself(other.head) || !bloom_sizes_itself(head.head)))
		bloom_expanded_add_list(filter, other.hashes, other.count);
	else
		unite_content(filter, other);
	if (bloom_is_foreign(other.head) && filter->foreign != NULL)
		bloom_library_learn_shape(filter, other);
}

/*
 * How many members of a sparse filter test positive in the other one.  Their
 * hashes go to `common`, unless that is NULL, with room for all of them.  Can
 * be cancelled.
 */
static Size
common_hashes(BloomView sparse, BloomView other, uint64 *common)
{
	bool		contained[BATCH];
	Size		count = 0;

	if (bloom_is_sparse(other.head))
		return bloom_hashes_common(sparse.hashes, sparse.count, other.hashes,
								   other.count, common,
								   bloom_check_interrupts);
	for (Size done = 0; done < sparse.count; done += BATCH)
	{
		const uint64 *hashes = sparse.hashes + done;
		int			batch = Min(sparse.count - done, BATCH);

		CHECK_FOR_INTERRUPTS();
		bloom_view_contains_each(other, BLOOM_CLASS_NONE, hashes, batch,
								 contained);
		for (int i = 0; i < batch; i++)
		{
			if (contained[i] && common != NULL)
				common[count] = hashes[i];
			count += contained[i];
		}
	}
	return count;
}

/*
 * A filter like the one in a view, in a memory context of its own under that
 * of the caller, with the members of a sparse filter that test positive in
 * the other one
 */
static BloomExpanded *
keep_common(BloomView like, BloomView sparse, BloomView other)
{
	BloomExpanded *content = bloom_expanded_empty(like, CurrentMemoryContext);
	MemoryContext context = content->hdr.eoh_context;
	BloomList  *list = &content->list;
	uint64	   *common;
	Size		count;

	common = MemoryContextAllocHuge(context,
									(sparse.count + 1) * sizeof(uint64));
	count = common_hashes(sparse, other, common);
	if (bloom_is_sparse(content->head) && count <= list->limit)
	{
		/* they are in order: this is the list */
		pfree(list->hashes);
		list->sorted = list->count = count;
		list->room = count + 1;
		list->hashes = repalloc_huge(common, list->room * sizeof(uint64));
		return content;
	}
	bloom_expanded_add_list(content, common, count);
	pfree(common);
	return content;
}

/* The one of two filters whose shape their intersection has */
static BloomView
common_shape(BloomView a, BloomView b)
{
	if (bloom_sizes_itself(a.head) ||
		(!bloom_sizes_itself(b.head) && !bloom_is_foreign(b.head) &&
		 b.head->capacity < a.head->capacity))
		return b;
	return a;
}

/* The intersection of two filters, of which one is sparse, likewise */
static BloomExpanded *
intersect_sparse(BloomView a, BloomView b)
{
	BloomView	shape = common_shape(a, b);
	BloomExpanded *content = bloom_is_sparse(a.head) ?
		keep_common(shape, a, b) : keep_common(shape, b, a);

	content->head->class = a.head->class;
	bloom_set_class(content->head, b.head->class);
	return content;
}

/*
 * Keep the members that are in the other filter too.  An error if the two
 * can't be combined; then nothing has changed.
 */
void
bloom_combine_intersect(BloomExpanded *filter, BloomView other)
{
	BloomView	view = bloom_expanded_view(filter);
	BloomView	shape = common_shape(view, other);

	check_combinable(view, other);
	if (bloom_is_sparse(view.head) || bloom_is_sparse(other.head))
	{
		bloom_expanded_take_over(filter, intersect_sparse(view, other));
		return;
	}

	check_comparable(view, other);
	if (shape.head != view.head)
		bloom_expanded_take_over(filter,
								 bloom_reshape_fold(view, shape.head,
													CurrentMemoryContext));
	other = fold_larger(other, filter->head);
	bloom_set_class(filter->head, other.head->class);
	combine_words(filter, other.words, intersect_lines(filter->head));
}

/*
 * The members that are in both filters, in a memory context of its own under
 * that of the caller; errors as bloom_combine_intersect
 */
BloomExpanded *
bloom_combine_intersection(BloomView a, BloomView b)
{
	BloomExpanded *filter;

	check_combinable(a, b);
	if (bloom_is_sparse(a.head) || bloom_is_sparse(b.head))
		return intersect_sparse(a, b);
	filter = bloom_expanded_copy(a, CurrentMemoryContext);
	bloom_combine_intersect(filter, b);
	return filter;
}

/*
 * The number of distinct members of either filter, estimated unless both are
 * sparse; both have to be counted.  Errors as bloom_combine_intersect.
 */
double
bloom_combine_cardinality(BloomView a, BloomView b)
{
	BloomView	sparse = bloom_is_sparse(a.head) ? a : b;
	BloomView	other = bloom_is_sparse(a.head) ? b : a;
	Size		missing;
	uint64		bits_set;

	check_combinable(a, b);
	if (bloom_is_sparse(sparse.head))
	{
		missing = sparse.count - common_hashes(sparse, other, NULL);
		return bloom_view_cardinality(other) +
			missing / Max(1.0 - bloom_view_expected_fpp(other), DBL_EPSILON);
	}

	check_comparable(a, b);
	a = fold_larger(a, b.head);
	b = fold_larger(b, a.head);
	bits_set = bloom_count_lines_or(a.head, a.words, b.words,
									bloom_lines(a.head));
	return bloom_view_layer_cardinality(a, 0, bits_set);
}
