"""Scrapy requests as JSON.

Any role that can write to the queue chooses the JSON.  Reading it imports nothing, and calls
nothing but the constructors of the allowed request classes.
"""
from __future__ import annotations

import base64
import enum
import inspect
import json
from typing import Any, Callable, Collection, Dict, Mapping, Type

from scrapy import Request, Spider
from scrapy.http import FormRequest, JsonRequest, XmlRpcRequest
from scrapy.utils.httpobj import urlparse_cached

MOST_BYTES = 1 << 20        # of a request as JSON


def class_name(kind: Type[Request]) -> str:
    """The name that Scrapy's Request.to_dict writes"""
    return f'{kind.__module__}.{kind.__name__}'


CLASSES = {class_name(kind): kind for kind in (Request, FormRequest, JsonRequest, XmlRpcRequest)}
SCHEMES = ('http', 'https')


def _plain(value: Any) -> Any:
    """Convert types that JSON does not have to objects with one key that starts with $"""
    kind = type(value)          # a callback could not use a plain tuple as a namedtuple, or a dict as a defaultdict
    if value is None or issubclass(kind, (str, bool, int, float)) and not issubclass(kind, enum.Enum):
        return value
    if issubclass(kind, bytes):
        return {'$bytes': base64.b64encode(value).decode()}
    if kind is list:
        return [_plain(one) for one in value]
    if kind is tuple:
        return {'$tuple': [_plain(one) for one in value]}
    if kind in (set, frozenset):
        # only a frozenset can be a member of a set or the key of a dict
        return {'$set' if kind is set else '$frozenset': [_plain(one) for one in value]}
    if kind is dict:
        if all(isinstance(key, str) and not key.startswith('$') for key in value):
            return {key: _plain(one) for key, one in value.items()}
        return {'$dict': [[_plain(key), _plain(one)] for key, one in value.items()]}
    raise ValueError(f'cannot write a value of type {kind.__name__} as JSON: {value!r:.100}')


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


def _check(request: Request, classes: Mapping[str, Type[Request]], schemes: Collection[str]) -> None:
    if type(request) not in classes.values():
        raise ValueError(f'class {class_name(type(request))} is not in BLOOMEXT_REQUEST_CLASSES')
    scheme = urlparse_cached(request).scheme
    if scheme not in schemes:
        raise ValueError(f'scheme {scheme!r:.100} is not in BLOOMEXT_SCHEMES')


def _check_method(spider: Spider, name: Any) -> None:
    """Raise ValueError if the name is not that of a callback.

    Methods of Scrapy's Spider are not, because some of them change the spider.  start and
    start_requests are methods of some versions only, and a spider may define both.
    """
    method = getattr(type(spider), name, None) if isinstance(name, str) else None
    if (not inspect.isroutine(method) or name in ('start', 'start_requests')
            or hasattr(Spider, name) and name not in ('parse', '_parse')):
        raise ValueError(f'{name!r:.100} is not a callback of the spider')


def to_json(request: Request, spider: Spider, classes: Mapping[str, Type[Request]] = CLASSES,
            schemes: Collection[str] = SCHEMES) -> str:
    """A request as JSON.

    Raises ValueError if from_json would refuse it, or if the request has contents that only this
    process can use, such as a callback that is not a method of the spider, or an open file in
    meta, or numbers that JSON does not have.
    """
    _check(request, classes, schemes)
    fields = request.to_dict(spider=spider)
    for key in ('callback', 'errback'):
        if fields[key] is not None:
            _check_method(spider, fields[key])
    fields['headers'] = dict(fields['headers'])
    try:
        text = json.dumps(_plain(fields), separators=(',', ':'), allow_nan=False)
    except RecursionError as error:
        raise ValueError('cannot write a value that contains itself as JSON') from error
    if len(text) > MOST_BYTES:      # it is ASCII
        raise ValueError(f'the request has more than {MOST_BYTES} bytes as JSON')
    return text


def from_json(text: str, spider: Spider, classes: Mapping[str, Type[Request]] = CLASSES,
              schemes: Collection[str] = SCHEMES) -> Request:
    """The request.

    Raises ValueError if its class or scheme is not allowed, or if the spider has no such
    callback.  Other invalid fields cause other exceptions.
    """
    fields = json.loads(text, object_hook=_read)
    if not isinstance(fields, dict):
        raise ValueError('it is not a JSON object')
    name = fields.get('_class', class_name(Request))
    if not isinstance(name, str) or name not in classes:
        raise ValueError(f'class {name!r:.100} is not in BLOOMEXT_REQUEST_CLASSES')
    # Scrapy's request_from_dict() would import the class
    arguments = {key: value for key, value in fields.items() if key in classes[name].attributes}
    for key in ('callback', 'errback'):
        if arguments.get(key) is not None:
            _check_method(spider, arguments[key])
            arguments[key] = getattr(spider, arguments[key])
    request = classes[name](**arguments)
    _check(request, classes, schemes)
    return request
