"""Errors, with what the C library says about them"""
from __future__ import annotations

from typing import Any, NoReturn, Optional

from ._bloomext import ffi, lib


class Error(ValueError):
    """What isn't a filter, can't be united, can't be made ...; hint may be empty"""

    def __init__(self, message: str, detail: str = '', hint: str = '') -> None:
        super().__init__('\n'.join(filter(None, (message, detail))))
        self.hint = hint


class ClassError(Error, TypeError):
    """A value of another class than those in the filter: text is no integer"""


def text(chars: Any) -> str:
    """A string of the library's"""
    return str(ffi.string(chars).decode('utf-8', 'replace'))


def raise_status(status: int, error: Optional[Any] = None) -> NoReturn:
    """For a status that tells of an error, and what more the library said"""
    if error is None or not error.status:
        details = [text(lib.bloomext_status_text(status))]
    else:
        details = [text(error.message), text(error.detail), text(error.hint)]
    if status == lib.BLOOMEXT_MEMORY:
        raise MemoryError(*details[:1])
    raise (ClassError if status == lib.BLOOMEXT_CLASS else Error)(*details)
