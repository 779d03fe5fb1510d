"""Buildings: how a door is opened or broken down."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Checks, Choice, Count, Reader, Working, procedure, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Decision
from drillbook.maths import Distribution, Thrower, counted, np, spoken
from drillbook.rulesets.breaking_of_nations.common.inputs import soldiers

DOORS = {"unlocked": "Unlocked", "heavy": "Heavy", "locked": "Locked"}
SHUT: dict[str, Any] = {"when": {"door": ("heavy", "locked")}, "why_not": "It just opens."}
BASHED: dict[str, Any] = {"when": {"way": ("bash",)}, "why_not": "Only a bash can fail."}


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry through a door: the turns of one man, the extra SP, and who passes when.

    cost is the extra SP. passes_in is None for a bash. wanted, per_try and by_turn are for a bash: the score, its chance,
    and the chance by the last turn.
    """

    turns: int | None
    cost: int
    passing: int
    passes_in: int | None = None
    wanted: int | None = None
    per_try: Fraction | None = None
    by_turn: Fraction | None = None


@question(
    "bon/door?door=locked&grade=regular&squad=10&way=bash&turns=3",
    "bon/door?door=heavy&grade=regular&squad=10&way=open",
    "bon/door?door=unlocked&grade=regular&squad=10",
)
def door(
    r: Reader,
    *,
    door: Annotated[str, Choice(DOORS, default="locked", label="Door")],
    grade: Annotated[str, soldiers("Squad's grade")],
    squad: Annotated[int, Count(1, 13, default=10, label="Men in the squad")],
    way: Annotated[str, Choice({"open": "Open it", "bash": "Bash it"}, default="bash", label="Way in", **SHUT)],
    turns: Annotated[int, Count(1, 6, default=3, label="Turns to try", help="One man, one try a turn.", **BASHED)],
) -> Breakdown[Entry]:
    """How does a squad get through this door, and when?"""
    w = Working(r)
    if door == "unlocked":
        extra = w.start("extra SP", "buildings.door-unlocked")
        headline = f"Straight in: {extra} extra SP, {squad} of {squad} pass"
        return w.answer(Entry(0, extra, squad, 1), headline=headline, exhibits=[_ways(w, door)])
    if way == "bash":
        return _bashed(r, w, door, grade, squad, turns)
    return _opened(r, w, door, squad)


def _opened(r: Reader, w: Working, door: str, squad: int) -> Breakdown[Entry]:
    """Return the answer for a door that one man opens while the squad waits.

    The other men go past him in that turn, or in the next turn on the other reading. The steps go into `w`.
    """
    w.start("the squad, in men", squad, "buildings.door-squad")
    others = int(w.subtract("who opens the door", r.cited("buildings.door-locked", "soldiers")))
    time = w.then("time to open it, in whole turns", r.cited("buildings.door-locked", "turns"))
    at_once = r.holds("door-pass", "same-turn")
    w.note("The others go past him without penalty", "buildings.door-squad", when=others)
    lead = f"One man spends {counted(time, 'turn')} on it"
    if not others:
        headline = f"He spends {counted(time, 'turn')} on it, and goes through in the next"
    elif at_once:
        headline = f"{lead}; {f'the other {others} pass' if others > 1 else 'the other passes'} in that turn"
    else:
        headline = f"{lead}; all {squad} pass in the next turn"
    passes = time if at_once and others else time + 1
    entry = Entry(time, 0, others if at_once else squad, passes)
    return w.answer(entry, headline=headline, exhibits=[_ways(w, door)])


def _bashed(r: Reader, w: Working, door: str, grade: str, squad: int, turns: int) -> Breakdown[Entry]:
    """One man tries to break the door down, once a turn."""
    wanted = bash_number(r, w, grade)
    chance = r.dice(bash_die(r)).chance(lambda face: bool(bash_works(r, wanted, face)))
    broken = [1 - (1 - chance) ** turn for turn in range(turns + 1)]
    when = Distribution.first_turn(broken)
    w.then("chance of a try", chance, "buildings.door-bash")
    by_turn = w.then(f"chance that it has given way by turn {turns}", broken[-1], "buildings.door-bash")
    opening = r.int("buildings.door-locked", "turns")
    curves = Curves(
        "The chance to be through by the end of each turn: bashing the door, and opening it.",
        "Turn",
        "Door is open",
        {
            "bashed": list(enumerate(broken)),
            "opened": [(turn, int(turn >= opening)) for turn in range(turns + 1)],
        },
        step=True,
        name="tries",
    )
    caption = f"The turn in which the door gives way; {turns + 1} stands for not yet."
    needs = f"{wanted}+ on a {r.text(bash_die(r)).upper()}"
    return w.answer(
        Entry(None, 0, squad, None, wanted, chance, by_turn),
        headline=f"{needs}: {spoken(chance)} a try; open by turn {turns}: {spoken(by_turn)}",
        chance=by_turn,
        distribution=when,
        exhibits=[curves, Bars(caption, "Turn", {"": when}, name="turn"), _ways(w, door)],
    )


@procedure
def bash_number(r: Reader, w: Working, grade: str) -> int:
    """The score that breaks a door down: its DS less the man's CS."""
    w.start("DS of the door", "buildings.door-bash")
    w.subtract("CS of the man", r.cell("soldiers", grade, "cs"))
    w.note(f"rolled on a {r.text(bash_die(r)).upper()}", bash_die(r))
    return w.whole


@procedure
def bash_die(r: Reader) -> str:
    """A door is broken down with the die of close combat, or on another reading with that of shooting."""
    return "ranged-combat.die" if r.holds("door-bash", "shooting-die") else "close-combat.die"


@procedure
def bash_works(r: Reader, wanted: int, face: Any) -> Any:
    """A face breaks a door down that reaches the score; on another reading close combat's criticals count as well."""
    reached = face >= wanted
    if r.holds("door-bash", "with-criticals"):
        return (face >= r.int("close-combat.critical-hit")) | (reached & (face > r.int("close-combat.critical-miss")))
    return reached


def _ways(w: Working, door: str) -> Decision:
    """Return what each kind of door allows, as a decision."""
    ways, shut = Checks(w), door != "unlocked"
    waiting = counted(w.reader.int("buildings.door-locked", "turns"), "turn") if shut else "not needed"
    ways.ask("Walk through without extra SP?", not shut, "shut" if shut else "open to all", "buildings.door-unlocked")
    ways.ask("Have a man open it?", shut or None, waiting, "buildings.door-locked")
    ways.ask("Break it down?", shut or None, "a roll each turn" if shut else "not needed", "buildings.door-bash")
    return ways.decision("What this kind of door allows.", "ways")


@simulation
def batter(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll the tries and say in which turn the door gave way."""
    turns = inputs["turns"]
    if inputs["door"] == "unlocked" or inputs["way"] == "open":
        return np.zeros(count, dtype=int)
    wanted = bash_number(r, Working(r), inputs["grade"])
    worked = bash_works(r, wanted, dice.roll_each(r.text(bash_die(r)), count, turns))
    return np.where(worked.any(axis=1), worked.argmax(axis=1) + 1, turns + 1)
