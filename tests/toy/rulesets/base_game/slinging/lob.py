"""A made-up question that a layer drops."""

from drillbook.asking.outcomes import Breakdown
from drillbook.asking.questions import question
from drillbook.asking.reader import Reader, Working


@question("toy/lob")
def lob(r: Reader) -> Breakdown[int]:
    """How high a wall can be lobbed over?"""
    w = Working(r)
    w.start("a lob", "slinging.lob")
    return w.answer(w.whole, headline=f"{w.total} cm")
