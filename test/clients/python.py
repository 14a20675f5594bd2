"""Runs the cases of test/clients/run with a Python driver: python.py CASES DRIVER"""
import asyncio
import itertools
import os
import re
import sys

VALUES = {'text': 'a', 'number': 1, 'array': ['a', 'x"\\,{ü'], 'empty': [], 'numbers': [1, 3]}


# Each function returns a function that runs a text, with ? for the value, and
# returns the first column of the first row

def psycopg2():
    import psycopg2 as driver
    connection = driver.connect('')
    connection.autocommit = True
    cursor = connection.cursor()

    def one(text, *value):
        cursor.execute(text.replace('?', '%s'), value)
        return cursor.fetchone()[0]
    return one


def numbered(text, name):
    """Replace each ? by the next of name1, name2 ..."""
    numbers = itertools.count(1)
    return re.sub(r'\?', lambda _: f'{name}{next(numbers)}', text)


def psycopg3(**options):
    import psycopg
    connection = psycopg.connect('', autocommit=True)

    def one(text, *value):
        return connection.execute(text.replace('?', '%s'), value, **options).fetchone()[0]
    return one


def asyncpg():
    import asyncpg as driver
    loop = asyncio.new_event_loop()
    connection = loop.run_until_complete(driver.connect())
    return lambda text, *value: loop.run_until_complete(connection.fetchval(numbered(text, '$'), *value))


def sqlalchemy():
    from sqlalchemy import create_engine, text as sql
    connection = create_engine('postgresql://', isolation_level='AUTOCOMMIT').connect()

    def one(text, *value):
        # the colons of a cast would mark a parameter
        text = numbered(text.replace('?::', '? ::').replace('::', r'\:\:'), ':value')
        return connection.execute(sql(text), {f'value{i}': v for i, v in enumerate(value, 1)}).scalar()
    return one


def django():
    from django.conf import settings
    from django.db import connection
    settings.configure(DATABASES={'default': {
        'ENGINE': 'django.db.backends.postgresql', 'NAME': os.environ['PGDATABASE'], 'HOST': os.environ['PGHOST'],
        'PORT': os.environ['PGPORT'], 'USER': os.environ['PGUSER']}})

    def one(text, *value):
        with connection.cursor() as cursor:
            cursor.execute(text.replace('?', '%s'), value)
            return cursor.fetchone()[0]
    return one


one = {'psycopg2': psycopg2, 'psycopg 3': psycopg3, 'psycopg 3, binary=True': lambda: psycopg3(binary=True),
       'asyncpg': asyncpg, 'SQLAlchemy': sqlalchemy, 'Django': django}[sys.argv[2]]()
held = one('SELECT f FROM held')

with open(sys.argv[1]) as cases:
    for line in cases:
        name, kind, text, data = line.rstrip('\n').split('\t')
        try:
            if kind == 'fetch':
                value = one(text)
                start = value[:4].encode() if isinstance(value, str) else bytes(value)[:4]
                answer = f'ok\t{type(value).__name__} {start.hex()}'
            else:
                values = {**VALUES, 'bytes': bytes.fromhex(data), 'again': held}
                answer = f'ok\t{one(text, *(values[one_kind] for one_kind in kind.split(",")))}'
        except Exception as error:
            answer = 'error\t' + ' | '.join((str(error) or repr(error)).splitlines())
        print(f'{name}\t{answer}')
