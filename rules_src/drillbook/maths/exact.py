"""Exact numbers as text: reading `5/2` or `2.5` and writing them again without a float."""

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any, TypeVar

Number = int | Fraction
K = TypeVar("K", bound=Hashable)
N = TypeVar("N", int, Fraction, Number)
V = TypeVar("V")


def exact(value: Number) -> Number:
    """Return the same number, as an int if it is whole."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    return value


def sums_by_key(parts: Iterable[tuple[K, N]]) -> dict[K, N]:
    """Return the sum of the parts of each key."""
    sums: dict[K, N] = {}
    for key, part in parts:
        sums[key] = sums[key] + part if key in sums else part
    return sums


def lists_by_key(parts: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Return the list of the parts of each key."""
    lists: dict[K, list[V]] = {}
    for key, part in parts:
        lists.setdefault(key, []).append(part)
    return lists


def parse_number(text: str) -> Number:
    """Return the exact number that the text writes, such as `3`, `-1`, `2.5` or `1/3`.

    A printed minus is accepted too. Raises ValueError for anything else.
    """
    plain = text.strip().replace("−", "-")
    if len(plain) > 40 or not plain.isascii() or "_" in plain or "e" in plain.lower():
        raise ValueError(text)
    try:
        return exact(Fraction(plain))
    except ZeroDivisionError:
        raise ValueError(text) from None


def as_json(value: Any) -> Any:
    """Return a value made of exact numbers in the form of JSON.

    Ints stay, fractions become `p/q` text, and no number becomes a float. Raises TypeError for a value that is not exact.
    """
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}" if value.denominator != 1 else value.numerator
    if isinstance(value, int):
        return int(value)
    if isinstance(value, dict):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple | frozenset | set):
        return [as_json(item) for item in value]
    raise TypeError(f"{value!r} is not an exact value")
