"""The squad action planner: what each figure of a squad may still do this turn, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.exhibits import Decision, Exhibit, Grid, Verdict
from drillbook.kinds import Choice, Length, Rows
from drillbook.questions import question
from drillbook.reader import Reader, Working
from drillbook.rulesets.breaking_news._actions import CAUTIOUS, COVERING, RUN, SHOOT
from drillbook.rulesets.breaking_news._plans import VEHICLES, Plan, Soldier, plan_active, plan_reacting

Number = int | Fraction

ACTIVE, REACTING = "active", "reacting"
SIDES = {ACTIVE: "Active Player's", REACTING: "Reacting Player's"}
WEAPONS = {
    "ar": "AR",
    "rifle": "Rifle",
    "pistol": "Pistol",
    "sniper": "Sniper",
    "smg": "SMG",
    "lmg": "LMG",
    "mmg": "MMG",
    "hmg": "HMG",
    "grenade": "Grenade",
    "flamethrower": "Flamethrower",
    "rpg": "RPG",
    "grenade-launcher": "Launcher",
    "heavy-at": "Milan",
    "tank-gun": "Tank, gun",
    "vehicle-mg": "Vehicle, MG",
}
OBSTACLES = {"none": "–", "waist": "waist", "man": "man", "two-men": "two men"}
STATUS = {
    "fit": "fit",
    "looked": "looked",
    "shot": "shot",
    "covered": "cover",
    "got-in": "got in",
    "got-out": "got out",
    "suppressed": "down",
    "shaken": "panics",
    "hidden": "hidden",
}
COLUMNS = {RUN: "Run", SHOOT: "Shoot", CAUTIOUS: "Cautious", COVERING: "Cover"}


@dataclass(frozen=True, slots=True)
class SquadPlan:
    """How many figures can still do something, move, shoot, shoot only at a penalty, cover, react, and look; all of it in words."""

    able: int
    movers: int
    shooters: int
    penalised: int
    coverers: int
    reactors: int
    tests: int
    lookers: int
    plan: str


@question(
    "breaking_news",
    "squad-plan",
    examples=[
        "bn/squad-plan?side=active&figures=ar,3,none,fit;lmg,0,none,covered;rpg,6,none,fit;ar,2,waist,fit",
        "bn/squad-plan?side=active&figures=sniper,0,none,hidden;ar,4,none,shaken;mmg,0,none,suppressed;vehicle-mg,20,none,fit",
        "bn/squad-plan?side=reacting&figures=ar,0,none,got-out;rpg,0,none,shot;heavy-at,0,none,fit;ar,0,none,suppressed",
        "bn/squad-plan?side=active&figures=tank-gun,0,none,fit;tank-gun,12,none,fit;ar,0,none,got-out;pistol,1,two-men,looked",
    ],
)
def squad_plan(
    r: Reader,
    /,
    *,
    side: Annotated[str, Choice(SIDES, default="active", label="Whose figures")],
    figures: Annotated[
        tuple[tuple[str, Number, str, str], ...],
        Rows(
            {
                "weapon": Choice(WEAPONS, default="ar", label="Weapon"),
                "moved": Length(0, 45, default=0, label="Moved"),
                "obstacle": Choice(OBSTACLES, default="none", label="Crossed"),
                "status": Choice(STATUS, default="fit", label="Status"),
            },
            low=1,
            high=10,
            default=(
                ("ar", 3, "none", "fit"),
                ("lmg", 0, "none", "covered"),
                ("rpg", 6, "none", "fit"),
                ("ar", 2, "waist", "fit"),
            ),
            noun="figure",
            label="Figures",
            help="How far each has gone or dodged, and over what (a man on foot, in his own turn). "
            "A man who is down is suppressed, one who panics failed his test. A tank's machine guns are a line of their own.",
        ),
    ],
) -> Breakdown[SquadPlan]:
    """What may each figure of this squad still do this turn?"""
    w = Working(r)
    squad = [Soldier(*one) for one in figures]
    w.note(
        "one action for each, in any order" if side == ACTIVE else "each may react as he has occasion",
        "movement.one-action" if side == ACTIVE else "movement.reactions",
    )
    plans = [plan_active(r, one) if side == ACTIVE else plan_reacting(r, one) for one in squad]
    names = [f"{place} {WEAPONS[one.weapon]}" for place, one in enumerate(squad, start=1)]
    for name, plan in zip(names, plans, strict=True):
        for words, rule in plan.said:
            w.note(f"{name}: {words}", rule)
    lookers = sum(plan.looks for plan in plans)
    if lookers:
        w.note(f"and {lookers} of them may still look for hidden enemies, which costs nothing", "sighting.once")
    told = SquadPlan(
        sum(plan.able for plan in plans),
        sum(plan.moves for plan in plans),
        sum(plan.shoots for plan in plans),
        sum(plan.pays for plan in plans),
        sum(plan.covers for plan in plans),
        sum(plan.reacts for plan in plans),
        sum(plan.tests for plan in plans),
        lookers,
        ". ".join(f"{name}: {plan.words}" for name, plan in zip(names, plans, strict=True)),
    )
    return w.answer(told, headline=_headline(told, side, squad), exhibits=_pictures(r, side, names, squad, plans))


def _headline(told: SquadPlan, side: str, squad: Sequence[Soldier]) -> str:
    size = f"{len(squad)} figure{'' if len(squad) == 1 else 's'}"
    if not told.able:
        return f"Of {size}, none may {'still act' if side == ACTIVE else 'react'}"
    if side == REACTING:
        return f"Of {size}, {told.reactors} may react and {told.shooters or 'none'} may shoot"
    words = f"Of {size}, {told.able} may still act: {told.movers} move, {told.shooters} shoot"
    if told.penalised:
        words += f" ({told.penalised} at a penalty)"
    words += f", {told.coverers} cover"
    return words + (f"; {told.tests} after a test" if told.tests else "")


def _pictures(
    r: Reader, side: str, names: Sequence[str], squad: Sequence[Soldier], plans: Sequence[Plan]
) -> list[Exhibit]:
    """All of it in words, and the centimetres of the men on foot; what a vehicle drives is for its dice to say."""
    told: list[Exhibit] = [
        Decision(
            "The squad, and what is open to each",
            [Verdict(name, plan.able, plan.words, plan.said[0][1]) for name, plan in zip(names, plans, strict=True)],
        )
    ]
    heads = COLUMNS if side == ACTIVE else {CAUTIOUS: "Dodge"}
    on_foot = {
        name: [plan.left.get(head) for head in heads]
        for name, one, plan in zip(names, squad, plans, strict=True)
        if one.weapon not in VEHICLES
    }
    if not on_foot:
        return told
    unit = r.ruleset.unit
    grid = Grid(
        f"How many {unit} each figure may still go, by what he makes of his turn"
        if side == ACTIVE
        else f"How many {unit} each figure may still dodge",
        "Figure",
        "Action",
        list(on_foot),
        list(heads.values()),
        list(on_foot.values()),
        chance=False,
    )
    return [*told, grid]
