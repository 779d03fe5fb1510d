"""Morale over a whole game: when does a squad, or a platoon, break?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown
from drillbook.dice import Distribution
from drillbook.exhibits import Bars, Curves, Exhibit, Track
from drillbook.kinds import Choice, Count, Flag, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._casualties import name_of
from drillbook.rulesets.breaking_news._initiative import morale_dice
from drillbook.rulesets.breaking_news._morale import Losses, Rules, dice_cited

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

STEADY, FORGIVEN, BROKEN, HOLDS = "steady", "forgiven", "broken", "holds"

Turn = tuple[int, int, int, int, bool]


@dataclass(frozen=True, slots=True)
class MoraleTrack:
    """How it stands after the last turn, and the most likely turn to break in."""

    holds: Fraction
    breaks: Fraction
    forgiven: Fraction
    worst_turn: int
    worst_pass: Fraction
    last_dice: int
    last_needed: int


@dataclass(frozen=True, slots=True)
class Test:
    """What one turn asks: its dice, the number, and the chance; taken only where somebody was lost."""

    turn: int
    dice: int
    needed: int
    saved_by_six: bool
    passes: Fraction
    gone: int
    counting: int
    taken: bool


@question(
    "breaking_news",
    "morale-track",
    examples=[
        "bn/morale-track?troops=irr3&squads=12&turns=2,0,0,0,no;1,0,0,0,yes;0,0,0,0,no;3,0,0,0,no&motivation=yes",
        "bn/morale-track?troops=r3&squads=8;8;8;4&turns=1,0,0,2,no;2,1,0,0,yes;1,1,1,0,no&motivation=no",
        "bn/morale-track?troops=r5&squads=10&turns=3,0,0,0,no;3,0,0,0,no&motivation=no",
    ],
)
def morale_track(
    r: Reader,
    /,
    *,
    troops: Annotated[str, Choice(table="classes", default="irr3", label="Troops")],
    squads: Annotated[
        tuple[tuple[int], ...],
        Rows(
            {"men": Count(1, 15, default=8, label="How many", unit="men")},
            low=1,
            high=4,
            default=((12,),),
            noun="team",
            label="Teams",
            help="One row for a squad; several make a platoon, which tests as a whole.",
        ),
    ],
    turns: Annotated[
        tuple[Turn, ...],
        Rows(
            {
                "first": Count(0, 6, default=1, label="Team 1"),
                "second": Count(0, 6, default=0, label="Team 2"),
                "third": Count(0, 6, default=0, label="Team 3"),
                "fourth": Count(0, 6, default=0, label="Team 4"),
                "leader": Flag(default=False, label="A leader"),
            },
            low=1,
            high=8,
            default=((2, 0, 0, 0, False), (1, 0, 0, 0, True), (0, 0, 0, 0, False), (3, 0, 0, 0, False)),
            noun="turn",
            label="Lost",
            help="Men lost by each team in each turn; tick where one of them was its leader.",
        ),
    ],
    motivation: Annotated[bool, Flag(default=True, label="Motivation", help="The extra of that name.")],
) -> Breakdown[MoraleTrack]:
    """When do they break?"""
    w = Working(r)
    rules = Rules.read(r, len(squads) > 1)
    strengths = [men for (men,) in squads]
    tests = list(walk(rules, morale_dice(r, troops), strengths, turns))
    w.start(f"dice for the class, {name_of(r, troops)}", dice_cited(r, troops))
    if len(squads) > 1:
        w.note("the platoon tests as a whole, with more dice for its teams", "morale.platoon-whole")
    if motivation:
        w.note("motivated: the first test they fail has no effect", "army.motivation")
    state = Distribution.sure(STEADY)
    flow, breaks, notes = [state], {}, []
    for test in tests:
        _explain(r, w, rules, test, sum(strengths), len(squads) > 1)
        before = state[BROKEN]
        state = state.then(partial(_next, test=test, motivation=motivation))
        flow.append(state)
        breaks[f"turn {test.turn}"] = state[BROKEN] - before
        notes.append(f"{test.dice} dice, {test.needed}" if test.taken else "no test")
    breaks[HOLDS] = 1 - state[BROKEN]
    w.then("chance that they hold to the end", Cited(percent(breaks[HOLDS]), r.cite("morale.pass")))
    worst = max(tests, key=lambda one: breaks[f"turn {one.turn}"])
    taken = [one for one in tests if one.taken] or tests
    answer = MoraleTrack(
        breaks[HOLDS],
        state[BROKEN],
        state[FORGIVEN],
        worst.turn,
        worst.passes,
        taken[-1].dice,
        taken[-1].needed,
    )
    return w.answer(
        answer,
        headline=_headline(answer, len(turns)),
        chance=breaks[HOLDS],
        distribution=Distribution(breaks),
        exhibits=_pictures(flow, breaks, tests, notes, motivation),
    )


@simulation("breaking_news", "morale-track")
def throw_morale_track(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Every test thrown with real dice: the turn in which they break, if they do."""
    import numpy as np

    squads = inputs["squads"]
    rules = Rules.read(r, len(squads) > 1)
    strengths = [men for (men,) in squads]
    failures = np.zeros(count, dtype=int)
    ends = np.full(count, HOLDS, dtype=object)
    allowed = int(inputs["motivation"])
    for test in walk(rules, morale_dice(r, inputs["troops"]), strengths, inputs["turns"]):
        if not test.taken:
            continue
        rolled = dice.roll_each(r.text("morale.dice", "die"), count, test.dice)
        good = np.isin(rolled, sorted(rules.good(test.needed, test.saved_by_six))).sum(axis=1)
        failures += good < rules.one_die
        ends[(failures > allowed) & (ends == HOLDS)] = f"turn {test.turn}"
    return ends


def walk(rules: Rules, figure: int, strengths: list[int], turns: tuple[Turn, ...]) -> Iterator[Test]:
    """The test of every turn, as the losses mount; a team cannot lose more men than it has left."""
    left = list(strengths)
    men, leaders = 0, 0
    for number, (*lost, leader) in enumerate(turns, start=1):
        gone = [min(wanted, there) for wanted, there in zip(lost, left, strict=False)]
        left = [there - less for there, less in zip(left, gone, strict=True)]
        now = sum(gone)
        dead = int(leader and now > 0)
        losses = Losses(men, now - dead, leaders, dead)
        men, leaders = men + now - dead, leaders + dead
        strength, all_gone = sum(strengths), men + leaders
        needed = rules.needed(losses)
        counting = sum(rules.team_counts(whole, whole - there) for whole, there in zip(strengths, left, strict=True))
        if not now or all_gone == strength:
            nobody = now > 0
            yield Test(number, 0, needed, False, Fraction(0) if nobody else Fraction(1), all_gone, counting, False)
            continue
        dice = figure + rules.bonus * counting
        saved = rules.keeps_six(strength, all_gone)
        yield Test(number, dice, needed, saved, rules.passes(dice, needed, saved), all_gone, counting, True)


def _next(now: str, test: Test, motivation: bool) -> Distribution[str]:
    """One turn's test: broken stays broken, and a motivated squad is forgiven once."""
    if now == BROKEN:
        return Distribution.sure(BROKEN)
    worse = FORGIVEN if now == STEADY and motivation and test.taken else BROKEN
    return Distribution.weighted([(now, test.passes), (worse, 1 - test.passes)])


def _explain(r: Reader, w: Working, rules: Rules, test: Test, strength: int, platoon: bool) -> None:
    if not test.taken:
        lost = not test.passes
        words = "nobody is left" if lost else "nobody lost, no test"
        w.note(f"turn {test.turn}: {words}", "morale.when")
        return
    dice = f"{test.dice} dice"
    if platoon:
        r.cite("morale.platoon-bonus-die")
        dice += f", {test.counting} of them for teams with more than half left"
    six = f"a {rules.six} passes in any case" if test.saved_by_six else f"no rescue by a {rules.six}"
    words = f"turn {test.turn}: {dice}; {test.needed} needed; {six}, {strength - test.gone} of {strength} left"
    w.note(words, "morale.six" if test.saved_by_six else "morale.six-exception")
    w.then(f"turn {test.turn}: chance to pass", Cited(_brief(test.passes), r.cite("morale.pass")))


def _brief(chance: Fraction) -> Fraction | int | str:
    return percent(chance) if len(str(chance)) > len(percent(chance)) + len(" chance") else chance


def _headline(answer: MoraleTrack, turns: int) -> str:
    worst = f"; the likeliest turn to break is turn {answer.worst_turn}" if answer.breaks else ""
    return f"They hold through {turns} turn{'' if turns == 1 else 's'} with {percent(answer.holds)}{worst}"


def _pictures(
    flow: list[Distribution[str]], breaks: dict[str, Fraction], tests: list[Test], notes: list[str], motivation: bool
) -> list[Exhibit]:
    states = [STEADY, *([FORGIVEN] if motivation else []), BROKEN]
    lines = {
        "pass this turn's test": [(test.turn, test.passes) for test in tests],
        "hold until then": [(test.turn, 1 - flow[test.turn][BROKEN]) for test in tests],
    }
    return [
        Track("Where they stand after each turn", states, flow, absorbing=(BROKEN,), notes=notes),
        Bars("The turn in which they break", "They break in", {"": Distribution(breaks)}),
        Curves("The chance to pass, and to hold, turn by turn", "Turn", "Chance", lines),
    ]
