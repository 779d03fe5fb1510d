"""Coming to grips: may he charge a man, or assault a building, from where he stands, and may he shoot first?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.exact import write_number
from drillbook.exhibits import Decision, Exhibit, Figure, Line, Tabletop, Verdict
from drillbook.kinds import Choice, Flag, Length
from drillbook.questions import question
from drillbook.reader import Reader, Working
from drillbook.rulesets.breaking_news._moving import moved_too_far
from drillbook.rulesets.breaking_news._shot import shot_line

Number = int | Fraction

MAN, BUILDING = "man", "building"
TARGETS = {MAN: "A man", BUILDING: "A building"}
BLANK = "none"
WAYS_IN = {"door": "A door", "window": "A window", BLANK: "A blank wall"}
WEAPONS = {
    "ar-single": "Assault rifle, single",
    "ar-burst": "Assault rifle, burst",
    "smg": "Submachine gun",
    "lmg": "Light machine gun",
    "sniper": "Precision rifle",
    "rpg": "RPG",
}


@dataclass(frozen=True, slots=True)
class Charge:
    """How far he runs, what is left of the move, and what his shot needs if he may take one."""

    distance: Number
    left: Number
    shoots: bool
    needed: int
    hit: Fraction


@question(
    "breaking_news",
    "charge",
    examples=[
        "bn/charge?target=man&distance=12&shoots=no",
        "bn/charge?target=building&distance=25&opening=window",
        "bn/charge?target=man&distance=12&shoots=yes&weapon=ar-single&troops=r3",
    ],
)
def charge(
    r: Reader,
    /,
    *,
    target: Annotated[str, Choice(TARGETS, default=MAN, label="He goes for")],
    distance: Annotated[Number, Length(0, 27, default=12, label="Distance")],
    opening: Annotated[
        str,
        Choice(
            WAYS_IN,
            default="door",
            label="On that side",
            when={"target": (BUILDING,)},
            why_not="A man in the open has neither.",
        ),
    ],
    shoots: Annotated[
        bool,
        Flag(
            default=False,
            label="He also shoots",
            when={"target": (MAN,)},
            why_not="Storming takes the place of shooting.",
        ),
    ],
    weapon: Annotated[
        str,
        Choice(WEAPONS, default="ar-single", label="With", when={"shoots": ("yes",)}, why_not="He does not shoot."),
    ],
    troops: Annotated[
        str,
        Choice(table="classes", default="r3", label="He is", when={"shoots": ("yes",)}, why_not="He does not shoot."),
    ],
) -> Breakdown[Charge] | Refusal:
    """May he charge from here, and may he shoot as he comes?"""
    w = Working(r)
    verdicts: list[Verdict] = []
    storming = target == BUILDING
    rule = "close-combat.storm-range" if storming else "movement.action-run"
    part = None if storming else "reach"
    reach = r.int(rule, part)
    w.then("farthest he may come from" if storming else "a Run Move reaches", r.cited(rule, part))
    near = distance <= reach
    here = f"{write_number(distance)} cm"
    verdicts.append(Verdict("Is he near enough?", near, f"{here}, {reach} cm allowed", r.cite(rule)))
    if storming:
        w.note("no shooting and no melee inside", "close-combat.storm-replaces")
        access = r.cite("close-combat.storm-access")
        verdicts.append(Verdict("Is there a way in on that side?", opening != BLANK, WAYS_IN[opening].lower(), access))
    any_move = r.reading("melee-contact") == "B" if not storming else False
    if shoots:
        contact = r.cite("movement.action-run")
        found = "any move may end in contact" if any_move else "only a Run Move makes contact, and it leaves no shot"
        verdicts.append(Verdict("May he shoot as well?", any_move, found, contact))
        if any_move:
            w.note(found, "movement.action-run")
    exhibits: list[Exhibit] = [
        Decision("May he come to grips?", verdicts),
        _view(distance, reach, storming),
    ]
    if not near:
        return w.refuse(f"Too far: {here} is beyond {reach} cm.", rule, exhibits=exhibits)
    if storming and opening == BLANK:
        return w.refuse(
            "No way in: that side has neither door nor window.", "close-combat.storm-access", exhibits=exhibits
        )
    if shoots and not any_move:
        reason = "No shot: he gets into contact by a Run Move, which leaves none."
        return w.refuse(reason, "movement.action-run", exhibits=exhibits)
    w.note("enemies who see him run may shoot at him on the way", "reaction.opp-vs-move")
    needed, hit = 0, Fraction(0)
    if shoots:
        too_far = moved_too_far(r, w, weapon, distance)
        if too_far is not None:
            return too_far
        shot = shot_line(r, w, weapon=weapon, distance=distance, troops=troops, moved=distance)
        if isinstance(shot, Refusal):
            return shot
        needed, hit = shot.needed, shot.at_least_one
    answer = Charge(distance, reach - distance, shoots, needed, hit)
    return w.answer(answer, headline=_headline(answer, storming), chance=hit if shoots else None, exhibits=exhibits)


def _headline(answer: Charge, storming: bool) -> str:
    left = write_number(answer.left)
    if answer.shoots:
        return f"Yes, and he shoots as he comes: {answer.needed}+ to hit, {answer.hit}"
    what = "The assault goes in" if storming else "He is in contact"
    return f"{what}, with {left} cm to spare" if answer.left else f"{what}, just"


def _view(distance: Number, reach: int, storming: bool) -> Tabletop:
    """The way to the enemy, and how far he may come from."""
    what = "the building" if storming else "the enemy"
    return Tabletop(
        f"He has {write_number(distance)} cm to go; {reach} cm is the limit",
        "cm",
        figures=[Figure(0, 0, "he", "own"), Figure(0, distance, what, "enemy")],
        lines=[
            Line([(0, 0), (0, distance)], "his way", "path"),
            Line([(-1, reach), (1, reach)], f"{reach} cm", "wall"),
        ],
    )
