/*
 * set/subscribed.c
 *		Sets that logical replication brings from another server.
 */
#include "set/subscribed.h"

#include "utils/catcache.h"
#include "utils/syscache.h"

/*
 * An error if a subscription writes to the tables: a claim or a merge here
 * would make rows that stop it when the publisher's come.
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
