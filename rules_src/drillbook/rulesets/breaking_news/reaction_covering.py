"""Covering fire, section 8.3: what it is worth, and the chance that it catches whoever fires anyway."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.errors import listed
from drillbook.exhibits import Bars, Exhibit, Mark, Stack
from drillbook.kinds import Choice, Count, Flag, Length, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._covering import Firers, Group, caught, moved_too_far, test_dice, value_of

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

WEAPONS = {
    "pistol": "Pistol",
    "rifle": "Rifle",
    "precision": "Sniper",
    "ar": "AR",
    "smg": "SMG",
    "lmg": "LMG",
    "mmg": "MMG",
    "hmg": "HMG",
}

Also = Annotated[
    tuple[tuple[int, str, Number], ...],
    Rows(
        {
            "men": Count(1, 8, label="Men"),
            "weapon": Choice(WEAPONS, default="ar", label="Weapon"),
            "distance": Length(0, 60, default=20, label="Distance"),
        },
        high=4,
        noun="firer",
        label="More of the same group",
        help="Men of the same group who stand at another distance.",
    ),
]
Others = Annotated[
    tuple[tuple[int, str, Number, str], ...],
    Rows(
        {
            "men": Count(1, 8, label="Men"),
            "weapon": Choice(WEAPONS, default="ar", label="Weapon"),
            "distance": Length(0, 60, default=40, label="Distance"),
            "troops": Choice(table="classes", default="r4", label="Troops"),
        },
        high=4,
        noun="group",
        label="Other groups on the area",
        help="Each line is a group of its own, with a bonus of its own.",
    ),
]


@dataclass(frozen=True, slots=True)
class CoveringFire:
    """The value, the dice of the test and its chance to catch, the chance on either dice, what opening fire costs."""

    value: int
    dice: str
    hit: Fraction
    hit_outside: Fraction
    hit_in_bunker: Fraction
    tests: int
    defeat_points: int


@question(
    "breaking_news",
    "covering-fire",
    examples=[
        "bn/covering-fire?ar=1&lmg=1&distance=32&troops=r2&bunker=yes",
        "bn/covering-fire?ar=3&lmg=0&distance=22&troops=r4&bunker=no&opening=yes",
        "bn/covering-fire?ar=2&lmg=0&distance=40&troops=r5&bunker=no&also=1,smg,20",
        "bn/covering-fire?ar=0&lmg=0&rifle=1&pistol=1&distance=20&troops=irr2&bunker=no",
        "bn/covering-fire?ar=0&lmg=0&rifle=1&mmg=1&distance=45&troops=irr3&bunker=no&others=1,hmg,15,r1",
        "bn/covering-fire?ar=0&lmg=0&hmg=1&distance=40&troops=irr1&bunker=yes&others=1,smg,44,r3",
    ],
)
def covering_fire(
    r: Reader,
    /,
    *,
    ar: Annotated[int, Count(0, 8, default=0, label="Assault rifles")],
    lmg: Annotated[int, Count(0, 8, default=0, label="LMGs")],
    smg: Annotated[int, Count(0, 8, default=0, label="SMGs")],
    mmg: Annotated[int, Count(0, 4, default=0, label="MMGs")],
    hmg: Annotated[int, Count(0, 4, default=0, label="HMGs")],
    rifle: Annotated[int, Count(0, 8, default=0, label="Rifles")],
    precision: Annotated[int, Count(0, 4, default=0, label="Precision rifles")],
    pistol: Annotated[int, Count(0, 8, default=0, label="Pistols")],
    distance: Annotated[Number, Length(0, 60, default=32, label="Distance", help="From these men to the area.")],
    troops: Annotated[str, Choice(table="classes", default="r4", label="Troops")],
    bunker: Annotated[bool, Flag(default=False, label="Enemy in a bunker")],
    moved: Annotated[Number, Length(0, 8, default=0, label="Firers moved", help="Earlier in the same action.")],
    also: Also,
    others: Others,
    opening: Annotated[bool, Flag(default=False, label="First fire of the game")],
) -> Breakdown[CoveringFire] | Refusal:
    """What is this covering fire worth, and what is the chance that an enemy who fires anyway is hit?"""
    w = Working(r)
    men = {
        "pistol": pistol,
        "rifle": rifle,
        "precision": precision,
        "ar": ar,
        "smg": smg,
        "lmg": lmg,
        "mmg": mmg,
        "hmg": hmg,
    }
    groups = _groups(men, distance, troops, also, others)
    wide, high = (r.int("reaction.cover-area", "wide"), r.int("reaction.cover-area", "high"))
    w.note(f"one area, {wide} × {high} cm at most", "reaction.cover-area")
    refused = moved_too_far(r, w, moved)
    if refused:
        return refused
    values = _values(r, w, groups, moved)
    if isinstance(values, Refusal):
        return values
    parts = [
        (step.label, step.amount) for step in w.steps if step.op in ("start", "add") and isinstance(step.amount, int)
    ]
    _own_example(r, w, men, distance, troops, bunker, values)

    dice = test_dice(r, bunker)
    rule = r.cite("reaction.cover-bunker" if bunker else "reaction.cover-test")
    outside, inside = _any_caught(r, values, False), _any_caught(r, values, True)
    hit = inside if bunker else outside
    w.then("from inside a bunker he throws" if bunker else "he throws", Cited(dice, rule))
    w.then(f"chance of {listed(map(str, values), 'and')} or less", Cited(hit, r.cite("reaction.cover-test")))
    w.note(f"that is {r.int('reaction.cover-one-hit')} hit and no more", "reaction.cover-one-hit")
    if max(values) == r.int("reaction.cover-cap"):
        w.note(
            f"a total of {r.int('reaction.cover-ten')} or more is safe against any covering fire", "reaction.cover-ten"
        )
    points = _first_fire(r, w) if opening else 0

    answer = CoveringFire(max(values), dice, hit, outside, inside, len(values), points)
    totals = r.dice("reaction.cover-bunker" if bunker else "reaction.cover-test")
    several = len(values) > 1
    exhibits: list[Exhibit] = [
        Bars(
            f"The test with {dice}",
            f"Total of {dice}",
            {"": totals},
            Mark(max(values), f"caught on {max(values)} or less", "at_most"),
        ),
        Stack(
            "What makes the value",
            "Covering value",
            parts,
            Mark(r.int("reaction.cover-cap"), "no more than this counts", "at_most"),
        ),
    ]
    chances = _failures(r, values, bunker) if several else totals
    return w.answer(
        answer,
        headline=_headline(answer, values) + (_cost(points) if opening else ""),
        chance=hit,
        distribution=chances,
        exhibits=exhibits,
    )


@simulation("breaking_news", "covering-fire")
def throw_covering_fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The test thrown with real dice: its total, or the number of failed tests where there are several."""
    import numpy as np

    men = {weapon: inputs[weapon] for weapon in WEAPONS}
    groups = _groups(men, inputs["distance"], inputs["troops"], inputs["also"], inputs["others"])
    values = _values(r, Working(r), groups, inputs["moved"])
    assert not isinstance(values, Refusal)
    what = test_dice(r, inputs["bunker"])
    if len(values) > 1:
        return np.sum([dice.roll(what, count) <= value for value in values], axis=0)
    return dice.roll(what, count)


def _groups(
    men: dict[str, int],
    distance: Number,
    troops: str,
    also: tuple[tuple[int, str, Number], ...],
    others: tuple[tuple[int, str, Number, str], ...],
) -> list[Group]:
    """The groups of the form: the first with its men at either distance, then each of the others."""
    firers = [Firers(number, weapon, distance) for weapon, number in men.items() if number]
    first = Group(troops, (*firers, *(Firers(*row) for row in also)))
    rest = [Group(theirs, (Firers(number, weapon, reach),)) for number, weapon, reach, theirs in others]
    return [first, *rest] if first.firers or not rest else rest


def _values(r: Reader, w: Working, groups: list[Group], moved: Number) -> list[int] | Refusal:
    """The value or values the enemy tests against: one for the area, or one for each group, by the ruling."""
    apart = len(groups) > 1 and r.reading("covering-bonus") == "B"
    values = []
    for together in [[group] for group in groups] if apart else [groups]:
        value = value_of(r, w, together, moved)
        if isinstance(value, Refusal):
            return value
        values.append(value)
    return values


def _any_caught(r: Reader, values: list[int], bunker: bool) -> Fraction:
    return 1 - prod((1 - caught(r, value, bunker) for value in values), start=Fraction(1))


def _failures(r: Reader, values: list[int], bunker: bool) -> Any:
    """How many of several tests are failed."""
    from drillbook.dice import binomial, total

    return total(binomial(1, caught(r, value, bunker)) for value in values)


def _headline(answer: CoveringFire, values: list[int]) -> str:
    if len(values) > 1:
        return f"{len(values)} tests, against {listed(map(str, values), 'and')}: caught with a chance of {answer.hit}"
    if not answer.hit:
        return f"Value {answer.value}: too low to catch anybody with {answer.dice}"
    return f"Value {answer.value}: caught on {answer.value} or less with {answer.dice}, {answer.hit}"


def _cost(points: int) -> str:
    return f"; opening fire costs {points} Defeat Points" if points else "; opening fire costs nothing"


def _first_fire(r: Reader, w: Working) -> int:
    """The Defeat Points for opening fire, by the ruling on covering fire."""
    if r.reading("covering-first-fire") == "B":
        w.note("nobody is shot at, so nobody has fired first", "reaction.cover-purpose")
        return 0
    w.then("Defeat Points for opening fire", "victory.dp-first-fire")
    return r.int("victory.dp-first-fire")


def _own_example(
    r: Reader, w: Working, men: dict[str, int], distance: Number, troops: str, bunker: bool, values: list[int]
) -> None:
    """Says so where the form stands on the example the source works out."""
    armed = {weapon: number for weapon, number in men.items() if number}
    if not bunker or troops != "r2" or armed != {"ar": 1, "lmg": 1} or len(values) > 1:
        return
    told = {part: r.int("reaction.cover-example", part) for part in ("distance", "ar", "lmg", "bonus", "total")}
    if distance == told["distance"]:
        words = f"the source's own example: {told['ar']} + {told['lmg']} + {told['bonus']} = {told['total']}"
        w.note(words, "reaction.cover-example")
