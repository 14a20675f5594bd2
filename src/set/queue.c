/*
 * set/queue.c
 *		The queue of databases that wait for a background worker.
 *
 * There is no shared memory, so the queue consists of empty files, one for
 * each database that waits.  They are in the directory that PostgreSQL has for
 * temporary files of extensions, where only the server can write and which no
 * base backup contains.  They survive a restart of the server.  What cannot be
 * read or written there is never an error, because claims use the queue after
 * they are committed.
 */
#include "set/worker.h"

#include "catalog/pg_database.h"
#include "storage/fd.h"
#include "utils/syscache.h"

#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

/* The file by which a database waits */
typedef struct Path
{
	char		name[64];
} Path;

static Path
path_of(Oid database)
{
	Path		path;

	snprintf(path.name, sizeof(path.name), BLOOM_FILES "%u.queued", database);
	return path;
}

/* Log once in a session that the queue cannot be used */
static void
complain(const Path *path)
{
	static bool complained = false;

	if (!complained)
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not write file \"%s\": %m", path->name),
				 errhidestmt(true), errhidecontext(true)));
	complained = true;
}

/* Add a database to the queue, unless it is there */
void
bloom_queue_put(Oid database)
{
	Path		path = path_of(database);
	int			file = BasicOpenFile(path.name,
									 O_CREAT | O_WRONLY | PG_BINARY);

	if (file < 0 || close(file) != 0)
		complain(&path);
}

/* Whether a database is in the queue */
bool
bloom_queue_has(Oid database)
{
	return access(path_of(database).name, F_OK) == 0;
}

/* Move a database to the end of the queue, if it is there */
void
bloom_queue_move(Oid database)
{
	Path		path = path_of(database);

	if (utime(path.name, NULL) != 0 && errno != ENOENT)
		complain(&path);
}

/* Take a database out of the queue */
void
bloom_queue_remove(Oid database)
{
	Path		path = path_of(database);

	if (unlink(path.name) != 0 && errno != ENOENT)
		complain(&path);
}

/* Whether a worker can connect to a database; sets *exists, too */
static bool
can_connect(Oid database, bool *exists)
{
	HeapTuple	tuple = SearchSysCache1(DATABASEOID,
										ObjectIdGetDatum(database));
	bool		can = false;

	*exists = HeapTupleIsValid(tuple);
	if (*exists)
	{
		Form_pg_database row = (Form_pg_database) GETSTRUCT(tuple);

		/* below -1: DROP DATABASE was interrupted */
		can = row->datallowconn && row->datconnlimit >= -1;
		ReleaseSysCache(tuple);
	}
	return can;
}

/*
 * The database that has waited longest, or InvalidOid.  If clean is true, a
 * transaction is open.  Then databases that do not exist lose their files, and
 * those that permit no connections their place in the queue.
 */
Oid
bloom_queue_first(bool clean)
{
	DIR		   *directory = AllocateDir(PG_STAT_TMP_DIR);
	struct dirent *entry;
	Oid			first = InvalidOid;
	time_t		least = 0;

	if (directory == NULL)
		return InvalidOid;
	while ((entry = ReadDirExtended(directory, PG_STAT_TMP_DIR, LOG)) != NULL)
	{
		char		path[MAXPGPATH];
		unsigned int database;
		char		suffix[8];
		bool		queued;
		bool		exists;
		struct stat state;

		snprintf(path, sizeof(path), PG_STAT_TMP_DIR "/%s", entry->d_name);
		if (sscanf(path, BLOOM_FILES "%u.%7s", &database, suffix) != 2)
			continue;
		queued = strcmp(suffix, "queued") == 0;
		if (clean && !can_connect(database, &exists) && (queued || !exists))
			(void) unlink(path);
		else if (queued && stat(path, &state) == 0 &&
				 (!OidIsValid(first) || state.st_mtime < least))
		{
			first = database;
			least = state.st_mtime;
		}
	}
	FreeDir(directory);
	return first;
}
