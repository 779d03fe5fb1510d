"""How the shots are best split, reckoned exactly."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Rows, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.maths import counted, shown, write_mean
from drillbook.rulesets.great_war_1418.bombardment import _salvo as salvos
from drillbook.rulesets.great_war_1418.bombardment import _split as splitting
from drillbook.rulesets.great_war_1418.bombardment._salvo import AIMS, REMOVALS, Split, Target
from drillbook.rulesets.great_war_1418.bombardment._shots import Budget
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.inputs import TARGETS


@dataclass(frozen=True, slots=True)
class Best:
    """The best split of the shots and its average effect.

    split: the shots on each platoon; boosted: those of them with the bonus;
    removed, harmed: the platoons removed and hit on
    average; ways: the number of ways to lay all shots.
    """

    split: str
    boosted: str
    removed: Fraction
    harmed: Fraction
    ways: int


@question(
    "gw/best-bombardment?shots=8&batteries=4&bonus=2&targets=6,0,no;6,0,no;4,0,yes;4,1,no",
    "gw/best-bombardment?shots=7&batteries=3&bonus=2&others=twelve-cm-howitzers,1&targets=7,0,no;8,1,no;6,0,yes",
    "gw/best-bombardment?shots=8&batteries=4&bonus=2&aim=harm&targets=6,0,no;6,0,no;6,0,no;6,0,no",
)
def best_bombardment(
    r: Reader,
    *,
    budget: Budget,
    aim: Annotated[str, Choice(AIMS, label="What is wanted")],
    targets: Annotated[
        tuple[tuple[int, int, bool], ...],
        Rows(
            fields={
                "resilience": TARGETS,
                "carried": Count(0, 1, label="Hits it carries"),
                "outer": Flag(label="In the outer ring"),
            },
            low=1, high=6, noun="platoon", label="Platoons under the circle",
            default=((6, 0, False), (6, 0, False), (4, 0, True), (4, 1, False)),
        ),
    ],
) -> Breakdown[Best]:  # fmt: skip
    """How are the shots best split?"""
    w = Working(r)
    salvo = budget.salvo(r)
    under = [Target(*one) for one in targets]
    w.note("each platoon takes what the firing player lays on it", "bombardment.under-circle")
    w.then("most shots on one target", salvos.cap(r, salvo.shots), "bombardment.half-cap")
    ways = w.then("ways to lay all shots", splitting.splits(r, salvo, len(under)), "bombardment.max")
    found = splitting.best(r, salvo, under)
    best = found[aim]
    for number, (target, laid) in enumerate(zip(under, best.laid, strict=True), start=1):
        told = salvos.plus_words(r, salvo, laid)
        plus = f", {told}" if told else ""
        w.note(
            f"hits on platoon {number} are rolled again", "bombardment.outer-reroll", when=target.outer and laid.shots
        )
        w.then(f"shots on platoon {number}{plus}", laid.shots, "bombardment.half-cap")
        w.then("chance that it is removed", salvos.effect(r, salvo, target, laid)[REMOVALS], "injuries.two-hits")
    w.then("platoons removed, on average", best.removed, "injuries.two-hits")
    w.then("platoons hit at all, on average", best.harmed, "injuries.one-hit")
    boosted = " + ".join(str(one.boosted) for one in best.laid)
    answer = Best(salvos.words(best.laid), boosted, best.removed, best.harmed, ways)
    means = f"{write_mean(best.removed)} removed and {write_mean(best.harmed)} hit on average"
    return w.answer(
        answer,
        headline=f"{answer.split}: {means} of {counted(len(under), 'platoon')}",
        exhibits=[_shots(found, aim, len(under)), _fates(r, salvo, under, best)],
    )


def _shots(found: dict[str, Split], aim: str, many: int) -> Grid:
    """Where the shots go, for either wish."""
    return Grid(
        "Shots on each platoon, by what is wanted", "Wanted", "Platoon", [AIMS[one].lower() for one in found],
        [str(number) for number in range(1, many + 1)],
        [[laid.shots for laid in one.laid] for one in found.values()],
        chance=False, here=None, name="shots", by_row={"aim": list(found)},
    )  # fmt: skip


def _fates(r: Reader, salvo: salvos.Salvo, under: list[Target], best: Split) -> Grid:
    """Return a grid of what the split does to each platoon."""
    pairs = list(zip(under, best.laid, strict=True))
    fates = [harm.fates(r, salvos.hits(r, salvo, target, laid), target.carried) for target, laid in pairs]
    return Grid(
        "What becomes of each platoon then", "Platoon", "It is left",
        [f"{number}: R{shown(target.resilience)}" for number, target in enumerate(under, start=1)],
        [one.capitalize() for one in harm.FATES], [[fate[one] for one in harm.FATES] for fate in fates], name="fates",
    )  # fmt: skip
