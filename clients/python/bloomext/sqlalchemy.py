"""Filters in SQLAlchemy 1.4 and 2, with any of its drivers for PostgreSQL.

    from bloomext.sqlalchemy import Bloom

    class Site(Base):
        urls = Column(Bloom)

    select(Site).where(Site.urls.contains('/about'))

When this module is imported, reflected tables have columns of type Bloom, and
the functions of the extension (func.bloom_agg ...) accept Python values and
return filters, numbers and truth values.
"""
from __future__ import annotations

import datetime
import decimal
import uuid
import weakref
from importlib import import_module
from typing import Any, Callable, Dict, List, Optional, Union

from sqlalchemy import BigInteger, Boolean, Date, Float, Numeric, Text, Time, cast, event, func, inspect, literal, null, select
from sqlalchemy.dialects.postgresql import ARRAY, BYTEA, DOUBLE_PRECISION, REGCLASS, TIMESTAMP, UUID, base
from sqlalchemy.orm import Mapper
from sqlalchemy.orm.attributes import flag_modified
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.functions import GenericFunction
from sqlalchemy.sql.operators import getitem
from sqlalchemy.types import UserDefinedType

from ._canonical import plain
from ._column import Capacity, parameters, read, type_name
from ._error import Error
from ._filter import Filter, as_filter
from ._rows import Rows, to_merge
from ._sets import Sets
from ._values import check_classes

# The first match is used, because a bool is also an int
_TYPES = (
    (bool, Boolean()),
    (str, Text()),
    (int, BigInteger()),
    (float, DOUBLE_PRECISION()),
    ((bytes, bytearray, memoryview), BYTEA()),
    (uuid.UUID, UUID(as_uuid=True)),
    (decimal.Decimal, Numeric()),
    (datetime.date, Date()),
    (datetime.time, Time()),
)


def _type_of(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        return TIMESTAMP(timezone=value.utcoffset() is not None)
    if isinstance(value, datetime.time) and value.utcoffset() is not None:
        return Time(timezone=True)
    for kind, type_ in _TYPES:
        if isinstance(value, kind):     # type: ignore[arg-type]
            return type_
    raise TypeError(f'a filter has no values of type {type(value).__name__}: use cast()')


def typed(value: Any) -> Any:
    """A value, or a list of values, as a parameter with its SQL type"""
    if value is None:
        return null()
    if hasattr(value, '__clause_element__') or hasattr(value, 'compile'):
        return value                    # an expression
    if isinstance(value, Filter):
        return literal(value, Bloom())
    value = plain(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        values = [plain(one) for one in value]
        some = next((value for value in values if value is not None), '')
        type_ = ARRAY(_type_of(some))
        check_classes(values)
        return cast(literal(values, type_), type_)
    type_ = _type_of(value)
    return cast(literal(value, type_), type_)


def _operand(value: Any) -> Any:
    """typed(value), in parentheses if it has operators: SQLAlchemy assumes that || binds tighter than @> and <@"""
    operand = typed(value)
    if hasattr(operand, '__clause_element__'):
        operand = operand.__clause_element__()
    return operand.self_group(against=getitem) if isinstance(operand, ColumnElement) else operand


def contained_by(value: Any, filter: Any) -> Any:
    """value <@ filter: whether a column, or a value, may be in a filter"""
    return _operand(value).bool_op('<@')(_operand(filter))


class Bloom(UserDefinedType):
    """The type bloom, or with arguments bloom(capacity, error_rate, growth).  The values are Filters.

    For elastic filters, write Bloom('elastic') or Bloom(capacity, error_rate, 'elastic').

    If an object's filter is changed in place, the session adds its members to
    the filter that the row has by then.  It raises Error if the filter was
    changed with &=, or counts.  A filter that is assigned replaces that of the row.
    """

    cache_ok = True

    def __init__(self, capacity: Capacity = None, error_rate: Optional[float] = None, growth: Capacity = None) -> None:
        self.capacity, self.error_rate, self.growth = parameters(capacity, error_rate, growth)

    @property
    def python_type(self) -> Any:
        return Filter

    def get_col_spec(self, **_: Any) -> str:
        return type_name(self)

    def bind_processor(self, dialect: Any) -> Any:
        return lambda value: None if value is None else as_filter(value).text()

    def bind_expression(self, bindvalue: Any) -> Any:
        return cast(bindvalue, Bloom())

    def result_processor(self, dialect: Any, coltype: Any) -> Any:
        return read

    class comparator_factory(UserDefinedType.Comparator):
        """The operators and methods of a column of filters"""

        def contains(self, value: Any, **_: Any) -> Any:
            """filter @> value"""
            return _operand(self.expr).bool_op('@>')(_operand(value))

        def contains_any(self, values: Any) -> Any:
            return func.bloom_contains_any(self.expr, values)

        def contains_all(self, values: Any) -> Any:
            return func.bloom_contains_all(self.expr, values)

        def contains_each(self, values: Any) -> Any:
            return func.bloom_contains_each(self.expr, values)

        def add(self, value: Any) -> Any:
            return func.bloom_add(self.expr, value)

        def add_all(self, values: Any) -> Any:
            return func.bloom_add_all(self.expr, values)

        def union(self, filter: Any) -> Any:
            return func.bloom_union(self.expr, filter)

        def intersection(self, filter: Any) -> Any:
            return func.bloom_intersection(self.expr, filter)

        __or__ = union
        __and__ = intersection

        def cardinality(self) -> Any:
            return func.bloom_cardinality(self.expr)

        def fpp(self) -> Any:
            return func.bloom_fpp(self.expr)


class _Place:
    """An attribute of an object, and the filter that it had last"""

    def __init__(self, state: Any, key: str) -> None:
        self.state, self.key = weakref.ref(state), key
        self.filter: Any = lambda: None

    def has(self, filter: Optional[Filter]) -> None:
        """The row may no longer have the filter that was here before.  If that is assigned again, it has to be written."""
        before = self.filter()
        if before is not None and before is not filter and isinstance(before._rows, _Objects):
            before._rows.saved.pop(self, None)
            before._rows.places.discard(self)
        self.filter = weakref.ref(filter) if filter is not None else lambda: None


_places: weakref.WeakKeyDictionary[Any, Dict[str, _Place]] = weakref.WeakKeyDictionary()


def _place(state: Any, key: str) -> _Place:
    places = _places.setdefault(state, {})
    if key not in places:
        places[key] = _Place(state, key)
    return places[key]


class _Objects(Rows):
    """The objects that have a filter as an attribute.  The keys of `saved`, and the members of `places`, are _Places."""

    def __init__(self) -> None:
        super().__init__()
        self.saved = weakref.WeakKeyDictionary()
        self.places: weakref.WeakSet[_Place] = weakref.WeakSet()

    def changing(self, filter: Filter) -> None:
        for place in list(self.places):
            state: Any = place.state()
            if state is not None and state.obj() is not None:
                if state.dict.get(place.key) is not filter:
                    raise Error(f'the filter is no longer the attribute "{place.key}" of its object',
                                hint='Read the attribute again, or change a copy of the filter.')
                flag_modified(state.obj(), place.key)

    def __reduce__(self) -> Any:
        return _no_rows, ()         # the event "unpickle" finds the objects

    def __deepcopy__(self, _: Any) -> None:
        return None


def _no_rows() -> None:
    return None


def _attach(state: Any, key: str, filter: Filter) -> _Objects:
    """Note that a filter is an attribute of an object"""
    rows = filter._rows
    if not isinstance(rows, _Objects):
        filter._rows = rows = _Objects()
    place = _place(state, key)
    place.has(filter)
    rows.places.add(place)
    return rows


def _written(state: Any, key: str, filter: Filter) -> None:
    """Note that the row of an object has a filter, as an attribute"""
    _attach(state, key, filter).saved[_place(state, key)] = filter.copy()


def _attributes(mapper: Any) -> List[str]:
    """The attributes that are columns of type Bloom, or of a TypeDecorator of it"""
    return [prop.key for prop in mapper.column_attrs
            if isinstance(getattr(prop.columns[0].type, 'impl', prop.columns[0].type), Bloom)]


def _filters(state: Any) -> Dict[str, Filter]:
    """The filters of an object, by attribute"""
    return {key: state.dict[key] for key in _attributes(state.mapper) if isinstance(state.dict.get(key), Filter)}


def _loaded(instance: Any, *_: Any) -> None:
    """Attributes of an object were read from its row, perhaps not all"""
    state = inspect(instance)
    for key, filter in _filters(state).items():
        if not isinstance(filter._rows, _Objects):
            _written(state, key, filter)


def _expired(state: Any, keys: Any) -> None:
    """Attributes will be read again, perhaps because the transaction that has written them was rolled back"""
    for key, place in _places.get(state, {}).items():
        filter = place.filter()
        if (keys is None or key in keys) and filter is not None and isinstance(filter._rows, _Objects):
            filter._rows.saved.pop(place, None)


def _flushed(instance: Any, _: Any, keys: Any) -> None:
    """Attributes of an object have got values in an INSERT or UPDATE, such as a default, which other objects can have, too"""
    state = inspect(instance)
    for key, filter in _filters(state).items():
        if key in (keys or ()):
            state.dict[key] = filter.copy()
    _loaded(instance)


def _saved(mapper: Any, connection: Any, instance: Any) -> None:
    """All attributes of an object were written to its row"""
    state = inspect(instance)
    for key, filter in _filters(state).items():
        _written(state, key, filter)


def _pickled(state: Any, pickled: Any) -> None:
    pickled['bloomext'] = _filters(state)


def _unpickled(state: Any, pickled: Any) -> None:
    # the object itself has no attributes yet
    for key, filter in pickled.get('bloomext', {}).items():
        rows = _attach(state, key, filter)
        if state.key is not None:
            # the filter may have been changed before
            rows.saved[_place(state, key)] = Filter() if key in state.committed_state else filter.copy()


def _assigned(key: str) -> Callable[..., None]:
    def assigned(instance: Any, value: Any, old: Any, _: Any) -> None:
        state = inspect(instance)
        place = _place(state, key)
        place.has(value if isinstance(value, Filter) else None)
        if isinstance(value, Filter):
            rows = _attach(state, key, value)
            for other in list(rows.saved):
                whose: Any = other.state()
                if state.key is not None and other.key == key and whose is not None and whose.key == state.key:
                    rows.saved[place] = rows.saved[other]       # from Session.merge()
    return assigned


# While an UPDATE runs, the attributes are expressions
_updating: weakref.WeakKeyDictionary[Any, Dict[str, Filter]] = weakref.WeakKeyDictionary()


def _before_update(mapper: Any, connection: Any, instance: Any) -> None:
    state = inspect(instance)
    _updating.pop(state, None)          # of an UPDATE that has failed
    for key, filter in _filters(state).items():
        changed = to_merge(filter, _place(state, key)) if key in state.committed_state else None
        if changed is not None:
            column = mapper.columns[key]
            _updating.setdefault(state, {})[key] = filter
            state.dict[key] = func.bloom_union(func.coalesce(column, func.bloom()), filter) if changed else column


def _after_update(mapper: Any, connection: Any, instance: Any) -> None:
    state = inspect(instance)
    for key, filter in _updating.pop(state, {}).items():
        state.dict[key] = filter
        state.expired_attributes.discard(key)
    _saved(mapper, connection, instance)


@event.listens_for(Mapper, 'mapper_configured')
def _configured(mapper: Any, class_: Any) -> None:
    keys = _attributes(mapper)
    for key in keys:
        event.listen(getattr(class_, key), 'set', _assigned(key))
    if keys:
        for name in ('load', 'refresh'):
            event.listen(class_, name, _loaded)
        event.listen(class_, 'refresh_flush', _flushed)
        event.listen(class_, 'expire', _expired, raw=True)
        event.listen(class_, 'pickle', _pickled, raw=True)
        event.listen(class_, 'unpickle', _unpickled, raw=True)
        event.listen(class_, 'after_insert', _saved)
        event.listen(class_, 'before_update', _before_update)
        event.listen(class_, 'after_update', _after_update)


class _Function(GenericFunction):
    """A function of the extension; value is the position of the parameter that is a value or an array of values"""
    _register = False
    inherit_cache = True
    value: Optional[int] = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*(typed(argument) if place == self.value or isinstance(argument, Filter) else argument
                           for place, argument in enumerate(arguments)), **options)


_RESULTS = (
    (Bloom(), None, 'bloom bloom_elastic bloom_add_hash bloom_uncount bloom_clear bloom_union bloom_intersection '
                    'bloom_fold bloom_agg_hash bloom_agg_hash_like bloom_union_agg bloom_intersection_agg '
                    'bloom_set_filter bloom_import bloom_import_chunks bloom_new'),
    (Bloom(), 0, 'bloom_agg bloom_agg_like'),
    (Bloom(), 1, 'bloom_add bloom_add_all bloom_remove bloom_remove_all'),
    (Boolean(), None, 'bloom_contains_hash bloom_can_combine'),
    (Boolean(), 0, 'bloom_contained bloom_first_seen'),
    (Boolean(), 1, 'bloom_contains bloom_contains_any bloom_contains_all bloom_claim bloom_seen bloom_unclaim'),
    (ARRAY(Boolean()), 1, 'bloom_contains_each'),
    (None, 1, 'bloom_claim_all bloom_seen_all'),
    (BigInteger(), None, 'bloom_cardinality bloom_union_cardinality bloom_intersection_cardinality bloom_set_load '
                         'bloom_set_merge bloom_set_expire bloom_size'),
    (BigInteger(), 0, 'bloom_hash bloom_shard'),
    (BigInteger(), 1, 'bloom_set_load_agg'),
    (Float(), None, 'bloom_fpp bloom_jaccard bloom_theoretical_fpp'),
)
for _type, _value, _names in _RESULTS:
    for _name in _names.split():
        # creating the class registers it
        type(_name, (_Function,), {'type': _type, 'value': _value, 'inherit_cache': True, '_register': True}
             if _type is not None else {'value': _value, 'inherit_cache': True, '_register': True})

base.ischema_names['bloom'] = Bloom


class BloomSet(Sets):
    """A shared set: BloomSet('crawl', session).claim_all(urls), with a Session or a Connection.

    With an AsyncSession: await session.run_sync(lambda session: BloomSet('crawl', session).claim_all(urls))
    """

    def __init__(self, name: str, session: Any) -> None:
        self.name, self.session = name, session

    def _rows(self, function: str, value: Any) -> List[Any]:
        return list(self.session.execute(select(getattr(func, function)(cast(self.name, REGCLASS), value))))


def register(engine: Any) -> Any:
    """Make psycopg or psycopg2 read the type, which ARRAY(Bloom) needs: engine = register(create_engine(...))"""
    driver = engine.dialect.driver
    if driver not in ('psycopg', 'psycopg2'):
        raise TypeError(f'register() supports psycopg and psycopg2, not {driver}')
    adapter = import_module('bloomext.' + driver)
    event.listen(engine, 'connect', lambda connection, _: adapter.register(connection))
    return engine


def render_item(kind: str, item: Any, autogen_context: Any) -> Union[str, bool]:
    """For env.py of Alembic: context.configure(..., render_item=bloomext.sqlalchemy.render_item)"""
    if kind != 'type' or not isinstance(item, Bloom):
        return False
    autogen_context.imports.add('import bloomext.sqlalchemy')
    return f'bloomext.sqlalchemy.{item!r}'


def compare_type(context: Any, inspected_column: Any, metadata_column: Any, inspected_type: Any,
                 metadata_type: Any) -> Optional[bool]:
    """For env.py of Alembic: context.configure(..., compare_type=bloomext.sqlalchemy.compare_type)

    Alembic itself does not notice if parameters are added to a type, or removed.
    """
    types = (inspected_type, metadata_type)
    if not all(isinstance(type_, Bloom) for type_ in types):
        return None
    # the server shows the default error rate
    old, new = ((type_.capacity, type_.error_rate or 0.01, type_.growth) for type_ in types)
    return old != new


# The tables of a shared set, and bloomext.scrapy's queue, by the ends of their names
_TABLES = {
    '_settings': 'version class capacity error_rate seed retention bucket partitions doublings',
    '_filters': 'partition bucket part members bits_set filter',
    '_recent': 'hash bucket',
    '_requests': 'id spider priority request worker taken',
}


def include_object(object: Any, name: str, type_: str, reflected: bool, compare_to: Any) -> bool:
    """For env.py of Alembic: context.configure(..., include_object=bloomext.sqlalchemy.include_object)

    Autogenerate then does not drop the tables of shared sets and of
    bloomext.scrapy, which are not in the metadata.
    """
    if type_ != 'table' or not reflected or compare_to is not None:
        return True
    columns = {column.name for column in object.columns}
    return not any(name.endswith(end) and columns >= set(names.split()) for end, names in _TABLES.items())
