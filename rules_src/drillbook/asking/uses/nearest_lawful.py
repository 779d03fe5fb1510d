"""A search for the nearest case that the rules allow.

The search asks again with one input changed and stores nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from drillbook.asking.answers.ask import Answer, answer
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Length, Numeric
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.errors import AskError, RulesError

MOST = 120  # times it asks before it gives up


def lawful(refused: Answer, first: str = "") -> Iterator[Answer | None]:
    """Yield None after each try, and at the end the nearest answered case, if there is one.

    The inputs are changed one after the other: distances first, then numbers, then choices.
    first: the input to change before all others, usually the one that was last touched. The search ends after the input
    with which it reaches MOST tries.
    """
    kinds = {one.name: one.kind for one in refused.spec.bound(refused.ruleset)}
    names = [name for name in refused.spec.visible(refused.ruleset, refused.inputs) if name != first]
    lengths = [name for name in names if isinstance(kinds[name], Length)]
    numbers = [name for name in names if isinstance(kinds[name], Numeric)]
    order = dict.fromkeys([*([first] if first in kinds else []), *lengths, *numbers, *names])
    tries = 0
    for name in order:
        near: list[Answer] = []
        for found in _beside(refused, name, kinds[name]):
            yield None
            tries += 1
            near += [found] if found is not None else []
        if near:
            yield min(near, key=lambda one: _far(kinds[name], refused.inputs[name], one.inputs[name]))
            return
        if tries >= MOST:
            return


def lawful_changes(refused: Answer, found: Answer) -> str:
    """In what the lawful case differs, as `Distance 50 cm`."""
    kinds = {one.name: one.kind for one in found.spec.bound(found.ruleset)}
    told = (
        f"{kind.label} {kind.words(found.inputs[name])}"
        for name, kind in kinds.items()
        if found.inputs[name] != refused.inputs[name]
    )
    return ", ".join(told)


def _far(kind: Kind, before: Any, now: Any) -> Fraction:
    """How large a change is, as a part of all that the input can be."""
    if isinstance(kind, Numeric):
        return abs(Fraction(now) - Fraction(before)) / (Fraction(kind.high) - Fraction(kind.low))
    return Fraction(1)


def _asked(refused: Answer, name: str, value: Any) -> Answer | None:
    """Return the answer with that input changed.

    Returns None if the answer is a refusal, or if the values contradict each other.
    """
    try:
        values = refused.spec.settle(refused.ruleset, {**refused.inputs, name: value})
        found = answer(refused.spec, refused.ruleset, values, refused.address.readings)
    except (AskError, RulesError):
        return None
    return None if found.refused else found


def _beside(refused: Answer, name: str, kind: Kind) -> Iterator[Answer | None]:
    """Yield the tries of one input.

    For a number, they are the searches for the nearest answered value on either side; for a choice, every other option.
    """
    now = refused.inputs[name]
    if isinstance(kind, Numeric):
        for way in (-1, 1):
            yield from _outwards(refused, name, kind, way)
    elif isinstance(kind, Flag):
        yield _asked(refused, name, not now)
    elif isinstance(kind, Choice) and not isinstance(kind, Choices):
        for option in kind.options:
            if option != now:
                yield _asked(refused, name, option)


def _outwards(refused: Answer, name: str, kind: Numeric, way: int) -> Iterator[Answer | None]:
    """Yield the tries of a search in one direction, and at the end the nearest answered case.

    The steps double until a case is answered. A bisection then finds the nearest answered case.
    """
    now = Fraction(refused.inputs[name])
    end = Fraction(kind.low if way < 0 else kind.high)
    most = int(abs(end - now) / Fraction(kind.step))
    near, far = 0, 1
    best: Answer | None = None
    while near < most:
        steps = min(far, most)
        best = _asked(refused, name, kind.nearest(now + way * steps * Fraction(kind.step)))
        if best is not None:
            far = steps
            break
        yield None
        near, far = steps, far + far
    while best is not None and far - near > 1:
        middle = (near + far) // 2
        found = _asked(refused, name, kind.nearest(now + way * middle * Fraction(kind.step)))
        yield None
        if found is None:
            near = middle
        else:
            far, best = middle, found
    yield best
