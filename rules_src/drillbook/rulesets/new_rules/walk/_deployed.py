"""Where the units of a walk begin, and how a step is shown.

A step is shown as the table from above and as each unit's state in a line.
"""

from collections.abc import Mapping
from fractions import Fraction

from drillbook.asking import Contradiction, Reader
from drillbook.asking.exhibits import Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import Grip, across
from drillbook.maths import Number, counted
from drillbook.maths.number_words import root_text
from drillbook.rulesets.new_rules.common.inputs import FORMATIONS
from drillbook.rulesets.new_rules.common.plan import block, middle
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, CAVALRY, COLUMN, LINE, SQUARE, mustered
from drillbook.rulesets.new_rules.walk._ground import DOWN, UP, Spot, forward, gone
from drillbook.rulesets.new_rules.walk._pieces import AS_IT_STANDS, CASE, OURS, SHOOT, THEIRS, Piece, Told
from drillbook.rulesets.new_rules.walk._table import Table

Row = tuple[str, str, int, int, str, Number, str]
LISTS = {OURS: "own", THEIRS: "enemy"}
WHOSE = {OURS: "Our", THEIRS: "The enemy's"}


def check_arms(r: Reader, lists: Mapping[str, tuple[Row, ...]]) -> None:
    """Raise a Contradiction if a unit has a formation or a plan that its arm does not have.

    lists: the units of each side.
    """
    wrong: list[str] = []
    mended = {LISTS[side]: tuple(_of_its_arm(r, side, number, row, wrong) for number, row in enumerate(rows, start=1))
              for side, rows in lists.items()}  # fmt: skip
    if wrong:
        kept = {LISTS[side]: rows for side, rows in lists.items()}
        raise Contradiction(wrong[0], **{name: rows for name, rows in mended.items() if rows != kept[name]})


def _of_its_arm(r: Reader, side: str, number: int, row: Row, wrong: list[str]) -> Row:
    """Return a row with only what its arm has; add what is wrong to `wrong`."""
    unit, formation, coloured, dice, plan, aside, into = row
    arm = mustered(r, unit, formation, coloured).arm
    who = f"{WHOSE[side]} unit {number}, {r.name('muster', unit).lower()},"
    if arm == CAVALRY and formation != COLUMN:
        wrong.append(f"{who} has no formation to choose, and column stands for that.")
        formation = COLUMN
    if arm == ARTILLERY and formation == SQUARE:
        wrong.append(f"{who} has no square: in column its guns are limbered, in line they are ready to fire.")
        formation = LINE
    if arm in (CAVALRY, ARTILLERY) and into != AS_IT_STANDS:
        wrong.append(f"{who} is never ordered into another formation.")
        into = AS_IT_STANDS
    if arm != ARTILLERY and plan == CASE:
        wrong.append(f"{who} has no guns, and only guns shoot canister.")
        plan = SHOOT
    return unit, formation, coloured, dice, plan, aside, into


def deployed(r: Reader, side: str, rows: tuple[Row, ...], home: Fraction, cover: str) -> list[Piece]:
    """Return the units of a side where they begin.

    Our units are A, B and so on, the enemy's K, L and so on. A unit that overlaps another is moved aside.
    """
    pieces: list[Piece] = []
    for start, (row, formation, coloured, dice, plan, aside, into) in enumerate(rows):
        unit = mustered(r, row, formation, coloured, limbered=formation == COLUMN)
        place = Fraction(aside), home
        while any(abs(one.place[0] - place[0]) < r.int("walk.abreast") for one in pieces):
            place = place[0] + r.int("walk.abreast"), home
        pieces.append(
            Piece(
                chr(ord("A" if side == OURS else "K") + start), row, side, unit, place, UP if side == OURS else DOWN, home, plan, dice,
                start, cover, into=into,
            )
        )  # fmt: skip
    return pieces


def table_top(last: Told, table: Table, *, edges: bool) -> Tabletop:
    """Return a plan of the units from above at this step.

    Each unit has a tick to its front. The plan shows what is done in this step, the wood, and the edges if they matter.
    """
    figures, lines = [], _ground(table, edges)
    for piece in last.pieces.values():
        spot = _shown(piece, last)
        began = last.turn == 1 and piece.place[1] == piece.home
        grip = across(f"{LISTS[piece.side]}.{piece.start + 1}.across") if began else None
        figures.append(Figure(*spot, piece.name, "own" if piece.side == OURS else "enemy", grip=grip))
        lines.append(Line([spot, gone(spot, forward(piece.facing), middle(1))], "", "path"))
    if table.wood:
        wood = table.wood
        grip = Grip({"wood-left": (1, 0), "wood-right": (1, 0), "wood-up": (0, 1)})
        figures.append(Figure(middle(wood.left, wood.right), wood.up, "", "marker", grip=grip))
    if len(last.line) > 1 and last.line[0] != last.line[-1]:
        lines.append(Line(list(last.line), "", "sight"))
    return Tabletop(
        "Our units begin below, the enemy's above; a short line is a unit's front, a long one what it does in this step", "S",
        figures=figures, lines=lines,
    )  # fmt: skip


def _ground(table: Table, edges: bool) -> list[Line]:
    """Return the lines of the wood, and of the edges of the table if they are shown."""
    lines = [block(table.left, table.right, table.near, table.far, "the edge", "wall")] if edges else []
    wood = table.wood
    return lines + ([Line([(wood.left, wood.up), (wood.right, wood.up)], "the wood", "wall")] if wood else [])


def _shown(piece: Piece, last: Told) -> Spot:
    """Return where a unit is drawn.

    A unit that has charged shares its enemy's place, so it is drawn a little short of it.
    """
    one = next((fight for fight in last.fights if fight.charger == piece.name), None)
    return gone(piece.place, one.along, -middle(1)) if one else piece.place


def entry(piece: Piece, last: Told) -> tuple[str, str]:
    """Return a unit's state as one entry of a card."""
    formation = piece.unit.formation
    stance = f"in {FORMATIONS[formation].lower()}" if formation else "no formation to choose"
    if piece.unit.arm == ARTILLERY:
        stance = "limbered" if piece.unit.limbered else "unlimbered"
    x, y = piece.place
    aside = f"{root_text(x * x)} S to the {'right' if x > 0 else 'left'}" if x else "in the middle"
    locked = [
        one.target if one.charger == piece.name else one.charger
        for one in last.fights
        if piece.name in (one.charger, one.target)
    ]
    state = [
        stance,
        counted(piece.unit.coloured, "coloured die", "coloured dice", "no"),
        f"{root_text(y * y)} S up the table, {aside}",
        *([f"locked with {' and '.join(locked)}"] if locked else []),
        *piece.marks,
    ]
    state += [word for word, is_so in (
        ("canister loaded", piece.loaded), ("its ranks broken", piece.unit.broken), ("petrified", piece.barred >= max(1, last.going)),
        ("routing", piece.routs),
    ) if is_so]  # fmt: skip
    return f"{piece.name}, {piece.unit.name.lower()}", ", ".join(state)
