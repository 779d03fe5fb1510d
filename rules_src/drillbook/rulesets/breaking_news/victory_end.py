"""When a battle ends and who has lost it: section 14.0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.exhibits import Decision, Verdict
from drillbook.kinds import Choice, Count, Flag
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._defeat import BLUE, NOBODY, RED, RETREAT, leaving_points
from drillbook.rulesets.breaking_news.victory import losing

FAILS, LEAVES, NOTHING = "fails", "leaves", "nothing"
OWN_EDGE = "deployment-area"


@dataclass(frozen=True, slots=True)
class GameEnd:
    """Whether the battle is over, who has lost it, and both sides' points with those for leaving."""

    over: bool
    loser: str
    blue: int
    red: int


@question(
    "breaking_news",
    "game-end",
    examples=[
        "bn/game-end?event=fails&side=blue&blue=30&red=25",
        "bn/game-end?event=fails&side=blue&blue=20&red=25",
        "bn/game-end?event=leaves&side=red&blue=30&red=25&edge=deployment-area",
        "bn/game-end?event=leaves&side=red&blue=30&red=25&edge=elsewhere",
    ],
)
def game_end(
    r: Reader,
    /,
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
) -> Breakdown[GameEnd] | Refusal:
    """Is the battle over, and who has lost it?"""
    w = Working(r)
    points = {BLUE: blue, RED: red}
    verdicts = []
    if event == LEAVES and edge != OWN_EDGE:
        return w.refuse("Nobody leaves there: the way out is one's own deployment area.", "victory.leave-where")
    failed = side if event == FAILS else NOBODY
    before = losing(r, blue, red, failed)
    standing = f"{blue} to {red}"
    w.note(f"Blue {blue}, Red {red}: {_losing_words(before)}", "victory.loser")
    verdicts.append(Verdict("Is a side losing?", before != NOBODY, standing, r.cite("victory.loser")))
    over = False
    if event == FAILS:
        over = before == side
        words = f"{side.capitalize()} fails its Morale Test and is {'losing' if over else 'not losing'}"
        w.note(words, "victory.end-morale")
        verdicts.append(
            Verdict("Does the losing side fail its Morale Test?", over, words, r.cite("victory.end-morale"))
        )
    if event == LEAVES:
        over = True
        w.note(f"{side.capitalize()} leaves the field", "victory.end-leave")
        verdicts.append(Verdict("Does a side leave the field?", True, side.capitalize(), r.cite("victory.end-leave")))
        verdicts.append(Verdict("By its deployment area?", True, "yes", r.cite("victory.leave-where")))
    if scenario:
        over = False
        w.note("the scenario says when it ends", "victory.end-morale")
        verdicts.append(Verdict("No scenario with ends of its own?", False, "one", r.cite("victory.end-morale")))
    if event == LEAVES or over:
        line = leaving_points(r, RETREAT if event == FAILS else "walk-off", 1)
        w.start(f"{side.capitalize()} had", Cited(points[side], r.cite("victory.loser")))
        w.add(line.label, Cited(line.points, line.rule))
        points[side] += line.points
    loser = losing(r, points[BLUE], points[RED], failed) if over else NOBODY
    answer = GameEnd(over, loser, points[BLUE], points[RED])
    end = f"Blue {points[BLUE]}, Red {points[RED]}"
    if over:
        headline = f"It is over, {end}: " + ("a draw" if loser == NOBODY else f"{loser.capitalize()} has lost")
    else:
        headline = f"It goes on, {end}: {_losing_words(losing(r, points[BLUE], points[RED], failed))}"
    return w.answer(answer, headline=headline, exhibits=[Decision("Is it over?", verdicts)])


def _losing_words(loser: str) -> str:
    return "nobody is losing" if loser == NOBODY else f"{loser.capitalize()} is losing"
