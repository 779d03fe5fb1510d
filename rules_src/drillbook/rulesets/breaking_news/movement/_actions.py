"""The actions of a man on foot, section 5.0, and what a crossed obstacle leaves of each."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from drillbook.asking import Cited, Flag, Reader
from drillbook.maths import Number, exact, write_number
from drillbook.rulesets.breaking_news.common.firing import a_weapon
from drillbook.rulesets.breaking_news.common.moving import limit_of, stands_still

RUN, SHOOT, CAUTIOUS, COVERING = "run", "move-and-shoot", "cautious", "covering"
ACTIONS = (RUN, SHOOT, CAUTIOUS, COVERING)
#: The actions that end in an aimed shot.
SHOTS = (SHOOT, CAUTIOUS)
CLEAR, WAIST, MAN, TWO_MEN = "none", "waist", "man", "two-men"
LEVELS = {WAIST: "movement.obstacle-1", MAN: "movement.obstacle-2", TWO_MEN: "movement.obstacle-3"}
OBSTACLES = {CLEAR: "None", WAIST: "To the waist", MAN: "A man's height", TWO_MEN: "Two men's height"}
HELP = Flag(
    default=True,
    label="With help or equipment",
    when={"obstacle": (TWO_MEN,)},
    why_not="Only an obstacle of level 3 takes help.",
)

SNIPER = "sniper"
#: The lines of the covering table that weapons with another name use; a precision rifle borrows the rifle's.
COVERS = {"ar-single": "ar", "ar-burst": "ar", SNIPER: "rifle"}


class Went(NamedTuple):
    """The part of a man's move already done: cm before an obstacle, the obstacle, cm beyond.

    In the clear, all the cm are in before. helped: he has help or equipment at the obstacle.
    """

    before: Number
    obstacle: str = CLEAR
    beyond: Number = 0
    helped: bool = True

    @property
    def total(self) -> Number:
        """All the cm of it."""
        return self.before + self.beyond


@dataclass(frozen=True, slots=True)
class Option:
    """What an action still offers: the cm left of it, and whether a shot pays for the move.

    left is None if the action is closed; reason then states why. penalised is about a shot from here, at_the_end about
    one after all the cm that are left.
    """

    left: Number | None
    rule: str
    reason: str = ""
    penalised: bool = False
    at_the_end: bool = False

    @property
    def open(self) -> bool:
        """Whether the action may be taken at all."""
        return self.left is not None

    @property
    def cm(self) -> Number:
        """The cm left, of a closed action none."""
        return self.left or 0


def reach_of(r: Reader, action: str) -> Cited:
    """How far an action goes in the clear."""
    return r.cell("actions", action, "reach")


def action_name(r: Reader, action: str) -> str:
    """Return the name of an action."""
    return str(r.ruleset.table("actions").row(action).name)


def crossing_of(r: Reader, obstacle: str, action: str, helped: bool) -> Option:
    """How many cm an obstacle leaves of an action that crosses it, or why that action cannot."""
    r.cite(LEVELS[obstacle])
    if obstacle == TWO_MEN:
        aid = r.cite("movement.obstacle-3-aid")
        if not helped:
            return Option(None, aid, "nobody gets over it without equipment or a comrade")
    if action not in (RUN, SHOOT):
        return Option(None, r.cite("movement.obstacle-table"), "no obstacle is crossed by so short a step")
    row = f"{WAIST if obstacle == WAIST else MAN}-{RUN if action == RUN else 'shoot'}"
    if not r.has_cell("obstacles", row, "left"):
        return Option(None, r.cite("movement.obstacle-2-run"), "only a Run Move gets over it")
    left = r.cell("obstacles", row, "left")
    return Option(left.number, left.rule)


def left_of(r: Reader, action: str, went: Went) -> Option:
    """Return how many cm are left of this action, or why the move so far exceeds it."""
    reach = reach_of(r, action)
    if went.obstacle == CLEAR:
        return _rest(went.total, reach.number, f"{reach.number} cm", reach.rule)
    after = crossing_of(r, went.obstacle, action, went.helped)
    if not after.open:
        return after
    far_side = bool(went.before) and r.holds("obstacle-split", "far-side")
    if far_side and went.before > reach.number:
        return _rest(went.before, reach.number, f"{reach.number} cm", reach.rule)
    counted = went.beyond if far_side else went.total
    return _rest(counted, after.cm, f"the {after.cm} cm left by the obstacle", after.rule)


def _rest(gone: Number, whole: Number, words: str, rule: str) -> Option:
    if gone > whole:
        return Option(None, rule, f"{write_number(gone)} cm is more than {words}")
    return Option(exact(whole - gone), rule)


def pays_for_move(r: Reader, action: str, went: Went) -> bool:
    """Whether a shot at the end of this action carries the penalty for moving."""
    if action != SHOOT:
        return False
    if went.obstacle != CLEAR and not r.holds("move-shoot-short", "distance-only"):
        return True
    return r.holds("move-shoot-short", "always") or went.total > r.cell("modifiers", "moved", "over").number


def options_of(r: Reader, weapon: str, went: Went, wanted: Iterable[str] = ACTIONS) -> dict[str, Option]:
    """Return what each of the wanted actions still offers a man with this weapon.

    went is how far he has gone. Without wanted, all actions are returned.
    """
    left = {action: left_of(r, action, went) for action in wanted}
    work = {SHOOT: _shooting, CAUTIOUS: _shooting, COVERING: _covering}
    return {
        action: work[action](r, weapon, action, went, one) if action in work and one.open else one
        for action, one in left.items()
    }


def best_shot(options: Mapping[str, Option]) -> Option | None:
    """Return the option with the better shot; None if no action allows one."""
    return next((options[action] for action in (CAUTIOUS, SHOOT) if options[action].open), None)


def _shooting(r: Reader, weapon: str, action: str, went: Went, left: Option) -> Option:
    """Return what the weapon's own limit leaves of an action that ends in an aimed shot."""
    limit = limit_of(r, weapon)
    most = left.cm
    if went.obstacle != CLEAR:
        if limit.reach < reach_of(r, action).number:
            return Option(None, limit.rule, f"the obstacle takes more of a move than {a_weapon(r, weapon)} allows")
    elif went.total > limit.reach:
        far = f"after {limit.reach} cm at most" if limit.reach else "only if he has not moved"
        return Option(None, limit.rule, f"{a_weapon(r, weapon)} is fired {far}")
    else:
        most = min(most, limit.reach - went.total)
    farthest = went._replace(beyond=went.beyond + most)
    return Option(most, limit.rule, "", pays_for_move(r, action, went), pays_for_move(r, action, farthest))


def _covering(r: Reader, weapon: str, _action: str, went: Went, left: Option) -> Option:
    """Covering fire: whether the weapon lays it at all, and how far its crew may go before it."""
    row, name = COVERS.get(weapon, weapon), a_weapon(r, weapon)
    if row not in r.ruleset.table("covering").rows or (weapon == SNIPER and r.holds("covering-rifle", "only-printed")):
        return Option(None, r.cite("reaction.cover-table"), f"{name} lays no covering fire")
    r.cell("covering", row, "near")
    rule, most = r.cite("movement.action-covering"), left.cm
    if stands_still(r, weapon) and r.holds("covering-while-moving", "heavy-stays"):
        still = r.int("movement.mg-static")
        if went.total > still:
            return Option(None, r.cite("movement.mg-static"), f"{name} lays it only if its crew has not moved")
        most = still - went.total
    return Option(most, rule)


def phrases(options: Mapping[str, Option], unit: str, free: str = "") -> Iterator[tuple[str, str]]:
    """Yield the open options in words, each with its rule.

    free is what is said of a shot without the penalty. A Move and Shoot is left out if it gives nothing that a Cautious
    Move does not give without a penalty.
    """
    run, moving, careful, cover = (options[action] for action in ACTIONS)
    if run.open:
        yield f"run on {write_number(run.cm)} {unit}" if run.cm else "stop here", run.rule
    for shot in (moving, careful):
        if not shot.open or (shot is moving and careful.open and moving.cm <= careful.cm):
            continue
        far = f"go on {write_number(shot.cm)} {unit} and shoot" if shot.cm else "shoot from here"
        yield far + (" at a penalty" if shot.at_the_end else free), shot.rule
    if cover.open:
        yield "lay covering fire", cover.rule
