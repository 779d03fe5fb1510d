"""Caches of functions whose results depend on the rules.

Each cache registers itself, so that `forget` can empty all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from typing import Any, TypeVar

T = TypeVar("T")
_registered: list[_lru_cache_wrapper[Any]] = []


def remembered(maxsize: int | None = None) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """Cache a function's results until the rules change; least recently used ones go first.

    maxsize: how many results are kept; None keeps all.
    """

    def register(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
        cached = lru_cache(maxsize=maxsize)(function)
        _registered.append(cached)
        return cached

    return register


def registered_caches() -> tuple[_lru_cache_wrapper[Any], ...]:
    """Return every cache that `forget` empties."""
    return tuple(_registered)


def forget() -> None:
    """Empty every registered cache, the library's included.

    It is called when the files from which the results came have changed.
    """
    for cached in _registered:
        cached.cache_clear()
