"""Infantry: what a regiment may do with its battalions and its ranks."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Reader, Working, question
from drillbook.asking.exhibits import Branch, Decision, Tree, Verdict
from drillbook.rulesets.new_rules.common.inputs import coloured_of

WISHES = {
    "detach": "Send a battalion away",
    "attach": "Take in another's battalion",
    "change": "Form column, line or square",
    "wedge": "Form a wedge",
    "share": "Give one battalion the disorder",
}
#: What each wish comes to: whether it may be, what is said to it, and the rule.
ANSWERS = {
    "detach": (False, "no battalion leaves its regiment", "infantry.no-split"),
    "attach": (False, "no battalion joins another regiment", "infantry.no-merge"),
    "change": (True, "it may, for the price of a change of formation", "infantry.formation-cost"),
    "wedge": (False, "infantry has column, line and square, and no more", "infantry.formations"),
    "share": (False, "the regiment has it as a whole", "infantry.disorder-level"),
}


@dataclass(frozen=True, slots=True)
class RegimentMay:
    """Whether it may, how many battalions it has, and how many points its regiment has taken."""

    may: bool
    battalions: int
    disorder: int


@question("nr/regiment-may?wish=detach&coloured=1", "nr/regiment-may?wish=change&coloured=0")
def regiment_may(
    r: Reader,
    *,
    wish: Annotated[str, Choice(WISHES, default="change", label="Its wish")],
    coloured: Annotated[int, coloured_of("Its coloured dice")],
) -> Breakdown[RegimentMay]:
    """May a regiment do that?"""
    w = Working(r)
    battalions = w.then("battalions of a regiment", "infantry.battalions")
    w.then("points of disorder, of the regiment as a whole", coloured, "infantry.disorder-level")
    ok, finding, rule = ANSWERS[wish]
    w.note(finding, rule)
    every = Decision("What a regiment may do", [_verdict(r, one) for one in ANSWERS])
    return w.answer(
        RegimentMay(ok, battalions, coloured),
        headline=f"{'Yes' if ok else 'No'}: {finding}",
        exhibits=[every, _regiment(battalions)],
    )


def _verdict(r: Reader, wish: str) -> Verdict:
    """One wish as a line of the list."""
    ok, finding, rule = ANSWERS[wish]
    return Verdict(f"{WISHES[wish]}?", ok, finding, r.cite(rule))


def _regiment(battalions: int) -> Tree:
    """Return the tree of the regiment and its battalions."""
    return Tree(
        "A regiment and its battalions",
        "battalions",
        Branch("regiment", battalions, 1, (Branch("battalion", 1, battalions),)),
    )
