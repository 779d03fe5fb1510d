"""A turn planned act by act: the cost of each act, its reach, and what forbids it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from drillbook.asking import Checks, Contradiction, Reader, Working
from drillbook.rulesets.breaking_of_nations.common.ground import CHARGE, PRONE, action_inches, ground_under
from drillbook.rulesets.breaking_of_nations.common.load import Load, bears, pays, shot_price
from drillbook.rulesets.breaking_of_nations.common.posture import (
    held_down,
    stays_prone,
    suppression_holds,
    without_repeats,
)
from drillbook.rulesets.breaking_of_nations.movement._turn import later_share

WIRE, FIRE, FIGHT, FORMATION, DROP, RISE = "wire", "fire", "fight", "formation", "drop", "rise"
MOVES = {"flat": "Move, flat", "bumpy": "Move, bumpy", "jagged": "Move, jagged", WIRE: "Move, wire"}
ACTS = {
    **MOVES, FIRE: "Fire", FIGHT: "Attack", FORMATION: "Change formation", DROP: "Go prone", RISE: "Get up",
}  # fmt: skip
UP, DOWN, HELD = "up", "prone", "suppressed"
STARTS = {UP: "On his feet", DOWN: "Prone", HELD: "Prone, suppressed"}
GUNS = ("lmg", "lft")


@dataclass(frozen=True, slots=True)
class Mover:
    """The planner: his grade, armour, weapon and start, and whether his moves are a charge.

    bends states whether the charge bends.
    """

    grade: str
    armour: str
    load: str
    start: str
    charge: bool
    bends: bool


@dataclass(frozen=True, slots=True)
class Done:
    """One act of the plan: the AC it cost, and the inches that it took him."""

    act: str
    cost: int
    inches: int


@dataclass(slots=True)
class Turn:
    """How far a plan has come."""

    prone: bool
    done: list[Done] = field(default_factory=list)
    fired_down: int = 0
    dropped: bool = False

    def ac(self, acts: Sequence[str] = tuple(ACTS)) -> int:
        """Return the AC spent on these acts."""
        return sum(one.cost for one in self.done if one.act in acts)

    def count(self, acts: Sequence[str]) -> int:
        """How many of these acts have been done."""
        return sum(one.act in acts for one in self.done)

    @property
    def inches(self) -> int:
        """How far he has come."""
        return sum(one.inches for one in self.done)


def play(r: Reader, w: Working, checks: Checks, mover: Mover, plan: Sequence[str]) -> Turn:
    """Return the turn played act by act; what a rule forbids goes into `checks`.

    Raise Contradiction if an act repeats the posture the man is already in.
    """
    turn = Turn(mover.start != UP)
    known: dict[tuple[str, str], int] = {}
    price = r.int("turn-sequence.action-cost")
    down_price = price if r.holds("prone-rise-cost", "an-action") else 0
    for place, act in enumerate(plan):
        cost, far = price, 0
        if act in MOVES:
            far = _moved(r, w, checks, mover, turn, act, known)
        elif act in (DROP, RISE):
            if turn.prone == (act == DROP):
                others = without_repeats(plan, place, (DROP,) if act == RISE else (RISE, FIRE, FIGHT))
                state = "prone" if turn.prone else "on his feet"
                raise Contradiction(f"At act {place + 1} he is {state} already.", plan=others or (("flat",),))
            cost = down_price
            _rises(r, checks, mover, turn, when=act == RISE)
            turn.dropped |= act == DROP
            turn.prone = act == DROP
        elif act == FORMATION:
            cost = r.int("turn-sequence.formation-cost")
        elif turn.prone:
            gunner = mover.load in GUNS and act == FIRE
            turn.fired_down += gunner
            turn.prone = stays_prone(r, "gunner" if gunner else "soldier", fired=True) or (
                mover.start == HELD and held_down(r)
            )
            w.note("he stays prone" if turn.prone else "he is prone no longer", "movement.prone-ends")
        if act == FIRE and not turn.count((FIRE,)):
            cost = shot_price(r)
        turn.done.append(Done(act, cost, far))
    return turn


def _moved(
    r: Reader, w: Working, checks: Checks, mover: Mover, turn: Turn, act: str, known: dict[tuple[str, str], int]
) -> int:
    """Return the inches of one more move; what a rule forbids goes into `checks`."""
    charging = mover.charge and not turn.prone
    if mover.charge and turn.prone:
        checks.ask("Is he up to charge?", False, "a prone man does not charge", "movement.prone-speed")
    if charging and act == WIRE:
        found = "barbed wire cannot be charged across"
        return 0 * checks.ask("Is the way free of danger?", False, found, "movement.charge-no-danger")
    pace = PRONE if turn.prone else CHARGE if charging else "move"
    made = turn.count(tuple(MOVES))
    share = later_share(r, pace) if made else "same"
    if share == "nothing":
        if charging and not r.holds("move-per-ac", "per-turn"):
            checks.ask(
                "Is the charge a single move?",
                False,
                "a charge is one move, and no more follow it",
                "movement.charge-double",
            )
        return 0
    pace = "move" if share == "ordinary" else pace
    if (act, pace) not in known:
        ground = ground_under(r, w, "barbed-wire", pace) if act == WIRE else act
        known[act, pace] = action_inches(r, w, mover.grade, mover.armour, ground, pace)
    return known[act, pace]


def _rises(r: Reader, checks: Checks, mover: Mover, turn: Turn, *, when: bool) -> None:
    """Whether a prone man may get up."""
    if not when:
        return
    held = not turn.dropped and mover.start == HELD and suppression_holds(r)
    found = "he went down earlier: he may get up"
    if turn.dropped:
        found = "he went down this turn, and gets up in the next at the earliest"
    elif held:
        found = "he was suppressed, and stays down"
    checks.ask("May he get up?", not turn.dropped and not held, found, "movement.prone-rise")


def check(r: Reader, checks: Checks, mover: Mover, turn: Turn, ac: int) -> None:
    """Check the limits of the whole turn: AC, movement, shots, and the heavy weapon."""
    spent, most = turn.ac(), r.int("turn-sequence.movement-cap")
    pays(r, checks, spent, ac)
    moved = turn.ac(tuple(MOVES))
    checks.ask(
        "Not too much movement?", moved <= most, f"{moved} AC on movement, {most} allowed", "turn-sequence.movement-cap"
    )
    if mover.charge and moved:
        found = "it bends" if mover.bends else "straight ahead"
        checks.ask("Does the charge go straight?", not mover.bends, found, "movement.charge-straight")
    shots, rate = turn.count((FIRE,)), r.int("stats.rof")
    if shots > rate:
        again = not r.holds("rof-missing", "once-a-turn")
        found = f"{shots} acts of fire, {rate if not again else 'as many as his AC'} a turn"
        checks.ask("May he fire so often?", again, found, "stats.rof")
    if mover.load in GUNS and shots:
        bears(r, checks, Load(ac, moved, shots == turn.fired_down, mover.charge))
