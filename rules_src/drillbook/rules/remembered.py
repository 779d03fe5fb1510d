"""Caches of functions whose results depend on the rules: each registers itself, so that all can be emptied at once."""

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
    """Empty every registered cache, the library among them: the files that the results came from have changed."""
    for cached in _registered:
        cached.cache_clear()
