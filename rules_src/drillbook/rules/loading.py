"""A folder of TOML and CSV becomes a Ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from drillbook.maths.formulas import FormulaText
from drillbook.rules.entities import Citation, Column, InputChange, RetiredInput, Row, Rule, Ruling, Table
from drillbook.rules.glossary import check_terms, own_terms
from drillbook.rules.layering import (
    check_csv_rules,
    check_rows,
    check_rule,
    overlaid,
    planned_stems,
    restated_rule,
    ruling_of_layer,
    sources_of,
    target_of,
)
from drillbook.rules.manifest import Accent, Chapter, Cover, Document, Head, SharedInputs
from drillbook.rules.model import Ruleset
from drillbook.rules.schema import ruleset
from drillbook.rules.schema.messages import complain
from drillbook.rules.schema.names import reserved_name_complaint
from drillbook.rules.schema.placeholders import as_clause, stray_numbers
from drillbook.rules.schema.rules import CiteFile, ColumnFile, RuleFile
from drillbook.rules.schema.rulings import RulingFile
from drillbook.rules.schema.short import check_shorts, load_shorts
from drillbook.rules.schema.toml_csv import checked_model, fill_text, load_table, read_toml
from drillbook.rules.title_page import check_title, read_title_page, table_mode_of


def _columns(found: RuleFile, values: Mapping[str, Any], path: Path, key: str) -> tuple[Column, ...]:
    columns = []
    for name, shown in found.columns.items():
        spec = ColumnFile(label=shown) if isinstance(shown, str) else shown
        columns.append(Column(name, fill_text(spec.label, values, path, key), spec.format, spec.rule))
    return tuple(columns)


def _rule(short: str, document: str, path: Path, key: str, found: RuleFile, rows: Mapping[str, Row]) -> Rule:
    values = dict(found.values) if found.value is None else {"value": found.value}
    cells = rows[key].cells if key in rows else {}
    spelt = {**cells, **values, **({"name": rows[key].name} if key in rows else {})}
    for where, text in (("text", found.text), ("clause", found.clause or "")):
        stray = stray_numbers(text, found.exempt_numbers)
        if stray:
            complain(
                path, key, f"{where} holds the number '{stray[0]}' outside a placeholder; write a placeholder such as {{value}},"
                " or name the word under exempt_numbers with the reason why it is no rule's number.",
            )  # fmt: skip
    cite = found.cite or CiteFile(section="", lines="")
    return Rule(
        id=f"{short}.{key}", key=key, chapter=path.parent.name, kind=found.kind,
        name=found.name, essential=found.essential, ruling=found.ruling,
        text=fill_text(found.text, spelt, path, key),
        clause=fill_text(found.clause or as_clause(found.text), spelt, path, key),
        cite=Citation(document, cite.section, cite.lines),
        values={**{name: cell for name, cell in cells.items() if cell is not None}, **values},
        unit=found.unit, printed=found.misprint, note=found.note, replaces=found.replaces,
        agrees=bool(found.equivalent_to), removed=found.removed,
        words=(found.text, found.clause or as_clause(found.text)), table=found.table,
        table_rows=tuple(found.rows) if found.rows is not None else None,
        columns=_columns(found, spelt, path, key),
        formula=FormulaText(found.formula.result, found.formula.expression, found.formula.symbols) if found.formula else None,
    )  # fmt: skip


def _rules(
    folder: Path, head: ruleset.RulesetFile, tables: Mapping[str, Table], parent: Ruleset | None
) -> dict[str, Rule]:
    rows = {name: row for table in tables.values() for row in table.rows.values() for name in row.stated_by}
    rules: dict[str, Rule] = {}
    for path in sorted(folder.glob("*/rules.toml")):
        for key, raw in read_toml(path).items():
            found = checked_model(RuleFile, raw, path, key)
            make = _rule if found.same_as is None else partial(restated_rule, parent=parent)
            rule = make(head.short, head.document.title, path, key, found, rows)
            if key in rules:
                complain(
                    path, key, f"the rule stands in {rules[key].chapter}/rules.toml as well; keep it in one place."
                )
            if found.equivalent_to is not None:
                target_of(parent, found.equivalent_to, path, key, "is equivalent to")
            check_rule(rule, rules, parent, path)
            rules[key] = rule
            if rule.table and rule.table not in tables and not (parent and rule.table in parent.table_rules):
                complain(path, key, f"there is no tables/{rule.table}.csv in any chapter.")
    check_csv_rules(folder, rules, parent)
    if parent:
        check_rows(folder, tables, rules, parent)
    return rules


def _rulings(folder: Path, head: ruleset.RulesetFile, parent: Ruleset | None) -> dict[str, Ruling]:
    rulings: dict[str, Ruling] = {}
    for path in sorted(folder.glob("*/rulings.toml")):
        for name, raw in read_toml(path).items():
            if name in rulings:
                complain(path, name, "a ruling of that name stands in another chapter as well; keep it in one place.")
            found = checked_model(RulingFile, raw, path, name)
            rulings[name] = ruling_of_layer(path, name, found, head, parent) or _ruling(path, name, found, head)
    return rulings


def _ruling(path: Path, name: str, found: RulingFile, head: ruleset.RulesetFile) -> Ruling:
    where = found.cite or CiteFile(section="", lines="")
    return Ruling(
        id=f"{head.short}.ruling.{name}", name=name, ruleset=path.parents[1].name, chapter=path.parent.name,
        kind=found.kind, problem=found.problem, readings=found.readings, names=found.reading_names, default=found.default,
        why=found.why, cite=Citation(head.document.title, where.section, where.lines),
        switchable=found.switchable, example=found.example, also=tuple(found.more_examples),
        reason=found.reason or found.settled_by or None,
        settled=bool(found.settled_by), settled_by=found.settled_by, retired=found.retired_readings,
        replaces=found.replaces, ask=found.question, take=found.answer,
    )  # fmt: skip


def load_ruleset(folder: Path, parent_of: Mapping[str, Ruleset] | None = None) -> Ruleset:
    """Return the ruleset of one folder.

    folder: holds ruleset.toml and, in a folder for each chapter, rules.toml, rulings.toml and tables/*.csv.
    parent_of: the rulesets that it can extend, by folder name.
    Raises RulesError with file, key and cure for anything that is wrong on disk.
    """
    path = folder / "ruleset.toml"
    head = _file_of(folder)
    parent = None
    if head.extends is not None:
        parent = (parent_of or {}).get(head.extends)
        if parent is None:
            complain(path, "extends", f"there is no ruleset '{head.extends}' to extend.")
    on_disk = {found.stem: load_table(found) for found in sorted(folder.glob("*/tables/*.csv"))}
    tables = overlaid(on_disk, head.overlays, parent, path)
    chapters = tuple(
        Chapter(folder.name, c.slug.replace("-", "_"), c.title, c.summary, sources_of(c, parent, path))
        for c in head.chapters
    )
    for chapter in chapters:
        if taken := reserved_name_complaint(chapter.slug):
            complain(path, f"chapters.{chapter.slug}", taken)
    usual = parent.accent if parent else Accent()
    made = Ruleset(
        slug=folder.name, short=head.short, title=head.title, unit=head.unit, document=Document(**head.document.model_dump()),
        chapters=chapters, own_rules=_rules(folder, head, tables, parent), own_tables=tables,
        own_rulings=_rulings(folder, head, parent), parent=parent, dropped_questions=head.dropped_questions,
        dropped_inputs=head.dropped_inputs,
        planned_chapters=planned_stems(head.planned_chapters, chapters, parent, path),
        old_names=head.old_names,
        own_retired={name: RetiredInput(one.accepted_value, one.refusal) for name, one in head.retired_inputs.items()},
        own_examples={name: tuple(examples) for name, examples in head.examples.items()},
        own_inputs={name: _changed_inputs(inputs) for name, inputs in head.inputs.items()},
        tagline=head.tagline or (parent.tagline if parent else ""), accent=Accent(**head.accent.model_dump()) if head.accent else usual,
        own_terms=own_terms(head.glossary, parent, path),
        own_shorts=load_shorts(folder), own_synonyms={typed: tuple(names) for typed, names in head.synonyms.items()},
        shared_inputs=_shared_inputs(head, parent),
        title_page=read_title_page(head.title_page, path), table_mode=table_mode_of(head.table_mode), version=head.version,
    )  # fmt: skip
    check_terms(made, path)
    check_title(made, path)
    check_shorts(made, folder)
    return made


def _shared_inputs(head: ruleset.RulesetFile, parent: Ruleset | None) -> SharedInputs | None:
    """Return the inputs that all calculators share: those of the file, or the parent's."""
    found = head.shared_inputs
    if found is None:
        return parent.shared_inputs if parent else None
    return SharedInputs(tuple(found.inputs), found.question)


def _changed_inputs(found: Mapping[str, ruleset.InputFile]) -> dict[str, InputChange]:
    """Return the changes that a layer makes to the inputs of one question."""
    return {name: InputChange(**one.model_dump()) for name, one in found.items()}


def head_of(folder: Path) -> Head:
    """Return what ruleset.toml says of itself, without reading the rules."""
    found = _file_of(folder)
    look = Accent(**found.accent.model_dump()) if found.accent else None
    chapters = tuple(Chapter(folder.name, c.slug.replace("-", "_"), c.title, c.summary) for c in found.chapters)
    cover = Cover(
        slug=folder.name, short=found.short, title=found.title, document=Document(**found.document.model_dump()),
        chapters=chapters, tagline=found.tagline, accent=look or Accent(), old_names=found.old_names,
        period=found.title_page.period if found.title_page else "",
        evenings_to_learn=found.title_page.evenings_to_learn if found.title_page else 0, version=found.version,
    )  # fmt: skip
    return Head(found.extends, cover, look)


def _file_of(folder: Path) -> ruleset.RulesetFile:
    path = folder / "ruleset.toml"
    return checked_model(ruleset.RulesetFile, read_toml(path), path, "")
