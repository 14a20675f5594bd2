/*
 * model/merge.pml
 *		Merging, expiring and emptying: src/set/merge.c, recent.c and create.c.
 */
bool merging;					/* the lock of merges */

/* The row as it was read.  Another row may have its place now. */
#ifdef VACUUM
#define READ_VALUE(i)	rread[i]
#else
#define READ_VALUE(i)	rval[i]
#endif

#ifdef CLOCK
#define SAME_BUCKET(i)	(fbucket[i] == merged)
/* expired filters are dropped without the lock of merges */
#define EXPIRES			true
#ifdef VACUUM
#define READ_BUCKET(i)	rread_bucket[i]
#else
#define READ_BUCKET(i)	rbucket[i]
#endif
#else
#define SAME_BUCKET(i)	true
#define EXPIRES			false
#endif

/* Otherwise the unique index finds the other filter, which is an error */
#ifdef NO_NEW_FILTER
#define CHECKS_NEW		false
#else
#define CHECKS_NEW		true
#endif

#ifdef NO_MERGE_GIVEN_BACK
#define LEAVES(i)		false
#else
#define LEAVES(i)		(GIVES_BACK(i) && LIVE_R(i))
#endif

#ifdef LISTED
/*
 * Lock the last filter, as it is now.  Sets `failed` if another transaction
 * has locked or deleted it, unless it has expired.
 */
inline touch_last(x)
{
	i = 0; place = NF; failed = false;
#ifndef NO_TOUCH_LAST
	do
	:: i < NF ->
		if
		:: ftaken[i] && (OWN(fmin[i]) || DONE(fmin[i])) &&
		   !OWN(fmax[i]) && !DONE(fmax[i]) &&
		   (place == NF || !LATER(place, i)) -> place = i
		:: else
		fi;
		i++
	:: else -> break
	od;
	if
	:: place == NF
	:: place != NF && !RUNS(fmax[place]) && !RUNS(flock[place]) ->
		flock[place] = x; change_page(place)
	:: else -> failed = LIVE_F(place)
	fi;
#endif
	i = 0; place = 0
}
#endif

/*
 * Merge all hashes of a set partition that snapshot s shows, in transaction x.
 * Sets `failed` if x has to roll back, which is allowed only if x keeps its
 * snapshot.
 */
inline merge_partition(x, s, kept)
{
#ifndef NO_MERGE_COMMAND
	/* C: merge-command, bloom_merge_partition() in merge.c */
	COMMAND;
#endif
	/* C: merge-read, bloom_merge_partition() in merge.c */
	d_step {
		list = 0; i = 0;
		do
		:: i < NR ->
			if
			/* C: merge-given-back, bloom_recent_read() in recent.c */
			:: rval[i] && VISIBLE_R(i, s) && !LEAVES(i) ->
				list = list | BIT(i)
#ifdef VACUUM
				; rread[i] = rval[i]
#ifdef CLOCK
				; rread_bucket[i] = rbucket[i]
#endif
#endif
			:: else
			fi;
			i++
		:: else -> break
		od;
		i = 0; taken = 0
	}
	/* C: take, bloom_recent_take() in recent.c */
	do
	:: list ->
#ifdef NO_TAKE
		/* wait for the transaction that is deleting the row */
		atomic {
			place = 0;
			do
			:: !(list & BIT(place)) -> place++
			:: else -> break
			od
		}
		!RUNS(rmax[place]);
#endif
		d_step {
			place = 0;
			do
			:: !(list & BIT(place)) -> place++
			:: else -> break
			od;
			list = list & ~BIT(place);
			delete_recent(x);
			if
			:: deleted -> taken = taken | BIT(place)
			:: else
			fi;
			place = 0; deleted = false
		}
	:: else -> break
	od;
	/* one bucket at a time */
	do
	:: taken ->
		d_step {
			i = 0; add = 0;
#ifdef CLOCK
			merged = 99;
#endif
			do
			:: i < NR && (taken & BIT(i)) ->
				/* C: drop-expired, bloom_merge_each_bucket() in merge.c */
				if
#ifdef CLOCK
				:: !LIVE(READ_BUCKET(i)) -> taken = taken & ~BIT(i)
				:: LIVE(READ_BUCKET(i)) && merged != 99 &&
				   merged != READ_BUCKET(i)
				:: LIVE(READ_BUCKET(i)) &&
				   (merged == 99 || merged == READ_BUCKET(i)) ->
					merged = READ_BUCKET(i);
#else
				:: true ->
#endif
					add = add | BIT(READ_VALUE(i) - 1);
					taken = taken & ~BIT(i)
				fi;
				i++
			:: i < NR && !(taken & BIT(i)) -> i++
			:: i == NR -> break
			od;
			i = 0; old = NF
		}
		/* another snapshot */
		d_step {
			latest = s
		}
		if
		:: add == 0
		:: else ->
#ifdef LISTED
			/* C: touch-last, bloom_fill_open_part() in filters.c */
			d_step { touch_last(x) }
			if
			:: failed -> PROMISE(WITHOUT_ERROR, kept || EXPIRES); break
			:: else
			fi;
#endif
			/* C: take-filter, bloom_fill_open_part() in filters.c */
			d_step {
				i = 0;
				do
				:: i < NF ->
					if
					:: ftaken[i] && VISIBLE_F(i, latest) && SAME_BUCKET(i) ->
						PROMISE(WITHOUT_ERROR, old == NF); old = i
					:: else
					fi;
					i++
				:: else -> break
				od;
				i = 0; failed = false;
				if
				:: old == NF
				:: old != NF && FREE(fmax[old]) ->
					fmax[old] = x; add = add | fset[old]; change_page(old);
					NOTE(fgone, old); NOTE(sfgone, old)
				:: else -> PROMISE(WITHOUT_ERROR, kept || EXPIRES); failed = true
				fi
			}
			if
			:: failed -> break
			:: else
			fi;
			/* C: new-filter, bloom_fill_open_part() in filters.c */
			d_step {
				i = 0;
				do
				:: i < NF ->
					if
					:: ftaken[i] && SAME_BUCKET(i) && SHOWN(fmin[i], fmax[i]) ->
						PROMISE(WITHOUT_ERROR, kept && CHECKS_NEW);
						failed = true
					:: else
					fi;
					i++
				:: else -> break
				od;
				i = 0
			}
			if
			:: failed -> break
			:: else
			fi;
			/* C: put-filter, bloom_fill_write() in filters.c */
			d_step {
				i = 0;
				do
				:: i < NF && ftaken[i] -> i++
				:: else -> break
				od;
				PROMISE(ROOM, i < NF);
				ftaken[i] = true; fset[i] = add; fmin[i] = x; fmax[i] = NOBODY;
				change_page(i);
				NOTE(fmade, i); NOTE(sfmade, i);
#ifdef CLOCK
				fbucket[i] = merged; merged = 0;
#endif
				i = 0; add = 0; old = 0; latest = 0
			}
#ifndef NO_MERGED_COMMAND
			/* C: merged-command, bloom_fill_write() in filters.c */
			COMMAND;
#endif
		fi
	:: else -> break
	od;
	skip;
#ifdef VACUUM
	d_step {
		i = 0;
		do
		:: i < NR ->
			rread[i] = 0;
#ifdef CLOCK
			rread_bucket[i] = 0;
#endif
			i++
		:: else -> break
		od;
		i = 0
	}
#endif
	d_step { add = 0; old = 0; latest = 0; taken = 0 }
}

#ifdef CLOCK
/* C: expire-filters, expire_filters() in merge.c */
inline expire_filters(x)
{
	d_step {
		i = 0;
		do
		:: i < NF ->
			if
			:: ftaken[i] && VISIBLE_F(i, com) && !LIVE_F(i) && FREE(fmax[i]) ->
				fmax[i] = x; change_page(i); NOTE(fgone, i); NOTE(sfgone, i)
			:: else
			fi;
			i++
		:: else -> break
		od;
		i = 0
	}
}
#endif

/* The worker: each merge is a transaction of its own */
proctype merger(byte first; byte count)
{
	byte m, i, list, taken, add, old, place, known_values;
	bool failed, deleted;
	short mine, latest;
#ifdef CALLS
	byte made, gone, fmade, fgone, sgone, sfmade, sfgone;
#endif
#ifdef CLOCK
	byte merged;
#endif
#ifdef VACUUM
	byte rread[NR];
#ifdef CLOCK
	byte rread_bucket[NR];
#endif
#endif

	m = first;
	do
	:: m < first + count ->
		d_step { mine = BIT(MERGE + m); COMMAND }
#ifndef NO_MERGE_SNAPSHOT
		/* C: merge-snapshot, bloom_upkeep_step() in upkeep.c */
		HOLD(NC + m, com);
#endif
		atomic { !clearing -> holders = holders | BIT(NC + m) }
#ifndef NO_MERGE_LOCK
		/* C: merge-lock, work_on() in upkeep.c */
		atomic { !merging -> merging = true }
#endif
#ifdef CLOCK
		expire_filters(MERGE + m);
#endif
		merge_partition(MERGE + m, com, false);
		d_step {
			if
			:: !failed -> com = com | BIT(MERGE + m)
			:: else
			fi;
			act = act & ~BIT(MERGE + m); merging = false; failed = false;
			holders = holders & ~BIT(NC + m); DROP(NC + m); mine = 0;
			check_never_lost(); forget_aborted()
		}
		m++
	/* the worker does not run, or is ended */
	:: break
	od;
	m = 0
}

/*
 * When all clients have ended, a merge moves all recent hashes.  It needs no
 * more places than VACUUM can free.
 */
proctype last()
{
	byte i, list, taken, add, old, place;
	bool failed, deleted;
	short mine, latest;
#ifdef CALLS
	byte made, gone, fmade, fgone, sgone, sfmade, sfgone;
#endif
#ifdef CLOCK
	byte merged;
#endif
#ifdef VACUUM
	byte rread[NR];
#ifdef CLOCK
	byte rread_bucket[NR];
#endif
#endif

	atomic {
		!(act & (BIT(MERGE) - 1)) && !holders && !merging && !clearing ->
		act = act | BIT(LAST); mine = BIT(LAST); i = 0;
		do
		:: i < NF ->
			if
			:: !DONE(fmin[i]) || DONE(fmax[i]) -> ftaken[i] = false
			:: else
			fi;
			i++
		:: else -> break
		od;
#ifdef CLOCK
		expire_filters(LAST);
#endif
		merge_partition(LAST, com, false);
		PROMISE(MERGED, !failed);
		i = 0;
		do
		:: i < NR ->
			PROMISE(MERGED, !rval[i] || !DONE(rmin[i]) || !FREE(rmax[i]) ||
					GIVES_BACK(i));
			i++
		:: else -> break
		od;
		com = com | BIT(LAST); act = act & ~BIT(LAST)
	}
}

#ifdef EXPIRE
/* bloom_set_expire() */
proctype expirer()
{
	byte i, list, place, known_values;
	bool deleted;
	short mine = BIT(EXPIRY);
#ifdef CALLS
	byte made, gone, fmade, fgone, sgone, sfmade, sfgone;
#endif

	atomic { !clearing -> holders = holders | BIT(NC + NM) }
	/* C: expire-recent, count_all() in recent.c */
	do
	:: place < NR ->
		d_step {
			if
			:: rval[place] && VISIBLE_R(place, com) && !LIVE_R(place) ->
				delete_recent(EXPIRY)
			:: else
			fi;
			deleted = false; place++
		}
	:: else -> break
	od;
	skip;
	expire_filters(EXPIRY);
	if
	:: d_step {
			com = com | BIT(EXPIRY); act = act & ~BIT(EXPIRY);
			holders = holders & ~BIT(NC + NM); mine = 0; place = 0;
			check_never_lost()
		}
	:: d_step {
			act = act & ~BIT(EXPIRY); holders = holders & ~BIT(NC + NM);
			mine = 0; place = 0; forget_aborted()
		}
	fi
}
#endif

#ifdef CLEAR
/* C: clear, bloom_set_clear() in create.c */
proctype clear()
{
	byte i;

	clearing = true;
	holders == 0;
	if
	:: d_step {
			do
			:: i < NR ->
				rval[i] = 0; rmin[i] = NOBODY; rmax[i] = NOBODY; i++
			:: else -> break
			od;
			i = 0;
			do
			:: i < NF ->
				ftaken[i] = false; fset[i] = 0;
				fmin[i] = NOBODY; fmax[i] = NOBODY; i++
			:: else -> break
			od;
			i = 0;
			com = com | BIT(CLEARED); ever = 0; epoch++;
			act = act & ~BIT(CLEARED)
		}
	:: act = act & ~BIT(CLEARED)
	fi;
	clearing = false
}
#endif
