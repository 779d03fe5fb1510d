"""The roll-off for sides, section 4.2: the First player, who chooses a side of the table."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Mark
from drillbook.maths import Distribution, Thrower, likely, percent


@dataclass(frozen=True, slots=True)
class Rolloff:
    """The answer on the roll-off: the chances of one throw, and to be First player in the end.

    first, tie and second are the chances to win, tie and lose one throw; first_player is the chance once ties are
    settled.
    """

    first: Fraction
    tie: Fraction
    second: Fraction
    first_player: Fraction


@question("bn/rolloff?mine=3&theirs=1", "bn/rolloff?mine=2&theirs=2")
def rolloff(
    r: Reader,
    *,
    mine: Annotated[int, Count(0, 4, default=3, label="My commander's leadership")],
    theirs: Annotated[int, Count(0, 4, default=1, label="His leadership", help="Of the enemy squad's commander.")],
) -> Breakdown[Rolloff]:
    """Who will be the First player and choose his side of the table?"""
    w = Working(r)
    lead = mine - theirs
    found = _thrown(r, lead)
    w.start("my leadership", mine, "setup.rolloff")
    w.subtract("his leadership", theirs, "setup.rolloff")
    w.then(f"chance to be ahead, each with a {r.text('setup.rolloff')}", found.first, "setup.rolloff-first")
    w.then("chance of a tie", found.tie, "setup.rolloff")
    by_leader = lead and r.holds("setup-ties", "leadership-wins")
    how = "ties go to the higher leadership" if by_leader else "ties are thrown again"
    w.then(f"chance to be First player, where {how}", found.first_player, "setup.rolloff-first")
    first, tie, second = (percent(chance) for chance in (found.first, found.tie, found.second))
    ahead = _ahead(r, lead)
    return w.answer(
        found,
        headline=f"First player {likely(found.first_player)}; one throw: ahead {first}, tied {tie}, behind {second}",
        chance=found.first_player,
        distribution=ahead,
        exhibits=[
            Bars("How far ahead one throw leaves me", "Ahead by", {"": ahead}, Mark(1, "First player"), name="ahead"),
            _leads(r, lead),
        ],
    )


@simulation
def throw_rolloff(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Both dice thrown, and how far ahead they leave the first of the two."""
    kind = r.text("setup.rolloff")
    return dice.roll(kind, count) + inputs["mine"] - dice.roll(kind, count) - inputs["theirs"]


def _ahead(r: Reader, lead: int) -> Distribution[int]:
    """How far ahead a throw leaves the one who has so much more leadership."""
    die = r.dice("setup.rolloff")
    return die.combine(die, lambda own, other: own + lead - other)


def _thrown(r: Reader, lead: int) -> Rolloff:
    """Return the chances of the player who is ahead in leadership by `lead`."""
    ahead = _ahead(r, lead)
    first, tie, second = ahead.at_least(1), ahead[0], ahead.at_most(-1)
    final = first / (first + second)
    if lead and r.holds("setup-ties", "leadership-wins"):
        final = first + tie if lead > 0 else first
    return Rolloff(first, tie, second, final)


def _leads(r: Reader, here: int) -> Curves:
    """Return the curve of the chance to be First player by the difference in leadership."""
    span = max(r.dice("setup.rolloff")) - 1
    points = [(lead, _thrown(r, lead).first_player) for lead in range(1 - span, span)]
    caption = "What leadership is worth in the roll-off"
    return Curves(caption, "More leadership", "First player", {"First player": points}, here=here, sets="mine")
