"""Guns that move: what packing costs them, and when they shoot again."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Event, Timeline
from drillbook.maths import counted

GUNS = "guns"


@dataclass(frozen=True, slots=True)
class GunShift:
    """The bound of the first shot after a move, and the idle bounds in between.

    In an idle bound the guns neither move nor shoot.
    """

    first_shot: int
    idle: int


@question(
    "gw/gun-shift?begins=2&moves=1",
    "gw/gun-shift?begins=2&moves=3&self-propelled=yes",
)
def gun_shift(
    r: Reader,
    *,
    begins: Annotated[int, Count(1, 8, default=2, label="They begin in bound")],
    moves: Annotated[int, Count(1, 6, label="Bounds of moving")],
    self_propelled: Annotated[bool, Flag(label="Self-propelled")],
) -> Breakdown[GunShift]:
    """When do guns shoot again that move?"""
    w = Working(r)
    lost = r.int("vehicles-transport.packing")
    packs = not self_propelled and r.holds("packing", "pack-and-unpack")
    w.start("they begin in bound", begins, "vehicles-transport.packing")
    parts: list[tuple[str, int, str]] = []
    if packs:
        parts.append(("pack", lost, "wait"))
        w.add("bound of packing", "vehicles-transport.packing")
    reading = r.read_as("moved-heavies")
    if reading == "with-infantry" and not r.holds("move-and-shoot", "either"):
        w.note("guns that move shoot with the infantry", "execution-order.step-4")
        parts.append(("move and shoot", moves, "danger"))
    elif reading == "with-infantry":
        w.note("guns that have moved shoot with the infantry", "execution-order.step-4")
        w.add("bounds of moving", moves, "movement.speeds")
        parts += [("move", moves, "act"), ("shoot", 1, "danger")]
    else:
        first = reading == "before-its-move" and not packs and not r.holds("move-and-shoot", "either")
        w.note("till their first move they have stood still, and shoot before it", "execution-order.step-1", when=first)
        parts += [("shoot, then move", 1, "danger")] if first else []
        parts += [("move", moves - first, "act")] if moves - first else []
        w.add("bounds of moving", moves, "movement.speeds")
        parts += _settles(w, lost, packs, self_propelled)
        parts.append(("shoot", 1, "danger"))
    shot = w.whole
    events, at = [], begins
    for words, many, kind in parts:
        events.append(Event(GUNS, at, at + many, words, kind))
        at += many
    idle = sum(many for _, many, kind in parts if kind == "wait")
    return w.answer(
        GunShift(shot, idle),
        headline=f"First shot in bound {shot}; {counted(idle, 'bound', none='no')} lost besides the move",
        exhibits=[Timeline("What the guns do, bound by bound", "bound", events)],
    )


def _settles(w: Working, lost: int, packs: bool, self_propelled: bool) -> list[tuple[str, int, str]]:
    """Return what guns do after a move before they may shoot, with the step."""
    if self_propelled:
        w.note("they need no bound for packing", "vehicles-transport.spg-packing")
        return []
    words = "unpack" if packs else "stand still"
    w.add(f"bound in which they {words}", lost, "vehicles-transport.packing" if packs else "execution-order.step-2")
    return [(words, lost, "wait")]
