"""The notebooks of the book: finding, writing, checking and starting them.

The module also gives their canonical form on disk.
"""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from drillbook.asking.answers.ask import ask
from drillbook.asking.questions.registry import chapter_of, questions
from drillbook.asking.questions.validation import declared_faults, faults
from drillbook.book.course import PLATE, Course, course_of, plate_line
from drillbook.book.course_checks import course_faults, notebook_of
from drillbook.book.folder import COURSE, book_folder, notebook_path, read_notebook, source
from drillbook.book.links import to_files
from drillbook.book.markdown_parts import name_in
from drillbook.book.markers import BLOCKS, MARKER, OPENING, filled_markers, markers
from drillbook.book.short import essentials, rules_without_name
from drillbook.book.versions import history_faults
from drillbook.errors import AskError, RulesError, listed, quoted
from drillbook.rules.entities import Rule
from drillbook.rules.library import Library, library
from drillbook.rules.manifest import Chapter
from drillbook.rules.model import Ruleset

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
START = "start.ipynb"
"""The first page of the book, which leads to every chapter in reading order."""
COMPARE = "compare.ipynb"
"""The page that asks one situation of every ruleset; it belongs to none."""
REPAIR = "run: drillbook book --write"


def notebooks(book: Path | None = None) -> list[Path]:
    """Every notebook of the book."""
    found = (book or book_folder()).rglob("*.ipynb")
    return sorted(path for path in found if ".ipynb_checkpoints" not in path.parts)


def canonical(content: dict[str, Any]) -> str:
    """Return the notebook in its canonical form on disk.

    That form has no outputs, no counts and no other metadata, and has one line of source per line of JSON.
    """
    cells = []
    for number, cell in enumerate(content["cells"]):
        text = source(cell).strip("\n")
        kept: dict[str, Any] = {
            "cell_type": cell["cell_type"],
            "id": cell.get("id") or f"cell-{number}",
            "metadata": {},
        }
        if cell["cell_type"] == "code":
            kept |= {"execution_count": None, "outputs": []}
        cells.append({**kept, "source": text.splitlines(keepends=True)})
    whole = {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _home(path: Path, lib: Library) -> Ruleset | None:
    slug = path.parent.name
    return lib.load(slug) if slug in lib.shorts.values() else None


def _folder_of(path: Path) -> Path:
    """Return the folder of the whole book that holds a notebook.

    A chapter is in the folder of its ruleset; a notebook of no ruleset is directly in the folder of the book.
    """
    return path.parent if path.name in (START, COMPARE) else path.parent.parent


def rewritten(path: Path, lib: Library | None = None) -> str:
    """Return the text a notebook should have on disk: canonical, with every marker filled.

    Raises RulesError, which names the notebook, the cell and the marker.
    """
    content = read_notebook(path)
    home = _home(path, lib or library())
    course = _course_of(path, home, lib or library())
    for cell in content["cells"]:
        if course and cell["cell_type"] == "code" and cell["id"].startswith(PLATE):
            cell["source"] = _plate(course, path, cell["id"])
        if cell["cell_type"] == "markdown":
            try:
                told = filled_markers(source(cell), lib or library(), home)
                cell["source"] = to_files(told, lib or library(), path, _folder_of(path))
            except AskError as error:
                raise RulesError(f"{path.parent.name}/{path.name}, cell {cell.get('id')}: {error}") from None
    return canonical(content)


def _course_of(path: Path, home: Ruleset | None, lib: Library) -> Course | None:
    """Return the course of a notebook, or None if the notebook holds no course.

    Raises RulesError if the notebook is one of a course and its ruleset has none.
    """
    if home is None or path.stem != COURSE:
        return None
    try:
        return course_of(home, lib)
    except AskError as error:
        raise RulesError(f"{path.parent.name}/{path.name}: {error}") from None


def _plate(course: Course, path: Path, cell: str) -> str:
    """Return the line of a course's plate.

    Raises RulesError, which names the notebook and the cell, if the id names no episode.
    """
    try:
        return plate_line(course, cell)
    except AskError as error:
        raise RulesError(f"{path.parent.name}/{path.name}, cell {cell}: {error}") from None


def write_notebooks(book: Path | None = None, lib: Library | None = None) -> list[Path]:
    """Fill every marker of every notebook and return the paths of the notebooks that changed.

    A second run changes nothing.
    """
    changed = []
    for path in notebooks(book):
        text = rewritten(path, lib)
        if path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed


def check(book: Path | None = None, lib: Library | None = None) -> list[str]:
    """Return a sentence for each fault of the book; the list is empty if there is none."""
    folder = book or book_folder()
    found: list[str] = []
    stated: Counter[tuple[str, str]] = Counter()
    read: dict[Path, dict[str, Any]] = {}
    for path in notebooks(folder):
        name = path.relative_to(folder)
        try:
            fresh, content = rewritten(path, lib), read_notebook(path)
            if path.read_text(encoding="utf-8") != fresh:
                found.append(f"{name}: {_stale(content, json.loads(fresh))}; {REPAIR}")
        except RulesError as error:
            found.append(f"{error} Mend that, then {REPAIR}")
            continue
        read[path] = content
        for cell in content["cells"]:
            place = f"{name}, cell {cell.get('id')}"
            if cell["cell_type"] == "markdown":
                found += (f"{place}: {what}" for what in _marker_faults(source(cell)))
                stated.update((path.parent.name, rule) for rule in _stated(source(cell)))
            elif cell["cell_type"] == "code":
                found += (f"{place}: {what}" for what in _code_faults(source(cell), lib))
    found += (
        f"{rule} is stated {times} times; state it once and use <!--see {rule}--> elsewhere"
        for (_, rule), times in stated.items()
        if times > 1
    )
    for ruleset in (lib or library()).own():  # those beneath are checked with the book that is theirs
        found += declared_faults(ruleset, lib)
        found += history_faults(ruleset, lib or library())
        shown = ((chapter, notebook_path(chapter, folder)) for chapter in ruleset.chapters)
        found += (
            f"{path.relative_to(folder)}: {gap}"
            for chapter, path in shown
            if path in read
            for gap in _gaps(ruleset, chapter, read[path]["cells"], {rule for _, rule in stated}, lib)
        )
        found += faults(ruleset, lib) if ruleset.parent else ()
        course = notebook_of(ruleset, folder)
        if course in read or not course.exists():  # one that cannot be read has been complained of
            cells = read[course]["cells"] if course in read else None
            told = course_faults(ruleset, cells, lib or library())
            found += (f"{course.relative_to(folder)}: {what}" for what in told)
    return found


def _stale(content: dict[str, Any], fresh: dict[str, Any]) -> str:
    """Which cells are not what they should be."""
    pairs = zip(content["cells"], fresh["cells"], strict=True)
    old = [str(new["id"]) for cell, new in pairs if source(cell).strip("\n") != source(new)]
    return f"the text of cell {listed(old, 'and')} is stale" if old else "the file is not in canonical form"


def _gaps(
    ruleset: Ruleset, chapter: Chapter, cells: list[dict[str, Any]], told: set[str], lib: Library | None
) -> Iterator[str]:
    """Yield a sentence for each rule and question of a chapter that its notebook does not show.

    It also reports essential rules that are not in bold, and questions with more than one calculator.
    told: the rules that any notebook states; a rule of a row in another chapter's table is stated there.
    """
    stated = {rule for cell in cells if cell["cell_type"] == "markdown" for rule in _stated(source(cell))}
    rows = _in_tables(ruleset, list(ruleset.rules.values())) & told - stated
    missing = [rule for rule in ruleset.rules_of(chapter) if rule.id not in stated | rows]
    with_tables, in_rows = _in_tables(ruleset, missing), rows | _in_tables(ruleset, ruleset.rules_of(chapter))
    for rule in missing:
        if rule.id not in with_tables:
            kind = "table" if rule.table else "rule"
            yield f"{rule.id} is stated nowhere; write <!--{kind} {rule.id}--><!--/{kind}--> into a sentence, then {REPAIR}"
    texts = [source(cell) for cell in cells if cell["cell_type"] == "markdown"]
    for rule in rules_without_name([rule for rule in essentials(ruleset, chapter) if rule.id not in in_rows], texts):
        yield f"{rule.id} is essential, but “{rule.name}” is not in bold where it is stated; write **{rule.name}** beside it"
    plates = [one for cell in cells if cell["cell_type"] == "code" for one in plate_addresses(source(cell))]
    for name, times in Counter(one.partition("?")[0].strip("/") for one in plates).items():
        if times > 1:
            yield f"{name} has {times} calculators; keep one and write <!--steps ADDRESS--><!--/steps--> elsewhere"
    shown = {one.partition("?")[0].strip("/") for one in plates}
    for spec in questions(ruleset, lib).values():
        if chapter_of(ruleset, spec) == chapter and f"{ruleset.short}/{spec.name}" not in shown:
            yield f'{spec.name} has no calculator; add a code cell: calculator("{spec.examples[0]}")'


def _in_tables(ruleset: Ruleset, rules: list[Rule]) -> set[str]:
    """Return the ids of the rules that state a row of the tables that the given rules show."""
    found = [(rule, row) for rule in rules if rule.table for row in ruleset.table(rule.table).rows.values()]
    return {ruleset.rule(row.rule).id for rule, row in found if row.rule and row.rule != rule.key}


def _marker_faults(text: str) -> Iterator[str]:
    for marker in markers(text):
        if marker.kind not in BLOCKS and marker.line_start:
            opening = f"<!--{marker.kind} {' '.join(marker.words)}-->"
            yield f'{opening} begins a line, which loses the paragraph; put text or <a id="…"></a> first'
        if "--" in " ".join(marker.words):
            yield f"the marker {' '.join(marker.words)} holds --, which ends a comment; write %2D for one hyphen"
    rest = MARKER.sub("", text)
    loose = OPENING.search(rest)
    if loose:
        kind, place = loose.group(1), rest[loose.start() : loose.start() + 50]
        yield f"a {kind} marker is not closed (or not opened): “{place}”; close it with <!--/{kind}-->"


def _stated(text: str) -> Iterator[str]:
    for marker in markers(text):
        if marker.kind in ("rule", "table"):
            yield marker.words[0]
        if marker.kind == "table":
            yield from (
                inner.words[0] for inner in markers(marker.text.partition("-->")[2].rpartition("<!--/table-->")[0])
            )


def _code_faults(text: str, lib: Library | None) -> Iterator[str]:
    if len(text.strip().splitlines()) > 1:
        yield "a code cell holds one line; move the rest into the widgets"
    for address in plate_addresses(text):
        try:
            ask(address, lib=lib)
        except AskError as error:
            yield f"{error} Mend the address {quoted(address)}"


def plate_addresses(text: str) -> list[str]:
    """Return the addresses of a code cell's plates: the first argument of each calculator(…)."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return []
    calls = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "calculator"
    ]
    firsts = [call.args[0] for call in calls if call.args]
    return [first.value for first in firsts if isinstance(first, ast.Constant) and isinstance(first.value, str)]


def new(name: str, book: Path | None = None, lib: Library | None = None) -> Path:
    """Create the notebook of a chapter with everything that the chapter has; return its path.

    The notebook holds every rule, table, ruling and question of the chapter.
    Raises AskError if the notebook exists, if the chapter is not listed, or if the chapter has no content yet.
    """
    short, slash, slug = name.partition("/")
    if not slash:
        raise AskError(f"A new chapter is named RULESET/CHAPTER, such as bn/shooting, not {quoted(name)}.")
    ruleset = (lib or library()).find(short)
    chapter = ruleset.chapter(slug.replace("_", "-"))
    if chapter is None:
        raise AskError(
            f"{ruleset.title} lists no chapter {quoted(slug)} in its ruleset.toml; it lists {listed(c.slug for c in ruleset.chapters)}."
        )
    path = notebook_path(chapter, book)
    if path.exists():
        raise AskError(f"{path} is there already; edit it, or remove it first.")
    beginning = [
        _cell("imports", "from drillbook_widgets import calculator", "code"),
        _cell("title", f"# {chapter.title}\n\n{chapter.summary}"),
    ]
    if essentials(ruleset, chapter):
        beginning[-1]["source"] += f"\n\n<!--short {ruleset.short}/{chapter.slug}--><!--/short-->"
    cells = list(beginning)
    rules = ruleset.rules_of(chapter)
    shown_in_tables = _in_tables(ruleset, rules)
    for rule in rules:
        if rule.id not in shown_in_tables:
            kind = "table" if rule.table else "rule"
            lead = f"**{rule.name}.** " if rule.name and not rule.table and not name_in(rule.text, rule.name) else ""
            cells.append(_cell(rule.key.replace(".", "-")[:64], f"{lead}<!--{kind} {rule.id}--><!--/{kind}-->"))
    for ruling in ruleset.rulings().values():
        own = ruling.ruleset == ruleset.slug
        if ruling.chapter == chapter.stem if own else ruling.chapter in chapter.sources:
            cells.append(_cell(f"ruling-{ruling.name}", f"<!--ruling {ruling.id}--><!--/ruling-->"))
    asked = [question for question in questions(ruleset, lib).values() if chapter_of(ruleset, question) == chapter]
    if not asked and cells == beginning:
        file = f"{ruleset.slug}/{chapter.stem}/rules.toml"
        raise AskError(f"{ruleset.title} has nothing to tell under {quoted(slug)} yet; write {file} first.")
    if ruleset.parent and not essentials(ruleset, chapter):
        marker = f"<!--changes {ruleset.short} {chapter.slug}--><!--/changes-->"
        heading = f"## What differs from {ruleset.parent.title}"
        cells.append(_cell("changes", f"{heading}\n\n{marker}"))
    cells += (_cell(f"plate-{one.name}", f'calculator("{one.examples[0]}")', "code") for one in asked)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(canonical({"cells": cells}), encoding="utf-8")
    try:
        path.write_text(rewritten(path, lib), encoding="utf-8")
    except RulesError:
        path.unlink()
        raise
    return path


def _cell(name: str, text: str, kind: str = "markdown") -> dict[str, Any]:
    return {"cell_type": kind, "id": name, "source": text}
