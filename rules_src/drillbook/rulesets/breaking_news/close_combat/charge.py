"""The way into close combat: whether a man may charge or storm from here, and shoot first."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Checks, Choice, Flag, Length, Reader, Refusal, Working, attempt, question
from drillbook.asking.exhibits import Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import ahead
from drillbook.maths import Number, spoken, write_number
from drillbook.rulesets.breaking_news.common.moving import check_moved
from drillbook.rulesets.breaking_news.common.shot import Shot, shot_line

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
IF_HE_SHOOTS: dict[str, Any] = {"when": {"shoots": ("yes",)}, "why_not": "He does not shoot."}


@dataclass(frozen=True, slots=True)
class Charge:
    """The answer on a charge: its distance, what is left of the move, the shot, the permission.

    needed is what the man's shot needs, if he takes one. allowed states whether he may do all of it.
    """

    distance: Number
    left: Number | None
    shoots: bool
    needed: int | None
    hit: Fraction | None
    allowed: bool


@question(
    "bn/charge?target=man&distance=12&shoots=no",
    "bn/charge?target=building&distance=25&opening=window",
    "bn/charge?target=man&distance=12&shoots=yes&weapon=ar-single&troops=r3",
)
def charge(
    r: Reader,
    *,
    target: Annotated[str, Choice(TARGETS, label="He goes for")],
    distance: Annotated[Number, Length(0, 27, default=12, label="Distance")],
    opening: Annotated[
        str,
        Choice(WAYS_IN, label="On that side", when={"target": (BUILDING,)}, why_not="A man in the open has neither."),
    ],
    shoots: Annotated[
        bool, Flag(label="He also shoots", when={"target": (MAN,)}, why_not="Storming takes the place of shooting.")
    ],
    weapon: Annotated[str, Choice(WEAPONS, label="With", **IF_HE_SHOOTS)],
    troops: Annotated[
        str,
        Choice(table="classes", default="r3", label="He is", **IF_HE_SHOOTS),
    ],
) -> Breakdown[Charge]:
    """May he charge from here, and may he shoot as he comes?"""
    w = Working(r)
    checks = Checks(w)
    storming = target == BUILDING
    rule, part = ("close-combat.storm-range", None) if storming else ("movement.action-run", "reach")
    reach = r.int(rule, part)
    w.then("farthest he may come from" if storming else "a Run Move reaches", r.cited(rule, part))
    here = f"{write_number(distance)} cm"
    near = distance <= reach
    found = f"{here}, {reach} cm allowed" if near else f"{here} is beyond {reach} cm"
    checks.ask("Is he near enough?", near, found, rule)
    if storming:
        w.note("no shooting and no melee inside", "close-combat.storm-replaces")
        way = WAYS_IN[opening].lower() if opening != BLANK else "that side has neither door nor window"
        checks.ask("Is there a way in on that side?", opening != BLANK, way, "close-combat.storm-access")
    shot = _shot(r, w, checks, weapon, distance, troops) if shoots else None
    checks.note()
    w.note("enemies who see him run may shoot at him on the way", "reaction.opp-vs-move", when=checks.passed)
    needed, hit = (shot.needed, shot.at_least_one) if shot else (None, None)
    answer = Charge(distance, reach - distance if near else None, shot is not None, needed, hit, checks.passed)
    return w.answer(
        answer,
        headline=_headline(answer, storming, checks),
        chance=answer.hit,
        exhibits=[checks.decision("May he come to grips?"), _view(distance, reach, storming)],
    )


def _shot(r: Reader, w: Working, checks: Checks, weapon: str, distance: Number, troops: str) -> Shot | None:
    """Return the shot that a man takes as he charges; None if he may not take one."""
    question = "May he shoot as well?"
    if not r.holds("melee-contact", "any-move"):
        found = "he gets into contact by a Run Move, which leaves no shot"
        checks.ask(question, False, found, "movement.action-run")
        return None

    def moving() -> Shot:
        check_moved(r, w, weapon, distance)
        return shot_line(r, w, weapon=weapon, distance=distance, troops=troops, moved=distance)

    shot = attempt(moving)
    if isinstance(shot, Refusal):
        checks.ask(question, False, shot.reason.removeprefix("No shot: ").rstrip("."), shot.rule)
        return None
    checks.ask(question, True, "any move may end in contact", "movement.action-run")
    return shot


def _headline(answer: Charge, storming: bool, checks: Checks) -> str:
    if checks.failed:
        return f"No: {'; '.join(one.finding for one in checks.failed)}"
    if answer.hit is not None:
        return f"Yes, and he shoots as he comes: {answer.needed}+ to hit, {spoken(answer.hit)}"
    what = "The assault goes in" if storming else "He is in contact"
    return f"{what}, with {write_number(answer.left)} cm to spare" if answer.left else f"{what}, just"


def _view(distance: Number, reach: int, storming: bool) -> Tabletop:
    """Return the table-top with the way to the enemy and the limit of the charge."""
    what = "the building" if storming else "the enemy"
    side = Fraction(reach, 1 + 1)
    return Tabletop(
        f"He has {write_number(distance)} cm to go; {reach} cm is the limit",
        "cm",
        figures=[
            Figure(0, 0, "he", "own", grip=ahead("distance", -1, ground=True)),
            Figure(0, distance, what, grip=ahead("distance")),
        ],
        lines=[
            Line([(0, 0), (0, distance)], "his way", "path"),
            Line([(-side, reach), (side, reach)], f"{reach} cm", "wall"),
        ],
    )
