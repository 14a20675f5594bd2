#!/usr/bin/python3
"""bloomext.scrapy with a real Scrapy, on a server and a local site:

    test/with-server clients/python/tests/live_scrapy.py

The package must be installed, or its folder be in PYTHONPATH.  PAGES=10000 is the crawl in full size."""
import collections
import http
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request
from unittest import mock

import scrapy
import twisted.internet.reactor     # get_crawler() of Scrapy 2.13 needs one
from scrapy.utils.test import get_crawler

from bloomext._crawl_json import CLASSES, MOST_BYTES, class_name, from_json, to_json

from live_store import DRIVERS, sql

HERE = os.path.dirname(os.path.abspath(__file__))
SITE = [sys.executable, os.path.join(HERE, 'crawl_site.py')]
PAGES = int(os.environ.get('PAGES', '1000'))
QUEUE = 'bloomext.scrapy.SharedSetScheduler'


class Site:
    """A site with a number of pages, and the record of what was fetched"""

    def __init__(self, pages):
        self.pages = pages
        self.process = subprocess.Popen(SITE + ['serve'], stdout=subprocess.PIPE, text=True)
        self.address = f'http://127.0.0.1:{self.process.stdout.readline().strip()}/'

    def counts(self):
        with urllib.request.urlopen(self.address + 'counts') as answer:
            return {self.url(int(path[1:])): count for path, count in json.load(answer).items()}

    def url(self, page):
        return f'{self.address}{page}?n={self.pages}'

    def spider(self, **settings):
        command = SITE + ['crawl', self.url(0)] + [f'{name}={json.dumps(value)}' for name, value in settings.items()]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def wait_for(self, fetches):
        deadline = time.monotonic() + 120
        while sum(self.counts().values()) < fetches:
            if time.monotonic() > deadline:
                raise AssertionError(f'no {fetches} fetches: {sum(self.counts().values())}')
            time.sleep(0.05)

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Crawls(unittest.TestCase):
    spiders = []

    def setUp(self):
        self.tearDown()
        sql('CREATE EXTENSION IF NOT EXISTS bloomext')
        sql("SELECT bloom_set_drop(to_regclass('crawl'))")
        sql('DROP TABLE IF EXISTS crawl_requests')

    def tearDown(self):
        for spider in self.spiders:
            spider.kill()
            spider.communicate()
        self.spiders = []

    def site(self, pages):
        site = Site(pages)
        self.addCleanup(site.close)
        return site

    def start(self, site, **settings):
        spider = site.spider(**{'BLOOMEXT_SET': 'crawl', **settings})
        self.spiders.append(spider)
        return spider

    def finish(self, spider, reason='finished'):
        """The statistics and the log"""
        out, log = spider.communicate(timeout=600)
        self.spiders.remove(spider)
        self.assertEqual(spider.returncode, 0, log)
        stats = json.loads(out)
        self.assertEqual(stats.get('finish_reason'), reason, log)
        self.assertNotIn('Traceback', log)
        self.assertNotRegex(log, r'/bloomext/.*Deprecat')
        return stats, log

    def kill(self, spider):
        """The requests that it held"""
        spider.send_signal(signal.SIGKILL)
        spider.communicate()
        self.spiders.remove(spider)
        return {row[0] for row in sql("SELECT request->>'url' FROM crawl_requests WHERE split_part(worker, ' ', 2) = %s",
                                      str(spider.pid))}

    def assert_all_fetched(self, site, twice=()):
        """Verify that each page was fetched exactly once, with the given exceptions"""
        counts = site.counts()
        self.assertEqual(set(counts), {site.url(page) for page in range(site.pages)})
        self.assertLessEqual({url for url, count in counts.items() if count > 1}, set(twice))
        self.assertLessEqual(max(counts.values()), 2)
        self.assertEqual(sql("SELECT members FROM bloom_set_info('crawl')"), [(site.pages,)])

    def test_dupefilter_alone(self):
        for driver in DRIVERS:
            with self.subTest(driver=driver.__name__):
                self.setUp()
                site = self.site(200)
                spiders = [self.start(site, BLOOMEXT_DRIVER=driver.__name__) for _ in range(3)]
                stats = [self.finish(spider)[0] for spider in spiders]
                self.assert_all_fetched(site)
                self.assertEqual(sum(one.get('scheduler/enqueued', 0) for one in stats), 200)
                # each link that was followed is a request, and so is each start
                links = 3 + sum(min(10, 8 + max(0, 200 - 2 * page - 1)) for page in range(200))
                self.assertEqual(sum(one['dupefilter/filtered'] for one in stats), links - 200)
                # another spider has nothing to do
                stats, _ = self.finish(self.start(site, BLOOMEXT_DRIVER=driver.__name__))
                self.assertEqual((stats['dupefilter/filtered'], stats.get('downloader/request_count')), (1, None))

    def example(self, number):
        """A program of the page"""
        with open(os.path.join(HERE, '..', 'README.md'), encoding='utf-8') as page:
            return page.read().split('## Scrapy')[1].split('```python\n')[number + 1].split('```')[0]

    def test_readme(self):
        """The first example of the page, with two addresses replaced"""
        site = self.site(50)
        code = self.example(0)
        for there, here in (('host=db.example dbname=crawl', ''), ('https://example.com/', site.url(0))):
            self.assertEqual(code.count(there), 1)
            code = code.replace(there, here)
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'example.py'), 'w', encoding='utf-8') as file:
                file.write(code)
            done = subprocess.run([sys.executable, '-m', 'scrapy', 'runspider', file.name, '-O', folder + '/items.jsonl'],
                                  cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            with open(folder + '/items.jsonl', encoding='utf-8') as items:
                urls = [json.loads(line)['url'] for line in items]
        self.assertEqual(sorted(urls), sorted(map(site.url, range(50))))
        self.assert_all_fetched(site)

    def runspider(self, code):
        """The output of a program with a spider"""
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'example.py'), 'w', encoding='utf-8') as file:
                file.write(code)
            done = subprocess.run([sys.executable, '-m', 'scrapy', 'runspider', file.name], cwd=folder, timeout=60,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn('Traceback', done.stdout)
        return done.stdout

    def test_odd_requests(self):
        """Whatever the requests contain, all are fetched, and the spider finishes"""
        site = self.site(9)
        log = self.runspider(f'''
import scrapy

class Example(scrapy.Spider):
    name = 'example'
    custom_settings = {{'DUPEFILTER_CLASS': 'bloomext.scrapy.SharedSetDupeFilter', 'SCHEDULER': '{QUEUE}',
                       'BLOOMEXT_SET': 'crawl', 'REQUEST_FINGERPRINTER_IMPLEMENTATION': '2.7'}}

    def start_requests(self):
        loop = []
        loop.append(loop)
        odd = ({{'score': float('nan')}}, {{'score': float('inf')}}, {{'loop': loop}}, {{'tags': {{frozenset('a')}}}},
               {{'tags': {{frozenset('a'): 1}}}}, {{'text': chr(0xD800) + chr(0)}})
        for page, meta in enumerate(odd):
            yield scrapy.Request('{site.address}%d?n=9' % page, meta=meta)
        for page, priority in ((6, 1 << 63), (7, -1 << 63), (8, -1 << 99)):
            yield scrapy.Request('{site.address}%d?n=9' % page, priority=priority)
        for address in ('file:///etc/hostname', 'ftp://127.0.0.1/a'):
            yield scrapy.Request(address, dont_filter=True)

    async def start(self):
        for request in self.start_requests():
            yield request

    def parse(self, response):
        self.logger.info('tags %r', response.meta.get('tags'))
''')
        self.assert_all_fetched(site)
        self.assertIn("tags {frozenset({'a'})}", log)
        self.assertIn("tags {frozenset({'a'}): 1}", log)
        self.assertIn("'scheduler/unserializable': 3", log)
        self.assertIn("'scheduler/refused': 2", log)
        self.assertIn("'downloader/request_count': 9", log)

    def test_unusable(self):
        """A request that the spider cannot read stays in the table, and the spider finishes"""
        site = self.site(5)
        self.finish(self.start(site, SCHEDULER=QUEUE))
        sql("INSERT INTO crawl_requests (spider, priority, request) SELECT 'site', 0, json_build_object("
            "'url', %s::text, 'dont_filter', true, 'callback', 'gone')", site.url(3))
        for _ in range(2):
            _, log = self.finish(self.start(site, SCHEDULER=QUEUE, BLOOMEXT_LEASE=0.1))
            self.assertEqual(sql("SELECT taken = 'infinity', worker FROM crawl_requests"), [(True, None)])
        self.assertNotIn('cannot be used', log)
        sql("UPDATE crawl_requests SET taken = NULL, request = json_build_object('url', request->>'url', 'dont_filter', true)")
        self.finish(self.start(site, SCHEDULER=QUEUE))
        self.assert_all_fetched(site, twice=[site.url(3)])

    def test_hostile_rows(self):
        """Whatever is in the table, the spider fetches what it can, and finishes"""
        site = self.site(5)
        self.finish(self.start(site, SCHEDULER=QUEUE))
        url = site.url(3)
        unusable = [
            None, 3, [], 'text', {}, {'url': 5}, {'url': 'x'}, {'url': 'file:///etc/passwd'}, {'url': 'FTP://127.0.0.1/a'},
            {'url': 's3://bucket/key'}, {'url': 'data:,text'}, {'url': url, '_class': 'os.system'},
            {'url': url, '_class': 'leaves_trace.Request'}, {'url': url, '_class': ['scrapy.Request']},
            {'url': url, 'callback': '__init__', 'cb_kwargs': {'name': 'other'}}, {'url': url, 'callback': 'start_requests'},
            {'url': url, 'callback': 'start'}, {'url': url, 'callback': 'update_settings'},
            {'url': url, 'callback': 'settings'}, {'url': url, 'errback': 'name'}, {'url': url, 'callback': {}},
            {'url': url, 'meta': 7}, {'url': url, 'headers': [1]}, {'url': url, 'encoding': 'no'},
            {'url': url, 'body': {'$bytes': 1}}, {'url': url, 'meta': {'$dict': [[{}, 1]]}}, {'url': url, 'body': 'x' * 1100000},
            {'url': url, 'priority': 'x'}]
        texts = [json.dumps(row) for row in unusable] + ['[' * 5000 + ']' * 5000]
        # these fail in Scrapy, or cause an exception in the spider
        failing = [{'url': url, 'dont_filter': True, 'meta': meta} for meta in (
            {'depth': 'x'}, {'download_timeout': 'x'}, {'download_slot': []}, {'proxy': 7}, {'cookiejar': []},
            {'bindaddress': 1}, {'download_maxsize': 'x'}, {'redirect_times': 'x'}, {'retry_times': []})]
        failing += [{'url': url, 'dont_filter': True, 'cb_kwargs': {'no': 1}}, {'url': url, 'cookies': 5},
                    {'url': url, 'method': 'A B\r\nC'}, {'url': url, 'headers': {'a b': 'c\r\nd: e'}}]
        for text in texts + [json.dumps(row) for row in failing]:
            sql("INSERT INTO crawl_requests (spider, priority, request) VALUES ('site', 0, %s)", text)
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'leaves_trace.py'), 'w', encoding='utf-8') as file:
                file.write(f'open({folder + "/trace"!r}, "w")\n')
            with mock.patch.dict(os.environ, {'PYTHONPATH': folder + ':' + os.environ.get('PYTHONPATH', '')}):
                spider = self.start(site, SCHEDULER=QUEUE)
            out, log = spider.communicate(timeout=60)
            self.spiders.remove(spider)
            self.assertFalse(os.path.exists(folder + '/trace'))
        stats = json.loads(out)
        self.assertEqual((stats['finish_reason'], stats['scheduler/unusable']), ('finished', len(texts)), log)
        self.assertEqual(log.count('cannot be used'), 1, log)
        self.assertEqual(sql("SELECT count(*), count(*) FILTER (WHERE taken = 'infinity') FROM crawl_requests"),
                         [(len(texts), len(texts))])

    def test_killed(self):
        site = self.site(PAGES)
        settings = {'SCHEDULER': QUEUE, 'BLOOMEXT_LEASE': 15}
        spiders = [self.start(site, **settings) for _ in range(3)]
        site.wait_for(PAGES // 3)
        held = self.kill(spiders.pop())
        # twice CONCURRENT_REQUESTS (16) and BLOOMEXT_PREFETCH (16)
        self.assertLessEqual(len(held), 64)
        spiders.append(self.start(site, **settings))
        for spider in spiders:
            self.finish(spider)
        self.assert_all_fetched(site, twice=held)
        self.assertEqual(sql('SELECT count(*) FROM crawl_requests'), [(0,)])

    def test_held(self):
        """A spider holds a limited number of requests, even if its transactions wait"""
        site = self.site(300)
        spider = self.start(site, SCHEDULER=QUEUE, CONCURRENT_REQUESTS=2)
        site.wait_for(1)
        most = 0
        for _ in range(1000):
            if sum(site.counts().values()) >= 250:
                break
            sql('DO $$BEGIN LOCK TABLE crawl_requests; PERFORM pg_sleep(0.05); END$$')
            most = max(most, sql('SELECT count(worker) FROM crawl_requests')[0][0])
        self.assertLessEqual(most, 8)
        self.assertGreater(most, 2)
        self.finish(spider)
        self.assert_all_fetched(site)

    def test_killed_alone(self):
        """No other spider is running, so all remaining requests belong to the restarted one"""
        site = self.site(200)
        settings = {'SCHEDULER': QUEUE, 'BLOOMEXT_LEASE': 2}
        spider = self.start(site, **settings)
        site.wait_for(50)
        held = self.kill(spider)
        before = len(site.counts())
        stats, _ = self.finish(self.start(site, **settings))
        self.assertGreaterEqual(stats['item_scraped_count'], 200 - before)
        self.assert_all_fetched(site, twice=held)

    def test_killed_with_feeds(self):
        """No item of a killed spider is lost, nor with the pipeline of the page"""
        site = self.site(300)
        sql('DROP TABLE IF EXISTS items')
        sql('CREATE TABLE items (url text PRIMARY KEY)')
        with tempfile.TemporaryDirectory() as folder:
            formats = ('jsonlines', 'json', 'csv', 'xml', 'pickle', 'marshal')
            settings = {'SCHEDULER': QUEUE, 'BLOOMEXT_LEASE': 2,
                        'FEEDS': {f'{folder}/{name}/%(time)s': {'format': name} for name in formats},
                        'ITEM_PIPELINES': {'pipeline.Items': 0}}
            with open(os.path.join(folder, 'pipeline.py'), 'w', encoding='utf-8') as file:
                file.write(self.example(1).replace('host=db.example dbname=crawl', ''))
            with mock.patch.dict(os.environ, {'PYTHONPATH': folder + ':' + os.environ.get('PYTHONPATH', '')}):
                spider = self.start(site, **settings)
                site.wait_for(150)
                held = self.kill(spider)
                time.sleep(1)       # %(time)s has whole seconds
                self.finish(self.start(site, **settings))
            self.assert_all_fetched(site, twice=held)
            for name in formats:
                data = b''
                for file in sorted(os.listdir(os.path.join(folder, name))):
                    with open(os.path.join(folder, name, file), 'rb') as feed:
                        data += feed.read() + b'\n'
                self.assertEqual({int(page) for page in re.findall(rb'/(\d+)\?n=300', data)}, set(range(300)), name)
            self.assertEqual(len(os.listdir(os.path.join(folder, 'jsonlines'))), 2)
        self.assertEqual(sql('SELECT count(*) FROM items'), [(300,)])

    def test_feeds(self):
        """A feed that cannot be written closes the spider, and one that is stored at the end causes a warning"""
        site = self.site(100)
        late = 'stores its items when a batch or the crawl ends'
        with tempfile.TemporaryDirectory() as folder:
            spider = self.start(site, SCHEDULER=QUEUE, BLOOMEXT_LEASE=1, FEEDS={'file:///dev/full': {'format': 'csv'}})
            out, log = spider.communicate(timeout=60)
            self.spiders.remove(spider)
            self.assertEqual(json.loads(out)['finish_reason'], 'bloomext_error')
            self.assertEqual(log.count('because it cannot continue: cannot write the items to their feed'), 1, log)
            self.assertNotIn(late, log)
            self.assertGreater(sql('SELECT count(*) FROM crawl_requests')[0][0], 0)
            gzip = ['scrapy.extensions.postprocessing.GzipPlugin']
            _, log = self.finish(self.start(site, SCHEDULER=QUEUE, BLOOMEXT_LEASE=1, FEEDS={
                f'{folder}/a.gz': {'format': 'csv', 'postprocessing': gzip}, f'{folder}/b': {'format': 'csv'}}))
            self.assertEqual(log.count(late), 1, log)
            self.assertIn(f'Feed "{folder}/a.gz" {late}', log)
        self.assertEqual(set(site.counts()), {site.url(page) for page in range(100)})

    def test_redirects_and_retries(self):
        """They work as with Scrapy's own scheduler and dupefilter, also beside another spider"""
        plain = {'SCHEDULER': 'scrapy.core.scheduler.Scheduler', 'DUPEFILTER_CLASS': 'scrapy.dupefilters.RFPDupeFilter'}
        for dont_filter in (False, True):
            found = []
            # with this priority, any of the spiders could take a redirect
            slow = {'SCHEDULER': QUEUE, 'DOWNLOAD_DELAY': 0.05, 'REDIRECT_PRIORITY_ADJUST': -2}
            for settings, spiders in ((plain, 1), ({}, 1), (slow, 3)):
                self.setUp()
                site = self.site(200)
                start = [f'{site.url(page)}&first={"cookie" if page % 2 else "busy"}' for page in range(200)]
                settings = {**settings, 'DONT_FILTER': dont_filter, 'DEPTH_LIMIT': -1}
                running = [self.start(site, START=start, **settings)]
                site.wait_for(1)
                running += [self.start(site, START=[], **settings) for _ in range(spiders - 1)]
                items = [self.finish(spider)[0].get('item_scraped_count', 0) for spider in running]
                self.assertGreater(min(items), 0)
                found.append((sum(items), [site.counts()[site.url(page)] for page in range(200)]))
            self.assertEqual(found[0], (200, [2] * 200) if dont_filter else (100, [2, 1] * 100))
            self.assertEqual(found[1:], found[:1] * 2)

    def test_paused(self):
        """A spider that is ended by a signal, like ^C: nothing is fetched twice, and the next spider continues"""
        site = self.site(300)
        spider = self.start(site, SCHEDULER=QUEUE)
        site.wait_for(50)
        spider.send_signal(signal.SIGINT)
        self.finish(spider, 'shutdown')
        self.assertEqual(sql('SELECT count(*) > 0, count(taken) FROM crawl_requests'), [(True, 0)])
        self.finish(self.start(site, SCHEDULER=QUEUE))
        self.assert_all_fetched(site)

    def test_paused_redirects(self):
        """The redirects of a spider that is ended by a signal are for other spiders, too"""
        site = self.site(20)
        start = [f'{site.url(page)}&first=cookie' for page in range(20)]
        # each answer is a redirect
        spider = self.start(site, SCHEDULER=QUEUE, START=start, DONT_FILTER=True, COOKIES_ENABLED=False, REDIRECT_MAX_TIMES=9999)
        site.wait_for(200)
        spider.send_signal(signal.SIGINT)
        self.finish(spider, 'shutdown')
        self.assertEqual(sql('SELECT count(*), count(taken) FROM crawl_requests'), [(20, 0)])

    def test_lost_connections(self):
        site = self.site(1000)
        spiders = [self.start(site, SCHEDULER=QUEUE), self.start(site, SCHEDULER=QUEUE, BLOOMEXT_DRIVER=DRIVERS[-1].__name__)]
        # a spider that is only opening the set does not try again
        site.wait_for(1)
        deadline = time.monotonic() + 120
        while sql('SELECT count(DISTINCT worker) FROM crawl_requests') != [(2,)]:
            self.assertLess(time.monotonic(), deadline, 'two spiders')
        begun = sum(site.counts().values())
        for fetches in range(20, 300, 20):
            site.wait_for(begun + fetches)
            sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                " AND backend_type = 'client backend'")
        logs = [self.finish(spider)[1] for spider in spiders]
        self.assert_all_fetched(site)
        self.assertIn('Lost the connection to PostgreSQL', ''.join(logs))

    def test_lost_server(self):
        sql('DROP DATABASE IF EXISTS apart')
        for scheduler in (QUEUE, 'scrapy.core.scheduler.Scheduler'):
            with self.subTest(scheduler=scheduler):
                sql('CREATE DATABASE apart')
                DRIVERS[0].connect('dbname=apart').close()
                with DRIVERS[0].connect('dbname=apart') as connection:
                    connection.cursor().execute('CREATE EXTENSION bloomext')
                site = self.site(100000)
                spider = self.start(site, SCHEDULER=scheduler, BLOOMEXT_DSN='dbname=apart', BLOOMEXT_RECONNECT=1)
                site.wait_for(50)
                sql('DROP DATABASE apart WITH (FORCE)')
                stats, log = self.finish(spider, 'bloomext_error')
                self.assertEqual(stats['log_count/ERROR'], 1, log)
                self.assertIn('because it cannot continue: cannot connect to PostgreSQL', log)
                self.assertEqual(max(site.counts().values()), 1)

    def test_errors_at_the_start(self):
        def log(**settings):
            spider = self.start(site, **settings)
            text = spider.communicate(timeout=60)[1]
            self.spiders.remove(spider)
            return text

        site = self.site(10)
        self.assertIn('shared set "crawl" does not exist', log(BLOOMEXT_CREATE=False))
        self.assertIn('cannot connect to PostgreSQL', log(BLOOMEXT_DSN='host=/nowhere'))
        self.assertIn('SharedSetScheduler needs a SharedSetDupeFilter',
                      log(SCHEDULER=QUEUE, DUPEFILTER_CLASS='scrapy.dupefilters.RFPDupeFilter'))
        for name in ('BLOOMEXT_LEASE', 'BLOOMEXT_PREFETCH'):
            self.assertIn('BLOOMEXT_LEASE and BLOOMEXT_PREFETCH must be positive', log(SCHEDULER=QUEUE, **{name: -1}))
        sql("SELECT bloom_set_create('crawl', 1000, class => 'integer')")
        sql("SELECT bloom_claim('crawl', 17)")
        self.assertIn('shared set "crawl" holds values of type integer', log())
        self.assertIn('the database has no extension bloomext', log(BLOOMEXT_DSN='dbname=template1'))
        self.assertEqual(site.counts(), {})


class Spider(scrapy.Spider):
    name = 'a'

    def callback(self, response):
        pass


class Filter(unittest.TestCase):
    def setUp(self):
        sql('CREATE EXTENSION IF NOT EXISTS bloomext')
        sql("SELECT bloom_set_drop(to_regclass('filter'))")

    def filter(self, **settings):
        from bloomext.scrapy import SharedSetDupeFilter
        crawler = get_crawler(Spider, {'BLOOMEXT_SET': 'filter', 'REQUEST_FINGERPRINTER_IMPLEMENTATION': '2.7', **settings})
        crawler.spider = crawler._create_spider('a')
        made = SharedSetDupeFilter.from_crawler(crawler)
        made.open()
        self.addCleanup(made.close, 'finished')
        return made

    def test_fingerprints(self):
        one, other = self.filter(), self.filter()
        request = scrapy.Request('https://example.com/?b=1&a=2')
        self.assertFalse(one.request_seen(request))
        self.assertTrue(one.request_seen(request))
        # Scrapy's canonical form of a URL applies in all spiders
        self.assertTrue(other.request_seen(scrapy.Request('https://example.com/?a=2&b=1#top')))
        self.assertFalse(other.request_seen(request.replace(method='POST', body=b'x')))

    def test_forgets(self):
        one = self.filter()
        request = scrapy.Request('https://example.com/')
        self.assertFalse(one.request_seen(request))
        sql("SELECT bloom_set_clear('filter')")
        with mock.patch('bloomext.scrapy.RECENT_SECONDS', 0):
            self.assertFalse(one.request_seen(request))

    def test_log(self):
        for debug, lines in ((False, 1), (True, 3)):
            one = self.filter(DUPEFILTER_DEBUG=debug)
            with self.assertLogs('bloomext.scrapy', 'DEBUG') as logs:
                for _ in range(3):
                    one.log(scrapy.Request('https://example.com/'), one.crawler.spider)
            self.assertEqual(len(logs.output), lines)
            self.assertIn('Filtered duplicate request: <GET https://example.com/>', logs.output[0])
            self.assertEqual(one.crawler.stats.get_value('dupefilter/filtered'), 3)


class AsJson(unittest.TestCase):
    def test_all_fields(self):
        spider = Spider()
        meta = {'depth': 3, 'pair': (1, b'\xff\x00'), 'set': {1, frozenset('a')}, '$odd': None, 'in': {1: 'one', (2, 3): [1.5, True]}, 'a': {}}
        request = scrapy.FormRequest('https://example.com/ä', spider.callback, 'POST', {'X': ['1', '2']}, b'\x00\xff',
                                     {'c': 'd'}, meta, priority=-7, dont_filter=True, errback=spider.callback,
                                     flags=['f'], cb_kwargs={'page': (1,)})
        self.assertEqual(from_json('{"url": "https://example.com/", "meta": {"old": {"$set": [1]}}}', spider).meta,
                         {'old': {1}})
        again = from_json(to_json(request, spider), spider)
        self.assertIs(type(again), scrapy.FormRequest)
        self.assertEqual(again.to_dict(spider=spider), request.to_dict(spider=spider))

    def test_cannot(self):
        spider = Spider()
        with self.assertRaises(ValueError):
            to_json(scrapy.Request('https://example.com/', lambda response: None), spider)
        with self.assertRaises(ValueError):
            to_json(scrapy.Request('https://example.com/', meta={'file': sys.stdout}), spider)
        with self.assertRaises(ValueError):
            to_json(scrapy.Request('https://example.com/', cb_kwargs={'score': float('nan')}), spider)
        for value in collections.namedtuple('Pair', 'one two')(1, 2), collections.defaultdict(list), http.HTTPStatus.OK:
            with self.assertRaises(ValueError):
                to_json(scrapy.Request('https://example.com/', meta={'value': value}), spider)
        with self.assertRaises(ValueError):
            from_json('{"url": "https://example.com/", "callback": "gone"}', spider)
        with self.assertRaises(ValueError):
            from_json('{"url": "https://example.com/", "_class": "this.Request"}', spider)
        self.assertNotIn('this', sys.modules)       # it would print the Zen of Python

    def test_allowed(self):
        class Own(scrapy.Request):
            pass

        spider = Spider()
        local, own = scrapy.Request('file:///etc/hostname'), Own('https://example.com/')
        for request, limits in ((local, {'schemes': ['file']}), (own, {'classes': {**CLASSES, class_name(Own): Own}})):
            text = to_json(request, spider, **limits)
            self.assertIs(type(from_json(text, spider, **limits)), type(request))
            with self.assertRaises(ValueError):
                from_json(text, spider)
            # a request that would be refused later is not written
            with self.assertRaises(ValueError):
                to_json(request, spider)
        for large in (scrapy.Request('https://example.com/', body=b'x' * MOST_BYTES),
                      scrapy.Request('https://example.com/', callback=spider.handles_request)):
            with self.assertRaises(ValueError):
                to_json(large, spider)


if __name__ == '__main__':
    unittest.main()
