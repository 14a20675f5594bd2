"""Filters in Django models: a field, lookups, aggregates, functions, and the
migration operation that creates the extension.

    from bloomext.django import BloomField

    class Site(models.Model):
        urls = BloomField(null=True)

    Site.objects.filter(urls__contains='/about')

With 'bloomext.django' in INSTALLED_APPS, inspectdb recognizes the type, too.
"""
from __future__ import annotations

import weakref
from functools import partial
from typing import Any, List, Optional

from django.contrib.postgres.operations import CreateExtension
from django.core.exceptions import ValidationError
from django.db import connections, models, transaction
from django.db.migrations.serializer import BaseSerializer
from django.db.migrations.writer import MigrationWriter
from django.db.models import Aggregate, BigIntegerField, BooleanField, FloatField, Func, Lookup, Value
from django.db.models.query_utils import DeferredAttribute
from django.db.models.signals import post_save

from .._canonical import plain
from .._column import Capacity, parameters, read, type_name
from .._filter import Filter, as_filter
from .._rows import Rows, check_unites, to_merge, to_unite
from .._sets import Sets
from .._values import literal_cast


class BloomExtension(CreateExtension):
    """CREATE EXTENSION bloomext; must be the first operation of the first migration"""

    def __init__(self) -> None:
        super().__init__('bloomext')


def _key(instance: Any, field: BloomField, database: str) -> Any:
    """The key of the row of an instance in Rows.saved.  The row may belong to a parent of its model."""
    return str(field), getattr(instance, field.model._meta.pk.attname), database


class _Attribute(DeferredAttribute):
    """The attribute of a model.  Notes which row a filter was read from."""

    def _read(self, value: Any) -> Optional[Rows]:
        """The rows of a filter that comes from from_db_value(), which does not know the row"""
        return value._rows if isinstance(value, Filter) and value._rows is not None and value._rows.database else None

    def _note(self, instance: Any, value: Filter, database: str) -> None:
        _note(value, _key(instance, self.field, database), value.copy())

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        value = super().__get__(instance, cls)
        rows = self._read(value)
        if rows is not None and not instance._state.adding:
            self._note(instance, value, rows.database)
        return value

    def __set__(self, instance: Any, value: Any) -> None:
        old = instance.__dict__.get(self.field.attname)
        if isinstance(old, Filter) and old is not value:
            _forget(instance, self.field, old)
        if isinstance(value, Filter) and value._rows is not None and old is not value and \
                (type(value._rows) is not Rows or value._rows.copied):
            value = value.copy()        # belongs to an object of another mapper, or to a copied one
        rows = self._read(value)
        if rows is not None and not instance._state.adding:
            value._rows = None          # assigned from values_list(): not the filter of this row
        elif rows is not None and self.field.model._meta.pk.attname in instance.__dict__:
            self._note(instance, value, rows.database)
        instance.__dict__[self.field.attname] = value

    def __delete__(self, instance: Any) -> None:
        self.__set__(instance, None)
        del instance.__dict__[self.field.attname]       # is read again when it is next used

    def fetch_many(self, instances: Any) -> None:
        """Read an attribute that was deferred with FETCH_PEERS, in Django 6.1 and later"""
        super().fetch_many(instances)
        for instance in instances:
            value = instance.__dict__[self.field.attname]
            if isinstance(value, Filter):
                self._note(instance, value, instance._state.db)


class _Text(str):
    """The text of a filter that belongs to a row"""
    filter: Filter


class _OfRow:
    """The filter of a row in SQL, or its union with a changed one.

    The database may differ from that of the row.  It may be the primary server of a replica, or get a copy of
    the row, so the filter is written as a union there.

    Not an Expression, because Django 6 replaces the filter of the object by the result of one.
    """

    def __init__(self, field: BloomField, filter: Filter, database: str, changed: bool) -> None:
        self._field, self._filter, self._database, self._changed = field, filter, database, changed

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        column = connection.ops.quote_name(self._field.column)
        if not self._changed:
            if connection.alias == self._database:
                return column, []
            check_unites(self._filter)
        return _UNION % column, [str(self._field.get_prep_value(self._filter))]


_UNION = 'bloom_union(coalesce(%s, bloom()), %%s)'


class BloomField(models.Field):
    """A column of type bloom, or with arguments bloom(capacity, error_rate, growth).  The values are Filters.

    save() does not write a filter that was not changed.  If it was changed in
    place, save() and bulk_update() add its members to the filter that the row
    has by then.  They raise Error if it was changed in place with &=, or
    counts; bulk_update() does so also if a counting filter was not changed.
    A filter that was assigned replaces that of the row.

    Forms do not show the field, because they would write back an old filter.
    """

    descriptor_class = _Attribute
    description = 'A Bloom filter'
    default_error_messages = {'invalid': '%(error)s'}

    def __init__(self, capacity: Capacity = None, error_rate: Optional[float] = None, growth: Capacity = None,
                 **options: Any) -> None:
        self.capacity, self.error_rate, self.growth = parameters(capacity, error_rate, growth)
        options.setdefault('editable', False)
        super().__init__(**options)

    def deconstruct(self) -> Any:
        name, path, args, options = super().deconstruct()
        options.pop('editable', None)
        if self.editable:
            options['editable'] = True
        for parameter in ('capacity', 'error_rate', 'growth'):
            if getattr(self, parameter) is not None:
                options[parameter] = getattr(self, parameter)
        return name, path, args, options

    def get_default(self) -> Any:
        value = super().get_default()
        return value.copy() if isinstance(value, Filter) else value     # each object has its own

    def db_type(self, connection: Any) -> str:
        return type_name(self)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        filter = read(value)
        if filter is not None and filter._rows is not None and not isinstance(expression, Func):
            filter._rows.database = connection.alias
        return filter

    def pre_save(self, instance: Any, add: bool) -> Any:
        value = super().pre_save(instance, add)
        if not isinstance(value, Filter):
            return value
        key = _key(instance, self, instance._state.db)
        # bulk_create() sends no signal, and does not know the primary key yet
        inserted = self.attname, instance._state.__dict__.setdefault('bloomext', object())
        if value._rows is not None and value._rows.saved and not {key, inserted} & value._rows.saved.keys():
            # of another object, which must not keep notes about all objects that it is given to
            value = instance.__dict__[self.attname] = value.copy()
        if not add and instance._state.adding:
            return value
        if add:
            # an empty filter leads to a union, which is right for any row, unless the filter counts
            _note(value, inserted, value.copy() if value.info.counting else Filter())
            return value
        changed = to_merge(value, key)
        if changed is None:
            changed = to_merge(value, inserted)
        return value if changed is None else _OfRow(self, value, instance._state.db, changed)

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        if isinstance(value, _OfRow):
            return value
        prepared = super().get_db_prep_save(value, connection)
        if isinstance(value, Filter) and value._rows is not None and value._rows.saved:
            prepared = _Text(prepared)
            prepared.filter = value
        return prepared

    def get_placeholder(self, value: Any, compiler: Any, connection: Any) -> str:
        # bulk_update() does not call pre_save(), and writes its values as expressions
        if isinstance(value, _Text) and any(
                field is self and hasattr(given, 'resolve_expression') and not isinstance(given, Value)
                for field, _, given in getattr(compiler.query, 'values', ())):
            for key in value.filter._rows.saved:        # type: ignore[union-attr]
                to_unite(value.filter, key)
            return str(_UNION % connection.ops.quote_name(self.column) % '%s')
        return '%s'

    def get_placeholder_sql(self, value: Any, compiler: Any, connection: Any) -> Any:
        """Django 6.1 and later call this instead"""
        if hasattr(value, 'as_sql'):
            return compiler.compile(value)
        return self.get_placeholder(value, compiler, connection), [value]

    def formfield(self, **_: Any) -> None:
        return None

    def to_python(self, value: Any) -> Any:
        try:
            return None if value is None else as_filter(value)
        except (TypeError, ValueError) as error:
            raise ValidationError(self.error_messages['invalid'], 'invalid', {'error': error}) from error

    def get_lookup(self, lookup_name: str) -> Any:
        """Of the lookups of all fields, those that make sense for a filter"""
        lookup = super().get_lookup(lookup_name)
        general = models.Field.class_lookups.get(lookup_name)
        return lookup if lookup is not general or lookup_name in ('exact', 'in', 'isnull') else None

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        if value is None or hasattr(value, 'resolve_expression'):
            return value
        return as_filter(value).text()

    def value_to_string(self, obj: Any) -> Any:
        return self.get_prep_value(self.value_from_object(obj))


class _Written(BaseSerializer):
    """A filter in a migration, as the default of a field"""

    def serialize(self) -> Any:
        return f'bloomext.Filter({self.value.text()!r})', {'import bloomext'}


MigrationWriter.register_serializer(Filter, _Written)


def _note(filter: Filter, key: Any, saved: Filter) -> None:
    rows = filter._rows = filter._rows or Rows()
    rows.database = ''              # from now on, it is the filter of a row
    if rows.saved.get(key, saved) is not None:
        rows.saved[key] = saved


def _forget(instance: Any, field: BloomField, filter: Filter) -> None:
    """A filter is replaced.  The row may get another one, so if this one is assigned again, it has to be written."""
    rows: Any = filter._rows
    if rows is None:
        return
    keys = _key(instance, field, '')[:2], (field.attname, instance._state.__dict__.get('bloomext'))
    for notes in rows.saved, rows.written:
        for known in list(notes):
            if known[:2] in keys:
                del notes[known]


def _committed(filter: Any, saved: Any, key: Any) -> None:
    """filter and saved are weak references, so that a long transaction does not keep the objects that it has saved"""
    filter, saved = filter(), saved()
    if filter is not None and saved is not None and filter._rows.written.get(key) is saved:
        del filter._rows.written[key]
        _note(filter, key, saved)


def _saved(instance: Any, using: str, update_fields: Any = None, **_: Any) -> None:
    """After save(): the row has the filters of an instance as soon as the transaction is committed"""
    for field in instance._meta.concrete_fields:
        value = instance.__dict__.get(field.attname)
        if isinstance(field, BloomField) and isinstance(value, Filter) and \
                (update_fields is None or field.name in update_fields):
            key, connection, saved = _key(instance, field, using), connections[using], value.copy()
            rows = value._rows = value._rows or Rows()
            if not value.info.counting:
                _note(value, key, Filter())         # until then, a union is right, also after a rollback
            if connection.get_autocommit():
                _note(value, key, saved)
            elif connection.in_atomic_block:
                rows.written[key] = saved
                transaction.on_commit(partial(_committed, weakref.ref(value), weakref.ref(saved), key), using)


post_save.connect(_saved, dispatch_uid='bloomext.django')


def _placeholder(value: Any) -> str:
    cast = literal_cast(value)
    return f'%s::{cast}' if cast else '%s'


class _Literals(Value):
    """A value, or a list of values, whose literal needs a cast"""

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return _placeholder(self.value), [self.value]


def _plain(value: Any) -> Any:
    """A value, or a list of values.  psycopg2 would send a tuple as a row."""
    value = plain(value)
    return [plain(one) for one in value] if isinstance(value, (list, tuple, set, frozenset)) else value


def _argument(argument: Any) -> Any:
    """An argument of a function or a lookup, with values as expressions.  Filters become text, which Django can hash."""
    given = argument.value if isinstance(argument, Value) else argument
    value = _plain(given)
    if isinstance(value, Filter):
        return Value(value.text(), output_field=BloomField())
    if literal_cast(value):
        return _Literals(value)
    return Value(value) if value is not given or isinstance(argument, int) else argument


class _OfFilter(Lookup):
    """A lookup whose right side is a value or a list of values, not a filter"""
    prepare_rhs = False
    template = ''

    def __init__(self, lhs: Any, rhs: Any) -> None:
        super().__init__(lhs, _argument(rhs) if isinstance(rhs, Value) else plain(rhs))

    def get_db_prep_lookup(self, value: Any, connection: Any) -> Any:
        return _placeholder(value), [value]

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        filter, parameters = self.process_lhs(compiler, connection)
        value, more = self.process_rhs(compiler, connection)
        return self.template % (filter, value), [*parameters, *more]


@BloomField.register_lookup
class Contains(_OfFilter):
    """urls__contains='/about'"""
    lookup_name = 'contains'
    template = '%s @> %s'


class _OfArray(_OfFilter):
    def __init__(self, lhs: Any, rhs: Any) -> None:
        super().__init__(lhs, _plain(rhs))


@BloomField.register_lookup
class ContainsAny(_OfArray):
    """urls__contains_any=['/', '/about']"""
    lookup_name = 'contains_any'
    template = 'bloom_contains_any(%s, %s)'


@BloomField.register_lookup
class ContainsAll(_OfArray):
    """urls__contains_all=['/', '/about']"""
    lookup_name = 'contains_all'
    template = 'bloom_contains_all(%s, %s)'


@models.Field.register_lookup
class InBloom(Lookup):
    """url__in_bloom=filter, for any field; filter is a Filter or an expression"""
    lookup_name = 'in_bloom'
    prepare_rhs = False

    def __init__(self, lhs: Any, rhs: Any) -> None:
        filter = rhs.value if isinstance(rhs, Value) else rhs
        super().__init__(lhs, BloomField().get_prep_value(filter))

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        value, parameters = self.process_lhs(compiler, connection)
        filter, more = self.process_rhs(compiler, connection)
        if self.rhs_is_direct_value():
            filter = f'{filter}::bloom'
        return f'{value} <@ {filter}', [*parameters, *more]


class _WithArguments:
    """A function whose parameters are names of fields or expressions, as usual in Django, or Filters and numbers"""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        arguments = tuple(map(_argument, arguments))
        super().__init__(*arguments, **options)
        self._constructor_args = (arguments, options)   # Django hashes these if it groups by the function


class _Agg(_WithArguments, Aggregate):
    pass


class BloomAgg(_Agg):
    """A filter of all values: BloomAgg('url') or BloomAgg('url', capacity, error_rate)"""
    function = 'bloom_agg'
    output_field = BloomField()


class BloomAggLike(_Agg):
    """Like BloomAgg, with the parameters of another filter: BloomAggLike('url', F('site__urls'))"""
    function = 'bloom_agg_like'
    output_field = BloomField()


class BloomUnionAgg(_Agg):
    function = 'bloom_union_agg'
    output_field = BloomField()


class BloomIntersectionAgg(_Agg):
    function = 'bloom_intersection_agg'
    output_field = BloomField()


class _OfFilters(_WithArguments, Func):
    pass


class Bloom(_OfFilters):
    """An empty filter: Bloom(capacity, error_rate)"""
    function = 'bloom'
    output_field = BloomField()


class BloomAdd(_OfFilters):
    """BloomAdd('urls', Value('/about'))"""
    function = 'bloom_add'
    output_field = BloomField()


class BloomAddAll(_OfFilters):
    """BloomAddAll('urls', ['/', '/about'])"""
    function = 'bloom_add_all'
    output_field = BloomField()


class BloomUnion(_OfFilters):
    function = 'bloom_union'
    output_field = BloomField()


class BloomIntersection(_OfFilters):
    function = 'bloom_intersection'
    output_field = BloomField()


class BloomContains(_OfFilters):
    """BloomContains('urls', Value('/about')), for annotations"""
    function = 'bloom_contains'
    output_field = BooleanField()


class BloomCardinality(_OfFilters):
    function = 'bloom_cardinality'
    output_field = BigIntegerField()


class BloomFpp(_OfFilters):
    function = 'bloom_fpp'
    output_field = FloatField()


class BloomSet(Sets):
    """A shared set of a database: BloomSet('crawl').claim_all(urls)"""

    def __init__(self, name: str, using: str = 'default') -> None:
        self.name, self.using = name, using

    def _rows(self, function: str, value: Any) -> List[Any]:
        with connections[self.using].cursor() as cursor:
            cursor.execute(f'SELECT {function}(%s::regclass, {_placeholder(value)})', [self.name, value])
            return list(cursor.fetchall())
