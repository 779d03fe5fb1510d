"""The three missions of section 4.1: which is played, and who sets out which markers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.exhibits import Decision, Exhibit, Grid, Verdict
from drillbook.kinds import Choice, Count
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working

SPECIAL_FORCES = "r1"
LIKE, MIXED, SPECIAL = "like against like", "Regulars against Irregulars", "Special Forces against others"
MISSIONS = (LIKE, MIXED, SPECIAL)  # in the order of their numbers
WHEN = {LIKE: "setup.m1-when", MIXED: "setup.m2-when", SPECIAL: "setup.m3-when"}
# the classes that Special Forces may stand among
REGULARS = Choice({"r2": "", "r3": "", "r4": "", "r5": ""})
ONLY_REGULARS = "Special Forces are Regulars; they stand among other Regulars only."
ONLY_MIXED = "Asked for where Special Forces stand among others."
AMONG = {"first": tuple(REGULARS.options)}, {"second": tuple(REGULARS.options)}


@dataclass(frozen=True, slots=True)
class Mission:
    """The mission's number, the markers of each player, what a set of them holds, and whether a secret die is thrown."""

    mission: int
    first_markers: int
    second_markers: int
    primary: int
    secondary: int
    fakes: int
    secret_die: bool


@dataclass(frozen=True, slots=True)
class _Side:
    regular: bool
    special: bool
    words: str


@question(
    "breaking_news",
    "mission",
    examples=[
        "bn/mission?first=r2&first-sf=0&second=irr3",
        "bn/mission?first=r1&second=r3&second-sf=0",
        "bn/mission?first=irr2&second=irr3",
        "bn/mission?first=r2&first-men=8&first-sf=2&second=irr3",
    ],
)
def mission(
    r: Reader,
    /,
    *,
    first: Annotated[str, Choice(table="classes", default="r2", label="One side")],
    first_sf: Annotated[
        int, Count(0, 15, default=0, label="Special Forces with them", when=AMONG[0], why_not=ONLY_REGULARS)
    ],
    first_men: Annotated[
        int,
        Count(1, 15, default=8, label="Of the others", when=AMONG[0], unless={"first-sf": ("0",)}, why_not=ONLY_MIXED),
    ],
    second: Annotated[str, Choice(table="classes", default="irr3", label="The other side")],
    second_sf: Annotated[
        int, Count(0, 15, default=0, label="Special Forces with them", when=AMONG[1], why_not=ONLY_REGULARS)
    ],
    second_men: Annotated[
        int,
        Count(1, 15, default=8, label="Of the others", when=AMONG[1], unless={"second-sf": ("0",)}, why_not=ONLY_MIXED),
    ],
) -> Breakdown[Mission]:
    """Which mission is played, and who sets out which markers?"""
    w = Working(r)
    w.start("missions to choose from", "setup.three-missions")
    one = _side(r, first, first_men, first_sf)
    other = _side(r, second, second_men, second_sf)
    kind, nobody = _kind(r, one, other)
    verdicts = _verdicts(r, one, other, kind)
    for verdict in verdicts:
        if verdict.ok is not None:
            w.note(f"{'yes' if verdict.ok else 'no'}: {verdict.finding}", verdict.rule)
    number = MISSIONS.index(kind) + 1
    w.then("the mission", Cited(number, r.cite(WHEN[kind])))
    own = r.int("setup.m1-markers", "total")
    alone = r.int("setup.m3-one-side")
    counts = [own, own] if kind != SPECIAL else [0 if side.special or nobody else alone for side in (one, other)]
    rule = r.cite("setup.m3-one-side" if kind == SPECIAL else "setup.m1-markers")
    w.then(f"markers of one side, {one.words}", Cited(counts[0], rule))
    w.then(f"markers of the other, {other.words}", Cited(counts[1], rule))
    primary, secondary, fakes = (r.int("setup.m1-markers", part) for part in ("main", "secondary", "fake"))
    if any(counts):
        w.note(f"a set: {primary} primary, {secondary} secondary, {fakes} fakes", "setup.m1-markers")
        w.note("each on its owner's side of the table", "setup.m1-own-side")
    if kind == MIXED:
        w.note(f"the Irregular player throws a {r.text('setup.m2-roll')} in secret", "setup.m2-roll")
    answer = Mission(number, counts[0], counts[1], primary, secondary, fakes, kind == MIXED)
    return w.answer(
        answer, headline=_headline(answer, kind), exhibits=_pictures(r, verdicts, first, second, one, other)
    )


def _side(r: Reader, troops: str, men: int, special: int) -> _Side:
    """What a side counts as: Special Forces where most of its men are (or, by one reading, where a single man is)."""
    r.cell("classes", troops, "initiative")
    regulars = r.rule("basics.table-regulars").table_rows or ()
    name = r.ruleset.table("classes").row(troops).name
    if troops == SPECIAL_FORCES:
        return _Side(True, True, name)
    mixed = troops in regulars and special > 0
    single = mixed and r.reading("mission-sf") == "C"
    counts = mixed and (special > men or single)
    words = f"{name} with {special} Special Forces" if mixed else name
    return _Side(troops in regulars, counts, words)


def _kind(r: Reader, one: _Side, other: _Side) -> tuple[str, bool]:
    """The mission, and whether it leaves nobody to set out markers."""
    if one.special and other.special:
        nobody = r.reading("mission-sf") == "B"
        return (SPECIAL, True) if nobody else (LIKE, False)
    if one.special or other.special:
        return SPECIAL, False
    return (LIKE if one.regular == other.regular else MIXED), False


def _verdicts(r: Reader, one: _Side, other: _Side, kind: str) -> list[Verdict]:
    """What is asked in turn until one mission fits."""
    sides = [side for side in (one, other) if side.special]
    told = "both sides count as Special Forces" if len(sides) > 1 else "no side counts as Special Forces"
    if len(sides) == 1:
        told = "one side counts as Special Forces, the other does not"
    verdicts = [Verdict("Special Forces against others?", kind == SPECIAL, told, r.cite("setup.m3-when"))]
    like = one.regular == other.regular
    types = ["Regular" if side.regular else "Irregular" for side in (one, other)]
    told = f"both sides are {types[0]}" if like else f"one side is {types[0]}, the other {types[1]}"
    verdicts.append(Verdict("Like against like?", None if kind == SPECIAL else like, told, r.cite("setup.m1-when")))
    asked = None if kind != MIXED else True
    verdicts.append(Verdict("Regulars against Irregulars?", asked, told, r.cite("setup.m2-when")))
    return verdicts


def _headline(answer: Mission, kind: str) -> str:
    counts = (answer.first_markers, answer.second_markers)
    if not any(counts):
        who = "neither side has markers"
    elif all(counts):
        who = f"{counts[0]} markers on each side"
    else:
        who = f"{max(counts)} markers, all of {'one side' if counts[0] else 'the other side'}"
    die = ", and a secret die" if answer.secret_die else ""
    return f"Mission {answer.mission}, {kind}: {who}{die}"


def _pictures(r: Reader, verdicts: list[Verdict], first: str, second: str, one: _Side, other: _Side) -> list[Exhibit]:
    rows = r.rows("classes")
    pure = {row.key: _side(r, row.key, 1, 0) for row in rows}
    cells = [[MISSIONS.index(_kind(r, pure[a.key], pure[b.key])[0]) + 1 for b in rows] for a in rows]
    keys = [row.key for row in rows]
    plain = all(pure[key].special == side.special for key, side in ((first, one), (second, other)))
    here = (keys.index(first), keys.index(second)) if plain else None
    codes = [str(row.cells["code"]) for row in rows]
    grid = Grid(
        "The mission for every pair of sides that are of one class",
        "One side",
        "The other side",
        [row.name for row in rows],
        codes,
        cells,
        chance=False,
        here=here,
        name="missions",
    )
    return [Decision("Which mission is it?", verdicts), grid]
