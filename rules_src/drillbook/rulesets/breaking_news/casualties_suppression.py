"""Suppression, section 10.0: when a man pulls himself together, and what he may do until then."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown
from drillbook.chains import Chain
from drillbook.dice import Distribution
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Decision, Exhibit, Grid, Track, Verdict
from drillbook.kinds import Choice, Count, Length
from drillbook.questions import question, simulation
from drillbook.reader import Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._casualties import name_of
from drillbook.rulesets.breaking_news._suppression import recovery_test

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

DOWN, BACK, LATER = "suppressed", "fit again", "later"

Troops = Annotated[str, Choice(table="classes", default="r4", label="He is")]
OWN = Count(0, 4, default=0, label="His own leadership", help="0 where he leads nobody.")
Own = Annotated[int, OWN]
Leader = Annotated[int, Count(0, 4, default=0, label="Leadership of a leader near him", help="0 for none.")]
Every = Annotated[
    int,
    Count(
        1,
        4,
        default=1,
        label="His side is active in one turn of",
        help="1 where it has the initiative every turn; else its turn is the last of so many.",
    ),
]


@dataclass(frozen=True, slots=True)
class Recovery:
    """The number of the test, its chance, the chance to be back in time, and how long it takes on average."""

    number: int
    each: Fraction
    tests: int
    recovered: Fraction
    mean_turns: Fraction


@question(
    "breaking_news",
    "suppression-recovery",
    examples=[
        "bn/suppression-recovery?troops=r4&turns=4",
        "bn/suppression-recovery?troops=r5&leader=2&leader-distance=5&turns=3",
        "bn/suppression-recovery?troops=irr3&leader=1&leader-distance=6&every=2&turns=6",
        "bn/suppression-recovery?troops=r1&own=3",
    ],
)
def suppression_recovery(
    r: Reader,
    /,
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
        ),
    ],
    second: Annotated[
        int,
        Count(
            0,
            4,
            default=0,
            label="Leadership of a second leader",
            unless={"leader": ("0",)},
            why_not="There is no first leader.",
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
    test = recovery_test(r, w, troops, own, ((leader, leader_distance), (second, second_distance)))
    w.note("whoever fails tries again at the next occasion", "casualties.supp-fail")
    every_turn = r.reading("suppression-when") == "B"
    rhythm = 1 if every_turn else every
    w.note(
        "one test every turn" if rhythm == 1 else f"one test in {rhythm} turns, when his side is active",
        "casualties.supp-test-before-action",
    )
    flow = _flow(test.chance, rhythm, turns)
    recovered = flow[-1][BACK]
    came = {str(turn): flow[turn][BACK] - flow[turn - 1][BACK] for turn in range(1, turns + 1)}
    back = Distribution({**came, LATER: 1 - recovered})
    told = Recovery(test.number, test.chance, turns // rhythm, recovered, Fraction(rhythm) / test.chance)
    pictures: list[Exhibit] = [
        Track("How likely he is to be back, turn by turn", [DOWN, BACK], flow, absorbing=[BACK]),
        Bars("In which turn he passes", "Turn", {"": back}, name="when"),
        _everybody(r, troops, test.leadership),
    ]
    within = "at once" if turns == 1 else f"within {turns} turns"
    headline = f"Back on {test.number} or less: {test.chance} a test, {percent(recovered)} {within}"
    return w.answer(told, headline=headline, chance=recovered, distribution=back, exhibits=pictures)


def _flow(chance: Fraction, rhythm: int, turns: int) -> tuple[Distribution[str], ...]:
    """Suppressed or back at the start and after each turn; the test falls in the last turn of each round."""
    test = Chain(DOWN, lambda _: Distribution({BACK: chance, DOWN: 1 - chance}), absorbing=[BACK])
    return tuple(test.after(turn // rhythm) for turn in range(turns + 1))


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
        [[recovery_test(r, Working(r), one, 0, ((level, 0),)).chance for level in levels] for one in classes],
        here=(classes.index(troops), min(leadership, levels[-1])),
        name="everybody",
    )


@simulation("breaking_news", "suppression-recovery")
def throw_suppression_recovery(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """A die for every test: the turn in which he is back."""
    import numpy as np

    helpers = ((inputs["leader"], inputs["leader_distance"]), (inputs["second"], inputs["second_distance"]))
    number = recovery_test(r, Working(r), inputs["troops"], inputs["own"], helpers).number
    rhythm = 1 if r.reading("suppression-when") == "B" else inputs["every"]
    tests = inputs["turns"] // rhythm
    passed = dice.roll_each(r.text("casualties.supp-roll"), count, max(tests, 1)) <= number
    passed &= tests > 0
    names = [str((place + 1) * rhythm) for place in range(max(tests, 1))]
    return np.where(passed.any(axis=1), np.array(names)[passed.argmax(axis=1)], LATER)


SAVED, GROUND = "saved", "ground"
OPEN, COVER = "open", "cover"
UNTRIED, FAILED, PASSED = "untried", "failed", "passed"


@dataclass(frozen=True, slots=True)
class SuppressedMan:
    """What he may do, how far he may crawl, and how he counts when he is shot at."""

    may_act: bool
    may_react: bool
    may_move: Number
    hidden: bool
    in_cover: bool
    save_bonus: int


@question(
    "breaking_news",
    "suppressed-man",
    examples=[
        "bn/suppressed-man?cause=saved&place=cover&test=untried",
        "bn/suppressed-man?cause=saved&place=open&test=failed&cover-distance=8&enemy=40",
        "bn/suppressed-man?cause=ground&test=failed&cover-distance=12&enemy=20",
        "bn/suppressed-man?cause=saved&place=open&test=passed",
    ],
)
def suppressed_man(
    r: Reader,
    /,
    *,
    cause: Annotated[
        str, Choice({SAVED: "He was hit and saved", GROUND: "He went to ground"}, default=SAVED, label="Why suppressed")
    ],
    place: Annotated[
        str,
        Choice(
            {OPEN: "In the open", COVER: "In cover"},
            default=OPEN,
            label="Where he was",
            when={"cause": (SAVED,)},
            why_not="Only a man without cover goes to ground.",
        ),
    ],
    test: Annotated[
        str,
        Choice(
            {UNTRIED: "Not taken yet", FAILED: "Failed", PASSED: "Passed"}, default=UNTRIED, label="His test this turn"
        ),
    ],
    cover_distance: Annotated[
        Number,
        Length(
            1,
            30,
            default=8,
            label="To the nearest cover",
            when={"test": (FAILED,)},
            unless={"place": (COVER,)},
            why_not="Only a man who fails his test outside cover has to crawl.",
        ),
    ],
    enemy: Annotated[
        Number,
        Length(
            0,
            100,
            default=40,
            label="An enemy shoots from",
            unless={"place": (COVER,), "test": (PASSED,)},
            why_not="The distance counts only for a man who lies suppressed in the open.",
        ),
    ],
) -> Breakdown[SuppressedMan]:
    """What may a suppressed man still do, and how does he count as a target?"""
    w = Working(r)
    covered, up = place == COVER, test == PASSED
    crawl = r.int("casualties.supp-fail-move")
    near = cover_distance <= crawl
    moves = cover_distance if test == FAILED and near and not covered else 0
    far = r.int("casualties.supp-open-cover")
    screened = covered or (not up and enemy > far)
    guarded = covered or (screened and r.reading("prone-cover") == "A")
    bonus = r.int("casualties.bonus-protection") if guarded else 0
    acts = {UNTRIED: "not before he has passed a test", FAILED: "the test is failed", PASSED: "the test is passed"}
    crawling = {
        UNTRIED: "he has not taken his test",
        FAILED: "he is in cover already"
        if covered
        else f"cover {write_number(cover_distance)} cm away is {'in' if near else 'out of'} reach of {crawl} cm",
        PASSED: "he moves as he likes",
    }[test]
    prone = f"shot at from {write_number(enemy)} cm, and such cover begins beyond {far} cm"
    as_target = "in cover" if covered else (prone if not up else "he is up again, in the open")
    verdicts = [
        Verdict(
            "Is he suppressed?",
            not up,
            _because(cause, up),
            r.cite(
                "casualties.supp-roll"
                if up
                else "casualties.supp-by-save"
                if cause == SAVED
                else "casualties.supp-by-ground"
            ),
        ),
        Verdict(
            "May he act?",
            up,
            acts[test],
            r.cite("casualties.supp-fail" if test == FAILED else "casualties.supp-test-before-action"),
        ),
        Verdict("May he react?", up, "not while suppressed" if not up else "as anybody", _rule(r, "no-reaction")),
        Verdict("May he crawl into cover?", up or bool(moves), crawling, _rule(r, "fail-move")),
        Verdict(
            "Is he hidden?",
            covered and not up,
            "suppressed in cover, so the enemy must sight him anew" if covered and not up else "in plain sight",
            _rule(r, "hidden"),
        ),
        Verdict("Does he count as in cover?", screened, as_target, _rule(r, "open-cover")),
        Verdict(
            "Has he the bonus on his save?",
            bool(bonus),
            f"{bonus:+d} on the die" if bonus else "cover against the shot alone" if screened else "no protection",
            r.cite("casualties.bonus-protection"),
        ),
    ]
    for verdict in verdicts:
        w.note(f"{verdict.question} {'yes' if verdict.ok else 'no'}: {verdict.finding}", verdict.rule)
    told = SuppressedMan(up, up, moves, covered and not up, screened, bonus)
    deed = f"May only crawl {write_number(moves)} cm into cover" if moves else _deed(test)
    rest = "hidden" if told.hidden else "in cover" if screened else "without cover"
    rest += f" and saves with {bonus:+d} on the die" if bonus else ""
    picture = Decision("What a suppressed man may do, and how he counts", verdicts)
    return w.answer(told, headline=f"{deed}; as a target he is {rest}", exhibits=[picture])


def _because(cause: str, up: bool) -> str:
    """Why he is suppressed, or why no longer."""
    if up:
        return "he has passed his test"
    return "a hit that he saved" if cause == SAVED else "no cover in reach, so he went to ground"


def _deed(test: str) -> str:
    """What is open to a man who has nowhere to crawl."""
    return {PASSED: "Acts as anybody", UNTRIED: "Must pass a test before he acts", FAILED: "Lies still"}[test]


def _rule(r: Reader, name: str) -> str:
    return r.cite(f"casualties.supp-{name}")
