"""Filters to and from PostgreSQL by asyncpg.

    import bloomext.asyncpg
    await bloomext.asyncpg.register(connection)
    pool = await asyncpg.create_pool(init=bloomext.asyncpg.register)

After that a column of type bloom comes as a bloomext.Filter, and a Filter, or
its bytes, goes as a parameter, all in binary.
"""
from __future__ import annotations

from typing import Any, Union

from ._error import Error
from ._filter import Filter


def _encode(value: Union[Filter, bytes, str]) -> bytes:
    return bytes(value if isinstance(value, Filter) else Filter(value))


async def register(connection: Any, name: str = 'bloom') -> None:
    """For one connection; name says where the type is, if not on its search_path"""
    found = await connection.fetchrow("""SELECT n.nspname, t.typname
        FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE t.oid = to_regtype($1)""", name)
    if found is None:
        raise Error('the database has no type bloom', hint='CREATE EXTENSION bloomext;')
    await connection.set_type_codec(found[1], schema=found[0], encoder=_encode, decoder=Filter, format='binary')
