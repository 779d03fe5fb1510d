"""Shooting through covering fire: what the test of section 8.3 costs the man, or the crew, who takes it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown
from drillbook.chains import Chain
from drillbook.exhibits import Bars, Curves, Exhibit, Mark, Track
from drillbook.kinds import Choice, Count, Flag
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._casualties import FATES, REMOVED, SUPPRESSED, UNHURT, explain_save, save
from drillbook.rulesets.breaking_news._covering import caught
from drillbook.rulesets.breaking_news._watcher import Nerve, Post, nerve

if TYPE_CHECKING:
    from drillbook.simulate import Thrower


@dataclass(frozen=True, slots=True)
class CoveringTest:
    """The chances of the shots, and of what becomes of the men: nobody hit, suppressed at worst, one out."""

    fires: Fraction
    fires_all: Fraction
    mean_shots: Fraction
    unhurt: Fraction
    suppressed: Fraction
    removed: Fraction


@question(
    "breaking_news",
    "covering-test",
    examples=[
        "bn/covering-test?value=9&troops=irr3&bunker=yes",
        "bn/covering-test?value=6&troops=r2&bunker=no&cover=yes&leader=yes&shots=2",
        "bn/covering-test?value=9&troops=r1&bunker=no&cover=no&crew=2",
    ],
)
def covering_test(
    r: Reader,
    /,
    *,
    value: Annotated[int, Count(0, 9, default=9, label="Covering value")],
    troops: Annotated[str, Choice(table="classes", default="irr3", label="He is")],
    bunker: Annotated[bool, Flag(default=True, label="In a bunker")],
    cover: Annotated[
        bool,
        Flag(
            default=False,
            label="Behind cover",
            when={"bunker": ("no",)},
            why_not="A man in a bunker is protected as it is.",
        ),
    ],
    leader: Annotated[bool, Flag(default=False, label="Leader")],
    crew: Annotated[int, Count(1, 3, default=1, label="Crew of the weapon")],
    shots: Annotated[int, Count(1, 6, default=1, label="Shots he wants this turn")],
) -> Breakdown[CoveringTest]:
    """Does he get his shot off through covering fire, and what does the attempt cost him?"""
    w = Working(r)
    how = save(r, troops, leader=leader, protected=bunker or cover)
    faced = nerve(r, value, bunker, how, crew=crew, shots=shots)
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

    _explain(r, w, faced, bunker)
    explain_save(r, w, troops, leader=leader, protected=bunker or cover)
    w.note("the hit is saved against before the shot", "reaction.cover-save-first")
    if crew > 1:
        w.note(
            "every man of the crew saves" if faced.whole_crew else "the hit strikes one of the crew",
            "reaction.cover-save-first",
        )
    w.note(
        "he shoots before he is suppressed" if faced.shoots_when_saved else "a suppressed man does not shoot",
        "casualties.supp-no-reaction",
    )
    if shots > 1:
        w.note(
            "he tests but once in the turn" if faced.once_a_turn else "every shot is tested anew", "reaction.opp-repeat"
        )
    w.then("chance that the first shot is fired", Cited(_said(answer.fires, shots), r.cite("reaction.cover-test")))
    w.then("chance that a man is removed", Cited(_said(answer.removed, shots), r.cite("casualties.save-fail")))

    words = {UNHURT: "unhurt", SUPPRESSED: "suppressed", REMOVED: "removed"}
    track = Track(
        "What has come to him after each shot he tries",
        FATES,
        [turn.map(lambda post: post.fate) for turn in turns],
        words,
        absorbing=(REMOVED, SUPPRESSED),
        turn_word="Shot",
    )
    return w.answer(
        answer,
        headline=_headline(answer, shots, crew),
        chance=answer.fires,
        distribution=fates,
        exhibits=_pictures(r, faced, bunker, track),
    )


@simulation("breaking_news", "covering-test")
def throw_covering_test(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Tests and saves thrown with real dice, shot after shot: what has come to the man at the end."""
    how = save(r, inputs["troops"], leader=inputs["leader"], protected=inputs["bunker"] or inputs["cover"])
    faced = nerve(r, inputs["value"], inputs["bunker"], how, crew=inputs["crew"], shots=inputs["shots"])
    return faced.throw(r, dice, count, inputs["crew"], inputs["shots"])


def _explain(r: Reader, w: Working, faced: Nerve, bunker: bool) -> None:
    if not faced.value:
        w.note("no covering fire, so no test", "reaction.cover-test")
        return
    rule = r.cite("reaction.cover-bunker" if bunker else "reaction.cover-test")
    w.then("from inside a bunker he throws" if bunker else "he throws", Cited(faced.dice, rule))
    w.then(f"chance of {faced.value} or less, which catches him", Cited(faced.caught, r.cite("reaction.cover-test")))
    w.then("hit from a failed test, and no more", "reaction.cover-one-hit")


def _headline(answer: CoveringTest, shots: int, crew: int) -> str:
    if answer.unhurt == 1:
        return "Nothing stops him: he fires for certain"
    fires, every, removed = (_said(one, shots) for one in (answer.fires, answer.fires_all, answer.removed))
    fate = "to be removed" if crew == 1 else "to lose a man"
    cost = f"{fate} {removed}" if answer.removed else "no danger of being removed"
    if shots > 1:
        many = "both shots" if shots == 1 + 1 else f"all {shots} shots"
        return f"Chance to fire the first shot {fires}, {many} {every}; {cost}"
    if answer.fires == 1:
        return f"He fires for certain; {'chance ' if answer.removed else ''}{cost}"
    return f"Chance to fire {fires}; {cost}"


def _said(chance: Fraction, shots: int) -> str:
    """A chance in words: as it is for a single shot, in percent where many branches make it unreadable."""
    return percent(chance) if shots > 1 else str(chance)


def _pictures(r: Reader, faced: Nerve, bunker: bool, track: Track) -> list[Exhibit]:
    cap = r.int("reaction.cover-cap")
    values = range(cap + 1)
    lines = {
        f"outside, {r.text('reaction.cover-test')}": [(value, caught(r, value, False)) for value in values],
        f"in a bunker, {r.text('reaction.cover-bunker')}": [(value, caught(r, value, True)) for value in values],
    }
    totals = r.dice("reaction.cover-bunker" if bunker else "reaction.cover-test")
    mark = Mark(faced.value, f"caught on {faced.value} or less", "at_most") if faced.value else None
    return [
        track,
        Bars(f"The test with {faced.dice}", f"Total of {faced.dice}", {"": totals}, mark),
        Curves("Chance to be caught by covering value", "Covering value", "Chance", lines, here=faced.value),
    ]
