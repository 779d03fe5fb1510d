"""The squad action planner: what each figure of a squad may still do this turn."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Exhibit, Grid
from drillbook.errors import Contradiction
from drillbook.maths import Number, counted
from drillbook.rulesets.breaking_news.movement._actions import CAUTIOUS, CLEAR, COVERING, RUN, SHOOT
from drillbook.rulesets.breaking_news.movement._plans import (
    AMISS,
    COVERS,
    FIT,
    LOOKS,
    PAYS,
    REACTS,
    SHOOTS,
    SHOT,
    TESTS,
    VEHICLES,
    Plan,
    Soldier,
    plan_of,
)

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
    "empty": "no rounds",
    "retreats": "falls back",
    "melee": "in melee",
    "carries": "carries",
}
COLUMNS = {RUN: "Run", SHOOT: "Shoot", CAUTIOUS: "Cautious", COVERING: "Cover"}


@dataclass(frozen=True, slots=True)
class SquadPlan:
    """The answer of the planner: how many figures can still act, by kind, and the words.

    penalised counts those who shoot only at a penalty. amiss counts those whose stated acts break a rule.
    """

    able: int
    movers: int
    shooters: int
    penalised: int
    coverers: int
    reactors: int
    tests: int
    lookers: int
    plan: str
    amiss: int


@question(
    "bn/squad-plan?side=active&figures=ar,3,none,fit;lmg,0,none,covered;rpg,6,none,fit;ar,2,waist,fit",
    "bn/squad-plan?side=active&figures=sniper,0,none,hidden;ar,4,none,shaken;mmg,0,none,suppressed;vehicle-mg,20,none,fit",
    "bn/squad-plan?side=reacting&figures=ar,0,none,got-out;rpg,0,none,shot;heavy-at,0,none,fit;ar,0,none,suppressed",
    "bn/squad-plan?side=reacting&figures=grenade,0,none,shot;smg,0,none,fit",
    "bn/squad-plan?side=active&figures=ar,0,none,empty;smg,4,none,empty;lmg,0,none,retreats;rifle,10,none,melee;ar,3,none,carries",
    "bn/squad-plan?side=reacting&figures=ar,0,none,retreats;smg,0,none,empty;ar,0,none,melee",
    "bn/squad-plan?side=active&figures=tank-gun,0,none,fit;tank-gun,12,none,fit;ar,0,none,got-out;pistol,1,two-men,looked",
)
def squad_plan(
    r: Reader,
    *,
    side: Annotated[str, Choice(SIDES, default="active", label="Whose figures")],
    figures: Annotated[
        tuple[tuple[str, Number, str, str], ...],
        Rows(
            {
                "weapon": Choice(WEAPONS, label="Weapon"),
                "moved": Length(0, 45, label="Moved"),
                "obstacle": Choice(OBSTACLES, label="Crossed"),
                "status": Choice(STATUS, label="Status"),
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
            "A man who is down is suppressed, one who panics failed his test; one who falls back failed it in a retreat; one who "
            "carries helps a wounded man along. A tank's machine guns are a line of their own.",
        ),
    ],
) -> Breakdown[SquadPlan]:
    """What may each figure of this squad still do this turn?"""
    w = Working(r)
    active = side == ACTIVE
    squad = [Soldier(*one) for one in figures]
    _check(squad, active)
    if active:
        w.note("one action for each, in any order", "movement.one-action")
    else:
        w.note("each may react as he has occasion", "movement.reactions")
    plans = {f"{place} {WEAPONS[one.weapon]}": plan_of(r, one, active) for place, one in enumerate(squad, start=1)}
    checks = Checks(w)
    for name, plan in plans.items():
        checks.ask(name, plan.able, plan.words, plan.said[0][1])
        for words, rule in plan.said:
            w.note(f"{name}: {words}", rule)
    told = _told(plans)
    if told.lookers:
        w.note(f"and {told.lookers} of them may still look for hidden enemies, which costs nothing", "sighting.once")
    pictures: list[Exhibit] = [checks.decision("The squad, and what is open to each")]
    on_foot = {name: plan for (name, plan), one in zip(plans.items(), squad, strict=True) if one.weapon not in VEHICLES}
    if on_foot:
        pictures.append(_centimetres(r, on_foot, active))
    return w.answer(told, headline=_headline(told, active, len(squad)), exhibits=pictures)


def _check(squad: Sequence[Soldier], active: bool) -> None:
    """Refuses to believe of a vehicle what only a man can do."""
    for place, one in enumerate(squad):
        if one.weapon not in VEHICLES:
            continue
        good = Soldier(one.weapon, one.moved if active else 0, CLEAR, one.status if one.status == SHOT else FIT)
        if one == good:
            continue
        wrong = "climbs no obstacle" if one.obstacle != CLEAR else f"cannot be '{STATUS[one.status]}'"
        if one.moved != good.moved:
            wrong = "does not dodge"
        figures = tuple(tuple(good if at == place else other) for at, other in enumerate(squad))
        raise Contradiction(f"Figure {place + 1} is a vehicle, which {wrong}.", figures=figures)


def _told(plans: Mapping[str, Plan]) -> SquadPlan:
    every = plans.values()
    count = Counter(mark for plan in every for mark in plan.marks)
    return SquadPlan(
        able=sum(plan.able for plan in every),
        movers=sum(plan.moves for plan in every),
        shooters=count[SHOOTS],
        penalised=count[PAYS],
        coverers=count[COVERS],
        reactors=count[REACTS],
        tests=count[TESTS],
        lookers=count[LOOKS],
        plan=". ".join(f"{name}: {plan.words}" for name, plan in plans.items()),
        amiss=count[AMISS],
    )


def _headline(told: SquadPlan, active: bool, size: int) -> str:
    words = f"Of {counted(size, 'figure')}, "
    if not told.able:
        words += f"none may {'still act' if active else 'react'}"
    elif not active:
        words += f"{told.reactors} may react and {told.shooters or 'none'} may shoot"
    else:
        pays = f" ({told.penalised} at a penalty)" if told.penalised else ""
        words += f"{told.able} may still act: {told.movers} move, {told.shooters} shoot{pays}, {told.coverers} cover"
        words += f"; {told.tests} after a test" if told.tests else ""
    return words + (f"; {counted(told.amiss, 'figure')} cannot have done what is told" if told.amiss else "")


def _centimetres(r: Reader, plans: Mapping[str, Plan], active: bool) -> Grid:
    """Return the grid of the centimetres left to the men on foot.

    Vehicles are left out, since their dice decide how far they drive.
    """
    heads = COLUMNS if active else {CAUTIOUS: "Dodge"}
    caption = f"How many {r.ruleset.unit} each figure may still "
    return Grid(
        caption + ("go, by what he makes of his turn" if active else "dodge"),
        "Figure",
        "Action",
        list(plans),
        list(heads.values()),
        [[plan.left.get(head) for head in heads] for plan in plans.values()],
        chance=False,
    )
