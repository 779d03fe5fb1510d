"""A squad on paper: a box for every man, and room for what its nerves are put through."""

from collections.abc import Sequence

from drillbook.asking.exhibits import Group, Paper, PaperLine
from drillbook.maths import counted

TURN = ("GL", "Shot at", "Panic")


def squad_paper(men: Sequence[PaperLine], figures: int, half: int, turns: int) -> Paper:
    """Return the sheet of a squad.

    men are the figures of the squad. With half figures left the squad is at half strength. turns is the number of lines
    to write on.
    """
    strength = PaperLine("Strength", f"{counted(figures, 'figure')}, at half with {half} left")
    lines = [PaperLine(f"Turn {turn}") for turn in range(1, turns + 1)]
    return Paper(
        "Squad", [Group("Men", [one for one in men if one.boxes]), Group("", [strength]), Group("Nerves", lines, TURN)]
    )
