"""Whether guns may bombard a place at all: order, range, on the table or off it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Flag, Length, Reader, Working, question
from drillbook.asking.exhibits import Disc, Figure, Tabletop
from drillbook.asking.exhibits.gestures import ahead
from drillbook.maths import Number, exact, write_number
from drillbook.rulesets.great_war_1418.bombardment._circle import radius
from drillbook.rulesets.great_war_1418.common.inputs import units
from drillbook.rulesets.great_war_1418.common.reach import in_words, reach


@dataclass(frozen=True, slots=True)
class BombardReach:
    """Whether guns may bombard a place, may fire at it directly, and how far they reach.

    may: whether they may bombard it; direct: whether they may fire at it directly instead;
    farthest: their range in cm, None if it has no limit.
    """

    may: bool
    direct: bool
    farthest: Number | None


@question(
    "gw/bombard-reach?gun=seven-cm-field-guns&distance=150",
    "gw/bombard-reach?gun=light-howitzers&off-table=yes&distance=200",
    "gw/bombard-reach?gun=seven-cm-field-guns&distance=220",
)
def bombard_reach(
    r: Reader,
    *,
    gun: Annotated[str, units("Guns", "seven-cm-field-guns", where="gun")],
    off_table: Annotated[bool, Flag(label="They stand off the table")],
    ordered: Annotated[bool, Flag(default=True, label="Ordered to bombard")],
    distance: Annotated[Number, Length(0, 240, default=150, step=Fraction(1, 2), label="To the middle of the circle")],
) -> Breakdown[BombardReach]:
    """May they bombard it?"""
    w = Working(r)
    farthest = reach(r, w, gun)
    near = farthest is None or distance <= farthest
    matters = r.holds("bombard-range", "in-range")
    checks = Checks(w)
    checks.ask(
        "Ordered to bombard?", ordered, "the order is given" if ordered else "no such order", "bombardment.by-order"
    )
    if off_table:
        ok = not matters or farthest is None
        found = f"their range is {in_words(farthest)}"
        if not ok:
            found = f"they stand off the table, where only guns without a limit fire, and {found}"
        checks.ask("Guns off the table?", ok, found, "shooting.range")
    else:
        found = "range does not matter" if not matters else f"{write_number(distance)} cm, range {in_words(farthest)}"
        checks.ask("In range?", near if matters else None, found, "shooting.range")
    checks.note()
    direct = near and not off_table
    w.note("they may fire at it directly instead", "bombardment.direct-alternative", when=direct)
    may = checks.passed
    why = "in range" if near else "range is not asked"
    left = why if may else checks.failed[0].finding
    rings = () if farthest is None else (Disc(0, 0, farthest, f"range, {in_words(farthest)}", "range"),)
    across = exact(radius(r) * r.num("shooting.range", "inch"))
    top = Tabletop(
        f"{r.name('units', gun)} and the circle", r.ruleset.unit,
        discs=[*rings, Disc(0, distance, across, "circle", grip=ahead("distance"))],
        figures=[Figure(0, 0, "guns", "own")],
    )  # fmt: skip
    return w.answer(
        BombardReach(may, direct, farthest),
        headline=f"{'They may' if may else 'They may not'}: {left}",
        exhibits=[top, checks.decision("What a bombardment takes")],
    )
