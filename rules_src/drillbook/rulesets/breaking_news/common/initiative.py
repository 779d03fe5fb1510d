"""The throw for Initiative, section 5.0: what each side adds, and who wins a tie.

The winner is the Active Player.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Choice, Cited, Count, Reader, Working
from drillbook.maths import Distribution, Thrower, np, roll
from drillbook.rules.remembered import remembered
from drillbook.rulesets.breaking_news.common.casualties import name_of

#: Who won a turn, as it is written in addresses.
MINE, THEIRS = "own", "enemy"
NOBODY = "none"
SIDES = {MINE: "My side", THEIRS: "The enemy"}

Mine = Annotated[str, Choice(table="classes", default="r4", label="My troops")]
Theirs = Annotated[str, Choice(table="classes", default="irr3", label="The enemy's troops")]
Lead = Annotated[int, Count(0, 4, default=1, label="My leadership", help="Of the main commander; 0 if there is none.")]
TheirLead = Annotated[int, Count(0, 4, default=1, label="His leadership")]


@dataclass(frozen=True, slots=True)
class Record:
    """The record of the turns so far: the present run of wins, and all the wins of each side.

    run is below 0 if it is the enemy's.
    """

    run: int = 0
    mine: int = 0
    theirs: int = 0

    def won_by(self, me: bool) -> "Record":
        """Return the record after one more turn."""
        if me:
            return Record(max(self.run, 0) + 1, self.mine + 1, self.theirs)
        return Record(min(self.run, 0) - 1, self.mine, self.theirs + 1)


@dataclass(frozen=True, slots=True)
class Throw:
    """The chances of one throw: my total is higher, equal or lower; and to be active on a tie."""

    win: Fraction
    tie: Fraction
    lose: Fraction
    after_tie: Fraction

    @property
    def active(self) -> Fraction:
        """The chance to be the Active Player."""
        return self.win + self.tie * self.after_tie


def figure_of(r: Reader, troops: str) -> Cited:
    """Return what a class adds to the throw.

    It adds 0 if the ruling takes the table's column to be about morale alone.
    """
    r.cite("movement.initiative-quality")
    figure = r.cell("classes", troops, "initiative")
    return Cited(0, figure.rule) if r.holds("initiative-morale-column", "morale-only") else figure


def morale_dice(r: Reader, troops: str) -> Cited:
    """Return the dice of a morale test that the initiative figure of a class gives."""
    return r.cell("classes", troops, "initiative")


def leadership_of(r: Reader, leadership: int, out: bool, deputy: int) -> int:
    """Return the leadership that counts.

    This is the commander's. When he is out it is, by the ruling, his deputy's or 0.
    """
    if not out:
        return leadership
    return deputy if r.holds("leader-killed", "next-in-rank") else 0


def penalties(r: Reader, record: Record) -> tuple[int, int]:
    """Return for how many wins each side pays, my side first.

    These are the wins of the present run or, by the other reading, all wins of the game.
    """
    if r.holds("initiative-streak", "present-run"):
        return max(record.run, 0), max(-record.run, 0)
    return record.mine, record.theirs


def add_up(r: Reader, w: Working, side: str, troops: str, leadership: int, wins: int, ambush: bool) -> int:
    """Return what a side adds to its dice, and add the steps to it."""
    low, price = r.int("movement.initiative-leader", "low"), r.int("movement.initiative-penalty")
    w.then(f"{side}: the figure of {name_of(r, troops)}", figure_of(r, troops))
    if leadership >= low:
        w.add("leadership of the commander", leadership, "movement.initiative-leader")
    else:
        w.note("no leadership to add", "movement.initiative-leader")
    if wins:
        words = "a turn won" if wins == 1 else f"{wins} turns won"
        w.add(words, wins * price, "movement.initiative-penalty")
    w.add("an ambush has just been sprung", "army.ambush-initiative", when=ambush)
    return w.whole


def throw(r: Reader, ahead: int, record: Record) -> Throw:
    """Return the chances of a throw in which my side is ahead by `ahead` before the dice."""
    margin = _margin(r.text("movement.initiative-dice"))
    win, tie, lose = margin.at_least(1 - ahead), margin[-ahead], margin.at_most(-ahead - 1)
    return Throw(win, tie, lose, _after_tie(r, record, win, lose))


@remembered(maxsize=128)
def _margin(dice: str) -> Distribution[int]:
    """By how much one side's dice beat the other's."""
    return roll(dice).combine(roll(dice), lambda mine, theirs: mine - theirs)


def _after_tie(r: Reader, record: Record, win: Fraction, lose: Fraction) -> Fraction:
    if throws_again(r, record):
        return win / (win + lose) if win + lose else Fraction(0)
    return Fraction(1 if record.run < 0 else 0)


def throws_again(r: Reader, record: Record) -> bool:
    """Return whether a tie is thrown again.

    By one reading this is always so; by the other only while nobody has been the Reacting Player yet.
    """
    return r.holds("initiative-tie", "thrown-again") or not record.run


def roll_winners(r: Reader, dice: Thrower, ahead: Any, run: Any) -> tuple[Any, Any]:
    """Throw for Initiative for arrays of leads and runs; return who is active, and the ties.

    The first array states whether my side becomes active, the second whether a tie came first.
    """
    what, count = r.text("movement.initiative-dice"), len(ahead)
    margin = dice.roll(what, count) - dice.roll(what, count) + ahead
    tied = margin == 0
    kept = tied & (np.asarray(run) != 0) & (r.holds("initiative-tie", "former-reactor"))
    open_ = tied & ~kept
    while open_.any():
        left = int(open_.sum())
        margin[open_] = dice.roll(what, left) - dice.roll(what, left) + np.asarray(ahead)[open_]
        open_ = (margin == 0) & ~kept
    return np.where(kept, np.asarray(run) < 0, margin > 0), tied


def record_of(history: tuple[tuple[str], ...]) -> Record:
    """Return the record of the turns already won."""
    record = Record()
    for (winner,) in history:
        record = record.won_by(winner == MINE)
    return record
