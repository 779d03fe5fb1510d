"""Hand to hand, section 11.0: one bout of some men against one man, and what it leaves of them.

No chapter of its own: the question about one bout and the one about the whole fight both come here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from drillbook.dice import Distribution
from drillbook.rulesets.breaking_news._casualties import save

if TYPE_CHECKING:
    from drillbook.reader import Reader
    from drillbook.simulate import Thrower

THEY, NOBODY, HE = "they win", "nobody wins", "he wins"


class Fighter(NamedTuple):
    """A man in a fight: his class and whether he is suppressed."""

    troops: str
    suppressed: bool


class Fight(NamedTuple):
    """Who is still in it: the men on the one side, strongest first, and the lone man on the other, None once he is down."""

    many: tuple[Fighter, ...]
    lone: Fighter | None

    @property
    def over(self) -> bool:
        """Whether one side has nobody left."""
        return not self.many or self.lone is None


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers and readings of a bout; `read` gathers them."""

    figures: dict[Fighter, int]
    saves: dict[str, Fraction]
    faces: dict[str, frozenset[int]]
    save_die: str
    die: Distribution[int]
    die_text: str
    again: bool
    all_die: bool

    @classmethod
    def read(cls, r: Reader, fighters: Iterable[Fighter]) -> Rules:
        """Everything a fight of these men depends on, read and thereby cited."""
        classes = list(dict.fromkeys(one.troops for one in fighters))
        r.cite("close-combat.modifiers")
        saved = r.reading("melee-save") == "B"
        return cls(
            figures={Fighter(one, down): figure(r, Fighter(one, down)) for one in classes for down in (False, True)},
            saves={one: save(r, one).chance if saved else Fraction(0) for one in classes},
            faces={one: save(r, one).faces if saved else frozenset() for one in classes},
            save_die=r.text("casualties.save-per-hit") if saved else "",
            die=r.dice("close-combat.roll", "die"),
            die_text=r.text("close-combat.roll", "die"),
            again=r.reading("melee-tie") == "B",
            all_die=r.reading("melee-outnumbered") == "B",
        )

    def total(self, many: Iterable[Fighter]) -> int:
        """What a side adds to its die."""
        return sum(self.figures[one] for one in many)

    def bout(self, ahead: int) -> Distribution[str]:
        """How one throw of the dice ends for a side that is so far ahead on modifiers."""
        margin = self.die.combine(self.die, lambda own, other: own - other + ahead)
        chances = {
            THEY: margin.at_least(1),
            NOBODY: margin[0],
            HE: margin.at_most(-1),
        }
        if self.again:
            decided = 1 - chances[NOBODY]
            chances = {THEY: chances[THEY] / decided, HE: chances[HE] / decided}
        return Distribution(chances)

    def weakest(self, many: tuple[Fighter, ...]) -> Fighter:
        """The man whom his owner gives up when a lone man beats several."""
        return min(many, key=lambda one: self.figures[one])

    def ordered(self, many: Iterable[Fighter]) -> tuple[Fighter, ...]:
        """The men, strongest first, so that equal fights are one state."""
        return tuple(sorted(many, key=lambda one: (-self.figures[one], one)))

    def beaten(self, one: Fighter) -> Distribution[Fighter | None]:
        """What becomes of a man who has lost: dead, or by the other reading perhaps saved and suppressed."""
        return Distribution({None: 1 - self.saves[one.troops], Fighter(one.troops, True): self.saves[one.troops]})

    def after(self, now: Fight) -> Distribution[Fight]:
        """The fight after one turn."""
        if now.lone is None or not now.many:
            return Distribution.sure(now)
        lone, many = now.lone, now.many
        ends: dict[str, Callable[[], Distribution[Fight]]] = {
            THEY: lambda: self.beaten(lone).map(lambda left: Fight(many, left)),
            NOBODY: lambda: Distribution.sure(now),
            HE: lambda: self.thinned(many).map(lambda left: Fight(left, lone)),
        }
        outcome = self.bout(self.total(many) - self.figures[lone])
        return outcome.then(lambda end: ends[end]())

    def thinned(self, many: tuple[Fighter, ...]) -> Distribution[tuple[Fighter, ...]]:
        """The men left of a side that has lost to a lone man."""
        rest = list(many)
        losers = list(many) if self.all_die else [self.weakest(many)]
        for one in losers:
            rest.remove(one)
        left: Distribution[tuple[Fighter, ...]] = Distribution.sure(tuple(rest))
        for one in losers:
            left = left.combine(self.beaten(one), lambda others, kept: (*others, kept) if kept else others)
        return left.map(self.ordered)

    def throw(self, dice: Thrower, now: Fight, count: int) -> list[Fight]:
        """So many fights in this state, one turn on, with real dice (a draw is thrown again where the reading says so)."""
        if now.lone is None or not now.many:
            return [now] * count
        ahead = self.total(now.many) - self.figures[now.lone]
        margins = dice.roll(self.die_text, count) - dice.roll(self.die_text, count) + ahead
        while self.again and (margins == 0).any():
            drawn = margins == 0
            number = int(drawn.sum())
            margins[drawn] = dice.roll(self.die_text, number) - dice.roll(self.die_text, number) + ahead
        return [self._thrown(dice, now, int(margin)) for margin in margins]

    def _thrown(self, dice: Thrower, now: Fight, margin: int) -> Fight:
        assert now.lone is not None
        if margin > 0:
            return Fight(now.many, self._saved(dice, now.lone))
        if margin == 0:
            return now
        losers = list(now.many) if self.all_die else [self.weakest(now.many)]
        rest = list(now.many)
        for one in losers:
            rest.remove(one)
        kept = [left for left in (self._saved(dice, one) for one in losers) if left]
        return Fight(self.ordered([*rest, *kept]), now.lone)

    def _saved(self, dice: Thrower, one: Fighter) -> Fighter | None:
        faces = self.faces[one.troops]
        return Fighter(one.troops, True) if faces and int(dice.roll(self.save_die, 1)[0]) in faces else None


def figure(r: Reader, one: Fighter) -> int:
    """What a man adds to the die: the melee figure of his class, less if he is suppressed."""
    found: Any = r.cell("classes", one.troops, "melee").amount
    return int(found) + (r.int("close-combat.suppressed") if one.suppressed else 0)
