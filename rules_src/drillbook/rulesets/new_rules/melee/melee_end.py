"""Melee: a fight over several turns, as a chain in which the sides attack by turns."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from drillbook.asking import Breakdown, Count, Reader, Working, formed, question, simulation
from drillbook.asking.exhibits import Bars, Track
from drillbook.maths import Chain, Distribution, Thrower, counted, spoken
from drillbook.rulesets.new_rules.common import fighting
from drillbook.rulesets.new_rules.common.bands import Attack, combat_die, event_of
from drillbook.rulesets.new_rules.common.giving_way import RECOILS, REMOVED, ROUTS
from drillbook.rulesets.new_rules.common.unit import INFANTRY, Unit
from drillbook.rulesets.new_rules.melee import _form as form

LOCKED = "still locked"
CHARGER, OPPONENT = "The charger", "The other"


class Stand(NamedTuple):
    """The state of a fight.

    first, second: the coloured dice of each unit and whether its ranks are broken; round: the next round;
    seized, foe_seized: when the side on turn and the other side have Seized the Initiative, None if they have not.
    """

    first: tuple[int, bool]
    second: tuple[int, bool]
    round: str
    seized: str | None = None
    foe_seized: str | None = None


@dataclass(frozen=True, slots=True)
class MeleeEnd:
    """The chances of each state of the fight after the turns asked for."""

    charger_recoils: Fraction
    charger_routs: Fraction
    charger_removed: Fraction
    other_recoils: Fraction
    other_routs: Fraction
    other_removed: Fraction
    locked: Fraction


class Fight:
    """A fight of a form under the readings in force; each of its rounds is worked out once."""

    def __init__(self, r: Reader, melee: fighting.Melee) -> None:
        self.r, self.melee = r, melee
        units = _state(melee.charger.unit), _state(melee.target.unit)
        self.start = Stand(*units, melee.round, melee.seized, melee.foe_seized)

    def at(self, stand: Stand) -> fighting.Melee:
        """Return the melee in that state."""
        first, second = (
            replace(one, unit=replace(one.unit, coloured=coloured, broken=broken))
            for one, (coloured, broken) in ((self.melee.charger, stand.first), (self.melee.target, stand.second))
        )
        return replace(
            self.melee,
            charger=first,
            target=second,
            round=stand.round,
            seized=stand.seized,
            foe_seized=stand.foe_seized,
        )

    def attack(self, melee: fighting.Melee) -> Attack:
        """Return the round as an attack."""
        return fighting.attack_of(self.r, Working(self.r), melee)

    def step(self, stand: Stand | str) -> Distribution[Stand | str]:
        """Where one round leads."""
        if isinstance(stand, str):
            return Distribution.sure(stand)
        melee = self.at(stand)
        attacker, defender = melee.attacker(self.r), melee.defender(self.r)
        left = self.r.once(fighting.left_after, self.attack(melee).outcomes, attacker.unit, defender.unit)
        return left.map(lambda one: self.follows(melee, attacker, one))

    def follows(self, melee: fighting.Melee, attacker: fighting.Side, left: fighting.Left) -> Stand | str:
        """Return the next state of the fight, or the name of its end."""
        if left.gone or left.attacker is None or left.defender is None:
            charger = attacker.charger == (left.gone == fighting.ATTACKER)
            return f"{CHARGER if charger else OPPONENT} {_how(left.how)}"
        own, other = _state(left.attacker), _state(left.defender)
        first, second = (own, other) if attacker.charger else (other, own)
        round_ = fighting.OWN if melee.round == fighting.OTHER else fighting.OTHER
        return Stand(first, second, round_, self._later(melee.foe_seized), self._later(melee.seized))

    def _later(self, when: str | None) -> str | None:
        """When the Initiative was seized as the next round sees it; none where it tells no longer."""
        if when is None or self.r.holds("seize-lasts", "one-round"):
            return None
        return fighting.LATER[when]


def _state(unit: Unit) -> tuple[int, bool]:
    return unit.coloured, unit.broken


def _how(how: str) -> str:
    return "is removed" if how == REMOVED else how


HEADS = {RECOILS: "back", ROUTS: "routs", REMOVED: "gone"}  # short enough for a phone
ENDS = {f"{who} {_how(how)}": f"{who.split()[-1]} {head}" for who in (CHARGER, OPPONENT) for how, head in HEADS.items()}


@question(
    "nr/melee-end?charger=line-infantry&charger-melee=1&charger-formation=column&charger-coloured=0&charger-broken=no&target=line-infantry&target-melee=1&target-formation=column&target-coloured=0&target-broken=no&begins=own&aspect=front&higher=level&seized=no&turns=3",
    "nr/melee-end?charger=heavy-cavalry&charger-melee=listed&charger-coloured=0&charger-broken=no&target=line-infantry&target-melee=listed&target-formation=square&target-coloured=0&target-broken=no&begins=charge&aspect=front&higher=level&seized=no&turns=4",
    "nr/melee-end?charger=grenadiers&charger-melee=listed&charger-formation=column&charger-coloured=1&charger-broken=no&target=foot-battery&target-melee=listed&target-guns=unlimbered&target-coloured=2&target-broken=no&begins=charge&aspect=flank&higher=level&seized=yes&turns=4",
    "nr/melee-end?charger=light-cavalry&charger-melee=listed&charger-coloured=1&charger-broken=no&target=line-infantry&target-melee=listed&target-formation=square&target-coloured=1&target-broken=yes&begins=other&aspect=front&higher=level&seized=no&turns=3",
)
def melee_end(
    r: Reader,
    *,
    fighters: form.Fighters,
    begins: form.Begins,
    aspect: form.Aspect,
    higher: form.Higher,
    seized: form.Seized,
    turns: Annotated[int, Count(1, 10, default=4, label="Player turns")],
) -> Breakdown[MeleeEnd]:
    """How will the fight end?"""
    w = Working(r)
    melee = fighters.melee(r, begins, aspect, higher, seized)
    first, second = melee.charger, melee.target
    fighting.check_round(r, w, melee)
    fight = Fight(r, melee)
    fighting.attack_of(r, w, melee)
    w.note("a charge gives its bonus in the opening round alone", "melee.charge-bonus-once", when=melee.opening)
    w.note("locked, they fight on in each player's turn", "melee.locked")
    w.note("and even after a turnover", "melee.after-turnover")
    foot = any(one.unit.arm == INFANTRY for one in (first, second))
    w.note("a line once broken stays broken: no activation is spent on its ranks here", "events.broken-line", when=foot)
    flow = [one.map(_called) for one in Chain[Stand | str](fight.start, fight.step, absorbing=ENDS).flow(turns)]
    last = flow[-1]
    for end in ENDS:
        w.then(f"{end.lower()}: chance", last[end], "melee.release", when=last[end])
    locked = w.then("still locked: chance", last.chance(lambda one: one not in ENDS), "melee.locked")
    value = _value(last, locked)
    final = last.map(lambda one: one if one in ENDS else LOCKED)
    return w.answer(
        value,
        headline=_headline(value, turns),
        chance=locked,
        distribution=final,
        exhibits=[
            Track(
                "Player turn by player turn: still in the fight, back after a recoil, routing, or gone for good", [LOCKED, *ENDS],
                [one.map(lambda state: state if state in ENDS else LOCKED) for one in flow],
                labels={LOCKED: "fight"} | ENDS, absorbing=[*ENDS], turn_word="Player turn",
            ),
            Bars("Coloured dice of both while they are locked", "Dice", _dice(last), name="dice") if locked
            else Bars("How it ends", "End", {"": final}, name="dice"),
        ],
    )  # fmt: skip


def _value(last: Distribution[Any], locked: Fraction) -> MeleeEnd:
    """Return the chance of each end, and that the units are still locked."""
    ends = [last[end] for end in ENDS]
    return MeleeEnd(*(*ends, locked))


def _called(stand: Stand | str) -> Any:
    """Return a state as the coloured dice of both units, an end as its name."""
    return stand if isinstance(stand, str) else (stand.first[0], stand.second[0])


def _dice(last: Distribution[Any]) -> Mapping[str, Distribution[int]]:
    """Return the distribution of each unit's coloured dice, given that they are still locked."""
    on = [(one, chance) for one, chance in last.items() if one not in ENDS]
    return {
        who: Distribution.weighted((one[place], chance) for one, chance in on)
        for place, who in enumerate((CHARGER, OPPONENT))
    }


def _headline(value: MeleeEnd, turns: int) -> str:
    """Who gives way, and how likely nobody has."""
    charger = value.charger_recoils + value.charger_routs + value.charger_removed
    other = value.other_recoils + value.other_routs + value.other_removed
    when = f"after {counted(turns, 'player turn')}"
    gone = f"{when.capitalize()} the charger has given way: {spoken(charger)}; the other: {spoken(other)}"
    return f"{gone}; still locked: {spoken(value.locked)}"


@simulation
def throw_melee_end(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw `count` fights and return the state of each after the turns asked for."""
    i = inputs
    fight = Fight(r, formed(form.Fighters, i).melee(r, i["begins"], i["aspect"], i["higher"], i["seized"]))
    return [_fought(fight, dice, i["turns"]) for _ in range(count)]


def _fought(fight: Fight, dice: Thrower, turns: int) -> str:
    """One fight, round after round with real dice."""
    stand: Stand | str = fight.start
    r, die = fight.r, combat_die(fight.r)
    for _ in range(turns):
        if isinstance(stand, str):
            break
        melee = fight.at(stand)
        attacker, defender = melee.attacker(r), melee.defender(r)
        result = fight.attack(melee).result(int(dice.roll(die, 1)[0]), int(dice.roll(die, 1)[0]))
        own, other = attacker.unit, defender.unit
        thrown = fighting.rolls_event(r, result, other)
        event = event_of(r, int(dice.roll(r.text("events.critical-dice"), 1)[0])) if thrown else ""
        stand = fight.follows(melee, attacker, fighting.left_by(r, result, own, other, event))
    return stand if isinstance(stand, str) else LOCKED
