"""One obstacle, section 6.2: what is left of a move that crosses it."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.maths import Number
from drillbook.rulesets.breaking_news.movement import _actions as actions

BY = {actions.RUN: "Run Move", actions.SHOOT: "Move and Shoot"}


@dataclass(frozen=True, slots=True)
class Crossing:
    """The answer on a crossing: what is left of the move, its cost, and whether a shot is left.

    penalty is the penalty of the shot; None if there is no shot.
    """

    left: Number
    cost: Number
    fire: bool
    penalty: int | None


@question(
    "bn/crossing?obstacle=waist&action=run",
    "bn/crossing?obstacle=waist&action=move-and-shoot",
    "bn/crossing?obstacle=man&action=run",
    "bn/crossing?obstacle=two-men&action=run&helped=yes",
    "bn/crossing?obstacle=none&action=move-and-shoot",
)
def crossing(
    r: Reader,
    *,
    obstacle: Annotated[str, Choice(actions.OBSTACLES, default=actions.WAIST, label="Obstacle")],
    action: Annotated[str, Choice(BY, label="Action")],
    helped: Annotated[bool, actions.HELP],
) -> Breakdown[Crossing]:
    """What is left of a move that crosses this obstacle?"""
    w = Working(r)
    whole = actions.reach_of(r, action)
    w.start(f"{actions.action_name(r, action)}, in the clear", whole)
    pictures = [_all_crossings(r, obstacle, action)]
    left = _left(r, obstacle, action, helped)
    if obstacle != actions.CLEAR:
        w.note("its level, by its height", actions.LEVELS[obstacle])
        if not left.open:
            w.refuse(f"Not allowed: {left.reason}.", left.rule, exhibits=pictures)
        w.subtract("taken by the obstacle", whole.number - left.cm, left.rule)
    w.note(
        "with help it counts as an obstacle of the level below",
        "movement.obstacle-3-aid",
        when=obstacle == actions.TWO_MEN,
    )
    busy = obstacle == actions.TWO_MEN and r.holds("level-3-helper", "helping-is-his-action")
    w.note("a comrade who helps him does nothing else this turn", "movement.one-action", when=busy)
    penalty, shot = None, "no shot"
    if action == actions.SHOOT:
        pays = actions.pays_for_move(
            r, actions.SHOOT, actions.Went(left.cm if obstacle == actions.CLEAR else 0, obstacle)
        )
        penalty = r.cell("modifiers", "moved", "change").whole if pays else 0
        shot = f"a shot at +{penalty}" if penalty else "a shot"
        w.note(f"he may shoot, and needs {penalty} more" if penalty else "he may shoot at no penalty", left.rule)
    else:
        w.note("a Run Move leaves no shot", "movement.action-run")
    told = Crossing(left.cm, whole.number - left.cm, action == actions.SHOOT, penalty)
    helper = "; a comrade who helps does nothing else" if busy else ""
    headline = f"{told.left} {r.ruleset.unit} left of {whole.amount}, and {shot}{helper}"
    return w.answer(told, headline=headline, exhibits=pictures)


def _left(r: Reader, obstacle: str, action: str, helped: bool) -> actions.Option:
    if obstacle != actions.CLEAR:
        return actions.crossing_of(r, obstacle, action, helped)
    reach = actions.reach_of(r, action)
    return actions.Option(reach.number, reach.rule)


def _all_crossings(r: Reader, obstacle: str, action: str) -> Grid:
    """Every obstacle against either action: how many cm are left."""
    return Grid(
        f"What each obstacle leaves of a move, in {r.ruleset.unit}",
        "Obstacle",
        "Action",
        [*list(actions.OBSTACLES.values())[:-1], "Two men, helped"],
        ["Run", "Move, shoot"],
        [[_left(r, one, way, True).left for way in BY] for one in actions.OBSTACLES],
        chance=False,
        here=(list(actions.OBSTACLES).index(obstacle), list(BY).index(action)),
        by_row={"obstacle": list(actions.OBSTACLES)},
        by_column={"action": list(BY)},
    )
