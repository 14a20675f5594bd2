/*
 * func/function.c
 *		Recognizes the functions of this extension by their symbols.
 */
#include "func/function.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/syscache.h"

/* An attribute of a function as a C string, which is empty for null */
static const char *
function_text(HeapTuple tuple, AttrNumber attribute)
{
	bool		null;
	Datum		value = SysCacheGetAttr(PROCOID, tuple, attribute, &null);

	return null ? "" : TextDatumGetCString(value);
}

/*
 * Whether a function is the one of this library with that symbol, regardless
 * of its name in SQL.  The result can be trusted, because only superusers
 * create functions in C.  The library is compared too, because others may have
 * the same symbol.
 */
bool
bloom_function_is(Oid function, const char *symbol)
{
	HeapTuple	tuple;
	const char *library;
	bool		own;

	if (function < FirstNormalObjectId)
		return false;			/* a fast answer for built-in functions */
	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	if (!HeapTupleIsValid(tuple))
		return false;
	own = ((Form_pg_proc) GETSTRUCT(tuple))->prolang == ClanguageId &&
		strcmp(function_text(tuple, Anum_pg_proc_prosrc), symbol) == 0;
	if (own)
	{
		library = function_text(tuple, Anum_pg_proc_probin);
		own = strcmp(last_dir_separator(library) == NULL ? library :
					 last_dir_separator(library) + 1, "bloomext") == 0;
	}
	ReleaseSysCache(tuple);
	return own;
}

/* The result of find_filter_argument() for a function */
typedef struct FilterArgument
{
	Oid			function;
	int			filterno;
} FilterArgument;

/* Functions that the planner has asked for, by OID modulo MAX_CACHED */
#define MAX_CACHED		256
static FilterArgument cached[MAX_CACHED];

/* Callback: a function has changed, was dropped, or was created */
static void
forget_functions(Datum arg, int cache, uint32 hash)
{
	memset(cached, 0, sizeof(cached));
}

/* Initialize the cache when the library is loaded */
void
bloom_function_init(void)
{
	CacheRegisterSyscacheCallback(PROCOID, forget_functions, (Datum) 0);
}

/* bloom_function_filter_argument() without the cache */
static int
find_filter_argument(Oid function)
{
	if (bloom_function_is(function, "bloom_contains"))
		return 0;
	return bloom_function_is(function, "bloom_contained") ? 1 : -1;
}

/*
 * The number of the argument that is the filter, from 0, if the function tests
 * one value against a filter; -1 for all other functions.  The planner asks
 * for each condition of each query.
 */
int
bloom_function_filter_argument(Oid function)
{
	FilterArgument *entry = &cached[function % MAX_CACHED];

	if (function < FirstNormalObjectId)
		return -1;
	if (entry->function != function)
	{
		entry->filterno = find_filter_argument(function);
		entry->function = function;
	}
	return entry->filterno;
}
