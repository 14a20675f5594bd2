"""What a mapper knows about the rows that have a filter, so that saving it loses no member that others have added"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._error import Error

if TYPE_CHECKING:
    from ._filter import Filter


class Rows:
    """The rows that a filter was read from or written to.

    Belongs to one filter, which calls changing() before each change, and shrink() after one that removes members.
    """

    copied = False              # whether it was unpickled, or made by deepcopy(), perhaps with the object of the row

    def __init__(self) -> None:
        # The key of each row, and the filter as the row had it at that time; None if members were removed since
        self.saved: dict[Any, Optional[Filter]] = {}
        self.database = ''      # that it was read from, until its row is known
        self.written: dict[Any, Filter] = {}    # like saved, in a transaction that has not been committed

    def __getstate__(self) -> Any:
        return {**self.__dict__, 'copied': True}

    def changing(self, filter: Filter) -> None:
        """The filter is about to be changed in place"""

    def shrink(self) -> None:
        """The filter may have lost members"""
        for key in list(self.saved):
            self.saved[key] = None


def to_merge(filter: Filter, key: Any) -> Optional[bool]:
    """How to write a filter to the row with a key.

    None: as it is, because it was not read from this row, nor written to it.
    False: not at all, because it has not changed since.  True: as the union
    with the filter that the row has by now.  Raises Error if a union cannot
    express the change.
    """
    rows = filter._rows
    if rows is None or key not in rows.saved:
        return None
    return has_changed(filter, rows.saved[key])


def has_changed(filter: Filter, saved: Optional[Filter]) -> bool:
    """Whether a filter has changed since its row had `saved`, which is None if members were removed since.

    Raises Error if a union cannot express the change.
    """
    if saved is not None and filter == saved:
        return False
    if saved is not None and not filter.info.counting:
        return True
    kind = 'counting filter' if saved is not None else 'filter that has lost members'
    raise Error(f'cannot save a {kind} that was changed in place',
                'Other sessions may have changed the row, and a union with its filter would not give the right result.',
                'Change the column with bloom_add, bloom_add_all, bloom_remove or bloom_remove_all. '
                'To replace the filter, assign a copy.')


def to_unite(filter: Filter, key: Any) -> bool:
    """Whether to write the union with the filter that the row with a key has, or the filter as it is

    For statements that write a filter even if it has not changed.  Raises Error
    if a union cannot express that.
    """
    changed = to_merge(filter, key)
    if changed is False:
        check_unites(filter)
    return changed is not None


def check_unites(filter: Filter) -> None:
    """Raise Error if the union with the filter of the row would change it, though this filter was not changed"""
    if filter and filter.info.counting:
        raise Error('cannot save a counting filter that was not assigned',
                    'A union with the filter of its row would count its values twice.',
                    'Leave out the field, or assign a copy to replace the filter.')
