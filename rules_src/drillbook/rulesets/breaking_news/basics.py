"""The troop classes of section 3.0: what the eight figures of a class say about a soldier."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.exhibits import Card, Event, Exhibit, Grid, Timeline
from drillbook.kinds import Choice
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.wording import fill

IRREGULAR_BEST, LISTED = "irr1", "veteran-militia"
NAMES = {
    "mercenary": "Mercenary",
    "commando": "Terrorist commando",
    "hardened-militia": "Hardened militia",
    LISTED: "Veteran militia",
}
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


@dataclass(frozen=True, slots=True)
class Soldier:
    """The class, its type and rank within it, its figures, and the chances to save a hit and to recover without a leader."""

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


@question(
    "breaking_news",
    "class-card",
    examples=["bn/class-card?troops=r2", "bn/class-card?troops=irr1&called=veteran-militia"],
)
def class_card(
    r: Reader,
    /,
    *,
    troops: Annotated[str, Choice(table="classes", default="r2", label="Troops")],
    called: Annotated[
        str,
        Choice(
            NAMES,
            default="mercenary",
            label="Called",
            help="The best Irregulars have several names; the last stands in the price list only.",
            when={"troops": ("irr1",)},
            why_not="Only the best class of Irregulars has several names.",
        ),
    ],
) -> Breakdown[Soldier] | Refusal:
    """What is this soldier good for?"""
    w = Working(r)
    w.note("every soldier belongs to one of the types and, in it, to a class", "basics.two-types")
    name = NAMES[called] if troops == IRREGULAR_BEST else r.ruleset.table("classes").row(troops).name
    if troops == IRREGULAR_BEST and called == LISTED and r.reading("class-names") == "B":
        reason = f"{name} stands in the price list alone: no row of the table gives its figures."
        return w.refuse(reason, "basics.irregular-classes")
    regulars = r.rule("basics.table-regulars").table_rows or ()
    irregulars = r.rule("basics.table-irregulars").table_rows or ()
    regular = troops in regulars
    peers = regulars if regular else irregulars
    rank = peers.index(troops) + 1
    place = f"{'Regular' if regular else 'Irregular'}, rank {rank} of {len(peers)}, best first"
    w.note(place, "basics.regular-classes" if regular else "basics.irregular-classes")
    figures = {column: _figure(r, troops, column) for column in COLUMNS}
    words = _words(r, figures)
    for column, rule in COLUMNS.items():
        w.then(words[column][1], Cited(figures[column], r.cite(rule)))
    initiative, morale = _first_figure(r, figures["initiative"])
    die = r.dice("basics.dice")
    saves, recovers = die.at_least(figures["save"]), die.at_most(figures["suppression"])
    w.then("chance to save one hit", Cited(saves, r.cite("basics.col-save")))
    w.then("chance to shake off suppression with no leader near", Cited(recovers, r.cite("basics.col-suppression")))
    own = {**figures, "initiative": initiative, "morale_dice": morale}
    answer = Soldier(name, regular, rank, **own, saves=saves, recovers=recovers)
    first = "initiative and morale" if initiative == morale else f"initiative {initiative}, morale"
    last = f"saves on {answer.save}+, recovers on {answer.suppression} or less, {answer.points} points"
    headline = f"{name}: {first} {morale}, {last}"
    pictures = [_bars(r, name, figures), _card(name, figures, words), _all_classes(r, troops, words)]
    return w.answer(answer, headline=headline, exhibits=pictures)


def _figure(r: Reader, troops: str, column: str) -> int:
    """One figure of a class; a class without a modifier for its fire changes nothing."""
    if not r.has_cell("classes", troops, column):
        r.cite(COLUMNS[column])
        return 0
    found = r.cell("classes", troops, column).amount
    assert isinstance(found, int)
    return found


def _first_figure(r: Reader, figure: int) -> tuple[int, int]:
    """What the first figure, which has two names over it, is worth for initiative and for morale."""
    reading = r.reading("initiative-morale-column")
    return 0 if reading == "B" else figure, 0 if reading == "C" else figure


def _faces(r: Reader, figures: dict[str, int]) -> int:
    """How many faces of the die save him."""
    return sum(face >= figures["save"] for face in r.dice("basics.dice"))


def _words(r: Reader, figures: dict[str, int]) -> dict[str, tuple[str, str]]:
    """For each column its heading and what the figure means in play."""
    spotting, fire = (
        fill("{value:signed} on", {"value": figures[column]}) if figures[column] else "no change to"
        for column in ("spotting", "fire")
    )
    initiative, morale = _first_figure(r, figures["initiative"])
    first = "added to the initiative roll, and dice of a morale test"
    if initiative != morale:
        first = "dice of a morale test only" if morale else "added to the initiative roll only"
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


def _bars(r: Reader, name: str, figures: dict[str, int]) -> Exhibit:
    """His figures as bars, the save as the faces that save, and behind each how far the best class goes."""
    shown = _drawn(r, figures)
    others = [_drawn(r, {column: _figure(r, row.key, column) for column in COLUMNS}) for row in r.rows("classes")]
    heads = {column: heading for column, (heading, _) in _words(r, figures).items()}
    heads |= {"morale_dice": "Morale dice", "save": "Saving faces"}
    events = []
    for column, value in shown.items():
        signed = column in ("spotting", "fire")
        label = fill("{value:signed}", {"value": value}) if signed else str(value)
        kind = "danger" if signed and value > 0 else "act"
        events.append(Event(heads[column], min(0, value), max(0, value), label, kind))
        best = max(other[column] for other in others)
        if best > value and not signed:
            events.append(Event(heads[column], value, best, str(best), "wait"))
    caption = f"The figures of {name}; pale, as far as the best class goes"
    return Timeline(caption, "figure, or faces of the die", events, name="bars")


def _drawn(r: Reader, figures: dict[str, int]) -> dict[str, int]:
    """The figures of a class as the bars show them."""
    initiative, morale = _first_figure(r, figures["initiative"])
    rest = {column: value for column, value in figures.items() if column not in ("initiative", "points")}
    return {"initiative": initiative, "morale_dice": morale, **rest, "save": _faces(r, figures)}


def _card(name: str, figures: dict[str, int], words: dict[str, tuple[str, str]]) -> Exhibit:
    """What each figure is and what it means."""
    entries = []
    for column, (heading, meaning) in words.items():
        plain = column in ("spotting", "fire")
        entries.append(
            (heading, meaning if plain else f"{figures[column]}{'+' if column == 'save' else ''}: {meaning}")
        )
    return Card(name, entries, name="card")


def _all_classes(r: Reader, troops: str, words: dict[str, tuple[str, str]]) -> Exhibit:
    """Every class beside the one asked for, a column each."""
    rows = r.rows("classes")
    columns = [column for column in COLUMNS if column != "points"]
    cells = [[_figure(r, row.key, column) for row in rows] for column in columns]
    here = (0, [row.key for row in rows].index(troops))
    heads = [str(row.cells["code"]) for row in rows]
    names = [words[column][0] for column in columns]
    return Grid(
        "All classes side by side", "Figure", "Class", names, heads, cells, chance=False, here=here, name="classes"
    )
