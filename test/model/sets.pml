/*
 * model/sets.pml
 *		How shared sets claim values: concurrent clients, merges and others.
 *
 * README.md describes what the model covers, and the switches.
 */
#include "transactions.pml"
#include "lookup.pml"
#include "insert.pml"
#include "claim.pml"
#include "merge.pml"

#ifdef CLOCK
#define SAVE	i = 0; do :: i < NV -> saved_at[i] = own_at[i]; i++ \
				:: else -> break od; i = 0
#define RESTORE	i = 0; do :: i < NV -> own_at[i] = saved_at[i]; i++ \
				:: else -> break od; i = 0
#else
#define SAVE	skip
#define RESTORE	skip
#endif

/* C: kept-snapshot, bloom_fill_snapshot() in filters.c */
#ifdef NO_KEPT_SNAPSHOT
#define MERGE_SNAPSHOT	com
#else
#define MERGE_SNAPSHOT	(rr * snap + (1 - rr) * com)
#endif

/* A client's merge moves what its transaction has claimed */
inline check_merged()
{
	d_step {
		i = 0;
		do
		:: i < NR ->
			PROMISE(MERGED, !rval[i] || !OWN(rmin[i]) || !FREE(rmax[i]));
			i++
		:: else -> break
		od;
		i = 0
	}
}

/* A transaction's own merges hold their lock until it ends */
#ifdef OWNMERGE
#define FREE_MERGES(own) \
	if \
	:: own -> merging = false; has_merge = false; merge_in_sub = false \
	:: else \
	fi
#else
#define FREE_MERGES(own)	skip
#endif

/* All clients that have ended are in one state, which saves states */
inline forget_all()
{
	rr = false; snapped = false; instatement = false; insub = false;
	subused = false; locked = false; lock_in_sub = false;
	failed = false; waits = false; deleted = false; ops = 0; v = 0; state = 0;
	other = 0; place = 0; list = 0; left = 0; absent = 0; first = 0;
	members = 0; members2 = 0; asked = 0; want = 0; won = 0; wonsub = 0;
	lost = 0; lost_before = 0; swon = 0; slost = 0; must = 0; seen_epoch = 0;
	snap = 0; mine = 0;
#ifdef UNCLAIM
	filtered = 0; taken_back = 0; gave = 0; in_ever[c] = 0; not_in_ever[c] = 0;
	changed[c] = 0; own_seen = 0;
	res = false;
#endif
#ifdef CALLS
	made = 0; gone = 0; fmade = 0; fgone = 0;
	smade = 0; sgone = 0; sfmade = 0; sfgone = 0;
#endif
#ifdef CLOCK
	began = 0; live_from = 0; merged = 0; i = 0;
	do
	:: i < NV ->
		since[i] = 0; bucket[i] = 0; own_at[i] = 0; saved_at[i] = 0;
		must_at[i] = 0; i++
	:: else -> break
	od;
#endif
#ifdef CACHE
	cplace = 0; cwriter = 0; cset = 0;
#endif
#ifdef LISTED
	fresh = fresh & ~BIT(c); listed[c] = 0; at_place[c] = NF;
#ifdef CLOCK
	at_time[c] = 0;
#endif
#endif
	i = 0
}

proctype client(byte c)
{
#ifdef UNCLAIM
	byte filtered, taken_back, gave, own_seen;
#endif
	bool rr, snapped, instatement, insub, subused, locked, lock_in_sub;
	bool failed, waits, res, deleted;
	byte ops, i, v, state, other, place, list, left, absent, first;
	byte members, members2, asked, want, won, wonsub, lost, lost_before;
	byte swon, slost, must, seen_epoch, known_values;
	short snap, mine;
#ifdef CALLS
	byte made, gone, fmade, fgone, smade, sgone, sfmade, sfgone;
#endif
#ifdef OWNMERGE
	byte taken, add, old;
	bool has_merge, merge_in_sub;
	short latest;
#endif
#ifdef CLOCK
	byte began, live_from, merged;
	byte since[NV], bucket[NV], own_at[NV], saved_at[NV], must_at[NV];
#endif
#ifdef CACHE
	byte cplace, cwriter, cset;
#endif

	d_step {
		mine = BIT(TOP) | BIT(TOP + 1); other = NOBODY
#ifdef CACHE
		; cplace = NF
#endif
	}
	if
	:: LEVEL != 1 -> rr = false
	:: LEVEL != 0 -> rr = true
	fi;
	do
	:: ops < (c == 0 -> NOPS : OTHERS) ->
		ops++;
#ifdef RISING
		/* ascending order, so that no client causes a deadlock */
		v = ops - 1;
#else
		if
		:: v = 0
#if NV > 1
		:: v = 1
#endif
		fi;
#endif
		if
		:: true ->
			begin_call();
			LOCK_TABLES;
			CHECK_EMPTIED;
#ifndef BATCH
			asked = BIT(v);
#else
			if
			:: v == 0 -> asked = ALL
#ifdef SINGLE
			:: true -> asked = BIT(v)
#else
			:: else -> asked = ALL; v = 0
#endif
			fi;
#endif
			claim();
			end_call()
#ifdef UNCLAIM
		:: true ->
			begin_call();
			LOCK_TABLES;
			unclaim();
			end_call()
#endif
#ifndef WITHOUT_SEEN
		:: true ->
			begin_call();
			LOCK_TABLES;
			CHECK_EMPTIED;
			seen();
			end_call()
#endif
#ifdef SUB
		:: !subused && !instatement && ops < NOPS ->
			d_step {
				insub = true; subused = true; v = 0; lost_before = lost; SAVE
			}
		/* C: forget-locks, subtransaction_ends() in knownsets.c */
		:: insub && !instatement ->
			d_step {
				act = act & ~BIT(TOP + 1); insub = false; wonsub = 0; v = 0;
				lost = lost_before; lost_before = 0; RESTORE;
				FREE_MERGES(merge_in_sub);
				if
				:: lock_in_sub -> holders = holders & ~BIT(c); lock_in_sub = false
				:: else
				fi;
				forget_aborted();
#ifndef NO_FORGET_LOCKS
				locked = false
#endif
			}
#endif
		/* a statement that does not use the set */
		:: rr && !snapped -> v = 0; begin_call(); end_call()
#ifdef OWNMERGE
		/* bloom_set_merge(); C: merge-lock-waits, bloom_set_merge() in merge.c */
		:: !merging || has_merge ->
			v = 0;
			begin_call();
			LOCK_TABLES;
			atomic {
				(!merging || has_merge) ->
				if
				:: !has_merge ->
					merging = true; has_merge = true; merge_in_sub = insub
				:: else
				fi
			}
			merge_partition(ME, MERGE_SNAPSHOT, rr);
			if
			:: failed -> goto rollback
			:: else
			fi;
			check_merged();
			end_call()
#endif
		fi
	:: ops > 0 -> break
	od;
	if
	:: d_step {
			/* commit */
			i = 0;
			do
			:: i < NV ->
				if
				:: (won | wonsub) & BIT(i) ->
					PROMISE(ONE_WINNER, !(EVER & BIT(i)) || !KEPT(i));
#ifdef CLOCK
					won_at[i] = own_at[i]
#endif
				:: else
				fi;
				i++
			:: else -> break
			od;
			i = 0;
			ever = EVER | won | wonsub; NOTE_EVER;
			com = com | (mine & act);
			act = act & ~mine;
			holders = holders & ~BIT(c); DROP(c);
			FREE_MERGES(has_merge);
			check_never_lost(); forget_all()
		}
	:: true ->
rollback:
		skip;
		d_step {
			act = act & ~mine;
			holders = holders & ~BIT(c); DROP(c);
			FREE_MERGES(has_merge);
			check_never_lost(); forget_all(); forget_aborted()
		}
	fi
}

#ifdef CLOCK
proctype time()
{
	do
#ifdef TICKS
	:: clock < CLOCK -> clock++
#else
	:: clock < CLOCK && working == 0 -> clock++
#endif
	:: break
	od
}
#endif

#ifdef VACUUM
#if NP == 2
#define HORIZON	(held[0] & held[1])
#elif NP == 3
#define HORIZON	(held[0] & held[1] & held[2])
#elif NP == 4
#define HORIZON	(held[0] & held[1] & held[2] & held[3])
#endif
#define DEAD(a, b) \
	(!((act | com) & BIT(a)) || (DONE(b) && (HORIZON & BIT(b))))
#define VACUUM_R(i) \
	:: d_step { i < NR && pins == 0 && rval[i] && DEAD(rmin[i], rmax[i]) -> \
				rval[i] = 0; rmin[i] = NOBODY; rmax[i] = NOBODY; ZERO_BUCKET_R(i) }
#define VACUUM_F(i) \
	:: d_step { i < NF && ftaken[i] && DEAD(fmin[i], fmax[i]) -> \
				ftaken[i] = false; fset[i] = 0; fmin[i] = NOBODY; \
				fmax[i] = NOBODY; ZERO_BUCKET_F(i) }

proctype vacuum()
{
end:
	do
	VACUUM_R(0)
#if NR > 1
	VACUUM_R(1)
#endif
#if NR > 2
	VACUUM_R(2)
#endif
#if NR > 3
	VACUUM_R(3)
#endif
	VACUUM_F(0)
	VACUUM_F(1)
	VACUUM_F(2)
	od
}
#endif

init
{
	atomic {
		byte i;

		act = BIT(BOOT) - 1; com = BIT(BOOT);
		do
		:: i < NR -> rmin[i] = NOBODY; rmax[i] = NOBODY; i++
		:: else -> break
		od;
		i = 0;
		do
		:: i < NF ->
#ifdef LISTED
			flock[i] = NOBODY;
#endif
			fmin[i] = NOBODY; fmax[i] = NOBODY; i++
		:: else -> break
		od;
		i = 0;
#ifdef BEFORE
		/* a filter and a recent hash exist initially */
		ftaken[0] = true; fmin[0] = BOOT;
		rval[0] = NV; rmin[0] = BOOT; ever = BIT(NV - 1);
#endif
#ifdef VACUUM
		do
		:: i < NP -> held[i] = -1; i++
		:: else -> break
		od;
		i = 0;
#endif
		run last();
		do
		:: i < NC -> run client(i); i++
		:: else -> break
		od;
		i = 0;
#ifdef NO_MERGE_LOCK
		do
		:: i < NM -> run merger(i, 1); i++
		:: else -> break
		od;
		i = 0;
#else
		run merger(0, NM);
#endif
#ifdef EXPIRE
		run expirer();
#endif
#ifdef CLOCK
		run time();
#endif
#ifdef CLEAR
		run clear();
#endif
#ifdef VACUUM
		run vacuum();
#endif
	}
}
