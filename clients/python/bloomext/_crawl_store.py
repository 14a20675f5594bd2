"""The database side of bloomext.scrapy: a shared set, a queue of requests, and
transactions that survive a lost connection.  Does not depend on Scrapy.
"""
from __future__ import annotations

import importlib
import logging
import time
from typing import Any, Callable, List, NamedTuple, Optional, Sequence, Set, Tuple

from ._error import Error

logger = logging.getLogger('bloomext.scrapy')

DRIVERS = ('psycopg', 'psycopg2')
TRIES = 5           # attempts for a transaction that fails because of a concurrent one

# The id of the transaction, or null if it has written nothing.  It must come
# after columns that write, because PostgreSQL evaluates them from left to right.
_XID = 'pg_current_xact_id_if_assigned()::text'

# With this lock, spiders that start at the same time create the queue one after the other.  Without
# it, CREATE TABLE can fail, even with IF NOT EXISTS.  bloom_set_create() needs no such lock.
_QUEUE_LOCK = "SELECT pg_advisory_xact_lock(hashtext('bloomext.scrapy'))"


class New(NamedTuple):
    """A request on its way into the queue"""
    fingerprint: Optional[bytes]    #: fingerprint to claim; None: the request is enqueued without a claim
    priority: int
    request: Optional[str]          #: JSON; None: the fingerprint is claimed, but the request is not enqueued
    own: bool = False               #: the spider that enqueues the request also takes it


class Taken(NamedTuple):
    """A request that this spider has taken from the queue"""
    id: int
    priority: int
    request: Optional[str]          #: None: it is too large


class Exchange(NamedTuple):
    """The result of one transaction with the queue"""
    claimed: Set[bytes]         #: the fingerprints that were new
    own: List[Taken]            #: the new requests that this spider has taken at once
    taken: List[Taken]
    still_held: Set[int]        #: the ids whose lease was renewed
    pending: bool               #: whether this or another spider has requests left


def _driver(name: Optional[str]) -> Any:
    for candidate in (name,) if name else DRIVERS:
        if candidate not in DRIVERS:
            raise Error(f'unrecognized driver "{candidate}"', hint='Use psycopg or psycopg2.')
        try:
            return importlib.import_module(candidate)
        except ImportError:
            pass
    raise Error(f'cannot import {name or "psycopg or psycopg2"}', hint='Install psycopg.')


class Store:
    """One connection, which is reopened when it is lost.

    The text of larger requests than `most` bytes is not read.
    """

    def __init__(self, dsn: str, driver: Optional[str] = None, reconnect: float = 60, most: int = 1 << 20) -> None:
        self._dsn, self._reconnect, self._most = dsn, reconnect, most
        self._driver = _driver(driver)
        self._connection: Any = None
        self._begin = ''        # prefix of the next statement
        self.set_name = ''
        self._queue = ''

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # Statements and transactions

    def _connect(self) -> None:
        if self._connection is not None and not self._connection.closed:
            return
        connection = self._driver.connect(self._dsn)
        connection.autocommit = True
        self._connection = connection

    def _rows(self, query: str, parameters: Sequence[Any] = ()) -> List[Tuple[Any, ...]]:
        """The rows of the last statement in query.

        The client inserts the parameters into the text.  So query can contain several statements,
        and connection poolers do not have to support prepared statements.
        """
        if self._driver.__name__ == 'psycopg':
            cursor = self._driver.ClientCursor(self._connection)
        else:
            cursor = self._connection.cursor()
        begin, self._begin = self._begin, ''
        with cursor:
            cursor.execute(begin + query, parameters or None)
            if self._driver.__name__ == 'psycopg':
                while cursor.nextset():
                    pass
            return list(cursor.fetchall()) if cursor.description else []

    def _state(self, error: Exception) -> Optional[str]:
        return getattr(error, 'sqlstate', None) or getattr(error, 'pgcode', None)

    def _transaction(self, work: Callable[[], Tuple[Any, Optional[str]]], reconnect: Optional[float] = None) -> Any:
        """Run work in a transaction that is committed exactly once, and return its result.

        work returns its result and the value of _XID.  If the connection is lost, work runs again
        on a new connection, unless the transaction turns out to have been committed.  Raises Error
        if there is no connection for `reconnect` seconds.
        """
        patience = self._reconnect if reconnect is None else reconnect
        deadline: Optional[float] = None
        failures = 0
        xid: Optional[str] = None       # id of a transaction whose COMMIT was not answered
        result: Any = None
        while True:
            try:
                self._connect()
                if xid is not None:
                    status = self._rows('SELECT pg_xact_status(%s::xid8)', (xid,))[0][0]
                    if status == 'committed':
                        return result
                    if status == 'in progress':
                        if deadline is not None and time.monotonic() >= deadline:
                            raise Error('cannot find out whether a transaction was committed')
                        time.sleep(0.1)     # the server has not noticed the lost connection yet
                        continue
                    xid = None
                # is sent with the first statement of work, which saves a round trip
                self._begin = 'BEGIN;'
                result, xid = work()
                self._rows('COMMIT')
                return result
            except Error:
                self.close()            # rolls back
                raise
            except self._driver.Error as error:
                lost = self._connection is None or self._connection.closed
                self._begin = ''
                if not lost:
                    xid = None
                    failures += 1
                    self.close()        # rolls back
                    if self._state(error) in ('40001', '40P01') and failures < TRIES:
                        continue
                    raise self._explained(error) from error
                self.close()
                if deadline is None:
                    deadline = time.monotonic() + patience
                    if patience:
                        logger.warning('Lost the connection to PostgreSQL, trying again for %g s: %s',
                                       patience, str(error).strip())
                if time.monotonic() >= deadline:
                    raise Error('cannot connect to PostgreSQL', str(error).strip()) from error
                time.sleep(min(0.5, patience / 10))

    def _explained(self, error: Exception) -> Error:
        if self._state(error) == '42883' and 'bloom_' in str(error):
            return Error('the database has no extension bloomext', str(error).strip(), 'CREATE EXTENSION bloomext;')
        return Error(str(error).strip())

    # The set

    def open_set(self, name: str, create: bool, capacity: int, error_rate: float,
                 retention: Optional[str], bucket: Optional[str]) -> Tuple[int, float, Optional[str], int]:
        """Connect, and create the set if it does not exist and create is true.

        Returns capacity, error rate, retention and number of members of the set.  Raises Error
        without further attempts if this fails.
        """
        def work() -> Any:
            if self._rows('SELECT to_regclass(%s)', (name,))[0][0] is None:
                if not create:
                    raise Error(f'shared set "{name}" does not exist',
                                hint='Create it with bloom_set_create(), or set BLOOMEXT_CREATE = True.')
                self._rows("SELECT bloom_set_create(%s, %s, %s, %s::interval, %s::interval, class => 'bytea',"
                           ' if_not_exists => true)', (name, capacity, error_rate, retention, bucket))
            row = self._rows(f'SELECT class, capacity, error_rate, retention::text, members, {_XID}'
                             ' FROM bloom_set_info(%s::regclass)', (name,))[0]
            return row, row[5]

        row = self._transaction(work, reconnect=0)
        if row[0] != 'bytea':
            raise Error(f'shared set "{name}" holds values of type {row[0]}',
                        'The fingerprints of requests are bytea.', 'Choose another BLOOMEXT_SET.')
        self.set_name = name
        return row[1], row[2], row[3], row[4]

    def claim(self, fingerprint: bytes) -> bool:
        """Add a fingerprint to the set.  Returns whether it was new."""
        def work() -> Any:
            return self._rows(f'SELECT bloom_claim(%s::regclass, %s::bytea), {_XID}', (self.set_name, fingerprint))[0]

        return bool(self._transaction(work))

    # The queue

    def open_queue(self) -> str:
        """Create the queue of the set if it does not exist.  Returns its quoted name."""
        def work() -> Any:
            self._rows(_QUEUE_LOCK)
            [(queue, owner)] = self._rows(
                "SELECT format('%%I.%%I', nspname, relname || '_requests'), relowner"
                " FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = %s::regclass",
                (self.set_name,))
            if self._rows('SELECT to_regclass(%s)', (queue,))[0][0] is None:
                self._rows(f"""
                    CREATE TABLE {queue} (
                        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                        spider text NOT NULL,
                        priority bigint NOT NULL,
                        request json NOT NULL,
                        worker text,
                        taken timestamptz);
                    CREATE INDEX ON {queue} (spider, priority DESC, id) WHERE taken IS NULL;
                    CREATE INDEX ON {queue} (spider, taken) WHERE taken IS NOT NULL;
                    COMMENT ON TABLE {queue} IS 'Queue of bloomext.scrapy'""")
            # its triggers run as the role of the spider
            [(trusted,)] = self._rows(
                "SELECT relkind = 'r' AND (relowner = %s::oid OR pg_get_userbyid(relowner) = current_user)"
                " FROM pg_class WHERE oid = %s::regclass", (owner, queue))
            if not trusted:
                raise Error(f'{queue} cannot be used as queue of shared set "{self.set_name}"',
                            'It is not a table that belongs to the owner of the set, or to the role of the spider.',
                            'Rename it, or make the owner of the set its owner.')
            return queue, self._rows('SELECT ' + _XID)[0][0]

        queue = str(self._transaction(work))
        self._queue = queue.replace('%', '%%')      # a percent sign must be doubled for the driver
        return queue

    def exchange(self, spider: str, worker: str, lease: float, new: Sequence[New],
                 done: Sequence[int], renew: Sequence[int], release: Sequence[int], want: int,
                 unusable: Sequence[int] = ()) -> Exchange:
        """Exchange requests with the queue, in one transaction.

        Claims and enqueues new requests, deletes the requests `done`, renews the leases of `renew`,
        gives back the requests `release`, sets `unusable` aside, and takes up to `want` requests:
        those that no spider has, and those whose lease has expired.
        """
        def work() -> Tuple[Exchange, Optional[str]]:
            claimed, own = self._enqueue(spider, worker, new)
            self._end(spider, worker, done, release, unusable)
            still_held = self._renew(spider, worker, renew)
            taken = self._take(spider, worker, lease, want)
            pending, xid = self._pending(spider)
            return Exchange(claimed, own, taken, still_held, pending), xid

        result: Exchange = self._transaction(work)
        return result

    def _enqueue(self, spider: str, worker: str, new: Sequence[New]) -> Tuple[Set[bytes], List[Taken]]:
        claimed: Set[bytes] = set()
        wanted = [one.fingerprint for one in new if one.fingerprint is not None]
        if wanted:
            rows = self._rows('SELECT * FROM bloom_claim_all(%s::regclass, %s::bytea[])', (self.set_name, wanted))
            claimed.update(bytes(row[0]) for row in rows)
        queued = [one for one in new if one.request is not None
                  and (one.fingerprint is None or one.fingerprint in claimed)]
        self._insert('NULL, NULL', (), spider, [one for one in queued if not one.own])
        own = self._insert('clock_timestamp(), %s', (worker,), spider, [one for one in queued if one.own])
        return claimed, own

    def _insert(self, taken: str, parameters: Tuple[str, ...], spider: str, queued: Sequence[New]) -> List[Taken]:
        if not queued:
            return []
        returning = f' RETURNING {self._columns()}' if parameters else ''
        return [Taken(*row) for row in self._rows(
            f'INSERT INTO {self._queue} (spider, priority, request, taken, worker)'
            f' SELECT %s, priority, request::json, {taken} FROM unnest(%s::bigint[], %s::text[])'
            f' WITH ORDINALITY AS v(priority, request, place) ORDER BY place{returning}',
            (spider, *parameters, [one.priority for one in queued], [one.request for one in queued]))]

    def _columns(self) -> str:
        return ('id, priority, CASE WHEN octet_length(request::text) <= '
                f'{self._most} THEN request::text END')

    def _end(self, spider: str, worker: str, done: Sequence[int], release: Sequence[int],
             unusable: Sequence[int]) -> None:
        if done:
            self._rows(f'DELETE FROM {self._queue} WHERE id = ANY (%s::bigint[])'
                       ' AND (worker, spider) = (%s, %s)', (list(done), worker, spider))
        for taken, requests in (('NULL', release), ("'infinity'", unusable)):
            if requests:
                self._rows(f'UPDATE {self._queue} SET taken = {taken}, worker = NULL WHERE id = ANY (%s::bigint[])'
                           ' AND (worker, spider) = (%s, %s)', (list(requests), worker, spider))

    def _renew(self, spider: str, worker: str, renew: Sequence[int]) -> Set[int]:
        if not renew:
            return set()
        rows = self._rows(f'UPDATE {self._queue} SET taken = clock_timestamp() WHERE id = ANY (%s::bigint[])'
                          ' AND (worker, spider) = (%s, %s) RETURNING id', (list(renew), worker, spider))
        return {row[0] for row in rows}

    def _take(self, spider: str, worker: str, lease: float, want: int) -> List[Taken]:
        taken: List[Taken] = []
        choices: List[Tuple[str, Tuple[float, ...]]] = [
            ('taken IS NULL ORDER BY priority DESC, id', ()),
            ("taken < now() - %s * interval '1 s' ORDER BY taken", (lease,))]
        for which, parameters in choices:
            if len(taken) < want:
                taken += [Taken(*row) for row in self._rows(
                    f'UPDATE {self._queue} SET taken = clock_timestamp(), worker = %s WHERE id = ANY (ARRAY('
                    f'SELECT id FROM {self._queue} WHERE spider = %s AND {which} LIMIT %s FOR UPDATE SKIP LOCKED))'
                    f' RETURNING {self._columns()}', (worker, spider, *parameters, want - len(taken)))]
        return sorted(taken, key=lambda one: (-one.priority, one.id))

    def _pending(self, spider: str) -> Tuple[bool, Optional[str]]:
        pending, xid = self._rows(
            f'SELECT EXISTS (SELECT FROM {self._queue} WHERE spider = %s'
            f" AND (taken IS NULL OR taken < 'infinity')), {_XID}", (spider,))[0]
        return bool(pending), xid
