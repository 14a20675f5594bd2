from __future__ import annotations

import itertools
import os
import sys
from typing import TYPE_CHECKING, Any, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Union, overload

from ._bloomext import ffi, lib
from ._canonical import BYTES, FLOAT, INTEGER, TEXT, UUID, canonical, class_of_type

if TYPE_CHECKING:
    import mmap

    import numpy

__version__: str = ffi.string(lib.bloomext_version()).decode()

_CHUNK = 1 << 12                # values of an iterator that C takes at once
_has_gil = getattr(sys, '_is_gil_enabled', lambda: True)    # else a list might change while C reads it
_contains_text = lib.bloomext_contains_text
_contains_integer = lib.bloomext_contains_integer


class Error(ValueError):
    """What isn't a filter, can't be united, can't be made ...; hint may be empty"""

    def __init__(self, message: str, detail: str = '', hint: str = '') -> None:
        super().__init__('\n'.join(filter(None, (message, detail))))
        self.hint = hint


class ClassError(Error, TypeError):
    """A value of another class than those in the filter: text is no integer"""


class Info(NamedTuple):
    """What a filter tells about itself, as bloom_info does in SQL"""
    representation: str                   #: 'sparse', 'dense' or 'rollup'
    format: str                 #: 'native', or the format of another library
    class_: str                 #: of its values: 'text', 'integer' ...
    growth: int                 #: 0: it doesn't grow; else by what factor
    counting: bool              #: whether values can be removed, in SQL
    capacity: int               #: of the first layer; 0: it sizes itself, or isn't known
    error_rate: float           #: asked for, at capacity; 0: not known
    seed: int                   #: of its hashes
    size: int                   #: bytes of bytes(filter)
    layers: int                 #: 0 if it is sparse
    probes: int                 #: bits of one value
    touched: int                #: lines of 64 bytes that those are in; 0: not known
    region: int                 #: lines that those are chosen from; 0: not known
    bits: int                   #: of all layers
    bits_set: int               #: of those
    cardinality: float          #: distinct values: exact if it is sparse, else an estimate
    fpp: float                  #: share of other values that test positive now


def _text(chars: Any) -> str:
    return str(ffi.string(chars).decode('utf-8', 'replace'))


def _raise(status: int, error: Any = None) -> None:
    """For a status that tells of an error, and what more the library said"""
    if error is None or not error.status:
        details = [_text(lib.bloomext_status_text(status))]
    else:
        details = [_text(error.message), _text(error.detail), _text(error.hint)]
    if status == lib.BLOOMEXT_MEMORY:
        raise MemoryError(*details[:1])
    raise (ClassError if status == lib.BLOOMEXT_CLASS else Error)(*details)


def _filter_or_raise(pointer: Any, error: Any) -> Any:
    if not pointer:
        _raise(error.status, error)
    return ffi.gc(pointer, lib.bloomext_close)


def _array(values: Any) -> Any:
    """The numpy array that values are, or can be without a copy; else None"""
    make = getattr(values, '__array__', None)
    return None if make is None else make()


def _check_integers(array: Any) -> None:
    if array.dtype.kind == 'u' and array.dtype.itemsize == 8 and array.size and int(array.max()) >= 1 << 63:
        raise OverflowError('no bigint is so large; hashes are for contains_hashes and build_hashes')


def _numbers(array: Any) -> Optional[tuple[str, Any]]:
    """Numbers as the library takes them, 'integers' or 'floats', or None"""
    if array.ndim != 1:
        raise TypeError('an array of values has one dimension')
    if array.dtype.kind in 'iu':
        _check_integers(array)
        return 'integers', array.astype('=i8', order='C', copy=False)
    if array.dtype.kind == 'f' and array.dtype.itemsize <= 8:
        return 'floats', array.astype('=f8', order='C', copy=False)
    return None


_POINTERS = {'integers': 'int64_t[]', 'floats': 'double[]', 'hashes': 'uint64_t[]'}


def _hashes(values: Any) -> Any:
    """The buffer of uint64, and how many"""
    array = _array(values)
    if array is not None:
        if array.dtype.kind != 'u' or array.dtype.itemsize != 8 or array.ndim != 1:
            raise TypeError('hashes are an array of uint64')
        array = array.astype('=u8', order='C', copy=False)
        return ffi.from_buffer('uint64_t[]', array), len(array)
    values = list(values)
    return ffi.new('uint64_t[]', values), len(values)


def _check_iterable(values: Any) -> None:
    if isinstance(values, (str, bytes, bytearray)):
        raise TypeError(f'values are to be a sequence, not one {type(values).__name__}')


def _is_taken(value: Any) -> bool:
    """Whether values.c takes such values as they are, and looks whether all are such"""
    return canonical(value)[0] in (TEXT, INTEGER, FLOAT) or type(value) is bytes


def _same_class(values: Sequence[Any]) -> tuple[int, Sequence[Any]]:
    """The class of values that are all of one, and what values.c takes of them"""
    class_ = canonical(values[0])[0]
    if _is_taken(values[0]):
        return class_, values
    converted = []
    for place, value in enumerate(values):
        other, convert = canonical(value)
        if other != class_:
            _raise_wrong(values, place)
        converted.append(convert(value))
    return class_, tuple(converted)


def _raise_wrong(values: Sequence[Any], place: int) -> None:
    """For a value that isn't of the first one's class"""
    value, first = values[place], values[0]
    if isinstance(value, str) and isinstance(first, str):
        value.encode()              # a lone surrogate: UnicodeEncodeError
    if canonical(value)[0] == canonical(first)[0] == INTEGER:
        raise OverflowError('no bigint is so large')
    raise TypeError(f'values are to be of one type: {type(value).__name__} after {type(first).__name__}')


class Filter:
    """A Bloom filter, which doesn't change: threads may share it.

    data is bytes, or another buffer, that PostgreSQL gave for a filter, or its
    text form, a str.  They are validated, which takes the time to read them
    once, and bytes that aren't a filter raise an Error.

    Memory that can't change (bytes, a file mapped for reading) is used as it
    is, and what can change is copied.  copy=True copies as well, to memory
    aligned to cache lines: tests of a large filter get faster by it.
    """

    __slots__ = ('_filter', '_data', '__weakref__')
    _filter: Any
    _data: Any                      # what it was opened on, if not copied

    def __init__(self, data: Union[bytes, bytearray, memoryview, mmap.mmap, str], *, copy: bool = False) -> None:
        if isinstance(data, str):
            if not data.startswith('\\x'):
                raise Error("a filter's text form begins with \\x")
            data = bytes.fromhex(data[2:])
        error = ffi.new('bloomext_error *')
        view = memoryview(data).cast('B')
        copy = copy or not view.readonly
        make = lib.bloomext_load if copy else lib.bloomext_open
        self._filter = _filter_or_raise(make(ffi.from_buffer(view), view.nbytes, error), error)
        # bytes themselves are what bytes() gives
        self._data = None if copy else data if type(data) is bytes else view

    @classmethod
    def _of(cls, pointer: Any, error: Any) -> Filter:
        self = cls.__new__(cls)
        self._filter, self._data = _filter_or_raise(pointer, error), None
        return self

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]]) -> Filter:
        """The filter in a file of its bytes, read once, to memory of its own"""
        error = ffi.new('bloomext_error *')
        pointer = lib.bloomext_load_file(os.fsencode(path), error)
        if not pointer and error.status == lib.BLOOMEXT_FILE:
            raise OSError(ffi.errno, os.strerror(ffi.errno), os.fspath(path))
        return cls._of(pointer, error)

    @classmethod
    def build(cls, values: Iterable[Any] = (), capacity: int = 0, error_rate: float = 0.01, *,
              seed: int = 0) -> Filter:
        """A filter of values of one type: the bytes that bloom_agg gives.

        capacity is how many distinct values the filter is for; 0: as many as
        there are.  error_rate, 1e-9 to 0.5, is the share of false positives
        once it has so many.  values may be any iterable, also of more values
        than memory has room for; of numpy's arrays, one of numbers is quick.
        """
        self = cls._new(capacity, error_rate, seed)
        self._add_all(values)
        return self._fitted()

    @classmethod
    def build_hashes(cls, hashes: Union[Iterable[int], numpy.ndarray[Any, Any]], capacity: int = 0,
                     error_rate: float = 0.01, *, seed: int = 0) -> Filter:
        """The same of hashes, which are an array of uint64, or ints"""
        self = cls._new(capacity, error_rate, seed)
        self._done(lib.bloomext_add_hashes(self._filter, *_hashes(hashes)))
        return self._fitted()

    @classmethod
    def _new(cls, capacity: int, error_rate: float, seed: int) -> Filter:
        error = ffi.new('bloomext_error *')
        return cls._of(lib.bloomext_new(capacity, error_rate, seed & 0xFFFFFFFFFFFFFFFF, error), error)

    def _fitted(self) -> Filter:
        error = ffi.new('bloomext_error *')
        status = lib.bloomext_fit(self._filter, error)
        if status < 0:
            _raise(status, error)
        return self

    def _add_all(self, values: Any) -> None:
        array = _array(values)
        if array is not None:
            numbers = _numbers(array)
            if numbers is not None:
                kind, array = numbers
                add = getattr(lib, 'bloomext_add_' + kind)
                self._done(add(self._filter, ffi.from_buffer(_POINTERS[kind], array), len(array)))
                return
            values = array.tolist()
        _check_iterable(values)
        for chunk in _chunks(values):
            self._hand_over(lib.values_add, chunk, len(chunk))

    def _hand_over(self, function: Any, values: Sequence[Any], count: int, *target: int) -> None:
        """Values of which the first is of the class that all are to be of"""
        class_, given = _same_class(values)
        place = ffi.new('size_t *')
        while place[0] < count:
            status = function(self._filter, class_, id(given), count, place, *target)
            if status == lib.VALUES_WRONG:
                _raise_wrong(values, place[0])
            if status == lib.VALUES_CHANGED:
                raise RuntimeError('the list changed its size meanwhile')
            self._done(status, class_)

    def _done(self, status: int, class_: int = 0) -> None:
        if status < 0:
            self._raise_of(status, class_)

    def _raise_of(self, status: int, class_: int) -> None:
        """With what the library says about values of that class"""
        error = ffi.new('bloomext_error *')
        if status == lib.BLOOMEXT_CLASS:
            lib.bloomext_check_class(self._filter, class_, error)
        _raise(status, error)

    def __contains__(self, value: object) -> bool:
        """Whether a value may be in the filter; False: it isn't.

        A value of another class than those in the filter raises ClassError, as
        SQL does.  str is text, int bigint, bytes bytea, float double
        precision; UUID, Decimal, bool, date and datetime are what the drivers
        give for those types.
        """
        if type(value) is str:
            data = value.encode()
            found = _contains_text(self._filter, data, len(data))
        elif type(value) is int:
            found = _contains_integer(self._filter, value)
        else:
            return self._contains_other(value)
        if found < 0:
            self._raise_of(found, TEXT if type(value) is str else INTEGER)
        return found == 1           # type: ignore[no-any-return]

    def _contains_other(self, value: Any) -> bool:
        class_, convert = canonical(value)
        value = convert(value)
        if class_ == TEXT:
            return str(value) in self
        if class_ == INTEGER:
            return int(value) in self
        if class_ == FLOAT:
            found = lib.bloomext_contains_float(self._filter, value)
        else:
            found = lib.bloomext_contains(self._filter, class_, value, len(value))
        self._done(found, class_)
        return bool(found == 1)

    def contains_raw(self, type_name: str, canonical_bytes: bytes) -> bool:
        """Of any other SQL type: its name in pg_type ('inet'), and the bytes
        that the extension's doc/format.md tells"""
        class_ = class_of_type(type_name)
        found = lib.bloomext_contains(self._filter, class_, canonical_bytes, len(canonical_bytes))
        self._done(found, class_)
        return bool(found == 1)

    def contains_hash(self, hash: int) -> bool:
        """By a hash, 0 to 2**64 - 1, that hash_of or bloom_hash(value, seed) in SQL gave"""
        found = lib.bloomext_contains_hash(self._filter, hash & 0xFFFFFFFFFFFFFFFF)
        self._done(found)
        return bool(found == 1)

    @overload                       # type: ignore
    def contains_many(self, values: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]: ...

    @overload
    def contains_many(self, values: Iterable[Any]) -> List[bool]: ...

    def contains_many(self, values: Any) -> Any:
        """Of each of many values of one type, whether it may be in the filter.

        Costs a fraction of testing them one by one.  For an array of numpy it
        gives an array of bool, without a copy if it is one of int64 or float64.
        A list that another thread makes longer or shorter meanwhile raises
        RuntimeError.
        """
        array = _array(values)
        if array is not None:
            return self._contains_array(array)
        _check_iterable(values)
        found: List[bool] = []
        for chunk in _chunks(values):
            found += self._contains_each(chunk)
        return found

    def _contains_each(self, values: Sequence[Any]) -> List[bool]:
        found = [False] * len(values)
        if found:
            self._hand_over(lib.values_contained, values, len(found), id(found))
        return found

    def _contains_array(self, array: Any) -> Any:
        import numpy
        numbers = _numbers(array)
        if numbers is None:
            return numpy.array(self._contains_each(array.tolist()), dtype=bool)
        kind, array = numbers
        found = numpy.empty(len(array), dtype=bool)
        test = getattr(lib, 'bloomext_contains_' + kind)
        status = test(self._filter, ffi.from_buffer(_POINTERS[kind], array), len(array),
                      ffi.from_buffer('bool[]', found))
        self._done(status, INTEGER if kind == 'integers' else FLOAT)
        return found

    @overload                       # type: ignore
    def contains_hashes(self, hashes: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]: ...

    @overload
    def contains_hashes(self, hashes: Iterable[int]) -> List[bool]: ...

    def contains_hashes(self, hashes: Any) -> Any:
        """The same by hashes: an array of uint64, or ints"""
        pointer, count = _hashes(hashes)
        found = bytearray(count)
        self._done(lib.bloomext_contains_hashes(self._filter, pointer, count, ffi.from_buffer('bool[]', found)))
        if _array(hashes) is None:
            return memoryview(found).cast('?').tolist()
        import numpy
        return numpy.frombuffer(found, dtype=bool)

    def hash_of(self, value: Any) -> int:
        """The hash of a value under this filter's seed, as bloom_hash gives it"""
        class_, convert = canonical(value)
        value = convert(value)
        seed = self.info.seed
        if class_ == INTEGER:
            return int(lib.bloomext_hash_integer(value, seed))
        if class_ == FLOAT:
            return int(lib.bloomext_hash_float(value, seed))
        data = value.encode() if class_ == TEXT else value
        return int(lib.bloomext_hash_bytes(data, len(data), seed))

    def __or__(self, other: Filter) -> Filter:
        """The union: of lists of any parameters, of dense filters of the same ones"""
        if not isinstance(other, Filter):
            return NotImplemented
        error = ffi.new('bloomext_error *')
        union = Filter._of(lib.bloomext_clone(self._filter, error), error)
        status = lib.bloomext_unite(union._filter, other._filter, error)
        if status < 0:
            _raise(status, error)
        return union

    def __bytes__(self) -> bytes:
        """What PostgreSQL takes for a bloom, in binary or as bytea"""
        if type(self._data) is bytes:
            return self._data
        data = bytes(self.nbytes)       # nobody else has it yet, so it may change
        lib.bloomext_write(self._filter, ffi.from_buffer(data))
        return data

    @property
    def nbytes(self) -> int:
        """The bytes of bytes(filter)"""
        return int(lib.bloomext_size(self._filter))

    @property
    def info(self) -> Info:
        """All that bloom_info tells"""
        told = ffi.new('bloomext_info *')
        lib.bloomext_get_info(self._filter, told)
        values = {name: getattr(told, name) for name in Info._fields}
        values.update(representation=_text(told.representation), format=_text(told.format),
                      class_=_text(lib.bloomext_class_name(told.class_)))
        return Info(**values)

    @property
    def capacity(self) -> int:
        """How many distinct values it is for; 0: it sizes itself, or isn't known"""
        return self.info.capacity

    @property
    def error_rate(self) -> float:
        """The share of false positives that was asked for, at capacity"""
        return self.info.error_rate

    @property
    def fpp(self) -> float:
        """The share of false positives that it has now"""
        return self.info.fpp

    @property
    def cardinality(self) -> float:
        """How many distinct values it has: exact while it is sparse, else an estimate"""
        return self.info.cardinality

    def __len__(self) -> int:
        """The cardinality, rounded"""
        return round(min(self.cardinality, sys.maxsize))

    def __bool__(self) -> bool:
        """Whether anything is in it"""
        return self.cardinality > 0

    def __eq__(self, other: object) -> bool:
        """Whether they have the same bytes"""
        if not isinstance(other, Filter):
            return NotImplemented
        return self.nbytes == other.nbytes and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __reduce__(self) -> Any:
        return Filter, (bytes(self),)

    def __repr__(self) -> str:
        info = self.info
        return (f'<bloomext.Filter of {info.class_}, {info.representation}, {info.cardinality:.0f} of {info.capacity} values'
                f' at {info.error_rate:g}, {info.size} bytes>')


def _chunks(values: Iterable[Any]) -> Iterator[Sequence[Any]]:
    """Sequences, whose first values are of one class; of the others of each, values.c tells"""
    if type(values) in (list, tuple) and values and _is_taken(values[0]) and _has_gil():    # type: ignore[index]
        yield values                # type: ignore[misc]
        return
    iterator = iter(values)
    first: tuple[Any, ...] = ()
    while chunk := tuple(itertools.islice(iterator, _CHUNK)):
        first = first or chunk[:1]
        if canonical(chunk[0])[0] != canonical(first[0])[0]:
            _raise_wrong(first + chunk, 1)
        yield chunk
