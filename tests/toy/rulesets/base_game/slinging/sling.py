"""A made-up question that a layer inherits whole."""

from typing import Annotated

from drillbook.asking import Choice
from drillbook.asking.answers.reader import Reader
from drillbook.asking.answers.results import Breakdown
from drillbook.asking.answers.working import Working
from drillbook.asking.questions.registry import question
from toy.rulesets.base_game.slinging import _words as words

WET = {"no": "No", "rain": "Rain", "river": "A river"}


@question("toy/sling?sling=staff", "toy/sling?sling=cord&wet=rain&ruling.wet-sling=B")
def sling(
    r: Reader,
    *,
    sling: Annotated[str, Choice(table="slings", where="hand", default="staff", label="Sling")],
    wet: Annotated[str, Choice(WET, label="Wet")],
) -> Breakdown[int]:
    """What does a slinger need, and for how many stones?"""
    w = Working(r)
    w.start("sling", r.cell("slings", sling, "need"))
    soaked = wet != "no" and not r.holds("wet-sling", "never") and (wet == "river" or r.holds("wet-sling", "any-rain"))
    if soaked and r.has("slinging.wet"):
        w.add("wet", "slinging.wet")
    return w.answer(
        w.whole,
        headline=f"{w.total}+ with each of {words.stones(r)} stones",
        chance=r.dice("slinging.die").at_least(w.total),
    )
