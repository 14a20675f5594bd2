#!/usr/bin/python3
"""Tests of the database side of bloomext.scrapy, with psycopg 3 and psycopg2, as far as installed:

    test/with-server clients/python/tests/live_store.py"""
import json
import logging
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

from bloomext import Error
from bloomext._crawl_store import New, Store

DRIVERS = []
for name in ('psycopg', 'psycopg2'):
    try:
        DRIVERS.append(__import__(name))
    except ImportError:
        pass


def sql(query, *parameters):
    connection = DRIVERS[0].connect('')
    connection.autocommit = True
    with connection.cursor() as cursor:
        cursor.execute(query, parameters or None)
        rows = cursor.fetchall() if cursor.description else None
    connection.close()
    return rows


class Transactions(unittest.TestCase):
    def setUp(self):
        sql('CREATE EXTENSION IF NOT EXISTS bloomext')
        sql("SELECT bloom_set_drop(to_regclass('once'))")
        sql('DROP TABLE IF EXISTS once_requests')
        logging.disable()
        self.addCleanup(logging.disable, logging.NOTSET)

    def stores(self):
        for driver in DRIVERS:
            with self.subTest(driver=driver.__name__):
                self.setUp()
                store = Store('', driver.__name__, reconnect=5)
                store.open_set('once', True, 1000, 0.001, None, None)
                store.open_queue()
                yield store
                store.close()

    def test_created_meanwhile(self):
        for driver in DRIVERS:
            with self.subTest(driver=driver.__name__), ThreadPoolExecutor() as others:
                self.setUp()
                connection = DRIVERS[0].connect('')
                connection.cursor().execute("SELECT bloom_set_create('once', 9, class => 'bytea')")
                store = Store('', driver.__name__, reconnect=0)
                opened = others.submit(store.open_set, 'once', True, 1000, 0.001, None, None)
                while not opened.done() and not sql('SELECT 1 FROM pg_locks WHERE NOT granted'):
                    time.sleep(0.01)
                connection.commit()
                connection.close()
                self.assertEqual(opened.result()[0], 9)
                store.close()

    def broken(self, store, after):
        """Lose the connection before or after the next COMMIT"""
        rows, done = store._rows, []

        def patched(query, parameters=()):
            if query != 'COMMIT' or done:
                return rows(query, parameters)
            done.append(True)
            if after:
                rows(query, parameters)
            pid = store._connection.info.backend_pid
            sql('SELECT pg_terminate_backend(%s)', pid)
            while sql('SELECT FROM pg_stat_activity WHERE pid = %s', pid):
                time.sleep(0.01)
            return rows('SELECT 1')
        return mock.patch.object(store, '_rows', patched)

    def test_commit_unanswered(self):
        for store in self.stores():
            for after in (False, True):
                key = b'key %d' % after
                with self.broken(store, after):
                    self.assertTrue(store.claim(key))
                self.assertFalse(store.claim(key))
                with self.broken(store, after):
                    self.assertFalse(store.claim(key))
            self.assertEqual(sql("SELECT members FROM bloom_set_info('once')"), [(2,)])

    def test_exchange_unanswered(self):
        for store in self.stores():
            for after in (False, True):
                new = [New(b'a%d' % after, 0, '{"url": 1}'), New(b'b%d' % after, 5, '{"url": 2}'), New(None, -1, '{}')]
                with self.broken(store, after):
                    result = store.exchange('s', 'w', 60, new, [], [], [], 2)
                self.assertEqual(result.claimed, {b'a%d' % after, b'b%d' % after})
                self.assertEqual([one.request for one in result.taken], ['{"url": 2}', '{"url": 1}'])
                self.assertEqual(sql('SELECT count(*), count(taken) FROM once_requests'), [(3, 2)])
                result = store.exchange('s', 'w', 60, new, [one.id for one in result.taken], [], [], 9)
                self.assertEqual((result.claimed, len(result.taken)), (set(), 2))
                self.assertEqual([one.request for one in result.taken], ['{}', '{}'])
                result = store.exchange('s', 'w', 60, [], [one.id for one in result.taken], [], [], 9)
                self.assertFalse(result.pending)

    def test_leases(self):
        for store in self.stores():
            def other(*arguments, lease=60, worker='other', spider='s'):
                return store.exchange(spider, worker, lease, *arguments)
            [one] = other([New(b'a', 0, '{}')], [], [], [], 5, worker='w').taken
            # a request of another spider is not taken, ended, renewed or given back
            self.assertEqual(other([], [one.id], [one.id], [one.id], 5)[2:], ([], set(), True))
            self.assertFalse(other([], [], [], [], 5, spider='t').pending)
            time.sleep(0.2)
            self.assertEqual(other([], [], [one.id], [], 5, lease=0.1, worker='w').still_held, {one.id})
            self.assertEqual(other([], [], [], [], 5, lease=0.1).taken, [])
            time.sleep(0.2)
            self.assertEqual(other([], [], [], [], 5, lease=0.1).taken, [one])
            self.assertEqual(other([], [], [one.id], [], 0, worker='w').still_held, set())
            self.assertEqual(other([], [], [], [one.id], 0).taken, [])
            self.assertEqual(other([], [], [], [], 5, worker='w').taken, [one])
            # no spider takes a request that was set aside as unusable, or waits for it
            self.assertTrue(other([], [], [], [], 0, [one.id]).pending)
            self.assertEqual(other([], [], [], [], 5, [one.id], lease=0, worker='w')[2:], ([], set(), False))

    def test_retention(self):
        for store in self.stores():
            sql("SELECT bloom_set_drop('once')")
            self.assertEqual(store.open_set('once', True, 1000, 0.001, '30 days', '1 day'), (1000, 0.001, '30 days', 0))

    def test_own(self):
        """A request that its spider takes at once, and one that is too large"""
        for store in self.stores():
            store._most = 30
            new = [New(b'a', 0, '{"url": 1}', True), New(b'b', 7, '{"url": 2}'), New(b'c', 1, '["%s"]' % ('x' * 30), True)]
            result = store.exchange('s', 'w', 60, new, [], [], [], 0)
            self.assertEqual([(one.priority, one.request) for one in result.own], [(0, '{"url": 1}'), (1, None)])
            self.assertEqual(store.exchange('s', 'w', 60, [], [], [one.id for one in result.own], [], 0).still_held,
                             {one.id for one in result.own})
            self.assertEqual([one.request for one in store.exchange('s', 'other', 60, [], [], [], [], 5).taken],
                             ['{"url": 2}'])
            # a false positive, or a request that another spider has claimed
            self.assertEqual(store.exchange('s', 'w', 60, new[:1], [], [], [], 5)[:3], (set(), [], []))

    def test_names(self):
        """Names and other strings with characters that mean something in SQL"""
        odd = """a'b"c d;e--f%s\\g$$h(é"""
        quoted = '"' + odd.replace('"', '""') + '"'
        for store in self.stores():
            sql(f'DROP SCHEMA IF EXISTS {quoted.replace("%", "%%")} CASCADE')
            sql(f'CREATE SCHEMA {quoted}')
            store.open_set(f'{quoted}.{quoted}', True, 1000, 0.001, None, None)
            queue = store.open_queue()
            self.assertEqual(queue, f'{quoted}.{quoted[:-1]}_requests"')
            self.assertEqual(sql('SELECT obj_description(%s::regclass)', queue), [('Queue of bloomext.scrapy',)])
            self.assertEqual(store.open_queue(), queue)
            self.assertTrue(store.claim(odd.encode()))
            [one] = store.exchange(odd, odd, 60, [New(b'b', 0, json.dumps(odd))], [], [], [], 5).taken
            self.assertEqual(json.loads(one.request), odd)
            self.assertEqual(store.exchange(odd, odd, 60, [], [], [one.id], [], 5).still_held, {one.id})
            self.assertEqual(sql(f'SELECT spider, worker FROM {queue}'), [(odd, odd)])
            for name in (odd, f'"{odd}"', 'a; DROP TABLE b', "a'; DROP TABLE b"):
                with self.assertRaises(Error):
                    store.open_set(name, False, 1000, 0.001, None, None)
            for retention in (odd, "1 day'); DROP TABLE b; --"):
                with self.assertRaises(Error):
                    store.open_set('other', True, 1000, 0.001, retention, '1 day')
                with self.assertRaises(Error):
                    store.open_set('other', True, 1000, 0.001, '30 days', retention)
            sql(f'DROP SCHEMA {quoted} CASCADE')

    def test_foreign_queue(self):
        """A table that another role has made is not used, because its triggers would run"""
        for store in self.stores():
            sql("""DO $$BEGIN CREATE ROLE "A 'b"; EXCEPTION WHEN duplicate_object THEN END$$""")
            sql("""ALTER TABLE once_requests OWNER TO "A 'b" """)
            with self.assertRaisesRegex(Error, 'once_requests cannot be used as queue'):
                store.open_queue()
            # but by that role itself, and if it owns the set
            sql("""GRANT SELECT, INSERT ON once TO "A 'b" """)
            own = Store("options='-c role=A\\\\ \\'b'", store._driver.__name__)
            own.open_set('once', False, 1000, 0.001, None, None)
            self.assertEqual(own.open_queue(), 'public.once_requests')
            own.close()
            sql("""ALTER VIEW once OWNER TO "A 'b" """)
            store.open_queue()
            sql('ALTER VIEW once OWNER TO CURRENT_USER')
            sql('DROP TABLE once_requests')
            sql('CREATE VIEW once_requests AS SELECT 1 AS id')
            with self.assertRaisesRegex(Error, 'once_requests cannot be used as queue'):
                store.open_queue()
            sql('DROP VIEW once_requests')
            sql("""DROP OWNED BY "A 'b" """)
            sql("""DROP ROLE "A 'b" """)


if __name__ == '__main__':
    unittest.main()
