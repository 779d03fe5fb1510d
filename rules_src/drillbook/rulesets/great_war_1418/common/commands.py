"""What a company may do under its battalion's order: the chart, and further conditions.

Each action has conditions of its own beside the chart.
"""

from dataclasses import dataclass

from drillbook.asking import Checks, Reader, Working
from drillbook.rulesets.great_war_1418.common.ground import ADVANCE, ASSAULT, HOLD, RETREAT, may_dig

STAY, MOVE, SEEK, CHARGE, WITHDRAW = "stay", "move", "find-cover", "assault", "retreat"
#: Every action of the chart, as its cells write it.
ACTIONS = {STAY: "stay", MOVE: "move", SEEK: "find cover", CHARGE: "assault", WITHDRAW: "retreat"}
QUIET, WATCHED, MISSED, HIT = "quiet", "watched", "missed", "hit"
#: Which way a company goes: as its action means it, or otherwise.
MEANT, TOWARDS, ASIDE, AWAY = "meant", "towards", "aside", "away"
ORDER_WORDS = {ADVANCE: "ADVANCE", HOLD: "HOLD", ASSAULT: "ASSAULT", RETREAT: "RETREAT"}


@dataclass(frozen=True, slots=True)
class Case:
    """A company, or a platoon of it, when Low Commands are written.

    order: its battalion's order; dug: whether it is dug in; fire: whether it counts as under fire.
    """

    order: str
    dug: bool
    fire: bool

    @property
    def column(self) -> str:
        """The column of the chart that it reads."""
        return f"{'dug' if self.dug else 'undug'}_{'fire' if self.fire else 'safe'}"

    @property
    def head(self) -> str:
        """How it is said above a column."""
        return f"{'Dug in' if self.dug else 'Undug'}, {'fire' if self.fire else 'safe'}"

    @property
    def words(self) -> str:
        """How it is said."""
        return f"{'dug in' if self.dug else 'not dug in'} and {'under fire' if self.fire else 'safe'}"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a company is to do.

    action: the action; way: its direction; reach: whether its goal is in reach in this bound; digs: whether it digs.
    way, reach: None if they are not stated.
    """

    action: str
    way: str | None = None
    reach: bool | None = None
    digs: bool = False


def under_fire(r: Reader, lately: str) -> bool:
    """Whether that counts as under fire for the orders of this bound."""
    counts = {"could-be-shot": (WATCHED, MISSED, HIT), "was-hit": (HIT,)}
    return lately in counts.get(r.read_as("under-fire"), (MISSED, HIT))


def offered(r: Reader, case: Case) -> str:
    """Return what the chart offers, as the chart writes it."""
    return str(r.cell("orders", case.order, case.column).amount)


def choices(r: Reader, case: Case) -> tuple[str, ...]:
    """Return what the chart offers, action by action."""
    written = offered(r, case)
    return tuple(action for action, words in ACTIONS.items() if words in written)


def lets(r: Reader, case: Case, action: str, *, digs: bool = False) -> bool:
    """Tell whether the chart lets a company do that, digging or not.

    Where it may move it may go where it likes, also into better ground, so that a move finds cover without being called so.
    """
    may = choices(r, case)
    if action in may or action != SEEK or r.holds("find-cover", "digging-only"):
        return action in may or (action == SEEK and digs and STAY in may and case.order == ADVANCE)
    return (STAY if digs else MOVE) in may and case.order == ADVANCE


def judged(r: Reader, w: Working, case: Case, wish: Wish) -> Checks:
    """Every condition of the wish, one by one."""
    checks = Checks(w)
    legal, rule = lets(r, case, wish.action, digs=wish.digs), f"low-commands.{case.order}"
    told = f"on {ORDER_WORDS[case.order]}, {case.words}, it may {offered(r, case)}"
    if legal and wish.action not in choices(r, case):
        told += ", and dig in where it stays" if wish.digs else ", and a move may go into cover"
    if case.order == RETREAT and wish.action == CHARGE:
        rule = "high-commands.no-assault-retreat"
    checks.ask(f"Does the chart let it {ACTIONS[wish.action]}?", legal, told, rule)
    digs = None
    if wish.digs:
        digs = _digging(r, checks, case, wish)
    _going(r, checks, wish)
    if wish.action == SEEK:
        _cover(r, checks, wish, bool(digs))
    if wish.action == CHARGE and wish.reach is not None and r.holds("assault-target", "contact-possible"):
        found = "it can reach an enemy" if wish.reach else "it cannot reach an enemy in this bound"
        checks.ask("Can it reach an enemy?", wish.reach, found, "low-commands.assault")
    return checks


def _digging(r: Reader, checks: Checks, case: Case, wish: Wish) -> bool:
    """Whether it may dig in while it does that."""
    if case.dug:
        return checks.ask("May it dig in?", False, "it is dug in already", "low-commands.situations")
    ok, found, rule = may_dig(r, case.order, case.fire)
    if ok and case.order == ADVANCE and wish.action not in (STAY, SEEK):
        ok, found = False, "on ADVANCE it digs in only where it stays"
    return checks.ask("May it dig in?", ok, found.rstrip("."), rule)


def _going(r: Reader, checks: Checks, wish: Wish) -> None:
    """Whether it goes in a direction that its action has."""
    wanted = {CHARGE: TOWARDS, WITHDRAW: AWAY}.get(wish.action)
    if wanted is None or wish.way is None or not r.holds("order-directions", "as-named"):
        return
    found = {TOWARDS: "towards the enemy", AWAY: "away from the nearest enemy", ASIDE: "neither nearer nor farther"}
    rule = f"low-commands.{'assault' if wish.action == CHARGE else 'retreat'}"
    goes = wanted if wish.way == MEANT else wish.way
    checks.ask(f"Does it go {found[wanted]}?", goes == wanted, f"it goes {found[goes]}", rule)


def _cover(r: Reader, checks: Checks, wish: Wish, digs: bool) -> None:
    """Whether what it does is finding cover."""
    match r.read_as("find-cover"):
        case "within-reach":
            there = wish.reach is not False
            found = "it digs in" if digs else "it gets there" if there else "it does not get there in this bound"
            checks.ask("Does it reach better ground in this bound?", there or digs, found, "low-commands.matrix")
        case "digging-only":
            checks.ask("Does it dig in?", digs, "it digs in" if digs else "it does not dig in", "low-commands.matrix")
        case _:
            told = "it digs in" if digs else "it starts for better ground, which it need not reach in this bound"
            checks.ask("Does it make for better ground, or dig in?", True, told, "low-commands.matrix")
