"""Filters as parameters and results of psycopg 3.

    import bloomext.psycopg
    bloomext.psycopg.register(connection)

After that, columns of type bloom are returned as bloomext.Filter, and a Filter
can be passed as a parameter.  Parameters are sent in binary.  Results are
received in binary with connection.cursor(binary=True), which transfers half as
many bytes as text.  For a pool, use
ConnectionPool(configure=bloomext.psycopg.register), or register_async.
"""
from __future__ import annotations

from typing import Any, Optional, Union

import psycopg
from psycopg import adapt, pq, sql
from psycopg.types import TypeInfo

from ._error import Error
from ._filter import Filter


class _TextDumper(adapt.Dumper):
    format = pq.Format.TEXT

    def dump(self, obj: Filter) -> bytes:
        return b'\\x' + bytes(obj).hex().encode()


class _BinaryDumper(adapt.Dumper):
    format = pq.Format.BINARY

    def dump(self, obj: Filter) -> bytes:
        return bytes(obj)


class _BinaryLoader(adapt.Loader):
    format = pq.Format.BINARY

    def load(self, data: Any) -> Filter:
        # copies data, because its memory is freed with the result
        return Filter(bytes(data))


class _TextLoader(adapt.Loader):
    format = pq.Format.TEXT

    def load(self, data: Any) -> Filter:
        return Filter(bytes(data).decode())


def _adapt(info: Optional[TypeInfo], context: Any) -> None:
    if info is None:
        raise Error('the database has no type bloom', hint='CREATE EXTENSION bloomext;')
    info.register(context)
    # psycopg uses the last registration if the format does not matter
    for dumper in (_TextDumper, _BinaryDumper):
        context.adapters.register_dumper(Filter, type(dumper.__name__, (dumper,), {'oid': info.oid}))
    for loader in (_TextLoader, _BinaryLoader):
        context.adapters.register_loader(info.oid, loader)


def register(connection: psycopg.Connection[Any], name: Union[str, sql.Identifier] = 'bloom') -> None:
    """Register the type for one connection.  name is its qualified name if it is not on the search path."""
    _adapt(TypeInfo.fetch(connection, name), connection)


async def register_async(connection: psycopg.AsyncConnection[Any],
                         name: Union[str, sql.Identifier] = 'bloom') -> None:
    """Like register(), for an AsyncConnection"""
    _adapt(await TypeInfo.fetch(connection, name), connection)
