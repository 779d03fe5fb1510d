"""The secret die of the second mission: what the Regular player's markers are really worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.errors import listed
from drillbook.exact import exact, write_mean
from drillbook.exhibits import Bars, Card, Exhibit, Grid
from drillbook.kinds import Choice, Count
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

PRIMARY, SECONDARY, FAKE = "primary", "secondary", "fake"
SHORT = {PRIMARY: "prim.", SECONDARY: "sec.", FAKE: "fake"}
UNKNOWN = "unknown"
DIE = Choice(
    {UNKNOWN: "not known", "1": "1", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6"},
    default=UNKNOWN,
    label="Secret die",
    help="The Irregular player knows it; the Regular player does not.",
)
PAIRS = Choice(
    {
        "1-2": "1 and 2", "1-3": "1 and 3", "1-4": "1 and 4", "1-5": "1 and 5", "2-3": "2 and 3",
        "2-4": "2 and 4", "2-5": "2 and 5", "3-4": "3 and 4", "3-5": "3 and 5", "4-5": "4 and 5",
    },
    default="2-5",
    label="Secondary objectives",
)  # fmt: skip

Markers = dict[int, str]


@dataclass(frozen=True, slots=True)
class SecretDie:
    """The Defeat Points at stake before and after the die (on average, at least, at most), and what the markers are now."""

    before: int
    stakes: int | Fraction
    lowest: int
    highest: int
    primary: str
    secondary: str
    fake: str
    stays: Fraction


@question(
    "breaking_news",
    "secret-die",
    examples=[
        "bn/secret-die?primary=4&secondary=2-5&die=3",
        "bn/secret-die?primary=4&secondary=2-5&die=unknown",
        "bn/secret-die?primary=4&secondary=2-5&die=6",
        "bn/secret-die?primary=4&secondary=2-5&die=4",
    ],
)
def secret_die(
    r: Reader,
    /,
    *,
    primary: Annotated[int, Count(1, 5, default=4, label="Primary objective")],
    secondary: Annotated[str, PAIRS],
    die: Annotated[str, DIE],
) -> Breakdown[SecretDie] | Refusal:
    """What are the Regular player's markers worth after the secret die?"""
    w = Working(r)
    pair = [int(number) for number in secondary.split("-")]
    if primary in pair:
        return w.refuse(f"Marker {primary} cannot be primary and secondary at once.", "setup.m1-markers")
    total = r.int("setup.m1-markers", "total")
    chosen = {n: PRIMARY if n == primary else SECONDARY if n in pair else FAKE for n in range(1, total + 1)}
    worth = {
        PRIMARY: r.int("victory.dp-main"),
        SECONDARY: r.int("victory.dp-secondary"),
        FAKE: 0,
    }
    _tell_example(r, w, chosen)
    w.start("the primary objective, if lost", "victory.dp-main")
    for n in pair:
        w.add(f"marker {n}, secondary", "victory.dp-secondary")
    before = w.total
    thrown = r.dice("setup.m2-roll")
    branches = {face: _after(r, chosen, primary, face) for face in thrown}
    stakes = {face: sum(worth[what] for what in markers.values()) for face, markers in branches.items()}
    if die == UNKNOWN:
        chances = thrown.map(lambda face: stakes[face])
        mean = exact(chances.mean)
        for face, points in stakes.items():
            w.then(f"at stake if the die shows {face}", Cited(points, r.cite(_rule(r, face, primary))))
        w.then("on average", Cited(mean, r.cite("setup.m2-roll")))
        now: list[str] = [UNKNOWN] * len(worth)
    else:
        face = int(die)
        chances = Distribution.sure(stakes[face])
        mean = stakes[face]
        _explain(r, w, chosen, primary, face)
        w.then(f"at stake after a {face}", Cited(mean, r.cite(_rule(r, face, primary))))
        now = [_numbers(branches[face], what) for what in worth]
        thrown = Distribution.sure(face)
    stays = thrown.chance(lambda shown: branches[shown][primary] == PRIMARY)
    answer = SecretDie(before, mean, min(chances), max(chances), now[0], now[1], now[-1], stays)
    pictures = _pictures(chosen, branches, stakes, worth, chances, None if die == UNKNOWN else int(die), primary)
    if die == UNKNOWN:
        headline = (
            f"{answer.lowest} to {answer.highest} Defeat Points at stake, {write_mean(mean)} on average;"
            f" marker {primary} stays primary with {stays}"
        )
        return w.answer(answer, headline=headline, chance=stays, distribution=chances, exhibits=pictures)
    told = ", ".join(f"{what} {numbers}" for what, numbers in zip(worth, now, strict=True) if numbers)
    headline = f"{told[:1].upper()}{told[1:]}: {mean} Defeat Points at stake"
    return w.answer(answer, headline=headline, distribution=chances, exhibits=pictures)


@simulation("breaking_news", "secret-die")
def throw_secret_die(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The die thrown; what it adds to or takes from the points that were at stake before it."""
    import numpy as np

    pair = [int(number) for number in inputs["secondary"].split("-")]
    main, lesser = r.int("victory.dp-main"), r.int("victory.dp-secondary")
    base = main + lesser * len(pair)
    known = inputs["die"] != UNKNOWN
    faces = np.full(count, int(inputs["die"])) if known else dice.roll(r.text("setup.m2-roll"), count)
    raised = (faces >= r.int("setup.m2-roll-1to5", "least")) & (faces <= r.int("setup.m2-roll-1to5", "most"))
    other = raised & (faces != inputs["primary"])
    was = np.where(np.isin(faces, pair), lesser, 0)
    lost = {"A": 0, "B": main, "C": main}[r.reading("second-primary")]
    kept = was if r.reading("second-primary") == "C" else 0
    gained = np.where(other, main - was - lost + kept, 0)
    return base + gained - np.where(faces == r.int("setup.m2-roll-6"), main, 0)


def _tell_example(r: Reader, w: Working, chosen: Markers) -> None:
    """Says so where the markers are those of the source's own example."""
    rule = "setup.m2-example"
    printed = r.ruleset.rule(rule).values
    its = {PRIMARY: ("primary",), SECONDARY: ("first", "second"), FAKE: ("third", "fourth")}
    if all(chosen.get(int(printed[part])) == what for what, parts in its.items() for part in parts):
        die, worst = r.int(rule, "die"), r.int(rule, "worst")
        w.note(f"the markers of the source's own example, told there for a {die} and for a {worst}", rule)


def _after(r: Reader, chosen: Markers, primary: int, face: int) -> Markers:
    """What every marker is once the die has shown that face."""
    now = dict(chosen)
    if face == r.int("setup.m2-roll-6"):
        now[primary] = FAKE
    elif _raises(r, face) and face != primary:
        reading = r.reading("second-primary")
        if reading != "A":
            now[primary] = FAKE if reading == "B" else chosen[face]
        now[face] = PRIMARY
    return now


def _raises(r: Reader, face: int) -> bool:
    return r.int("setup.m2-roll-1to5", "least") <= face <= r.int("setup.m2-roll-1to5", "most")


def _rule(r: Reader, face: int, primary: int) -> str:
    """The rule that a face of the die follows."""
    if face == r.int("setup.m2-roll-6"):
        return "setup.m2-roll-6"
    return "setup.m2-roll-same" if face == primary else "setup.m2-roll-1to5"


def _explain(r: Reader, w: Working, chosen: Markers, primary: int, face: int) -> None:
    """What the die does, in words."""
    rule = _rule(r, face, primary)
    if face == r.int("setup.m2-roll-6"):
        w.note(f"the primary objective, marker {primary}, becomes a fake", rule)
    elif face == primary:
        w.note(f"marker {face} is primary already: nothing changes", rule)
    else:
        w.note(f"marker {face}, {chosen[face]} until now, becomes primary", rule)
        reading = r.reading("second-primary")
        becomes = {"A": "stays primary", "B": "becomes a fake", "C": f"becomes {chosen[face]} in exchange"}[reading]
        w.note(f"marker {primary} {becomes}", rule)


def _numbers(markers: Markers, what: str) -> str:
    found = [str(n) for n, now in markers.items() if now == what]
    return listed(found, "and") if found else ""


def _pictures(
    chosen: Markers,
    branches: dict[int, Markers],
    stakes: dict[int, int],
    worth: dict[str, int],
    chances: Distribution[int],
    face: int | None,
    primary: int,
) -> list[Exhibit]:
    """The branches of the die, one to a row; the chances of each sum at stake; the markers of each branch in words."""
    rows = [f"Die {shown}: {points}" for shown, points in stakes.items()]
    cells = [[worth[markers[n]] for n in chosen] for markers in branches.values()]
    # a face without a marker of its own is the one that unmakes the primary objective
    here = (
        None if face is None else (list(branches).index(face), list(chosen).index(face if face in chosen else primary))
    )
    tree = Grid(
        "What each marker is worth for each face of the secret die, and all of them together",
        "Branch",
        "Marker, as chosen",
        rows,
        [f"{n} {SHORT[what]}" for n, what in chosen.items()],
        cells,
        chance=False,
        here=here,
        name="branches",
    )
    bars = Bars("Defeat Points at stake after the die", "Defeat Points", {"": chances}, name="stakes")
    words = [
        (
            f"Die {shown}",
            "; ".join(f"{what} {_numbers(markers, what)}" for what in worth if _numbers(markers, what)),
        )
        for shown, markers in branches.items()
    ]
    return [tree, bars, Card("The markers in each branch", words, name="markers")]
