"""The parameters of a column of type bloom, which all mappers share"""
from __future__ import annotations

import numbers
from typing import Any, List, Optional, Union

from ._filter import Filter
from ._rows import Rows

Capacity = Union[int, str, None]


def _number_or_word(name: str, value: Any) -> Any:
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        return int(value)
    if value is None or value == 'elastic':
        return value
    if isinstance(value, str) and value.isdigit():      # from reflection
        return int(value)
    raise TypeError(f"the {name} must be an int, or 'elastic', not {value!r}")


def parameters(capacity: Any, error_rate: Any, growth: Any) -> Any:
    """The three parameters, verified.  They become part of an SQL text."""
    capacity, growth = _number_or_word('capacity', capacity), _number_or_word('growth', growth)
    if capacity is None and (error_rate is not None or growth is not None):
        raise TypeError('an error rate or a growth requires a capacity')
    if capacity == 'elastic' and (error_rate is not None or growth is not None):
        raise TypeError("'elastic' stands alone, or after a capacity and an error rate")
    return capacity, None if error_rate is None else float(error_rate), growth


def given(column: Any) -> List[Any]:
    """Those parameters that a column has"""
    return [value for value in (column.capacity, column.error_rate, column.growth) if value is not None]


def type_name(column: Any) -> str:
    """bloom, or bloom(capacity, error_rate, growth)"""
    values = given(column)
    return f'bloom({", ".join(map(str, values))})' if values else 'bloom'


def read(value: Any) -> Optional[Filter]:
    """A filter from a column, as a driver returns it; to_merge() will know that it was read"""
    if value is None:
        return None
    if isinstance(value, str) and value.startswith('\\x'):
        value = bytes.fromhex(value[2:])        # are used in place, so that copies cost nothing
    filter = value if isinstance(value, Filter) else Filter(value)
    filter._rows = Rows()
    return filter
