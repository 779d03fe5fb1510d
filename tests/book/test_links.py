"""Tests of links in notebooks: they lead from file to file, so that JupyterLab opens them.

The site turns them back into its addresses.
"""

import re
from pathlib import Path

import pytest

from drillbook import library
from drillbook.book.folder import book_folder, notebook_path, read_notebook, source
from drillbook.book.links import to_addresses, to_files
from drillbook.book.notebooks import START, notebooks

BOOK = book_folder()
SHOOTING = BOOK / "breaking_news" / "shooting.ipynb"
BY_HAND = re.compile(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)")


def text_of(path: Path) -> str:
    return "\n".join(source(cell) for cell in read_notebook(path)["cells"] if cell["cell_type"] == "markdown")


@pytest.mark.parametrize(
    ("address", "way"),
    [
        ("/bn/reaction", "reaction.ipynb"),
        ("/bn/close-combat#bn.close-combat.roll", "close_combat.ipynb#bn.close-combat.roll"),
        ("/bn/shot?distance=20", "shooting.ipynb#bn/shot?distance=20"),
        ("/bn/covering-fire?men=0,0;2.5,1&a=b", "reaction.ipynb#bn/covering-fire?men=0,0;2.5,1&a=b"),
        ("/bon/glory#bon.glory.fail", "../breaking_of_nations/glory.ipynb#bon.glory.fail"),
        ("/bn/shot", "shooting.ipynb#bn/shot"),
    ],
)
def test_an_address_and_the_way_to_its_notebook_are_one(address: str, way: str) -> None:
    assert to_files(f"See [it]({address}).", library(), SHOOTING, BOOK) == f"See [it]({way})."
    assert to_addresses(f"See [it]({way}).", library(), "breaking_news") == f"See [it]({address})."


@pytest.mark.parametrize(
    "address", ["/bn/glossary", "/xx/shooting", "/bn/nothing?x=1", "https://example.org/a.html", "#x"]
)
def test_what_is_no_chapter_stays_as_it_is(address: str) -> None:
    text = f"[it]({address})"
    assert to_files(text, library(), SHOOTING, BOOK) == text
    assert to_addresses(text, library(), "breaking_news") == text


@pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)
def test_every_link_of_a_notebook_leads_to_a_file(path: Path) -> None:
    lost = [way for way in BY_HAND.findall(text_of(path)) if "://" not in way and not (path.parent / way).is_file()]
    assert not lost, f"these lead nowhere in JupyterLab: {lost[:5]}"


def test_the_first_page_lists_every_chapter_in_reading_order() -> None:
    text = text_of(BOOK / START)
    for ruleset in library().all():
        written = [path for chapter in ruleset.chapters if (path := notebook_path(chapter)).is_file()]
        ways = [text.index(f"({path.relative_to(BOOK).as_posix()})") for path in written]
        assert ways == sorted(ways)
    assert "drillbook book --write" in text
