"""When a battle ends and who has lost it: section 14.0."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Count, Flag, Reader, Working, question
from drillbook.rulesets.breaking_news.common.defeat import BLUE, NOBODY, RED, RETREAT, WALK_OFF, leaving_points, losing

FAILS, LEAVES = "fails", "leaves"
OWN_EDGE = "deployment-area"


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The answer on the end: whether the battle is over, who has lost, and both sides' points.

    The points include those for leaving.
    """

    over: bool
    loser: str
    blue: int
    red: int


@question(
    "bn/game-end?event=fails&side=blue&blue=30&red=25",
    "bn/game-end?event=fails&side=blue&blue=20&red=25",
    "bn/game-end?event=leaves&side=red&blue=30&red=25&edge=deployment-area",
    "bn/game-end?event=leaves&side=red&blue=30&red=25&edge=elsewhere",
)
def game_end(
    r: Reader,
    *,
    event: Annotated[
        str,
        Choice(
            {"fails": "A side fails its Morale Test", "leaves": "A side leaves the field", "nothing": "Neither"},
            label="What happens",
        ),
    ],
    side: Annotated[
        str,
        Choice(
            {"blue": "Blue", "red": "Red"},
            label="Which side",
            when={"event": ("fails", "leaves")},
            why_not="Nothing happens to either.",
        ),
    ],
    edge: Annotated[
        str,
        Choice(
            {"deployment-area": "Its deployment area", "elsewhere": "Another edge"},
            label="Through",
            when={"event": ("leaves",)},
            why_not="Nobody leaves.",
        ),
    ],
    blue: Annotated[int, Count(-50, 400, default=30, step=5, label="Blue's Defeat Points", help="Before this.")],
    red: Annotated[int, Count(-50, 400, default=25, step=5, label="Red's Defeat Points", help="Before this.")],
    scenario: Annotated[
        bool,
        Flag(
            label="Scenario with ends of its own",
            when={"event": ("fails", "leaves")},
            why_not="Nothing happens that could end it.",
        ),
    ],
) -> Breakdown[GameEnd]:
    """Is the battle over, and who has lost it?"""
    w = Working(r)
    if event == LEAVES and edge != OWN_EDGE and not scenario:
        w.refuse("Nobody leaves there: the way out is one's own deployment area.", "victory.leave-where")
    points = {BLUE: blue, RED: red}
    who, failed = side.capitalize(), side if event == FAILS else NOBODY
    before = losing(r, blue, red, failed)
    checks = Checks(w)
    checks.ask("Is a side losing?", before != NOBODY, f"Blue {blue}, Red {red}: {_losing(before)}", "victory.loser")
    if event == FAILS:
        words = f"{who} fails its Morale Test and is {'losing' if before == side else 'not losing'}"
        checks.ask("Does the losing side fail its Morale Test?", before == side, words, "victory.end-morale")
    if event == LEAVES:
        checks.ask("Does a side leave the field?", True, f"{who} leaves the field", "victory.end-leave")
        own = edge == OWN_EDGE
        words = "by its own deployment area" if own else "by another edge, which only the scenario can allow"
        checks.ask("By its deployment area?", own, words, "victory.leave-where")
    if scenario:
        checks.ask("No scenario with ends of its own?", False, "the scenario says when it ends", "victory.end-morale")
    checks.tell(lambda one: one.finding)
    over = not scenario and (event == LEAVES or (event == FAILS and before == side))
    if event == LEAVES or (over and r.holds("removed-points", "pays")):
        line = leaving_points(r, RETREAT if event == FAILS else WALK_OFF)
        w.start(f"{who} had", points[side], "victory.loser")
        w.add(line.label, line.points, line.rule)
        points[side] = w.whole
    after = losing(r, points[BLUE], points[RED], failed)
    end = f"Blue {points[BLUE]}, Red {points[RED]}"
    if over:
        headline = f"It is over, {end}: " + ("a draw" if after == NOBODY else f"{after.capitalize()} has lost")
    else:
        headline = f"It goes on, {end}: {_losing(after)}"
    return w.answer(
        GameEnd(over, after if over else NOBODY, points[BLUE], points[RED]),
        headline=headline,
        exhibits=[checks.decision("Is it over?")],
    )


def _losing(loser: str) -> str:
    return "nobody is losing" if loser == NOBODY else f"{loser.capitalize()} is losing"
