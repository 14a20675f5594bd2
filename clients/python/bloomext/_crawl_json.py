"""Scrapy requests as JSON.  Unlike pickles, it does not run code when it is read."""
from __future__ import annotations

import base64
import json
from typing import Any, Callable, Dict

from scrapy import Request, Spider
from scrapy.utils.misc import load_object
from scrapy.utils.request import request_from_dict


def _plain(value: Any) -> Any:
    """Convert types that JSON does not have to objects with one key that starts with $"""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, bytes):
        return {'$bytes': base64.b64encode(value).decode()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, tuple):
        return {'$tuple': [_plain(one) for one in value]}
    if isinstance(value, (set, frozenset)):
        # only a frozenset can be a member of a set or the key of a dict
        return {'$set' if isinstance(value, set) else '$frozenset': [_plain(one) for one in value]}
    if isinstance(value, dict):
        if all(isinstance(key, str) and not key.startswith('$') for key in value):
            return {key: _plain(one) for key, one in value.items()}
        return {'$dict': [[_plain(key), _plain(one)] for key, one in value.items()]}
    raise ValueError(f'cannot write a value of type {type(value).__name__} as JSON: {value!r:.100}')


_READERS: Dict[str, Callable[[Any], Any]] = {
    '$bytes': base64.b64decode,
    '$tuple': tuple,
    '$set': set,
    '$frozenset': frozenset,
    '$dict': lambda pairs: {key: value for key, value in pairs},
}


def _read(value: Dict[str, Any]) -> Any:
    if len(value) == 1:
        [(key, content)] = value.items()
        if key in _READERS:
            return _READERS[key](content)
    return value


def to_json(request: Request, spider: Spider) -> str:
    """A request as JSON.

    Raises ValueError if the request has contents that only this process can use, such as a callback
    that is not a method of the spider, or an open file in meta, or numbers that JSON does not have.
    """
    fields = request.to_dict(spider=spider)
    fields['headers'] = dict(fields['headers'])
    try:
        return json.dumps(_plain(fields), separators=(',', ':'), allow_nan=False)
    except RecursionError as error:
        raise ValueError('cannot write a value that contains itself as JSON') from error


def from_json(text: str, spider: Spider) -> Request:
    """The request.  Raises ValueError if the spider has no such callback, or the class is not a Request class."""
    fields = json.loads(text, object_hook=_read)
    if '_class' in fields:
        kind = load_object(fields['_class'])
        if not (isinstance(kind, type) and issubclass(kind, Request)):
            raise ValueError(f'{fields["_class"]} is not a class of requests')
    return request_from_dict(fields, spider=spider)
