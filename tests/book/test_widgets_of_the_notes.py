"""Each widget that the notes ask of these chapters: its notebook, its question's plate, and the pictures it shows."""

from pathlib import Path

import pytest

from drillbook import ask, decode
from drillbook.book.markers import markers
from drillbook.book.notebooks import book_folder, plate_addresses, read_notebook, source

# ruleset, chapter, widget of the notes, question, pictures (names of its exhibits' types)
WIDGETS = [
    ("breaking_news", "shooting", "14 Shot calculator", "bn/shot", {"Bars", "Stack"}),
    ("breaking_news", "shooting", "15 Single or burst?", "bn/single-or-burst", {"Curves"}),
    ("breaking_news", "shooting", "16 Weapon comparator", "bn/weapon-comparator", {"Grid"}),
    ("breaking_news", "shooting", "17 Burst splitter", "bn/burst-split", {"Bars"}),
    ("breaking_news", "shooting", "18 Magazine watch", "bn/magazine", {"Curves"}),
    ("breaking_news", "reaction", "21 Opportunity checker", "bn/opportunity-fire", {"Tabletop", "Decision"}),
    ("breaking_news", "reaction", "22 Covering-fire builder", "bn/covering-fire", {"Stack", "Bars"}),
    ("breaking_news", "reaction", "22 Covering table", "bn/covering-table", {"Grid"}),
    ("breaking_news", "reaction", "23 Run the gauntlet", "bn/gauntlet", {"Timeline"}),
    ("breaking_news", "basics", "1 Class card", "bn/class-card", {"Timeline", "Card", "Grid"}),
    ("breaking_news", "setup", "2 Mission picker", "bn/mission", {"Decision", "Grid"}),
    ("breaking_news", "setup", "3 Marker placer", "bn/marker-layout", {"Tabletop", "Decision"}),
    ("breaking_news", "setup", "4 Secret die", "bn/secret-die", {"Grid", "Bars", "Card"}),
    ("breaking_news", "setup", "5 Objective check", "bn/objective", {"Tabletop", "Decision"}),
    ("breaking_news", "army_extras", "37 Intelligence roll", "bn/intelligence", {"Grid", "Bars"}),
    ("breaking_news", "army_extras", "38 IED walk", "bn/ied", {"Tabletop", "Bars"}),
    ("breaking_news", "blast", "19 Scatter table-top", "bn/scatter", {"Tabletop", "Bars", "Grid", "Curves"}),
    ("breaking_news", "blast", "19 Burst", "bn/burst", {"Tabletop", "Bars"}),
    ("breaking_news", "blast", "19 Light mortar", "bn/light-mortar", {"Tabletop", "Grid"}),
    ("breaking_news", "blast", "20 Smoke planner", "bn/smoke", {"Tabletop", "Bars", "Timeline"}),
    ("breaking_news", "victory", "34 Defeat ledger", "bn/defeat-ledger", {"Card", "Stack", "Grid", "Bars"}),
    ("breaking_news", "victory", "34 How much more", "bn/defeat-margin", {"Grid"}),
    ("breaking_news", "victory", "34 When it ends", "bn/game-end", {"Decision"}),
    ("breaking_news", "army_points", "36 Force builder", "bn/force", {"Card", "Stack", "Decision"}),
    ("breaking_news", "army_points", "36 Prices", "bn/man-price", {"Grid", "Stack"}),
    ("breaking_news", "casualties", "26 Hit-save-suppress", "bn/hit-chain", {"Track", "Bars", "Curves"}),
    ("breaking_news", "casualties", "26 Saving Throw", "bn/saving-throw", {"Timeline", "Curves", "Grid"}),
    ("breaking_news", "casualties", "27 Wounded clock", "bn/wounded", {"Timeline", "Bars"}),
    ("breaking_news", "casualties", "28 Suppression recovery", "bn/suppression-recovery", {"Track", "Grid"}),
    ("breaking_news", "vehicles", "29 Vehicle hit", "bn/vehicle-hit", {"Timeline", "Bars", "Grid"}),
    ("breaking_news", "vehicles", "29 Men inside", "bn/occupants", {"Bars"}),
    ("breaking_news", "sighting", "12 Sighting desk", "bn/sighting-roll", {"Grid", "Stack", "Curves"}),
    ("breaking_news", "sighting", "13 Free-move meter", "bn/free-moves", {"Bars", "Curves"}),
    ("breaking_news", "movement", "8 Action chooser", "bn/action", {"Decision", "Timeline"}),
    ("breaking_news", "movement", "8 Fire after a move", "bn/fire-after-move", {"Grid"}),
    ("breaking_news", "movement", "9 Wall runner", "bn/wall-run", {"Timeline", "Tabletop"}),
    ("breaking_news", "movement", "9 Crossing", "bn/crossing", {"Grid"}),
    ("breaking_news", "movement", "11 Group builder", "bn/group-action", {"Tabletop", "Decision"}),
    ("breaking_news", "movement", "Squad action planner", "bn/squad-plan", {"Decision", "Grid"}),
    ("breaking_news", "support", "24 Support call", "bn/support-call", {"Timeline", "Curves", "Bars"}),
    ("breaking_news", "support", "24 Support strike", "bn/support-strike", {"Tabletop", "Bars"}),
    ("breaking_news", "support", "24 Mortar duel", "bn/mortar-duel", {"Track"}),
    ("breaking_news", "support", "25 Friendly-fire corridor", "bn/friendly-fire", {"Tabletop", "Bars"}),
    ("breaking_news", "movement", "6 Initiative odds", "bn/initiative", {"Bars", "Curves"}),
    ("breaking_news", "movement", "7 Initiative track", "bn/initiative-track", {"Track", "Curves", "Bars"}),
    ("breaking_news", "movement", "10 Vehicle move", "bn/vehicle-move", {"Bars", "Tabletop"}),
    ("breaking_news", "army_media", "35 Negotiation gamble", "bn/negotiation", {"Curves", "Bars"}),
    ("breaking_news", "close_combat", "30 Melee matrix", "bn/melee", {"Grid", "Bars"}),
    ("breaking_news", "close_combat", "30 Melee to the end", "bn/melee-end", {"Track"}),
    ("breaking_news", "close_combat", "31 Storm a building", "bn/storm", {"Bars", "Track"}),
    ("breaking_news", "close_combat", "31 Hits of a round", "bn/storm-dice", {"Bars"}),
    ("breaking_news", "morale", "32 Morale meter", "bn/morale-test", {"Curves", "Grid"}),
    ("breaking_news", "morale", "32 Half strength", "bn/half-strength", {"Decision"}),
    ("breaking_news", "morale", "33 Morale track", "bn/morale-track", {"Track", "Bars"}),
    ("breaking_of_nations", "glory", "14 Glory track", "bon/glory-track", {"Track"}),
    ("breaking_of_nations", "glory", "15 Turns to panic", "bon/turns-to-panic", {"Curves"}),
    ("breaking_of_nations", "glory", "16 Panic roller", "bon/panic-roll", {"Bars"}),
    ("breaking_of_nations", "glory", "17 Recovery clock", "bon/recovery", {"Curves"}),
    ("breaking_of_nations", "artillery", "23 Gun card", "bon/gun-card", {"Card"}),
    ("breaking_of_nations", "artillery", "24 Direct fire", "bon/direct-fire", {"Bars"}),
    ("breaking_of_nations", "artillery", "25 Deviation map", "bon/deviation", {"Tabletop"}),
    ("breaking_of_nations", "artillery", "26 Crew clock", "bon/crew-clock", {"Tabletop"}),
    ("breaking_of_nations", "artillery", "27 Bombardment grid", "bon/bombardment", {"Grid"}),
    ("breaking_of_nations", "artillery", "28 MG burst", "bon/machine-gun", {"Bars"}),
    ("breaking_of_nations", "artillery", "29 MG ammunition", "bon/machine-gun-ammunition", {"Bars"}),
    ("breaking_of_nations", "buildings", "34 Building sheet", "bon/building", {"Track"}),
    ("breaking_of_nations", "buildings", "35 Door and window", "bon/door", {"Decision"}),
    ("breaking_of_nations", "buildings", "36 45 degree window", "bon/sight-angle", {"Tabletop"}),
]


@pytest.mark.parametrize(
    ("folder", "chapter", "widget", "question", "pictures"), WIDGETS, ids=[f"{row[3]}: {row[2]}" for row in WIDGETS]
)
def test_a_widget_of_the_notes_is_in_its_chapter(
    folder: str, chapter: str, widget: str, question: str, pictures: set[str]
) -> None:
    path: Path = book_folder() / folder / f"{chapter}.ipynb"
    cells = read_notebook(path)["cells"]
    shown = [one for cell in cells if cell["cell_type"] == "code" for one in plate_addresses(source(cell))]
    assert question in [address.partition("?")[0] for address in shown], f"{widget} has no plate in {path.name}"
    told = [source(cell) for cell in cells if cell["cell_type"] == "markdown"]
    shown += [
        one.words[0] for text in told for one in markers(text) if one.kind == "steps"
    ]  # lines that fill the plate
    own = [address for address in shown if address.partition("?")[0] == question]
    drawn = {type(exhibit).__name__ for address in own for exhibit in ask(decode(address)).outcome.exhibits}
    assert pictures <= drawn, f"{widget} shows {drawn}"
