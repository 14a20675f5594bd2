#!/usr/bin/python3
"""The Python program for clients/c/test/against-sql, like answers.c next to that:

    answers.py test KIND FILTER <values     t, f or ERROR for each
    answers.py build KIND CAPACITY RATE SEED <values
    answers.py unite FILTER FILTER          these print hexadecimal digits
    answers.py intersect FILTER FILTER
    answers.py info FILTER
"""
import struct
import sys
import uuid

from bloomext import ClassError, Error, Filter

DECODE = {
    'text': str,
    'integer': int,
    'hash': lambda line: int(line) & 0xFFFFFFFFFFFFFFFF,
    'bytea': bytes.fromhex,
    'uuid': lambda line: uuid.UUID(hex=line),
    'float': lambda line: struct.unpack('>d', bytes.fromhex(line))[0],
}


def values(kind):
    sys.stdin.reconfigure(encoding='utf-8', newline='\n')
    return [DECODE[kind](line.rstrip('\n')) for line in sys.stdin]


def one(filter, kind, value):
    return filter.contains_hash(value) if kind == 'hash' else value in filter


def many(filter, kind, values):
    return filter.contains_hashes(values) if kind == 'hash' else filter.contains_many(values)


def test(kind, path):
    """All ways to test must have the same result"""
    given = values(kind)
    loaded = Filter.load(path)
    opened = Filter(memoryview(b'x' + bytes(loaded))[1:])
    try:
        answers = [many(filter, kind, given) for filter in (loaded, opened)]
        answers += [[one(filter, kind, value) for value in given] for filter in (loaded, opened)]
    except ClassError:
        answers = [[None] * len(given)]
    except Error as error:
        if kind != 'hash':
            raise error
        answers = [[None] * len(given)]
    assert all(other == answers[0] for other in answers)
    for answer in answers[0]:
        print({True: 't', False: 'f', None: 'ERROR'}[answer])


def build(kind, capacity, rate, seed):
    make = Filter.build_hashes if kind == 'hash' else Filter.build
    elastic = capacity.startswith('e')
    print(bytes(make(values(kind), int(capacity.lstrip('e') or 0), float(rate), seed=int(seed), elastic=elastic)).hex())


def combine(method, path, other):
    try:
        print(bytes(method(Filter.load(path), Filter.load(other))).hex())
    except Error as error:
        print('ERROR: ' + str(error).split('\n')[0])


def unite(path, other):
    combine(Filter.union, path, other)


def intersect(path, other):
    combine(Filter.intersection, path, other)


def info(path):
    told = Filter.load(path).info
    seed = told.seed - (1 << 64) if told.seed >> 63 else told.seed
    print(told.representation, told.format, told.capacity, f'{told.error_rate:g}', told.growth, 'ft'[told.counting], seed,
          told.size + 4, told.layers, told.bits, told.bits_set, told.probes, told.cache_lines, told.block_lines,
          f'{told.cardinality:.0f}', f'{told.fpp:.12g}', sep='|')


{'test': test, 'build': build, 'unite': unite, 'intersect': intersect, 'info': info}[sys.argv[1]](*sys.argv[2:])
