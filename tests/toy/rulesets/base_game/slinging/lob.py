"""A made-up question that a layer drops."""

from drillbook.asking.answers.reader import Reader
from drillbook.asking.answers.results import Breakdown
from drillbook.asking.answers.working import Working
from drillbook.asking.questions.registry import question


@question("toy/lob")
def lob(r: Reader) -> Breakdown[int]:
    """How high a wall can be lobbed over?"""
    w = Working(r)
    w.start("a lob", "slinging.lob")
    return w.answer(w.whole, headline=f"{w.total} cm")
