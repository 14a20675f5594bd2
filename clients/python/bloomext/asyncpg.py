"""Filters as parameters and results of asyncpg.

    import bloomext.asyncpg
    await bloomext.asyncpg.register(connection)
    pool = await asyncpg.create_pool(init=bloomext.asyncpg.register)

After that, columns of type bloom are returned as bloomext.Filter, and a Filter,
or its bytes, can be passed as a parameter.  Both are transferred in binary.
"""
from __future__ import annotations

from typing import Any, Union

from ._error import Error
from ._filter import Filter, as_filter


def _encode(value: Union[Filter, bytes, str]) -> bytes:
    return bytes(as_filter(value))


async def register(connection: Any, name: str = 'bloom') -> None:
    """Register the type for one connection.  name is its qualified name if it is not on the search path."""
    found = await connection.fetchrow("""SELECT n.nspname, t.typname
        FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE t.oid = to_regtype($1)""", name)
    if found is None:
        raise Error('the database has no type bloom', hint='CREATE EXTENSION bloomext;')
    await connection.set_type_codec(found[1], schema=found[0], encoder=_encode, decoder=Filter, format='binary')
