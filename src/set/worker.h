/*
 * set/worker.h
 *		The background worker that merges recent hashes of shared sets, and
 *		what a set needs from it.
 */
#ifndef BLOOM_SET_WORKER_H
#define BLOOM_SET_WORKER_H

#include "set/recent.h"

/* What is done next for a set */
typedef enum BloomPhase
{
	BLOOM_MERGE_DUE,			/* merge the groups that are due */
	BLOOM_MERGE_ALL,			/* merge all, because a table is bloated */
	BLOOM_LOOK_EMPTY,			/* look whether the recent hashes are needed */
	BLOOM_TRUNCATE,				/* lock the set, and truncate them if not */
	BLOOM_DONE					/* nothing, or not now */
} BloomPhase;

/* What is noted of a set; zeros if nothing is */
typedef struct BloomStatus
{
	Oid			view;
	int32		errors;			/* of its upkeep since the last success */
	int32		skip;			/* attempts before all are merged again */
	int32		skipped;		/* and how many there were the last time */
	TimestampTz merged;			/* for the last time */
	TimestampTz blocked;		/* since then, by other sessions */
	TimestampTz failed;			/* for the last time, with this message */
	TimestampTz logged;			/* that error */
	char		message[208];
} BloomStatus;

/* The upkeep of a set.  The other fields begin with zeros. */
typedef struct BloomUpkeep
{
	BloomStatus status;			/* begins with the view */
	BloomPhase	phase;
	int32		partition;		/* the next one to examine */
	int32		part;			/* the next filter of it to write again */
	BloomMerging merging;		/* of that partition */
	bool		going_on;		/* the last step has not finished it */
	bool		may_merge_all;	/* otherwise only merges what is due */
	bool		rewrites;		/* merging all writes all filters again */
	bool		worked;			/* some of it was merged */
	bool		blocked;		/* something waits for other sessions */
	bool		postponed;		/* something waits for VACUUM */
} BloomUpkeep;

/* A view that may be the one of a set */
typedef struct BloomSetView
{
	Oid			view;
	Oid			owner;
} BloomSetView;

/* Begin a transaction of the worker; pg_stat_activity shows when it began */
static inline void
bloom_worker_begin(void)
{
	SetCurrentStatementStartTimestamp();
	StartTransactionCommand();
}

/* Our files: this, the OID of a database, and a suffix */
#define BLOOM_FILES		PG_STAT_TMP_DIR "/bloomext_"

/* What is noted of the worker of a database */
typedef struct BloomStatusHead
{
	uint32		magic;
	uint32		count;			/* of records of sets */
	TimestampTz retry;			/* when to retry what is blocked */
	int32		interval;		/* milliseconds until the next such time */
	int32		pending;		/* whether something is left for that time */
	TimestampTz minute;			/* when lines began to be counted */
	int32		lines;
	int32		omitted;		/* errors that the log did not get */
	int32		pid;			/* of the worker; 0 when it has ended */
} BloomStatusHead;

/* What is noted of a database and its sets, in the order of the views' OIDs */
typedef struct BloomStatuses
{
	BloomStatusHead head;
	BloomStatus *records;
} BloomStatuses;

/*
 * Numbers of the locks of workers: BLOOM_PLACES of them merge at a time on a
 * server.  A database has one worker, and one session that starts it.
 */
#define BLOOM_PLACES		2
#define BLOOM_FIRST_PLACE	1
#define BLOOM_WORKING		0
#define BLOOM_STARTING		1

/* in wake.c */
extern void bloom_worker_check(const BloomSet *set,
							   const BloomSetHash *hashes, int count);
extern void bloom_worker_ask(void);
extern bool bloom_worker_wake(void);
extern bool bloom_worker_start(Oid database, int patience);
extern void bloom_worker_lacks_slot(void);
extern int	bloom_places_taken(void);

/* in queue.c */
extern void bloom_queue_put(Oid database);
extern bool bloom_queue_has(Oid database);
extern void bloom_queue_move(Oid database);
extern void bloom_queue_remove(Oid database);
extern Oid	bloom_queue_first(bool clean);

/* in status.c */
extern void bloom_status_write(BloomStatusHead head, BloomStatus *records,
							   int count);
extern BloomStatuses bloom_status_read(void);
extern BloomStatus bloom_status_find(const BloomStatuses *all, Oid view);
extern int	bloom_status_worker(const BloomStatuses *all);
extern const char *bloom_status_pending(const BloomSet *set,
										const BloomStatus *status,
										bool has_worker);
extern Datum bloom_status_blockers(const BloomSet *set, int worker);

/* in upkeep.c */
extern int64 bloom_upkeep_due_count(const BloomSet *set, int32 part);
extern int32 bloom_upkeep_due(const BloomSet *set, int32 partition);
extern bool bloom_upkeep_bloated(const BloomSet *set);
extern bool bloom_upkeep_pending(const BloomSet *set, bool *vacuum);
extern void bloom_upkeep_step(void *upkeep);

/* in list.c */
extern BloomSetView *bloom_list_views(int *count);
extern bool bloom_may_open(Oid view);

#endif							/* BLOOM_SET_WORKER_H */
