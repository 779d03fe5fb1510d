"""Melee: one round."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Breakdown, Reader, Working, formed, question, simulation
from drillbook.asking.exhibits import Bars, Grid
from drillbook.maths import Distribution, Number, Thrower, spoken, write_number
from drillbook.rulesets.new_rules.common import fighting
from drillbook.rulesets.new_rules.common.activation import tell_blunder
from drillbook.rulesets.new_rules.common.bands import (
    BEATEN,
    BROKEN_INTO,
    HELD,
    MELEE,
    NOTHING,
    PRESSED,
    RIDDEN_DOWN,
    ROWS,
    Attack,
    Result,
    combat_die,
    combat_roll,
)
from drillbook.rulesets.new_rules.common.giving_way import RECOILS, REMOVED, ROUTS, kept_by, thrown_far
from drillbook.rulesets.new_rules.common.unit import Unit
from drillbook.rulesets.new_rules.melee import _form as form

#: The bands as they are told, from the defender's best to the attacker's best.
TOLD = {
    BEATEN: "The attacker is beaten off",
    HELD: "The defender holds",
    PRESSED: "The attacker is ahead",
    BROKEN_INTO: "More than double",
    RIDDEN_DOWN: "More than triple",
    NOTHING: "No band: no effect",
}


@dataclass(frozen=True, slots=True)
class MeleeRound:
    """The chances of a round of melee: bands, disorder, and who leaves the fight.

    attacker: its name; attacker_adds, defender_adds: what each adds; recoil, defender_recoil: how far each recoils, in S,
    0 if it does not have to.
    hurt: the chance of any disorder; thrown, recoils, routs, removed: the chance that a unit leaves the fight in that way;
    blunders: the chance that a coloured die of a side blunders, if coloured dice blunder in combat.
    """

    attacker: str
    attacker_adds: int
    defender_adds: int
    beaten_off: Fraction
    held: Fraction
    pressed: Fraction
    double: Fraction
    triple: Fraction
    attacker_hurt: Fraction
    defender_hurt: Fraction
    two_points: Fraction
    critical: Fraction
    attacker_thrown: Fraction
    attacker_removed: Fraction
    defender_recoils: Fraction
    defender_routs: Fraction
    defender_removed: Fraction
    recoil: Number
    defender_recoil: Number
    attacker_blunders: Fraction
    defender_blunders: Fraction


@question(
    "nr/melee-round?charger=heavy-cavalry&charger-melee=listed&charger-coloured=0&target=line-infantry&target-melee=listed&target-formation=line&target-coloured=0&target-broken=no&round=charge&aspect=front&higher=level&seized=no",
    "nr/melee-round?charger=heavy-cavalry&charger-melee=3&charger-coloured=0&target=line-infantry&target-melee=2&target-formation=square&target-coloured=0&target-broken=no&round=charge&aspect=front&higher=level&seized=no",
    "nr/melee-round?charger=grenadiers&charger-melee=listed&charger-formation=column&charger-coloured=1&charger-broken=no&target=foot-battery&target-melee=listed&target-guns=unlimbered&target-coloured=0&target-broken=no&round=charge&aspect=flank&higher=target&seized=yes",
    "nr/melee-round?charger=light-cavalry&charger-melee=listed&charger-coloured=3&target=recruits&target-melee=listed&target-formation=column&target-coloured=3&target-broken=no&round=other&aspect=rear&higher=charger&seized=no",
)
def melee_round(
    r: Reader,
    *,
    fighters: form.Fighters,
    round: form.Round,
    aspect: form.Aspect,
    higher: form.Higher,
    seized: form.Seized,
) -> Breakdown[MeleeRound]:
    """What happens in this round?"""
    w = Working(r)
    melee = fighters.melee(r, round, aspect, higher, seized)
    fighting.check_round(r, w, melee)
    w.note("touching makes it a melee, and both sides roll", "melee.trigger", when=melee.opening)
    w.then("actions that fighting on costs", "melee.continue-free", when=not melee.opening)
    w.note("the units have just met, so this is a charge", "melee.charge-when", when=melee.opening)
    attack = fighting.attack_of(r, w, melee)
    value = _value(r, w, melee, attack)
    r.cite("melee.band-table")
    r.cite("melee.modifier-table")
    bands = Distribution.weighted((TOLD[band], chance) for band, chance in attack.bands.items() if chance)
    return w.answer(
        value,
        headline=_headline(value),
        chance=value.defender_hurt,
        distribution=bands,
        exhibits=[_map(r, attack), Bars("How the round goes", "Band", {"": bands}, name="bands")],
    )


def _value(r: Reader, w: Working, melee: fighting.Melee, attack: Attack) -> MeleeRound:
    """Return the chances of the round; add their steps."""
    own, other = melee.attacker(r).unit, melee.defender(r).unit
    results = attack.outcomes
    left = results.then(lambda one: fighting.leave(r, one, own, other))
    bands = attack.bands
    for band in attack.known:
        w.then(f"chance: {TOLD[band].lower()}", bands[band], attack.rule(band))
    w.then("chance of totals that no band names", bands[NOTHING], "melee.equality-gap", when=bands[NOTHING])
    w.note("equal totals are the defender's", "melee.tie")
    w.note("an attacker never has a critical event", "melee.no-critical-attacker")
    critical = w.then(
        "chance of a critical event",
        results.chance(lambda one: fighting.rolls_event(r, one, other)),
        "events.critical-victim",
    )
    hurt = w.then(
        "chance that the defender takes disorder", results.chance(lambda one: one.defender > 0), "damage.exchange"
    )
    thrown, recoils = out(left, fighting.ATTACKER, RECOILS), out(left, fighting.DEFENDER, RECOILS)
    return MeleeRound(
        own.name, attack.attacker_adds, attack.defender_adds,
        bands[BEATEN], bands[HELD], bands[PRESSED], bands[BROKEN_INTO], bands[RIDDEN_DOWN],
        attacker_hurt=results.chance(lambda one: one.attacker > 0), defender_hurt=hurt,
        two_points=results.chance(lambda one: one.defender > 1), critical=critical,
        attacker_thrown=thrown, attacker_removed=out(left, fighting.ATTACKER, REMOVED),
        defender_recoils=recoils, defender_routs=out(left, fighting.DEFENDER, ROUTS),
        defender_removed=out(left, fighting.DEFENDER, REMOVED),
        recoil=_recoil(r, w, own, "attacker") if bands[BEATEN] and r.holds("attacker-recoils", "the-attacker") else 0,
        defender_recoil=_recoil(r, w, other, "defender") if recoils else 0,
        attacker_blunders=tell_blunder(w, "the attacker", own.coloured, combat_die(r)),
        defender_blunders=tell_blunder(w, "the defender", other.coloured, combat_die(r)),
    )  # fmt: skip


def out(left: Distribution[fighting.Left], who: str, how: str) -> Fraction:
    """Return the chance that a side leaves the fight in that way.

    Both sides may be removed at once.
    """

    def leaves(one: fighting.Left) -> bool:
        if how == REMOVED and (one.attacker if who == fighting.ATTACKER else one.defender) is None:
            return True
        return one.gone == who and one.how == how

    return left.chance(leaves)


def _recoil(r: Reader, w: Working, unit: Unit, who: str) -> Number:
    """How far a side recoils that has to, in S; nothing where it stays."""
    if rule := kept_by(r, unit, engaged=True):
        w.note(f"the {who} stays where it is, and the melee goes on", rule)
        return 0
    return thrown_far(r, w, unit, f"the {who} recoils where it has to", r.cell(MELEE, ROWS[BEATEN], "recoil"))


def _map(r: Reader, attack: Attack) -> Grid:
    """Return a grid of how bad the round is for each pair of dice.

    Below zero the attacker suffers, above zero the defender.
    """
    faces = combat_roll(r).outcomes
    return Grid(
        f"Both {combat_die(r)}: below zero the attacker suffers, above it the defender, the worse the farther from zero",
        "Attacker", "Defender", [str(face) for face in faces], [str(face) for face in faces],
        [[weight(attack.result(own, other)) for other in faces] for own in faces],
        chance=False, what="change", name="map",
    )  # fmt: skip


def weight(one: Result) -> int:
    """How bad a pair of rolls is: points, and a recoil or a critical event on top."""
    return one.defender + one.critical - one.attacker - one.recoil


def _headline(value: MeleeRound) -> str:
    """Return the headline: what the defender and the attacker have to fear."""
    recoils = f"the defender recoils {write_number(value.defender_recoil)} S"
    told = {
        f"{value.attacker} on the attack; the defender is hurt": value.defender_hurt,
        "the attacker": value.attacker_hurt,
        "the defender is removed": value.defender_removed or None,
        "the attacker is removed": value.attacker_removed or None,
        "critical event": value.critical or None,
        f"the attacker recoils {write_number(value.recoil)} S": value.attacker_thrown or None,
        recoils: value.defender_recoils or None,
        "the defender routs": value.defender_routs or None,
        "the attacker blunders": value.attacker_blunders or None,
        "the defender blunders": value.defender_blunders or None,
    }
    parts = [f"{what}: {spoken(chance)}" for what, chance in told.items() if chance is not None]
    return "; ".join(parts)


@simulation
def throw_melee_round(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw `count` rounds and return the band of each."""
    melee = formed(form.Fighters, inputs).melee(
        r, inputs["round"], inputs["aspect"], inputs["higher"], inputs["seized"]
    )
    attack = fighting.attack_of(r, Working(r), melee)
    die = combat_die(r)
    own, other = dice.roll(die, count), dice.roll(die, count)
    return [TOLD[attack.result(int(a), int(b)).band] for a, b in zip(own, other, strict=True)]
