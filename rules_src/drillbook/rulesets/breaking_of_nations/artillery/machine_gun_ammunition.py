"""Artillery: how long a machine gun fires on when the man who feeds it is gone."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Chain, Distribution, Thrower, averaged, counted, np, spoken

DRY = 0
TABLE = "mg-ammunition"


@dataclass(frozen=True, slots=True)
class Ammunition:
    """The ammunition of a machine gun: when it runs dry, and the turns to expect before that.

    at_once is the chance that it is dry after the first roll, dry the chance after the last turn of the question.
    firing_turns is the mean number of turns in which the gun fires.
    """

    at_once: Fraction
    dry: Fraction
    expected_turns: Fraction | None
    firing_turns: Fraction | None


@question(
    "bon/machine-gun-ammunition?lost=1&turns=6", "bon/machine-gun-ammunition?lost=3&turns=4&ruling.mg-ammo-turns=B"
)
def machine_gun_ammunition(
    r: Reader,
    *,
    lost: Annotated[
        int,
        Count(1, 12, label="Loader lost in turn", help="The game turn in which he is killed, or drawn into a fight."),
    ],
    turns: Annotated[int, Count(1, 8, default=4, label="Turns ahead")],
) -> Breakdown[Ammunition]:
    """The loader is gone: how long does the machine gun go on firing?"""
    w = Working(r)
    scores = _scores(r, lost)
    for turn in range(1, turns + 1):
        w.then(f"turn {turn} without the loader: dry on this or more", _at(scores, turn), "artillery.mg-ammo-table")
    w.note(
        f"counted from the loss, not from turn {lost} of the game",
        "artillery.mg-ammo-table",
        when=not r.holds("mg-ammo-turns", "turns-of-game"),
    )
    rule = "artillery.mg-ammo-trigger"
    chain = _chain(scores, r.dice(rule))
    dry = [state[DRY] for state in chain.flow(turns)]
    w.then(f"a {r.text(rule)} each turn: chance to be dry by then", dry[-1], rule)
    before = r.holds("mg-ammo-effect", "before-firing")
    w.note(f"the roll comes {'before' if before else 'after'} firing", rule)
    expected = chain.expected_turns()
    firing = None if expected is None else expected - int(before)
    within = "at once" if turns == 1 else f"within {turns} turns"
    fired = ""
    if firing is not None:
        fired = f"; it fires in {averaged(firing, 'turn')} on average"
    outcome = _turns_fired(dry, before)
    many = f"In how many of the next {counted(turns, 'turn')} the gun still fires"
    fires = many if turns > 1 else "Whether the gun still fires in its next turn"
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
        headline=f"Dry {within}: {spoken(dry[-1])}{fired}",
        chance=dry[-1],
        distribution=outcome,
        exhibits=[Bars(fires, "Turns", {"": outcome}, name="turns"), curves],
    )


def _scores(r: Reader, lost: int) -> tuple[int, ...]:
    """Return the score from which the gun runs dry, turn by turn after the loss of the loader.

    The reading in force decides. The last score is for all later turns. lost is the turn of the loss.
    """
    scores = [r.cell(TABLE, row.key, "dry").whole for row in r.rows(TABLE)]
    lowest = min(r.dice("artillery.mg-ammo-trigger"))
    reading = r.read_as("mg-ammo-turns")
    step = 0 if reading == "stays-after-third" else scores[-1] - scores[-1 - 1]
    while step and scores[-1] > lowest:
        scores.append(max(lowest, scores[-1] + step))
    begun = lost - 1 if reading == "turns-of-game" else 0
    return tuple(scores[min(begun, len(scores) - 1) :])


def _at(scores: tuple[int, ...], turn: int) -> int:
    """Return the score for the first, second … turn after the loss of the loader."""
    return scores[min(turn, len(scores)) - 1]


def _chain(scores: tuple[int, ...], die: Distribution[int]) -> Chain[int]:
    """Turn by turn: the state is the roll to come, or dry."""

    def roll(turn: int) -> Distribution[int]:
        dry = die.at_least(_at(scores, turn))
        return Distribution({DRY: dry, min(turn + 1, len(scores)): 1 - dry})

    return Chain(1, roll, absorbing=(DRY,))


def _turns_fired(dry: list[Fraction], before: bool) -> Distribution[int]:
    """Return the distribution of the number of turns in which the gun fires until it is dry.

    dry holds the chance that the gun is dry at the start and after each turn. before states whether the roll comes before
    the fire; if it comes after, the turn of the roll that finds the gun dry counts too.
    """
    ends = [(turn - int(before), dry[turn] - dry[turn - 1]) for turn in range(1, len(dry))]
    return Distribution.weighted([*ends, (len(dry) - 1, 1 - dry[-1])])


@simulation
def feed(r: Reader, dice: Thrower, count: int, /, *, lost: int, turns: int) -> Any:
    """Roll the ammunition die turn by turn, and count the turns in which the gun fires."""
    scores, before = _scores(r, lost), r.holds("mg-ammo-effect", "before-firing")
    fired, alive = np.zeros(count, dtype=int), np.ones(count, dtype=bool)
    for turn in range(1, turns + 1):
        dry = dice.roll(r.text("artillery.mg-ammo-trigger"), count) >= _at(scores, turn)
        fired += alive & ~dry if before else alive
        alive &= ~dry
    return fired
