"""Cavalry: a ride of several turns, gait after gait, and where the rules stop it."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Contradiction, Count, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Track
from drillbook.maths import Distribution, Number, counted, write_number
from drillbook.rulesets.breaking_of_nations.cavalry.gait import GROUND
from drillbook.rulesets.breaking_of_nations.common import riding
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of

ALL = {riding.STAND: "Stand", **riding.GAITS}
Turn = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Ride:
    """A ride: whether it is legal, the first turn that is not, its inches, and its most moves.

    stopped_in is 0 if every turn is legal. most_moves is the most moves that a turn of the ride takes.
    """

    legal: bool
    stopped_in: int
    inches: int
    most_moves: int


@question(
    "bon/ride?armour=minimal&ground=flat&turns=walk,0,5;canter,0,7;gallop,0,10",
    "bon/ride?armour=flak&ground=flat&turns=walk,0,6;canter,90,7;gallop,90,8;canter,0,8;stand,0,0",
    "bon/ride?armour=heavy&ground=flat&turns=walk,0,6;canter,0,6;gallop,0,8",
)
def ride(
    r: Reader,
    *,
    armour: Annotated[str, armour_of("Rider's armour")],
    ground: Annotated[str, GROUND],
    turns: Annotated[
        tuple[Turn, ...],
        Rows(
            {
                "gait": Choice(ALL, default="walk", label="Gait"),
                "turned": Count(0, 360, step=45, unit="°", label="Turned"),
                "inches": Length(0, 30, label="Ridden"),
            },
            low=1, high=8, noun="turn", label="Ride", default=(("walk", 0, 5), ("canter", 0, 7), ("gallop", 0, 10)),
            help="It stood before the first turn.",
        ),
    ],
) -> Breakdown[Ride]:  # fmt: skip
    """Can a mount be ridden so, turn after turn?"""
    w = Working(r)
    checks = Checks(w)
    most, before, wrong = 0, riding.STAND, 0
    for place, (gait, turned, inches) in enumerate(turns, start=1):
        if gait == riding.STAND and (inches or turned):
            still = tuple(one if at != place else (riding.STAND, 0, 0) for at, one in enumerate(turns, start=1))
            raise Contradiction(f"In turn {place} it stands, so it neither turns nor goes anywhere.", turns=still)
        good = checks.ask(
            f"Turn {place}: may it {ALL[gait].lower()}?",
            riding.may_follow(r, before, gait),
            f"it {riding.BEFORE[before].lower()} before",
            "cavalry.momentum",
        )
        if gait != riding.STAND:
            moves, fine = _ridden(r, w, checks, place, (gait, turned, inches), armour, ground)
            most, good = max(most, moves), good and fine
        wrong = wrong or (0 if good else place)
        before = gait
    total = sum(inches for _, _, inches in turns)
    w.then("inches ridden", total, "cavalry.mounts")
    checks.note()
    bronco = tuple((gait, 0, r.int("cavalry.bronco", gait)) for gait in riding.GAITS)
    w.note("this is the ride of the source's example", "cavalry.bronco", when=turns == bronco)
    told = Ride(checks.passed, wrong, total, most)
    words = f'Allowed: {total}" in {counted(len(turns), "turn")}'
    if checks.failed:
        first = checks.failed[0]
        words = f"Not allowed in turn {wrong}: {first.finding}"
    return w.answer(told, headline=words, exhibits=[_track(r, turns), checks.decision("Turn by turn", "turns")])


def _ridden(
    r: Reader, w: Working, checks: Checks, place: int, turn: Turn, armour: str, ground: str
) -> tuple[int, bool]:
    """Return the moves that a turn at a gait takes, and whether it stays within the gait.

    The checks go into `checks`.
    """
    gait, turned, inches = turn
    if gait == riding.GALLOP and armour == riding.HEAVY and r.has("cavalry.heavy-no-gallop"):
        checks.ask(
            f"Turn {place}: may its rider gallop?", False, "no gallop in heavy armour", "cavalry.heavy-no-gallop"
        )
    each = riding.gait_speed(r, w, gait, armour, ground, charge=False)
    price = riding.turn_price(r, gait, turned)
    spent: Number = inches + price
    moves = riding.moves_made(spent, each)
    cap = 1 if riding.whole_turn(r) else r.int("turn-sequence.movement-cap")
    found = f'{write_number(spent)}" of speed spent, {each * cap}" to be had'
    fine = checks.ask(f"Turn {place}: has it the speed?", spent <= each * cap, found, "cavalry.gait-table")
    needed = riding.owed(r, gait, spent, each, ground)
    if needed:
        gone = spent if price and riding.turning_counts(r) else inches
        found = f'{write_number(gone)}" covered, {needed}" at least'
        fine &= checks.ask(f"Turn {place}: does it cover enough?", gone >= needed, found, f"cavalry.min-{gait}")
    return moves, fine and not (gait == riding.GALLOP and armour == riding.HEAVY)


def _track(r: Reader, turns: tuple[Turn, ...]) -> Track:
    """Return the track with the gait of each turn."""
    ladder = riding.order(r)
    gone = [Distribution.sure(riding.STAND), *(Distribution.sure(gait) for gait, _, _ in turns)]
    notes = [f'{inches}"' for _, _, inches in turns]
    return Track("The gait of each turn", ladder, gone, {one: ALL[one] for one in ladder}, notes=notes, name="gaits")
