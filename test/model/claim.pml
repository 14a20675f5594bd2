/*
 * model/claim.pml
 *		Claiming and testing values: src/set/claim.c, and what it uses of
 *		knownsets.c, settings.c and tables.c.
 */

/*
 * The processes that hold locks of the tables, one bit each, and whether
 * bloom_set_clear() waits for the exclusive locks or has them
 */
byte holders;
bool clearing;
byte epoch;						/* number of times the set was emptied */

/* A client does not take locks again that it believes to have */
#ifdef NO_LOCK_TABLES
#define LOCK_TABLES	skip
#else
#define LOCK_TABLES \
	/* C: lock-tables, bloom_known_lock() in knownsets.c */ \
	if \
	:: locked \
	:: else -> \
		atomic { \
			((holders & BIT(c)) || !clearing) -> \
			lock_in_sub = (insub && !(holders & BIT(c))); \
			holders = holders | BIT(c); locked = true \
		} \
	fi
#endif

/*
 * If the set was emptied after the snapshot was taken, the snapshot does not
 * show its settings.
 */
#if defined(NO_EMPTIED) || !defined(CLEAR)
#define CHECK_EMPTIED	skip
#else
#define CHECK_EMPTIED \
	/* C: emptied, bloom_settings_read() in settings.c */ \
	if \
	:: rr && seen_epoch != epoch -> goto rollback \
	:: else \
	fi
#endif

#ifdef NO_SEEN_GIVEN_BACK
#define SEEN_BACK(i)	false
#else
#define SEEN_BACK(i)	GIVES_BACK(i)
#endif

/*
 * A row of this transaction counts, if its snapshot shows another one: a merge
 * or claim may have deleted that since
 */
#ifdef UNCLAIM
#define FORGET_OWN		own_seen = 0
#else
#define FORGET_OWN		skip
#endif
#ifndef UNCLAIM
#define own_seen		0
#define NOTE_OWN(i)		skip
/* C: seen-own, bloom_lookup_contains() in recent.c */
#elif defined(NO_SEEN_OWN)
#define NOTE_OWN(i)		skip
#else
#define NOTE_OWN(i) \
	if \
	:: OWN(rmin[i]) -> own_seen = own_seen | BIT(rval[i] - 1) \
	:: else \
	fi
#endif

/* The values that this transaction, with what its snapshot shows, knows */
#ifdef UNCLAIM
#define MUST		(must & ~gave)
#else
#define MUST		must
#endif

#ifdef NO_FIRST_LOOK
#define LATEST	snap
#else
#define LATEST	com
#endif

/*
 * A statement begins, or makes another call.  It takes a snapshot, unless the
 * transaction keeps its own one.
 */
inline begin_call()
{
	d_step {
		if
		:: !instatement ->
			instatement = true;
			SINCE_BEGIN(c);
			if
			:: !(rr && snapped) ->
				SINCE_SNAPSHOT(c);
				snap = com; must = ever; snapped = true; seen_epoch = epoch;
				HOLD(c, com);
#ifdef CLOCK
				i = 0;
				do
				:: i < NV -> must_at[i] = won_at[i]; i++
				:: else -> break
				od;
				i = 0
#endif
			:: else
			fi;
			COMMAND;
#ifdef CALLS
			smade = 0; sgone = 0; sfmade = 0; sfgone = 0;
#endif
			swon = won | wonsub; slost = lost
		:: else
		fi
	}
}

inline end_call()
{
	if
	:: d_step {
			instatement = false; swon = 0; slost = 0;
			if
			:: !rr -> snap = 0; must = 0; snapped = false; DROP(c)
			:: else
			fi
		}
#ifdef CALLS
	:: true
#endif
	fi
}

#ifdef CLOCK
#define OWN_KEPT(v)		LIVE(own_at[v])
#define MUST_KEPT(v)	LIVE(must_at[v])
#else
#define OWN_KEPT(v)		true
#define MUST_KEPT(v)	true
#endif

/* All values that the snapshot shows or the transaction has claimed */
inline seen_by_snapshot()
{
	members = 0; i = 0;
	do
	:: i < NF ->
		if
		:: ftaken[i] && HAS(fmin[i], snap) && !HAS(fmax[i], snap) && LIVE_F(i) ->
			members = members | fset[i]
		:: else
		fi;
		i++
	:: else -> break
	od;
	i = 0;
	do
	:: i < NR ->
		if
		:: rval[i] && HAS(rmin[i], snap) && !HAS(rmax[i], snap) && LIVE_R(i) &&
		   !(own_seen & BIT(rval[i] - 1)) ->
			if
			/* C: seen-given-back, bloom_lookup_contains() in recent.c */
			:: SEEN_BACK(i) -> members = members & ~BIT(rval[i] - 1)
			:: else -> members = members | BIT(rval[i] - 1)
			fi;
			NOTE_OWN(i)
		:: else
		fi;
		i++
	:: else -> break
	od;
	i = 0; FORGET_OWN
}

/*
 * Values that are known now, by rows that the snapshot shows or this
 * transaction has inserted
 */
inline known_now()
{
	members = 0; i = 0;
	do
	:: i < NR ->
		if
		:: rval[i] && SHOWN(rmin[i], rmax[i]) && LIVE_R(i) && !GIVES_BACK(i) &&
		   (OWN(rmin[i]) || (DONE(rmin[i]) && HAS(rmin[i], snap))) ->
			members = members | BIT(rval[i] - 1)
		:: else
		fi;
		i++
	:: else -> break
	od;
	i = 0
}

#ifdef NO_KNOWN_BY_SNAPSHOT
#define BY_SNAPSHOT	0
#else
#define BY_SNAPSHOT	members
#endif

/* A claim fails only because of values that its transaction does not know */
inline check_needed()
{
	d_step {
		REST; i = 0;
		do
		:: i < NV ->
			PROMISE(NEEDED, !(left & BIT(i)) ||
					!(((MUST & BIT(i)) && MUST_KEPT(i)) ||
					  (((won | wonsub) & BIT(i)) && OWN_KEPT(i))));
			i++
		:: else -> break
		od;
		i = 0
	}
}

#if !defined(UNCLAIM)
#define KEEPS	0
#elif defined(NO_KEEP_GIVEN_BACK)
/* these have not inserted a row */
#ifdef CLOCK
#define KEEPS	0
#else
#define KEEPS	(taken_back & filtered)
#endif
#else
#define KEEPS	taken_back
#endif

/* bloom_claim() or bloom_claim_all() of the values in `asked` */
inline claim()
{
	d_step {
		WORK;
#ifdef CLOCK
		began = clock; i = 0;
		do
		:: i < NV -> since[i] = clock; i++
		:: else -> break
		od;
		i = 0
#endif
	}
	/* C: first-look, bloom_claim_hashes() in claim.c */
	test_filters(LATEST, members);
	want = asked & ~members;
#ifdef UNCLAIM
	d_step { filtered = asked & members; taken_back = 0 }
#ifndef NO_FIND_GIVEN_BACK
	/* C: find-given-back, bloom_recent_insert() in insert.c */
	want = asked;
#endif
#endif
	if
#ifdef BATCH
	:: want && asked == ALL -> insert_batch()
	:: want && asked != ALL ->
#else
	:: want ->
#endif
		insert_one(v);
		if
		:: state == PRESENT -> want = 0
		:: else
		fi
	:: else
	fi;
	/* C: second-look, take_out() in claim.c */
	if
#ifndef NO_SECOND_LOOK
	:: want ->
		test_filters(LATEST, members2);
		if
		/* C: keep-given-back, take_out() in claim.c */
		:: members2 & want & ~KEEPS ->
			/* C: take-out, take_out() in claim.c */
			d_step {
				members2 = members2 & want & ~KEEPS; want = want & ~members2;
#ifndef NO_DELETE_COMMAND
				/* C: delete-command, take_out() in claim.c */
				COMMAND
#endif
			}
			do
			:: members2 & 1 -> delete_own(0); members2 = members2 & ~1
			:: members2 & ~1 -> delete_own(1); members2 = members2 & ~2
			:: else -> break
			od
		:: else
		fi
#endif
	:: else
	fi;
#ifndef NO_CHECK_KNOWN
	/* C: check-known, bloom_claim_hashes() in claim.c */
	if
	:: rr && (asked & ~want) ->
		COMMAND;
		/* C: known-now, bloom_claim_check_known() in claim.c */
		d_step { known_now(); left = asked & ~want & ~members }
		/* C: known-by-snapshot, bloom_claim_check_known() in claim.c */
		d_step { seen_by_snapshot(); left = left & ~BY_SNAPSHOT; members = 0 }
		if
		:: left -> check_needed(); goto rollback
		:: else
		fi
	:: else
	fi;
#endif
	answer()
}

#ifdef UNCLAIM
#define EVER	(ever & ~gave)
#else
#define EVER	ever
#endif

/* The answer: the values in `want` are new, the others in `asked` are not */
inline answer()
{
	d_step {
		REST; i = 0;
		do
		:: i < NV && (want & BIT(i)) ->
			PROMISE(ONE_WINNER, !(EVER & BIT(i)) || !KEPT(i));
			PROMISE(ONE_WINNER, !((won | wonsub) & BIT(i)) || !OWN_KEPT(i));
#ifdef CLOCK
			PROMISE(IN_TIME, bucket[i] + 1 >= since[i]);
			own_at[i] = bucket[i];
#endif
			i++
		:: i < NV && (asked & ~want & BIT(i)) ->
			/* a transaction has claimed the value, and it has not expired */
#ifdef CLOCK
			PROMISE(IN_TIME, ((IN_EVER & BIT(i)) && won_at[i] + 1 >= since[i]) ||
					((won | wonsub) & BIT(i) && own_at[i] + 1 >= since[i]));
#endif
			PROMISE(EXPLAINED, (IN_EVER | won | wonsub) & BIT(i));
			PROMISE(EXPLAINED, !rr || ((MUST | won | wonsub) & BIT(i)));
			i++
		:: i < NV && !(asked & BIT(i)) -> i++
		:: i == NV -> break
		od;
		if
		:: insub -> wonsub = wonsub | want
		:: else -> won = won | want
		fi;
		lost = (lost & ~want) | (asked & ~want);
		i = 0; state = 0; other = NOBODY; place = 0; members = 0;
		members2 = 0; want = 0; asked = 0; v = 0; left = 0
#ifdef CLOCK
		; began = 0;
		do
		:: i < NV -> since[i] = 0; bucket[i] = 0; i++
		:: else -> break
		od;
		i = 0
#endif
	}
}

/* bloom_seen() of value v */
inline seen()
{
	d_step {
		/* C: seen, find_seen() in claim.c */
		res = false; i = 0;
		do
		:: i < NF ->
			if
			:: ftaken[i] && (fset[i] & BIT(v)) && LIVE_F(i) &&
			   HAS(fmin[i], snap) && !MADE(sfmade, i) &&
			   (!HAS(fmax[i], snap) || MADE(sfgone, i)) -> res = true
			:: else
			fi;
			i++
		:: else -> break
		od;
		i = 0;
		do
		:: i < NR ->
			if
			:: rval[i] == v + 1 && LIVE_R(i) && HAS(rmin[i], snap) &&
			   !(own_seen & BIT(v)) &&
			   !MADE(smade, i) && (!HAS(rmax[i], snap) || MADE(sgone, i)) ->
				res = !SEEN_BACK(i); NOTE_OWN(i)
			:: else
			fi;
			i++
		:: else -> break
		od;
		i = 0;
		FORGET_OWN;
		/* READ COMMITTED: after TRUNCATE, old snapshots show nothing, either */
		if
		:: !rr && seen_epoch != epoch -> must = 0; seen_epoch = epoch
		:: else
		fi;
		PROMISE(SEEN, res || !(MUST & BIT(v)) || !MUST_KEPT(v));
		PROMISE(SEEN, res || !(swon & BIT(v)) || !OWN_KEPT(v));
#ifndef UNCLAIM
		PROMISE(SEEN, res || !(slost & BIT(v)) || !MUST_KEPT(v));
#endif
		PROMISE(EXPLAINED, !res || ((MUST | won | wonsub) & BIT(v)));
		res = false; v = 0
	}
}

#ifdef UNCLAIM
/* bloom_unclaim() of value v */
inline unclaim()
{
	d_step {
		WORK;
		if
		:: rr -> COMMAND; seen_by_snapshot(); want = members & BIT(v); members = 0
		:: else
		fi
	}
	give_back();
#ifndef NO_UNCLAIM_KEPT
	/* C: unclaim-kept, bloom_unclaim() in claim.c */
	d_step {
		if
		:: rr -> COMMAND; seen_by_snapshot()
		:: else
		fi
	}
	if
	:: rr && (res != (want != 0) || (res && (members & BIT(v)))) ->
		d_step {
			REST;
			PROMISE(NEEDED, (changed[c] & BIT(v)) || !MUST_KEPT(v))
		}
		goto rollback
	:: else
	fi;
#endif
	d_step {
		REST;
		if
		:: res ->
			PROMISE(EXPLAINED, ((in_ever[c] & ~gave) | won) & BIT(v));
			PROMISE(EXPLAINED, !rr || ((MUST | won) & BIT(v)));
			won = won & ~BIT(v); gave = gave | BIT(v)
		:: else ->
			PROMISE(EXPLAINED, !(won & BIT(v)) || !OWN_KEPT(v));
#ifndef CLOCK
			/* otherwise a filter may expire between the look and the test */
			PROMISE(EXPLAINED, (not_in_ever[c] | gave) & BIT(v));
#endif
			PROMISE(EXPLAINED, !rr || !(MUST & BIT(v)) || !MUST_KEPT(v))
		fi;
		res = false; want = 0; v = 0; members = 0
	}
}
#endif
