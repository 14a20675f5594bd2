"""Claims and tests of shared sets, for the mappers"""
from __future__ import annotations

from typing import Any, Iterable, List, Sequence, Tuple

from ._canonical import as_list, plain
from ._values import as_array, check_iterable


class Sets:
    """A shared set.  name may contain its schema, and is written as in SQL: 'crawl', 'app.crawl', '"My set"'.

    The methods are those functions of SQL whose names begin with bloom_.  They
    run in the current transaction.
    """

    name: str

    def _rows(self, function: str, value: Any) -> Sequence[Tuple[Any]]:
        """The rows of function(set, value)"""
        raise NotImplementedError

    def _one(self, function: str, value: Any) -> bool:
        if value is None:
            raise TypeError('a set contains no nulls, such as None')
        return bool(self._rows(function, plain(value))[0][0])

    def _all(self, function: str, values: Any) -> List[Any]:
        array = as_array(values)
        check_iterable(values)
        values = as_list(array) if array is not None else [plain(value) for value in values]
        found = [row[0] for row in self._rows(function, values)] if values else []
        return [bytes(value) if isinstance(value, memoryview) else value for value in found]

    def claim(self, value: Any) -> bool:
        """Add a value.  Returns whether it is new."""
        return self._one('bloom_claim', value)

    def claim_all(self, values: Iterable[Any]) -> List[Any]:
        """Add values of one type.  Returns those that are new."""
        return self._all('bloom_claim_all', values)

    def seen(self, value: Any) -> bool:
        """Whether a value has been claimed"""
        return self._one('bloom_seen', value)

    def seen_all(self, values: Iterable[Any]) -> List[Any]:
        """Those of the values, of one type, that have been claimed"""
        return self._all('bloom_seen_all', values)

    def unclaim(self, value: Any) -> bool:
        """Give a value back, so that it can be claimed again.  Returns whether it had been claimed.

        The set must have been created with unclaim => true.
        """
        return self._one('bloom_unclaim', value)
