"""Wrong answers that a player could honestly give.

They come from a forgotten modifier, another reading, or the next row of a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from drillbook.asking.answers.ask import Answer, answer, other_readings
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Count, Numeric
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.errors import AskError, RulesError
from drillbook.formats.sheet import absent
from drillbook.rules.entities import EMPTY

_WORD = re.compile(r"\d+(?:\.\d+)?|[a-z]{4,}")


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake that a player could make: its sort, its words, and the inputs or readings taken."""

    sort: str
    words: str
    inputs: Mapping[str, Any] = field(default_factory=lambda: EMPTY)
    readings: Mapping[str, str] = field(default_factory=lambda: EMPTY)


def slips(found: Answer) -> list[Slip]:
    """Return every mistake that an answer invites.

    These are forgotten modifiers, neighbouring rows, and other readings of the source.
    """
    return [*_forgotten(found), *_next_rows(found), *_other_readings(found)]


def led_astray(found: Answer, slip: Slip) -> str:
    """Return the wrong answer that a mistake leads to.

    The result is empty if there is no answer, if the answer is the right one, or if the answer shows the mistake.
    """
    try:
        values = found.spec.settle(found.ruleset, {**found.inputs, **slip.inputs})
        other = answer(found.spec, found.ruleset, values, {**found.address.readings, **slip.readings})
    except (AskError, RulesError):
        return ""
    headline = _renamed(found, other)
    return "" if headline in ("", found.headline) or _betrayed(found, other, headline) else headline


def _changed(found: Answer, other: Answer) -> Iterator[tuple[Kind, Any, Any]]:
    """Yield the inputs that differ: the kind, the value as asked and the value as taken."""
    for name, kind in found.spec.kinds(found.ruleset).items():
        if other.inputs[name] != found.inputs[name]:
            yield kind, found.inputs[name], other.inputs[name]


def _renamed(found: Answer, other: Answer) -> str:
    """Return the wrong answer with the option that was asked named in it.

    For example, a player who takes the veteran's row for a green man speaks of a green man.
    The result is empty if the wrong answer names both options ("green, not veteran"), because both names would then be the
    same.
    """
    headline = other.headline
    for kind, asked, taken in _changed(found, other):
        if isinstance(kind, Choice) and not isinstance(kind, Choices):
            own, wrong = kind.words(asked), kind.words(taken)
            if {own.lower(), wrong.lower()} <= _names(headline, own, wrong):
                return ""
            headline = re.sub(
                rf"\b{re.escape(wrong)}\b",
                lambda met, own=own: own if met[0][0].isupper() else own[0].lower() + own[1:],  # type: ignore[misc]
                headline,
                flags=re.IGNORECASE,
            )
    return headline


def _names(headline: str, *names: str) -> set[str]:
    """Return which of these names appear on their own in a headline, the longest first.

    A headline with "in cover" does not count for "cover".
    """
    either = "|".join(rf"\b{re.escape(one)}\b" for one in sorted(names, key=len, reverse=True))
    return {one.lower() for one in re.findall(either, headline, flags=re.IGNORECASE)}


def _betrayed(found: Answer, other: Answer, headline: str) -> bool:
    """Return whether the wrong answer names a thing that was never asked.

    An example is the rifle's reach in a situation with a pistol.
    """
    named = {word for kind, _, taken in _changed(found, other) for word in _words(kind.words(taken))}
    return bool((named & _words(headline)) - _words(found.headline))


def _words(text: str) -> set[str]:
    """Return the longer words and the numbers of a text."""
    return set(_WORD.findall(text.lower()))


def _forgotten(found: Answer) -> Iterator[Slip]:
    """One thing that the situation tells is left out."""
    for name, kind in _told(found):
        nothing = _nothing(kind)
        if nothing is not None and nothing != found.inputs[name]:
            told = kind.label if isinstance(kind, Flag) else f"{kind.label}: {kind.words(found.inputs[name])}"
            yield Slip("forgotten", f"That forgets “{told}”.", {name: nothing})


def _nothing(kind: Kind) -> Any:
    """Return the value with which an input says that nothing is there, or None."""
    if isinstance(kind, Flag):
        return False
    if isinstance(kind, Numeric) and absent(kind, kind.low):
        return kind.low
    return None


def _next_rows(found: Answer) -> Iterator[Slip]:
    """Yield the mistakes of a row or a band beside the right one."""
    for name, kind in _told(found):
        for value in _beside(kind, found.inputs[name]):
            yield Slip("next row", f"That is the answer for “{kind.label}: {kind.words(value)}”.", {name: value})


def _beside(kind: Kind, now: Any) -> Iterator[Any]:
    """Yield the values on either side of a value.

    For a choice, these are the options before and after; for a number, the next band or step.
    """
    if isinstance(kind, Choice) and not isinstance(kind, Choices):
        keys = list(kind.options)
        place = keys.index(now)
        yield from keys[max(0, place - 1) : place] + keys[place + 1 : place + 2]
    elif isinstance(kind, Numeric):
        yield from (kind.nearest(value) for value in _near(kind, now) if kind.low <= value <= kind.high)


def _near(kind: Numeric, now: Any) -> Iterator[Fraction]:
    """Yield the nearest numbers below and above that belong to another band.

    If there are no bands, yield a count less one step and the count plus one step.
    """
    step = Fraction(kind.step)
    if kind.ticks:
        yield from [Fraction(tick) for tick in kind.ticks if tick < now][-1:]
        yield from [tick + step for tick in kind.ticks if tick >= now][:1]
    elif isinstance(kind, Count):
        yield from (now - step, now + step)


def _other_readings(found: Answer) -> Iterator[Slip]:
    """Yield the mistakes of other readings of the source."""
    for name, letter in other_readings(found):
        words = found.ruleset.ruling(name).readings[letter].rstrip(".")
        yield Slip("reading", f"That reads the source otherwise: {words}.", readings={name: letter})


def _told(found: Answer) -> Iterator[tuple[str, Kind]]:
    """Yield the inputs that apply and say that something is there, with their kinds."""
    kinds = found.spec.kinds(found.ruleset)
    for name in found.spec.visible(found.ruleset, found.inputs):
        if not absent(kinds[name], found.inputs[name]):
            yield name, kinds[name]
