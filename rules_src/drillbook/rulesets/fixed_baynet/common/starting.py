"""The difference of the throw for initiative from the parent ruleset.

Players who tie may agree on their order.
"""

from collections.abc import Sequence
from dataclasses import replace

from drillbook.asking import Reader, replacing
from drillbook.rulesets.breaking_of_nations.common import starting


@replacing(starting.starting_order)
def starting_order(r: Reader, scores: Sequence[int]) -> starting.Order:
    """The order that a throw gives, by the scores or round the table; where ties are agreed on, nobody throws again."""
    r.cite("setup.initiative")
    reading = r.read_as("initiative-order")
    if reading == "round-the-table":
        return starting.round_the_table(scores)
    return replace(starting.by_score(scores), agreed=reading == "ties-agree")
