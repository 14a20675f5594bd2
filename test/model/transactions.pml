/*
 * model/transactions.pml
 *		Transactions, snapshots and rows, as PostgreSQL has them.
 *
 * A row has the transactions that inserted and deleted it.  The variables
 * `act` and `com` are the transactions in progress and those committed, one
 * bit each; what is in neither was rolled back, by an error or a crash, too.
 * A snapshot is a copy of `com`.  Each process has `mine`: the bits of its
 * transaction and of its subtransaction.
 */
#ifndef NC
#define NC	2					/* clients, each with one transaction */
#endif
#ifndef NV
#define NV	1					/* values */
#endif
#ifndef NOPS
#define NOPS	2				/* what a client does in its transaction */
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
#define OTHERS	NOPS			/* what clients but the first do */
#endif
#ifndef LEVEL
#define LEVEL	2				/* 0: READ COMMITTED; 1: REPEATABLE READ */
#endif

#define BIT(x)	(1 << (x))
#define ALL		(BIT(NV) - 1)

/* Transactions */
#define TOP		(2 * c)			/* of client c; its subtransaction is next */
#define ME		(TOP + insub)
#define MERGE	(2 * NC)		/* and as many as there are merges */
#define EXPIRY	(2 * NC + NM)
#define CLEARED	(2 * NC + NM + 1)
#define BOOT	(2 * NC + NM + 2)	/* before all others */
#define NOBODY	14

short act, com;

#define OWN(x)		(mine & act & BIT(x))
#define RUNS(x)		(act & ~mine & BIT(x))
#define DONE(x)		(com & BIT(x))
#define HAS(x, s)	(OWN(x) || ((s) & BIT(x)))
/* A dirty snapshot shows the row */
#define SHOWN(a, b) \
	(RUNS(a) || ((OWN(a) || DONE(a)) && !OWN(b) && !DONE(b)))
/* Nobody has deleted the row, or is doing so */
#define FREE(b)		(!((act | com) & BIT(b)))

/* The promises, by numbers that spin repeats where one is broken */
#define ONE_WINNER	101
#define NEVER_LOST	102
#define SEEN		103
#define EXPLAINED	104
#define IN_TIME		105
#define WITHOUT_ERROR	106
#define ONE_CLASS	107
#define ROOM		108			/* the model itself has too few places */
#define PROMISE(what, x)	assert((x) || what == 0)

/*
 * Rows.  A place is empty if its value is 0, and stays taken until VACUUM
 * frees it.
 */
byte rval[NR], rmin[NR], rmax[NR];	/* recent hashes: value + 1 */
byte fset[NF], fmin[NF], fmax[NF];	/* filters: the values in them */
bool ftaken[NF];

/* Time: the bucket of now.  Two buckets are live. */
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

/* Statements that are not waiting; time stands still then, without TICKS */
#if defined(CLOCK) && !defined(TICKS)
byte working;
#define WORK	working++
#define REST	working--
#else
#define WORK	skip
#define REST	skip
#endif

/*
 * What a command has written it does not see, until the command counter is
 * incremented.  Matters if a statement makes two calls.
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
 * VACUUM frees places of rows that no snapshot shows any more; who reads the
 * index keeps it out.
 */
#ifdef VACUUM
#define NP	(NC + NM)
short held[NP];					/* snapshots; -1: none */
byte pins;						/* who reads the index */
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

/* What is true: the values that committed winners have, and since when */
byte ever;
#ifdef CLOCK
byte won_at[NV];
#define KEPT(v)		LIVE(won_at[v])
#else
#define KEPT(v)		true
#endif

/* Whether a value can be found, by everybody who comes now */
inline check_never_lost()
{
	i = 0; known_values = 0;
	do
	:: i < NR ->
		if
		:: rval[i] && DONE(rmin[i]) && !DONE(rmax[i]) && LIVE_R(i) ->
			known_values = known_values | BIT(rval[i] - 1)
		:: else
		fi;
		i++
	:: else -> break
	od;
	i = 0;
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
	:: i < NV ->
		PROMISE(NEVER_LOST, !(ever & ~known_values & BIT(i)) || !KEPT(i));
		i++
	:: else -> break
	od;
	i = 0; known_values = 0
}

/*
 * Rows of who was rolled back, or that were deleted by such, are all alike:
 * that saves states
 */
inline forget_aborted()
{
	i = 0;
	do
	:: i < NR ->
		if
		:: rval[i] && !((act | com) & BIT(rmin[i])) ->
			rval[i] = NV + 1; rmin[i] = NOBODY; rmax[i] = NOBODY; ZERO_BUCKET_R(i)
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
