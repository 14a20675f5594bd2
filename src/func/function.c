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
 * Whether a function is the one of this library with that symbol.  Only
 * superusers create functions in C, so the result can be trusted.  The library
 * is compared too, because others may have the same symbol.
 */
static bool
has_symbol(HeapTuple tuple, const char *symbol)
{
	const char *library;

	if (((Form_pg_proc) GETSTRUCT(tuple))->prolang != ClanguageId ||
		strcmp(function_text(tuple, Anum_pg_proc_prosrc), symbol) != 0)
		return false;
	library = function_text(tuple, Anum_pg_proc_probin);
	return strcmp(last_dir_separator(library) == NULL ? library :
				  last_dir_separator(library) + 1, "bloomext") == 0;
}

/*
 * Whether a function is the one of this library with that symbol, regardless
 * of its name in SQL
 */
bool
bloom_function_is(Oid function, const char *symbol)
{
	HeapTuple	tuple;
	bool		result;

	if (function < FirstNormalObjectId)
		return false;			/* a fast answer for built-in functions */
	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	if (!HeapTupleIsValid(tuple))
		return false;
	result = has_symbol(tuple, symbol);
	ReleaseSysCache(tuple);
	return result;
}

/*
 * The number of the argument that is the filter, from 0, if the function tests
 * one value against a filter; -1 for all other functions.  Called for each
 * condition of each query, so most functions are excluded by their arguments:
 * a test has two, of different types.
 */
int
bloom_function_filter_argument(Oid function)
{
	HeapTuple	tuple;
	Form_pg_proc row;
	int			filterno = -1;

	if (function < FirstNormalObjectId)
		return -1;
	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	if (!HeapTupleIsValid(tuple))
		return -1;
	row = (Form_pg_proc) GETSTRUCT(tuple);
	if (row->pronargs == 2 &&
		row->proargtypes.values[0] != row->proargtypes.values[1])
		filterno = has_symbol(tuple, "bloom_contains") ? 0 :
			has_symbol(tuple, "bloom_contained") ? 1 : -1;
	ReleaseSysCache(tuple);
	return filterno;
}
