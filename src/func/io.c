/*
 * func/io.c
 *		Text and binary input and output, the casts from and to bytea, and
 *		type modifiers.
 *
 * All of them use the wire format of doc/format.md, either as bytes or as \x
 * and hexadecimal digits.
 */
#include "value/member.h"

#include "catalog/pg_type.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/array.h"

#include <ctype.h>

#include "value/slice.h"
#include "value/heads.h"

BLOOM_FUNCTION(bloom_in);
BLOOM_FUNCTION(bloom_out);
BLOOM_FUNCTION(bloom_recv);
BLOOM_FUNCTION(bloom_send);
BLOOM_FUNCTION(bloom_from_bytea);
BLOOM_FUNCTION(bloom_typmod_in);
BLOOM_FUNCTION(bloom_typmod_out);
BLOOM_FUNCTION(bloom_conform);

/*
 * A type modifier has 31 bits for capacity, error rate and growth, so the
 * first two are decimal numbers of few digits.  The capacity is
 * 1 .. 99999 * 10^(0 .. 5), the error rate 1 .. 99 / 10^(2 .. 10), with the
 * lowest possible power.  A growth of 6 stands for an elastic filter, for
 * which the last few of these rates do not fit into 31 bits.
 */
#define TYPMOD_ELASTIC			6
#define TYPMOD_CAPACITY_DIGITS	100000
#define TYPMOD_CAPACITIES		(6 * TYPMOD_CAPACITY_DIGITS)
#define TYPMOD_RATE_DIGITS		100
#define TYPMOD_RATES			(9 * TYPMOD_RATE_DIGITS)

/*
 * Check that a filter of a size is not too large: a larger one could be
 * created, but not dumped.  Raises an error, or a soft one if context allows
 * it, and then returns false.
 */
static bool
check_size(Size size, Node *context)
{
	if (size > BLOOM_MAX_BYTES)
		ereturn(context, false,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("bloom filter would be larger than %d MiB",
						BLOOM_MAX_BYTES / 1024 / 1024)));
	return true;
}

/* A filter in the wire format, as a palloc'd bytea */
static bytea *
wire_bytes(Datum value)
{
	BloomView	view = bloom_expanded_read_counted(value);
	Bloom	   *filter = palloc(bloom_view_size(view));

	bloom_view_flatten(view, filter);
	bloom_to_wire(filter);
	return (bytea *) filter;
}

/* The parameters that a type modifier encodes */
static BloomParameters
typmod_parameters(int32 typmod)
{
	int			capacity = typmod % TYPMOD_CAPACITIES;
	int			rate = typmod / TYPMOD_CAPACITIES % TYPMOD_RATES;
	double		power = 100.0;
	BloomParameters parameters = {
		.capacity = capacity % TYPMOD_CAPACITY_DIGITS,
		.growth = typmod / TYPMOD_CAPACITIES / TYPMOD_RATES * 2
	};

	parameters.elastic = parameters.growth == TYPMOD_ELASTIC;
	if (parameters.elastic)
		parameters.growth = 0;

	for (int i = 0; i < capacity / TYPMOD_CAPACITY_DIGITS; i++)
		parameters.capacity *= 10;
	for (int i = 0; i < rate / TYPMOD_RATE_DIGITS; i++)
		power *= 10.0;
	parameters.error_rate = rate % TYPMOD_RATE_DIGITS / power;
	return parameters;
}

/* The type modifier that encodes parameters, or -1 if that is impossible */
static int32
parameters_typmod(const BloomParameters *parameters)
{
	int64		digits = parameters->capacity;
	int			zeros = 0;
	int64		kind =
		parameters->elastic ? TYPMOD_ELASTIC / 2 : parameters->growth / 2;

	for (; digits >= TYPMOD_CAPACITY_DIGITS && digits % 10 == 0; zeros++)
		digits /= 10;
	if (digits >= TYPMOD_CAPACITY_DIGITS || zeros > 5)
		return -1;
	for (int rate = 0; rate < TYPMOD_RATES; rate++)
	{
		int64		typmod = (kind * TYPMOD_RATES + rate) *
			TYPMOD_CAPACITIES + zeros * TYPMOD_CAPACITY_DIGITS + digits;

		if (typmod > PG_INT32_MAX)
			return -1;
		if (typmod_parameters(typmod).error_rate == parameters->error_rate)
			return typmod;
	}
	return -1;
}

/* Whether parameters are those of bloom() */
static bool
is_default_elastic(const BloomParameters *parameters)
{
	return parameters->elastic &&
		parameters->capacity == BLOOM_ELASTIC_CAPACITY &&
		parameters->error_rate == BLOOM_DEFAULT_ERROR_RATE;
}

/* How to build a filter for a column with these parameters, for a hint */
static const char *
build_hint(const BloomParameters *parameters)
{
	if (is_default_elastic(parameters))
		return "bloom_agg(value)";
	if (parameters->elastic)
		return psprintf("bloom_agg_like(value, bloom_elastic(" INT64_FORMAT ", %g))",
						parameters->capacity, parameters->error_rate);
	if (parameters->growth != 0)
		return psprintf("bloom_agg_like(value, bloom(" INT64_FORMAT ", %g, %d))",
						parameters->capacity, parameters->error_rate,
						parameters->growth);
	return psprintf("bloom_agg(value, " INT64_FORMAT ", %g)",
					parameters->capacity, parameters->error_rate);
}

/* A type modifier as text, such as (100000,0.01); palloc'd */
static char *
modifier_text(const BloomParameters *parameters)
{
	if (is_default_elastic(parameters))
		return pstrdup("(elastic)");
	if (parameters->elastic)
		return psprintf("(" INT64_FORMAT ",%g,elastic)",
						parameters->capacity, parameters->error_rate);
	if (parameters->growth == 0)
		return psprintf("(" INT64_FORMAT ",%g)", parameters->capacity,
						parameters->error_rate);
	return psprintf("(" INT64_FORMAT ",%g,%d)", parameters->capacity,
					parameters->error_rate, parameters->growth);
}

/* The type of a column that takes a filter as it is, for a hint */
static const char *
column_hint(const Bloom *head)
{
	BloomParameters parameters = {
		.capacity = bloom_promised_capacity(head),
		.error_rate = head->error_rate,
		.elastic = bloom_is_elastic(head)
	};

	if (!parameters.elastic)
		parameters.growth = head->growth;
	/* the parameters of a state may be too small for it */
	if (bloom_is_state(head))
		return bloom_is_sparse(head) ? "bloom(elastic)" : "bloom";
	if (bloom_is_counting(head) || bloom_is_imported(head) ||
		parameters_typmod(&parameters) < 0)
		return "bloom";
	return psprintf("bloom%s", modifier_text(&parameters));
}

/* Whether a filter has the parameters of a type modifier, and is no state */
static bool
conforms(const Bloom *head, const BloomParameters *parameters)
{
	return bloom_promised_capacity(head) == parameters->capacity &&
		head->error_rate == parameters->error_rate &&
		bloom_is_elastic(head) == parameters->elastic &&
		(parameters->elastic || head->growth == parameters->growth) &&
		!bloom_is_counting(head) && !bloom_is_imported(head) &&
		!bloom_is_state(head);
}

/*
 * A filter with the members of another one, and the parameters of head, that
 * of an empty filter; or NULL if it is not known which hashes the members have
 */
static BloomFilter *
convert(Datum value, BloomView from, const Bloom *head)
{
	BloomFilter *filter;
	Bloom		coded = *head;

	if (bloom_is_shortened(from.head))
	{
		if (!bloom_is_elastic(head))
			return NULL;
		bloom_head_code(&coded);
		if (bloom_hash_bits(&coded) > bloom_hash_bits(from.head))
			return NULL;
		coded.class = from.head->class;
		return BLOOM_MAKE(bloom_filter_coded, &coded,
						  bloom_expanded_read(value),
						  (BloomView) {.head = &coded});
	}
	if (bloom_is_sparse(from.head))
		return BLOOM_MAKE(bloom_filter_of_list, head,
						  bloom_expanded_read(value));
	if (bloom_fold_factor(from.head, head) != 1)
		return NULL;
	/* a state with the right parameters */
	filter = BLOOM_MAKE(bloom_filter_copy, bloom_expanded_read(value));
	filter->head->flags &= ~BLOOM_FLAG_MIXED;
	return filter;
}

/* Whether a filter exceeds its error rate.  That causes no warning. */
static bool
exceeds(BloomFilter *filter)
{
	BloomView	view;

	BLOOM_CALL(bloom_filter_view_counted, filter, &view);
	return bloom_view_exceeds(view);
}

/* What to do with a filter of too many values for a column, for a hint */
static const char *
capacity_hint(BloomView view)
{
	if (!bloom_is_state(view.head) && bloom_view_exceeds(view))
		return "Declare the column as bloom, and build the filter again with a larger capacity.";
	return psprintf("Declare the column as %s.", column_hint(view.head));
}

/*
 * Convert a filter to a value of a type with a modifier.  Returns the filter
 * itself if it has the modifier's parameters.  A list is given the parameters.
 * Raises an error for other filters, and if the result would exceed its error
 * rate, or a soft one if context allows it.
 */
static Datum
conform(Datum value, int32 typmod, Node *context)
{
	BloomParameters parameters;
	BloomView	view;
	Bloom	   *head;
	BloomFilter *filter;
	double		values;

	if (typmod < 0)
		return value;
	parameters = typmod_parameters(typmod);
	view = bloom_slice_read_head(value);
	if (conforms(view.head, &parameters))
		return value;

	parameters.seed = (int64) view.head->seed;
	head = bloom_head_make(&parameters);
	filter = convert(value, view, head);
	if (filter != NULL && !exceeds(filter))
		return bloom_expanded_datum(filter);

	view = bloom_expanded_read_counted(value);
	values = bloom_view_cardinality(view);
	if (values > parameters.capacity && parameters.growth == 0)
		ereturn(context, (Datum) 0,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("bloom filter has more values than the capacity of its column"),
				 errdetail("The filter has %s, and about %.0f values. The column has %s.",
						   bloom_head_text(view.head), values,
						   bloom_head_text(head)),
				 errhint("%s", capacity_hint(view))));
	ereturn(context, (Datum) 0,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("bloom filter does not match the parameters of its column"),
			 errdetail("The filter has %s, the column %s.",
					   bloom_head_text(view.head), bloom_head_text(head)),
			 errhint("Build it with %s.", build_hint(&parameters))));
}

/* Whether size characters are hexadecimal digits; checks for interrupts */
static bool
are_digits(const char *text, Size size)
{
	for (Size i = 0; i < size; i++)
	{
		if (!isxdigit((unsigned char) text[i]))
			return false;
		if (i % BLOOM_PAUSE_BYTES == 0)
			CHECK_FOR_INTERRUPTS();
	}
	return true;
}

/* Decode a number of hexadecimal digits; checks for interrupts */
static void
decode_digits(char *bytes, const char *text, Size digits)
{
	for (Size done = 0; done < digits; done += BLOOM_PAUSE_BYTES)
	{
		hex_decode(text + done, Min(digits - done, BLOOM_PAUSE_BYTES),
				   bytes + done / 2);
		CHECK_FOR_INTERRUPTS();
	}
}

/* The input function, with soft errors from PostgreSQL 16 on */
Datum
bloom_in(PG_FUNCTION_ARGS)
{
	const char *text = PG_GETARG_CSTRING(0);
	Node	   *context = fcinfo->context;
	size_t		digits = strlen(text);
	Bloom	   *filter;
	Size		size;

	if (digits < 2 || digits % 2 != 0 || text[0] != '\\' || text[1] != 'x' ||
		!are_digits(text + 2, digits - 2))
		ereturn(context, (Datum) 0,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid input syntax for type bloom"),
				 digits == 0 ? errhint("For an empty filter, write bloom().") :
				 errhint("A bloom filter is \\x and an even number of hexadecimal digits. To add a value, write bloom() || value. To test a value, write value <@ filter or filter @> value. For a shared set, use bloom_claim() and bloom_seen().")));
	size = VARHDRSZ + (digits - 2) / 2;
	if (!check_size(size, context))
		PG_RETURN_NULL();

	filter = palloc(size);
	SET_VARSIZE(filter, size);
	decode_digits(VARDATA(filter), text + 2, digits - 2);
	if (!bloom_from_wire(filter, ERRCODE_INVALID_TEXT_REPRESENTATION, context))
		PG_RETURN_NULL();
	return conform(PointerGetDatum(filter), PG_GETARG_INT32(2), context);
}

/* The output function; checks for interrupts */
Datum
bloom_out(PG_FUNCTION_ARGS)
{
	bytea	   *wire = wire_bytes(PG_GETARG_DATUM(0));
	Size		size = VARSIZE(wire) - VARHDRSZ;
	char	   *text = palloc(2 + 2 * size + 1);

	text[0] = '\\';
	text[1] = 'x';
	for (Size done = 0; done < size; done += BLOOM_PAUSE_BYTES)
	{
		hex_encode(VARDATA(wire) + done,
				   Min(size - done, BLOOM_PAUSE_BYTES),
				   text + 2 + 2 * done);
		CHECK_FOR_INTERRUPTS();
	}
	text[2 + 2 * size] = '\0';
	pfree(wire);
	PG_RETURN_CSTRING(text);
}

/* A filter from bytes in the wire format */
static Bloom *
filter_from(const char *bytes, Size size)
{
	Bloom	   *filter;

	check_size(VARHDRSZ + size, NULL);
	filter = palloc(VARHDRSZ + size);
	SET_VARSIZE(filter, VARHDRSZ + size);
	bloom_copy_bytes(BLOOM_MEMORY(NULL), VARDATA(filter), bytes, size);
	bloom_from_wire(filter, ERRCODE_INVALID_BINARY_REPRESENTATION, NULL);
	return filter;
}

/* The receive function */
Datum
bloom_recv(PG_FUNCTION_ARGS)
{
	StringInfo	message = (StringInfo) PG_GETARG_POINTER(0);
	Size		size = message->len - message->cursor;
	Bloom	   *filter = filter_from(pq_getmsgbytes(message, size), size);

	return conform(PointerGetDatum(filter), PG_GETARG_INT32(2), NULL);
}

/* The send function, and the cast to bytea */
Datum
bloom_send(PG_FUNCTION_ARGS)
{
	PG_RETURN_BYTEA_P(wire_bytes(PG_GETARG_DATUM(0)));
}

/* The cast from bytea, which checks the bytes like the receive function */
Datum
bloom_from_bytea(PG_FUNCTION_ARGS)
{
	bytea	   *bytes = PG_GETARG_BYTEA_PP(0);

	PG_RETURN_POINTER(filter_from(VARDATA_ANY(bytes),
								  VARSIZE_ANY_EXHDR(bytes)));
}

/* Raise an error about type modifiers */
pg_noreturn static void
refuse_modifiers(const char *message)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg_internal("%s", message),
			 errhint("Write bloom(capacity [, error_rate [, growth]]), bloom(elastic) or bloom(capacity [, error_rate], elastic).")));
}

/* Check that a modifier is a number; name and kind are for the message */
static void
check_number(const char *modifier, const char *name, const char *kind,
			 bool integer)
{
	char	   *end;

	if (integer)
		(void) strtol(modifier, &end, 10);
	else
		(void) strtod(modifier, &end);
	if (end == modifier || *end != '\0')
		refuse_modifiers(psprintf("%s of type bloom must be %s, not \"%s\"",
								  name, kind, modifier));
}

/*
 * The type modifier of bloom(capacity [, error_rate [, growth]]) or
 * bloom([capacity [, error_rate],] elastic)
 */
Datum
bloom_typmod_in(PG_FUNCTION_ARGS)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(0);
	BloomParameters parameters = {.error_rate = BLOOM_DEFAULT_ERROR_RATE};
	Datum	   *modifiers;
	int			count;
	int32		typmod;

	deconstruct_array(array, CSTRINGOID, -2, false, TYPALIGN_CHAR,
					  &modifiers, NULL, &count);
	if (count < 1 || count > 3)
		refuse_modifiers("type bloom takes one to three parameters");
	parameters.elastic = strcmp(DatumGetCString(modifiers[count - 1]),
							   "elastic") == 0;
	count -= parameters.elastic;
	if (count == 0)
		parameters.capacity = BLOOM_ELASTIC_CAPACITY;
	else
	{
		check_number(DatumGetCString(modifiers[0]), "capacity", "an integer",
					 true);
		parameters.capacity = DatumGetInt64(DirectFunctionCall1(int8in,
																modifiers[0]));
	}
	if (count > 1)
	{
		check_number(DatumGetCString(modifiers[1]), "error rate", "a number",
					 false);
		parameters.error_rate =
			DatumGetFloat8(DirectFunctionCall1(float8in, modifiers[1]));
	}
	if (count > 2)
	{
		check_number(DatumGetCString(modifiers[2]), "growth", "an integer",
					 true);
		parameters.growth = DatumGetInt32(DirectFunctionCall1(int4in,
															  modifiers[2]));
	}
	bloom_head_make(&parameters);

	typmod = parameters_typmod(&parameters);
	if (typmod < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("type bloom takes a capacity of at most five significant digits and an error rate of at most two"),
				 errhint("Round the capacity up and the error rate down.")));
	PG_RETURN_INT32(typmod);
}

/* The type modifier as text, such as (100000,0.01) */
Datum
bloom_typmod_out(PG_FUNCTION_ARGS)
{
	BloomParameters parameters = typmod_parameters(PG_GETARG_INT32(0));

	PG_RETURN_CSTRING(modifier_text(&parameters));
}

/* bloom_conform(filter, typmod, ...): the cast that applies a type modifier */
Datum
bloom_conform(PG_FUNCTION_ARGS)
{
	return conform(PG_GETARG_DATUM(0), PG_GETARG_INT32(1), NULL);
}
