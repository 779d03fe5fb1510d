"""Artillery: how long a machine gun fires on when the man who feeds it is gone."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves
from drillbook.asking.kinds import Count
from drillbook.maths import Chain, Distribution, Thrower, counted, spoken, write_mean

DRY = 0
TABLE = "mg-ammunition"


@dataclass(frozen=True, slots=True)
class Ammunition:
    """When the gun runs dry: at once, by the last turn asked about, the turns to expect until then, and those in which it fires."""

    at_once: Fraction
    dry: Fraction
    expected_turns: Fraction | None
    firing_turns: Fraction | None


@dataclass(frozen=True, slots=True)
class Scores:
    """The score from which the gun runs dry, turn by turn, as far as the list goes and beyond."""

    listed: tuple[int, ...]
    step: int
    first: int
    lowest: int

    def at(self, turn: int) -> int:
        """The score for the first, second … roll after the loader was lost."""
        place = turn + self.first - 1
        if place <= len(self.listed):
            return self.listed[place - 1]
        return max(self.lowest, self.listed[-1] + self.step * (place - len(self.listed)))

    @property
    def last(self) -> int:
        """The roll from which the score no longer changes."""
        turn = 1
        while self.at(turn) != self.at(turn + 1) or turn + self.first - 1 < len(self.listed):
            turn += 1
        return turn


@question(
    "bon/machine-gun-ammunition?lost=1&turns=6", "bon/machine-gun-ammunition?lost=3&turns=4&ruling.mg-ammo-turns=B"
)
def machine_gun_ammunition(
    r: Reader,
    /,
    *,
    lost: Annotated[
        int,
        Count(
            1, 12, default=1, label="Loader lost in", help="The game turn in which he is killed, or drawn into a fight."
        ),
    ],
    turns: Annotated[int, Count(1, 8, default=4, label="Turns ahead")],
) -> Breakdown[Ammunition]:
    """The loader is gone: how long does the machine gun go on firing?"""
    w = Working(r)
    scores = _scores(r, lost)
    for turn in range(1, turns + 1):
        w.then(f"turn {turn} without the loader: dry on this or more", scores.at(turn), "artillery.mg-ammo-table")
    if not r.holds("mg-ammo-turns", "turns-of-game"):
        w.note(f"counted from the loss, not from turn {lost} of the game", "artillery.mg-ammo-table")
    chain = _chain(scores, r.dice("artillery.mg-ammo-trigger"))
    dry = [state[DRY] for state in chain.flow(turns)]
    die = r.text("artillery.mg-ammo-trigger")
    w.then(f"a {die} each turn: chance to be dry by then", dry[-1], "artillery.mg-ammo-trigger")
    before = r.holds("mg-ammo-effect", "before-firing")
    w.note(f"the roll comes {'before' if before else 'after'} firing", "artillery.mg-ammo-trigger")
    expected = chain.expected_turns()
    firing = None if expected is None else expected - int(before)
    headline = "Dry at once" if turns == 1 else f"Dry within {turns} turns"
    headline = f"{headline}: {spoken(dry[-1])}"
    if firing is not None:
        headline += f"; it fires in {write_mean(firing)} {'turn' if firing == 1 else 'turns'} on average"
    outcome = _turns_fired(dry, before)
    fires = "Whether the gun still fires in its next turn"
    if turns > 1:
        fires = f"In how many of the next {counted(turns, 'turn')} the gun still fires"
    reach = list(enumerate(dry))
    curves = Curves(
        "How likely the gun is to be dry, and to have rounds left, after each turn",
        "Turns without the loader",
        "Chance",
        {"dry": reach, "rounds left": [(turn, 1 - chance) for turn, chance in reach]},
        step=True,
        name="dry",
    )
    return w.answer(
        Ammunition(dry[1], dry[-1], expected, firing),
        headline=headline,
        chance=dry[-1],
        distribution=outcome,
        exhibits=[Bars(fires, "Turns", {"": outcome}, name="turns"), curves],
    )


def _scores(r: Reader, lost: int) -> Scores:
    """The list of scores and how it goes on, by the reading in force."""
    listed = tuple(r.cell(TABLE, row.key, "dry").whole for row in r.rows(TABLE))
    lowest = min(r.dice("artillery.mg-ammo-trigger"))
    reading = r.read_as("mg-ammo-turns")
    step = 0 if reading == "stays-after-third" else listed[-1] - listed[-1 - 1]
    return Scores(listed, step, lost if reading == "turns-of-game" else 1, lowest)


def _chain(scores: Scores, die: Distribution[int]) -> Chain[int]:
    """Turn by turn: the state is the roll to come, or dry."""

    def roll(turn: int) -> Distribution[int]:
        dry = die.at_least(scores.at(turn))
        return Distribution({DRY: dry, min(turn + 1, scores.last): 1 - dry})

    return Chain(1, roll, absorbing=(DRY,))


def _turns_fired(dry: list[Fraction], before: bool) -> Distribution[int]:
    """In how many of the turns the gun fires: until the roll that finds it dry, that turn included where the roll comes after."""
    ends = [(turn - int(before), dry[turn] - dry[turn - 1]) for turn in range(1, len(dry))]
    return Distribution.weighted([*ends, (len(dry) - 1, 1 - dry[-1])])


@simulation
def feed(r: Reader, dice: Thrower, count: int, /, *, lost: int, turns: int) -> Any:
    """Roll the ammunition die turn by turn, and count the turns in which the gun fires."""
    import numpy as np

    scores, before = _scores(r, lost), r.holds("mg-ammo-effect", "before-firing")
    fired, alive = np.zeros(count, dtype=int), np.ones(count, dtype=bool)
    for turn in range(1, turns + 1):
        dry = dice.roll(r.text("artillery.mg-ammo-trigger"), count) >= scores.at(turn)
        fired += alive & ~dry if before else alive
        alive &= ~dry
    return fired
