"""Blunders: how likely one is, and which."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Distribution, Thrower, spoken, total, write_mean
from drillbook.maths.dice import read_dice
from drillbook.rulesets.new_rules.common.activation import Activation, blunders_in_combat, combat_blunder
from drillbook.rulesets.new_rules.common.bands import combat_die
from drillbook.rulesets.new_rules.common.inputs import Quality

NONE, SEVERAL = "No blunder", "Several"


@dataclass(frozen=True, slots=True)
class BlunderOdds:
    """The chance of no blunder and of each line, and further figures of a blunder.

    none: the chance of no blunder; line: that of each line; expected: the blunders to expect;
    combat: the chance of a blunder in combat; fails: whether the die that blunders has failed.
    """

    none: Fraction
    line: Fraction
    expected: Fraction
    combat: Fraction
    fails: bool


@question(
    "nr/blunder-odds?coloured=2&quality=3&combat=0",
    "nr/blunder-odds?coloured=1&quality=1&combat=1",
    "nr/blunder-odds?coloured=0&quality=4&combat=0",
)
def blunder_odds(
    r: Reader,
    *,
    coloured: Annotated[int, Count(0, 3, default=2, label="Coloured dice rolled")],
    quality: Quality,
    combat: Annotated[
        int, Count(0, 3, label="Coloured dice in combat", help="Those that it rolls in melee or under fire besides.")
    ],
) -> Breakdown[BlunderOdds]:  # fmt: skip
    """How likely is a blunder?"""
    w, found = Working(r), Activation(r, quality)
    rolled = w.then("coloured dice rolled", coloured, "damage.exchange")
    chance = _chance(r, found, rolled)
    w.then("chance that one of them shows its lowest face", chance, "events.blunder-chance")
    fails = not found.succeeds(r.int("events.blunder-die-fails", "lowest"))
    w.note("and that die has failed", "events.blunder-die-fails", when=fails and chance)
    told = _lines(r, found, coloured)
    lines = found.blunder_lines
    line = w.then("chance of each line", chance * lines[min(found.named)], "events.blunder-roll")
    in_combat = _in_combat(r, combat)
    w.then("chance of a blunder from those in combat", in_combat, "events.blunder-trigger", when=combat)
    ones = total(_one(r, found) for _ in range(coloured))
    many = ones.mean if r.holds("blunder-count", "each-die") else chance
    value = BlunderOdds(1 - chance, Fraction(line), Fraction(many), in_combat, fails)
    return w.answer(
        value,
        headline=_headline(value, combat),
        chance=chance,
        distribution=told,
        exhibits=[
            Bars("What comes of the roll", "Blunder", {"": told}, name="lines"),
            Curves(
                "Chance of a blunder, by the coloured dice among those rolled", "Coloured dice", "Chance",
                {"Blunder": [(dice, _chance(r, found, dice)) for dice in range(r.int("activation.max-dice") + 1)]},
                here=coloured, sets="coloured", name="growth",
            ),
        ],
    )  # fmt: skip


def _chance(r: Reader, found: Activation, dice: int) -> Fraction:
    """Return the chance that at least one of that many coloured dice blunders.

    The result is 0 if activation dice bring no blunder.
    """
    if not any(found.blunders(face) for face in found.faces):
        return Fraction(0)
    return Fraction(r.formula("events.blunder-chance")(N=len(found.faces), c=dice))


def _in_combat(r: Reader, dice: int) -> Fraction:
    """Return the chance that at least one of that many coloured dice blunders in combat.

    The result is 0 if no such dice are rolled in combat, or if blunders do not count there.
    """
    if not dice or not blunders_in_combat(r):
        return Fraction(0)
    _, faces = read_dice(combat_die(r))
    return combat_blunder(r, dice, faces)


def _one(r: Reader, found: Activation) -> Distribution[int]:
    """Whether a coloured die blunders."""
    return Distribution.weighted((int(found.blunders(face)), 1) for face in found.faces)


def _lines(r: Reader, found: Activation, coloured: int) -> Distribution[str]:
    """Return the distribution of the roll's result: no blunder, one line, or several blunders."""
    each = r.holds("blunder-count", "each-die")
    ones = total(_one(r, found) for _ in range(coloured))
    names = {line: r.name("blunders", row) for line, row in found.named.items()}

    def told(many: int) -> Distribution[str]:
        if not many:
            return Distribution.sure(NONE)
        if each and many > 1:
            return Distribution.sure(SEVERAL)
        return found.blunder_lines.map(lambda line: names.get(line, NONE))

    return ones.then(told)


def _headline(value: BlunderOdds, combat: int) -> str:
    """How likely it is."""
    chance = 1 - value.none
    more = f"; {write_mean(value.expected)} on average" if value.expected != chance else ""
    fought = f"; in combat: {spoken(value.combat)}" if combat and value.combat else ""
    return f"A blunder: {spoken(chance)}; each line: {spoken(value.line)}{more}{fought}"


@simulation
def throw_blunder_odds(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw `count` rolls and return the result of each."""
    found = Activation(r, inputs["quality"])
    own = r.holds("blunder-die", "activation-die")
    die = found.die if own else r.text("events.blunder-roll")
    ends = []
    for _ in range(count):
        ones = sum(found.blunders(int(face)) for face in dice.roll(found.die, inputs["coloured"]))
        line = found.named.get(int(dice.roll(die, 1)[0])) if ones else None
        several = ones > 1 and r.holds("blunder-count", "each-die")
        ends.append(SEVERAL if several else r.name("blunders", line) if line else NONE)
    return ends
