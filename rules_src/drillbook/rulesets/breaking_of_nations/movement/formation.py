"""Formations: which a squad may take, its arrangement, and its effect on enemies.

The enemies are those who shoot at it or fight it.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Reader, Working, question
from drillbook.asking.exhibits import Figure, Grid, Tabletop
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import (
    FORMATIONS,
    Charging,
    Range,
    armour_of,
    half_inches,
    soldiers,
)
from drillbook.rulesets.breaking_of_nations.common.riding import doubles

FOOT, DISMOUNTED, MOUNTED = "foot", "dismounted", "mounted"
TROOPS = {FOOT: "Infantry", DISMOUNTED: "Dismounted cavalry", MOUNTED: "Cavalry on horseback"}
SAME, OUTWARD = "same", "outward"
FACING = {SAME: "The same way", OUTWARD: "Outward"}
SHAPES = {one: f"movement.{one}-shape" for one in FORMATIONS}
OPEN, SQUARE = "open", "square"
#: How the figures of a squad stand, rank by rank.
RANKS = {
    OPEN: ("xxxxx", "xxxxx"),
    "closed": ("xxxxx", "xxxxx"),
    "mass": (" xx ", "xxxx", "xxxx"),
    SQUARE: ("xxxx", "x  x", "xxxx"),
}


@dataclass(frozen=True, slots=True)
class Formed:
    """The formation: whether it is legal, what a shot at it needs, and its entry for CS.

    cluster states whether the men are a charging cluster. close_combat is the square's entry for CS. cost is in AC.
    """

    legal: bool
    needed: int
    hit: Fraction
    cluster: bool
    close_combat: int
    cost: int


@question(
    "bon/formation?troops=foot&formation=closed&charging=yes&gap=0&facing=same",
    "bon/formation?troops=foot&formation=open&charging=no&gap=2&facing=same",
    "bon/formation?troops=mounted&formation=square&charging=no&gap=0&facing=outward",
    "bon/formation?troops=foot&formation=mass&charging=no&gap=0&facing=same&grade=green&firer=regular",
)
def formation(
    r: Reader,
    *,
    troops: Annotated[str, Choice(TROOPS, label="Troops")],
    formation: Annotated[str, Choice(FORMATIONS, default="closed", label="Formation")],
    charging: Charging,
    gap: Annotated[Number, half_inches("Between figures", 6, 0, help="0: their bases touch.")],
    facing: Annotated[str, Choice(FACING, label="They face")],
    grade: Annotated[str, soldiers("They are")],
    armour: Annotated[str, armour_of("Their armour")],
    firer: Annotated[str, soldiers("Shot at by")],
    range: Range,
) -> Breakdown[Formed]:
    """May they stand in this formation, and what does it do for those who shoot at them?"""
    w = Working(r)
    checks = Checks(w)
    _check(r, checks, troops, formation, gap, facing)
    check_pace(checks, formation, charging)
    charges = troops != MOUNTED or (charging and doubles(r))
    if charging and not charges:
        found = "riders come into contact by a move like any other"
        checks.ask("Does it count as a charge?", None, found, "movement.charge-double")
    man = shooting.Man(grade, armour, formation=formation, charging=charging and charges)
    needed = shooting.man_number(r, w, man, firer, range)
    hit = w.then("chance of a shot to hit", shot_die.hit_chance(r, needed), "ranged-combat.die")
    square = r.cell("close-combat", SQUARE, "modifier").whole if formation == SQUARE else 0
    w.then("in close combat, by its line in the table, CS", square, "movement.square-cc", when=square)
    cost = w.then("AC to change into it", r.int("turn-sequence.formation-cost"), "turn-sequence.formation-cost")
    checks.note()
    told = Formed(checks.passed, needed, hit, shooting.charges_as_cluster(r, man), square, cost)
    how = "a charging man is" if man.charging else "a man is"
    headline = f"Allowed; {how} hit on {shot_die.needs(r, needed, hit)}"
    if troops == MOUNTED and r.holds("mount-as-target", "hit-apart"):
        headline += "; for his mount no number is printed"
    return w.answer(
        told,
        headline=headline if checks.passed else f"Not allowed: {checks.failed[0].finding}",
        chance=hit if checks.passed else None,
        exhibits=[
            checks.decision("May they stand so?", "legal"),
            layout(formation, gap),
            every_formation(r, man, firer, range, charging=charging, counts=charges),
        ],
    )


def _check(r: Reader, checks: Checks, troops: str, formation: str, gap: Number, facing: str) -> None:
    """Who may take the formation, how close its figures stand, and which way they look."""
    name = TROOPS[troops].lower()
    if formation == SQUARE:
        who = troops != MOUNTED
        found = f"{name} may" if who else "cavalry must dismount first"
        checks.ask("Is a square open to them?", who, found, "movement.square-who")
    else:
        checks.ask("Is it open to them?", True, f"{name} may", "movement.formation-choice")
    inches = f'{write_number(gap)}" between figures' if gap else "their bases touch"
    if formation == OPEN:
        least, most = (r.int("movement.open-spacing", part) for part in ("least", "most"))
        found = f'{inches}, {least}" to {most}" wanted'
        checks.ask("Do they keep their distance?", least <= gap <= most, found, "movement.open-spacing")
    elif formation == SQUARE:
        checks.ask("Is there a distance to keep?", None, "none is given", SHAPES[formation])
    else:
        found = inches if not gap else f"{inches}, where every base must touch another"
        checks.ask("Does every base touch another?", not gap, found, SHAPES[formation])
    right = facing == (OUTWARD if formation == SQUARE else SAME)
    found = f"they face {FACING[facing].lower()}"
    checks.ask("Do they face as they should?", right, found, SHAPES[formation])


def check_pace(checks: Checks, formation: str, charging: bool) -> None:
    """Whether they may charge as they stand: a square may not."""
    if charging:
        square = formation == SQUARE
        found = "a square faces every way and does not charge" if square else "they all face one way"
        checks.ask("Can they charge so?", not square, found, "movement.charge-straight")


def every_formation(r: Reader, man: shooting.Man, firer: str, band: str, *, charging: bool, counts: bool) -> Grid:
    """Chart the chance to hit each formation, standing and charging, all else as in the form.

    man: a man of the squad; firer, band: the shot; charging: what the form says; counts: whether a move into contact is a charge.
    A square has none for charging, because it does not charge.
    """

    def chance(formation: str, charging: bool) -> Fraction | None:
        if charging and formation == SQUARE:
            return None
        other = shooting.Man(man.grade, man.armour, formation=formation, charging=charging and counts)
        return shot_die.hit_chance(r, shooting.man_number(r, Working(r), other, firer, band))

    states = (False, True)
    return Grid(
        "Chance that a shot hits a man of each formation",
        "Formation",
        "The squad",
        list(FORMATIONS.values()),
        ["not charging", "charging"],
        [[chance(one, state) for state in states] for one in FORMATIONS],
        here=(list(FORMATIONS).index(man.formation), int(charging)),
        name="formations",
        by_row={"formation": list(FORMATIONS)},
        by_column={"charging": states},
    )


def layout(formation: str, gap: Number) -> Tabletop:
    """How the ten figures of a squad stand, seen from above, on bases an inch wide."""
    step, half = 1 + gap, Fraction(1, 1 + 1)
    places = [(x, y) for y, row in enumerate(RANKS[formation]) for x, one in enumerate(row) if one == "x"]
    return Tabletop(
        f"A squad in {FORMATIONS[formation].lower()} formation from above, on bases an inch wide",
        "inches",
        figures=[Figure(x * step, -y * step, "", "own", half) for x, y in places],
        name="layout",
    )
