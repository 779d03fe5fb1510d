"""How far a platoon goes: speed, transport, ground, assault, road, an injury, in this order."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import Any

from drillbook.asking import Reader, Working
from drillbook.maths import Number, exact, write_number

FOOT, HORSE = "foot", "horse"
TRANSPORTS = {FOOT: "On foot", HORSE: "Horse-drawn", "motor": "Motorised", "mech": "Mechanised"}
CAPPED = ("motor", "mech")
CAVALRY = "cav"
SAME = "same"


@dataclass(frozen=True, slots=True)
class March:
    """A move: speed class, transport, grounds, and what else counts.

    start: the ground it starts in; into: the ground it runs into; edge: how far away that begins, in cm.
    """

    speed: str
    start: str
    into: str = SAME
    edge: Number = 0
    transport: str = FOOT
    assault: bool = False
    road: bool = False
    slowed: bool = False
    command_lost: bool = False

    @property
    def carried(self) -> bool:
        """Whether its transport takes it any faster."""
        return self.transport in CAPPED and not self.command_lost


def rate(r: Reader, w: Working, march: March) -> Number:
    """Return the rate of the platoon's legs or transport, with the steps.

    The move is refused if a platoon has transport that cannot have any.
    """
    w.then(f"{r.name('speeds', march.speed)}, in cm", r.cell("speeds", march.speed, "cm"))
    if march.transport != FOOT:
        w.forbid(
            "Only infantry battalions are transported.", "vehicles-transport.only-infantry", when=CAVALRY in march.speed
        )
    w.times("horse-drawn", "vehicles-transport.horse-bonus", when=march.transport == HORSE)
    if march.transport in CAPPED and march.command_lost:
        w.note("its command platoon is lost, and the transport with it", "vehicles-transport.command-lost")
    if march.carried:
        w.times(TRANSPORTS[march.transport].lower(), f"vehicles-transport.{march.transport}-bonus")
        if r.holds("transport-cap", "on-the-rate"):
            w.at_most("but no more than", f"vehicles-transport.{march.transport}-cap")
    return exact(w.total)


def _share(r: Reader, going: str) -> Number:
    """Return the share of a distance that a ground leaves."""
    return r.num(f"movement.{going}")


def _haste(r: Reader, w: Working, march: March) -> None:
    """Assault and road."""
    if march.assault and march.road and r.holds("road", "of-the-same"):
        both = exact(r.num("movement.assault") + r.num("movement.road") - 1)
        w.times("assault and road, both of the same distance", both, "movement.road")
        return
    w.times("an assault", "movement.assault", when=march.assault)
    w.times("on an intact road", "movement.road", when=march.road)
    w.note("the assault comes after the ground", "movement.assault-last", when=march.assault)


def _whole_way(r: Reader, w: Working, march: March, base: Number, going: str) -> Number:
    """Return the distance if one kind of ground counts for the whole move.

    Its steps begin again from the rate.
    """
    w.then("so much before ground and haste", base, "movement.speeds")
    if march.road and r.holds("road", "replaces-ground"):
        w.note("the road takes the place of the ground", "movement.road-intact")
    else:
        w.times(f"{going} ground", f"movement.{going}")
    _haste(r, w, march)
    return exact(w.total)


def distance(r: Reader, w: Working, march: March) -> Number:
    """Return how far the platoon goes in the bound, in cm, with the steps.

    A slow platoon goes half as far, so the other ground is twice as far away for it: it is halved after everything else.
    """
    base = rate(r, w, march)
    unhurt = ", reckoned as for the unhurt" if march.slowed else ""
    if march.slowed:
        march = replace(march, edge=exact(march.edge / Fraction(r.num("injuries.half"))))
    reading = r.read_as("terrain-mix") if march.into != SAME else "start-only"
    alone = _whole_way(r, w, march, base, march.start)
    if reading == "worst-governs" and march.edge < alone:
        worst = min(march.start, march.into, key=lambda one: _share(r, one))
        through = _whole_way(r, w, march, base, worst) if worst != march.start else alone
        w.note("the worse ground counts for the whole move", f"movement.{worst}")
        if through <= march.edge:
            w.then(f"it would not get in: it stops at the edge{unhurt}", march.edge, f"movement.{worst}")
    elif (
        reading == "stretch-by-stretch"
        and march.edge < alone
        and not (march.road and r.holds("road", "replaces-ground"))
    ):
        rest = exact((alone - march.edge) / Fraction(_share(r, march.start)) * _share(r, march.into))
        w.then(f"as far as the edge{unhurt}", march.edge, f"movement.{march.start}")
        w.add("what is left, at the pace of the other ground", rest, f"movement.{march.into}")
    _capped(r, w, march)
    w.times("slowed by an injury", "injuries.half", when=march.slowed)
    return whole_cm(r, w)


def midway(r: Reader, move: Number) -> Number:
    """Return how far a mover that changes cover has come when it is set midway, in cm.

    move: what it intends to go, in cm.
    """
    if r.holds("half-way-measuring", "from-the-start"):
        return 0
    return exact(in_cm(r, move) * Fraction(r.num("execution-order.half-way")))


def hit_midway(r: Reader, move: Number, come: Number) -> Number:
    """Return how far a platoon goes that is slowed while it is set midway, in cm.

    move: what it goes unhurt, in cm; come: how far it has come when it is hit, in cm.
    By one reading it walks half of what is left.
    """
    half = Fraction(r.num("injuries.half"))
    if r.holds("half-way-measuring", "half-of-the-rest"):
        return in_cm(r, exact(come + (move - come) * half))
    return in_cm(r, exact(move * half))


def must_reach(r: Reader, w: Working, gap: Number, far: Number) -> None:
    """Refuse an assault that cannot reach the enemy in the bound, if the reading demands it.

    gap: the distance to the enemy, in cm; far: how far the assault goes, in cm.
    """
    short = gap > far and r.holds("assault-target", "contact-possible")
    reason = f"It may not assault: {write_number(far)} cm do not bring it into contact in this bound."
    w.forbid(reason, "low-commands.assault", when=short)


def in_cm(r: Reader, far: Number) -> Number:
    """Return a distance as it is measured: down to whole cm, if it is read so."""
    return floor(far) if r.holds("move-rounding", "down") else far


def whole_cm(r: Reader, w: Working) -> Number:
    """Round the total of `w` as a distance is measured, and return it, in cm."""
    w.at_most("down to whole cm", in_cm(r, w.total), "movement.speeds", when=r.holds("move-rounding", "down"))
    return exact(w.total)


def _capped(r: Reader, w: Working, march: March) -> None:
    """Apply the limit of transport, if it is read as a limit of the final distance."""
    if not march.carried or r.holds("transport-cap", "on-the-rate"):
        return
    w.at_most("but no more than", f"vehicles-transport.{march.transport}-cap")
    if r.holds("transport-cap", "never-below-foot"):
        walked: Any = distance(r, Working(r), replace(march, transport=FOOT, slowed=False))
        w.at_least("and no less than on foot", walked, "movement.speeds")
