#!/usr/bin/python3
"""Send corrupted filters to a server. It must reject each one with an error, or
all functions must work with it.

    test/with-server test/fuzz/recv.py [COUNT [SEED [SHARE]]]

Sends COUNT (100,000) values to bloom_recv in binary format, some of them
through the cast from bytea and the text format. One of SHARE (8) accepted
values is passed to all functions. Prints each value that has ended a session,
or caused an internal error or a wrong result, and fails if there was one. It
implements the protocol itself, so it needs no package and can pipeline.
"""
import os
import random
import socket
import struct
import sys
import time
from collections import Counter

BATCH = 64                      # number of requests in a pipeline

# Filters of all kinds, and the values that are added to them
SEEDS = [
    ("bloom()", "generate_series(1, 0)"),
    ("bloom()", "generate_series(1, 40)"),
    ("bloom()", "generate_series(1, 1020)::text"),
    ("bloom()", "generate_series(1, 1040)::text"),
    ("bloom()", "generate_series(1, 6000)"),
    ("bloom_elastic(1000)", "generate_series(1, 0)"),
    ("bloom_elastic(1000, 0.001, 7)", "generate_series(1, 30)::text"),
    ("bloom_elastic(90000000, 1e-9)", "generate_series(1, 1500)"),
    ("bloom_elastic(1, 0.5)", "generate_series(1, 1100)"),
    ("bloom_elastic(1000000, 0.3)", "generate_series(1, 3000)::text"),
    ("(SELECT bloom_agg_like(i, bloom()) & bloom_agg_like(i + 3990, bloom()) FROM generate_series(1, 4000) i)",
     "generate_series(1, 0)"),
    ("bloom(100)", "generate_series(1, 0)"),
    ("bloom(2000000000, 0.5)", "'a'::text"),
    ("bloom(100)", "generate_series(1, 15)"),
    ("bloom(100)", "generate_series(1, 90)"),
    ("bloom(100, seed => 7)", "'t' || generate_series(1, 90)"),
    ("bloom(800, 1e-3)", "generate_series(1, 900)"),
    ("bloom(30, 1e-9, seed => -1)", "generate_series(1, 60)::numeric"),
    ("bloom(500, 0.5)", "generate_series(1, 300)::float8"),
    ("bloom(100)", "'2000-01-01'::date + generate_series(1, 90)"),
    ("bloom(100)", "int8send(generate_series(1, 90))"),
    ("bloom_add_hash(bloom(2, 0.1), -1)", "generate_series(1, 0)"),
    ("bloom(100, counting => true)", "generate_series(1, 0)"),
    ("bloom(100, counting => true)", "generate_series(1, 150) % 7"),
    ("bloom(200, 1e-4, counting => true)", "generate_series(1, 150)::text"),
    ("bloom(20, growth => 2)", "generate_series(1, 15)"),
    ("bloom(20, growth => 2)", "generate_series(1, 400)"),
    ("bloom(10, 1e-4, growth => 4)", "generate_series(1, 400)::text"),
] + [
    ("bloom_new(%s)" % new, "'k' || generate_series(1, %d)" % keys) for keys in (0, 70) for new in (
        "'pybloom', 50", "'pybloom', 50, growth => 2",
        "'pybloom', 50, hash => 'md5'", "'redisbloom', 50",
        "'redisbloom', 50, growth => 2", "'redisbloom', 20, 0.1, growth => 1",
        "'redis-bitmap', 50", "'redis-bitmap', 50, prime => true",
        "'guava', 50", "'guava', 50, keys => 'utf16'", "'parquet', 50", "'spark', 50", "'spark', 50, version => 2")
] + [
    ("bloom_new(%s)" % new, "generate_series(1, %d)" % keys) for keys in (0, 70) for new in (
        "'guava', 50, keys => 'integer'", "'guava', 50, keys => 'long'", "'spark', 50, keys => 'long', version => 2")
]

# Partial states of aggregates: flags, growth, capacity, and the number of hashes
STATES = [(0x80, 0, 0, 5), (0x80, 2, 0, 700), (0x90, 0, 0, 1500), (0x90, 2, 0, 5000), (0x9C, 0, 1000, 2),
          (0xB0, 0, 100, 300), (0xB0, 2, 20, 1100), (0x84, 0, 1000, 300)]


def code(values, bits):
    """The code of doc/format.md, of ascending numbers."""
    number = len(values)
    low = bits - (number.bit_length() - 1)
    size = (number + (1 << bits - low) + 63) // 64
    upper = sum(1 << i + (v >> low) for i, v in enumerate(values)).to_bytes(8 * size, "little")
    lower = sum((v & (1 << low) - 1) << i * low for i, v in enumerate(values))
    before = [sum(upper[:i].translate(ONES)) for i in range(0, len(upper), 64)]
    before += [0] * (len(before) % 2)
    return (struct.pack("<Q%dI" % len(before), number, *before) + upper +
            lower.to_bytes((number * low + 63) // 64 * 8, "little"))


def state(flags, growth, capacity, number):
    """The bytes of a partial state."""
    rng = random.Random(number)
    bits = 17 if flags & 0x0C == 0x04 else 64           # for capacity 1000 at 0.01
    hashes = sorted({rng.getrandbits(bits) for _ in range(number)})
    return (struct.pack("<BBBBIHHQQd", 1, flags, 1, growth, 2, 0, 0, 0, capacity, 0.01) +
            (code(hashes, bits) if flags & 0x14 else struct.pack("<%dQ" % len(hashes), *hashes)))


# Operations on a and b: they set f to a result, or assert a condition
STATEMENTS = [
    "f := bloom_add(a, 'key'); ASSERT bloom_contains(f, 'key'), 'add'",
    "f := bloom_add(a, 42); ASSERT bloom_contains(f, 42), 'add'",
    "f := bloom_add_hash(a, n); ASSERT bloom_contains_hash(f, n), 'add_hash'",
    "f := bloom_add_all(a, array(SELECT 'k' || generate_series(n, n + 40)));"
    " ASSERT bloom_contains_all(f, array['k' || n, 'k' || n + 40]), 'add_all'",
    "f := bloom_add_all(a, array(SELECT generate_series(n, n + 40)));"
    " ASSERT bloom_contains_all(f, array[n, n + 40]), 'add_all'",
    "f := bloom_remove(a, 'key')", "f := bloom_remove_all(a, array[n, 42])",
    "f := bloom_remove(bloom_add(a, 42), 42)",
    "f := a | b; ASSERT bloom_size_of(f) > 0, 'union';"
    " ASSERT NOT bloom_contains_hash(a, n) OR bloom_contains_hash(f, n), 'union'",
    "f := b | a; ASSERT bloom_size_of(f) > 0, 'union'",
    "f := a & b; ASSERT bloom_size_of(f) > 0, 'intersection'",
    "f := b & a; ASSERT bloom_size_of(f) > 0, 'intersection'",
    "f := a & a; ASSERT bloom_size_of(f) > 0, 'intersection'",
    "f := bloom() & a; ASSERT bloom_size_of(f) > 0, 'intersection'",
    "f := a | a | bloom(); ASSERT bloom_size_of(f) > 0, 'union'",
    "f := bloom_fold(a, (bloom_info(a)).capacity / (2 + n % 4))",
    "f := bloom_clear(a); ASSERT bloom_size_of(f) > 0, 'clear';"
    " ASSERT NOT bloom_contains_hash(f, n), 'clear'",
    "f := bloom_uncount(a);"
    " ASSERT bloom_contains_hash(f, n) = bloom_contains_hash(a, n), 'uncount'",
    "f := a::bloom(100)", "f := a::bloom(elastic)", "f := a::bloom(1000, 0.01, elastic)", "PERFORM bloom_info(a), bloom_info(b)",
    "PERFORM bloom_contains_each(a, array['a', 'key', null])",
    "PERFORM bloom_contains(a, '\\x00'::bytea)",
    "PERFORM bloom_contains(a, ROW(n, 'x', NULL)), bloom_contains_any(a, ARRAY[ROW(n, ROW('x'))])",
    "PERFORM a = b, a <> b, b = a",
    "ASSERT (a = b) = (bloom_cmp(a, b) = 0) AND (a < b) = (b > a) AND (a <= b) = NOT (b < a), 'order'",
    # no partial states, lists that are longer than built ones, and several identities
    "f := b | a; ASSERT f = a | b OR (bloom_info(f)).representation = 'dense' OR get_byte(a::bytea, 1) >= 16"
    " OR get_byte(b::bytea, 1) >= 16 OR (bloom_info(a)).growth + (bloom_info(b)).growth > 0"
    " OR bloom_cardinality(f) = 0, 'union'",
    "f := bloom() | a; ASSERT bloom_size_of(f) > 0, 'union'",
    "f := bloom_elastic(1000, 0.01, (bloom_info(a)).seed) | a; ASSERT bloom_size_of(f) > 0, 'union'",
    "f := bloom_add_all(a, array(SELECT -generate_series(n, n + 2000)));"
    " ASSERT bloom_contains_all(f, array[-n, -n - 2000]), 'add_all'",
    "PERFORM bloom_union_cardinality(a, b), bloom_intersection_cardinality(b, a)",
    "PERFORM bloom_jaccard(a, b)",
    "PERFORM bloom_export_chunks((bloom_info(a)).format, a)",
    "ASSERT (SELECT bloom_size_of(bloom_union_agg(v))"
    " FROM (VALUES (a), (b), (a)) t(v)) > 0, 'union_agg'",
    "ASSERT (SELECT bloom_size_of(bloom_intersection_agg(v))"
    " FROM (VALUES (a), (b), (a)) t(v)) > 0, 'intersection_agg'",
    "ASSERT (SELECT bloom_size_of(bloom_agg_like(x, a))"
    " FROM generate_series(1, 50) x) > 0, 'agg'",
    "ASSERT (SELECT bloom_size_of(bloom_agg_like(x::text, a))"
    " FROM generate_series(1, 50) x) > 0, 'agg'",
    "ASSERT a::bytea::bloom::text = a::text AND a::text::bloom = a, 'text'",
]

# The filter as a constant, which the planner sees
PLANNED = """
    IF n % 4 = 0 THEN
        EXECUTE format('EXPLAIN SELECT FROM fuzz_values WHERE n <@ %L::bloom', a);
        EXECUTE format('EXPLAIN SELECT FROM fuzz_values WHERE %L::bloom @> t', a);
    END IF"""

# The filter out of line, so that parts of it are read.  Not for all filters,
# because the table would become too large.
STORED = """
    IF n % 16 = 0 THEN
        INSERT INTO fuzz_stored VALUES (a);
        PERFORM bloom_contains_hash(stored, n), bloom_contains_hash(stored, x)
        FROM fuzz_stored, generate_series(1, 3) x;
        PERFORM bloom_contains(stored, 'key') FROM fuzz_stored, generate_series(1, 3);
    END IF"""


def all_functions():
    body = "".join("""
BEGIN
    %s;
EXCEPTION WHEN OTHERS THEN
    ASSERT SQLSTATE !~ '^(XX|42)', SQLERRM;
END;""" % one for one in STATEMENTS + [PLANNED, STORED])
    # Internal errors are findings, and so are errors in the SQL above.
    # bloom_size_of is the length of a value after sending and receiving it.
    return """
CREATE TEMP TABLE fuzz_values AS
SELECT n, n::text AS t FROM generate_series(1, 500) n UNION ALL SELECT 7, '7';
ANALYZE fuzz_values;
CREATE TEMP TABLE fuzz_stored (stored bloom) WITH (toast_tuple_target = 128);
ALTER TABLE fuzz_stored ALTER stored SET STORAGE EXTERNAL;
CREATE FUNCTION bloom_size_of(f bloom) RETURNS int IMMUTABLE LANGUAGE sql AS
'SELECT length(f::bytea::bloom::bytea)';
CREATE FUNCTION fuzz_all(a bloom, b bloom, n int) RETURNS int LANGUAGE plpgsql AS
$body$DECLARE f bloom; BEGIN %s
DELETE FROM fuzz_stored;
RETURN 1; END$body$""" % body


QUICK = ("SELECT bloom_cardinality(f), bloom_fpp(f), f = f,"
         " f::bytea = bloom_send(f) FROM (SELECT %s AS f, $2, $3) s")
QUERIES = [
    ("bloom", QUICK % "$1"),
    ("bytea", QUICK % "$1::bloom"),
    ("bytea", QUICK % r"('\x' || encode($1, 'hex'))::bloom"),
    ("bloom", "SELECT fuzz_all($1, $2, $3)"),
]
ALL = len(QUERIES) - 1


class Lost(Exception):
    """The session has ended."""


class Session:
    def __init__(self, prepare=True):
        path = os.path.join(os.environ.get("PGHOST", "/var/run/postgresql"),
                            ".s.PGSQL." + os.environ.get("PGPORT", "5432"))
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.buffer = b""
        start = b"".join(s.encode() + b"\0" for s in (
            "user", os.environ.get("PGUSER", "postgres"),
            "database", os.environ.get("PGDATABASE", "postgres"), ""))
        self.socket.sendall(struct.pack("!ii", len(start) + 8, 196608) + start)
        self.finish()
        self.query("SET log_min_messages = fatal; SET client_min_messages = error;"
                   " SET statement_timeout = '20s'; SET search_path = public, pg_temp")
        if prepare:
            self.prepare()

    def prepare(self):
        self.query("DROP FUNCTION IF EXISTS bloom_size_of, fuzz_all")
        self.query(all_functions())
        oids = {name: int(self.query("SELECT '%s'::regtype::oid" % name)[0])
                for name in ("bloom", "bytea", "int4")}
        for i, (first, query) in enumerate(QUERIES):
            self.socket.sendall(message(b"P", b"s%d\0%s\0" % (i, query.encode()) +
                                        struct.pack("!hIII", 3, oids[first],
                                                    oids["bloom"], oids["int4"])) +
                                message(b"S", b""))
            self.finish()

    def receive(self):
        """Returns the next message."""
        while True:
            if len(self.buffer) >= 5:
                size = int.from_bytes(self.buffer[1:5], "big") + 1
                if len(self.buffer) >= size:
                    found = self.buffer[:1], self.buffer[5:size]
                    self.buffer = self.buffer[size:]
                    return found
            try:
                more = self.socket.recv(1 << 16)
            except OSError:
                more = b""
            if not more:
                raise Lost
            self.buffer += more

    def answer(self):
        """Reads until the server is ready. Returns the fields of an error, or None."""
        error = None
        while True:
            kind, body = self.receive()
            if kind == b"E":
                error = {f[:1]: f[1:].decode(errors="replace")
                         for f in body.split(b"\0") if f}
                if error[b"S"] != "ERROR":
                    raise Lost
            elif kind == b"Z":
                return error

    def finish(self):
        error = self.answer()
        if error:
            sys.exit(error[b"M"])

    def query(self, text):
        """Returns the first column of the result."""
        self.socket.sendall(message(b"Q", text.encode() + b"\0"))
        rows = []
        while True:
            kind, body = self.receive()
            if kind == b"E":
                sys.exit("%s: %s" % (text, body.decode(errors="replace")))
            if kind == b"D":
                size = struct.unpack("!i", body[2:6])[0]
                rows.append(body[6:6 + size].decode())
            if kind == b"Z":
                return rows


def message(kind, body):
    return kind + struct.pack("!i", len(body) + 4) + body


def request(which, value, other, number):
    return (message(b"B", b"\0s%d\0" % which + struct.pack("!hhhi", 1, 1, 3, len(value)) +
                    value + struct.pack("!i", len(other)) + other +
                    struct.pack("!iih", 4, number, 0)) +
            message(b"E", b"\0\0\0\0\0") + message(b"S", b""))


ONES = bytes(bin(i).count("1") for i in range(256))
NIBBLES = bytes((i & 15 > 0) + (i > 15) for i in range(256))


def repair(value):
    """Returns the value with correct numbers of set bits and in the correct order."""
    if len(value) < 36:
        return
    layers, extra = struct.unpack_from("<HH", value, 8)
    if value[2] > 1 and layers <= 64 and len(value) >= 100 + 80 * layers:
        own = 36 + 16 * layers
        extra = 8 + 8 * layers
        value[10:12] = struct.pack("<H", extra)
        value[20:28] = value[own + 16:own + 24]
        value[28:36] = value[own + 32:own + 40]
    at = 36 + 16 * layers + 8 * extra
    if at > len(value):
        return
    if value[1] & 0x10 or value[1] & 0x0C == 4:         # coded
        return
    if not value[1] & 1:
        count = (len(value) - at) // 8
        hashes = sorted(set(struct.unpack_from("<%dQ" % count, value, at)))
        value[at:] = struct.pack("<%dQ" % len(hashes), *hashes)
        return
    table, line = (NIBBLES, 256) if value[1] & 2 else (ONES, 64)
    for row in range(36, 36 + 16 * layers, 16):
        size = struct.unpack_from("<I", value, row)[0] * line
        if at + size > len(value):
            return
        value[row + 8:row + 16] = struct.pack("<Q", sum(value[at:at + size].translate(table)))
        at += size


ODD = [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 65, 127, 128, 255, 256, 511,
       512, 65535, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1,
       524288000, 524288000 * 8, 0x3F847AE147AE147B, 0x3FE0000000000000,
       0x3FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]


def spoil(rng, seeds):
    value = bytearray(rng.choice(seeds))
    rand = rng.random
    for _ in range(1 + int(rand() * 3)):
        if not value:
            break
        what = int(rand() * 10)
        near = len(value) if rand() < 0.3 else min(len(value), 160)
        at = int(rand() * near)
        if what < 2:
            value[at] ^= 1 << int(rand() * 8)
        elif what < 4:
            value[at] = int(rand() * 256)
        elif what < 7:
            width = 1 << int(rand() * 4)
            at &= ~3
            number = ODD[int(rand() * len(ODD))] + int(rand() * 3) - 1
            if at + width <= len(value):
                value[at:at + width] = (number % 2 ** (8 * width)).to_bytes(width, "little")
        elif what == 7:
            other = rng.choice(seeds)
            start = int(rand() * (len(other) + 1))
            value[at:at + len(other) - start] = other[start:]
        elif what == 8:
            del value[len(value) - 1 - int(rand() * min(len(value), 70)):]
        else:
            value += bytes(8 * int(rand() * 9))
    if rand() < 0.7:
        repair(value)
    return bytes(value)


class Fuzz:
    def __init__(self, seed, share):
        self.rng = random.Random(seed)
        self.share = share
        self.count = Counter()
        self.states = Counter()
        self.session = Session(prepare=False)
        self.session.query("DROP EXTENSION IF EXISTS bloomext CASCADE;"
                           " CREATE EXTENSION bloomext")
        self.seeds = [bytes.fromhex(self.session.query(
            "SELECT bloom_add_all(%s, array(SELECT %s))" % one)[0][2:])
                      for one in SEEDS] + [state(*one) for one in STATES]
        self.session.prepare()

    def report(self, what, batch):
        which, value, other, number = batch
        self.count["findings"] += 1
        if self.count["findings"] <= 20:
            print("%s: %s\n  $1 = \\x%s\n  $2 = \\x%s\n  $3 = %d" % (
                what, QUERIES[which][1], value.hex(), other.hex(), number), flush=True)

    def run(self, batch):
        """Sends requests. Returns those that were accepted."""
        accepted = []
        done = 0
        try:
            self.session.socket.sendall(b"".join(request(*one) for one in batch))
        except OSError:
            pass                # the answers below show how many requests arrived
        try:
            for done, one in enumerate(batch):
                error = self.session.answer()
                if error is None:
                    accepted.append(one)
                    continue
                state = error[b"C"]
                self.states[state] += 1
                if state.startswith("XX") or state in ("P0004", "57014"):
                    self.report("%s %s" % (state, error[b"M"]), one)
        except Lost:
            self.report("the session ended", batch[done])
            self.count["crashes"] += 1
            self.reconnect()
        return accepted

    def reconnect(self):
        for _ in range(600):
            time.sleep(0.1)
            try:
                self.session = Session()
                return
            except (OSError, Lost):
                pass
        sys.exit("the server doesn't come back")

    def step(self, size):
        rng = self.rng
        batch = []
        for _ in range(size):
            which = max(0, int(rng.random() * 10) - 7)
            batch.append((which, spoil(rng, self.seeds), rng.choice(self.seeds),
                          int(rng.random() * 1000)))
        accepted = self.run(batch)
        self.count["inputs"] += size
        self.count["accepted"] += len(accepted)
        deep = [(ALL, value, rng.choice((other, value)), number)
                for _, value, other, number in accepted
                if rng.random() * self.share < 1]
        self.count["through all functions"] += len(deep)
        self.run(deep)


def main():
    count, seed, share = ([int(a) for a in sys.argv[1:]] + [100000, 1, 8][len(sys.argv) - 1:])
    fuzz = Fuzz(seed, share)
    start = time.time()
    while fuzz.count["inputs"] < count:
        fuzz.step(min(BATCH, count - fuzz.count["inputs"]))
        if fuzz.count["inputs"] % (BATCH * 512) == 0:
            fuzz.session.query("TRUNCATE fuzz_stored")
    fuzz.session.query("DROP EXTENSION bloomext CASCADE")
    print("%s: %d a second" % (
        ", ".join("%d %s" % (n, what) for what, n in fuzz.count.items()),
        count / (time.time() - start)))
    print("errors:", dict(fuzz.states.most_common()))
    sys.exit(1 if fuzz.count["findings"] else 0)


main()
