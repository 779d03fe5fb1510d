"""Terrain: what a place is worth to the man in it, against a shooter on his level or above."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Cited, Flag, Reader, Working, question
from drillbook.asking.exhibits import Figure, Grid, Line, Mark, Tabletop
from drillbook.maths import Number
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.cover import both_covers, check_behind, cover_worth
from drillbook.rulesets.breaking_of_nations.common.inputs import (
    Range,
    armour_of,
    ground_of,
    half_inches,
    soldiers,
)

BARE = "clear"
COVERED: dict[str, Any] = {"unless": {"terrain": (BARE,)}, "why_not": "There is no cover to be behind."}


@dataclass(frozen=True, slots=True)
class Place:
    """The worth of a place: the CV that counts, the number a shot needs, and its chance.

    The shot is one at the man in the place.
    """

    cv: int
    needed: int
    chance: Fraction


@question(
    "bon/ground?terrain=wooden-wall&behind=3&higher=yes&grade=regular&armour=minimal&firer=regular&range=medium",
    "bon/ground?terrain=trenches&behind=3&higher=yes&grade=regular&armour=minimal&firer=regular&range=medium",
    "bon/ground?terrain=rubble&within=light-forest&grade=regular&armour=minimal&firer=regular&range=medium",
)
def ground(
    r: Reader,
    *,
    terrain: Annotated[str, ground_of("He is in or behind", default="light-forest")],
    behind: Annotated[
        Number, half_inches(
            "Cover is away", 12, 0, help="From the cover to the man behind it.", bands=("terrain.high-shooter distance",), **COVERED
        ),
    ],
    within: Annotated[
        str, ground_of("And stands in", "area", help="A second cover around him; clear for none.")
    ],
    higher: Annotated[bool, Flag(label="Shooter stands higher", **COVERED)],
    grade: Annotated[str, soldiers("He is")],
    armour: Annotated[str, armour_of("His armour")],
    firer: Annotated[str, soldiers("Shooter is")],
    range: Range,
) -> Breakdown[Place]:  # fmt: skip
    """What is this place worth to a man who is shot at?"""
    w, man = Working(r), shooting.Man(grade, armour, terrain)
    check_behind(r, terrain, behind)
    r.cite("terrain.cover-see")
    if terrain == "barbed-wire" and r.has("terrain.wire-effect"):
        w.note("barbed wire covers nobody", "terrain.wire-effect")
    near = cover_worth(r, w, within, 0, higher=False)
    cover = both_covers(r, w, near, cover_worth(r, w, terrain, behind, higher=higher))
    needed = shooting.man_number(r, w, man, firer, range, cover=cover)
    chance = shot_die.hit_chance(r, needed)
    stack = w.stack(
        "What makes up the number that a shot at him needs.",
        "Number needed",
        Mark(max(r.dice("ranged-combat.die")), "the die ends here", "at_most"),
    )
    w.then("chance to hit him", chance, "ranged-combat.die")
    value = Place(cover.whole, needed, chance)
    return w.answer(
        value,
        headline=f"CV {cover.amount}: he is hit on {shot_die.needs(r, needed, chance)}",
        chance=chance,
        exhibits=[_chart(r, man, firer, range, terrain, behind, higher), stack, _side(terrain, behind, higher, r)],
    )


def _chart(r: Reader, man: shooting.Man, firer: str, band: str, here: str, behind: Number, higher: bool) -> Grid:
    """Return the grid of what the same shot needs on every line of the chart that covers.

    The shooter is on a level, higher and near the cover, or higher and beyond the limit.
    """
    limit = r.int("terrain.high-shooter", "distance")
    sides = [(False, 0), (True, limit), (True, limit + 1)]
    places = r.ruleset.table("terrain").where("target")
    lines = [line for line in places if line.key == BARE or r.cell("terrain", line.key, "cv").number]

    def needed(terrain: str, high: bool, away: int) -> int:
        scratch = Working(r)
        cover: Cited = cover_worth(r, scratch, terrain, away, higher=high)
        return shooting.man_number(r, scratch, man, firer, band, cover=cover)

    keys = [line.key for line in lines]
    column = 0 if not higher else 1 if behind <= limit else len(sides) - 1
    return Grid(
        "What the same shot needs on every line that covers, by where the shooter stands and how far off the cover is.",
        "Terrain", "Shooter",
        [line.name for line in lines], ["level", f'higher, to {limit}"', f'higher, over {limit}"'],
        [[needed(key, *side) for side in sides] for key in keys],
        chance=False, here=(keys.index(here), column) if here in keys else None, name="chart",
        by_row={"terrain": keys}, by_column={"higher": [high for high, _ in sides], "behind": [away for _, away in sides]},
    )  # fmt: skip


def _side(terrain: str, behind: Number, higher: bool, r: Reader) -> Tabletop:
    """Return the side view of the man, his cover and the shooter."""
    far, up = r.int("terrain.high-shooter", "distance"), r.int("terrain.high-shooter", "value")
    cover = -behind
    stands = (cover - far - far, up + up if higher else 0)
    return Tabletop(
        "The man, his cover and the shooter, seen from the side; heights are not to be measured.",
        "inches",
        figures=[Figure(*stands, "shooter", "enemy"), Figure(0, 0, "the man", "own")],
        lines=[
            Line([(cover, 0), (cover, 1)], r.name("terrain", terrain).lower(), "wall"),
            Line([stands, (0, 0)], "line of fire", "sight"),
        ],
        side=True,
        name="side",
    )
