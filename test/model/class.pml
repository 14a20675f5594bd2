/*
 * model/class.pml
 *		How the first claims determine the value class of a set:
 *		src/set/valueclass.c and settings.c.
 *
 * Rows of settings have versions, like rows of other tables.  A claim consists
 * only of the steps that determine the class, which is 1 or 2, or 0 for none.
 */
#include "transactions.pml"

#define NS	(1 + NC * NOPS)
byte sclass[NS], smin[NS], smax[NS];
byte rows;
byte class_lock;				/* client + 1 */
byte classes;					/* classes of committed claims, one bit each */

#ifdef NO_CLASS_LOCK
#define LOCK_CLASS		skip
#define UNLOCK_CLASS	skip
#else
#define LOCK_CLASS		atomic { class_lock == 0 -> class_lock = c + 1 }
#define UNLOCK_CLASS	class_lock = 0
#endif
#ifdef NO_CLASS_WAIT
#define NOTE_OTHER(x)	skip
#else
#define NOTE_OTHER(x)	other = x
#endif
#ifdef NO_CLASS_ROW
#define NOTE_ALIKE	alike = true
#else
#define NOTE_ALIKE	skip
#endif

/* Read the current settings */
inline read_settings()
{
	d_step {
		/* C: read-class, read_further_row() in settings.c */
		class = 0; place = NS; i = 0;
		do
		:: i < rows ->
			if
			:: HAS(smin[i], com) && !HAS(smax[i], com) ->
				place = i;
				PROMISE(WITHOUT_ERROR, !class || !sclass[i] || class == sclass[i]);
				class = (class -> class : sclass[i])
			:: else
			fi;
			i++
		:: else -> break
		od;
		PROMISE(WITHOUT_ERROR, place < NS);
		i = 0; place = 0
	}
}

inline settle()
{
	do
	:: class -> break
	:: else ->
		/* C: class-lock, try_class() in valueclass.c */
		LOCK_CLASS;
		d_step { other = NOBODY; place = NS; alike = false; i = 0 }
		/* C: class-look, look_at_row() in valueclass.c */
		do
		:: i < rows ->
			d_step {
				if
				:: SHOWN(smin[i], smax[i]) && !sclass[i] ->
					if
					:: !RUNS(smin[i]) && !RUNS(smax[i]) -> place = i
					:: else
					fi
				:: SHOWN(smin[i], smax[i]) && sclass[i] && !RUNS(smin[i]) ->
					class = sclass[i]
				:: SHOWN(smin[i], smax[i]) && sclass[i] && RUNS(smin[i]) ->
					if
					:: sclass[i] != wanted -> NOTE_OTHER(smin[i])
					:: else -> NOTE_ALIKE
					fi
				:: else
				fi;
				i++
			}
		:: else -> break
		od;
		skip;
		/* C: class-row, try_class() in valueclass.c */
		d_step {
			i = 0;
			if
			:: !class && other == NOBODY ->
				if
				:: place < NS && FREE(smax[place]) -> smax[place] = ME
				:: else
				fi;
				class = wanted;
				if
				:: !alike ->
					PROMISE(ROOM, rows < NS);
					sclass[rows] = wanted; smin[rows] = ME;
					smax[rows] = NOBODY; rows++
				:: else
				fi
			:: else
			fi;
			place = 0; alike = false
		}
		UNLOCK_CLASS;
		/* C: class-wait, bloom_class_resolve() in valueclass.c */
		if
		:: !class -> !(act & BIT(other)); other = NOBODY
		:: else
		fi
	od
}

proctype client(byte c)
{
	byte ops, i, class, wanted, place, other, own, ownsub;
	bool insub, subused, alike;
	short mine;

	mine = BIT(TOP) | BIT(TOP + 1);
	do
	:: ops < NOPS ->
		ops++;
		if
		:: true ->
			if
			:: wanted = 1
			:: wanted = 2
			fi;
			read_settings();
			settle();
			/* C: class-check, bloom_class_check() in valueclass.c */
			if
			:: class != wanted -> goto rollback
			:: else
			fi;
			d_step {
				PROMISE(ONE_CLASS, !((classes | own | ownsub) & ~BIT(wanted)));
				if
				:: insub -> ownsub = BIT(wanted)
				:: else -> own = BIT(wanted)
				fi;
				class = 0; wanted = 0
			}
		:: !subused && ops < NOPS -> insub = true; subused = true
		:: insub ->
			d_step { act = act & ~BIT(TOP + 1); insub = false; ownsub = 0 }
		fi
	:: ops > 0 -> break
	od;
	if
	:: d_step {
			com = com | (mine & act); act = act & ~mine;
			PROMISE(ONE_CLASS, !(own | ownsub) || !(classes & ~(own | ownsub)));
			classes = classes | own | ownsub;
			/* the class is in a row */
			i = 0;
			do
			:: i < rows ->
				if
				:: sclass[i] && DONE(smin[i]) && !DONE(smax[i]) ->
					ownsub = BIT(sclass[i])
				:: else
				fi;
				i++
			:: else -> break
			od;
			PROMISE(NEVER_LOST, !own || own == ownsub);
			mine = 0; ops = 0; own = 0; ownsub = 0; insub = false;
			subused = false; i = 0; other = 0
		}
	:: true ->
rollback:
		skip;
		d_step {
			act = act & ~mine; mine = 0; ops = 0; own = 0; ownsub = 0;
			class = 0; wanted = 0; insub = false; subused = false; i = 0;
			other = 0
		}
	fi
}

init
{
	atomic {
		byte i;

		act = BIT(BOOT) - 1; com = BIT(BOOT);
		do
		:: i < NS -> smin[i] = NOBODY; smax[i] = NOBODY; i++
		:: else -> break
		od;
		i = 0; smin[0] = BOOT; rows = 1;
		do
		:: i < NC -> run client(i); i++
		:: else -> break
		od
	}
}
