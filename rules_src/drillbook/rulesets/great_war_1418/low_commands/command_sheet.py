"""The sheet of commands: battalions with an order for each bound, companies with theirs."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Rows, Working, question
from drillbook.asking.exhibits import Decision, Group, Paper, Verdict
from drillbook.asking.exhibits import PaperLine as Line
from drillbook.errors import Contradiction
from drillbook.maths.number_words import counted
from drillbook.rulesets.great_war_1418.common.commands import ACTIONS, ORDER_WORDS, STAY, Case, Wish, judged, offered
from drillbook.rulesets.great_war_1418.common.sheet import (
    BOMBARD,
    CAVALRY,
    ENTRIES,
    Formations,
    Sheet,
    counts_as,
    entries,
)

Command = tuple[int, int, int, bool, bool, str]
Companies = tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class CommandSheet:
    """How many entries there are, how many are forbidden, and the first of those.

    first: the first forbidden entry, by its code on the map.
    """

    entries: int
    forbidden: int
    first: str


@dataclass(frozen=True, slots=True)
class Told:
    """One entry of the sheet: its code and bound, what it says, and the verdict on it.

    ok: whether it is allowed; why: the reason; rule: the rule.
    """

    code: str
    bound: int
    says: str
    ok: bool
    why: str
    rule: str


@question(
    "gw/command-sheet?sheet=infantry,advance,hold,hold,assault;infantry,advance,advance,hold,hold"
    "&companies=1,1,2,no,yes,find-cover;1,2,2,no,no,assault;2,1,2,yes,yes,stay",
    "gw/command-sheet?sheet=infantry,retreat,retreat,hold,hold;cavalry,assault,assault,advance,hold"
    "&companies=1,1,1,no,yes,assault;2,1,1,no,no,assault",
)
def command_sheet(
    r: Reader,
    *,
    sheet: Sheet,
    companies: Annotated[
        Companies,
        Rows(
            {
                "battalion": Count(1, 8, label="Battalion"),
                "company": Count(1, 6, label="Company"),
                "bound": Count(1, 4, label="Bound"),
                "dug": Flag(label="Dug in"),
                "fire": Flag(label="Under fire"),
                "wants": Choice({one: words.capitalize() for one, words in ACTIONS.items()}, label="Shall"),
            },
            low=1, high=10, noun="company", label="Low Commands",
            default=(
                (1, 1, 2, False, True, "find-cover"), (1, 2, 2, False, False, "assault"), (2, 1, 2, True, True, "stay"),
            ),
        ),
    ],
) -> Breakdown[CommandSheet]:  # fmt: skip
    """Is my sheet of commands in order?"""
    w = Working(r)
    w.note("orders arrive; what they allow is all that has to be looked at", "high-commands.limits")
    high = [
        Told(
            f"battalion {_battalion(sheet, one.formation)}",
            one.bound,
            ENTRIES[one.order],
            not one.wrong,
            one.wrong,
            one.rule,
        )
        for one in entries(r, sheet)
    ]
    _possible(sheet, companies)
    low = [_company(r, sheet, row) for row in companies]
    wrong = [one for one in (*high, *low) if not one.ok]
    for told in (*[one for one in high if not one.ok], *low):
        w.note(f"{told.code}, bound {told.bound}, {told.says}: {'yes' if told.ok else 'no'}, {told.why}", told.rule)
    w.then("entries", len(high) + len(low), "high-commands.written")
    w.then("of them forbidden", len(wrong), "low-commands.matrix")
    first = f"{wrong[0].code} in bound {wrong[0].bound}" if wrong else "none"
    shown = [one for one in high if not one.ok] + low
    return w.answer(
        CommandSheet(len(high) + len(low), len(wrong), first),
        headline=_headline(wrong, len(high) + len(low)),
        exhibits=[
            Decision(
                "The companies' commands, and what the chart says to each",
                tuple(Verdict(f"{one.code}, bound {one.bound}: {one.says}", one.ok, one.why, r.cite(one.rule)) for one in shown),
                "sheet",
            )
        ],
        paper=_paper(sheet, low),
    )  # fmt: skip


def _battalion(sheet: Formations, number: int) -> str:
    """Return what a battalion is called on the map.

    It is its number, or for the only cavalry its letter.
    """
    kinds = [kind for kind, *_ in sheet]
    return "C" if kinds[number - 1] == CAVALRY and kinds.count(CAVALRY) == 1 else str(number)


def _company(r: Reader, sheet: Formations, row: Command) -> Told:
    """One Low Command under its battalion's order of that bound."""
    battalion, company, bound, dug, fire, wants = row
    r.cite("low-commands.notation")
    code = f"{_battalion(sheet, battalion)}/{company}"
    written = sheet[battalion - 1][bound]
    order = counts_as(r, written)
    says = f"{ACTIONS[wants]} on {ENTRIES[written]}"
    if order == BOMBARD:
        ok = wants == STAY
        why = "it bombards" if ok else "a battalion that bombards does nothing else"
        return Told(code, bound, says, ok, why, "high-commands.bombard")
    if order not in ORDER_WORDS:
        return Told(code, bound, says, False, "its battalion has no order yet", "high-commands.mandatory")
    case = Case(order, dug, fire)
    checks = judged(r, Working(r), case, Wish(wants))
    failed = checks.failed
    why = f"{case.words}, it may {offered(r, case)}"
    return Told(code, bound, says, not failed, why, failed[0].rule if failed else f"low-commands.{order}")


def _possible(sheet: Formations, companies: Companies) -> None:
    """Raise a Contradiction if a company has no battalion, or two commands in a bound."""
    fitting: dict[tuple[int, int, int], Command] = {}
    wrong = ""
    for battalion, company, bound, dug, fire, wants in companies:
        known = min(battalion, len(sheet))
        key = known, company, bound
        if battalion > known:
            wrong = (
                wrong or f"Company {company} is of battalion {battalion}, and the sheet has {counted(known, 'line')}."
            )
        elif key in fitting:
            wrong = (
                wrong or f"{battalion}/{company} stands twice in bound {bound}; a company has one command in a bound."
            )
        fitting.setdefault(key, (*key, dug, fire, wants))
    if wrong:
        raise Contradiction(wrong, companies=tuple(fitting.values()))


def _headline(wrong: list[Told], many: int) -> str:
    """Whether the sheet will do."""
    if not wrong:
        return f"All {many} entries are allowed"
    first = wrong[0]
    count = f"{len(wrong)} of {many} entries {'is' if len(wrong) == 1 else 'are'} forbidden"
    return f"{count}: {first.code} in bound {first.bound}, {first.says}; {first.why}"


def _paper(sheet: Formations, low: list[Told]) -> Paper:
    """Return the sheet to write on at the table: battalions, then companies bound by bound."""
    battalions = [
        Line(f"Battalion {_battalion(sheet, number)}", " · ".join(ENTRIES[one] for one in orders))
        for number, (_, *orders) in enumerate(sheet, start=1)
    ]
    bounds = sorted({one.bound for one in low})
    groups = [
        Group(f"Low Commands, bound {bound}", [Line(one.code, one.says, boxes=1) for one in low if one.bound == bound], ("Target",))
        for bound in bounds
    ]  # fmt: skip
    return Paper("Command sheet", [Group("High Commands", battalions, ("Grid square",)), *groups])
