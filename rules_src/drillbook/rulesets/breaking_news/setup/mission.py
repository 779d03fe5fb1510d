"""The three missions of section 4.1: which is played, and who sets out which markers."""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from drillbook.asking import Breakdown, Checks, Choice, Count, Reader, Working, question
from drillbook.asking.exhibits import Grid

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
    """The answer on the mission: its number, the markers of each player, and the secret die.

    primary, secondary and fakes are what a set of markers holds. secret_die states whether a secret die is thrown.
    """

    mission: int
    first_markers: int
    second_markers: int
    primary: int
    secondary: int
    fakes: int
    secret_die: bool


class Side(NamedTuple):
    """A side: its class, the type of that class, whether it counts as Special Forces, its name."""

    troops: str
    type: str
    special: bool
    words: str


@question(
    "bn/mission?first=r2&first-sf=0&second=irr3",
    "bn/mission?first=r1&second=r3&second-sf=0",
    "bn/mission?first=irr2&second=irr3",
    "bn/mission?first=r2&first-men=8&first-sf=2&second=irr3",
)
def mission(
    r: Reader,
    *,
    first: Annotated[str, Choice(table="classes", default="r2", label="One side")],
    first_sf: Annotated[int, Count(0, 15, label="Special Forces with them", when=AMONG[0], why_not=ONLY_REGULARS)],
    first_men: Annotated[
        int,
        Count(1, 15, default=8, label="Of the others", when=AMONG[0], unless={"first-sf": ("0",)}, why_not=ONLY_MIXED),
    ],
    second: Annotated[str, Choice(table="classes", default="irr3", label="The other side")],
    second_sf: Annotated[int, Count(0, 15, label="Special Forces with them", when=AMONG[1], why_not=ONLY_REGULARS)],
    second_men: Annotated[
        int,
        Count(1, 15, default=8, label="Of the others", when=AMONG[1], unless={"second-sf": ("0",)}, why_not=ONLY_MIXED),
    ],
) -> Breakdown[Mission]:
    """Which mission is played, and who sets out which markers?"""
    w = Working(r)
    w.start("missions to choose from", "setup.three-missions")
    one, other = _side(r, first, first_men, first_sf), _side(r, second, second_men, second_sf)
    kind = _kind(r, one, other)
    checks = _asked(w, one, other, kind)
    number = MISSIONS.index(kind) + 1
    w.then("the mission", number, WHEN[kind])
    primary, secondary, fakes = (r.int("setup.m1-markers", part) for part in ("main", "secondary", "fake"))
    rule = "setup.m1-markers"
    mine = theirs = r.int(rule, "total")
    if kind == SPECIAL:
        rule = "setup.m3-one-side"
        mine, theirs = (0 if side.special else r.int(rule) for side in (one, other))
    w.then(f"markers of one side, {one.words}", mine, rule)
    w.then(f"markers of the other, {other.words}", theirs, rule)
    if mine or theirs:
        w.note(f"a set: {primary} primary, {secondary} secondary, {fakes} fakes", "setup.m1-markers")
        w.note("each on its owner's side of the table", "setup.m1-own-side")
    if kind == MIXED:
        w.note(f"the Irregular player throws a {r.text('setup.m2-roll')} in secret", "setup.m2-roll")
    answer = Mission(number, mine, theirs, primary, secondary, fakes, kind == MIXED)
    return w.answer(
        answer,
        headline=_headline(answer, kind),
        exhibits=[checks.decision("Which mission is it?"), _every_pair(r, one, other)],
    )


def _side(r: Reader, troops: str, men: int = 1, special: int = 0) -> Side:
    """Return what a side counts as.

    It counts as Special Forces if most of its men are Special Forces or, by one reading, if a single man is.
    """
    r.cell("classes", troops, "initiative")
    name = r.ruleset.table("classes").row(troops).name
    if troops not in (r.rule("basics.table-regulars").table_rows or ()):
        return Side(troops, "Irregular", False, name)
    if troops == SPECIAL_FORCES or not special:
        return Side(troops, "Regular", troops == SPECIAL_FORCES, name)
    counts = special > men or r.holds("mission-sf", "one-man-enough")
    return Side(troops, "Regular", counts, f"{name} with {special} Special Forces")


def _kind(r: Reader, one: Side, other: Side) -> str:
    """Return the mission of two sides.

    Special Forces on both sides play the first mission or, by the ruling, the third, with nobody to set out markers.
    """
    if one.special and other.special:
        return SPECIAL if r.holds("mission-sf", "no-markers") else LIKE
    if one.special or other.special:
        return SPECIAL
    return LIKE if one.type == other.type else MIXED


def _asked(w: Working, one: Side, other: Side, kind: str) -> Checks:
    """Return the check list of the questions that decide the mission, and add it as notes."""
    checks = Checks(w)
    told = (
        "no side counts as Special Forces",
        "one side counts as Special Forces, the other does not",
        "both sides count as Special Forces",
    )
    checks.ask("Special Forces against others?", kind == SPECIAL, told[one.special + other.special], WHEN[SPECIAL])
    like = one.type == other.type
    types = f"both sides are {one.type}" if like else f"one side is {one.type}, the other {other.type}"
    checks.ask("Like against like?", None if kind == SPECIAL else like, types, WHEN[LIKE])
    checks.ask("Regulars against Irregulars?", kind == MIXED or None, types, WHEN[MIXED])
    checks.tell()
    return checks


def _headline(answer: Mission, kind: str) -> str:
    first, second = answer.first_markers, answer.second_markers
    whose = " on each side" if second else ", all of one side"
    who = f"{first} markers{whose}" if first else f"{second} markers, all of the other side"
    if not first and not second:
        who = "neither side has markers"
    die = ", and a secret die" if answer.secret_die else ""
    return f"Mission {answer.mission}, {kind}: {who}{die}"


def _every_pair(r: Reader, one: Side, other: Side) -> Grid:
    """Return the grid with the mission of every pair of classes.

    No cell is marked if some of its men make a side what its class is not.
    """
    rows = r.rows("classes")
    pure = {row.key: _side(r, row.key) for row in rows}
    keys = list(pure)
    plain = all(pure[side.troops].special == side.special for side in (one, other))
    return Grid(
        "The mission for every pair of sides that are of one class",
        "One side",
        "The other side",
        [row.name for row in rows],
        [str(row.cells["code"]) for row in rows],
        [[MISSIONS.index(_kind(r, a, b)) + 1 for b in pure.values()] for a in pure.values()],
        chance=False,
        here=(keys.index(one.troops), keys.index(other.troops)) if plain else None,
        name="missions",
        by_row={"first": keys},
        by_column={"second": keys},
    )
