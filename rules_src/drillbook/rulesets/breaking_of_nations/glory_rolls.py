"""The glory chapter's dice thrown for its readers: the same turns rolled out, without the exact path."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from drillbook.questions import simulation
from drillbook.reader import Reader, Working
from drillbook.rulesets.breaking_of_nations._morale import Morale, relief_of
from drillbook.rulesets.breaking_of_nations._shooting import shot_number, weapon_band
from drillbook.rulesets.breaking_of_nations.glory import Turn, happened
from drillbook.rulesets.breaking_of_nations.glory_panic import reaction_of, shot_result
from drillbook.rulesets.breaking_of_nations.glory_recovery import Clock
from drillbook.simulate import Thrower

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]
    Truth = NDArray[np.bool_]

SLUG = "breaking_of_nations"


def throw_test(m: Morale, dice: Thrower, gl: Whole, triggers: int, spared: Truth) -> Whole:
    """A single glory test for each unit; `spared` are those that may roll although they stand at the threshold."""
    import numpy as np

    needed = gl + triggers * m.per_trigger if m.added_again else gl
    needed = np.where(spared & (gl >= m.panic), m.printed, needed)
    passed = (dice.roll(m.die_text, len(gl)) >= needed) & ((gl < m.panic) | spared)
    lower = gl - m.per_success
    if m.floor is not None:
        lower = np.maximum(lower, m.floor)
    return np.where(passed, lower, gl)


def throw_turn(m: Morale, dice: Thrower, gl: Whole, broken: Truth, triggers: int, relief: int) -> tuple[Whole, Truth]:
    """One turn for each unit: triggers, relief, tests; gives GL and who has panicked so far."""
    import numpy as np

    spared = np.full(len(gl), m.hair_trigger and m.printed + m.per_trigger >= m.panic) & (gl < m.panic)
    gl = gl + triggers * m.per_trigger
    if m.capped:
        gl = np.minimum(gl, m.panic)
    broken = broken | ((gl >= m.panic) & ~spared)
    if relief:
        gl = gl - relief if m.floor is None else np.maximum(gl - relief, m.floor)
    for number in range(m.tests(triggers)):
        gl = throw_test(m, dice, gl, triggers, spared & (number == 0))
    return gl, broken | (gl >= m.panic)


def _start(count: int, gl: int) -> tuple[Whole, Truth]:
    import numpy as np

    return np.full(count, gl), np.zeros(count, dtype=bool)


@simulation(SLUG, "glory-test")
def throw_glory_test(
    r: Reader, dice: Thrower, count: int, /, *, grade: str, shaken: int, events: tuple[str, ...], volunteer: bool
) -> Whole:
    """GL after the test, for as many units as are asked for."""
    m = Morale.read(r, grade)
    triggers = len(m.counted(events, ()))
    before = m.ceiling(m.printed + shaken)
    gl, _ = _start(count, m.ceiling(before + triggers * m.per_trigger))
    spared = (gl >= 0) & m.spared(before)
    asked = volunteer and r.reading("glory-voluntary") == "B" and bool((gl < m.panic).all())
    for number in range(m.tests(triggers)):
        gl = throw_test(m, dice, gl, triggers, spared & (number == 0))
    return throw_test(m, dice, gl, 0, spared & False) if asked else gl


@simulation(SLUG, "glory-track")
def throw_glory_track(r: Reader, dice: Thrower, count: int, /, *, grade: str, turns: tuple[Turn, ...]) -> Whole:
    """GL after the last turn."""
    m = Morale.read(r, grade)
    gl, broken = _start(count, m.printed)
    before: tuple[str, ...] = ()
    for turn in turns:
        events = happened(turn)
        gl, broken = throw_turn(m, dice, gl, broken, len(m.counted(events, before)), relief_of(r, turn[-1]))
        before = events
    return gl


@simulation(SLUG, "turns-to-panic")
def throw_turns_to_panic(
    r: Reader, dice: Thrower, count: int, /, *, grade: str, fresh: int, lasting: int, relief: str, turns: int
) -> Whole:
    """The turn in which each unit panics; the turn after the last for those that stand."""
    import numpy as np

    m = Morale.read(r, grade)
    off = relief_of(r, relief)
    gl, broken = _start(count, m.printed)
    fell = np.full(count, turns + 1)
    for turn in range(1, turns + 1):
        triggers = fresh + lasting if turn == 1 or m.lasting_counts else fresh
        already = broken
        gl, broken = throw_turn(m, dice, gl, broken, triggers, off)
        fell = np.where(broken & ~already, turn, fell)
    return fell


@simulation(SLUG, "panic-roll")
def throw_panic_roll(r: Reader, dice: Thrower, count: int, /, *, grade: str, men: int, reaction: str) -> Whole:
    """How many of the men react in the way asked about; a word without a meaning is rolled again."""
    import numpy as np

    faces = r.dice("glory.panic-each").outcomes
    found = [reaction_of(r, grade, face) for face in faces]
    so = np.array([one == reaction for one in found])
    again = np.array([one is None for one in found])
    rolled = dice.roll_each(r.text("glory.panic-each"), count, men) - 1
    while again[rolled].any():
        rolled = np.where(again[rolled], dice.roll_each(r.text("glory.panic-each"), count, men) - 1, rolled)
    total: Whole = so[rolled].sum(axis=1)
    return total


@simulation(SLUG, "berserk")
def throw_berserk(
    r: Reader,
    dice: Thrower,
    count: int,
    /,
    *,
    grade: str,
    weapon: str,
    friend: int | Fraction,
    enemy: int | Fraction,
    friend_grade: str,
    enemy_grade: str,
    armour: str,
    cover: str,
    mounted: bool,
) -> list[str]:
    """What each shot does: miss, hit or critical."""
    at_friend = r.reading("berserk-target") == "A" and friend < enemy
    armed = r.has_cell("weapons", weapon, "long")
    band = weapon_band(r, weapon, friend if at_friend else enemy) if armed else None
    if band is None:
        return []
    number = shot_number(
        r,
        Working(r),
        ds=r.cell("soldiers", friend_grade if at_friend else enemy_grade, "ds"),
        firer=grade,
        band=band,
        armour=armour,
        cover=r.cell("terrain", cover, "cv"),
        mounted=mounted,
    )
    return [shot_result(r, number, int(face)) for face in dice.roll(r.text("ranged-combat.die"), count)]


@simulation(SLUG, "recovery")
def throw_recovery(r: Reader, dice: Thrower, count: int, /, *, grade: str, rank: str, men: int, turns: int) -> Any:
    """How many of the men are calm after the last turn."""
    import numpy as np

    clock = Clock.read(r, grade, rank)
    gl = np.full((count, men), clock.start)
    for turn in range(1, turns + 1):
        if clock.checks(turn):
            passed = dice.roll_each(r.text("glory.test"), count, men) >= clock.needed
            if clock.together:
                passed = np.repeat(passed.sum(axis=1, keepdims=True), men, axis=1)
            panicked = gl > clock.calm_at
            gl = np.where(panicked, np.maximum(gl - passed * clock.per_success, min(clock.floor, clock.calm_at)), gl)
    return (gl <= clock.calm_at).sum(axis=1)
