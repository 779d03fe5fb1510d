"""Close combat to the end: who is left standing, and how long it takes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.chains import Chain
from drillbook.exact import write_mean
from drillbook.exhibits import Bars, Exhibit, Track
from drillbook.kinds import Count
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._casualties import name_of
from drillbook.rulesets.breaking_news._melee import Fight, Fighter, Rules
from drillbook.rulesets.breaking_news.close_combat import (
    Lone,
    LoneDown,
    Many,
    explain_modifiers,
    explain_saves,
    the_fight,
    too_many,
)

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

ALONE, DOWN = "he stands alone", "he is down"


@dataclass(frozen=True, slots=True)
class MeleeEnd:
    """Who is left in the end, how long it takes on average, and how it stands after the turns asked for."""

    he_survives: Fraction
    they_win: Fraction
    mean_turns: Fraction
    decided: Fraction
    mean_they_lose: Fraction


@question(
    "breaking_news",
    "melee-end",
    examples=[
        "bn/melee-end?many=irr3,no;irr3,no;irr3,no&lone=r2&lone-suppressed=no&turns=4",
        "bn/melee-end?many=r3,yes;r4,no&lone=irr1&lone-suppressed=no&turns=3",
    ],
)
def melee_end(
    r: Reader,
    /,
    *,
    many: Many,
    lone: Lone,
    lone_suppressed: LoneDown,
    turns: Annotated[int, Count(1, 8, default=4, label="Turns shown")],
) -> Breakdown[MeleeEnd] | Refusal:
    """Who is left when the hand-to-hand fight is over, and how many turns does it take?"""
    w = Working(r)
    crowd = too_many(r, w, many)
    if crowd is not None:
        return crowd
    fight = the_fight(many, lone, lone_suppressed)
    rules = Rules.read(r, (*fight.many, Fighter(lone, lone_suppressed)))
    explain_modifiers(r, w, fight, rules)
    explain_saves(r, w, rules, fight)
    start = Fight(rules.ordered(fight.many), fight.lone)
    chain = _chain(start, rules)
    ends = chain.absorbed()
    survives = sum((chance for end, chance in ends.items() if end.lone is not None), Fraction(0))
    _explain_bouts(r, w, rules, start)
    whom = "them all" if len(many) > 1 else "the other"
    if len(many) > 1:
        words = "one lost bout costs them all their men" if rules.all_die else "each bout they lose costs them one man"
        w.note(words, "close-combat.result")
    w.then(f"chance that he, {name_of(r, lone)}, outlives {whom}", Cited(survives, r.cite("close-combat.result")))
    flow = chain.flow(turns)
    mean = chain.expected_turns()
    assert mean is not None
    lost = sum((chance * (len(many) - len(end.many)) for end, chance in ends.items()), Fraction(0))
    answer = MeleeEnd(survives, 1 - survives, mean, flow[-1].chance(lambda state: state.over), lost)
    shown = [state.map(stage) for state in flow]
    told = write_mean(mean)
    turn = "turn" if told.split()[-1] == str(1) else "turns"
    return w.answer(
        answer,
        headline=f"He outlives {whom} with {_said(survives)}; on average it takes {told} {turn}",
        chance=survives,
        distribution=shown[-1],
        exhibits=_pictures(len(many), shown),
    )


@simulation("breaking_news", "melee-end")
def throw_melee_end(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The fight fought with real dice, turn after turn: how it stands after the turns asked for."""
    fight = the_fight(inputs["many"], inputs["lone"], inputs["lone_suppressed"])
    rules = Rules.read(r, (*fight.many, Fighter(inputs["lone"], inputs["lone_suppressed"])))
    now = Counter({Fight(rules.ordered(fight.many), fight.lone): count})
    for _ in range(inputs["turns"]):
        after: Counter[Fight] = Counter()
        for state, number in now.items():
            after.update(rules.throw(dice, state, number))
        now = after
    return [stage(state) for state, number in now.items() for _ in range(number)]


def stage(state: Fight) -> str:
    """What a state of the fight is called."""
    if state.lone is None:
        return DOWN
    return f"{len(state.many)} against him" if state.many else ALONE


def _chain(start: Fight, rules: Rules) -> Chain[Fight]:
    """The fight as a chain that ends where one side has nobody left."""
    ends = [state for state in Chain(start, rules.after).reachable if state.over]
    return Chain(start, rules.after, absorbing=ends)


def _explain_bouts(r: Reader, w: Working, rules: Rules, start: Fight) -> None:
    """The chance of each bout on the way, as long as the men fall one by one."""
    state = start
    while state.many and state.lone is not None:
        outcome = rules.bout(rules.total(state.many) - rules.figures[state.lone])
        chances = list(outcome.items())
        told = ", ".join(f"{end} {chance}" for end, chance in chances)
        w.note(f"{len(state.many)} against him: {told}", "close-combat.result")
        rest = list(state.many)
        rest.remove(rules.weakest(state.many))
        state = Fight((), state.lone) if rules.all_die else Fight(tuple(rest), state.lone)


def _pictures(men: int, shown: list[Any]) -> list[Exhibit]:
    states = [*(f"{left} against him" for left in range(men, 0, -1)), ALONE, DOWN]
    labels = {f"{left} against him": f"{left} up" for left in range(1, men + 1)} | {ALONE: "alone", DOWN: "down"}
    caption = "How many of them are still up against him, turn by turn, until he is alone or down"
    track = Track(caption, states, shown, labels, absorbing=(ALONE, DOWN))
    return [track, Bars(f"How the fight stands after {len(shown) - 1} turns", "Fight", {"": shown[-1]})]


def _said(chance: Fraction) -> str:
    text = str(chance)
    return text if len(text) <= len(percent(chance)) + 1 else percent(chance)
