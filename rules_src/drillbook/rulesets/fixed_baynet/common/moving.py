"""The differences of moving from the parent ruleset.

These are the value of a charge, the ground it may not cross, and the AC of a charging man.
"""

from math import ceil

from drillbook.asking import Reader, Working, replacing
from drillbook.rulesets.breaking_of_nations.common import ground
from drillbook.rulesets.breaking_of_nations.common.soldier import actions, called
from drillbook.rulesets.breaking_of_nations.movement import _turn as turn


@replacing(turn.later_share)
def later_share(r: Reader, pace: str) -> str:
    """A charge may be one move; what later moves are worth: `same` or `nothing`."""
    if r.holds("move-scope", "per-turn"):
        return "nothing"
    return later_charge(r) if pace == ground.CHARGE else "same"


@replacing(ground.later_charge)
def later_charge(r: Reader) -> str:
    """A charge may be one move; what its later moves are worth: `same` or `nothing`."""
    return "nothing" if r.holds("charge-scope", "one-move") else "same"


@replacing(turn.actions_of)
def actions_of(r: Reader, w: Working, grade: str, armour: str, pace: str) -> int:
    """The AC that a soldier has in a turn, which on the other reading a charge raises with his speed."""
    if pace != ground.CHARGE or not r.holds("charge-scope", "more-actions"):
        return actions(r, w, grade, armour)
    w.then(f"SP ({called(r, grade)})", r.cell("soldiers", grade, "sp"))
    w.times("he charges", "movement.charge-speed")
    w.divide("divided for his AC", "profiles.ac-formula")
    return w.then("rounded up: AC", ceil(w.total), "profiles.ac-formula")  # type: ignore[no-any-return]


@replacing(ground.charge_barred)
def charge_barred(r: Reader, terrain: str) -> str | None:
    """Nothing on the chart keeps a charge out, or on the other reading whatever is jagged does; the rule that does so, if one does."""
    kind = r.ruleset.table("terrain").row(terrain).cells.get("ground")
    return dangerous(r, str(kind))


@replacing(ground.kind_bars_charge)
def dangerous(r: Reader, kind: str) -> str | None:
    """The rule that keeps a charge off a kind of ground (a row of the speeds), if one does."""
    if kind == "jagged" and r.holds("dangerous-terrain", "jagged-too"):
        return "movement.charge-dangerous"
    return None
