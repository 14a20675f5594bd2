"""A filter of pybloom-live.

    pybloom.py write plain|scalable CAPACITY ERROR-RATE FILE <URLS
    pybloom.py test plain|scalable FILE <URLS

A scalable filter has growth 2.  "test" prints 1 or 0 for each URL.
"""
import sys

from pybloom_live import BloomFilter, ScalableBloomFilter

action, kind, *shape, path = sys.argv[1:]
urls = [line.decode() for line in sys.stdin.buffer.read().splitlines()]
scalable = kind == "scalable"
kind = ScalableBloomFilter if scalable else BloomFilter
if action == "write":
    growth = [ScalableBloomFilter.SMALL_SET_GROWTH] if scalable else []
    bloom = kind(int(shape[0]), float(shape[1]), *growth)
    for url in urls:
        bloom.add(url)
    with open(path, "wb") as file:
        bloom.tofile(file)
else:
    with open(path, "rb") as file:
        bloom = kind.fromfile(file)
    for url in urls:
        print(int(url in bloom))
