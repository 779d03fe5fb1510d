"""The differences between a layer and its parent: rules, table rows, rulings, questions.

The texts show what the layer adds, changes and drops. They are written from both rulesets: as lists for a chapter, and
as tables by chapter for the whole layer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from drillbook.asking.questions.procedures import done_anew
from drillbook.asking.questions.registry import questions
from drillbook.asking.questions.spec import Spec
from drillbook.errors import AskError
from drillbook.formats.markdown import plain
from drillbook.formats.sheet import page, section
from drillbook.maths.number_words import shown
from drillbook.rules.entities import Row, Rule, Ruling, Table
from drillbook.rules.library import Library
from drillbook.rules.manifest import Chapter
from drillbook.rules.model import Ruleset


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: what the parent has, what the layer has, and the line that states it.

    before, now: empty if the parent or the layer has nothing.
    """

    before: str
    now: str
    line: str


@dataclass
class Changes:
    """The differences, under the heading of their kind."""

    added: list[Difference] = field(default_factory=list)
    changed: list[Difference] = field(default_factory=list)
    dropped: list[Difference] = field(default_factory=list)

    def add(self, now: str) -> None:
        """Something that the parent does not have."""
        self.added.append(Difference("", now, now))

    def change(self, before: str, now: str, line: str = "") -> None:
        """Add something that both rulesets have in different forms.

        line: the line that states the change; without it, the line holds both forms.
        """
        self.changed.append(Difference(before, now, line or f"{now} Before: *{before}*"))

    def drop(self, before: str) -> None:
        """Something that the layer does not have."""
        self.dropped.append(Difference(before, "", before))

    @property
    def kinds(self) -> tuple[tuple[str, list[Difference]], ...]:
        """Those of each kind, under its heading."""
        return ("Added", self.added), ("Changed", self.changed), ("Dropped", self.dropped)


def changes(layer: Ruleset, lib: Library, slug: str = "") -> str:
    """Return the changes that a layer makes to its parent, as Markdown lists.

    slug: one chapter of the layer; without it, all chapters.
    Raises AskError if the ruleset extends no other, or has no chapter of that name.
    """
    chapter = layer.chapter(slug) if slug else None
    if layer.parent is None or (slug and chapter is None):
        raise AskError(
            f"{layer.title} " + (f"has no chapter '{slug}'." if slug and layer.parent else "extends no ruleset.")
        )
    found = _found(layer, layer.parent, lib, chapter)
    out: list[str] = []
    for heading, lines in found.kinds:
        if lines:
            out += [f"**{heading}**", "", *(f"- {one.line}" for one in lines), ""]
    return "\n".join(out).strip() or f"Nothing differs from {plain(layer.parent.title)}."


def how_many(layer: Ruleset, lib: Library, slug: str) -> str:
    """Return how many things a chapter of a layer changes in its parent: `2 added, 5 changed`."""
    assert layer.parent is not None
    kinds = _found(layer, layer.parent, lib, layer.chapter(slug)).kinds
    return ", ".join(f"{len(lines)} {heading.lower()}" for heading, lines in kinds if lines) or "nothing"


def difference_tables(layer: Ruleset, lib: Library) -> str:
    """Return the whole difference between a layer and its parent as tables.

    The first table counts the differences. The others show the parent's text beside the layer's, chapter by chapter.
    Raises AskError if the ruleset extends no other.
    """
    if layer.parent is None:
        raise AskError(f"{layer.title} extends no ruleset.")
    parent, found = layer.parent, list[tuple[str, Changes]]()
    for chapter in layer.chapters:
        told = _found(layer, parent, lib, chapter)
        if any(differences for _, differences in told.kinds):
            found.append((f"[{plain(chapter.title)}](/{layer.short}/{chapter.slug})", told))
    anew = Changes()
    for now, before in done_anew(layer):
        anew.change(before, now)
    if anew.changed:
        found.append(("How things are worked out", anew))
    out = ["| Chapter | Added | Changed | Dropped |", "| :--- | ---: | ---: | ---: |"]
    out += [f"| {title} | {' | '.join(str(len(some)) for _, some in told.kinds)} |" for title, told in found]
    for title, told in found:
        name = re.sub(r"\[(.*)\]\(.*\)", r"\1", title)
        out += ["", '<details class="difference">', f"<summary>{name}</summary>", ""]
        out += [f"|  | {plain(parent.title)} | {plain(layer.title)} |", "| :--- | :--- | :--- |"]
        for heading, some in told.kinds:
            out += [f"| {heading} | {_in_cell(one.before)} | {_in_cell(one.now)} |" for one in some]
        out += ["", "</details>"]
    return "\n".join(out)


def _in_cell(text: str) -> str:
    return text.replace("|", "\\|") or "–"


def _found(layer: Ruleset, parent: Ruleset, lib: Library, chapter: Chapter | None) -> Changes:
    """Return the differences in a chapter, or in all chapters."""
    found = Changes()
    _rules(found, layer, parent, chapter)
    _rows(found, layer, parent, chapter)
    _rulings(found, layer, parent, chapter)
    _questions(found, layer, parent, chapter, lib)
    for now, before in done_anew(layer) if chapter is None else ():
        told = f"Worked out anew: {plain(now)}"
        found.change(plain(before), told)
    return found


def _at(ruleset: Ruleset, rule: Rule) -> str:
    where, address = plain(section(rule)), page(ruleset, rule)
    return f"([{where}]({address}))" if address else f"({where})"


def _rules(found: Changes, layer: Ruleset, parent: Ruleset, chapter: Chapter | None) -> None:
    for rule in layer.own_rules.values():
        if rule.agrees or (chapter and rule.chapter != chapter.stem):
            continue
        old = parent.rules.get(rule.replaces or rule.key)
        if old is None:
            found.add(f"{plain(rule.text)} {_at(layer, rule)}")
        elif rule.removed:
            found.drop(f"{plain(old.text)} {_at(parent, old)}")
        elif rule.text != old.text or (not rule.same and dict(rule.values) != dict(old.values)):
            now, before = f"{plain(rule.text)} {_at(layer, rule)}", plain(old.text)
            found.change(f"{before} {_at(parent, old)}", now, f"{now} Before: *{before}* {_at(parent, old)}")


def _rows(found: Changes, layer: Ruleset, parent: Ruleset, chapter: Chapter | None) -> None:
    for table in layer.own_tables.values():
        shown_by = layer.table_rules.get(table.name, [])
        before = parent.tables().get(table.name)
        if before is None or not shown_by or (chapter and chapter.stem not in _homes(layer, table, shown_by)):
            continue
        labels = _labels(shown_by)
        for key, row in table.rows.items():
            old, what = before.rows.get(key), _caption(shown_by, key)
            if old is None:
                found.add(f"{what}: {_line(row, labels)}")
            elif other := [
                name for name in labels if name in before.fields and row.cells.get(name) != old.cells.get(name)
            ]:
                told = "; ".join(_differences(row, old, {name: labels[name] for name in other}))
                was, now = (
                    "; ".join(f"{plain(labels[name])} {_cell(one, name)}" for name in other) for one in (old, row)
                )
                found.change(
                    f"{what}: {plain(old.name)}: {was}",
                    f"{what}: {plain(row.name)}: {now}",
                    f"{what}: {plain(row.name)}: {told}",
                )
        theirs = parent.table_rules[table.name]
        for key, row in before.rows.items():
            if key not in table.rows:
                found.drop(f"{_caption(theirs, key)}: {_line(row, _labels(theirs))}")


def _labels(shown_by: list[Rule]) -> dict[str, str]:
    """Return the columns of a table with their labels, without the column that names the row."""
    return {column.field: column.label for rule in shown_by for column in rule.columns if column.field != "name"}


def _line(row: Row, labels: dict[str, str]) -> str:
    """Return a row as text: its name and the content of its columns."""
    told = "; ".join(f"{plain(label)} {_cell(row, name)}" for name, label in labels.items())
    return f"{plain(row.name)} ({told})" if told else plain(row.name)


def _caption(shown_by: list[Rule], row: str) -> str:
    """Return the caption of the table that shows a row."""
    showing = (rule for rule in shown_by if rule.table_rows is None or row in rule.table_rows)
    return plain(next(showing, shown_by[0]).text.removesuffix("."))


def _homes(layer: Ruleset, table: Table, shown_by: list[Rule]) -> set[str]:
    """Return the chapters of a layer that state the differences in a table.

    These are the chapters that show the table, else the one that holds its file, else the first.
    """
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
        yield f"{plain(label)} {_cell(old, name)} → {_cell(row, name)}"


def _rulings(found: Changes, layer: Ruleset, parent: Ruleset, chapter: Chapter | None) -> None:
    for ruling in layer.own_rulings.values():
        if chapter and ruling.chapter != chapter.stem:
            continue
        old = parent.rulings().get(ruling.replaces or ruling.name)
        if old is None:
            found.add(f"Ruling: {plain(ruling.problem)}")
        elif ruling.removed:
            found.drop(f"Ruling: {plain(old.problem)}")
        elif _taken(ruling) != _taken(old):
            told = f"Ruling: {plain(ruling.problem)}"
            now = f"{told} {'Settled' if ruling.settled else 'Default'}: {plain(_taken(ruling))}"
            before = f"Ruling: {plain(old.problem)} Default: {plain(_taken(old))}"
            found.change(before, now, f"{now} Before: *{plain(_taken(old))}*")
        elif ruling.settled and not old.settled:
            now = f"Ruling: {plain(ruling.problem)} Settled: {plain(_taken(ruling))}"
            found.change(f"Ruling: {plain(old.problem)} Open.", now, now)


def _taken(ruling: Ruling) -> str:
    return ruling.readings[ruling.default]


def _questions(found: Changes, layer: Ruleset, parent: Ruleset, chapter: Chapter | None, lib: Library) -> None:
    own, theirs = questions(layer, lib), questions(parent, lib)
    mine = [one for one in own.values() if one.slug == layer.slug and (chapter is None or one.chapter == chapter.stem)]
    for spec in mine:
        link = f"[{plain(spec.title)}](/{spec.examples[0]})"
        if spec.replaces in theirs:
            old = theirs[spec.replaces]
            before = f"[{plain(old.title)}](/{old.examples[0]})"
            now = f"Question: {link} {_asked(spec, old)}".rstrip()
            found.change(f"Question: {before}", now, f"{now} Before: {before}")
        else:
            found.add(f"Question: {link}")
    for name in layer.dropped_questions:
        if chapter is None or theirs[name].chapter in _stems(chapter):
            found.drop(f"Question: [{plain(theirs[name].title)}](/{theirs[name].examples[0]})")


def _asked(spec: Spec, old: Spec) -> str:
    """Return what a question asks for and the parent's does not, and what it no longer asks for.

    The text is empty if the two questions have different words.
    """
    if spec.title != old.title:
        return ""
    told = [
        f"{words}: {', '.join(some)}."
        for words, some in (("Asks also for", _more(spec, old)), ("No longer for", _more(old, spec)))
        if some
    ]
    return " ".join(told) or "By rules of its own."


def _more(spec: Spec, other: Spec) -> list[str]:
    """Return the labels of the inputs of a question that the other question does not have.

    An input counts as present if the other question has its name or its label.
    """
    known = {name for one in other.inputs for name in (one.name, one.kind.label)}
    return [plain(one.kind.label) for one in spec.inputs if not known & {one.name, one.kind.label}]
