"""The part of a filter that does not change it: tests and information"""
from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Any, Callable, Iterable, List, NamedTuple, Optional, Sequence, overload

from ._bloomext import ffi, lib
from ._canonical import FLOAT, INTEGER, OUT_OF_RANGE, TEXT, Value, as_list, as_unsigned, bytes_of, canonical, raw
from ._error import Error, raise_status, text
from ._rows import Rows
from ._values import (POINTERS, Values, as_array, as_hashes, as_numbers, check_iterable, chunks, converted, is_taken,
                      raise_wrong)

if TYPE_CHECKING:
    import numpy

_contains_text = lib.bloomext_contains_text
_contains_integer = lib.bloomext_contains_integer


class Info(NamedTuple):
    """Information about a filter, as bloom_info returns it in SQL"""
    representation: str                   #: 'sparse', 'dense' or 'coded'
    format: str                 #: 'native', or the format of another library
    class_: str                 #: class of the values: 'text', 'integer' ...
    growth: int                 #: factor between layers; 0: it does not grow
    elastic: bool               #: whether its size follows the number of values
    counting: bool              #: whether values can be removed
    capacity: int               #: number of values for which it keeps its error rate; 0: not known
    error_rate: float           #: requested error rate at capacity; 0: not known
    seed: int                   #: seed of the hashes, -2**63 to 2**63 - 1 as in SQL
    size: int                   #: number of bytes of bytes(filter)
    layers: int                 #: 0 if it is sparse
    probes: int                 #: number of bits of one value
    cache_lines: int            #: number of cache lines of 64 bytes with these bits; 0: not known
    block_lines: int            #: number of cache lines in a block; 0: not known
    bits: int                   #: number of bits in all layers
    bits_set: int               #: number of these that are set
    cardinality: float          #: number of distinct values: exact if sparse, otherwise an estimate
    fpp: float                  #: current fraction of other values that test positive
    over_capacity: bool         #: more values than the capacity, so its error rate is higher than requested
    saturated: bool             #: almost all bits are set, and cardinality is a lower bound


def contains_value(pointer: Any, class_: int, value: Any) -> int:
    """The answer of the library for a value that canonical() has converted"""
    if class_ == TEXT:
        value = value.encode()
    elif class_ == INTEGER:
        try:
            return int(_contains_integer(pointer, value))
        except OverflowError:
            raise OverflowError(OUT_OF_RANGE) from None
    elif class_ == FLOAT:
        return int(lib.bloomext_contains_float(pointer, value))
    return int(lib.bloomext_contains(pointer, class_, value, len(value)))


def _bytes_of(pointer: Any) -> bytes:
    data = bytes(lib.bloomext_size(pointer))    # not visible to others yet, so it may be changed
    lib.bloomext_write(pointer, ffi.from_buffer(data))
    return data


class Reader:
    """A filter that can be tested and inspected"""

    __slots__ = ('_filter', '_frozen', '_data', '_lock', '_rows', '__weakref__')
    _filter: Any                    # pointer to the filter of the library
    _frozen: Any                    # equal to _filter while _lock is None, otherwise None; saves a test of _lock
    _data: Optional[bytes]          # bytes of the filter, if they are known
    # None: the object that _filter points to never changes, and other Filters
    # may share it.  Readers must read _filter before _lock.
    _lock: Optional[threading.RLock]
    _rows: Optional[Rows]           # the rows that have this filter, if a mapper has read or written it

    def _use(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a library function that reads the filter, with the lock if there is one"""
        pointer = self._filter
        lock = self._lock
        if lock is None:
            return function(pointer, *arguments)
        with lock:
            return function(self._filter, *arguments)

    def _hand_over(self, function: Any, values: Sequence[Any], count: int, *target: int) -> None:
        """Pass values, which must all have the class of the first one, to a function of values.c"""
        class_ = canonical(values[0])[0]
        given = values if is_taken(values[0]) else converted(values)
        place = ffi.new('size_t *')
        while place[0] < count:
            status = self._use(function, class_, id(given), count, place, *target)
            if status == lib.VALUES_WRONG and given is values:
                given = converted(values)       # there may be scalars of numpy among them
                status = lib.BLOOMEXT_OK
            if status == lib.VALUES_WRONG:
                raise_wrong(values, place[0])
            if status == lib.VALUES_CHANGED or len(given) != count:
                raise RuntimeError('the size of the list changed during the call')
            self._done(status, class_)

    def _done(self, status: int, class_: int = 0) -> None:
        """Raise an error if status is negative; class_ is the class of the values, for the message"""
        if status >= 0:
            return
        error = ffi.new('bloomext_error *')
        if status == lib.BLOOMEXT_CLASS:
            self._use(lib.bloomext_check_class, class_, error)
        raise_status(status, error)

    def __contains__(self, value: object) -> bool:
        """Whether a value may be in the filter.  False: it certainly is not.

        Raises ClassError if the value has another class than the values in the
        filter, as SQL does.  str is text, int bigint, bytes bytea, and float
        double precision.  UUID, Decimal, bool, date, time and datetime are the
        SQL types that drivers convert to them.  A scalar of numpy is what its
        method item() returns.
        """
        pointer = self._frozen
        if pointer is None:
            found = self._contains_other(value)
        elif type(value) is str:
            data = value.encode()
            found = _contains_text(pointer, data, len(data))
        elif type(value) is int:
            try:
                found = _contains_integer(pointer, value)
            except OverflowError:
                raise OverflowError(OUT_OF_RANGE) from None
        else:
            found = self._contains_other(value)
        if found > 0:
            return True
        if found < 0:
            self._done(found, canonical(value)[0])
        return False

    def _contains_other(self, value: Any) -> Any:
        class_, convert = canonical(value)
        return self._use(contains_value, class_, convert(value))

    def contains_raw(self, type_name: str, canonical_bytes: bytes) -> bool:
        """Test a value of any other SQL type.

        type_name is the name in pg_type, such as 'inet', or that of an enum.
        The extension's doc/format.md describes the canonical bytes of each type.
        """
        class_, data = raw(type_name, canonical_bytes)
        found = self._use(lib.bloomext_contains, class_, data, len(data))
        self._done_raw(found, class_, type_name, len(data))
        return bool(found == 1)

    def _done_raw(self, status: int, class_: int, type_name: str, size: int) -> None:
        if status == lib.BLOOMEXT_ARGUMENT:
            raise Error(f'the canonical bytes of a value of type {type_name} cannot be {size} bytes')
        self._done(status, class_)

    def contains_hash(self, hash: int) -> bool:
        """Test a value by its hash, as hash_of, or bloom_hash(value, seed) in SQL, returns it"""
        found = self._use(lib.bloomext_contains_hash, as_unsigned(hash))
        self._done(found)
        return bool(found == 1)

    @overload                       # type: ignore
    def contains_many(self, values: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]: ...

    @overload
    def contains_many(self, values: Values) -> List[bool]: ...

    def contains_many(self, values: Any) -> Any:
        """Whether each of many values, of one type, may be in the filter.

        Costs a fraction of the time of single tests.  For a numpy array the
        result is an array of bool; arrays of int64 and float64 are not copied.
        Raises RuntimeError if another thread changes the length of the list
        during the call.
        """
        array = as_array(values)
        if array is not None:
            return self._contains_array(array)
        check_iterable(values)
        found: List[bool] = []
        for chunk in chunks(values):
            found += self._contains_each(chunk)
        return found

    def _contains_each(self, values: Sequence[Any]) -> List[bool]:
        found = [False] * len(values)
        if found:
            self._hand_over(lib.values_contained, values, len(found), id(found))
        return found

    def _contains_array(self, array: Any) -> Any:
        import numpy
        numbers = as_numbers(array)
        if numbers is None:
            return numpy.array(self._contains_each(as_list(array)), dtype=bool)
        kind, array = numbers
        found = numpy.empty(len(array), dtype=bool)
        test = getattr(lib, 'bloomext_contains_' + kind)
        status = self._use(test, ffi.from_buffer(POINTERS[kind], array), len(array), ffi.from_buffer('bool[]', found))
        self._done(status, INTEGER if kind == 'integers' else FLOAT)
        return found

    @overload                       # type: ignore
    def contains_hashes(self, hashes: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]: ...

    @overload
    def contains_hashes(self, hashes: Iterable[int]) -> List[bool]: ...

    def contains_hashes(self, hashes: Any) -> Any:
        """Like contains_many(), with hashes: ints, or an array of uint64 or int64"""
        pointer, count = as_hashes(hashes)
        found = bytearray(count)
        self._done(self._use(lib.bloomext_contains_hashes, pointer, count, ffi.from_buffer('bool[]', found)))
        if as_array(hashes) is None:
            return memoryview(found).cast('?').tolist()
        import numpy
        return numpy.frombuffer(found, dtype=bool)

    def hash_of(self, value: Value) -> int:
        """The hash of a value with the seed of this filter, 0 to 2**64 - 1.

        bloom_hash(value, seed) in SQL returns the same 64 bits as a bigint, which can be negative.
        """
        class_, convert = canonical(value)
        given = convert(value)
        seed = as_unsigned(self.info.seed)
        if class_ == FLOAT:
            return int(lib.bloomext_hash_float(given, seed))
        data = bytes_of(class_, given)
        return int(lib.bloomext_hash_bytes(data, len(data), seed))

    def __bytes__(self) -> bytes:
        """The bytes that PostgreSQL accepts as a bloom, in binary or as bytea"""
        data = self._data
        return self._use(_bytes_of) if data is None else data   # type: ignore[no-any-return]

    def text(self) -> str:
        """The text format: \\x and hexadecimal digits"""
        return '\\x' + bytes(self).hex()

    @property
    def nbytes(self) -> int:
        """The number of bytes of bytes(filter)"""
        return int(self._use(lib.bloomext_size))

    @property
    def info(self) -> Info:
        """The information that bloom_info returns"""
        told = ffi.new('bloomext_info *')
        self._use(lib.bloomext_get_info, told)
        values = {name: getattr(told, name) for name in Info._fields}
        values.update(representation=text(told.representation), format=text(told.format),
                      class_=text(lib.bloomext_class_name(told.class_)), seed=int(ffi.cast('int64_t', told.seed)))
        return Info(**values)

    @property
    def capacity(self) -> int:
        """The number of distinct values up to which the filter keeps its error rate; 0: not known"""
        return self.info.capacity

    @property
    def error_rate(self) -> float:
        """The requested fraction of false positives at capacity"""
        return self.info.error_rate

    @property
    def fpp(self) -> float:
        """The current fraction of false positives"""
        return self.info.fpp

    @property
    def cardinality(self) -> float:
        """The number of distinct values: exact if the filter is sparse, otherwise an estimate"""
        return self.info.cardinality

    def __len__(self) -> int:
        """The cardinality, rounded"""
        return round(min(self.cardinality, sys.maxsize))

    def __bool__(self) -> bool:
        """Whether the filter has members"""
        return self.cardinality > 0

    def __eq__(self, other: object) -> bool:
        """Whether both have the same bytes"""
        if not isinstance(other, Reader):
            return NotImplemented
        return bytes(self) == bytes(other)

    def __hash__(self) -> int:
        """The hash of the bytes.  A filter that is a key of a dict, or a member of a set, must not be changed."""
        return hash(bytes(self))

    def __repr__(self) -> str:
        info = self.info
        more = 'more than ' if info.saturated else ''
        return (f'<bloomext.Filter of {info.class_}, {info.representation}, {more}{info.cardinality:.0f} of {info.capacity} values'
                f' at {info.error_rate:g}, {info.size} bytes>')
