"""The turn of a man on foot, section 5.0: his open actions after a move so far."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Checks, Choice, Length, Reader, Refusal, Working, attempt, question, simulation
from drillbook.asking.exhibits import Bars, Event, Exhibit, Mark, Timeline
from drillbook.maths import Number, Thrower, write_number
from drillbook.rulesets.breaking_news.common.firing import Aim
from drillbook.rulesets.breaking_news.common.reach import called
from drillbook.rulesets.breaking_news.common.shot import NO_SHOT, Shot, shoot
from drillbook.rulesets.breaking_news.movement._actions import (
    CAUTIOUS,
    CLEAR,
    COVERING,
    HELP,
    OBSTACLES,
    RUN,
    SHOOT,
    Option,
    Went,
    action_name,
    best_shot,
    options_of,
    phrases,
    reach_of,
)  # fmt: skip
from drillbook.rulesets.breaking_news.shooting.shot import ARMS, Mode, row_in

ON_FOOT = {weapon: name for weapon, name in ARMS.items() if weapon != "tank"}


@dataclass(frozen=True, slots=True)
class ActionsLeft:
    """The answer on the open actions: the cm that each still allows, and the best shot.

    A field is None if there is nothing of its kind. penalty is what the better shot pays from here, shoot_penalty what
    a Move and Shoot that ends here would pay.
    """

    open: int
    actions: str
    run_left: Number | None
    shoot_left: Number | None
    cautious_left: Number | None
    covering_left: Number | None
    may_shoot: bool
    may_cover: bool
    penalty: int | None
    shoot_penalty: int | None
    needed: int | None
    hit: Fraction | None


@question(
    "bn/action?weapon=ar&mode=single&moved=3&distance=20&troops=r4",
    "bn/action?weapon=rpg&moved=6&distance=40&troops=r3",
    "bn/action?weapon=mmg&moved=0&distance=60&troops=r3",
    "bn/action?weapon=ar&mode=burst&moved=2&obstacle=waist&beyond=3&distance=20&troops=r2",
    "bn/action?weapon=smg&moved=4&obstacle=two-men&beyond=1&helped=yes&distance=20&troops=irr3",
)
def action(
    r: Reader,
    *,
    weapon: Annotated[str, Choice(ON_FOOT, default="ar", label="Weapon")],
    mode: Mode,
    troops: Annotated[str, Choice(table="classes", default="r4", label="He is")],
    moved: Annotated[
        Number, Length(0, 30, default=3, label="Moved so far", help="Up to an obstacle, if he has crossed one.")
    ],
    obstacle: Annotated[str, Choice(OBSTACLES, label="Obstacle crossed")],
    beyond: Annotated[
        Number,
        Length(0, 30, label="And behind it", unless={"obstacle": (CLEAR,)}, why_not="He has crossed no obstacle."),
    ],
    helped: Annotated[bool, HELP],
    distance: Annotated[Number, Length(0, 150, default=20, label="To his target", bands=("shooting.table",))],
) -> Breakdown[ActionsLeft]:
    """What may a man still do in his turn, once he has moved so far?"""
    w = Working(r)
    went = Went(moved, obstacle, beyond, helped)
    row = row_in(weapon, mode)
    options = options_of(r, row, went)
    checks = _tell(w, went, options)
    shot = _shot(w, row, troops, went, distance, best_shot(options))
    reached = shot if isinstance(shot, Shot) else None
    pictures: list[Exhibit] = [
        checks.decision("The actions, and which of them are still open"),
        _ruler(r, went, options),
    ]
    if reached:
        pictures.append(Bars("How many hits his shot scores", "Hits", {"": reached.hits}, Mark(1, "at least one hit")))
    return w.answer(
        _told(r, options, reached),
        headline=_headline(r, options, shot),
        chance=reached.at_least_one if reached else None,
        distribution=reached.hits if reached else None,
        exhibits=pictures,
    )


@simulation
def throw_action(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the dice of the man's remaining shot and return the hits; 0 if he has no shot."""
    went = Went(*(inputs[name] for name in ("moved", "obstacle", "beyond", "helped")))
    row = row_in(inputs["weapon"], inputs["mode"])
    best = best_shot(options_of(r, row, went))
    shot = _shot(Working(r), row, inputs["troops"], went, inputs["distance"], best)
    return (shot if isinstance(shot, Shot) else NO_SHOT).thrown(r, dice, count)


def _tell(w: Working, went: Went, options: Mapping[str, Option]) -> Checks:
    """Add the steps of what each action still allows, and return the same as a check list."""
    r, checks = w.reader, Checks(w)
    w.start("moved so far", went.total, "movement.one-action")
    for one, found in options.items():
        name = action_name(r, one)
        noun = "covering fire" if one == COVERING else f"a {name}"
        w.then(f"left for {noun}", found.cm, found.rule, when=found.open)
        w.note(f"not {noun}: {found.reason}", found.rule, when=not found.open)
        left = f"{write_number(found.cm)} {r.ruleset.unit} to go" if found.cm else "here, without another step"
        checks.ask(name, found.open, left if found.open else found.reason, found.rule)
    return checks


def _shot(
    w: Working, weapon: str, troops: str, went: Went, distance: Number, best: Option | None
) -> Shot | Refusal | None:
    """Return the shot from the man's present place, and add its steps.

    The result is a Refusal if the shot does not reach its target, and None if no action allows one.
    """
    if best is None:
        return None
    w.note("he moves first and shoots afterwards", "movement.fire-after-move")
    aim = Aim(weapon, distance, troops, went.total, penalised=best.penalised)
    shot = attempt(lambda: shoot(w.reader, w, aim))
    if isinstance(shot, Refusal):
        w.note(shot.reason[:1].lower() + shot.reason[1:].rstrip("."), shot.rule)
    return shot


def _told(r: Reader, options: Mapping[str, Option], shot: Shot | None) -> ActionsLeft:
    change = r.cell("modifiers", "moved", "change").whole
    names = [action_name(r, one) for one, found in options.items() if found.open]
    best, moving = best_shot(options), options[SHOOT]
    return ActionsLeft(
        len(names),
        ", ".join(names) or "none",
        options[RUN].left,
        moving.left,
        options[CAUTIOUS].left,
        options[COVERING].left,
        best is not None,
        options[COVERING].open,
        (change if best.penalised else 0) if best else None,
        (change if moving.penalised else 0) if moving.open else None,
        shot.needed if shot else None,
        shot.at_least_one if shot else None,
    )


def _headline(r: Reader, options: Mapping[str, Option], shot: Shot | Refusal | None) -> str:
    words = [words for words, _ in phrases(options, r.ruleset.unit, " without penalty")]
    if not words:
        return "No action allows such a move"
    if words == ["stop here"]:
        return "His move is at its end, and he has no shot"
    told = f"He may {'; or '.join(words)}"
    if shot is None:
        return f"{told}. He has no shot"
    if isinstance(shot, Refusal):
        return f"{told}. {shot.reason.rstrip('.')}"
    return f"{told}. From here he {called(shot)}"


def _ruler(r: Reader, went: Went, options: Mapping[str, Option]) -> Timeline:
    """Return each action as a bar along the ruler: cm gone, the obstacle's share, cm left."""
    events = []
    for one, found in options.items():
        lane = action_name(r, one)
        if not found.open:
            events.append(Event(lane, 0, max(went.total, 1), "closed", "stop"))
            continue
        start = went.total
        if went.total:
            events.append(Event(lane, 0, went.total, write_number(went.total), "wait"))
        if went.obstacle != CLEAR:
            start = reach_of(r, one).number - found.cm
            if start > went.total:
                events.append(Event(lane, went.total, start, "obstacle", "danger"))
        if found.cm:
            events.append(Event(lane, start, start + found.cm, f"{write_number(found.cm)} left", "act"))
    return Timeline("How far each action still takes him", f"{r.ruleset.unit} of the move", events)
