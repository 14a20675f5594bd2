"""Filters to and from PostgreSQL by psycopg 3.

    import bloomext.psycopg
    bloomext.psycopg.register(connection)

After that a column of type bloom comes as a bloomext.Filter, and a Filter goes
as a parameter, in binary; a result comes in binary if the cursor asks for it
(connection.cursor(binary=True)), which moves half of the bytes.  For a pool:
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
        # data is memory of the result's, which goes with it
        return Filter(bytes(data))


class _TextLoader(adapt.Loader):
    format = pq.Format.TEXT

    def load(self, data: Any) -> Filter:
        return Filter(bytes(data).decode())


def _adapt(info: Optional[TypeInfo], context: Any) -> None:
    if info is None:
        raise Error('the database has no type bloom', hint='CREATE EXTENSION bloomext;')
    info.register(context)
    # of what is registered for either format, the last is taken
    for dumper in (_TextDumper, _BinaryDumper):
        context.adapters.register_dumper(Filter, type(dumper.__name__, (dumper,), {'oid': info.oid}))
    for loader in (_TextLoader, _BinaryLoader):
        context.adapters.register_loader(info.oid, loader)


def register(connection: psycopg.Connection[Any], name: Union[str, sql.Identifier] = 'bloom') -> None:
    """For one connection; name says where the type is, if not on its search_path"""
    _adapt(TypeInfo.fetch(connection, name), connection)


async def register_async(connection: psycopg.AsyncConnection[Any],
                         name: Union[str, sql.Identifier] = 'bloom') -> None:
    """The same for a connection that is awaited"""
    _adapt(await TypeInfo.fetch(connection, name), connection)
