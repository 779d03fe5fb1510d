"""The number and the list of the situations that a question's form can hold.

Two situations are the same if all inputs that apply are the same.
If everything in the form is chosen or counted, the situations can be listed one by one. A length is measured on the
table and can have any value; the form's steps only state how finely the form asks for it. A list of rows has no
practical end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any

from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Length, Numeric
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.inputs.rows import Rows
from drillbook.asking.questions.spec import Spec
from drillbook.maths.exact import exact
from drillbook.rules.model import Ruleset

MOST_GUIDES = 20_000
"""So many ways for the inputs that others hang on are gone through; beyond that nobody counts."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The size of a form: how many situations it can hold.

    situations: the number for each value of the measured inputs and each content of the lists; None if it is not counted.
    measured, lists: the labels of the inputs that are measured, and of those that are lists.
    """

    situations: int | None
    measured: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()

    @property
    def finite(self) -> bool:
        """Whether the form holds just so many situations."""
        return self.situations is not None and not self.measured and not self.lists


def extent(spec: Spec, ruleset: Ruleset) -> Extent:
    """Return what the form of a question can hold in a ruleset."""
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
    """Yield every situation that a finite form can hold, each once.

    A situation is the values of all inputs; an input that does not apply has its default.
    """
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
    """A part of the form's situations: the values of the inputs that others depend on.

    visible: the inputs that apply with these values. settled: those of them whose values are given here.
    """

    values: Mapping[str, Any]
    visible: frozenset[str]
    settled: frozenset[str]


def _guides(spec: Spec, ruleset: Ruleset) -> list[str]:
    """Return the names of the inputs that other inputs depend on."""
    kinds = spec.kinds(ruleset)
    named = {other for kind in kinds.values() for other in (*kind.when, *kind.unless)}
    return [name for name, kind in kinds.items() if name in named and not isinstance(kind, Rows)]


def _ways(spec: Spec, ruleset: Ruleset) -> int:
    kinds = spec.kinds(ruleset)
    return prod(value_count(kinds[name]) for name in _guides(spec, ruleset))


def _by_guides(spec: Spec, ruleset: Ruleset) -> Iterator[_Here]:
    """Yield the situations in parts, each part once, by the inputs that apply in them.

    Yields nothing if there are more than MOST_GUIDES combinations to try.
    """
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
