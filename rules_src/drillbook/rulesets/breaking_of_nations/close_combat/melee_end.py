"""Close combat to the end: some men against one, round after round, until one side is gone.

The rounds form a Markov chain.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Track
from drillbook.maths import Thrower, averaged, counted, spoken
from drillbook.maths.number_words import in_words
from drillbook.rulesets.breaking_of_nations.close_combat._melee import HE, NOBODY, THEY, Fight, Melee
from drillbook.rulesets.breaking_of_nations.close_combat._rolled import roll_out
from drillbook.rulesets.breaking_of_nations.common.close_combat import (
    HOLDS,
    NO_TRENCH,
    STORMS,
    Fighter,
    barred,
    check_weapon,
)
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, soldiers

LEVEL, HILL, COVER, TRENCH, SADDLE = "level", "uphill", "cover", "trench", "mounted"
PLACES = {
    LEVEL: "In the open",
    HILL: "The lone man is uphill",
    COVER: "The lone man is in cover",
    TRENCH: "The lone man holds a trench",
    SADDLE: "The others are on horseback",
}
ENDS = {THEY: "they win", HE: "he wins", NOBODY: "none left"}


@dataclass(frozen=True, slots=True)
class MeleeEnd:
    """The end of a melee: who wins, the mean rounds, and the worth of one blow of each side.

    decided is the chance that the fight is over after the rounds of the question.
    """

    they_win: Fraction
    he_wins: Fraction
    nobody: Fraction
    mean_rounds: Fraction | None
    decided: Fraction
    their_blow: Fraction
    his_blow: Fraction


@question(
    "bon/melee-end?many=1&grade=elite&armour=flak&lone=green&lone-armour=flak&place=trench&rounds=3",
    "bon/melee-end?many=2&grade=regular&armour=minimal&lone=regular&lone-armour=minimal&place=level&rounds=3",
    "bon/melee-end?many=3&grade=green&armour=minimal&lone=elite&lone-armour=heavy&lone-weapon=yes&place=level&rounds=4",
    "bon/melee-end?many=2&grade=regular&armour=minimal&lone=green&lone-armour=minimal&place=mounted&rounds=2",
)
def melee_end(
    r: Reader,
    *,
    many: Annotated[int, Count(1, 4, default=2, label="Men on one side")],
    grade: Annotated[str, soldiers("They are")],
    armour: Annotated[str, armour_of("Their armour")],
    weapon: Annotated[bool, Flag(label="They have close combat weapons")],
    lone: Annotated[str, soldiers("The lone man")],
    lone_armour: Annotated[str, armour_of("His armour")],
    lone_weapon: Annotated[bool, Flag(label="He has a close combat weapon")],
    place: Annotated[str, Choice(PLACES, label="Where")],
    rounds: Annotated[int, Count(1, 8, default=3, label="Rounds shown")],
) -> Breakdown[MeleeEnd]:
    """Who is left standing, and how long does it take?"""
    w = Working(r)
    melee = _melee(r, w, many, (grade, armour), (lone, lone_armour), place, (weapon, lone_weapon))
    their_blow, his_blow = melee.exchanges
    w.then("chance that one blow of theirs strikes", their_blow, "close-combat.die")
    w.then("chance that one blow of his strikes", his_blow, "close-combat.die")
    w.note("a blow that goes astray lands on the comrade beside him", "close-combat.critical-miss", when=many > 1)
    w.note("one blow is enough for a man with one wound", "close-combat.damage")
    chain = melee.chain(many)
    ends = {end: sum((c for fight, c in chain.absorbed().items() if fight.end == end), Fraction(0)) for end in ENDS}
    for end, chance in ends.items():
        w.then(f"chance that in the end {end}", chance, "close-combat.damage")
    mean = chain.expected_turns()
    flow = [one.map(lambda fight: _stage(fight, many)) for one in chain.flow(rounds)]
    decided = sum((flow[-1][end] for end in ENDS.values()), Fraction(0))
    told = MeleeEnd(ends[THEY], ends[HE], ends[NOBODY], mean, decided, their_blow, his_blow)
    return w.answer(
        told,
        headline=_headline(told, many),
        chance=told.they_win,
        distribution=flow[-1],
        exhibits=[
            Track(
                "How the fight stands after each round",
                list(_stages(many)),
                flow,
                absorbing=tuple(ENDS.values()),
                turn_word="Round",
            ),
            Bars(f"How it stands after {counted(rounds, 'round')}", "The fight", {"": flow[-1]}, name="stands"),
        ],
    )


def _melee(
    r: Reader,
    w: Working,
    many: int,
    they: tuple[str, str],
    he: tuple[str, str],
    place: str,
    weapons: tuple[bool, bool],
) -> Melee:
    """Return the melee that a form describes, of many men against one.

    they and he are the grade and armour of either side. The function forbids close combat weapons that the men cannot
    carry.
    """
    trench = place == TRENCH
    for men, weapon in zip((many, 1), weapons, strict=True):
        check_weapon(w, men, weapon=weapon, trench=trench)
    storm, hold = (STORMS, HOLDS) if trench else (NO_TRENCH, NO_TRENCH)
    first = Fighter(*they, mounted=place == SADDLE, trench=storm)
    lone = Fighter(*he, covered=place == COVER, uphill=place == HILL, trench=hold)
    own, his = weapons
    return Melee.read(r, w, first, lone, weapon=own, lone_weapon=his)


def _stage(fight: Fight, many: int) -> str:
    """Return the name of a state of the fight."""
    return ENDS[fight.end] if fight.end else f"{in_words(fight.many)} against one" if many > 1 else "they fight"


def _stages(many: int) -> list[str]:
    """Every state, from the first to the ends."""
    return [*dict.fromkeys(_stage(Fight(left, True), many) for left in range(many, 0, -1)), *ENDS.values()]


def _headline(told: MeleeEnd, many: int) -> str:
    they = "They win" if many > 1 else "The first wins"
    he = "the lone man wins" if many > 1 else "the second"
    nobody = f"; nobody is left: {spoken(told.nobody)}" if told.nobody else ""
    mean = told.mean_rounds
    length = "" if mean is None else f"; {averaged(mean, 'round')} on average"
    return f"{they}: {spoken(told.they_win)}; {he}: {spoken(told.he_wins)}{nobody}{length}"


@simulation
def throw_melee_end(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw a number of fights for the rounds of the question and return the end of each."""
    they, he = (inputs["grade"], inputs["armour"]), (inputs["lone"], inputs["lone_armour"])
    weapons = inputs["weapon"], inputs["lone_weapon"]
    many = inputs["many"]
    armed = zip((many, 1), weapons, strict=True)
    if any(barred(men, weapon=weapon, trench=inputs["place"] == TRENCH) for men, weapon in armed):
        return []
    melee = _melee(r, Working(r), many, they, he, inputs["place"], weapons)
    die, extra = r.text("close-combat.die"), r.int("weapons.cc-reroll")
    rolls = (1 + extra * inputs["weapon"], 1 + extra * inputs["lone_weapon"])
    return [_stage(roll_out(melee, dice, die, rolls, many, inputs["rounds"]), many) for _ in range(count)]
