"""Melee: several attackers against a single unit."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Thrower, averaged, counted, np, spoken, total
from drillbook.rulesets.new_rules.common.bands import MELEE, Attack, combat_die


@dataclass(frozen=True, slots=True)
class MeleeMany:
    """The chance of any disorder for the defender, and the points to expect.

    any: the chance against all attackers; expected: the points to expect; alone: the chance against one attacker;
    rounds: how many rounds are fought; adds: what the attacker adds in each.
    """

    any: Fraction
    expected: Fraction
    alone: Fraction
    rounds: int
    adds: int


@question(
    "nr/melee-many?attackers=2&attacker-adds=2&defender-adds=2",
    "nr/melee-many?attackers=3&attacker-adds=3&defender-adds=2",
)
def melee_many(
    r: Reader,
    *,
    attackers: Annotated[int, Count(1, 4, default=2, label="Attackers")],
    attacker_adds: Annotated[
        int, Count(-5, 12, default=2, label="Each of them adds", help="Melee Combat and modifiers.")
    ],
    defender_adds: Annotated[int, Count(-5, 12, default=2, label="The defender adds")],
) -> Breakdown[MeleeMany]:
    """What if several of them attack it?"""
    w = Working(r)
    rounds, adds = _fought(r, attackers, attacker_adds)
    apart = rounds == attackers
    w.start("what an attacker adds", attacker_adds, "melee.total")
    w.times("attackers, whose figures are added up", attackers, "melee.both-roll", when=not apart)
    attack = Attack(r, MELEE, adds, defender_adds)
    one = attack.outcomes.map(lambda result: result.defender)
    w.then("chance that a round hurts the defender", one.at_least(1), "melee.band-attacker-ahead")
    w.note("each attacker fights a round of its own", "melee.both-roll", when=apart and attackers > 1)
    points = total([one] * rounds)
    alone = Attack(r, MELEE, attacker_adds, defender_adds).outcomes.chance(lambda result: result.defender > 0)
    value = MeleeMany(points.at_least(1), points.mean, alone, rounds, adds)
    w.then("chance that it is hurt at all", value.any, "damage.exchange")
    return w.answer(
        value,
        headline=(
            f"The defender is hurt: {spoken(value.any)}; "
            f"{averaged(value.expected, 'point')} on average from {counted(rounds, 'round')}"
        ),
        chance=value.any,
        distribution=points,
        exhibits=[
            Bars("Points of disorder that the defender takes", "Points", {"": points}),
            Bars("How bands and attackers compare", "Attackers", _by_number(one, rounds), name="hurt"),
        ],
    )


def _fought(r: Reader, attackers: int, adds: int) -> tuple[int, int]:
    """How many rounds are fought against the defender, and what the attacker adds in each."""
    together = attackers > 1 and r.holds("multi-melee", "added-up")
    return (1, attackers * adds) if together else (attackers, adds)


def _by_number(one: Distribution[int], rounds: int) -> dict[str, Distribution[int]]:
    """Return the distribution of points from each number of rounds."""
    return {counted(many, "round"): total([one] * many) for many in range(1, rounds + 1)}


@simulation
def throw_melee_many(
    r: Reader, dice: Thrower, count: int, /, *, attackers: int, attacker_adds: int, defender_adds: int
) -> Any:
    """Throw `count` fights and return the defender's points in each."""
    rounds, adds = _fought(r, attackers, attacker_adds)
    attack, die = Attack(r, MELEE, adds, defender_adds), combat_die(r)
    points = np.zeros(count, dtype=int)
    for _ in range(rounds):
        own, other = dice.roll(die, count), dice.roll(die, count)
        points += np.array([attack.result(int(a), int(b)).defender for a, b in zip(own, other, strict=True)])
    return points
