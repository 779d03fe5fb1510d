"""Infantry: what a formation does for a regiment."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Flag, Reader, Working, question
from drillbook.asking.exhibits import Card, Grid
from drillbook.maths import Number, write_number
from drillbook.maths.number_words import signed
from drillbook.rulesets.new_rules.common.fighting import CHARGE, Melee, Side, adds
from drillbook.rulesets.new_rules.common.fire import formation_penalty
from drillbook.rulesets.new_rules.common.inputs import FORMATIONS, coloured_of, figure_of
from drillbook.rulesets.new_rules.common.lengths import Measure, Short, scale
from drillbook.rulesets.new_rules.common.marching import Marcher, march_of
from drillbook.rulesets.new_rules.common.orders import FORMATION, cost_of
from drillbook.rulesets.new_rules.common.unit import CAVALRY, COLUMN, INFANTRY, LINE, SQUARE, Unit, figure, mustered

FOES = {INFANTRY: "Infantry", CAVALRY: "Cavalry"}
SHOWN = ("Shooting", "Melee", "Move, S", "Double time, S", "Free steps")
#: What follows from the modifiers, told where the formation stands on it.
FOLLOWS = {
    LINE: ("only a line shoots without a penalty", "infantry.line-shooting"),
    COLUMN: ("a column fights better than a line", "infantry.column-melee"),
}


@dataclass(frozen=True, slots=True)
class FormationCard:
    """What a formation gives a regiment.

    shooting, melee: what it adds in shooting and when it is charged; move, double: how far it goes, in S;
    free: its free steps of turning; change: the price of a change, in actions; battalions: how many it has.
    against_charge: its modifiers when it is charged, less those of the charger.
    """

    shooting: int
    melee: int
    move: Number
    double: Number
    free: int
    change: int
    battalions: int
    against_charge: int


@question(
    "nr/formation-card?unit=line-infantry&melee=listed&shooting=listed&speed=listed&formation=line&coloured=0&broken=no&against=infantry&short=4&measure=inches",
    "nr/formation-card?unit=grenadiers&melee=listed&shooting=listed&speed=3&formation=square&coloured=3&broken=no&against=cavalry&short=10&measure=cm",
)
def formation_card(
    r: Reader,
    *,
    unit: Annotated[str, Choice(table="muster", where="foot", default="line-infantry", label="The regiment")],
    melee: Annotated[str, figure_of("Its Melee Combat")],
    shooting: Annotated[str, figure_of("Its Ranged Combat")],
    speed: Annotated[str, figure_of("Its Speed, in S")],
    formation: Annotated[str, Choice(FORMATIONS, default="line", label="Formation")],
    coloured: Annotated[int, coloured_of("Its coloured dice")],
    broken: Annotated[bool, Flag(label="Its line is broken")],
    against: Annotated[str, Choice(FOES, label="Charged by")],
    short: Short,
    measure: Measure,
) -> Breakdown[FormationCard]:
    """What does each formation do for it?"""
    w, table = Working(r), scale(r, short, measure)
    given = {
        name: figure(r, unit, name, text).whole
        for name, text in (("melee", melee), ("shooting", shooting), ("speed", speed))
    }
    r.cite("infantry.formations")
    battalions = w.then("battalions of the regiment", "infantry.battalions")
    w.note("they share its disorder", "infantry.disorder-level", when=coloured)
    found = {
        form: _card(
            r,
            w if form == formation else Working(r),
            mustered(r, unit, form, coloured, broken=broken),
            given,
            against,
            1 / Fraction(short),
            battalions,
        )
        for form in FORMATIONS
    }
    value = found[formation]
    w.note("no formation counts until its ranks are in order again", "events.broken-line-modifiers", when=broken)
    if not broken and formation in FOLLOWS:
        w.note(*FOLLOWS[formation])
    w.note(
        "against infantry a square fights as anybody",
        "infantry.square-other-melee",
        when=formation == SQUARE and against == INFANTRY,
    )
    w.then(
        "modifiers when it is charged, its own less the charger's", value.against_charge, "infantry.square-charge-net"
    )
    r.cite("infantry.formation-table")
    return w.answer(
        value,
        headline=_headline(value, FORMATIONS[formation]),
        exhibits=[_beside(found, formation), _list(value, FORMATIONS[formation], table.words), table.card()],
    )  # fmt: skip


def _card(
    r: Reader, w: Working, unit: Unit, given: Mapping[str, int], against: str, inch: Fraction, battalions: int
) -> FormationCard:
    """Return what this formation gives the regiment; the steps go into `w`."""
    w.start("Ranged Combat", given["shooting"], "musketry.total")
    formation_penalty(w, unit)
    w.add("crippled", "damage.crippled-modifier", when=unit.crippled(r))
    shooting = w.whole
    foe = Unit("the charger", against)
    fight = Melee(Side(foe, 0, charger=True), Side(unit, given["melee"], charger=False), CHARGE)
    hand = adds(r, w, fight, fight.target)
    charger = adds(r, Working(r), fight, fight.charger)
    march = march_of(r, w, Marcher(unit, given["speed"], inch))
    free = r.int("infantry.column-turn", "free") if unit.formed == COLUMN else 0
    w.then("steps of turning for nothing", free, "infantry.column-turn", when=free)
    change = w.then("actions for another formation", cost_of(r, FORMATION))
    r.cite("infantry.formation-cost")
    return FormationCard(
        shooting, hand, march.move, march.double, free, change, battalions, hand - given["melee"] - charger
    )


def _headline(value: FormationCard, name: str) -> str:
    move = f"goes {write_number(value.move)} S" if value.move else "goes nowhere"
    return f"{name}: adds {signed(value.shooting)} shooting and {signed(value.melee)} in melee, {move}"


def _beside(found: Mapping[str, FormationCard], formation: str) -> Grid:
    """All formations beside each other."""
    forms = list(found)
    cells = [[one.shooting, one.melee, one.move, one.double, one.free] for one in found.values()]
    return Grid(
        "What the regiment has in each formation", "Formation", "What", list(FORMATIONS.values()), SHOWN, cells,
        chance=False, here=(forms.index(formation), 0), by_row={"formation": forms}, name="formations",
    )  # fmt: skip


def _list(value: FormationCard, name: str, words: object) -> Card:
    """Return the card of this formation."""
    assert callable(words)
    entries = [
        ("Adds in shooting", signed(value.shooting)), ("Adds when it is charged", signed(value.melee)),
        ("A Move", words(value.move)), ("Double time", words(value.double)),
        ("Steps of turning free", str(value.free)), ("Actions to change", str(value.change)),
    ]  # fmt: skip
    return Card(name, entries)
