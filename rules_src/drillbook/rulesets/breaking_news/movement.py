"""The turn of a man on foot, section 5.0: which of his actions are still open once he has gone so far."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Decision, Event, Exhibit, Mark, Timeline, Verdict
from drillbook.kinds import Choice, Flag, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._actions import (
    ACTIONS,
    CAUTIOUS,
    CLEAR,
    COVERING,
    RUN,
    SHOOT,
    Bar,
    Shooting,
    Went,
    action_name,
    covers,
    left_of,
    reach_of,
    shot_of,
    worth_telling,
)
from drillbook.rulesets.breaking_news._firing import Aim
from drillbook.rulesets.breaking_news._reach import called
from drillbook.rulesets.breaking_news._shot import Shot, shoot
from drillbook.rulesets.breaking_news.shooting import ARMS, Mode

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

ON_FOOT = {weapon: name for weapon, name in ARMS.items() if weapon != "tank"}
OBSTACLES = {
    "none": "None",
    "waist": "To the waist",
    "man": "A man's height",
    "two-men": "Two men's height",
}
OVER = ("waist", "man", "two-men")


@dataclass(frozen=True, slots=True)
class ActionsLeft:
    """Which actions are open, how many cm each still allows, and what the best shot needs.

    penalty is what the better shot pays from here, shoot_penalty what a Move and Shoot that ends here would pay.
    """

    open: int
    actions: str
    run_left: Number
    shoot_left: Number
    cautious_left: Number
    covering_left: Number
    may_shoot: bool
    may_cover: bool
    penalty: int
    shoot_penalty: int
    needed: int
    hit: Fraction


@question(
    "breaking_news",
    "action",
    examples=[
        "bn/action?weapon=ar&mode=single&moved=3&distance=20&troops=r4",
        "bn/action?weapon=rpg&moved=6&distance=40&troops=r3",
        "bn/action?weapon=mmg&moved=0&distance=60&troops=r3",
        "bn/action?weapon=ar&mode=burst&moved=2&obstacle=waist&beyond=3&distance=20&troops=r2",
        "bn/action?weapon=smg&moved=4&obstacle=two-men&beyond=1&helped=yes&distance=20&troops=irr3",
    ],
)
def action(
    r: Reader,
    /,
    *,
    weapon: Annotated[str, Choice(ON_FOOT, default="ar", label="Weapon")],
    mode: Mode,
    troops: Annotated[str, Choice(table="classes", default="r4", label="He is")],
    moved: Annotated[
        Number, Length(0, 25, default=3, label="Moved so far", help="Up to an obstacle, if he has crossed one.")
    ],
    obstacle: Annotated[str, Choice(OBSTACLES, default="none", label="Obstacle crossed")],
    beyond: Annotated[
        Number,
        Length(0, 15, default=0, label="And behind it", when={"obstacle": OVER}, why_not="He has crossed no obstacle."),
    ],
    helped: Annotated[
        bool,
        Flag(
            default=True,
            label="With help or equipment",
            when={"obstacle": ("two-men",)},
            why_not="Only an obstacle of level 3 takes help.",
        ),
    ],
    distance: Annotated[Number, Length(0, 150, default=20, label="To his target")],
) -> Breakdown[ActionsLeft]:
    """What may a man still do in his turn, once he has moved so far?"""
    w = Working(r)
    row = f"ar-{mode}" if weapon == "ar" else weapon
    went = Went(moved, obstacle, beyond, helped)
    w.start("moved so far", Cited(went.total, r.cite("movement.one-action")))
    left: dict[str, Cited] = {}
    verdicts = []
    for one in ACTIONS:
        found = _open(r, row, one, went)
        if isinstance(found, Bar):
            w.note(f"not {_as_noun(r, one)}: {found.reason}", found.rule)
        else:
            left[one] = found
            w.then(f"left for {_as_noun(r, one)}", found)
        verdicts.append(_verdict(r, one, found))
    best, penalised = _best(r, w, row, went)
    shot = _shot(r, w, row, troops, went, distance, best)
    ends_here = shot_of(r, row, SHOOT, went)
    reached = shot if isinstance(shot, Shot) else None
    told = _told(r, left, best, penalised, isinstance(ends_here, Shooting) and ends_here.penalised, reached)
    pictures: list[Exhibit] = [
        Decision("The actions, and which of them are still open", verdicts),
        _ruler(r, went, left),
    ]
    if reached:
        pictures.append(Bars("How many hits his shot scores", "Hits", {"": reached.hits}, Mark(1, "at least one hit")))
    return w.answer(
        told,
        headline=_headline(r, row, went, left, shot),
        chance=reached.at_least_one if reached else None,
        distribution=reached.hits if reached else None,
        exhibits=pictures,
    )


@simulation("breaking_news", "action")
def throw_action(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The dice of the shot he still has, thrown, and the hits counted; none where he has no shot."""
    row = f"ar-{inputs['mode']}" if inputs["weapon"] == "ar" else inputs["weapon"]
    went = Went(inputs["moved"], inputs["obstacle"], inputs["beyond"], inputs["helped"])
    best, _ = _best(r, Working(r), row, went)
    shot = _shot(r, Working(r), row, inputs["troops"], went, inputs["distance"], best)
    thrown, needed = (shot.dice, shot.needed) if isinstance(shot, Shot) else (0, 0)
    return (dice.roll_each(r.text("shooting.roll"), count, thrown) >= needed).sum(axis=1)


def _open(r: Reader, weapon: str, one: str, went: Went) -> Cited | Bar:
    """How many cm an action still allows, counting what its shot demands; or what closes it."""
    if one == RUN:
        return left_of(r, RUN, went)
    found = covers(r, weapon, went) if one == COVERING else shot_of(r, weapon, one, went)
    if isinstance(found, Bar):
        return found
    return Cited(found.left, found.rule if found.left else reach_of(r, one).rule)


def _best(r: Reader, w: Working, weapon: str, went: Went) -> tuple[str | None, bool]:
    """The action with the better shot, and whether it pays for the move."""
    for one in (CAUTIOUS, SHOOT):
        found = shot_of(r, weapon, one, went)
        if isinstance(found, Shooting):
            w.note("he moves first and shoots afterwards", "movement.fire-after-move")
            return one, found.penalised
    return None, False


def _shot(
    r: Reader, w: Working, weapon: str, troops: str, went: Went, distance: Number, best: str | None
) -> Shot | Refusal | None:
    """The shot itself, fired from where he stands now; a Refusal where it does not reach its target."""
    if best is None:
        return None
    found = shot_of(r, weapon, best, went)
    assert isinstance(found, Shooting)
    shot = shoot(r, w, Aim(weapon, distance, troops, went.total, penalised=found.penalised))
    if isinstance(shot, Refusal):
        w.note(shot.reason[:1].lower() + shot.reason[1:].rstrip("."), shot.rule)
    return shot


def _told(
    r: Reader, left: dict[str, Cited], best: str | None, penalised: bool, ends_here: bool, shot: Shot | None
) -> ActionsLeft:
    def cm(one: str) -> Number:
        amount = left[one].amount if one in left else 0
        assert not isinstance(amount, str)
        return amount

    change = r.cell("modifiers", "moved", "change").amount
    assert isinstance(change, int)
    return ActionsLeft(
        len(left),
        ", ".join(action_name(r, one) for one in left) or "none",
        cm(RUN),
        cm(SHOOT),
        cm(CAUTIOUS),
        cm(COVERING),
        best is not None,
        COVERING in left,
        change if penalised else 0,
        change if ends_here else 0,
        shot.needed if shot else 0,
        shot.at_least_one if shot else Fraction(0),
    )


def _as_noun(r: Reader, one: str) -> str:
    """An action as a thing: `a Run Move`, `covering fire`."""
    name = action_name(r, one)
    return "covering fire" if one == COVERING else f"a {name}"


def _verdict(r: Reader, one: str, found: Cited | Bar) -> Verdict:
    if isinstance(found, Bar):
        return Verdict(action_name(r, one), False, found.reason, found.rule)
    assert not isinstance(found.amount, str)
    cm = f"{write_number(found.amount)} {r.ruleset.unit} to go" if found.amount else "here, without another step"
    return Verdict(action_name(r, one), True, cm, found.rule)


def _headline(r: Reader, weapon: str, went: Went, left: dict[str, Cited], shot: Shot | Refusal | None) -> str:
    if not left:
        return "No action allows such a move"
    unit, words = r.ruleset.unit, []
    if RUN in left:
        run = left[RUN].amount
        assert not isinstance(run, str)
        if len(left) == 1 and not run:
            return "His move is at its end, and he has no shot"
        words.append(f"run on {write_number(run)} {unit}" if run else "stop here")
    moving, careful = (shot_of(r, weapon, one, went) for one in (SHOOT, CAUTIOUS))
    for found in (moving, careful):
        if isinstance(found, Bar) or (found is moving and not worth_telling(moving, careful)):
            continue
        far = f"go on {write_number(found.left)} {unit} and shoot" if found.left else "shoot from here"
        words.append(f"{far} {'at a' if found.at_the_end else 'without'} penalty")
    if COVERING in left:
        words.append("lay covering fire")
    told = "He may " + "; or ".join(words)
    if SHOOT not in left and CAUTIOUS not in left:
        return f"{told}. He has no shot"
    if isinstance(shot, Refusal):
        return f"{told}. {shot.reason.rstrip('.')}"
    return f"{told}. From here he {called(shot)}" if shot else told


def _ruler(r: Reader, went: Went, left: dict[str, Cited]) -> Timeline:
    """Each action as a bar along the ruler: what he has gone, the obstacle's share, what is left."""
    unit = r.ruleset.unit
    events = []
    for one in ACTIONS:
        lane = action_name(r, one)
        if one not in left:
            events.append(Event(lane, 0, max(went.total, 1), "closed", "stop"))
            continue
        cm = left[one].amount
        reach = reach_of(r, one).amount
        assert not isinstance(cm, str)
        assert not isinstance(reach, str)
        if went.total:
            events.append(Event(lane, 0, went.total, write_number(went.total), "wait"))
        if went.obstacle != CLEAR and reach - went.total - cm > 0:
            events.append(Event(lane, went.total, reach - cm, "obstacle", "danger"))
        start = reach - cm if went.obstacle != CLEAR else went.total
        if cm:
            events.append(Event(lane, start, start + cm, f"{write_number(cm)} left", "act"))
    return Timeline("How far each action still takes him", f"{unit} of the move", events)
