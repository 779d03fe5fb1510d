"""What armour does to a man's figures. Every chapter that shoots at him, strikes him or moves him asks it."""

from drillbook.asking import Cited, Reader

#: The row of somebody who wears nothing that matters.
BARE = "minimal"


def armour_change(r: Reader, armour: str, figure: str) -> Cited:
    """What armour adds to a figure (a column of its table); nothing in rules that have no armour."""
    if not r.has("stats.armour-table"):
        return Cited(0, f"stats.{figure}")
    return r.cell("armour", armour, figure)
