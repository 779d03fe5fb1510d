"""What a man on foot may do with his turn: the actions of section 5.0, and what a crossed obstacle leaves of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drillbook.exact import write_number
from drillbook.reader import Cited
from drillbook.rulesets.breaking_news._firing import a_weapon
from drillbook.rulesets.breaking_news._moving import limit_of

if TYPE_CHECKING:
    from drillbook.exact import Number
    from drillbook.reader import Reader

RUN, SHOOT, CAUTIOUS, COVERING = "run", "move-and-shoot", "cautious", "covering"
ACTIONS = (RUN, SHOOT, CAUTIOUS, COVERING)
CLEAR, WAIST, MAN, TWO_MEN = "none", "waist", "man", "two-men"
LEVELS = {WAIST: "movement.obstacle-1", MAN: "movement.obstacle-2", TWO_MEN: "movement.obstacle-3"}

SNIPER = "sniper"
HEAVY = ("mmg", "hmg")
#: The line of the covering table that a weapon uses; a precision rifle borrows the rifle's.
COVERS = {
    "pistol": "pistol",
    "rifle": "rifle",
    "ar-single": "ar",
    "ar-burst": "ar",
    SNIPER: "rifle",
    "smg": "smg",
    "lmg": "lmg",
    "mmg": "mmg",
    "hmg": "hmg",
}


class Went(NamedTuple):
    """What a man has done of his move so far: cm before an obstacle (or in the clear), the obstacle, and cm beyond it."""

    before: Number
    obstacle: str = CLEAR
    beyond: Number = 0
    helped: bool = False

    @property
    def total(self) -> Number:
        """All the cm of it."""
        return self.before + self.beyond


class Bar(NamedTuple):
    """What forbids something: the reason as a clause, and the rule."""

    reason: str
    rule: str


class Shooting(NamedTuple):
    """A shot that an action still allows: how much farther he may go before it, and whether it pays for the move.

    penalised is about a shot from here, at_the_end about one after all the cm that are left.
    """

    left: Number
    penalised: bool
    at_the_end: bool
    rule: str


def reach_of(r: Reader, action: str) -> Cited:
    """How far an action goes in the clear."""
    return r.cell("actions", action, "reach")


def action_name(r: Reader, action: str) -> str:
    """What an action is called."""
    return str(r.ruleset.table("actions").row(action).name)


def crossing(r: Reader, obstacle: str, action: str, helped: bool) -> Cited | Bar:
    """How many cm an obstacle leaves of an action that crosses it, or why that action cannot."""
    r.cite(LEVELS[obstacle])
    if obstacle == TWO_MEN:
        if not helped:
            return Bar("nobody gets over it without equipment or a comrade", r.cite("movement.obstacle-3-aid"))
        r.cite("movement.obstacle-3-aid")
    if action not in (RUN, SHOOT):
        return Bar("no obstacle is crossed by so short a step", r.cite("movement.obstacle-table"))
    row = f"{WAIST if obstacle == WAIST else MAN}-{RUN if action == RUN else 'shoot'}"
    if not r.has_cell("obstacles", row, "left"):
        return Bar("only a Run Move gets over it", r.cite("movement.obstacle-2-run"))
    return r.cell("obstacles", row, "left")


def left_of(r: Reader, action: str, went: Went) -> Cited | Bar:
    """How many cm he may still go with this action, or why what he has done is more than it allows."""
    reach = reach_of(r, action)
    whole, counted = reach, went.total
    if went.obstacle != CLEAR:
        after = crossing(r, went.obstacle, action, went.helped)
        if isinstance(after, Bar):
            return after
        whole = after
        if r.reading("obstacle-split") == "B":
            counted = went.beyond
            assert not isinstance(reach.amount, str)
            if went.before > reach.amount:
                return Bar(f"{write_number(went.before)} cm is more than {reach.amount} cm", reach.rule)
    assert not isinstance(whole.amount, str)
    if counted > whole.amount:
        most = f"{whole.amount} cm" if went.obstacle == CLEAR else f"the {whole.amount} cm left by the obstacle"
        return Bar(f"{write_number(counted)} cm is more than {most}", whole.rule)
    return Cited(whole.amount - counted, whole.rule)


def pays_for_move(r: Reader, action: str, went: Went) -> bool:
    """Whether a shot at the end of this action carries the penalty for moving."""
    if action != SHOOT:
        return False
    over = r.cell("modifiers", "moved", "over").amount
    assert not isinstance(over, str)
    match r.reading("move-shoot-short"):
        case "B":
            return True
        case "C":
            return went.total > over
        case _:
            return went.total > over or went.obstacle != CLEAR


def shot_of(r: Reader, weapon: str, action: str, went: Went) -> Shooting | Bar:
    """Whether this action still lets him fire this weapon by aiming at somebody."""
    left = left_of(r, action, went)
    if isinstance(left, Bar):
        return left
    if action == RUN:
        return Bar("a Run Move leaves no shot", r.cite("movement.action-run"))
    if action == COVERING:
        return Bar("he aims at an area, not at a man", r.cite("movement.action-covering"))
    limit = limit_of(r, weapon)
    whole = reach_of(r, action).amount
    assert not isinstance(whole, str)
    assert not isinstance(left.amount, str)
    if went.obstacle == CLEAR and went.total > limit.reach:
        far = f"after {limit.reach} cm at most" if limit.reach else "only if he has not moved"
        return Bar(f"{a_weapon(r, weapon)} is fired {far}", limit.rule)
    if went.obstacle != CLEAR and limit.reach < whole:
        return Bar(f"the obstacle takes more of a move than {a_weapon(r, weapon)} allows", limit.rule)
    free = limit.reach - went.total if went.obstacle == CLEAR else left.amount
    most = min(left.amount, free)
    farthest = went._replace(beyond=went.beyond + most)
    return Shooting(most, pays_for_move(r, action, went), pays_for_move(r, action, farthest), limit.rule)


def worth_telling(moving: Shooting | Bar, careful: Shooting | Bar) -> bool:
    """Whether a Move and Shoot gives anything that a Cautious Move does not give without a penalty."""
    if isinstance(moving, Bar):
        return False
    return isinstance(careful, Bar) or moving.left > careful.left


def covers(r: Reader, weapon: str, went: Went) -> Shooting | Bar:
    """Whether he may still lay covering fire with this weapon, and how much farther he may go before it."""
    left = left_of(r, COVERING, went)
    if isinstance(left, Bar):
        return left
    name = a_weapon(r, weapon)
    if weapon not in COVERS or (weapon == SNIPER and r.reading("covering-rifle") == "B"):
        return Bar(f"{name} lays no covering fire", r.cite("reaction.cover-table"))
    r.cell("covering", COVERS[weapon], "near")
    rule, free = r.cite("movement.action-covering"), left.amount
    assert not isinstance(free, str)
    if weapon in HEAVY and r.reading("covering-while-moving") == "A":
        still = r.int("movement.mg-static")
        if went.total > still:
            return Bar(f"{name} lays it only if its crew has not moved", r.cite("movement.mg-static"))
        free = still - went.total
    return Shooting(free, False, False, rule)
