"""Close combat to the end: who is left standing, and how long it takes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Exhibit, Track
from drillbook.maths import Chain, Distribution, Thrower, likely, spoken, write_mean
from drillbook.rulesets.breaking_news.close_combat import _melee as melee
from drillbook.rulesets.breaking_news.common.casualties import name_of

ALONE, DOWN = "he stands alone", "he is down"


@dataclass(frozen=True, slots=True)
class MeleeEnd:
    """The answer on a fight to the end: who is left, how long it takes, and its state.

    mean_turns is the mean length, and decided the chance that the fight is over after the turns asked for.
    """

    he_survives: Fraction
    they_win: Fraction
    mean_turns: Fraction | None
    decided: Fraction
    mean_they_lose: Fraction


@question(
    "bn/melee-end?many=irr3,no;irr3,no;irr3,no&lone=r2&lone-suppressed=no&turns=4",
    "bn/melee-end?many=r3,yes;r4,no&lone=irr1&lone-suppressed=no&turns=3",
)
def melee_end(
    r: Reader,
    *,
    many: melee.Many,
    lone: melee.Lone,
    lone_suppressed: melee.LoneDown,
    turns: Annotated[int, Count(1, 8, default=4, label="Turns shown")],
) -> Breakdown[MeleeEnd]:
    """Who is left when the hand-to-hand fight is over, and how many turns does it take?"""
    w = Working(r)
    fight, rules = melee.open_fight(r, w, many, melee.Fighter(lone, lone_suppressed))
    melee.tell_saves(r, w, rules)
    chain = _chain(rules, fight)
    ends = chain.absorbed()
    survives = sum((chance for end, chance in ends.items() if end.lone), Fraction(0))
    lost = sum((chance * (len(many) - len(end.many)) for end, chance in ends.items()), Fraction(0))
    _tell_bouts(w, rules, chain.start)
    whom = "them all" if len(many) > 1 else "the other"
    if len(many) > 1:
        words = "one lost bout costs them all their men" if rules.all_die else "each bout they lose costs them one man"
        w.note(words, "close-combat.result")
    w.then(f"chance that he, {name_of(r, lone)}, outlives {whom}", survives, "close-combat.result")
    flow, mean = chain.flow(turns), chain.expected_turns()
    shown = [state.map(stage) for state in flow]
    takes = f"; on average it takes {write_mean(mean)} turn{'' if mean == 1 else 's'}" if mean else ""
    return w.answer(
        MeleeEnd(survives, 1 - survives, mean, flow[-1].chance(lambda state: state.over), lost),
        headline=f"He outlives {whom} {likely(survives)}{takes}",
        chance=survives,
        distribution=shown[-1],
        exhibits=_pictures(len(many), shown),
    )


@simulation
def throw_melee_end(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the fight turn by turn and return its state after the turns asked for."""
    fight, rules = melee.open_fight(
        r, Working(r), inputs["many"], melee.Fighter(inputs["lone"], inputs["lone_suppressed"])
    )
    now = Counter({fight: count})
    for _ in range(inputs["turns"]):
        now = Counter(left for state, number in now.items() for left in rules.throw(dice, state, number))
    return [stage(state) for state, number in now.items() for _ in range(number)]


def stage(state: melee.Fight) -> str:
    """Return the name of a state of the fight."""
    if not state.lone:
        return DOWN
    return f"{len(state.many)} against him" if state.many else ALONE


def _chain(rules: melee.Rules, fight: melee.Fight) -> Chain[melee.Fight]:
    """Return the fight as a Markov chain that ends when one side has nobody left."""
    start = rules.without(fight, melee.NOBODY)
    ends = [state for state in Chain(start, rules.after).reachable if state.over]
    return Chain(start, rules.after, absorbing=ends)


def _tell_bouts(w: Working, rules: melee.Rules, state: melee.Fight) -> None:
    """Add a note on the chances of each bout, as long as the men fall one by one."""
    while not state.over:
        told = ", ".join(f"{end} {spoken(chance)}" for end, chance in rules.bout(rules.ahead(state)).items())
        w.note(f"{len(state.many)} against him: {told}", "close-combat.result")
        state = rules.without(state, melee.HE)


def _pictures(men: int, shown: Sequence[Distribution[str]]) -> list[Exhibit]:
    left = range(men, 0, -1)
    labels = {f"{still} against him": f"{still} up" for still in left} | {ALONE: "alone", DOWN: "down"}
    caption = "How many of them are still up against him, turn by turn, until he is alone or down"
    return [
        Track(caption, list(labels), shown, labels, absorbing=(ALONE, DOWN)),
        Bars(f"How the fight stands after {len(shown) - 1} turns", "Fight", {"": shown[-1]}),
    ]
