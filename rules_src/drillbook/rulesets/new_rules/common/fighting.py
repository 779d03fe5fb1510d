"""Two units in melee: the attacker of a round, the sums of both, and the round's effect."""

from dataclasses import dataclass, replace

from drillbook.asking import Cited, Reader, Working
from drillbook.maths import Distribution
from drillbook.rulesets.new_rules.common import unit as units
from drillbook.rulesets.new_rules.common.bands import MELEE, Attack, Result, critical_events
from drillbook.rulesets.new_rules.common.giving_way import GONE, REMOVED, befall, recoiling, suffer
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, CAVALRY, LINE, SQUARE, Unit, must_reform

CHARGE, AGAIN, OWN, OTHER = "charge", "again", "own", "other"
ROUNDS = {
    CHARGE: "The charge",
    AGAIN: "A charge after they were apart",
    OWN: "A later round, the charger's turn",
    OTHER: "A later round, the other's turn",
}
LEVEL, FIRST, SECOND = "level", "charger", "target"
#: How long ago the Initiative was seized: in this turn, in the last one (its enemy's), before that; and what a round makes of it.
NOW, LAST, BEFORE = "now", "last", "before"
LATER = {NOW: LAST, LAST: BEFORE, BEFORE: BEFORE}
HEIGHTS = {LEVEL: "Neither", FIRST: "The charger", SECOND: "The other"}
FRONT, FLANK, REAR = "front", "flank", "rear"
ASPECTS = {FRONT: "In front", FLANK: "In the flank", REAR: "In the rear"}


@dataclass(frozen=True, slots=True)
class Side:
    """A unit in a melee with its Melee Combat figure; charger: whether it began the fight."""

    unit: Unit
    figure: int
    charger: bool


@dataclass(frozen=True, slots=True)
class Melee:
    """A melee: the unit that began it, its opponent, and how they stand.

    seized, foe_seized: when the side on turn, and the other side, have Seized the Initiative in it; none where they have not.
    """

    charger: Side
    target: Side
    round: str = CHARGE
    aspect: str = FRONT
    higher: str = LEVEL
    seized: str | None = None
    foe_seized: str | None = None

    @property
    def opening(self) -> bool:
        """Whether the units have just met."""
        return self.round in (CHARGE, AGAIN)

    def on_turn(self) -> Side:
        """Return the unit whose side is on turn."""
        return self.target if self.round == OTHER else self.charger

    def attacker(self, r: Reader) -> Side:
        """Return the attacker of this round."""
        return self.on_turn() if r.holds("melee-attacker", "side-on-turn") else self.charger

    def defender(self, r: Reader) -> Side:
        """Return the defender of this round."""
        return self.charger if self.attacker(r) is self.target else self.target

    def weakened(self, r: Reader, side: Side) -> bool:
        """Whether a side suffers from an Initiative that its enemy has seized."""
        when = self.foe_seized if side is self.on_turn() else self.seized
        if when is None:
            return False
        match r.read_as("seize-lasts"):
            case "whole-melee":
                return True
            case "until-next-turn":
                return when in (NOW, LAST)
            case _:
                return when == NOW

    def charges(self, r: Reader) -> bool:
        """Whether the charger has its bonus in this round."""
        if self.round == AGAIN:
            return r.holds("second-contact", "every-contact")
        return self.round == CHARGE or r.holds("melee-attacker", "charger-with-bonus")


def adds(r: Reader, w: Working, melee: Melee, side: Side) -> int:
    """Return what a side adds to its roll; the steps go into `w`."""
    foe = melee.target if side is melee.charger else melee.charger
    attacks = side is melee.attacker(r)
    w.start(
        f"Melee Combat of the {'attacker' if attacks else 'defender'}, {side.unit.name.lower()}",
        side.figure,
        "melee.total",
    )
    if side.unit.formed == LINE:
        w.add("in line", r.cell("formations", "line-melee", "amount"))
    _square(r, w, melee, side, foe)
    w.add("uphill", modifier(r, "uphill"), when=melee.higher == (FIRST if side.charger else SECOND))
    bonus = side.charger and attacks and melee.charges(r)
    w.add("charging", modifier(r, "cavalry-charge"), when=bonus and side.unit.arm == CAVALRY)
    w.add("charging", modifier(r, "infantry-charge"), when=bonus and side.unit.arm == units.INFANTRY)
    w.note("the bonus of a charge is past", "melee.charge-bonus-once", when=side.charger and attacks and not bonus)
    if not side.charger and _exposed(r, melee, attacks):
        w.add(
            "taken in the flank",
            modifier(r, "flank"),
            when=melee.aspect == FLANK or r.holds("flank-rear", "both-count"),
        )
        w.add("taken in the rear", modifier(r, "rear"), when=melee.aspect == REAR)
    crippled = side.unit.crippled(r) and (attacks or r.holds("crippled-scope", "every-roll"))
    w.add("crippled", "damage.crippled-modifier", when=crippled)
    w.add("its enemy has Seized the Initiative", "actions.seize-effect", when=melee.weakened(r, side))
    return w.whole


def modifier(r: Reader, situation: str) -> Cited:
    """Return the amount that the table of melee modifiers has for a situation.

    The amount is cited without being counted as read, since it may not apply.
    """
    row = r.ruleset.table("melee-modifiers").row(situation)
    return Cited(row.cells["amount"], row.rule or "")  # type: ignore[arg-type]


def _square(r: Reader, w: Working, melee: Melee, side: Side, foe: Side) -> None:
    """Add the steps for the bonus of a square against cavalry, if it applies."""
    if side.unit.formed != SQUARE or foe.unit.arm != CAVALRY:
        return
    reading, bonus = r.read_as("square-three"), r.cell("formations", "square-cavalry", "amount")
    charged = melee.opening and not side.charger
    if reading == "every-round" or charged:
        w.add("in square against cavalry", bonus)
    if reading == "charge-and-melee" and charged:
        w.add("and once more for the melee", bonus)
    elif reading == "charge-and-melee":
        w.add("in square against cavalry, in the melee", bonus)


def _exposed(r: Reader, melee: Melee, attacks: bool) -> bool:
    """Whether flank or rear tell against the unit that was charged, in this round."""
    if melee.aspect == FRONT:
        return False
    if melee.target.unit.formation == SQUARE and r.holds("square-flanks", "none"):
        return False
    match r.read_as("flank-later"):
        case "opening-round":
            return melee.opening
        case "until-it-faces":
            return True
        case _:
            return not attacks


def attack_of(r: Reader, w: Working, melee: Melee) -> Attack:
    """Return the round as an attack, with both sums in `w`."""
    own = adds(r, w, melee, melee.attacker(r))
    other = adds(r, w, melee, melee.defender(r))
    return Attack(r, MELEE, own, other)


def check_round(r: Reader, w: Working, melee: Melee) -> None:
    """Refuse a charge that cannot be, and actions of a unit that has its ranks to put in order."""
    unit = melee.charger.unit
    square = melee.opening and unit.formed == SQUARE
    broken = melee.opening and must_reform(r, unit)
    if (unit.arm == ARTILLERY or square or broken) and r.holds("blunder-impossible", "overrides"):
        w.note("only a blunder could make it charge", "events.blunder-charge")
    else:
        w.forbid("Artillery does not charge, so it began no melee.", "artillery.no-charge", when=unit.arm == ARTILLERY)
        w.forbid("A square does not move, so it does not charge.", "infantry.square-movement", when=square)
        w.forbid(
            "The activation of a unit with a broken line goes into putting it in order: it does not charge.",
            "events.broken-line",
            when=broken,
        )
    w.forbid(
        "The actions of a unit with a broken line go into putting it in order: it seizes nothing.",
        "events.broken-line",
        when=melee.seized == NOW and must_reform(r, melee.on_turn().unit),
    )


@dataclass(frozen=True, slots=True)
class Left:
    """The attacker and the defender after a round, and the side that is out of the fight.

    attacker, defender: None for a unit that is removed; gone: which side is out of the fight; how: in what way.
    """

    attacker: Unit | None
    defender: Unit | None
    gone: str = ""
    how: str = ""


ATTACKER, DEFENDER = "attacker", "defender"


def rolls_event(r: Reader, result: Result, defender: Unit) -> bool:
    """Return whether a critical event is rolled.

    None is rolled for a unit that the points of the round have removed.
    """
    return result.critical and suffer(r, defender, result.defender) is not None


def left_by(
    r: Reader, result: Result, attacker: Unit, defender: Unit, event: str = "", *, engaged: bool = True
) -> Left:
    """Return what a pair of rolls leaves of both.

    event: the critical event that was rolled, if one was; engaged: whether the defender is locked in melee, as both are in a round.
    """
    own, other = suffer(r, attacker, result.attacker), suffer(r, defender, result.defender)
    left = Left(own, other, _removed(own, other), REMOVED if own is None or other is None else "")
    if result.recoil and not left.gone:
        back = ATTACKER if r.holds("attacker-recoils", "the-attacker") else DEFENDER
        how = recoiling(r, attacker if back == ATTACKER else defender, engaged=engaged)
        return replace(left, gone=back if how else "", how=how)
    if not event or other is None:
        return left
    unit, how = befall(r, other, event, engaged=engaged)
    left = replace(left, defender=unit)
    return left if left.gone or how not in GONE else replace(left, gone=DEFENDER, how=how)


def leave(r: Reader, result: Result, attacker: Unit, defender: Unit, *, engaged: bool = True) -> Distribution[Left]:
    """Return what a pair of rolls leaves of both, over all critical events where one is rolled."""
    return r.once(_leave, result, attacker, defender, engaged)


def _leave(r: Reader, result: Result, attacker: Unit, defender: Unit, engaged: bool) -> Distribution[Left]:
    if not rolls_event(r, result, defender):
        return Distribution.sure(left_by(r, result, attacker, defender, engaged=engaged))
    return critical_events(r).map(lambda event: left_by(r, result, attacker, defender, event, engaged=engaged))


def left_after(r: Reader, outcomes: Distribution[Result], attacker: Unit, defender: Unit) -> Distribution[Left]:
    """Return what a round leaves of both, over all pairs of rolls and all critical events."""
    return outcomes.then(lambda result: leave(r, result, attacker, defender))


def _removed(attacker: Unit | None, defender: Unit | None) -> str:
    """Which side the points of a round have removed."""
    return ATTACKER if attacker is None else DEFENDER if defender is None else ""
