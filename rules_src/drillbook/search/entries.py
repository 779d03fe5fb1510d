"""The entries of a ruleset that can be found.

These are its rules, rulings, tables and rows, words, questions and chapters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.options import Choice
from drillbook.asking.inputs.rows import Rows
from drillbook.book.folder import COURSE, SHEET, book_folder, notebook_path, read_notebook, source
from drillbook.formats.sheet import page, ruling_page
from drillbook.rules.entities import Row, Rule
from drillbook.rules.faq import cited_rules, filled_answer
from drillbook.rules.glossary import meanings
from drillbook.rules.manifest import Chapter
from drillbook.rules.model import Ruleset
from drillbook.search.form import Form

MOST_OPTIONS = 40
"""Options of one input that are looked for by their names."""
BESIDE = {
    COURSE: (
        "First game in an evening",
        "course lesson lessons learn tutorial beginner begin start introduction",
        "A small battle of {title}, told and played in short lessons, with a guess before every answer.",
    ),
    SHEET: (
        "Quick reference",
        "sheet reference summary cheat tables modifiers print",
        "The tables and modifiers of {title} that are wanted in the middle of a game.",
    ),
}
"""The pages beside the chapters: what each is called, what else it goes by, and what it is."""
_SECTION = re.compile(r"^## +(.+?)\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """One thing that can be found.

    words: what else it goes by; body: the text that is shown; weight: how likely it is what is wanted, others alike.
    known: what tells it apart, so that a layer's and its parent's are one.
    rulings: those that the text hangs on, by name.
    """

    kind: str
    title: str
    address: str
    chapter: str
    words: str
    body: str
    weight: float
    known: str = ""
    rulings: tuple[str, ...] = ()


def search_entries(
    ruleset: Ruleset, forms: Sequence[Form], written: Iterable[str] | None = None
) -> Iterator[SearchEntry]:
    """Yield every entry of a ruleset.

    forms: the forms of its questions. written: the chapters that can be read, such as `bn/shooting`; None for all.
    """
    there = None if written is None else frozenset(written)
    homes = {f"{ruleset.short}/{form.name}": form.home for form in forms}
    for one in _all(ruleset, forms):
        if there is None or _page(one, ruleset, homes) in there:
            yield one


def _page(entry: SearchEntry, ruleset: Ruleset, homes: Mapping[str, str]) -> str:
    """Return the chapter that must be written for an entry to lead anywhere.

    homes: the chapters of questions, by the questions' addresses.
    """
    if entry.kind == "question":
        return homes[entry.address]
    if entry.kind in BESIDE or entry.kind == "term":
        return f"{ruleset.short}/{ruleset.chapters[0].slug}" if ruleset.chapters else ""
    return entry.address.partition("#")[0]


def _all(ruleset: Ruleset, forms: Sequence[Form]) -> Iterator[SearchEntry]:
    for chapter in ruleset.chapters:
        yield SearchEntry(
            "chapter", chapter.title, f"{ruleset.short}/{chapter.slug}", "", chapter.slug, chapter.summary, 1.0
        )
        for asked in ruleset.short_of(chapter).asked:
            rules = cited_rules(asked, ruleset)
            place = next(filter(None, (page(ruleset, rule) for rule in rules)), f"/{ruleset.short}/{chapter.slug}")
            told = filled_answer(asked, ruleset)
            hangs = tuple(one.name for name in asked.rulings if (one := ruleset.ruling_if_any(name)) and one.free)
            yield SearchEntry(
                "asked", asked.question, place[1:], chapter.title, "", told, 0.97, asked.question + told, hangs
            )
    for word in meanings(ruleset):
        also = " ".join(word.forms[1:])
        yield SearchEntry(
            "term",
            word.name,
            f"{ruleset.short}/glossary#{word.anchor}",
            "Glossary",
            also,
            word.words,
            0.96,
            word.name + word.words,
            word.rulings,
        )
    yield from _rules(ruleset)
    for ruling in ruleset.rulings().values():
        where = ruling_page(ruleset, ruling)
        if where:
            words = f"{ruling.name.replace('-', ' ')} {ruling.problem} {' '.join(ruling.readings.values())} {ruling.settled_by}"
            taken = f"Settled: {ruling.taken}" if ruling.settled else ruling.taken
            chapter_title = _title(ruleset, where)
            yield SearchEntry(
                "ruling", ruling.ask, where[1:], chapter_title, words, taken, 0.78, ruling.id, (ruling.name,)
            )
    yield from _questions(ruleset, forms)
    yield from _beside(ruleset)


def _beside(ruleset: Ruleset) -> Iterator[SearchEntry]:
    """Yield the course and the sheet of a ruleset, if it has them, with their lessons and cards."""
    for kind, (title, words, body) in BESIDE.items():
        path = book_folder() / ruleset.slug / f"{kind}.ipynb"
        if not path.is_file():
            continue
        home = f"{ruleset.short}/{kind}"
        yield SearchEntry(kind, title, home, "", words, body.format(title=ruleset.title), 0.95)
        texts = [source(cell) for cell in read_notebook(path)["cells"] if cell["cell_type"] == "markdown"]
        for found in (match for text in texts for match in _SECTION.finditer(text)):
            anchor = re.sub(r"[^a-z0-9]+", "-", found[1].lower()).strip("-")
            yield SearchEntry(kind, found[1], f"{home}#{anchor}", title, words, "", 0.74, f"{home} {found[1]}")


def _title(ruleset: Ruleset, where: str) -> str:
    """Return the title of the chapter that an address of the site leads to."""
    short, _, slug = where.partition("#")[0].removeprefix("/").partition("/")
    layer: Ruleset | None = ruleset
    while layer:
        chapter = layer.chapter(slug) if layer.short == short else None
        if chapter:
            return chapter.title
        layer = layer.parent
    return ""


def _rules(ruleset: Ruleset) -> Iterator[SearchEntry]:
    rowed: set[str] = set()
    for rule in _each(ruleset):
        where = page(ruleset, rule)
        if where is None:
            continue
        if rule.table:
            shown = ruleset.table(rule.table).rows
            rows = [shown[key] for key in rule.table_rows or shown if key in shown]
            names = " ".join(row.name for row in rows)
            title = rule.name or _headed(rule)
            yield SearchEntry("table", title, where[1:], _title(ruleset, where), names, rule.text, 0.93, rule.id)
            for row in rows:
                stated = ruleset.rule_if_any(row.rule) if row.rule else None
                place = page(ruleset, stated) if stated else where
                rowed |= set(row.stated_by)
                body = f"{_capital(title)}: {_cells(rule, row)}" if _cells(rule, row) else rule.text
                home = (place or where)[1:]
                yield SearchEntry(
                    "row", row.name, home, _title(ruleset, where), row.key, body, 0.8, f"{rule.id} {row.key}"
                )
    for rule in _each(ruleset):
        where = page(ruleset, rule)
        if where is None or rule.table or rule.key in rowed:
            continue
        words = f"{rule.name} {rule.key.replace('.', ' ').replace('-', ' ')}"
        title = rule.name or _capital(rule.text)
        weight = 0.92 if rule.essential else 0.84 if rule.name else 0.8
        yield SearchEntry("rule", title, where[1:], _title(ruleset, where), words, rule.text, weight, rule.id)


def _each(ruleset: Ruleset) -> list[Rule]:
    return list({rule.id: rule for rule in ruleset.rules.values() if not rule.removed}.values())


def _headed(rule: Rule) -> str:
    return _capital(rule.key.rpartition(".")[2].replace("-", " "))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cells(rule: Rule, row: Row) -> str:
    """Return a row in words: each shown cell with its heading."""
    told = []
    for column in rule.columns:
        value = row.cells.get(column.field)
        if column.field != "name" and value is not None:
            shown = value if isinstance(value, str) else re.sub(r"\{\w*\}", str(value), column.format)
            told.append(f"{column.label} {shown}")
    return ", ".join(told)


def _questions(ruleset: Ruleset, forms: Sequence[Form]) -> Iterator[SearchEntry]:
    asked = mentions(ruleset)
    most = max(asked.values(), default=0) + 1
    for form in forms:
        told = (one for kind in form.kinds.values() for one in input_words(kind))
        words = " ".join([form.name.replace("-", " "), form.help, *told])
        weight = 0.9 + 0.14 * ((asked[form.name] + 1) / most) ** 0.5
        yield SearchEntry("question", form.title, f"{ruleset.short}/{form.name}", form.chapter, words, "", weight)


def input_words(kind: Kind) -> Iterator[str]:
    """Yield the words of an input: its label, its options, its fields."""
    yield kind.label
    if isinstance(kind, Choice):
        yield from list(kind.options.values())[:MOST_OPTIONS]
    elif isinstance(kind, Rows):
        for inner in kind.fields.values():
            yield from input_words(inner)


def mentions(ruleset: Ruleset) -> Counter[str]:
    """Return how often the chapters of a ruleset mention each of its questions.

    A question that is mentioned more often is more central.
    """
    found: Counter[str] = Counter()
    for chapter in ruleset.chapters:
        found.update(_mentioned(ruleset.short, _source(chapter)))
    return found


def _mentioned(short: str, text: str) -> list[str]:
    return re.findall(rf"\b{short}/([a-z0-9-]+)\?", text)


def gist(short: str, path: Path) -> str:
    """Return all that a search reads of a notebook: what it asks, and its sections' headings.

    short: the short name of the notebook's ruleset.
    """
    asked = (f"{short}/{name}?" for name in _mentioned(short, path.read_text("utf-8")))
    texts = (source(cell) for cell in read_notebook(path)["cells"] if cell["cell_type"] == "markdown")
    return "\n".join([" ".join(asked), *(found[0] for text in texts for found in _SECTION.finditer(text))])


def _source(chapter: Chapter) -> str:
    path: Path = notebook_path(chapter)
    return path.read_text("utf-8") if path.is_file() else ""
