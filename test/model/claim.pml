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
			if
			:: !(rr && snapped) ->
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
		:: rval[i] && HAS(rmin[i], snap) && !HAS(rmax[i], snap) && LIVE_R(i) ->
			members = members | BIT(rval[i] - 1)
		:: else
		fi;
		i++
	:: else -> break
	od;
	i = 0
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
		:: rval[i] && SHOWN(rmin[i], rmax[i]) && LIVE_R(i) &&
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
					!(((must & BIT(i)) && MUST_KEPT(i)) ||
					  (((won | wonsub) & BIT(i)) && OWN_KEPT(i))));
			i++
		:: else -> break
		od;
		i = 0
	}
}

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
		:: members2 & want ->
			/* C: take-out, take_out() in claim.c */
			d_step {
				members2 = members2 & want; want = want & ~members2;
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

/* The answer: the values in `want` are new, the others in `asked` are not */
inline answer()
{
	d_step {
		REST; i = 0;
		do
		:: i < NV && (want & BIT(i)) ->
			PROMISE(ONE_WINNER, !(ever & BIT(i)) || !KEPT(i));
			PROMISE(ONE_WINNER, !((won | wonsub) & BIT(i)) || !OWN_KEPT(i));
#ifdef CLOCK
			PROMISE(IN_TIME, bucket[i] + 1 >= since[i]);
			own_at[i] = bucket[i];
#endif
			i++
		:: i < NV && (asked & ~want & BIT(i)) ->
			/* a transaction has claimed the value, and it has not expired */
#ifdef CLOCK
			PROMISE(IN_TIME, ((ever & BIT(i)) && won_at[i] + 1 >= since[i]) ||
					((won | wonsub) & BIT(i) && own_at[i] + 1 >= since[i]));
#endif
			PROMISE(EXPLAINED, (ever | won | wonsub) & BIT(i));
			PROMISE(EXPLAINED, !rr || ((must | won | wonsub) & BIT(i)));
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
			   !MADE(smade, i) && (!HAS(rmax[i], snap) || MADE(sgone, i)) ->
				res = true
			:: else
			fi;
			i++
		:: else -> break
		od;
		i = 0;
		/* READ COMMITTED: after TRUNCATE, old snapshots show nothing, either */
		if
		:: !rr && seen_epoch != epoch -> must = 0; seen_epoch = epoch
		:: else
		fi;
		PROMISE(SEEN, res || !(must & BIT(v)) || !MUST_KEPT(v));
		PROMISE(SEEN, res || !(swon & BIT(v)) || !OWN_KEPT(v));
		PROMISE(SEEN, res || !(slost & BIT(v)) || !MUST_KEPT(v));
		PROMISE(EXPLAINED, !res || ((must | won | wonsub) & BIT(v)));
		res = false; v = 0
	}
}
