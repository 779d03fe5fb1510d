"""A whole assault: fire step by step, the move, the shot after it, and the melee, bound after bound until it is decided."""

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
    question,
    simulation,
)
from drillbook.asking.exhibits import Bars
from drillbook.asking.wholes import Flow
from drillbook.maths import Distribution, Number, Thrower, np, spoken, write_number
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.arms import LINE, is_vehicle
from drillbook.rulesets.great_war_1418.common.inputs import (
    BY_PARENT,
    GOINGS,
    WORKS,
    Carried,
    EnemyParent,
    grades,
    units,
)
from drillbook.rulesets.great_war_1418.common.melee import Side, refuses
from drillbook.rulesets.great_war_1418.common.rolling import throw
from drillbook.rulesets.great_war_1418.melee._assault import (
    BOTH,
    CLEARED,
    CONTACT,
    LOSES,
    NEVER,
    SHORT,
    SHOT_DOWN,
    WINS,
    Assault,
    At,
    Attack,
    Defence,
    ways,
)

Others = tuple[tuple[str, bool], ...]
ENDS = (WINS, CLEARED, NEVER, BOTH, LOSES, SHORT, SHOT_DOWN)
#: The boxes of each row of the picture, from the left.
ROWS = (harm.FATES, (CONTACT, CLEARED, SHORT, SHOT_DOWN), ENDS)


@dataclass(frozen=True, slots=True)
class FullAssault:
    """The chances to take the trench (by fire or in melee), to get into contact, to be shot down, to fall short, to lose the melee."""

    taken: Fraction
    contact: Fraction
    shot_down: Fraction
    short: Fraction
    lost_in_melee: Fraction
    never: Fraction


@question(
    "gw/full-assault?unit=gren-squad&parent=elite-inf&gap=9&ground=rough&works=defensible&dug=yes&enemy=line-inf&enemy-carried=1&others=line-inf,yes&bounds=1",
    "gw/full-assault?unit=line-inf&gap=10&ground=open&works=defensible&dug=yes&enemy=line-inf&enemy-carried=0&others=early-hmg,yes&bounds=2",
    "gw/full-assault?unit=melee-cav&gap=30&ground=open&works=none&dug=no&enemy=line-inf&enemy-carried=0&others=line-inf,no&bounds=1",
)
def full_assault(
    r: Reader,
    *,
    unit: Annotated[str, units("Who assaults", "gren-squad", where="fights")],
    parent: Annotated[str, grades("Its battalion is", "elite-inf", **BY_PARENT)],
    carried: Carried,
    gap: Annotated[Number, Length(1, 40, default=9, step=Fraction(1, 2), label="From it to the enemy")],
    ground: Annotated[str, Choice(GOINGS, default="rough", label="Over ground")],
    works: Annotated[str, Choice(WORKS, default="defensible", label="The enemy's works")],
    dug: Annotated[bool, Flag(label="The enemy is dug in", default=True)],
    enemy: Annotated[str, units("The enemy", where="fights")],
    enemy_parent: EnemyParent,
    enemy_carried: Annotated[int, Count(0, 1, default=1, label="Hits the other carries")],
    others: Annotated[
        Others,
        Rows(
            {"unit": units("Unit", where="shoots"), "dug": Flag(label="Dug in", default=True)},
            low=0, high=4, noun="shooter", default=((LINE, True),), label="Others who shoot at it",
            help="None of them has moved in this game; all shoot in every bound.",
        ),
    ],
    bounds: Annotated[int, Count(1, 4, default=1, label="Bounds it may take")],
) -> Breakdown[FullAssault]:  # fmt: skip
    """What does a whole assault come to?"""
    w = Working(r)
    _no_dug_vehicle(r, others)
    attack = Attack(unit, parent, carried, gap, ground, works)
    assault = Assault(r, w, attack, Defence(enemy, enemy_parent, enemy_carried, dug, others))
    found = ways(assault, bounds, assault.state)
    through = Distribution.weighted((way, found[way]) for way in sorted(found, key=_order))
    ends = Distribution.weighted((end, part) for one in ENDS if (part := _sum(found, -1, one)) for end in (one,))
    contact = w.then("it gets into contact", _sum(found, 1, CONTACT), "melee.contact")
    w.then("it clears the ground by its fire", ends[CLEARED], "execution-order.step-6")
    w.then("it is shot down on the way", ends[SHOT_DOWN], "injuries.two-hits")
    w.note("the same shooters in every bound keep the injured slow", "injuries.same-shooter", when=bounds > 1)
    w.then("it wins the melee", ends[WINS], "melee.deathmatch-repeat")
    taken = w.then("it takes the ground, one way or the other", ends[WINS] + ends[CLEARED], "melee.deathmatch-repeat")
    told = FullAssault(taken, contact, ends[SHOT_DOWN], ends[SHORT], ends[LOSES] + ends[BOTH], ends[NEVER])
    return w.answer(
        told,
        headline=_headline(told),
        chance=taken,
        distribution=ends,
        exhibits=[
            Flow(
                f"An assault over {write_number(gap)} cm: how it comes through the fire, what it comes to, and the end",
                ("Under fire it is", "It comes to", "In the end"), through, good=(WINS, CLEARED, CONTACT),
            ),
            Bars("How the assault ends", "It", {"": ends}, name="ends"),
        ],
    )  # fmt: skip


def _no_dug_vehicle(r: Reader, others: Others) -> None:
    """A sentence for vehicles that are dug in."""
    fitting = tuple((unit, dug and not is_vehicle(r, unit)) for unit, dug in others)
    if fitting != others:
        raise Contradiction("Vehicles never dig in.", others=fitting)


def _sum(found: dict[tuple[str, ...], Fraction], place: int, name: str) -> Fraction:
    """The chance of all ways that come through there."""
    return sum((chance for way, chance in found.items() if way[place] == name), Fraction(0))


def _order(way: tuple[str, ...]) -> list[int]:
    """Where a way stands in the picture."""
    return [row.index(name) for row, name in zip(ROWS, way, strict=True)]


def _headline(told: FullAssault) -> str:
    """Whether it takes the ground, and what else may come of it."""
    rest = [f"shot down: {spoken(told.shot_down)}", f"lost in melee: {spoken(told.lost_in_melee)}"]
    rest += [f"falls short: {spoken(told.short)}"] if told.short else []
    rest += [f"never decided: {spoken(told.never)}"] if told.never else []
    return f"Takes the ground: {spoken(told.taken)}; {'; '.join(rest)}"


@simulation
def throw_full_assault(r: Reader, cup: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Roll the fire of every bound, and the melee of whoever gets there."""
    quiet = Working(r)
    attack = Attack(*(inputs[name] for name in ("unit", "parent", "carried", "gap", "ground", "works")))
    defence = Defence(*(inputs[name] for name in ("enemy", "enemy_parent", "enemy_carried", "dug", "others")))
    assault = Assault(r, quiet, attack, defence)
    capped = r.holds("hits-per-die", "one-a-platoon")

    def thrown(one: Any) -> Any:
        hits = throw(r, cup, count, one.dice, one.needs) if one.dice.count else np.zeros(count, dtype=int)
        return np.minimum(1, hits) if capped else hits

    #: For every bound the hits of each who shoots at it, and its own hits, in whichever step it has them.
    theirs = [[thrown(one) for one in assault.shooters] for _ in range(inputs["bounds"])]
    mine = [{after: thrown(assault.own[True]) for after in (False, True)} for _ in range(inputs["bounds"])]
    rolls = assault.melee.rolling(cup, count)

    def fired(at: At, number: int, bound: int, after: bool) -> At:
        for moment in assault.moments(not at.gap, after=after):
            shooters, shoots = assault.shoot(at, moment, after)
            back = sum(int(theirs[bound][one][number]) for one in shooters)
            at = assault.hit(at, back, int(mine[bound][after][number]) if shoots else 0)
        return at

    def end(number: int) -> str:
        at = assault.start
        for bound in range(inputs["bounds"]):
            at = fired(assault.goes(fired(at, number, bound, False)), number, bound, True)
            came = assault.outcome(at, bound + 1 == inputs["bounds"])
            if came and came != CONTACT:
                return came
            if came:
                break
        fight, turn = (Side(at.hits), Side(at.foe)), 0
        if refuses(r, quiet, assault.melee, fight) or all(assault.melee.harmless):
            return NEVER
        while not assault.melee.over(fight):
            after = assault.melee.rolled(fight, rolls, number, turn)
            fight, turn = after if assault.melee.over(after) else assault.melee.deeper(after), turn + 1
        return assault.verdict(fight[0].front, fight[1].front)

    return [end(number) for number in range(count)]
