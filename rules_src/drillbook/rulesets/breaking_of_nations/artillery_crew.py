"""Artillery: whether a crew can shift, turn and fire its piece in a turn, and when the shot falls if not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.exact import Number, write_number
from drillbook.exhibits import Event, Fan, Figure, Line, Tabletop, Timeline
from drillbook.kinds import Choice, Count, Flag, Length
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_of_nations import _guns as guns
from drillbook.rulesets.breaking_of_nations._shooting import BANDS, number_of
from drillbook.rulesets.breaking_of_nations.artillery import movers


@dataclass(frozen=True, slots=True)
class CrewClock:
    """What has to be done before the shot, what it costs, and in which turn the shot falls."""

    moves: int
    rotations: int
    needed: int
    available: int
    now: bool
    turn: int
    plan: str


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing the crew does: what, for how many AC, whether it counts as movement."""

    what: str
    cost: int
    movement: bool


@question(
    "breaking_of_nations",
    "crew-clock",
    examples=[
        "bon/crew-clock?piece=howitzer&bearing=30&moves=0",
        "bon/crew-clock?piece=howitzer&bearing=120&moves=1&haul=cavalry&hauliers=1",
        "bon/crew-clock?piece=heavy-gun&bearing=0&moves=1&haul=vehicle&hauliers=1&ec=2",
        "bon/crew-clock?piece=heavy-gun&bearing=0&moves=1&haul=cavalry&hauliers=2",
        "bon/crew-clock?piece=light-howitzer&bearing=0&moves=1&haul=crew&ruling.class-vs-name=B",
        "bon/crew-clock?piece=mortar&bearing=0&moves=0&planned=no",
        "bon/crew-clock?piece=mg&bearing=60&moves=0",
        "bon/crew-clock?piece=howitzer&bearing=0&moves=2&haul=vehicle&hauliers=1&ec=0&ruling.ac-from-sp=C",
    ],
)
def crew_clock(
    r: Reader,
    /,
    *,
    piece: Annotated[str, Choice(table="artillery", default="howitzer", label="Piece")],
    bearing: Annotated[
        Number,
        Length(
            0, 180, default=30, step=Fraction(5, 2), unit="degrees", label="Target off the axis",
            help="The angle between where the barrel points and the target, to either side.",
        ),
    ],
    spent: Annotated[
        int, Count(0, 3, default=0, label="AC already spent", help="By the crew, on other things, in this turn.")
    ],
    moves: Annotated[int, Count(0, 3, default=0, label="Moves first")],
    haul: Annotated[
        str,
        Choice(
            options={"crew": "Its own crew", "cavalry": "Cavalry", "vehicle": "A vehicle"}, default="crew", label="Moved by",
            when={"moves": ("1", "2", "3")}, why_not="The piece stays where it is.",
        ),
    ],
    hauliers: Annotated[
        int, Count(1, 4, default=1, label="How many", when={"haul": ("cavalry", "vehicle")}, why_not="The crew moves the piece.")
    ],
    ec: Annotated[int, Count(0, 4, default=2, label="EC of the vehicle", when={"haul": ("vehicle",)}, why_not="No vehicle pulls.")],
    planned: Annotated[
        bool,
        Flag(
            default=True, label="Target planned", help="Whether its target area was settled last turn.", when={"piece": (guns.MORTAR,)},
            why_not="Only a mortar has to plan its target.",
        ),
    ],
) -> Breakdown[CrewClock] | Refusal:  # fmt: skip
    """Can this crew move, turn and fire in one turn, and if not, in which turn does the shot fall?"""
    w = Working(r)
    weapon = str(guns.weapon_class(r, piece).amount)
    if moves and (refused := _cannot_haul(r, w, piece, weapon, haul, hauliers, ec)):
        return refused
    arc = "artillery.mg-arc" if piece == guns.MACHINE_GUN else "artillery.arc"
    rotations = _rotations(r, w, bearing, arc)
    available, _ = guns.crew_actions(r, w, piece)
    spent = min(spent, available)
    if spent:
        w.subtract("already spent this turn", Cited(spent, "stats.ac"))
    deeds = _deeds(r, w, moves, rotations)
    needed = sum(deed.cost for deed in deeds)
    cap = r.int("turn-sequence.movement-cap")
    turns = _schedule(deeds, spent, available, cap, _earliest(r, w, piece, planned))
    if turns is None:
        dear = max(deeds, key=lambda deed: deed.cost)
        reason = f"{dear.what.capitalize()} takes {dear.cost} AC, and the crew never has more than {available}."
        return w.refuse(reason, "artillery.fire-cost" if not dear.movement else "artillery.move-cost")
    if sum(deed.cost for deed in deeds if deed.movement) > cap:
        w.note(f"no more than {cap} AC a turn go on movement", "turn-sequence.movement-cap")
    last, left = max(turns), available - spent
    plan = _plan(turns)
    value = CrewClock(moves, rotations, needed, available, last == 1, last, plan)
    headline = f"Fires this turn: {needed} of {left} AC"
    if last > 1:
        headline = f"Not this turn: {needed} AC wanted, {left} to spend; it fires in turn {last}"
        if needed <= left:
            headline = f"Not this turn: the shot falls in turn {last}"
    return w.answer(
        value, headline=headline, exhibits=[_clock(turns, spent, available), _swing(r, piece, bearing, rotations, arc)]
    )


def _cannot_haul(r: Reader, w: Working, piece: str, weapon: str, haul: str, hauliers: int, ec: int) -> Refusal | None:
    """The refusal where those who are to move the piece cannot."""
    words, rule = movers(r, weapon)
    w.note(f"a {weapon} piece is shifted by {words}", rule)
    if haul == "crew":
        enough = weapon == "light" and number_of(guns.crew_size(r, piece)) >= r.int("artillery.move-light")
    elif weapon == "heavy" and haul == "vehicle":
        enough = hauliers >= r.int(rule, "vehicles") and ec >= r.int(rule, "ec")
    else:
        # what pulls a medium piece pulls a light one
        drawn = rule if weapon != "light" else "artillery.move-medium"
        enough = hauliers >= r.int(drawn, "cavalry" if haul == "cavalry" else "vehicles")
    return None if enough else w.refuse(f"That is not enough to move a {weapon} piece: it takes {words}.", rule)


def _rotations(r: Reader, w: Working, bearing: Number, arc: str) -> int:
    """How often the piece must be turned until the target lies in its arc.

    An arc that is the whole width reaches half of it to each side; so the bearing is counted on both sides of the axis against it.
    """
    whole = r.reading("firing-arc") == "A"
    w.start("degrees from the axis to the target", Cited(bearing, arc))
    if whole:
        w.add("counted on both sides, as the arc is", Cited(bearing, arc))
    w.subtract("the arc of fire", arc)
    if w.total <= 0:
        w.note("the target is in the arc", arc)
        return 0
    angle = r.num("artillery.rotate", "angle")
    each = angle + angle if whole else angle
    rotations = math.ceil(Fraction(w.total) / each)
    w.then(f"outside it, so turns of up to {write_number(angle)}°", Cited(rotations, "artillery.rotate"))
    return rotations


def _deeds(r: Reader, w: Working, moves: int, rotations: int) -> list[Deed]:
    """Everything the crew has to do, in order, with the steps that add up its cost."""
    step = r.int("turn-sequence.action-cost") * r.int("artillery.move-cost")
    turn, fire = r.int("artillery.rotate", "cost"), r.int("artillery.fire-cost")
    w.then("AC to fire", "artillery.fire-cost")
    if rotations:
        w.add("to turn the piece", Cited(rotations * turn, "artillery.rotate"))
    if moves:
        w.add("to move it", Cited(moves * step, "artillery.move-cost"))
    return (
        [Deed("moving", step, True)] * moves + [Deed("turning", turn, True)] * rotations + [Deed("firing", fire, False)]
    )


def _earliest(r: Reader, w: Working, piece: str, planned: bool) -> int:
    """The first turn in which the piece may fire."""
    if piece != guns.MORTAR:
        return 1
    if planned:
        w.note("its target was settled last turn", "artillery.mortar-plan")
        return 1
    w.then("turns to wait after settling the target", "artillery.mortar-plan")
    return 1 + r.int("artillery.mortar-plan")


def _schedule(deeds: list[Deed], gone: int, available: int, cap: int, earliest: int) -> dict[int, list[Deed]] | None:
    """The deeds turn by turn, each as early as it can be; None where one of them never fits into a turn.

    gone: the AC of the first turn that are spent already.
    """
    turns: dict[int, list[Deed]] = {1: []}
    for deed in deeds:
        if deed.cost > available or (deed.movement and deed.cost > cap):
            return None
        now = max(turns)
        spent = sum(done.cost for done in turns[now]) + (gone if now == 1 else 0)
        moved = sum(done.cost for done in turns[now] if done.movement)
        if spent + deed.cost > available or (deed.movement and moved + deed.cost > cap):
            now += 1
        if not deed.movement:
            now = max(now, earliest)
        turns.setdefault(now, []).append(deed)
    return turns


def _plan(turns: dict[int, list[Deed]]) -> str:
    """The plan in words."""
    lines = [
        f"turn {turn}: " + ", ".join(f"{deed.what} {deed.cost} AC" for deed in deeds)
        for turn, deeds in sorted(turns.items())
        if deeds
    ]
    return "; ".join(lines)


def _clock(turns: dict[int, list[Deed]], gone: int, available: int) -> Timeline:
    events = [Event(f"Turn {min(turns)}", 0, gone, "spent already", "stop")] if gone else []
    for turn, deeds in sorted(turns.items()):
        spent = gone if turn == 1 else 0
        for deed in deeds:
            kind = "act" if deed.movement else "danger"
            events.append(Event(f"Turn {turn}", spent, spent + deed.cost, deed.what, kind))
            spent += deed.cost
        if spent < available:
            events.append(Event(f"Turn {turn}", spent, available, "to spare", "wait"))
    return Timeline(caption=f"The crew's {available} AC, turn by turn", axis="AC", events=events)


def _swing(r: Reader, piece: str, bearing: Number, rotations: int, rule: str) -> Tabletop:
    """The arc as it stands and as it is turned, with the target at the edge of the range."""
    arc = r.num(rule)
    width = arc if r.reading("firing-arc") == "A" else arc + arc
    far = number_of(r.cell("artillery", piece, BANDS[-1]))
    facing = min(bearing, rotations * r.num("artillery.rotate", "angle"))
    angle = math.radians(bearing)
    x, y = far * math.sin(angle), far * math.cos(angle)
    fans = [Fan(0, 0, 0, width, far, "arc as it stands")]
    if rotations:
        fans.append(Fan(0, 0, facing, width, far, "arc after turning"))
    return Tabletop(
        caption=f"The {guns.name_of(r, piece).lower()} and a target {write_number(bearing)}° off its axis",
        unit=r.ruleset.unit,
        fans=fans,
        figures=[Figure(0, 0, guns.name_of(r, piece), "own"), Figure(x, y, "target", "enemy")],
        lines=[Line([(0, 0), (x, y)], "line of fire", "sight")],
        name="arc",
    )
