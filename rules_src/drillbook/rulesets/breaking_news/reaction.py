"""Opportunity fire, section 8.2: who may shoot out of turn, at whom, and when the shot falls."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.exhibits import Bars, Decision, Disc, Exhibit, Fan, Figure, Mark, Tabletop, Verdict
from drillbook.kinds import Choice, Count, Flag, Length
from drillbook.questions import question, simulation
from drillbook.reader import Reader, Working
from drillbook.rulesets.breaking_news._firing import a_weapon
from drillbook.rulesets.breaking_news._reach import BARRED, ROCKETS, SNIPER, called
from drillbook.rulesets.breaking_news._shot import Shot, shot_line

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

MOVE, SHOOT, BOTH, STILL = "move", "shoot", "move-and-shoot", "neither"
TRIGGERS = {MOVE: "It moves", SHOOT: "It shoots", BOTH: "It moves and shoots", STILL: "Neither"}
SOLDIER, VEHICLE, MAN = "soldier", "vehicle", "man"
SAID = {True: "yes: ", False: "no: ", None: ""}


@dataclass(frozen=True, slots=True)
class OpportunityFire:
    """Whether he may, the rule that forbids it, when the shot falls, who names the target, and what the shot needs."""

    allowed: bool
    forbidden_by: str
    moment: str
    target_named_by: str
    needed: int
    dice: int
    hit: Fraction


@question(
    "breaking_news",
    "opportunity-fire",
    examples=[
        "bn/opportunity-fire?who=soldier&weapon=ar-burst&target=man&distance=32&angle=20&trigger=move",
        "bn/opportunity-fire?who=vehicle&weapon=hmg&target=vehicle&distance=90&angle=10&trigger=shoot&group=yes",
        "bn/opportunity-fire?who=soldier&weapon=rpg&target=vehicle&distance=60&angle=0&trigger=move&shots=1",
        "bn/opportunity-fire?who=soldier&weapon=sniper&target=man&distance=80&angle=30&trigger=move-and-shoot&reacted=1",
    ],
)
def opportunity_fire(
    r: Reader,
    /,
    *,
    who: Annotated[str, Choice({SOLDIER: "Soldier", VEHICLE: "Vehicle"}, default=SOLDIER, label="Who would react")],
    weapon: Annotated[str, Choice(table="weapons", default="ar-burst", label="Weapon")],
    troops: Annotated[str, Choice(table="classes", default="r4", label="Troops")],
    active: Annotated[
        bool, Flag(default=False, label="His side is active", help="The Active Player's men do not react.")
    ],
    suppressed: Annotated[
        bool, Flag(default=False, label="Suppressed", when={"who": (SOLDIER,)}, why_not="Only soldiers are suppressed.")
    ],
    target: Annotated[str, Choice({MAN: "Man", VEHICLE: "Vehicle"}, default=MAN, label="Target")],
    trigger: Annotated[str, Choice(TRIGGERS, default=MOVE, label="What the target does")],
    group: Annotated[bool, Flag(default=False, label="In a group action")],
    distance: Annotated[Number, Length(0, 160, default=32, label="Distance")],
    angle: Annotated[int, Count(0, 180, default=20, unit="degrees", label="Off straight ahead")],
    shots: Annotated[
        int, Count(0, 6, default=0, label="Shots made this turn", help="Opportunity shots he has made already.")
    ],
    reacted: Annotated[
        int, Count(0, 3, default=0, label="Reactions to this enemy", help="To this very action, or this group's.")
    ],
) -> Breakdown[OpportunityFire]:
    """May this figure use opportunity fire?"""
    w = Working(r)
    free = target == VEHICLE or weapon == SNIPER
    shot = _shot(r, Working(r), weapon, distance, troops, free)
    verdicts = [
        _side(r, active),
        _nerve(r, who, suppressed),
        _trigger(r, trigger),
        _weapon(r, weapon),
        _reach(r, distance, free, target),
        _range(r, shot),
        _arc(r, angle, free),
        _rocket(r, weapon, shots),
        _count(r, trigger, group, reacted),
    ]
    for verdict in verdicts:
        w.note(f"{SAID[verdict.ok]}{verdict.finding}", verdict.rule)
    failed = next((verdict for verdict in verdicts if verdict.ok is False), None)
    pictures: list[Exhibit] = [
        _fan(r, distance, angle, free, failed is None),
        Decision("What the rules ask of him", verdicts),
    ]
    if failed:
        nothing = OpportunityFire(False, failed.rule, "", "", 0, 0, Fraction(0))
        return w.answer(nothing, headline=f"No: {failed.finding}", exhibits=pictures)
    assert isinstance(shot, Shot)

    moment = "at the same moment" if trigger == SHOOT else "at any point of the move"
    if trigger != MOVE:
        w.note("against shooting, both fires happen at the same moment", "reaction.opp-vs-fire")
    if trigger != SHOOT:
        w.note("against movement, at the point of the move he names", "reaction.opp-vs-move")
    if group:
        w.note("the group's owner names the figure that is shot at", "reaction.opp-group-target")
    _shot(r, w, weapon, distance, troops, free)
    named = "the owner of the group" if group else "the man who shoots"
    answer = OpportunityFire(True, "", moment, named, shot.needed, shot.dice, shot.at_least_one)
    headline = f"Yes, {moment}: he {called(shot)}"
    pictures.append(Bars("How many hits the shot scores", "Hits", {"": shot.hits}, Mark(1, "at least one hit")))
    return w.answer(answer, headline=headline, chance=shot.at_least_one, distribution=shot.hits, exhibits=pictures)


@simulation("breaking_news", "opportunity-fire")
def throw_opportunity_fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The dice of the shot thrown and the hits counted; a weapon that cannot reach throws none."""
    free = inputs["target"] == VEHICLE or inputs["weapon"] == SNIPER
    shot = _shot(r, Working(r), inputs["weapon"], inputs["distance"], inputs["troops"], free)
    thrown = shot.dice if isinstance(shot, Shot) else 0
    needed = shot.needed if isinstance(shot, Shot) else 0
    return (dice.roll_each(r.text("shooting.roll"), count, thrown) >= needed).sum(axis=1)


def _shot(r: Reader, w: Working, weapon: str, distance: Number, troops: str, free: bool) -> Shot | Refusal:
    """The shot he would take, free of the table's range where the ruling lifts it."""
    endless = free and r.reading("opp-range-table") == "B"
    return shot_line(r, w, weapon=weapon, distance=distance, troops=troops, endless=endless)


def _side(r: Reader, active: bool) -> Verdict:
    finding = "his is the Active Player's side" if active else "his is the reacting side"
    return Verdict("Is it the other side's turn?", not active, finding, r.cite("reaction.opp-who"))


def _nerve(r: Reader, who: str, suppressed: bool) -> Verdict:
    asked = "Is he fit to react?"
    if who == VEHICLE:
        return Verdict(asked, None, "a vehicle is not suppressed", r.cite("reaction.opp-who"))
    if suppressed:
        return Verdict(asked, False, "a suppressed man cannot react", r.cite("casualties.supp-no-reaction"))
    return Verdict(asked, True, "he is not suppressed", r.cite("reaction.opp-who"))


def _trigger(r: Reader, trigger: str) -> Verdict:
    finding = {
        MOVE: "the enemy is moving",
        SHOOT: "the enemy is shooting",
        BOTH: "the enemy moves and shoots",
        STILL: "the enemy neither moves nor shoots",
    }[trigger]
    return Verdict("Is the enemy moving or shooting?", trigger != STILL, finding, r.cite("reaction.opp-trigger"))


def _weapon(r: Reader, weapon: str) -> Verdict:
    barred = weapon in BARRED
    finding = f"{'never' if barred else 'allowed'} with {a_weapon(r, weapon)}"
    return Verdict("May the weapon react?", not barred, finding, r.cite("reaction.opp-barred"))


def _reach(r: Reader, distance: Number, free: bool, target: str) -> Verdict:
    limit = r.int("reaction.opp-range")
    if free:
        why = "against vehicles" if target == VEHICLE else "for a sniper"
        return Verdict(f"Within {limit} cm?", None, f"no limit {why}", r.cite("reaction.opp-no-limit"))
    ok = distance <= limit
    finding = f"{distance} cm is {'within' if ok else 'beyond'} {limit} cm"
    return Verdict(f"Within {limit} cm?", ok, finding, r.cite("reaction.opp-range"))


def _range(r: Reader, shot: Shot | Refusal) -> Verdict:
    asked = "Does the weapon carry so far?"
    if isinstance(shot, Refusal):
        return Verdict(asked, False, shot.reason[:1].lower() + shot.reason[1:].rstrip("."), shot.rule)
    return Verdict(asked, True, called(shot), r.cite("shooting.table"))


def _arc(r: Reader, angle: int, free: bool) -> Verdict:
    wide = free and r.reading("opp-arc-free") == "B"
    side = Fraction(r.int("shooting.arc"), 1 + 1) if wide else r.int("reaction.opp-arc", "side")
    ok = angle <= side
    arc = r.int("shooting.arc") if wide else r.int("reaction.opp-arc", "arc")
    finding = f"{angle}° off is {'inside' if ok else 'outside'} his arc of {arc}°, {side}° to a side"
    return Verdict("In his arc of fire?", ok, finding, r.cite("shooting.arc" if wide else "reaction.opp-arc"))


def _rocket(r: Reader, weapon: str, shots: int) -> Verdict:
    asked = "Has he a shot left this turn?"
    if weapon not in ROCKETS:
        return Verdict(asked, None, "he may shoot again and again", r.cite("reaction.opp-repeat"))
    most = r.int("reaction.opp-rpg-once")
    ok = shots < most
    finding = f"{shots} of {most} made with a rocket or launcher"
    return Verdict(asked, ok, finding, r.cite("reaction.opp-rpg-once"))


def _count(r: Reader, trigger: str, group: bool, reacted: int) -> Verdict:
    rule = "reaction.opp-group" if group else "reaction.opp-one-per-enemy"
    most = r.int(rule)
    if trigger == BOTH and r.reading("reaction-count") == "B":
        most += most
    what = "this group" if group else "this enemy"
    finding = f"{reacted} of {most} reactions to {what} made"
    return Verdict("Has he not yet reacted to this?", reacted < most, finding, r.cite(rule))


def _fan(r: Reader, distance: Number, angle: int, free: bool, allowed: bool) -> Tabletop:
    """The firer at the foot of the picture, his enemy straight up, and his arc turned away by the angle between them."""
    limit, arc = r.int("reaction.opp-range"), r.int("reaction.opp-arc", "arc")
    reach = max(distance, limit) if free else limit
    label = f"{arc}°, no limit of range" if free else f"{arc}°, {limit} cm"
    enemy = "target" if allowed else "target, safe from him"
    return Tabletop(
        "His arc of opportunity fire",
        r.ruleset.unit,
        discs=() if free else (Disc(0, 0, limit, f"{limit} cm", "range"),),
        figures=(Figure(0, 0, "firer", "own"), Figure(0, distance, enemy, "enemy")),
        fans=(Fan(0, 0, angle, arc, reach, label),),
    )
