"""Ranged combat: whether a man who is hit, and has not acted yet, strikes back before he falls."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Contradiction, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Grid
from drillbook.maths import Distribution, Number, Thrower, spoken
from drillbook.rulesets.breaking_of_nations.common import shooting
from drillbook.rulesets.breaking_of_nations.common.inputs import FIREARM_BANDS, Weapon, armour_of, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.soldier import actions, called

NOBODY, TARGET, BOTH = "nobody falls", "only the target falls", "both fall"


@dataclass(frozen=True, slots=True)
class Exchange:
    """A shot and the answer to it: what each needs, the chance that each falls, and how many answers the target's AC pays for.

    needed_back is none where there is no answer.
    """

    needed: int
    needed_back: int | None
    target_falls: Fraction
    firer_falls: Fraction
    paid_for: int


@dataclass(frozen=True, slots=True)
class _Shots:
    """Both numbers, and whether there is an answer."""

    needed: int
    back: int
    answers: bool
    paid: int


@question(
    "bon/return-shot?firer=regular&target=regular&weapon=rifle&distance=10&ground=clear&activated=no&spent=0",
    "bon/return-shot?firer=green&target=elite&distance=20&ground=rubble",
    "bon/return-shot?firer=veteran&target=regular&activated=yes",
    "bon/return-shot?firer=veteran&target=regular&spent=3",
)
def return_shot(
    r: Reader,
    *,
    firer: Annotated[str, soldiers("Firer")],
    firer_armour: Annotated[str, armour_of("Firer's armour")],
    weapon: Weapon,
    distance: Annotated[Number, Length(0, 26, step=Fraction(1, 2), default=10, label="Distance", bands=FIREARM_BANDS)],
    target: Annotated[str, soldiers("Target")],
    armour: Annotated[str, armour_of("Its armour")],
    ground: Annotated[str, ground_of("Target stands in")],
    activated: Annotated[bool, Flag(label="The target has acted this turn")],
    spent: Annotated[
        int,
        Count(
            0, 3, label="AC it has spent on answers", unless={"activated": ("yes",)}, why_not="It has acted, so it does not answer."
        ),
    ],
) -> Breakdown[Exchange]:  # fmt: skip
    """Does the man who is hit strike back, and who falls?"""
    w = Working(r)
    man = shooting.Man(target, armour, ground)
    shots = _shots(r, w, shooting.Man(firer, firer_armour), weapon, distance, man, activated, spent)
    w.then("chance of a hit", shooting.hit_chance(r, shots.needed), "ranged-combat.die")
    w.then(
        "of it, a critical, which allows no answer",
        shooting.critical_chance(r, shots.needed),
        "ranged-combat.bloody-death",
    )
    if shots.answers:
        w.then("chance of the answer", shooting.hit_chance(r, shots.back), "ranged-combat.counter-roll")
    fate = r.dice("ranged-combat.die").then(lambda face: _after(r, shots, face))
    target_falls, firer_falls = 1 - fate[NOBODY], fate[BOTH]
    back = f"in all, the firer: {spoken(firer_falls)}" if shots.answers else "no answer"
    table: list[list[Fraction | None]] = [[fate[NOBODY], fate[TARGET]], [None, fate[BOTH]]]
    return w.answer(
        Exchange(shots.needed, shots.back if shots.answers else None, target_falls, firer_falls, shots.paid),
        headline=f"The target falls: {spoken(target_falls)}; {back}",
        chance=firer_falls,
        distribution=fate,
        exhibits=[
            Grid(
                "Who stands and who falls, both shots counted",
                "Firer",
                "Target",
                ("stands", "falls"),
                ("stands", "falls"),
                table,
                name="fates",
            ),
            Bars("How the exchange ends", "End", {"": fate}, name="ends"),
        ],
    )


def _shots(
    r: Reader,
    w: Working,
    firer: shooting.Man,
    weapon: str,
    distance: Number,
    man: shooting.Man,
    activated: bool,
    spent: int,
) -> _Shots:
    """The shot and the answer, made ready, with their steps."""
    band = shooting.band_in_reach(r, w, weapon, distance)
    needed = shooting.man_number(r, w, man, firer.grade, band, what="target's DS")
    available = actions(r, w, man.grade, man.armour, f"{called(r, man.grade)} target")
    if spent > available and not activated:
        who = called(r, man.grade)
        raise Contradiction(
            f"The {who} target has {available} AC in a turn and cannot have spent {spent}.", spent=available
        )
    cost = r.int("ranged-combat.counter-cost")
    w.subtract("spent on answers", spent, "ranged-combat.counter-cost", when=spent)
    paid = max(0, available - spent) // cost
    w.then("answers that his AC pays for", paid, "ranged-combat.counter-cost")
    back = shooting.answer_number(r, w, firer, man.grade, "the answer")
    return _Shots(needed, back, _may_answer(r, w, activated, paid), paid)


def _may_answer(r: Reader, w: Working, activated: bool, paid: int) -> bool:
    """Whether a man who is hit, but not killed outright, strikes back."""
    rule = "ranged-combat.counter-who"
    if activated:
        w.note("he has acted this turn: no answer", rule)
        return False
    if not paid:
        w.note("no AC is left for an answer", "ranged-combat.counter-cost")
        return False
    match r.read_as("counter-attack"):
        case "close-combat":
            w.note("men answer in close combat only", rule)
            return False
        case "survivors-only":
            w.note("the hit removes him before he can answer", "stats.infantry-wound")
            return False
        case _:
            w.note("he answers once, and is removed then", rule)
            return True


def _after(r: Reader, shots: _Shots, face: int) -> Distribution[str]:
    """How the exchange ends, once the firer's die shows this face."""
    if not shooting.hits(r, shots.needed, face):
        return Distribution.sure(NOBODY)
    if shooting.is_critical(r, face) or not shots.answers:
        return Distribution.sure(TARGET)
    hit = shooting.hit_chance(r, shots.back)
    return Distribution.weighted([(BOTH, hit), (TARGET, 1 - hit)])


@simulation
def throw_exchange(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """How each exchange ends."""
    man = shooting.Man(inputs["target"], inputs["armour"], inputs["ground"])
    firer = shooting.Man(inputs["firer"], inputs["firer_armour"])
    shots = _shots(
        r, Working(r), firer, inputs["weapon"], inputs["distance"], man, inputs["activated"], inputs["spent"]
    )
    die = r.text("ranged-combat.die")
    ends = []
    for face, answer in zip(dice.roll(die, count).tolist(), dice.roll(die, count).tolist(), strict=True):
        if not shooting.hits(r, shots.needed, face):
            ends.append(NOBODY)
        elif shots.answers and not shooting.is_critical(r, face) and shooting.hits(r, shots.back, answer):
            ends.append(BOTH)
        else:
            ends.append(TARGET)
    return ends
