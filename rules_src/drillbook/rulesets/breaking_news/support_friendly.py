"""Friendly fire, section 8.7: the corridor behind a shot, who stands in it, and what every miss does to him."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution, binomial, total
from drillbook.exact import write_mean, write_number
from drillbook.exhibits import Bars, Exhibit, Figure, Line, Tabletop
from drillbook.geometry import Point, within
from drillbook.kinds import Choice, Count, Flag, Length, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._blast import half, touch
from drillbook.rulesets.breaking_news._casualties import CIVILIAN, Save, name_of, throw_saves
from drillbook.rulesets.breaking_news._chances import spoken
from drillbook.rulesets.breaking_news._saving import FRIENDLY, explain, save_on, terms
from drillbook.rulesets.breaking_news._shot import Shot, shot_line

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

OPEN, COVER, LEADER = "open", "cover", "leader"
STATES = {OPEN: "Open", COVER: "Cover", LEADER: "Leader"}


class Friend(NamedTuple):
    """A friend near the line of fire: across it, ahead along it, his class and how he stands."""

    x: Number
    y: Number
    troops: str
    state: str

    @property
    def place(self) -> Point:
        """Where he stands, the firer being at the origin."""
        return Point(self.x, self.y)


FRIENDS = Annotated[
    tuple[tuple[Number, Number, str, str], ...],
    Rows(
        {
            "x": Length(-20, 20, default=0, step=Fraction(1, 2), label="Across"),
            "y": Length(-10, 70, default=10, step=Fraction(1, 2), label="Ahead"),
            "troops": Choice(
                {
                    "r1": "Special Forces", "r2": "Elite", "r3": "Veteran", "r4": "Trained", "r5": "Recruit",
                    "irr1": "Mercenary", "irr2": "Fanatic", "irr3": "Militia", CIVILIAN: "Civilian",
                },
                default="r4", label="Troops",
            ),
            "state": Choice(STATES, default=OPEN, label="He is"),
        },
        low=1, high=8, noun="friend", label="Friends", help="Measured from the firer: across his line of fire, and along it.",
        default=((0, 10, "r4", OPEN), (Fraction(9, 2), 16, "r3", COVER), (6, 8, "r4", OPEN), (-3, 29, "r4", LEADER)),
    ),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class FriendlyFire:
    """How many stand in the line; what comes of the first of them; anybody lost, how many on average, and the firer himself."""

    in_line: int
    untouched: Fraction
    suppressed: Fraction
    removed: Fraction
    any_removed: Fraction
    mean_removed: Fraction
    firer_tests: Fraction


@question(
    "breaking_news",
    "friendly-fire",
    examples=[
        "bn/friendly-fire?weapon=ar-burst&troops=r3&distance=20&friends=0,10,r4,open;4.5,16,r3,cover;6,8,r4,open;-3,29,r4,leader",
        "bn/friendly-fire?weapon=lmg&troops=irr3&distance=40&cover=yes&friends=-5,20,irr3,open;0,50,civilian,open;0,-1,irr3,open",
        "bn/friendly-fire?weapon=ar-single&troops=r3&distance=20&known=yes&misses=1&friends=0,10,r4,open",
    ],
)
def friendly_fire(
    r: Reader,
    /,
    *,
    weapon: Annotated[str, Choice(table="weapons", default="ar-burst", label="Weapon")],
    troops: Annotated[str, Choice(table="classes", default="r3", label="The firer is")],
    distance: Annotated[Number, Length(0, 50, default=20, label="Distance to the target")],
    cover: Annotated[bool, Flag(default=False, label="Target in cover")],
    dodge: Annotated[bool, Flag(default=False, label="Target dodges")],
    known: Annotated[bool, Flag(default=False, label="The dice have been thrown")],
    misses: Annotated[
        int,
        Count(
            0, 5, default=1, label="Dice that missed", when={"known": ("yes",)},
            why_not="It counts only once the dice have been thrown.",
        ),
    ],
    base: Annotated[
        Number,
        Length(
            0, 5, default=Fraction(5, 2), step=Fraction(1, 2), label="Width of a base",
            help="Counts only where any part of a base is enough.",
        ),
    ],
    friends: FRIENDS,
) -> Breakdown[FriendlyFire] | Refusal:  # fmt: skip
    """Who of your own men is in danger from this shot?"""
    w = Working(r)
    men = [Friend(*row) for row in friends]
    if any(man.troops == CIVILIAN and man.state == LEADER for man in men):
        return w.refuse("A civilian leads no team.", "casualties.bonus-leader")
    shot = shot_line(r, w, weapon=weapon, distance=distance, troops=troops, cover=cover, dodge=dodge)
    if isinstance(shot, Refusal):
        return shot
    endangered = _in_line(r, w, men, distance, base)
    tests = _tests(r, w, shot, known, misses)
    saves = [save_on(r, _terms(r, man)) for man in endangered]
    own = [Friend(0, 0, troops, OPEN)] if _firer_too(r, w) else []
    lost = tests.then(lambda many: _removed([*saves, *(save_on(r, _terms(r, one)) for one in own)], many))
    firer_tests = tests.mean if own else Fraction(0)
    chances = [_removal(tests, one) for one in saves]
    map_of_it = _map(r, men, endangered, chances, distance)
    if any(man.troops == CIVILIAN for man in endangered):
        w.note("civilians in the line are endangered as friends are", "army.civilians-friendly-fire")
    if not endangered:
        w.note("nobody of his own stands in it", "support.friendly-trigger")
        nothing = FriendlyFire(0, Fraction(1), Fraction(0), Fraction(0), 1 - lost[0], lost.mean, firer_tests)
        headline = (
            "Nobody of his own but the firer himself is in the line"
            if own
            else "Nobody of his own is in the firing line"
        )
        return w.answer(nothing, headline=headline, distribution=lost, exhibits=[map_of_it])
    first = endangered[0]
    name = f"{'civilian' if first.troops == CIVILIAN else 'friend'} {men.index(first) + 1}"
    explain(r, w, _terms(r, first))
    w.note(
        f"the section on friendly fire gives the same bonus: {r.int('support.friendly-bonus')}",
        "support.friendly-bonus",
    )
    w.then(f"chance that {name} is removed", Cited(chances[0], r.cite("support.friendly-trigger")))
    untouched, suppressed = tests[0], 1 - tests[0] - chances[0]
    if r.reading("friendly-suppress") == "A":
        w.note("if he saves he is suppressed", "casualties.saved-suppressed")
    else:
        w.note("if he saves he is none the worse, since nothing hit him", "support.friendly-trigger")
        untouched, suppressed = untouched + suppressed, Fraction(0)
    answer = FriendlyFire(len(endangered), untouched, suppressed, chances[0], 1 - lost[0], lost.mean, firer_tests)
    headline = f"{len(endangered)} in the line"
    if not tests.mean:
        headline += ", but nobody is in danger: nothing misses"
    else:
        headline += f"; {name} removed: {spoken(chances[0])}, unharmed: {spoken(untouched)}"
        headline += f"; somebody removed: {spoken(1 - lost[0])}" if len(endangered) > 1 else ""
    if own and tests.mean:
        saves_of_his = f"{write_mean(tests.mean)} {'save' if tests.mean == 1 else 'saves'}"
        headline += f"; the firer makes {saves_of_his} himself"
    pictures: list[Exhibit] = [
        map_of_it,
        Bars("How many of the firer's own side are removed", "Men", {"": lost}, name="removed"),
        Bars("How many saves each friend in the line has to make", "Saves", {"": tests}, name="tests"),
    ]
    return w.answer(answer, headline=headline, chance=chances[0], distribution=lost, exhibits=pictures)


@simulation("breaking_news", "friendly-fire")
def throw_friendly_fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The shot is thrown, the misses counted, and every friend in the line saves."""
    import numpy as np

    names = ("weapon", "distance", "troops", "cover", "dodge")
    shot = shot_line(r, Working(r), **{name: inputs[name] for name in names})
    if isinstance(shot, Refusal):
        raise ValueError(shot.reason)
    if inputs["known"]:
        missed = np.full(count, min(inputs["misses"], shot.dice))
    else:
        missed = (dice.roll_each(r.text("shooting.roll"), count, shot.dice) < shot.needed).sum(axis=1)
    tests = missed if r.reading("friendly-per-die") == "A" else np.minimum(1, missed)
    men = _in_line(r, Working(r), [Friend(*row) for row in inputs["friends"]], inputs["distance"], inputs["base"])
    if r.reading("friendly-corridor") == "B":
        men.append(Friend(0, 0, inputs["troops"], OPEN))
    removed = np.zeros(count, dtype=int)
    for man in men:
        removed += ~throw_saves(r, dice, count, tests, save_on(r, _terms(r, man)))
    return removed


def _in_line(r: Reader, w: Working, men: list[Friend], distance: Number, base: Number) -> list[Friend]:
    """The friends whom the corridor holds, nearest point of the corridor to the man being what is measured."""
    side = r.formula("support.friendly-width")()
    w.then("the corridor reaches so far to each side", Cited(side, r.cite("support.friendly-width")))
    length = distance + r.int("support.friendly-beyond")
    w.then("past the target it runs on for", r.cited("support.friendly-beyond"))
    w.then("which makes it as long as this from the firer", Cited(length, r.cite("support.friendly-beyond")))
    reach = touch(r, 0, base)
    if reach:
        w.note(f"any part of a base in it is enough: {write_number(half(r, base))} cm more", "support.friendly-width")

    def nearest(man: Friend) -> Point:
        return Point(max(-side, min(side, man.x)), max(0, min(length, man.y)))

    return [man for man in men if within(nearest(man), man.place, reach)]


def _tests(r: Reader, w: Working, shot: Shot, known: bool, misses: int) -> Distribution[int]:
    """How many saves each friend in the line has to make."""
    missed = binomial(shot.dice, 1 - shot.chance)
    if known:
        count = min(misses, shot.dice)
        if count < misses:
            w.note(f"no more can miss than are thrown: {count}", "support.friendly-trigger")
        missed = Distribution.sure(count)
        w.then("dice that missed", Cited(count, r.cite("support.friendly-trigger")))
    else:
        w.then("chance that a die misses", Cited(1 - shot.chance, r.cite("support.friendly-trigger")))
    if r.reading("friendly-per-die") == "A":
        w.note("every die that misses is a save for each friend in the line", "support.friendly-trigger")
        return missed
    w.note("however many miss, each friend makes one save", "support.friendly-trigger")
    return missed.map(lambda many: min(1, many))


def _firer_too(r: Reader, w: Working) -> bool:
    """Whether the firer is in his own corridor, by the ruling."""
    if r.reading("friendly-corridor") == "A":
        return False
    w.note("the firer is in his own line and saves too", "support.friendly-trigger")
    return True


def _terms(r: Reader, man: Friend) -> Any:
    return terms(r, man.troops, FRIENDLY, leader=man.state == LEADER, protected=man.state == COVER)


def _removal(tests: Distribution[int], how: Save) -> Fraction:
    """The chance that a man is removed who has to make that many saves."""
    return sum((chance * (1 - how.survives(many)) for many, chance in tests.items()), Fraction(0))


def _removed(saves: list[Save], many: int) -> Distribution[int]:
    """How many are removed when each has to make so many saves."""
    return total(binomial(1, 1 - one.survives(many)) for one in saves)


def _map(r: Reader, men: list[Friend], endangered: list[Friend], chances: list[Fraction], distance: Number) -> Tabletop:
    """The corridor from above, the firer at the foot of it, with each friend's chance to be removed."""
    side = r.formula("support.friendly-width")()
    end = distance + r.int("support.friendly-beyond")
    known = dict(zip(endangered, chances, strict=True))
    figures = [Figure(0, 0, "firer", "own"), Figure(0, distance, "target", "enemy")]
    figures += [
        Figure(man.x, man.y, f"{name_of(r, man.troops)} {number}", "friend", 0, known.get(man, Fraction(0)))
        for number, man in enumerate(men, start=1)
    ]
    edge = ((-side, 0), (-side, end), (side, end), (side, 0), (-side, 0))
    wide = write_number(side + side)
    return Tabletop(
        f"The firing line, {wide} cm wide, seen from above, and each friend's chance to be removed; {write_number(end)} cm long",
        r.ruleset.unit,
        figures=figures,
        lines=(Line(edge, "firing line", "path"), Line(((0, 0), (0, distance)), "", "sight")),
    )
