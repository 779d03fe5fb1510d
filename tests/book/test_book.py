"""Tests of the notebooks: fresh markers, links that resolve, plain form.

Each rule is stated once, and no number is outside a marker by accident.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from drillbook import AskError, ask, library, questions
from drillbook.asking.questions.registry import chapter_of
from drillbook.book.course import course_file
from drillbook.book.folder import COURSE, book_folder, notebook_path, read_notebook, source
from drillbook.book.links import to_addresses
from drillbook.book.markers import MARKER, markers
from drillbook.book.notebooks import check, notebooks, plate_addresses
from drillbook.formats.sheet import page, ruling_page
from drillbook.rules.manifest import Chapter
from drillbook.rules.model import Ruleset

BOOKS = notebooks()


def written_chapters(ruleset: Ruleset) -> list[Chapter]:
    """Return the chapters of a ruleset that have a notebook, in reading order."""
    return [chapter for chapter in ruleset.chapters if notebook_path(chapter).is_file()]


def ancestors(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Yield the rulesets that a ruleset extends, the nearest first."""
    while ruleset.parent:
        ruleset = ruleset.parent
        yield ruleset


CHAPTERS = [
    pytest.param(ruleset, chapter, id=f"{ruleset.short}/{chapter.slug}")
    for ruleset in library().all()
    for chapter in written_chapters(ruleset)
]
LINK = re.compile(r"\]\((/[^)#\s]*)?(?:#([^)\s]+))?\)")
DIGITS = re.compile(r"\d+")
# digits in prose that are no rule's number, each notebook's own, with what they are
ALLOWED_DIGITS = re.compile(
    r"^#+ .*$"  # headings
    r"|\b(?:1[89]\d\d|20\d\d)(?:[–-]\d\d)?\b"  # years
    rf"|\b(?:{'|'.join(library().shorts)})\.[a-z0-9.-]+"  # ids
    r"|<a id=\"[^\"]*\"></a>|\]\([^)]*\)"  # anchors and links
    r"|\b[dD]\d+\b",  # the name of a die
    re.MULTILINE,
)


def cells(path: Path, kind: str) -> list[tuple[str, str]]:
    return [(cell["id"], source(cell)) for cell in read_notebook(path)["cells"] if cell["cell_type"] == kind]


def test_the_book_is_in_order() -> None:
    assert check() == []


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_plain(path: Path) -> None:
    content = json.loads(path.read_text(encoding="utf-8"))
    identities = [cell["id"] for cell in content["cells"]]
    assert len(set(identities)) == len(identities)
    assert not [one for one in identities if re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f-]+)?", one)], "name the cells"
    assert all(not cell.get("outputs") for cell in content["cells"])


@pytest.mark.parametrize(("ruleset", "chapter"), CHAPTERS)
def test_every_rule_of_a_chapter_is_stated_once(ruleset, chapter) -> None:  # type: ignore[no-untyped-def]
    text = "\n".join(text for _, text in cells(notebook_path(chapter), "markdown"))
    stated = re.findall(r"<!--(?:rule|table) ([a-z0-9.-]+?) ?(?:clause ?)?-->", text)
    elsewhere = {  # what states a row of another chapter's table is stated there
        ruleset.rule(row.rule).id
        for rule in ruleset.rules.values()
        if rule.table and rule.chapter != chapter.stem
        for row in ruleset.table(rule.table).rows.values()
        if row.rule
    }
    missing = [one.id for one in ruleset.rules_of(chapter) if stated.count(one.id) != (one.id not in elsewhere)]
    assert not missing, f"{missing}: state each once, with <!--rule ID--><!--/rule-->"


@pytest.mark.parametrize(("ruleset", "chapter"), CHAPTERS)
def test_every_question_of_a_chapter_has_its_plate(ruleset, chapter) -> None:  # type: ignore[no-untyped-def]
    shown = {
        address.partition("?")[0]
        for _, text in cells(notebook_path(chapter), "code")
        for address in plate_addresses(text)
    }
    wanted = {
        f"{ruleset.short}/{spec.name}" for spec in questions(ruleset).values() if chapter_of(ruleset, spec) == chapter
    }
    assert wanted <= shown, f"no calculator for {sorted(wanted - shown)}"


@pytest.mark.rotating("drillbook/book/")
@pytest.mark.by_turn
@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_links_resolve(path: Path) -> None:
    anchors = {
        anchor for one in BOOKS for _, text in cells(one, "markdown") for anchor in re.findall(r'<a id="([^"]+)"', text)
    }
    pages = {f"/{ruleset.short}/{chapter.slug}" for ruleset in library().all() for chapter in written_chapters(ruleset)}
    pages |= {f"/{one.short}/{COURSE}" for one in library().all() if course_file(one, library()).is_file()}
    for name, written in cells(path, "markdown"):
        text = to_addresses(written, library(), path.parent.name)
        for target, anchor in LINK.findall(text):
            if target and target not in pages:
                try:
                    ask(target)
                except AskError as error:
                    pytest.fail(f"{name}: {target}: {error}")
            if anchor:
                assert anchor in anchors, f"{name}: nothing is called {anchor}"


def test_rules_and_rulings_stand_where_links_to_them_lead() -> None:
    """Rules and rulings have an anchor at the place to which links lead.

    Steps, the register and the search link to a chapter's page and an anchor in the page, which has to exist.
    """
    places = {
        f"/{ruleset.short}/{chapter.slug}#{anchor}"
        for ruleset in library().all()
        for chapter in written_chapters(ruleset)
        for _, text in cells(notebook_path(chapter), "markdown")
        for anchor in re.findall(r'<a id="([^"]+)"', text)
    }
    for ruleset in library().all():
        wanted = {page(ruleset, rule) for rule in ruleset.rules.values()}
        wanted |= {ruling_page(ruleset, ruling) for ruling in ruleset.rulings().values()}
        assert wanted - places == set(), ruleset.short


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_numbers_come_from_markers(path: Path) -> None:
    loose = []
    for name, text in cells(path, "markdown"):
        bare = ALLOWED_DIGITS.sub(" ", MARKER.sub(" ", text))
        loose += [
            f"{name}: {found.group()} in “{bare[max(0, found.start() - 20) : found.end() + 20]}”"
            for found in DIGITS.finditer(bare)
        ]
    assert not loose, "print them with a marker, or say them without digits"


def test_ruling_boxes_bite_where_questions_meet_them() -> None:
    """Ruling boxes of a book cover every switchable ruling that an example meets.

    The box may be in any chapter of the book, or in the parent's book for what a layer leaves unchanged.
    """
    for ruleset in library().all():
        family = [ruleset, *ancestors(ruleset)]  # what a layer leaves as it was is boxed in its parent's book
        boxed = {
            marker.words[0]
            for one in family
            for chapter in written_chapters(one)
            for _, text in cells(notebook_path(chapter), "markdown")
            for marker in markers(text)
            if marker.kind == "ruling"
        }
        met = {
            ruleset.ruling(name).id
            for spec in questions(ruleset).values()
            for example in spec.examples
            for name in ask(example).readings
        }
        assert not met - boxed, (
            f"{ruleset.short}: no box for {sorted(met - boxed)}; write <!--ruling ID--><!--/ruling-->"
        )


def test_the_book_is_found() -> None:
    assert (book_folder() / "breaking_news").is_dir()
