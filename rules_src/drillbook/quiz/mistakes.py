"""Which wrong answers could somebody honestly give? A modifier forgotten, another reading, the table's next row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from drillbook.asking.answers.ask import Answer, answer, other_readings
from drillbook.asking.inputs.kinds import Choice, Choices, Count, Flag, Kind, Numeric
from drillbook.errors import AskError, RulesError
from drillbook.formats.sheet import absent
from drillbook.rules.entities import EMPTY

_WORD = re.compile(r"\d+(?:\.\d+)?|[a-z]{4,}")


@dataclass(frozen=True, slots=True)
class Slip:
    """What somebody may have got wrong: of what sort it is, in words, and the inputs or readings that he took instead."""

    sort: str
    words: str
    inputs: Mapping[str, Any] = field(default_factory=lambda: EMPTY)
    readings: Mapping[str, str] = field(default_factory=lambda: EMPTY)


def slips(found: Answer) -> list[Slip]:
    """Every slip that an answer invites: forgotten modifiers, neighbouring rows, other readings of the source."""
    return [*_forgotten(found), *_next_rows(found), *_other_readings(found)]


def led_astray(found: Answer, slip: Slip) -> str:
    """The wrong answer that a slip leads to; nothing where it leads to none, to the right one, or gives itself away."""
    try:
        values = found.spec.settle(found.ruleset, {**found.inputs, **slip.inputs})
        other = answer(found.spec, found.ruleset, values, {**found.address.readings, **slip.readings})
    except (AskError, RulesError):
        return ""
    headline = _renamed(found, other)
    return "" if headline in ("", found.headline) or _betrayed(found, other, headline) else headline


def _changed(found: Answer, other: Answer) -> Iterator[tuple[Kind, Any, Any]]:
    """The inputs that differ: kind, value as asked, value as taken."""
    for name, kind in found.spec.kinds(found.ruleset).items():
        if other.inputs[name] != found.inputs[name]:
            yield kind, found.inputs[name], other.inputs[name]


def _renamed(found: Answer, other: Answer) -> str:
    """The wrong answer with what was asked named in it: who takes the veteran's row for a green man speaks of a green man.

    Nothing where the wrong answer tells the one from the other, "green, not veteran", which would be told of one thing then.
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
    """Which of these stand in a headline on their own, the longest first: who reads "in cover" has not read "cover"."""
    either = "|".join(rf"\b{re.escape(one)}\b" for one in sorted(names, key=len, reverse=True))
    return {one.lower() for one in re.findall(either, headline, flags=re.IGNORECASE)}


def _betrayed(found: Answer, other: Answer, headline: str) -> bool:
    """Whether the wrong answer names what was never asked: the rifle's reach where the situation tells of a pistol."""
    named = {word for kind, _, taken in _changed(found, other) for word in _words(kind.words(taken))}
    return bool((named & _words(headline)) - _words(found.headline))


def _words(text: str) -> set[str]:
    """The longer words and the numbers of a text."""
    return set(_WORD.findall(text.lower()))


def _forgotten(found: Answer) -> Iterator[Slip]:
    """One thing that the situation tells is left out."""
    for name, kind in _told(found):
        nothing = _nothing(kind)
        if nothing is not None and nothing != found.inputs[name]:
            told = kind.label if isinstance(kind, Flag) else f"{kind.label}: {kind.words(found.inputs[name])}"
            yield Slip("forgotten", f"That forgets “{told}”.", {name: nothing})


def _nothing(kind: Kind) -> Any:
    """The value with which an input says that nothing is there; None where it has none."""
    if isinstance(kind, Flag):
        return False
    if isinstance(kind, Numeric) and absent(kind, kind.low):
        return kind.low
    return None


def _next_rows(found: Answer) -> Iterator[Slip]:
    """A row or a band beside the right one is taken."""
    for name, kind in _told(found):
        for value in _beside(kind, found.inputs[name]):
            yield Slip("next row", f"That is the answer for “{kind.label}: {kind.words(value)}”.", {name: value})


def _beside(kind: Kind, now: Any) -> Iterator[Any]:
    """The values to either side: of a choice the options before and after, of a number the next band or step."""
    if isinstance(kind, Choice) and not isinstance(kind, Choices):
        keys = list(kind.options)
        place = keys.index(now)
        yield from keys[max(0, place - 1) : place] + keys[place + 1 : place + 2]
    elif isinstance(kind, Numeric):
        yield from (kind.nearest(value) for value in _near(kind, now) if kind.low <= value <= kind.high)


def _near(kind: Numeric, now: Any) -> Iterator[Fraction]:
    """The numbers below and above at which another band stands; where there are no bands, one thing less and one more."""
    step = Fraction(kind.step)
    if kind.ticks:
        yield from [Fraction(tick) for tick in kind.ticks if tick < now][-1:]
        yield from [tick + step for tick in kind.ticks if tick >= now][:1]
    elif isinstance(kind, Count):
        yield from (now - step, now + step)


def _other_readings(found: Answer) -> Iterator[Slip]:
    """The source is read otherwise."""
    for name, letter in other_readings(found):
        words = found.ruleset.ruling(name).readings[letter].rstrip(".")
        yield Slip("reading", f"That reads the source otherwise: {words}.", readings={name: letter})


def _told(found: Answer) -> Iterator[tuple[str, Kind]]:
    """The inputs that apply and say that something is there, with their kinds."""
    kinds = found.spec.kinds(found.ruleset)
    for name in found.spec.visible(found.ruleset, found.inputs):
        if not absent(kinds[name], found.inputs[name]):
            yield name, kinds[name]
