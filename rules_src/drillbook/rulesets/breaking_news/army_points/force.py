"""The force builder: what a force costs, line by line, and whether it is allowed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Choices, Count, Flag, Reader, Rows, Working, question
from drillbook.asking.exhibits import Card, Exhibit, Mark, Stack
from drillbook.maths.number_words import counted, shown
from drillbook.rulesets.breaking_news.army_points._legal import Wanted, hints, judged, must_fit
from drillbook.rulesets.breaking_news.army_points._paper import roster_paper
from drillbook.rulesets.breaking_news.common.casualties import name_of
from drillbook.rulesets.breaking_news.common.inputs import JOURNALISTS
from drillbook.rulesets.breaking_news.common.prices import (
    ARMS,
    GUNS,
    VEHICLES,
    Item,
    Soldiers,
    bill_of,
    by_the_other_list,
    charges,
    conflict,
    extra,
    joined,
    journalists_paid_by,
    negotiation_skill,
    points_of,
    vehicle,
    weapon_name,
)

HEADINGS = ("Men", "Weapons", "Leaders", "Vehicles", "Extras")

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
        help="One line for men who are alike; leadership is for each of them. No line: the bill of the rest alone.",
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
    """The answer on a force: its bill by parts, what is left of a budget, and what is forbidden.

    conflict is the number of points by which the two price lists differ on this force.
    """

    points: int
    men: int
    men_points: int
    weapon_points: int
    leader_points: int
    vehicle_points: int
    extra_points: int
    left: int | None
    allowed: bool
    forbidden: str
    conflict: int


@question(
    "bn/force?side=regulars&men=4,r2,ar,0;2,r2,lmg,0;1,r2,grenade-launcher,0;1,r2,ar,3;1,r2,ar,1",
    "bn/force?side=regulars&men=10,r4,ar,0&extras=improved-support,roe&budget=100",
    "bn/force?side=regulars&men=6,r1,smg,0;1,r1,sniper,0;1,r1,pistol,4&extras=infiltrators,evacuation&intelligence=4&negotiation=3",
    "bn/force?side=irregulars&men=8,irr3,ar,0;2,irr3,rpg,0;1,irr1,ar,2&vehicles=1,unprotected,hmg&extras=mortars,ambush"
    "&motivation=2&ied=1&ied-remote=1&civilians=5",
    "bn/force?side=regulars&men=6,r3,ar,0;1,r3,medic,0;1,r3,anti-tank,0;1,r3,mmg,0&vehicles=1,heavy,mmg;1,protected,mmg;1,light,lmg"
    "&media=embedded",
    "bn/force?side=regulars&men=5,r5,ar,0;3,irr2,flamethrower,0&agreed=6&media=independent&negotiation=4&secret=yes",
)
def force(
    r: Reader,
    *,
    side: Annotated[str, Choice({"regulars": "Regulars", "irregulars": "Irregulars"}, label="The force is")],
    men: Men,
    vehicles: Vehicles,
    extras: Annotated[tuple[str, ...], Choices(table="extras", where="simple", label="Extras")],
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
    markers: Annotated[
        bool,
        Flag(
            default=True,
            label="Objective markers are used",
            help="The optional ones of 4.1, a few of them fakes; a scenario may have others.",
            when={"side": ("irregulars",)},
            why_not="They limit explosives, which are for Irregulars.",
        ),
    ],
    media: Annotated[str, Choice(JOURNALISTS, label="Journalists in the game")],
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
) -> Breakdown[Force]:
    """What does this force cost, and is it allowed?"""
    w = Working(r)
    if r.holds("army-lists", "lists-first"):
        w.refuse(
            "It cannot be checked: the army lists that should say what a force holds are not in the document.",
            "basics.army-lists",
        )
    rows = tuple(Soldiers(*row) for row in men)
    wanted = Wanted(
        side, rows, extras, motivation, intelligence, negotiation, secret, ied + ied_remote, markers, media, mixed, agreed
    )  # fmt: skip
    must_fit(wanted)
    bills = [[*bill_of(r, row, agreed)] for row in rows]
    items = [item for bill in bills for item in bill]
    items += [item for car in vehicles for item in vehicle(r, *car)]
    items += _extras(r, wanted, ied, ied_remote, civilians)
    items = sorted(joined(items), key=lambda item: HEADINGS.index(item.heading))
    w.pile(
        [(f"{item.heading}: {item.words}", item.points, item.rule) for item in items]
        or [("nobody and nothing", 0, "army.man-table")]
    )
    total = w.whole
    roster = [_listed(r, row, bill) for row, bill in zip(rows, bills, strict=True)]
    for row, (who, figures) in zip(rows, roster, strict=True):
        w.note(f"{who}: {figures}", r.cell("classes", row.troops, "save").rule)
    checks = judged(w, wanted)
    left = budget - total if budget else None
    if left is not None:
        words = f"{shown(left)} left" if left >= 0 else f"{-left} points over the budget of {budget}"
        checks.ask(f"Within {budget} points?", left >= 0, words, "basics.army-lists")
    checks.tell(lambda one: f"{'not allowed' if one.ok is False else one.question.rstrip('?')}: {one.finding}")
    more = sum(conflict(r, row) for row in rows)
    apart = abs(more)
    w.note(f"the two price lists differ by {apart} points on this force", "army.trained-conflict", when=apart)
    by = {heading: points_of(item for item in items if item.heading == heading) for heading in HEADINGS}
    answer = Force(
        points=total,
        men=wanted.size,
        men_points=by["Men"],
        weapon_points=by["Weapons"],
        leader_points=by["Leaders"],
        vehicle_points=by["Vehicles"],
        extra_points=by["Extras"],
        left=left,
        allowed=checks.passed,
        forbidden="; ".join(one.finding for one in checks.failed),
        conflict=apart,
    )
    return w.answer(
        answer,
        headline=_headline(answer, budget, by_the_other_list(r, more), hints(checks)),
        exhibits=_pictures(answer, roster, items, by, budget, checks),
        paper=roster_paper([*zip(rows, roster, strict=True)], vehicles, items, total),
    )


def _extras(r: Reader, wanted: Wanted, plain: int, remote: int, civilians: int) -> Iterator[Item]:
    """Yield the items bought besides men and vehicles."""
    yield from (extra(r, key) for key in wanted.extras)
    counts = {"motivation": wanted.motivated, "intelligence": wanted.intelligence, "civilians": civilians}
    yield from (extra(r, key, number) for key, number in counts.items() if number)
    if wanted.charges:
        yield from charges(r, plain, remote)
    if wanted.media != "none" and wanted.side == journalists_paid_by(r, wanted.media):
        yield extra(r, wanted.media)
    if wanted.negotiation > r.int("army.negotiation-base"):
        yield negotiation_skill(r, wanted.negotiation)


def _headline(answer: Force, budget: int, other_list: str, warned: str) -> str:
    words = f"{shown(answer.points)}{f' of {budget}' if budget else ''} points{other_list}"
    return f"{words}: allowed{warned}" if answer.allowed else f"{words}; not allowed: {answer.forbidden}"


def _listed(r: Reader, men: Soldiers, bill: list[Item]) -> tuple[str, str]:
    """Return a line of men for the roster: who they are, and their figures with their cost."""
    lead = f", leadership {men.leadership}" if men.leadership else ""
    figures = {
        name: r.cell("classes", men.troops, name).whole for name in ("initiative", "melee", "save", "suppression")
    }
    return f"{men.number} × {name_of(r, men.troops)}, {weapon_name(men.weapon)}{lead}", (
        f"initiative {figures['initiative']} · melee {figures['melee']} · save {figures['save']}+ · "
        f"suppression {figures['suppression']} · {shown(points_of(bill))} points"
    )


def _pictures(
    answer: Force, roster: list[tuple[str, str]], items: list[Item], by: dict[str, int], budget: int, checks: Checks
) -> list[Exhibit]:
    """Return the roster card, the parts of the bill, and the decision if the force is allowed."""
    rest = [(item.words, f"{shown(item.points)} points") for item in items if item.heading in ("Vehicles", "Extras")]
    parts = [(heading, points) for heading, points in by.items() if points]
    limit = Mark(budget, f"budget {budget}", "at_most") if budget else None
    pictures: list[Exhibit] = [
        Card(
            "The roster",
            [*roster, *rest, ("In all", f"{counted(answer.men, 'man')}, {shown(answer.points)} points")],
            name="roster",
        ),
        Stack("What the bill is made of", "Points", parts or [("Nothing", 0)], limit, name="bill"),
    ]
    return [*pictures, checks.decision("Is the force allowed?", "allowed")] if checks.verdicts else pictures
