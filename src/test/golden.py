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
EMPTY = HEADER.pack(1, 0, 1, 2, 0, 0, 0, 0, 0, 0.01)    # bloom()

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

# ---- whole filters ---------------------------------------------------------
def build(values, capacity, error_rate, seed=0):
    """The wire form of a fixed filter of the values, all of one class."""
    row = lines, region, touched, probes = geometry(capacity, error_rate)
    payload = bytearray(64 * lines)
    for v in values:
        for bit in bits(hash64(v, seed), *row):
            payload[bit >> 3] |= 1 << (bit & 7)
    [cls] = {c for c, _ in values} or {0}
    return (HEADER.pack(1, 1, 1, 0, cls, 1, 0, seed & MASK, capacity, error_rate) +
            LAYER.pack(*row, popcount(payload)) + payload)

def popcount(b): return bin(int.from_bytes(b, "little")).count("1")

class Filter:
    """Reads and checks wire bytes; `value in filter` tests a value."""

    def __init__(self, wire):
        assert HEADER.size <= len(wire) <= MAX_BYTES - 4, "length"
        (version, flags, family, growth, self.cls, layers, extra, self.seed,
         capacity, error_rate) = HEADER.unpack_from(wire)
        assert (version, family, extra) == (1, 1, 0), "unknown version, family or extra"
        self.row, self.payload = None, b""
        if wire == EMPTY:
            return
        assert (flags, growth, layers) == (1, 0, 1), "neither a dense fixed filter nor bloom()"
        assert self.cls in range(7) or self.cls >> 31, "unknown class"
        assert 1 <= capacity < 1 << 63 and 1e-9 <= error_rate <= 0.5, "shape"
        assert len(wire) >= HEADER.size + LAYER.size, "length"
        *self.row, bits_set = LAYER.unpack_from(wire, HEADER.size)
        lines, region, touched, probes = self.row
        assert region in (1, 2, 4, 8, 16, 32, 64), "region"
        assert 1 <= lines <= MAX_BYTES // 64 and lines % region == 0, "lines"
        assert 1 <= touched <= region and touched <= probes <= 15 * touched, "probes"
        self.payload = wire[HEADER.size + LAYER.size:]
        assert len(self.payload) == 64 * lines, "length"
        assert popcount(self.payload) == bits_set, "bits set"

    def __contains__(self, value):
        return self.row is not None and value[0] == self.cls and all(
            self.payload[b >> 3] >> (b & 7) & 1 for b in bits(hash64(value, self.seed), *self.row))

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
FILTERS = [                     # SQL of the array, values, capacity, error rate, seed, in full
    ("'{}'::int[]", [], 1, 0.5, 0, True),
    ("'{a,b}'::text[]", [text("a"), text("b")], 10, 0.01, 0, True),
    ("ARRAY[true]", [boolean(True)], 2, 0.5, -1, True),
    ("'{}'::text[]", [], 1000, 0.001, 7, False), ("'{}'::uuid[]", [], 2000, 1e-9, -1, False),
    *((f"ARRAY(SELECT generate_series(1, {n}))", [integer(i + 1) for i in range(n)], n, p, s, False)
      for n, p, s in ((1, 0.01, 0), (7, 0.1, 1), (30, 1e-3, 0), (61, 1e-4, -1), (100, 1e-6, 0),
                      (150, 1e-6, 5), (250, 1e-9, 3), (500, 1e-4, 0), (1000, 0.01, 0),
                      (1000, 1e-3, SHARD_SEED), (2000, 1e-3, 0), (2000, 1e-6, 0), (2000, 1e-9, 0))),
    ("ARRAY(SELECT 'key ' || i FROM generate_series(1, 700) i)",
     [text(f"key {i + 1}") for i in range(700)], 700, 1e-4, 1 << 62, False),
    ("ARRAY(SELECT i / 4.0 FROM generate_series(-50, 50) i)",
     [numeric(str(Decimal(i) / 4)) for i in range(-50, 51)], 101, 0.001, 2, False),
    ("'{%s,%s}'::uuid[]" % tuple(UUIDS), [uuid(u) for u in UUIDS], 20, 1e-9, 0, False),
    ("ARRAY[true, false]", [boolean(True), boolean(False)], 2, 1e-6, 0, False),
]
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

    rows = [("no rows", "(SELECT bloom_agg(i, 10) FROM generate_series(1, 0) i)::text",
             quote(as_text(EMPTY)))]
    for array, values, n, p, seed, full in FILTERS:
        wire = build(values, n, p, seed)
        assert all(v in Filter(wire) for v in values)
        f = f"bloom_add_all(bloom({n}, {p}, seed => {seed}), {array})::text"
        rows.append((f"{n}, {p}, seed {seed}, {array[:24]}", *(
            (f, quote(as_text(wire))) if full else (f"md5({f})", md5(wire)))))
    rows.append(("100000 integers", "(SELECT md5(bloom_agg(i, 100000, 0.001)::text) "
                 "FROM generate_series(1, 100000) i)",
                 md5(build([integer(i) for i in range(1, 100001)], 100000, 0.001))))
    show("whole filters", rows)
    show("geometry: bytes, probes, lines touched",
         [(f"{n}, {p}", f"(SELECT (bytes, probes, lines_touched)::text FROM bloom_size({n}, {p}))",
           "'(%d,%d,%d)'" % (stored_size(n, p), geometry(n, p)[3], geometry(n, p)[2]))
          for n, p in SHAPES])
    print("\nDROP TYPE golden_mood;\nDROP DOMAIN golden_domain;")

if __name__ == "__main__":
    if sys.argv[1:] != ["vectors"]:
        sys.exit(__doc__)
    vectors()
