"""A Bloom filter in a Redis string with SETBIT and GETBIT, like chfguo/bloomfilter:
MurmurHash64A, with seeds from a generator.

    bitmap.py SOCKET write|test CAPACITY ERROR-RATE prime|any FILE <URLS

"write" fills the filter with the URLs and GETs it into the file.  "test" prints 1 or
0 for each URL.  If the file differs from the string in Redis, it is SET before.
"""
import socket
import sys
from math import ceil, log
from os.path import basename
from struct import iter_unpack, pack, unpack

address, action, capacity, error_rate, size, path = sys.argv[1:]
key = basename(path).encode()
all64 = (1 << 64) - 1
factor = 0xC6A4A7935BD1E995


def murmur(url, seed):
    whole = len(url) & ~7
    h = seed ^ len(url) * factor & all64
    for (word,) in iter_unpack("<Q", url[:whole]):
        word = word * factor & all64
        word = (word ^ word >> 47) * factor & all64
        h = (h ^ word) * factor & all64
    if url[whole:]:
        h = (h ^ int.from_bytes(url[whole:], "little")) * factor & all64
    h = (h ^ h >> 47) * factor & all64
    return h ^ h >> 47


def is_prime(n):
    divisor = 2
    while divisor * divisor <= n and n % divisor:
        divisor += 1
    return divisor * divisor > n


# There, the rate is a float, and everything else a double
bits = int(-log(unpack("f", pack("f", float(error_rate)))[0]) * int(capacity) / log(2) ** 2)
while size == "prime" and not is_prime(bits):
    bits += 1
seeds = []
seed = 314159265
for _ in range(ceil(log(2) * bits / int(capacity))):
    seeds.append(seed)
    seed = (1664525 * seed + 1013904223) & 0xFFFFFFFF


def command(*words):
    parts = [b"$%d\r\n%s\r\n" % (len(word), word) for word in words]
    return b"*%d\r\n%s" % (len(words), b"".join(parts))


def reply():
    """A number or a string.  A missing string is empty."""
    kind, rest = replies.read(1), replies.readline()
    if kind == b":":
        return int(rest)
    if kind == b"$":
        return replies.read(int(rest) + 2)[:-2] if int(rest) >= 0 else b""
    assert kind == b"+", rest
    return rest


def ask(*words):
    server.sendall(command(*words))
    return reply()


def each(*words):
    """The replies for each URL: a list with one reply per bit."""
    for at in range(0, len(urls), 1000):
        some = urls[at : at + 1000]
        server.sendall(
            b"".join(
                command(words[0], key, b"%d" % (murmur(url, seed) % bits), *words[1:])
                for url in some
                for seed in seeds
            )
        )
        for _ in some:
            yield [reply() for _ in seeds]


urls = sys.stdin.buffer.read().splitlines()
server = socket.socket(socket.AF_UNIX)
server.connect(address)
replies = server.makefile("rb")
if action == "write":
    ask(b"DEL", key)
    for _ in each(b"SETBIT", b"1"):
        pass
    with open(path, "wb") as file:
        file.write(ask(b"GET", key))
else:
    with open(path, "rb") as file:
        content = file.read()
    if ask(b"GET", key) != content:
        ask(b"SET", key, content)
    for found in each(b"GETBIT"):
        print(int(all(found)))
