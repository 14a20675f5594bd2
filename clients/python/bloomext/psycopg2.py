"""Filters to and from PostgreSQL by psycopg2.

    import bloomext.psycopg2
    bloomext.psycopg2.register(connection)

After that a column of type bloom comes as a bloomext.Filter, and an array of
them as a list; and a Filter goes as a parameter.  psycopg2 has no binary: both
go as text, of twice the bytes.  For a pool: connection_factory=Connection.
"""
from __future__ import annotations

from typing import Any, Optional

import psycopg2
import psycopg2.extensions as extensions

from ._error import Error
from ._filter import Filter


class _Quoted:
    """What psycopg2 writes into a statement for a Filter"""

    def __init__(self, value: Filter, type_name: str) -> None:
        self._value, self._type_name = value, type_name

    def __conform__(self, protocol: Any) -> Any:
        return self if protocol is extensions.ISQLQuote else None

    def getquoted(self) -> bytes:
        # E: whatever standard_conforming_strings is
        return b"E'\\\\x" + bytes(self._value).hex().encode() + b"'::" + self._type_name.encode()


def _load(text: Optional[str], _: Any) -> Optional[Filter]:
    return None if text is None else Filter(text)


def register(connection: Any, name: str = 'bloom') -> None:
    """Results of one connection, parameters of all; name says where the type
    is, if not on its search_path"""
    idle = connection.status == extensions.STATUS_READY and not connection.autocommit
    with connection.cursor() as cursor:
        cursor.execute("""SELECT t.oid, t.typarray, format('%%I.%%I', n.nspname, t.typname)
                          FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
                          WHERE t.oid = to_regtype(%s)""", (name,))
        row = cursor.fetchone()
    if idle:
        connection.rollback()       # the transaction was for this only
    if row is None:
        raise Error('the database has no type bloom', hint='CREATE EXTENSION bloomext;')
    oid, array_oid, type_name = row
    filters = extensions.new_type((oid,), 'BLOOM', _load)
    extensions.register_type(filters, connection)
    extensions.register_type(extensions.new_array_type((array_oid,), 'BLOOM[]', filters), connection)
    extensions.register_adapter(Filter, lambda value: _Quoted(value, type_name))


class Connection(extensions.connection):
    """A connection that is registered: for psycopg2.connect and its pools, as connection_factory"""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        register(self)
