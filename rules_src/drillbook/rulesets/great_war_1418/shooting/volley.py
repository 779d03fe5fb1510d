"""What a volley does to its target: hits, and the state that they leave it in."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Thrower, counted, np, spoken, total, write_mean
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.arms import LINE
from drillbook.rulesets.great_war_1418.common.firing import die_of, fire_of, hits_of, thrown
from drillbook.rulesets.great_war_1418.common.inputs import Carried, Resilience
from drillbook.rulesets.great_war_1418.common.rolling import as_rolled


@dataclass(frozen=True, slots=True)
class Volley:
    """The dice of all shooters, the hits to expect, and the chances of the target's states.

    unharmed, injured, removed: the chance of each state.
    """

    dice: int
    hits: Fraction
    unharmed: Fraction
    injured: Fraction
    removed: Fraction


Shooters = tuple[tuple[str, int], ...]


@question(
    "gw/volley?shooters=line-inf,3;early-hmg,1&resilience=4&carried=0",
    "gw/volley?shooters=late-hmg,1&resilience=7&carried=0",
    "gw/volley?shooters=line-inf,2;mixed-cav,1;seven-cm-field-guns,1&resilience=4&carried=1&vehicle=yes",
)
def volley(
    r: Reader,
    *,
    shooters: Annotated[
        Shooters,
        Rows(
            fields={
                "unit": Choice(table="units", where="shoots", default=LINE, label="Unit"),
                "platoons": Count(1, 6, label="Platoons"),
            },
            low=1, high=6, default=((LINE, 2),), noun="shooter", label="Shooters",
        ),
    ],
    resilience: Resilience,
    carried: Carried,
    vehicle: Annotated[bool, Flag(label="The target is a vehicle")],
) -> Breakdown[Volley]:  # fmt: skip
    """What becomes of the platoon that is shot at?"""
    w = Working(r)
    parts: list[Distribution[Any]] = []
    dice = 0
    w.note("every shooter is marked with this target", "shooting.mark-target")
    w.note("Arming is set against Resilience", "shooting.establish")
    r.cite("shooting.arming")
    for unit, platoons in shooters:
        fire = fire_of(r, w, unit, resilience, vehicle=vehicle)
        thrown_dice = as_rolled(r, fire.dice)
        bonus = thrown_dice.bonus
        w.then("a plain die of it hits", die_of(r, fire), "shooting.match-or-beat")
        w.then(f"its die with +{bonus}", die_of(r, fire, boosted=True), "shooting.bonus-one-die", when=bonus)
        parts += [hits_of(r, fire)] * platoons
        dice += thrown_dice.count * platoons
    hits = total(parts)
    left = harm.fates(r, hits, carried)
    w.then("injured as it is, hits that finish it", "injuries.last-hit", when=carried)
    w.then("dice of all shooters", dice, "shooting.dice")
    w.then("hits to expect", hits.mean, "shooting.match-or-beat")
    for state, rule in RULES.items():
        w.then(f"chance that it is left {state}", left[state], rule)
    told = Volley(dice, hits.mean, left[harm.UNHARMED], left[harm.INJURED], left[harm.REMOVED])
    rest = f"injured: {spoken(told.injured)}" if told.injured != 1 else "injured for certain"
    return w.answer(
        told,
        headline=f"Removed: {spoken(told.removed)}; {rest}; on average {write_mean(hits.mean)} of {counted(dice, 'die')} hit",
        chance=told.removed,
        distribution=left,
        exhibits=[
            Bars("How the volley leaves its target", "The target", {"": left}, name="fate"),
            Bars("Hits of the volley", "Hits", {"": hits}, name="hits"),
        ],
    )


RULES = {harm.UNHARMED: "shooting.match-or-beat", harm.INJURED: "injuries.one-hit", harm.REMOVED: "injuries.two-hits"}


@simulation
def throw_volley(
    r: Reader, cup: Thrower, count: int, /, *, shooters: Shooters, resilience: int, carried: int, vehicle: bool
) -> Any:
    """Roll every die, and tell the state of the target."""
    w = Working(r)
    hits = np.zeros(count, dtype=int)
    for unit, platoons in shooters:
        fire = fire_of(r, w, unit, resilience, vehicle=vehicle)
        for _ in range(platoons):
            hits += thrown(r, cup, count, fire)
    return [harm.fate(r, carried + int(many)) for many in hits]
