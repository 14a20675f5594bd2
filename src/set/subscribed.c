/*
 * set/subscribed.c
 *		Shared sets that are replicated from another server.
 */
#include "set/subscribed.h"

#include "utils/catcache.h"
#include "utils/syscache.h"

/*
 * Raise an error if a subscription writes to a table of the set.  A claim or
 * merge here would write rows that conflict with those of the publisher, and
 * so stop the replication.
 */
void
bloom_subscribed_refuse(const BloomSet *set)
{
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		Oid			table = RelationGetRelid(set->tables[i]);
		CatCList   *list = SearchSysCacheList1(SUBSCRIPTIONRELMAP,
											   ObjectIdGetDatum(table));
		bool		subscribed = list->n_members > 0;

		ReleaseCatCacheList(list);
		if (subscribed)
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("shared set \"%s\" cannot be changed on a subscriber",
							RelationGetRelationName(set->view)),
					 errdetail("A subscription writes to table %s.",
							   bloom_relation_name(set->tables[i])),
					 errhint("Change the set on the publisher, or drop the subscription.")));
	}
}
