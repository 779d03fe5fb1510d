"""How many situations can a question's form hold, and which are they? Two are the same where all that applies is the same.

Where everything in the form is chosen or counted, they can be told one by one. A length is measured on the table, where
it may be anything; the form's steps only say how finely it is asked. And a list of rows has no end worth reaching.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any

from drillbook.asking.inputs.kinds import Choice, Choices, Flag, Kind, Length, Numeric, Rows
from drillbook.asking.questions.spec import Spec
from drillbook.maths.exact import exact
from drillbook.rules.model import Ruleset

MOST_GUIDES = 20_000
"""So many ways for the inputs that others hang on are gone through; beyond that nobody counts."""


@dataclass(frozen=True, slots=True)
class Extent:
    """What a form can hold: how many situations (nothing where that is not counted), at each value of those inputs that are
    measured, for each content of those that are lists; both by their labels.
    """

    situations: int | None
    measured: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()

    @property
    def finite(self) -> bool:
        """Whether the form holds just so many situations."""
        return self.situations is not None and not self.measured and not self.lists


def extent(spec: Spec, ruleset: Ruleset) -> Extent:
    """What the form of a question can hold in a ruleset."""
    kinds = spec.kinds(ruleset)
    open_ones = {name for name, kind in kinds.items() if isinstance(kind, Length | Rows)}
    shown = set[str]()
    counted: int | None = 0
    for here in _by_guides(spec, ruleset):
        shown |= here.visible
        if counted is not None:
            counted += prod(value_count(kinds[name]) for name in here.visible - open_ones - here.settled)
    if _ways(spec, ruleset) > MOST_GUIDES:
        shown, counted = set(kinds), None
    return Extent(
        counted,
        tuple(kind.label for name, kind in kinds.items() if name in shown and isinstance(kind, Length)),
        tuple(kind.label for name, kind in kinds.items() if name in shown and isinstance(kind, Rows)),
    )


def situations(spec: Spec, ruleset: Ruleset) -> Iterator[Mapping[str, Any]]:
    """Every situation that a finite form can hold, each once: the inputs with what does not apply at its default."""
    kinds, start = spec.kinds(ruleset), spec.defaults(ruleset)
    for here in _by_guides(spec, ruleset):
        free = [name for name in kinds if name in here.visible - here.settled]
        for values in product(*(every(kinds[name]) for name in free)):
            yield {**start, **here.values, **dict(zip(free, values, strict=True))}


def every(kind: Kind) -> Sequence[Any]:
    """Every value that an input can have."""
    match kind:
        case Numeric():
            return [exact(Fraction(kind.low) + step * Fraction(kind.step)) for step in range(value_count(kind))]
        case Choices():
            keys = tuple(kind.options)
            return [chosen for many in range(len(keys) + 1) for chosen in combinations(keys, many)]
        case Choice():
            return tuple(kind.options)
        case Flag():
            return (False, True)
    raise TypeError(f"{kind.label} is a list; nobody tells its contents one by one.")


def value_count(kind: Kind) -> int:
    """How many values an input can have."""
    match kind:
        case Numeric():
            return int((Fraction(kind.high) - kind.low) / kind.step) + 1
        case Choices():
            return 1 << len(kind.options)
        case Choice():
            return len(kind.options)
        case _:
            return len((False, True))


@dataclass(frozen=True, slots=True)
class _Here:
    """A part of the form's situations: the values of the inputs that others hang on, and what applies with them."""

    values: Mapping[str, Any]
    visible: frozenset[str]
    settled: frozenset[str]


def _guides(spec: Spec, ruleset: Ruleset) -> list[str]:
    """The inputs that others hang on."""
    kinds = spec.kinds(ruleset)
    named = {other for kind in kinds.values() for other in (*kind.when, *kind.unless)}
    return [name for name, kind in kinds.items() if name in named and not isinstance(kind, Rows)]


def _ways(spec: Spec, ruleset: Ruleset) -> int:
    kinds = spec.kinds(ruleset)
    return prod(value_count(kinds[name]) for name in _guides(spec, ruleset))


def _by_guides(spec: Spec, ruleset: Ruleset) -> Iterator[_Here]:
    """The situations by what applies in them, each part once."""
    kinds, start, guides = spec.kinds(ruleset), spec.defaults(ruleset), _guides(spec, ruleset)
    if _ways(spec, ruleset) > MOST_GUIDES:
        return
    seen = set()
    for values in product(*(every(kinds[name]) for name in guides)):
        chosen = {**start, **dict(zip(guides, values, strict=True))}
        visible = frozenset(spec.visible(ruleset, chosen))
        settled = frozenset(guides) & visible
        here = {name: chosen[name] for name in guides if name in settled}
        key = (visible, tuple(here.items()))
        if key not in seen:
            seen.add(key)
            yield _Here(here, visible, settled)
