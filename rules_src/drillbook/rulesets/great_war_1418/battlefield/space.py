"""What a space does to those who are in it: how far they go, how hard they are."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Flag, Reader, Working, attempt, question
from drillbook.asking.answers.results import Refusal
from drillbook.asking.exhibits import Card, Grid
from drillbook.maths import Number
from drillbook.maths.number_words import signed
from drillbook.rulesets.great_war_1418.common.ground import DUG, MOVING, STANDING, Place, Stance, covered
from drillbook.rulesets.great_war_1418.common.inputs import GOINGS, WORKS, Going, Works

ITEM = {"when": {"item": ("yes",)}, "why_not": "No item stands there."}
NO_WAY = "nobody can"


@dataclass(frozen=True, slots=True)
class Space:
    """What a space does to those in it.

    share: the share of their way that is left; standing, moving, dug_in: what a platoon's Resilience gains in each posture.
    dug_in: None if nobody can dig in there.
    """

    share: Number
    standing: int
    moving: int
    dug_in: int | None


@question(
    "gw/space?going=rough&works=defensible",
    "gw/space?going=open&item=yes&item-going=rough",
    "gw/space?going=impractical",
)
def space(
    r: Reader,
    *,
    going: Going,
    works: Works,
    item: Annotated[bool, Flag(label="An item stands there", help="Such as a wood or a town.")],
    item_going: Annotated[str, Choice(GOINGS, default="rough", label="Said of the item", **ITEM)],
    item_works: Annotated[str, Choice(WORKS, label="Works said of it", **ITEM)],
) -> Breakdown[Space]:
    """What does this space do?"""
    w = Working(r)
    place = Place(going, works)
    w.note("a space has a going and may have works", "battlefield.characteristic")
    if item:
        w.note("an item stands in it, and no second one may", "battlefield.one-item")
        if r.holds("terrain-items", "declared"):
            place = Place(item_going, item_works)
            w.note(f"the item counts as {place.words}, as was said", "battlefield.item")
        else:
            w.note("the item does nothing by itself", "battlefield.item")
    share = w.then("of their way is left", r.num(f"movement.{place.going}"), f"movement.{place.going}")
    found = {how: _change(r, w, place, how, words) for how, words in POSTURES.items()}
    told = Space(share, found[STANDING] or 0, found[MOVING] or 0, found[DUG])
    way = "The whole way" if share == 1 else f"{Fraction(share)} of their way"
    entries = [("They go", way.lower())]
    entries += [
        (words.capitalize(), NO_WAY if found[how] is None else f"{signed(found[how] or 0)} R")
        for how, words in POSTURES.items()
    ]
    dug = "nobody digs in" if told.dug_in is None else f"dug in {signed(told.dug_in)}"
    return w.answer(
        told,
        headline=f"{way}; R standing {signed(told.standing)}, moving {signed(told.moving)}, {dug}",
        exhibits=[_grid(r, place, item), Card(f"A space of {place.words}", entries)],
    )


POSTURES = {STANDING: "standing", MOVING: "moving", DUG: "dug in"}


def _change(r: Reader, w: Working, place: Place, how: str, words: str) -> int | None:
    """Return what the ground adds to Resilience in a posture, with the steps.

    The result is None if the posture is impossible there.
    """
    quiet = Working(r)
    quiet.start("built in", 0, "cover.start")
    change = attempt(lambda: covered(r, quiet, Stance(place, how)))
    if isinstance(change, Refusal):
        w.note(change.reason, change.rule)
        return None
    w.then(f"Resilience {words}", change, "cover.table")
    return change


def _grid(r: Reader, place: Place, item: bool) -> Grid:
    """Return a grid of the Resilience that being dug in gives, for every going and all works."""

    def cell(going: str, works: str) -> int | None:
        quiet = Working(r)
        quiet.start("built in", 0, "cover.start")
        change = attempt(lambda: covered(r, quiet, Stance(Place(going, works), DUG)))
        return None if isinstance(change, Refusal) else change

    prefix = "item_" if item else ""
    return Grid(
        "What being dug in there gives", "Going", "Works", list(GOINGS.values()), list(WORKS.values()),
        [[cell(going, works) for works in WORKS] for going in GOINGS], chance=False, what="change",
        here=(list(GOINGS).index(place.going), list(WORKS).index(place.works)), name="grounds",
        by_row={f"{prefix}going": list(GOINGS)}, by_column={f"{prefix}works": list(WORKS)},
    )  # fmt: skip
