"""Setup: which of the round markers a blast takes, and how far it reaches."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Cited, Reader, Working, question
from drillbook.asking.exhibits import Disc, Figure, Tabletop
from drillbook.maths import Number, exact, write_number
from drillbook.rulesets.breaking_of_nations.common.template import blast_radius

SHOT, SHELL, GRENADE, BOMBARDMENT = "shot", "shell", "grenade", "bombardment"
BLASTS = {SHOT: "Shot", SHELL: "Shell", GRENADE: "Grenade", BOMBARDMENT: "Bombardment"}

STANDS_ON = {GRENADE: "weapons.grenade-marker", BOMBARDMENT: "artillery.prelim-template"}


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker: how far the blast reaches from its middle, its width, and if it is on the list."""

    radius: Number
    across: Number
    listed: bool


@question("bon/marker?blast=shell", "bon/marker?blast=bombardment")
def marker(
    r: Reader, *, blast: Annotated[str, Choice(BLASTS, default=SHELL, label="Blast of", rules=STANDS_ON)]
) -> Breakdown[Marker]:
    """Which marker does this blast take?"""
    w = Working(r)
    sizes = sorted(r.int("setup.markers", part) for part in r.rule("setup.markers").values)
    across = _across(r, w, blast)
    radius = _half(across)
    listed = across in sizes
    w.note(f"the list has markers of {', '.join(f'{size}' for size in sizes)} inches", "setup.markers")
    found = (
        f'the {write_number(across)}" marker'
        if listed
        else f'no marker on the list: it would be {write_number(across)}" across'
    )
    picture = Tabletop(
        "The markers of the list and the blast, from above.",
        "inches",
        discs=[Disc(0, 0, _half(size), f'{size}"', "range") for size in sizes] + [Disc(0, 0, radius, "blast")],
        figures=[Figure(0, 0, "", "aim")],
        name="markers",
    )
    headline = f'{found[:1].upper()}{found[1:]}, which reaches {write_number(radius)}" from its middle'
    return w.answer(Marker(radius, across, listed), headline=headline, exhibits=[picture])


def _half(width: Number) -> Number:
    """Return the radius of a round marker of that width."""
    return exact(Fraction(width) / (1 + 1))


def _across(r: Reader, w: Working, blast: str) -> Number:
    """How wide the blast is; its steps go into `w`."""
    if blast == BOMBARDMENT and r.has("artillery.prelim-template"):
        width = w.start("size of the template", "artillery.prelim-template")
        if r.has("ruling.prelim-template") and r.holds("prelim-template", "radius"):
            width = w.add("as much again: the size is a radius", Cited(width, "artillery.prelim-template"))
        return exact(width)
    if blast == GRENADE and r.has("weapons.grenade-marker"):
        return exact(w.start("width of the marker", r.cited("weapons.grenade-marker", "diameter")))
    reach = blast_radius(r, blast)
    w.start("reach of the blast, a radius", reach)
    return exact(w.add("as much again, for the whole width", reach))
