"""The locks of filters that have been changed.

A process can be forked while another thread of it holds a lock, in the middle
of a change.  That thread does not exist in the child.  So the thread that
forks acquires all locks first, and both processes release them.
"""
from __future__ import annotations

import os
import threading
import weakref

# Held while a lock is made, and during a fork.  Who waits for it must not hold another lock.
making = threading.RLock()
_locks: weakref.WeakSet[threading.RLock] = weakref.WeakSet()
_held: list[threading.RLock] = []


def new_lock() -> threading.RLock:
    lock = threading.RLock()
    with making:
        _locks.add(lock)
    return lock


def _before() -> None:
    making.acquire()
    _held.append(making)
    for lock in list(_locks):
        lock.acquire()
        _held.append(lock)


def _after() -> None:
    while _held:
        _held.pop().release()


if hasattr(os, 'register_at_fork'):
    os.register_at_fork(before=_before, after_in_parent=_after, after_in_child=_after)
