#!/usr/bin/python3
"""Tests of psycopg 3 and psycopg2, as far as installed, with a server.

    test/with-server clients/python/tests/live.py
"""
import asyncio
import unittest

from bloomext import Error, Filter

try:
    import psycopg
    import bloomext.psycopg
except ImportError:
    psycopg = None
try:
    import psycopg2
    import psycopg2.extras
    import bloomext.psycopg2
except ImportError:
    psycopg2 = None

KEYS = [f'https://example.com/{i}' for i in range(1000)]
SCHEMA = """
    DROP SCHEMA IF EXISTS apart CASCADE;
    CREATE SCHEMA apart;
    CREATE EXTENSION bloomext SCHEMA apart;
    CREATE TABLE apart.sites (site text, urls apart.bloom);
"""


class Both:
    """The tests for both drivers; execute and rows depend on the driver"""

    def prepare(self, execute):
        execute(SCHEMA)
        execute('SET search_path = apart, public')

    def round_trip(self, execute, rows):
        built = Filter.build(KEYS, 1000)
        execute('INSERT INTO sites VALUES (%s, %s), (%s, %s)', ('a', built, 'none', None))
        execute('INSERT INTO sites SELECT %s, bloom_agg(url, 1000) FROM unnest(%s::text[]) AS url', ('b', KEYS))
        ours, none, theirs = [row[0] for row in rows('SELECT urls FROM sites ORDER BY site = %s, site', ('b',))]
        self.assertIsInstance(ours, Filter)
        self.assertIsNone(none)
        # filters that were built here, on the server, and that the server returned
        self.assertEqual(ours, built)
        self.assertEqual(theirs, built)
        self.assertEqual(theirs.contains_many(KEYS + ['x']), [True] * 1000 + [False])

    def parameters(self, execute, rows):
        built = Filter.build([1, 2, 3])
        one = rows('SELECT bloom_contains(%s, 3::bigint), bloom_cardinality(%s)', (built, built))
        self.assertEqual(one[0], (True, 3))
        together = rows('SELECT %s | urls FROM sites WHERE site = %s', (Filter.build(['y'], 1000), 'a'))[0][0]
        self.assertTrue('y' in together and KEYS[7] in together)
        arrays = rows('SELECT array_agg(urls ORDER BY site) FROM sites WHERE urls IS NOT NULL')[0][0]
        self.assertEqual([type(filter) for filter in arrays], [Filter, Filter])

    def all(self, execute, rows):
        self.round_trip(execute, rows)
        self.parameters(execute, rows)


@unittest.skipUnless(psycopg, 'no psycopg 3 here')
class Psycopg(Both, unittest.TestCase):
    def test_text_and_binary(self):
        for binary in (False, True):
            with self.subTest(binary=binary), psycopg.connect(autocommit=True) as connection:
                self.prepare(connection.execute)
                bloomext.psycopg.register(connection)
                cursor = connection.cursor(binary=binary)
                self.all(cursor.execute, lambda *query: cursor.execute(*query).fetchall())

    def test_client_cursor(self):
        with psycopg.connect(autocommit=True) as connection:
            self.prepare(connection.execute)
            bloomext.psycopg.register(connection)
            cursor = psycopg.ClientCursor(connection)
            self.round_trip(cursor.execute, lambda *query: cursor.execute(*query).fetchall())

    def test_copy(self):
        with psycopg.connect(autocommit=True) as connection:
            self.prepare(connection.execute)
            bloomext.psycopg.register(connection)
            built = Filter.build(KEYS, 1000)
            with connection.cursor().copy('COPY sites FROM STDIN (FORMAT binary)') as copy:
                copy.set_types(['text', 'bloom'])
                copy.write_row(('a', built))
            self.assertEqual(connection.execute('SELECT urls FROM sites').fetchone()[0], built)

    def test_name_and_none(self):
        with psycopg.connect(autocommit=True) as connection:
            self.prepare(connection.execute)
            connection.execute('SET search_path = public')
            with self.assertRaises(Error):
                bloomext.psycopg.register(connection)
            bloomext.psycopg.register(connection, 'apart.bloom')
            self.assertEqual(len(connection.execute('SELECT apart.bloom(10)').fetchone()[0]), 0)

    def test_async(self):
        async def run():
            connection = await psycopg.AsyncConnection.connect(autocommit=True)
            async with connection:
                await connection.execute('SET search_path = apart, public')
                await bloomext.psycopg.register_async(connection)
                cursor = await connection.execute('SELECT bloom(10)')
                return (await cursor.fetchone())[0]

        with psycopg.connect(autocommit=True) as connection:
            self.prepare(connection.execute)
        self.assertIsInstance(asyncio.run(run()), Filter)


@unittest.skipUnless(psycopg2, 'no psycopg2 here')
class Psycopg2(Both, unittest.TestCase):
    def test_all(self):
        connection = psycopg2.connect('')
        cursor = connection.cursor()

        def rows(*query):
            cursor.execute(*query)
            return cursor.fetchall()

        self.prepare(cursor.execute)
        connection.commit()
        connection.cursor_factory = psycopg2.extras.RealDictCursor      # of the user
        bloomext.psycopg2.register(connection)
        connection.cursor_factory = psycopg2.extensions.cursor
        self.assertEqual(connection.status, psycopg2.extensions.STATUS_READY)
        self.all(cursor.execute, rows)
        if connection.server_version < 190000:      # 19 refuses to turn this off
            cursor.execute('SET standard_conforming_strings = off')
        self.assertEqual(rows('SELECT bloom_contains(%s, 3::bigint)', (Filter.build([3]),)), [(True,)])
        connection.rollback()
        connection.close()

    def test_infinity(self):
        """As README.md describes it"""
        connection = psycopg2.connect('')
        cursor = connection.cursor()
        self.prepare(cursor.execute)
        bloomext.psycopg2.register(connection)
        for name, data in (('date', b'\x7f\xff\xff\xff'), ('timestamp', b'\x7f' + 7 * b'\xff')):
            cursor.execute(f"SELECT v, bloom_add(bloom(10), v) FROM (SELECT 'infinity'::{name} AS v) AS v")
            value, filter = cursor.fetchone()
            self.assertEqual(value, type(value).max)
            self.assertNotIn(value, filter)
            self.assertTrue(filter.contains_raw(name, data))
        connection.rollback()
        connection.close()


if __name__ == '__main__':
    unittest.main()
