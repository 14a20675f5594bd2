#!/usr/bin/python3
"""Mappers lose no member: two sessions read a filter, add to it, and save it, with a server.

    test/with-server clients/python/tests/live_rows.py
"""
import contextlib
import copy
import itertools
import os
import pickle
import sys
import time
import unittest
import weakref
from concurrent.futures import ThreadPoolExecutor

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
    """Tests of a table sites(id, name, shown, odd), in which other sessions add to the filter of row 1"""

    def members(self, members, id=1):
        """The filter has these of the values a to z"""
        [[filter]] = execute('SELECT shown FROM sites WHERE id = %s', id)
        self.assertEqual(''.join(value for value in 'abcdefghijklmnopqrstuvwxyz' if value in filter), members)

    def add(self, value, id=1):
        """Another session adds a value"""
        execute('UPDATE sites SET shown = bloom_add(shown, %s) WHERE id = %s', value, id)

    def reset(self, value='a'):
        execute('UPDATE sites SET shown = bloom() || %s', value)


class Mapper(Rows):
    """Tests of all mappers, which have create(), get(id) and save(site); each object has a session of its own"""
    ODD = """it's "; odd"""
    UNCHANGED = 'z'             # after a save of another one

    def ways(self):
        """The ways to save one object"""
        return [self.save]

    def test_two(self):
        for save in self.ways():
            first, second = self.get(), self.get()
            first.shown.add('b')
            second.shown |= Filter.build(['c'])
            save(first)
            save(second)
            self.members('abc')
            self.add('d')
            first.shown.add('e')
            save(first)
            self.members('abcde')
            self.reset()

    def test_unchanged(self):
        site = self.get()
        self.assertIn('a', site.shown)
        self.reset('z')
        site.shown.add('a')
        site.name = 'new'
        self.save(site)
        self.members(self.UNCHANGED)
        self.assertEqual(self.get().name, 'new')
        self.assertIsInstance(site.shown, Filter)

    def test_created(self):
        """A filter that this object has written belongs to the row"""
        site = self.create(shown=Filter(1000))
        for value in 'bc':
            site.shown.add(value)
            self.save(site)
        self.add('d', site.id)
        site.shown.add('e')
        self.save(site)
        self.members('bcde', site.id)

    def test_assigned(self):
        """A filter that was assigned replaces that of the row, and belongs to it after that"""
        site = self.get()
        site.shown = Filter.build(['m'])
        self.add('b')
        self.save(site)
        self.members('m')
        self.add('b')
        site.shown.add('n')
        self.save(site)
        self.members('bmn')
        site.shown = site.shown.copy()
        site.shown &= Filter.build(['m'])
        self.save(site)
        self.members('m')

    def test_other_row(self):
        """The filter of another row replaces that of this row"""
        two = self.create(shown=Filter.build(['t']))
        one, two = self.get(), self.get(two.id)
        two.shown = one.shown
        self.save(two)
        self.members('a', two.id)
        one.shown.add('b')
        two.shown.add('b')
        self.add('c')
        self.add('d', two.id)
        self.save(one)
        self.save(two)
        self.members('abc')
        self.members('abd', two.id)

    def test_restored(self):
        """A filter that was replaced, and is assigned again"""
        for site in (self.get(), self.create(shown=Filter.build(['a']))):
            before = site.shown
            site.shown = Filter.build(['m'])
            self.save(site)
            self.members('m', site.id)
            site.shown = before
            self.save(site)
            self.members('a', site.id)
            self.add('b', site.id)
            site.shown.add('c')
            self.save(site)
            self.members('abc', site.id)
        self.reset()
        for site in (self.get(), *(copied(self.get()) for copied in self.COPIES)):
            for other in (None, Filter.build(['m'])):
                before = site.shown
                site.shown = other
                self.save(site)
                site.shown = before
                self.save(site)
                self.members('a')

    def test_saved_by_iterable(self):
        """update() with an iterable that saves the object, as the autoflush of SQLAlchemy does when it loads another one"""
        site = self.get()

        def values():
            self.save(site)
            yield 'b'

        site.shown.update(values())
        self.save(site)
        self.members('ab')

    def test_other_attribute(self):
        """The filter of another attribute of the object replaces that of this one"""
        for site in (self.get(self.create(shown=Filter.build(['m'])).id), self.create(shown=Filter.build(['m']))):
            site.odd, site.shown = site.shown, Filter.build(['n'])
            self.save(site)
            for members in ('mn', 'nm'):
                stored = self.get(site.id)
                self.assertEqual([''.join(each for each in 'mn' if each in filter) for filter in (stored.odd, stored.shown)], list(members))
                site.odd, site.shown = site.shown, site.odd
                self.save(site)
        given = Filter.build(['m'])
        site = self.create(shown=given, odd=given)
        site.odd.add('n')
        self.save(site)
        self.assertIn('n', self.get(site.id).odd)
        self.assertEqual('n' in self.get(site.id).shown, 'n' in site.shown)

    def test_default(self):
        """Each object has its own copy of a filter that is the default"""
        one, two = self.create(), self.create()
        one.odd.add('p')
        two.odd.add('q')
        for site in (one, two):
            self.save(site)
        for site, value in ((one, 'p'), (two, 'q'), (self.create(), '')):
            self.assertEqual([each for each in 'pq' if each in self.get(site.id).odd], list(value))

    def test_null(self):
        site = self.get()
        site.shown.add('b')
        execute('UPDATE sites SET shown = NULL')
        self.save(site)
        self.members('ab')
        for shown in (None, Filter.build(['c'])):
            site.shown = shown
            self.save(site)
            self.assertEqual(self.get().shown, shown)

    def test_copies(self):
        for make in self.COPIES:
            self.reset()
            site = self.get()
            site.shown.add('b')
            site = make(site)
            self.add('c')
            site.shown.add('d')
            self.save(site)
            self.members('abcd')
            site = make(self.get())
            self.add('e')
            self.save(site)
            self.members('abcde')

    def test_assigned_copies(self):
        """An assigned copy replaces the filter of the row, however it was made"""
        for make in Filter.copy, copy.copy, copy.deepcopy, pickled:
            self.reset()
            site = self.get()
            before = make(site.shown)
            site.shown.add('b')
            self.save(site)
            self.add('c')
            site.shown = before
            self.save(site)
            self.members('a')
            self.add('d')
            site.shown.add('e')
            self.save(site)
            self.members('ade')
            site.shown = make(site.shown)
            site.shown &= Filter.build(['e'])
            self.save(site)
            self.members('e')

    def test_losing_members(self):
        """A union cannot express these changes"""
        counting = self.create(shown=Filter.build(['a'], 100, counting=True))
        for id, change in (1, lambda filter: filter.__iand__(Filter.build(['x']))), (counting.id, lambda filter: filter.remove('a')):
            for save in self.ways():
                site = self.get(id)
                change(site.shown)
                with self.assertRaisesRegex(Error, 'cannot save a .*filter .*changed in place') as caught:
                    save(site)
                self.assertIn('assign a copy', caught.exception.hint)
                self.members('a', id)
            site = self.get(id)
            site.shown = site.shown.copy()
            change(site.shown)
            self.save(site)
            self.members('', id)

    def test_parameters(self):
        """Large filters, with the parameters of their column"""
        keys = [f'/{i}' for i in range(3000)]
        for sort in ({'capacity': 4000}, {}, {'capacity': 100, 'growth': 2}, {'capacity': 5000, 'elastic': True}):
            with self.subTest(sort):
                site = self.create(shown=Filter.build(keys[:1000], **sort))
                site = self.get(site.id)
                site.shown.update(keys[1000:2000])
                execute('UPDATE sites SET shown = bloom_add_all(shown, %s) WHERE id = %s', keys[2000:], site.id)
                self.save(site)
                saved = self.get(site.id).shown
                self.assertTrue(all(saved.contains_many(keys)))
                self.assertEqual(saved.capacity, Filter(**sort).capacity)

    def test_names(self):
        site = self.create(odd=Filter.build(["'a"]))
        for save, value in zip(2 * self.ways(), 'bcdefgh'):
            site = self.get(site.id)
            site.odd.add(value)
            save(site)
            odd = self.get(site.id).odd
            self.assertTrue("'a" in odd and value in odd)




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
            shown = BloomField(null=True, editable=True)
            odd = BloomField(null=True, db_column=Django.ODD, default=Filter(1000))

            class Meta:
                app_label, db_table = 'django', 'sites'

        class Special(Site):
            more = BloomField(null=True)

            class Meta:
                app_label, db_table = 'django', "an odd ';table"
    return apps.all_models['django']['site'], apps.all_models['django']['special']


def pickled(value):
    return pickle.loads(pickle.dumps(value))


@without('django', 'psycopg2')
class Django(Mapper):
    ODD = "it's ; odd"          # Django does not double the quotes of a name
    COPIES = copy.copy, copy.deepcopy, pickled

    def setUp(self):
        super().setUp()
        self.Site, self.Special = django_models()
        self.sites, self.create = self.Site.objects, self.Site.objects.create
        from django.db import connections
        self.tearDown()
        with connections['default'].schema_editor() as editor:
            editor.create_model(self.Site)
            editor.create_model(self.Special)
        self.create(shown=Filter.build(['a']))

    def tearDown(self):
        from django.db import connections
        for connection in connections.all():
            connection.close()

    def get(self, id=1):
        return self.sites.get(id=id)

    def save(self, site):
        site.save()

    def ways(self):
        return [self.save, lambda site: site.save(update_fields=['shown', 'odd']),
                lambda site: self.sites.bulk_update([site], ['shown', 'odd'])]

    def test_inserted(self):
        [bulk] = self.sites.bulk_create([self.Site(shown=Filter(1000))])
        forced = self.Site(id=77, shown=Filter(1000))
        forced.save(force_insert=True)
        made, _ = self.sites.update_or_create(id=78, defaults={'shown': Filter(1000)})
        for site in (bulk, forced, made):
            self.add('b', site.id)
            site.shown.add('c')
            site.save()
            self.members('bc', site.id)
        self.sites.update_or_create(id=78, defaults={'shown': Filter.build(['p'])})
        self.members('p', 78)
        made.shown = Filter.build(['q'])
        self.sites.bulk_update([made], ['shown'])
        self.members('q', 78)

    def test_given(self):
        """Filters of other rows, other databases, and expressions"""
        from django.db.models import Value
        from bloomext.django import BloomAdd
        other = self.create(shown=Filter.build(['t']))
        other.shown = self.sites.values_list('shown', flat=True).get(id=1)
        other.save()
        self.members('a', other.id)
        one = self.get()
        one.shown.add('b')
        self.sites.filter(id=other.id).update(shown=one.shown)
        self.members('ab', other.id)
        self.sites.filter(id=other.id).update(shown=Filter.build(['t']))
        one = self.get()
        one.id = other.id
        one.save()
        self.members('a', other.id)
        one.pk = None
        one.save()
        self.members('a', one.pk)
        one.shown = BloomAdd('shown', Value('x'))
        self.add('c', one.pk)
        one.save()
        self.members('acx', one.pk)

    def test_refreshed(self):
        site = self.get()
        site.shown.add('x')
        site.refresh_from_db()
        self.add('b')
        site.save()
        site.shown.add('y')
        site.refresh_from_db(fields=['shown'])
        site.shown.add('c')
        self.add('d')
        site.save()
        self.members('abcd')
        site = self.sites.defer('shown').get()
        self.add('e')
        site.save()
        site.shown.add('f')
        self.add('g')
        site.save()
        self.members('abcdefg')
        del site.shown
        self.add('h')
        site.shown.add('i')
        self.add('j')
        site.save()
        self.members('abcdefghij')

    def test_fetch_modes(self):
        from django.db import models
        self.create(shown=Filter.build(['a']))
        if hasattr(models, 'FETCH_PEERS'):          # Django 6.1 and later
            for site, value in zip(self.sites.defer('shown').fetch_mode(models.FETCH_PEERS), 'bc'):
                site.shown.add(value)
                self.add('d', site.id)
                site.save()
                self.members(f'a{value}d', site.id)

    def test_same_filter(self):
        """save() does not replace the filter of the object"""
        site = self.get()
        shown = site.shown
        for value in 'bc':
            shown.add(value)
            # Django 6 would assign the result of an expression
            self.assertFalse(hasattr(self.Site._meta.get_field('shown').pre_save(site, False), 'resolve_expression'))
            site.save()
            self.assertIs(site.shown, shown)
        self.members('abc')

    def test_one_transaction(self):
        """A filter that was saved belongs to the row before the transaction is committed"""
        from django.db import transaction
        from django.db.models import Value
        from bloomext.django import BloomAdd
        site, made = self.get(), self.create(shown=Filter.build(['a'], 100, counting=True))
        with contextlib.suppress(ZeroDivisionError), transaction.atomic():
            transaction.on_commit(lambda: 1 / 0)        # Django does not call the functions after it
            site.shown = Filter.build(['m'])
            site.save()
            self.sites.filter(id=1).update(shown=BloomAdd('shown', Value('x')))
            site.save()
            site.shown.add('n')
            site.save()
            for counting in made, self.get(made.id):
                counting.save()
                counting.save()
        self.add('b')
        site.save()
        self.members('bmnx')
        self.members('a', made.id)
        with transaction.atomic():          # does not keep the objects in memory until it is committed
            site.shown.add('o')
            site.save()
            saved = weakref.ref(site.shown)
            del site
            self.assertIsNone(saved())

    @without('sqlalchemy')
    def test_other_mapper(self):
        """A filter of an object of SQLAlchemy"""
        from sqlalchemy import Column, Integer, create_engine
        from sqlalchemy.orm import Session, declarative_base
        from bloomext.sqlalchemy import Bloom

        class Other(declarative_base()):
            __tablename__ = 'sites'
            id = Column(Integer, primary_key=True)
            shown = Column(Bloom)

        engine = create_engine('postgresql+psycopg2://')
        self.addCleanup(engine.dispose)
        with Session(engine) as session:
            site = self.create(shown=session.get(Other, 1).shown)
            site.shown.add('b')
            site.save()
            self.members('ab', site.id)
            session.get(Other, 1).shown = site.shown        # and the other way round
            session.flush()
        self.add('c', site.id)
        site.shown.add('d')
        site.save()
        self.members('abcd', site.id)

    def test_shared(self):
        """A filter keeps no notes about all objects that it was given to"""
        given = Filter(1000)
        sites = [self.create(shown=given) for _ in '1234']
        sites += self.sites.bulk_create([self.Site(shown=given) for _ in '1234'])
        found = [self.get(site.id) for site in sites]
        for site in found:
            site.shown = given
            site.save()
        self.assertLess(len(given._rows.saved), 4)
        for value, site in zip('bcdefghi', found):
            self.add('a', site.id)
            site.shown.add(value)
            site.save()
        for value, site in zip('bcdefghi', found):
            self.members('a' + value, site.id)

    def test_restored_later(self):
        """In one transaction, and after other ways to read or write the row"""
        from django.db import transaction
        [bulk] = self.sites.bulk_create([self.Site(shown=Filter.build(['a']))])
        refreshed, deferred = self.get(), self.sites.defer('shown').get(id=1)
        refreshed.refresh_from_db()
        for save in (self.save, lambda site: self.sites.bulk_update([site], ['shown'])):
            for site in (bulk, refreshed, deferred):
                with transaction.atomic():
                    before = site.shown
                    site.shown = Filter.build(['m'])
                    save(site)
                    site.shown = before
                    site.save()
                self.members('a', site.id)
        with transaction.atomic():
            for shown in before, Filter.build(['m']):
                site.shown = shown
                site.save()
            site.shown = before
        site.save()
        self.members('a', site.id)

    def test_rolled_back(self):
        """What a rolled back transaction has written is written again, as a union"""
        from django.db import transaction
        site, other = self.get(), self.get()
        other.shown = Filter.build(['m'])
        site.shown.add('b')
        for one in (site, other):
            with rolled_back(transaction.atomic()):
                one.save()
        with transaction.atomic():
            counting = self.create(shown=Filter.build(['x'], 100, counting=True))
            counting.save()
            [counting] = self.sites.bulk_create([self.Site(shown=counting.shown.copy())])
            counting.save()
            site.save()
            with rolled_back(transaction.atomic()):
                site.shown.add('c')
                site.save()
        self.members('ab')
        self.add('e')
        site.save()
        self.members('abce')
        other.save()
        self.members('abcem')
        with rolled_back(transaction.atomic()):
            made = self.create(id=77, shown=Filter.build(['a']))
        self.create(id=77, shown=Filter.build(['z']))
        made.save()
        self.members('az', 77)
        transaction.set_autocommit(False)
        site.shown.add('f')
        site.save()
        transaction.rollback()
        site.save()
        transaction.commit()
        transaction.set_autocommit(True)
        self.members('abcefm')

    def test_aggregate(self):
        """The result of an aggregate is not the filter of a row, also not of an object that is made with it"""
        from bloomext.django import BloomAgg
        made = self.Site(id=1, shown=self.sites.aggregate(shown=BloomAgg('name'))['shown'])
        self.sites.bulk_update([made], ['shown'])
        self.assertEqual(self.get().shown, made.shown)

    def test_counting(self):
        """bulk_update() refuses a counting filter, whose values a union would count twice"""
        made = self.create(shown=Filter.build(['a'], 100, counting=True))
        for site in (made, self.get(made.id)):
            site.save()
            with self.assertRaisesRegex(Error, 'counting'):
                self.sites.bulk_update([site], ['name', 'shown'])
            self.sites.bulk_update([site], ['name'])
        self.assertEqual(self.get(made.id).shown, made.shown)
        made.shown = made.shown.copy()
        made.shown.add('b')
        self.sites.bulk_update([made], ['shown'])
        self.members('ab', made.id)

    def test_replica(self):
        """Read from one server and written to another"""
        from django.db import transaction
        for read, write in (('default', 'other'), ('other', 'default')):
            self.reset()
            site = self.sites.using(read).get(id=1)
            site.shown.add('b')
            self.add('c')
            with transaction.atomic(write):
                site.save(using=write)
                site.shown.add('d')
                site.save(using=write)
                site.save(using=write)
            self.add('e')
            site.save()
            self.members('abcde')
        made = self.create(shown=Filter.build(['a'], 100, counting=True))
        site = self.sites.using('other').get(id=made.id)
        with self.assertRaisesRegex(Error, 'counting filter that was not assigned'):
            site.save(using='default')          # its values would be counted twice
        site.save(using='default', update_fields=['name'])
        self.assertEqual(self.get(made.id).shown, made.shown)

    def test_inheritance(self):
        id = self.Special.objects.create(shown=Filter.build(['a']), more=Filter.build(['a'])).id
        for save in (self.save, lambda site: self.Special.objects.bulk_update([site], ['shown', 'more'])):
            special = self.Special.objects.get(id=id)
            special.shown.add('b')
            special.more.add('c')
            self.add('d', id)
            execute("""UPDATE "an odd ';table" SET more = more || 'e'""")
            save(special)
            self.members('abd', id)
            self.assertTrue({'a', 'c', 'e'} <= {value for value in 'ace' if value in self.Special.objects.get().more})
            self.Special.objects.update(shown=Filter.build(['a']), more=Filter.build(['a']))
        site = self.get()                   # is made a special one
        special = self.Special(site_ptr=site)
        special.__dict__.update(site.__dict__)
        self.add('b')
        special.save()
        self.members('ab')

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
        self.members('ab')


@without('sqlalchemy', 'psycopg2')
class SQLAlchemy(Mapper):
    COPIES = pickled,

    def setUp(self):
        from sqlalchemy import Column, ForeignKey, Integer, PickleType, Text, create_engine
        from sqlalchemy.orm import declarative_base
        from sqlalchemy.types import TypeDecorator
        from bloomext.sqlalchemy import Bloom
        super().setUp()
        global Site, Special         # so that their objects can be pickled

        class Decorated(TypeDecorator):
            impl = Bloom
            cache_ok = True

            def process_bind_param(self, value, dialect):
                return value | Filter.build(['bound'])

        class Twice(TypeDecorator):
            impl = Decorated
            cache_ok = True

        class Site(declarative_base()):
            __tablename__ = 'sites'
            id = Column(Integer, primary_key=True)
            name = Column(Text)
            kind = Column(Text, default='site')
            stored = Column(PickleType)
            shown = Column(Bloom)
            odd = Column(self.ODD, Bloom, default=Filter(1000))
            __mapper_args__ = {'polymorphic_on': kind, 'polymorphic_identity': 'site'}

        class Special(Site):
            __tablename__ = 'specials'
            id = Column(ForeignKey('sites.id'), primary_key=True)
            more = Column(Twice)
            __mapper_args__ = {'polymorphic_identity': 'special'}

        Site.__qualname__, Special.__qualname__ = 'Site', 'Special'
        self.Site, self.engine = Site, create_engine('postgresql+psycopg2://')
        self.addCleanup(self.engine.dispose)
        Site.metadata.create_all(self.engine)
        self.create(shown=Filter.build(['a']))

    def session(self, **options):
        from sqlalchemy.orm import Session
        session = Session(self.engine, **options)
        self.addCleanup(session.close)
        return session

    def create(self, **values):
        site = self.Site(**values)
        self.save(site)
        return site

    def get(self, id=1):
        return self.session(expire_on_commit=False).get(self.Site, id)

    def save(self, site):
        from sqlalchemy.orm import object_session
        session = object_session(site) or self.session(expire_on_commit=False)
        session.add(site)
        session.commit()

    def ways(self):
        return [self.save, lambda site: self.save(pickled(site))]

    def test_not_referenced(self):
        """The session refers to an object whose filter was changed"""
        session = self.session()
        for site in session.query(self.Site):
            site.shown.add('b')
        del site
        session.commit()
        self.members('ab')

    def test_failed(self):
        """A flush fails, and the same object is saved later"""
        from sqlalchemy.exc import IntegrityError
        for expire in (True, False):
            session = self.session(expire_on_commit=expire)
            site = session.get(self.Site, 1)
            site.shown.add('b')
            session.add(self.Site(id=1))
            with self.assertWarns(Warning), self.assertRaises(IntegrityError):
                session.commit()
            session.rollback()
            site.name = f'new {expire}'
            session.flush()
            self.assertNotIn('b', site.shown)
            site.shown.add('b')
            session.commit()
            self.members('ab')
            self.reset()

    def test_flush(self):
        from sqlalchemy import event
        session, given = self.session(), Filter(1000)
        site = self.Site(shown=given)

        @event.listens_for(self.Site, 'after_update')
        def read_again(mapper, connection, site):
            session.expire(site, ['name'])
            self.assertIs(site.name, None)

        session.add(site)
        for value in 'bc':
            given.add(value)
            session.flush()
            self.assertIs(site.shown, given)
        given.add('d')
        session.commit()
        with self.assertRaisesRegex(Error, 'no longer the attribute "shown"'):
            given.add('x')
        self.add('e', site.id)
        site.shown.add('f')
        session.commit()
        self.members('bcdef', site.id)

    def test_refreshed(self):
        from sqlalchemy.orm import load_only
        session = self.session()
        site = session.get(self.Site, 1)
        site.shown.add('x')
        session.refresh(site)
        session.expire(site)
        site.shown.add('b')
        self.add('c')
        with rolled_back(session.begin_nested()):
            site.shown.add('y')
            session.flush()
        session.commit()
        self.members('abc')
        site.shown.add('z')
        session.rollback()
        before = site.shown
        session.query(self.Site).options(load_only(self.Site.name)).populate_existing().all()
        before.add('e')
        session.commit()
        self.members('abce')
        for change, members in ((lambda: site.shown.add('f'), 'abcef'), (lambda: setattr(site, 'shown', Filter.build(['g'])), 'g')):
            self.assertIn('a', site.shown)
            change()
            with session.no_autoflush:
                session.refresh(site, ['name'])
            session.commit()
            self.members(members)

    def test_rolled_back(self):
        """What a rolled back transaction has written is written again"""
        session, given = self.session(), Filter.build(['m'])
        site = session.get(self.Site, 1)
        for transaction in (session.begin_nested, lambda: contextlib.nullcontext()):
            with contextlib.suppress(ZeroDivisionError), transaction():
                site.shown = given
                session.flush()
                1 / 0
            session.rollback()
            site.shown = given
            session.commit()
            self.members('m')
            self.reset()

    def test_detached(self):
        """Objects from another session"""
        for make, merge in itertools.product((lambda site: site, pickled), (False, True)):
            with self.subTest(make=make, merge=merge):
                self.reset()
                with self.session() as session:
                    site = session.get(self.Site, 1)
                    self.assertIn('a', site.shown)
                site = make(site)
                site.shown.add('b')
                site = make(site)
                self.add('c')
                with self.session() as session:
                    site = session.merge(site) if merge else session.add(site) or site
                    site.name = 'new'
                    session.flush()
                    site.shown.add('d')
                    session.commit()
                self.members('abcd')

    def test_failed_new(self):
        """An UPDATE of an object fails in the transaction that has inserted it, and the object is inserted again"""
        from sqlalchemy.exc import IntegrityError
        session = self.session()
        for transaction in session.begin_nested, contextlib.nullcontext:
            site = self.Site(id=5, shown=Filter.build(['m']))
            with self.assertRaises(IntegrityError), transaction():
                session.add(site)
                session.flush()
                site.shown.add('n')
                site.id = 1
                session.flush()
            session.rollback()
            site.shown.add('o')
            site.id = 5
            session.add(site)
            session.flush()
            site.shown.add('p')
            session.commit()
            self.members('mnop', 5)
            session.delete(site)
            session.commit()

    def test_merged(self):
        """A detached object and the result of merge() have filters of their own"""
        session = self.session()
        with self.session(expire_on_commit=False) as other:
            made = self.Site(id=3, shown=Filter.build(['a']))
            other.add(made)
            other.commit()
            made.id = 2                     # the key of its row
            other.commit()
            sites = other.get(self.Site, 1), made
        for site in sites:
            for value in 'bcd':
                merged = session.merge(site)
                merged.shown.add('x')
                session.flush()
                session.rollback()
                merged = session.merge(site)
                site.shown.add('y')
                session.commit()
                self.add(value, site.id)
        for site in sites:
            self.members('abcdy', site.id)

    def test_many(self):
        """The time to assign a filter to many objects is not quadratic in their number"""
        from sqlalchemy.orm import make_transient_to_detached
        given, sites = Filter(), [self.Site(id=id) for id in range(10000)]
        for site in sites:
            make_transient_to_detached(site)
        start = time.process_time()
        for site in sites:
            site.shown = given
        self.assertLess(time.process_time() - start, 3)

    def test_inheritance(self):
        session = self.session()
        special = Special(shown=Filter.build(['a']), more=Filter.build(['a']))
        session.add(special)
        session.commit()
        execute("UPDATE specials SET more = bloom() || 'a'")
        self.assertIn('a', special.more)
        self.add('d', special.id)
        execute("UPDATE specials SET more = more || 'e'")
        special.shown.add('b')
        special.more.add('c')
        session.commit()
        self.members('abd', special.id)
        self.assertIn('bound', special.more)
        self.assertEqual([value in special.more for value in 'abcde'], [True, False, True, False, True])

    def test_assigned_equal(self):
        """An assigned filter is written, also if it equals the one that was read, which may have been changed since"""
        session = self.session(expire_on_commit=False)
        site = session.get(self.Site, 1)
        self.add('b')
        site.shown = Filter.build(['a'])
        session.commit()
        self.members('a')
        before, site.shown = site.shown, Filter.build(['a', 'b'])
        before.add('b')
        session.commit()
        self.members('ab')
        before, site.shown = site.shown, Filter.build(['m'])
        before.add('c')
        site.shown = before
        session.commit()
        self.members('abc')
        site.shown = Filter.build(['n'])
        self.save(pickled(site))
        self.members('n')
        session.commit()
        before = site.shown
        session.expire(site)
        self.add('o')
        other = self.get()
        other.shown = before
        self.save(other)
        self.members('n')

    def test_flagged(self):
        """Filters that are flagged as modified, or assigned to their own attribute, without a change or before it"""
        from sqlalchemy import event
        from sqlalchemy.orm.attributes import flag_modified
        statements, session = [], self.session(expire_on_commit=False)
        event.listen(self.engine, 'before_cursor_execute', lambda *arguments: statements.append(arguments[2]))
        for site in session.get(self.Site, 1), self.Site(shown=Filter.build(['a'])):
            session.add(site)
            session.commit()
            self.assertIn('a', site.shown)
            for flag in (lambda: flag_modified(site, 'shown'), lambda: setattr(site, 'shown', site.shown), lambda: site.shown.add('a')):
                statements.clear()
                flag()
                session.commit()
                self.assertEqual(statements, [])
                flag()
                self.add('b', site.id)
                site.shown.add('c')
                session.commit()
                self.members('abc', site.id)
                site.shown = Filter.build(['a'])
                session.commit()

    def test_listener(self):
        """Listeners of the program that are called later, and replace or change the filter"""
        from sqlalchemy import event
        session = self.session(expire_on_commit=False)
        site = session.get(self.Site, 1)
        event.listen(self.Site.shown, 'set', lambda site, value, old, event: value.copy(), retval=True)
        site.shown = Filter.build(['m'])
        with session.no_autoflush:
            session.refresh(site, ['name'])
        session.commit()
        self.members('m')
        self.add('n')
        site.shown.add('o')
        session.commit()
        self.members('mno')
        event.listen(self.Site, 'before_update', lambda mapper, connection, site: site.shown.add('p'))
        self.add('q')
        site.name = 'new'
        with self.assertRaisesRegex(Error, 'could no longer be saved'):
            session.commit()
        self.members('mnoq')

    def test_others(self):
        """Filters that are not in columns of the type"""
        session = self.session()
        site = session.get(self.Site, 1)
        site.stored, site.unmapped = Filter(), Filter()
        session.flush()
        for filter in site.stored, site.unmapped:
            filter.add('b')
        session.commit()
        self.assertNotIn('b', site.stored)
        self.assertIn('b', site.unmapped)

    def test_no_object(self):
        """The filter of an object that no longer exists, because the session refers to it weakly"""
        from sqlalchemy import inspect
        session = self.session()
        with self.assertRaisesRegex(Error, 'no longer exists'):
            session.get(self.Site, 1).shown.add('b')
        site = session.get(self.Site, 1)
        filter, state = site.shown, inspect(site)
        del site
        self.assertIs(state.obj(), None)
        with self.assertRaisesRegex(Error, 'no longer exists') as caught:
            filter |= Filter.build(['b'])
        self.assertIn('change a copy', caught.exception.hint)
        filter.copy().add('b')
        session.add(self.Site(shown=filter))
        filter.add('c')
        given = Filter(1000)
        for value in 'mn':          # a filter that the program has made
            given.add(value)
            session.add(self.Site(shown=given))
            session.commit()

    def test_threads(self):
        """Sessions of several threads assign the same filter"""
        execute("INSERT INTO sites (id, kind) SELECT generate_series(2, 400), 'site'")
        shared, interval = Filter.build(['m']), sys.getswitchinterval()
        self.addCleanup(sys.setswitchinterval, interval)
        sys.setswitchinterval(1e-5)

        def assign(number):
            session = self.session(expire_on_commit=False)
            for _ in '12':
                sites = session.query(self.Site).filter(self.Site.id % 4 == number).all()
                for filter in shared, shared.copy():
                    for site in sites:
                        site.shown = filter
                    session.commit()

        with ThreadPoolExecutor() as pool:
            list(pool.map(assign, range(4)))
        self.members('m', 400)

    def test_update(self):
        """ORM-enabled update() sets the attributes of objects to the same filter"""
        from sqlalchemy import update
        for synchronize in 'evaluate', 'fetch':
            session = self.session(expire_on_commit=False)
            sites = [session.get(self.Site, 1), self.Site(shown=Filter.build(['a']))]
            session.add_all(sites)
            session.flush()
            session.execute(update(self.Site).values(shown=Filter.build(['m'])).execution_options(synchronize_session=synchronize))
            for site, value in zip(sites, 'no'):
                site.shown.add(value)
            session.commit()
            self.members('mn', sites[0].id)
            self.members('mo', sites[1].id)

    def test_not_loaded(self):
        """Objects that become persistent without a query"""
        from sqlalchemy.orm import make_transient_to_detached
        for make in (lambda site: site, pickled):
            for existing in False, True:
                cached, session = make(self.get()), self.session()
                before = session.get(self.Site, 1) if existing else None
                site = session.merge(cached, load=False)
                self.assertEqual(site is before, existing)
                self.add('b')
                site.shown.add('c')
                session.commit()
                self.members('abc')
                self.reset()
        site = self.Site(id=1, kind='site', shown=Filter.build(['a']))
        make_transient_to_detached(site)
        session = self.session()
        session.add(site)
        self.add('b')
        site.shown.add('c')
        session.commit()
        self.members('abc')

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
        self.members('abcd')


@without('peewee', 'psycopg2')
class Peewee(Mapper):
    COPIES = copy.deepcopy, pickled
    UNCHANGED = 'az'

    def setUp(self):
        from peewee import Model, PostgresqlDatabase, TextField
        from bloomext.peewee import BloomField
        super().setUp()
        global PeeweeSite            # so that its objects can be pickled

        class PeeweeSite(Model):
            name = TextField(default='')
            shown = BloomField(null=True)
            odd = BloomField(null=True, column_name=self.ODD, default=Filter(1000))

            class Meta:
                database = PostgresqlDatabase(os.environ['PGDATABASE'])
                table_name = 'sites'

        PeeweeSite.__qualname__ = 'PeeweeSite'
        self.Site, self.create = PeeweeSite, PeeweeSite.create
        self.addCleanup(PeeweeSite._meta.database.close)
        self.Site.create_table()
        self.create(shown=Filter.build(['a']))

    def get(self, id=1):
        return self.Site.get_by_id(id)

    def save(self, site):
        site.save()

    def ways(self):
        return [self.save, lambda site: site.save(only=['shown', 'odd']), lambda site: self.Site.bulk_update([site], ['shown', 'odd'])]

    def test_dirty(self):
        self.Site._meta.only_save_dirty = True
        self.test_two()
        site = pickled(self.get())
        site.shown.add('x')
        site.save()
        self.assertIn('x', self.get().shown)

    def test_not_read(self):
        """Objects whose attribute was not read between two saves"""
        given = Filter.build(['a'])
        created, twice, found = self.create(shown=given), self.Site(shown=Filter.build(['a'])), self.get()
        forced = self.Site(id=77, shown=Filter.build(['a']))
        forced.save(force_insert=True)
        bulk = self.Site(shown=Filter.build(['a']))
        self.Site.bulk_create([bulk])
        found.shown = Filter.build(['a'])
        for site in (twice, found):
            site.save()
        for site in (created, twice, found, forced, bulk):
            for value, save in zip('bcd', self.ways()):
                self.add(value, site.id)
                site.name += 'new'
                save(site)
            self.members('abcd', site.id)
        given.add('e')
        for site in (created, pickled(created), copy.deepcopy(created)):
            self.add('f', created.id)
            site.save()
            self.members('abcdef', created.id)
        for copied in self.COPIES:
            site = copied(self.Site(shown=Filter.build(['a'])))
            site.save()
            self.add('b', site.id)
            site.save()
            self.members('ab', site.id)
        site = self.create()
        self.Site.update(odd=self.Site.odd.add('o')).where(self.Site.id == site.id).execute()
        site.save()
        self.assertIn('o', self.get(site.id).odd)
        site = self.Site(id=site.id, shown=Filter.build(['r']))
        site.save()
        self.members('r', site.id)

    def test_assigned_results(self):
        """Results of queries without an object, which are assigned, replace the filter of the row, also if they count"""
        from bloomext.peewee import bloom_agg
        for options in {}, {'counting': True}:
            source = self.create(shown=Filter.build(['m'], 100, **options), name='m')
            query = self.Site.select(self.Site.shown).where(self.Site.id == source.id)
            for read in (lambda: query.scalar(), lambda: query.tuples()[0][0], lambda: query.dicts()[0]['shown'],
                         lambda: self.Site.select(bloom_agg(self.Site.name)).where(self.Site.id == source.id).scalar()):
                for make in self.get, lambda: self.Site.select(self.Site.id).where(self.Site.id == 1).get():
                    for save in self.ways()[1:]:
                        for before in Filter.build(['a'], 100, **options), None:
                            self.Site.update(shown=before).where(self.Site.id == 1).execute()
                            site = make()
                            site.shown = read()
                            save(site)
                            self.members('m')
                        self.assertEqual(self.get().shown.info.counting, site.shown.info.counting)
        both, shown = (self.create(), self.create()), query.scalar()
        for site in both:
            site.shown = shown
        for site in both:
            site.save()
        for site in both:
            self.assertEqual(self.get(site.id).shown, shown)
        self.reset()
        site = self.Site(**self.Site.select().where(self.Site.id == 1).dicts().get())
        self.add('b')
        site.save()
        self.members('ab')

    def test_on_conflict(self):
        for key in self.Site.shown, 'shown':
            shown = self.get().shown
            shown.add('b')
            self.add('c')
            self.Site.insert(id=1).on_conflict(conflict_target=[self.Site.id], update={key: shown}).execute()
            self.members('abc')
            self.reset()

    def test_bulk_update(self):
        """A filter that bulk_update() has written belongs to the row"""
        for change, members in (lambda site: site.shown.add('n'), 'bmn'), (lambda site: None, 'bm'):
            site = self.get()
            site.shown = Filter.build(['m'])
            self.Site.bulk_update([site], [self.Site.shown])
            self.add('b')
            change(site)
            site.save()
            self.members(members)
        site.shown = Filter.build(['o'])
        self.Site.bulk_update([site], ['name'])
        site.save()
        self.members('o')

    def test_rolled_back(self):
        """What a rolled back transaction has written is written again, as a union"""
        site = self.get()
        site.shown = Filter.build(['m'])
        with rolled_back(self.Site._meta.database.atomic()):
            site.save()
        site.save()
        self.members('am')

    def test_shared(self):
        """Objects that were created with the same filter, before any of them was saved"""
        given = Filter.build(['a'])
        bulk, single = ([self.Site(shown=given) for _ in '12'] for _ in '12')
        self.Site.bulk_create(bulk)
        for site in single + bulk:
            site.save()
            self.add('b', site.id)
        for value, site in zip('wxyz', bulk + single):
            site.shown.add(value)
            site.save()
        for value, site in zip('wxyz', bulk + single):
            self.members('ab' + value, site.id)

    def test_counting(self):
        """An unchanged counting filter is not counted twice"""
        empty, made = self.create(shown=Filter(100, counting=True)), self.create(shown=Filter.build(['a'], 100, counting=True))
        for site in (made, self.get(made.id), copy.deepcopy(made), pickled(self.get(made.id))):
            for save in self.ways():
                save(empty)
                with self.assertRaisesRegex(Error, 'counting filter that was not assigned'):
                    save(site)
            site.save(only=['name'])
            self.Site._meta.only_save_dirty = True
            site.save()
            self.Site._meta.only_save_dirty = False
        with self.assertRaises(Error):
            self.Site.update(shown=self.Site.select(self.Site.shown).where(self.Site.id == made.id).scalar()).execute()
        site.shown = site.shown.copy()
        site.shown.add('b')
        site.save()
        self.members('ab', made.id)

    def test_other_reads(self):
        """Filters that were read without an object"""
        for read in (lambda query: query.scalar(), lambda query: query.tuples()[0][0], lambda query: query.dicts()[0]['shown']):
            shown = read(self.Site.select(self.Site.shown).where(self.Site.id == 1))
            self.add('b')
            shown.add('c')
            self.Site.update(shown=shown).where(self.Site.id == 1).execute()
            self.members('abc')
            self.Site.update(shown=Filter.build(['a'])).where(self.Site.id == 1).execute()
            self.members('a')


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
        self.members('abc')

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
        self.members('abc')


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


del Mapper, Rows, Case        # have no tests of their own

if __name__ == '__main__':
    unittest.main()
