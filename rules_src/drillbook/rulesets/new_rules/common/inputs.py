"""Inputs that several questions of New Rules share, declared once."""

from dataclasses import replace
from typing import Annotated, Any

from drillbook.asking import Choice, Choices, Count, Flag

#: The units of the muster that have a formation to choose.
INFANTRY = ("recruits", "line-infantry", "light-infantry", "grenadiers")
#: Those with guns to limber.
BATTERIES = ("foot-battery", "horse-battery")
#: How guns may stand.
READY, LIMBERED = "unlimbered", "limbered"
GUNS = {READY: "Unlimbered", LIMBERED: "Limbered"}
FORMATIONS = {"column": "Column", "line": "Line", "square": "Square"}
AS_LISTED = "listed"
FIGURES = Choice(
    {AS_LISTED: "As in the muster", **{str(figure): str(figure) for figure in range(7)}},
    help="A figure of your own instead of the one in our muster.",
)
QUALITIES = Choice({AS_LISTED: FIGURES.options[AS_LISTED], **{str(quality): str(quality) for quality in range(1, 8)}})
COLOURED = Count(0, 3, help="Points of disorder it has taken; with all dice coloured it is crippled.")
PICKS = {"white": "White dice first", "coloured": "Coloured dice first"}

Quality = Annotated[int, Count(1, 7, default=4, label="Quality", help="The number a die has to reach.")]
Damage = Annotated[int, Count(0, 3, label="Coloured dice it has", help="Points of disorder the unit has taken.")]
Pick = Annotated[
    str,
    Choice(PICKS, label="Dice it takes", help="Which of its dice the player takes, where he rolls fewer than all."),
]  # fmt: skip
TwoActions = Annotated[
    int,
    Count(0, 6, default=2, label="A costly order is worth", help="What an order for two actions is worth; a single action is worth 1."),
]  # fmt: skip
NEAR = {"charge": "An enemy near enough to charge", "fire": "Somebody in its range and arc"}
Near = Annotated[
    tuple[str, ...],
    Choices(NEAR, label="Near it", help="A blunder makes it charge the one, or fire at the other; that takes its first action."),
]  # fmt: skip


def unit_of(label: str, default: str) -> Choice:
    """Return the input for a unit of the muster."""
    return Choice(table="muster", default=default, label=label)


def figure_of(label: str, **applies: Any) -> Choice:
    """Return the input for a figure that replaces the muster's.

    applies: `when`, `unless` and `why_not`, as every kind of input has them.
    """
    return Choice(FIGURES.options, label=label, help=FIGURES.help, **applies)


def quality_of(label: str) -> Choice:
    """Return the input for a Quality that replaces the muster's."""
    return Choice(QUALITIES.options, label=label, help=FIGURES.help)


def formation_of(label: str, unit: str, default: str = "line") -> Choice:
    """Return the input for a formation, which only infantry has.

    unit: the name of the input that holds the unit.
    """
    return Choice(
        FORMATIONS, default=default, label=label, when={unit: INFANTRY}, why_not="Only infantry has formations."
    )


def guns_of(label: str, unit: str, default: str = READY) -> Choice:
    """Declare how the guns of a unit stand. unit: the input that says which unit it is."""
    return Choice(
        GUNS, default=default, label=label, when={unit: BATTERIES}, why_not="Only artillery has guns to limber."
    )


def coloured_of(label: str) -> Count:
    """How many of a unit's dice are coloured."""
    return replace(COLOURED, label=label)


def broken_of(label: str, unit: str) -> Flag:
    """Whether a unit waits to put its ranks in order; it tells only where it has a formation."""
    return Flag(label=label, when={unit: INFANTRY}, why_not="Only infantry has formations.")
