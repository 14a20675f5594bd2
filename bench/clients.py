"""The Python part of the script `clients`"""
import os
import sys
from time import perf_counter

from bloomext import Filter

ROUNDS = 5
filter = Filter.load(sys.argv[1])
size = os.path.getsize(sys.argv[1])
urls = open(sys.argv[2], encoding='utf-8').read().splitlines()
members = set(urls[::2])


def each(container):
    hits = 0
    for url in urls:
        if url in container:
            hits += 1
    return hits


def least(function):
    times = []
    for _ in range(ROUNDS):
        begin = perf_counter()
        function()
        times.append(perf_counter() - begin)
    return min(times) / len(urls) * 1e9


assert sum(filter.contains_many(urls)) >= len(urls) // 2 <= each(filter)
print(size, 'Python, contains_many of a list', least(lambda: filter.contains_many(urls)), sep='|')
print(size, 'Python, in', least(lambda: each(filter)), sep='|')
print(size, 'Python, in a set', least(lambda: each(members)), sep='|')
try:
    import numpy
except ImportError:
    sys.exit()
hashes = numpy.array([filter.hash_of(url) for url in urls], dtype=numpy.uint64)
print(size, 'Python, contains_hashes of an array', least(lambda: filter.contains_hashes(hashes)), sep='|')
