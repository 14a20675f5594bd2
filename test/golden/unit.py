#!/usr/bin/python3
"""Prints results of golden.py for the plain C modules, as tables for unit/core/golden.c:

    test/golden/unit.py > test/unit/core/golden_vectors.h
"""
import sys

sys.dont_write_bytecode = True
import golden                                           # noqa: E402

def checksum(data):
    """FNV-1a: easy to write in C without a byte order."""
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & golden.MASK
    return h

def hashes(n, seed): return [golden.hash64(golden.text(f"key {i}"), seed) for i in range(n)]
def table(title, rows): print(f"\nstatic const {title}[] = {{\n\t" + ",\n\t".join(rows) + "\n};")
def u64(*numbers): return ", ".join(f"UINT64_C({number:#x})" for number in numbers)

TEXT = "".join(chr(ord("a") + i % 23) for i in range(1000))

print("/* made by test/golden/unit.py */")

table("GoldenHash golden_hashes",           # every code path of XXH3
      [f"{{{n}, {u64(seed, golden.hash64(golden.text(TEXT[:n]), seed))}}}"
       for n in (0, 1, 3, 4, 8, 9, 16, 17, 128, 129, 240, 241, 1000) for seed in (0, 7, golden.MASK)])

table("GoldenParameters golden_parameters",
      ["{%d, %r, {%d, %d, %d, %d}}" % (n, p, *golden.geometry(n, p))
       for p in (0.5, 0.1, 0.01, 0.0078125, 0.001, 1e-4, 1e-6, 1.86906e-07, 1e-9)
       for n in (1, 97, 640, 1921, 5000, 1000000, 10000000, 15485863, 99999989)
       if golden.stored_size(n, p) <= golden.MAX_BYTES])

rows = []
for n, p, growth in ((100, 0.01, 2), (1000, 0.001, 4), (97, 1e-6, 2)):
    largest = 0
    for i in range(4):
        rate, capacity = golden.layer_rate(p, growth, i), n
        while golden.geometry(capacity, rate)[0] < largest + max(1, largest // 2):
            capacity *= growth
        row = golden.geometry(capacity, rate)
        rows.append("{%d, %r, %d, %d, %s, {%d, %d, %d, %d}, %d}" % (
            n, p, growth, i, rate.hex(), *row, golden.full(row, rate)))
        largest = row[0]
table("GoldenLayer golden_layers", rows)

rows = []
for lines, block, touched, probes, n, seed, factor in (
        (1, 1, 1, 7, 40, 0, 1), (3, 1, 1, 15, 60, 1, 3), (2, 2, 2, 30, 40, 2, 1),
        (12, 4, 3, 8, 500, 3, 3), (40, 8, 2, 10, 900, 4, 5), (64, 32, 3, 20, 800, 5, 2),
        (128, 64, 3, 19, 1500, 6, 2), (192, 64, 5, 30, 2000, golden.MASK, 3)):
    row = lines, block, touched, probes
    bits, counters, folded = golden.Layer(row), golden.Counters(row), golden.Layer((lines // factor, *row[1:]))
    for i, h in enumerate(hashes(n, seed)):
        bits.add(h)
        folded.add(h)
        for _ in range(i % 3 + 1):
            counters.change(h, 1)
    for h in hashes(n // 2, seed):
        counters.change(h, -1)
    rows.append("{{%d, %d, %d, %d}, %d, %s, %d,\n\t\t%d, %s,\n\t\t%d, %s}" % (
        *row, n, u64(seed), factor, bits.bits_set, u64(checksum(bits.words), checksum(folded.words)),
        counters.bits_set, u64(checksum(counters.words))))
table("GoldenWords golden_words", rows)

rows = []
for n, bits, seed in ((0, 33, 0), (1, 1, 0), (1, 33, 1), (2, 64, 0), (3, 2, 2), (8, 33, 0), (100, 63, 3), (1000, 10, 4),
                      (1025, 64, 5), (1025, 33, 6), (5000, 40, 7), (20000, 20, 8)):
    values = sorted({h >> 64 - bits for h in hashes(n, seed)})
    content = golden.code(values, bits)
    assert golden.decode(content, bits) == values
    rows.append(f"{{{n}, {bits}, {u64(seed)}, {len(values)}, {len(content) // 8}, {u64(checksum(content))}}}")
table("GoldenCode golden_codes", rows)
