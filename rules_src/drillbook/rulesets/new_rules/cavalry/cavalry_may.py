"""Cavalry: what a regiment may do, and what it need not."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Reader, Working, question
from drillbook.asking.exhibits import Decision, Verdict

LIGHT = "light-cavalry"
TROOPERS = {LIGHT: "Light cavalry", "heavy-cavalry": "Heavy cavalry"}
WISHES = {
    "divide": "Part in two",
    "combine": "Join another regiment",
    "form": "Form square, or any other",
    "shoot": "Shoot",
    "charge": "Charge",
}
RULES = {
    "divide": ("a regiment of cavalry is never parted", "cavalry.no-divide"),
    "combine": ("regiments of cavalry are never joined", "cavalry.no-combine"),
    "form": ("its colonel sees to its formation by himself", "cavalry.formation-automatic"),
}


@dataclass(frozen=True, slots=True)
class CavalryMay:
    """Whether it may, and what it pays for formations in an activation."""

    may: bool
    formation_cost: int


@question("nr/cavalry-may?unit=light-cavalry&wish=shoot", "nr/cavalry-may?unit=heavy-cavalry&wish=charge")
def cavalry_may(
    r: Reader,
    *,
    unit: Annotated[str, Choice(TROOPERS, label="The regiment")],
    wish: Annotated[str, Choice(WISHES, default="charge", label="Its wish")],
) -> Breakdown[CavalryMay]:
    """May a regiment of cavalry do that?"""
    w = Working(r)
    r.cite("cavalry.regiments")
    r.cite("cavalry.types")
    ok, finding, rule = _answer(r, unit, wish)
    w.note(finding, rule)
    cost = w.then("actions that it pays for formations", 0, "cavalry.no-formation-cost")
    every = [Verdict(f"{words}?", *_answer(r, unit, one)) for one, words in WISHES.items()]
    return w.answer(
        CavalryMay(ok, cost),
        headline=f"{'Yes' if ok else 'No'}: {finding}",
        exhibits=[Decision("What it may do", every)],
    )


def _answer(r: Reader, unit: str, wish: str) -> tuple[bool, str, str]:
    """Whether it may, what is said to it, and the rule."""
    if wish == "charge":
        bonus = r.cell("melee-modifiers", "cavalry-charge", "amount")
        return True, f"it may, and has +{bonus.whole} in the opening round", r.cite(bonus.rule)
    if wish == "shoot":
        rule = "cavalry.light-no-ranged" if unit == LIGHT else "cavalry.heavy-no-ranged"
        return False, "it has no ranged attack", r.cite(rule)
    finding, rule = RULES[wish]
    return False, finding, r.cite(rule)
