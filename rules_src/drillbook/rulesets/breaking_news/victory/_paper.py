"""The ledger on paper: what has happened so far, and each misfortune with its price.

Each misfortune has room to count it.
"""

from collections.abc import Mapping, Sequence

from drillbook.asking import Reader
from drillbook.asking.exhibits import Group, Paper, PaperLine
from drillbook.maths.number_words import shown
from drillbook.rulesets.breaking_news.common.defeat import Line
from drillbook.rulesets.breaking_news.victory._receipt import points


def ledger_paper(r: Reader, names: Mapping[str, str], receipts: Mapping[str, Sequence[Line]]) -> Paper:
    """Return the form to fill in as the battle goes on.

    names: the name of each side. receipts: the lines of each side so far.
    """
    so_far = [
        Group(
            f"{names[side]} so far",
            [
                *(PaperLine(line.label, amount=shown(line.points)) for line in lines),
                PaperLine("In all", amount=f"{shown(points(lines))} Defeat Points"),
            ],
        )
        for side, lines in receipts.items()
        if lines
    ]
    prices = [
        PaperLine(row.name, amount=shown(row.cells["points"] or 0)) for row in r.ruleset.table("defeat").rows.values()
    ]
    still = Group("From now on, each time", prices, blanks=list(names.values()))
    end = Group("At the end", [PaperLine("Defeat Points in all")], blanks=list(names.values()))
    return Paper("Defeat Points", [*so_far, still, end])
