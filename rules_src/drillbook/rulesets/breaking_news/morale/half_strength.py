"""Morale: the three conditions about half of a team's men, which do not say the same."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Count, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.errors import Contradiction
from drillbook.maths import counted, percent
from drillbook.rulesets.breaking_news.morale._morale import Rules


@dataclass(frozen=True, slots=True)
class HalfStrength:
    """On which side of half a team is, by each of the three conditions."""

    still_fighting: int
    keeps_six: bool
    gives_die: bool
    more_than_half: bool


@question(
    "bn/half-strength?strength=8&lost=4", "bn/half-strength?strength=9&lost=4", "bn/half-strength?strength=9&lost=5"
)
def half_strength(
    r: Reader,
    *,
    strength: Annotated[int, Count(1, 16, default=8, label="Men it started with")],
    lost: Annotated[int, Count(0, 15, default=4, label="Men lost")],
) -> Breakdown[HalfStrength]:
    """Does this team still count as half strong, for the 6 and for the platoon's die?"""
    if lost > strength:
        raise Contradiction(f"A team of {counted(strength, 'man')} cannot lose {lost}.", lost=strength)
    w = Working(r)
    rules = Rules.read(r, True, whole=False)
    told = Fraction(r.num("morale.platoon-example", "part"))

    def stands(gone: int) -> HalfStrength:
        six, die = rules.keeps_six(strength, gone), rules.team_counts(strength, gone)
        return HalfStrength(strength - gone, six, die, strength - gone > told * strength)

    answer = stands(lost)
    w.start("men still fighting", answer.still_fighting, "morale.six-exception")
    w.divide("of those it started with", strength, "morale.six-exception")
    fight = f"{answer.still_fighting} of {strength} fight"
    gone = f"{lost} of {strength} lost, {percent(Fraction(lost, strength))}"
    checks = Checks(w)
    saved = f"A {rules.six} passes in any case: at least {percent(rules.half)} still fight"
    checks.ask(saved, answer.keeps_six, fight, "morale.six-exception")
    gives = f"It gives the platoon a die: less than {percent(rules.team_half)} lost"
    checks.ask(gives, answer.gives_die, gone, "morale.platoon-bonus-die")
    more = f"As the example says it: more than {percent(told)} still fight"
    checks.ask(more, answer.more_than_half, fight, "morale.platoon-example")
    checks.tell(lambda one: f"{one.question[:1].lower()}{one.question[1:]}: {'yes' if one.ok else 'no'}")
    every = [stands(gone) for gone in range(strength + 1)]
    grid = Grid(
        "The three conditions for every number of men lost: a tick where it is met",
        "Condition",
        "Lost",
        [f"a {rules.six} passes", "a die", "example"],
        [str(gone) for gone in range(strength + 1)],
        [[int(getattr(one, name)) for one in every] for name in ("keeps_six", "gives_die", "more_than_half")],
        chance=False,
        what="met",
        by_column={"lost": range(strength + 1)},
        here=(0, lost),
    )
    six = f"A {rules.six} passes in any case" if answer.keeps_six else f"No rescue by a {rules.six}"
    headline = f"{six}; {'a' if answer.gives_die else 'no'} die for the platoon"
    return w.answer(answer, headline=headline, exhibits=[checks.decision("The three conditions"), grid])
