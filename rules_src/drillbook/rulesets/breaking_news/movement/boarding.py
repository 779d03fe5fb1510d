"""Getting into vehicles and out of them, section 6.3: the turns it takes, and reactions."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Length, Reader, Working, question
from drillbook.asking.exhibits import Event, Timeline
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.breaking_news.movement._actions import RUN, reach_of

IN, OUT = "in", "out"
WAYS = {IN: "Gets in", OUT: "Gets out"}
ABOARD = "movement.vehicle-complete-move"


@dataclass(frozen=True, slots=True)
class Boarding:
    """The answer on boarding: the turns it takes, those on foot, and the shots and reactions.

    may_shoot is about the turn of boarding itself, may_react about the time after it.
    """

    turns: int
    on_foot: int
    may_shoot: bool
    may_react: bool


@question("bn/boarding?way=in&gap=12", "bn/boarding?way=out&gap=30")
def boarding(
    r: Reader,
    *,
    way: Annotated[str, Choice(WAYS, label="What he does")],
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
    walks = -(-gap // reach.whole)
    lies = way == OUT and r.holds("vehicle-exit-ground", "lies-down")
    far = f"{write_number(gap)} {r.ruleset.unit}"
    w.start(f"Run Move{'' if walks == 1 else 's'} for {far} on foot", walks, reach.rule)
    w.add(f"turn for getting {way}", 1, ABOARD)
    if way == IN:
        w.note("first he stands next to it", "movement.vehicle-enter")
    else:
        w.note("he is put down next to it", "movement.vehicle-exit")
    w.note("a complete move leaves neither movement nor a shot", ABOARD)
    checks = Checks(w)
    checks.ask("Move any farther?", False, "it takes a complete move", ABOARD)
    checks.ask("Shoot?", False, "it takes a complete move", ABOARD)
    if way == IN:
        checks.ask("React afterwards?", None, "of men inside nothing is said", "movement.reactions")
    elif lies:
        w.note("lying on the ground he is suppressed", "casualties.supp-by-ground")
        w.note("a suppressed man cannot react", "casualties.supp-no-reaction")
        w.note("and goes on only when he has passed his test", "casualties.supp-test-before-action", when=walks)
        checks.ask("React afterwards?", False, "he lies, suppressed", "casualties.supp-no-reaction")
    else:
        w.note("once he is out he may react like anyone", "movement.reactions")
        checks.ask("React afterwards?", True, "he stands", "movement.vehicle-exit")
    told = Boarding(w.whole, walks, False, way == OUT and not lies)
    return w.answer(
        told,
        headline=_headline(told, way, far, lies),
        exhibits=[_turns(told, way), checks.decision("What is left to him in the turn itself, and after it")],
    )


def _headline(told: Boarding, way: str, far: str, lies: bool) -> str:
    turns = counted(told.turns, "turn")
    if way == IN:
        return f"He is aboard after {turns}, and has no shot" + (" in the last" if told.on_foot else "")
    away = f" and {far} away" if told.on_foot else ""
    least = " at the least" if lies and told.on_foot else ""
    after = "suppressed, so that he cannot react" if lies else "free to react once he is down"
    return f"Out{away} after {turns}{least}; {after}"


def _turns(told: Boarding, way: str) -> Timeline:
    first, boards = (0, told.on_foot) if way == IN else (1, 0)
    events = [Event("On foot", turn, turn + 1, "runs") for turn in range(first, first + told.on_foot)]
    events.append(Event("At the vehicle", boards, boards + 1, f"gets {way}", "wait"))
    return Timeline("Turn by turn", "turns", sorted(events, key=lambda event: event.start))
