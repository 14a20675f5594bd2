/*
 * set/watch.c
 *		Steps of the background worker that end when they would have to wait.
 *
 * The owner of a set's tables can hold locks on them and pins of their pages
 * for as long as they like, and so can others.  What can be had without
 * waiting is tried so (tend.c).  The rest is watched by a timer: a step that
 * waits for a lock or a pin is given up, without an error in the log.
 */
#include "set/worker.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/latch.h"
#include "storage/proc.h"
#include "utils/memutils.h"
#include "utils/timeout.h"

#include "set/setcompat.h"

/* Milliseconds between two looks at what the worker waits for */
#define WATCH_TIME		100

/* It may wait for fewer looks than this: for a lock to extend a file, say */
#define WATCH_WAITS		3

/* No step takes more looks than this: ten minutes */
#define WATCH_LONGEST	6000

static TimeoutId watch_timer;
static volatile sig_atomic_t in_step = false;
static volatile sig_atomic_t gave_up = false;
static volatile int looks_waiting = 0;
static volatile int looks_in_step = 0;

/* Look what the worker is waiting for; called by the timer's signal */
static void
watch(void)
{
	uint32		kind;

	/* the process is about to end */
	if (MyProc == NULL)
		return;
	kind = MyProc->wait_event_info & 0xFF000000;
	if (kind == PG_WAIT_LOCK || kind == BLOOM_WAIT_BUFFER_PIN)
		looks_waiting++;
	else
		looks_waiting = 0;
	if (in_step && (looks_waiting >= WATCH_WAITS ||
					++looks_in_step > WATCH_LONGEST))
	{
		gave_up = true;
		InterruptPending = true;
		QueryCancelPending = true;
		SetLatch(MyLatch);
	}
	enable_timeout_after(watch_timer, WATCH_TIME);
}

/* Start the timer, for the rest of the process */
void
bloom_watch_begin(void)
{
	watch_timer = RegisterTimeout(USER_TIMEOUT, watch);
	enable_timeout_after(watch_timer, WATCH_TIME);
}

/*
 * Whether an error need not be in the log: the step was given up, or the set
 * is not as it should be, which whoever uses it is told.
 */
static bool
is_expected(int code)
{
	return gave_up || code == ERRCODE_WRONG_OBJECT_TYPE ||
		code == ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE ||
		code == ERRCODE_T_R_SERIALIZATION_FAILURE;
}

/* Make an end of what a step has begun */
static void
clean_up(MemoryContext context)
{
	HOLD_INTERRUPTS();
	if (!is_expected(geterrcode()))
		EmitErrorReport();
	AbortOutOfAnyTransaction();
	MemoryContextSwitchTo(context);
	FlushErrorState();
	QueryCancelPending = false;
	RESUME_INTERRUPTS();
}

/*
 * Do a step, which begins and ends its own transactions.  Returns false if it
 * was given up or failed; only a request to cancel or end the worker is not
 * caught.
 */
bool
bloom_watch_step(BloomStep step, void *argument)
{
	MemoryContext context = CurrentMemoryContext;
	volatile bool done = false;

	gave_up = false;
	looks_waiting = looks_in_step = 0;
	in_step = true;
	PG_TRY();
	{
		step(argument);
		in_step = false;
		done = true;
	}
	PG_CATCH();
	{
		in_step = false;
		if (geterrcode() == ERRCODE_QUERY_CANCELED && !gave_up)
			PG_RE_THROW();
		clean_up(context);
	}
	PG_END_TRY();
	/* it may have been given up when it was done */
	if (gave_up)
		QueryCancelPending = false;
	MemoryContextSwitchTo(context);
	return done;
}
