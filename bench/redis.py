"""A handwritten Bloom filter in Redis: seven SETBIT or GETBIT commands per URL, in
pipelines of a thousand URLs, over a Unix socket.

    redis.py add|test CAPACITY FILE-OF-URLS SOCKET

Prints the milliseconds for all URLs, without the time in which Python makes the
commands, and the number of bytes of the bitmap.  Run "add" before "test".
"""
import socket
import sys
import time
from hashlib import md5
from struct import unpack

action, capacity, path, address = sys.argv[1:]
bits = 10 * int(capacity)


def command(*words):
    parts = [b"$%d\r\n%s\r\n" % (len(word), word) for word in words]
    return b"*%d\r\n%s" % (len(words), b"".join(parts))


def commands(url):
    one, step = unpack("QQ", md5(url).digest())
    places = [b"%d" % ((one + i * step) % bits) for i in range(7)]
    if action == "add":
        return [command(b"SETBIT", b"urls", place, b"1") for place in places]
    return [command(b"GETBIT", b"urls", place) for place in places]


def ask(message, replies):
    """The reply to each of these commands is ":0" or ":1" and an end of line."""
    server.sendall(message)
    answer = b""
    while len(answer) < 4 * replies:
        answer += server.recv(65536)
    return answer


server = socket.socket(socket.AF_UNIX)
server.connect(address)
if action == "add":
    ask(command(b"DEL", b"urls"), 1)
    ask(command(b"SETBIT", b"urls", b"%d" % (bits - 1), b"0"), 1)
with open(path, "rb") as file:
    urls = file.read().splitlines()
seconds = 0
for at in range(0, len(urls), 1000):
    batch = [c for url in urls[at : at + 1000] for c in commands(url)]
    message = b"".join(batch)
    start = time.perf_counter()
    answer = ask(message, len(batch))
    seconds += time.perf_counter() - start
    assert action == "add" or b"0" not in answer
print(seconds * 1000, bits // 8)
