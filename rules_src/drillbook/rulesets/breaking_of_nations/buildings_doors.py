"""Buildings: how a door is opened or broken down, and who can fight through it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown
from drillbook.dice import Distribution, binomial
from drillbook.exhibits import Bars, Curves, Decision, Verdict
from drillbook.kinds import Choice, Count, Flag
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_of_nations._close_combat import (
    Blow,
    Fighter,
    blow,
    critical_chance,
    explain_criticals,
    strike_chance,
    strikes,
    wanted_words,
)
from drillbook.rulesets.breaking_of_nations._morale import GRADES

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

SHUT = {"door": ("heavy", "locked")}
BASH = {"way": ("bash",)}


@dataclass(frozen=True, slots=True)
class Entry:
    """Getting through a door: turns to wait, extra SP, who passes; for a bash the score, its chance and that by the last turn."""

    turns: int | None
    cost: int
    passing: int
    wanted: int | None
    per_try: Fraction
    by_turn: Fraction


@question(
    "breaking_of_nations",
    "door",
    examples=[
        "bon/door?door=locked&grade=regular&squad=10&way=bash&turns=3",
        "bon/door?door=heavy&grade=regular&squad=10&way=open",
        "bon/door?door=unlocked&grade=regular&squad=10",
    ],
)
def door(
    r: Reader,
    /,
    *,
    door: Annotated[
        str, Choice({"unlocked": "Unlocked", "heavy": "Heavy", "locked": "Locked"}, default="locked", label="Door")
    ],
    grade: Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="Squad's grade")],
    squad: Annotated[int, Count(1, 13, default=10, label="Men in the squad")],
    way: Annotated[
        str,
        Choice(
            {"open": "Open it", "bash": "Bash it"},
            default="bash",
            label="Way in",
            when=SHUT,
            why_not="It just opens.",
        ),
    ],
    turns: Annotated[
        int,
        Count(
            1,
            6,
            default=3,
            label="Turns to try",
            help="One man, one try a turn.",
            when=BASH,
            why_not="Only a bash can fail.",
        ),
    ],
) -> Breakdown[Entry]:
    """How does a squad get through this door, and when?"""
    w = Working(r)
    if door == "unlocked":
        w.start("extra SP", "buildings.door-unlocked")
        entry = Entry(0, int(w.total), squad, None, Fraction(1), Fraction(1))
        return w.answer(
            entry, headline=f"Straight in: {w.total} extra SP, {squad} of {squad} pass", exhibits=[_ways(r, door, None)]
        )
    if way == "open":
        return _opened(r, w, door, squad)
    return _bashed(r, w, door, grade, squad, turns)


def _opened(r: Reader, w: Working, door: str, squad: int) -> Breakdown[Entry]:
    """One man opens the door, the others pass him."""
    w.start("the squad, in men", Cited(squad, "buildings.door-squad"))
    w.subtract("who opens the door", r.cited("buildings.door-locked", "soldiers"))
    passing = max(0, int(w.total))
    w.then("time to open it, in whole turns", r.cited("buildings.door-locked", "turns"))
    turns = int(w.total)
    w.note("The others go past him without penalty", "buildings.door-squad")
    entry = Entry(turns, 0, passing, None, Fraction(1), Fraction(1))
    return w.answer(
        entry, headline=f"Open after {_turns(turns)}: {passing} of {squad} pass", exhibits=[_ways(r, door, turns)]
    )


def _bashed(r: Reader, w: Working, door: str, grade: str, squad: int, turns: int) -> Breakdown[Entry]:
    """One man tries to break the door down, once a turn."""
    wanted = _bash_number(r, w, grade)
    die = r.dice(_bash_die(r))
    chance = die.chance(lambda face: bool(_bash_works(r, wanted, face)))
    shut = 1 - chance
    tries = range(1, turns + 1)
    when = Distribution({**{turn: shut ** (turn - 1) * chance for turn in tries}, turns + 1: shut**turns})
    by_turn = 1 - shut**turns
    w.then("chance of a try", Cited(chance, "buildings.door-bash"))
    w.then(f"chance that it has given way by turn {turns}", Cited(by_turn, "buildings.door-bash"))
    opening = r.int("buildings.door-locked", "turns")
    curves = Curves(
        "The chance to be through by the end of each turn: bashing the door, and opening it.",
        "Turn",
        "Door is open",
        {
            "bashed": [(turn, 1 - shut**turn) for turn in range(turns + 1)],
            "opened": [(turn, int(turn >= opening)) for turn in range(turns + 1)],
        },
        step=True,
        name="tries",
    )
    bars = Bars(
        f"The turn in which the door gives way; {turns + 1} stands for not yet.", "Turn", {"": when}, name="turn"
    )
    return w.answer(
        Entry(None, 0, squad, wanted, chance, by_turn),
        headline=f"{wanted}+ on a {_dice_name(r)}: {chance} a try, {by_turn} by turn {turns}",
        chance=by_turn,
        distribution=when,
        exhibits=[curves, bars, _ways(r, door, opening)],
    )


def _bash_number(r: Reader, w: Working, grade: str) -> int:
    """The score that breaks the door down."""
    w.start("DS of the door", "buildings.door-bash")
    w.subtract("CS of the man", r.cell("soldiers", grade, "cs"))
    w.note(f"rolled on a {_dice_name(r)}", _bash_die(r))
    return int(w.total)


def _bash_die(r: Reader) -> str:
    """The rule that names the die of a bash."""
    return "ranged-combat.die" if r.reading("door-bash") == "B" else "close-combat.die"


def _dice_name(r: Reader) -> str:
    return r.text(_bash_die(r)).upper()


def _bash_works(r: Reader, wanted: int, face: Any) -> Any:
    """Whether a face breaks the door down; works on one score and on arrays of scores alike."""
    reached = face >= wanted
    if r.reading("door-bash") == "C":
        return (face >= r.int("close-combat.critical-hit")) | (reached & (face > r.int("close-combat.critical-miss")))
    return reached


def _turns(turns: int) -> str:
    return f"{turns} turn" if turns == 1 else f"{turns} turns"


def _ways(r: Reader, door: str, opening: int | None) -> Decision:
    """What each kind of door allows."""
    shut = door != "unlocked"
    waiting = "not needed" if opening is None else _turns(opening)
    return Decision(
        "What this kind of door allows.",
        [
            Verdict(
                "Walk through without extra SP?",
                not shut,
                "shut" if shut else "open to all",
                r.cite("buildings.door-unlocked"),
            ),
            Verdict("Have a man open it?", True if shut else None, waiting, r.cite("buildings.door-locked")),
            Verdict(
                "Break it down?",
                True if shut else None,
                "a roll each turn" if shut else "not needed",
                r.cite("buildings.door-bash"),
            ),
        ],
        name="ways",
    )


@simulation("breaking_of_nations", "door")
def batter(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll the tries and say in which turn the door gave way."""
    import numpy as np

    turns = inputs["turns"]
    if inputs["door"] == "unlocked" or inputs["way"] == "open":
        return np.zeros(count, dtype=int)
    wanted = _bash_number(r, Working(r), inputs["grade"])
    worked = _bash_works(r, wanted, dice.roll_each(r.text(_bash_die(r)), count, turns))
    return np.where(worked.any(axis=1), worked.argmax(axis=1) + 1, turns + 1)


@dataclass(frozen=True, slots=True)
class Gap:
    """A round of close combat: who can fight on each side, what each wants, and the chance of each blow."""

    attackers: int
    defenders: int
    attacker_wanted: int
    attacker_hits: Fraction
    attacker_critical: Fraction
    defender_wanted: int
    defender_hits: Fraction
    defender_critical: Fraction


@question(
    "breaking_of_nations",
    "door-fight",
    examples=[
        "bon/door-fight?place=door&attackers=5&attacker-grade=regular&attacker-armour=minimal&defenders=3&defender-grade=elite"
        "&defender-armour=minimal&defender-cover=no",
        "bon/door-fight?place=window&attackers=2&attacker-grade=elite&attacker-armour=minimal&defenders=2&defender-grade=green"
        "&defender-armour=flak&defender-cover=yes",
        "bon/door-fight?place=room&attackers=5&attacker-grade=veteran&attacker-armour=minimal&defenders=3&defender-grade=green"
        "&defender-armour=flak&defender-cover=no",
    ],
)
def door_fight(
    r: Reader,
    /,
    *,
    place: Annotated[
        str,
        Choice(
            {"door": "Door", "window": "Window", "sections": "Two sections", "room": "One room"}, label="Fought through"
        ),
    ],
    attackers: Annotated[int, Count(1, 10, default=5, label="Attackers")],
    attacker_grade: Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="They are")],
    attacker_armour: Annotated[str, Choice(table="armour", default="minimal", label="Their armour")],
    defenders: Annotated[int, Count(1, 10, default=3, label="Defenders")],
    defender_grade: Annotated[str, Choice(table="soldiers", only=GRADES, default="elite", label="These are")],
    defender_armour: Annotated[str, Choice(table="armour", default="minimal", label="Defenders' armour")],
    defender_cover: Annotated[
        bool, Flag(label="Defenders in cover", help="Behind something besides the wall, a barricade say.")
    ],
) -> Breakdown[Gap]:
    """Who can fight here, and what score does each side want?"""
    w = Working(r)
    through = place != "room"
    at, behind = (
        _fighters(r, w, side, number, through) for side, number in (("attackers", attackers), ("defenders", defenders))
    )
    storm, hold = Fighter(attacker_grade, attacker_armour), Fighter(defender_grade, defender_armour, defender_cover)
    needs = _needs(r, w, storm, hold, through)
    explain_criticals(r, w)
    chances = [strike_chance(r, need) for need in needs]
    landed = [binomial(number, chance) for number, chance in zip((at, behind), chances, strict=True)]
    first, second = needs
    words = [f"{wanted_words(r, need)}, {chance}" for need, chance in zip(needs, chances, strict=True)]
    criticals = [critical_chance(r, need) for need in needs]
    for side, chance, critical in zip(("attackers", "defenders"), chances, criticals, strict=True):
        w.then(f"{side}: chance that a blow strikes", Cited(chance, "close-combat.die"))
        w.then(f"{side}: chance that it is a critical", Cited(critical, "close-combat.critical-hit"))
    return w.answer(
        Gap(at, behind, first.wanted, chances[0], criticals[0], second.wanted, chances[1], criticals[1]),
        headline=f"{at} against {behind}: attackers strike on {words[0]}; defenders {words[1]}",
        chance=chances[0],
        distribution=landed[0],
        exhibits=[
            Bars(
                "Blows that strike in one round.",
                "Blows",
                {"attackers": landed[0], "defenders": landed[1]},
                name="blows",
            ),
        ],
    )


def _fighters(r: Reader, w: Working, side: str, number: int, through: bool) -> int:
    """How many of a side can fight."""
    if not through:
        w.then(f"{side} in the room, in men", Cited(number, "buildings.cc-inside"))
        return number
    w.then(f"{side}, in men", Cited(number, "buildings.cc-door-limit"))
    w.at_most("through the gap", "buildings.cc-door-limit")
    return int(w.total)


def _needs(r: Reader, w: Working, storm: Fighter, hold: Fighter, through: bool) -> tuple[Blow, Blow]:
    """What a blow of either side needs: the attackers', then the defenders'."""
    gap = r.cited("buildings.cc-door-cv") if through else None
    reading = r.reading("bon.ruling.door-cv-2") if through else "A"
    cover_counts = reading != "C"
    back = None if reading == "B" else gap
    return (
        blow(r, w, storm, hold, gap, cover_counts=cover_counts, side="attackers"),
        blow(r, w, hold, storm, back, cover_counts=cover_counts, side="defenders"),
    )


@simulation("breaking_of_nations", "door-fight")
def melee(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll one round of blows for the attackers and count those that strike."""
    w = Working(r)
    through = inputs["place"] != "room"
    at = _fighters(r, w, "attackers", inputs["attackers"], through)
    storm = Fighter(inputs["attacker_grade"], inputs["attacker_armour"])
    hold = Fighter(inputs["defender_grade"], inputs["defender_armour"], inputs["defender_cover"])
    need, _ = _needs(r, w, storm, hold, through)
    die = r.text("close-combat.die")
    return strikes(r, need, dice.roll_each(die, count, at), dice.roll_each(die, count, at)).sum(axis=1)
