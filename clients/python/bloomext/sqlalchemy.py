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

from sqlalchemy import BigInteger, Boolean, Date, Float, Numeric, Text, Time, cast, event, func, literal, null, select
from sqlalchemy.dialects.postgresql import ARRAY, BYTEA, DOUBLE_PRECISION, REGCLASS, TIMESTAMP, UUID, base
from sqlalchemy.orm import InstanceEvents, Mapper, Session
from sqlalchemy.orm.attributes import NO_VALUE, flag_modified, instance_state
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.functions import GenericFunction
from sqlalchemy.sql.operators import getitem
from sqlalchemy.types import TypeDecorator, UserDefinedType

from ._canonical import plain
from ._column import Capacity, parameters, read, type_name
from ._error import Error
from ._filter import Filter, as_filter
from ._rows import Rows, has_changed
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


class _Objects(Rows):
    """The objects that have a filter as an attribute"""

    def __init__(self) -> None:
        super().__init__()
        # By state and attribute: True if the row has this filter, False if it was assigned and not yet written.  If it
        # was changed in place: the filter as the row had it, or None if members were removed
        self.places: weakref.WeakKeyDictionary[Any, Dict[str, Any]] = weakref.WeakKeyDictionary()
        self.rows: Optional[weakref.WeakValueDictionary[Any, Any]] = None       # see of_row()
        self.loaded = False         # whether it was read with an object

    def states(self) -> List[Any]:
        """The states of the objects that still exist.  Other threads may add some in the meantime."""
        states: Any = (reference() for reference in self.places.keyrefs())
        return [state for state in states if state is not None and state.obj() is not None]

    def of_row(self, key: Any) -> Any:
        """The last of these states for the row with an identity key"""
        if self.rows is None:       # most filters never need it
            self.rows = weakref.WeakValueDictionary({state.key: state for state in self.states() if state.key})
        return self.rows.get(key)

    def changing(self, filter: Filter) -> None:
        states = self.states()
        if self.loaded and not states:
            raise Error('the object that had this filter no longer exists, so its change would not be saved',
                        hint='Keep the object in a variable while you change its filter. Elsewhere, change a copy.')
        for state in states:
            places = self.places[state]
            for key, saved in places.items():
                if state.dict.get(key) is not filter:
                    raise Error(f'the filter is no longer the attribute "{key}" of its object',
                                hint='Read the attribute again. If another object has the filter, too, assign a copy to it.')
                # the second is a row that make_transient_to_detached() has claimed to exist
                if saved is True or saved is False and key not in state.committed_state:
                    places[key] = filter.copy()
                flag_modified(state.obj(), key)

    def shrink(self) -> None:
        for state in self.states():
            for key, saved in self.places[state].items():
                if saved is not False:
                    self.places[state][key] = None

    def __reduce__(self) -> Any:
        return type(None), ()       # the event "unpickle" finds the objects


def _places(state: Any, filter: Filter) -> Dict[str, Any]:
    """The attributes of an object that are a filter, see _Objects"""
    if not isinstance(filter._rows, _Objects):
        filter._rows = _Objects()
    return filter._rows.places.setdefault(state, {})


def _is_bloom(type_: Any) -> bool:
    """Whether a type is Bloom, or a TypeDecorator of it"""
    while isinstance(type_, TypeDecorator):
        type_ = type_.impl
    return isinstance(type_, Bloom)


def _filters(state: Any) -> Dict[str, Filter]:
    """The filters of an object, by attribute"""
    columns = state.mapper.columns
    return {key: value for key, value in state.dict.items()
            if isinstance(value, Filter) and key in columns and _is_bloom(columns[key].type)}


def _place(state: Any, key: str, filter: Filter, saved: Any, row: Any) -> None:
    """Note that a filter is an attribute of an object; row is the identity key of its row, if there is one"""
    _places(state, filter)[key] = saved
    objects: Any = filter._rows
    if row is not None and objects.rows is not None:
        objects.rows[row] = state


def _loaded(state: Any, _: Any, keys: Any = None) -> None:
    """Attributes of an object, or all if keys is None, were read from its row or got a value that was written to it"""
    for key, filter in _filters(state).items():
        known = isinstance(filter._rows, _Objects) and key in _places(state, filter)
        if not known and (keys is None or key in keys):
            if type(filter._rows) is not Rows:
                # a default, from update(), or from merge(load=False), so other objects can have it, too
                filter = state.dict[key] = filter.copy()
            _place(state, key, filter, True, state.key)
            filter._rows.loaded = True      # type: ignore[union-attr]


def _saved(mapper: Any, connection: Any, state: Any) -> None:
    """All attributes of an object were written to its row"""
    row = mapper.identity_key_from_instance(state.obj())        # state.key is set later
    for key, filter in _filters(state).items():
        _place(state, key, filter, True, row)


def _pickled(state: Any, pickled: Any) -> None:
    pickled['bloomext'] = {key: (filter, _places(state, filter).get(key, False))
                           for key, filter in _filters(state).items()}


def _unpickled(state: Any, pickled: Any) -> None:
    # the object itself has no attributes yet
    for key, (filter, saved) in pickled.get('bloomext', {}).items():
        _place(state, key, filter, saved, state.key)


def _assigned(key: str) -> Callable[..., Any]:
    def assigned(state: Any, value: Any, old: Any, _: Any) -> Any:
        if value is old:
            return value
        if isinstance(old, Filter):
            _places(state, old).pop(key, None)
        if isinstance(value, Filter):
            rows: Any = value._rows
            saved = False
            other = rows.of_row(state.key) if isinstance(rows, _Objects) else None
            if other is not None and other.dict.get(key) is value:
                # from Session.merge(): the other object keeps its filter
                value, saved = value.copy(), rows.places[other].get(key, False)
            elif rows is not None and rows.saved:
                value = value.copy()            # belongs to an object of another mapper
            _place(state, key, value, saved, state.key)
        return value
    return assigned


# While an UPDATE runs, the attributes are expressions
_updating: weakref.WeakKeyDictionary[Any, Dict[str, Filter]] = weakref.WeakKeyDictionary()


def _before_update(mapper: Any, connection: Any, state: Any) -> None:
    _updating.pop(state, None)          # of an UPDATE that has failed
    for key, filter in _filters(state).items():
        if key in state.committed_state:
            places = _places(state, filter)
            saved = places.get(key, False)
            if saved is False:
                # replaces the filter of the row, even if it equals the one that was read
                state.committed_state[key] = NO_VALUE
            elif saved is True or not has_changed(filter, saved):
                del state.committed_state[key]
                places[key] = True
            else:
                column = mapper.columns[key]
                _updating.setdefault(state, {})[key] = filter
                state.dict[key] = func.bloom_union(func.coalesce(column, func.bloom()), literal(filter, column.type))


def _after_update(mapper: Any, connection: Any, state: Any) -> None:
    updated = _updating.pop(state, {})
    state.dict.update(updated)
    state.expired_attributes.difference_update(updated)
    for key, filter in _filters(state).items():
        if key not in updated and not isinstance(_places(state, filter).get(key, False), bool):
            # by a listener that was called after _before_update(), so it was not written as a union
            raise Error(f'the filter "{key}" was changed in place when that could no longer be saved',
                        hint='Register listeners for before_update before the mapper is configured.')
    _saved(mapper, connection, state)


def _transient(session: Any, instance: Any) -> None:
    """The INSERT of an object was rolled back, perhaps because an UPDATE of it has failed"""
    state = instance_state(instance)
    for key, filter in _updating.pop(state, {}).items():
        if isinstance(state.dict.get(key), ColumnElement):
            state.dict[key] = filter


event.listen(Session, 'persistent_to_transient', _transient)

_LISTENERS = {'load': _loaded, 'refresh': _loaded, 'refresh_flush': _loaded, 'pickle': _pickled, 'unpickle': _unpickled,
              'after_insert': _saved, 'before_update': _before_update, 'after_update': _after_update}
if hasattr(InstanceEvents, '_sa_event_merge_wo_load'):      # from SQLAlchemy 1.4.41
    _LISTENERS['_sa_event_merge_wo_load'] = _loaded


@event.listens_for(Mapper, 'mapper_configured')
def _configured(mapper: Any, class_: Any) -> None:
    keys = [prop.key for prop in mapper.column_attrs if _is_bloom(prop.columns[0].type)]
    for key in keys:
        event.listen(getattr(class_, key), 'set', _assigned(key), raw=True, retval=True)
    if keys:
        for name, listener in _LISTENERS.items():
            event.listen(class_, name, listener, raw=True)


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
