/*
 * model/transactions.pml
 *		Transactions, snapshots and rows, as in PostgreSQL.
 *
 * A row contains the transactions that inserted and deleted it.  The variables
 * `act` and `com` have a bit for each transaction in progress and for each
 * committed one.  Transactions in neither were rolled back, possibly by an
 * error or a crash.  A snapshot is a copy of `com`.  `mine` has the bits of a
 * process's transaction and subtransaction.
 */
#ifndef NC
#define NC	2					/* clients, each with one transaction */
#endif
#ifndef NV
#define NV	1					/* values */
#endif
#ifndef NOPS
#define NOPS	2				/* operations of a client's transaction */
#endif
#ifndef NM
#define NM	1					/* merges */
#endif
#ifndef NR
#define NR	6					/* places of the table of recent hashes */
#endif
#ifndef NF
#define NF	(NM + 2)			/* places of the table of filters */
#endif
#ifndef OTHERS
#define OTHERS	NOPS			/* operations of the other clients */
#endif
#ifndef LEVEL
#define LEVEL	2				/* 0: READ COMMITTED; 1: REPEATABLE READ */
#endif

#define BIT(x)	(1 << (x))
#define ALL		(BIT(NV) - 1)

/* Transactions */
#define TOP		(2 * c)			/* of client c, followed by its subtransaction */
#define ME		(TOP + insub)
#define MERGE	(2 * NC)		/* the first of NM */
#define EXPIRY	(2 * NC + NM)
#define CLEARED	(2 * NC + NM + 1)
#define BOOT	(2 * NC + NM + 2)	/* before all others */
#define LAST	(2 * NC + NM + 3)	/* a merge after all clients */
#define NOBODY	14

short act, com;

#define OWN(x)		(mine & act & BIT(x))
#define RUNS(x)		(act & ~mine & BIT(x))
#define DONE(x)		(com & BIT(x))
#define HAS(x, s)	(OWN(x) || ((s) & BIT(x)))
/* Does a dirty snapshot show the row? */
#define SHOWN(a, b) \
	(RUNS(a) || ((OWN(a) || DONE(a)) && !OWN(b) && !DONE(b)))
/* No transaction has deleted the row or is deleting it */
#define FREE(b)		(!((act | com) & BIT(b)))

/* The promises.  spin reports the number of a broken one. */
#define ONE_WINNER	101
#define NEVER_LOST	102
#define SEEN		103
#define EXPLAINED	104
#define IN_TIME		105
#define WITHOUT_ERROR	106
#define NEEDED		107
#define MERGED		109
#define ROOM		108			/* the model itself has too few places */
#define PROMISE(what, x)	assert((x) || what == 0)

/*
 * Rows.  A place is empty if its value is 0, and stays taken until VACUUM
 * frees it.
 */
byte rval[NR], rmin[NR], rmax[NR];	/* recent hashes: value + 1 */
#ifdef UNCLAIM
bool rgiven[NR];				/* the row gives the value back */
#define GIVES_BACK(i)	rgiven[i]
#define TAKE_BACK(i)	rgiven[i] = false
#else
#define GIVES_BACK(i)	false
#define TAKE_BACK(i)	skip
#endif
byte fset[NF], fmin[NF], fmax[NF];	/* filters: the values in them */
bool ftaken[NF];

/*
 * The list of filters that a client has made, which is fresh until the page of
 * the last one changes.  Each filter has its own page.
 */
#ifdef LISTED
byte fresh;						/* the clients whose list is */
byte listed[NC], at_place[NC];	/* the values, and the last filter */
#ifdef CLOCK
byte at_time[NC];
#define SAME_TIME(c)	(at_time[c] == clock)
#else
#define SAME_TIME(c)	true
#endif
byte flock[NF];					/* the transaction that has locked the row */
inline change_page(f)
{
	c_list = 0;
	do
	:: c_list < NC ->
		if
		:: at_place[c_list] == f -> fresh = fresh & ~BIT(c_list)
		:: else
		fi;
		c_list++
	:: else -> break
	od;
	c_list = 0
}
byte c_list;
#define UNLOCKED(f)		(FREE(flock[f]) || DONE(flock[f]))
#define FORGET_LOCK(i)	if :: UNLOCKED(i) -> flock[i] = NOBODY :: else fi
#else
inline change_page(f) { skip }
#define FORGET_LOCK(i)	skip
#endif

/* Time: the current bucket.  It and the previous one are live. */
#ifdef CLOCK
byte clock;
byte rbucket[NR], fbucket[NF];
#define LIVE(b)		((b) + 1 >= clock)
#define LIVE_R(i)	LIVE(rbucket[i])
#define LIVE_F(i)	LIVE(fbucket[i])
#define ZERO_BUCKET_R(i)	rbucket[i] = 0
#define ZERO_BUCKET_F(i)	fbucket[i] = 0
#else
#define ZERO_BUCKET_R(i)	skip
#define ZERO_BUCKET_F(i)	skip
#define LIVE_R(i)	true
#define LIVE_F(i)	true
#endif

/* Number of statements that are not waiting.  Time passes only if it is 0. */
#if defined(CLOCK) && !defined(TICKS)
byte working;
#define WORK	working++
#define REST	working--
#else
#define WORK	skip
#define REST	skip
#endif

/*
 * A command does not see its own changes until the command counter is
 * incremented.  This matters if a statement makes two calls.
 */
#ifdef CALLS
#define MADE(mask, i)	(mask & BIT(i))
#define NOTE(mask, i)	mask = mask | BIT(i)
#define COMMAND			made = 0; gone = 0; fmade = 0; fgone = 0
#else
#define MADE(mask, i)	false
#define NOTE(mask, i)	skip
#define COMMAND			skip
#endif
#define VISIBLE_R(i, s)	(HAS(rmin[i], s) && !MADE(made, i) && \
						 (!HAS(rmax[i], s) || MADE(gone, i)))
#define VISIBLE_F(i, s)	(HAS(fmin[i], s) && !MADE(fmade, i) && \
						 (!HAS(fmax[i], s) || MADE(fgone, i)))

/*
 * VACUUM frees the places of rows that no snapshot shows any more.  It waits
 * for processes that read the index.
 */
#ifdef VACUUM
#define NP	(NC + NM)
short held[NP];					/* snapshots; -1: none */
byte pins;						/* number of processes that read the index */
#define HOLD(p, s)	held[p] = s
#define DROP(p)		held[p] = -1
#define PIN			pins++
#define UNPIN		pins--
#else
#define HOLD(p, s)	skip
#define DROP(p)		skip
#define PIN			skip
#define UNPIN		skip
#endif

/*
 * All values that committed transactions have won, without those that were
 * given back, and when
 */
byte ever;

/*
 * The values that were in `ever`, and those that were not, at any moment since
 * a client's call began; and those that others have claimed or given back
 * since its snapshot
 */
#ifdef UNCLAIM
byte in_ever[NC], not_in_ever[NC], changed[NC];
#define SINCE_BEGIN(c)	in_ever[c] = ever; not_in_ever[c] = ALL & ~ever
#define SINCE_SNAPSHOT(c)	changed[c] = 0
#define NOTE_EVER \
	i = 0; \
	do \
	:: i < NC -> \
		in_ever[i] = in_ever[i] | ever; \
		changed[i] = changed[i] | won | gave; \
		not_in_ever[i] = not_in_ever[i] | (ALL & ~ever); i++ \
	:: else -> break \
	od; \
	i = 0
#define IN_EVER			in_ever[c]
#else
#define SINCE_BEGIN(c)	skip
#define SINCE_SNAPSHOT(c)	skip
#define NOTE_EVER		skip
#define IN_EVER			ever
#endif
#ifdef CLOCK
byte won_at[NV];
#define KEPT(v)		LIVE(won_at[v])
#else
#define KEPT(v)		true
#endif

/*
 * Check that later transactions will find each value, and none that was given
 * back
 */
inline check_never_lost()
{
	i = 0; known_values = 0;
	do
	:: i < NF ->
		if
		:: ftaken[i] && DONE(fmin[i]) && !DONE(fmax[i]) && LIVE_F(i) ->
			known_values = known_values | fset[i]
		:: else
		fi;
		i++
	:: else -> break
	od;
	i = 0;
	do
	:: i < NR ->
		if
		:: rval[i] && DONE(rmin[i]) && !DONE(rmax[i]) && LIVE_R(i) ->
			if
			:: GIVES_BACK(i) -> known_values = known_values & ~BIT(rval[i] - 1)
			:: else -> known_values = known_values | BIT(rval[i] - 1)
			fi
		:: else
		fi;
		i++
	:: else -> break
	od;
	i = 0;
#ifdef UNCLAIM
	PROMISE(EXPLAINED, !(known_values & ~ever));
#endif
	do
	:: i < NV ->
		PROMISE(NEVER_LOST, !(ever & ~known_values & BIT(i)) || !KEPT(i));
		i++
	:: else -> break
	od;
	i = 0; known_values = 0
}

/*
 * Rows that were inserted or deleted by transactions that were rolled back are
 * all in one state, which saves states.
 */
inline forget_aborted()
{
	i = 0;
	do
	:: i < NR ->
		if
		:: rval[i] && !((act | com) & BIT(rmin[i])) ->
			rval[i] = NV + 1; rmin[i] = NOBODY; rmax[i] = NOBODY;
			ZERO_BUCKET_R(i); TAKE_BACK(i)
		:: else ->
			if
			:: FREE(rmax[i]) -> rmax[i] = NOBODY
			:: else
			fi
		fi;
		i++
	:: else -> break
	od;
	i = 0;
	do
	:: i < NF ->
		if
		:: ftaken[i] && !((act | com) & BIT(fmin[i])) ->
			fset[i] = 0; fmin[i] = NOBODY; fmax[i] = NOBODY; ZERO_BUCKET_F(i)
		:: else ->
			if
			:: FREE(fmax[i]) -> fmax[i] = NOBODY
			:: else
			fi
		fi;
		FORGET_LOCK(i);
		i++
	:: else -> break
	od;
	i = 0
}

/* heap_delete of a recent hash, without waiting */
inline delete_recent(x)
{
	PROMISE(WITHOUT_ERROR, rval[place] && !MADE(made, place) &&
			(OWN(rmin[place]) || DONE(rmin[place])));
	if
	:: FREE(rmax[place]) ->
		rmax[place] = x; deleted = true; NOTE(gone, place); NOTE(sgone, place)
	:: else -> deleted = false
	fi
}
