"""Pictures and sheets of an answer as data: what a picture is drawn from, a table written from, a handout printed from."""

from drillbook.asking.exhibits.charts import (
    Bars,
    Card,
    Curves,
    Decision,
    Disc,
    Event,
    Exhibit,
    Fan,
    Figure,
    Grid,
    Line,
    Mark,
    Spot,
    Stack,
    Tabletop,
    Timeline,
    Track,
    Verdict,
)
from drillbook.asking.exhibits.handouts import Entry, Group, Paper
from drillbook.asking.exhibits.trees_and_flows import Branch, Flow, TableText, Tree

__all__ = [
    "Bars", "Branch", "Card", "Curves", "Decision", "Disc", "Entry", "Event", "Exhibit", "Fan", "Figure", "Flow", "Grid", "Group",
    "Line", "Mark", "Paper", "Spot", "Stack", "TableText", "Tabletop", "Timeline", "Track", "Tree", "Verdict",
]  # fmt: skip
