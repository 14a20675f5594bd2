"""For mypy, which must find each error that has a comment, and no other"""
import datetime
import decimal
import uuid
from typing import Iterator

import numpy

from bloomext import Filter

f = Filter(1000, 0.01)
values: list[str] = ['a']


def generate() -> Iterator[str]:
    yield 'a'


f.contains_many([f.add('a'), f.add(1), f.add(b'a'), f.add(bytearray()), f.add(0.5), f.add(uuid.UUID(int=1)), f.add(decimal.Decimal(1)),
                 f.add(True), f.add(datetime.date.today()), f.add(datetime.time(1)), f.add(datetime.datetime.now())])
f.add(numpy.int64(1))
f.add(numpy.datetime64('2024-01-01'))
found: bool = f.add('a') and 'a' in f and numpy.int64(1) in f
f.update(values, ('a', 'b'), {'a'}, frozenset('a'), range(3), generate(), map(str, range(3)), {'a': 1}, {'a': 1}.keys(), f, numpy.arange(3))
f.contains_many(values)
f.contains_many(numpy.arange(3))
f.contains_many(generate())
Filter.build(value for value in values)
Filter.build(open('urls'), 10, elastic=True)
Filter.build(numpy.array(values))
Filter(b'')
Filter('\\x')
both: Filter = f | f & f.union(f)
Filter(10, growth=2).remove('a')
Filter.build(values, 10, counting=True).remove_raw('date', b'abcd')
numbers: float = f.jaccard(both) + f.union_cardinality(both) + f.intersection_cardinality(both)

f.add(None)                         # type: ignore[arg-type]
f.add(['a'])                        # type: ignore[arg-type]
f.add(numpy.arange(3))              # type: ignore[arg-type]
f.update('abc')                     # type: ignore[arg-type]
f.update(b'abc')                    # type: ignore[arg-type]
f.update([None])                    # type: ignore[list-item]
f.contains_many('abc')              # type: ignore[call-overload]
Filter.build('abc')                 # type: ignore[arg-type]
f.remove(None)                      # type: ignore[arg-type]
f.jaccard({'a'})                    # type: ignore[arg-type]
Filter(b'', growth=2)               # type: ignore[call-overload]
f.union({'a'})                      # type: ignore[arg-type]
f | {'a'}                           # type: ignore[operator]
Filter(None)                        # type: ignore[call-overload]
Filter(1e6)                         # type: ignore[call-overload]
Filter(['a'])                       # type: ignore[call-overload]
