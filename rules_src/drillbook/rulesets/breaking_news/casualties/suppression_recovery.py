"""Suppression, section 10.0: when a man pulls himself together."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Exhibit, Grid, Track
from drillbook.maths import Chain, Distribution, Number, Thrower, counted, np, spoken
from drillbook.rulesets.breaking_news.common.casualties import name_of
from drillbook.rulesets.breaking_news.common.inputs import Troops
from drillbook.rulesets.breaking_news.common.recovery import OWN, Every, Leader, Own, recovery_test, tell_test

DOWN, BACK, LATER = "suppressed", "fit again", "later"


@dataclass(frozen=True, slots=True)
class Recovery:
    """The answer on recovery: the number of the test, its chance, and how long recovery takes.

    recovered is the chance to be back in time, and mean_turns the mean number of turns until then.
    """

    number: int
    each: Fraction
    tests: int
    recovered: Fraction
    mean_turns: Fraction


@question(
    "bn/suppression-recovery?troops=r4&turns=4",
    "bn/suppression-recovery?troops=r5&leader=2&leader-distance=5&turns=3",
    "bn/suppression-recovery?troops=irr3&leader=1&leader-distance=6&every=2&turns=6",
    "bn/suppression-recovery?troops=r1&own=3",
)
def suppression_recovery(
    r: Reader,
    *,
    troops: Troops,
    own: Own,
    leader: Leader,
    leader_distance: Annotated[
        Number,
        Length(
            0,
            20,
            default=3,
            label="The leader's distance",
            unless={"leader": ("0",)},
            why_not="There is no leader.",
            bands=("casualties.supp-leader-5cm",),
        ),
    ],
    second: Annotated[
        int,
        Count(
            0, 4, label="Leadership of a second leader", unless={"leader": ("0",)}, why_not="There is no first leader."
        ),
    ],
    second_distance: Annotated[
        Number,
        Length(
            0,
            20,
            default=3,
            label="The second's distance",
            unless={"second": ("0",)},
            when={"leader": ("1", "2", "3", "4")},
            why_not="There is no second leader.",
        ),
    ],
    every: Every,
    turns: Annotated[int, Count(1, 8, default=4, label="Turns to wait")],
) -> Breakdown[Recovery]:
    """When is a suppressed man back?"""
    w = Working(r)
    w.note("he has to pass before he acts at all", "casualties.supp-test-before-action")
    test = recovery_test(r, troops, own, ((leader, leader_distance), (second, second_distance)))
    tell_test(w, test)
    w.note("whoever fails tries again at the next occasion", "casualties.supp-fail")
    rhythm = 1 if r.holds("suppression-when", "every-turn") else every
    often = "at the start of every turn" if rhythm == 1 else f"in {rhythm} turns, when his side is active"
    w.note(f"one test {often}", "casualties.supp-test-before-action")
    # the test falls in the last turn of each round
    tests = Chain(DOWN, lambda _: Distribution({BACK: test.chance, DOWN: 1 - test.chance}), absorbing=[BACK])
    flow = [tests.after(turn // rhythm) for turn in range(turns + 1)]
    recovered = flow[-1][BACK]
    came = {str(turn): flow[turn][BACK] - flow[turn - 1][BACK] for turn in range(1, turns + 1)}
    back = Distribution({**came, LATER: 1 - recovered})
    told = Recovery(test.number, test.chance, turns // rhythm, recovered, Fraction(rhythm) / test.chance)
    pictures: list[Exhibit] = [
        Track("How likely he is to be back, turn by turn", [DOWN, BACK], flow, absorbing=[BACK]),
        Bars("In which turn he passes", "Turn", {"": back}, name="when"),
        _everybody(r, troops, test.leadership),
    ]
    headline = f"Back on {test.number} or less: {spoken(test.chance)} a test, {spoken(recovered)} within {counted(turns, 'turn')}"
    return w.answer(told, headline=headline, chance=recovered, distribution=back, exhibits=pictures)


def _everybody(r: Reader, troops: str, leadership: int) -> Grid:
    """One test for every class and every leadership."""
    classes = list(r.ruleset.table("classes").rows)
    levels = range(int(OWN.high) + 1)
    return Grid(
        "The chance to pass one test, by class and the leadership that helps",
        "Class",
        "Leadership",
        [name_of(r, one) for one in classes],
        [str(level) for level in levels],
        [[recovery_test(r, one, 0, ((level, 0),)).chance for level in levels] for one in classes],
        here=(classes.index(troops), min(leadership, levels[-1])),
        name="everybody",
        by_row={"troops": classes},
        by_column={"own": levels, **{one: [0 for _ in levels] for one in ("leader", "second")}},
    )


@simulation
def throw_suppression_recovery(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw a die for every test and return the turn in which the man is back."""
    helpers = ((inputs["leader"], inputs["leader_distance"]), (inputs["second"], inputs["second_distance"]))
    number = recovery_test(r, inputs["troops"], inputs["own"], helpers).number
    rhythm = 1 if r.holds("suppression-when", "every-turn") else inputs["every"]
    tests = inputs["turns"] // rhythm
    passed = dice.roll_each(r.text("casualties.supp-roll"), count, max(tests, 1)) <= number
    passed &= tests > 0
    names = [str((place + 1) * rhythm) for place in range(max(tests, 1))]
    return np.where(passed.any(axis=1), np.array(names)[passed.argmax(axis=1)], LATER)
