"""A company of unlike platoons: which obey its single command, and which are excepted."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Flag, Reader, Rows, Working, question
from drillbook.asking.exhibits import Decision, Verdict
from drillbook.errors import listed
from drillbook.maths.number_words import counted
from drillbook.rulesets.great_war_1418.common.commands import (
    ACTIONS,
    ORDER_WORDS,
    SEEK,
    STAY,
    Case,
    choices,
    lets,
    offered,
)
from drillbook.rulesets.great_war_1418.common.inputs import BattalionsOrder

Platoons = tuple[tuple[bool, bool], ...]


@dataclass(frozen=True, slots=True)
class CompanyExcept:
    """Whether a command may be given, and which platoons obey it.

    obey: the platoons that obey; excepted: those excepted; exceptions: how many of those there are;
    uneasy: how many of them the chart wants to move.
    """

    allowed: bool
    obey: str
    excepted: str
    exceptions: int
    uneasy: int


@question(
    "gw/company-except?order=hold&wants=find-cover&platoons=yes,no;yes,no;no,no",
    "gw/company-except?order=advance&wants=move&platoons=no,no;yes,yes;no,yes;yes,yes",
    "gw/company-except?order=assault&wants=assault&platoons=yes,yes;yes,yes;no,no",
)
def company_except(
    r: Reader,
    *,
    order: BattalionsOrder,
    wants: Annotated[
        str,
        Choice({one: words.capitalize() for one, words in ACTIONS.items()}, default=SEEK, label="The command"),
    ],
    platoons: Annotated[
        Platoons,
        Rows(
            {"dug": Flag(label="Dug in"), "fire": Flag(label="Under fire")},
            low=1, high=8, default=((True, False), (True, False), (False, False)), noun="platoon", label="Platoons",
        ),
    ],
) -> Breakdown[CompanyExcept]:  # fmt: skip
    """Which platoons must I except?"""
    w = Working(r)
    w.note("a command goes to the whole company", "low-commands.company")
    cases = [Case(order, *row) for row in platoons]
    if r.holds("mixed-company", "majority"):
        cases = [_majority(w, cases)] * len(cases)
    fits = [lets(r, case, wants) for case in cases]
    rule = f"low-commands.{order}"
    lines = []
    for number, (case, fit) in enumerate(zip(cases, fits, strict=True), start=1):
        found = f"{case.words}: it may {offered(r, case)}"
        w.note(f"platoon {number}, {found}", rule)
        lines.append(Verdict(f"Platoon {number}", fit, found, r.cite(rule)))
    obey = [number for number, fit in enumerate(fits, start=1) if fit]
    out = [number for number, fit in enumerate(fits, start=1) if not fit]
    uneasy = [number for number in out if STAY not in choices(r, cases[number - 1])] if obey else []
    if out and obey:
        w.then("platoons to be excepted", len(out), "low-commands.company-except")
        w.note("they may shoot at any enemy, and have to defend themselves", "low-commands.uncommanded")
    told = CompanyExcept(
        bool(obey), _named(obey), _named(out) if obey else "none", len(out) if obey else 0, len(uneasy)
    )
    picture = Decision(f"{ORDER_WORDS[order]}: whom the command to {ACTIONS[wants]} suits", tuple(lines), "platoons")
    return w.answer(told, headline=_headline(told, order, wants, uneasy, len(platoons)), exhibits=[picture])


def _majority(w: Working, cases: list[Case]) -> Case:
    """Return the situation of most platoons, which counts for all of them.

    The question is refused if no situation has more than half of the platoons.
    """
    most = max(cases, key=cases.count)
    alone = cases.count(most) > len(cases) - cases.count(most)
    w.forbid("No situation is that of most platoons, so nothing decides.", "low-commands.situations", when=not alone)
    w.note(f"most of its platoons are {most.words}", "low-commands.situations")
    return most


def _named(numbers: list[int]) -> str:
    """Platoons by their numbers."""
    return listed((str(one) for one in numbers), "and") or "none"


def _headline(told: CompanyExcept, order: str, wants: str, uneasy: list[int], many: int) -> str:
    """Return the headline: which platoons the command goes to."""
    does = ACTIONS[wants]
    if not told.allowed:
        return f"On {ORDER_WORDS[order]} none of these platoons may {does}"
    if not told.exceptions:
        return f"All {many} may {does}" if many > 1 else f"It may {does}"
    said = f"The company, except {'platoon' if told.exceptions == 1 else 'platoons'} {told.excepted}, may {does}"
    if not uneasy:
        return said
    left = counted(len(uneasy), "platoon")
    return f"{said}; for {_named(uneasy)} the chart has no staying put, and that is {left} without a legal command"
