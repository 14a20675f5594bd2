from __future__ import annotations

import contextlib
import mmap
import numbers
import os
import secrets
import shutil
import sys
import threading
import warnings
from copy import deepcopy
from typing import TYPE_CHECKING, Any, BinaryIO, Iterable, Optional, TextIO, TypeVar, Union, overload

from ._bloomext import ffi, lib
from ._canonical import FLOAT, INTEGER, OUT_OF_RANGE, TEXT, Value, as_list, as_unsigned, bytes_of, canonical, raw
from ._error import CapacityWarning, Error, raise_status, text
from ._locks import making, new_lock
from ._reader import Reader
from ._values import POINTERS, Values, as_array, as_hashes, as_numbers, check_iterable, chunks

if TYPE_CHECKING:
    import numpy

    Data = Union[str, bytes, bytearray, memoryview, mmap.mmap]
    Path = Union[str, os.PathLike[str]]

# 1.0.0-rc1 is 1.0.0rc1 in Python
__version__: str = ffi.string(lib.bloomext_version()).decode().replace('-', '')

_VERSIONS = range(1, 9)         # the first byte of the bytes of a filter, which no text begins with
_DEFAULT: Any = ...             # not None, so that a NULL is not an empty filter
_add_one = lib.values_add_one
_add_integer = lib.values_add_integer

Self = TypeVar('Self', bound='Filter')


def _opened(data: Any, copy: bool) -> Any:
    """The library's filter for the bytes or text in a buffer"""
    error = ffi.new('bloomext_error *')
    try:
        view = memoryview(data)
    except TypeError:
        raise TypeError(f'a filter is made of a capacity, which is an int, or of bytes or text, not {data!r:.60}') from None
    view = view.cast('B')
    if copy or not (view.readonly and isinstance(view.obj, (bytes, mmap.mmap))):
        # the memory of other objects can change, even if the view is read-only
        return _owned(lib.bloomext_load(ffi.from_buffer(view), view.nbytes, error), error)
    pointer = lib.bloomext_open(ffi.from_buffer(view), view.nbytes, error)
    # keeps the memory for as long as any Filter, or any test, uses the pointer
    return _owned(pointer, error, lambda pointer, _=view: lib.bloomext_close(pointer))


def _owned(pointer: Any, error: Any, close: Any = lib.bloomext_close) -> Any:
    if not pointer:
        raise_status(error.status, error)
    return ffi.gc(pointer, close)


def _new(capacity: Any, error_rate: float, seed: int, elastic: bool, growth: int, counting: bool) -> Any:
    if elastic and (growth or counting):
        raise Error('an elastic bloom filter has neither growth nor counters')
    if growth and counting:
        raise Error('a counting bloom filter cannot grow')
    if isinstance(growth, int) and growth not in (0, 2, 4):
        raise Error('growth must be 0, 2 or 4')
    error, seed = ffi.new('bloomext_error *'), as_unsigned(seed, 'a seed')
    # the library refuses -1, but not 0
    capacity = 0 if capacity is _DEFAULT else max(-1, min(int(capacity), (1 << 63) - 1)) or -1
    if growth:
        return _owned(lib.bloomext_new_growing(capacity, error_rate, growth, seed, error), error)
    make = lib.bloomext_new_elastic if elastic else lib.bloomext_new_counting if counting else lib.bloomext_new
    return _owned(make(capacity, error_rate, seed, error), error)


def _clone(pointer: Any) -> Any:
    error = ffi.new('bloomext_error *')
    return _owned(lib.bloomext_clone(pointer, error), error)


def _write_file(path: str, data: bytes) -> None:
    """Write a file.  The filter may be in the memory of the old file, so that is replaced, not overwritten."""
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, 'wb') as file:      # a pipe or a device
            file.write(data)
        return
    new = os.path.join(os.path.dirname(path), f'.bloomext-{secrets.token_hex(8)}')
    try:
        with open(new, 'xb') as file:
            file.write(data)
        if os.path.exists(path):
            shutil.copymode(path, new)
        os.replace(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise


def _add_value(pointer: Any, class_: int, value: Any) -> int:
    """Add a value that canonical() has converted, with the result of values_add_one"""
    if class_ == TEXT:
        value = value.encode()
    elif class_ == INTEGER:
        try:
            return int(_add_integer(pointer, value))
        except OverflowError:
            raise OverflowError(OUT_OF_RANGE) from None
    elif class_ == FLOAT:
        value = bytes_of(class_, value)
    return int(_add_one(pointer, class_, value, len(value)))


def _check_filter(other: Any) -> None:
    if not isinstance(other, Filter):
        raise TypeError(f'a filter can only be combined with a Filter, not with {type(other).__name__}')


class Filter(Reader):
    """A Bloom filter.

    Filter(capacity, error_rate) is an empty filter for that number of distinct
    values.  Filter() is elastic, like bloom() in SQL: it holds any number of
    values, in about 2 bytes per value, and up to 16 values exactly.  It keeps
    its error rate up to 50 million values, or with elastic=True up to
    capacity.  With growth=2 or 4, a filter gets larger layers when it is full,
    and keeps its error rate.  With counting=True, it is four times as large,
    and values can be removed from it.

    Filter(data) is a stored filter: the bytes from PostgreSQL, as bytes or
    another buffer, or the text format (\\x and hexadecimal digits), as str or
    bytes.  The data is validated, which takes as long as reading it once.
    Raises Error if the data is not a filter.  Bytes, and a file that is
    mapped for reading, are used in place until the filter is first changed.
    Replace such a file, as tofile() does; never write into it.  With
    copy=True, they are copied to memory that is aligned to cache lines, which
    makes tests of a large filter faster.

    Threads may share a filter.  Once a filter has been changed, its tests and
    changes wait for each other.  A process may be forked at any time.
    """

    __slots__ = ()

    @overload
    def __init__(self, capacity: int = _DEFAULT, error_rate: float = 0.01, *, seed: int = 0, elastic: bool = False,
                 growth: int = 0, counting: bool = False) -> None: ...

    @overload
    def __init__(self, data: Data, /, *, copy: bool = False) -> None: ...

    def __init__(self, capacity: Any = _DEFAULT, error_rate: float = 0.01, *, seed: int = 0, elastic: bool = False,
                 growth: int = 0, counting: bool = False, copy: bool = False) -> None:
        data, self._rows = capacity, None
        if capacity is _DEFAULT or isinstance(capacity, numbers.Integral) and not isinstance(capacity, bool):
            self._filter = _new(capacity, error_rate, seed, elastic, growth, counting)
            self._frozen, self._data, self._lock = None, None, new_lock()
            return
        if (error_rate, seed, elastic, growth, counting) != (0.01, 0, False, 0, False):
            raise TypeError('a stored filter has its own parameters')
        self._filter = self._frozen = _opened(data.encode() if isinstance(data, str) else data, copy)
        self._lock = None
        self._data = data if type(data) is bytes and not copy and data[0] in _VERSIONS else None

    @classmethod
    def _of(cls: type[Self], pointer: Any, lock: Optional[threading.RLock] = None) -> Self:
        self = cls.__new__(cls)
        self._filter, self._data, self._lock, self._rows = pointer, None, lock, None
        self._frozen = pointer if lock is None else None
        return self

    @classmethod
    def load(cls: type[Self], path: Path) -> Self:
        """The filter in a file, which contains the bytes or the text format"""
        error = ffi.new('bloomext_error *')
        name = os.fsencode(path)
        if b'\0' in name:
            raise ValueError('embedded null byte')
        pointer = lib.bloomext_load_file(name, error)
        if not pointer and error.status == lib.BLOOMEXT_FILE:
            raise OSError(ffi.errno, os.strerror(ffi.errno), os.fspath(path))
        return cls._of(_owned(pointer, error))

    @classmethod
    def fromfile(cls: type[Self], file: Union[Path, BinaryIO, TextIO], n: int = -1) -> Self:
        """The filter in a file, by path or open.  Of an open file, the next n bytes are read, or by default all."""
        if isinstance(file, (str, os.PathLike)):
            return cls.load(file)
        return cls(file.read(n), copy=True)

    def tofile(self, file: Union[Path, BinaryIO, TextIO], *, text: bool = False) -> None:
        """Write the bytes, or with text=True the text format and a newline, to a file.

        file is a path or an open file.  The text format is always used for a
        file that was opened in text mode.  An existing file is replaced when
        the new one is complete.
        """
        in_text = hasattr(file, 'encoding')     # a wrapper, such as those of tempfile, is no TextIOBase
        data = (self.text() + '\n').encode() if text or in_text else bytes(self)
        if isinstance(file, (str, os.PathLike)):
            _write_file(os.path.realpath(file), data)
        else:
            write: Any = file.write
            write(data.decode() if in_text else data)

    @classmethod
    def build(cls: type[Self], values: Values = (), capacity: int = _DEFAULT, error_rate: float = 0.01, *,
              seed: int = 0, elastic: bool = False, growth: int = 0, counting: bool = False) -> Self:
        """A filter of values of one type, with the same bytes as bloom_agg.

        The filter is Filter(capacity, error_rate, elastic=elastic, ...): without
        a capacity, it is elastic.  With growth, the bytes are those of
        bloom_add_all.  error_rate, 1e-9 to 0.5, is the fraction of
        false positives at capacity.  values may be any iterable, such as a
        generator.  numpy arrays of numbers are fast.
        """
        self = cls(capacity, error_rate, seed=seed, elastic=elastic, growth=growth, counting=counting)
        self._add_all(values)
        return self._built()

    @classmethod
    def build_hashes(cls: type[Self], hashes: Union[Iterable[int], numpy.ndarray[Any, Any]], capacity: int = _DEFAULT,
                     error_rate: float = 0.01, *, seed: int = 0, elastic: bool = False, growth: int = 0,
                     counting: bool = False) -> Self:
        """Like build(), with hashes: ints, or an array of uint64 or int64"""
        self = cls(capacity, error_rate, seed=seed, elastic=elastic, growth=growth, counting=counting)
        self._done(lib.bloomext_add_hashes(self._filter, *as_hashes(hashes)))
        self._check_capacity()
        return self._built()

    def _built(self: Self) -> Self:
        """Finish a filter that was built.  It needs no lock, because no other thread has used it and it is complete."""
        self._lock, self._frozen = None, self._filter
        return self

    def _changing(self) -> threading.RLock:
        """The lock to hold during a change.  The first change makes a copy, because other threads may be reading."""
        if self._rows is not None:
            self._rows.changing(self)
        if self._lock is None:
            with making:
                if self._lock is None:
                    pointer, lock = _clone(self._filter), new_lock()
                    with lock:  # other threads wait for it as soon as they see it
                        self._lock, self._frozen, self._data = lock, None, None
                        self._filter = pointer
        return self._lock

    def copy(self: Self) -> Self:
        """A copy.  It shares memory with the original until one of them is changed."""
        pointer, data, lock = self._filter, self._data, self._lock
        if lock is None:
            copy = self._of(pointer)
            copy._data = data
            return copy
        with lock:
            pointer = _clone(self._filter)
        return self._of(pointer, new_lock())

    __copy__ = copy

    def __deepcopy__(self: Self, memo: Any) -> Self:
        copy = self.copy()
        copy._rows = deepcopy(self._rows, memo)
        return copy

    def add(self, value: Value) -> bool:
        """Add a value.  Returns True if it was in the filter before, or is a false positive.

        A filter may get more values than its capacity.  Then its error rate
        rises, as fpp shows, and a CapacityWarning is issued once.
        """
        class_, convert = canonical(value)
        given = convert(value)
        with self._lock if self._lock and self._rows is None else self._changing():
            found = _add_value(self._filter, class_, given)
        return self._added(found, class_)

    def _added(self, found: int, class_: int = 0) -> bool:
        """The result of add(), from that of values_add_one"""
        if found < 0:
            self._done(found, class_)
        if found >= lib.VALUES_FULL:
            self._check_capacity()
        return found & 1 == 1

    def _check_capacity(self) -> None:
        """Warn once if changes have made the filter exceed its capacity"""
        error = ffi.new('bloomext_error *')
        if self._use(lib.bloomext_report_capacity, error) == lib.BLOOMEXT_CAPACITY:
            # it shows the line that has called this module
            level, frame = 1, sys._getframe()
            while frame.f_back is not None and frame.f_code.co_filename == self._check_capacity.__code__.co_filename:
                level, frame = level + 1, frame.f_back
            warnings.warn(f'{text(error.message)}. {text(error.detail)}', CapacityWarning, stacklevel=level)

    def add_raw(self, type_name: str, canonical_bytes: bytes) -> bool:
        """Like add(), for a value of any other SQL type; see contains_raw()"""
        class_, data = raw(type_name, canonical_bytes)
        with self._changing():
            found = _add_one(self._filter, class_, data, len(data))
        self._done_raw(found, class_, type_name, len(data))
        return self._added(found)

    def add_hash(self, hash: int) -> bool:
        """Like add(), with the hash of the value; see contains_hash()"""
        hash = as_unsigned(hash)
        with self._changing():
            found = lib.values_add_hash(self._filter, hash)
        return self._added(found)

    def remove(self, value: Value) -> None:
        """Revert one addition of a value to a counting filter, like bloom_remove.

        Raises Error if the filter does not count, or if it does not contain the value.
        """
        class_, convert = canonical(value)
        self._remove(class_, bytes_of(class_, convert(value)))

    def remove_raw(self, type_name: str, canonical_bytes: bytes) -> None:
        """Like remove(), for a value of any other SQL type; see contains_raw()"""
        class_, data = raw(type_name, canonical_bytes)
        self._done_raw(self._remove(class_, data), class_, type_name, len(data))

    def _remove(self, class_: int, data: bytes) -> int:
        error = ffi.new('bloomext_error *')
        with self._changing():
            status = int(lib.bloomext_remove(self._filter, class_, data, len(data), error))
        if status < 0 and status != lib.BLOOMEXT_ARGUMENT:
            raise_status(status, error)
        return status

    def update(self, *others: Union[Filter, Values]) -> None:
        """Add all values of iterables, and all members of other filters.

        After an error, such as one that an iterable raises, the values before it may have been added.
        """
        for other in others:
            if isinstance(other, Filter):
                self._combine(lib.bloomext_unite, other)
            else:
                self._add_all(other)

    def _add_all(self, values: Any) -> None:
        array = as_array(values)
        if array is not None:
            numbers = as_numbers(array)
            if numbers is not None:
                kind, array = numbers
                add = getattr(lib, 'bloomext_add_' + kind)
                self._changing()
                self._done(self._use(add, ffi.from_buffer(POINTERS[kind], array), len(array)),
                           INTEGER if kind == 'integers' else FLOAT)
                self._check_capacity()
                return
            values = as_list(array)
        check_iterable(values)
        for chunk in chunks(values):
            self._changing()        # after the values were read, because an iterable may have saved the filter
            self._hand_over(lib.values_add, chunk, len(chunk))
        self._check_capacity()

    def _combine(self, function: Any, other: Filter) -> None:
        """Apply a function of the library to this filter and a copy of another one.

        With a copy, only one lock is held at a time, so two threads cannot wait for each other.
        """
        _check_filter(other)
        other = other.copy()
        error = ffi.new('bloomext_error *')
        with self._changing():
            status = function(self._filter, other._filter, error)
        if status < 0:
            raise_status(status, error)
        if function is lib.bloomext_unite:
            self._check_capacity()

    def _compare(self, other: Filter) -> Any:
        """The library's bloomext_overlap of this filter and a copy of another one, see _combine()"""
        _check_filter(other)
        other = other.copy()
        error, overlap = ffi.new('bloomext_error *'), ffi.new('bloomext_overlap *')
        status = self._use(lib.bloomext_compare, other._filter, overlap, error)
        if status < 0:
            raise_status(status, error)
        return overlap

    def union_cardinality(self, other: Filter) -> float:
        """The number of distinct values in this filter, another one, or both; exact if both are sparse, otherwise an estimate"""
        return float(self._compare(other).union_cardinality)

    def intersection_cardinality(self, other: Filter) -> float:
        """The number of values that are in this filter and in another one; exact if both are sparse, otherwise an estimate"""
        return float(self._compare(other).intersection_cardinality)

    def jaccard(self, other: Filter) -> float:
        """The similarity of two filters: the number of common values divided by that of all, or 1 if both are empty"""
        return float(self._compare(other).jaccard)

    def union(self: Self, *others: Filter) -> Self:
        """The union.  Elastic filters combine with each other, and sparse ones with all others.

        Other filters need the same parameters.  Raises Error if the union would exceed its error rate.
        """
        result = self.copy()
        for other in others:
            result._combine(lib.bloomext_unite, other)
        return result

    def intersection(self: Self, *others: Filter) -> Self:
        """The intersection, which contains at least the common members.

        If one filter is sparse, the result contains exactly those of its hashes that test positive in the others.
        """
        result = self.copy()
        for other in others:
            result._combine(lib.bloomext_intersect, other)
        return result

    def __or__(self: Self, other: Filter) -> Self:
        return self.union(other) if isinstance(other, Filter) else NotImplemented

    def __and__(self: Self, other: Filter) -> Self:
        return self.intersection(other) if isinstance(other, Filter) else NotImplemented

    def __ior__(self: Self, other: Filter) -> Self:
        if not isinstance(other, Filter):
            return NotImplemented
        self._combine(lib.bloomext_unite, other)
        return self

    def __iand__(self: Self, other: Filter) -> Self:
        if not isinstance(other, Filter):
            return NotImplemented
        self._combine(lib.bloomext_intersect, other)
        if self._rows is not None:
            self._rows.shrink()
        return self

    __iter__ = None                 # the members are not known

    def __reduce__(self) -> Any:
        made: Any = (type(self), (bytes(self),))
        return made if self._rows is None else (*made, (None, {'_rows': self._rows}))


def as_filter(value: Any) -> Filter:
    """A Filter, or one made from bytes or text.  An int is refused, because Filter(int) is an empty filter."""
    if isinstance(value, Filter):
        return value
    if isinstance(value, numbers.Integral):
        raise TypeError(f'a filter, or its bytes, is expected, not {type(value).__name__}')
    return Filter(value)    # raises TypeError for other types
