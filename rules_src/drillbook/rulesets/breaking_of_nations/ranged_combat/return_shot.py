"""Ranged combat: whether a man who is hit strikes back before he falls.

A man who has not acted yet may strike back.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from drillbook.asking import (
    Breakdown,
    Choice,
    Contradiction,
    Count,
    Flag,
    Length,
    Reader,
    Working,
    question,
    simulation,
)
from drillbook.asking.exhibits import Bars, Grid
from drillbook.maths import Distribution, Number, Thrower, spoken
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.hero import DEATH, hurt, place_of
from drillbook.rulesets.breaking_of_nations.common.inputs import FIREARM_BANDS, Weapon, armour_of, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.soldier import actions, called
from drillbook.rulesets.breaking_of_nations.common.wounds import UNHURT, limits_of

NOBODY, TARGET, FIRER, BOTH = "nobody falls", "only the target falls", "only the firer falls", "both fall"


@dataclass(frozen=True, slots=True)
class Exchange:
    """A shot and its answer: what each needs, who falls, and how many answers the AC pays for.

    needed_back is that of an unhurt man, and None if there is no answer. wounded is the chance that a hero is hit and
    goes on.
    """

    needed: int
    needed_back: int | None
    target_falls: Fraction
    firer_falls: Fraction
    paid_for: int
    wounded: Fraction


class _Struck(NamedTuple):
    """The effect of a hit on the target: whether he falls, and what his answer needs.

    back is None if he gives no answer.
    """

    falls: bool
    back: int | None


@dataclass(frozen=True, slots=True)
class _Shots:
    """The shot and the answer made ready: their numbers, and the effect of a hit or a critical.

    answers states whether the target may answer at all.
    """

    needed: int
    back: int
    answers: bool
    paid: int
    hit: Distribution[_Struck]
    critical: Distribution[_Struck]


@question(
    "bon/return-shot?firer=regular&target=regular&weapon=rifle&distance=10&ground=clear&activated=no&spent=0",
    "bon/return-shot?firer=green&target=elite&distance=20&ground=rubble",
    "bon/return-shot?firer=veteran&target=regular&activated=yes",
    "bon/return-shot?firer=veteran&target=regular&spent=3",
    "bon/return-shot?firer=regular&firer-armour=flak&target=elite&hero=yes&distance=14",
    "bon/return-shot?firer=regular&target=regular&distance=20&reply=pistol",
)
def return_shot(
    r: Reader,
    *,
    firer: Annotated[str, soldiers("Firer")],
    firer_armour: Annotated[str, armour_of("Firer's armour")],
    weapon: Weapon,
    distance: Annotated[Number, Length(0, 26, step=Fraction(1, 2), default=10, label="Distance", bands=FIREARM_BANDS)],
    target: Annotated[str, soldiers("Target")],
    hero: Annotated[bool, Flag(label="The target is a hero")],
    armour: Annotated[str, armour_of("Its armour")],
    ground: Annotated[str, ground_of("Target stands in")],
    reply: Annotated[str, Choice(table="weapons", where="firearm", default="rifle", label="Target's weapon")],
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
    shots = _shots(r, w, shooting.Man(firer, firer_armour), weapon, distance, man, hero, reply, activated, spent)
    w.then("chance of a hit", shot_die.hit_chance(r, shots.needed), "ranged-combat.die")
    w.then(
        "of it, a critical, which allows no answer",
        shot_die.critical_chance(r, shots.needed),
        "ranged-combat.bloody-death",
        when=all(one.back is None for one, _ in shots.critical.items()),
    )
    if shots.answers:
        w.then("chance of the answer", shot_die.hit_chance(r, shots.back), "ranged-combat.counter-roll")
    fate = r.dice("ranged-combat.die").then(lambda face: _after(r, shots, face))
    target_falls, firer_falls = fate[TARGET] + fate[BOTH], fate[FIRER] + fate[BOTH]
    wounded = shot_die.hit_chance(r, shots.needed) - target_falls
    back = f"in all, the firer: {spoken(firer_falls)}" if shots.answers else "no answer"
    hurt = f"; wounded, he goes on: {spoken(wounded)}" if wounded else ""
    table: list[list[Fraction | None]] = [[fate[NOBODY], fate[TARGET]], [fate[FIRER] if hero else None, fate[BOTH]]]
    who = "The hero" if hero else "The target"
    return w.answer(
        Exchange(shots.needed, shots.back if shots.answers else None, target_falls, firer_falls, shots.paid, wounded),
        headline=f"{who} falls: {spoken(target_falls)}{hurt}; {back}",
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
    hero: bool,
    reply: str,
    activated: bool,
    spent: int,
) -> _Shots:
    """Return the shot and the answer made ready, with their steps.

    Raise Contradiction if the target is said to have spent more AC than he has.
    """
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
    answers = _may_answer(r, w, activated, paid, hero)
    if answers and not _reaches(r, UNHURT, reply, distance):
        reached = f"the answer is out of range of his {shooting.weapon_word(r, reply)}"
        w.note(reached, "ranged-combat.in-range")
        answers = False
    if not hero:
        hit = Distribution.sure(_Struck(True, back if answers else None))
        return _Shots(needed, back, answers, paid, hit, Distribution.sure(_Struck(True, None)))
    w.note("a hero who is hit throws for the place", "infantry.hero-wound", when=not _dies(r))
    places: Distribution[str] = r.dice("infantry.hero-wound").map(lambda face: place_of(r, face))

    def struck(critical: bool) -> Distribution[_Struck]:
        if critical and not r.holds("hero-hit-location", "every-hit"):
            r.cite("infantry.hero-bloody-death")
            return Distribution.sure(_Struck(True, None))
        if _dies(r):
            return Distribution.sure(_Struck(True, _back_of(r, back if answers else None, removed=True)))
        return places.map(lambda place: _placed(r, place, back if answers else None, reply, distance))

    hit = struck(critical=False)
    return _Shots(needed, back, answers, paid, hit, struck(critical=True))


def _dies(r: Reader) -> bool:
    """Whether a hit takes a hero with it, wherever it strikes."""
    return r.holds("hero-hit-location", "dies-first")


def _placed(r: Reader, place: str, back: int | None, reply: str, distance: Number) -> _Struck:
    """Return what a wound in that place leaves of a hero, and what his answer needs.

    The wound has an answer only if he would have one unhurt.
    """
    wound = hurt(r, place)
    if wound.removed:
        return _Struck(True, None if place == DEATH else _back_of(r, back, removed=True))
    if back is None or not wound.fires or not _reaches(r, place, reply, distance):
        return _Struck(False, None)
    return _Struck(False, back - wound.cs)


def _back_of(r: Reader, back: int | None, *, removed: bool) -> int | None:
    """Return what the answer of a man needs that his wound removes.

    He gives one before he goes, or on the other reading none.
    """
    return None if removed and r.holds("counter-attack", "survivors-only") else back


def _reaches(r: Reader, place: str, reply: str, distance: Number) -> bool:
    """Return whether a wounded or unhurt man's weapon reaches the man that he answers."""
    return shooting.band_at(r, distance, limits_of(r, place, reply)) is not None


def _may_answer(r: Reader, w: Working, activated: bool, paid: int, hero: bool) -> bool:
    """Whether a man who is hit, but not killed outright, may strike back."""
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
            survives = hero and not _dies(r)
            told = (
                "he answers if the wound leaves him there" if survives else "the hit removes him before he can answer"
            )
            w.note(told, rule if survives else "stats.infantry-wound")
            return survives
        case _:
            w.note("he may answer once" if hero else "he may answer once, and is removed then", rule)
            return True


def _after(r: Reader, shots: _Shots, face: int) -> Distribution[str]:
    """How the exchange ends, once the firer's die shows this face."""
    if not shot_die.hits(r, shots.needed, face):
        return Distribution.sure(NOBODY)

    def answered(one: _Struck) -> Distribution[str]:
        if one.back is None:
            return Distribution.sure(_end(one, felled=False))
        hit = shot_die.hit_chance(r, one.back)
        return Distribution({_end(one, felled=True): hit, _end(one, felled=False): 1 - hit})

    return (shots.critical if shot_die.is_critical(r, face) else shots.hit).then(answered)


def _end(one: _Struck, *, felled: bool) -> str:
    """Return the end of the exchange for a target in that state.

    felled states whether his answer fells the firer.
    """
    if one.falls:
        return BOTH if felled else TARGET
    return FIRER if felled else NOBODY


@simulation
def throw_exchange(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """How each exchange ends."""
    man = shooting.Man(inputs["target"], inputs["armour"], inputs["ground"])
    firer = shooting.Man(inputs["firer"], inputs["firer_armour"])
    given = (inputs[one] for one in ("hero", "reply", "activated", "spent"))
    shots = _shots(r, Working(r), firer, inputs["weapon"], inputs["distance"], man, *given)
    die, ends = r.text("ranged-combat.die"), []
    faces, answers = dice.roll(die, count).tolist(), dice.roll(die, count).tolist()
    places = dice.roll(r.text("infantry.hero-wound"), count).tolist() if inputs["hero"] else [0] * count
    for face, answer, place in zip(faces, answers, places, strict=True):
        if not shot_die.hits(r, shots.needed, face):
            ends.append(NOBODY)
            continue
        one = _thrown(r, shots, face, place, inputs["reply"], inputs["distance"])
        ends.append(_end(one, felled=one.back is not None and bool(shot_die.hits(r, one.back, answer))))
    return ends


def _thrown(r: Reader, shots: _Shots, face: int, place: int, reply: str, distance: Number) -> _Struck:
    """Return what a hit with that face leaves of the target.

    place is the score for his wound, which has been thrown (0 if he is no hero).
    """
    found = shots.critical if shot_die.is_critical(r, face) else shots.hit
    if len(found.outcomes) == 1:
        return next(iter(found.outcomes))
    return _placed(r, place_of(r, place), shots.back if shots.answers else None, reply, distance)
