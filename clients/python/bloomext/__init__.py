"""The Bloom filters of bloomext, the PostgreSQL extension, in Python.

>>> from bloomext import Filter
>>> seen = Filter.build(['https://a.example/', 'https://b.example/'])
>>> 'https://a.example/' in seen
True
>>> seen.contains_many(['https://b.example/', 'https://c.example/'])
[True, False]

bytes(seen) is what PostgreSQL takes as a value of type bloom, and Filter(data)
reads what it gives.  bloomext.psycopg and bloomext.psycopg2 make the drivers
do both.
"""
from ._error import ClassError, Error
from ._filter import Filter, __version__
from ._reader import Info

__all__ = ['ClassError', 'Error', 'Filter', 'Info', '__version__']
