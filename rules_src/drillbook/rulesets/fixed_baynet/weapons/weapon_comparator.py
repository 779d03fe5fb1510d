"""Small arms side by side: what each of them hits in a turn, over distance."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Flag, Length, Reader, Working, attempt, question
from drillbook.asking.exhibits import Curves, Grid
from drillbook.errors import listed
from drillbook.maths import Number, averaged, write_number
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import Mounted, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.volley import shots_each
from drillbook.rulesets.fixed_baynet.common.riding import slowest_actions


@dataclass(frozen=True, slots=True)
class Compared:
    """The result of comparing weapons.

    best: the weapon with most hits there; among equals, the first in the table. hits: its hits in a turn. in_reach: how
    many weapons reach.
    """

    best: str
    hits: Fraction
    in_reach: int


@dataclass(frozen=True, slots=True)
class Duel:
    """The shot that is compared: the target, the firer, and whether he fires from the saddle."""

    target: shooting.Man
    firer: str
    mounted: bool


@question(
    "fb/weapon-comparator?distance=10&target=regular&mounted=no",
    "fb/weapon-comparator?distance=7&target=native-regular&mounted=yes",
    "fb/weapon-comparator?distance=22&target=elite&ground=rubble&moved=yes",
)
def weapon_comparator(
    r: Reader,
    *,
    firer: Annotated[str, soldiers("Firer")],
    distance: Annotated[Number, Length(0, 24, step=Fraction(1, 2), default=10, label="Distance", bands=("weapons/long firearm",))],
    target: Annotated[str, soldiers("At a", "native-regular")],
    ground: Annotated[str, ground_of("He stands in")],
    mounted: Mounted,
    moved: Annotated[bool, Flag(label="Firer moves first", help="One action of the turn goes on that.")],
) -> Breakdown[Compared]:  # fmt: skip
    """Which weapon hits most in a turn, at this distance?"""
    w = Working(r)
    man = shooting.Man(target, "", ground)
    arms = [row.key for row in r.ruleset.table("weapons").where("firearm")]
    actions = w.then("AC of a man", r.cited("profiles.ac-results", "value"))
    actions = (slowest_actions(r, w) or actions) if mounted else actions
    if moved:
        actions = w.subtract("spent on moving", "turn-sequence.action-cost")
    shots = {one: _shots(r, one, actions) for one in arms}
    duel = Duel(man, firer, mounted)
    here = {one: _hits(r, one, shots[one], duel, distance) for one in arms}
    reaching = {one: found for one, found in here.items() if found is not None}
    for one, found in reaching.items():
        w.then(f"{r.name('weapons', one)}: shots in the turn", shots[one], r.cell("weapons", one, "ac").rule)
        w.then("hits in the turn, on average", found, "ranged-combat.die")
    w.forbid(f'Nothing reaches {write_number(distance)}".', "ranged-combat.in-range", when=not reaching)
    best = max(reaching, key=lambda one: reaching[one])
    alike = [r.name("weapons", one) for one, found in reaching.items() if found == reaching[best]]
    lead = f"{alike[0]}: {averaged(reaching[best], 'hit')} in the turn on average"
    others = f", as many as {listed([f'the {one}' for one in alike[1:]], 'and')}" if alike[1:] else ""
    return w.answer(
        Compared(best, reaching[best], len(reaching)),
        headline=f'{lead}{others}; {len(reaching)} of {len(arms)} weapons reach {write_number(distance)}"',
        exhibits=[_curves(r, arms, shots, duel, distance), _grid(r, arms, shots, duel, distance)],
    )


def _shots(r: Reader, weapon: str, actions: int) -> int:
    """How often it is fired with so many AC; never, where they do not pay for it."""
    found = attempt(lambda: shots_each(r, Working(r), weapon, actions))
    return found if isinstance(found, int) else 0


def _hits(r: Reader, weapon: str, shots: int, duel: Duel, distance: Number) -> Fraction | None:
    """Its hits in the turn, on average; None out of its range."""
    needed = _needed(r, weapon, duel, distance)
    return None if needed is None else shots * shot_die.hit_chance(r, needed)


def _needed(r: Reader, weapon: str, duel: Duel, distance: Number) -> int | None:
    """Return what a shot needs, or None if it is out of the weapon's range."""
    band = shooting.weapon_band(r, weapon, distance)
    if band is None:
        return None
    return shooting.man_number(r, Working(r), duel.target, duel.firer, band, mounted=duel.mounted, weapon=weapon)


def _curves(r: Reader, arms: list[str], shots: dict[str, int], duel: Duel, distance: Number) -> Curves:
    """Return the curves of every weapon's hits over distance."""
    lines = {r.name("weapons", one): list(_line(r, one, shots[one], duel)) for one in arms}
    return Curves(
        "Hits in a turn on average, over distance", "Inches", "Hits", lines, chance=False, here=distance, sets="distance", name="hits",
    )  # fmt: skip


def _line(r: Reader, weapon: str, shots: int, duel: Duel) -> Iterator[tuple[int, Fraction]]:
    """Yield the hits of a weapon inch by inch, calculated once for each band."""
    found: dict[str, Fraction | None] = {}
    last = shooting.band_limits(r, weapon)
    for place in range(max(limit.whole for limit in last.values()) + 1):
        band = shooting.weapon_band(r, weapon, place)
        if band is None:
            continue
        if band not in found:
            found[band] = _hits(r, weapon, shots, duel, place)
        hits = found[band]
        if hits is not None:
            yield place, hits


def _grid(r: Reader, arms: list[str], shots: dict[str, int], duel: Duel, distance: Number) -> Grid:
    """Return the grid of each weapon's shots and what a shot needs, at that distance."""
    needs = [_needed(r, one, duel, distance) for one in arms]
    cells = [[shots[one], need] for one, need in zip(arms, needs, strict=True)]
    return Grid(
        f'What each weapon does at {write_number(distance)}"', "Weapon", "", [r.name("weapons", one) for one in arms],
        ["shots in the turn", "a shot needs"], cells, chance=False, name="arms",
    )  # fmt: skip
