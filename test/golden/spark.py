#!/usr/bin/python3
"""A second implementation of Spark's BloomFilter, written from Spark's sources without any code of src/.

    test/golden/spark.py FOLDER     writes FOLDER/spark-*: filters, and answers to all keys

Its hash is the one of Spark's SQL function, for which PySpark's documentation has two results.
"""
import hashlib
import json
import math
import pathlib
import struct
import subprocess
import sys

IMPORTED = pathlib.Path(__file__).parent.parent / "imported"
MEMBERS = 4000


def signed(number, bits=32):
    number &= (1 << bits) - 1
    return number - (1 << bits) if number >> bits - 1 else number


def rotate(number, by):
    return (number << by | number >> 32 - by) & 0xFFFFFFFF


def block(h, k):
    h ^= rotate((k & 0xFFFFFFFF) * 0xCC9E2D51 & 0xFFFFFFFF, 15) * 0x1B873593 & 0xFFFFFFFF
    return rotate(h, 13) * 5 + 0xE6546B64 & 0xFFFFFFFF


def murmur(key, seed):
    """MurmurHash3_x86_32 except for the last bytes, as a signed number."""
    h = seed & 0xFFFFFFFF
    whole = len(key) - len(key) % 4
    for (k,) in struct.iter_unpack("<i", key[:whole]):
        h = block(h, k)
    for (k,) in struct.iter_unpack("<b", key[whole:]):
        h = block(h, k)
    h ^= len(key)
    h = (h ^ h >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return signed(h ^ h >> 16)


assert murmur(b"ABC", 42) == -757602832
assert murmur(b"DEF", murmur(b"ABC", 42)) == 599895104


class Filter:
    def __init__(self, capacity, error_rate, version, seed=0):
        bits = int(-capacity * math.log(error_rate) / (math.log(2) * math.log(2)))
        self.version, self.seed = version, seed
        self.probes = max(1, math.floor(bits / capacity * math.log(2) + 0.5))
        self.words = [0] * -(-bits // 64)

    def positions(self, key):
        first = murmur(key, self.seed)
        second = murmur(key, first)
        size = len(self.words) * 64
        total = first * 0x7FFFFFFF
        for i in range(1, self.probes + 1):
            if self.version == 1:
                total = signed(first + i * second)
            else:
                total = signed(total + second, 64)
            if total < 0:
                total = ~total
            yield total % size

    def add(self, key):
        for p in self.positions(key):
            self.words[p // 64] |= 1 << p % 64

    def __contains__(self, key):
        return all(self.words[p // 64] >> p % 64 & 1 for p in self.positions(key))

    def file(self):
        head = [self.version, self.probes] + [self.seed] * (self.version == 2)
        return struct.pack(f">{len(head)}iI{len(self.words)}Q", *head, len(self.words), *self.words)


def keys_of(folder):
    lines = subprocess.check_output([IMPORTED / "probes", folder], encoding="UTF-8").splitlines()
    return [line.split("\t")[0] for line in lines]


def texts():
    """The URLs of other directories.  Every second one ends with multibyte characters."""
    return [key + ("", "Grüße你😀"[i % 8:])[i % 2] for i, key in enumerate(keys_of("guava-s1"))]


def numbers():
    """Numbers of all lengths, with both signs."""
    return [int(key) for key in keys_of("guava-long")]


def write(name, capacity, error_rate, version, keys, seed=0):
    made = Filter(capacity, error_rate, version, seed)
    longs = isinstance(keys[0], int)
    data = [struct.pack("<q", key) if longs else key.encode() for key in keys]
    for key in data[:MEMBERS]:
        made.add(key)
    answers = [key in made for key in data]
    folder = pathlib.Path(sys.argv[1]) / name
    folder.mkdir()
    (folder / "filter.bin").write_bytes(made.file())
    with (folder / "probes.tsv").open("w", encoding="UTF-8") as file:
        file.writelines(f"{key}\t{answer:d}\n" for key, answer in zip(keys, answers))
    params = {
        "format": name,
        "library": "none: test/golden/spark.py, as org.apache.spark.util.sketch.BloomFilter",
        "version": "Spark 1.6 to 4.0" if version == 1 else "Spark 4.1",
        "capacity": capacity,
        "error_rate": error_rate,
        "seed": seed,
        "k": made.probes,
        "longs": len(made.words),
        "key_encoding": "putLong" if longs else "putString",
        "members": MEMBERS,
        "probes": len(keys),
        "false_positives": sum(answers) - MEMBERS,
        "false_negatives": MEMBERS - sum(answers[:MEMBERS]),
        "files": {"filter.bin": {"bytes": len(made.file()), "sha256": hashlib.sha256(made.file()).hexdigest()}},
    }
    (folder / "params.json").write_text(json.dumps(params, indent=2) + "\n")


write("spark-v1", 4000, 0.01, 1, texts())
write("spark-v2", 4500, 0.02, 2, texts())
write("spark-v1-long", 4000, 0.03, 1, numbers())
write("spark-v2-long", 4000, 0.001, 2, numbers(), seed=-559038737)
