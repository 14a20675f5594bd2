"""Many values at once: converts sequences and numpy arrays for values.c and the C library"""
from __future__ import annotations

import decimal
import itertools
import sys
from typing import Any, Iterable, Iterator, NoReturn, Optional, Protocol, Sequence, Union

from ._bloomext import ffi
from ._canonical import INTEGER, OUT_OF_RANGE, Value, as_unsigned, canonical

_CHUNK = 1 << 12                # number of values of an iterator that are passed to C at once
_has_gil = getattr(sys, '_is_gil_enabled', lambda: True)    # without it, a list might change while C reads it


class _Collection(Protocol):
    """An iterable that is not a str or bytes: these contain only values of their own kind"""

    def __iter__(self) -> Iterator[Value]: ...
    def __contains__(self, value: object, /) -> bool: ...


# Many values.  An iterable with neither __next__ nor __contains__ has to be passed as iter(values).
Values = Union[Iterator[Value], _Collection]


def as_array(values: Any) -> Any:
    """The numpy array that values is, or can be converted to without a copy; otherwise None"""
    make = getattr(values, '__array__', None)
    if make is None:
        return None
    import numpy
    if isinstance(values, numpy.ma.MaskedArray):
        raise TypeError('values must not be a masked array: use its method compressed()')
    return make()


def check_integers(array: Any) -> None:
    if array.dtype.kind == 'u' and array.dtype.itemsize == 8 and array.size and int(array.max()) >= 1 << 63:
        raise OverflowError(f'{OUT_OF_RANGE}; for hashes, use contains_hashes and build_hashes')


def as_numbers(array: Any) -> Optional[tuple[str, Any]]:
    """An array of numbers in the form that the library reads, with its kind, 'integers' or 'floats'; otherwise None"""
    if array.ndim != 1:
        raise TypeError('an array of values must have one dimension')
    if not len(array):
        return None                 # numpy makes an array of floats from an empty list
    if array.dtype.kind in 'iu':
        check_integers(array)
        return 'integers', array.astype('=i8', order='C', copy=False)
    if array.dtype.kind == 'f' and array.dtype.itemsize <= 8:
        return 'floats', array.astype('=f8', order='C', copy=False)
    return None


POINTERS = {'integers': 'int64_t[]', 'floats': 'double[]', 'hashes': 'uint64_t[]'}


def as_hashes(values: Any) -> Any:
    """A buffer of uint64, and the number of hashes.  The hashes of SQL are bigint, and half of them are negative."""
    array = as_array(values)
    if array is not None:
        if array.dtype.kind not in 'iu' or array.dtype.itemsize != 8 or array.ndim != 1:
            raise TypeError('hashes must be an array of uint64 or int64')
        array = array.astype('=' + array.dtype.kind + '8', order='C', copy=False)
        return ffi.from_buffer('uint64_t[]', array), len(array)
    check_iterable(values)
    values = list(map(as_unsigned, values))
    return ffi.new('uint64_t[]', values), len(values)


def check_iterable(values: Any) -> None:
    if isinstance(values, (str, bytes, bytearray, memoryview)):
        raise TypeError(f'values must be an iterable, not a single {type(values).__name__}')


def is_taken(value: Any) -> bool:
    """Whether values.c reads values of this type directly, and verifies that all have the type"""
    return isinstance(value, (str, int, float, bytes)) and not isinstance(value, bool)


def converted(values: Sequence[Any]) -> tuple[Any, ...]:
    """The values as values.c reads them.  Raises an error if their classes differ."""
    class_ = canonical(values[0])[0]
    found = []
    for place, value in enumerate(values):
        other, convert = canonical(value)
        if other != class_:
            raise_wrong(values, place)
        found.append(convert(value))
    return tuple(found)


def raise_wrong(values: Sequence[Any], place: int) -> NoReturn:
    """Raise the error for a value, at place, whose class differs from that of the first value"""
    value, first = values[place], values[0]
    if isinstance(value, str) and isinstance(first, str):
        value.encode()              # raises UnicodeEncodeError for a lone surrogate
    if canonical(value)[0] == canonical(first)[0] == INTEGER:
        raise OverflowError(OUT_OF_RANGE)
    raise TypeError(f'values must have one type: {type(value).__name__} after {type(first).__name__}')


def check_classes(values: Sequence[Any]) -> None:
    """Raise an error if the classes of the values, other than None, differ"""
    given = [value for value in values if value is not None]
    for place, value in enumerate(given):
        if canonical(value)[0] != canonical(given[0])[0]:
            raise_wrong(given, place)


_CASTS = ((float, 'float8'), (decimal.Decimal, 'numeric'))


def literal_cast(value: Any) -> str:
    """The type to which psycopg2's literal for a value, or a list of values, must be cast; '' if it needs no cast.

    psycopg2 writes floats as numeric literals, and Decimal('1') as an integer.  Raises TypeError for a
    list of such values and others.
    """
    if not isinstance(value, list):
        return next((cast for kind, cast in _CASTS if isinstance(value, kind)), '')
    given = [one for one in value if one is not None]
    casts = [literal_cast(one) for one in given]
    for place, cast in enumerate(casts):
        if cast != casts[0]:
            raise_wrong(given, place)
    return casts[0] + '[]' if casts and casts[0] else ''


def chunks(values: Iterable[Any]) -> Iterator[Sequence[Any]]:
    """Split values into sequences whose first values have one class.  values.c verifies the other values."""
    if type(values) in (list, tuple) and values and is_taken(values[0]) and _has_gil():    # type: ignore[index]
        yield values                # type: ignore[misc]
        return
    iterator = iter(values)
    first: tuple[Any, ...] = ()
    while chunk := tuple(itertools.islice(iterator, _CHUNK)):
        first = first or chunk[:1]
        if canonical(chunk[0])[0] != canonical(first[0])[0]:
            raise_wrong(first + chunk, 1)
        yield chunk
