"""Setup: how long S, M, L and all that is measured in them are on this table."""

from dataclasses import dataclass
from fractions import Fraction

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Card, Event, Timeline
from drillbook.maths import Number, exact, write_number
from drillbook.rulesets.new_rules.common.lengths import LONG, MEDIUM, Measure, Scale, Short, scale


@dataclass(frozen=True, slots=True)
class Lengths:
    """The lengths in the measure of the table; musket_in_medium: how many M a musket reaches."""

    short: Number
    medium: Number
    long: Number
    zone: Number
    musket: Number
    musket_in_medium: Number
    cannon: Number
    cannon_short: Number
    infantry_recoil: Number
    cavalry_recoil: Number


#: What is measured in a length: its label, its rule, and the length.
MEASURED = {
    "zone": ("zone", "setup.attacker-first-zone", LONG),
    "musket": ("musket", "musketry.max-range", LONG),
    "cannon": ("cannon", "bombardment.max-range", MEDIUM),
    "cannon_short": ("near cannon", "bombardment.short", MEDIUM),
    "infantry_recoil": ("foot recoils", "actions.recoil-infantry", ""),
    "cavalry_recoil": ("horse recoils", "actions.recoil-cavalry", MEDIUM),
}


@question("nr/lengths?short=4&measure=inches", "nr/lengths?short=10&measure=cm", "nr/lengths?short=1&measure=squares")
def lengths(r: Reader, *, short: Short, measure: Measure) -> Breakdown[Lengths]:
    """How long is everything on our table?"""
    w, table = Working(r), scale(r, short, measure)
    w.start("S", short, "setup.short-free")
    w.times("M is so many S", r.cell("lengths", MEDIUM, "short"))
    w.then("S", short, "setup.short-free")
    w.times("L is so many S", r.cell("lengths", LONG, "short"))
    r.cite("setup.length-table")
    found = {name: _measured(w, table, *about) for name, about in MEASURED.items()}
    r.cite("setup.zone-depth")
    value = Lengths(
        short,
        table.medium,
        table.long,
        musket_in_medium=exact(Fraction(found["musket"]) / Fraction(table.medium)),
        **found,
    )
    return w.answer(value, headline=table.line(), exhibits=[_ruler(table, found), _all(table, found)])


def _measured(w: Working, table: Scale, label: str, rule: str, length: str) -> Number:
    """One thing that is measured, in the measure of the table."""
    w.then(f"{label}, in {length[:1].upper() or 'S'}", rule)
    return w.times(f"{table.measure} in that", table.of(length), f"setup.{length or 'short-free'}")  # type: ignore[no-any-return]


def _ruler(table: Scale, found: dict[str, Number]) -> Timeline:
    """Everything laid off from the same end."""
    bars = {"S": table.short, "M": table.medium, "L": table.long}
    bars |= {MEASURED[name][0].capitalize(): length for name, length in found.items()}
    return Timeline(
        f"Everything laid off from the same end, in {table.measure}", table.measure.capitalize(),
        [Event(name, 0, length, write_number(length), "act" if name in ("S", "M", "L") else "wait") for name, length in bars.items()],
        name="ruler",
    )  # fmt: skip


def _all(table: Scale, found: dict[str, Number]) -> Card:
    """Return the lengths that are measured in S, M and L as a card."""
    entries = [
        (MEASURED[name][0].capitalize(), f"{write_number(length)} {table.measure}") for name, length in found.items()
    ]
    return Card("What is measured in them", entries, name="measured")
