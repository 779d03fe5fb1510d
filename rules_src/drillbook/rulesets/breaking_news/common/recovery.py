"""The test of section 10.0: its number, its chance, and who helps with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Count, Flag, Reader, Working
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_news.common.casualties import name_of

OWN = Count(0, 4, label="His own leadership", help="0 where he leads nobody.")
Own = Annotated[int, OWN]
Leader = Annotated[int, Count(0, 4, label="Leadership of a leader near him", help="0 for none.")]
Every = Annotated[
    int,
    Count(
        1,
        4,
        label="His side is active in one turn of",
        help="1 where it has the initiative every turn; else its turn is the last of so many.",
    ),
]

Retreating = Annotated[
    bool,
    Flag(
        label="He is in retreat",
        help="His team has failed its Morale Test, and he his own.",
        when={"suppressed": ("yes",)},
        why_not="Only a suppressed man is in retreat.",
    ),
]

#: A leader who might help: his leadership and how far away he is.
Helper = tuple[int, Number]


def reacts_in_retreat(r: Reader) -> bool:
    """Return whether a man in retreat reacts as any soldier, though he is suppressed."""
    return r.holds("retreat-react", "reacts")


@dataclass(frozen=True, slots=True)
class RecoveryTest:
    """A recovery test: the number to roll or less, its chance, and what the number is made of.

    troops is the man's class, helps are the leaders who count, and remarks state who does not count and why.
    """

    number: int
    chance: Fraction
    troops: str
    helps: Sequence[tuple[str, int]]
    remarks: Sequence[tuple[str, str]]

    @property
    def leadership(self) -> int:
        """The leadership in the number."""
        return sum(leadership for _, leadership in self.helps)


def recovery_test(r: Reader, troops: str, own: int, helpers: Sequence[Helper] = ()) -> RecoveryTest:
    """Return the recovery test of a man of that class.

    own is his own leadership, 0 for none. helpers are leaders who might help, with their distances.
    """
    helps: list[tuple[str, int]] = []
    remarks: list[tuple[str, str]] = []
    if own and r.holds("supp-leader-self", "helps-himself"):
        helps.append(("his own leadership", own))
    elif own:
        remarks.append(("a leader does not help himself", "casualties.supp-value"))
    reach = r.int("casualties.supp-leader-5cm")
    for leadership, distance in helpers:
        if not leadership:
            continue
        who = f"leader {write_number(distance)} cm away" if distance else "leader beside him"
        near = distance <= reach
        helps += [(who, leadership)] * near
        where = f"within {reach} cm" if near else f"beyond {reach} cm and no help"
        remarks.append((f"a {who} is {where}", "casualties.supp-leader-5cm"))
    if len(helps) > 1 and r.holds("supp-two-leaders", "better-only"):
        helps = [max(helps, key=lambda one: one[-1])]
        remarks.append(("only the best of the leaders counts", "casualties.supp-value"))
    figure = r.cell("classes", troops, "suppression").whole
    number = min(r.int("casualties.supp-six") - 1, figure + sum(leadership for _, leadership in helps))
    return RecoveryTest(number, r.dice("casualties.supp-roll").at_most(number), troops, helps, remarks)


def beside(r: Reader, troops: str, leadership: int = 0) -> RecoveryTest:
    """Return the test of a man of that class who leads nobody himself.

    leadership: that of a leader beside him, 0 to 4; 0 for none.
    """
    return recovery_test(r, troops, 0, ((leadership, 0),))


def tell_test(w: Working, test: RecoveryTest) -> None:
    """Add the steps of the test: the figure, the leaders, and the chance."""
    r = w.reader
    w.then(f"suppression figure of {name_of(r, test.troops)}", r.cell("classes", test.troops, "suppression"))
    for words, rule in test.remarks:
        w.note(words, rule)
    for words, leadership in test.helps:
        w.add(words, leadership, "casualties.supp-value")
    worst = r.int("casualties.supp-six")
    w.at_most(f"a {worst} fails in any case", worst - 1, "casualties.supp-six")
    w.then(f"chance of {test.number} or less", test.chance, "casualties.supp-roll")
