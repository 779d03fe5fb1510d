"""The secret die of the second mission: what the Regular player's markers are really worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Card, Grid
from drillbook.errors import Contradiction, listed
from drillbook.maths import Distribution, Number, Thrower, exact, likely, np, write_mean

PRIMARY, SECONDARY, FAKE = "primary", "secondary", "fake"
SHORT = {PRIMARY: "prim.", SECONDARY: "sec.", FAKE: "fake"}
UNKNOWN = "unknown"
DIE = Choice(
    {UNKNOWN: "not known", "1": "1", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6"},
    label="Secret die",
    help="The Irregular player knows it; the Regular player does not.",
)
PAIRS = Choice(
    {
        "1-2": "1 and 2", "1-3": "1 and 3", "1-4": "1 and 4", "1-5": "1 and 5", "2-3": "2 and 3",
        "2-4": "2 and 4", "2-5": "2 and 5", "3-4": "3 and 4", "3-5": "3 and 5", "4-5": "4 and 5",
    },
    default="2-5",
    label="Secondary objectives"
)  # fmt: skip

SIX, RAISES, SAME = "setup.m2-roll-6", "setup.m2-roll-1to5", "setup.m2-roll-same"
BECOMES = {"both-primary": "stays primary", "old-is-fake": "becomes a fake"}

Markers = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Branch:
    """One face of the secret die: its rule, the markers after it, and the points at stake.

    points are the Defeat Points at stake after that face.
    """

    face: int
    rule: str
    markers: Markers
    points: int

    def numbers(self, what: str) -> str:
        """Which markers are primary, secondary or fakes now."""
        return listed((str(n) for n, now in self.markers.items() if now == what), "and")


@dataclass(frozen=True, slots=True)
class SecretDie:
    """The answer on the secret die: the points at stake before and after, and the markers.

    The points are Defeat Points. stakes is their mean after the die, lowest and highest its bounds. stays is the chance
    that the primary objective stays primary.
    """

    before: int
    stakes: Number
    lowest: int
    highest: int
    primary: str
    secondary: str
    fake: str
    stays: Fraction


@question(
    "bn/secret-die?primary=4&secondary=2-5&die=3",
    "bn/secret-die?primary=4&secondary=2-5&die=unknown",
    "bn/secret-die?primary=4&secondary=2-5&die=6",
    "bn/secret-die?primary=4&secondary=2-5&die=4",
)
def secret_die(
    r: Reader,
    *,
    primary: Annotated[int, Count(1, 5, default=4, label="Primary objective")],
    secondary: Annotated[str, PAIRS],
    die: Annotated[str, DIE],
) -> Breakdown[SecretDie]:
    """What are the Regular player's markers worth after the secret die?"""
    w = Working(r)
    pair = [int(number) for number in secondary.split("-")]
    numbers = range(1, r.int("setup.m1-markers", "total") + 1)
    if primary in pair:
        free = min((n for n in numbers if n not in pair), key=lambda n: abs(n - primary))
        raise Contradiction(f"Marker {primary} cannot be primary and secondary at once.", primary=free)
    chosen = {n: PRIMARY if n == primary else SECONDARY if n in pair else FAKE for n in numbers}
    worth = {PRIMARY: r.int("victory.dp-main"), SECONDARY: r.int("victory.dp-secondary"), FAKE: 0}
    _tell_example(w, chosen)
    w.start("the primary objective, if lost", "victory.dp-main")
    for n in pair:
        w.add(f"marker {n}, secondary", "victory.dp-secondary")
    before = w.whole
    thrown = r.dice("setup.m2-roll")
    branches = {face: _branch(r, chosen, worth, primary, face) for face in thrown}
    known = None if die == UNKNOWN else branches[int(die)]
    if known:
        thrown = Distribution.sure(known.face)
        _tell(w, chosen, primary, known)
    chances = thrown.map(lambda face: branches[face].points)
    mean = exact(chances.mean)
    if not known:
        for branch in branches.values():
            w.then(f"at stake if the die shows {branch.face}", branch.points, branch.rule)
        w.then("on average", mean, "setup.m2-roll")
    stays = thrown.chance(lambda face: branches[face].markers[primary] == PRIMARY)
    now = {what: known.numbers(what) if known else UNKNOWN for what in worth}
    answer = SecretDie(before, mean, min(chances), max(chances), now[PRIMARY], now[SECONDARY], now[FAKE], stays)
    stake = f"{answer.lowest} to {answer.highest} Defeat Points at stake, {write_mean(mean)} on average"
    headline = f"{stake}; marker {primary} stays primary {likely(stays)}"
    if known:
        headline = f"{_words(known, ', ').capitalize()}: {mean} Defeat Points at stake"
    return w.answer(
        answer,
        headline=headline,
        chance=None if known else stays,
        distribution=chances,
        exhibits=[
            _tree(chosen, worth, primary, list(branches.values()), known),
            Bars("Defeat Points at stake after the die", "Defeat Points", {"": chances}, name="stakes"),
            Card(
                "The markers in each branch",
                [(f"Die {face}", _words(branch, "; ")) for face, branch in branches.items()],
                name="markers",
            ),
        ],
    )


@simulation
def throw_secret_die(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the secret die and return the Defeat Points then at stake."""
    pair = [int(number) for number in inputs["secondary"].split("-")]
    main, lesser = r.int("victory.dp-main"), r.int("victory.dp-secondary")
    faces = dice.roll(r.text("setup.m2-roll"), count)
    if inputs["die"] != UNKNOWN:
        faces = np.full(count, int(inputs["die"]))
    raised = (faces >= r.int(RAISES, "least")) & (faces <= r.int(RAISES, "most")) & (faces != inputs["primary"])
    was = np.where(np.isin(faces, pair), lesser, 0)
    # what the old primary objective is worth once another marker has its worth
    old = {"both-primary": main, "old-is-fake": 0}.get(r.read_as("second-primary"), was)
    changed = np.where(raised, old - was, 0) - np.where(faces == r.int(SIX), main, 0)
    return main + lesser * len(pair) + changed


def _tell_example(w: Working, chosen: Markers) -> None:
    """Says so where the markers are those of the source's own example."""
    r, rule = w.reader, "setup.m2-example"
    printed = r.ruleset.rule(rule).values
    its = {"primary": PRIMARY, "first": SECONDARY, "second": SECONDARY, "third": FAKE, "fourth": FAKE}
    if all(chosen.get(int(printed[part])) == what for part, what in its.items()):
        die, worst = r.int(rule, "die"), r.int(rule, "worst")
        w.note(f"the markers of the source's own example, told there for a {die} and for a {worst}", rule)


def _branch(r: Reader, chosen: Markers, worth: Mapping[str, int], primary: int, face: int) -> Branch:
    """Return what every marker is after the die has shown that face."""
    now, rule = dict(chosen), SAME
    if face == r.int(SIX):
        now[primary], rule = FAKE, SIX
    elif face != primary and r.int(RAISES, "least") <= face <= r.int(RAISES, "most"):
        reading, rule = r.read_as("second-primary"), RAISES
        now[primary] = {"both-primary": PRIMARY, "old-is-fake": FAKE}.get(reading, chosen[face])
        now[face] = PRIMARY
    return Branch(face, rule, now, sum(worth[what] for what in now.values()))


def _tell(w: Working, chosen: Markers, primary: int, branch: Branch) -> None:
    """Add the steps of what the die does, and of what is at stake after it."""
    face, rule = branch.face, branch.rule
    if rule == SIX:
        w.note(f"the primary objective, marker {primary}, becomes a fake", rule)
    elif rule == SAME:
        w.note(f"marker {face} is primary already: nothing changes", rule)
    else:
        w.note(f"marker {face}, {chosen[face]} until now, becomes primary", rule)
        becomes = BECOMES.get(w.reader.read_as("second-primary"), f"becomes {chosen[face]} in exchange")
        w.note(f"marker {primary} {becomes}", rule)
    w.then(f"at stake after a {face}", branch.points, rule)


def _words(branch: Branch, joined_by: str) -> str:
    """Return the markers of a branch in words, such as "primary 3 and 4, secondary 2 and 5"."""
    return joined_by.join(f"{what} {branch.numbers(what)}" for what in SHORT if branch.numbers(what))


def _tree(
    chosen: Markers, worth: Mapping[str, int], primary: int, branches: Sequence[Branch], known: Branch | None
) -> Grid:
    """Return the grid of the die's branches, one for each row.

    For a known face without a marker of its number, the mark is at the primary objective, which that face makes a fake.
    """
    here = None
    if known:
        marker = known.face if known.face in chosen else primary
        here = (branches.index(known), list(chosen).index(marker))
    return Grid(
        "What each marker is worth for each face of the secret die, and all of them together",
        "Branch",
        "Marker, as chosen",
        [f"Die {branch.face}: {branch.points}" for branch in branches],
        [f"{n} {SHORT[what]}" for n, what in chosen.items()],
        [[worth[branch.markers[n]] for n in chosen] for branch in branches],
        chance=False,
        here=here,
        name="branches",
    )
