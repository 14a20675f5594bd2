#!/usr/bin/python3
"""A second implementation of the bloom format, written from doc/format.md and
not from the C source.

    test/golden/golden.py vectors > golden.sql

Prints SELECTs that compare the extension with the literals that are computed
here.  All rows of their results must have ok = t.  Needs python3-xxhash.
"""
import dataclasses
import functools
import hashlib
import itertools
import math
import re
import struct
import sys
from decimal import Decimal
from fractions import Fraction

import xxhash

MASK = (1 << 64) - 1
MAX_BYTES = 500 << 20              # of a value, including 4 before the wire format
SHARD_SEED = 0x7368617264
HEADER = struct.Struct("<BBBBIHHQQd")
LAYER = struct.Struct("<IHBBQ")
DEFAULT_CAPACITY = 50000000        # of an elastic filter
ELASTIC_FEW = 16                   # the maximum number of hashes of an elastic filter that is written as a list
ELASTIC_MOST = 1024                # of one that is read, and of a partial state
MOST_CODED = (1 << 32) - 1
DENSE, COUNTING, ELASTIC, WHOLE, CODED_STATE, MIXED, PARTIAL = 1, 2, 4, 8, 16, 32, 128

# ---- values: each function returns (value class, canonical bytes) ---------
def named(typname): return xxhash.xxh3_64_intdigest(typname.encode()) & 0xFFFFFFFF | 1 << 31
def text(s): return 1, s.encode()
def char(s): return 1, s.rstrip(" ").encode()
def integer(i): return 2, struct.pack("<q", i)
def bytea(b): return 3, b
def uuid(s): return 4, bytes.fromhex(s.replace("-", ""))
def boolean(b): return named("bool"), bytes([b])
def date(days): return named("date"), struct.pack(">i", days)   # since 2000-01-01
def enum(typname, label): return named(typname), label.encode()

def float8(x):
    if x != x:
        return 5, struct.pack("<Q", 0x7FF8000000000000)
    return 5, struct.pack("<d", x + 0.0)                # -0.0 + 0.0 is 0.0

def numeric(s):
    if s in ("NaN", "Infinity", "-Infinity"):
        return 6, s.encode()
    s = format(Decimal(s), "f")                         # never an exponent
    if "." in s:
        s = s.rstrip("0").rstrip(".")
    return 6, ("0" if s in ("-0", "") else s).encode()

def row(*fields):               # None is null
    return 7, b"".join(struct.pack("<II", *(field and (field[0], len(field[1])) or (0, 0))) +
                       (field[1] if field else b"") for field in fields)

def hash64(value, seed=0):
    return xxhash.xxh3_64_intdigest(value[1], seed=seed & MASK)

def shard(value, shards):
    return hash64(value, SHARD_SEED) * shards >> 64

# ---- hash to bits ----------------------------------------------------------
def remix(x):
    return (x ^ x >> 32) * 0x9E3779B97F4A7C15 & MASK

def layer_hash(h):
    """The hash h as the layers of a growing filter use it."""
    return h >> 32 | h << 32 & MASK

def bits(h, lines, block, touched, probes):
    """The numbers, in the whole layer, of the bits of hash h."""
    r = h * (lines // block) >> 64
    b = block.bit_length() - 1
    x = remix(h)
    first = x >> 64 - b
    stride = x >> 64 - 2 * b & block - 1 | 1
    for i in range(touched):
        line = r * block + (first + i * stride) % block
        n = probes // touched + (i < probes % touched)
        while n > 0:
            x = remix(x)
            for j in range(min(n, 7)):
                yield line * 512 + (x >> 55 - 9 * j & 511)
            n -= 7

# ---- parameters to geometry ------------------------------------------------
@functools.lru_cache(None)
def D(q, d):
    if q == 0 or d == 0:
        return float(q == d)
    return (D(q - 1, d) * d + D(q - 1, d - 1) * (513 - d)) / 512

class Block:
    """fpp() for one R, g, k.  The product over the lines does not depend on L, so
    it is cached for each N."""

    def __init__(self, R, g, k):
        self.qs = [k // g + (i < k % g) for i in range(g)]
        self.clear = [1 - g / R * (1 - sum((1 - i / 512) ** q for q in self.qs) / g)
                      for i in range(max(self.qs) + 1)]
        self.coef = {q: [(-1) ** i * sum(D(q, d) * math.comb(d, i) for d in range(i, q + 1))
                         for i in range(q + 1)] for q in set(self.qs)}
        self.hits = []

    def hit(self, N):
        while N >= len(self.hits):
            powers = [c ** len(self.hits) for c in self.clear]
            line = {q: sum(c * x for c, x in zip(coef, powers)) for q, coef in self.coef.items()}
            self.hits.append(math.prod(line[q] for q in self.qs))
        return self.hits[N]

    def fpp(self, L):
        far = 12 * math.sqrt(L) + 30        # the rest is far less than 1e-9 of p
        low = max(0, int(L - far))
        weight = math.exp(low * math.log(L) - L - math.lgamma(low + 1))
        weights = total = 0.0
        for N in range(low, int(L + far)):
            weights += weight
            total += weight * self.hit(N)
            weight *= L / (N + 1)
        return total / weights              # compensates the errors of lgamma

def largest(R, g, k, p):
    """The largest load that k probes allow."""
    block, low, high = Block(R, g, k), 0.0, 512.0 * R
    while high - low > 1e-11 * high:
        middle = (low + high) / 2
        if block.fpp(middle) <= p:
            low = middle
        else:
            high = middle
    return low

@functools.lru_cache(None)
def load(R, g, p):
    """load(R) and k.  The loads of consecutive k rise to one maximum."""
    k = max(g, int(0.7 * -math.log2(p)))
    now, following = largest(R, g, k, p), largest(R, g, k + 1, p)
    while following > now:
        k, now, following = k + 1, following, largest(R, g, k + 2, p)
    return now, k

def geometry(n, p):
    """The fields lines, block, touched and probes of a layer."""
    g = next(g for g in range(1, 9) if p >= 2.0 ** (-7 * g))
    if g == 1:
        R = 1
    elif math.ceil(n / load(64, g, p)[0]) >= 32:
        R = 64
    else:
        least = 1 << (g - 1).bit_length()
        R = 32
        while R > least and math.ceil(n / load(R, g, p)[0]) > 1.03 * n / load(R, g, p)[0]:
            R //= 2
    L, k = load(R, g, p)
    root = math.isqrt(n)
    divisors = [d for d in range(1, root + 1) if n % d == 0]
    B = min((d for e in divisors for d in (e, n // e) if d / L >= 50), default=n)
    return n // B * math.ceil(B / L) * R, R, g, k

def stored_size(n, p):
    return 4 + HEADER.size + LAYER.size + 64 * geometry(n, p)[0]

# ---- sparse or dense, growing ----------------------------------------------
def layer_rate(error_rate, growth, i):
    """p_i.  A fixed filter has only one layer, with the error rate of the filter."""
    if growth:
        error_rate *= 0.08
        for _ in range(min(i, 31)):
            error_rate *= 0.92
    return error_rate

def sparse_limit(capacity, error_rate, growth):
    """The maximum number of hashes of a sparse filter that is not elastic."""
    lines, *_ = geometry(capacity, layer_rate(error_rate, growth, 0))
    return (64 * lines + 15) // 8

class Layer:
    flags = 1

    def __init__(self, row, words=b""):
        self.row, self.words = row, words or bytearray(64 * row[0])
        self.bits_set = popcount(words)

    def __contains__(self, h):
        return all(self.words[b >> 3] >> (b & 7) & 1 for b in bits(h, *self.row))

    def add(self, h):
        for b in bits(h, *self.row):
            self.bits_set += not self.words[b >> 3] >> (b & 7) & 1
            self.words[b >> 3] |= 1 << (b & 7)

class Counters:
    """The layer of a counting filter, with one byte per counter."""
    flags = 3

    def __init__(self, row, counters=None):
        self.row, self.counters = row, bytearray(counters or 512 * row[0])

    bits_set = property(lambda self: sum(c > 0 for c in self.counters))
    words = property(lambda self: bytes(a | b << 4 for a, b in zip(*[iter(self.counters)] * 2)))

    def __contains__(self, h):
        return all(self.counters[b] for b in bits(h, *self.row))

    def change(self, h, by):                            # 1 adds, -1 removes
        assert by > 0 or h in self
        for b in set(bits(h, *self.row)):
            self.counters[b] += by if self.counters[b] < 15 else 0

    def folded(self, row):
        size, factor = 512 * row[1], self.row[0] // row[0]
        return Counters(row, (
            min(15, sum(self.counters[(i // size * factor + j) * size + i % size] for j in range(factor)))
            for i in range(512 * row[0])))

    def plain(self):
        return Layer(self.row, bytes(sum((c > 0) << i for i, c in enumerate(byte))
                                     for byte in zip(*[iter(self.counters)] * 8)))

def full(row, p):
    """The number of set bits from which on a layer with error rate p is full."""
    lines, block, touched, probes = row
    n, m = math.floor(load(block, touched, p)[0] * lines / block), 512 * lines
    d = sum(512 * (1 - (1 - 1 / 512) ** q) for q in Block(block, touched, probes).qs)
    return max(1, math.floor(m * (1 - (1 - d / m) ** n)))

def fill(hashes, at_once, capacity, error_rate, growth):
    """The layers to which the hashes are added, one after the other.  The first
    at_once of them were a list.  The layer of a fixed filter is never full."""
    layers, last_full = [], 0
    for h in map(layer_hash, hashes) if growth else hashes:
        if any(h in layer for layer in layers):
            continue
        if not layers or layers[-1].bits_set >= last_full:
            p, c = layer_rate(error_rate, growth, len(layers)), capacity
            largest = max((layer.row[0] for layer in layers), default=0)
            while growth and (c < at_once or geometry(c, p)[0] < largest + max(1, largest // 2)):
                c *= growth
            layers.append(Layer(geometry(c, p)))
            last_full, at_once = full(layers[-1].row, p) if growth else math.inf, 1
        layers[-1].add(h)
    return layers

# ---- whole filters ---------------------------------------------------------
def build(values, capacity, error_rate, seed=0, growth=0):
    """The wire format of a filter to which the values, all of one class, are added
    in order, and which is not elastic."""
    hashes, layers = list(dict.fromkeys(hash64(v, seed) for v in values)), []
    [cls] = {c for c, _ in values} or {0}
    most = sparse_limit(capacity, error_rate, growth)
    if len(hashes) > most:
        hashes, layers = [], fill(hashes, most + 1, capacity, error_rate, growth)
    return pack(sorted(hashes), layers, growth, cls, seed & MASK, capacity, error_rate)

def pack(hashes, layers, growth, cls, *seed_and_parameters):
    flags = layers[0].flags if layers else 0
    return b"".join((HEADER.pack(1, flags, 1, growth, cls, len(layers), 0, *seed_and_parameters),
                     *(LAYER.pack(*layer.row, layer.bits_set) for layer in layers),
                     *(layer.words for layer in layers), *(struct.pack("<Q", h) for h in hashes)))

# ---- elastic filters -------------------------------------------------------
def hash_bits(capacity, error_rate):
    """F: the number of highest bits of a hash that are stored."""
    return next((F for F in range(1, 63) if Fraction(error_rate) * 2 ** F >= capacity), 63)

def words_of(number, bits): return number.to_bytes((bits + 63) // 64 * 8, "little")

def code(values, F):
    """The code of F-bit numbers in ascending order."""
    n = len(values)
    if n == 0:
        return bytes(8)
    b = n.bit_length() - 1
    l = F - b
    upper = sum(1 << i + (v >> l) for i, v in enumerate(values))
    lower = sum((v & (1 << l) - 1) << i * l for i, v in enumerate(values))
    upper = words_of(upper, n + 2 ** b)
    before = [popcount(upper[:i]) for i in range(0, len(upper), 64)]
    directory = b"".join(struct.pack("<I", x) for x in before + [0] * (len(before) % 2))
    return struct.pack("<Q", n) + directory + upper + words_of(lower, n * l)

def decode(content, F):
    n, = struct.unpack_from("<Q", content)
    assert n <= MOST_CODED and n <= 8 * len(content) and n <= 2 ** F, "number of hashes"
    assert n > 1 or F < 64, "number of whole hashes"
    if n == 0:
        return []
    b = n.bit_length() - 1
    l, size = F - b, (n + 2 ** b + 63) // 64 * 8
    start = 8 + ((size + 63) // 64 + 1) // 2 * 8
    upper = int.from_bytes(content[start:start + size], "little")
    lower = int.from_bytes(content[start + size:], "little")
    places = [i for i in range(8 * size) if upper >> i & 1]
    return [(place - i << l) + (lower >> i * l & (1 << l) - 1) for i, place in enumerate(places)]

def elastic_parameters(capacity):
    """Flags, growth and capacity of a list of whole hashes."""
    return (0, 2, 0) if capacity == DEFAULT_CAPACITY else (ELASTIC | WHOLE, 0, capacity)

def elastic_wire(hashes, capacity, error_rate, seed=0, cls=0, coded=None):
    """The wire format of the elastic filter with these whole hashes.  coded says
    whether they are coded, if their number does not."""
    hashes = sorted(set(hashes))
    if not coded if coded is not None else len(hashes) <= ELASTIC_FEW:
        flags, growth, capacity = elastic_parameters(capacity)
        content = b"".join(struct.pack("<Q", h) for h in hashes)
    else:
        flags, growth, F = ELASTIC, 0, hash_bits(capacity, error_rate)
        content = code(sorted({h >> 64 - F for h in hashes}), F)
    return HEADER.pack(1, flags, 1, growth, cls, 0, 0, seed & MASK, capacity, error_rate) + content

def elastic(values, capacity, error_rate, seed=0, coded=None):
    """The wire format of the elastic filter of the values, all of one class."""
    [cls] = {c for c, _ in values} or {0}
    return elastic_wire([hash64(v, seed) for v in values], capacity, error_rate, seed, cls, coded)

def state(hashes, flags, growth, capacity, error_rate, cls, seed=0):
    """The wire format of a partial state with these whole hashes."""
    hashes, flags = sorted(set(hashes)), flags | PARTIAL
    content = b"".join(struct.pack("<Q", h) for h in hashes)
    if len(hashes) > ELASTIC_MOST:
        flags, content = flags | CODED_STATE, code(hashes, 64)
    return HEADER.pack(1, flags, 1, growth, cls, 0, 0, seed & MASK, capacity, error_rate) + content

def popcount(b): return bin(int.from_bytes(b, "little")).count("1")

class Filter:
    """Reads and checks wire bytes; `value in filter` tests a value."""

    def __init__(self, wire):
        assert HEADER.size <= len(wire) <= MAX_BYTES - 4, "length"
        (version, flags, format_, growth, self.cls, layers, extra, self.seed,
         capacity, error_rate) = HEADER.unpack_from(wire)
        self.growth = growth
        assert (version, format_, extra) == (1, 1, 0), "unknown version, format or extra"
        dense, is_list = flags & DENSE, not flags & DENSE
        assert not flags & 0x40, "flags"
        assert growth in (0, 2, 4), "growth"
        assert self.cls in range(8) or self.cls >> 31, "unknown class"
        assert 1e-9 <= error_rate <= 0.5, "error rate"
        assert (layers == 1 or layers > 1 and growth) if dense else layers == 0, "layers"
        assert not flags & COUNTING or dense and growth == 0, "counting"
        if dense:
            assert not flags & (ELASTIC | WHOLE | CODED_STATE) and 1 <= capacity < 1 << 63, "flags or capacity"
        elif flags & ELASTIC:
            assert growth == 0 and 1 <= capacity < 1 << 63, "capacity or growth"
        else:
            assert (not flags & WHOLE or flags & PARTIAL and capacity) and capacity < 1 << 63, "flags or capacity"
            assert capacity or growth == 2 or growth == 0 and flags & PARTIAL, "capacity"
        shortened = flags & (ELASTIC | WHOLE) == ELASTIC
        assert not flags & CODED_STATE or is_list and flags & PARTIAL and not shortened, "coded state"
        self.cut = 0
        if shortened or flags & CODED_STATE:
            F = hash_bits(capacity, error_rate) if shortened else 64
            self.layers, self.hashes, self.cut = [], set(decode(wire[HEADER.size:], F)), 64 - F
            assert code(sorted(self.hashes), F) == wire[HEADER.size:], "code"
            return
        self.layers, start = [], HEADER.size + LAYER.size * layers
        assert len(wire) >= start, "length"
        for *row, bits_set in LAYER.iter_unpack(wire[HEADER.size:start]):
            lines, block, touched, probes = row
            assert block in (1, 2, 4, 8, 16, 32, 64) and lines and lines % block == 0, "lines"
            assert 1 <= touched <= block and touched <= probes <= 15 * touched, "probes"
            size = 256 * lines if flags & COUNTING else 64 * lines
            words, start = wire[start:start + size], start + size
            assert len(words) == size, "length"
            self.layers.append(Counters(row, [c for b in words for c in (b & 15, b >> 4)])
                               if flags & COUNTING else Layer(row, words))
            assert self.layers[-1].bits_set == bits_set, "bits set"
        assert (start == len(wire)) if dense else (len(wire) - start) % 8 == 0, "length"
        self.hashes = [h for h, in struct.iter_unpack("<Q", wire[start:])]
        assert all(a < b for a, b in zip(self.hashes, self.hashes[1:])), "order"
        if flags & ELASTIC or capacity == 0:
            assert growth or flags & PARTIAL or len(self.hashes) <= ELASTIC_MOST, "not few"
        elif is_list or growth:         # each value takes more than a bit
            assert capacity <= MAX_BYTES * 8 and stored_size(
                capacity, layer_rate(error_rate, growth, 0)) <= MAX_BYTES, "500 MiB"
            assert (growth or dense or flags & PARTIAL or
                    len(self.hashes) <= sparse_limit(capacity, error_rate, growth)), "not few"

    def __contains__(self, value):
        h = hash64(value, self.seed)
        known = layer_hash(h) if self.growth else h
        return value[0] == self.cls and (h >> self.cut in self.hashes or any(known in x for x in self.layers))

EMPTY = elastic([], DEFAULT_CAPACITY, 0.01)             # bloom()

def as_text(wire): return "\\x" + wire.hex()

# ---- vectors ---------------------------------------------------------------
def quote(s): return "'" + s.replace("'", "''") + "'"
def digest(text):               # 8 digits are enough, and the archives have to be small
    return quote(hashlib.md5(text.encode()).hexdigest()[:8])
def md5(wire): return digest(as_text(wire))
def signed(u): return f"'{u - (u >> 63 << 64)}'::bigint"

def show(title, rows):
    """rows of (what, SQL, wanted literal)"""
    print(f"\n-- {title}\n"
          "SELECT count(*), string_agg(what || ': ' || coalesce(got::text, 'NULL'), '; ') FILTER (WHERE got IS DISTINCT FROM want) AS wrong\n"
          "FROM (VALUES")
    rows = [(what, re.sub(r"(?<![a-z_])md5\(", "golden_md5(", sql), want) for what, sql, want in rows]
    print(",\n".join(f"  ({quote(what)}, {sql}, {want})" for what, sql, want in rows))
    print(") v(what, got, want);")

UUIDS = ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "00000000-0000-0000-0000-000000000000"]
VALUES = [                                              # SQL and its value
    *((f"{quote(s)}::text", text(s)) for s in ("", "a", "http://example.com/", "Grüße", " a ")),
    *((f"repeat('abc', {n})", text("abc" * n)) for n in (3, 6, 30, 60, 100, 10000)),
    ("'a'::varchar", text("a")), ("'a'::name", text("a")), ("' a'::char(5)", char(" a   ")),
    *((f"'{i}'::{t}", integer(int(i))) for i, t in (
        (0, "int"), (42, "int"), (-1, "int"), (2147483647, "int"), (-2147483648, "int"),
        (42, "int2"), (-42, "int2"), (42, "int8"), (9223372036854775807, "int8"),
        (-9223372036854775808, "int8"), (42, "oid"), (4294967295, "oid"))),
    *((f"'\\x{b}'::bytea", bytea(bytes.fromhex(b))) for b in ("", "61", "00ff00")),
    *((f"'{u}'::uuid", uuid(u)) for u in UUIDS),
    *((f"'{f}'::float8", float8(float(f)))
      for f in ("0", "-0", "0.1", "1", "-1.5e300", "NaN", "Infinity", "-Infinity")),
    ("'0.1'::float4", float8(struct.unpack("f", struct.pack("f", 0.1))[0])),
    ("'-0'::float4", float8(-0.0)), ("'NaN'::float4", float8(math.nan)),
    *((f"'{n}'::numeric", numeric(n)) for n in (
        "0", "1", "1.0", "1.00", "1e20", "10000", "-0.50", "0.000", "0.00012", "100.001", "1e-20",
        "-123.4560", "12345678901234567890.12345", "NaN")),
    ("true", boolean(True)), ("false", boolean(False)),
    ("'2024-02-29'::date", date(8825)), ("'1999-12-31'::date", date(-1)),
    ("'sad'::golden_mood", enum("golden_mood", "sad")),
    ("'fröhlich'::golden_mood", enum("golden_mood", "fröhlich")),
    ("'42'::golden_domain", integer(42)),
    ("ROW()", row()), ("ROW(NULL)", row(None)), ("ROW('')", row(text(""))), ("ROW(NULL, NULL)", row(None, None)),
    ("ROW(7, 'x')", row(integer(7), text("x"))), ("ROW(7::int2, 'x'::varchar)", row(integer(7), text("x"))),
    ("ROW(7, 'x')::golden_row", row(integer(7), text("x"))),
    ("ROW(NULL, 'Grüße')::golden_row", row(None, text("Grüße"))),
    ("ROW(7, NULL, 'x')", row(integer(7), None, text("x"))), ("ROW(ROW(7), 'x')", row(row(integer(7)), text("x"))),
    ("ROW(7, ROW('x'::char(3), ROW(), NULL::golden_row))", row(integer(7), row(char("x  "), row(), None))),
    ("ROW('a', 'b')", row(text("a"), text("b"))), ("ROW('ab', '')", row(text("ab"), text(""))),
    (f"ROW('\\x00ff'::bytea, '{UUIDS[0]}'::uuid, 0.5::float4, '-0'::float8, 1.50, true, '2024-02-29'::date, "
     "'sad'::golden_mood, '42'::golden_domain, 'n'::name)",
     row(bytea(b"\0\xff"), uuid(UUIDS[0]), float8(0.5), float8(0.0), numeric("1.5"), boolean(True), date(8825),
         enum("golden_mood", "sad"), integer(42), text("n"))),
    ("ROW(repeat('abc', 10000), 1)", row(text("abc" * 10000), integer(1))),
]

def numbers(n): return [integer(i + 1) for i in range(n)]
def series(n): return f"ARRAY(SELECT generate_series(1, {n}))", numbers(n)

def at_limit(*parameters):       # as many hashes as the limit, the same with duplicates, and one more
    n = sparse_limit(*parameters)
    twice = f"ARRAY(SELECT i % {n} + 1 FROM generate_series(0, {2 * n}) i)", numbers(n)
    return [(*array, *parameters, 0) for array in (series(n), twice, series(n + 1))]

FILTERS = [             # SQL of the array, values, capacity, error rate, growth, seed
    ("'{}'::int[]", [], 1, 0.5, 0, 0), ("'{}'::int[]", [], 1 << 24, 1e-9, 4, -1),
    ("'{}'::text[]", [], 1000, 0.001, 0, 7), ("'{}'::uuid[]", [], 1000000, 0.3, 2, 0),
    *(("'{c,a,b,a}'::text[]", [text(c) for c in "abc"], n, 0.01, g, 0)
      for n, g in ((10, 0), (10, 2), (10, 4))),
    ("ARRAY[true, false]", [boolean(True), boolean(False)], 2, 0.5, 0, -1),
    ("'{%s,%s}'::uuid[]" % tuple(UUIDS), [uuid(u) for u in UUIDS], 20, 1e-9, 0, 0),
    ("ARRAY(SELECT 'key ' || i FROM generate_series(1, 700) i)",
     [text(f"key {i + 1}") for i in range(700)], 700, 1e-4, 0, 1 << 62),
    ("ARRAY(SELECT ROW(i, 'x' || i) FROM generate_series(1, 300) i)",
     [row(integer(i + 1), text(f"x{i + 1}")) for i in range(300)], 300, 0.01, 0, 3),
    ("ARRAY(SELECT i / 4.0 FROM generate_series(0, 99) i)",
     [numeric(str(Decimal(i) / 4)) for i in range(100)], 100, 0.001, 0, 2),
    *((*series(n), n, p, 0, seed) for seed, (n, p) in enumerate((
        (1, 0.01), (7, 0.1), (30, 1e-3), (61, 1e-4), (100, 1e-6), (150, 1e-6), (250, 1e-9),
        (500, 1e-4), (1000, 0.01), (1000, 1e-3), (2000, 1e-3), (2000, 1e-6), (2000, 1e-9)), -4)),
    *(f for parameters in ((1, 0.5, 0), (10, 1e-9, 0), (100, 0.01, 0), (1000, 1e-3, 0), (10007, 0.05, 0),
                      (3000, 1e-6, 0), (100, 0.01, 2), (1000, 1e-3, 4), (500, 1e-9, 2))
      for f in at_limit(*parameters)),
    (*series(60), 100, 0.01, 2, 0), (*series(1000), 2000, 0.1, 4, 3), (*series(800), 1000, 1e-6, 2, -1),
]
SHAPES = [(n, p) for p in (0.5, 0.1, 0.01, 0.0078125, 0.001, 1e-4, 1e-5, 1e-6, 1.86906e-07, 1e-9)
          for n in (1, 10, 97, 640, 1000, 1921, 5000, 99991, 1000000, 7565099, 10000000, 15485863,
                    49979687, 99999989, 100000000) if stored_size(n, p) <= MAX_BYTES]

ELASTIC_FILTERS = [             # integers, capacity, error rate, seed
    *((n, DEFAULT_CAPACITY, 0.01, 0) for n in (0, 1, 2, 15, 16, 17, 1000, 1025, 20000)),
    (16, DEFAULT_CAPACITY, 0.3, 1), (17, DEFAULT_CAPACITY, 1e-9, -1), (1, 1, 0.5, 7), (3, 4, 0.5, -1),
    (16, 20, 0.25, 0), (20, 20, 0.25, 0), (100, 1000, 0.01, 3), (257, 500000, 0.001, 1 << 62), (16, 1 << 24, 0.125, 0),
    (17, 1 << 24, 0.125, 0), (1100, 65000000, 1e-9, 0), (1200, 200000000, 0.01, 2), (1100, 1200, 0.5, 0),
    (5000, 4096, 0.5, 5), (9000, 1, 0.5, 0), (20000, 3000, 0.3, 0)]

COUNTED = [             # integers, capacity, error rate, seed, capacities to fold to, unusual geometry
    (20, 1, 0.5, -1, (), None), (17, 10, 0.01, 0, (), None), (17, 1000, 0.01, 4, (200,), None),
    (400, 400, 0.01, -1, (), None), (100, 400, 0.01, -3, (200, 100), None),
    (128, 640, 1e-3, 7, (128,), None), (400, 2000, 1e-4, 1 << 62, (400,), None),
    (125, 1000, 1e-6, 5, (500, 125), None), (1600, 3200, 1e-6, 0, (1600,), None),
    (250, 250, 1e-9, 2, (), None), (20, 9, 0.1, 3, (), (3, 1, 1, 15)),
    (20, 9, 0.1, 0, (), (2, 2, 2, 30)), (1000, 9, 0.1, -1, (), (128, 64, 3, 19)),
]

def times(n, most):                                     # each i as often as i % most
    return f"golden_times({n}, {most})", [v for i, v in enumerate(numbers(n), 1) for _ in range(i % most)]

def counted(n, capacity, p, seed, folds, unusual):
    """Rows about counting filters with the same parameters.  A filter is its SQL and its layer."""
    def changed(f, verb, array):
        layer = Counters(f[1].row, f[1].counters)
        for v in array[1]:
            layer.change(hash64(v, seed), 1 if verb == "add" else -1)
        return f"bloom_{verb}_all({f[0]}, {array[0]})", layer

    def both(verb, f, g, how):
        return f"bloom_{verb}({f[0]}, {g[0]})", Counters(f[1].row, map(how, f[1].counters, g[1].counters))

    def wire(layer, cls=2, n=capacity): return pack([], [layer], 0, cls, seed & MASK, n, p)
    def row(what, f, *more): return what, f"md5({f[0]}::text)", md5(wire(f[1], *more))

    parameters = f"{capacity}, {p}, counting => true, seed => {seed}"
    empty = f"bloom({parameters})", Counters(unusual or geometry(capacity, p))
    if unusual:
        parameters, start = str(unusual), as_text(wire(empty[1], 0)[:HEADER.size + LAYER.size])
        empty = f"({quote(start)} || repeat('00', {256 * unusual[0]}))::bloom", empty[1]
    once, many = changed(empty, "add", series(n)), changed(empty, "add", times(n, 18))
    less = changed(many, "remove", times(n, 9))
    back = changed(changed(once, "add", times(n, 2)), "remove", times(n, 2))
    assert back[1].counters == once[1].counters
    reader = Filter(wire(less[1]))
    found = "{%s}" % ",".join(str(i) for i in range(2 * n) if integer(i) in reader)

    return [
        row(f"{parameters}: empty", empty, 0), row("each once", once), row("0 to 17 times", many),
        row("some removed", less), row("and back", back),
        row("all removed", changed(once, "remove", series(n)), 0),
        row("as often removed", changed(many, "remove", times(n, 18))),
        row("union", both("union", once, less, lambda a, b: min(a + b, 15))),
        row("intersection", both("intersection", once, less, min)),
        row("uncount", (f"bloom_uncount({less[0]})", less[1].plain())),
        *(row(f"fold to {to}", (f"bloom_fold({f[0]}, {to})", f[1].folded(geometry(to, p))), 2, to)
          for to in folds for f in (once, less)),
        row("aggregate", (f"(SELECT bloom_agg_like(i, {empty[0]}) FROM unnest({times(n, 18)[0]}) i)", many[1])),
        ("members", f"(SELECT md5(array_agg(i)::text) FROM generate_series(0, {2 * n - 1}) i "
         f"WHERE i <@ (SELECT {less[0]}))", digest(found)),
        ("cardinality", f"bloom_cardinality({less[0]})::text",
         f"bloom_cardinality(bloom_uncount({less[0]}))::text")]

def members(f, reader, most):
    """A row about the integers that a filter contains, and the extension's reading of its bytes."""
    found = "{%s}" % ",".join(str(i) for i in range(most) if integer(i) in reader)
    return ("members", f"(SELECT md5(coalesce(array_agg(i)::text, '{{}}')) FROM generate_series(0, {most - 1}) i WHERE i <@ {f})",
            digest(found))

def literal(wire): return quote(as_text(wire)) + "::bloom"

def elastic_rows(n, capacity, p, seed):
    wire = elastic(numbers(n), capacity, p, seed)
    reader = Filter(wire)
    assert all(v in reader for v in numbers(n))
    empty = f"bloom_elastic({capacity}, {p}, {seed})"
    added = f"bloom_add_all({empty}, {series(n)[0]})"
    halves = [List({hash64(v, seed) for v in values}, 64, None, capacity, p).few()
              for values in (numbers(n), [integer(i) for i in range(n)])]
    united = union_of(*halves)
    rows = [(added, f"md5({added}::text)", md5(wire)) if n > 3 else (added, f"{added}::text", quote(as_text(wire))),
            ("aggregated", f"(SELECT md5(bloom_agg_like(i, {empty})::text) FROM generate_series(1, {n}) i)",
             md5(wire)),
            ("united", "golden_try($$(SELECT bloom_agg_like(i, {0}) | bloom_agg_like({1} - i, {0}) "
             "FROM generate_series(1, {1}) i)$$)".format(empty, n), quote(united) if isinstance(united, str) else md5(united.wire(seed)))
            if n else ("empty", "(bloom() | bloom())::text", quote(as_text(EMPTY))),
            ("cleared", f"bloom_clear({added})::text", quote(as_text(elastic([], capacity, p, seed))))]
    if seed == 0 and capacity == DEFAULT_CAPACITY and p == 0.01:
        rows.append(("bloom()", f"md5(bloom_add_all(bloom(), {series(n)[0]})::text)", md5(wire)))
    if n < 300:                                         # and coded, as it could be stored, which is read only
        rows.append(members(literal(wire), reader, 300))
        coded = elastic(numbers(n), capacity, p, seed, coded=True)
        rows += [("read coded", f"{literal(coded)}::text", quote(as_text(coded))),
                 members(literal(coded), Filter(coded), 300)]
    return rows

def coded_rows():
    """Coded lists of few hashes, as intersections of longer ones leave them, and with one more."""
    rows = []
    for n in (0, 1, 2, 3, 7, 8, 64, 255, 256, 400):
        wire = elastic_wire(map(hash64, numbers(n)), DEFAULT_CAPACITY, 0.01, cls=2, coded=True)
        longer = f"(SELECT bloom_agg_like(i, bloom()) FROM generate_series(1, {3000 + n}) i)"
        other = f"bloom_add_all(bloom(), ARRAY(SELECT generate_series(1, {n}) UNION SELECT -generate_series(1, 3000)))"
        rows += [(f"intersection: {n}", f"md5(({longer} & {other})::text)", md5(wire)),
                 (f"one more: {n}", f"md5(({literal(wire)} || {n + 1})::text)",
                  md5(elastic(numbers(n + 1), DEFAULT_CAPACITY, 0.01, coded=True)))]
    return rows

def fixed(n, p): return f"bloom({n}, {p})", 0, n, p
def growing(n, p, growth): return f"bloom({n}, {p}, {growth})", growth, n, p
def default(p=0.01): return f"bloom_elastic(error_rate => {p})", None, DEFAULT_CAPACITY, p
def other(n, p): return f"bloom_elastic({n}, {p})", None, n, p

@dataclasses.dataclass
class List:
    """A sparse filter: hashes of that many bits.  growth is None if it is elastic."""
    hashes: set
    bits: int
    growth: int
    capacity: int
    error_rate: float

    def wire(self, seed=0, cls=2):
        n, p, growth, hashes = self.capacity, self.error_rate, self.growth, sorted(self.hashes)
        if self.bits < 64:
            assert growth is None
            return HEADER.pack(1, ELASTIC, 1, 0, cls, 0, 0, seed & MASK, n, p) + code(hashes, self.bits)
        if growth is None:
            return elastic_wire(hashes, n, p, seed, cls, coded=False)
        layers = []
        if len(hashes) > sparse_limit(n, p, growth):
            hashes, layers = [], fill(hashes, len(hashes), n, p, growth)
        return pack(hashes, layers, growth, cls, seed & MASK, n, p)

    def is_identity(self):
        return not self.hashes and self.bits == 64 and self.growth is None and (
            self.capacity, self.error_rate) == (DEFAULT_CAPACITY, 0.01)

    def few(self):
        """As it is written: coded if it is elastic and has more hashes than few."""
        if self.growth is not None or len(self.hashes) <= ELASTIC_FEW or self.bits < 64:
            return self
        F = hash_bits(self.capacity, self.error_rate)
        return dataclasses.replace(self, bits=F, hashes=shortened(self, F))

@dataclasses.dataclass
class Dense:
    """A fixed filter with its layer, or a counting one."""
    layer: object
    capacity: int
    error_rate: float

    def wire(self, seed=0, cls=2):
        return pack([], [self.layer], 0, cls, seed & MASK, self.capacity, self.error_rate)

def dense(values, n, p, row=None, counting=False):
    layer = (Counters if counting else Layer)(row or geometry(n, p))
    for v in values:
        layer.change(hash64(v), 1) if counting else layer.add(hash64(v))
    return Dense(layer, n, p)

def shortened(f, F): return {h >> f.bits - F for h in f.hashes}

def exceeds(f):
    """Whether a union exceeds its error rate; only decided if that is clear."""
    if isinstance(f, List):
        if f.bits == 64:
            return False
        most = 2 ** f.bits
        values, rate = -most * math.log(max(0.5, most - len(f.hashes)) / most), len(f.hashes) / most
    elif not f.layer.bits_set:
        return False
    else:
        lines, block, touched, probes = f.layer.row
        geometric, m = Block(block, touched, probes), 512 * lines
        d = sum(512 * (1 - (1 - 1 / 512) ** q) for q in geometric.qs)
        values = math.log(1 - f.layer.bits_set / m) / math.log(1 - d / m)
        rate = geometric.fpp(values * block / lines)
    ratios = values / (1.01 * f.capacity + 3 * math.sqrt(f.capacity)), rate / f.error_rate
    assert any(r < 0.95 for r in ratios) or all(r > 1.05 for r in ratios), ratios
    return min(ratios) > 1

def adds_nothing(f, other):
    if isinstance(f, List):
        return f.is_identity() or not f.hashes and (
            isinstance(other, Dense) or (f.capacity, f.error_rate) == (other.capacity, other.error_rate))
    return f.layer.bits_set == 0 and (f.capacity, f.error_rate) == (other.capacity, other.error_rate)

def is_one_of(f, a, b):
    """Whether the union f is one of the two, as far as its capacity and content go."""
    def content(x): return len(x.hashes) if isinstance(x, List) else x.layer.bits_set
    same = (a.capacity, a.error_rate) == (b.capacity, b.error_rate) == (f.capacity, f.error_rate)
    if not same or isinstance(f, Dense) and isinstance(f.layer, Counters):
        return False
    return any(type(x) is type(f) and content(x) == content(f) for x in (a, b))

def too_large(growth, n, p):
    if growth is not None:
        return stored_size(n, layer_rate(p, growth, 0)) > MAX_BYTES
    F, b = hash_bits(n, p), n.bit_length() - 1
    return n * (F - b + 1) + 2 ** b > 8 * MAX_BYTES      # without the directory

def join(lists, union):
    """Growth, capacity and error rate of a union of lists of whole hashes, with that
    set of hashes, or of an intersection (None)."""
    p, kinds = min(f.error_rate for f in lists), [f for f in lists if f.growth is not None]
    n, growth = max(f.capacity for f in kinds or lists), max((f.growth for f in kinds), default=None)
    if union and 0 < len(kinds) < len(lists) and growth == 0 and len(union) > max(n, sparse_limit(n, p, 0)):
        growth, n = None, max(DEFAULT_CAPACITY, n)
    return growth, n, p

def preferred(lists):
    """Of coded lists with equal numbers of bits"""
    return max(lists, key=lambda f: (f.capacity, -f.error_rate))

def union_of_lists(lists):
    others = [f for f in lists if not f.is_identity()]
    if len(others) < 2:
        return (others or lists)[0]
    F = min(f.bits for f in lists)
    hashes = set().union(*(shortened(f, F) for f in others))
    if F < 64:
        return dataclasses.replace(preferred([f for f in others if f.bits == F]), hashes=hashes)
    growth, n, p = join(others, hashes)
    return None if too_large(growth, n, p) else List(hashes, 64, growth, n, p).few()

def folded(f, to):
    """The filter f with the parameters of the filter to, or None."""
    lines, block, *rest = f.layer.row
    if (f.error_rate, [block, *rest]) != (to.error_rate, [*to.layer.row[1:]]) or lines % to.layer.row[0]:
        return None
    factor, size = lines // to.layer.row[0], 64 * block
    if f.capacity != factor * to.capacity:
        return None
    if isinstance(f.layer, Counters):
        return Dense(f.layer.folded(to.layer.row), to.capacity, f.error_rate)
    words = bytearray(64 * to.layer.row[0])
    for i, byte in enumerate(f.layer.words):
        words[i // size // factor * size + i % size] |= byte
    return Dense(Layer(to.layer.row, words), to.capacity, f.error_rate)

def of_dense(a, b, both, counters):
    small, large = sorted((a, b), key=lambda f: f.capacity)
    large = folded(large, small) if large.capacity > small.capacity else large
    if not large or large.layer.row != small.layer.row or type(a.layer) is not type(b.layer):
        return None, None
    if isinstance(a.layer, Counters):
        layer = Counters(small.layer.row, map(counters, small.layer.counters, large.layer.counters))
    else:
        layer = Layer(small.layer.row, bytearray(map(both, small.layer.words, large.layer.words)))
    return Dense(layer, small.capacity, small.error_rate), large

def union_of(a, b):
    """The union, or why there is none."""
    if isinstance(a, List) and isinstance(b, List):
        f = union_of_lists([a, b])
        if f is None:
            return "too large"
    elif isinstance(a, Dense) and isinstance(b, Dense):
        f, _ = of_dense(a, b, lambda x, y: x | y, lambda x, y: min(15, x + y))
    else:
        a, b = (a, b) if isinstance(a, List) else (b, a)
        if a.is_identity():
            return b
        if a.bits < 64 or isinstance(b.layer, Counters):
            return "refused"
        f = Dense(Layer(b.layer.row, bytearray(b.layer.words)), b.capacity, b.error_rate)
        for h in sorted(a.hashes):
            f.layer.add(h)
    if f is None:
        return "refused"
    if isinstance(f, List) and f.growth == 0 and len(f.hashes) > sparse_limit(f.capacity, f.error_rate, 0):
        f = Dense(fill(sorted(f.hashes), 0, f.capacity, f.error_rate, 0)[0], f.capacity, f.error_rate)
    return f if adds_nothing(a, b) or adds_nothing(b, a) or is_one_of(f, a, b) or not exceeds(f) else "exceeds"

def intersection_of_lists(a, b):
    if a.bits == b.bits < 64:
        return dataclasses.replace(preferred((a, b)), hashes=a.hashes & b.hashes)
    if a.bits == b.bits:
        return List(a.hashes & b.hashes, 64, *join((a, b), None))
    a, b = (a, b) if a.bits > b.bits else (b, a)
    return dataclasses.replace(a, hashes={h for h in a.hashes if h >> a.bits - b.bits in b.hashes})

def intersection_of(a, b):
    if isinstance(a, List) and isinstance(b, List):
        f = intersection_of_lists(a, b)
        return f if f.bits < 64 or not too_large(f.growth, f.capacity, f.error_rate) else "too large"
    if isinstance(a, Dense) and isinstance(b, Dense):
        f, large = of_dense(a, b, lambda x, y: x & y, min)
        return "refused" if f is None else "exceeds" if a.capacity != b.capacity and exceeds(large) else f
    a, b = (a, b) if isinstance(a, List) else (b, a)
    if (a.bits < 64 or isinstance(b.layer, Counters)) and not a.is_identity():
        return "refused"
    return dataclasses.replace(a, hashes={h for h in a.hashes if h in b.layer})

def operand_list(f, first, count, old=False):
    """SQL and List: the integers first, first + 1 ... in a list.  old: not coded."""
    _, growth, n, p = f
    found = List({hash64(integer(i)) for i in range(first, first + count)}, 64, growth, n, p)
    if old:
        return literal(found.wire()), found
    found = found.few()
    if growth is not None:
        assert count <= sparse_limit(n, p, growth)
    return (f"bloom_add_all({f[0]}, ARRAY(SELECT generate_series({first}, {first + count - 1})))" if count else f[0]), found

class Operands:
    """Filters in a table, because each is needed often."""

    def __init__(self):
        self.rows, self.filters = [], []

    def add(self, what, sql, f):
        self.rows.append((f"{len(self.filters)}: {what}", sql, self.wanted(f, filters=[f])))
        self.filters.append(f)
        return len(self.filters) - 1

    def list(self, f, first, count, old=False):
        return self.add(f"{f[0]}, {count} from {first}{', old' if old else ''}", *operand_list(f, first, count, old))

    def dense(self, n, p, first, count, counting=False):
        values = [integer(i) for i in range(first, first + count)]
        f = dense(values, n, p, counting=counting)
        made = f"bloom_add_all(bloom({n}, {p}, counting => {str(counting).lower()}), ARRAY(SELECT generate_series({first}, {first + count - 1})))"
        if not count or n == 2000 and count < 700:      # which would be a list
            made = literal(f.wire())
        return self.add(f"bloom({n}, {p}), dense{', counting' * counting}, {count} from {first}", made, f)

    def wanted(self, f, *which, filters=None):
        """The result of the filters with these numbers.  Lists without hashes have no class."""
        filters = filters or [self.filters[i] for i in which]
        known = any(isinstance(x, Dense) or x.hashes for x in filters)
        return quote(f) if isinstance(f, str) else md5(f.wire(0, 2 if known else 0))

    def union(self, i, j):
        f = union_of(self.filters[i], self.filters[j])
        return [(f"{i} | {j}", f"golden_try('golden_f({i}) | golden_f({j})')", self.wanted(f, i, j)),
                (f"{i} ?| {j}", f"bloom_can_combine(golden_f({i}), golden_f({j}))::text",
                 "'false'" if isinstance(f, str) else "'true'")]

    def intersection(self, i, j):
        f = intersection_of(self.filters[i], self.filters[j])
        return [(f"{i} & {j}", f"golden_try('golden_f({i}) & golden_f({j})')", self.wanted(f, i, j))]

    def union_agg(self, *which):
        """In every order"""
        lists = [self.filters[i] for i in which]
        f = union_of_lists(lists)
        if f is None:
            f = "too large"
        elif f.growth == 0 and len(f.hashes) > sparse_limit(f.capacity, f.error_rate, 0):
            f = Dense(fill(sorted(f.hashes), 0, f.capacity, f.error_rate, 0)[0], f.capacity, f.error_rate)
        used = [x for x in lists if not x.is_identity()]
        checked = any(not adds_nothing(a, b) and not adds_nothing(b, a) for a, b in itertools.combinations(used, 2))
        if checked and not isinstance(f, str) and exceeds(f):
            f = "exceeds"
        return self.many("union", which, f)

    def intersection_agg(self, *which):
        filters = [self.filters[i] for i in which]
        others = [f for f in filters if not (isinstance(f, List) and f.is_identity())]
        parameters = {(getattr(f, "growth", 0), f.capacity, f.error_rate) for f in others}
        if all(isinstance(f, List) and f.growth is None for f in filters):
            f = functools.reduce(intersection_of_lists, filters).few()
        elif len(parameters) > 1 or any(isinstance(f, List) and f.growth is None for f in others):
            f = "refused"
        else:
            f = functools.reduce(intersection_of, others)
            if len(others) < len(filters):
                f = (dataclasses.replace(f, hashes=set()) if isinstance(f, List) else
                     Dense(type(f.layer)(f.layer.row), f.capacity, f.error_rate))
        return self.many("intersection", which, f)

    def many(self, what, which, f):
        orders = {order for order in itertools.permutations(which)}
        return [(f"{what} of {order}", f"golden_try('(SELECT bloom_{what}_agg(golden_f(i)) FROM "
                 f"unnest(ARRAY[{', '.join(map(str, order))}]) i)')", self.wanted(f, *which)) for order in sorted(orders)]

def print_operands(operands):
    print("\nCREATE TEMP TABLE golden_filters (i int, f bloom);\nINSERT INTO golden_filters VALUES\n" +
          ",\n".join(f"  ({i}, {sql})" for i, (_, sql, _) in enumerate(operands.rows)) + ";")
    show("filters to combine", [(what, f"md5(golden_f({i})::text)", want)
                                for i, (what, _, want) in enumerate(operands.rows)])

def show_unions():
    """Unions and intersections of filters with different parameters."""
    o = Operands()
    kinds = [fixed(100000, 0.01), fixed(100000, 0.001), fixed(5, 0.01), fixed(300, 0.01), growing(100000, 0.01, 2),
             growing(100, 0.001, 4), default(), default(0.001), other(3000, 0.01), other(90000000, 0.01), other(1 << 20, 0.5)]
    sizes = {(5, 0.01): ((3, 2), (6, 4)), (300, 0.01): ((1, 12), (4, 45))}
    lists = []
    for f in kinds:
        small = sizes.get(f[2:], ((1, 12), (4, 900)) if f[1] is None or f[2] > 10000 else ((1, 12), (4, 25)))
        lists += [o.list(f, *size) for size in small]
    old = [o.list(f, 300, n, old=True) for f, n in (
        (default(), 17), (default(), 200), (default(0.001), 300), (other(777, 0.25), 200))]
    lists += old
    lists += [o.list(f, 1, 0) for f in (default(), default(0.02), fixed(300, 0.01), other(3000, 0.01), other(777, 0.25))]
    unions, intersections = [], []
    for i, j in itertools.product(lists, lists):
        if (i * 3 + j) % 7 < 2:
            unions += o.union(i, j)[:1 + ((i + j) % 4 == 0)]
            intersections += o.intersection(i, j)

    more = [o.list(other(3000, 0.01), *size) for size in ((1, 2400), (2401, 2400), (4001, 4000), (1, 8000))]
    more += [o.list(other(2400, 0.01), 1, 0), o.list(other(3000, 0.01), 5, 3), o.list(default(), 3000, 16)]
    large = [o.list(fixed(100000000, 0.3), 1, 3), o.list(fixed(1000, 1e-9), 1, 3),
             o.list(other(400000000, 0.3), 1, 3), o.list(other(1000, 1e-9), 1, 3)]
    for i in more + lists[-5:]:
        for j in more + lists[-5:]:
            unions += o.union(i, j)
            intersections += o.intersection(i, j)
    for i, j in itertools.product(large, large):
        unions += o.union(i, j)
        intersections += o.intersection(i, j)

    bits = [o.dense(1000, 0.01, 1, 600), o.dense(1000, 0.01, 301, 600), o.dense(1000, 0.01, 801, 800),
            o.dense(1000, 0.01, 1, 2000), o.dense(1000, 0.01, 1, 0), o.dense(2000, 1e-4, 1, 300),
            o.dense(2000, 1e-4, 201, 1000), o.dense(400, 1e-4, 101, 250), o.dense(400, 1e-4, 1, 1000), o.dense(2000, 1e-4, 1, 0)]
    counting = [o.dense(1000, 0.01, *size, counting=True) for size in ((1, 1), (2, 1), (2, 600), (800, 900))]
    beside = [o.list(default(), 1, 0), o.list(default(0.02), 1, 0), o.list(fixed(77, 0.01), 1, 0), o.list(fixed(1000, 0.01), 1, 0),
              o.list(fixed(1000, 0.01), 590, 30), o.list(fixed(300, 0.01), 590, 30), o.list(default(), 590, 16),
              o.list(default(), 590, 17), o.list(default(), 590, 100, old=True), o.list(growing(1000, 0.01, 2), 590, 30)]
    for i in bits + counting:
        for j in bits + counting:
            unions += o.union(i, j)
            intersections += o.intersection(i, j)
        for j in beside:
            unions += o.union(i, j) + o.union(j, i)
            intersections += o.intersection(i, j) + o.intersection(j, i)

    unions_many, intersections_many = [], []
    for i, j, k in itertools.combinations(lists, 3):
        if (i * 7 + j * 3 + k) % 211 == 0:
            unions_many += o.union_agg(i, j, k)
    for i, j, k in itertools.combinations(more, 3):
        unions_many += o.union_agg(i, j, k)[::3]
    elastic_lists = [i for i in lists if o.filters[i].growth is None]
    for i, j, k in itertools.combinations(elastic_lists, 3):
        if (i * 7 + j * 3 + k) % 37 == 0:
            intersections_many += o.intersection_agg(i, j, k)
    for i, j in itertools.combinations(lists + bits[:5], 2):
        if (i + j) % 11 == 0:
            intersections_many += o.intersection_agg(i, j)
    same = [o.list(fixed(1000, 0.01), first, 40) for first in (1, 20, 35)]
    for which in (same, [*same, lists[-5]], same[:1] + lists[-5:-4], [same[0], *bits[:2]], [*bits[:2], lists[-5]],
                  [same[0], bits[0], lists[-5]], [bits[0], bits[4], bits[1]]):
        intersections_many += o.intersection_agg(*which)

    changed = []
    for i in old:
        f = o.filters[i]
        more_hashes = dataclasses.replace(f, hashes=f.hashes | {hash64(integer(0))}).few()
        changed += [(f"{i} || 300", f"md5((golden_f({i}) || 300)::text)", md5(f.wire())),
                    (f"{i} || 0", f"md5((golden_f({i}) || 0)::text)", md5(more_hashes.wire())),
                    (f"{i} copied", f"md5(golden_f({i})::bytea::bloom::text)", md5(f.wire())),
                    (f"{i}: members", f"(SELECT md5(array_agg(i)::text) FROM generate_series(0, 2000) i WHERE i <@ golden_f({i}))",
                     digest("{%s}" % ",".join(map(str, range(300, 300 + len(f.hashes))))))]

    odd = [o.dense(2000, 0.01, 1, 800), o.dense(650, 0.01, 1, 600)]     # a multiple of the lines, but not of the capacity
    for i, j in odd, odd[::-1]:
        unions += o.union(i, j)
        intersections += o.intersection(i, j)

    print_operands(o)
    show("lists of whole hashes that would be coded", changed)
    show("unions", list(dict.fromkeys(unions)))
    show("intersections", list(dict.fromkeys(intersections)))
    show("unions of many", unions_many)
    show("intersections of many", intersections_many)

STATES = {          # how a state is built: flags, growth, capacity, error rate; and the bytes of the result
    "bloom()": (0, 2, 0, 0.01, lambda v: elastic(v, DEFAULT_CAPACITY, 0.01)),
    "bloom_elastic": (ELASTIC | WHOLE, 0, 777, 0.25, lambda v: elastic(v, 777, 0.25)),
    "fixed": (0, 0, 10000, 0.001, lambda v: build(v, 10000, 0.001)),
    "growing": (0, 4, 100, 0.01, lambda v: grown(v, 100, 0.01, 4)),
    "growth 0": (0, 0, 0, 0.01, lambda v: elastic(v, DEFAULT_CAPACITY, 0.01)),
}

def grown(values, capacity, error_rate, growth):
    """The growing filter that an aggregate of these integers gives."""
    hashes, layers = sorted(hash64(v) for v in values), []
    if len(hashes) > sparse_limit(capacity, error_rate, growth):
        hashes, layers = [], fill(hashes, len(hashes), capacity, error_rate, growth)
    return pack(hashes, layers, growth, 2, 0, capacity, error_rate)

def listed(wire, n):
    """SQL for the text of a list of the first n numbers, whose hashes have no shorter text."""
    return (f"{quote(as_text(wire[:HEADER.size]))} || (SELECT string_agg((SELECT string_agg(substr(encode(int8send(h), 'hex'), 17 - 2 * k, 2), "
            f"'' ORDER BY k) FROM generate_series(1, 8) k), '' ORDER BY int8send(h)) FROM generate_series(1, {n}) i, bloom_hash(i) h)")

def state_rows():
    """Partial states as workers of aggregates pass them on.  They are in a table, because each is needed often."""
    rows, states = [], []
    for what, (*parameters, result) in STATES.items():
        for n in (1, 2, 1024, 1025) if what == "growth 0" else (2, 17, 150):
            values = numbers(n)
            wire = state(map(hash64, values), *parameters, 2)
            more = [integer(i) for i in range(n // 2, n // 2 + 100)]
            more_wire = state(map(hash64, more), *parameters, 2)
            reader = Filter(wire)
            assert all(v in reader for v in values)
            i = len(states)
            states += [quote(as_text(wire)) if n != 1024 else listed(wire, n), quote(as_text(more_wire))]
            f = f"(SELECT f FROM golden_states WHERE i = {i})"
            rows += [(f"{what}: {n}, read", f"md5({f}::text)", md5(wire)), members(f, reader, 100),
                     (f"{what}: {n}, the result", f"(SELECT md5(bloom_union_agg(f)::text) FROM golden_states "
                      f"WHERE i = {i})", md5(result(values))),
                     (f"{what}: {n} and more", f"(SELECT md5(bloom_union_agg(f)::text) FROM golden_states "
                      f"WHERE i IN ({i}, {i + 1}))", md5(result(list(dict.fromkeys(values + more)))))]
            if "elastic" in what or what == "bloom()":
                rows.append((f"{what}: {n}, one more", f"md5(({f} || 0)::text)", md5(result([*values, integer(0)]))))
    for flags, parameters, n in (                       # of unions: of an elastic filter and others, or unchecked
            *((WHOLE, fixed(5, 0.01), n) for n in (1025, 5, 8, 9, 10, 16, 17)),
            *((WHOLE, fixed(300, 0.01), n) for n in (49, 50, 300, 301)), *((WHOLE, growing(100, 0.01, 2), n) for n in (20, 300)),
            (WHOLE, fixed(60000000, 0.1), 100), (WHOLE | MIXED, fixed(5, 0.01), 40),
            *((flags, fixed(40, 0.01), n) for flags in (0, MIXED) for n in (30, 100)),
            *((flags, other(40, 0.01), n) for flags in (ELASTIC | WHOLE, ELASTIC | WHOLE | MIXED) for n in (30, 200))):
        _, growth, capacity, p = parameters
        values, i = numbers(n), len(states)
        found = List({hash64(v) for v in values}, 64, growth, capacity, p)
        wire = state(found.hashes, flags, growth or 0, capacity, p, 2)
        states += [quote(as_text(wire))]
        assert Filter(wire).layers == []
        if flags & WHOLE and growth == 0:
            found = List(found.hashes, 64, *join((found, List(set(), 64, None, DEFAULT_CAPACITY, 0.5)), found.hashes))
        want = md5(found.few().wire())
        if flags & MIXED and (growth is None or not flags & WHOLE):
            result = found.few() if growth is None else dense(values, capacity, p)
            want = "'exceeds'" if exceeds(result) else want
        rows.append((f"state with flags {flags | PARTIAL:x}, {parameters[0]}, {n}", "golden_try('(SELECT bloom_union_agg(f) "
                     f"FROM golden_states WHERE i = {i})')", want))
    for what, change in (("whole", lambda b: b[:1] + b"\x08" + b[2:]), ("coded state", lambda b: b[:1] + b"\x10" + b[2:]),
                         ("flag 40", lambda b: b[:1] + b"\xc0" + b[2:]), ("no capacity", lambda b: b[:20] + bytes(8) + b[28:])):
        wire = change(build(numbers(3), 1000, 0.01))
        try:
            Filter(wire)
            assert False
        except AssertionError as e:
            assert str(e)
        rows.append((f"invalid: {what}", f"golden_try($${quote(as_text(wire))}::bloom$$)", "'invalid'"))
    for capacity in DEFAULT_CAPACITY, 3000:
        flags, growth, stored = elastic_parameters(capacity)
        head = HEADER.pack(1, flags, 1, growth, 2, 0, 0, 0, stored, 0.01)
        for n in 1024, 1025:                            # with the hashes 1, 2, 3 ..., which SQL can write
            wire = head + struct.pack(f"<{n}Q", *range(1, n + 1))
            rows.append((f"list of {n}, capacity {capacity}", f"golden_try($$({quote(as_text(head))} || (SELECT "
                         "string_agg(lpad(to_hex(i % 256), 2, '0') || lpad(to_hex(i / 256), 2, '0') || repeat('0', 12), '' ORDER BY i) "
                         f"FROM generate_series(1, {n}) i))::bloom$$)", "'invalid'" if n == 1025 and growth == 0 else md5(wire)))
    print("\nCREATE TEMP TABLE golden_states AS SELECT i::int, f::bloom FROM (VALUES\n" +
          ",\n".join(f"  ({i}, {wire})" for i, wire in enumerate(states)) + ") v(i, f);")
    return rows

def vectors():
    print("-- made by test/golden/golden.py; the output has the results only, since it would double the text\n"
          "\\set ECHO none\nSET client_encoding = 'UTF8';\n"
          "CREATE TYPE golden_mood AS ENUM ('sad', 'fröhlich');\nCREATE DOMAIN golden_domain AS int;\n"
          "CREATE TYPE golden_row AS (dropped float8, a bigint, b text);\n"
          "ALTER TYPE golden_row DROP ATTRIBUTE dropped;\n"
          "CREATE FUNCTION golden_times(n int, most int) RETURNS int[] IMMUTABLE LANGUAGE sql AS\n"
          "'SELECT ARRAY(SELECT i FROM generate_series(1, n) i, generate_series(1, i % most))';\n"
          "CREATE FUNCTION golden_f(i int) RETURNS bloom STABLE LANGUAGE plpgsql AS\n"
          "'BEGIN RETURN (SELECT f FROM golden_filters g WHERE g.i = golden_f.i); END';\n"
          "CREATE FUNCTION golden_md5(text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT left(md5($1), 8)';\n"
          "CREATE FUNCTION golden_try(expression text) RETURNS text LANGUAGE plpgsql AS $$\n"
          "DECLARE\n  result text;\nBEGIN\n"
          "  EXECUTE format('SELECT golden_md5((%s)::text)', expression) INTO result;\n  RETURN result;\n"
          "EXCEPTION WHEN data_exception OR program_limit_exceeded THEN\n"
          "  RETURN CASE WHEN SQLERRM LIKE '%cannot be combined without exceeding%' THEN 'exceeds'\n"
          "    WHEN SQLERRM LIKE '%larger than 500 MiB%' THEN 'too large'\n"
          "    WHEN SQLERRM LIKE 'invalid %' THEN 'invalid'\n"
          "    WHEN SQLERRM LIKE 'bloom filters have different %' THEN 'refused' ELSE SQLERRM END;\nEND $$;\n"
          "SET client_min_messages = error;")
    show("hashes", [(sql, f"bloom_hash({sql})", signed(hash64(v))) for sql, v in VALUES])
    show("seeds", [(f"{sql}, {seed}", f"bloom_hash({sql}, {seed})", signed(hash64(v, seed)))
                   for sql, v in VALUES[::3] + VALUES[7:11] for seed in (0, 1, -1, SHARD_SEED)])
    show("shards", [(f"{sql}, {n}", f"bloom_shard({sql}, {n})", shard(v, n))
                    for sql, v in VALUES[::4] for n in (1, 10, 16, 1000003)])
    one = [(sql, f"bloom_add(bloom(1, 0.5), {sql})::text", build([v], 1, 0.5)) for sql, v in VALUES]
    show("classes", [(sql, f"substr({f}, 11, 8)", quote(wire[4:8].hex())) for sql, f, wire in one])
    show("filters of one value", [(sql, f"md5({f})", md5(wire)) for sql, f, wire in one])

    rows = []
    for array, values, n, p, growth, seed in FILTERS:
        wire = build(values, n, p, seed, growth)
        reader = Filter(wire)
        assert all(v in reader for v in values)
        parameters = f"{n}, {p}, {growth}, seed => {seed}"
        f = f"bloom_add_all(bloom({parameters}), {array})::text"
        rows.append((f"{parameters}: {len(values)}", *(
            (f, quote(as_text(wire))) if len(wire) < 200 else (f"md5({f})", md5(wire)))))
    for n, c, p, g in ((1000, 100, 0.01, 2), (1500, 50, 0.2, 4), (700, 30, 1e-6, 2), (900, 97, 1e-3, 2)):
        wire = build(numbers(n), c, p, growth=g)
        assert len(Filter(wire).layers) > 2
        rows.append((f"{c}, {p}, {g}: {n} one by one", "(WITH RECURSIVE r(i, f) AS ("
                     f"SELECT 0, bloom({c}, {p}, {g}) UNION ALL SELECT i + 1, f || (i + 1) FROM r "
                     f"WHERE i < {n}) SELECT md5(f::text) FROM r WHERE i = {n})", md5(wire)))
    for table in ([(3, 1, 1, 15)], [(4, 4, 3, 8), (2, 1, 1, 1), (8, 8, 7, 20)], [(2, 2, 2, 30)] * 2):
        layers = [Layer(row) for row in table]          # that solving doesn't give
        for i in range(30):
            layers[i % len(layers)].add(layer_hash(hash64(integer(i), 9)))
        reader = Filter(wire := pack([], layers, 2, 2, 9, 10, 0.1))
        found = [str(i) for i in range(500) if integer(i) in reader]
        rows.append((str(table), "(SELECT array_agg(i)::text FROM generate_series(0, 499) i "
                     f"WHERE i <@ {quote(as_text(wire))}::bloom)", quote("{%s}" % ",".join(found))))
    show("whole filters", rows)
    for n, c, p, seed in ELASTIC_FILTERS:
        show(f"elastic filters: {n} of {c}", elastic_rows(n, c, p, seed))
    show("coded lists of other lengths", coded_rows())
    show_unions()
    show("partial states", state_rows())
    show("counting filters", [row for parameters in COUNTED for row in counted(*parameters)])

    rows = [("no rows" + more, f"(SELECT bloom_agg(i{more}) FROM generate_series(1, 0) i)::text",
             quote(as_text(EMPTY))) for more in ("", ", 10", ", NULL, 0.01")]
    rows += [(f"growing: {n}", f"(SELECT md5(bloom_agg_like(i, bloom({c}, {p}, {g}))::text) FROM generate_series(1, {n}) i)",
              md5(grown(numbers(n), c, p, g)))
             for n, c, p, g in ((10, 100, 0.01, 2), (50, 100, 0.01, 2), (1000, 100, 0.01, 2), (3200, 50, 0.1, 4),
                                (5000, 4096, 1e-3, 2))]
    rows.append(("100000 integers", "(SELECT md5(bloom_agg(i, 100000, 0.001)::text) "
                 "FROM generate_series(1, 100000) i)", md5(build(numbers(100000), 100000, 0.001))))
    for n, p in ((0, 0.01), (1, 0.01), (16, 0.01), (17, 0.01), (1000, 0.01), (16, 1e-6), (100, 1e-6), (4000, 0.2)):
        f = f"bloom_agg(i % {max(n, 1)} + 1{'' if p == 0.01 else f', NULL, {p}'})"
        rows.append((f"{f}, {n}", f"(SELECT md5({f}::text) FROM generate_series(1, {2 * n}) i)",
                     md5(elastic(numbers(n), DEFAULT_CAPACITY, p))))
    show("aggregates", rows)
    show("geometry: bytes, probes, lines touched",
         [(f"{n}, {p}", f"(SELECT (bytes, probes, cache_lines)::text FROM bloom_size({n}, {p}))",
           "'(%d,%d,%d)'" % (stored_size(n, p), geometry(n, p)[3], geometry(n, p)[2]))
          for n, p in SHAPES])
    print("\nDROP TYPE golden_mood, golden_row;\nDROP DOMAIN golden_domain;\nDROP FUNCTION golden_times, golden_f, golden_md5, golden_try;")

if __name__ == "__main__":
    if sys.argv[1:] != ["vectors"]:
        sys.exit(__doc__)
    vectors()
