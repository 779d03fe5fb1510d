"""Setup: who has the first turn."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Thrower, spoken

NOT_YET = "none"
ROLLED = Choice({NOT_YET: "Not yet", **{str(face): str(face) for face in range(1, 7)}})
ATTACKER, DEFENDER, AGAIN = "the attacker", "the defender", "roll again"


@dataclass(frozen=True, slots=True)
class FirstMove:
    """Who has the first turn, if that is known, and the chances.

    attacker: the chance that it is the attacker; tie: the chance of a tie in a roll.
    """

    first: str
    attacker: Fraction
    tie: Fraction


@question("nr/first-move?attacker=none&defender=none", "nr/first-move?attacker=5&defender=3")
def first_move(
    r: Reader,
    *,
    attacker: Annotated[str, Choice(ROLLED.options, label="The attacker's roll")],
    defender: Annotated[str, Choice(ROLLED.options, label="The defender's roll")],
) -> Breakdown[FirstMove]:
    """Who moves first?"""
    w, die = Working(r), r.dice("setup.first-move")
    single = r.holds("first-move", "odd-or-even")
    twice = single and NOT_YET not in (attacker, defender) and attacker != defender
    w.forbid("A single die is rolled for both.", "setup.first-move", when=twice)
    if single and attacker == NOT_YET:
        attacker = defender
    own = die if attacker == NOT_YET else Distribution.sure(int(attacker))
    other = die if defender == NOT_YET else Distribution.sure(int(defender))
    once = (
        own.map(lambda face: first_of(r, face, face)) if single else own.combine(other, lambda a, d: first_of(r, a, d))
    )
    w.note("a single die tells: odd for the attacker" if single else "either side rolls a die", "setup.first-move")
    tie = w.then(
        "chance of a tie, which is rolled again", once[AGAIN], "setup.first-move", when=once[AGAIN]
    ) or Fraction(0)
    told = _settled(r, once)
    chance = Fraction(w.then("chance that the attacker moves first", told[ATTACKER], "setup.first-move"))
    whose, rolled = ("the defender's", defender) if attacker == NOT_YET else ("his", attacker)
    given = f", with {whose} {rolled} rolled" if rolled != NOT_YET else ""
    known = next((who for who in (ATTACKER, DEFENDER, AGAIN) if once[who] == 1), "")
    headline = (
        "A tie: roll again"
        if known == AGAIN
        else f"{known.capitalize()} moves first"
        if known
        else f"The attacker moves first{given}: {spoken(chance)}"
    )
    return w.answer(
        FirstMove(known, chance, Fraction(tie)), headline=headline, chance=chance, distribution=told,
        exhibits=[Bars("Who has the first turn", "First", {"": told}, name="first")],
    )  # fmt: skip


def first_of(r: Reader, attacker: int, defender: int) -> str:
    """Return which side a pair of rolls gives the first turn.

    If a single die decides, pass its roll twice.
    """
    match r.read_as("first-move"):
        case "odd-or-even":
            return ATTACKER if attacker & 1 else DEFENDER
        case "attacker-has-ties":
            return ATTACKER if attacker >= defender else DEFENDER
        case _:
            return AGAIN if attacker == defender else ATTACKER if attacker > defender else DEFENDER


def _settled(r: Reader, once: Distribution[str]) -> Distribution[str]:
    """Who has it in the end, ties being rolled again with fresh dice."""
    if not once[AGAIN]:
        return once
    die = r.dice("setup.first-move")
    fresh = die.combine(die, lambda a, d: first_of(r, a, d))
    decided = 1 - fresh[AGAIN]
    return Distribution({who: once[who] + once[AGAIN] * fresh[who] / decided for who in (ATTACKER, DEFENDER)})


@simulation
def throw_first_move(r: Reader, dice: Thrower, count: int, /, **inputs: str) -> list[str]:
    """Throw `count` rolls and return which side each gives the first turn."""
    return [_thrown(r, dice, inputs["attacker"], inputs["defender"]) for _ in range(count)]


def _thrown(r: Reader, dice: Thrower, attacker: str, defender: str) -> str:
    die = r.text("setup.first-move")
    single = r.holds("first-move", "odd-or-even")
    attacker = defender if single and attacker == NOT_YET else attacker
    while True:
        own = int(dice.roll(die, 1)[0]) if attacker == NOT_YET else int(attacker)
        other = own if single else int(dice.roll(die, 1)[0]) if defender == NOT_YET else int(defender)
        who = first_of(r, own, other)
        if who != AGAIN:
            return who
        attacker = defender = NOT_YET
