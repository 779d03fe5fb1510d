"""Infantry: what a wound does to a hero."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Cited, Count, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.maths import Number, exact, spoken, write_number
from drillbook.maths.number_words import signed
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.hero import (
    ARM,
    DEATH,
    Hurt,
    down_is_target,
    half_speed,
    hurt,
    place_of,
    revivable,
)
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, half_inches, soldiers
from drillbook.rulesets.breaking_of_nations.common.morale import printed_gl
from drillbook.rulesets.breaking_of_nations.common.soldier import BARE, speed
from drillbook.rulesets.breaking_of_nations.common.wounds import limits_of, shouldered


@dataclass(frozen=True, slots=True)
class Wound:
    """A hero after his wound.

    place: a row of the table; removed; revivable (none where he is alive); inches he goes in an action; fires; needed: the number that
    his shot needs, and needed_at_him (each none where there is no such shot); acts_next: the chance that he can act at the first chance;
    skill: how his CS has changed; needed_once_fired: what a shot at him needs after his own, where none may be aimed before.
    """

    place: str
    removed: bool
    revivable: bool | None
    inches: Number | None
    fires: bool
    needed: int | None
    needed_at_him: int | None
    acts_next: Fraction
    skill: int = 0
    needed_once_fired: int | None = None


@question(
    "bon/hit-location?score=2&grade=regular&armour=minimal&weapon=rifle&distance=10&enemy=regular",
    "bon/hit-location?score=6&grade=veteran&armour=flak&weapon=pistol&distance=4&enemy=green",
    "bon/hit-location?score=11&grade=regular&armour=minimal&weapon=rifle&distance=10&enemy=regular",
)
def hit_location(
    r: Reader,
    *,
    score: Annotated[int, Count(1, 12, default=2, label="Die", bands=("hit-location/high",))],
    grade: Annotated[str, soldiers("The hero is")],
    armour: Annotated[str, armour_of("His armour")],
    weapon: Annotated[str, Choice(table="weapons", where="firearm", default="rifle", label="He fires a")],
    distance: Annotated[Number, half_inches("Enemy is away", 24, 10)],
    enemy: Annotated[str, soldiers("Enemy is")],
) -> Breakdown[Wound]:
    """Where is this hero hit, and what can he still do?"""
    w = Working(r)
    w.start("the die", score, "infantry.hero-wound")
    place = place_of(r, score)
    name = r.name("hit-location", place)
    man = hurt(r, place)
    w.note(f"{name}: {r.cell('hit-location', place, 'effect').amount}", "infantry.hit-location-table")
    checks = Checks(w)
    rule = "infantry.hit-location-table"
    gone = man.removed or _dies(r, w)
    checks.ask("Is he still in the game?", not gone, "removed" if gone else "he fights on", rule)
    if gone:
        w.note("bloody death spares no hero", "infantry.hero-bloody-death", when=place == DEATH)
        told = Wound(place, True, revivable(r, place), None, False, None, None, Fraction(0))
        back = "a medic may still bring him back" if told.revivable else "beyond any medic"
        return w.answer(
            told,
            headline=f"{name}: removed, {back}",
            exhibits=[_places(r, score), checks.decision("What he can still do.", "still")],
        )
    inches = _inches(r, w, man, grade, armour)
    limits = limits_of(r, man.place, weapon)
    needed = _own_shot(r, w, man, weapon, distance, grade, enemy, limits) if man.fires else None
    named, later = (not man.prone or down_is_target(r, fired=fired) for fired in (False, True))
    shot = _shot_at_him(r, w, man, distance, grade, armour, enemy) if named or (later and man.fires) else None
    at_him, once_fired = (shot, None) if named else (None, shot)
    acts = _acts(r, w, man, grade)
    checks.ask("Can he go at full speed?", man.speed == 1 and not man.prone, f'{write_number(inches)}" an action', rule)
    checks.ask("Can he fire?", man.fires, "he may" if man.fires else "he may not", rule)
    found = "his target is out of reach" if needed is None else f"on {_score(r, needed)}"
    checks.ask(
        "Can he hit this enemy?", man.fires and needed is not None, found if man.fires else "he does not fire", rule
    )
    checks.ask(
        "Can he be shot at?",
        None,
        _target(r, at_him, once_fired),
        "movement.prone-target",
    )
    told = Wound(place, False, None, inches, man.fires, needed, at_him, acts, man.cs, once_fired)
    return w.answer(
        told,
        headline=_headline(r, name, man, told),
        exhibits=[_places(r, score), checks.decision("What he can still do.", "still")],
    )


def _dies(r: Reader, w: Working) -> bool:
    """Return whether a hit removes a hero wherever it strikes; add the note to `w`."""
    dies = r.has("ruling.hero-hit-location", "dies-first") and r.holds("hero-hit-location", "dies-first")
    w.note("the hit takes him with it, wherever it strikes", "infantry.hero-wound", when=dies)
    return dies


def _headline(r: Reader, name: str, man: Hurt, told: Wound) -> str:
    """Return what is left of the hero, in one line."""
    parts = ["prone"] if man.prone else []
    if man.stunned:
        parts.append("stunned")
    else:
        shot = (
            "fires no weapon"
            if not man.fires
            else "out of range"
            if told.needed is None
            else f"hits on {_score(r, told.needed)}"
        )
        parts += [f'{write_number(told.inches or 0)}" an action', shot]
    if told.skill:
        parts.append(f"CS {signed(told.skill)}")
    if told.needed_at_him is not None:
        parts.append(f"is hit on {_score(r, told.needed_at_him)}")
    if told.needed_once_fired is not None:
        parts.append(f"is hit on {_score(r, told.needed_once_fired)} once he has fired")
    never = (
        "he acts again once a medic has healed him"
        if r.has("ruling.stunned", "until-healed")
        else "he never acts again"
    )
    again = f"he acts again at the first chance: {spoken(told.acts_next)}" if told.acts_next else never
    later = f"; {again}" if man.stunned else ""
    return f"{name}: {', '.join(parts)}{later}"


def _target(r: Reader, at_him: int | None, once_fired: int | None) -> str:
    """Whether he can be shot at, in words."""
    if at_him is not None:
        return f"on {_score(r, at_him)}"
    return "he is prone" if once_fired is None else f"he is prone, and once he has fired on {_score(r, once_fired)}"


def _score(r: Reader, number: int) -> str:
    """Return in words the score that a shot needs."""
    return shot_die.score_words(r, number, shot_die.hit_chance(r, number))


def _inches(r: Reader, w: Working, man: Hurt, grade: str, armour: str) -> Number:
    """How far he goes in an action over flat ground."""
    if man.crawl is not None:
        return exact(w.then("inches he crawls", man.crawl, "infantry.hit-location-table"))
    pace: Number = speed(r, w, grade, armour)
    if man.speed != 1:
        pace = exact(half_speed(r, pace, man.speed))
        w.then("what the wound leaves", pace, "infantry.hit-location-table")
    if man.prone:
        pace = ceil(exact(w.times("prone", "movement.prone-speed")))
        w.then("rounded up", pace, "movement.prone-speed")
    return pace


def _own_shot(
    r: Reader, w: Working, man: Hurt, weapon: str, distance: Number, grade: str, enemy: str, limits: dict[str, Cited]
) -> int | None:
    """Return the number his shot at the enemy in the open needs, or None if out of reach.

    The steps go into `w`.
    """
    band = shooting.band_at(r, distance, limits)
    slow = man.place == ARM and shouldered(r, weapon) and r.holds("arm-light", "half-rate")
    w.note("his weapon fires every second turn", "infantry.hit-location-table", when=slow)
    if band is None:
        w.note("out of range", "ranged-combat.in-range")
        return None
    counted = shooting.counted_as(r, weapon, band)
    shooting.man_number(r, w, shooting.Man(enemy, BARE), grade, counted, what="his shot: the enemy's DS")
    if man.cs:
        shooting.skill_changed(r, w, man.cs, "infantry.hit-location-table")
    return w.whole


def _shot_at_him(r: Reader, w: Working, man: Hurt, distance: Number, grade: str, armour: str, enemy: str) -> int | None:
    """Return the number the enemy's rifle needs against him in the open, or None out of reach."""
    band = shooting.weapon_band(r, "rifle", distance)
    if band is None:
        return None
    shooting.man_number(r, w, shooting.Man(grade, armour), enemy, band, what="a rifle at him: his DS")
    return int(w.add("his DS has changed", man.ds, "infantry.hit-location-table", when=man.ds))


def _acts(r: Reader, w: Working, man: Hurt, grade: str) -> Fraction:
    """Return the chance that he can act when he may first try, and add its step."""
    if not man.stunned:
        return Fraction(1)
    match r.read_as("stunned"):
        case "as-freeze":
            chance = r.dice("glory.test").at_least(printed_gl(r, grade))
            w.then("a roll of his GL, once a turn", chance, "glory.recover-officer")
            return chance
        case "one-turn":
            return Fraction(1)
        case _:
            return Fraction(0)


def _places(r: Reader, score: int) -> Grid:
    """Each face of the die, and the place that it hits."""
    rows, faces = r.rows("hit-location"), r.dice("infantry.hero-wound").outcomes
    keys, hit = [row.key for row in rows], [place_of(r, face) for face in faces]
    return Grid(
        "The place that each face of the die hits.", "Place", "Face of the die", [row.name for row in rows],
        [str(face) for face in faces], [[int(key == one) for one in hit] for key in keys],
        chance=False, what="met", here=(keys.index(place_of(r, score)), faces.index(score)), name="places",
        by_column={"score": list(faces)},
    )  # fmt: skip
