"""Tests of a layer's own chapter: begun, checked, linked, and written from markers.

A marker may name either id. The chapter has the list of what differs.
"""

from pathlib import Path

import pytest

from drillbook import Library, ask
from drillbook.asking.questions.registry import chapter_of, questions
from drillbook.book.folder import read_notebook, source
from drillbook.book.markers import filled_markers
from drillbook.book.notebooks import check, new, write_notebooks
from drillbook.errors import AskError
from drillbook.formats.json import question_json, ruling
from drillbook.formats.sheet import page, sheet

ROOT = Path(__file__).parents[1] / "toy" / "rulesets"


@pytest.fixture
def toys() -> Library:
    return Library(ROOT, package="toy.rulesets")


def test_an_inherited_question_lives_in_the_layers_chapter(toys: Library) -> None:
    layer = toys.find("layer")
    homes = {name: chapter_of(layer, spec) for name, spec in questions(layer, toys).items()}
    assert {home.slug if home else "" for home in homes.values()} == {"hurling"}
    assert question_json(questions(layer, toys)["sling"], layer)["address"] == "layer/sling"


def test_links_lead_to_the_layers_page(toys: Library) -> None:
    layer, parent = toys.find("layer"), toys.find("toy")
    assert page(layer, layer.rule("hurling.bag")) == "/layer/hurling#layer.hurling.bag"
    assert page(layer, layer.rule("throwing.die")) == "/layer/hurling#toy.throwing.die"
    assert page(parent, parent.rule("throwing.die")) == "/toy/throwing#toy.throwing.die"
    lines = sheet(ask("layer/stone?weather=yes", lib=toys)).lines
    assert {line.page for line in lines} == {"/layer/hurling#toy.throwing.table", "/layer/hurling#layer.throwing.gale"}


def test_a_marker_names_either_id(toys: Library) -> None:
    layer = toys.find("layer")
    for identity in ("toy.slinging.pouch", "layer.slinging.pouch", "layer.hurling.bag"):
        told = filled_markers(f"So <!--rule {identity}--><!--/rule-->", toys, layer)
        assert told == (
            'So <a id="layer.hurling.bag"></a><!--rule layer.hurling.bag -->A pouch holds four stones of 50 gram.<!--/rule-->'
        )
        assert filled_markers(told, toys, layer) == told
    quoted = filled_markers("<!--value toy.slinging.pouch stones--><!--/value-->", toys, layer)
    assert ">3<" in quoted
    boxed = filled_markers("<!--ruling toy.ruling.wet-sling--><!--/ruling-->", toys, layer)
    assert '<a id="layer.ruling.damp-sling"></a>' in boxed
    assert "(/layer/sling?sling=cord&wet=rain&ruling.damp-sling=A)" in boxed
    assert "<i>settled</i>" in filled_markers("<!--ruling layer.ruling.sure-hit--><!--/ruling-->", toys, layer)


def test_a_table_is_the_layers_and_states_each_row_once(toys: Library) -> None:
    told = filled_markers("<!--table toy.slinging.table--><!--/table-->", toys, toys.find("layer"))
    assert told.count("layer.slinging.cord -->") == 1
    assert "Whip" in told
    assert "Staff" not in told


def test_a_chapter_is_begun_written_and_checked(toys: Library, tmp_path: Path) -> None:
    for name in ("toy/throwing", "toy/slinging", "layer/hurling"):
        path = new(name, tmp_path, toys)
    assert check(tmp_path, toys) == []
    assert write_notebooks(tmp_path, toys) == []
    text = "\n".join(source(cell) for cell in read_notebook(path)["cells"])
    for told in ("layer.hurling.bag", "toy.throwing.die", 'calculator("layer/sling")', 'calculator("layer/stone?'):
        assert told in text
    assert "slinging.wet -->" not in text


def test_what_differs_is_listed_with_both_values(toys: Library) -> None:
    told = filled_markers("<!--changes layer--><!--/changes-->", toys, toys.find("layer"))
    for line in (
        "- What each sling needs: Whip (Needs 8; Reach –)",
        "- What each sling needs: Cord: Needs 6 → 7",
        "- A pouch holds four stones of 50 gram. ([3](/layer/hurling#layer.hurling.bag)) Before: *A pouch holds three stones",
        "- What each sling needs: Staff",
        "- A wet sling adds +2.",
        "Settled: A 1 always misses. Before: *It always hits.*",
        "- Ruling: Whether a loose stone counts is not said.",
        "- Question: [How high a wall can be lobbed over?](/toy/lob)",
    ):
        assert line in told, told
    assert filled_markers("<!--changes layer hurling--><!--/changes-->", toys).count("- ") == told.count("- ")


def test_the_whole_difference_stands_side_by_side(toys: Library) -> None:
    told = filled_markers("<!--difference layer--><!--/difference-->", toys, toys.find("layer"))
    for row in (
        "|  | Base Game | Colonial Layer |",
        "| Added | – | What each sling needs: Whip (Needs 8; Reach –) |",
        "| Dropped | What each sling needs: Staff (Needs 5; Reach 70) | – |",
        "| Dropped | Ruling: Whether a loose stone counts is not said. | – |",
    ):
        assert row in told, told
    with pytest.raises(AskError, match="extends no ruleset"):
        filled_markers("<!--difference toy--><!--/difference-->", toys, toys.find("toy"))


def test_a_ruling_as_data_has_the_layers_examples(toys: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drillbook.asking.questions.registry.library", lambda: toys)
    layer = toys.find("layer")
    assert ruling(layer.ruling("wet-sling"), layer)["example"] == "layer/sling?wet=rain"
