"""Scrapy with a shared set: many spiders, on many machines, fetch each URL once.

    DUPEFILTER_CLASS = 'bloomext.scrapy.SharedSetDupeFilter'
    SCHEDULER = 'bloomext.scrapy.SharedSetScheduler'
    BLOOMEXT_DSN = 'host=db dbname=crawl'
    BLOOMEXT_SET = 'crawl'

The dupefilter claims the fingerprint of each request when it is scheduled.  The
scheduler, which is optional, stores the requests in a table next to the set.
There they survive a spider that is killed, and any idle spider takes them.
"""
from __future__ import annotations

import logging
import os
import socket
import time
import uuid
from collections import deque
from typing import Any, Deque, Dict, List, NamedTuple, Optional, Set

from scrapy import Request, Spider, signals
from scrapy.dupefilters import BaseDupeFilter
from scrapy.extensions.feedexport import FeedExporter, FileFeedStorage, StdoutFeedStorage
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.misc import load_object
from scrapy.utils.request import referer_str
from twisted.internet.defer import Deferred, inlineCallbacks
from twisted.internet.task import LoopingCall
from twisted.internet.threads import deferToThread

from ._crawl_json import CLASSES, MOST_BYTES, SCHEMES, class_name, from_json, to_json
from ._crawl_store import Exchange, New, Store
from ._error import Error

__all__ = ['SharedSetDupeFilter', 'SharedSetScheduler']
logger = logging.getLogger(__name__)

RECENT = 100_000        # number of fingerprints that are remembered as members of the set
RECENT_SECONDS = 60     # after this time they are tested again, because a set can lose members
TICK = 0.5              # seconds between two attempts of an idle spider to get requests
GATHER = 0.02           # seconds during which a busy spider collects new requests
BATCH = 1000            # maximum number of requests that one transaction enqueues
MOST_PRIORITY = (1 << 63) - 1   # of the column


class _Recent:
    """Fingerprints that were members of the set within the last minute"""

    def __init__(self) -> None:
        self._members: Set[bytes] = set()
        self._since = time.monotonic()

    def __contains__(self, fingerprint: bytes) -> bool:
        if time.monotonic() - self._since > RECENT_SECONDS:
            self._members.clear()
            self._since = time.monotonic()
        return fingerprint in self._members

    def add(self, fingerprint: bytes) -> None:
        if len(self._members) >= RECENT:
            self._members.clear()
        self._members.add(fingerprint)


class SharedSetDupeFilter(BaseDupeFilter):
    """Claims the fingerprint of a request when it is scheduled.

    With Scrapy's own scheduler, it is called for each request, and waits for each answer.
    """

    def __init__(self, crawler: Any) -> None:
        settings = crawler.settings
        self.crawler = crawler
        self.store = Store(settings.get('BLOOMEXT_DSN', ''), settings.get('BLOOMEXT_DRIVER'),
                           settings.getfloat('BLOOMEXT_RECONNECT', 60), MOST_BYTES)
        self.recent = _Recent()
        self.failed = False
        self._debug = settings.getbool('DUPEFILTER_DEBUG')
        self._log_one = True

    @classmethod
    def from_crawler(cls, crawler: Any) -> SharedSetDupeFilter:
        return cls(crawler)

    def open(self) -> None:
        settings = self.crawler.settings
        name = settings.get('BLOOMEXT_SET', 'scrapy')
        asked = (settings.getint('BLOOMEXT_CAPACITY', 1_000_000), settings.getfloat('BLOOMEXT_ERROR_RATE', 0.0001))
        capacity, error_rate, retention, members = self.store.open_set(
            name, settings.getbool('BLOOMEXT_CREATE', True), *asked,
            settings.get('BLOOMEXT_RETENTION'), settings.get('BLOOMEXT_BUCKET'))
        logger.info('Shared set "%s": %d members, capacity %d, error rate %g, retention %s',
                    name, members, capacity, error_rate, retention or 'unlimited', extra={'spider': self.crawler.spider})

    def close(self, reason: str) -> None:
        self.store.close()

    def fingerprint(self, request: Request) -> bytes:
        return bytes(self.crawler.request_fingerprinter.fingerprint(request))

    def request_seen(self, request: Request) -> bool:
        fingerprint = self.fingerprint(request)
        if self.failed or fingerprint in self.recent:
            return True
        try:
            new = self.store.claim(fingerprint)
        except Error as error:
            self.fail(error)
            return True
        self.recent.add(fingerprint)
        return not new

    def log(self, request: Request, spider: Spider) -> None:
        """Log a duplicate like Scrapy's own dupefilter"""
        extra = {'spider': spider}
        if self._debug:
            logger.debug('Filtered duplicate request: %(request)s (referer: %(referer)s)',
                         {'request': request, 'referer': referer_str(request)}, extra=extra)
        elif self._log_one:
            logger.debug('Filtered duplicate request: %(request)s - no more duplicates will be shown'
                         ' (see DUPEFILTER_DEBUG to show all duplicates)', {'request': request}, extra=extra)
            self._log_one = False
        self.crawler.stats.inc_value('dupefilter/filtered')

    def fail(self, error: Exception) -> None:
        """Close the spider, because it would fetch URLs that others have fetched, or lose items"""
        if not self.failed:
            self.failed = True
            hint = getattr(error, 'hint', '')
            logger.error('The spider is closed, because it cannot continue: %s%s', error,
                         f' ({hint})' if hint else '', extra={'spider': self.crawler.spider},
                         exc_info=None if isinstance(error, Error) else error)
            engine = self.crawler.engine
            if hasattr(engine, 'close_spider_async'):       # Scrapy 2.14 and later
                deferred_from_coro(engine.close_spider_async(reason='bloomext_error'))
            else:
                engine.close_spider(self.crawler.spider, 'bloomext_error')


class _Enqueued(NamedTuple):
    """A request that is not in the database yet"""
    request: Request
    new: New


class _Ready(NamedTuple):
    """A request that this spider has taken"""
    request: Request
    id: Optional[int]           #: in the queue; None: it exists in this process only


class _Feeds:
    """The feed exports of a spider"""

    def __init__(self, crawler: Any) -> None:
        self._exporter: Any = next((one for one in crawler.extensions.middlewares if isinstance(one, FeedExporter)), None)
        crawler.signals.connect(self._warn, signals.spider_opened)

    def _warn(self, spider: Spider) -> None:
        for slot in self._exporter.slots if self._exporter else ():
            if not (isinstance(slot.storage, (FileFeedStorage, StdoutFeedStorage))
                    and self._exporter.exporters[slot.format].__module__ == 'scrapy.exporters'
                    and 'postprocessing' not in self._exporter.feeds[slot.uri_template]):
                logger.warning('Feed "%s" stores its items when a batch or the crawl ends. If the spider is killed before,'
                               ' they are lost, and their pages are not fetched again.',
                               slot.uri_template, extra={'spider': spider})

    def flush(self) -> None:
        """Write all items to their files, without waiting for the disk.  Raises Error if this fails."""
        try:
            for slot in self._exporter.slots if self._exporter else ():
                if slot.file is not None and not slot.file.closed:
                    slot.file.flush()
        except OSError as error:
            raise Error('cannot write the items to their feed', str(error)) from error


class SharedSetScheduler:
    """Stores requests in a table next to the set.

    Each exchange with the database is one transaction, which runs in a thread.  It claims and
    enqueues the requests that pages have yielded, deletes the finished requests, and takes the
    next ones.  So a request leaves the queue in the same transaction, or a later one than that,
    in which the requests from its page are enqueued.
    """

    def __init__(self, crawler: Any) -> None:
        settings = crawler.settings
        filter_class = load_object(settings['DUPEFILTER_CLASS'])
        if not issubclass(filter_class, SharedSetDupeFilter):
            raise Error('SharedSetScheduler needs a SharedSetDupeFilter',
                        hint="Set DUPEFILTER_CLASS = 'bloomext.scrapy.SharedSetDupeFilter'.")
        self.crawler, self.stats = crawler, crawler.stats
        self.filter: SharedSetDupeFilter = filter_class(crawler)
        self.lease = settings.getfloat('BLOOMEXT_LEASE', 300)
        concurrent = settings.getint('CONCURRENT_REQUESTS')
        self.prefetch = settings.getint('BLOOMEXT_PREFETCH') or concurrent
        if not self.lease > 0 or self.prefetch < 0:
            raise Error('BLOOMEXT_LEASE and BLOOMEXT_PREFETCH must be positive')
        self.most: int = 2 * (concurrent + self.prefetch)    # maximum number of requests that this spider holds
        self.worker = f'{socket.gethostname()} {os.getpid()} {uuid.uuid4().hex[:8]}'
        self.schemes = settings.getlist('BLOOMEXT_SCHEMES', SCHEMES)
        self.classes = dict(CLASSES)
        for name in settings.getlist('BLOOMEXT_REQUEST_CLASSES'):
            kind = load_object(name)
            if not (isinstance(kind, type) and issubclass(kind, Request)):
                raise Error(f'{name} in BLOOMEXT_REQUEST_CLASSES is not a class of requests')
            self.classes[class_name(kind)] = kind
        self.feeds = _Feeds(crawler)
        self._new: List[_Enqueued] = []
        self._new_fingerprints: Set[bytes] = set()
        self._ready: Deque[_Ready] = deque()
        self._begun: Dict[Request, int] = {}        # requests that the engine works on, with their ids
        self._unusable: List[int] = []              # requests that cannot be read
        self._pending = True        # whether the queue had requests at the last exchange
        self._dry = False           # whether it had none for this spider
        self._renewed = time.monotonic()
        self._running: Optional[Deferred[None]] = None
        self._later: Any = None
        self._tick = LoopingCall(self._exchange_now)

    @classmethod
    def from_crawler(cls, crawler: Any) -> SharedSetScheduler:
        return cls(crawler)

    # The methods that Scrapy's engine calls

    def open(self, spider: Spider) -> None:
        self.spider = spider
        self.filter.open()
        queue = self.filter.store.open_queue()
        logger.info('Requests are in table %s, where this spider is "%s"', queue, self.worker, extra={'spider': spider})
        self._tick.start(min(TICK, self.lease / 4), now=False)

    @inlineCallbacks
    def close(self, reason: str) -> Any:
        self._tick.stop()
        if self._later is not None and self._later.active():
            self._later.cancel()
        if self._running is not None:
            yield self._running
        while not self.filter.failed:
            release = [one.id for one in self._ready if one.id is not None]
            self._ready.clear()
            yield self._exchange(release, want=0)
            if not self._new and not self._ready:
                break
        self.filter.close(reason)

    def has_pending_requests(self) -> bool:
        return not self.filter.failed and bool(self._new or self._ready or self._pending or self._running)

    def enqueue_request(self, request: Request) -> bool:
        if urlparse_cached(request).scheme not in self.schemes:
            # perhaps a site's redirect to file:, which older versions of Scrapy follow
            if not self.stats.get_value('scheduler/refused'):
                logger.warning('A request is dropped, because its scheme is not in BLOOMEXT_SCHEMES: %s -'
                               ' no more of them will be shown', request, extra={'spider': self.spider})
            self.stats.inc_value('scheduler/refused')
            return False
        fingerprint = None if request.dont_filter else self.filter.fingerprint(request)
        if self.filter.failed:
            return False
        if fingerprint is not None:
            if fingerprint in self._new_fingerprints or fingerprint in self.filter.recent:
                self.filter.log(request, self.spider)
                return False
            self._new_fingerprints.add(fingerprint)
        try:
            text: Optional[str] = to_json(request, self.spider, self.classes, self.schemes)
        except ValueError as error:
            text = None
            if not self.stats.get_value('scheduler/unserializable'):
                logger.warning('A request is kept in memory only, and lost if the spider is killed: %s: %s -'
                               ' no more of them will be shown', request, error, extra={'spider': self.spider})
            self.stats.inc_value('scheduler/unserializable')
        priority = max(-MOST_PRIORITY, min(request.priority, MOST_PRIORITY))
        self._new.append(_Enqueued(request, New(fingerprint, priority, text, self._continues(request))))
        self._exchange_soon()
        return True

    def _continues(self, request: Request) -> bool:
        """Whether this is a redirect or a retry, which needs the cookies of this spider.

        A callback that copies meta to many requests can make them look like that, so their number
        is limited.
        """
        return (('redirect_times' in request.meta or 'retry_times' in request.meta)
                and len(self._ready) + sum(one.new.own for one in self._new) < self.most)

    def next_request(self) -> Optional[Request]:
        # another spider may have taken the requests, so the lease is renewed first
        if time.monotonic() - self._renewed > self.lease * 0.8:
            self._exchange_soon()
            return None
        if not self._ready:
            self._exchange_soon()
            return None
        request, place = self._ready.popleft()
        if place is not None:
            self._begun[request] = place
        self.stats.inc_value('scheduler/dequeued')
        if len(self._ready) < self.prefetch / 2:
            self._exchange_soon()
        return request

    # The exchange with the database

    def _exchange_soon(self) -> None:
        from twisted.internet import reactor

        if self._running is None and (self._new or not self._dry):
            delay = GATHER if self._ready or self._room(self._done()) <= 0 else 0
            if self._later is None or not self._later.active():
                self._later = reactor.callLater(delay, self._exchange_now, False)
            elif not delay:
                self._later.reset(0)

    def _exchange_now(self, tick: bool = True) -> None:
        if tick:
            self._dry = False
        if self._running is None and not self.filter.failed and self.crawler.engine.spider is not None:
            if self._later is not None and self._later.active():
                self._later.cancel()
            self._exchange([], self.prefetch - len(self._ready))

    def _done(self) -> List[int]:
        """The requests that the engine has finished.

        They were fetched, their callback has ended, and all items have passed the pipelines; or
        one of these steps has failed.
        """
        engine = self.crawler.engine
        slot = getattr(engine, '_slot', None) or getattr(engine, 'slot', None)
        in_progress = slot.inprogress if slot is not None else ()
        return [place for request, place in self._begun.items() if request not in in_progress]

    def _room(self, done: List[int]) -> int:
        """The number of requests that this spider may take when these are finished"""
        return self.most - len(self._ready) - len(self._begun) + len(done)

    @inlineCallbacks
    def _exchange(self, release: List[int], want: int) -> Any:
        """One transaction.

        The requests that a page yields arrive before the page is finished, so they are in this
        transaction or in an earlier one.  Its items are written before the transaction begins.
        """
        running: Deferred[None] = Deferred()
        self._running = running
        done = self._done()
        batch, self._new = self._new[:BATCH], self._new[BATCH:]
        if self._new:
            done = []               # requests from their pages may be among those that are not in this batch
        unusable, self._unusable = self._unusable, []
        want = max(0, min(want, self._room(done) - sum(one.new.own for one in batch)))
        started = time.monotonic()
        renew: List[int] = []
        if started - self._renewed > self.lease / 4 and not release:
            renew = list(set(self._begun.values()).difference(done))
            renew += [one.id for one in self._ready if one.id is not None]
        nothing_held = not self._ready and len(done) == len(self._begun)
        try:
            self.feeds.flush()
            result = yield deferToThread(
                self.filter.store.exchange, self.spider.name, self.worker, self.lease,
                [one.new for one in batch], done, renew, release, want, unusable)
            if renew or nothing_held:
                self._renewed = started
            self._received(result, batch, set(done), renew, want)
        except Exception as error:
            self.filter.fail(error)
        self._running = None
        running.callback(None)
        self._wake()

    def _received(self, result: Exchange, batch: List[_Enqueued], done: Set[int], renew: List[int], want: int) -> None:
        self._begun = {request: place for request, place in self._begun.items() if place not in done}
        lost = set(renew) - result.still_held
        if lost:
            logger.warning('%d requests have gone to other spiders, after %g s without the database', len(lost),
                           self.lease, extra={'spider': self.spider})
            self._ready = deque(one for one in self._ready if one.id not in lost)
            self._begun = {request: place for request, place in self._begun.items() if place not in lost}
        for request, new in batch:
            if new.fingerprint is not None:
                self._new_fingerprints.discard(new.fingerprint)
                self.filter.recent.add(new.fingerprint)
                if new.fingerprint not in result.claimed:
                    self.filter.log(request, self.spider)
                    self.crawler.signals.send_catch_log(signals.request_dropped, request=request, spider=self.spider)
                    continue
            if new.request is None:
                self._ready.append(_Ready(request, None))
            self.stats.inc_value('scheduler/enqueued')
        for one in result.own + result.taken:
            try:
                if one.request is None:
                    raise ValueError(f'it has more than {MOST_BYTES} bytes')
                self._ready.append(_Ready(from_json(one.request, self.spider, self.classes, self.schemes), one.id))
            except Exception as error:
                # from another version of the spider, or from another program
                self._unusable.append(one.id)
                if not self.stats.get_value('scheduler/unusable'):
                    logger.error("Request %d of the queue cannot be used, and stays there with taken = 'infinity':"
                                 ' %.500s - no more of them will be shown', one.id, error, extra={'spider': self.spider})
                self.stats.inc_value('scheduler/unusable')
        self._dry = len(result.taken) < want
        self._pending = result.pending

    def _wake(self) -> None:
        engine = self.crawler.engine
        slot = getattr(engine, '_slot', None) or getattr(engine, 'slot', None)
        if slot is not None and slot.closing is None:
            slot.nextcall.schedule()
        if self._new and not self.filter.failed and self._tick.running:
            self._exchange_soon()
