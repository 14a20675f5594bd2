/*
 * model/insert.pml
 *		Inserting hashes that are absent: src/set/insert.c.
 */

/* Locks of hashes: for each value, the client + 1, or 0 */
byte hash_lock[NV];

#ifdef NO_HASH_LOCK
#define LOCK_HASH(v)	skip
#define UNLOCK_HASH(v)	skip
#else
#define LOCK_HASH(v) \
	atomic { hash_lock[v] == 0 || hash_lock[v] == c + 1 -> hash_lock[v] = c + 1 }
#define UNLOCK_HASH(v)	hash_lock[v] = 0
#endif

#ifdef NO_UNLOCK
#define UNLOCK_SOON(v)	skip
#define UNLOCK_LATE(v)	UNLOCK_HASH(v)
#else
#define UNLOCK_SOON(v)	UNLOCK_HASH(v)
#define UNLOCK_LATE(v)	skip
#endif

/*
 * Wait until a transaction has ended.  Whether something has expired is decided
 * by the time after the wait.
 */
#define WAIT(x, v) \
	atomic { PROMISE(WITHOUT_ERROR, (x) != NOBODY); REST; waits = true } \
	atomic { !(act & BIT(x)) -> WORK; waits = false; other = NOBODY; GO_ON(v) }
#if defined(CLOCK) && defined(UNCLAIM)
/* a filter that had the value before the wait counts */
#define GO_ON(v)	since[v] = (filtered & BIT(v) -> since[v] : clock)
#elif defined(CLOCK)
#define GO_ON(v)	since[v] = clock
#else
#define GO_ON(v)	skip
#endif

/* Insert a row and its entry in the unique index, which must not have one */
inline insert_row(h)
{
	d_step {
		i = 0;
		do
		:: i < NR ->
			PROMISE(WITHOUT_ERROR, rval[i] != h + 1 || !SHOWN(rmin[i], rmax[i]));
			i++
		:: else -> break
		od;
#ifdef DOWN
		/* a place before older rows */
		i = NR - 1;
		do
		:: i > 0 && rval[i] -> i--
		:: else -> break
		od;
		PROMISE(ROOM, !rval[i]);
#else
		i = 0;
		do
		:: i < NR && rval[i] -> i++
		:: else -> break
		od;
		PROMISE(ROOM, i < NR);
#endif
		rval[i] = h + 1; rmin[i] = ME; NOTE(made, i); NOTE(smade, i);
#ifdef CLOCK
		/* C: bucket-now, insert_absent() in insert.c */
#ifdef NO_BUCKET_NOW
		rbucket[i] = began;
#else
		rbucket[i] = clock;
#endif
		bucket[h] = rbucket[i];
#endif
		rmax[i] = NOBODY; i = 0
	}
}

/*
 * A claim has deleted the row that gave value h back.  `filtered` has the
 * values that filters have, and that may have been given back.
 */
#ifdef UNCLAIM
/* C: take-given-back, replace() in insert.c */
#define TAKE(h) \
	if \
	:: state == GIVEN -> taken_back = taken_back | BIT(h) \
	:: else \
	fi
/*
 * Without retention, a value that a filter has is not inserted, unless the
 * snapshot that is kept may not show that filter
 */
#ifdef CLOCK
#define INSERTS(h)	true
#else
/* C: inserts-kept, replace() in insert.c */
#define INSERTS(h)	(rr || !(filtered & taken_back & BIT(h)))
#endif
#else
#define TAKE(h)		skip
#define INSERTS(h)	true
#endif

/* Look up a hash, and delete its row if that has expired or gives it back */
inline look_and_delete(h)
{
	look(h);
	/* C: delete-expired, find_absent() in insert.c */
	if
	:: state == EXPIRED || state == GIVEN ->
		d_step {
			COMMAND; delete_recent(ME);
			if
			:: deleted ->
				TAKE(h);
				state = ABSENT; place = 0
			:: else
			fi;
			deleted = false
		}
	:: else
	fi;
#ifdef UNCLAIM
	/* C: filter-counts, find_absent() in insert.c */
	d_step {
		if
		:: state == ABSENT && (filtered & BIT(h)) && !(taken_back & BIT(h)) ->
			state = PRESENT
		:: else
		fi
	}
#endif
}

/* Wait for what is in the way of a hash */
inline wait_for(h)
{
	if
	/* C: wait, wait_for() in insert.c */
	:: state == BUSY ->
		WAIT(other, h)
	/* C: wait-to-delete, wait_for() in insert.c */
	:: (state == EXPIRED || state == GIVEN) && place < NR ->
		if
		:: d_step { RUNS(rmax[place]) -> other = rmax[place] }
			WAIT(other, h)
		:: else
		fi;
		d_step {
			delete_recent(ME);
			if
			:: deleted -> TAKE(h)
			:: else
			fi;
			deleted = false
		}
	:: else
	fi
}

/* Insert one hash.  Sets `state` to ABSENT if it was absent, else PRESENT. */
inline insert_one(h)
{
	do
	:: true ->
		/* C: hash-lock, bloom_recent_lock() in insert.c */
		LOCK_HASH(h);
		look_and_delete(h);
		if
		:: state == ABSENT && INSERTS(h) -> insert_row(h)
		:: else
		fi;
		/* C: unlock, insert_batch() in insert.c */
		UNLOCK_SOON(h);
		if
		:: state == ABSENT || state == PRESENT -> UNLOCK_LATE(h); break
#ifdef NO_WAIT
		:: state == BUSY -> state = PRESENT; UNLOCK_LATE(h); break
		:: state == EXPIRED || state == GIVEN -> wait_for(h)
#else
		:: else -> wait_for(h)
#endif
		fi
	od;
	place = 0
}

#ifdef BATCH
#ifdef NO_ASCENDING
#define FIRST_VALUE	(c & 1)
#else
#define FIRST_VALUE	0
#endif

inline unlock_hashes()
{
	d_step {
		i = 0;
		do
		:: i < NV ->
			if
			:: hash_lock[i] == c + 1 -> hash_lock[i] = 0
			:: else
			fi;
			i++
		:: else -> break
		od;
		i = 0
	}
}

/* Insert the hashes in `want`, and remove from it those that are present */
inline insert_batch()
{
	left = want;
	do
	:: left ->
		if
		:: left & BIT(FIRST_VALUE) -> LOCK_HASH(FIRST_VALUE)
		:: else
		fi;
		if
		:: left & BIT(1 - FIRST_VALUE) -> LOCK_HASH(1 - FIRST_VALUE)
		:: else
		fi;
		v = FIRST_VALUE; absent = 0;
		do
		/* C: ascending, find_absent() in insert.c */
		:: left & BIT(v) ->
			look_and_delete(v);
			if
			:: state == BUSY || state == EXPIRED || state == GIVEN -> break
			:: state == ABSENT && INSERTS(v) -> absent = absent | BIT(v)
			:: state == ABSENT && !INSERTS(v)
			:: else -> want = want & ~BIT(v)
			fi;
			left = left & ~BIT(v); v = 1 - v
		:: else ->
			if
			:: left == 0 -> break
			:: else -> v = 1 - v
			fi
		od;
		/* C: insert-rows, insert_absent() in insert.c */
		do
		:: absent ->
			first = (absent & 1 -> 0 : 1);
			insert_row(first);
			d_step { absent = absent & ~BIT(first); first = 0 }
		:: else -> break
		od;
#ifdef NO_UNLOCK
		if
		:: left == 0 -> unlock_hashes()
		:: else
		fi;
#else
		unlock_hashes();
#endif
		if
		:: left -> wait_for(v); place = 0
		:: else
		fi
	:: else -> break
	od;
	skip;
	unlock_hashes();
	v = 0
}
#endif

#ifdef UNCLAIM
/* bloom_unclaim() of value v.  Sets `res`. */
inline give_back()
{
	d_step { res = false; members = 0 }
	do
	:: true ->
		/* C: unclaim-lock, look_up() in unclaim.c */
#ifndef NO_UNCLAIM_LOCK
		LOCK_HASH(v);
#endif
		look(v);
		if
		/* C: give-back, look_up() in unclaim.c */
		:: state == ABSENT && (members & BIT(v)) ->
			insert_row(v);
			d_step {
				i = 0;
				do
				:: rval[i] == v + 1 && OWN(rmin[i]) && FREE(rmax[i]) -> break
				:: else -> i++
				od;
				rgiven[i] = true;
#ifdef CLOCK
				rbucket[i] = rbucket[i] + 1;
#endif
				i = 0; res = true
			};
			UNLOCK_HASH(v);
			break
		:: else -> UNLOCK_HASH(v)
		fi;
		if
		/* C: unclaim-wait, bloom_unclaim_hash() in unclaim.c */
		:: state == BUSY -> WAIT(other, v)
		/* C: unclaim-delete, bloom_unclaim_hash() in unclaim.c */
		:: state == PRESENT || (state == EXPIRED && (members & BIT(v))) ->
			if
			:: d_step { RUNS(rmax[place]) -> other = rmax[place] }
				WAIT(other, v)
			:: else
			fi;
			d_step {
				COMMAND; delete_recent(ME);
				res = res || (deleted && state == PRESENT); deleted = false
			}
		:: state == GIVEN -> break
		:: state == ABSENT || (state == EXPIRED && !(members & BIT(v))) ->
			test_filters(com, members);
			if
			:: !(members & BIT(v)) -> break
			:: else
			fi
		fi
	od;
	skip;
	d_step {
		state = ABSENT; place = 0; other = NOBODY; members = 0
#ifdef CLOCK
		; bucket[v] = 0
#endif
	}
}
#endif
