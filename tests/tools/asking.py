"""Shortcuts to ask questions in tests.

They give the flat value, a picture and the distribution of an answer that must not be a refusal.
"""

from fractions import Fraction
from typing import Any

from drillbook import ask
from drillbook.asking.answers.simulation import simulate


def value(address: str) -> dict[str, Any]:
    """Return the flat value of an answer that must not be a refusal."""
    found = ask(address)
    assert not found.refused, found.headline
    flat = found.outcome.flat()  # type: ignore[union-attr]
    assert isinstance(flat, dict)
    return flat


def picture(address: str, name: str) -> Any:
    """Return the picture of that name that an answer has."""
    return next(one for one in ask(address).outcome.exhibits if one.name == name)


def chances(address: str) -> dict[Any, Fraction]:
    """Return the distribution of an answer."""
    found = ask(address).outcome.distribution  # type: ignore[union-attr]
    assert found is not None
    return dict(found.items())


def comes_near(address: str, seed: int, throws: int = 4000) -> None:
    """Real dice, thrown so often, fall as the exact chances say."""
    exact = chances(address)
    *_, last = simulate(ask(address), throws, seed=seed)
    assert set(last.counts) <= set(exact)
    for outcome, chance in exact.items():
        spread = float(chance * (1 - chance) / throws) ** 0.5
        assert abs(last.counts[outcome] / throws - float(chance)) <= 4.5 * spread + 1e-9, outcome
