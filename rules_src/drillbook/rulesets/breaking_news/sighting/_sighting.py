"""One look at a hidden man, section 7.0: the table's number, its modifiers, and the chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from drillbook.asking import Cited, Reader, Working
from drillbook.maths import Number, exact
from drillbook.rulesets.breaking_news.common.casualties import name_of

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


def bands(r: Reader) -> list[tuple[Number, Cited]]:
    """Return the distances of the table and their numbers, nearest first."""
    rows = [row.key for row in r.rows("sighting")]
    return [(r.cell("sighting", row, "upto").number, r.cell("sighting", row, "number")) for row in rows]


def table_number(r: Reader, distance: Number) -> Cited | None:
    """Return what the table asks at a distance; None if nothing can be seen there.

    The ruling on distances that the table does not name decides.
    """
    known = bands(r)
    match r.read_as("sighting-bands"):
        case "nearest":
            return min(reversed(known), key=lambda band: max(band[0] - distance, distance - band[0]))[1]
        case "rises-evenly":
            return _between(known, distance)
        case _:
            return next((number for upto, number in known if distance <= upto), None)


def _between(known: Sequence[tuple[Number, Cited]], distance: Number) -> Cited | None:
    """Return the table's number by linear interpolation between its points; None beyond them."""
    if distance <= known[0][0]:
        return known[0][1]
    for (start, low), (end, high) in pairwise(known):
        if distance <= end:
            share = Fraction(distance - start) / (end - start)
            return Cited(exact(low.number + share * (high.number - low.number)), high.rule)
    return None


def modify(r: Reader, w: Working, look: Look) -> None:
    """Add every modifier that applies to the running number, with its reason."""
    dense = "sighting.mod-jungle-night"
    w.add("target in jungle", dense, when=look.ground == JUNGLE)
    if look.dark and look.ground == JUNGLE and r.holds("jungle-night", "once"):
        w.note("jungle and night count a single time", dense)
    elif look.dark:
        w.add("night, and no night visor", dense)
    if look.ground == OPEN:
        w.add("target in the open", _minus(r, "sighting.mod-open"))
    if look.target == SPECIAL:
        w.add(f"target is of the {name_of(r, look.target)}", "sighting.mod-sf-target")
    w.add("target is a sniper", "sighting.mod-sniper-target", when=look.target_sniper)
    if look.observer_sniper:
        w.add("observer is a sniper", _minus(r, "sighting.mod-sniper-observer"))
    r.cite("sighting.mod-quality")
    quality = r.cell("classes", look.observer, "spotting")
    if quality.amount:
        w.add(f"observer: {name_of(r, look.observer)}", quality)
    else:
        w.note(f"{name_of(r, look.observer)} observer: nothing to add", "sighting.mod-quality")


def _minus(r: Reader, rule: str) -> Cited:
    """Return a modifier printed as a dash and a figure, with the sign that the ruling gives it."""
    cited = r.cited(rule)
    return cited if r.holds("sighting-minus", "minus") else Cited(-cited.number, cited.rule)


def settle(r: Reader, w: Working) -> Number:
    """Return the running number as it counts, and add the step if every face reaches it."""
    number: Number = w.total
    raised = settled(r, number)
    if raised != number:
        w.at_least("the lowest face always fails", raised, "sighting.roll")
    elif raised <= min(r.dice("sighting.roll")):
        w.note("no roll is needed", "sighting.roll")
    return raised


def settled(r: Reader, number: Number) -> Number:
    """Return the number needed, raised by the ruling if every face of the die would reach it."""
    least: int = min(r.dice("sighting.roll"))
    return number if number > least or r.holds("sighting-auto", "no-roll") else least + 1


def need_at(r: Reader, distance: Number, change: Number) -> Number | None:
    """Return what must be rolled at a distance with modifiers of that sum.

    The result is None if nothing can be seen there.
    """
    number = table_number(r, distance)
    return None if number is None else settled(r, exact(number.number + change))


def chance_of(r: Reader, need: Number | None) -> Fraction:
    """Return the chance that a look which needs that number succeeds.

    need is None if nothing can be seen; the chance is then 0.
    """
    return Fraction(0) if need is None else r.dice("sighting.roll").at_least(need)
