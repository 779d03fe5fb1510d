"""Cavalry: whether a gait may be taken up, how far it goes, and what turns and armour leave."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Contradiction, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Grid, Mark
from drillbook.maths import Number, exact, write_number
from drillbook.rulesets.breaking_of_nations.common import riding
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of

GROUND = Choice(table="speed-by-ground", default="flat", label="Ground")


@dataclass(frozen=True, slots=True)
class Gait:
    """A gait: whether it is open and kept to, and its inches, spent on turning and left.

    speed holds the inches of all moves, and least the fewest inches of the gait.
    """

    legal: bool
    speed: int
    turning: Number
    left: Number
    least: int


@question(
    "bon/gait?before=canter&gait=gallop&moves=1&degrees=90&armour=minimal&ground=flat&charge=no",
    "bon/gait?before=walk&gait=canter&moves=1&degrees=90&armour=heavy&ground=flat&charge=no",
    "bon/gait?before=stand&gait=canter&moves=2&degrees=0&armour=flak&ground=bumpy&charge=no",
)
def gait(
    r: Reader,
    *,
    before: Annotated[str, Choice(riding.BEFORE, default="canter", label="Last turn it")],
    gait: Annotated[str, Choice(riding.GAITS, default="gallop", label="Now it is to")],
    moves: Annotated[int, Count(1, 3, label="Moves", help="The AC of its rider that go on them.")],
    degrees: Annotated[int, Count(0, 540, step=15, default=90, unit="°", label="Turns by", bands=("cavalry.turn-gallop degrees",))],
    armour: Annotated[str, armour_of("Rider's armour")],
    ground: Annotated[str, GROUND],
    charge: Annotated[bool, Flag(label="Counts as a charge")],
) -> Breakdown[Gait]:  # fmt: skip
    """May the mount take up this gait, and how far does it get?"""
    w = Working(r)
    if moves > r.int("turn-sequence.movement-cap"):
        most = r.int("turn-sequence.movement-cap")
        raise Contradiction(f"Nobody makes more than {most} moves in a turn.", moves=most)
    checks = Checks(w)
    follows = f"it {riding.BEFORE[before].lower()} last turn"
    checks.ask(f"Is the {gait} open to it?", riding.may_follow(r, before, gait), follows, "cavalry.momentum")
    if gait == riding.GALLOP and r.has("cavalry.heavy-no-gallop"):
        barred = armour == riding.HEAVY
        found = "the rider wears heavy armour" if barred else "his armour allows it"
        checks.ask("May its rider gallop?", not barred, found, "cavalry.heavy-no-gallop")
    each = riding.gait_speed(r, w, gait, armour, ground, charge=charge)
    speed = each
    if moves > 1 and not riding.whole_turn(r):
        speed = riding.turn_inches(r, w, gait, armour, ground, each=each, moves=moves, charge=charge)
    if charge and degrees and r.holds("mount-charge", "doubles"):
        checks.ask("Does the charge go straight?", False, "it turns", "movement.charge-straight")
    price = riding.turn_price(r, gait, degrees)
    left = speed
    if price:
        left = w.subtract(f"turning by {degrees}°", price, f"cavalry.turn-{gait}")
    needed = riding.least_of_turn(r, gait, moves, ground)
    budget = w.stack(
        "What its speed is spent on", "Inches", Mark(needed, f'{needed}" at least') if needed else None, name="budget"
    )
    _least(r, checks, gait, needed, speed, left)
    checks.note()
    told = Gait(checks.passed, speed, price, max(0, left), needed)
    return w.answer(
        told,
        headline=_headline(told, checks, gait),
        exhibits=[budget, checks.decision("May it go so?", "allowed"), _ladder(r, before, gait, armour, ground)],
    )


def _least(r: Reader, checks: Checks, gait: str, needed: int, speed: Number, left: Number) -> None:
    """Whether enough is left for the distance that the gait has to cover."""
    if not needed:
        found = f'{write_number(left)}" left, and any of it will do'
        if left < 0:
            found = f'turning takes {write_number(exact(speed - left))}" of its {speed}"'
        checks.ask("Does it cover enough?", left >= 0, found, "cavalry.gait-table")
        return
    counted = speed if left >= 0 and left != speed and riding.turning_counts(r) else left
    found = f'{write_number(exact(counted))}" to go, {needed}" at least'
    if left < 0:
        found = f'turning takes {write_number(exact(speed - left))}" of its {speed}"'
    checks.ask("Does it cover enough?", counted >= needed, found, f"cavalry.min-{gait}")


def _headline(told: Gait, checks: Checks, gait: str) -> str:
    if checks.failed:
        return f"No {gait}: {checks.failed[0].finding}"
    spent = f', {write_number(told.turning)}" of {told.speed}" spent on turning' if told.turning else ""
    if told.least and told.least == told.left:
        return f'{write_number(told.left)}" at the {gait}, neither more nor less{spent}'
    low = f'; at least {told.least}"' if told.least else ""
    return f'Up to {write_number(told.left)}" at the {gait}{spent}{low}'


def _ladder(r: Reader, before: str, gait: str, armour: str, ground: str) -> Grid:
    """Which gait is open after which, to a rider in that armour on that ground."""

    def able(one: str) -> bool:
        if one == riding.GALLOP and armour == riding.HEAVY:
            return False
        return riding.gait_speed(r, Working(r), one, armour, ground, charge=False) >= riding.least_of_turn(
            r, one, 1, ground
        )

    return Grid(
        "Which gait is open after which",
        "Last turn it",
        "This turn it may",
        list(riding.BEFORE.values()),
        list(riding.GAITS.values()),
        [[int(able(now) and riding.may_follow(r, was, now)) for now in riding.GAITS] for was in riding.BEFORE],
        chance=False,
        here=(list(riding.BEFORE).index(before), list(riding.GAITS).index(gait)),
        name="ladder",
        by_row={"before": list(riding.BEFORE)},
        by_column={"gait": list(riding.GAITS)},
        what="met",
    )
