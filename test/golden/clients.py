#!/usr/bin/python3
"""Prints results of golden.py for libraries in languages other than SQL:

    test/golden/clients.py > test/golden/clients.txt

A line is words, separated by blanks; canonical bytes are hexadecimal, none are
a "-"; v1,v2,... are values, i..j the integers from i to j:

    hash CLASS BYTES SEED HASH          the hash of a value
    fixed CLASS CAPACITY RATE SEED VALUES SIZE SUM
    elastic CLASS CAPACITY RATE SEED VALUES SIZE SUM
                                        the filter of these values: the number
                                        of its bytes, and their 64-bit FNV-1a
    members WIRE CLASS I..J VALUES      which of these integers test positive
    state WIRE SIZE SUM                 the filter for a partial state
"""
import sys

sys.dont_write_bytecode = True
import golden                                           # noqa: E402

def checksum(data):
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & golden.MASK
    return h

def hexed(data): return data.hex() or "-"

def listed(values):
    numbers = [int.from_bytes(v, "little", signed=True) for c, v in values if c == 2]
    if len(numbers) == len(values) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}..{numbers[-1]}"
    return ",".join(hexed(v) for _, v in values) or "-"

def hashes():
    for _, v in golden.VALUES:
        for seed in (0, 1, golden.MASK):
            if len(v[1]) <= 300:
                print("hash", v[0], hexed(v[1]), seed, f"{golden.hash64(v, seed):016x}")

def built(kind, values, wire, *parameters):
    print(kind, values[0][0] if values else 0, *parameters, listed(values), len(wire), f"{checksum(wire):016x}")

def fixed(values, n, p, seed):
    built("fixed", values, golden.build(values, n, p, seed), n, repr(p), seed & golden.MASK)

def elastic(values, n, p, seed):
    built("elastic", values, golden.elastic(values, n, p, seed), n, repr(p), seed & golden.MASK)

def members(wire, cls, first, last):
    reader = golden.Filter(wire)
    print("members", wire.hex(), cls, f"{first}..{last}",
          ",".join(str(i) for i in range(first, last + 1) if golden.integer(i) in reader) or "-")

def filters():
    for _, values, n, p, growth, seed in golden.FILTERS:
        if growth == 0:
            fixed(values, n, p, seed)
        elif values and values[0][0] == 2 and len(values) <= 200:
            members(golden.build(values, n, p, seed, growth), 2, 0, 2 * len(values))
    fixed(golden.numbers(100000), 100000, 0.001, 0)

def elastics():
    texts = [golden.text(f"key {i % 300}") for i in range(400)]
    for n, c, p, seed in golden.ELASTIC_FILTERS:
        elastic(golden.numbers(n), c, p, seed)
        if n < 300:
            members(golden.elastic(golden.numbers(n), c, p, seed), 2, 0, 2 * n + 9)
    elastic(texts, golden.DEFAULT_CAPACITY, 0.01, 5)
    elastic(texts, 2000, 0.001, 0)
    elastic(texts[:17], 100, 0.2, 1)
    for n, c in (17, golden.DEFAULT_CAPACITY), (100, golden.DEFAULT_CAPACITY), (150, 777):
        members(golden.elastic(golden.numbers(n), c, 0.01, coded=False), 2, 0, 2 * n + 9)
    members(golden.elastic(golden.numbers(3), 50, 0.01, coded=True), 2, 0, 99)
    members(golden.elastic([], golden.DEFAULT_CAPACITY, 0.01, coded=True), 2, 0, 9)

def states():
    """Partial states of aggregates"""
    for what, (*parameters, result) in golden.STATES.items():
        # SQL's vectors have long ones of all kinds, and the archives are small
        for n in (1, 150) if what == "growth 0" else (2, 17, 40):
            values = golden.numbers(n)
            wire = golden.state(map(golden.hash64, values), *parameters, 2)
            members(wire, 2, 0, 2 * n + 9)
            if what != "growing":
                print("state", wire.hex(), len(result(values)), f"{checksum(result(values)):016x}")

def unusual():
    """Layers that do not result from solving, including growing and counting filters."""
    for table in ([(3, 1, 1, 15)], [(4, 4, 3, 8), (2, 1, 1, 1), (8, 8, 7, 20)], [(2, 2, 2, 30)] * 2):
        layers = [golden.Layer(row) for row in table]
        for i in range(30):
            layers[i % len(layers)].add(golden.layer_hash(golden.hash64(golden.integer(i), 9)))
        members(golden.pack([], layers, 2, 2, 9, 10, 0.1), 2, 0, 499)
    wire = golden.build(golden.numbers(60), 5, 0.01, growth=2)
    members(wire, 2, 0, 299)
    for row, seed in (((3, 1, 1, 15), 3), ((2, 2, 2, 30), 0), ((8, 8, 3, 19), golden.MASK)):
        layer = golden.Counters(row)
        for i in range(60):
            for _ in range(i % 17):
                layer.change(golden.hash64(golden.integer(i), seed), 1)
        members(golden.pack([], [layer], 0, 2, seed, 9, 0.1), 2, 0, 299)

if __name__ == "__main__":
    hashes()
    filters()
    elastics()
    states()
    unusual()
