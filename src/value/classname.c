/*
 * value/classname.c
 *		Names of value classes, for messages and hints.
 */
#include "value/classname.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_type.h"
#include "utils/builtins.h"

#include "value/canonical.h"

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
	name = bloom_class_name(held);
	return strcmp(name, "unknown") == 0 ? NULL : quote_identifier(name);
}
