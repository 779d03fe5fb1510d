"""A whole assault: fire step by step, the move, the shot after it, and the melee.

It goes on bound after bound until it is decided.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

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
    formed,
    question,
    simulation,
)
from drillbook.asking.exhibits import Bars, Flow
from drillbook.maths import Distribution, Number, Thrower, spoken, write_number
from drillbook.rulesets.great_war_1418.common import harm, inputs, melee
from drillbook.rulesets.great_war_1418.common.arms import LINE, is_vehicle
from drillbook.rulesets.great_war_1418.common.assault import Assault
from drillbook.rulesets.great_war_1418.common.assault_dice import throw_ends
from drillbook.rulesets.great_war_1418.common.assault_parts import (
    CLEARED,
    CONTACT,
    EMPTY,
    SHORT,
    SHOT_DOWN,
    Attack,
    Defence,
    End,
    Other,
)
from drillbook.rulesets.great_war_1418.common.ground import DUG, LEAVING, MOVING, NONE, STANDING, Place, Stance, dug_in
from drillbook.rulesets.great_war_1418.common.melee import FRONT, NOBODY, REAR

Others = tuple[tuple[str, bool, str, str], ...]
WINS, LOSES, BOTH, APART, NEVER = "wins", "loses", "both lost", "both alive, apart", "no end"
#: What the ends of a melee are called here.
MELEES = {melee.WINS: WINS, melee.LOSES: LOSES, melee.NEITHER: BOTH, melee.APART: APART, melee.FIGHTING: NEVER}
ENDS = (WINS, EMPTY, CLEARED, NEVER, APART, BOTH, LOSES, SHORT, SHOT_DOWN)
#: The boxes of each row of the picture, from the left.
ROWS = (harm.FATES, (CONTACT, EMPTY, CLEARED, SHORT, SHOT_DOWN), ENDS)


@dataclass(frozen=True, slots=True)
class FullAssault:
    """The chances of an assault.

    taken: it takes the trench, in melee or because its fire has removed the enemy; contact: it comes to melee;
    shot_down: it is shot down. short, cleared: it ends short of an enemy that lives, or that it has shot;
    lost_in_melee: it is removed there; apart: both have a platoon left, and nobody touches; never: the melee does not end.
    """

    taken: Fraction
    contact: Fraction
    shot_down: Fraction
    short: Fraction
    lost_in_melee: Fraction
    never: Fraction
    cleared: Fraction
    apart: Fraction


@dataclass(frozen=True, slots=True)
class Onset:
    """An assault as a form describes it."""

    unit: Annotated[str, inputs.units("Who assaults", "gren-squad", where="assaults")]
    parent: Annotated[str, inputs.grades("Its battalion is", "elite-inf", **inputs.BY_PARENT)]
    carried: inputs.Carried
    slowed: inputs.Slowed
    behind: inputs.Behind
    gap: Annotated[Number, Length(1, 40, default=9, step=Fraction(1, 2), label="From it to the enemy")]
    ground: Annotated[str, Choice(inputs.GOINGS, default="rough", label="Over ground")]
    road: inputs.Road
    leaves: Annotated[str, Choice(inputs.WORKS, label="It sets out from works")]
    was_dug: Annotated[bool, Flag(label="It was dug in there")]
    works: Annotated[str, Choice(inputs.WORKS, default="defensible", label="The enemy's works")]
    dug: Annotated[bool, Flag(label="The enemy is dug in", default=True)]
    enemy: Annotated[str, inputs.units("The enemy")]
    enemy_parent: inputs.EnemyParent
    enemy_carried: Annotated[int, Count(0, 1, default=1, label="Hits the other carries")]
    enemy_moved: inputs.EnemyMoved
    enemy_behind: inputs.EnemyBehind
    others: Annotated[
        Others,
        Rows(
            {
                "unit": inputs.units("Unit", where="shoots"),
                "dug": Flag(label="Dug in", default=True),
                "moved": Choice(inputs.HAS_MOVED, label="Moved"),
                "at": Choice({FRONT: "It", REAR: "The platoon behind it"}, label="Shoots at"),
            },
            low=0, high=4, late=2, noun="shooter", default=((LINE, True, "never", FRONT),), label="Others who shoot at it",
            help="From as far as the enemy. They stay where they are, and shoot in every bound in which they have a step.",
        ),
    ]  # fmt: skip

    def assault(self, r: Reader, w: Working) -> Assault:
        """Return the assault with all that it needs, with the steps.

        A Contradiction is raised if a vehicle is dug in, or if a shooter is marked on a platoon behind that is not there.
        """
        fitting = tuple((unit, dug and not is_vehicle(r, unit), moved, at) for unit, dug, moved, at in self.others)
        if fitting != self.others:
            raise Contradiction("Vehicles never dig in.", others=fitting)
        if self.behind == melee.NOBODY and any(target == REAR for *_, target in self.others):
            fits = tuple((unit, dug, moved, FRONT) for unit, dug, moved, _ in self.others)
            raise Contradiction("Nobody stands behind it who could be shot at.", others=fits)
        armoured = is_vehicle(r, self.enemy)
        if armoured and self.dug:
            raise Contradiction("Vehicles never dig in.", dug=False)
        way, trench = Place(self.ground), Place(self.ground, self.works)
        tank = is_vehicle(r, self.unit)
        if tank and self.was_dug:
            raise Contradiction("Vehicles never dig in.", was_dug=False)
        mine = Stance(way, MOVING, trench, vehicle=tank)
        leaves = None
        if self.leaves != NONE or self.was_dug:
            posture = LEAVING if self.was_dug else MOVING
            leaves = Stance(Place(self.ground, self.leaves), posture, trench, (self.ground,), vehicle=tank)
        theirs = Stance(trench, DUG if self.dug else STANDING, vehicle=armoured)
        dug = not armoured and dug_in(r, Working(r), theirs)
        attack = Attack(
            self.unit,
            self.parent,
            self.gap,
            self.ground,
            mine,
            self.carried,
            self.slowed,
            self.behind,
            road=self.road,
            leaves=leaves,
        )
        defence = Defence(
            self.enemy, self.enemy_parent, theirs, dug, self.works != NONE, self.enemy_moved, self.enemy_carried,
            self.enemy_behind, [Other(unit, dug, moved, target == REAR) for unit, dug, moved, target in self.others],
        )  # fmt: skip
        return Assault(r, w, attack, defence)


@question(
    "gw/full-assault?unit=gren-squad&parent=elite-inf&gap=9&ground=rough&works=defensible&dug=yes&enemy=line-inf&enemy-carried=1&others=line-inf,yes&bounds=1",
    "gw/full-assault?unit=line-inf&gap=10&ground=open&works=defensible&dug=yes&enemy=line-inf&enemy-carried=0&others=early-hmg,yes&bounds=2",
    "gw/full-assault?unit=melee-cav&gap=30&ground=open&works=none&dug=no&enemy=line-inf&enemy-carried=0&others=line-inf,no&bounds=1",
)
def full_assault(
    r: Reader, *, onset: Onset, bounds: Annotated[int, Count(1, 4, default=1, label="Bounds it may take")]
) -> Breakdown[FullAssault]:
    """What does a whole assault come to?"""
    w = Working(r)
    assault = onset.assault(r, w)
    found: dict[tuple[str, ...], Fraction] = {}
    for end, chance in assault.ends(bounds):
        way = harm.fate(r, end.at.hits), end.came, _name(assault, end)
        found[way] = found.get(way, Fraction(0)) + chance
    through = Distribution.weighted((way, found[way]) for way in sorted(found, key=_order))
    ends = Distribution.weighted((end, part) for one in ENDS if (part := _sum(found, -1, one)) for end in (one,))
    w.note("the same shooters in every bound keep the injured slow", "injuries.same-shooter", when=bounds > 1)
    w.then("it is shot down on the way", ends[SHOT_DOWN], "injuries.two-hits")
    w.then("it shoots the enemy and does not reach his ground", ends[CLEARED], "execution-order.step-6")
    w.then("it is there, and its fire has removed him", ends[EMPTY], "execution-order.step-6")
    contact = w.then("it comes to melee", _sum(found, 1, CONTACT), "melee.contact")
    w.then("it wins the melee", ends[WINS], "melee.deathmatch-repeat")
    taken = w.then("it takes the ground, one way or the other", ends[WINS] + ends[EMPTY], "melee.deathmatch-repeat")
    lost = ends[LOSES] + ends[BOTH]
    told = FullAssault(taken, contact, ends[SHOT_DOWN], ends[SHORT], lost, ends[NEVER], ends[CLEARED], ends[APART])
    return w.answer(
        told,
        headline=_headline(told, ranks=onset.behind != NOBODY),
        chance=taken,
        distribution=ends,
        exhibits=[
            Flow(
                f"An assault over {write_number(onset.gap)} cm: how it comes through the fire, what it comes to, and the end",
                ("Under fire it is", "It comes to", "In the end"), through, good=(WINS, EMPTY, CONTACT),
            ),
            Bars("How the assault ends", "It", {"": ends}, name="ends"),
        ],
    )  # fmt: skip


def _name(assault: Assault, end: End) -> str:
    """Give what an end is called."""
    if end.came != CONTACT:
        return end.came
    name = MELEES[assault.melee.end(end.fight)]
    return APART if name == NEVER and assault.melee.parts() else name


def _sum(found: dict[tuple[str, ...], Fraction], place: int, name: str) -> Fraction:
    """Return the chance of all ways that have that name at that place."""
    return sum((chance for way, chance in found.items() if way[place] == name), Fraction(0))


def _order(way: tuple[str, ...]) -> list[int]:
    """Return where a way is in the flow chart, as a sort key."""
    return [row.index(name) for row, name in zip(ROWS, way, strict=True)]


def _headline(told: FullAssault, *, ranks: bool) -> str:
    """Return the headline: whether the assault takes the ground, and what else may happen.

    ranks: whether a platoon follows it, which may outlive it.
    """
    down = "front platoon shot down, whatever becomes of the one behind" if ranks else "shot down"
    rest = [f"clears it by fire without reaching it: {spoken(told.cleared)}"] if told.cleared else []
    rest += [f"{down}: {spoken(told.shot_down)}", f"lost in melee: {spoken(told.lost_in_melee)}"]
    rest += [f"both stay alive, apart: {spoken(told.apart)}"] if told.apart else []
    rest += [f"falls short: {spoken(told.short)}"] if told.short else []
    rest += [f"never decided: {spoken(told.never)}"] if told.never else []
    return f"Takes the ground: {spoken(told.taken)}; {'; '.join(rest)}"


@simulation
def throw_full_assault(r: Reader, cup: Thrower, count: int, /, **given: Any) -> list[str]:
    """Throw `count` assaults, with the fire of every bound and the melee, and return each end."""
    assault = formed(Onset, given).assault(r, Working(r))
    return [_name(assault, end) for end in throw_ends(r, cup, count, assault, given["bounds"])]
