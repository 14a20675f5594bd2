/*
 * value/heads.c
 *		Heads of filters in palloc'd memory, and problems, also with value
 *		classes, as errors of the server.
 */
#include "value/heads.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/builtins.h"

/* The SQLSTATE of a problem; `other` is that of invalid values */
static int
code_of(BloomProblemKind kind, int other)
{
	switch (kind)
	{
		case BLOOM_PROBLEM_TOO_LARGE:
			return ERRCODE_PROGRAM_LIMIT_EXCEEDED;
		case BLOOM_PROBLEM_UNSUPPORTED:
			return ERRCODE_FEATURE_NOT_SUPPORTED;
		case BLOOM_PROBLEM_HASH:
		case BLOOM_PROBLEM_COMBINE:
		case BLOOM_PROBLEM_REMOVE:
			return ERRCODE_DATA_EXCEPTION;
		default:
			return other;
	}
}

/*
 * Report a problem as an error with the given code, or as a soft error in
 * context.  Returns false after a soft error.
 */
bool
bloom_report(const BloomProblem *problem, int sqlerrcode, Node *context)
{
	ereturn(context, false,
			(errcode(code_of(problem->kind, sqlerrcode)),
			 errmsg_internal("%s", problem->message),
			 problem->detail[0] != '\0' ?
			 errdetail("%s", problem->detail) : 0,
			 problem->hint[0] != '\0' ? errhint("%s", problem->hint) : 0));
}

/* Raise an error unless a filter from a table is sound */
void
bloom_check_sound(bool sound)
{
	if (!sound)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("stored bloom filter is corrupt or from a newer version of bloomext"),
				 errhint("Install the newest version of bloomext and reconnect. If the error remains, restore the filter or build it again.")));
}

/* Raise the error that a problem describes */
void
bloom_raise(const BloomProblem *problem)
{
	switch (problem->kind)
	{
		case BLOOM_PROBLEM_CORRUPT:
			bloom_check_sound(false);
			break;
		case BLOOM_PROBLEM_CLASS:
			bloom_class_mismatch(problem->held, problem->given);
			break;
		case BLOOM_PROBLEM_CLASSES:
			ereport(ERROR,
					(errcode(ERRCODE_DATA_EXCEPTION),
					 errmsg("one bloom filter holds %s values, the other %s values",
							bloom_class_name(problem->held),
							bloom_class_name(problem->given))));
			break;
		default:
			bloom_report(problem, ERRCODE_INVALID_PARAMETER_VALUE, NULL);
	}
	pg_unreachable();
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
		bloom_raise(&problem);
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
	BloomProblem problem;

	if (bloom_head_try_layer(head, values))
		return;
	bloom_head_too_large(head, &problem);
	bloom_raise(&problem);
}

/* The parameters of a filter for messages, palloc'd */
char *
bloom_head_text(const Bloom *head)
{
	char	   *text = palloc(BLOOM_DESCRIPTION_SIZE);

	bloom_head_describe(head, text);
	return text;
}

/*
 * The name of a class, for messages.  The name of a class with its own type is
 * searched in pg_type of this database.  Returns "unknown" if it is not there.
 */
const char *
bloom_class_name(BloomClass class)
{
	Relation	types;
	SysScanDesc scan;
	HeapTuple	tuple;
	const char *name = bloom_class_fixed_name(class);

	if (name != NULL)
		return name;
	name = "unknown";
	types = table_open(TypeRelationId, AccessShareLock);
	scan = systable_beginscan(types, InvalidOid, false, NULL, 0, NULL);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		const char *typname =
			NameStr(((Form_pg_type) GETSTRUCT(tuple))->typname);

		if (bloom_canonical_named_class(typname) == class)
		{
			name = pstrdup(typname);
			break;
		}
	}
	systable_endscan(scan);
	table_close(types, AccessShareLock);
	return name;
}

/* Whether the type of a class is in this database, as bloom_class_name() */
bool
bloom_class_exists(BloomClass class)
{
	return strcmp(bloom_class_name(class), "unknown") != 0;
}

/*
 * The type to which text should be cast if a filter holds values of the class
 * `held`, or NULL if a cast does not help.  Values are text by mistake mostly
 * if a driver sends a parameter without a type.
 */
const char *
bloom_class_cast(BloomClass held, BloomClass class)
{
	const char *name = bloom_class_fixed_name(held);

	if (class != BLOOM_CLASS_TEXT || held == BLOOM_CLASS_ROW)
		return NULL;
	if (name != NULL)
		return held == BLOOM_CLASS_INTEGER ? "bigint" :
			held == BLOOM_CLASS_FLOAT ? "double precision" : name;
	return bloom_class_exists(held) ?
		quote_identifier(bloom_class_name(held)) : NULL;
}

/* Raise the error of bloom_check_class() */
void
bloom_class_mismatch(BloomClass held, BloomClass class)
{
	const char *type = bloom_class_cast(held, class);

	if (!bloom_class_exists(held))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("type of the values of the bloom filter does not exist"),
				 errhint("It may have been renamed. In a column, find such filters with WHERE (bloom_info(filter)).class = 'unknown'.")));
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("bloom filter holds %s values, not %s",
					bloom_class_name(held), bloom_class_name(class)),
			 type != NULL ?
			 errhint("Cast the value to the type that the filter was built from. A parameter without a type is text: write $1::%s, or $1::%s[] for an array. In a column, find such filters with WHERE (bloom_info(filter)).class = '%s'.",
					 type, type, bloom_class_name(held)) :
			 errhint("Cast the value to the type that the filter was built from. In a column, find such filters with WHERE (bloom_info(filter)).class = '%s'.",
					 bloom_class_name(held))));
}

/* Check for a cancel request; a callback for the plain C modules */
void
bloom_check_interrupts(void)
{
	CHECK_FOR_INTERRUPTS();
}
