"""Filters as parameters and results of psycopg2.

    import bloomext.psycopg2
    bloomext.psycopg2.register(connection)

After that, columns of type bloom are returned as bloomext.Filter, and arrays of
filters as lists.  A Filter can be passed as a parameter.  psycopg2 has no binary
format, so filters are transferred as text, with twice as many bytes.  For a
pool, use connection_factory=Connection.
"""
from __future__ import annotations

from typing import Any, Optional

import psycopg2
import psycopg2.extensions as extensions

from ._error import Error
from ._filter import Filter


class _Quoted:
    """A Filter as a literal in a statement"""

    def __init__(self, value: Filter, type_name: str) -> None:
        self._value, self._type_name = value, type_name

    def __conform__(self, protocol: Any) -> Any:
        return self if protocol is extensions.ISQLQuote else None

    def getquoted(self) -> bytes:
        # E'' does not depend on standard_conforming_strings
        return b"E'\\\\x" + bytes(self._value).hex().encode() + b"'::" + self._type_name.encode()


def _load(text: Optional[str], _: Any) -> Optional[Filter]:
    return None if text is None else Filter(text)


def register(connection: Any, name: str = 'bloom') -> None:
    """Register the type for the results of one connection, and for the parameters of all connections.

    name is the qualified name of the type if it is not on the search path.
    """
    idle = connection.status == extensions.STATUS_READY and not connection.autocommit
    with connection.cursor(cursor_factory=extensions.cursor) as cursor:
        cursor.execute("""SELECT t.oid, t.typarray, format('%%I.%%I', n.nspname, t.typname)
                          FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
                          WHERE t.oid = to_regtype(%s)""", (name,))
        row = cursor.fetchone()
    if idle:
        connection.rollback()       # ends the transaction that the query has begun
    if row is None:
        raise Error('the database has no type bloom', hint='CREATE EXTENSION bloomext;')
    oid, array_oid, type_name = row
    filters = extensions.new_type((oid,), 'BLOOM', _load)
    extensions.register_type(filters, connection)
    extensions.register_type(extensions.new_array_type((array_oid,), 'BLOOM[]', filters), connection)
    extensions.register_adapter(Filter, lambda value: _Quoted(value, type_name))


class Connection(extensions.connection):
    """A connection with the type registered, for the parameter connection_factory of psycopg2.connect and of pools"""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        register(self)
