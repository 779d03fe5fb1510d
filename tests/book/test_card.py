"""Tests of a ruleset's sheet: every table and every modifier is on it.

The exception is a chapter that the sheet names as not wanted in a game.
"""

import re

import pytest

from drillbook import AskError, library
from drillbook.book.folder import SHEET, book_folder, read_notebook, source
from drillbook.book.sheet_card import card, on_card
from drillbook.rules.model import Ruleset

_CARD = re.compile(r"<!--card (?P<short>\w+)/(?P<slug>[a-z-]+)(?: without (?P<without>[^>]*?))? -->")
_BESIDE = re.compile(r"\]\((?P<stem>\w+)\.ipynb\)")


def sheet_of(ruleset: Ruleset) -> str:
    """Return the whole text of a ruleset's sheet."""
    cells = read_notebook(book_folder() / ruleset.slug / f"{SHEET}.ipynb")["cells"]
    return "\n\n".join(map(source, cells))


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda ruleset: ruleset.short)
def test_every_table_and_modifier_is_on_the_sheet_or_not_wanted_in_a_game(ruleset: Ruleset) -> None:
    text = sheet_of(ruleset)
    cards = {found["slug"]: (found["without"] or "").split() for found in _CARD.finditer(text)}
    beside = {
        found["stem"].replace("_", "-")
        for found in _BESIDE.finditer(text.rpartition("### Not on this sheet")[2].partition("Forms")[0])
    }
    for chapter in ruleset.chapters:
        assert (chapter.slug in cards) != (chapter.slug in beside), f"{chapter.slug}: a card, or named as not wanted"
        tables, modifiers, _ = on_card(ruleset, chapter)
        left_out = cards.get(chapter.slug, [])
        assert not {"tables", "modifiers"} & set(left_out)
        for rule in (*tables, *modifiers) if chapter.slug in cards else ():
            assert rule.key in left_out or f"#{rule.id}" in text or rule.table, rule.id


def test_a_card_has_the_rows_of_its_tables_its_modifiers_and_its_essentials() -> None:
    for ruleset in library().all():
        for chapter in ruleset.chapters:
            tables, modifiers, rules = on_card(ruleset, chapter)
            made = card(library(), f"{ruleset.short}/{chapter.slug}")
            rows = sum(len(rule.table_rows or ruleset.table(rule.table or "").rows) for rule in tables)
            assert sum(line.startswith("|") for line in made.splitlines()) == rows + 2 * len(tables)
            assert sum(line.startswith("- ") for line in made.splitlines()) == len(modifiers) + len(rules)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("bn/nothing",), "has no chapter 'nothing'"),
        (("bn/shooting", "without"), "what is to be left out"),
        (("bn/shooting", "without", "shooting.nothing"), "has no 'shooting.nothing' to leave out"),
    ],
)
def test_a_card_that_cannot_be_made_gets_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(AskError, match=sentence):
        card(library(), *words)


def test_a_card_leaves_out_what_it_is_told_to() -> None:
    whole, without = card(library(), "bn/shooting"), card(library(), "bn/shooting", "without", "rules")
    assert "A model's" in whole
    assert "A model's" not in without
    assert "Light machine gun" in without
