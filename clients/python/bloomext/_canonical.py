"""Value classes and canonical bytes of Python values.

Implements the section "From value to hash" of the extension's doc/format.md.
"""
from __future__ import annotations

import datetime
import decimal
import operator
import struct
import uuid
from typing import Any, Callable, Dict, Protocol, Tuple, Union

from ._bloomext import lib

TEXT, INTEGER, BYTES, UUID, FLOAT, NUMERIC = (
    lib.BLOOMEXT_TEXT, lib.BLOOMEXT_INTEGER, lib.BLOOMEXT_BYTES,
    lib.BLOOMEXT_UUID, lib.BLOOMEXT_FLOAT, lib.BLOOMEXT_NUMERIC)


class Scalar(Protocol):
    """A scalar of numpy"""

    @property
    def dtype(self) -> Any: ...
    def item(self) -> Any: ...
    def __hash__(self) -> int: ...      # an array has none


# A value of a filter
Value = Union[str, int, bytes, bytearray, memoryview, float, uuid.UUID, decimal.Decimal, bool, datetime.date, datetime.time,
              Scalar]

_EPOCH = datetime.datetime(2000, 1, 1)
_EPOCH_UTC = _EPOCH.replace(tzinfo=datetime.timezone.utc)
_MICROSECOND = datetime.timedelta(microseconds=1)
_MAX_DIGITS = 131072            # of a numeric, before the decimal point
OUT_OF_RANGE = 'value out of range for bigint, which is -2**63 to 2**63 - 1'
MASK = 0xFFFFFFFFFFFFFFFF
_NANOSECONDS = 'timestamps of a filter have microseconds: round values with nanoseconds'


def as_unsigned(value: int, name: str = 'a hash') -> int:
    """A hash or a seed as 0 to 2**64 - 1; SQL has bigint, and half of them are negative"""
    value = operator.index(value)
    if not -1 << 63 <= value <= MASK:
        raise OverflowError(f'{name} must be between -2**63 and 2**64 - 1')
    return value & MASK


def class_of_type(name: str) -> int:
    """The value class of an SQL type, by the name of the type"""
    return int(lib.bloomext_class_of_type(name.encode()))


def raw(type_name: str, data: bytes) -> Tuple[int, bytes]:
    """The class of a type, and canonical bytes, which drivers may return as a memoryview"""
    return class_of_type(type_name), memoryview(data).tobytes()


def _of_bytes(value: Any) -> bytes:
    return bytes(value)


def _of_uuid(value: uuid.UUID) -> bytes:
    return value.bytes


def _of_numeric(value: decimal.Decimal) -> bytes:
    if value.is_nan():
        return b'NaN'
    if value.is_infinite():
        return b'-Infinity' if value < 0 else b'Infinity'
    if not value:
        return b'0'
    if value.adjusted() >= _MAX_DIGITS or value.adjusted() < -_MAX_DIGITS:
        raise OverflowError('numeric value has too many digits')
    text = format(value, 'f')
    if '.' in text:
        text = text.rstrip('0').rstrip('.')
    return text.encode()


def _of_bool(value: bool) -> bytes:
    return b'\1' if value else b'\0'


def _of_date(value: datetime.date) -> bytes:
    return struct.pack('>i', (value - _EPOCH.date()).days)


def _of_timestamp(value: datetime.datetime) -> bytes:
    return struct.pack('>q', (value - _EPOCH) // _MICROSECOND)


def _of_timestamptz(value: datetime.datetime) -> bytes:
    return struct.pack('>q', (value - _EPOCH_UTC) // _MICROSECOND)


def _of_time(value: datetime.time) -> bytes:
    seconds = (value.hour * 60 + value.minute) * 60 + value.second
    return struct.pack('>q', seconds * 1000000 + value.microsecond)


def _of_timetz(value: datetime.time) -> bytes:
    offset: Any = value.utcoffset()
    if offset.microseconds:
        raise ValueError('the time zone of a timetz has whole seconds')
    return _of_time(value) + struct.pack('>i', -offset // datetime.timedelta(seconds=1))


def as_list(array: Any) -> list[Any]:
    """The values of a numpy array, as Python values"""
    import numpy
    kind = array.dtype.kind
    if kind == 'm':
        raise TypeError('a filter has no values of type timedelta64')
    if kind == 'M' and numpy.datetime_data(array.dtype)[0] in ('ns', 'ps', 'fs', 'as'):
        exact, array = array, array.astype('datetime64[us]')
        if ((array != exact) & ~numpy.isnat(exact)).any():
            raise ValueError(_NANOSECONDS)
    values: list[Any] = array.tolist()
    if kind == 'M' and any(isinstance(value, int) for value in values):
        raise OverflowError('date out of range for datetime')
    return values


def _is_numpy(value: Any) -> bool:
    return hasattr(value, 'dtype') and type(value).__module__.split('.')[0] == 'numpy'


def plain(value: Any) -> Any:
    """A scalar of numpy as a value of Python, an array of numpy as a list, and any other value as it is"""
    if not _is_numpy(value):
        return value
    return as_list(value) if hasattr(value, '__len__') and value.ndim else as_list(value.reshape(1))[0]


Canonical = Tuple[int, Callable[[Any], Any]]


def _same(value: Any) -> Any:
    return value


# The first match is used, because a bool is also an int, and a datetime a date
_TYPES: Dict[type, Canonical] = {
    str: (TEXT, _same),
    bool: (class_of_type('bool'), _of_bool),
    int: (INTEGER, _same),
    float: (FLOAT, _same),
    bytes: (BYTES, _same),
    bytearray: (BYTES, _of_bytes),
    memoryview: (BYTES, _of_bytes),
    uuid.UUID: (UUID, _of_uuid),
    decimal.Decimal: (NUMERIC, _of_numeric),
    datetime.date: (class_of_type('date'), _of_date),
}
_TIMESTAMP: Canonical = (class_of_type('timestamp'), _of_timestamp)
_TIMESTAMPTZ: Canonical = (class_of_type('timestamptz'), _of_timestamptz)
_TIME: Canonical = (class_of_type('time'), _of_time)
_TIMETZ: Canonical = (class_of_type('timetz'), _of_timetz)


def canonical(value: Any) -> Canonical:
    """The class of a value, and the function that makes its bytes.

    For str, int and float, the function returns the value itself.
    """
    found = _TYPES.get(type(value))
    if found is not None:
        return found
    if isinstance(value, datetime.datetime):
        if value != value:          # pandas.NaT
            raise TypeError('a filter contains no nulls, such as NaT')
        if getattr(value, 'nanosecond', 0):     # pandas.Timestamp
            raise ValueError(_NANOSECONDS)
        return _TIMESTAMP if value.utcoffset() is None else _TIMESTAMPTZ
    if isinstance(value, datetime.time):
        return _TIME if value.utcoffset() is None else _TIMETZ
    for known, found in _TYPES.items():
        if isinstance(value, known):
            return found
    other = plain(value)
    if other is not value and not _is_numpy(other) and not isinstance(other, list):
        class_, convert = canonical(other)
        return class_, lambda _: convert(other)
    if value is None:
        raise TypeError('a filter contains no nulls, such as None')
    raise TypeError(f'a filter has no values of type {type(value).__name__}: '
                    'contains_raw takes their canonical bytes')


def bytes_of(class_: int, value: Any) -> bytes:
    """The canonical bytes of a value that the function of canonical() has returned"""
    if class_ == TEXT:
        return bytes(value.encode())
    if class_ == INTEGER:
        try:
            return bytes(value.to_bytes(8, 'little', signed=True))
        except OverflowError:
            raise OverflowError(OUT_OF_RANGE) from None
    if class_ == FLOAT:
        # all values that are not a number are equal, and so are both zeros
        return b'\0\0\0\0\0\0\xf8\x7f' if value != value else struct.pack('<d', value + 0.0)
    return bytes(value)
