"""Glory: an officer assembles men of several broken squads into a new body."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from drillbook.asking import Breakdown, Count, Reader, Rows, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.maths import counted
from drillbook.rulesets.breaking_of_nations.common.inputs import soldiers
from drillbook.rulesets.breaking_of_nations.common.morale import Morale
from drillbook.rulesets.breaking_of_nations.common.orders import RELIEF, order_price
from drillbook.rulesets.breaking_of_nations.common.relief import UNTESTED, still_panics

Remnant = tuple[str, int, int]


class Remains(NamedTuple):
    """What is left of a squad: the nerve of its grade, its GL and its men."""

    m: Morale
    gl: int
    men: int


@dataclass(frozen=True, slots=True)
class Assembled:
    """The new body: its men, its highest and lowest GL after the rally, and the officer's cost.

    grade is what the whole body counts as, or None if each man keeps his own. still_panics states whether any man still
    panics. cost is in AC.
    """

    men: int
    highest: int
    lowest: int
    grade: str | None
    still_panics: bool
    cost: int


@question(
    "bon/assembled-squad?squads=regular,3,4;green,2,3",
    "bon/assembled-squad?squads=elite,2,2;regular,3,5;green,1,2",
    "bon/assembled-squad?squads=regular,3,4;green,2,3&ruling.assembled-body=B",
)
def assembled_squad(
    r: Reader,
    *,
    squads: Annotated[
        tuple[Remnant, ...],
        Rows(
            {
                "grade": soldiers("Grade"),
                "shaken": Count(0, 5, default=2, label="Points above its grade"),
                "men": Count(1, 12, default=4, label="Men left"),
            },
            low=2,
            high=4,
            default=(("regular", 3, 4), ("green", 2, 3)),
            noun="squad",
            label="Broken squads",
            help="What triggers have left on each of them.",
        ),
    ],
) -> Breakdown[Assembled]:
    """What GL have the men of broken squads whom an officer assembles?"""
    w = Working(r)
    r.cite("glory.rally-assemble")
    by = r.int("glory.rally")
    stand: list[Remains] = []
    for place, (grade, shaken, men) in enumerate(squads, start=1):
        m = Morale(r, grade, without=UNTESTED)
        raised = m.printed + shaken
        before = m.ceiling(raised)
        w.then(f"squad {place}, {counted(men, f'{m.called} man', f'{m.called} men')}: GL", before, "stats.gl")
        w.note(f"GL stops at {before}", "glory.panic-threshold", when=before < raised)
        stand.append(Remains(m, before, men))
    reading = r.read_as("assembled-body")
    taken = _body(reading, stand)
    after = [m.lowered(gl, by) for m, gl, _ in taken]
    highest, lowest = max(after), min(after)
    w.then("the highest GL in the new body", max(gl for _, gl, _ in taken), "glory.rally-assemble")
    w.subtract("the rally", max(gl for _, gl, _ in taken) - highest, "glory.rally")
    price = order_price(r, RELIEF)
    men = sum(many for _, _, many in stand)
    panics = any(still_panics(r, m, gl, now) for (m, gl, _), now in zip(taken, after, strict=True))
    own = reading == "own-nerve"
    told = Assembled(men, highest, lowest, None if own else taken[0].m.grade, panics, price)
    return w.answer(
        told,
        headline=f"{counted(men, 'man')} assembled: {_words(taken, after, own)}{_ends(panics, price)}",
        exhibits=[_grid(stand, reading, by)],
    )


def _body(reading: str, stand: Sequence[Remains]) -> list[Remains]:
    """Return the remains whose GL the new body has: all, the worst, or the largest.

    Of remains with equally many men, the one with the worse GL counts.
    """
    if reading == "own-nerve":
        return list(stand)
    if reading == "the-worst":
        return [max(stand, key=lambda one: (one.gl, one.m.printed))]
    return [max(stand, key=lambda one: (one.men, one.gl, one.m.printed))]


def _words(taken: Sequence[Remains], after: Sequence[int], own: bool) -> str:
    """Return the GL of the new body in words."""
    if own:
        each = [
            f"{counted(men, f'{m.called} man', f'{m.called} men')} at GL {gl}"
            for (m, _, men), gl in zip(taken, after, strict=True)
        ]
        return "; ".join(each)
    return f"all count as {taken[0].m.called}, at GL {after[0]}"


def _ends(panics: bool, price: int) -> str:
    """Whether somebody panics still, and the price."""
    return (", still panic" if panics else "") + (f", for {price} AC" if price else "")


def _grid(stand: Sequence[Remains], reading: str, by: int) -> Grid:
    """Each squad's GL before the rally and in the new body."""
    body = _body(reading, stand)
    rows = body if reading == "own-nerve" else body * len(stand)
    return Grid(
        "The GL of each squad's men, before and after",
        "Squad",
        "GL",
        [f"{place}: {m.name.lower()}" for place, (m, _, _) in enumerate(stand, start=1)],
        ["before", "after"],
        [[gl, m.lowered(new, by)] for (_, gl, _), (m, new, _) in zip(stand, rows, strict=True)],
        chance=False,
        name="squads",
    )
