"""Artillery: whether a crew can shift, turn and fire in one turn, or when the shot falls."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Contradiction, Count, Flag, Length, Reader, Working, question
from drillbook.asking.exhibits import Event, Fan, Figure, Line, Tabletop, Timeline
from drillbook.asking.exhibits.gestures import Grip
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.common.shooting import BANDS


@dataclass(frozen=True, slots=True)
class CrewClock:
    """The work before the shot, its cost in AC, and the turn in which the shot falls.

    turn is None if the shot can never fall.
    """

    moves: int
    rotations: int
    needed: int
    available: int
    now: bool
    turn: int | None
    plan: str | None


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing the crew does: what, for how many AC, whether it counts as movement."""

    what: str
    cost: int
    movement: bool


@dataclass(frozen=True, slots=True)
class Day:
    """The AC of a crew in a turn, those gone in the first turn, and the AC allowed for movement.

    earliest is the first turn in which the crew may fire.
    """

    available: int
    gone: int
    cap: int
    earliest: int


Plan = dict[int, list[Deed]]


@question(
    "bon/crew-clock?piece=howitzer&bearing=30&moves=0",
    "bon/crew-clock?piece=howitzer&bearing=120&moves=1&haul=cavalry&hauliers=1",
    "bon/crew-clock?piece=heavy-gun&bearing=0&moves=1&haul=vehicle&hauliers=1&ec=2",
    "bon/crew-clock?piece=heavy-gun&bearing=0&moves=1&haul=cavalry&hauliers=2",
    "bon/crew-clock?piece=light-howitzer&bearing=0&moves=1&haul=crew&ruling.class-vs-name=B",
    "bon/crew-clock?piece=mortar&bearing=0&moves=0&planned=no",
    "bon/crew-clock?piece=mg&bearing=60&moves=0",
    "bon/crew-clock?piece=howitzer&bearing=0&moves=2&haul=vehicle&hauliers=1&ec=0&ruling.ac-from-sp=C",
)
def crew_clock(
    r: Reader,
    *,
    piece: Annotated[str, Choice(table="artillery", default="howitzer", label="Piece")],
    bearing: Annotated[
        Number,
        Length(
            0, 180, default=30, step=Fraction(5, 2), unit="degrees", label="Target off the axis",
            help="The angle between where the barrel points and the target, to either side.",
        ),
    ],
    spent: Annotated[int, Count(0, 3, label="AC already spent", help="By the crew, on other things, in this turn.")],
    moves: Annotated[int, Count(0, 3, label="Moves first")],
    haul: Annotated[
        str,
        Choice(
            options={"crew": "Its own crew", "cavalry": "Cavalry", "vehicle": "A vehicle"}, default="crew", label="Moved by",
            rules={"vehicle": "artillery.move-medium vehicles"},
            when={"moves": ("1", "2", "3")}, why_not="The piece stays where it is.",
        ),
    ],
    hauliers: Annotated[
        int, Count(1, 4, label="How many", when={"haul": ("cavalry", "vehicle")}, why_not="The crew moves the piece.")
    ],
    ec: Annotated[int, Count(0, 4, default=2, label="EC of the vehicle", when={"haul": ("vehicle",)}, why_not="No vehicle pulls.")],
    planned: Annotated[
        bool,
        Flag(
            default=True, label="Target planned", help="Whether its target area was settled last turn.", when={"piece": (guns.MORTAR,)},
            why_not="Only a mortar has to plan its target.",
        ),
    ],
) -> Breakdown[CrewClock]:  # fmt: skip
    """Can this crew move, turn and fire in one turn, and if not, in which turn does the shot fall?"""
    w = Working(r)
    checks = Checks(w)
    if moves:
        _ask_hauliers(r, checks, piece, haul, hauliers, ec)
        checks.note()
    arc = "artillery.mg-arc" if piece == guns.MACHINE_GUN else "artillery.arc"
    rotations = _rotations(r, w, bearing, arc)
    available = guns.crew_actions(r, w, piece)
    if spent > available:
        raise Contradiction(f"A crew that has {available} AC in a turn has not spent {spent}.", spent=available)
    w.subtract("already spent this turn", spent, "stats.ac", when=spent)
    deeds = _deeds(r, w, piece, moves, rotations)
    needed = w.whole
    day = Day(available, spent, r.int("turn-sequence.movement-cap"), _earliest(r, w, piece, planned))
    dear = max(deeds, key=lambda deed: deed.cost)
    fits = dear.cost <= available and all(deed.cost <= day.cap for deed in deeds if deed.movement)
    found = (
        f"nothing takes more than {dear.cost} of {available} AC"
        if fits
        else f"{dear.what} takes {dear.cost} AC, and the crew never has more than {available}"
    )
    rule = "artillery.move-cost" if dear.movement else "artillery.fire-cost"
    if not checks.ask("Does everything to be done fit into a turn?", fits, found, rule):
        w.note(found, rule)
    swing = _swing(r, piece, bearing, rotations, arc)
    if checks.failed:
        value = CrewClock(moves, rotations, needed, available, False, None, None)
        return w.answer(
            value,
            headline=f"It cannot be done: {checks.failed[0].finding}",
            exhibits=[checks.decision("What the crew can do at all"), swing],
        )
    turns = _schedule(deeds, day)
    w.note(
        f"no more than {day.cap} AC a turn go on movement",
        "turn-sequence.movement-cap",
        when=sum(deed.cost for deed in deeds if deed.movement) > day.cap,
    )
    last, left = max(turns), available - spent
    late = f"{needed} AC wanted, {left} to spend; it fires" if needed > left else "the shot falls"
    headline = f"Not this turn: {late} in turn {last}" if last > 1 else f"Fires this turn: {needed} of {left} AC"
    value = CrewClock(moves, rotations, needed, available, last == 1, last, _plan(turns))
    return w.answer(value, headline=headline, exhibits=[_clock(turns, day), swing])


def _ask_hauliers(r: Reader, checks: Checks, piece: str, haul: str, hauliers: int, ec: int) -> None:
    """Whether those who are to move the piece can."""
    weapon = str(guns.weapon_class(r, piece).amount)
    words, rule = guns.movers(r, weapon)
    # what pulls a medium piece pulls a light one
    drawn = rule if weapon != "light" else "artillery.move-medium"
    if haul == "crew":
        enough = weapon == "light" and guns.crew_size(r, piece).number >= r.int("artillery.move-light")
    elif haul == "cavalry":
        enough = hauliers >= r.int(drawn, "cavalry") and (weapon != "light" or guns.drawn_when_light(r))
    else:
        enough = hauliers >= r.int(drawn, "vehicles") and (weapon != "heavy" or ec >= r.int(rule, "ec"))
    lacking = f"that is not enough to move a {weapon} piece, which takes {words}"
    found = f"a {weapon} piece is shifted by {words}" if enough else lacking
    checks.ask("Can they move the piece?", enough, found, rule)


def _rotations(r: Reader, w: Working, bearing: Number, arc: str) -> int:
    """How often the piece must be turned until the target lies in its arc.

    An arc that is the whole width reaches half of it to each side; so the bearing is counted on both sides of the axis against it.
    """
    whole = r.holds("firing-arc", "whole-width")
    w.start("degrees from the axis to the target", bearing, arc)
    w.add("counted on both sides, as the arc is", bearing, arc, when=whole)
    outside = w.subtract("the arc of fire", arc)
    if outside <= 0:
        w.note("the target is in the arc", arc)
        return 0
    angle = r.num("artillery.rotate", "angle")
    rotations = math.ceil(Fraction(outside) / (angle + angle if whole else angle))
    w.then(f"outside it, so turns of up to {write_number(angle)}°", rotations, "artillery.rotate")
    return rotations


def _deeds(r: Reader, w: Working, piece: str, moves: int, rotations: int) -> list[Deed]:
    """Everything the crew has to do, in order, with the steps that add up its cost."""
    step = r.int("turn-sequence.action-cost") * r.int("artillery.move-cost")
    turn, price = guns.turn_cost(r), guns.fire_price(r, piece)
    fire = w.then("AC to fire", price)
    w.add("to turn the piece", rotations * turn, "artillery.rotate", when=rotations)
    w.add("to move it", moves * step, "artillery.move-cost", when=moves)
    shifting = [Deed("moving", step, True)] * moves + [Deed("turning", turn, True)] * rotations
    return [*shifting, Deed("firing", fire, False)]


def _earliest(r: Reader, w: Working, piece: str, planned: bool) -> int:
    """Return the first turn in which the piece may fire.

    A mortar whose target is not planned has to wait. The steps go into `w`.
    """
    if piece == guns.MORTAR and not planned:
        w.then("turns to wait after settling the target", "artillery.mortar-plan")
        return 1 + w.whole
    w.note("its target was settled last turn", "artillery.mortar-plan", when=piece == guns.MORTAR)
    return 1


def _schedule(deeds: Sequence[Deed], day: Day) -> Plan:
    """Return the deeds turn by turn, each as early as the AC and the first turn to fire allow."""
    turns: Plan = {1: []}
    for deed in deeds:
        now = max(turns)
        spent = sum(done.cost for done in turns[now]) + (day.gone if now == 1 else 0)
        moved = sum(done.cost for done in turns[now] if done.movement)
        if spent + deed.cost > day.available or (deed.movement and moved + deed.cost > day.cap):
            now += 1
        if not deed.movement:
            now = max(now, day.earliest)
        turns.setdefault(now, []).append(deed)
    return turns


def _plan(turns: Plan) -> str:
    """Return the plan in words."""
    told = {turn: ", ".join(f"{deed.what} {deed.cost} AC" for deed in deeds) for turn, deeds in turns.items() if deeds}
    return "; ".join(f"turn {turn}: {words}" for turn, words in sorted(told.items()))


def _clock(turns: Plan, day: Day) -> Timeline:
    """Return the timeline of the AC of every turn and what they are spent on."""
    events = [Event(f"Turn {min(turns)}", 0, day.gone, "spent already", "stop")] if day.gone else []
    for turn, deeds in sorted(turns.items()):
        spent = day.gone if turn == 1 else 0
        for deed in deeds:
            kind = "act" if deed.movement else "danger"
            events.append(Event(f"Turn {turn}", spent, spent + deed.cost, deed.what, kind))
            spent += deed.cost
        if spent < day.available:
            events.append(Event(f"Turn {turn}", spent, day.available, "to spare", "wait"))
    return Timeline(caption=f"The crew's {day.available} AC, turn by turn", axis="AC", events=events)


def _swing(r: Reader, piece: str, bearing: Number, rotations: int, rule: str) -> Tabletop:
    """Return the table-top with the arc as it is, the arc after turning, and the target.

    The target lies at the edge of the range. bearing is in degrees.
    """
    arc = r.num(rule)
    width = arc if r.holds("firing-arc", "whole-width") else arc + arc
    far = r.cell("artillery", piece, BANDS[-1]).number
    facing = min(bearing, rotations * r.num("artillery.rotate", "angle"))
    angle = math.radians(bearing)
    x, y = far * math.sin(angle), far * math.cos(angle)
    fans = [Fan(0, 0, 0, width, far, "arc as it stands")]
    if rotations:
        fans.append(Fan(0, 0, facing, width, far, "arc after turning"))
    return Tabletop(
        caption=f"The {r.name('artillery', piece).lower()} and a target {write_number(bearing)}° off its axis",
        unit=r.ruleset.unit,
        fans=fans,
        figures=[
            Figure(0, 0, r.name("artillery", piece), "own"),
            Figure(x, y, "target", "enemy", grip=Grip(turn="bearing")),
        ],
        lines=[Line([(0, 0), (x, y)], "line of fire", "sight")],
        name="arc",
    )
