"""Opportunity fire, section 8.2: who may shoot out of turn, at what, and when."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import (
    Breakdown,
    Checks,
    Choice,
    Count,
    Flag,
    Length,
    Reader,
    Refusal,
    Working,
    question,
    simulation,
)
from drillbook.asking.answers.checklist import verdict_line
from drillbook.asking.exhibits import Bars, Disc, Exhibit, Fan, Figure, Mark, Tabletop
from drillbook.asking.exhibits.gestures import Grip, ahead
from drillbook.errors import Contradiction
from drillbook.maths import Number, Thrower
from drillbook.rulesets.breaking_news.common.firing import EVERY_ARM, NOT_AT_MEN, Aim, a_weapon, barred_by_cover
from drillbook.rulesets.breaking_news.common.inputs import Cover, Troops
from drillbook.rulesets.breaking_news.common.modifiers import CREWED
from drillbook.rulesets.breaking_news.common.reach import BARRED, SNIPER, called, once_a_turn
from drillbook.rulesets.breaking_news.common.recovery import Retreating, reacts_in_retreat
from drillbook.rulesets.breaking_news.common.shot import NO_SHOT, Shot, shoot, tried

MOVE, SHOOT, BOTH, COVERS, STILL = "move", "shoot", "move-and-shoot", "covers", "neither"
TRIGGERS = {
    MOVE: "It moves",
    SHOOT: "It shoots",
    BOTH: "It moves and shoots",
    COVERS: "It lays covering fire",
    STILL: "Neither",
}
DOES = {
    MOVE: "is moving",
    SHOOT: "is shooting",
    BOTH: "moves and shoots",
    COVERS: "lays covering fire",
    STILL: "neither moves nor shoots",
}
SOLDIER, VEHICLE, MAN = "soldier", "vehicle", "man"
#: What a vehicle may carry: its machine guns, and guns and missiles, which do not react.
CARRIED = ("lmg", "mmg", "hmg", *NOT_AT_MEN)
AT_A_MAN: dict[str, Any] = {"when": {"target": (MAN,)}}


@dataclass(frozen=True, slots=True)
class OpportunityFire:
    """The answer on opportunity fire: whether it is allowed, when it happens, and its shot.

    forbidden_by is the rule that forbids it, target_named_by the person who names the target, needed what the shot
    needs.
    """

    allowed: bool
    forbidden_by: str
    moment: str
    target_named_by: str
    needed: int | None
    dice: int
    hit: Fraction


@question(
    "bn/opportunity-fire?who=soldier&weapon=ar-burst&target=man&distance=32&angle=20&trigger=move",
    "bn/opportunity-fire?who=vehicle&weapon=hmg&target=vehicle&distance=90&angle=10&trigger=shoot&group=yes",
    "bn/opportunity-fire?who=soldier&weapon=rpg&target=vehicle&distance=60&angle=0&trigger=move&shots=1",
    "bn/opportunity-fire?who=soldier&weapon=sniper&target=man&distance=80&angle=30&trigger=move-and-shoot&reacted=1",
    "bn/opportunity-fire?who=soldier&weapon=smg&target=man&distance=20&angle=0&trigger=covers",
    "bn/opportunity-fire?who=soldier&weapon=hmg&crew=1&target=man&cover=yes&sniper-target=yes&distance=45&angle=0&trigger=shoot",
)
def opportunity_fire(
    r: Reader,
    *,
    who: Annotated[str, Choice({SOLDIER: "Soldier", VEHICLE: "Vehicle"}, label="Who would react")],
    weapon: Annotated[str, Choice(EVERY_ARM, default="ar-burst", label="Weapon")],
    troops: Troops,
    active: Annotated[bool, Flag(label="His side is active", help="The Active Player's men do not react.")],
    suppressed: Annotated[
        bool, Flag(label="Suppressed", when={"who": (SOLDIER,)}, why_not="Only soldiers are suppressed.")
    ],
    retreating: Retreating,
    target: Annotated[str, Choice({MAN: "Man", VEHICLE: "Vehicle"}, label="Target")],
    trigger: Annotated[str, Choice(TRIGGERS, label="What the target does")],
    group: Annotated[bool, Flag(label="In a group action")],
    distance: Annotated[Number, Length(0, 160, default=32, label="Distance", bands=("shooting.table",))],
    angle: Annotated[
        int, Count(0, 180, default=20, unit="degrees", label="Off straight ahead", bands=("reaction.opp-arc side",))
    ],
    shots: Annotated[int, Count(0, 6, label="Shots made this turn", help="Opportunity shots he has made already.")],
    reacted: Annotated[int, Count(0, 3, label="Reactions to this enemy", help="To this very action, or this group's.")],
    cover: Cover,
    sniper_target: Annotated[bool, Flag(label="Target is a sniper", why_not="Only a man is a sniper.", **AT_A_MAN)],
    crew: Annotated[
        int,
        Count(
            1,
            2,
            default=2,
            label="Crew",
            when={"who": (SOLDIER,), "weapon": CREWED},
            why_not="Only a soldier's MMG or HMG needs a crew.",
        ),
    ],
) -> Breakdown[OpportunityFire]:
    """May this figure use opportunity fire?"""
    if who == VEHICLE and weapon not in CARRIED:
        told = f"A vehicle fires its machine gun, and {a_weapon(r, weapon)} is for a soldier, even where he sits in it."
        raise Contradiction(told, weapon=CARRIED[-1 - len(NOT_AT_MEN)])
    w, free = Working(r), target == VEHICLE or weapon == SNIPER
    aim = _aim(r, who, target, weapon, distance, troops, cover, sniper_target, crew)
    checks = Checks(w)
    side = "his is the Active Player's side" if active else "his is the reacting side"
    checks.ask("Is it the other side's turn?", not active, side, "reaction.opp-who")
    _ask_fit(checks, who, suppressed, retreating)
    found = f"the enemy {DOES[trigger]}"
    acts = trigger != STILL and (trigger != COVERS or r.holds("covering-draws", "answered"))
    found += "" if acts or trigger == STILL else ", and shoots at nobody"
    checks.ask("Is the enemy moving or shooting?", acts, found, "reaction.opp-trigger")
    barred = weapon in BARRED
    finding = f"{'never' if barred else 'allowed'} with {a_weapon(r, weapon)}"
    checks.ask("May the weapon react?", not barred, finding, "reaction.opp-barred")
    _ask_place(checks, aim, angle, free, target)
    if barred_by_cover(r, weapon, target == MAN and cover):
        words = "cover bars every direct shot, even at a man who is seen"
        checks.ask("Does cover let a direct shot through?", False, words, "sighting.no-direct-fire")
    _ask_count(checks, weapon, shots, trigger, group, reacted)
    checks.tell(verdict_line)
    pictures: list[Exhibit] = [
        _fan(r, distance, angle, free, checks.passed),
        checks.decision("What the rules ask of him"),
    ]
    if checks.failed:
        first = checks.failed[0]
        nothing = OpportunityFire(False, first.rule, "", "", None, 0, Fraction(0))
        return w.answer(nothing, headline=f"No: {first.finding}", exhibits=pictures)

    w.note("against shooting, both fires happen at the same moment", "reaction.opp-vs-fire", when=trigger != MOVE)
    w.note("against movement, at the point of the move he names", "reaction.opp-vs-move", when=trigger in (MOVE, BOTH))
    named = _named_by(r, w, group, trigger)
    shot = shoot(r, w, aim)
    moment = "at the same moment" if trigger in (SHOOT, COVERS) else "at any point of the move"
    answer = OpportunityFire(True, "", moment, named, shot.needed, shot.dice, shot.at_least_one)
    bars = Bars("How many hits the shot scores", "Hits", {"": shot.hits}, Mark(1, "at least one hit"))
    return w.answer(
        answer,
        headline=f"Yes, {moment}: he {called(shot)}",
        chance=shot.at_least_one,
        distribution=shot.hits,
        exhibits=[*pictures, bars],
    )


def _named_by(r: Reader, w: Working, group: bool, trigger: str) -> str:
    """Return who says which figure is shot at, and add a note on it.

    For a group that only shoots, the ruling group-fire-target decides.
    """
    if not group:
        return "the man who shoots"
    if trigger in (SHOOT, COVERS) and r.holds("group-fire-target", "reacting-player"):
        w.note("the player who reacts names the figure that is shot at", "reaction.opp-trigger")
        return "the player who reacts"
    w.note("the group's owner names the figure that is shot at", "reaction.opp-group-target")
    return "the owner of the group"


@simulation
def throw_opportunity_fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the dice of the shot and return the hits; 0 for a weapon that cannot reach."""
    names = ("who", "target", "weapon", "distance", "troops", "cover", "sniper_target", "crew")
    shot = tried(r, _aim(r, *(inputs[name] for name in names)))
    return (shot if isinstance(shot, Shot) else NO_SHOT).thrown(r, dice, count)


def _aim(
    r: Reader,
    who: str,
    target: str,
    weapon: str,
    distance: Number,
    troops: str,
    cover: bool,
    sniper_target: bool,
    crew: int,
) -> Aim:
    """Return the shot that the man would take.

    It is free of the table's range if the ruling lifts the range. A vehicle's gun is on its mount.
    """
    free = target == VEHICLE or weapon == SNIPER
    endless = free and r.holds("opp-range-table", "no-limit")
    return Aim(
        weapon,
        distance,
        troops,
        cover=cover,
        sniper_target=sniper_target,
        alone=crew <= 1,
        fixed=who == VEHICLE,
        endless=endless,
    )


def _ask_fit(checks: Checks, who: str, suppressed: bool, retreating: bool) -> None:
    """Whether he lies suppressed; a man in retreat reacts all the same, where the reading is so."""
    fit, rule = "he is not suppressed", "reaction.opp-who"
    reacts = suppressed and retreating and reacts_in_retreat(checks.working.reader)
    if who == VEHICLE:
        fit = "a vehicle is not suppressed"
    elif reacts:
        fit, rule = "a man in retreat reacts as usual", "morale.retreat-reacts"
    elif suppressed:
        fit, rule = "a suppressed man cannot react", "casualties.supp-no-reaction"
    checks.ask("Is he fit to react?", None if who == VEHICLE else not suppressed or reacts, fit, rule)


def _ask_place(checks: Checks, aim: Aim, angle: int, free: bool, target: str) -> None:
    """Range, the weapon's reach and the arc of fire."""
    r, distance = checks.working.reader, aim.distance
    limit = r.int("reaction.opp-range")
    if free:
        finding = f"no limit {'against vehicles' if target == VEHICLE else 'for a sniper'}"
        checks.ask(f"Within {limit} cm?", None, finding, "reaction.opp-no-limit")
    else:
        finding = f"{distance} cm is {'within' if distance <= limit else 'beyond'} {limit} cm"
        checks.ask(f"Within {limit} cm?", distance <= limit, finding, "reaction.opp-range")
    shot, asked = tried(r, aim), "Does the weapon carry so far?"
    if isinstance(shot, Refusal):
        checks.ask(asked, False, shot.reason[:1].lower() + shot.reason[1:].rstrip("."), shot.rule)
    else:
        checks.ask(asked, True, called(shot), "shooting.table")
    wide = free and r.holds("opp-arc-free", "normal-arc")
    arc = r.int("shooting.arc") if wide else r.int("reaction.opp-arc", "arc")
    side = Fraction(arc, 1 + 1) if wide else r.int("reaction.opp-arc", "side")
    where = "inside" if angle <= side else "outside"
    finding = f"{angle}° off is {where} his arc of {arc}°, {side}° to a side"
    checks.ask("In his arc of fire?", angle <= side, finding, "shooting.arc" if wide else "reaction.opp-arc")


def _ask_count(checks: Checks, weapon: str, shots: int, trigger: str, group: bool, reacted: int) -> None:
    """Check the shots that the man has left, and whether he has already reacted to this."""
    r, asked = checks.working.reader, "Has he a shot left this turn?"
    if once_a_turn(r, weapon):
        most = r.int("reaction.opp-rpg-once")
        finding = f"{shots} of {most} made with {a_weapon(r, weapon)}"
        checks.ask(asked, shots < most, finding, "reaction.opp-rpg-once")
    else:
        checks.ask(asked, None, "he may shoot again and again", "reaction.opp-repeat")
    rule = "reaction.opp-group" if group else "reaction.opp-one-per-enemy"
    each = r.int(rule)
    most = each + each * (trigger == BOTH and r.holds("reaction-count", "move-and-shot"))
    whom = "this group" if group else "this enemy"
    if group and r.holds("group-reactions", "one-in-all"):
        whom = "this group, by anybody,"
    finding = f"{reacted} of {most} reactions to {whom} made"
    checks.ask("Has he not yet reacted to this?", reacted < most, finding, rule)


def _fan(r: Reader, distance: Number, angle: int, free: bool, allowed: bool) -> Tabletop:
    """Return the table-top with the firer at the bottom, his enemy straight up, and his arc.

    The arc is turned away by the angle between the arc's middle and the enemy.
    """
    limit, arc = r.int("reaction.opp-range"), r.int("reaction.opp-arc", "arc")
    reach = max(distance, limit) if free else limit
    label = f"{arc}°, no limit of range" if free else f"{arc}°, {limit} cm"
    enemy = "target" if allowed else "target, safe from him"
    return Tabletop(
        "His arc of opportunity fire",
        r.ruleset.unit,
        discs=() if free else (Disc(0, 0, limit, f"{limit} cm", "range"),),
        figures=(
            Figure(0, 0, "firer", "own", grip=ahead("distance", -1, ground=True)),
            Figure(0, distance, enemy, "enemy", grip=ahead("distance")),
        ),
        fans=(Fan(0, 0, angle, arc, reach, label, Grip(turn="angle")),),
    )
