"""Scrapy's requests as JSON, which runs no code when it is read, as pickles do"""
from __future__ import annotations

import base64
import json
from typing import Any, Callable, Dict

from scrapy import Request, Spider
from scrapy.utils.misc import load_object
from scrapy.utils.request import request_from_dict


def _plain(value: Any) -> Any:
    """What JSON has no word for is an object of one key that starts with $"""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, bytes):
        return {'$bytes': base64.b64encode(value).decode()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, tuple):
        return {'$tuple': [_plain(one) for one in value]}
    if isinstance(value, (set, frozenset)):
        return {'$set': [_plain(one) for one in value]}
    if isinstance(value, dict):
        if all(isinstance(key, str) and not key.startswith('$') for key in value):
            return {key: _plain(one) for key, one in value.items()}
        return {'$dict': [[_plain(key), _plain(one)] for key, one in value.items()]}
    raise ValueError(f'cannot write a value of type {type(value).__name__} as JSON: {value!r:.100}')


_READERS: Dict[str, Callable[[Any], Any]] = {
    '$bytes': base64.b64decode,
    '$tuple': tuple,
    '$set': set,
    '$dict': lambda pairs: {key: value for key, value in pairs},
}


def _read(value: Dict[str, Any]) -> Any:
    if len(value) == 1:
        [(key, content)] = value.items()
        if key in _READERS:
            return _READERS[key](content)
    return value


def to_json(request: Request, spider: Spider) -> str:
    """ValueError if it has something that only this process can have: a callback that is
    no method of the spider, an open file in meta ..."""
    fields = request.to_dict(spider=spider)
    fields['headers'] = dict(fields['headers'])
    return json.dumps(_plain(fields), separators=(',', ':'))


def from_json(text: str, spider: Spider) -> Request:
    """ValueError if the spider has no such callback, or the request is of no class of requests"""
    fields = json.loads(text, object_hook=_read)
    if '_class' in fields:
        kind = load_object(fields['_class'])
        if not (isinstance(kind, type) and issubclass(kind, Request)):
            raise ValueError(f'{fields["_class"]} is no class of requests')
    return request_from_dict(fields, spider=spider)
