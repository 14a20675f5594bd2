#!/usr/bin/python3
"""A second implementation of the bloom format, written from doc/format.md and
not from the C source.

    src/test/golden.py vectors > golden.sql

prints SELECTs that compare the extension with literals computed here; every
row that psql shows for them must have ok = t.  Needs python3-xxhash.
"""
import functools
import hashlib
import math
import struct
import sys
from decimal import Decimal

import xxhash

MASK = (1 << 64) - 1
MAX_BYTES = 500 << 20              # of a value, with 4 before the wire form
SHARD_SEED = 0x7368617264
HEADER = struct.Struct("<BBBBIHHQQd")
LAYER = struct.Struct("<IHBBQ")
SELF_SIZED = 4096                  # capacity that a self-sizing filter turns to
SELF_SIZED_FEW = 1024              # hashes up to which it sizes itself

# ---- values: each function gives (class number, canonical bytes) ----------
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

def hash64(value, seed=0):
    return xxhash.xxh3_64_intdigest(value[1], seed=seed & MASK)

def shard(value, shards):
    return hash64(value, SHARD_SEED) * shards >> 64

# ---- hash to bits ----------------------------------------------------------
def remix(x):
    return (x ^ x >> 32) * 0x9E3779B97F4A7C15 & MASK

def bits(h, lines, region, touched, probes):
    """The numbers, in the whole layer, of the bits of hash h."""
    r = h * (lines // region) >> 64
    b = region.bit_length() - 1
    x = remix(h)
    first = x >> 64 - b
    stride = x >> 64 - 2 * b & region - 1 | 1
    for i in range(touched):
        line = r * region + (first + i * stride) % region
        n = probes // touched + (i < probes % touched)
        while n > 0:
            x = remix(x)
            for j in range(min(n, 7)):
                yield line * 512 + (x >> 55 - 9 * j & 511)
            n -= 7

# ---- shape to geometry -----------------------------------------------------
@functools.lru_cache(None)
def D(q, d):
    if q == 0 or d == 0:
        return float(q == d)
    return (D(q - 1, d) * d + D(q - 1, d - 1) * (513 - d)) / 512

class Region:
    """fpp() for one R, g, k.  The product over the lines doesn't depend on L, so
    it is kept for each N."""

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
        far = 12 * math.sqrt(L) + 30        # what is outside is far less than 1e-9 of p
        low = max(0, int(L - far))
        weight = math.exp(low * math.log(L) - L - math.lgamma(low + 1))
        weights = total = 0.0
        for N in range(low, int(L + far)):
            weights += weight
            total += weight * self.hit(N)
            weight *= L / (N + 1)
        return total / weights              # evens out the errors of lgamma

def largest(R, g, k, p):
    """The largest load that k probes allow."""
    region, low, high = Region(R, g, k), 0.0, 512.0 * R
    while high - low > 1e-11 * high:
        middle = (low + high) / 2
        if region.fpp(middle) <= p:
            low = middle
        else:
            high = middle
    return low

@functools.lru_cache(None)
def load(R, g, p):
    """load(R) and k: the loads of consecutive k rise to one maximum."""
    k = max(g, int(0.7 * -math.log2(p)))
    now, following = largest(R, g, k, p), largest(R, g, k + 1, p)
    while following > now:
        k, now, following = k + 1, following, largest(R, g, k + 2, p)
    return now, k

def geometry(n, p):
    """(lines, region, touched, probes)"""
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
def few(lines):
    """The most hashes that a sparse filter has instead of so many lines."""
    return (64 * lines + 15) // 8

def layer_rate(error_rate, growth, i):
    """p_i; a fixed filter has but one layer, of the filter's own error rate"""
    if growth:
        error_rate *= 0.08
        for _ in range(min(i, 31)):
            error_rate *= 0.92
    return error_rate

def limit(capacity, error_rate, growth):
    """The most hashes that a writer leaves sparse."""
    if not capacity:
        return SELF_SIZED_FEW
    return few(geometry(capacity, layer_rate(error_rate, growth, 0))[0])

def full(row, p):
    """With so many bits set, a layer of error rate p is full."""
    lines, region, touched, probes = row
    values, _ = load(region, touched, p)
    n, m = math.floor(values * lines / region), 512 * lines
    d = sum(512 * (1 - (1 - 1 / 512) ** q) for q in Region(region, touched, probes).qs)
    return max(1, math.floor(m * (1 - (1 - d / m) ** n)))

def next_layer(layers, at_once, capacity, error_rate, growth):
    """An empty layer to follow these, with room for at_once values."""
    p = layer_rate(error_rate, growth, len(layers))
    largest = max((layer.row[0] for layer in layers), default=0)
    row = geometry(capacity, p)
    while growth and (capacity < at_once or row[0] < largest + largest // 2):
        capacity *= growth
        row = geometry(capacity, p)
    return Layer(row, full=full(row, p) if growth else math.inf)

class Layer:
    def __init__(self, row, words=None, full=None):
        self.row, self.full = row, full                 # row without the bits set
        self.words = bytearray(64 * row[0]) if words is None else words
        self.bits_set = popcount(self.words)

    def __contains__(self, h):
        return all(self.words[b >> 3] >> (b & 7) & 1 for b in bits(h, *self.row))

    def add(self, h):
        for b in bits(h, *self.row):
            self.bits_set += not self.words[b >> 3] >> (b & 7) & 1
            self.words[b >> 3] |= 1 << (b & 7)

# ---- whole filters ---------------------------------------------------------
def build(values, capacity, error_rate, seed=0, growth=0, at_once=0):
    """The wire form of a filter of the values, all of one class, in the order in
    which they come; at_once of them come as one list, when it turns dense.
    Capacity 0 is that of a filter that sizes itself (and its growth is 2)."""
    hashes = list(dict.fromkeys(hash64(v, seed) for v in values))
    [cls] = {c for c, _ in values} or {0}
    layers = []
    sparse = len(hashes) <= limit(capacity, error_rate, growth)
    if not sparse:
        capacity = capacity or SELF_SIZED
        for h in hashes:
            if not any(h in layer for layer in layers):
                if not layers or layers[-1].bits_set >= layers[-1].full:
                    layers.append(next_layer(layers, 1 if layers else at_once,
                                             capacity, error_rate, growth))
                layers[-1].add(h)
    return b"".join((
        HEADER.pack(1, not sparse, 1, growth, cls, len(layers), 0, seed & MASK,
                    capacity, error_rate),
        *(LAYER.pack(*layer.row, layer.bits_set) for layer in layers),
        *([struct.pack("<Q", h) for h in sorted(hashes)] if sparse
          else [layer.words for layer in layers])))

def popcount(b): return bin(int.from_bytes(b, "little")).count("1")

class Filter:
    """Reads and checks wire bytes; `value in filter` tests a value."""

    def __init__(self, wire):
        assert HEADER.size <= len(wire) <= MAX_BYTES - 4, "length"
        (version, flags, family, growth, self.cls, layers, extra, self.seed,
         capacity, error_rate) = HEADER.unpack_from(wire)
        assert (version, family, extra) == (1, 1, 0), "unknown version, family or extra"
        assert flags in (0, 1), "counting, or unknown flags"
        assert growth in (0, 2, 4), "growth"
        assert self.cls in range(7) or self.cls >> 31, "unknown class"
        assert 1e-9 <= error_rate <= 0.5, "error rate"
        assert 1 <= capacity < 1 << 63 or (capacity, flags, growth) == (0, 0, 2), "capacity"
        self.layers, self.hashes = [], []
        if flags == 0:
            assert layers == 0, "layers"
            self.read_hashes(wire[HEADER.size:], capacity, error_rate, growth)
        else:
            assert layers == 1 or layers > 1 and growth, "layers"
            self.read_layers(wire, layers)

    def read_hashes(self, payload, capacity, error_rate, growth):
        assert len(payload) % 8 == 0, "length"
        self.hashes = [h for h, in struct.iter_unpack("<Q", payload)]
        assert all(a < b for a, b in zip(self.hashes, self.hashes[1:])), "order"
        if capacity:                    # 1.44 bits a value, at 0.5, are the least there can be
            assert capacity <= MAX_BYTES * 8 and stored_size(
                capacity, layer_rate(error_rate, growth, 0)) <= MAX_BYTES, "500 MB"
        assert growth or len(self.hashes) <= limit(capacity, error_rate, growth), "not few"

    def read_layers(self, wire, layers):
        start = HEADER.size + LAYER.size * layers
        assert len(wire) >= start, "length"
        for lines, region, touched, probes, bits_set in LAYER.iter_unpack(wire[HEADER.size:start]):
            assert region in (1, 2, 4, 8, 16, 32, 64), "region"
            assert lines >= 1 and lines % region == 0, "lines"
            assert 1 <= touched <= region and touched <= probes <= 15 * touched, "probes"
            words, start = wire[start:start + 64 * lines], start + 64 * lines
            assert len(words) == 64 * lines, "length"
            self.layers.append(Layer((lines, region, touched, probes), words))
            assert self.layers[-1].bits_set == bits_set, "bits set"
        assert len(wire) == start, "length"

    def __contains__(self, value):
        h = hash64(value, self.seed)
        return value[0] == self.cls and (h in self.hashes or any(h in x for x in self.layers))

EMPTY = build([], 0, 0.01, growth=2)                    # bloom()

def as_text(wire): return "\\x" + wire.hex()

# ---- vectors ---------------------------------------------------------------
def quote(s): return "'" + s.replace("'", "''") + "'"
def md5(wire): return quote(hashlib.md5(as_text(wire).encode()).hexdigest())
def signed(u): return f"'{u - (u >> 63 << 64)}'::bigint"

def show(title, rows):
    """rows of (what, SQL, wanted literal)"""
    print(f"\n-- {title}\n"
          "SELECT what, got = want AS ok, CASE WHEN got <> want THEN got END AS got\nFROM (VALUES")
    print(",\n".join(f"  ({quote(what)}, {sql}, {want})" for what, sql, want in rows))
    print(") v(what, got, want);")

UUIDS = ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "00000000-0000-0000-0000-000000000000"]
VALUES = [                                              # SQL and what it means
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
]
SEEDS = (0, 1, -1, SHARD_SEED)
def numbers(n): return [integer(i + 1) for i in range(n)]
def series(n): return f"ARRAY(SELECT generate_series(1, {n}))", numbers(n)

def at_limit(*shape):
    """As many hashes as are few, the same with duplicates, and one more."""
    n = limit(*shape)
    twice = f"ARRAY(SELECT i % {n} + 1 FROM generate_series(1, {2 * n}) i)", numbers(n)
    return [(*array, *shape, 0) for array in (series(n), twice, series(n + 1))]

FILTERS = [             # SQL of the array, values, capacity, error rate, growth, seed
    ("'{}'::int[]", [], 1, 0.5, 0, 0), ("'{}'::int[]", [], 1 << 24, 1e-9, 4, -1),
    ("'{}'::text[]", [], 1000, 0.001, 0, 7), ("'{}'::uuid[]", [], 1000000, 0.3, 2, 0),
    ("'{}'::int[]", [], 0, 0.01, 2, 0), ("'{a}'::text[]", [text("a")], 0, 0.01, 2, 0),
    ("'{c,a,b,a}'::text[]", [text(c) for c in "abc"], 0, 0.01, 2, 0),
    ("'{a,b}'::text[]", [text("a"), text("b")], 10, 0.01, 0, 0),
    ("'{a,b}'::text[]", [text("a"), text("b")], 10, 0.01, 2, 1),
    ("ARRAY[true]", [boolean(True)], 2, 0.5, 0, -1),
    ("ARRAY[true, false]", [boolean(True), boolean(False)], 2, 1e-6, 0, 0),
    ("'{%s,%s}'::uuid[]" % tuple(UUIDS), [uuid(u) for u in UUIDS], 20, 1e-9, 0, 0),
    ("ARRAY(SELECT 'key ' || i FROM generate_series(1, 700) i)",
     [text(f"key {i + 1}") for i in range(700)], 700, 1e-4, 0, 1 << 62),
    ("ARRAY(SELECT i / 4.0 FROM generate_series(-50, 50) i)",
     [numeric(str(Decimal(i) / 4)) for i in range(-50, 51)], 101, 0.001, 0, 2),
    *((*series(n), n, p, 0, s)
      for n, p, s in ((1, 0.01, 0), (7, 0.1, 1), (30, 1e-3, 0), (61, 1e-4, -1), (100, 1e-6, 0),
                      (150, 1e-6, 5), (250, 1e-9, 3), (500, 1e-4, 0), (1000, 0.01, 0),
                      (1000, 1e-3, SHARD_SEED), (2000, 1e-3, 0), (2000, 1e-6, 0), (2000, 1e-9, 0))),
    *(row for shape in ((1, 0.5, 0), (10, 1e-9, 0), (100, 0.01, 0), (1000, 1e-3, 0), (10007, 0.05, 0),
                        (3000, 1e-6, 0), (100, 0.01, 2), (1000, 1e-3, 4), (500, 1e-9, 2), (0, 0.01, 2))
      for row in at_limit(*shape)),
    # growing, of one layer: what comes at once isn't more than the capacity
    (*series(60), 100, 0.01, 2, 0), (*series(1000), 2000, 0.1, 4, 3), (*series(800), 1000, 1e-6, 2, -1),
    (*series(1500), 0, 0.01, 2, 0), (*series(3500), 0, 0.01, 2, 0),
]
GROWN = [               # one value after the other: how many, capacity, error rate, growth
    (1000, 100, 0.01, 2), (1500, 50, 0.2, 4), (700, 30, 1e-6, 2), (1500, 97, 1e-3, 2)]
AGGREGATES = [          # of so many values, each of them twice; error rate
    (1, 0.01), (9, 0.01), (10, 0.01), (2000, 0.01), (100, 1e-6), (1009, 0.001), (4000, 0.2)]
BY_HAND = [             # rows of layers that solving doesn't give
    [(3, 1, 1, 15)], [(4, 4, 3, 8), (2, 1, 1, 1), (8, 8, 7, 20)], [(2, 2, 2, 30), (2, 2, 2, 30)]]

def by_hand(rows, values):
    """A growing filter of such layers, among which the values are dealt out."""
    layers = [Layer(row) for row in rows]
    for i, v in enumerate(values):
        layers[i % len(layers)].add(hash64(v, 9))
    return b"".join((HEADER.pack(1, 1, 1, 2, 2, len(layers), 0, 9, 10, 0.1),
                     *(LAYER.pack(*x.row, x.bits_set) for x in layers), *(x.words for x in layers)))

SHAPES = [(n, p) for p in (0.5, 0.1, 0.01, 0.0078125, 0.001, 1e-4, 1e-5, 1e-6, 1.86906e-07, 1e-9)
          for n in (1, 10, 97, 640, 1000, 1921, 5000, 99991, 1000000, 7565099, 10000000, 15485863,
                    49979687, 99999989, 100000000) if stored_size(n, p) <= MAX_BYTES]

def vectors():
    print("-- made by src/test/golden.py\nSET client_encoding = 'UTF8';\n"
          "CREATE TYPE golden_mood AS ENUM ('sad', 'fröhlich');\nCREATE DOMAIN golden_domain AS int;")
    show("hashes", [(sql, f"bloom_hash({sql})", signed(hash64(v))) for sql, v in VALUES])
    show("seeds", [(f"{sql}, {seed}", f"bloom_hash({sql}, {seed})", signed(hash64(v, seed)))
                   for sql, v in VALUES[::3] + VALUES[7:11] for seed in SEEDS])
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
        shape = f"{n}, {p}, {growth}, seed => {seed}" if n else ""
        f = f"bloom_add_all(bloom({shape}), {array})::text"
        rows.append((f"{shape}: {len(values)}", *(
            (f, quote(as_text(wire))) if len(wire) < 200 else (f"md5({f})", md5(wire)))))
    rows.append(("100000 integers", "(SELECT md5(bloom_agg(i, 100000, 0.001)::text) "
                 "FROM generate_series(1, 100000) i)", md5(build(numbers(100000), 100000, 0.001))))
    show("whole filters", rows)

    rows = [(f"no rows, {more}", f"(SELECT bloom_agg(i{more}) FROM generate_series(1, 0) i)::text",
             quote(as_text(EMPTY))) for more in ("", ", 10", ", NULL, 0.01")]
    for n, p in AGGREGATES:
        more = "" if p == 0.01 else f", NULL, {p}"
        rows.append((f"{n}{more}", f"(SELECT md5(bloom_agg(i % {n} + 1{more})::text) "
                     f"FROM generate_series(1, {2 * n}) i)", md5(build(numbers(n), n, p))))
    show("aggregates that count", rows)

    rows = []
    for n, *shape in GROWN:
        wire = build(numbers(n), *shape[:2], growth=shape[2])
        assert len(Filter(wire).layers) > 2 and all(v in Filter(wire) for v in numbers(1))
        rows.append((f"{n} in {shape}",
                     f"(WITH RECURSIVE f(i, filter) AS (SELECT 0, bloom({', '.join(map(str, shape))}) "
                     f"UNION ALL SELECT i + 1, filter || (i + 1) FROM f WHERE i < {n}) "
                     f"SELECT md5(filter::text) FROM f WHERE i = {n})", md5(wire)))
    for table in BY_HAND:
        wire = by_hand(table, numbers(30))
        f, reader = f"{quote(as_text(wire))}::bloom", Filter(wire)
        rows.append((str(table), f"md5(({f})::text)", md5(wire)))
        rows.append(("positives", f"(SELECT count(*) FROM generate_series(1, 5000) i WHERE i <@ {f})",
                     sum(v in reader for v in numbers(5000))))
    show("several layers", rows)

    show("geometry: bytes, probes, lines touched",
         [(f"{n}, {p}", f"(SELECT (bytes, probes, lines_touched)::text FROM bloom_size({n}, {p}))",
           "'(%d,%d,%d)'" % (stored_size(n, p), geometry(n, p)[3], geometry(n, p)[2]))
          for n, p in SHAPES])
    print("\nDROP TYPE golden_mood;\nDROP DOMAIN golden_domain;")

if __name__ == "__main__":
    if sys.argv[1:] != ["vectors"]:
        sys.exit(__doc__)
    vectors()
