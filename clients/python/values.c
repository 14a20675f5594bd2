/*
 * clients/python/values.c
 *		Passes Python values to the C library.
 *
 * cffi does not support Python objects, and building C arrays in Python takes
 * several times as long as testing the values.  So Python passes the id of a
 * list or tuple, which is its address in CPython, and the values are packed in
 * batches here.  Other threads may run while a batch is tested, and may change
 * the list.  So no reference into the list is kept during that time.
 *
 * Only functions of CPython's stable ABI are used, so that one binary package
 * is for all versions since 3.10.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdlib.h>
#include <string.h>

#include "values.h"

#ifdef PYPY_VERSION
#error "an object's id is not its address here"
#endif

#define BATCH	1024

/*
 * After this number of values, control returns to the interpreter, which may
 * have been interrupted.
 */
#define TURN	(1024 * BATCH)

/* The first two cache lines of a value are prefetched, AHEAD values early */
#define AHEAD	16
#define LINE	64

typedef struct Batch
{
	bloomext_class class_;
	size_t		count;
	union
	{
		int64_t		integers[BATCH];
		double		floats[BATCH];
		size_t		offsets[BATCH + 1];
	}			of;
	char	   *bytes;			/* of values other than numbers */
	size_t		room;
	bool		found[BATCH];
} Batch;

/* The operation on the batches: either tested and found are set, or added */
typedef struct Target
{
	const bloomext_filter *tested;
	PyObject   *found;			/* list that initially contains False only */
	bloomext_filter *added;
} Target;

static int
append_bytes(Batch *batch, const char *bytes, Py_ssize_t size)
{
	size_t		start = batch->of.offsets[batch->count];
	size_t		end = start + (size_t) size;

	if (end >= batch->room)
	{
		size_t		room = 2 * end + BATCH;
		char	   *larger = realloc(batch->bytes, room);

		if (larger == NULL)
			return BLOOMEXT_MEMORY;
		batch->bytes = larger;
		batch->room = room;
	}
	memcpy(batch->bytes + start, bytes, (size_t) size);
	batch->of.offsets[batch->count + 1] = end;
	return BLOOMEXT_OK;
}

/* Append a str.  The UTF-8 form of a str that is not ASCII stays with it. */
static int
append_text(Batch *batch, PyObject *value)
{
	Py_ssize_t	size;
	const char *utf8;

	if (!PyUnicode_Check(value))
		return VALUES_WRONG;
	utf8 = PyUnicode_AsUTF8AndSize(value, &size);
	if (utf8 == NULL)
	{
		PyErr_Clear();			/* for a lone surrogate */
		return VALUES_WRONG;
	}
	return append_bytes(batch, utf8, size);
}

static int
append_integer(Batch *batch, PyObject *value)
{
	int			overflow;

	if (!PyLong_Check(value) || PyBool_Check(value))
		return VALUES_WRONG;
	batch->of.integers[batch->count] =
		PyLong_AsLongLongAndOverflow(value, &overflow);
	return overflow ? VALUES_WRONG : BLOOMEXT_OK;
}

static int
append(Batch *batch, PyObject *value)
{
	switch (batch->class_)
	{
		case BLOOMEXT_TEXT:
			return append_text(batch, value);
		case BLOOMEXT_INTEGER:
			return append_integer(batch, value);
		case BLOOMEXT_FLOAT:
			if (!PyFloat_Check(value))
				return VALUES_WRONG;
			batch->of.floats[batch->count] = PyFloat_AsDouble(value);
			return BLOOMEXT_OK;
		default:
			if (!PyBytes_Check(value))
				return VALUES_WRONG;
			return append_bytes(batch, PyBytes_AsString(value),
								PyBytes_Size(value));
	}
}

static int
add(bloomext_filter *filter, const Batch *batch)
{
	switch (batch->class_)
	{
		case BLOOMEXT_INTEGER:
			return bloomext_add_integers(filter, batch->of.integers,
										 batch->count);
		case BLOOMEXT_FLOAT:
			return bloomext_add_floats(filter, batch->of.floats,
									   batch->count);
		default:
			return bloomext_add_packed(filter, batch->class_, batch->bytes,
									   batch->of.offsets, batch->count);
	}
}

static int
test(const bloomext_filter *filter, Batch *batch)
{
	switch (batch->class_)
	{
		case BLOOMEXT_INTEGER:
			return bloomext_contains_integers(filter, batch->of.integers,
											  batch->count, batch->found);
		case BLOOMEXT_FLOAT:
			return bloomext_contains_floats(filter, batch->of.floats,
											batch->count, batch->found);
		default:
			return bloomext_contains_packed(filter, batch->class_,
											batch->bytes, batch->of.offsets,
											batch->count, batch->found);
	}
}

/* Pass a batch, whose first value is at index place, and empty it */
static int
flush(Batch *batch, const Target *target, size_t place)
{
	int			status;

	Py_BEGIN_ALLOW_THREADS
	status = target->added != NULL ? add(target->added, batch) :
		test(target->tested, batch);
	Py_END_ALLOW_THREADS
	for (size_t i = 0; i < batch->count && target->found != NULL &&
		 status == BLOOMEXT_OK; i++)
		if (batch->found[i])
		{
			Py_INCREF(Py_True);
			PyList_SetItem(target->found, (Py_ssize_t) (place + i), Py_True);
		}
	batch->count = 0;
	return status;
}

/* The value at an index, which is less than the size; a borrowed reference */
static PyObject *
value_at(PyObject *values, size_t i)
{
	return PyList_Check(values) ? PyList_GetItem(values, (Py_ssize_t) i) :
		PyTuple_GetItem(values, (Py_ssize_t) i);
}

static void
prefetch(PyObject *value)
{
	__builtin_prefetch(value);
	__builtin_prefetch((char *) value + LINE);
}

/* Pass count values; advances *place to the next value */
static int
hand_over_some(const Target *target, Batch *batch, PyObject *values,
			   size_t count, size_t *place)
{
	size_t		start = *place;
	int			wrong = BLOOMEXT_OK;
	int			status;

	for (size_t i = 0; i < count && i < AHEAD; i++)
		prefetch(value_at(values, start + i));
	for (size_t i = 0; i < count; i++)
	{
		if (i + AHEAD < count)
			prefetch(value_at(values, start + i + AHEAD));
		wrong = append(batch, value_at(values, start + i));
		if (wrong != BLOOMEXT_OK)
			break;
		batch->count++;
		++*place;
	}
	/* those before a wrong value, at which the caller may continue */
	status = flush(batch, target, start);
	return status != BLOOMEXT_OK ? status : wrong;
}

static int
hand_over(const Target *target, bloomext_class class_, PyObject *values,
		  size_t count, size_t *place)
{
	size_t		end = count - *place < TURN ? count : *place + TURN;
	Batch	   *batch = calloc(1, sizeof(Batch));
	int			status = BLOOMEXT_OK;

	if (batch == NULL)
		return BLOOMEXT_MEMORY;
	batch->class_ = class_;
	while (*place < end && status == BLOOMEXT_OK)
	{
		size_t		left = end - *place;

		status = PySequence_Size(values) != (Py_ssize_t) count ?
			VALUES_CHANGED :
			hand_over_some(target, batch, values,
						   left < BATCH ? left : BATCH, place);
	}
	free(batch->bytes);
	free(batch);
	return status;
}

/* cffi has released the interpreter lock, so acquire it */
static int
with_interpreter(const Target *target, bloomext_class class_,
				 uintptr_t values, size_t count, size_t *place)
{
	PyGILState_STATE state = PyGILState_Ensure();
	int			status = hand_over(target, class_, (PyObject *) values, count,
								   place);

	PyGILState_Release(state);
	return status;
}

int
values_contained(const bloomext_filter *filter, bloomext_class class_,
				 uintptr_t values, size_t count, size_t *place,
				 uintptr_t found)
{
	Target		target = {.tested = filter, .found = (PyObject *) found};

	return with_interpreter(&target, class_, values, count, place);
}

int
values_add(bloomext_filter *filter, bloomext_class class_,
		   uintptr_t values, size_t count, size_t *place)
{
	Target		target = {.added = filter};

	return with_interpreter(&target, class_, values, count, place);
}

/* The result of an addition, from the statuses of a test and the addition */
static int
added(bloomext_filter *filter, int found, int status)
{
	if (found < 0 || status < 0)
		return found < 0 ? found : status;
	return bloomext_report_capacity(filter, NULL) == BLOOMEXT_OK ? found :
		found | VALUES_FULL;
}

int
values_add_one(bloomext_filter *filter, bloomext_class class_,
			   const char *bytes, size_t size)
{
	int			found = bloomext_contains(filter, class_, bytes, size);

	return added(filter, found, found < 0 ? 0 :
				 bloomext_add(filter, class_, bytes, size));
}

int
values_add_integer(bloomext_filter *filter, int64_t value)
{
	int			found = bloomext_contains_integer(filter, value);

	return added(filter, found, found < 0 ? 0 :
				 bloomext_add_integer(filter, value));
}

int
values_add_hash(bloomext_filter *filter, uint64_t hash)
{
	int			found = bloomext_contains_hash(filter, hash);

	return added(filter, found, found < 0 ? 0 :
				 bloomext_add_hash(filter, hash));
}
