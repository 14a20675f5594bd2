"""Django's inspectdb, with the type bloom"""
from __future__ import annotations

import re
from typing import Any

from django.core.management.commands import inspectdb
from django.db import connections

FIELD = 'bloomext.django.BloomField'


class Command(inspectdb.Command):
    def handle_inspection(self, options: Any) -> Any:
        connection = connections[options['database']]
        with connection.cursor() as cursor:
            cursor.execute("SELECT to_regtype('bloom')::oid")
            oid, = cursor.fetchone()
        introspection = connection.introspection
        if oid is not None:
            introspection.data_types_reverse = {**introspection.data_types_reverse, oid: FIELD}
        for line in super().handle_inspection(options):
            yield line
            if line == 'from django.db import models' and oid is not None:
                yield 'import bloomext.django'

    def get_field_type(self, connection: Any, table_name: str, row: Any) -> Any:
        field_type, parameters, notes = super().get_field_type(connection, table_name, row)
        if field_type == FIELD:
            with connection.cursor() as cursor:
                cursor.execute('SELECT format_type(atttypid, atttypmod) FROM pg_attribute'
                               ' WHERE attrelid = quote_ident(%s)::regclass AND attname = %s', [table_name, row.name])
                given = re.search(r'\((.*)\)', cursor.fetchone()[0])
            for name, value in zip(('capacity', 'error_rate', 'growth'), given[1].split(',') if given else ()):
                parameters[name] = value if value == 'elastic' else float(value) if name == 'error_rate' else int(value)
        return field_type, parameters, notes
