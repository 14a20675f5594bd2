# Django without the package bloomext. Needs the tables of doc/clients.md (Debian: python3-django)
import os

import django
from django.conf import settings
from django.db import connection, models
from django.db.models import F, Func, Lookup, Value

settings.configure(DATABASES={'default': {
    'ENGINE': 'django.db.backends.postgresql', 'NAME': os.environ['PGDATABASE'], 'HOST': os.environ['PGHOST'],
    'PORT': os.environ['PGPORT'], 'USER': os.environ['PGUSER']}})
django.setup()


class BloomField(models.Field):
    """A filter, as bytes in the wire format"""
    def db_type(self, connection):
        return 'bloom'

    def from_db_value(self, text, expression, connection):
        return None if text is None else bytes.fromhex(text[2:])

    def get_prep_value(self, data):
        return '\\x' + data.hex() if isinstance(data, bytes) else data


@BloomField.register_lookup
class Has(Lookup):
    lookup_name, prepare_rhs = 'has', False

    def as_sql(self, compiler, connection):
        filter, parameters = self.process_lhs(compiler, connection)
        return f'{filter} @> %s', [*parameters, self.rhs]


class Site(models.Model):
    site = models.TextField(primary_key=True)
    urls = BloomField()

    class Meta:
        app_label, db_table = 'crawler', 'sites'


Site.objects.create(site='example.com', urls=Func(Value(1000), function='bloom', output_field=BloomField()))
Site.objects.filter(site='example.com').update(urls=Func(F('urls'), Value(['/', '/about']), function='bloom_add_all'))

print(Site.objects.filter(site='example.com', urls__has='/about').exists())             # => True
with connection.cursor() as cursor:
    cursor.execute('SELECT bloom_contains_each(urls, %s) FROM sites', [['/', '/new']])
    print(cursor.fetchone()[0])                                                         # => [True, False]
    # only the new values
    cursor.execute("SELECT bloom_claim_all('crawl', %s)", [['/', '/about', '/']])
    print([url for url, in cursor])                                                     # => ['/', '/about']

data = Site.objects.get(site='example.com').urls
print(len(data))                                                                        # => 52
Site.objects.create(site='copy', urls=data)
print(Site.objects.filter(site='copy', urls__has='/about').exists())                    # => True
