"""What a layer adds, changes and drops, written from both rulesets: rules, rows of tables, rulings, questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from drillbook.asking.questions import questions
from drillbook.errors import AskError
from drillbook.maths.words import shown
from drillbook.printing.markdown import plain
from drillbook.printing.sheet import page, section
from drillbook.rules.library import Library
from drillbook.rules.model import Chapter, Row, Rule, Ruleset, Ruling, Table


@dataclass
class Changes:
    """A line of Markdown for each difference, under its heading."""

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)


def changes(layer: Ruleset, lib: Library, slug: str = "") -> str:
    """The lists of what a layer (or one chapter of it) makes otherwise than its parent, as Markdown.

    Raises AskError where the ruleset extends nothing, or has no chapter of that name.
    """
    chapter = layer.chapter(slug) if slug else None
    if layer.parent is None or (slug and chapter is None):
        raise AskError(
            f"{layer.title} " + (f"has no chapter '{slug}'." if slug and layer.parent else "extends no ruleset.")
        )
    found = Changes()
    _rules(found, layer, layer.parent, chapter)
    _rows(found, layer, layer.parent, chapter)
    _rulings(found, layer, layer.parent, chapter)
    _questions(found, layer, layer.parent, chapter, lib)
    out: list[str] = []
    for heading, lines in (("Added", found.added), ("Changed", found.changed), ("Dropped", found.dropped)):
        if lines:
            out += [f"**{heading}**", "", *(f"- {line}" for line in lines), ""]
    return "\n".join(out).strip() or f"Nothing differs from {plain(layer.parent.title)}."


def _at(ruleset: Ruleset, rule: Rule) -> str:
    where, address = plain(section(rule)), page(ruleset, rule)
    return f"([{where}]({address}))" if address else f"({where})"


def _rules(found: Changes, layer: Ruleset, parent: Ruleset, chapter: Chapter | None) -> None:
    for rule in layer.own_rules.values():
        if chapter and rule.chapter != chapter.stem:
            continue
        old = parent.rules.get(rule.replaces or rule.key)
        if old is None:
            found.added.append(f"{plain(rule.text)} {_at(layer, rule)}")
        elif rule.removed:
            found.dropped.append(f"{plain(old.text)} {_at(parent, old)}")
        elif (rule.text, dict(rule.values)) != (old.text, dict(old.values)):
            found.changed.append(
                f"{plain(rule.text)} {_at(layer, rule)} Before: *{plain(old.text)}* {_at(parent, old)}"
            )


def _rows(found: Changes, layer: Ruleset, parent: Ruleset, chapter: Chapter | None) -> None:
    for table in layer.own_tables.values():
        shown_by = layer.table_rules.get(table.name, [])
        before = parent.tables().get(table.name)
        if before is None or not shown_by or (chapter and chapter.stem not in _homes(layer, table, shown_by)):
            continue
        what = plain(shown_by[0].text.removesuffix("."))
        labels = {column.field: column.label for rule in shown_by for column in rule.columns if column.field != "name"}
        for key, row in table.rows.items():
            old = before.rows.get(key)
            if old is None:
                told = "; ".join(f"{plain(label)} {_cell(row, name)}" for name, label in labels.items())
                found.added.append(f"{what}: {plain(row.name)} ({told})")
            elif told := "; ".join(_differences(row, old, labels)):
                found.changed.append(f"{what}: {plain(row.name)}: {told}")
        found.dropped += [f"{what}: {plain(row.name)}" for key, row in before.rows.items() if key not in table.rows]


def _homes(layer: Ruleset, table: Table, shown_by: list[Rule]) -> set[str]:
    """The chapters of a layer that tell what differs in a table: those that show it, else the one that holds its file, else the first."""
    showing = {one.stem for one in layer.chapters if any(rule.chapter in _stems(one) for rule in shown_by)}
    holding = {one.stem for one in layer.chapters if one.stem == table.chapter}
    return showing or holding or {one.stem for one in layer.chapters[:1]}


def _stems(chapter: Chapter) -> set[str]:
    return {chapter.stem, *chapter.sources}


def _cell(row: Row, column: str) -> str:
    value = row.cells.get(column)
    return "–" if value is None else plain(shown(value))


def _differences(row: Row, old: Row, labels: dict[str, str]) -> Iterator[str]:
    if row.name != old.name:
        yield f"was called {plain(old.name)}"
    for name, label in labels.items():
        if row.cells.get(name) != old.cells.get(name):
            yield f"{plain(label)} {_cell(old, name)} → {_cell(row, name)}"


def _rulings(found: Changes, layer: Ruleset, parent: Ruleset, chapter: Chapter | None) -> None:
    for ruling in layer.own_rulings.values():
        if chapter and ruling.chapter != chapter.stem:
            continue
        old = parent.rulings().get(ruling.replaces or ruling.name)
        if old is None:
            found.added.append(f"Ruling: {plain(ruling.problem)}")
        elif ruling.removed:
            found.dropped.append(f"Ruling: {plain(old.problem)}")
        elif _taken(ruling) != _taken(old):
            found.changed.append(
                f"Ruling: {plain(ruling.problem)} {'Settled' if ruling.settled else 'Default'}: {plain(_taken(ruling))}"
                f" Before: *{plain(_taken(old))}*"
            )
        elif ruling.settled and not old.settled:
            found.changed.append(f"Ruling: {plain(ruling.problem)} Settled: {plain(_taken(ruling))}")


def _taken(ruling: Ruling) -> str:
    return ruling.readings[ruling.default]


def _questions(found: Changes, layer: Ruleset, parent: Ruleset, chapter: Chapter | None, lib: Library) -> None:
    own, theirs = questions(layer, lib), questions(parent, lib)
    mine = [one for one in own.values() if one.slug == layer.slug and (chapter is None or one.chapter == chapter.stem)]
    for spec in mine:
        link = f"[{plain(spec.title)}](/{spec.examples[0]})"
        if spec.replaces in theirs:
            old = theirs[spec.replaces]
            found.changed.append(f"Question: {link} Before: [{plain(old.title)}](/{old.examples[0]})")
        else:
            found.added.append(f"Question: {link}")
    for name in layer.dropped_questions:
        if chapter is None or theirs[name].chapter in _stems(chapter):
            found.dropped.append(f"Question: [{plain(theirs[name].title)}](/{theirs[name].examples[0]})")
