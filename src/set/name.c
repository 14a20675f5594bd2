/*
 * set/name.c
 *		The names of shared sets and of the relations made for them.
 */
#include "set/name.h"

#include "nodes/makefuncs.h"
#include "utils/regproc.h"
#include "utils/varlena.h"

/* Parse the name of a set, which can include a schema */
RangeVar *
bloom_name_range(text *name)
{
	return makeRangeVarFromNameList(textToQualifiedNameList(name));
}

/* The name of a component of a new set; raises an error if it is too long */
char *
bloom_name_component(const char *set, BloomComponent component)
{
	const char *suffix = bloom_component_suffix(component);

	if (strlen(set) + strlen(suffix) >= NAMEDATALEN)
		ereport(ERROR,
				(errcode(ERRCODE_NAME_TOO_LONG),
				 errmsg("the name of a shared set must be shorter than %d bytes",
						NAMEDATALEN - (int) strlen(suffix))));
	return psprintf("%s%s", set, suffix);
}
