"""What armour does to a man's figures, for every chapter that shoots, strikes or moves him."""

from drillbook.asking import Cited, Reader

#: The row of somebody who wears nothing that matters.
BARE = "minimal"


def armour_change(r: Reader, armour: str, figure: str) -> Cited:
    """Return what armour adds to a figure, which is a column of its table.

    The change is 0 in rules that have no armour.
    """
    if not r.has("stats.armour-table"):
        return Cited(0, f"stats.{figure}")
    return r.cell("armour", armour, figure)
