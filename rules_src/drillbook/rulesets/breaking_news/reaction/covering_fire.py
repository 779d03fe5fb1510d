"""Covering fire, section 8.3: its value, and the chance that it hits a man who fires anyway."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Exhibit, Mark
from drillbook.errors import listed
from drillbook.maths import Number, Thrower, binomial, counted, likely, np, total
from drillbook.rulesets.breaking_news.common.defeat import check_may_open, opening_lines
from drillbook.rulesets.breaking_news.common.inputs import Troops
from drillbook.rulesets.breaking_news.reaction._covering import (
    WEAPONS,
    Firers,
    Group,
    caught,
    tell_test,
    test_dice,
    test_totals,
    value_of,
)

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
    tuple[tuple[int, str, Number, str, Number], ...],
    Rows(
        {
            "men": Count(1, 8, label="Men"),
            "weapon": Choice(WEAPONS, default="ar", label="Weapon"),
            "distance": Length(0, 60, default=40, label="Distance"),
            "troops": Choice(table="classes", default="r4", label="Troops"),
            "moved": Length(0, 8, label="Moved"),
        },
        late=1,
        high=4,
        noun="group",
        label="Other groups on the area",
        help="Each line is a group of its own, with a bonus and a move of its own.",
    ),
]


@dataclass(frozen=True, slots=True)
class CoveringFire:
    """The answer on covering fire: its value, the dice of the test, and its chance to catch.

    hit_outside and hit_in_bunker are the chances on either dice. defeat_points is the cost of opening fire.
    """

    value: int
    dice: str
    hit: Fraction
    hit_outside: Fraction
    hit_in_bunker: Fraction
    tests: int
    defeat_points: int


@question(
    "bn/covering-fire?ar=1&lmg=1&distance=32&troops=r2&bunker=yes",
    "bn/covering-fire?ar=3&lmg=0&distance=22&troops=r4&bunker=no&opening=yes",
    "bn/covering-fire?ar=2&lmg=0&distance=40&troops=r5&bunker=no&also=1,smg,20",
    "bn/covering-fire?ar=2&lmg=1&distance=30&troops=r3&bunker=no&opening=yes&roe=yes",
    "bn/covering-fire?ar=0&lmg=0&rifle=1&pistol=1&distance=20&troops=irr2&bunker=no",
    "bn/covering-fire?ar=0&lmg=0&rifle=1&mmg=1&distance=45&troops=irr3&bunker=no&others=1,hmg,15,r1",
    "bn/covering-fire?ar=0&lmg=0&hmg=1&distance=40&troops=irr1&bunker=yes&others=1,smg,44,r3",
)
def covering_fire(
    r: Reader,
    *,
    ar: Annotated[int, Count(0, 8, label="Assault rifles")],
    lmg: Annotated[int, Count(0, 8, label="LMGs")],
    smg: Annotated[int, Count(0, 8, label="SMGs")],
    mmg: Annotated[int, Count(0, 4, label="MMGs")],
    hmg: Annotated[int, Count(0, 4, label="HMGs")],
    rifle: Annotated[int, Count(0, 8, label="Rifles")],
    precision: Annotated[int, Count(0, 4, label="Precision rifles")],
    pistol: Annotated[int, Count(0, 8, label="Pistols")],
    distance: Annotated[
        Number,
        Length(
            0, 60, default=32, label="Distance", help="From these men to the area.", bands=("reaction.cover-table",)
        ),
    ],
    troops: Troops,
    bunker: Annotated[bool, Flag(label="Enemy in a bunker")],
    moved: Annotated[Number, Length(0, 8, label="They have moved", help="This group, earlier in the same action.")],
    also: Also,
    others: Others,
    opening: Annotated[bool, Flag(label="First fire of the game")],
    roe: Annotated[
        bool,
        Flag(
            label="Rules of Engagement",
            when={"opening": ("yes",)},
            why_not="They cost a side only what it fires first.",
        ),
    ],
) -> Breakdown[CoveringFire]:
    """What is this covering fire worth, and what is the chance that an enemy who fires anyway is hit?"""
    w = Working(r)
    men = dict(zip(WEAPONS, (pistol, rifle, precision, ar, smg, lmg, mmg, hmg), strict=True))
    wide, high = r.int("reaction.cover-area", "wide"), r.int("reaction.cover-area", "high")
    w.note(f"one area, {wide} × {high} cm at most", "reaction.cover-area")
    cap = Mark(r.int("reaction.cover-cap"), "no more than this counts", "at_most")
    values: list[int] = []
    pictures: list[Exhibit] = []
    for number, groups in enumerate(_shares(r, men, distance, troops, moved, also, others), start=1):
        values.append(value_of(w, groups))
        name = "stack" if number == 1 else f"stack-{number}"
        pictures.append(w.stack("What makes the value", "Covering value", cap, name))
    highest, dice, totals = max(values), test_dice(r, bunker), test_totals(r, bunker)
    if bunker and troops == "r2" and len(values) == 1:
        _own_example(w, men, distance)
    outside, inside = _any_caught(r, values, False), _any_caught(r, values, True)
    hit = inside if bunker else outside
    tell_test(w, bunker)
    w.then(f"chance of {listed(map(str, values), 'and')} or less", hit, "reaction.cover-test")
    w.note(f"that is {r.int('reaction.cover-one-hit')} hit and no more", "reaction.cover-one-hit")
    if highest == cap.at:
        safe = r.int("reaction.cover-ten")
        w.note(f"a total of {safe} or more is safe against any covering fire", "reaction.cover-ten")
    points = _first_fire(w, roe) if opening else 0
    cost = f"; opening fire costs {counted(points, 'Defeat Point', none='no')}" if opening else ""
    mark = Mark(highest, f"caught on {highest} or less", "at_most")
    pictures.insert(0, Bars(f"The test with {dice}", f"Total of {dice}", {"": totals}, mark))
    answer = CoveringFire(highest, dice, hit, outside, inside, len(values), points)
    return w.answer(
        answer,
        headline=_headline(answer, values, any((*men.values(), *also, *others))) + cost,
        chance=hit,
        distribution=totals if len(values) == 1 else total(binomial(1, caught(r, one, bunker)) for one in values),
        exhibits=pictures,
    )


@simulation
def throw_covering_fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the covering fire test and return its total.

    With several tests, the number of failed ones is returned instead.
    """
    men = {weapon: inputs[weapon] for weapon in WEAPONS}
    form = [inputs[name] for name in ("distance", "troops", "moved", "also", "others")]
    values = [value_of(Working(r), groups) for groups in _shares(r, men, *form)]
    what = test_dice(r, inputs["bunker"])
    if len(values) > 1:
        return np.sum([dice.roll(what, count) <= value for value in values], axis=0)
    return dice.roll(what, count)


def _shares(
    r: Reader,
    men: dict[str, int],
    distance: Number,
    troops: str,
    moved: Number,
    also: tuple[tuple[int, str, Number], ...],
    others: tuple[tuple[int, str, Number, str, Number], ...],
) -> Sequence[Sequence[Group]]:
    """Return the groups whose fire makes one value.

    By the ruling these are all who fire on the area together, or each group by itself.
    """
    firers = [Firers(number, weapon, distance) for weapon, number in men.items() if number]
    first = Group(troops, (*firers, *(Firers(*row) for row in also)), moved)
    rest = [Group(theirs, (Firers(number, arm, reach),), gone) for number, arm, reach, theirs, gone in others]
    groups = [first, *rest] if first.firers or not rest else rest
    apart = len(groups) > 1 and r.holds("covering-bonus", "group-by-group")
    return [[group] for group in groups] if apart else [groups]


def _any_caught(r: Reader, values: list[int], bunker: bool) -> Fraction:
    return 1 - prod((1 - caught(r, value, bunker) for value in values), start=Fraction(1))


def _headline(answer: CoveringFire, values: list[int], laid: bool) -> str:
    if len(values) > 1:
        return f"{len(values)} tests, against {listed(map(str, values), 'and')}: caught {likely(answer.hit)}"
    if not answer.value and not laid:
        return "Nobody lays fire on the area: there is nothing to test against"
    if not answer.hit:
        return f"Value {answer.value}: too low to catch anybody with {answer.dice}"
    return f"Value {answer.value}: caught on {answer.value} or less with {answer.dice}, {likely(answer.hit)}"


def _first_fire(w: Working, roe: bool) -> int:
    """Return the Defeat Points for opening fire, and add the steps.

    The ruling on covering fire decides if it counts as opening fire. roe: under Rules of Engagement.
    """
    if w.reader.holds("covering-first-fire", "spared"):
        w.note("nobody is shot at, so nobody has fired first", "reaction.cover-purpose")
        return 0
    check_may_open(w, roe)
    w.pile([(f"Defeat Points: {line.label}", line.points, line.rule) for line in opening_lines(w.reader, roe)])
    return w.whole


def _own_example(w: Working, men: dict[str, int], distance: Number) -> None:
    """Add a note if the form matches the example that the source works out."""
    armed = {weapon: number for weapon, number in men.items() if number}
    told = {part: w.reader.int("reaction.cover-example", part) for part in ("distance", "ar", "lmg", "bonus", "total")}
    if armed == {"ar": 1, "lmg": 1} and distance == told["distance"]:
        words = f"the source's own example: {told['ar']} + {told['lmg']} + {told['bonus']} = {told['total']}"
        w.note(words, "reaction.cover-example")
