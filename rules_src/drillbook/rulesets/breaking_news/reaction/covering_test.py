"""Shooting through covering fire: what the test of section 8.3 costs a man or a crew."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit, Mark, Track
from drillbook.maths import Chain, Distribution, Thrower, counted, likely, percent
from drillbook.rulesets.breaking_news.common.casualties import FATES, REMOVED, SUPPRESSED, UNHURT, save, tell_save
from drillbook.rulesets.breaking_news.common.inputs import troops_as
from drillbook.rulesets.breaking_news.reaction._covering import caught, tell_test, test_totals
from drillbook.rulesets.breaking_news.reaction._watcher import Nerve, Post, nerve


@dataclass(frozen=True, slots=True)
class CoveringTest:
    """The answer on the covering fire test: the chances of the shots, and of the men's fates.

    unhurt is the chance that nobody is hit, suppressed that the worst is a suppressed man, removed that a man is
    removed.
    """

    fires: Fraction
    fires_all: Fraction
    mean_shots: Fraction
    unhurt: Fraction
    suppressed: Fraction
    removed: Fraction


@question(
    "bn/covering-test?value=9&troops=irr3&bunker=yes",
    "bn/covering-test?value=6&troops=r2&bunker=no&cover=yes&leader=yes&shots=2",
    "bn/covering-test?value=9&troops=r1&bunker=no&cover=no&crew=2",
)
def covering_test(
    r: Reader,
    *,
    value: Annotated[int, Count(0, 9, default=9, label="Covering value")],
    troops: Annotated[str, troops_as("irr3")],
    bunker: Annotated[bool, Flag(default=True, label="In a bunker")],
    cover: Annotated[
        bool, Flag(label="Behind cover", when={"bunker": ("no",)}, why_not="A man in a bunker is protected as it is.")
    ],
    leader: Annotated[bool, Flag(label="Leader")],
    crew: Annotated[int, Count(1, 3, label="Crew of the weapon")],
    shots: Annotated[int, Count(1, 6, label="Shots he wants this turn")],
) -> Breakdown[CoveringTest]:
    """Does he get his shot off through covering fire, and what does the attempt cost him?"""
    w = Working(r)
    how = save(r, troops, leader=leader, protected=bunker or cover)
    faced = nerve(r, value, bunker, how, crew=crew, often=shots > 1)
    turns = Chain(Post(crew), faced.attempt).flow(shots)
    once, end = turns[1], turns[-1]
    fates = end.map(lambda post: post.fate)
    answer = CoveringTest(
        fires=once.chance(lambda post: post.fired == 1),
        fires_all=end.chance(lambda post: post.fired == shots),
        mean_shots=end.map(lambda post: post.fired).mean,
        unhurt=fates[UNHURT],
        suppressed=fates[SUPPRESSED],
        removed=fates[REMOVED],
    )
    _tell(w, faced, bunker, crew, shots)
    w.then("chance that the first shot is fired", answer.fires, "reaction.cover-test")
    removed = percent(answer.removed) if shots > 1 else answer.removed
    w.then("chance that a man is removed", removed, "casualties.save-fail")
    return w.answer(
        answer,
        headline=_headline(answer, shots, crew),
        chance=answer.fires,
        distribution=fates,
        exhibits=_pictures(r, faced, bunker, [turn.map(lambda post: post.fate) for turn in turns]),
    )


@simulation
def throw_covering_test(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw tests and saves shot after shot, and return the worst that happens to the men."""
    how = save(r, inputs["troops"], leader=inputs["leader"], protected=inputs["bunker"] or inputs["cover"])
    faced = nerve(r, inputs["value"], inputs["bunker"], how, crew=inputs["crew"], often=inputs["shots"] > 1)
    return faced.throw(r, dice, count, inputs["crew"], inputs["shots"])


def _tell(w: Working, faced: Nerve, bunker: bool, crew: int, shots: int) -> None:
    """Add the steps of the test and the save, and the rules on crews, order and several shots."""
    if faced.value:
        tell_test(w, bunker)
        w.then(f"chance of {faced.value} or less, which catches him", faced.caught, "reaction.cover-test")
        w.then("hit from a failed test, and no more", "reaction.cover-one-hit")
    else:
        w.note("no covering fire, so no test", "reaction.cover-test")
    tell_save(w, faced.save)
    w.note("whoever saves is suppressed all the same", "casualties.saved-suppressed")
    w.note("the hit is saved against before the shot", "reaction.cover-save-first")
    if crew > 1:
        concerned = "every man of the crew saves" if faced.whole_crew else "the hit strikes one of the crew"
        w.note(concerned, "reaction.cover-save-first")
    late = "he shoots before he is suppressed" if faced.shoots_when_saved else "a suppressed man does not shoot"
    w.note(late, "casualties.supp-no-reaction")
    if shots > 1:
        often = "he tests but once in the turn" if faced.once_a_turn else "every shot is tested anew"
        w.note(often, "reaction.opp-repeat")


def _headline(answer: CoveringTest, shots: int, crew: int) -> str:
    if answer.unhurt == 1:
        return "Nothing stops him: he fires for certain"
    lost = f"{'is removed' if crew == 1 else 'loses a man'} {likely(answer.removed)}"
    cost = lost if answer.removed else "is in no danger of being removed"
    if shots > 1:
        many = f"all {counted(shots, 'shot')}"
        return f"He fires the first shot {likely(answer.fires)}, {many} {likely(answer.fires_all)}; he {cost}"
    return f"He fires {likely(answer.fires)}; he {cost}"


def _pictures(r: Reader, faced: Nerve, bunker: bool, flow: list[Distribution[str]]) -> list[Exhibit]:
    values = range(r.int("reaction.cover-cap") + 1)
    lines = {
        f"outside, {r.text('reaction.cover-test')}": [(value, caught(r, value, False)) for value in values],
        f"in a bunker, {r.text('reaction.cover-bunker')}": [(value, caught(r, value, True)) for value in values],
    }
    mark = Mark(faced.value, f"caught on {faced.value} or less", "at_most", "value") if faced.value else None
    ends = (REMOVED, SUPPRESSED)
    return [
        Track("What has come to him after each shot he tries", FATES, flow, absorbing=ends, turn_word="Shot"),
        Bars(f"The test with {faced.dice}", f"Total of {faced.dice}", {"": test_totals(r, bunker)}, mark),
        Curves(
            "Chance to be caught by covering value",
            "Covering value",
            "Chance",
            lines,
            here=faced.value,
            sets="value",
            own=list(lines)[bunker],
        ),
    ]
