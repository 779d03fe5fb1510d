"""Medics: which casualties one can heal, and what that leaves of his turn."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Count, Length, Reader, Refusal, Rows, Working, attempt, question
from drillbook.errors import listed
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.breaking_of_nations.common.inputs import Grade
from drillbook.rulesets.breaking_of_nations.common.soldier import actions
from drillbook.rulesets.breaking_of_nations.common.volley import shots_each

RIFLE = "rifle"
WOUND, HERO = "wound", "hero"
WHAT = {
    WOUND: "Soldier, fell to a wound",
    HERO: "Hero, wounded and alive",
    "place": "Hero, killed by the place",
    "bloody": "Bloody death",
    "gassed": "Gassed",
}
Casualty = tuple[str, Number]


@dataclass(frozen=True, slots=True)
class Triage:
    """The result of a medic's turn.

    healable: how many casualties he can heal. which: their places in the list. healed: how many he heals now. left,
    shots: the AC and shots left.
    """

    healable: int
    which: str
    healed: int
    left: int
    shots: int


@question(
    "fb/medic?casualties=wound,0;wound,1;bloody,0;place,0;gassed,0&most=1",
    "fb/medic?casualties=hero,0&most=0",
)
def medic(
    r: Reader,
    *,
    grade: Grade,
    casualties: Annotated[
        tuple[Casualty, ...],
        Rows(
            {"what": Choice(WHAT, label="Who"), "apart": Length(0, 6, label="From the medic")},
            low=1, high=6, default=((WOUND, 0), (HERO, 0), ("bloody", 0)), noun="casualty", label="Casualties",
        ),
    ],
    most: Annotated[int, Count(0, 3, default=1, label="He heals no more than")],
) -> Breakdown[Triage]:  # fmt: skip
    """Whom can the medic heal, and what does it leave of his turn?"""
    w = Working(r)
    checks = Checks(w)
    able = [number for number, one in enumerate(casualties, start=1) if _healable(r, checks, number, one)]
    checks.tell(lambda one: f"{one.question}: {one.finding}")
    ac = actions(r, w, grade, "minimal", "medic")
    most = min(most, 1) if r.holds("repeat-actions", "once-each") else most
    healed = min(most, len(able))
    left = w.subtract("AC spent on healing", healed * r.int("actions-orders.cost"), "squads-heroes.medic-shooting")
    silent = r.holds("medic-cost", "all-shooting") and healed
    fired = attempt(lambda: shots_each(r, Working(r), RIFLE, int(left)))
    shots = 0 if silent or isinstance(fired, Refusal) else fired
    w.then("shots that are left to him", shots, "squads-heroes.medic-shooting")
    which = listed([str(number) for number in able], "and")
    numbers = "number" if len(able) == 1 else "numbers"
    whom = f"He can heal {numbers} {which}" if able else "He can heal nobody"
    done = f"; with {healed} healed, {left} of {ac} AC and {counted(shots, 'shot', none='no')} are left"
    return w.answer(
        Triage(len(able), which, healed, left, shots),
        headline=whom + done,
        exhibits=[checks.decision("The casualties, one by one", "triage")],
    )


def _healable(r: Reader, checks: Checks, number: int, casualty: Casualty) -> bool:
    """Whether he can heal this one, and why not."""
    what, apart = casualty
    name = f"{number}. {WHAT[what]}"
    if what not in (WOUND, HERO):
        return checks.ask(name, False, "beyond help", "squads-heroes.medic-limits")
    if what == WOUND and r.holds("medic-effect", "heroes-only"):
        return checks.ask(name, False, "he has left the table", "squads-heroes.medic-heals")
    found = f'{write_number(apart)}" away, not base to base' if apart else "base to base"
    return checks.ask(name, not apart, found, "squads-heroes.medic-contact")
