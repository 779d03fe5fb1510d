"""Which enemy a base fights if it touches several."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Flag, Length, Reader, Rows, Working, question
from drillbook.asking.answers.checklist import Checks
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.great_war_1418.common.arms import LINE, built_in
from drillbook.rulesets.great_war_1418.common.inputs import grades

CHOICE, UNDECIDED, NOBODY = "theirs to choose", "undecided", "nobody"
Touching = tuple[tuple[str, Number], ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """How many enemies a base is in contact with, which one it fights, and how many are idle."""

    contacts: int
    fights: str
    idle: int


@question(
    "gw/pairing?moved=yes&touching=elite-inf,2;line-inf,2",
    "gw/pairing?moved=no&touching=elite-inf,1;line-inf,3;reserve-inf,0",
    "gw/pairing?moved=yes&touching=reserve-inf,0",
)
def pairing(
    r: Reader,
    *,
    moved: Annotated[bool, Flag(default=True, label="It moved into contact")],
    touching: Annotated[
        Touching,
        Rows(
            fields={"unit": grades("Enemy"), "edge": Length(0, 5, step=Fraction(1, 2), default=2, label="Edge")},
            low=1, high=4, default=(("elite-inf", 2), (LINE, 2)), noun="enemy base", label="Enemies at it",
            help="An edge of nought is a touch at a corner.",
        ),
    ],
) -> Breakdown[Pairing]:  # fmt: skip
    """It touches several enemies: whom does it fight?"""
    w = Working(r)
    checks = Checks(w)
    for place, (unit, edge) in enumerate(touching, start=1):
        told = f"{write_number(edge)} cm of edge" if edge else "a corner alone"
        checks.ask(
            f"{r.name('units', unit)}, base {place}", bool(edge), told, "melee.contact" if edge else "melee.corner"
        )
    w.note("whoever is in contact fights", "melee.automatic")
    w.note("when all shooting and moving is done", "melee.when")
    found = [(unit, edge) for unit, edge in touching if edge]
    most = r.int("melee.one-contact")
    w.then("enemies in contact", len(found), "melee.contact")
    w.at_most("of them it fights no more than", "melee.one-contact")
    fights = _chosen(r, found, moved)
    idle = max(0, len(found) - most)
    w.then("enemies that are left idle, as in the drawn example", idle, "melee.example")
    headline = (
        "No contact: nobody fights"
        if not found
        else f"It fights: {fights}; {counted(idle, 'enemy', 'enemies', none='no')} idle"
    )
    return w.answer(
        Pairing(len(found), fights, idle), headline=headline, exhibits=[checks.decision("Who is in contact")]
    )


def _chosen(r: Reader, found: list[tuple[str, Number]], moved: bool) -> str:
    """Return the name of the enemy that the base fights.

    Its own choice is the softest. If the choice is the enemy's, or edges are equal, a word states that.
    """
    if len(found) < 1 + 1:
        return r.name("units", found[0][0]) if found else NOBODY
    if r.holds("melee-pairing", "longest-edge"):
        longest = max(edge for _, edge in found)
        named = [unit for unit, edge in found if edge == longest]
        return r.name("units", named[0]) if len(named) == 1 else UNDECIDED
    if not moved:
        return CHOICE
    return r.name("units", min((unit for unit, _ in found), key=lambda unit: built_in(r, Working(r), unit, unit)))
