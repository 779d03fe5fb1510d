"""Cannon: range, what battery and target add, and what a shot leaves of the target."""

from typing import NamedTuple

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Number
from drillbook.rulesets.new_rules.common.bands import Attack, Result, critical_events
from drillbook.rulesets.new_rules.common.fire import CANISTER, STANDARD, Shot, Weapon, beyond, in_contact, sums
from drillbook.rulesets.new_rules.common.giving_way import ROUTS, ROUTS_HERE, befall, suffer
from drillbook.rulesets.new_rules.common.unit import Unit

CANNON = "cannon-bands"
GUNNERY = Weapon("battery", "bombardment.total", "bombardment.band-table", "bombardment.equality-gap")


class Struck(NamedTuple):
    """The target after a shot.

    unit: the target, None if it is removed; events: how many critical events were rolled; how: how it gives way.
    """

    unit: Unit | None
    events: int = 0
    how: str = ""

    @property
    def routs(self) -> bool:
        """Whether it routs; who is removed by a further event routs no more."""
        return self.unit is not None and self.how in (ROUTS, ROUTS_HERE)


def cannon_reach(r: Reader, w: Working, reach: str) -> Number:
    """How far the guns go, in S."""
    if reach != STANDARD:
        return w.then("how far these guns reach, in S", int(reach), "units.range-stat")  # type: ignore[no-any-return]
    w.then("cannon reach, in M", "bombardment.max-range")
    return w.times("M in S", "setup.medium")  # type: ignore[no-any-return]


def limits(r: Reader) -> dict[str, int]:
    """Where near and middle range end, in S."""
    medium = r.int("setup.medium")
    return {row: r.cell("cannon-ranges", row, "upto").whole * medium for row in ("near", "middle")}


def cannon_range(r: Reader, distance: Number) -> str:
    """Return the row of the range that a distance in S falls into."""
    ends = limits(r)
    if distance <= ends["near"]:
        return "near"
    middle = distance < ends["middle"] or (distance == ends["middle"] and r.holds("range-boundary", "two-is-middle"))
    return "middle" if middle else "far"


def canister_reach(r: Reader, w: Working) -> Number:
    """How far canister serves, in S."""
    w.then("canister serves, in M", "bombardment.short")
    return w.times("M in S", "setup.medium")  # type: ignore[no-any-return]


def attack_of(r: Reader, w: Working, shot: Shot) -> Attack:
    """Return the shot as an attack, with both sums in `w`.

    The shot is refused if the target is out of range, too far for canister, or in contact.
    """
    in_contact(r, w, shot.distance)
    beyond(w, shot, cannon_reach(r, w, shot.reach), "bombardment.max-range")
    if shot.ammunition == CANISTER:
        beyond(w, shot, canister_reach(r, w), "bombardment.canister-range", "Too far for canister")
    row = cannon_range(r, shot.distance)
    ranged = (r.name("cannon-ranges", row), r.cell("cannon-ranges", row, "amount"))
    covers = "musket-covers" if r.holds("cannon-light-cover", "as-for-muskets") else "cannon-covers"
    cover = (r.name(covers, shot.cover), r.cell(covers, shot.cover, "amount"))
    return Attack(r, CANNON, *sums(w, shot, GUNNERY, ranged, cover))


def rolls_due(r: Reader, result: Result, ammunition: str) -> int:
    """How many critical events the shot itself brings."""
    if ammunition == CANISTER and result.defender:
        return result.defender if r.holds("canister-critical", "each-point") else 1
    return int(result.critical)


def chains(r: Reader, ammunition: str) -> bool:
    """Whether the point of a Panic brings a further event."""
    return ammunition == CANISTER and r.holds("canister-critical", "panic-too")


def struck(r: Reader, shot: Shot, result: Result) -> Distribution[Struck]:
    """Return what a pair of rolls leaves of the target, over all events."""
    hit = suffer(r, shot.target, result.defender)
    due = rolls_due(r, result, shot.ammunition)
    return r.once(_befallen, Struck(hit), due, chains(r, shot.ammunition), shot.locked)


def _befallen(r: Reader, now: Struck, due: int, chain: bool, engaged: bool) -> Distribution[Struck]:
    """Return the distribution of a unit after the critical events that are due.

    chain: whether a Panic brings a further event; engaged: whether the unit is locked in melee.
    """
    if not due or now.unit is None:
        return Distribution.sure(now)

    def next_(event: str) -> Distribution[Struck]:
        after = one_event(r, now, event, engaged=engaged)
        return r.once(_befallen, after, due - 1 + (chain and event == "panic"), chain, engaged)

    return critical_events(r).then(next_)


def one_event(r: Reader, now: Struck, event: str, *, engaged: bool) -> Struck:
    """Return a target after one event; engaged: whether it is locked in melee."""
    assert now.unit is not None
    unit, how = befall(r, now.unit, event, engaged=engaged)
    return Struck(unit, now.events + 1, now.how if now.routs or not how else how)
