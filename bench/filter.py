"""A Bloom filter in plain Python with the method of pybloom: seven slices, with one
bit in each, selected by four bytes of a SHA-256.

    filter.py add|test CAPACITY FILE-OF-URLS

Prints the milliseconds for all URLs, and the number of bytes of the filter.
"""
import sys
import time
from hashlib import sha256
from struct import unpack_from

action, capacity, path = sys.argv[1:]
slice_bits = 10 * int(capacity) // 7
words = bytearray(7 * slice_bits // 8 + 1)


def add(url):
    start = 0
    for number in unpack_from("7I", sha256(url).digest()):
        bit = start + number % slice_bits
        words[bit >> 3] |= 1 << (bit & 7)
        start += slice_bits


def contains(url):
    start = 0
    for number in unpack_from("7I", sha256(url).digest()):
        bit = start + number % slice_bits
        if not words[bit >> 3] & 1 << (bit & 7):
            return False
        start += slice_bits
    return True


with open(path, "rb") as file:
    urls = file.read().splitlines()
start = time.perf_counter()
for url in urls:
    add(url)
if action == "test":
    start = time.perf_counter()
    assert all(contains(url) for url in urls)
print((time.perf_counter() - start) * 1000, len(words))
