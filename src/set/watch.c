/*
 * set/watch.c
 *		Steps of the background worker that are canceled when they wait.
 *
 * The owner of a set's tables can hold locks on them and pins of their pages
 * for any length of time, and so can others.  Where possible, tend.c takes
 * locks only if they are free.  All other waits are watched by a timer: a step
 * that waits for a lock or a pin is canceled, without an error in the log.
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

/* Milliseconds between two checks of what the worker waits for */
#define WATCH_TIME		100

/* Number of checks in a row that find it waiting and cancel the step */
#define WATCH_WAITS		3

/* Number of checks after which any step is canceled: ten minutes */
#define WATCH_LONGEST	6000

static TimeoutId watch_timer;
static volatile sig_atomic_t in_step = false;
static volatile sig_atomic_t gave_up = false;
static volatile int looks_waiting = 0;
static volatile int looks_in_step = 0;

/* Check what the worker waits for.  Called in the timer's signal handler. */
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

/* Start the timer, which runs until the process ends */
void
bloom_watch_begin(void)
{
	watch_timer = RegisterTimeout(USER_TIMEOUT, watch);
	enable_timeout_after(watch_timer, WATCH_TIME);
}

/*
 * Whether an error is left out of the log: the step was canceled by the timer,
 * or the set is not as it should be, which its users are told.
 */
static bool
is_expected(int code)
{
	return gave_up || code == ERRCODE_WRONG_OBJECT_TYPE ||
		code == ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE ||
		code == ERRCODE_T_R_SERIALIZATION_FAILURE;
}

/* Clean up after a step that failed */
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
 * Run a step, which starts and ends its own transactions.  Returns false if it
 * failed or was canceled by the timer.  Requests by others to cancel or
 * terminate the worker are not caught.
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
	/* the timer may have fired at the very end */
	if (gave_up)
		QueryCancelPending = false;
	MemoryContextSwitchTo(context);
	return done;
}
