"""Errors, with the messages of the C library"""
from __future__ import annotations

from typing import Any, NoReturn, Optional

from ._bloomext import ffi, lib


class Error(ValueError):
    """Invalid data, filters that cannot be combined, wrong parameters and so on; hint may be empty"""

    def __init__(self, message: str, detail: str = '', hint: str = '') -> None:
        super().__init__('\n'.join(filter(None, (message, detail))))
        self.hint = hint


class CapacityWarning(UserWarning):
    """A filter has got more values than its capacity, so its error rate is higher than requested"""


class ClassError(Error, TypeError):
    """A value of another class than the values in the filter, such as text and integers"""


def text(chars: Any) -> str:
    """A string of the library"""
    return str(ffi.string(chars).decode('utf-8', 'replace'))


def raise_status(status: int, error: Optional[Any] = None) -> NoReturn:
    """Raise the error for a negative status, with the details in error if there are any"""
    if error is None or not error.status:
        details = [text(lib.bloomext_status_text(status))]
    else:
        details = [text(error.message), text(error.detail), text(error.hint)]
    if status == lib.BLOOMEXT_MEMORY:
        raise MemoryError(*details[:1])
    raise (ClassError if status == lib.BLOOMEXT_CLASS else Error)(*details)
