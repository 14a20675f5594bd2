#!/usr/bin/python3
"""The programs of README.md print what the page says.

    test/with-server clients/python/tests/live_pages.py

Each program runs in a database of its own.
"""
import contextlib
import importlib.util
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

README = Path(__file__).resolve().parent.parent / 'README.md'
NEEDS = {'psycopg 3': 'psycopg', 'psycopg2': 'psycopg2', 'asyncpg': 'asyncpg', 'SQLAlchemy': 'sqlalchemy',
         'Django': 'django', 'peewee': 'peewee'}
# What a project does before and after the definition of Django's models
DJANGO = ('''
import os
from django.conf import settings
settings.configure(DATABASES={'default': {'ENGINE': 'django.db.backends.postgresql', 'NAME': os.environ['PGDATABASE']}})
import django
django.setup()
''', '''
from django.db import connection
if Site._meta.db_table not in connection.introspection.table_names():
    with connection.schema_editor() as editor:
        editor.create_model(Site)
main()
''')


def programs():
    """The first program of each section, with the section's title"""
    for section in re.split(r'^##+ ', README.read_text(), flags=re.M)[1:]:
        program = re.search(r'^```python\n(.*?# => .*?)^```', section, re.M | re.S)
        if program:
            yield section.splitlines()[0], program[1]


@contextlib.contextmanager
def database(name):
    """The environment of a new database with the extension"""
    environment = {**os.environ, 'PGDATABASE': name}
    subprocess.run(['psql', '-Xqc', f'CREATE DATABASE {name}', '-d', 'postgres'], check=True)
    subprocess.run(['psql', '-Xqc', 'CREATE EXTENSION bloomext'], check=True, env=environment, stdout=subprocess.DEVNULL)
    try:
        yield environment
    finally:
        subprocess.run(['psql', '-Xqc', f'DROP DATABASE {name}',
                        '-d', 'postgres'], check=True)


class Pages(unittest.TestCase):
    def test_sections(self):
        self.assertEqual({name for name, _ in programs()}, set(NEEDS))

    def test_programs(self):
        for name, program in programs():
            with self.subTest(name):
                if importlib.util.find_spec(NEEDS[name]) is None:
                    print(f'left out: no {NEEDS[name]}', file=sys.stderr)
                    continue
                expected = re.findall(r'# => (.*)', program)
                self.assertTrue(expected)
                before, after = DJANGO if name == 'Django' else ('', '')
                with database('crawl' if name == 'peewee' else 'page_' + NEEDS[name]) as environment:
                    run = subprocess.run([sys.executable, '-W', 'ignore', '-c', before + program + after], text=True,
                                         capture_output=True, env=environment, cwd=Path(__file__).parent)
                    self.assertEqual(run.returncode, 0, run.stderr)
                    self.assertEqual(run.stdout.splitlines(), expected)


if __name__ == '__main__':
    unittest.main()
