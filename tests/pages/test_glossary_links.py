"""A word of the game is marked where a section uses it first, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from drillbook import Library
from drillbook_widgets.pages.content.glossary_links import GlossaryMarker

TOYS = Path(__file__).parents[1] / "toy" / "rulesets"
MARKED = '<a class="term" href="/toy/glossary#pelt">'


@pytest.fixture
def marker() -> GlossaryMarker:
    return GlossaryMarker(Library(TOYS, package="toy.rulesets").find("toy"))


def test_the_first_use_in_each_section_is_marked(marker: GlossaryMarker) -> None:
    made = marker.mark("<p>Pelt, pelt and pelted.</p><h2>More</h2><p>They pelted.</p>")
    assert made == f"<p>{MARKED}Pelt</a>, pelt and pelted.</p><h2>More</h2><p>They {MARKED}pelted</a>.</p>"


def test_a_section_goes_on_from_cell_to_cell(marker: GlossaryMarker) -> None:
    assert "term" in marker.mark("<p>pelt</p>")
    assert "term" not in marker.mark("<p>pelt</p>")


@pytest.mark.parametrize(
    "text",
    [
        "<h3>Pelt</h3>",
        '<p><a href="/x">to <em>pelt</em></a></p>',
        "<p><code>pelt</code></p>",
        "<table><tr><th>pelt</th></tr></table>",
        "<summary><b>Who may pelt?</b></summary>",
        "<p>pelts, spelt, pelt-like</p>",
        '<p title="pelt">x</p>',
        '<div class="short-tables"><div><table><tr><td>pelt</td></tr></table></div></div>',
    ],
)
def test_headings_links_code_and_other_words_are_left_alone(marker: GlossaryMarker, text: str) -> None:
    assert marker.mark(text) == text


def test_what_is_folded_away_does_not_count_as_seen(marker: GlossaryMarker) -> None:
    made = marker.mark("<details><summary>x</summary><p>pelt pelt</p></details><p>pelt</p>")
    assert made.count(MARKED) == 2
    assert made.endswith(f"<p>{MARKED}pelt</a></p>")


def test_after_the_tables_of_in_short_words_are_marked_again(marker: GlossaryMarker) -> None:
    made = marker.mark('<div class="short-tables"><div>pelt</div></div><p>pelt</p>')
    assert made.count(MARKED) == 1
    assert made.endswith(f"<p>{MARKED}pelt</a></p>")
