"""Friendly fire, section 8.7: the corridor behind a shot, and what a miss does to men in it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Exhibit, Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import ahead, in_row
from drillbook.errors import Contradiction
from drillbook.maths import Distribution, Number, Thrower, binomial, counted, np, spoken, write_mean, write_number
from drillbook.maths.geometry import Point, within
from drillbook.rulesets.breaking_news.common.blast import Base, several, touch
from drillbook.rulesets.breaking_news.common.casualties import (
    CIVILIAN,
    REMOVED,
    SUPPRESSED,
    UNHURT,
    Save,
    fate,
    name_of,
    throw_saves,
)
from drillbook.rulesets.breaking_news.common.firing import EVERY_ARM, behind_cover, check_cover, check_dodged
from drillbook.rulesets.breaking_news.common.inputs import ANYBODY
from drillbook.rulesets.breaking_news.common.saving import FRIENDLY, explain, save_on
from drillbook.rulesets.breaking_news.common.shot import Shot, shot_line
from drillbook.rulesets.breaking_news.support._people import COVER, LEADER, OPEN, STATES, Person, people


@dataclass(frozen=True, slots=True)
class Corridor:
    """The firing line: how far it reaches to each side and ahead of the firer, in cm.

    outside is how far outside it a man may be and still count.
    """

    side: Number
    length: Number
    outside: Number

    def holds(self, man: Point) -> bool:
        """Return whether a man is in the corridor; his distance counts from its nearest point."""
        nearest = Point(max(-self.side, min(self.side, man.x)), max(0, min(self.length, man.y)))
        return within(nearest, man, self.outside)


@dataclass(frozen=True, slots=True)
class FriendlyFire:
    """The answer on friendly fire: the men in the line, the first man's fate, and the losses.

    The first man's fate is None if nobody is in the line. any_removed and mean_removed are about all the men, and
    firer_tests is the mean number of saves that the firer makes.
    """

    in_line: int
    untouched: Fraction | None
    suppressed: Fraction | None
    removed: Fraction | None
    any_removed: Fraction
    mean_removed: Fraction
    firer_tests: Fraction


@question(
    "bn/friendly-fire?weapon=ar-burst&troops=r3&distance=20&friends=0,10,r4,open;4.5,16,r3,cover;6,8,r4,open;-3,29,r4,leader",
    "bn/friendly-fire?weapon=lmg&troops=irr3&distance=40&cover=yes&friends=-5,20,irr3,open;0,50,civilian,open;0,-1,irr3,open",
    "bn/friendly-fire?weapon=ar-single&troops=r3&distance=20&known=yes&misses=1&friends=0,10,r4,open",
)
def friendly_fire(
    r: Reader,
    *,
    weapon: Annotated[str, Choice(EVERY_ARM, default="ar-burst", label="Weapon")],
    troops: Annotated[str, Choice(table="classes", default="r3", label="The firer is")],
    distance: Annotated[Number, Length(0, 150, default=20, label="Distance to the target", bands=("shooting.table",))],
    cover: Annotated[bool, Flag(label="Target in cover")],
    dodge: Annotated[bool, Flag(label="Target dodges")],
    known: Annotated[bool, Flag(label="The dice have been thrown")],
    misses: Annotated[
        int,
        Count(
            0, 5, default=1, label="Dice that missed", when={"known": ("yes",)},
            why_not="It counts only once the dice have been thrown.",
        ),
    ],
    friends: Annotated[
        tuple[tuple[Number, Number, str, str], ...],
        Rows(
            {
                "x": Length(-20, 20, default=0, step=Fraction(1, 2), label="Across"),
                "y": Length(-10, 170, default=10, step=Fraction(1, 2), label="Ahead"),
                "troops": Choice(ANYBODY, default="r4", label="Troops"),
                "state": Choice(STATES, default=OPEN, label="He is"),
            },
            low=1, high=8, noun="friend", label="Friends", help="Measured from the firer: across his line of fire, and along it.",
            default=((0, 10, "r4", OPEN), (Fraction(9, 2), 16, "r3", COVER), (6, 8, "r4", OPEN), (-3, 29, "r4", LEADER)),
        ),
    ],
    base: Base,
) -> Breakdown[FriendlyFire]:  # fmt: skip
    """Who of your own men is in danger from this shot?"""
    w = Working(r)
    men = people(friends, "friends")
    check_dodged(weapon, dodge)
    check_cover(r, w, weapon, cover)
    shot = shot_line(
        r, w, weapon=weapon, distance=distance, troops=troops, cover=behind_cover(r, weapon, cover), dodge=dodge
    )
    line = _corridor(r, w, distance, base)
    endangered = [man for man in men if line.holds(man.place)]
    tests = _tests(r, w, shot, misses if known else None)
    own = _firer(r, w, troops)
    saves = [save_on(r, man.terms(r, FRIENDLY)) for man in [*endangered, *own]]
    lost = tests.then(lambda many: several(1 - one.survives(many) for one in saves))
    fates = [_fate(r, tests, one) for one in saves]
    if any(man.troops == CIVILIAN for man in endangered):
        w.note("civilians in the line are endangered as friends are", "army.civilians-friendly-fire")
    name = _tell_first(r, w, men, endangered[0], fates[0]) if endangered else ""
    w.note("nobody of his own stands in it", "support.friendly-trigger", when=not endangered)
    first = fates[0] if endangered else None
    told = FriendlyFire(
        in_line=len(endangered),
        untouched=first[UNHURT] if first else None,
        suppressed=first[SUPPRESSED] if first else None,
        removed=first[REMOVED] if first else None,
        any_removed=1 - lost[0],
        mean_removed=lost.mean,
        firer_tests=tests.mean if own else Fraction(0),
    )
    chances = {man: one[REMOVED] for man, one in zip(endangered, fates, strict=False)}
    pictures: list[Exhibit] = [
        _map(r, line, men, chances, distance),
        Bars("How many of the firer's own side are removed", "Men", {"": lost}, name="removed"),
        Bars("How many saves each friend in the line has to make", "Saves", {"": tests}, name="tests"),
    ]
    headline = _headline(told, name, bool(tests.mean), bool(own))
    return w.answer(told, headline=headline, chance=told.removed, distribution=lost, exhibits=pictures)


@simulation
def throw_friendly_fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the shot, count the misses, throw every friend's saves, and return the men removed."""
    w = Working(r)
    names = ("weapon", "distance", "troops", "cover", "dodge")
    told = {name: inputs[name] for name in names}
    shot = shot_line(r, w, **{**told, "cover": behind_cover(r, told["weapon"], told["cover"])})
    missed = (dice.roll_each(r.text("shooting.roll"), count, shot.dice) < shot.needed).sum(axis=1)
    if inputs["known"]:
        missed = np.full(count, inputs["misses"])
    tests = missed if r.holds("friendly-per-die", "each-die") else np.minimum(1, missed)
    line = _corridor(r, w, inputs["distance"], inputs["base"])
    endangered = [man for man in people(inputs["friends"], "friends") if line.holds(man.place)]
    saves = [save_on(r, man.terms(r, FRIENDLY)) for man in [*endangered, *_firer(r, w, inputs["troops"])]]
    lost = (~throw_saves(r, dice, count, tests, one) for one in saves)
    return sum((one.astype(int) for one in lost), np.zeros(count, dtype=int))


def _corridor(r: Reader, w: Working, distance: Number, base: Number) -> Corridor:
    """Return the corridor of a shot, and add its steps."""
    side = r.formula("support.friendly-width")()
    w.then("the corridor reaches so far to each side", side, "support.friendly-width")
    w.then("past the target it runs on for", "support.friendly-beyond")
    length = distance + r.int("support.friendly-beyond")
    w.then("which makes it as long as this from the firer", length, "support.friendly-beyond")
    outside = touch(r, 0, base)
    if outside:
        w.note(f"any part of a base in it is enough: {write_number(outside)} cm more", "support.friendly-width")
    return Corridor(side, length, outside)


def _tests(r: Reader, w: Working, shot: Shot, seen: int | None) -> Distribution[int]:
    """Return the distribution of the saves that each friend in the line has to make.

    It comes from the chances of the shot, or from the number of dice that have been seen to miss. Contradiction if so
    many cannot have missed.
    """
    missed = binomial(shot.dice, 1 - shot.chance)
    if seen is None:
        w.then("chance that a die misses", 1 - shot.chance, "support.friendly-trigger")
    elif missed[seen]:
        w.then("dice that missed", seen, "support.friendly-trigger")
        missed = Distribution.sure(seen)
    else:
        nearest = min(missed, key=lambda many: abs(many - seen))
        thrown = f"{counted(shot.dice, 'die')} at {shot.needed}+"
        raise Contradiction(f"This shot throws {thrown}, of which {seen} cannot have missed.", misses=nearest)
    if r.holds("friendly-per-die", "each-die"):
        w.note("every die that misses is a save for each friend in the line", "support.friendly-trigger")
        return missed
    w.note("however many miss, each friend makes one save", "support.friendly-trigger")
    return missed.map(lambda many: min(1, many))


def _firer(r: Reader, w: Working, troops: str) -> list[Person]:
    """Return the firer, if by the ruling he is in his own corridor; otherwise an empty list."""
    if r.holds("friendly-corridor", "firer-outside"):
        return []
    w.note("the firer is in his own line and saves too", "support.friendly-trigger")
    return [Person(0, 0, troops, OPEN)]


def _fate(r: Reader, tests: Distribution[int], how: Save) -> Distribution[str]:
    """Return the distribution of the fate of a man in the line.

    A man who saves is suppressed or unharmed, by the ruling.
    """
    kept = SUPPRESSED if r.holds("friendly-suppress", "suppressed") else UNHURT
    return fate(tests, how).map(lambda end: kept if end == SUPPRESSED else end)


def _tell_first(r: Reader, w: Working, men: list[Person], man: Person, fates: Distribution[str]) -> str:
    """Return the name of the first man in the line, and add his steps."""
    name = f"{'civilian' if man.troops == CIVILIAN else 'friend'} {men.index(man) + 1}"
    explain(r, w, man.terms(r, FRIENDLY))
    bonus = r.int("support.friendly-bonus")
    w.note(f"the section on friendly fire gives the same bonus: {bonus}", "support.friendly-bonus")
    w.then(f"chance that {name} is removed", fates[REMOVED], "support.friendly-trigger")
    if r.holds("friendly-suppress", "suppressed"):
        w.note("if he saves he is suppressed", "casualties.saved-suppressed")
    else:
        w.note("if he saves he is none the worse, since nothing hit him", "support.friendly-trigger")
    return name


def _headline(told: FriendlyFire, name: str, misses: bool, firer: bool) -> str:
    if told.removed is None or told.untouched is None:
        return f"Nobody of his own {'but the firer himself is in the line' if firer else 'is in the firing line'}"
    if not misses:
        return f"{told.in_line} in the line, but nobody is in danger: nothing misses"
    words = f"{told.in_line} in the line; {name} removed: {spoken(told.removed)}, unharmed: {spoken(told.untouched)}"
    words += f"; somebody removed: {spoken(told.any_removed)}" if told.in_line > 1 else ""
    saves = "save" if told.firer_tests == 1 else "saves"
    return f"{words}; the firer makes {write_mean(told.firer_tests)} {saves} himself" if firer else words


def _map(r: Reader, line: Corridor, men: list[Person], chances: dict[Person, Fraction], distance: Number) -> Tabletop:
    """Return the table-top with the corridor from above, the firer at the bottom.

    Each friend is drawn with his chance to be removed.
    """
    side, end = line.side, line.length
    figures = [
        Figure(
            man.x,
            man.y,
            f"{name_of(r, man.troops)} {number}",
            "friend",
            0,
            chances.get(man, Fraction(0)),
            in_row("friends", number),
        )
        for number, man in enumerate(men, start=1)
    ]
    edge = ((-side, 0), (-side, end), (side, end), (side, 0), (-side, 0))
    return Tabletop(
        f"The firing line, {write_number(side + side)} cm wide and {write_number(end)} cm long, seen from above,"
        " and each friend's chance to be removed",
        r.ruleset.unit,
        figures=[Figure(0, 0, "firer", "own"), Figure(0, distance, "target", grip=ahead("distance")), *figures],
        lines=(Line(edge, "firing line", "path"), Line(((0, 0), (0, distance)), "", "sight")),
    )
