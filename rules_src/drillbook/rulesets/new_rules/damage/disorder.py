"""Damage: what points of disorder make of a unit."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Contradiction, Count, Reader, Working, question
from drillbook.asking.exhibits import Card, Track
from drillbook.maths import Distribution, counted, spoken
from drillbook.rulesets.new_rules.common.activation import Activation
from drillbook.rulesets.new_rules.common.rallying import rallied, rallies_for
from drillbook.rulesets.new_rules.common.unit import after_points

GONE = "removed"


@dataclass(frozen=True, slots=True)
class Disorder:
    """The unit after its points: its dice, its modifier in combat, and its risk of a blunder.

    coloured, white: its dice, None if it is removed; combat: its modifier in combat;
    blunder: the chance of a blunder when it rolls all its dice.
    """

    coloured: int | None
    white: int | None
    crippled: bool
    removed: bool
    combat: int
    blunder: Fraction


@question(
    "nr/disorder?coloured=0&source=musketry&points=1&rally=0",
    "nr/disorder?coloured=1&source=melee-defender&points=2&rally=0",
    "nr/disorder?coloured=3&source=panic&points=1&rally=0",
    "nr/disorder?coloured=2&source=melee-attacker&points=1&rally=0",
    "nr/disorder?coloured=0&source=bombardment&points=2&rally=0",
)
def disorder(
    r: Reader,
    *,
    coloured: Annotated[int, Count(0, 3, label="Coloured dice before")],
    source: Annotated[str, Choice(table="sources", default="musketry", label="The points come from")],
    points: Annotated[int, Count(1, 2, default=1, label="Points of disorder")],
    rally: Annotated[int, Count(0, 3, label="Actions to rally with", help="There is no rally, as we read it.")],
) -> Breakdown[Disorder]:
    """What do these points make of my unit?"""
    w = Working(r)
    most = r.cell("sources", source, "most")
    if points > most.whole:
        raise Contradiction(
            f"{r.name('sources', source)} brings {most.whole} at most, not {points}.", points=most.whole
        )
    r.cite("damage.terms")
    w.start("coloured dice before", coloured, "damage.exchange")
    w.add(f"points of disorder, {r.name('sources', source).lower()} (at most {most.whole})", points, "damage.sources")
    now = after_points(r, coloured, points)
    w.at_most("as many as it can bear", "damage.capacity", when=now is not None)
    if now is not None:
        w.note("the points of an attack come together", "damage.removal", when=w.whole < coloured + points)
        now = _rallied(r, w, now, rally)
    else:
        w.note("a crippled unit that is damaged again is removed", "damage.removal")
    return _answer(r, w, coloured, now)


def _rallied(r: Reader, w: Working, coloured: int, actions: int) -> int:
    """Return the coloured dice after a rally, if there is one; add the step or the note."""
    if not actions or r.holds("rally", "no-rally"):
        w.note("no rally is known, so nothing is taken off", "damage.no-recovery", when=actions)
        return coloured
    left = rallied(r, coloured, rallies_for(r, actions))
    return int(w.subtract("taken off by the rally", coloured - left, "damage.no-recovery"))


def _answer(r: Reader, w: Working, before: int, now: int | None) -> Breakdown[Disorder]:
    """Return the answer: the state of the unit after its points."""
    rows = [row.key for row in r.rows("track")]
    whole = w.then("dice of a fresh unit", "damage.start")
    if now is None:
        value = Disorder(None, None, crippled=False, removed=True, combat=0, blunder=Fraction(0))
    else:
        white = w.subtract("of them coloured", now, "damage.total-three")
        crippled = now >= r.int("damage.crippled")
        w.then("crippled: to each combat roll", "damage.crippled-modifier", when=crippled)
        combat = r.int("damage.crippled-modifier") if crippled else 0
        blunder = _blunder(r, now)
        w.then("chance of a blunder when all its dice are rolled", blunder, "events.blunder-chance", when=blunder)
        value = Disorder(now, white, crippled, removed=False, combat=combat, blunder=blunder)
    steps: list[Distribution[Any]] = [Distribution.sure(before), Distribution.sure(GONE if now is None else now)]
    return w.answer(
        value,
        headline=_headline(value, whole),
        exhibits=[
            Track(
                "Its coloured dice before and after", [*range(r.int("damage.total-three") + 1), GONE], steps,
                labels={r.cell("track", key, "coloured").whole: _state(r, key) for key in rows} | {GONE: "Removed"},
                absorbing=(GONE,), turn_word="Loss",
            ),
            Card("The unit now", _entries(value), name="now"),
        ],
    )  # fmt: skip


def _state(r: Reader, row: str) -> str:
    """Return the label of a state of the track: its name, and a note if it cannot blunder."""
    blunders = str(r.cell("track", row, "blunders").amount) == "yes"
    return f"{r.name('track', row).capitalize()}{'' if blunders else ', no blunder'}"


def _blunder(r: Reader, coloured: int) -> Fraction:
    """Return the chance of a blunder when all dice are rolled in an activation.

    The result is 0 if activation dice bring no blunder.
    """
    found = Activation(r, r.int("events.blunder-trigger"))
    if not any(found.blunders(face) for face in found.faces):
        return Fraction(0)
    return Fraction(r.formula("events.blunder-chance")(N=len(found.faces), c=coloured))


def _entries(value: Disorder) -> list[tuple[str, str]]:
    if value.removed:
        return [("In play", "no")]
    return [
        ("White dice", str(value.white)),
        ("Coloured dice", str(value.coloured)),
        ("Combat rolls", str(value.combat).replace("-", "−")),
        ("Blunder with all dice", spoken(value.blunder)),
    ]


def _headline(value: Disorder, whole: int) -> str:
    """Return the headline: what is left of the unit."""
    if value.removed:
        return "Removed from play"
    if value.crippled:
        return f"Crippled: all {whole} dice coloured, {str(value.combat).replace('-', '−')} in combat; the next point removes it"
    more = whole - (value.coloured or 0) + 1
    white = counted(value.white or 0, "white die", none="no")
    coloured = counted(value.coloured or 0, "coloured die", none="no")
    return f"{white}, {coloured}; {counted(more, 'more point')} would remove it"
