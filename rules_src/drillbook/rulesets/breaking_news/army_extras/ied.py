"""Explosives (IED): whether the charge goes off, who is under the card, and who survives."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from drillbook.asking import Breakdown, Choice, Flag, Length, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Disc, Figure, Tabletop
from drillbook.asking.exhibits.gestures import beneath, in_row
from drillbook.maths import Distribution, Number, Thrower, likely, lists_by_key, np, write_number
from drillbook.maths.geometry import Point, within
from drillbook.maths.number_words import counted
from drillbook.rulesets.breaking_news.common.blast import Base, covers, explain_touch, half, several, touch
from drillbook.rulesets.breaking_news.common.casualties import CIVILIAN, Save
from drillbook.rulesets.breaking_news.common.saving import IED, Terms, explain, save_on, terms

ENEMY, FRIEND = "enemy", "friend"
OPEN, COVER, HEAVY = "open", "cover", "heavy"
SIDES = {ENEMY: "Enemy", FRIEND: "Own"}
SHIELDS = {OPEN: "Open", COVER: "Cover", HEAVY: "Armour"}
STANDS = {OPEN: "in the open", COVER: "behind protection", HEAVY: "in heavy armour"}
MARKER = Point(0, 0)
#: What the printed unit may be, by the readings of its ruling.
UNITS = {"inches": "inch", "two-centimetre-unit": "double"}


class Victim(NamedTuple):
    """A man near the marker: where he is (cm from it), whose man he is, and what shields him."""

    x: Number
    y: Number
    side: str
    shield: str
    leader: bool

    @property
    def place(self) -> Point:
        """The man's position, in cm from the marker."""
        return Point(self.x, self.y)


@dataclass(frozen=True, slots=True)
class Explosion:
    """The answer on an explosion: whether it is set off, its chance, and the men it removes.

    explodes is the chance that the charge explodes, under the number of men under the card, removed the mean number of
    men removed, and any_removed the chance that at least one man is removed.
    """

    set_off: bool
    explodes: Fraction
    under: int
    removed: Fraction
    any_removed: Fraction


@question(
    "bn/ied?remote=no&base=2.5&men=0,8,enemy,open,no;4,12,enemy,open,yes;-6,14,enemy,cover,no;0,20,enemy,open,no",
    "bn/ied?remote=yes&base=2.5&men=0,14,enemy,heavy,no;10,12,enemy,open,no;-9,3,friend,open,no",
    "bn/ied?remote=no&base=2.5&men=0,11,enemy,open,no",
)
def ied(
    r: Reader,
    *,
    remote: Annotated[bool, Flag(label="Remote control", help="Its owner sets it off now.")],
    base: Base,
    men: Annotated[
        tuple[tuple[Number, Number, str, str, bool], ...],
        Rows(
            {
                "x": Length(-40, 40, default=0, step=Fraction(1, 2), label="Across"),
                "y": Length(-40, 40, default=8, step=Fraction(1, 2), label="Ahead"),
                "side": Choice(SIDES, label="Side"),
                "shield": Choice(SHIELDS, label="He is"),
                "leader": Flag(label="Leader"),
            },
            low=1,
            high=10,
            default=(
                (0, 8, ENEMY, OPEN, False),
                (4, 12, ENEMY, OPEN, True),
                (-6, 14, ENEMY, COVER, False),
                (0, 20, ENEMY, OPEN, False),
            ),
            noun="man",
            label="Men near the marker",
            help="Measured from the marker, across and ahead. Enemies of its owner set the charge off; his own are his men and civilians.",
        ),
    ],
) -> Breakdown[Explosion]:
    """Does the charge go off, and who survives it?"""
    w = Working(r)
    people = [Victim(*man) for man in men]
    r.cite("army.ied-where")
    set_off = remote or _near(r, people, base) > 0
    _tell_trigger(r, w, remote, people, base)
    dud = r.int("army.ied-dud", "value")
    explodes = r.dice("army.ied-dud", "die").chance(lambda face: face > dud) if set_off else Fraction(0)
    reach = r.formula("army.ied-template")()
    under = [man for man in people if covers(r, MARKER, man.place, reach, base)]
    tested = [man for man in under if _is_tested(r, man)]
    lost = [explodes * (1 - _save(r, man).chance) if man in tested else Fraction(0) for man in people]
    spread = several(1 - _save(r, man).chance for man in tested)
    whole = Distribution.weighted([(0, 1 - explodes), *((many, explodes * chance) for many, chance in spread.items())])
    any_removed = 1 - whole[0]
    if set_off:
        w.then(f"chance that it explodes, on {dud + 1} or more", explodes, "army.ied-dud")
        w.note("a dud is spent; nobody tries it again", "army.ied-no-retry")
        w.then("the card reaches so far", reach, "army.ied-template")
        explain_touch(r, w, base, "army.ied-template")
        w.note(f"men under the card: {len(under)} of {len(people)}", "army.ied-saves")
        safe = len(under) - len(tested)
        w.note(f"in heavy armour that holds, and so not tested: {safe}", "vehicles.explodes-crew", when=safe)
        _tell_saves(r, w, people, tested)
    w.then("chance that somebody is removed, duds reckoned in", any_removed, "army.ied-saves", when=set_off and tested)
    told = Explosion(set_off, explodes, len(under), sum(lost, Fraction(0)), any_removed)
    return w.answer(
        told,
        headline=_headline(r, told),
        chance=any_removed,
        distribution=whole,
        exhibits=[
            _map(r, remote, people, lost, reach, base),
            Bars("How many men are removed", "Men removed", {"": whole}, name="removed"),
        ],
    )


@simulation
def throw_ied(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the die for a dud and a save for each man under the card; return the men removed."""
    people, base = [Victim(*man) for man in inputs["men"]], inputs["base"]
    bang = dice.roll(r.text("army.ied-dud", "die"), count) > r.int("army.ied-dud", "value")
    if not inputs["remote"] and not _near(r, people, base):
        return np.zeros(count, dtype=int)
    reach = r.formula("army.ied-template")()
    removed = np.zeros(count, dtype=int)
    for man in people:
        saves = dice.roll(r.text("casualties.save-per-hit"), count)
        if covers(r, MARKER, man.place, reach, base) and _is_tested(r, man):
            removed += ~np.isin(saves, sorted(_save(r, man).faces))
    return np.where(bang, removed, 0)


def _is_tested(r: Reader, man: Victim) -> bool:
    """Return whether a man under the card makes a Saving Throw.

    A man in heavy armour makes one only by the ruling on men inside a vehicle.
    """
    return man.shield != HEAVY or r.holds("ied-inside", "in-any-case")


def trigger(r: Reader) -> Number:
    """How near an enemy must come to set off a charge without remote control, in cm."""
    units, reading = r.num("army.ied-trigger", "value"), r.read_as("ied-unit")
    return units if reading == "metric" else units * r.num("army.ied-trigger", UNITS[reading])


def _near(r: Reader, people: Sequence[Victim], base: Number) -> int:
    """How many enemies are near enough to set it off."""
    reach = touch(r, trigger(r), base)
    return sum(man.side == ENEMY and within(MARKER, man.place, reach) for man in people)


def _tell_trigger(r: Reader, w: Working, remote: bool, people: Sequence[Victim], base: Number) -> None:
    """Add the steps that show what sets off the charge: remote control, or an enemy near enough."""
    if remote:
        w.note("its owner sets it off when he likes", "army.ied-remote")
        return
    w.start("cm within which an enemy sets it off", trigger(r), "army.ied-trigger")
    if r.holds("model-point", "any-part"):
        explain_touch(r, w, base, "army.ied-trigger")
    near = _near(r, people, base)
    w.note(f"enemies as near as that: {near}" if near else "no enemy is as near as that", "army.ied-trigger")


def _tell_saves(r: Reader, w: Working, people: Sequence[Victim], under: Sequence[Victim]) -> None:
    """On what the men under the card save: once for all who are shielded alike."""
    alike = lists_by_key(((man.shield, man.leader), place) for place, man in enumerate(people, start=1) if man in under)
    for (shield, leader), places in alike.items():
        who = f"{'man' if len(places) == 1 else 'men'} {', '.join(map(str, places))}"
        w.note(f"{who}: {STANDS[shield]}{', leader' if leader else ''}", "army.ied-saves")
        explain(r, w, _terms(r, shield, leader))


def _terms(r: Reader, shield: str, leader: bool) -> Terms:
    # an explosive asks for no class, so a civilian's is as good as any
    return terms(r, CIVILIAN, IED, leader=leader, protected=shield == COVER, armoured=shield == HEAVY)


def _save(r: Reader, man: Victim) -> Save:
    return save_on(r, _terms(r, man.shield, man.leader))


def _headline(r: Reader, told: Explosion) -> str:
    if not told.set_off:
        return f"Nothing happens: no enemy is within {write_number(trigger(r))} cm"
    if not told.under:
        return f"Explodes {likely(told.explodes)}, with nobody under the card"
    lost = "he" if told.under == 1 else "one or more of them"
    start = f"Explodes {likely(told.explodes)} over {counted(told.under, 'man')}"
    if not told.any_removed:
        return f"{start}; nobody is removed"
    return f"{start}; overall {lost} will be removed {likely(told.any_removed)}"


def _map(
    r: Reader, remote: bool, people: Sequence[Victim], lost: Sequence[Fraction], reach: Number, base: Number
) -> Tabletop:
    """Return the table-top with the marker, the card around it, and everybody near it.

    Each man is drawn with the chance that he is removed (lost). Without remote control the distance that sets off the
    charge is drawn too.
    """
    discs = [Disc(0, 0, reach, "the card")]
    if not remote:
        discs.append(Disc(0, 0, trigger(r), "sets it off", "range"))
    figures = [
        Figure(man.x, man.y, f"man {place}", man.side, half(r, base), chance, in_row("men", place))
        for place, (man, chance) in enumerate(zip(people, lost, strict=True), start=1)
    ]
    return Tabletop(
        "The charge, the men around it, and the chance that each is removed",
        r.ruleset.unit,
        discs=discs,
        figures=[Figure(0, 0, "marker", "marker", grip=beneath("men", len(people))), *figures],
    )
