#!/usr/bin/python3
"""Tests of asyncpg, pools, SQLAlchemy, Alembic, SQLModel, Django and peewee, as far as installed, with a server.

    test/with-server clients/python/tests/live_frameworks.py
"""
import asyncio
import contextlib
import datetime
import decimal
import importlib.util
import io
import os
import re
import sys
import unittest
import uuid
import warnings
from pathlib import Path

from bloomext import Error, Filter

warnings.simplefilter('ignore')         # the frameworks warn about each other
README = Path(__file__).resolve().parent.parent / 'README.md'
KEYS = [f'https://example.com/{i}' for i in range(500)]
SCHEMA = """
    DROP SCHEMA IF EXISTS apart, fresh CASCADE;
    CREATE SCHEMA apart;
    CREATE EXTENSION bloomext SCHEMA apart;
    SELECT apart.bloom_set_create('apart.crawl', capacity => 1000, class => 'integer');
"""
VALUES = ['/about', 7, -(1 << 40), b'\0x', 0.5, uuid.UUID(int=5), decimal.Decimal('1.50'), decimal.Decimal(1), True,
          datetime.date(2024, 2, 29), datetime.datetime(2024, 2, 29, 12), datetime.time(12, 30),
          datetime.datetime(2024, 2, 29, 12, tzinfo=datetime.timezone.utc)]
# so that all connections of this program find the type
os.environ['PGOPTIONS'] = '-c search_path=apart,public -c client_min_messages=error -c lock_timeout=20s'


def without(*modules):
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    return unittest.skipIf(missing, f'no {", ".join(missing)} here')


def prepare():
    import psycopg2
    with contextlib.closing(psycopg2.connect('')) as connection:
        connection.autocommit = True
        connection.cursor().execute(SCHEMA)


class Case(unittest.TestCase):
    def setUp(self):
        prepare()

    def sets(self, make, execute):
        """Test a class for shared sets: make(name) is one, and execute(statement) runs a statement"""
        for name in ('crawl', 'apart.crawl'):
            numbers, value = make(name), 7 if name == 'crawl' else 17
            self.assertIs(numbers.claim(value), True)
            self.assertIs(numbers.claim(value), False)
            self.assertEqual(numbers.claim_all([value, value + 1, value + 2]), [value + 1, value + 2])
            self.assertEqual(numbers.claim_all(iter([])), [])
            self.assertEqual([numbers.seen(value), numbers.seen(99)], [True, False])
            self.assertEqual(numbers.seen_all((value, 99)), [value])
            with self.assertRaises(TypeError):
                numbers.claim_all('text')
            with self.assertRaisesRegex(TypeError, 'no nulls'):
                numbers.claim(None)
        odd = 'odd "; DROP TABLE x --'
        execute("""SELECT bloom_set_create('apart."odd ""; DROP TABLE x --"', 1000, unclaim => true)""")
        quoted = make('apart."%s"' % odd.replace('"', '""'))
        self.assertEqual(quoted.claim_all(["it's", '"; --']), ["it's", '"; --'])
        self.assertEqual([quoted.unclaim("it's"), quoted.unclaim("it's"), quoted.claim("it's")], [True, False, True])
        for number, value in enumerate(VALUES):
            sort = {str: 'text', int: 'bigint', bytes: 'bytea', float: 'double precision', bool: 'boolean'}.get(type(value))
            if sort is not None:
                execute(f"SELECT bloom_set_create('s{number}', 10, class => '{sort}')")
                values = make(f's{number}')
                self.assertIs(values.claim(value), True)
                self.assertEqual(values.seen_all([value]), [value])


@without('asyncpg', 'psycopg2')
class Asyncpg(Case):
    def test_all(self):
        import asyncpg
        import bloomext.asyncpg

        async def run():
            built = Filter.build(KEYS, 1000)
            async with asyncpg.create_pool(min_size=1, max_size=3, init=bloomext.asyncpg.register,
                                           server_settings={'search_path': 'apart, public'}) as pool:
                await pool.execute('CREATE TABLE sites (site text, urls bloom)')
                for site, urls in (('a', built), ('b', bytes(built)), ('c', built.text()), ('d', None)):
                    await pool.execute('INSERT INTO sites VALUES ($1, $2)', site, urls)
                with self.assertRaises(asyncpg.DataError):
                    await pool.execute('INSERT INTO sites VALUES ($1, $2)', 'e', 1000)
                rows = await pool.fetch('SELECT urls FROM sites ORDER BY site')
                self.assertEqual([row[0] for row in rows], [built] * 3 + [None])
                self.assertIs(await pool.fetchval('SELECT urls @> $1 FROM sites LIMIT 1', KEYS[3]), True)
                self.assertIs(await pool.fetchval('SELECT $1::bloom @> $2', built, KEYS[3]), True)
                self.assertIs(await pool.fetchval('SELECT bloom_contains($1, $2)', built, KEYS[3]), True)
                self.assertIs(await pool.fetchval('SELECT $1::bigint <@ $2::bloom', 3, Filter.build([3])), True)
                arrays = await pool.fetchval('SELECT array_agg(urls) FROM sites WHERE urls IS NOT NULL')
                self.assertEqual(arrays, [built] * 3)
                self.assertEqual(await pool.fetchval('SELECT $1::bloom[]', [built, None]), [built, None])
                async with pool.acquire() as connection:
                    await connection.copy_records_to_table('sites', records=[('e', built)])
                self.assertEqual(await pool.fetchval("SELECT urls FROM sites WHERE site = 'e'"), built)
            connection = await asyncpg.connect(server_settings={'search_path': 'public'})
            with self.assertRaises(Error):
                await bloomext.asyncpg.register(connection)
            await bloomext.asyncpg.register(connection, 'apart.bloom')
            self.assertEqual(await connection.fetchval('SELECT apart.bloom(10)'), Filter(10))
            await connection.close()

        asyncio.run(run())


class Pools(Case):
    @without('psycopg2')
    def test_psycopg2(self):
        from psycopg2.pool import ThreadedConnectionPool
        from bloomext.psycopg2 import Connection
        pool = ThreadedConnectionPool(2, 3, '', connection_factory=Connection)
        for connection in [pool.getconn() for _ in range(3)]:
            cursor = connection.cursor()
            cursor.execute('SELECT %s | bloom(10)', (Filter.build(['a'], 10),))
            self.assertEqual(cursor.fetchone()[0], Filter.build(['a'], 10))
            cursor.execute('SELECT %s @> %s', (Filter.build([3]), 3))
            self.assertIs(cursor.fetchone()[0], True)
            pool.putconn(connection)
        pool.closeall()

    @without('psycopg', 'psycopg_pool', 'psycopg2')
    def test_psycopg(self):
        from psycopg_pool import AsyncConnectionPool, ConnectionPool
        from bloomext.psycopg import register, register_async
        with ConnectionPool(min_size=2, configure=register) as pool, pool.connection() as connection:
            row = connection.execute('SELECT %s | bloom(10), %s @> %s',
                                     (Filter.build(['a'], 10), Filter.build([3]), 3)).fetchone()
            self.assertEqual(row, (Filter.build(['a'], 10), True))

        async def run():
            async with AsyncConnectionPool(min_size=1, configure=register_async) as pool:
                async with pool.connection() as connection:
                    cursor = await connection.execute('SELECT bloom(10)')
                    return (await cursor.fetchone())[0]

        self.assertEqual(asyncio.run(run()), Filter(10))


@without('sqlalchemy', 'psycopg2')
class SQLAlchemy(Case):
    def model(self):
        from sqlalchemy import BigInteger, Column, Text
        from sqlalchemy.orm import declarative_base
        from bloomext.sqlalchemy import Bloom

        class Site(declarative_base()):
            __tablename__ = 'sites'
            site = Column(Text, primary_key=True)
            number = Column(BigInteger)
            urls = Column(Bloom)
            fixed = Column(Bloom(1000, 0.01))
        return Site

    def urls(self):
        import sqlalchemy
        found = ['postgresql+psycopg2://']
        if not sqlalchemy.__version__.startswith('1.') and importlib.util.find_spec('psycopg'):
            found.append('postgresql+psycopg://')
        return found

    def test_model(self):
        from sqlalchemy import create_engine, func, select, update
        from sqlalchemy.orm import Session
        from bloomext.sqlalchemy import contained_by
        for url in self.urls():
            with self.subTest(url):
                prepare()
                Site, engine = self.model(), create_engine(url)
                built = Filter.build(KEYS, 1000)
                with Session(engine) as session:
                    Site.metadata.create_all(session.connection())
                    session.add_all([Site(site='a', urls=built, fixed=built, number=1), Site(site='b', number=2)])
                    session.commit()
                    a, b = session.query(Site).order_by(Site.site)
                    self.assertEqual((a.urls, a.fixed, b.urls), (built, built, None))
                    a.urls = a.urls | Filter.build(['x'], 1000)
                    session.commit()
                    has = select(Site.site).where(Site.urls.contains('x'))
                    self.assertEqual(session.scalars(has).all(), ['a'])
                    self.assertEqual(session.scalars(select(Site.site).where(Site.urls.contains_any(['n', KEYS[0]]))).all(), ['a'])
                    self.assertEqual(session.scalars(select(Site.site).where(Site.urls.contains_all(['n', KEYS[0]]))).all(), [])
                    row = session.execute(select(
                        Site.urls.contains_each(['x', 'n']), Site.urls.cardinality(), Site.urls.fpp(),
                        Site.urls.add('y'), Site.urls.add_all(['z']), Site.urls | Filter.build(['u'], 1000),
                        Site.fixed & Filter.build(KEYS[:3], 1000)).where(Site.site == 'a')).one()
                    self.assertEqual(row[0], [True, False])
                    self.assertAlmostEqual(row[1], 501, delta=20)
                    self.assertLess(row[2], 0.01)
                    self.assertTrue('y' in row[3] and 'z' in row[4] and 'u' in row[5] and KEYS[0] in row[6])
                    self.assertNotIn(KEYS[9], row[6])
                    aggregate = select(func.bloom_agg(Site.number), func.bloom_agg(Site.site, 100, 0.001))
                    numbers, sites = session.execute(aggregate).one()
                    self.assertEqual((numbers, sites), (Filter.build([1, 2]), Filter.build(['a', 'b'], 100, 0.001)))
                    wanted = select(Site.site).where(contained_by(Site.number, Filter.build([2, 3])))
                    self.assertEqual(session.scalars(wanted).all(), ['b'])
                    session.execute(update(Site).where(Site.site == 'b').values(urls=func.bloom_add_all(
                        func.bloom(10), ['q'])).execution_options(synchronize_session=False))
                    self.assertEqual(session.scalars(select(Site.urls).where(Site.site == 'b')).one(),
                                     Filter.build(['q'], 10))
                    claims = [session.scalar(select(func.bloom_claim('crawl', 7))) for _ in '12']
                    self.assertEqual(claims, [True, False])
                    self.assertEqual(session.scalars(select(func.bloom_claim_all('crawl', [7, 8, 9]))).all(), [8, 9])
                    self.assertIsInstance(session.scalar(select(func.bloom_set_filter('crawl'))), Filter)
                engine.dispose()

    @without('asyncpg', 'greenlet')
    def test_asyncpg(self):
        from sqlalchemy import func, literal, select
        from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine
        from bloomext.sqlalchemy import Bloom, contained_by
        Site, built = self.model(), Filter.build(KEYS, 1000)

        async def run():
            # asyncpg reads neither PGOPTIONS nor a folder in PGHOST of an empty URL
            engine = create_async_engine('postgresql+asyncpg://', connect_args={
                'host': os.environ['PGHOST'], 'user': os.environ.get('PGUSER', 'postgres'),
                'server_settings': {'search_path': 'apart,public', 'client_min_messages': 'error'}})
            async with AsyncSession(engine) as session:
                await (await session.connection()).run_sync(Site.metadata.create_all)
                session.add_all([Site(site='a', urls=built, fixed=built, number=1), Site(site='b', number=2)])
                await session.commit()
            async with AsyncSession(engine) as session:
                async def rows(*columns):
                    return (await session.execute(select(*columns).order_by(Site.site))).all()

                self.assertEqual([tuple(row) for row in await rows(Site.urls, Site.fixed)], [(built, built), (None, None)])
                self.assertEqual([row[0] for row in await rows(Site.urls.contains(KEYS[0]))], [True, None])
                self.assertEqual([row[0] for row in await rows(Site.urls.contains('n'))], [False, None])
                self.assertEqual((await rows(Site.urls.contains_each(['n', KEYS[1]])))[0][0], [False, True])
                self.assertEqual([row[0] for row in await rows(contained_by(Site.number, Filter.build([2, 3])))], [False, True])
                found = (await session.execute(select(func.bloom_agg(Site.site, 100, 0.001)))).scalar()
                self.assertEqual(found, Filter.build(['a', 'b'], 100, 0.001))
                for value in VALUES:
                    filter = literal(Filter.build([value]), Bloom())
                    row = (await session.execute(select(
                        filter.contains(value), contained_by(value, Filter.build([value])), filter.contains_all([value]),
                        func.bloom_add(Filter(10), value)))).one()
                    self.assertEqual(tuple(row), (True, True, True, Filter.build([value], 10)), value)
            await engine.dispose()

        asyncio.run(run())

    def test_every_type(self):
        from sqlalchemy import create_engine, func, literal, select
        from bloomext.sqlalchemy import Bloom, contained_by
        for url in self.urls():
            with create_engine(url).connect() as connection:
                for value in VALUES:
                    with self.subTest(value=value, url=url):
                        filter = literal(Filter.build([value]), Bloom())
                        row = connection.execute(select(
                            filter.contains(value), contained_by(value, Filter.build([value])), func.bloom_contains(filter, value),
                            filter.contains_all([value]), func.bloom_add(Filter(10), value),
                            func.bloom_hash(value))).one()
                        self.assertEqual(row[:4], (True,) * 4)
                        self.assertEqual(row[4], Filter.build([value], 10))
                        self.assertEqual(row[5] % (1 << 64), Filter(10).hash_of(value))
                with self.assertRaises(TypeError):
                    literal(Filter(10), Bloom()).contains(object())

    @without('numpy')
    def test_scalars(self):
        import numpy
        from sqlalchemy import create_engine, literal, select
        from bloomext.sqlalchemy import Bloom
        for url in self.urls():
            with create_engine(url).connect() as connection:
                filter = literal(Filter.build([3, 4]), Bloom())
                row = connection.execute(select(
                    filter.contains(numpy.int64(3)), filter.contains_all([numpy.int64(3), 5]),
                    filter.contains_each(numpy.array([3, 5])), literal(Filter.build([0.5]), Bloom()).contains(numpy.float32(0.5)))).one()
                self.assertEqual(tuple(row), (True, False, [True, False], True))

    def test_sets(self):
        from sqlalchemy import create_engine, text
        from sqlalchemy.orm import Session
        from bloomext.sqlalchemy import BloomSet
        for url in self.urls():
            prepare()
            engine = create_engine(url)
            with Session(engine) as session:
                self.sets(lambda name: BloomSet(name, session), lambda statement: session.execute(text(statement)))
            engine.dispose()

    def test_arrays(self):
        from sqlalchemy import ARRAY, Column, Integer, MetaData, Table, create_engine, insert, literal, select
        from bloomext.sqlalchemy import Bloom, register
        for url in self.urls():
            with self.subTest(url):
                prepare()
                engine, filters = register(create_engine(url)), [Filter.build(KEYS, 1000), None, Filter()]
                table = Table('several', MetaData(), Column('id', Integer), Column('urls', ARRAY(Bloom())))
                with engine.begin() as connection:
                    table.create(connection)
                    connection.execute(insert(table).values(id=1, urls=filters))
                    self.assertEqual(connection.scalar(select(table.c.urls)), filters)
                    self.assertIs(connection.scalar(select(table.c.urls[1].contains(KEYS[0]))), True)
                    self.assertEqual(connection.scalar(select(literal(filters, ARRAY(Bloom())))), filters)
                engine.dispose()

    def test_expressions(self):
        """Operands with operators, which SQLAlchemy must write in parentheses"""
        from sqlalchemy import and_, create_engine, func, select
        from sqlalchemy.orm import Session
        from bloomext.sqlalchemy import Bloom, contained_by, typed
        for url in self.urls():
            with self.subTest(url):
                prepare()
                Site, engine = self.model(), create_engine(url)
                with Session(engine) as session:
                    Site.metadata.create_all(session.connection())
                    session.add(Site(site='a', number=1, urls=Filter.build(['/a'], 1000), fixed=Filter(1000)))
                    session.flush()
                    both = Site.urls.op('||', return_type=Bloom())(typed('/b'))
                    for expression in (Site.urls.contains('/' + Site.site), contained_by('/' + Site.site, Site.urls),
                                       contained_by('/b', both), both.contains('/b'),
                                       contained_by(Site.number + 1, Filter.build([2])),
                                       contained_by(and_(Site.number == 1, Site.site == 'a'), Filter.build([True])),
                                       Site.urls.contains_any(func.array_agg('/' + Site.site)),
                                       ~Site.urls.contains('//' + Site.site),
                                       Site.urls.contains('/' + Site.site) == (Site.number == 1)):
                        with self.subTest(str(expression)):
                            self.assertIs(session.scalar(select(expression).group_by(Site.site)), True)
                engine.dispose()

    def test_refused(self):
        from sqlalchemy import create_engine, func, insert, select
        from sqlalchemy.exc import StatementError
        from bloomext.sqlalchemy import Bloom
        for values in ([7, 2.5], [datetime.date(2024, 1, 1), datetime.datetime(2024, 1, 1)], [None, 1, True], ['a', b'a']):
            with self.subTest(values=values), self.assertRaises(TypeError):
                func.bloom_add_all(Filter(10), values)
        func.bloom_add_all(Filter(10), [None, 1, None, 2])
        for wrong in ((1e6,), ('pages',), (True,), (None, 0.01)):
            with self.assertRaises(TypeError):
                Bloom(*wrong)
        Site, engine = self.model(), create_engine('postgresql+psycopg2://')
        with engine.begin() as connection:
            Site.metadata.create_all(connection)
            with self.assertRaisesRegex(StatementError, 'a filter, or its bytes, is expected, not int'):
                connection.execute(insert(Site).values(site='a', urls=1000))
            connection.execute(insert(Site).values(site='a', urls=Filter(1000).text()))
            self.assertEqual(connection.scalar(select(Site.urls)), Filter(1000))
        engine.dispose()

    def test_check(self):
        """A column of one class, as the page declares it"""
        from sqlalchemy import CheckConstraint, Column, MetaData, Table, create_engine, insert
        from sqlalchemy.exc import IntegrityError
        from bloomext.sqlalchemy import Bloom
        check = """CheckConstraint("(bloom_info(urls)).class = 'text'")"""
        self.assertIn(check, README.read_text())
        engine = create_engine('postgresql+psycopg2://')
        table = Table('checked', MetaData(), Column('urls', Bloom(1000)), eval(check))
        with engine.begin() as connection:
            table.create(connection)
            for filter in (Filter.build(['a'], 1000), Filter(1000), None):
                connection.execute(insert(table).values(urls=filter))
            with self.assertRaises(IntegrityError):
                connection.execute(insert(table).values(urls=Filter.build([1], 1000)))
        engine.dispose()

    def test_reflection(self):
        from sqlalchemy import MetaData, Table, create_engine
        from bloomext.sqlalchemy import Bloom
        engine = create_engine('postgresql+psycopg2://')
        with engine.begin() as connection:
            self.model().metadata.create_all(connection)
            connection.exec_driver_sql('ALTER TABLE sites ADD small bloom(1000), ADD elastic bloom(elastic), ADD '
                                       'growing bloom(100, 0.1, 4), ADD large bloom(1000000, 0.001, elastic)')
        table = Table('sites', MetaData(), autoload_with=engine)
        for name, parameters in (('urls', (None, None, None)), ('fixed', (1000, 0.01, None)),
                                 ('small', (1000, 0.01, None)), ('elastic', ('elastic', None, None)),
                                 ('growing', (100, 0.1, 4)), ('large', (1000000, 0.001, 'elastic'))):
            type_ = table.c[name].type
            self.assertIsInstance(type_, Bloom)
            with self.subTest(name):
                self.assertIn((type_.capacity, type_.error_rate, type_.growth), (parameters, (1000, None, None)))
        self.assertEqual(repr(Bloom(1000)), 'Bloom(capacity=1000)')
        engine.dispose()

    @without('sqlmodel')
    def test_sqlmodel(self):
        from typing import Optional
        from sqlmodel import Column, Field, Session, SQLModel, create_engine, select
        from bloomext.sqlalchemy import Bloom

        class Page(SQLModel, table=True):
            id: Optional[int] = Field(default=None, primary_key=True)
            urls: Optional[Filter] = Field(default=None, sa_column=Column(Bloom))

            class Config:
                arbitrary_types_allowed = True

        with Session(create_engine('postgresql+psycopg2://')) as session:
            SQLModel.metadata.create_all(session.connection())
            session.add(Page(urls=Filter.build(KEYS, 1000)))
            session.flush()
            session.expire_all()
            self.assertEqual(session.exec(select(Page).where(Page.urls.contains(KEYS[0]))).one().urls,
                             Filter.build(KEYS, 1000))

    @without('alembic')
    def test_alembic(self):
        """A migration by autogenerate creates the tables; after that, autogenerate finds no difference"""
        from alembic.autogenerate import compare_metadata, produce_migrations, render_python_code
        from alembic.migration import MigrationContext
        from alembic.operations import Operations
        from sqlalchemy import MetaData, create_engine
        import bloomext.sqlalchemy
        from bloomext._crawl_store import Store
        metadata = self.model().metadata
        engine = create_engine('postgresql+psycopg2://')
        options = {'compare_type': bloomext.sqlalchemy.compare_type, 'render_item': bloomext.sqlalchemy.render_item,
                   'target_metadata': metadata, 'include_object': bloomext.sqlalchemy.include_object}
        with engine.connect() as connection:
            connection.exec_driver_sql('CREATE SCHEMA fresh; SET search_path = fresh, apart')
            # these stay, and other tables that Alembic sees are dropped
            connection.exec_driver_sql("""
                SELECT bloom_set_create('fresh.crawl', 1000), bloom_set_create('fresh."a "";b"', 1000,
                    retention => '30 days', bucket => '1 day', class => 'uuid', unclaim => true);
                CREATE TABLE other_recent (hash int, more int)""")
            connection.commit() if hasattr(connection, 'commit') else None
            store = Store("options='-c search_path=fresh,apart'", 'psycopg2')
            store.open_set('spiders', True, 1000, 0.01, None, None)
            store.open_queue()
            store.close()
            connection.dialect.default_schema_name = 'fresh'
            context = MigrationContext.configure(connection, opts=options)
            self.assertEqual([(change[0], change[1].name) for change in compare_metadata(context, MetaData())],
                             [('remove_table', 'other_recent')])
            connection.exec_driver_sql('DROP TABLE other_recent')
            migration = produce_migrations(context, metadata)
            imports = set()
            code = render_python_code(migration.upgrade_ops, render_item=bloomext.sqlalchemy.render_item, imports=imports)
            self.assertIn('bloomext.sqlalchemy.Bloom(capacity=1000, error_rate=0.01)', code)
            self.assertIn('bloomext.sqlalchemy.Bloom()', code)
            scope = {'op': Operations(context)}
            exec('import sqlalchemy as sa\nimport bloomext.sqlalchemy\ndef upgrade():\n' +
                 '\n'.join('    ' + line for line in code.splitlines()) + '\nupgrade()', scope)
            self.assertEqual(compare_metadata(context, metadata), [])
            connection.exec_driver_sql('ALTER TABLE sites DROP urls')
            self.assertEqual([change[0] for change in compare_metadata(context, metadata)], ['add_column'])
            connection.exec_driver_sql('ALTER TABLE sites ADD urls bloom')
            for column, changed in (('urls bloom(5000)', True), ('urls bloom', False), ('fixed bloom(1000, 0.001)', True),
                                    ('fixed bloom(2000)', True), ('fixed bloom', True), ('fixed bloom(elastic)', True),
                                    ('fixed bloom(1000)', False), ('urls text', True)):
                connection.exec_driver_sql('ALTER TABLE sites ALTER {0} TYPE {1}'.format(*column.split(' ', 1)))
                found = compare_metadata(context, metadata)
                self.assertEqual([change[0][0] for change in found], ['modify_type'] if changed else [], column)
        engine.dispose()


def django_models():
    from django.conf import settings
    if not settings.configured:
        settings.configure(INSTALLED_APPS=['bloomext.django'], USE_TZ=True, DATABASES={'default': {
            'ENGINE': 'django.db.backends.postgresql', 'NAME': os.environ['PGDATABASE'], 'OPTIONS': {}}})
        import django
        django.setup()
    from django.apps import apps
    from django.db import models
    from bloomext.django import BloomField
    if 'site' in apps.all_models['crawler']:
        return apps.all_models['crawler']['site'], apps.all_models['crawler']['page']

    class Site(models.Model):
        site = models.TextField(primary_key=True)
        urls = BloomField(null=True)
        fixed = BloomField(capacity=1000, null=True)

        class Meta:
            app_label = 'crawler'

    class Page(models.Model):
        url = models.CharField(max_length=100)
        number = models.IntegerField()
        site = models.ForeignKey(Site, models.CASCADE)

        class Meta:
            app_label = 'crawler'
    return Site, Page


@without('django', 'psycopg2')
class Django(Case):
    def setUp(self):
        super().setUp()
        self.Site, self.Page = django_models()
        from django.db import connection
        connection.close()
        with connection.schema_editor() as editor:
            editor.create_model(self.Site)
            editor.create_model(self.Page)
        self.built = Filter.build(KEYS, 1000)
        self.Site.objects.create(site='a', urls=self.built, fixed=bytes(self.built))
        self.Site.objects.create(site='b')
        for number in range(20):
            self.Page.objects.create(url=KEYS[number], number=number, site_id='ab'[number % 2])

    def tearDown(self):
        from django.db import connection
        connection.close()

    def test_values(self):
        a, b = self.Site.objects.order_by('site')
        self.assertEqual((a.urls, a.fixed, b.urls), (self.built, self.built, None))
        a.urls.add('x')
        a.save()
        a.refresh_from_db()
        self.assertIn('x', a.urls)
        self.assertEqual(self.Site.objects.values_list('urls', flat=True).get(site='a'), a.urls)

    def test_lookups(self):
        from django.db.models import F, OuterRef, Subquery
        sites, pages = self.Site.objects, self.Page.objects
        self.assertEqual([site.site for site in sites.filter(urls__contains=KEYS[3])], ['a'])
        self.assertFalse(sites.filter(urls__contains='no').exists())
        self.assertTrue(sites.filter(urls__contains_any=('no', KEYS[3])).exists())
        self.assertFalse(sites.filter(urls__contains_all=['no', KEYS[3]]).exists())
        self.assertEqual(sites.filter(urls__isnull=True).count(), 1)
        self.assertEqual(pages.filter(number__in_bloom=Filter.build([3, 4])).count(), 2)
        self.assertEqual(pages.filter(url__in_bloom=Filter.build(KEYS[5:8])).count(), 3)
        self.assertEqual(pages.filter(url__in_bloom=bytes(Filter.build(KEYS[5:8]))).count(), 3)
        self.assertEqual(pages.filter(url__in_bloom=F('site__urls')).count(), 10)
        self.assertEqual(sites.filter(urls__contains=Subquery(pages.filter(number=4).values('url'))).count(), 1)
        for value in VALUES:
            with self.subTest(value=value):
                sites.update(urls=Filter.build([value]))
                self.assertEqual(sites.filter(urls__contains=value).count(), 2)
                self.assertEqual(sites.filter(urls__contains_all=[value]).count(), 2)

    def test_functions(self):
        from django.db.models import F, Q, Value
        from bloomext.django import (Bloom, BloomAdd, BloomAddAll, BloomAgg, BloomAggLike, BloomCardinality,
                                     BloomContains, BloomField, BloomFpp, BloomIntersection, BloomUnion, BloomUnionAgg)
        sites, pages = self.Site.objects, self.Page.objects
        self.assertEqual(pages.aggregate(all=BloomAgg('number'))['all'], Filter.build(range(20)))
        self.assertEqual(pages.aggregate(all=BloomAgg('url', 100, 0.001))['all'], Filter.build(KEYS[:20], 100, 0.001))
        some = pages.aggregate(all=BloomAgg('number', filter=Q(number__gt=15)))['all']
        self.assertEqual(some, Filter.build([16, 17, 18, 19]))
        each = pages.values('site').annotate(all=BloomAgg('number')).order_by('site')
        self.assertEqual([site['all'] for site in each], [Filter.build(range(0, 20, 2)), Filter.build(range(1, 20, 2))])
        self.assertEqual(sites.aggregate(all=BloomUnionAgg('urls'))['all'], self.built)
        like = pages.aggregate(all=BloomAggLike('url', Value(Filter(50, 0.1), output_field=BloomField())))['all']
        self.assertEqual(like, Filter.build(KEYS[:20], 50, 0.1))
        for values in (), ('x',), {'x', 'y'}, ['x', 'y']:
            sites.filter(site='b').update(urls=BloomAddAll(Bloom(1000), values))
            self.assertEqual(sites.get(site='b').urls, Filter.build(values, 1000))
        sites.filter(site='b').update(urls=BloomAdd('urls', Value('z')))
        b = sites.annotate(x=BloomContains('urls', Value('x')), count=BloomCardinality('urls'), rate=BloomFpp('urls'),
                           both=BloomUnion('urls', self.built), none=BloomIntersection('urls', self.built)).get(site='b')
        self.assertEqual((b.x, b.count), (True, 3))
        self.assertLess(b.rate, 1e-9)
        self.assertEqual(b.both, self.built | Filter.build(['x', 'y', 'z'], 1000))
        self.assertLess(len(b.none), 2)

    def test_floats(self):
        """psycopg2 writes floats as numeric literals, and the class of numeric values differs"""
        from django.db.models import Value
        from bloomext.django import Bloom, BloomAdd, BloomAddAll, BloomContains
        sites = self.Site.objects.filter(site='b')
        for function in (BloomAdd(Bloom(10), Value(1.5)), BloomAdd(Bloom(10), 1.5), BloomAddAll(Bloom(10), [1.5]),
                         BloomAddAll(Bloom(10), Value([1.5])), BloomAddAll(Bloom(10), [None, 1.5])):
            sites.update(urls=function)
            self.assertEqual(sites.get().urls, Filter.build([1.5], 10))
            for value in (Value(1.5), 1.5):
                self.assertTrue(sites.annotate(has=BloomContains('urls', value)).get().has)
                self.assertTrue(sites.filter(urls__contains=value).exists())
            for values in ([1.5], [None, 1.5], (None, 0.5, 1.5), Value([None, 1.5])):
                self.assertTrue(sites.filter(urls__contains_any=values).exists())
        for wrong in ([1, 1.5], [1.5, decimal.Decimal(1)]):
            with self.assertRaises(TypeError):
                sites.update(urls=BloomAddAll(Bloom(10), wrong))
            with self.assertRaises(TypeError):
                sites.filter(urls__contains_any=wrong).exists()

    def test_sets(self):
        from django.db import connection, transaction
        from bloomext.django import BloomSet
        self.sets(BloomSet, lambda statement: connection.cursor().execute(statement))
        with transaction.atomic():
            self.assertTrue(BloomSet('crawl').claim(50))
            transaction.set_rollback(True)
        self.assertFalse(BloomSet('crawl', using='default').seen(50))

    def test_grouped(self):
        """Django hashes what it groups by"""
        from django.db.models import BooleanField, Case, Count, F, Q, Value, When
        from bloomext.django import BloomAggLike, BloomContains, BloomField, BloomUnion
        pages, filter = self.Page.objects, Filter.build(KEYS[:5])
        for given in (filter, Value(filter, output_field=BloomField())):
            seen = pages.annotate(seen=BloomContains(given, F('url')))
            counts = list(seen.values('seen').annotate(count=Count('id')).order_by('seen').values_list('seen', 'count'))
            self.assertEqual(counts, [(False, 15), (True, 5)])
            self.assertEqual(seen.annotate(count=Count('id')).filter(seen=True).count(), 5)
            self.assertEqual(pages.filter(url__in_bloom=given).count(), 5)
            like = pages.values('site').annotate(all=BloomAggLike('number', given)).order_by('site')[0]['all']
            self.assertEqual(like, Filter.build(range(0, 20, 2)))
        sites = self.Site.objects.annotate(both=BloomUnion('urls', self.built)).annotate(count=Count('pk'))
        self.assertEqual([site.count for site in sites], [1, 1])
        case = Case(When(url__in_bloom=filter, then=True), default=False, output_field=BooleanField())
        self.assertEqual(dict(pages.annotate(seen=case).values_list('seen').annotate(Count('id'))), {False: 15, True: 5})
        each = pages.values('site').annotate(count=Count('id', filter=Q(url__in_bloom=filter)))
        self.assertEqual(list(each.order_by('site').values_list('site', 'count')), [('a', 3), ('b', 2)])
        self.assertEqual(pages.aggregate(count=Count('id', filter=Q(url__in_bloom=filter)))['count'], 5)

    def test_validation(self):
        from django.core.exceptions import FieldError, ValidationError
        from bloomext.django import BloomField
        for wrong, message in ((b'{"a": 1}', 'begins like JSON'), (1000, 'is expected, not int'), (1.5, 'of bytes or text, not 1.5')):
            with self.assertRaises(ValidationError) as caught:
                self.Site(site='c', urls=wrong).full_clean()
            self.assertRegex(caught.exception.message_dict['urls'][0], message)
        self.Site(site='c', urls=self.built, fixed=self.built.text()).full_clean()
        for lookup in ('icontains', 'iexact', 'startswith', 'regex', 'gt', 'range', 'in_bloom'):
            with self.subTest(lookup), self.assertRaisesRegex(FieldError, f"Unsupported lookup '{lookup}'"):
                self.Site.objects.filter(**{f'urls__{lookup}': self.built}).count()
        self.assertEqual(self.Site.objects.filter(urls=self.built).count(), 1)
        self.assertEqual(self.Site.objects.filter(urls__in=[self.built, Filter(7)]).count(), 1)
        self.assertEqual(BloomField(1000, 0.001).db_type(None), 'bloom(1000, 0.001)')
        self.assertEqual(BloomField('elastic', verbose_name='pages').deconstruct()[3],
                         {'capacity': 'elastic', 'verbose_name': 'pages'})
        for wrong in (('pages that were seen',), (1e6,), (True,), (None, 0.01), ('elastic', 0.01), ('elastic', None, 2)):
            with self.assertRaises(TypeError):
                BloomField(*wrong)

    @without('numpy')
    def test_scalars(self):
        import numpy
        from django.db.models import Value
        from bloomext.django import BloomContains
        sites = self.Site.objects.filter(site='a')
        sites.update(urls=Filter.build([3, 4]))
        self.assertTrue(sites.filter(urls__contains=numpy.int64(3), urls__contains_any=numpy.array([3, 5])).exists())
        self.assertTrue(sites.filter(urls__contains_all=[numpy.int64(3), 4]).exists())
        self.assertTrue(sites.annotate(has=BloomContains('urls', Value(numpy.int64(3)))).get().has)

    def test_refused(self):
        for use in (lambda: self.Site.objects.create(site='c', urls=1000),
                    lambda: self.Page.objects.filter(url__in_bloom=1000).count()):
            with self.assertRaisesRegex(TypeError, 'a filter, or its bytes, is expected, not int'):
                use()

    def test_migrations(self):
        from django.db import connection
        from django.db.migrations.state import ProjectState
        from django.db.migrations.writer import MigrationWriter
        from bloomext.django import BloomExtension, BloomField
        field = self.Site._meta.get_field('fixed')
        _, path, args, options = field.deconstruct()
        self.assertEqual((path, args, options), ('bloomext.django.BloomField', [], {'capacity': 1000, 'null': True}))
        written, imports = MigrationWriter.serialize(field)
        self.assertEqual(eval(written, {'bloomext': sys.modules['bloomext']}).deconstruct()[3], options)
        self.assertEqual(imports, {'import bloomext.django'})
        self.assertEqual(field.clone().db_type(connection), 'bloom(1000)')
        written, imports = MigrationWriter.serialize(BloomField(default=self.built))
        self.assertEqual(eval(written, {'bloomext': sys.modules['bloomext']}).get_default(), self.built)
        self.assertEqual(imports, {'import bloomext', 'import bloomext.django'})
        with connection.cursor() as cursor:
            cursor.execute('DROP EXTENSION bloomext CASCADE; DROP TABLE crawler_page, crawler_site')
        state = ProjectState()
        with connection.schema_editor() as editor:
            BloomExtension().database_forwards('crawler', editor, state, state)
        with connection.schema_editor() as editor:
            editor.create_model(self.Site)
        self.Site.objects.create(site='c', urls=self.built)
        self.assertEqual(self.Site.objects.get().urls, self.built)

    def test_check(self):
        """A column of one class, as the page declares it"""
        from django.db import IntegrityError, connection
        from django.db.migrations import RunSQL
        from django.db.migrations.state import ProjectState
        text = re.search(r'^RunSQL\(.*?\)$', README.read_text(), re.M | re.S)[0]
        state = ProjectState()
        with connection.schema_editor() as editor:
            eval(text).database_forwards('crawler', editor, state, state)
        for filter in (Filter(1000), None):
            self.Site.objects.update(urls=filter)
        with self.assertRaises(IntegrityError):
            self.Site.objects.update(urls=Filter.build([1], 1000))
        with connection.schema_editor() as editor:
            eval(text).database_backwards('crawler', editor, state, state)
        self.Site.objects.update(urls=Filter.build([1], 1000))

    def test_other_capacity(self):
        """A migration to another capacity converts sparse filters only, and fails as a whole"""
        from django.db import DataError, connection
        from bloomext.django import BloomField
        old = self.Site._meta.get_field('fixed')
        new = BloomField(2000, null=True)
        new.set_attributes_from_name('fixed')

        def migrate():
            with connection.schema_editor() as editor:
                editor.alter_field(self.Site, old, new)

        with self.assertRaisesRegex(DataError, 'does not match the parameters of its column'):
            migrate()
        self.assertEqual(self.Site.objects.get(site='a').fixed, self.built)
        self.Site.objects.update(fixed=Filter.build(['x'], 1000))
        migrate()
        self.assertEqual(self.Site.objects.get(site='a').fixed, Filter.build(['x'], 2000))
        new.capacity = None
        self.Site.objects.update(fixed=Filter.build(KEYS * 2, 2000))
        migrate()

    def test_inspectdb(self):
        from django.core.management import call_command
        from django.db import connection
        types = ['bloom', 'bloom(1000)', 'bloom(5, 0.001)', 'bloom(100, 0.01, 4)', 'bloom(elastic)', 'bloom(100, 0.01, elastic)']
        columns = ', '.join(f'"f{i} "";" {sort}' for i, sort in enumerate(types))
        with connection.cursor() as cursor:
            cursor.execute(f"""CREATE TABLE "an odd ';table" (id serial PRIMARY KEY, {columns})""")
        out = io.StringIO()
        call_command('inspectdb', stdout=out)
        code = out.getvalue()
        self.assertRegex(code, r'urls = bloomext\.django\.BloomField\(.*null=True')
        # Django itself does not double the quotes of names; run only the fields
        fields = re.findall(r'^    f\d.* = (bloomext\.django\.BloomField\(.*\))  #', code, re.M)
        scope = {}
        exec('\n'.join(line for line in code.splitlines() if line.startswith(('import', 'from'))), scope)
        self.assertEqual([eval(field, scope).db_type(connection) for field in fields],
                         ['bloom', 'bloom(1000, 0.01)', 'bloom(5, 0.001)', 'bloom(100, 0.01, 4)', 'bloom(elastic)',
                          'bloom(100, 0.01, elastic)'])

    def test_dumpdata(self):
        """loaddata reads the field as dumpdata has written it"""
        field, site = self.Site._meta.get_field('urls'), self.Site.objects.get(site='a')
        self.assertEqual(field.value_to_string(site), self.built.text())
        self.assertEqual(field.to_python(field.value_to_string(site)), self.built)


@without('peewee', 'psycopg2')
class Peewee(Case):
    def test_check(self):
        """A column of one class, as the page declares it"""
        from peewee import Check, IntegrityError, Model, PostgresqlDatabase
        from bloomext.peewee import BloomField
        check = """constraints = [Check("(bloom_info(urls)).class = 'text'")]"""
        self.assertIn(check, README.read_text())

        class Checked(Model):
            urls = BloomField(1000)

            class Meta:
                database = PostgresqlDatabase(os.environ['PGDATABASE'])
                exec(check, {'Check': Check}, locals())

        with Checked._meta.database:
            Checked.create_table()
            Checked.create(urls=Filter.build(['a'], 1000))
            with self.assertRaises(IntegrityError):
                Checked.create(urls=Filter.build([1], 1000))

    def test_all(self):
        from peewee import IntegerField, Model, PostgresqlDatabase, TextField, fn
        from bloomext.peewee import BloomField, bloom_agg, contained_by

        class Site(Model):
            site = TextField(primary_key=True)
            number = IntegerField()
            urls = BloomField(null=True)
            fixed = BloomField(1000, 0.01, null=True)

            class Meta:
                database = PostgresqlDatabase(os.environ['PGDATABASE'])

        built = Filter.build(KEYS, 1000)
        with Site._meta.database:
            Site.create_table()
            Site.create(site='a', number=1, urls=built, fixed=bytes(built))
            Site.create(site='b', number=2)
            a, b = Site.select().order_by(Site.site)
            self.assertEqual((a.urls, a.fixed, b.urls), (built, built, None))
            a.urls.add('x')
            a.save()
            sites = lambda where: [site.site for site in Site.select().where(where)]
            self.assertEqual(sites(Site.urls.contains('x')), ['a'])
            self.assertEqual(sites(Site.urls.contains('no')), [])
            self.assertEqual(sites(Site.urls.contains_any(('no', 'x'))), ['a'])
            self.assertEqual(sites(Site.urls.contains_all(['no', 'x'])), [])
            self.assertEqual(sites(contained_by(Site.number, Filter.build([2, 3]))), ['b'])
            self.assertEqual(sites(contained_by(KEYS[0], Site.urls)), ['a'])
            self.assertEqual(Site.select(bloom_agg(Site.number)).scalar(), Filter.build([1, 2]))
            self.assertEqual(Site.select(bloom_agg(Site.site, 100)).scalar(), Filter.build(['a', 'b'], 100))
            self.assertAlmostEqual(Site.select(fn.bloom_cardinality(Site.urls)).where(Site.site == 'a').scalar(), 501, delta=20)
            self.assertEqual(Site.select(Site.urls.contains_each(['x', 'no'])).where(Site.site == 'a').scalar(), [True, False])
            Site.update(urls=fn.bloom(10)).where(Site.site == 'b').execute()
            Site.update(urls=Site.urls.add('q')).where(Site.site == 'b').execute()
            Site.update(urls=Site.urls.add_all(['r'])).where(Site.site == 'b').execute()
            b = Site.get(Site.site == 'b')
            self.assertEqual(b.urls, Filter.build(['q', 'r'], 10))
            both = Site.select(Site.urls.union(Filter.build(['s'], 10)), Site.urls.intersection(Filter.build(['q'], 10)))
            self.assertEqual(both.where(Site.site == 'b').tuples().get(),
                             (Filter.build(['q', 'r', 's'], 10), Filter.build(['q'], 10)))
            for value in VALUES:
                with self.subTest(value=value):
                    Site.update(urls=Filter.build([value])).execute()
                    self.assertEqual(Site.select().where(Site.urls.contains(value)).count(), 2)
                    self.assertEqual(Site.select().where(Site.urls.contains_any([value])).count(), 2)
            Site.update(urls=Filter.build([1.5])).execute()
            self.assertEqual(Site.select().where(Site.urls.contains_any([None, 1.5])).count(), 2)
            with self.assertRaises(TypeError):
                Site.urls.contains_any([1, 1.5])


if __name__ == '__main__':
    unittest.main()
