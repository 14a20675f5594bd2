"""Django's inspectdb, with the type bloom"""
from __future__ import annotations

from typing import Any

from django.core.management.commands import inspectdb
from django.db import connections


class Command(inspectdb.Command):
    def handle_inspection(self, options: Any) -> Any:
        connection = connections[options['database']]
        with connection.cursor() as cursor:
            cursor.execute("SELECT to_regtype('bloom')::oid")
            oid, = cursor.fetchone()
        introspection = connection.introspection
        if oid is not None:
            introspection.data_types_reverse = {**introspection.data_types_reverse, oid: 'bloomext.django.BloomField'}
        return super().handle_inspection(options)
