"""Setting up the battlefield turn by turn: who places what, what is allowed, and its plan."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, NamedTuple

from drillbook.asking import Breakdown, Checks, Choice, Count, Flag, Length, Reader, Working, question
from drillbook.asking import Rows as RowsOf
from drillbook.asking.exhibits import Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import in_row
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.great_war_1418.battlefield._field import Columns, Rows, Side, check, lattice
from drillbook.rulesets.great_war_1418.common.inputs import GOINGS, WORKS

NONE = "none"
ROUGH = "rough"
ITEMS = {NONE: "Nothing", "wood": "Wood", "town": "Town", "hill": "Hill", "other": "Something else"}
SAID = {NONE: "Nothing", **GOINGS}
BUILT = {one: name for one, name in WORKS.items() if one != NONE}
HALF = Fraction(1, 1 + 1)


class Turn(NamedTuple):
    """What a player does in a turn of the set-up.

    column: the space's column from the left; row: its row from the player's edge;
    going, works, item: what the player puts there.
    """

    column: int
    row: int
    going: str
    works: str
    item: str

    @property
    def words(self) -> str:
        """What it puts there."""
        said = [SAID[self.going]] if self.going != NONE else []
        said += [BUILT[self.works]] if self.works != NONE else []
        said += [ITEMS[self.item].lower()] if self.item != NONE else []
        return ", ".join(said) or "nothing"


@dataclass(frozen=True, slots=True)
class SetUp:
    """Whether all turns of a set-up are allowed, and what comes next.

    allowed: whether all of it is; next_player: whose turn is next; bare: the spaces that no turn has touched;
    characters: how many different characters a turn may give a space.
    """

    allowed: bool
    next_player: int
    bare: int
    characters: int


@question(
    "gw/set-up?turns=2,2,rough,none,none;4,2,none,none,wood;1,2,rough,none,none;3,2,rough,none,none&trenches=1,1,defensible;3,1.5,fortification",
    "gw/set-up?players=3&rows=4&columns=5&turns=1,1,open,defensible,none;2,1,none,none,town",
)
def set_up(
    r: Reader,
    *,
    players: Annotated[int, Count(2, 6, label="Players", help="Each has turns of his own, not each team.")],
    rows: Rows,
    columns: Columns,
    side: Side,
    turns: Annotated[
        tuple[tuple[int, int, str, str, str], ...],
        RowsOf(
            fields={
                "column": Count(1, 8, label="Column"),
                "row": Count(1, 6, label="Row"),
                "going": Choice(SAID, label="Going"),
                "works": Choice(WORKS, label="Works"),
                "item": Choice(ITEMS, label="Item"),
            },
            low=0, high=12, noun="turn", label="Turns, in order",
            default=(
                (2, 2, ROUGH, NONE, NONE), (4, 2, NONE, NONE, "wood"),
                (1, 2, ROUGH, NONE, NONE), (3, 2, ROUGH, NONE, NONE),
            ),
        ),
    ],
    trenches: Annotated[
        tuple[tuple[int, Number, str], ...],
        RowsOf(
            fields={
                "row": Count(1, 6, label="Row"),
                "depth": Length(HALF, 3, default=1, step=HALF, unit="inches", label="Depth"),
                "works": Choice(BUILT, label="Counts as"),
            },
            low=0, high=4, noun="trench line", label="Trench lines", default=((1, 1, "defensible"), (3, 1, "defensible")),
        ),
    ],
    static: Annotated[bool, Flag(label="A battle of trenches", help="Then a row of plain Rough ground is wanted between the sides.")],
) -> Breakdown[SetUp]:  # fmt: skip
    """Is the battlefield set up by the rules?"""
    w = Working(r)
    checks = Checks(w)
    check(r, checks, rows, columns, side)
    made = [Turn(*one) for one in turns]
    _turns(r, checks, made, rows, columns)
    _trenches(r, checks, trenches, rows)
    if static:
        middle = any(_plain(made, row, columns) for row in range(1 + 1, rows))
        found = "a row of it lies between the sides" if middle else "no whole row of it between the sides"
        checks.ask("A no man's land?", middle, found, "battlefield.no-mans-land")
    checks.note()
    following = w.then("player whose turn is next", len(made) % players + 1, "battlefield.turns")
    touched = {(turn.column, turn.row) for turn in made if turn.column <= columns and turn.row <= rows}
    bare = w.then("spaces that nobody has touched", rows * columns - len(touched), "battlefield.characteristic")
    characters = w.then("characters that a turn may give a space", _characters(r), "battlefield.characteristic")
    verdict = "Allowed so far" if checks.passed else f"Not allowed: {checks.failed[0].finding}"
    return w.answer(
        SetUp(checks.passed, following, bare, characters),
        headline=f"{verdict}; player {following} is next, {counted(bare, 'space', none='no space')} untouched",
        exhibits=[_map(made, trenches, rows, columns, side), checks.decision("Every turn and every line")],
    )


def _turns(r: Reader, checks: Checks, made: Sequence[Turn], rows: int, columns: int) -> None:
    """Ask of every turn whether it may be done."""
    reading = r.read_as("setup-choice")
    most = r.int("battlefield.one-item")
    for number, turn in enumerate(made, start=1):
        before = [one for one in made[: number - 1] if (one.column, one.row) == (turn.column, turn.row)]
        items = sum(bool(one.item != NONE) for one in (*before, turn))
        says, puts = (turn.going, turn.works) != (NONE, NONE), turn.item != NONE
        ok, rule, found = True, "battlefield.turns", turn.words
        if turn.column > columns or turn.row > rows:
            ok, rule, found = False, "battlefield.spaces", "no such space on the field"
        elif not says and not puts:
            ok, found = False, "nothing is said and nothing put there"
        elif says and puts and reading != "both":
            ok, found = False, "a character and an item in the same turn"
        elif puts and items > most:
            ok, rule, found = False, "battlefield.one-item", "a second item in that space"
        elif turn.going != NONE and any(one.going != NONE for one in before):
            ok, rule, found = False, "battlefield.characteristic", "that space has its going already"
        elif turn.works != NONE and any(one.works != NONE for one in before):
            ok, rule, found = False, "battlefield.characteristic", "that space has its works already"
        elif says and turn.going == NONE and reading == "going-always":
            ok, rule, found = False, "battlefield.characteristic", "works without a going"
        checks.ask(f"Turn {number}, space {turn.column}/{turn.row}?", ok, f"turn {number}: {found}", rule)


def _trenches(r: Reader, checks: Checks, trenches: Sequence[tuple[int, Number, str]], rows: int) -> None:
    """Ask of every trench line whether it lies on the field and is of the right depth."""
    least, most = (r.int("battlefield.trench-depth", one) for one in ("least", "most"))
    for number, (row, depth, works) in enumerate(trenches, start=1):
        ok = least <= depth <= most
        found = f"trench line {number}: {write_number(depth)} in deep, {BUILT[works]} for both sides"
        checks.ask(f"Trench line {number}, {least} to {most} inches?", ok, found, "battlefield.trench-depth")
        checks.ask(
            f"Trench line {number} on the field?",
            row <= rows,
            f"trench line {number} lies in row {row}",
            "battlefield.trench-class",
        )


def _plain(made: Sequence[Turn], row: int, columns: int) -> bool:
    """Whether a whole row is plain Rough ground."""
    here = [turn for turn in made if turn.row == row]
    rough = {turn.column for turn in here if turn.going == ROUGH}
    return rough >= set(range(1, columns + 1)) and all((turn.works, turn.item) == (NONE, NONE) for turn in here)


def _characters(r: Reader) -> int:
    """How many different characters a turn may give a space."""
    if r.holds("setup-choice", "going-always"):
        return len(GOINGS) * len(WORKS)
    return len(SAID) * len(WORKS) - 1


def _map(
    made: Sequence[Turn], trenches: Sequence[tuple[int, Number, str]], rows: int, columns: int, side: Number
) -> Tabletop:
    """Return a plan of the spaces from above, what was put into them, and the trench lines."""
    tiles = [
        Figure(turn.column, turn.row, "", KINDS[turn.going], wide=1, deep=1)
        for turn in made
        if turn.going in KINDS and turn.column <= columns and turn.row <= rows
    ]
    marks = [
        Figure(turn.column, turn.row, label, "marker", grip=in_row("turns", number, ("column", "row")))
        for number, (turn, label) in enumerate(zip(made, _labels(made), strict=True), start=1)
    ]
    lines = [*lattice(rows, columns, start=HALF)]
    for row, _, works in trenches:
        lines.append(Line([(HALF, row), (columns + HALF, row)], BUILT[works], "wall"))
    return Tabletop(
        f"The field, in spaces of {write_number(side)} inches; the numbers are the turns, a tint is named where it comes first", "spaces",
        figures=[*tiles, *marks], lines=lines, name="field",
    )  # fmt: skip


def _labels(made: Sequence[Turn]) -> list[str]:
    """Return the label beside each turn: its number, and its words.

    The words are left out if a going alone is placed and its tint is named already.
    """
    told: list[str] = []
    named: set[str] = set()
    for number, turn in enumerate(made, start=1):
        alone = (turn.works, turn.item) == (NONE, NONE)
        told.append(f"{number}" if alone and turn.going in named else f"{number} {turn.words}")
        named |= {turn.going} if alone else set()
    return told


#: How a space is coloured, by its going.
KINDS = {"open": "plain", ROUGH: "rough", "impractical": "wild"}
