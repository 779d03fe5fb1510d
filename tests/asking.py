"""Asking in tests: the flat value and the distribution of an answer that must not be a refusal."""

from fractions import Fraction
from typing import Any

from drillbook import ask


def value(address: str) -> dict[str, Any]:
    """The flat value of an answer that must not be a refusal."""
    found = ask(address)
    assert not found.refused, found.headline
    flat = found.outcome.flat()  # type: ignore[union-attr]
    assert isinstance(flat, dict)
    return flat


def chances(address: str) -> dict[Any, Fraction]:
    """The distribution of an answer."""
    found = ask(address).outcome.distribution  # type: ignore[union-attr]
    assert found is not None
    return dict(found.items())
