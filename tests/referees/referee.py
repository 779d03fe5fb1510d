"""A referee's tools for The Breaking of Nations: tables, dice and questions to the book.

The printed tables are here a second time. Nothing of the ruleset is imported: a test that uses this module works
answers out from the source alone and compares the book's.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from drillbook import ask as ask_by_letter

F = Fraction
D3, D6, D12 = range(1, 4), range(1, 7), range(1, 13)
Chances = dict[Any, Fraction]

#: CS, DS, SP, GL.
SOLDIERS = {
    "civilian": (-2, 4, 4, 6), "green": (-1, 4, 5, 5), "regular": (0, 5, 5, 4), "veteran": (1, 5, 6, 3), "elite": (2, 6, 6, 2),
}  # fmt: skip
ARMOUR = {"minimal": 0, "flak": 1, "heavy": 2}
CV = {
    "clear": 0,
    "rubble": 3,
    "light-forest": 3,
    "wooden-wall": 6,
    "brick-wall": 9,
    "wooden-building": 6,
    "trenches": 12,
}
#: Damage for a point of ammunition, dice, wounds, range.
PIECES = {
    "light-howitzer": (2, 3, 2, 30),
    "howitzer": (3, 3, 2, 36),
    "medium-gun": (4, 4, 3, 90),
    "heavy-gun": (5, 4, 4, 188),
}


#: The readings that are asked about here, in the order of their letters.
READINGS = (
    "any-part middle-of-base more-than-half", "as-grenades only-a-one none", "from-unit-to-unit rolled-again one-unit-behind",
    "added higher-counts cover-replaces", "at-once counts-as-fire", "running any-two", "at-or-below exactly-zero",
    "single-roll roll-each either-man", "printed-speed armoured-speed pooled-by-crew", "all-salvoes each-salvo both-crewmen",
    "one-test test-each", "next-orders glory-phase both-tests", "every-trigger one-attack", "freeze roll-again nothing",
    "anybody nearest-enemy", "the-enemy the-friend", "one-success back-to-printed", "second-turn first-turn",
    "one-and-damage all-and-damage one-no-damage", "not-fired fired-to-its-end", "unhurt lost",
    "no-criticals shooting-die with-criticals", "bare-die total labels-only", "both-sides attacker-only replaces-cover",
    "steep flat steeper-only", "double-first ground-first", "armour-first armour-last", "aimed-only immune contact-only",
    "both-at-once active-side attackers-first", "fixed-value raised lowered-once lowered-twice",
    "best-cover added-up nearest-cover", "penalty bonus one-of-each", "each-counts counts-once", "no-doubling doubles",
)  # fmt: skip
LETTERS = {name: "ABCD"[place] for names in READINGS for place, name in enumerate(names.split())}


def ask(address: str) -> Any:
    """Return the book's answer to an address whose readings are given by their names."""
    question, _, query = address.partition("?")
    pairs = [one.split("=", 1) for one in query.split("&")]
    told = [(name, LETTERS[what] if name.startswith("ruling.") else what) for name, what in pairs]
    return ask_by_letter(f"{question}?{'&'.join('='.join(pair) for pair in told)}")


def value(address: str) -> Mapping[str, Any]:
    """Return the figures of the book's answer to an address."""
    return ask(address).outcome.flat()


def headline(address: str) -> str:
    """Return the headline of the book's answer, or of its refusal."""
    return ask(address).outcome.headline


def hits(number: int, must_reach: bool = False) -> Fraction:
    """Return the chance that a D12 hits, which has to reach the number.

    A 12 always hits, unless must_reach says that it must reach the number too.
    """
    return F(sum(1 for face in D12 if face >= number or (face == 12 and not must_reach)), 12)


def binomial(dice: int, chance: Fraction) -> Chances:
    """How many of so many dice hit."""
    return {n: comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1)}


def then(chances: Chances, step: Callable[[Any], Chances]) -> Chances:
    """One chance after another."""
    result: Chances = defaultdict(F)
    for state, chance in chances.items():
        for after, part in step(state).items():
            result[after] += chance * part
    return dict(result)


def track(gl: int, printed: int, points: int, tests: int, relief: int = 0, ceiling: int = 7) -> Chances:
    """One turn: the points, the relief, the tests; 7 is panic, and who panics tests no more."""
    up = min(ceiling, gl + points)
    down = max(printed, up - relief) if relief else up
    now: Chances = {down: F(1)}
    for _ in range(tests):
        now = then(now, lambda at: {at - 1: F(7 - at, 6), at: F(at - 1, 6)} if printed < at < 7 else {at: F(1)})
    return now
