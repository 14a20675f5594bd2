"""Bloom filters of bloomext, the PostgreSQL extension, in Python.

>>> from bloomext import Filter
>>> seen = Filter.build(['https://a.example/', 'https://b.example/'])
>>> 'https://a.example/' in seen
True
>>> seen.contains_many(['https://b.example/', 'https://c.example/'])
[True, False]

PostgreSQL accepts bytes(seen) as a value of type bloom, and Filter(data) reads
the bytes of such a value.  With bloomext.psycopg, bloomext.psycopg2 and
bloomext.asyncpg, the drivers convert filters in both directions.
"""
from ._error import CapacityWarning, ClassError, Error
from ._filter import Filter, __version__
from ._reader import Info

__all__ = ['CapacityWarning', 'ClassError', 'Error', 'Filter', 'Info', '__version__']
