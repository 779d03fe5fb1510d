"""Figures on the table that a marker or a stream may strike: their rows and their marks."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from drillbook.asking import Choice, Flag, Length, Rows
from drillbook.asking.exhibits import Figure
from drillbook.asking.exhibits.gestures import in_row
from drillbook.maths import Number
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.shooting import Man

ENEMY, FRIEND = "enemy", "friend"
#: A figure that is what the form says of all of them.
AS_OTHERS = "none"
Row = tuple[Number, Number, Number, str, bool]


class Target(NamedTuple):
    """A figure, as a row of the form has it."""

    x: Number
    y: Number
    base: Number
    side: str
    prone: bool
    grade: str = AS_OTHERS
    armour: str = AS_OTHERS

    def as_man(self, grade: str, armour: str) -> Man:
        """Who he is, where the others have that grade and that armour."""
        return Man(
            grade if self.grade == AS_OTHERS else self.grade, armour if self.armour == AS_OTHERS else self.armour
        )

    @property
    def own(self) -> bool:
        """Whether he is not what the others are."""
        return self.grade != AS_OTHERS or self.armour != AS_OTHERS


def rows(
    spot: Length, ahead: str, first: Number, default: tuple[tuple[Any, ...], ...], *, mixed: bool = False, **told: Any
) -> Rows:
    """Return the rows of a form for the figures.

    spot is where they may be, ahead the name of the way ahead, and first where a new figure is. mixed states whether each
    of them may have a grade and an armour of his own.
    """
    fields: dict[str, Length | Choice | Flag] = {
        "x": replace(spot, label="Across"),
        "y": replace(spot, label=ahead, default=first),
        "base": Length(0, 2, default=Fraction(1, 2), step=Fraction(1, 10), label="Base radius"),
        "side": Choice(options={ENEMY: "Enemy", FRIEND: "Friend"}, default=ENEMY, label="Side"),
        "prone": Flag(label="Prone"),
    }
    if mixed:
        others = {AS_OTHERS: "As the others"}
        fields["grade"] = soldiers("Grade", AS_OTHERS, options=others)
        fields["armour"] = replace(armour_of("Armour", options=others), default=AS_OTHERS)
    late = len(fields) - len(("x", "y", "base", "side"))
    return Rows(fields, low=1, high=8, noun="figure", label="Figures", late=late, default=default, **told)


def marks(figures: Sequence[tuple[Any, ...]], chances: Sequence[Fraction]) -> list[Figure]:
    """Return the marks of the figures on the table-top, each with its chance to be struck.

    A mark that is moved moves its row.
    """
    return [
        Figure(x, y, f"{side} {number}{', prone' if prone else ''}", side, base, chance, in_row("figures", number))
        for number, ((x, y, base, side, prone, *_), chance) in enumerate(zip(figures, chances, strict=True), start=1)
    ]
