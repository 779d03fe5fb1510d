"""Tests of what site and edition say by house rules beside a sentence of the book.

They also cover what the two say of a reading that is settled.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from site_shelf import shelf

import drillbook_widgets
from drillbook import ask, library
from drillbook.asking.answers.ask import Answer
from drillbook.search import finder
from drillbook_widgets.edition.dynamic_pages import house_rules
from drillbook_widgets.edition.worker_replies import house_json
from drillbook_widgets.pages.content.house_rules import honoured
from drillbook_widgets.pages.content.search import hits_told
from drillbook_widgets.pages.content.share import house_told
from drillbook_widgets.pages.content.shared_house_rules import brought
from drillbook_widgets.pages.content.static_answer import still_of
from drillbook_widgets.pages.glossary import glossary_entries as words
from drillbook_widgets.pages.glossary import hover_texts
from drillbook_widgets.pages.rulings import ruling_entries
from drillbook_widgets.plate.house_rules import ChosenReadings, settle_house_rules
from drillbook_widgets.plate.house_rules import house_rules_topic as choice_told
from drillbook_widgets.plate.page_session import Visit, here, turn
from drillbook_widgets.plate.permalink import fill_from_link

CHARGE = "May cavalry charge for a doubled speed?"
SETTLED = "ruling.high-gear-stack=B"
TEST = "fb/glory-test?grade=regular&events=charged,flank"
SENTENCE = re.compile(r"^“A gallop into a flank: do both causes count\?” is settled as reading A, not B: \S")
SCRIPTS = Path(drillbook_widgets.__file__).parent


@pytest.fixture
def visit() -> Iterator[Visit]:
    """Yield a visit of the test's own, as a page has it."""
    with turn(Visit()) as none:
        assert none is None
        yield here()


def test_a_chapter_is_told_what_is_answered_otherwise_at_the_table() -> None:
    found, readings = house_told("bon", "cavalry", "ruling.mount-charge=B")
    assert readings == (("mount-charge", "B"),)
    [(question, said, ruling)] = found["asked"]
    assert (question, ruling) == (CHARGE, "bon.ruling.mount-charge")
    assert said == "By your house rule: Yes: its gait is multiplied by two, and it may not turn on the way."
    [(_, said, ruling)] = house_told("bon", "cavalry", "ruling.gait-change=C")[0]["asked"]
    assert ruling == "bon.ruling.gait-change"
    assert said.startswith("By your house rule: No: it goes up or down a step a turn")
    assert house_told("bon", "cavalry", "ruling.dice-order=B")[0]["asked"] == []
    assert house_told("bon", "glory", "ruling.mount-charge=B")[0]["asked"] == []
    [(_, said, ruling)] = house_told("fb", "cavalry", "ruling.mount-charge=B")[0]["asked"]
    assert ruling == "fb.ruling.mount-charge"


def test_an_edition_tells_the_same() -> None:
    status, text = house_json("ruling.mount-charge=B", "bon", "cavalry")
    found = json.loads(text)
    assert status == 200
    assert found["asked"] == [list(one) for one in house_told("bon", "cavalry", "ruling.mount-charge=B")[0]["asked"]]
    assert set(found) == {"rulings", "asked", "settled", "answers"}


def test_every_question_that_is_told_stands_in_its_chapters_text() -> None:
    """The script finds the line by the question's words."""
    for ruleset in library().all():
        for chapter in ruleset.chapters:
            notebook = shelf().chapters[f"{ruleset.short}/{chapter.slug}"].notebook
            text = "".join("".join(cell["source"]) for cell in json.loads(notebook.read_text("utf-8"))["cells"])
            for asked in ruleset.short_of(chapter).asked:
                assert not asked.rulings or f"*{asked.question}*" in text, (ruleset.short, asked.question)


def test_a_hit_names_the_rulings_that_its_text_hangs_on() -> None:
    hits = finder("bon").search("cavalry charge doubled speed", "bon")
    found = {hit["title"]: hit["rulings"] for hit in hits_told(hits)}
    assert found[CHARGE] == "mount-charge"
    assert found["Does a charge double a mount's speed?"] == "mount-charge"


def test_words_and_titles_name_their_rulings(monkeypatch: pytest.MonkeyPatch) -> None:
    for ruleset in library().all():
        kept = hover_texts(ruleset.short, frozenset())["words"]
        for word in words(ruleset, shelf()):
            assert kept[word.anchor][4] == " ".join(word.rulings)
            assert all(ruleset.ruling(name).free for name in word.rulings)


def test_a_settled_reading_is_told_by_a_still_plate_a_live_one_and_the_tools() -> None:
    still = still_of(f"{TEST}&{SETTLED}")
    assert still.headline == ask(TEST).headline
    assert not still.complaint
    [sentence] = still.overruled
    assert SENTENCE.match(sentence)
    fb = library().find("fb")
    found = ask(TEST)
    filled = fill_from_link(found.spec, fb, f"{TEST}&{SETTLED}")
    assert (filled.readings, filled.complaints) == ({}, (sentence,))
    assert honoured(TEST, SETTLED, True)["settled"] == [sentence]
    assert honoured(TEST, "", True)["settled"] == []
    assert honoured("fb/initiative", SETTLED, True)["settled"] == []
    assert house_told("fb", "glory", SETTLED)[0]["settled"] == [sentence]


def test_a_house_rule_that_is_settled_is_told_by_the_plates_that_it_is_about(visit: Visit) -> None:
    fb, found = library().find("fb"), ask(TEST)
    other: Answer = ask("fb/initiative")
    settle_house_rules(fb, {"high-gear-stack": "B", "mount-charge": "B", "gone": "B", "odd": 3})
    assert (visit.house, list(visit.overruled["fb"])) == ({"fb": {"mount-charge": "B"}}, ["high-gear-stack"])
    choice = ChosenReadings(fb)
    [sentence] = choice_told(choice, found)["settled"]
    assert SENTENCE.match(sentence)
    assert choice_told(choice, other)["settled"] == []
    choice = ChosenReadings(fb, by_link=True)
    assert choice_told(choice, found)["settled"] == []


def test_the_page_of_rulings_shows_what_is_settled_and_what_a_link_asks_of_it() -> None:
    fb = library().find("fb")
    [entry] = [one for one in ruling_entries("fb", "glory") if one.name == "high-gear-stack"]
    assert entry.settled
    assert not entry.free
    assert SENTENCE.match(json.loads(entry.overruled)["B"])
    assert set(json.loads(entry.overruled)) == {one.letter for one in entry.readings if not one.ours}
    [free] = [one for one in ruling_entries("fb", "cavalry") if one.name == "mount-charge"]
    assert (free.settled, free.overruled, free.retired) == (False, "", ())
    link = brought(fb, f"{SETTLED}&ruling.mount-charge=B&x=1")
    assert [one.name for one in link.theirs] == ["mount-charge"]
    assert SENTENCE.match(link.settled[0])
    assert link.complaint == "This page takes readings such as ruling.NAME=B; it has no 'x'."
    page = house_rules("fb", SETTLED)
    assert page is not None
    assert "is settled as reading A, not B" in page
    assert "could be read" not in page


def test_the_scripts_show_what_they_are_told() -> None:
    """Names that the site tells occur in the scripts that draw them."""
    pages = SCRIPTS / "pages/static"
    for script, names in (
        (SCRIPTS / "plate/static/house_rules.js", ("settled",)),
        (
            pages / "shared/house_rules.js",
            ("told.asked", "told.settled", "data-rulings", ".short-asked", ".short-rules"),
        ),
        (pages / "table/table.js", ("settled",)),
        (pages / "reference/rulings.js", ("dataset.overruled", ".yours-settled")),
        (pages / "search/suggestions.js", ("hit.rulings",)),
        (pages / "shared/tooltips.js", ("rulings",)),
    ):
        text = script.read_text("utf-8")
        assert all(name in text for name in names), script.name
