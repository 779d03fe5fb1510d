"""Ranged combat: two units fire at each other for some turns.

The results are losses, glory, panic, and who is left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Contradiction, Count, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit
from drillbook.maths import Distribution, Number, Thrower, binomial, lost_of, spoken
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import FIREARM_BANDS, armour_of, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.morale import Morale, test_time
from drillbook.rulesets.breaking_of_nations.common.orders import TARGET, order_price
from drillbook.rulesets.breaking_of_nations.common.soldier import actions
from drillbook.rulesets.breaking_of_nations.common.volley import shots_each
from drillbook.rulesets.breaking_of_nations.glory._reactions import SHOOTS, reactions
from drillbook.rulesets.breaking_of_nations.ranged_combat._firefight import fought
from drillbook.rulesets.breaking_of_nations.ranged_combat._firefight_thrown import thrown
from drillbook.rulesets.breaking_of_nations.ranged_combat._nerve import nerves
from drillbook.rulesets.breaking_of_nations.ranged_combat._sides import Left, Pair, Side, guns_lost

OURS, THEIRS, RIFLE = "ours", "theirs", "rifle"
FIRST = {OURS: "Ours", THEIRS: "Theirs"}
TESTS = {
    "next-orders": "before it fires",
    "glory-phase": "when both have fired",
    "both-tests": "before it fires, and when both have fired",
}
TURNS = Count(1, 4, default=4, label="Turns")
#: With so many men on each side the longest fight is counted out exactly, and so is any that is no larger: men by men by turns.
COUNTED = Count(1, 5)
#: And where LMGs are there, and it has to be followed besides what shakes a unit turn after turn, or its two tests a turn apart.
FEWER = Count(1, 3)
LOST, WON, OPEN, NEITHER = "they alone in order", "we alone in order", "both in order", "neither in order"


@dataclass(frozen=True, slots=True)
class Fight:
    """The fight after the last turn: who is still in order, and what each side lost on average.

    A side in order is neither shot away nor in panic. we_still_shoot and they_still_shoot are the chances, given that the
    side is in panic, that any of its men may still shoot (None if it cannot be in panic). All chances and means are None
    if there are too many men to be counted.
    """

    needed: int
    enemy_needed: int
    won: Fraction | None
    lost: Fraction | None
    open: Fraction | None
    our_losses: Fraction | None
    their_losses: Fraction | None
    we_panic: Fraction | None
    they_panic: Fraction | None
    we_still_shoot: Fraction | None
    they_still_shoot: Fraction | None


@question(
    "bon/firefight?distance=12&turns=4&first=ours&men=5&grade=regular&enemy-men=5&enemy=regular",
    "bon/firefight?distance=10&turns=3&first=theirs&men=4&lmgs=1&grade=veteran&enemy-men=5&enemy=green&enemy-ground=rubble",
    "bon/firefight?distance=20&turns=4&men=10&lmgs=1&enemy-men=10&ground=light-forest&enemy-ground=trenches",
)
def firefight(
    r: Reader,
    *,
    distance: Annotated[Number, Length(0, 26, step=Fraction(1, 2), default=12, label="Distance", bands=FIREARM_BANDS)],
    turns: Annotated[int, TURNS],
    first: Annotated[str, Choice(FIRST, default=OURS, label="Fires first")],
    men: Annotated[int, Count(1, 12, default=5, label="Our men", opens=True)],
    lmgs: Annotated[int, Count(0, 2, label="Our LMGs")],
    grade: Annotated[str, soldiers("We are")],
    armour: Annotated[str, armour_of("Our armour")],
    ground: Annotated[str, ground_of("We stand in")],
    enemy_men: Annotated[int, Count(1, 12, default=5, label="Their men", opens=True)],
    enemy_lmgs: Annotated[int, Count(0, 2, label="Their LMGs")],
    enemy: Annotated[str, soldiers("They are")],
    enemy_armour: Annotated[str, armour_of("Their armour")],
    enemy_ground: Annotated[str, ground_of("They stand in")],
) -> Breakdown[Fight]:
    """Who is left when two units have fired at each other for some turns?"""
    w = Working(r)
    us, them = shooting.Man(grade, armour, ground), shooting.Man(enemy, enemy_armour, enemy_ground)
    ours, theirs = _sides(r, w, distance, us, men, lmgs, them, enemy_men, enemy_lmgs, turns)
    answers = theirs.answer or ours.answer
    w.note(
        "who is hit but not killed outright, and has not acted yet, answers", "ranged-combat.counter-who", when=answers
    )
    w.note(f"a shaken unit tests {TESTS[test_time(r)]}", "glory.timing")
    w.note("a unit that panics does nothing together: every man rolls what he does", "glory.panic-each")
    shots = (
        f"we hit on {shot_die.needs(r, ours.needed, ours.hit)}, they on {shot_die.needs(r, theirs.needed, theirs.hit)}"
    )
    followed = (guns_lost(r) and r.holds("gl-standing", "every-turn")) or ours.nerves.apart or theirs.nerves.apart
    most = (FEWER if followed and (lmgs or enemy_lmgs) else COUNTED).high
    if men * enemy_men * turns > most * most * TURNS.high:
        headline = f"Too many men to count it out: roll it. Each shot: {shots}"
        return w.answer(
            Fight(ours.needed, theirs.needed, None, None, None, None, None, None, None, None, None),
            headline=headline,
            to_roll=True,
        )
    order = (ours, theirs) if first == OURS else (theirs, ours)
    flow = [_ours_first(one, first) for one in r.once(fought, *order, turns)]
    last = flow[-1]
    ended = last.map(_end)
    ends = Distribution({end: ended[end] for end in (WON, LOST, OPEN, NEITHER)})
    left = [last.map(lambda pair, side=side: pair[side].men) for side in (0, 1)]  # type: ignore[misc]
    panics = [last.chance(lambda pair, side=side: pair[side].panicked) for side in (0, 1)]  # type: ignore[misc]
    lost = men - left[0].mean, enemy_men - left[1].mean
    w.then("our losses, on average", lost[0], "ranged-combat.removal")
    w.then("their losses, on average", lost[1], "ranged-combat.removal")
    w.then("chance that we panic", panics[0], "glory.panic-threshold")
    w.then("chance that they panic", panics[1], "glory.panic-threshold")
    wild = [_still_shoot(r, last, side, one) for side, one in enumerate((grade, enemy))]
    for whose, many in zip(("us", "them"), wild, strict=True):
        if many is not None:
            w.then(
                f"given that panic takes {whose}: chance that anybody shoots all the same",
                many.at_least(1),
                "glory.reaction-table",
            )
    shooting_on = [many and many.at_least(1) for many in wild]
    value = Fight(ours.needed, theirs.needed, ends[WON], ends[LOST], ends[OPEN], *lost, *panics, *shooting_on)
    return w.answer(
        value,
        headline=(
            f"We alone are left in order: {spoken(ends[WON])}; they alone: {spoken(ends[LOST])}; "
            f"of us {lost_of(lost[0], men, 'man')}; of them {lost_of(lost[1], enemy_men, 'man')}"
        ),
        chance=ends[WON],
        distribution=ends,
        exhibits=_pictures(ends, flow, left, wild),
    )


def _sides(
    r: Reader,
    w: Working,
    distance: Number,
    us: shooting.Man,
    men: int,
    lmgs: int,
    them: shooting.Man,
    enemy_men: int,
    enemy_lmgs: int,
    turns: int,
) -> tuple[Side, Side]:
    """Both sides made ready, with the steps to what their shots need."""
    if lmgs > men:
        raise Contradiction("There cannot be more LMGs than men to carry them.", lmgs=men)
    if enemy_lmgs > enemy_men:
        raise Contradiction("There cannot be more LMGs than men to carry them.", enemy_lmgs=enemy_men)
    band = shooting.band_in_reach(r, w, RIFLE, distance)
    answers = r.holds("counter-attack", "as-printed")
    sides = []
    for whose, own, other, count, guns in (("ours", us, them, men, lmgs), ("theirs", them, us, enemy_men, enemy_lmgs)):
        needed = shooting.man_number(r, w, other, own.grade, band, what=f"{whose}: the target's DS")
        hit = w.then(f"{whose}: chance of each shot", shot_die.hit_chance(r, needed), "ranged-combat.die")
        needed_back = shooting.answer_number(r, Working(r), other, own.grade)
        answer = shot_die.hit_chance(r, needed_back) if answers else Fraction(0)
        w.then(f"{whose}: chance of an answer", answer, "ranged-combat.counter-roll", when=answers)
        critical = shot_die.critical_chance(r, needed)
        spent = max(0, actions(r, Working(r), own.grade, own.armour) - order_price(r, TARGET))
        spent = min(1, spent) if r.holds("rof-missing", "once-a-turn") else spent
        rate = shots_each(r, Working(r), RIFLE, spent)
        w.then(f"{whose}: shots of a rifle in a turn", rate, "stats.rof")
        nerve = nerves(Morale(r, own.grade, without=("high-gear-stack",)), turns)
        sides.append(Side(count, guns, rate, hit, critical, answer, needed, needed_back, nerve))
    return sides[0], sides[1]


def _ours_first(now: Distribution[Pair], first: str) -> Distribution[Pair]:
    """Return the distribution of what is left of both sides, our side before theirs."""
    return now if first == OURS else now.map(lambda pair: pair[::-1])


def _still_shoot(r: Reader, last: Distribution[Pair], side: int, grade: str) -> Distribution[int] | None:
    """Return the distribution of the men of a panicked side who may still shoot.

    The condition is that the side is in panic. The result is None if it cannot be.
    """
    each = reactions(r, grade).chance(lambda reaction: reaction in SHOOTS)
    panicked = [(pair[side].men, weight) for pair, weight in last.weights[0].items() if pair[side].panicked]
    if not panicked:
        return None
    return Distribution.weighted(panicked).then(lambda men: binomial(men, each))


def _end(pair: tuple[Left, Left]) -> str:
    """Return the end of a fight: who is left."""
    ours, theirs = pair
    if ours.out:
        return NEITHER if theirs.out else LOST
    return WON if theirs.out else OPEN


def _pictures(
    ends: Distribution[str],
    flow: Sequence[Distribution[Pair]],
    left: Sequence[Distribution[int]],
    wild: Sequence[Distribution[int] | None],
) -> list[Exhibit]:
    """How it ends, turn by turn, how many are left, and how many of those in panic shoot."""
    panicked = {whose: many for whose, many in zip(("ours", "theirs"), wild, strict=True) if many is not None}
    caption = "Given that panic takes them: men who may shoot all the same"
    lines = {
        name: [(turn, now.chance(lambda pair, side=side: not pair[side].out)) for turn, now in enumerate(flow)]  # type: ignore[misc]
        for side, name in enumerate(("we", "they"))
    }
    return [
        Bars("How the fight stands after the last turn", "Outcome", {"": ends}, name="ends"),
        Curves("The chance that a side is in order after each turn", "Turn", "Chance", lines, name="turns"),
        Bars("Men left after the last turn", "Men", {"ours": left[0], "theirs": left[1]}, name="left"),
        *([Bars(caption, "Men", panicked, name="panicked")] if panicked else []),
    ]


@simulation
def throw_firefight(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Fight it out so often, die by die."""
    us = shooting.Man(inputs["grade"], inputs["armour"], inputs["ground"])
    them = shooting.Man(inputs["enemy"], inputs["enemy_armour"], inputs["enemy_ground"])
    ours, theirs = _sides(
        r,
        Working(r),
        inputs["distance"],
        us,
        inputs["men"],
        inputs["lmgs"],
        them,
        inputs["enemy_men"],
        inputs["enemy_lmgs"],
        inputs["turns"],
    )
    order = (ours, theirs) if inputs["first"] == OURS else (theirs, ours)
    fights = (thrown(r, dice, order, inputs["turns"]) for _ in range(count))
    return [_end(fight if inputs["first"] == OURS else fight[::-1]) for fight in fights]
