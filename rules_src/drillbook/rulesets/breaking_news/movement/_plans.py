"""What one figure of a squad may still do this turn.

The figure is a man of the active or the reacting side, or a vehicle with its gun.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from drillbook.asking import Reader
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_news.common.moving import ARMOURED, driven_limit
from drillbook.rulesets.breaking_news.common.reach import BARRED, GRENADE, once_a_turn
from drillbook.rulesets.breaking_news.common.recovery import reacts_in_retreat
from drillbook.rulesets.breaking_news.movement import _actions as actions

FIT, LOOKED, SUPPRESSED, SHAKEN, HIDDEN = "fit", "looked", "suppressed", "shaken", "hidden"
SHOT, COVERED, GOT_IN, GOT_OUT = "shot", "covered", "got-in", "got-out"
EMPTY, RETREATS, LOCKED, CARRIES = "empty", "retreats", "melee", "carries"
#: The weapons that empty a magazine, by the option on ammunition.
MAGAZINES = ("ar", "smg")
TANK_GUN, VEHICLE_MG = "tank-gun", "vehicle-mg"
VEHICLES = (TANK_GUN, VEHICLE_MG)
#: The lines of the firing table that weapons of the form use which are called otherwise there.
LINES = {"ar": "ar-single", TANK_GUN: "tank", VEHICLE_MG: "hmg"}
#: What a figure is counted among. A vehicle drives: how many cm are left to it, its dice will say.
DRIVES, SHOOTS, PAYS, COVERS = "drives", "shoots", "pays", "covers"
REACTS, TESTS, LOOKS, AMISS = "reacts", "tests", "looks", "amiss"
FIGHTS, LOADS = "fights", "loads"
ABLE = (DRIVES, SHOOTS, COVERS, REACTS, FIGHTS, LOADS)
ENDS = {
    SHOT: ("his turn is over, for the move comes before the shot", "movement.fire-after-move"),
    COVERED: ("his turn is over, for covering fire was his action", "movement.one-action"),
    GOT_IN: ("his turn is over, for getting in took his complete move", "movement.vehicle-complete-move"),
    GOT_OUT: ("his turn is over, for getting out took his complete move", "movement.vehicle-complete-move"),
}


class Soldier(NamedTuple):
    """A figure as the planner's form tells it."""

    weapon: str
    moved: Number
    obstacle: str
    status: str

    @property
    def row(self) -> str:
        """The line of the firing table that says what his weapon is."""
        return LINES.get(self.weapon, self.weapon)

    @property
    def went(self) -> actions.Went:
        """The same as a move: what he has crossed he has crossed at once."""
        return (
            actions.Went(self.moved) if self.obstacle == actions.CLEAR else actions.Went(0, self.obstacle, self.moved)
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """The options of a figure: cm left by action, the marks it is counted by, and the words.

    said holds everything in words, with its rules.
    """

    reader: Reader
    left: dict[str, Number] = field(default_factory=dict)
    marks: set[str] = field(default_factory=set)
    said: list[tuple[str, str]] = field(default_factory=list)

    def say(self, words: str, rule: str, *marks: str) -> None:
        """One more thing that is open or closed to him, why, and what he is counted among for it."""
        self.said.append((words, self.reader.cite(rule)))
        self.marks.update(marks)

    def step(self, action: str, left: Number, words: str, rule: str, *marks: str) -> None:
        """So many cm of an action are open to him."""
        self.left[action] = left
        self.say(words, rule, *marks)

    @property
    def able(self) -> bool:
        """Whether anything is left to him beside looking."""
        return bool(self.left) or not self.marks.isdisjoint(ABLE)

    @property
    def moves(self) -> bool:
        """Whether he can get any farther."""
        return DRIVES in self.marks or any(self.left.values())

    @property
    def words(self) -> str:
        """All of it as one sentence."""
        return "; ".join(words for words, _ in self.said)


def plan_of(r: Reader, one: Soldier, active: bool) -> Plan:
    """Return what a figure may still do: in its own turn, or at the enemy's next action."""
    plan = Plan(r)
    wrong = _wrong(r, one, active)
    if wrong is not None:
        plan.say(f"not so: {wrong[0]}", wrong[1], AMISS)
    elif not active:
        _react(plan, one)
    elif one.weapon in VEHICLES:
        _drive(plan, one)
    else:
        _act(plan, one)
    return plan


def _wrong(r: Reader, one: Soldier, active: bool) -> tuple[str, str] | None:
    """Return which stated act of a figure breaks a rule, and the rule; None if all are allowed."""
    gone = f"{write_number(one.moved)} {r.ruleset.unit}"
    if one.weapon in VEHICLES:
        fired = active and one.weapon == TANK_GUN and one.status == SHOT and one.moved
        return (f"it has fired its gun and driven {gone}", "movement.tank-gun-or-move") if fired else None
    stepped = one.moved or one.obstacle != actions.CLEAR
    if one.status == EMPTY and one.weapon not in MAGAZINES:
        return "only an assault rifle or a submachine gun empties a magazine", "shooting.ammo-double"
    if active and one.status == EMPTY and stepped and r.holds("ammo-movement", "change-at-once"):
        return "he must change the magazine at once, in a turn in which he does nothing else", "shooting.ammo-reload"
    if one.status == LOCKED and r.holds("melee-tie", "thrown-again"):
        return "a tie is thrown again at once, and nobody stays locked in a fight", "close-combat.result"
    if active and one.status == CARRIES and (wrong := _carried_too_far(r, one)):
        return wrong
    if one.status in (GOT_IN, GOT_OUT) and stepped:
        told = f"gone {gone}" if one.moved else "crossed an obstacle"
        return f"getting in or out takes a complete move, and he has {told} besides", "movement.vehicle-complete-move"
    if active and one.status in (SHOT, COVERED):
        options = actions.options_of(r, one.row, one.went, actions.ACTIONS if one.status == COVERED else actions.SHOTS)
        if one.status == SHOT and actions.best_shot(options) is None:
            return options[actions.SHOOT].reason, options[actions.SHOOT].rule
        if one.status == COVERED and not options[actions.COVERING].open:
            return options[actions.COVERING].reason, options[actions.COVERING].rule
    if not active and one.status == COVERED:
        return "covering fire is an action of the Active Player", "movement.action-covering"
    if active and one.status != SHAKEN:
        run = actions.left_of(r, actions.RUN, one.went)
        return None if run.open else (run.reason, run.rule)
    step = "casualties.supp-fail-move" if active else "reaction.dodge-5cm"
    if one.moved > r.int(step):
        return f"{gone} is more than {r.int(step)} {r.ruleset.unit}", step
    if one.obstacle != actions.CLEAR:
        return "no obstacle is crossed by so short a step", "movement.obstacle-table"
    return None


def _carried_too_far(r: Reader, one: Soldier) -> tuple[str, str] | None:
    """Return what is wrong with the move of a man who helps a wounded man; None if nothing is.

    The move may be at most the cm of the rule less the lowest die.
    """
    far = r.int("casualties.wounded-carry", "far") - min(r.dice("casualties.wounded-carry", "dice"))
    if one.obstacle != actions.CLEAR:
        return "no obstacle is crossed by so short a step", "movement.obstacle-table"
    if one.moved > far:
        unit = r.ruleset.unit
        return (
            f"{write_number(one.moved)} {unit} with a wounded man is more than {far} {unit}",
            "casualties.wounded-carry",
        )
    return None


def _act(plan: Plan, one: Soldier) -> None:
    """Add the options of a man of the Active Player."""
    r = plan.reader
    if one.status != GOT_IN:
        _look(plan, one)
    if one.status in HELD:
        HELD[one.status](plan, one)
        return
    if one.status == SHAKEN:
        rule, most = "casualties.supp-fail-move", r.int("casualties.supp-fail-move")
        if left := most - one.moved:
            way = "towards" if r.holds("supp-crawl", "towards") else "into"
            plan.step(actions.RUN, left, f"up to {write_number(left)} cm {way} cover, if he has none", rule)
        else:
            plan.say(f"nothing more, after {most} cm into cover at most", rule)
    elif one.status in ENDS:
        plan.say(*ENDS[one.status])
        if one.status == GOT_OUT and r.holds("vehicle-exit-ground", "lies-down"):
            plan.say("he lies beside the vehicle, suppressed", "casualties.supp-by-ground")
    else:
        _choose(plan, one)


def _reload(plan: Plan, one: Soldier) -> None:
    """Add the options of a man with an empty magazine.

    The change takes a whole turn; until then he may do anything but fire.
    """
    r, run = plan.reader, actions.left_of(plan.reader, actions.RUN, one.went)
    stepped = one.moved or one.obstacle != actions.CLEAR
    if not stepped:
        plan.say("change the magazine, and nothing else this turn", "shooting.ammo-reload", LOADS)
        if r.holds("ammo-movement", "change-at-once"):
            return
    plan.say("no shot with an empty magazine", "shooting.ammo-double")
    if run.open:
        words = f"go on {write_number(run.cm)} {r.ruleset.unit}" if run.cm else "stop here"
        plan.step(actions.RUN, run.cm, words if stepped else f"or {words}", run.rule)


def _fall_back(plan: Plan, one: Soldier) -> None:
    """Add the options of a man in retreat who has failed his test.

    He goes a minimum distance or more towards the edge, and may take a shot that such a move allows.
    """
    r, least = plan.reader, plan.reader.int("morale.retreat")
    options = actions.options_of(r, one.row, one.went, (actions.RUN, actions.SHOOT))
    run, moving = options[actions.RUN], options[actions.SHOOT]
    more, unit = max(0, least - one.moved), r.ruleset.unit
    way = f"{write_number(more)} to {write_number(run.cm)}" if more else f"up to {write_number(run.cm)}"
    plan.step(actions.RUN, run.cm, f"fall back {way} {unit}{' farther' if one.moved else ''}", "morale.retreat")
    if moving.open and moving.cm >= more:
        most = actions.reach_of(r, actions.SHOOT).amount
        plan.say(
            f"and shoot at a penalty, if he goes {most} {unit} and no farther", "morale.retreat-options", SHOOTS, PAYS
        )
    else:
        plan.say(f"no shot: {moving.reason or 'he has to go farther than his weapon allows'}", moving.rule)


def _fight(plan: Plan, _one: Soldier) -> None:
    """Add the option of a man who stays locked in a hand-to-hand fight."""
    plan.say("fights on hand to hand, and does nothing else", "close-combat.result", FIGHTS)


def _carry(plan: Plan, one: Soldier) -> None:
    """Add the options of a man who helps a wounded comrade along.

    The ruling carrier-shoots decides whether he may shoot as well.
    """
    r = plan.reader
    far, die = r.int("casualties.wounded-carry", "far"), r.text("casualties.wounded-carry", "dice")
    left = far - min(r.dice("casualties.wounded-carry", "dice")) - one.moved
    plan.step(
        actions.RUN, left, f"{far} {r.ruleset.unit} − {die} in all with the wounded man", "casualties.wounded-carry"
    )
    free = not r.holds("carrier-shoots", "hands-full")
    shot = actions.best_shot(actions.options_of(r, one.row, one.went, actions.SHOTS)) if free else None
    if shot is None:
        plan.say("no shot while he helps him", "casualties.wounded-carry")
    else:
        plan.say(
            f"and shoot{' at a penalty' if shot.penalised else ''}",
            shot.rule,
            SHOOTS,
            *([PAYS] if shot.penalised else []),
        )


#: What a man may do whose state leaves him no choice among the four actions.
HELD = {EMPTY: _reload, RETREATS: _fall_back, LOCKED: _fight, CARRIES: _carry}


def _look(plan: Plan, one: Soldier) -> None:
    if one.status != LOOKED or plan.reader.int("sighting.once") > 1:
        plan.marks.add(LOOKS)


def _choose(plan: Plan, one: Soldier) -> None:
    """Add the options of the four actions, for a man who has made part of his move."""
    r = plan.reader
    if one.status == SUPPRESSED:
        plan.say("first he tests for his suppression; if he passes", "casualties.supp-test-before-action", TESTS)
    if one.status == HIDDEN:
        base, dice = r.int("sighting.hidden-move", "base"), r.text("sighting.hidden-move", "dice")
        plan.say(f"hidden only while he creeps {base} cm − {dice} and holds his fire", "sighting.hidden-move")
        plan.say("or is seen, and acts like anyone", "sighting.auto-sighted")
    options = actions.options_of(r, one.row, one.went)
    moving = options[actions.SHOOT]
    plan.left.update({action: found.cm for action, found in options.items() if found.open})
    open_to_him = list(actions.phrases(options, r.ruleset.unit))
    if not moving.open:
        open_to_him.insert(1, (f"no shot: {moving.reason}", moving.rule))
    for words, rule in open_to_him:
        plan.say(words, rule)
    pays = moving.penalised and not options[actions.CAUTIOUS].open
    found = {SHOOTS: moving.open, PAYS: pays, COVERS: options[actions.COVERING].open}
    plan.marks.update(mark for mark, holds in found.items() if holds)


def _drive(plan: Plan, one: Soldier) -> None:
    """Add the options of a vehicle, which drives as far as its dice allow.

    Its gun fires only if it has not moved; its machine gun fires on the move.
    """
    r, gun = plan.reader, one.weapon == TANK_GUN
    limit = None if gun else driven_limit(r, ARMOURED)
    over = r.cell("modifiers", "moved", "over")
    if one.status == SHOT:
        plan.say("its turn is over", "movement.tank-gun-or-move" if gun else "movement.fire-after-move")
    elif gun and one.moved:
        plan.say("drive on; the gun is silent, for it has moved", "movement.tank-gun-or-move", DRIVES)
    elif gun:
        plan.say("fire its gun or drive", "movement.tank-gun-or-move", DRIVES, SHOOTS)
    elif limit is not None and one.moved > limit.reach:
        plan.say(f"drive on; no shot after more than {limit.reach} cm", limit.rule, DRIVES)
    else:
        plan.say("drive on", "movement.armour-mg-moving", DRIVES)
        pays = one.moved > over.number
        plan.say(f"fire its machine gun{' at a penalty' if pays else ''}", over.rule, SHOOTS, *([PAYS] if pays else []))


def _react(plan: Plan, one: Soldier) -> None:
    """Add the options of a figure of the Reacting Player.

    These are its opportunity fire and what is left of a man's step into cover.
    """
    r = plan.reader
    if one.weapon in VEHICLES:
        _shoot_back(plan, one)
        return
    if one.status == LOCKED:
        _fight(plan, one)
        return
    lies = one.status == GOT_OUT and r.holds("vehicle-exit-ground", "lies-down")
    runs = one.status == RETREATS and not _reacts_in_retreat(plan)
    if lies or runs or one.status in (SUPPRESSED, SHAKEN):
        dodges = r.holds("dodge-suppressed", "allowed")
        why = "he lies suppressed where he got out" if lies else "he is suppressed"
        plan.say(f"cannot {'shoot' if dodges else 'react'}, for {why}", "casualties.supp-no-reaction")
        every = r.holds("suppression-when", "every-turn")
        plan.say(
            f"he tests {'as the next turn begins' if every else 'when his side is next active'}", "casualties.supp-fail"
        )
    elif one.status == GOT_IN:
        dodges = False
        plan.say("cannot react from inside the vehicle", "movement.vehicle-complete-move")
    else:
        dodges = True
        _shoot_back(plan, one)
        _look(plan, one)
    left = r.int("reaction.dodge-5cm") - one.moved
    if dodges and left:
        words = f"dodge up to {write_number(left)} cm into cover"
        plan.step(actions.CAUTIOUS, left, words, "reaction.dodge-5cm", REACTS)


def _reacts_in_retreat(plan: Plan) -> bool:
    """Say of a man in retreat whether he reacts, by the ruling retreat-react."""
    reacts = reacts_in_retreat(plan.reader)
    if reacts:
        plan.say("reacts though he is in retreat", "morale.retreat-reacts")
    return reacts


def _shoot_back(plan: Plan, one: Soldier) -> None:
    """Opportunity fire, if the weapon allows it."""
    r = plan.reader
    options = actions.options_of(r, one.row, one.went, actions.SHOTS) if one.weapon not in VEHICLES else {}
    if one.status == EMPTY:
        plan.say("no shot with an empty magazine", "shooting.ammo-double")
    elif one.row in BARRED:
        plan.say("no opportunity fire with this weapon", "reaction.opp-barred")
    elif once_a_turn(r, one.weapon) and one.status == SHOT and r.int("reaction.opp-rpg-once") <= 1:
        arm = "with a rocket or a launcher" if one.weapon != GRENADE else "of this kind, for he has thrown"
        plan.say(f"no second shot {arm}", "reaction.opp-rpg-once")
    elif options and actions.best_shot(options) is None:
        plan.say(f"no shot: {options[actions.SHOOT].reason}", options[actions.SHOOT].rule)
    else:
        rule = "reaction.opp-no-limit" if one.weapon == actions.SNIPER else "reaction.opp-range"
        far = "at any range" if one.weapon == actions.SNIPER else f"to {r.int(rule)} cm"
        plan.say(f"opportunity fire {far}", rule, SHOOTS, REACTS)
        if one.status == HIDDEN:
            plan.say("which gives him away", "sighting.auto-sighted")
