"""A suppressed man, section 10.0: what he may do before he passes his test, and as a target."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Length, Reader, Working, question
from drillbook.asking.answers.checklist import verdict_line
from drillbook.errors import Contradiction
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_news.common.man import Man

SAVED, GROUND = "saved", "ground"
OPEN, COVER = "open", "cover"
#: Why he is suppressed, and the rule.
WHY = {
    SAVED: ("a hit that he saved", "casualties.supp-by-save"),
    GROUND: ("no cover in reach, so he went to ground", "casualties.supp-by-ground"),
}
UNTRIED, FAILED, PASSED = "untried", "failed", "passed"


@dataclass(frozen=True, slots=True)
class SuppressedMan:
    """The answer on a suppressed man: what he may do, how far he may crawl, his cover.

    may_move is how far he may crawl after a failed test, in cm; None if no test has failed.
    """

    may_act: bool
    may_react: bool
    may_move: Number | None
    hidden: bool
    in_cover: bool
    save_bonus: int


@question(
    "bn/suppressed-man?cause=saved&place=cover&test=untried",
    "bn/suppressed-man?cause=saved&place=open&test=failed&cover-distance=8&enemy=40",
    "bn/suppressed-man?cause=ground&test=failed&cover-distance=12&enemy=20",
    "bn/suppressed-man?cause=saved&place=open&test=passed",
)
def suppressed_man(
    r: Reader,
    *,
    cause: Annotated[str, Choice({SAVED: "He was hit and saved", GROUND: "He went to ground"}, label="Why suppressed")],
    place: Annotated[
        str,
        Choice(
            {OPEN: "In the open", COVER: "In cover"},
            label="Where he was",
            when={"cause": (SAVED,)},
            why_not="Only a man without cover goes to ground.",
        ),
    ],
    test: Annotated[
        str, Choice({UNTRIED: "Not taken yet", FAILED: "Failed", PASSED: "Passed"}, label="His test this turn")
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
            bands=("casualties.supp-fail-move",),
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
            bands=("casualties.supp-open-cover",),
        ),
    ],
) -> Breakdown[SuppressedMan]:
    """What may a suppressed man still do, and how does he count as a target?"""
    w = Working(r)
    reach = r.int("reaction.dodge-cover-reach") if cause == GROUND and test == FAILED else 0
    if cover_distance <= reach and not r.holds("supp-crawl", "towards"):  # so near to cover he would have dodged
        raise Contradiction(f"With cover within {reach} cm nobody goes to ground.", cover_distance=reach + 1)
    up = test == PASSED
    down = Man(0 if place == COVER else cover_distance).put_down()
    man = down.recovered() if up else down
    moves = down.crawl(r) if test == FAILED else None
    screen = man.screen(r, enemy)
    bonus = r.int("casualties.bonus-protection") if screen.save else 0
    checks = Checks(w)
    why, rule = ("he has passed his test", "casualties.supp-roll") if up else WHY[cause]
    checks.ask("Is he suppressed?", man.suppressed, why, rule)
    acts = {UNTRIED: "not before he has passed a test", FAILED: "the test is failed", PASSED: "the test is passed"}
    act_rule = "casualties.supp-fail" if test == FAILED else "casualties.supp-test-before-action"
    checks.ask("May he act?", up, acts[test], act_rule)
    dodges = not up and r.holds("dodge-suppressed", "allowed")
    react = "as anybody" if up else "by a dodge alone" if dodges else "not while suppressed"
    checks.ask("May he react?", up or dodges, react, "casualties.supp-no-reaction")
    crawl = _crawling(r, test, man, moves)
    checks.ask("May he crawl towards cover?", up or bool(moves), crawl, "casualties.supp-fail-move")
    hidden = "suppressed in cover, so the enemy must sight him anew" if man.hidden else "in plain sight"
    checks.ask("Is he hidden?", man.hidden, hidden, "casualties.supp-hidden")
    checks.ask("Does he count as in cover?", screen.shot, _as_target(r, man, enemy), "casualties.supp-open-cover")
    alone = "cover against the shot alone" if screen.shot else "no protection"
    given = f"{bonus:+d} on the die" if bonus else alone
    checks.ask("Has he the bonus on his save?", bool(bonus), given, "casualties.bonus-protection")
    checks.tell(verdict_line)
    told = SuppressedMan(up, up or dodges, moves, man.hidden, screen.shot, bonus)
    picture = checks.decision("What a suppressed man may do, and how he counts")
    return w.answer(told, headline=_headline(told, test, man), exhibits=[picture])


def _crawling(r: Reader, test: str, man: Man, moves: Number | None) -> str:
    """Return the words on whether the man may crawl into cover."""
    if test != FAILED:
        return "he moves as he likes" if test == PASSED else "he has not taken his test"
    if man.in_cover:
        return "he is in cover already"
    reach, away = r.int("casualties.supp-fail-move"), write_number(man.to_cover or 0)
    near = "in" if moves == man.to_cover else "out of"
    towards = f", and he crawls {write_number(moves)} cm towards it" if moves and moves != man.to_cover else ""
    return f"cover {away} cm away is {near} reach of {reach} cm{towards}"


def _as_target(r: Reader, man: Man, enemy: Number) -> str:
    """Why he counts as he does when he is shot at."""
    if man.in_cover:
        return "in cover"
    if not man.suppressed:
        return "he is up again, in the open"
    far = r.int("casualties.supp-open-cover")
    return f"shot at from {write_number(enemy)} cm, and such cover begins beyond {far} cm"


def _headline(told: SuppressedMan, test: str, man: Man) -> str:
    idle = {PASSED: "Acts as anybody", UNTRIED: "Must pass a test before he acts", FAILED: "Lies still"}[test]
    where = "into" if told.may_move == man.to_cover else "towards"
    deed = f"May only crawl {write_number(told.may_move)} cm {where} cover" if told.may_move else idle
    rest = "hidden" if told.hidden else "in cover" if told.in_cover else "without cover"
    bonus = f" and saves with {told.save_bonus:+d} on the die" if told.save_bonus else ""
    return f"{deed}; as a target he is {rest}{bonus}"
