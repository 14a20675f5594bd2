/*
 * model/lookup.pml
 *		Finding hashes: src/set/recent.c and cache.c.
 */
#define ABSENT	0
#define PRESENT	1
#define EXPIRED	2
#define BUSY	3
#define GIVEN	4				/* given back */

#if !defined(CLOCK) || defined(NO_LOOK_LIVE)
#define FOUND_LIVE(i)	true
#else
#define FOUND_LIVE(i)	(rbucket[i] + 1 >= live_from)
#endif
#ifdef NO_FILTERS_LIVE
#define TESTED_LIVE(i)	true
#else
#define TESTED_LIVE(i)	LIVE_F(i)
#endif
#ifdef NO_CACHE_WRITER
#define SAME_WRITER(i)	true
#else
#define SAME_WRITER(i)	(cwriter == fmin[i])
#endif

/*
 * Look up value h in the table, with a dirty snapshot.  Sets `state`, `place`
 * and `other`.  Reads all entries of the index at once, and the rows one by
 * one.
 */
inline look(h)
{
	d_step {
		list = 0; i = 0; state = ABSENT; other = NOBODY; place = 0;
#ifdef CLOCK
		live_from = clock;
#endif
		do
		:: i < NR ->
			if
			:: rval[i] == h + 1 -> list = list | BIT(i)
			:: else
			fi;
			i++
		:: else -> break
		od;
		i = 0; PIN
	}
	do
	:: list ->
		d_step {
			do
			:: !(list & BIT(i)) -> i++
			:: else -> break
			od;
			list = list & ~BIT(i);
			if
			/* C: look-busy, bloom_lookup_rows() in recent.c */
			:: RUNS(rmin[i]) ->
				state = BUSY; other = rmin[i]; place = i
			:: !RUNS(rmin[i]) && SHOWN(rmin[i], rmax[i]) ->
				if
				/* C: look-given-back, bloom_lookup_rows() in recent.c */
				:: FOUND_LIVE(i) && GIVES_BACK(i) ->
					state = GIVEN; other = NOBODY; place = i
				/* C: look-live, bloom_lookup_rows() in recent.c */
				:: FOUND_LIVE(i) && !GIVES_BACK(i) ->
					state = PRESENT; place = i; list = 0
				/* C: look-expired, bloom_lookup_rows() in recent.c */
				:: !FOUND_LIVE(i) ->
					state = EXPIRED; other = NOBODY; place = i
				fi
			:: else
			fi;
			i = 0
		}
	:: else -> break
	od;
	skip;
	d_step {
		UNPIN;
		if
		:: state == ABSENT -> place = 0
		:: else
		fi
#ifdef CLOCK
		; live_from = 0
#endif
	}
}

#ifdef LISTED
#ifdef NO_SETTLED
#define SETTLED(i)	true
#else
#define SETTLED(i)	(!OWN(fmin[i]) && FREE(fmax[i]) && UNLOCKED(i))
#endif
/* The last filter so far, and whether its page shows that it is current */
#define LAST_FILTER(i) \
	if \
	:: place == NF || !LATER(place, i) -> \
		place = i; \
		if \
		:: SETTLED(i) -> fresh = fresh | BIT(c) \
		:: else -> fresh = fresh & ~BIT(c) \
		fi \
	:: else \
	fi
#ifdef CLOCK
#define LATER(a, b)	(fbucket[a] > fbucket[b])
#define NOTE_TIME	at_time[c] = clock
#else
#define LATER(a, b)	false
#define NOTE_TIME	skip
#endif
#endif

/* Sets `members` to the values in the filters that snapshot s shows */
inline test_filters(s, members)
{
#ifdef LISTED
	if
	:: d_step { (fresh & BIT(c)) && SAME_TIME(c) -> members = listed[c] }
	:: d_step {
			!((fresh & BIT(c)) && SAME_TIME(c)) ->
			members = 0; i = 0; place = NF; fresh = fresh & ~BIT(c);
			do
			:: i < NF ->
				if
				:: ftaken[i] && VISIBLE_F(i, s) && TESTED_LIVE(i) ->
					members = members | fset[i];
					/* C: settled, bloom_page_of() in knownsets.c */
					LAST_FILTER(i)
				:: else
				fi;
				i++
			:: else -> break
			od;
			listed[c] = members; at_place[c] = place; NOTE_TIME;
			i = 0; place = 0
		}
	fi
#else
	d_step {
		members = 0; i = 0;
		do
		:: i < NF ->
			if
			/* C: filters-live, list_filters() in cache.c */
			:: ftaken[i] && VISIBLE_F(i, s) && TESTED_LIVE(i) ->
#ifdef CACHE
				/* C: cache-writer, is_stored() in cache.c */
				if
				:: cplace == i && SAME_WRITER(i)
				:: else -> cplace = i; cwriter = fmin[i]; cset = fset[i]
				fi;
				members = members | cset
#else
				members = members | fset[i]
#endif
			:: else
			fi;
			i++
		:: else -> break
		od;
		i = 0
	}
#endif
}

/* Delete the row that this transaction has inserted, even if it has expired */
inline delete_own(h)
{
	d_step {
		place = 0;
		do
		:: place < NR ->
			if
			:: rval[place] == h + 1 && SHOWN(rmin[place], rmax[place]) -> break
			:: else -> place++
			fi
		:: else -> break
		od;
		PROMISE(WITHOUT_ERROR, place < NR);
		delete_recent(ME);
		PROMISE(WITHOUT_ERROR, deleted);
		place = 0; deleted = false
	}
}
