"""The troop classes of section 3.0: what the eight figures of a class say about a soldier."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Reader, Working, question
from drillbook.asking.exhibits import Card, Event, Exhibit, Grid, Timeline
from drillbook.maths.number_words import signed

IRREGULAR_BEST, LISTED = "irr1", "veteran-militia"
NAMES = {
    "mercenary": "Mercenary",
    "commando": "Terrorist commando",
    "hardened-militia": "Hardened militia",
    LISTED: "Veteran militia",
}
SIGNED = ("spotting", "fire")
# the columns in the order of the table, with the rule that says what each is for
COLUMNS = {
    "initiative": "basics.col-initiative-morale",
    "spotting": "basics.col-spotting",
    "fire": "basics.col-fire",
    "covering": "basics.col-covering",
    "melee": "basics.col-melee",
    "save": "basics.col-save",
    "suppression": "basics.col-suppression",
    "points": "basics.col-points",
}

#: For each column its heading and what the figure means.
Words = dict[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Soldier:
    """The answer on a class: its type and rank, its figures, and two chances.

    rank is the place within its type, best first. saves is the chance to save one hit, recovers the chance to recover
    from suppression without a leader.
    """

    name: str
    regular: bool
    rank: int
    initiative: int
    morale_dice: int
    spotting: int
    fire: int
    covering: int
    melee: int
    save: int
    suppression: int
    points: int
    saves: Fraction
    recovers: Fraction


@question("bn/class-card?troops=r2", "bn/class-card?troops=irr1&called=veteran-militia")
def class_card(
    r: Reader,
    *,
    troops: Annotated[str, Choice(table="classes", default="r2", label="Troops")],
    called: Annotated[
        str,
        Choice(
            NAMES,
            label="Called",
            help="The best Irregulars have several names; the last stands in the price list only.",
            when={"troops": ("irr1",)},
            why_not="Only the best class of Irregulars has several names.",
        ),
    ],
) -> Breakdown[Soldier]:
    """What is this soldier good for?"""
    w = Working(r)
    w.note("every soldier belongs to one of the types and, in it, to a class", "basics.two-types")
    name = NAMES[called] if troops == IRREGULAR_BEST else r.ruleset.table("classes").row(troops).name
    if troops == IRREGULAR_BEST and called == LISTED and r.holds("class-names", "two-classes"):
        reason = f"{name} stands in the price list alone: no row of the table gives its figures."
        w.refuse(reason, "basics.irregular-classes")
    regulars, irregulars = (r.rule(f"basics.table-{kind}").table_rows or () for kind in ("regulars", "irregulars"))
    regular = troops in regulars
    kind, peers = ("Regular", regulars) if regular else ("Irregular", irregulars)
    rank = peers.index(troops) + 1
    w.note(f"{kind}, rank {rank} of {len(peers)}, best first", f"basics.{kind.lower()}-classes")
    figures = _figures(r, troops)
    words = _words(r, figures)
    for column, rule in COLUMNS.items():
        w.then(words[column][1], figures[column], rule)
    die = r.dice("basics.dice")
    saves, recovers = die.at_least(figures["save"]), die.at_most(figures["suppression"])
    w.then("chance to save one hit", saves, COLUMNS["save"])
    w.then("chance to shake off suppression with no leader near", recovers, COLUMNS["suppression"])
    initiative, morale = _first_figure(r, figures)
    figures_by_name = {**figures, "initiative": initiative, "morale_dice": morale}
    answer = Soldier(name, regular, rank, **figures_by_name, saves=saves, recovers=recovers)
    first = "initiative and morale" if initiative == morale else f"initiative {initiative}, morale"
    last = f"saves on {answer.save}+, recovers on {answer.suppression} or less, {answer.points} points"
    return w.answer(
        answer,
        headline=f"{name}: {first} {morale}, {last}",
        exhibits=[_bars(r, name, figures, words), _card(name, figures, words), _all_classes(r, troops, words)],
    )


def _figures(r: Reader, troops: str) -> dict[str, int]:
    """Return the figures of a class as they are printed.

    The function cites the rules of all columns. A figure that the class does not have, such as a modifier for its fire,
    counts as 0.
    """
    for rule in COLUMNS.values():
        r.cite(rule)
    return {
        column: r.cell("classes", troops, column).whole if r.has_cell("classes", troops, column) else 0
        for column in COLUMNS
    }


def _first_figure(r: Reader, figures: Mapping[str, int]) -> tuple[int, int]:
    """Return what the first figure is worth for initiative and for morale.

    The column of this figure has both names as its heading; by one reading it is for morale only.
    """
    figure = figures["initiative"]
    return 0 if r.holds("initiative-morale-column", "morale-only") else figure, figure


def _faces(r: Reader, figures: Mapping[str, int]) -> int:
    """How many faces of the die save him."""
    return sum(face >= figures["save"] for face in r.dice("basics.dice"))


def _words(r: Reader, figures: Mapping[str, int]) -> Words:
    """For each column its heading and what the figure means in play."""
    spotting, fire = (f"{signed(figures[one])} on" if figures[one] else "no change to" for one in SIGNED)
    initiative, morale = _first_figure(r, figures)
    first = "added to the initiative roll, and dice of a morale test"
    if initiative != morale:
        first = "dice of a morale test only"
    return {
        "initiative": ("Initiative", first),
        "spotting": ("Spotting", f"{spotting} the number he needs to see hidden troops"),
        "fire": ("Aimed fire", f"{fire} the number he needs to hit"),
        "covering": ("Covering fire", "added once by a group that lays covering fire"),
        "melee": ("Melee", "added to the die in a fight, and dice in a storming"),
        "save": ("Save", f"lowest roll that saves him: {_faces(r, figures)} faces of the die"),
        "suppression": ("Suppression", "highest roll that frees him, before leadership"),
        "points": ("Points", "price of a man"),
    }


def _bars(r: Reader, name: str, figures: Mapping[str, int], words: Words) -> Exhibit:
    """Return the bars of the class's figures, each with the best class's figure behind it.

    The save is drawn as the number of faces that save. The signed figures have no best class behind them.
    """
    others = [_drawn(r, _figures(r, row.key)) for row in r.rows("classes")]
    heads = {column: heading for column, (heading, _) in words.items()}
    heads |= {"morale_dice": "Morale dice", "save": "Saving faces"}
    events = []
    for column, value in _drawn(r, figures).items():
        label = signed(value) if column in SIGNED else str(value)
        kind = "danger" if column in SIGNED and value > 0 else "act"
        events.append(Event(heads[column], min(0, value), max(0, value), label, kind))
        best = max(other[column] for other in others)
        if best > value and column not in SIGNED:
            events.append(Event(heads[column], value, best, str(best), "wait"))
    caption = f"The figures of {name}; pale, as far as the best class goes"
    return Timeline(caption, "figure, or faces of the die", events, name="bars")


def _drawn(r: Reader, figures: Mapping[str, int]) -> dict[str, int]:
    """Return the figures of a class as the bars show them: without points, the save as faces."""
    initiative, morale = _first_figure(r, figures)
    rest = {column: value for column, value in figures.items() if column not in ("initiative", "points")}
    return {"initiative": initiative, "morale_dice": morale, **rest, "save": _faces(r, figures)}


def _card(name: str, figures: Mapping[str, int], words: Words) -> Exhibit:
    """Return the card that shows each figure and what it means."""
    shown = {column: f"{figures[column]}{'+' if column == 'save' else ''}: " for column in COLUMNS}
    shown |= dict.fromkeys(SIGNED, "")
    return Card(name, [(heading, shown[column] + meaning) for column, (heading, meaning) in words.items()], name="card")


def _all_classes(r: Reader, troops: str, words: Words) -> Exhibit:
    """Return the grid of all classes, one column each, with the class asked for marked."""
    rows = r.rows("classes")
    classes = [_figures(r, row.key) for row in rows]
    columns = [column for column in COLUMNS if column != "points"]
    return Grid(
        "All classes side by side",
        "Figure",
        "Class",
        [words[column][0] for column in columns],
        [str(row.cells["code"]) for row in rows],
        [[one[column] for one in classes] for column in columns],
        chance=False,
        here=(0, [row.key for row in rows].index(troops)),
        name="classes",
        by_column={"troops": [row.key for row in rows]},
    )
