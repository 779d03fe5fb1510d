"""Pieces of the book for a discussion: rules, rows, rulings and house rules in every form."""

from __future__ import annotations

import pytest

from drillbook import ask, library
from drillbook.asking.uses.ruling_weight import examples
from drillbook.formats import piece
from drillbook.formats.discord import LONGEST, discord
from drillbook.formats.markdown import markdown
from drillbook.formats.piece import Piece
from drillbook.formats.sheet import edition
from drillbook.formats.text import text

SITE = "https://example.org"
BN = library().find("bn")


def pieces() -> list[Piece]:
    ruling = BN.ruling("range-bands")
    return [
        piece.of_rule(BN, BN.rule("reaction.cover-cap")),
        piece.of_table(BN, BN.rule("shooting.table")),
        piece.of_row(BN, BN.rule("shooting.table"), 1),
        piece.of_ruling(BN, ruling, examples(ruling, BN)),
        piece.of_house(BN, {"range-bands": "B", "within-5cm": "B"}),
    ]


@pytest.mark.parametrize("one", pieces(), ids=lambda one: one.title[:20])
def test_every_form_has_the_words_the_credit_and_the_link(one: Piece) -> None:
    told = piece.piece_forms(one, SITE)
    for form in ("text", "markdown", "bbcode"):
        plain = told[form].replace("\\", "").replace("\u200b", "")
        assert one.title in plain
        assert BN.document.edition in plain
        assert told["link"] in told[form]
        assert all(line.words in plain for line in one.lines)
    assert told["link"].startswith(f"{SITE}/bn/")
    assert told["bbcode"].count("[list]") == told["bbcode"].count("[/list]")


def test_a_ruling_links_what_each_reading_gives() -> None:
    told = piece.piece_forms(pieces()[3], SITE)
    for letter in BN.ruling("range-bands").readings:
        assert f"ruling.range-bands={letter}]" in told["bbcode"]
        assert f"ruling.range-bands={letter})" in told["markdown"]
        assert f"  {letter}  " in told["text"]


def test_house_rules_are_spelt_out_in_their_text() -> None:
    told = piece.piece_forms(pieces()[4], SITE)["text"]
    assert told.endswith(f"{SITE}/bn/rulings?ruling.range-bands=B&ruling.within-5cm=B&edition=1.5.1")
    assert "B: The nearest column." in told


def test_a_row_has_its_cells_under_their_heads() -> None:
    row = pieces()[2]
    assert row.title == "Assault rifle, single shot"
    assert ("50 cm", "4+") in [(line.mark, line.words) for line in row.lines]


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda one: one.short)
def test_an_edition_can_stand_in_a_link(ruleset: object) -> None:
    found = edition(ruleset)  # type: ignore[arg-type]
    assert found
    assert found.replace(".", "").isalnum()


def test_a_message_for_discord_fits() -> None:
    short, long = ask("bn/shot?weapon=ar&distance=30"), ask("bn/force")
    assert discord(short, SITE) == markdown(short, SITE)
    longest = max(
        (ask(spec) for spec in ("bn/covering-fire?ar=4&lmg=2&distance=32", "bn/force")),
        key=lambda one: len(markdown(one, SITE)),
    )
    for found in (long, longest):
        told = discord(found, SITE)
        assert len(told) <= LONGEST
        assert found.headline in told.replace("\\", "")


def test_an_answer_names_the_readings_that_it_stands_on() -> None:
    dodging = "bn/shot?weapon=ar&distance=30&dodge=yes"  # it stands on another ruling as well
    for address, stands in ((dodging, True), (f"{dodging}&ruling.range-bands=B", False)):
        (line,) = [one for one in text(ask(address)).splitlines() if one.startswith("By the book's own readings: ")]
        assert ("range bands A" in line) == stands
