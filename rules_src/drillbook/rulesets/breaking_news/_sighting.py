"""One look at a hidden man, section 7.0: the number of the table, what changes it, and the chance to see him."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from drillbook.answers import Refusal
from drillbook.exact import exact, write_number
from drillbook.reader import Cited
from drillbook.rulesets.breaking_news._casualties import name_of

if TYPE_CHECKING:
    from drillbook.exact import Number
    from drillbook.reader import Reader, Working

COVER, OPEN, JUNGLE = "cover", "open", "jungle"
GROUND = {COVER: "In cover", OPEN: "In the open, crawling", JUNGLE: "In jungle"}
#: The class whose men are harder to see.
SPECIAL = "r1"


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that changes what an observer must roll."""

    ground: str
    dark: bool
    target: str
    target_sniper: bool
    observer: str
    observer_sniper: bool


def bands(r: Reader) -> list[tuple[Cited, Cited]]:
    """The distances of the table and their numbers, nearest first."""
    return [(r.cell("sighting", row.key, "upto"), r.cell("sighting", row.key, "number")) for row in r.rows("sighting")]


def table_number(r: Reader, distance: Number) -> Cited | None:
    """What the table asks at a distance, by the ruling on distances it does not name; None where there is nothing to be seen."""
    known = bands(r)
    match r.reading("sighting-bands"):
        case "B":
            return min(reversed(known), key=lambda band: _apart(amount(band[0]), distance))[1]
        case "C":
            return _between(known, distance)
        case _:
            return next((number for upto, number in known if distance <= amount(upto)), None)


def _apart(one: Number, other: Number) -> Number:
    return max(one - other, other - one)


def _between(known: list[tuple[Cited, Cited]], distance: Number) -> Cited | None:
    """The table read as a line from each of its points to the next."""
    if distance <= amount(known[0][0]):
        return known[0][1]
    for (start, low), (end, high) in pairwise(known):
        if distance <= amount(end):
            share = Fraction(distance - amount(start)) / (amount(end) - amount(start))
            return Cited(exact(amount(low) + share * (amount(high) - amount(low))), high.rule)
    return None


def too_far(r: Reader, w: Working, distance: Number) -> Refusal:
    """Nothing can be sighted beyond the table's last distance."""
    last = bands(r)[-1][0]
    reason = (
        f"Too far: at {write_number(distance)} cm, beyond the {last.amount} cm of the table, nobody hidden is seen."
    )
    return w.refuse(reason, last.rule)


def changes(r: Reader, look: Look) -> Iterator[tuple[str, Cited | str]]:
    """Every modifier that applies, with its reason; the name of a rule in place of an amount where there is nothing to add."""
    dense = r.cited("sighting.mod-jungle-night")
    if look.ground == JUNGLE:
        yield "target in jungle", dense
    if look.dark and look.ground == JUNGLE and r.reading("jungle-night") == "A":
        yield "jungle and night count a single time", "sighting.mod-jungle-night"
    elif look.dark:
        yield "night, and no night visor", dense
    if look.ground == OPEN:
        yield "target in the open", _minus(r, "sighting.mod-open")
    if look.target == SPECIAL:
        yield f"target is of the {name_of(r, look.target)}", r.cited("sighting.mod-sf-target")
    if look.target_sniper:
        yield "target is a sniper", r.cited("sighting.mod-sniper-target")
    if look.observer_sniper:
        yield "observer is a sniper", _minus(r, "sighting.mod-sniper-observer")
    r.cite("sighting.mod-quality")
    quality = r.cell("classes", look.observer, "spotting")
    if quality.amount:
        yield f"observer: {name_of(r, look.observer)}", quality
    else:
        yield f"{name_of(r, look.observer)} observer: nothing to add", "sighting.mod-quality"


def _minus(r: Reader, rule: str) -> Cited:
    """A modifier that is printed as a dash and a figure, with the sign that the ruling gives it."""
    cited = r.cited(rule)
    return cited if r.reading("sighting-minus") == "A" else Cited(-amount(cited), cited.rule)


def needed(r: Reader, w: Working, number: Cited, look: Look) -> Number:
    """What must be rolled, with its steps: the number of the table and everything that changes it."""
    w.start("by the table", number)
    for reason, change in changes(r, look):
        if isinstance(change, str):
            w.note(reason, change)
        else:
            w.add(reason, change)
    _least(r, w)
    assert not isinstance(w.total, str)
    found: Number = w.total
    return found


def _least(r: Reader, w: Working) -> None:
    """Says what becomes of a number that every face of the die reaches."""
    assert not isinstance(w.total, str)
    raised = settled(r, w.total)
    if raised != w.total:
        w.at_least("the lowest face always fails", Cited(raised, r.cite("sighting.roll")))
    elif raised <= min(r.dice("sighting.roll")):
        w.note("no roll is needed", "sighting.roll")


def settled(r: Reader, number: Number) -> Number:
    """The number needed, raised by the ruling where every face of the die would reach it."""
    die = r.dice("sighting.roll")
    if number > min(die) or r.reading("sighting-auto") == "A":
        return number
    least: int = min(die)
    return least + 1


def chance_of(r: Reader, number: Number) -> Fraction:
    """The chance that a look succeeds which needs that number."""
    return r.dice("sighting.roll").at_least(settled(r, number))


def amount(cited: Cited) -> Number:
    """The number of a cited cell or value."""
    assert not isinstance(cited.amount, str)
    return cited.amount
