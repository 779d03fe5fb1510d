"""The force builder: what a force costs, line by line, and whether it is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.exhibits import Card, Decision, Exhibit, Mark, Stack, Verdict
from drillbook.kinds import Choice, Choices, Count, Flag, Rows
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._legal import Wanted, verdicts
from drillbook.rulesets.breaking_news._prices import (
    ARMS,
    GUNS,
    VEHICLES,
    Item,
    charges,
    class_name,
    conflict,
    extra,
    gathered,
    journalists,
    man,
    negotiation_skill,
    spoken,
    vehicle,
)
from drillbook.wording import shown

HEADINGS = ("Men", "Weapons", "Leaders", "Vehicles", "Extras")
SIMPLE = ("infiltrators", "ambush", "evacuation", "improved-support", "mortars", "roe")

Men = Annotated[
    tuple[tuple[int, str, str, int], ...],
    Rows(
        {
            "number": Count(1, 40, label="Number"),
            "troops": Choice(table="classes", default="r3", label="Troops"),
            "weapon": Choice(ARMS, label="Weapon"),
            "leadership": Count(0, 4, label="Leadership"),
        },
        high=10,
        default=((7, "r3", "ar", 0), (1, "r3", "ar", 2)),
        noun="line",
        label="Men",
        help="One line for men who are alike; leadership is for each of them.",
    ),
]
Vehicles = Annotated[
    tuple[tuple[int, str, str], ...],
    Rows(
        {
            "number": Count(1, 6, label="Number"),
            "kind": Choice(VEHICLES, label="Vehicle"),
            "gun": Choice(GUNS, label="Machine gun"),
        },
        high=5,
        noun="line",
        label="Vehicles",
    ),
]


@dataclass(frozen=True, slots=True)
class Force:
    """The bill, its parts, what is left of the budget, what is forbidden, and how much hangs on the price conflict."""

    points: int
    men: int
    men_points: int
    weapon_points: int
    leader_points: int
    vehicle_points: int
    extra_points: int
    left: int
    allowed: bool
    forbidden: str
    conflict: int


@question(
    "breaking_news",
    "force",
    examples=[
        "bn/force?side=regulars&men=4,r2,ar,0;2,r2,lmg,0;1,r2,grenade-launcher,0;1,r2,ar,3;1,r2,ar,1",
        "bn/force?side=regulars&men=10,r4,ar,0&extras=improved-support,roe&budget=100",
        "bn/force?side=regulars&men=6,r1,smg,0;1,r1,sniper,0;1,r1,pistol,4&extras=infiltrators,evacuation&intelligence=4&negotiation=3",
        "bn/force?side=irregulars&men=8,irr3,ar,0;2,irr3,rpg,0;1,irr1,ar,2&vehicles=1,unprotected,hmg&extras=mortars,ambush"
        "&motivation=2&ied=1&ied-remote=1&civilians=5",
        "bn/force?side=regulars&men=6,r3,ar,0;1,r3,medic,0;1,r3,anti-tank,0;1,r3,mmg,0&vehicles=1,heavy,mmg;1,protected,mmg;1,light,lmg"
        "&media=embedded",
        "bn/force?side=regulars&men=5,r5,ar,0;3,irr2,flamethrower,0&agreed=6&media=independent&negotiation=4&secret=yes",
    ],
)
def force(
    r: Reader,
    /,
    *,
    side: Annotated[str, Choice({"regulars": "Regulars", "irregulars": "Irregulars"}, label="The force is")],
    men: Men,
    vehicles: Vehicles,
    extras: Annotated[tuple[str, ...], Choices(table="extras", only=SIMPLE, label="Extras")],
    motivation: Annotated[int, Count(0, 6, label="Squads with Motivation")],
    intelligence: Annotated[int, Count(0, 4, label="Intelligence level")],
    negotiation: Annotated[int, Count(1, 4, label="Negotiation level")],
    secret: Annotated[
        bool,
        Flag(
            label="MSU or Secret Services",
            help="The scenario names them so.",
            when={"negotiation": ("4",)},
            why_not="Only the highest level of negotiation asks for them.",
        ),
    ],
    ied: Annotated[int, Count(0, 5, label="IEDs")],
    ied_remote: Annotated[int, Count(0, 5, label="IEDs with remote control")],
    media: Annotated[
        str,
        Choice({"none": "None", "embedded": "Embedded", "independent": "Independent"}, label="Journalists in the game"),
    ],
    mixed: Annotated[
        bool,
        Flag(
            default=True,
            label="Against the other type",
            help="Regulars against Irregulars.",
            when={"media": ("embedded", "independent")},
            why_not="Only journalists ask who meets whom.",
        ),
    ],
    civilians: Annotated[int, Count(0, 20, label="Civilians")],
    agreed: Annotated[
        int, Count(0, 30, label="Agreed price", help="Of a flamethrower, light mortar or Javelin; 0: none agreed.")
    ],
    budget: Annotated[int, Count(0, 1000, default=200, label="Budget", help="0: none agreed.")],
) -> Breakdown[Force] | Refusal:
    """What does this force cost, and is it allowed?"""
    w = Working(r)
    if r.reading("army-lists") == "B":
        reason = "It cannot be checked: the army lists that should say what a force holds are not in the document."
        return w.refuse(reason, "basics.army-lists")
    items: list[Item] = []
    for number, troops, weapon, level in men:
        items += man(r, troops, weapon, level, agreed, number)
    for number, kind, gun in vehicles:
        items += vehicle(r, kind, gun, number)
    items += [extra(r, key) for key in extras]
    for key, number in (("motivation", motivation), ("intelligence", intelligence), ("civilians", civilians)):
        items += [extra(r, key, number)] if number else []
    items += charges(r, ied, ied_remote) if ied or ied_remote else []
    items += journalists(r, media, side) if media != "none" else []
    items += [negotiation_skill(r, negotiation)] if negotiation > r.int("army.negotiation-base") else []
    items = gathered(items)
    items.sort(key=lambda item: HEADINGS.index(item.heading))
    for place, item in enumerate(items):
        (w.add if place else w.start)(f"{item.heading}: {item.words}", Cited(item.points, item.rule))
    if not items:
        w.start("nobody and nothing", Cited(0, r.cite("army.man-table")))
    total = w.total
    listed = [_listed(r, row, agreed) for row in men]
    for (_, troops, _, _), (who, figures) in zip(men, listed, strict=True):
        w.note(f"{who}: {figures}", r.cell("classes", troops, "save").rule)
    wanted = Wanted(
        side, mixed, frozenset(troops for _, troops, _, _ in men), frozenset(arm for _, _, arm, _ in men), agreed, extras,
        intelligence, ied + ied_remote, media, negotiation, secret,
    )  # fmt: skip
    found = verdicts(r, wanted)
    found += [_budget(r, budget, total)] if budget else []
    wrong = [verdict for verdict in found if verdict.ok is False]
    for verdict in found:
        words = (
            f"not allowed: {verdict.finding}"
            if verdict.ok is False
            else f"{verdict.question.rstrip('?')}: {verdict.finding}"
        )
        w.note(words, verdict.rule)
    apart = sum(number * conflict(r, troops, weapon) for number, troops, weapon, _ in men)
    if apart:
        w.note(f"the two price lists differ by {apart} points on this force", "army.trained-conflict")
    by = {heading: sum(item.points for item in items if item.heading == heading) for heading in HEADINGS}
    answer = Force(
        points=total,
        men=sum(row[0] for row in men),
        men_points=by["Men"],
        weapon_points=by["Weapons"],
        leader_points=by["Leaders"],
        vehicle_points=by["Vehicles"],
        extra_points=by["Extras"],
        left=budget - total if budget else 0,
        allowed=not wrong,
        forbidden="; ".join(verdict.finding for verdict in wrong),
        conflict=apart,
    )
    headline = _headline(answer, budget)
    parts = [(heading, points) for heading, points in by.items() if points]
    limit = Mark(budget, f"budget {budget}", "at_most") if budget else None
    exhibits: list[Exhibit] = [
        _roster(listed, items, answer),
        Stack("What the bill is made of", "Points", parts or [("Nothing", 0)], limit, name="bill"),
    ]
    if found:
        exhibits.append(Decision("Is the force allowed?", found, name="allowed"))
    return w.answer(answer, headline=headline, exhibits=exhibits)


def _budget(r: Reader, budget: int, total: int) -> Verdict:
    """Whether the force keeps within the points agreed, which no list fixes."""
    left = budget - total
    words = f"{shown(left)} left" if left >= 0 else f"{-left} points over the budget of {budget}"
    return Verdict(f"Within {budget} points?", left >= 0, words, r.cite("basics.army-lists"))


def _headline(answer: Force, budget: int) -> str:
    of = f" of {budget}" if budget else ""
    words = f"{shown(answer.points)}{of} points"
    if answer.conflict:
        words += f" ({answer.conflict} of them hang on the price of Trained men)"
    return f"{words}: allowed" if answer.allowed else f"{words}; not allowed: {answer.forbidden}"


def _listed(r: Reader, row: tuple[int, str, str, int], agreed: int) -> tuple[str, str]:
    """A line of men as the roster has it: who they are, and the figures they need with what they cost."""
    number, troops, weapon, level = row
    lead = f", leadership {level}" if level else ""
    paid = sum(item.points for item in man(r, troops, weapon, level, agreed, number))
    who = f"{number} × {class_name(r, troops)}, {spoken(weapon)}{lead}"
    return who, f"{_figures(r, troops)} · {shown(paid)} points"


def _roster(listed: list[tuple[str, str]], items: list[Item], answer: Force) -> Card:
    """A sheet to take to the table: each line of men with the figures they need, then the rest of the bill."""
    rest = [(item.words, f"{shown(item.points)} points") for item in items if item.heading in ("Vehicles", "Extras")]
    men = f"{answer.men} man" if answer.men == 1 else f"{answer.men} men"
    return Card("The roster", [*listed, *rest, ("In all", f"{men}, {shown(answer.points)} points")], name="roster")


def _figures(r: Reader, troops: str) -> str:
    """What a player asks of a class in the heat of a battle."""
    figures = {name: r.cell("classes", troops, name).amount for name in ("initiative", "melee", "save", "suppression")}
    return (
        f"initiative {figures['initiative']} · melee {figures['melee']} · save {figures['save']}+ · "
        f"suppression {figures['suppression']}"
    )
