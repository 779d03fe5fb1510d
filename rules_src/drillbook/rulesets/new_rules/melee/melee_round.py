"""Melee: one round."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Breakdown, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Grid
from drillbook.maths import Distribution, Number, Thrower, spoken, write_number
from drillbook.rulesets.new_rules.common import fighting
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
from drillbook.rulesets.new_rules.common.unit import CAVALRY, Unit
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
    """What both add, the chance of each band, what happens to either side, and how far the attacker recoils, in S.

    hurt: the chance of any disorder; breaks: the chance that a unit leaves the fight by recoil, rout or removal.
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


@question(
    "nr/melee-round?charger=heavy-cavalry&charger-melee=listed&charger-coloured=0&target=line-infantry&target-melee=listed&target-formation=line&target-coloured=0&target-broken=no&round=charge&aspect=front&higher=level&seized=no",
    "nr/melee-round?charger=heavy-cavalry&charger-melee=3&charger-coloured=0&target=line-infantry&target-melee=2&target-formation=square&target-coloured=0&target-broken=no&round=charge&aspect=front&higher=level&seized=no",
    "nr/melee-round?charger=grenadiers&charger-melee=listed&charger-formation=column&charger-coloured=1&charger-broken=no&target=foot-battery&target-melee=listed&target-coloured=0&round=charge&aspect=flank&higher=target&seized=yes",
    "nr/melee-round?charger=light-cavalry&charger-melee=listed&charger-coloured=3&target=recruits&target-melee=listed&target-formation=column&target-coloured=3&target-broken=no&round=other&aspect=rear&higher=charger&seized=no",
)
def melee_round(
    r: Reader,
    *,
    charger: form.Charger,
    charger_melee: form.ChargerMelee,
    charger_formation: form.ChargerFormation,
    charger_coloured: form.ChargerColoured,
    charger_broken: form.ChargerBroken,
    target: form.Target,
    target_melee: form.TargetMelee,
    target_formation: form.TargetFormation,
    target_coloured: form.TargetColoured,
    target_broken: form.TargetBroken,
    round: form.Round,
    aspect: form.Aspect,
    higher: form.Higher,
    seized: form.Seized,
) -> Breakdown[MeleeRound]:
    """What happens in this round?"""
    w = Working(r)
    first = form.side(
        r, charger, charger_melee, charger_formation, charger_coloured, broken=charger_broken, charger=True
    )
    second = form.side(r, target, target_melee, target_formation, target_coloured, broken=target_broken, charger=False)
    melee = form.melee_of(first, second, round, aspect, higher, seized=seized)
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
    """The chances of the round, with their steps."""
    own, other = melee.attacker(r).unit, melee.defender(r).unit
    results = attack.outcomes
    left = results.then(lambda one: fighting.leave(r, one, own, other))
    bands = attack.bands
    for band in attack.known:
        w.then(f"chance: {TOLD[band].lower()}", bands[band], attack.rule(band))
    w.then("chance of totals that no band names", bands[NOTHING], "melee.equality-gap", when=bands[NOTHING])
    w.note("equal totals are the defender's", "melee.tie")
    w.note(
        "an attacker never has a critical event",
        "melee.no-critical-attacker",
        when=r.holds("critical-victim", "the-loser"),
    )
    critical = w.then(
        "chance of a critical event",
        results.chance(lambda one: fighting.rolls_event(r, one, own, other)),
        "events.critical-victim",
    )
    hurt = w.then(
        "chance that the defender takes disorder", results.chance(lambda one: one.defender > 0), "damage.exchange"
    )
    return MeleeRound(
        own.name, attack.attacker_adds, attack.defender_adds,
        bands[BEATEN], bands[HELD], bands[PRESSED], bands[BROKEN_INTO], bands[RIDDEN_DOWN],
        attacker_hurt=results.chance(lambda one: one.attacker > 0), defender_hurt=hurt,
        two_points=results.chance(lambda one: one.defender > 1), critical=critical,
        attacker_thrown=out(left, fighting.ATTACKER, fighting.RECOILS), attacker_removed=out(left, fighting.ATTACKER, fighting.REMOVED),
        defender_recoils=out(left, fighting.DEFENDER, fighting.RECOILS), defender_routs=out(left, fighting.DEFENDER, fighting.ROUTS),
        defender_removed=out(left, fighting.DEFENDER, fighting.REMOVED), recoil=_recoil(r, w, own),
    )  # fmt: skip


def out(left: Distribution[fighting.Left], who: str, how: str) -> Fraction:
    """The chance that a side leaves the fight in that way; both may be removed at once."""

    def leaves(one: fighting.Left) -> bool:
        if how == fighting.REMOVED and (one.attacker if who == fighting.ATTACKER else one.defender) is None:
            return True
        return one.gone == who and one.how == how

    return left.chance(leaves)


def _recoil(r: Reader, w: Working, own: Unit) -> Number:
    """How far an attacker that is beaten off recoils, in S."""
    if own.arm == CAVALRY and r.holds("recoil-distance", "by-arm"):
        w.then("cavalry recoils, in M", "actions.recoil-cavalry")
        return w.times("M in S", "setup.medium")  # type: ignore[no-any-return]
    return w.then("an attacker that is beaten off recoils, in S", r.cell(MELEE, ROWS[BEATEN], "recoil"))  # type: ignore[no-any-return]


def _map(r: Reader, attack: Attack) -> Grid:
    """Both dice against each other: how bad the round is, for the attacker below zero and for the defender above it."""
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
    """What the defender and the attacker have to fear."""
    parts = [
        f"{value.attacker} on the attack; the defender is hurt: {spoken(value.defender_hurt)}",
        f"the attacker: {spoken(value.attacker_hurt)}",
    ]
    if value.defender_removed:
        parts.append(f"the defender is removed: {spoken(value.defender_removed)}")
    if value.critical:
        parts.append(f"critical event: {spoken(value.critical)}")
    if value.attacker_thrown:
        parts.append(f"the attacker recoils {write_number(value.recoil)} S: {spoken(value.attacker_thrown)}")
    return "; ".join(parts)


@simulation
def throw_melee_round(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """The bands of so many rounds."""
    i = inputs
    first = form.side(
        r,
        i["charger"],
        i["charger_melee"],
        i["charger_formation"],
        i["charger_coloured"],
        broken=i["charger_broken"],
        charger=True,
    )
    second = form.side(
        r,
        i["target"],
        i["target_melee"],
        i["target_formation"],
        i["target_coloured"],
        broken=i["target_broken"],
        charger=False,
    )
    attack = fighting.attack_of(
        r, Working(r), form.melee_of(first, second, i["round"], i["aspect"], i["higher"], seized=i["seized"])
    )
    die = combat_die(r)
    own, other = dice.roll(die, count), dice.roll(die, count)
    return [TOLD[attack.result(int(a), int(b)).band] for a, b in zip(own, other, strict=True)]
