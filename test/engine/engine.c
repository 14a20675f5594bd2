/*
 * engine/engine.c
 *		What an engine with partial states of its own, such as Citus, does with
 *		somebody else's aggregates.
 *
 * engine_partial calls an aggregate's transition function, and gives the
 * state as text; engine_combine takes such texts, combines them and calls the
 * final function.  Functions are looked up for each row and called without an
 * expression, so they can't see the types of their arguments.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_aggregate.h"
#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/expandeddatum.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(engine_partial_step);
PG_FUNCTION_INFO_V1(engine_partial_final);
PG_FUNCTION_INFO_V1(engine_combine_step);
PG_FUNCTION_INFO_V1(engine_combine_final);

typedef struct Engine
{
	FormData_pg_aggregate form; /* of the aggregate */
	Datum		state;			/* in the memory of ours */
} Engine;

static MemoryContext
memory(FunctionCallInfo fcinfo)
{
	MemoryContext context;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "not in an aggregate");
	return context;
}

static Datum
input(Oid type, Datum string)
{
	Oid			function;
	Oid			parameter;

	getTypeInputInfo(type, &function, &parameter);
	return OidInputFunctionCall(function, TextDatumGetCString(string),
								parameter, -1);
}

/* Our own state, with the aggregate's initial one if there is none yet */
static Engine *
engine(FunctionCallInfo fcinfo)
{
	MemoryContext old;
	Engine	   *engine;
	HeapTuple	tuple;
	bool		null;
	Datum		initial;

	if (!PG_ARGISNULL(0))
		return (Engine *) PG_GETARG_POINTER(0);
	old = MemoryContextSwitchTo(memory(fcinfo));
	engine = palloc(sizeof(Engine));
	tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(PG_GETARG_OID(1)));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "not an aggregate");
	engine->form = *(Form_pg_aggregate) GETSTRUCT(tuple);
	initial = SysCacheGetAttr(AGGFNOID, tuple, Anum_pg_aggregate_agginitval,
							  &null);
	if (null)
		elog(ERROR, "an aggregate without an initial state");
	engine->state = input(engine->form.aggtranstype, initial);
	ReleaseSysCache(tuple);
	MemoryContextSwitchTo(old);
	return engine;
}

/* Call the aggregate's function with its state and our arguments from 2 on */
static Datum
call(FunctionCallInfo fcinfo, Engine *engine, Oid function, int arguments)
{
	LOCAL_FCINFO(inner, FUNC_MAX_ARGS);
	FmgrInfo	info;

	fmgr_info(function, &info);
	InitFunctionCallInfoData(*inner, &info, arguments + 1, PG_GET_COLLATION(),
							 fcinfo->context, NULL);
	inner->args[0].value = engine->state;
	inner->args[0].isnull = false;
	for (int i = 1; i <= arguments; i++)
		inner->args[i] = fcinfo->args[i + 1];
	return FunctionCallInvoke(inner);
}

static void
keep(FunctionCallInfo fcinfo, Engine *engine, Datum state)
{
	MemoryContext old;

	if (state == engine->state)
		return;
	old = MemoryContextSwitchTo(memory(fcinfo));
	if (!DatumIsReadWriteExpandedObject(state, false, -1))
		state = datumCopy(state, false, -1);
	MemoryContextSwitchTo(old);
	engine->state = state;
}

Datum
engine_partial_step(PG_FUNCTION_ARGS)
{
	Engine	   *state = engine(fcinfo);

	keep(fcinfo, state, call(fcinfo, state, state->form.aggtransfn,
							 PG_NARGS() - 2));
	PG_RETURN_POINTER(state);
}

Datum
engine_partial_final(PG_FUNCTION_ARGS)
{
	Engine	   *state = engine(fcinfo);
	Oid			function;
	bool		varlena;

	getTypeOutputInfo(state->form.aggtranstype, &function, &varlena);
	PG_RETURN_TEXT_P(cstring_to_text(OidOutputFunctionCall(function,
														   state->state)));
}

Datum
engine_combine_step(PG_FUNCTION_ARGS)
{
	Engine	   *state = engine(fcinfo);

	fcinfo->args[2].value = input(state->form.aggtranstype,
								  PG_GETARG_DATUM(2));
	keep(fcinfo, state, call(fcinfo, state, state->form.aggcombinefn, 1));
	PG_RETURN_POINTER(state);
}

Datum
engine_combine_final(PG_FUNCTION_ARGS)
{
	Engine	   *state = engine(fcinfo);

	PG_RETURN_DATUM(call(fcinfo, state, state->form.aggfinalfn, 0));
}
