"""Hand-to-hand fighting, section 11.0: some men against one man, one bout, and its result."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from drillbook.asking import Choice, Flag, Reader, Rows, Working
from drillbook.maths import Distribution, Thrower
from drillbook.rulesets.breaking_news.common.casualties import Save, name_of, save

THEY, NOBODY, HE = "they win", "nobody wins", "he wins"

Many = Annotated[
    tuple[tuple[str, bool], ...],
    Rows(
        {
            "troops": Choice(table="classes", default="irr3", label="Troops"),
            "suppressed": Flag(label="Suppressed"),
        },
        low=1,
        high=4,
        default=(("irr3", False), ("irr3", False), ("irr3", False)),
        noun="man",
        label="They",
        help="The men on the one side, all against the same enemy.",
    ),
]
Lone = Annotated[str, Choice(table="classes", default="r2", label="He")]
LoneDown = Annotated[bool, Flag(label="He is suppressed")]


class Fighter(NamedTuple):
    """A man in a fight: his class and whether he is suppressed."""

    troops: str
    suppressed: bool


Men = tuple[Fighter, ...]


class Fight(NamedTuple):
    """The men still in the fight: those on one side, and the lone man on the other.

    The lone side is empty once he is down.
    """

    many: Men
    lone: Men

    @property
    def over(self) -> bool:
        """Whether one side has nobody left."""
        return not (self.many and self.lone)


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers and readings of a bout."""

    figures: dict[Fighter, int]
    saves: dict[str, Save]
    save_die: str
    die: Distribution[int]
    die_text: str
    again: bool
    all_die: bool

    @classmethod
    def read(cls, r: Reader, fight: Fight) -> "Rules":
        """Read and cite everything that a fight of these men depends on, and return it as the rules.

        There are no saves unless the ruling gives one.
        """
        classes = dict.fromkeys(one.troops for one in (*fight.many, *fight.lone))
        r.cite("close-combat.modifiers")
        return cls(
            figures={Fighter(one, down): figure(r, one, down) for one in classes for down in (False, True)},
            saves={one: save(r, one) for one in classes} if r.holds("melee-save", "saves") else {},
            save_die=r.text("casualties.save-per-hit"),
            die=r.dice("close-combat.roll", "die"),
            die_text=r.text("close-combat.roll", "die"),
            again=r.holds("melee-tie", "thrown-again"),
            all_die=r.holds("melee-outnumbered", "kills-all"),
        )

    def total(self, side: Men) -> int:
        """Return what a side adds to its die: the sum of its men's figures."""
        return sum(self.figures[one] for one in side)

    def ahead(self, fight: Fight) -> int:
        """By how much the many are ahead before the dice are thrown."""
        return self.total(fight.many) - self.total(fight.lone)

    def bout(self, ahead: int) -> Distribution[str]:
        """How one throw of the dice ends for a side that is so far ahead."""
        ends = self.die.combine(self.die, lambda own, other: own - other + ahead).map(_end)
        return Distribution.weighted((end, ends[end]) for end in (THEY, NOBODY, HE) if end != NOBODY or not self.again)

    def losers(self, fight: Fight, end: str) -> Men:
        """Return the losers of a bout: nobody, the lone man, or one or all of the many.

        If the many lose, their owner gives up the weakest of them, or all of them by the ruling.
        """
        if end == NOBODY:
            return ()
        if end == THEY:
            return fight.lone
        return fight.many if self.all_die else (min(fight.many, key=lambda one: self.figures[one]),)

    def without(self, fight: Fight, end: str, kept: Men = ()) -> Fight:
        """Return the fight without the losers of a bout with the result `end`.

        kept are the losers who have saved; they stay in the fight, suppressed. The strongest men come first, so that equal
        fights are one state.
        """
        if end == THEY:
            return Fight(fight.many, kept)
        many = Counter(fight.many) - Counter(self.losers(fight, end)) + Counter(kept)
        return Fight(tuple(sorted(many.elements(), key=lambda one: (-self.figures[one], one))), fight.lone)

    def saved(self, troops: str) -> Fraction:
        """Return the chance that a loser of that class survives."""
        return self.saves[troops].chance if troops in self.saves else Fraction(0)

    def after(self, fight: Fight) -> Distribution[Fight]:
        """Return the distribution of the fight after one turn."""
        if fight.over:
            return Distribution.sure(fight)
        return self.bout(self.ahead(fight)).then(lambda end: self.ended(fight, end))

    def ended(self, fight: Fight, end: str) -> Distribution[Fight]:
        """Return the distribution of the fight after a bout with the result `end`."""
        kept: Distribution[Men] = Distribution.sure(())
        for one in self.losers(fight, end):
            lives = self.saved(one.troops)
            fate: Distribution[Men] = Distribution({(): 1 - lives, (Fighter(one.troops, True),): lives})
            kept = kept.combine(fate, lambda others, him: others + him)
        return kept.map(lambda alive: self.without(fight, end, alive))

    def thrown(self, dice: Thrower, ahead: int, count: int) -> Any:
        """How so many bouts end with real dice; a draw is thrown again where the ruling says so."""
        margins = self._margins(dice, ahead, count)
        while self.again and (margins == 0).any():
            drawn = margins == 0
            margins[drawn] = self._margins(dice, ahead, int(drawn.sum()))
        return [_end(int(margin)) for margin in margins]

    def _margins(self, dice: Thrower, ahead: int, count: int) -> Any:
        return dice.roll(self.die_text, count) - dice.roll(self.die_text, count) + ahead

    def throw(self, dice: Thrower, fight: Fight, count: int) -> list[Fight]:
        """So many fights in this state, one turn on, with real dice."""
        if fight.over:
            return [fight] * count
        ends = self.thrown(dice, self.ahead(fight), count)
        return [self.without(fight, end, tuple(self._kept(dice, self.losers(fight, end)))) for end in ends]

    def _kept(self, dice: Thrower, losers: Men) -> Iterator[Fighter]:
        for one in losers:
            if one.troops in self.saves and int(dice.roll(self.save_die, 1)[0]) in self.saves[one.troops].faces:
                yield Fighter(one.troops, True)


def _end(margin: int) -> str:
    if margin:
        return THEY if margin > 0 else HE
    return NOBODY


def figure(r: Reader, troops: str, suppressed: bool) -> int:
    """Return what a man adds to the die: his class's melee figure, reduced if he is suppressed."""
    return r.cell("classes", troops, "melee").whole + (r.int("close-combat.suppressed") if suppressed else 0)


def open_fight(r: Reader, w: Working, many: tuple[tuple[str, bool], ...], lone: Fighter) -> tuple[Fight, Rules]:
    """Return the fight that a form describes and its rules, and add the steps of both modifiers.

    The fight is refused if too many men attack one man.
    """
    most, single = (r.int("close-combat.max-three", part) for part in ("most", "single"))
    if len(many) > most * single:
        w.refuse(f"Too many: {len(many)} against {single}, where {most} are the most.", "close-combat.max-three")
    fight = Fight(tuple(Fighter(*one) for one in many), (lone,))
    rules = Rules.read(r, fight)
    w.note(f"{r.int('close-combat.roll', 'count')} {rules.die_text} for each side", "close-combat.roll")
    _tell_modifiers(r, w, fight.many, "their")
    w.note("all of their modifiers count", "close-combat.outnumber-sum", when=len(many) > 1)
    _tell_modifiers(r, w, fight.lone, "his")
    return fight, rules


def _tell_modifiers(r: Reader, w: Working, side: Men, whose: str) -> None:
    for place, one in enumerate(side):
        (w.add if place else w.then)(
            f"{name_of(r, one.troops)}, on {whose} die", r.cell("classes", one.troops, "melee")
        )
        w.add("he is suppressed", "close-combat.suppressed", when=one.suppressed)


def tell_saves(r: Reader, w: Working, rules: Rules) -> None:
    """Whether the loser saves."""
    if not rules.saves:
        w.note("the loser is dead, without a save", "close-combat.result")
        return
    for troops, how in rules.saves.items():
        w.then(f"chance that a loser is saved, {name_of(r, troops)}", how.chance, "casualties.save-value")
    w.note("whoever saves is suppressed all the same", "casualties.saved-suppressed")
