"""The test of section 10.0: its number, its chance, and who helps with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from drillbook.exact import write_number
from drillbook.reader import Cited
from drillbook.rulesets.breaking_news._casualties import name_of

if TYPE_CHECKING:
    from drillbook.exact import Number
    from drillbook.reader import Reader, Working

#: A leader who might help: his leadership and how far away he is.
Helper = tuple[int, "Number"]


@dataclass(frozen=True, slots=True)
class RecoveryTest:
    """The number to roll or less, the leadership in it, and the chance to pass."""

    number: int
    leadership: int
    chance: Fraction


def recovery_test(r: Reader, w: Working, troops: str, own: int, helpers: Sequence[Helper] = ()) -> RecoveryTest:
    """The test of a man of that class, with its steps; own is the leadership he has himself, 0 for none."""
    w.then(f"suppression figure of {name_of(r, troops)}", r.cell("classes", troops, "suppression"))
    value = r.cite("casualties.supp-value")
    counted = list(_counted(r, w, own, helpers))
    if r.reading("supp-two-leaders") == "A" and len(counted) > 1:
        counted = [max(counted, key=lambda one: one[-1])]
        w.note("only the best of the leaders counts", value)
    for words, leadership in counted:
        w.add(words, Cited(leadership, value))
    worst = r.cited("casualties.supp-six")
    assert isinstance(worst.amount, int)
    w.at_most(f"a {worst.amount} fails in any case", worst._replace(amount=worst.amount - 1))
    assert isinstance(w.total, int)
    die = r.dice("casualties.supp-roll")
    found = RecoveryTest(w.total, sum(leadership for _, leadership in counted), die.at_most(w.total))
    w.then(f"chance of {found.number} or less", Cited(found.chance, r.cite("casualties.supp-roll")))
    return found


def _counted(r: Reader, w: Working, own: int, helpers: Sequence[Helper]) -> list[tuple[str, int]]:
    """The leaders who may be counted, each with the words of his step."""
    found: list[tuple[str, int]] = []
    if own:
        if r.reading("supp-leader-self") == "A":
            found.append(("his own leadership", own))
        else:
            w.note("a leader does not help himself", "casualties.supp-value")
    for leadership, distance in helpers:
        if not leadership:
            continue
        reach = r.int("casualties.supp-leader-5cm")
        where = f"{write_number(distance)} cm away" if distance else "beside him"
        if distance <= reach:
            found.append((f"leader {where}", leadership))
            w.note(f"a leader {where} is within {reach} cm", "casualties.supp-leader-5cm")
        else:
            w.note(f"a leader {where} is beyond {reach} cm and no help", "casualties.supp-leader-5cm")
    return found
