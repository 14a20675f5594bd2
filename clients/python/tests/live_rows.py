#!/usr/bin/python3
"""Mappers lose no member: two sessions read a filter, add to it, and save it, with a server.

    test/with-server clients/python/tests/live_rows.py
"""
import contextlib
import copy
import itertools
import os
import pickle
import unittest

from live_frameworks import README, Case, without
from bloomext import Error, Filter


def execute(statement, *parameters):
    """Run a statement in another session, and return its rows"""
    import psycopg2
    from bloomext.psycopg2 import Connection
    with contextlib.closing(psycopg2.connect('', connection_factory=Connection)) as connection:
        connection.autocommit = True
        cursor = connection.cursor()
        cursor.execute(statement, parameters)
        return cursor.fetchall() if cursor.description else []


@contextlib.contextmanager
def rolled_back(atomic):
    """A transaction that is rolled back"""
    class Rollback(Exception):
        pass
    with contextlib.suppress(Rollback), atomic:
        yield
        raise Rollback


def prepare_in(schema):
    """Create the extension in a schema, by its quoted name"""
    import psycopg2
    with contextlib.closing(psycopg2.connect('')) as connection:
        connection.autocommit = True
        connection.cursor().execute(f'DROP EXTENSION IF EXISTS bloomext CASCADE; DROP SCHEMA IF EXISTS {schema} CASCADE; '
                                    f'CREATE SCHEMA {schema}; CREATE EXTENSION bloomext SCHEMA {schema}')


class Rows(Case):
    """Tests of a table sites(id, name, shown), in which other sessions add to the filter of row 1"""

    def members(self, *members, id=1, table='sites'):
        """The filter has these of the values a to z"""
        [[filter]] = execute(f'SELECT shown FROM {table} WHERE id = %s', id)
        self.assertEqual([value for value in 'abcdefghijklmnopqrstuvwxyz' if value in filter], sorted(members))

    def add(self, value, id=1, table='sites'):
        """Another session adds a value"""
        execute(f'UPDATE {table} SET shown = bloom_add(shown, %s) WHERE id = %s', value, id)


def django_models():
    from django.conf import settings
    if not settings.configured:
        database = {'ENGINE': 'django.db.backends.postgresql', 'NAME': os.environ['PGDATABASE']}
        settings.configure(SECRET_KEY='none', USE_TZ=True, DATABASES={'default': database, 'other': database},
                           DEFAULT_AUTO_FIELD='django.db.models.AutoField',
                           INSTALLED_APPS=['django.contrib.contenttypes', 'django.contrib.auth', 'django.contrib.admin', 'bloomext.django'])
        import django
        django.setup()
    from django.apps import apps
    from django.db import models
    from bloomext.django import BloomField
    if 'site' not in apps.all_models['django']:
        class Site(models.Model):
            name = models.TextField(default='')
            shown = BloomField(null=True, blank=True, editable=True)

            class Meta:
                app_label, db_table = 'django', 'sites'

        class Special(Site):
            more = BloomField(null=True)

            class Meta:
                app_label, db_table = 'django', 'specials'

        class Odd(models.Model):
            # Django does not double the quotes of a name
            shown = BloomField(100, db_column="it's; odd")

            class Meta:
                app_label, db_table = 'django', "an odd ';table"
    return [apps.all_models['django'][name] for name in ('site', 'special', 'odd')]


@without('django', 'psycopg2')
class Django(Rows):
    def setUp(self):
        super().setUp()
        self.Site, self.Special, self.Odd = django_models()
        from django.db import connections
        for connection in connections.all():
            connection.close()
        with connections['default'].schema_editor() as editor:
            editor.create_model(self.Site)
            editor.create_model(self.Special)
        self.Site.objects.create(shown=Filter.build(['a']))
        self.get = lambda: self.Site.objects.get(id=1)

    def tearDown(self):
        from django.db import connections
        for connection in connections.all():
            connection.close()

    def test_two(self):
        for save in (lambda site: site.save(), lambda site: site.save(update_fields=['shown']),
                     lambda site: self.Site.objects.bulk_update([site], ['shown'])):
            first, second = self.get(), self.get()
            first.shown.add('b')
            second.shown.add('c')
            save(first)
            save(second)
            self.members('a', 'b', 'c')
            self.Site.objects.update(shown=Filter.build(['a']))

    def test_unchanged(self):
        """A filter that was not changed stays as it is in the row"""
        site = self.get()
        execute("UPDATE sites SET shown = bloom() || 'z'")
        for save in (site.save, lambda: site.save(update_fields=['name', 'shown'])):
            site.name += 'x'
            save()
            self.members('z')
            self.assertEqual(self.get().name, site.name)
            self.assertIsInstance(site.shown, Filter)
        site = self.Site.objects.defer('shown').get()
        site.save()
        self.members('z')
        site.shown.add('y')
        self.add('x')
        site.save()
        self.members('x', 'y', 'z')

    def test_created(self):
        """A filter that this object has written belongs to the row"""
        given = Filter(1000)
        created = self.Site.objects.create(shown=given)
        [bulk] = self.Site.objects.bulk_create([self.Site(shown=Filter(1000))])
        forced = self.Site(id=77, shown=Filter(1000))
        forced.save(force_insert=True)
        for site in (created, bulk, forced):
            self.add('b', id=site.id)
            if site is not bulk:
                site.save()
                self.members('b', id=site.id)
            site.shown.add('c')
            site.save()
            self.members('b', 'c', id=site.id)
        self.assertIs(created.shown, given)
        new, made = self.Site.objects.update_or_create(id=5, defaults={'shown': Filter.build(['q'])})
        self.assertTrue(made)
        self.add('r', id=5)
        new.shown.add('s')
        new.save()
        self.members('q', 'r', 's', id=5)

    def test_assigned(self):
        """A filter that was assigned replaces that of the row, and belongs to it after that"""
        site = self.get()
        site.shown = Filter.build(['m'])
        self.add('b')
        site.save()
        self.members('m')
        self.add('b')
        site.shown.add('n')
        site.save()
        self.members('b', 'm', 'n')
        site.shown = self.Site.objects.values_list('shown', flat=True).get(id=1).copy()
        site.shown &= Filter.build(['m'])
        site.save()
        self.members('m')
        site.shown = Filter.build(['a'])
        self.Site.objects.bulk_update([site], ['shown'])
        self.members('a')
        self.Site.objects.update_or_create(id=1, defaults={'shown': Filter.build(['p'])})
        self.members('p')

    def test_other_row(self):
        """The filter of another row replaces that of this row"""
        self.Site.objects.create(id=20, shown=Filter.build(['t']))
        one, two = self.get(), self.Site.objects.get(id=20)
        two.shown = one.shown
        two.save()
        self.members('a', id=20)
        one.shown.add('b')
        self.add('c')
        self.add('d', id=20)
        one.save()
        two.save()
        self.members('a', 'b', 'c')
        self.members('a', 'b', 'd', id=20)
        two.shown = self.Site.objects.values_list('shown', flat=True).get(id=1)
        two.save()
        self.members('a', 'b', 'c', id=20)
        one, two = self.get(), self.Site.objects.get(id=20)
        self.Site.objects.filter(id=20).update(shown=Filter.build(['t']))
        one.id = 20
        one.save()
        self.members('a', 'b', 'c', id=20)
        self.Site.objects.filter(id=20).update(shown=Filter.build(['t']))
        one = self.get()
        one.shown.add('e')
        self.Site.objects.filter(id=20).update(shown=one.shown)
        self.members('a', 'b', 'c', 'e', id=20)
        self.add('f')
        one.save(using='other')
        self.members('a', 'b', 'c', 'e', 'f')
        one.pk = None
        one.save()
        self.members('a', 'b', 'c', 'e', id=one.pk)

    def test_null(self):
        site = self.get()
        site.shown.add('b')
        execute('UPDATE sites SET shown = NULL')
        site.save()
        self.members('a', 'b')
        site.shown = None
        site.save()
        self.assertIsNone(self.get().shown)
        site = self.get()
        site.save()
        self.assertIsNone(self.get().shown)
        site.shown = Filter.build(['c'])
        site.save()
        self.members('c')

    def test_refreshed(self):
        site, other = self.get(), self.get()
        site.shown.add('lost')
        site.refresh_from_db()
        self.assertNotIn('lost', site.shown)
        self.add('b')
        site.save()
        site.shown.add('c')
        site.refresh_from_db(fields=['shown'])
        self.members('a', 'b')
        site.shown.add('d')
        self.add('e')
        site.save()
        self.members('a', 'b', 'd', 'e')

    def test_expressions(self):
        from django.db.models import F, Value
        from bloomext.django import BloomAdd
        site = self.get()
        site.shown = BloomAdd('shown', Value('b'))
        self.add('c')
        site.save()
        self.members('a', 'b', 'c')
        site = self.get()
        site.shown = F('shown')
        self.add('d')
        site.save()
        self.members('a', 'b', 'c', 'd')

    def test_copies(self):
        for make in (copy.copy, copy.deepcopy, lambda site: pickle.loads(pickle.dumps(site))):
            self.Site.objects.update(shown=Filter.build(['a']))
            site = make(self.get())
            self.add('b')
            site.save()
            self.members('a', 'b')
            used = self.get()
            used.shown.add('c')
            site = make(used)
            self.add('d')
            site.save()
            self.members('a', 'b', 'c', 'd')

    def test_rolled_back(self):
        """What a rolled back transaction has written is written again"""
        from django.db import transaction
        site, other = self.get(), self.get()
        other.shown = Filter.build(['m'])
        site.shown.add('b')
        for one in (site, other):
            with rolled_back(transaction.atomic()):
                one.save()
        self.members('a')
        with transaction.atomic():
            site.save()
            with rolled_back(transaction.atomic()):
                site.shown.add('c')
                site.save()
            site.shown.add('d')
        self.members('a', 'b')
        self.add('e')
        site.save()
        self.members('a', 'b', 'c', 'd', 'e')
        other.save()
        self.members('m')

    def test_replica(self):
        """Read from one server and written to another"""
        from django.db import transaction
        for read, write in (('default', 'other'), ('other', 'default')):
            execute("UPDATE sites SET shown = bloom() || 'a'")
            site = self.Site.objects.using(read).get(id=1)
            site.shown.add('b')
            self.add('c')
            with transaction.atomic(write):
                site.save(using=write)
                site.shown.add('d')
                site.save(using=write)
                site.save(using=write)
            self.add('e')
            site.save()
            self.members('a', 'b', 'c', 'd', 'e')

    def test_losing_members(self):
        """A union cannot express these changes"""
        site = self.get()
        site.shown &= Filter.build(['x'])
        counting = self.Site.objects.create(shown=Filter.build(['a'], 100, counting=True))
        counting.shown.remove('a')
        for one in (site, counting):
            for save in (one.save, lambda: self.Site.objects.bulk_update([one], ['shown'])):
                with self.assertRaisesRegex(Error, 'cannot save a .*filter .*changed in place') as caught:
                    save()
            self.assertIn('assign a copy', caught.exception.hint)
            self.members('a', id=one.id)
            with self.assertRaisesRegex(Error, 'cannot save'):
                pickle.loads(pickle.dumps(one)).save()
            one.shown = one.shown.copy()
            one.save()
            self.members(id=one.id)
            one.save()

    def test_inheritance(self):
        special = self.Special.objects.create(shown=Filter.build(['a']), more=Filter.build(['a']))
        special = self.Special.objects.get(id=special.id)
        special.shown.add('b')
        special.more.add('c')
        self.add('d', id=special.id)
        execute("UPDATE specials SET more = more || 'e'")
        special.save()
        self.members('a', 'b', 'd', id=special.id)
        self.assertTrue({'a', 'c', 'e'} <= {value for value in 'abcde' if value in self.Special.objects.get().more})
        special = self.Special.objects.get()
        special.shown.add('f')
        self.add('g', id=special.id)
        self.Special.objects.bulk_update([special], ['shown', 'more'])
        self.members('a', 'b', 'd', 'f', 'g', id=special.id)

    def test_names(self):
        from django.db import connection
        with connection.schema_editor() as editor:
            editor.create_model(self.Odd)
        odd = self.Odd.objects.create(shown=Filter.build(['a'], 100))
        for save in (odd.save, lambda: self.Odd.objects.bulk_update([odd], ['shown']), odd.save):
            odd = self.Odd.objects.get()
            odd.shown.add('b')
            save()
            self.assertIn('a', self.Odd.objects.get(shown__contains='a').shown)

    def test_parameters(self):
        """Large filters, with the parameters of their column"""
        for sort in ({'capacity': 4000}, {}, {'capacity': 100, 'growth': 2}, {'capacity': 5000, 'elastic': True}):
            with self.subTest(sort):
                keys = [f'/{i}' for i in range(3000)]
                site = self.Site.objects.create(shown=Filter.build(keys[:1000], **sort))
                site = self.Site.objects.get(id=site.id)
                site.shown.update(keys[1000:2000])
                execute('UPDATE sites SET shown = bloom_add_all(shown, %s) WHERE id = %s', keys[2000:], site.id)
                site.save()
                saved = self.Site.objects.get(id=site.id).shown
                self.assertTrue(all(saved.contains_many(keys)))
                self.assertEqual(saved.capacity, Filter(**sort).capacity)

    def test_admin(self):
        """A form of the admin does not write back the filter that it was made with"""
        from django.contrib.admin import AdminSite, ModelAdmin
        admin = ModelAdmin(self.Site, AdminSite())
        form = admin.get_form(None, self.get(), change=True)
        self.assertEqual(list(form.base_fields), ['name'])
        bound = form({'name': 'new'}, instance=self.get())
        self.assertTrue(bound.is_valid(), bound.errors)
        site = admin.save_form(None, bound, change=True)
        self.add('b')
        admin.save_model(None, site, bound, change=True)
        self.assertEqual(self.get().name, 'new')
        self.members('a', 'b')


@without('sqlalchemy', 'psycopg2')
class SQLAlchemy(Rows):
    def setUp(self):
        from sqlalchemy import Column, ForeignKey, Integer, Text, create_engine
        from sqlalchemy.orm import Session, declarative_base
        from bloomext.sqlalchemy import Bloom
        super().setUp()
        global Site, Special         # so that their objects can be pickled

        class Site(declarative_base()):
            __tablename__ = 'sites'
            id = Column(Integer, primary_key=True)
            name = Column(Text)
            kind = Column(Text, default='site')
            shown = Column(Bloom)
            odd = Column("it's \"; odd", Bloom(100))
            __mapper_args__ = {'polymorphic_on': kind, 'polymorphic_identity': 'site'}

        class Special(Site):
            __tablename__ = 'specials'
            id = Column(ForeignKey('sites.id'), primary_key=True)
            more = Column(Bloom)
            __mapper_args__ = {'polymorphic_identity': 'special'}

        Site.__qualname__, Special.__qualname__ = 'Site', 'Special'
        self.Site, self.engine = Site, create_engine('postgresql+psycopg2://')
        Site.metadata.create_all(self.engine)
        self.session = lambda **options: Session(self.engine, **options)
        with self.session() as session:
            session.add(Site(shown=Filter.build(['a'])))
            session.commit()

    def tearDown(self):
        self.engine.dispose()

    def test_two(self):
        with self.session() as one, self.session() as two:
            first, second = one.get(self.Site, 1), two.get(self.Site, 1)
            first.shown.add('b')
            second.shown.add('c')
            first.name = second.name = 'new'
            one.commit()
            two.commit()
            self.members('a', 'b', 'c')
            self.assertIn('b', first.shown)
            first.shown |= Filter.build(['d'])
            self.add('e')
            one.commit()
            self.members('a', 'b', 'c', 'd', 'e')

    def test_not_referenced(self):
        """The session refers to an object whose filter was changed"""
        with self.session() as session:
            for site in session.query(self.Site):
                site.shown.add('b')
            del site
            session.commit()
        self.members('a', 'b')

    def test_unchanged(self):
        with self.session() as session:
            site = session.get(self.Site, 1)
            self.assertIn('a', site.shown)
            execute("UPDATE sites SET shown = bloom() || 'z'")
            site.shown.add('a')
            site.name = 'new'
            session.commit()
            self.members('z')
            self.assertEqual(site.name, 'new')

    def test_created(self):
        for expire in (True, False):
            with self.session(expire_on_commit=expire) as session:
                given = Filter(1000)
                site = self.Site(shown=given)
                given.add('b')
                session.add(site)
                session.flush()
                given.add('c')
                self.assertIs(site.shown, given)
                session.commit()
                self.add('d', id=site.id)
                site.shown.add('e')
                session.flush()
                site.shown.add('f')
                session.commit()
                self.members('b', 'c', 'd', 'e', 'f', id=site.id)
                if expire:
                    with self.assertRaisesRegex(Error, 'no longer the attribute "shown"'):
                        given.add('g')

    def test_assigned(self):
        with self.session(expire_on_commit=False) as session:
            site = session.get(self.Site, 1)
            site.shown = Filter.build(['m'])
            self.add('b')
            session.commit()
            self.members('m')
            site.shown.add('n')
            self.add('b')
            session.commit()
            self.members('b', 'm', 'n')
            site.shown = site.shown.copy()
            site.shown &= Filter.build(['m'])
            session.commit()
            self.members('m')
            other = self.Site(shown=Filter.build(['t']))
            session.add(other)
            session.commit()
            other.shown = site.shown
            session.commit()
            self.members('m', id=other.id)
            other.shown.add('p')            # both have this filter
            self.add('q')
            self.add('r', id=other.id)
            session.commit()
            self.members('m', 'p', 'q')
            self.members('m', 'p', 'r', id=other.id)

    def test_null(self):
        with self.session() as session:
            site = session.get(self.Site, 1)
            site.shown.add('b')
            execute('UPDATE sites SET shown = NULL')
            session.commit()
            self.members('a', 'b')
            site.shown = None
            session.commit()
            self.assertIsNone(site.shown)
            site.shown = Filter.build(['c'])
            session.commit()
            self.members('c')

    def test_refreshed(self):
        with self.session() as session:
            site = session.get(self.Site, 1)
            site.shown.add('x')
            session.refresh(site)
            self.assertNotIn('x', site.shown)
            session.expire(site)
            site.shown.add('b')
            self.add('c')
            with rolled_back(session.begin_nested()):
                site.shown.add('y')
                session.flush()
            self.assertNotIn('y', site.shown)
            site.shown.add('d')
            session.commit()
            self.members('a', 'b', 'c', 'd')
            site.shown.add('e')
            session.rollback()
            self.assertNotIn('e', site.shown)
            for change, members in ((lambda: site.shown.add('f'), 'abcdf'), (lambda: setattr(site, 'shown', Filter.build(['g'])), 'g')):
                self.assertIn('a', site.shown)
                change()
                with session.no_autoflush:
                    session.refresh(site, ['name'])
                session.commit()
                self.members(*members)

    def test_detached(self):
        """Objects that were pickled, or come from another session"""
        def pickled(site):
            return pickle.loads(pickle.dumps(site))

        def added(session, site):
            session.add(site)
            return site

        for make, add in itertools.product((lambda site: site, pickled), (added, lambda session, site: session.merge(site))):
            with self.subTest(make=make, add=add):
                execute("UPDATE sites SET shown = bloom() || 'a'")
                with self.session() as session:
                    site = session.get(self.Site, 1)
                    self.assertIn('a', site.shown)
                site = make(site)
                site.shown.add('b')
                site = make(site)
                self.add('c')
                with self.session() as session:
                    site = add(session, site)
                    site.name = 'new'
                    session.flush()
                    site.shown.add('d')
                    session.commit()
                self.members('a', 'b', 'c', 'd')

    def test_losing_members(self):
        with self.session() as session:
            session.add(self.Site(id=2, shown=Filter.build(['a'], 100, counting=True)))
            session.commit()
            for site, change in ((session.get(self.Site, 1), lambda filter: filter.__iand__(Filter.build(['x']))),
                                 (session.get(self.Site, 2), lambda filter: filter.remove('a'))):
                change(site.shown)
                with self.assertRaisesRegex(Error, 'cannot save a .*changed in place'):
                    session.flush()
                session.rollback()
                self.members('a', id=site.id)
                site.shown = site.shown.copy()
                change(site.shown)
                session.commit()
                self.members(id=site.id)

    def test_names(self):
        with self.session() as session:
            site = self.Site(odd=Filter.build(['a'], 100))
            session.add(site)
            session.commit()
            site.odd.add("'b")
            session.commit()
            self.assertTrue('a' in site.odd and "'b" in site.odd)
            self.assertEqual(session.query(self.Site).filter(self.Site.odd.contains("'b")).one(), site)

    def test_inheritance(self):
        with self.session() as session:
            session.add(Special(id=2, shown=Filter.build(['a']), more=Filter.build(['a'])))
            session.commit()
            special = session.get(self.Site, 2)
            self.assertIn('a', special.more)
            self.add('d', id=2)
            execute("UPDATE specials SET more = more || 'e'")
            special.shown.add('b')
            special.more.add('c')
            session.commit()
            self.members('a', 'b', 'd', id=2)
            self.assertEqual([value in special.more for value in 'abcde'], [True, False, True, False, True])

    @without('asyncpg', 'greenlet')
    def test_asyncpg(self):
        import asyncio
        from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine

        async def run():
            engine = create_async_engine('postgresql+asyncpg://', connect_args={
                'host': os.environ['PGHOST'], 'user': os.environ.get('PGUSER', 'postgres'),
                'server_settings': {'search_path': 'apart,public', 'client_min_messages': 'error'}})
            async with AsyncSession(engine) as session:
                site = await session.get(self.Site, 1)
                site.shown.add('b')
                self.add('c')
                await session.flush()
                self.assertIn('b', site.shown)
                site.shown.add('d')
                await session.commit()
            await engine.dispose()

        asyncio.run(run())
        self.members('a', 'b', 'c', 'd')


@without('peewee', 'psycopg2')
class Peewee(Rows):
    def setUp(self):
        from peewee import Model, PostgresqlDatabase, TextField
        from bloomext.peewee import BloomField
        super().setUp()
        global PeeweeSite            # so that its objects can be pickled

        class PeeweeSite(Model):
            name = TextField(default='')
            shown = BloomField(null=True)
            odd = BloomField(null=True, column_name="it's \"; odd")

            class Meta:
                database = PostgresqlDatabase(os.environ['PGDATABASE'])
                table_name = 'sites'

        PeeweeSite.__qualname__ = 'PeeweeSite'
        self.Site = PeeweeSite
        self.Site.create_table()
        self.Site.create(shown=Filter.build(['a']))
        self.get = lambda id=1: self.Site.get_by_id(id)

    def tearDown(self):
        self.Site._meta.database.close()

    def test_two(self):
        for save in (lambda site: site.save(), lambda site: site.save(only=['shown']),
                     lambda site: self.Site.bulk_update([site], ['shown'])):
            first, second = self.get(), self.get()
            first.shown.add('b')
            second.shown |= Filter.build(['c'])
            save(first)
            save(second)
            self.members('a', 'b', 'c')
            first.name = 'new'
            self.add('d')
            save(first)
            self.members('a', 'b', 'c', 'd')
            self.assertIn('b', first.shown)
            execute('UPDATE sites SET shown = NULL')
            save(first)
            self.members('a', 'b')
            self.Site.update(shown=Filter.build(['a'])).execute()

    def test_created(self):
        site = self.Site.create(shown=Filter(1000))
        for value in 'bc':
            site.shown.add(value)
            site.save()
        self.add('d', id=site.id)
        site.shown.add('e')
        site.save()
        self.members('b', 'c', 'd', 'e', id=site.id)

    def test_assigned(self):
        site, other = self.get(), self.Site.create(shown=Filter.build(['t']))
        site.shown = Filter.build(['m'])
        self.add('b')
        site.save()
        self.members('m')
        self.add('b')
        site.shown.add('n')
        site.save()
        self.members('b', 'm', 'n')
        other.shown = self.get().shown
        other.save()
        self.members('b', 'm', 'n', id=other.id)

    def test_names(self):
        site = self.Site.create(odd=Filter.build(['a']))
        site.odd.add("'b")
        site.save()
        site = self.Site.get(self.Site.odd.contains("'b"))
        self.assertTrue('a' in site.odd and "'b" in site.odd)

    def test_dirty(self):
        self.Site._meta.only_save_dirty = True
        site = self.get()
        site.shown.add('b')
        self.add('c')
        site.save()
        self.members('a', 'b', 'c')

    def test_copies(self):
        for make in (copy.deepcopy, lambda site: pickle.loads(pickle.dumps(site))):
            site = self.get()
            site.shown.add('b')
            site = make(site)
            self.add('c')
            site.shown.add('d')
            site.save()
            self.members('a', 'b', 'c', 'd')

    def test_losing_members(self):
        site, counting = self.get(), self.Site.create(shown=Filter.build(['a'], 100, counting=True))
        site.shown &= Filter.build(['x'])
        counting.shown.remove('a')
        for one in (site, counting):
            with self.assertRaisesRegex(Error, 'cannot save a .*changed in place'):
                one.save()
            self.members('a', id=one.id)
            one.shown = one.shown.copy()
            one.save()
            self.members(id=one.id)


@without('psycopg2')
class Statements(Rows):
    """The statement that the page recommends for drivers"""
    ADD = 'UPDATE sites SET shown = bloom_add_all(shown, %s) WHERE id = %s'

    def setUp(self):
        super().setUp()
        self.assertIn(self.ADD.replace('shown', 'urls').replace('id', 'site'), README.read_text())
        execute("CREATE TABLE sites AS SELECT 1 AS id, bloom() || 'a' AS shown")

    def two(self, connect):
        """Two connections read the filter and add to it"""
        with contextlib.closing(connect()) as one, contextlib.closing(connect()) as two:
            cursors = [connection.cursor() for connection in (one, two)]
            for cursor in cursors:
                cursor.execute('SELECT shown FROM sites')
            for cursor, connection, value in zip(cursors, (one, two), 'bc'):
                cursor.execute(self.ADD, ([value], 1))
                connection.commit()
        self.members('a', 'b', 'c')

    def test_psycopg2(self):
        import psycopg2
        self.two(lambda: psycopg2.connect(''))

    @without('psycopg')
    def test_psycopg(self):
        import psycopg
        self.two(psycopg.connect)

    @without('asyncpg')
    def test_asyncpg(self):
        import asyncio
        import asyncpg

        async def run():
            connections = [await asyncpg.connect(server_settings={'search_path': 'apart,public'}) for _ in '12']
            for connection, value in zip(connections, 'bc'):
                await connection.fetch('SELECT shown FROM sites')
                await connection.execute(self.ADD.replace('%s', '$1::text[]', 1).replace('%s', '$2'), [value], 1)
            for connection in connections:
                await connection.close()

        asyncio.run(run())
        self.members('a', 'b', 'c')


@without('psycopg2')
class Drivers(unittest.TestCase):
    """The type in a schema with an odd name"""
    SCHEMA = """o'dd ";%s \\ schema"""

    def setUp(self):
        quoted = '"%s"' % self.SCHEMA.replace('"', '""')
        self.name = f'{quoted}.bloom'
        prepare_in(quoted)

    def tearDown(self):
        prepare_in('apart')

    @without('psycopg2')
    def test_psycopg2(self):
        import psycopg2
        from bloomext.psycopg2 import register
        with contextlib.closing(psycopg2.connect('')) as connection, connection.cursor() as cursor:
            register(connection, self.name)
            cursor.execute('SELECT %s, %s', (Filter(10), "x'"))
            self.assertEqual(cursor.fetchone(), (Filter(10), "x'"))

    @without('psycopg', 'psycopg2')
    def test_psycopg(self):
        import psycopg
        from bloomext.psycopg import register
        with psycopg.connect() as connection:
            register(connection, self.name)
            self.assertEqual(connection.execute('SELECT %s, %s', (Filter(10), "x'")).fetchone(), (Filter(10), "x'"))

    @without('asyncpg', 'psycopg2')
    def test_asyncpg(self):
        import asyncio
        import asyncpg
        from bloomext.asyncpg import register

        async def run():
            connection = await asyncpg.connect()
            await register(connection, self.name)
            self.assertEqual(await connection.fetchval(f'SELECT $1::{self.name}', Filter(10)), Filter(10))
            await connection.close()

        asyncio.run(run())


if __name__ == '__main__':
    unittest.main()
