"""Getting into vehicles and out of them, section 6.3: how many turns it takes, and whether he can react afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.exact import write_number
from drillbook.exhibits import Decision, Event, Timeline, Verdict
from drillbook.kinds import Choice, Length
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._actions import RUN, reach_of

Number = int | Fraction

IN, OUT = "in", "out"
WAYS = {IN: "Gets in", OUT: "Gets out"}


@dataclass(frozen=True, slots=True)
class Boarding:
    """How many turns it takes, how many of them on foot, whether he may shoot in the turn itself and react after it."""

    turns: int
    on_foot: int
    may_shoot: bool
    may_react: bool


@question("breaking_news", "boarding", examples=["bn/boarding?way=in&gap=12", "bn/boarding?way=out&gap=30"])
def boarding(
    r: Reader,
    /,
    *,
    way: Annotated[str, Choice(WAYS, default="in", label="What he does")],
    gap: Annotated[
        Number,
        Length(
            0,
            60,
            default=12,
            label="Way on foot",
            help="To the vehicle's side before he gets in, or from it once he is out; 0 is next to it.",
        ),
    ],
) -> Breakdown[Boarding]:
    """How many turns does it take to get into a vehicle, or out of it and away?"""
    w = Working(r)
    reach = reach_of(r, RUN)
    assert isinstance(reach.amount, int)
    walks = -(-gap // reach.amount)
    aboard = r.cite("movement.vehicle-complete-move")
    lies = way == OUT and r.reading("vehicle-exit-ground") == "B"
    runs = "Run Move" if walks == 1 else "Run Moves"
    w.start(f"{runs} for {write_number(gap)} {r.ruleset.unit} on foot", Cited(walks, reach.rule))
    w.add("turn for getting in" if way == IN else "turn for getting out", Cited(1, aboard))
    rule = r.cite("movement.vehicle-enter" if way == IN else "movement.vehicle-exit")
    w.note("first he stands next to it" if way == IN else "he is put down next to it", rule)
    w.note("a complete move leaves neither movement nor a shot", "movement.vehicle-complete-move")
    may_react = way == OUT and not lies
    if lies:
        w.note("lying on the ground he is suppressed", "casualties.supp-by-ground")
        w.note("a suppressed man cannot react", "casualties.supp-no-reaction")
        if walks:
            w.note("and goes on only when he has passed his test", "casualties.supp-test-before-action")
    elif way == OUT:
        w.note("once he is out he may react like anyone", "movement.reactions")
    total = w.total
    assert isinstance(total, int)
    told = Boarding(total, walks, False, may_react)
    return w.answer(
        told, headline=_headline(r, told, way, gap, lies), exhibits=[_turns(told, way), _asked(r, way, lies)]
    )


def _headline(r: Reader, told: Boarding, way: str, gap: Number, lies: bool) -> str:
    turns = f"{told.turns} turn{'' if told.turns == 1 else 's'}"
    if way == IN:
        last = " in the last" if told.on_foot else ""
        return f"He is aboard after {turns}, and has no shot{last}"
    far = f" and {write_number(gap)} {r.ruleset.unit} away" if gap else ""
    least = " at the least" if lies and gap else ""
    after = "suppressed, so that he cannot react" if lies else "free to react once he is down"
    return f"Out{far} after {turns}{least}; {after}"


def _turns(told: Boarding, way: str) -> Timeline:
    on_foot = [Event("On foot", turn, turn + 1, "runs", "act") for turn in range(told.on_foot)]
    if way == IN:
        events = [*on_foot, Event("At the vehicle", told.on_foot, told.turns, "gets in", "wait")]
    else:
        later = [Event(one.lane, one.start + 1, one.end + 1, one.label, one.kind) for one in on_foot]
        events = [Event("At the vehicle", 0, 1, "gets out", "wait"), *later]
    return Timeline("Turn by turn", "turns", events)


def _asked(r: Reader, way: str, lies: bool) -> Decision:
    react = "of men inside nothing is said" if way == IN else "he lies, suppressed" if lies else "he stands"
    rule = "movement.reactions" if way == IN else "casualties.supp-no-reaction" if lies else "movement.vehicle-exit"
    return Decision(
        "What is left to him in the turn itself, and after it",
        [
            Verdict("Move any farther?", False, "it takes a complete move", r.cite("movement.vehicle-complete-move")),
            Verdict("Shoot?", False, "it takes a complete move", r.cite("movement.vehicle-complete-move")),
            Verdict("React afterwards?", None if way == IN else not lies, react, r.cite(rule)),
        ],
    )
