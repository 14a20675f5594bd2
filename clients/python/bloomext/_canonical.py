"""Value classes and canonical bytes of Python values.

Implements the section "From value to hash" of the extension's doc/format.md.
"""
from __future__ import annotations

import datetime
import decimal
import struct
import uuid
from typing import Any, Callable, Dict, Tuple

from ._bloomext import lib

TEXT, INTEGER, BYTES, UUID, FLOAT, NUMERIC = (
    lib.BLOOMEXT_TEXT, lib.BLOOMEXT_INTEGER, lib.BLOOMEXT_BYTES,
    lib.BLOOMEXT_UUID, lib.BLOOMEXT_FLOAT, lib.BLOOMEXT_NUMERIC)

_EPOCH = datetime.datetime(2000, 1, 1)
_EPOCH_UTC = _EPOCH.replace(tzinfo=datetime.timezone.utc)
_MICROSECOND = datetime.timedelta(microseconds=1)
_MAX_DIGITS = 131072            # of a numeric, before the decimal point


def class_of_type(name: str) -> int:
    """The value class of an SQL type, by the name of the type"""
    return int(lib.bloomext_class_of_type(name.encode()))


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


def canonical(value: Any) -> Canonical:
    """The class of a value, and the function that makes its bytes.

    For str, int and float, the function returns the value itself.
    """
    if isinstance(value, datetime.datetime):
        return _TIMESTAMP if value.utcoffset() is None else _TIMESTAMPTZ
    found = _TYPES.get(type(value))
    if found is not None:
        return found
    for known, found in _TYPES.items():
        if isinstance(value, known):
            return found
    raise TypeError(f'a filter has no values of type {type(value).__name__}: '
                    'contains_raw takes their canonical bytes')
