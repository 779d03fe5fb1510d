"""Morale: the three conditions about half of a team's men, which do not say the same."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.exhibits import Decision, Grid, Verdict
from drillbook.kinds import Count
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._morale import Rules


@dataclass(frozen=True, slots=True)
class HalfStrength:
    """On which side of half a team stands, by each of the three conditions."""

    still_fighting: int
    keeps_six: bool
    gives_die: bool
    more_than_half: bool


@question(
    "breaking_news",
    "half-strength",
    examples=[
        "bn/half-strength?strength=8&lost=4",
        "bn/half-strength?strength=9&lost=4",
        "bn/half-strength?strength=9&lost=5",
    ],
)
def half_strength(
    r: Reader,
    /,
    *,
    strength: Annotated[int, Count(1, 16, default=8, label="Men it started with")],
    lost: Annotated[int, Count(0, 15, default=4, label="Men lost")],
) -> Breakdown[HalfStrength] | Refusal:
    """Does this team still count as half strong, for the 6 and for the platoon's die?"""
    w = Working(r)
    if lost > strength:
        return w.refuse(f"It cannot lose {lost}: it started with {strength}.", "morale.six-exception")
    rules = Rules.read(r, True, whole=False)
    told = Fraction(r.num("morale.platoon-example", "part"))
    left = strength - lost
    w.start("men still fighting", Cited(left, r.cite("morale.six-exception")))
    w.divide("of those it started with", Cited(strength, r.cite("morale.six-exception")))

    def conditions(gone: int) -> tuple[bool, bool, bool]:
        more = strength - gone > told * strength
        return rules.keeps_six(strength, gone), rules.team_counts(strength, gone), more

    six, die, more = conditions(lost)
    answer = HalfStrength(left, six, die, more)
    line = percent(Fraction(lost, strength))
    verdicts = [
        Verdict(
            f"A {rules.six} passes in any case: at least {percent(rules.half)} still fight",
            six,
            f"{left} of {strength} fight",
            r.cite("morale.six-exception"),
        ),
        Verdict(
            f"It gives the platoon a die: less than {percent(rules.team_half)} lost",
            die,
            f"{lost} of {strength} lost, {line}",
            r.cite("morale.platoon-bonus-die"),
        ),
        Verdict(
            f"As the example says it: more than {percent(told)} still fight",
            more,
            f"{left} of {strength} fight",
            r.cite("morale.platoon-example"),
        ),
    ]
    for verdict in verdicts:
        w.note(f"{verdict.question[:1].lower()}{verdict.question[1:]}: {'yes' if verdict.ok else 'no'}", verdict.rule)
    grid = Grid(
        "The three conditions for every number of men lost: one where it is met, nought where it is not",
        "Condition",
        "Lost",
        [f"a {rules.six} passes", "a die", "example"],
        [str(gone) for gone in range(strength + 1)],
        [[int(conditions(gone)[line]) for gone in range(strength + 1)] for line in range(len(verdicts))],
        chance=False,
        here=(0, lost),
    )
    return w.answer(
        answer, headline=_headline(answer, rules), exhibits=[Decision("The three conditions", verdicts), grid]
    )


def _headline(answer: HalfStrength, rules: Rules) -> str:
    six = f"a {rules.six} passes in any case" if answer.keeps_six else f"no rescue by a {rules.six}"
    return f"{six[:1].upper()}{six[1:]}; {'a' if answer.gives_die else 'no'} die for the platoon"
