"""Filters in peewee models, with psycopg2.

    from bloomext.peewee import BloomField

    class Site(Model):
        urls = BloomField(null=True)

    Site.select().where(Site.urls.contains('/about'))
"""
from __future__ import annotations

from typing import Any, List, Optional

from peewee import Expression, Field, Value, fn

from ._canonical import plain
from ._column import Capacity, given, parameters
from ._filter import Filter, as_filter
from ._values import float_cast


def _same(value: Any) -> Any:
    return value


def _value(value: Any) -> Any:
    """A parameter that is a value or a list of values, not a filter"""
    value = plain(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        value = [plain(one) for one in value]
    if hasattr(value, '__sql__'):
        return value
    parameter, cast = Value(value, converter=_same, unpack=False), float_cast(value)
    return parameter.cast(cast) if cast else parameter


def _filter(value: Any) -> Any:
    if not isinstance(value, (Filter, str, bytes, bytearray, memoryview)):
        return value
    return Value(as_filter(value).text(), converter=_same, unpack=False).cast('bloom')


def contained_by(value: Any, filter: Any) -> Expression:
    """value <@ filter: whether a field, or a value, may be in a filter"""
    return Expression(_value(value), '<@', _filter(filter))


class BloomField(Field):
    """A column of type bloom, or with arguments bloom(capacity, error_rate, growth).  The values are Filters."""

    field_type = 'BLOOM'

    def __init__(self, capacity: Capacity = None, error_rate: Optional[float] = None, growth: Capacity = None,
                 **options: Any) -> None:
        self.capacity, self.error_rate, self.growth = parameters(capacity, error_rate, growth)
        super().__init__(**options)

    def get_modifiers(self) -> Optional[List[Any]]:
        return given(self) or None

    def db_value(self, value: Any) -> Any:
        if isinstance(value, (Filter, bytes, bytearray, memoryview)):
            return as_filter(value).text()
        return value

    def python_value(self, value: Any) -> Any:
        # is also called for the results of functions, which may be numbers
        return Filter(value) if isinstance(value, (str, bytes, memoryview)) else value

    def contains(self, value: Any) -> Expression:
        """filter @> value"""
        return Expression(self, '@>', _value(value))

    def contains_any(self, values: Any) -> Any:
        return fn.bloom_contains_any(self, _value(values))

    def contains_all(self, values: Any) -> Any:
        return fn.bloom_contains_all(self, _value(values))

    def contains_each(self, values: Any) -> Any:
        return fn.bloom_contains_each(self, _value(values))

    def add(self, value: Any) -> Any:
        return fn.bloom_add(self, _value(value))

    def add_all(self, values: Any) -> Any:
        return fn.bloom_add_all(self, _value(values))

    def union(self, filter: Any) -> Any:
        return fn.bloom_union(self, _filter(filter))

    def intersection(self, filter: Any) -> Any:
        return fn.bloom_intersection(self, _filter(filter))


def bloom_agg(*arguments: Any) -> Any:
    """fn.bloom_agg with a Filter as the result"""
    return fn.bloom_agg(*arguments).python_value(BloomField().python_value)
