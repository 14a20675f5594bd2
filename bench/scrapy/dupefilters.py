"""The measurements of the script `run`.  As a module, the dupefilter for comparison."""
import json
import os
import resource
import statistics
import subprocess
import sys
from time import perf_counter

import psycopg
import redis
import scrapy
from scrapy.dupefilters import RFPDupeFilter
from scrapy.utils.test import get_crawler

ROUNDS = int(os.environ.get('ROUNDS', '5'))
REQUESTS = int(os.environ.get('REQUESTS', '5000'))      # number per round, each of them twice
PAGES = int(os.environ.get('PAGES', '1000'))            # number per crawl
MEMBERS = 1_000_000
HERE = os.path.dirname(os.path.abspath(__file__))
SITE = [sys.executable, os.path.join(HERE, '../../clients/python/tests/crawl_site.py')]
OURS = 'bloomext.scrapy.SharedSetDupeFilter'
LAZY = 'options=-csynchronous_commit=off'
DUPEFILTERS = {
    "Scrapy's own, in memory": {'DUPEFILTER_CLASS': 'scrapy.dupefilters.RFPDupeFilter'},
    'Redis, SADD as by scrapy-redis': {'DUPEFILTER_CLASS': 'dupefilters.RedisDupeFilter'},
    'shared set': {'DUPEFILTER_CLASS': OURS},
    'shared set, synchronous_commit = off': {'DUPEFILTER_CLASS': OURS, 'BLOOMEXT_DSN': LAZY},
}
CRAWLS = {**DUPEFILTERS, 'shared set with scheduler':
          {'DUPEFILTER_CLASS': OURS, 'SCHEDULER': 'bloomext.scrapy.SharedSetScheduler'}}


class RedisDupeFilter(RFPDupeFilter):
    """A reimplementation of the dupefilter of scrapy-redis, which adds the hexadecimal fingerprint to a set"""

    def open(self):
        self.redis = redis.Redis(unix_socket_path=os.environ['REDIS_SOCKET'])

    def request_seen(self, request):
        return self.redis.sadd('dupefilter', self.request_fingerprint(request)) == 0


def forget():
    redis.Redis(unix_socket_path=os.environ['REDIS_SOCKET']).flushall()
    with psycopg.connect('', autocommit=True) as connection:
        connection.execute('DROP TABLE IF EXISTS scrapy_requests')
        if connection.execute("SELECT to_regclass('scrapy')").fetchone()[0]:
            connection.execute("SELECT bloom_set_drop('scrapy')")


def answers(settings):
    """Microseconds per answer, for new requests and for seen requests"""
    from scrapy.utils.misc import create_instance, load_object
    crawler = get_crawler(scrapy.Spider, {'REQUEST_FINGERPRINTER_IMPLEMENTATION': '2.7', **settings})
    requests = [scrapy.Request(f'https://example.com/page/{i}') for i in range(REQUESTS)]
    for request in requests:
        crawler.request_fingerprinter.fingerprint(request)      # is cached afterwards
    crawler.spider = None
    dupefilter = create_instance(load_object(settings['DUPEFILTER_CLASS']), crawler.settings, crawler)
    dupefilter.open()
    times = []
    for seen in (False, True):
        if seen and hasattr(dupefilter, 'recent'):
            dupefilter.recent._members.clear()                  # so that the server has to answer
        begin = perf_counter()
        assert all(dupefilter.request_seen(request) == seen for request in requests)
        times.append((perf_counter() - begin) / REQUESTS * 1e6)
    dupefilter.close('finished')
    return times


def crawl(address, settings):
    """Pages per second, and processor seconds of Scrapy per 1000 pages"""
    command = SITE + ['crawl', f'{address}0?n={PAGES}'] + [f'{name}={json.dumps(value)}' for name, value in settings.items()]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True,
                          env={**os.environ, 'PYTHONPATH': os.environ['PYTHONPATH'] + ':' + HERE})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    stats = json.loads(done.stdout)
    assert stats['item_scraped_count'] == PAGES, done.stderr
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return [PAGES / stats['elapsed_time_seconds'], processor * 1000 / PAGES]


def table(title, columns, figures):
    print(f'\n{title}\n{"":40}' + ''.join(f'{column:>26}' for column in columns))
    for name, rounds in figures.items():
        cells = []
        for values in zip(*rounds):
            cells.append(f'{statistics.median(values):.1f} ({min(values):.1f} - {max(values):.1f})')
        print(f'{name:40}' + ''.join(f'{cell:>26}' for cell in cells), flush=True)


def rounds(choices, measure):
    figures = {name: [] for name in choices}
    for _ in range(ROUNDS):
        for name, settings in choices.items():
            forget()
            figures[name].append(measure(settings))
    return figures


def memory():
    """Bytes per fingerprint, for a million"""
    code = ('import os; pages = lambda: int(open("/proc/self/statm").read().split()[1]); before = pages();'
            f'kept = {{os.urandom(20).hex() for _ in range({MEMBERS})}};'
            'print(os.sysconf("SC_PAGE_SIZE") * (pages() - before))')
    own = int(subprocess.run([sys.executable, '-c', code], stdout=subprocess.PIPE, check=True).stdout)
    forget()
    server = redis.Redis(unix_socket_path=os.environ['REDIS_SOCKET'])
    before = server.info()['used_memory']
    for _ in range(MEMBERS // 10000):
        server.sadd('dupefilter', *(os.urandom(20).hex() for _ in range(10000)))
    in_redis = server.info()['used_memory'] - before
    with psycopg.connect('', autocommit=True) as connection:
        connection.execute("SELECT bloom_set_create('scrapy', %s, 0.0001, class => 'bytea')", (MEMBERS,))
        connection.execute("SELECT count(*) FROM (SELECT bloom_claim_all('scrapy', array_agg(sha1)) FROM ("
                           " SELECT i, substr(sha256(i::text::bytea), 1, 20) AS sha1 FROM generate_series(1, %s) i) v"
                           " GROUP BY i / 10000) w", (MEMBERS,))
        connection.execute("SELECT bloom_set_merge('scrapy')")
        for part in ('recent', 'filters'):
            connection.execute(f'VACUUM FULL scrapy_{part}')
        [(bytes_, disk)] = connection.execute(
            "SELECT bytes, disk_bytes FROM bloom_sets() WHERE set = 'scrapy'::regclass").fetchall()
    print(f'\nBytes per fingerprint, of {MEMBERS} distinct ones')
    for name, size in (("Scrapy's own, memory of each spider", own), ('Redis, memory of the server', in_redis),
                       ('shared set at 0.0001, its filters', bytes_), ('shared set at 0.0001, on disk', disk)):
        print(f'{name:40}{size / MEMBERS:26.1f}', flush=True)


if __name__ == '__main__':
    print(f'medians (least - most) of {ROUNDS} rounds')
    memory()
    table(f'An answer, for which Scrapy waits: microseconds; {REQUESTS} requests', ('new', 'seen'), rounds(DUPEFILTERS, answers))
    site = subprocess.Popen(SITE + ['serve'], stdout=subprocess.PIPE, text=True)
    try:
        address = f'http://127.0.0.1:{site.stdout.readline().strip()}/'
        table(f'One spider, {PAGES} pages of a local site, 10 links each',
              ('pages per second', 'processor s, 1000 pages'), rounds(CRAWLS, lambda settings: crawl(address, settings)))
    finally:
        site.kill()
