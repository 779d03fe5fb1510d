"""Ranged combat, the Great Equalizer: who takes the hits that a target has no men for."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle
from typing import Annotated, Any, NamedTuple

from drillbook.asking import (
    Breakdown,
    Choice,
    Contradiction,
    Count,
    Flag,
    Length,
    Reader,
    Rows,
    Working,
    question,
    simulation,
)
from drillbook.asking.exhibits import Bars, Exhibit, Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import across
from drillbook.maths import (
    Distribution,
    Number,
    Thrower,
    averaged,
    lost_of,
    np,
    total,
    write_number,
)
from drillbook.maths.number_words import number_text
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die, volley
from drillbook.rulesets.breaking_of_nations.common.inputs import FIREARM_BANDS, Weapon, armour_of, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.volley import felled, passed_on

SIDES = {"friend": "Friends", "enemy": "Enemies"}
KNOWN, TO_ROLL = "known", "to-roll"
FIELDS = {
    "distance": Length(0, 30, step=Fraction(1, 2), default=14, label="Distance"),
    "side": Choice(SIDES, default="enemy", label="Side"),
    "men": Count(1, 30, default=5, label="Men"),
    "grade": soldiers("Grade"),
    "ground": ground_of("In"),
    "prone": Flag(label="Prone"),
}


class Unit(NamedTuple):
    """A unit behind the target, as a row of the form has it."""

    distance: Number
    side: str
    men: int
    grade: str
    ground: str
    prone: bool


@dataclass(frozen=True, slots=True)
class Equalizer:
    """The mean losses to a volley, in the target and behind it, and the hits nobody takes.

    enemies and friends are the mean losses behind the target. surplus is the mean number of hits beyond the target, spent
    the mean number of hits that nobody takes.
    """

    target: Fraction
    surplus: Fraction
    enemies: Fraction
    friends: Fraction
    spent: Fraction


@question(
    "bon/equalizer?scored=known&hits=3&weapon=lmg&firer=regular&distance=10&men=1&units=14,enemy,4,regular,trenches,no",
    "bon/equalizer?scored=to-roll&shots=12&weapon=rifle&firer=veteran&distance=8&men=4&units=11,friend,3,regular,clear,no;"
    "16,enemy,5,green,clear,no;28,enemy,5,green,clear,no",
)
def equalizer(
    r: Reader,
    *,
    scored: Annotated[str, Choice({KNOWN: "Rolled already", TO_ROLL: "Still to roll"}, default=KNOWN, label="The dice are")],
    hits: Annotated[
        int, Count(0, 30, default=7, label="Hits scored", when={"scored": (KNOWN,)}, why_not="The dice are still to roll.")
    ],
    shots: Annotated[
        int, Count(1, 30, default=12, label="Shots", when={"scored": (TO_ROLL,)}, why_not="The hits are known.")
    ],
    weapon: Weapon,
    firer: Annotated[str, soldiers("Firers")],
    distance: Annotated[Number, Length(0, 26, step=Fraction(1, 2), default=8, label="Distance", bands=FIREARM_BANDS)],
    men: Annotated[int, Count(1, 30, default=4, label="Men in the target")],
    target: Annotated[str, soldiers("The target is")],
    armour: Annotated[str, armour_of("Armour of all")],
    ground: Annotated[str, ground_of("Target stands in")],
    units: Annotated[
        tuple[tuple[Number, str, int, str, str, bool], ...],
        Rows(
            FIELDS, low=0, high=4, noun="unit", label="Units behind", late=1,
            default=((11, "friend", 2, "regular", "clear", False), (16, "enemy", 5, "regular", "clear", False)),
            help="In the line of fire, farther from the firers than the target.",
        ),
    ],
) -> Breakdown[Equalizer]:  # fmt: skip
    """Who takes the hits that the target has no men for?"""
    if any(unit[0] < distance for unit in units):
        farther = tuple((max(unit[0], distance), *unit[1:]) for unit in units)
        raise Contradiction(
            "A unit behind the target cannot stand nearer to the firers than the target.", units=farther
        )
    w = Working(r)
    score = _hits(r, w, scored, hits, shots, weapon, firer, distance, men, shooting.Man(target, armour, ground))
    w.then("hits", score.mean, "ranged-combat.target-number")
    fallen, surplus = felled(score, men)
    w.subtract("men who fall in the target, on average", fallen.mean, "ranged-combat.removal")
    w.note("what is left passes on", "ranged-combat.equalizer", when=surplus.mean)
    behind = [Unit(*row) for row in units]
    line = sorted(behind, key=lambda unit: unit.distance)
    struck = [unit for unit in line if _reached(r, w, weapon, unit)]
    chances = [_chance(r, weapon, firer, armour, unit) for unit in struck]
    losses = passed_on(r, surplus, [(unit.men, chance) for unit, chance in zip(struck, chances, strict=True)])
    for unit, loss in zip(struck, losses, strict=True):
        w.subtract(
            f'{SIDES[unit.side].lower()} at {write_number(unit.distance)}" lose, on average',
            loss.mean,
            "ranged-combat.equalizer-who",
        )
    lost = {
        side: sum((loss.mean for unit, loss in zip(struck, losses, strict=True) if unit.side == side), Fraction(0))
        for side in SIDES
    }
    behind_it = _behind(lost, struck, behind)
    exhibits: list[Exhibit] = [
        _lane(r, weapon, distance, men, fallen, behind, line, dict(zip(map(id, struck), losses, strict=True)))
    ]
    exhibits.append(Bars(f"Men who fall in the target, of {men}", "Men", {"": fallen}, name="target"))
    exhibits += [
        Bars(
            f'Men who fall in the unit at {write_number(unit.distance)}", of {unit.men}',
            "Men",
            {"": loss},
            name=f"unit-{place}",
        )
        for place, (unit, loss) in enumerate(zip(struck, losses, strict=True), start=1)
    ]
    return w.answer(
        Equalizer(fallen.mean, surplus.mean, lost["enemy"], lost["friend"], exact_rest(surplus, losses)),
        headline=f"{_capital(lost_of(fallen.mean, men, 'man', 'lost in the target'))}{behind_it}",
        distribution=fallen,
        exhibits=exhibits,
    )


def _behind(lost: dict[str, Fraction], struck: list[Unit], behind: list[Unit]) -> str:
    """Return in words who falls behind the target, of each side in reach.

    The words are empty if nobody is there.
    """
    if not behind:
        return ""
    if not struck:
        return "; nobody behind it is in reach"
    nouns = {"enemy": "enemy", "friend": "friend"}
    told = [
        averaged(lost[side], noun) if lost[side] else f"no {noun}"
        for side, noun in nouns.items()
        if any(unit.side == side for unit in struck)
    ]
    return f"; lost behind it: {' and '.join(told)}"


def _capital(words: str) -> str:
    """Return the words with a capital at their beginning."""
    return words[:1].upper() + words[1:]


def exact_rest(surplus: Distribution[Any], losses: list[Distribution[Any]]) -> Fraction:
    """How many of the surplus hits fell nobody."""
    return surplus.mean - sum((loss.mean for loss in losses), Fraction(0))


def _hits(
    r: Reader,
    w: Working,
    scored: str,
    hits: int,
    shots: int,
    weapon: str,
    firer: str,
    distance: Number,
    men: int,
    man: shooting.Man,
) -> Distribution[Any]:
    """Return the distribution of the hits on the target: as rolled, or as they may be.

    The function refuses a target out of range.
    """
    band = shooting.band_in_reach(r, w, weapon, distance)
    if scored == KNOWN:
        return Distribution.sure(hits)
    needed = shooting.man_number(r, w, man, firer, band, what="target's DS")
    chance = w.then("chance of each shot", shot_die.hit_chance(r, needed), "ranged-combat.die")
    return total(volley.scored(r, weapon, *guns, chance, men) for guns in _guns(r, weapon, shots))


def _guns(r: Reader, weapon: str, shots: int) -> list[tuple[int, int]]:
    """Return the firers of the shots: pairs of the number of weapons and the shots of each.

    A rifle fires one shot. An LMG fires all its own shots; one LMG may fire fewer.
    """
    if weapon != volley.LMG:
        return [(shots, 1)]
    each = r.int("weapons.lmg-shots")
    return [guns for guns in ((shots // each, each), (1, shots % each)) if all(guns)]


def _reached(r: Reader, w: Working, weapon: str, unit: Unit) -> bool:
    """Return whether the surplus can strike a unit: in range, and not shielded by lying prone.

    The note on the reason goes into `w`.
    """
    where = f'the unit at {write_number(unit.distance)}"'
    if shooting.weapon_band(r, weapon, unit.distance) is None:
        w.note(f"{where} is out of range: nothing reaches it", "ranged-combat.in-range")
        return False
    return not volley.shielded(r, w, where, unit.prone)


def _chance(r: Reader, weapon: str, firer: str, armour: str, unit: Unit) -> Fraction:
    """Return the chance that a shot hits a man of a unit behind, if the hits are rolled again."""
    man = shooting.Man(unit.grade, armour, unit.ground)
    band = shooting.weapon_band(r, weapon, unit.distance)
    return shot_die.hit_chance(r, shooting.man_number(r, Working(r), man, firer, band))


def _lane(
    r: Reader,
    weapon: str,
    distance: Number,
    men: int,
    fallen: Distribution[Any],
    units: list[Unit],
    line: list[Unit],
    losses: dict[int, Distribution[Any]],
) -> Tabletop:
    """Return the table-top of the lane of fire: the firers, the target, and who is behind it.

    Each unit shows what it loses on average.
    """
    reach = r.cell("weapons", weapon, shooting.BANDS[-1]).number
    told = f"target −{number_text(fallen.mean)}"
    figures = [Figure(0, 0, "firers", "own"), Figure(distance, 0, told, "aim", grip=across("distance"))]
    for unit, beside in zip(line, cycle((1, -1)), strict=False):  # to either side, so that the labels have room
        loss = losses.get(id(unit))
        label = SIDES[unit.side].lower() + ("" if loss is None else f" −{number_text(loss.mean)}")
        grip = across(f"units.{units.index(unit) + 1}.distance")
        figures.append(Figure(unit.distance, beside, label, unit.side, grip=grip))
    far = max([reach, *(unit.distance for unit in line)])
    end = [(reach, -1), (reach, 1)]
    return Tabletop(
        f"The line of fire, as far as the weapon reaches ({write_number(reach)} inches), and what each unit loses on average",
        r.ruleset.unit,
        figures=figures,
        lines=[Line([(0, 0), (min(far, reach), 0)], ""), Line(end, "", "wall")],
        name="lane",
    )


@simulation
def throw_equalizer(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll the shots, where they are still to roll, and count the men who fall in the target."""
    w, men = Working(r), inputs["men"]
    band = shooting.band_in_reach(r, w, inputs["weapon"], inputs["distance"])
    if inputs["scored"] == KNOWN:
        return np.full(count, min(men, inputs["hits"]))
    man = shooting.Man(inputs["target"], inputs["armour"], inputs["ground"])
    needed = shooting.man_number(r, w, man, inputs["firer"], band)
    guns = _guns(r, inputs["weapon"], inputs["shots"])
    return np.minimum(men, sum(volley.throw_hits(r, dice, count, inputs["weapon"], *one, needed, men) for one in guns))
