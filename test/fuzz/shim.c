/*
 * fuzz/shim.c
 *		Errors, memory and calls without a server; see fuzz/shim.h.
 */
#include "fuzz/shim.h"

#include "catalog/pg_collation.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "nodes/memnodes.h"

#undef fprintf
#undef vsnprintf

Oid			fuzz_value_type;
char		fuzz_message[1024];
char		fuzz_detail[1024];
static char hint[1024];
long		fuzz_allocations = -1;
long		fuzz_looks;
long		fuzz_cancel_at = -1;
unsigned	fuzz_nulls;
size_t		fuzz_hash_memory = 1024 * 1024;

/* Variables of the server */
MemoryContext CurrentMemoryContext;
volatile sig_atomic_t InterruptPending = false;
int			ParallelWorkerNumber = -1;
int			work_mem = 4096;
sigjmp_buf *PG_exception_stack;

static int	level;				/* of the error that is being made */
static struct MemoryContextData context = {.type = T_AllocSetContext};

/* Before a block; the context is where GetMemoryChunkContext looks up to 15 */
typedef struct Chunk
{
	struct Chunk *previous;
	struct Chunk *next;
	Size		size;
	MemoryContext context;
} Chunk;

static Chunk all = {&all, &all, 0, NULL};

/* Callbacks for the end of `context`, which fuzz_reset() calls */
static MemoryContextCallback *callbacks;

/*
 * Errors
 */

void
fuzz_throw(void)
{
	if (PG_exception_stack == NULL)
		abort();
	siglongjmp(*PG_exception_stack, 1);
}

void
ProcessInterrupts(void)
{
	if (fuzz_looks++ == fuzz_cancel_at)
	{
		strcpy(fuzz_message, "canceled");
		fuzz_throw();
	}
}

bool
errstart(int elevel, const char *domain)
{
	level = elevel;
	return true;
}

bool
errstart_cold(int elevel, const char *domain)
{
	return errstart(elevel, domain);
}

void
errfinish(const char *filename, int lineno, const char *funcname)
{
	if (level >= ERROR)
		fuzz_throw();
}

bool
errsave_start(struct Node *node, const char *domain)
{
	return errstart(ERROR, domain);
}

void
errsave_finish(struct Node *node, const char *filename, int lineno,
			   const char *funcname)
{
	fuzz_throw();
}

#if PG_VERSION_NUM >= 160000
void
ExceptionalCondition(const char *condition, const char *file, int line)
#else
void
ExceptionalCondition(const char *condition, const char *type,
					 const char *file, int line)
#endif
{
	fprintf(stderr, "%s:%d: not %s\n", file, line, condition);
	abort();
}

int
errcode(int sqlerrcode)
{
	return 0;
}

/* Messages are formatted: what they print may be from outside */
#define MESSAGE_FUNCTION(name, text) \
int \
name(const char *fmt,...) \
{ \
	va_list		args; \
\
	va_start(args, fmt); \
	vsnprintf(text, sizeof(text), fmt, args); \
	va_end(args); \
	return 0; \
}

MESSAGE_FUNCTION(errdetail, fuzz_detail)
MESSAGE_FUNCTION(errhint, hint)
MESSAGE_FUNCTION(errmsg_internal, fuzz_message)
MESSAGE_FUNCTION(errmsg, fuzz_message)

/*
 * Memory
 */

static void *
allocate(MemoryContext owner, Size size)
{
	Chunk	   *chunk;

	if (size > FUZZ_MAX_ALLOCATION ||
		(fuzz_allocations >= 0 && fuzz_allocations-- == 0))
	{
		strcpy(fuzz_message, "out of memory");
		fuzz_throw();
	}
	chunk = malloc(sizeof(Chunk) + size);
	if (chunk == NULL)
		abort();
	chunk->context = owner;
	chunk->size = size;
	chunk->next = &all;
	chunk->previous = all.previous;
	all.previous->next = chunk;
	all.previous = chunk;
	/* so that nobody sees zeros by chance */
	memset(chunk + 1, 0x7F, Min(size, 4096));
	return chunk + 1;
}

static void *
allocate_zeros(MemoryContext owner, Size size)
{
	void	   *block = allocate(owner, size);

	memset(block, 0, size);
	return block;
}

void
pfree(void *pointer)
{
	Chunk	   *chunk = (Chunk *) pointer - 1;

	chunk->next->previous = chunk->previous;
	chunk->previous->next = chunk->next;
	free(chunk);
}

void *
repalloc(void *pointer, Size size)
{
	void	   *block = allocate(((Chunk *) pointer - 1)->context, size);

	memcpy(block, pointer, Min(size, ((Chunk *) pointer - 1)->size));
	pfree(pointer);
	return block;
}

void *
repalloc_huge(void *pointer, Size size)
{
	return repalloc(pointer, size);
}

void *
palloc(Size size)
{
	return allocate(CurrentMemoryContext, size);
}

void *
palloc0(Size size)
{
	return allocate_zeros(CurrentMemoryContext, size);
}

void *
MemoryContextAlloc(MemoryContext owner, Size size)
{
	return allocate(owner, size);
}

void *
MemoryContextAllocHuge(MemoryContext owner, Size size)
{
	return allocate(owner, size);
}

void *
MemoryContextAllocZero(MemoryContext owner, Size size)
{
	return allocate_zeros(owner, size);
}

MemoryContext
AllocSetContextCreateInternal(MemoryContext parent, const char *name,
							  Size minimum, Size initial, Size maximum)
{
	MemoryContext child = allocate_zeros(parent, sizeof(*child));

	child->type = T_AllocSetContext;
	return child;
}

#if PG_VERSION_NUM >= 160000
MemoryContext
GetMemoryChunkContext(void *pointer)
{
	return ((Chunk *) pointer - 1)->context;
}
#endif

void
MemoryContextDelete(MemoryContext old)
{
	Chunk	   *next;

	for (Chunk *chunk = all.next; chunk != &all; chunk = next)
	{
		next = chunk->next;
		if (chunk->context == old)
			pfree(chunk + 1);
	}
	pfree(old);
}

/* What it is allocated in, that is */
void
MemoryContextSetParent(MemoryContext child, MemoryContext parent)
{
	((Chunk *) child - 1)->context = parent;
}

MemoryContext
MemoryContextGetParent(MemoryContext child)
{
	return ((Chunk *) child - 1)->context;
}

void
MemoryContextRegisterResetCallback(MemoryContext owner,
								   MemoryContextCallback *callback)
{
	if (owner != &context)
		abort();
	callback->next = callbacks;
	callbacks = callback;
}

#ifndef USE_FLOAT8_BYVAL
Datum
Int64GetDatum(int64 value)
{
	int64	   *place = palloc(sizeof(*place));

	*place = value;
	return PointerGetDatum(place);
}

Datum
Float8GetDatum(float8 value)
{
	float8	   *place = palloc(sizeof(*place));

	*place = value;
	return PointerGetDatum(place);
}
#endif

Size
fuzz_bytes(MemoryContext owner)
{
	Size		bytes = 0;

	for (Chunk *chunk = all.next; chunk != &all; chunk = chunk->next)
		if (chunk->context == owner)
			bytes += chunk->size;
	return bytes;
}

void
fuzz_reset(void)
{
	while (callbacks != NULL)
	{
		MemoryContextCallback *callback = callbacks;

		callbacks = callback->next;
		callback->func(callback->arg);
	}
	while (all.next != &all)
		pfree(all.next + 1);
}

/* All calls are those of one aggregate */
static Node aggregate = {T_AggState};

bool
fuzz_call(PGFunction function, int count, const Datum *args, Datum *result)
{
	LOCAL_FCINFO(fcinfo, 9);
	FmgrInfo	info = {.fn_addr = function, .fn_mcxt = &context};
	ExprContext econtext = {.ecxt_per_query_memory = &context};
	ReturnSetInfo rows = {
		.type = T_ReturnSetInfo, .econtext = &econtext,
		.allowedModes = SFRM_Materialize
	};
	sigjmp_buf	here;
	sigjmp_buf *outer = PG_exception_stack;

	CurrentMemoryContext = &context;
	InitFunctionCallInfoData(*fcinfo, &info, count, DEFAULT_COLLATION_OID,
							 &aggregate, (Node *) &rows);
	for (int i = 0; i < count; i++)
		fcinfo->args[i] = (NullableDatum) {args[i], fuzz_nulls >> i & 1};
	fuzz_nulls = 0;
	if (sigsetjmp(here, 0) != 0)
	{
		PG_exception_stack = outer;
		CurrentMemoryContext = &context;
		return false;
	}
	PG_exception_stack = &here;
	*result = function(fcinfo);
	PG_exception_stack = outer;
	return true;
}

int
AggCheckCallContext(FunctionCallInfo fcinfo, MemoryContext *owner)
{
	if (owner != NULL)
		*owner = &context;
	return AGG_CONTEXT_AGGREGATE;
}

size_t
get_hash_memory_limit(void)
{
	return fuzz_hash_memory;
}
