#!/usr/bin/python3
"""The Python program for clients/c/test/against-sql, like answers.c next to that:

    answers.py test KIND FILTER <values     t, f or ERROR for each
    answers.py build KIND CAPACITY RATE SEED <values
    answers.py add KIND FILTER <values      these print hexadecimal digits
    answers.py remove KIND FILTER <values
    answers.py combine FILTER...            for each pair: union, intersection, three numbers
    answers.py info FILTER
"""
import struct
import sys
import uuid
import warnings

from bloomext import CapacityWarning, ClassError, Error, Filter

warnings.simplefilter('ignore', CapacityWarning)

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


KINDS = {'e': {'elastic': True}, 'c': {'counting': True}, 'g': {'growth': 2}}


def build(kind, capacity, rate, seed):
    make = Filter.build_hashes if kind == 'hash' else Filter.build
    options = KINDS.get(capacity[0], {})
    print(bytes(make(values(kind), int(capacity.lstrip('ecg') or 0) or ..., float(rate), seed=int(seed), **options)).hex())


def add(kind, path):
    given, many, each = values(kind), Filter.load(path), Filter.load(path)
    for value in given:
        each.add_hash(value) if kind == 'hash' else each.add(value)
    if kind == 'hash':
        many = each
    else:
        many.update(given)
    assert many == each
    print(bytes(many).hex())


def or_error(call):
    """What call() returns, or its error"""
    try:
        return call()
    except Error as error:
        message, _, detail = str(error).partition('\n')
        return f'ERROR: {message}|{detail}|{error.hint}'


def remove(kind, path):
    filter = Filter.load(path)

    def removed():
        for value in values(kind):
            filter.remove(value)
        return bytes(filter).hex()

    print(or_error(removed))


def combine(*paths):
    filters = [Filter.load(path) for path in paths]
    for a in filters:
        for b in filters:
            print(or_error(lambda: bytes(a | b).hex()))
            print(or_error(lambda: bytes(a & b).hex()))
            print(or_error(lambda: f'{a.union_cardinality(b):.0f}|{a.intersection_cardinality(b):.0f}|{a.jaccard(b):.9g}'))


def info(path):
    told = Filter.load(path).info
    print(told.representation, told.format, told.capacity, f'{told.error_rate:g}', told.growth, 'ft'[told.counting], told.seed,
          told.size + 4, told.layers, told.bits, told.bits_set, told.probes, told.cache_lines, told.block_lines,
          f'{told.cardinality:.0f}', f'{told.fpp:.12g}', sep='|')


{'test': test, 'build': build, 'add': add, 'remove': remove, 'combine': combine, 'info': info}[sys.argv[1]](*sys.argv[2:])
