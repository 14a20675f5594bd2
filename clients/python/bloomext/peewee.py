"""Filters in peewee models, with psycopg2.

    from bloomext.peewee import BloomField

    class Site(Model):
        urls = BloomField(null=True)

    Site.select().where(Site.urls.contains('/about'))
"""
from __future__ import annotations

import functools
import weakref
from typing import Any, List, Optional

from peewee import Expression, Field, FieldAccessor, QualifiedNames, Value, fn

from ._canonical import plain
from ._column import Capacity, given, parameters, read
from ._filter import Filter, as_filter
from ._rows import Rows, to_unite
from ._values import literal_cast


def _same(value: Any) -> Any:
    return value


def _value(value: Any) -> Any:
    """A parameter that is a value or a list of values, not a filter"""
    value = plain(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        value = [plain(one) for one in value]
    if hasattr(value, '__sql__'):
        return value
    parameter, cast = Value(value, converter=_same, unpack=False), literal_cast(value)
    return parameter.cast(cast) if cast else parameter


def _filter(value: Any) -> Any:
    if not isinstance(value, (Filter, str, bytes, bytearray, memoryview)):
        return value
    return Value(as_filter(value).text(), converter=_same, unpack=False).cast('bloom')


def contained_by(value: Any, filter: Any) -> Expression:
    """value <@ filter: whether a field, or a value, may be in a filter"""
    return Expression(_value(value), '<@', _filter(filter))


def _nobody() -> None:
    """In place of a weak reference: the object of a copied filter"""


class _Row(Rows):
    """The row of a filter.  peewee asks the field for a value without its row, so there is one key, None."""

    def __init__(self, filter: Filter) -> None:
        super().__init__()
        self.saved[None] = filter.copy()
        self.instance: Any = None       # a weak reference to the object, once one has the filter
        self.name = ''

    def object(self) -> Any:
        return self.instance and self.instance()

    def belongs_to(self, instance: Any, name: str) -> None:
        self.instance, self.name = weakref.ref(instance), name

    def changing(self, filter: Filter) -> None:
        instance = self.object()
        if instance is not None and instance.__data__.get(self.name) is filter:
            instance._dirty.add(self.name)

    def __getstate__(self) -> Any:
        return {**self.__dict__, 'instance': _nobody}


class _Accessor(FieldAccessor):
    def __get__(self, instance: Any, instance_type: Any = None) -> Any:
        value = super().__get__(instance, instance_type)
        if instance is None or not isinstance(value, Filter):
            return value
        rows, dirty = value._rows, self.name in instance._dirty
        if isinstance(rows, _Row):
            owner = rows.object()
            if owner is not None and owner.__data__ is not instance.__data__:
                value = instance.__data__[self.name] = value.copy()     # another object was saved with it
            elif rows.instance is None and dirty and not any(
                    key.name in instance._dirty for key in instance._meta.get_primary_keys()):
                value._rows = None              # a result that was assigned
        if value._rows is None and not dirty:
            value._rows = _Row(value)           # it was written
        if isinstance(value._rows, _Row) and value._rows.object() is None:
            value._rows.belongs_to(instance, self.name)
        return value

    def __set__(self, instance: Any, value: Any) -> None:
        if isinstance(value, Filter) and value._rows is not None and value is not instance.__data__.get(self.name) and \
                getattr(value._rows, 'instance', value) is not None:
            value = value.copy()                # the filter of another object
        super().__set__(instance, value)


class BloomField(Field):
    """A column of type bloom, or with arguments bloom(capacity, error_rate, growth).  The values are Filters.

    save(), bulk_update() and update() add the members of a filter that was read
    from the database, or saved with its object, to the filter that the row has
    by then.  They raise Error if it was changed in place with &=, or counts:
    leave out such a field with save(only=...), or only_save_dirty in the Meta
    class.  Other filters, such as a copy, replace that of the row.
    """

    field_type = 'BLOOM'
    accessor_class = _Accessor

    def __init__(self, capacity: Capacity = None, error_rate: Optional[float] = None, growth: Capacity = None,
                 **options: Any) -> None:
        self.capacity, self.error_rate, self.growth = parameters(capacity, error_rate, growth)
        if isinstance(options.get('default'), Filter):
            options['default'] = options['default'].copy    # each object has its own
        super().__init__(**options)

    def bind(self, model: Any, name: str, set_attribute: bool = True) -> None:
        super().bind(model, name, set_attribute)
        save, bulk_create, bulk_update = model.save, model.bulk_create.__func__, model.bulk_update.__func__

        # They do not use the accessor, which knows a filter that was written by an attribute that is not dirty

        @functools.wraps(save)
        def saving(instance: Any, *arguments: Any, **options: Any) -> Any:
            getattr(instance, name)
            result = save(instance, *arguments, **options)
            getattr(instance, name)
            return result

        def written(instances: Any) -> None:
            for instance in instances:
                instance._dirty.discard(name)
                getattr(instance, name)

        @functools.wraps(bulk_create)
        def creating(cls: Any, model_list: Any, *arguments: Any, **options: Any) -> Any:
            instances = list(model_list)
            result = bulk_create(cls, instances, *arguments, **options)
            written(instances)
            return result

        @functools.wraps(bulk_update)
        def updating(cls: Any, model_list: Any, fields: Any, *arguments: Any, **options: Any) -> Any:
            instances, fields = list(model_list), list(fields)
            result = bulk_update(cls, instances, fields, *arguments, **options)
            if any(getattr(field, 'name', field) == name for field in fields):
                written(instances)
            return result

        model.save, model.bulk_create, model.bulk_update = saving, classmethod(creating), classmethod(updating)

    def get_modifiers(self) -> Optional[List[Any]]:
        return given(self) or None

    def db_value(self, value: Any) -> Any:
        if isinstance(value, (Filter, bytes, bytearray, memoryview)):
            return as_filter(value).text()
        return value

    def python_value(self, value: Any) -> Any:
        # is also called for the results of functions, which may be numbers
        if not isinstance(value, (str, bytes, memoryview, Filter)):
            return value
        filter: Any = read(value)
        filter._rows = _Row(filter)
        return filter

    def to_value(self, value: Any, *arguments: Any, **options: Any) -> Any:
        # is called for UPDATE only; without a cast, bulk_update() would make an expression of type text
        if not isinstance(value, Filter):
            return super().to_value(value, *arguments, **options).cast('bloom')
        filter = _filter(value)
        column = QualifiedNames(self)       # in ON CONFLICT DO UPDATE, peewee does not do that
        return fn.bloom_union(fn.coalesce(column, fn.bloom()), filter) if to_unite(value, None) else filter

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
