"""What one figure of a squad may still do this turn: a man of the active or the reacting side, or a vehicle with its gun."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from drillbook.exact import write_number
from drillbook.rulesets.breaking_news._actions import (
    CAUTIOUS,
    CLEAR,
    COVERING,
    RUN,
    SHOOT,
    SNIPER,
    Bar,
    Went,
    covers,
    left_of,
    shot_of,
    worth_telling,
)
from drillbook.rulesets.breaking_news._moving import ARMOURED, driven_limit
from drillbook.rulesets.breaking_news._reach import BARRED

if TYPE_CHECKING:
    from drillbook.exact import Number
    from drillbook.reader import Reader

LOOKED, SUPPRESSED, SHAKEN, HIDDEN = "looked", "suppressed", "shaken", "hidden"
SHOT, COVERED, GOT_IN, GOT_OUT = "shot", "covered", "got-in", "got-out"
TANK_GUN, VEHICLE_MG = "tank-gun", "vehicle-mg"
VEHICLES = (TANK_GUN, VEHICLE_MG)
ROCKETS = ("rpg", "grenade-launcher")


class Soldier(NamedTuple):
    """A figure as the planner's form tells it."""

    weapon: str
    moved: Number
    obstacle: str
    status: str

    @property
    def row(self) -> str:
        """The line of the firing table that says what his weapon is."""
        return {"ar": "ar-single", TANK_GUN: "tank", VEHICLE_MG: "hmg"}.get(self.weapon, self.weapon)


@dataclass(slots=True)
class Plan:
    """What is open to a figure: cm left by action, whether he shoots and pays for it, and everything in words with its rules.

    drives is a vehicle's: how many cm are left to it, its dice will say.
    """

    left: dict[str, Number] = field(default_factory=dict)
    drives: bool = False
    shoots: bool = False
    pays: bool = False
    covers: bool = False
    reacts: bool = False
    tests: bool = False
    looks: bool = False
    said: list[tuple[str, str]] = field(default_factory=list)

    def say(self, words: str, rule: str) -> None:
        """One more thing that is open or closed to him, and why."""
        self.said.append((words, rule))

    @property
    def able(self) -> bool:
        """Whether anything is left to him beside looking."""
        return bool(self.left) or self.drives or self.shoots or self.covers or self.reacts

    @property
    def moves(self) -> bool:
        """Whether he can get any farther."""
        return self.drives or any(self.left.values())

    @property
    def words(self) -> str:
        """All of it as one sentence."""
        return "; ".join(words for words, _ in self.said)


def plan_active(r: Reader, one: Soldier) -> Plan:
    """What a figure of the Active Player may still do."""
    plan = Plan()
    if one.weapon in VEHICLES:
        _vehicle(r, plan, one)
        return plan
    if one.status == SHAKEN:
        _shaken(r, plan, one)
    elif not _finished(r, plan, one):
        if one.status == SUPPRESSED:
            plan.tests = True
            plan.say("first he tests for his suppression; if he passes", r.cite("casualties.supp-test-before-action"))
        if one.status == HIDDEN:
            _hidden(r, plan)
        _actions(r, plan, one)
    _look(r, plan, one)
    return plan


def _finished(r: Reader, plan: Plan, one: Soldier) -> bool:
    """Whether he has used up his turn already."""
    ends = {
        SHOT: ("his turn is over, for the move comes before the shot", "movement.fire-after-move"),
        COVERED: ("his turn is over, for covering fire was his action", "movement.one-action"),
        GOT_IN: ("his turn is over, for getting in took his complete move", "movement.vehicle-complete-move"),
        GOT_OUT: ("his turn is over, for getting out took his complete move", "movement.vehicle-complete-move"),
    }
    if one.status not in ends:
        return False
    words, rule = ends[one.status]
    plan.say(words, r.cite(rule))
    if one.status == GOT_OUT and r.reading("vehicle-exit-ground") == "B":
        plan.say("he lies beside the vehicle, suppressed", r.cite("casualties.supp-by-ground"))
    return True


def _shaken(r: Reader, plan: Plan, one: Soldier) -> None:
    """A man who has failed his test creeps into cover at best."""
    most = r.int("casualties.supp-fail-move")
    left = most - one.moved
    if left > 0:
        plan.left[RUN] = left
        plan.say(f"up to {write_number(left)} cm into cover, if he has none", r.cite("casualties.supp-fail-move"))
    else:
        plan.say(f"nothing more, after {most} cm into cover at most", r.cite("casualties.supp-fail-move"))


def _hidden(r: Reader, plan: Plan) -> None:
    base, dice = r.int("sighting.hidden-move", "base"), r.text("sighting.hidden-move", "dice")
    plan.say(f"hidden only while he creeps {base} cm − {dice} and holds his fire", r.cite("sighting.hidden-move"))
    plan.say("or is seen, and acts like anyone", r.cite("sighting.auto-sighted"))


def _actions(r: Reader, plan: Plan, one: Soldier) -> None:
    """The four actions, for a man who has gone so far."""
    went = Went(0, one.obstacle, one.moved, True) if one.obstacle != CLEAR else Went(one.moved)
    run = left_of(r, RUN, went)
    if isinstance(run, Bar):
        plan.say(f"no such move: {run.reason}", run.rule)
        return
    assert not isinstance(run.amount, str)
    plan.left[RUN] = run.amount
    plan.say(f"run on {write_number(run.amount)} cm" if run.amount else "stop here", run.rule)
    moving, careful = shot_of(r, one.row, SHOOT, went), shot_of(r, one.row, CAUTIOUS, went)
    if isinstance(moving, Bar):
        plan.say(f"no shot: {moving.reason}", moving.rule)
    else:
        plan.left[SHOOT] = moving.left
        plan.shoots, plan.pays = True, moving.penalised and isinstance(careful, Bar)
        if worth_telling(moving, careful):
            _shot_words(plan, moving.left, moving.at_the_end, moving.rule)
    if not isinstance(careful, Bar):
        plan.left[CAUTIOUS] = careful.left
        _shot_words(plan, careful.left, False, careful.rule)
    cover = covers(r, one.row, went)
    if not isinstance(cover, Bar):
        plan.covers = True
        plan.left[COVERING] = cover.left
        plan.say("lay covering fire", cover.rule)


def _shot_words(plan: Plan, left: Number, pays: bool, rule: str) -> None:
    far = f"go on {write_number(left)} cm and shoot" if left else "shoot from here"
    plan.say(f"{far}{' at a penalty' if pays else ''}", rule)


def _look(r: Reader, plan: Plan, one: Soldier) -> None:
    times = r.int("sighting.once")
    plan.looks = one.status != GOT_IN and not (one.status == LOOKED and times <= 1)


def _vehicle(r: Reader, plan: Plan, one: Soldier) -> None:
    """A vehicle drives as far as its dice allow; its gun wants it to stand, its machine gun does not."""
    if one.status == SHOT:
        rule = "movement.tank-gun-or-move" if one.weapon == TANK_GUN else "movement.fire-after-move"
        plan.say("its turn is over", r.cite(rule))
        return
    plan.drives = True
    if one.weapon == TANK_GUN:
        rule = r.cite("movement.tank-gun-or-move")
        if one.moved:
            plan.say("drive on; the gun is silent, for it has moved", rule)
        else:
            plan.shoots = True
            plan.say("fire its gun or drive", rule)
        return
    limit = driven_limit(r, ARMOURED)
    if limit is not None and one.moved > limit.reach:
        plan.say(f"drive on; no shot after more than {limit.reach} cm", limit.rule)
        return
    over = r.cell("modifiers", "moved", "over")
    assert not isinstance(over.amount, str)
    plan.shoots, plan.pays = True, one.moved > over.amount
    plan.say("drive on", r.cite("movement.armour-mg-moving"))
    plan.say("fire its machine gun" + (" at a penalty" if plan.pays else ""), over.rule)


def plan_reacting(r: Reader, one: Soldier) -> Plan:
    """What a figure of the Reacting Player may do at the enemy's next action."""
    plan = Plan()
    if one.weapon not in VEHICLES:
        if one.status in (SUPPRESSED, SHAKEN):
            return _lying(r, plan, one, "he is suppressed")
        if one.status == GOT_OUT and r.reading("vehicle-exit-ground") == "B":
            return _lying(r, plan, one, "he lies suppressed where he got out")
        if one.status == GOT_IN:
            plan.say("cannot react from inside the vehicle", r.cite("movement.vehicle-complete-move"))
            return plan
    if one.row in BARRED:
        plan.say("no opportunity fire with this weapon", r.cite("reaction.opp-barred"))
    elif one.row in ROCKETS and one.status == SHOT and r.int("reaction.opp-rpg-once") <= 1:
        plan.say("no second shot with a rocket or a launcher", r.cite("reaction.opp-rpg-once"))
    else:
        plan.reacts = plan.shoots = True
        if one.weapon == SNIPER:
            plan.say("opportunity fire at any range", r.cite("reaction.opp-no-limit"))
        else:
            limit = r.int("reaction.opp-range")
            plan.say(f"opportunity fire to {limit} cm", r.cite("reaction.opp-range"))
        if one.status == HIDDEN:
            plan.say("which gives him away", r.cite("sighting.auto-sighted"))
    if one.weapon in VEHICLES:
        return plan
    _dodge(r, plan, one)
    _look(r, plan, one)
    return plan


def _lying(r: Reader, plan: Plan, one: Soldier, why: str) -> Plan:
    """A suppressed man does not react; whether he may still dodge is a ruling."""
    dodges = r.reading("dodge-suppressed") == "B"
    plan.say(f"cannot {'shoot' if dodges else 'react'}, for {why}", r.cite("casualties.supp-no-reaction"))
    if dodges:
        _dodge(r, plan, one)
    return plan


def _dodge(r: Reader, plan: Plan, one: Soldier) -> None:
    """What is left of his step into cover."""
    left = r.int("reaction.dodge-5cm") - one.moved
    if left > 0:
        plan.reacts = True
        plan.left[CAUTIOUS] = left
        plan.say(f"dodge up to {write_number(left)} cm into cover", r.cite("reaction.dodge-5cm"))
