"""TOML and CSV on disk become a Ruleset; every complaint about a file is worded here, with file, key and cure."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from drillbook import files
from drillbook.errors import RulesError, listed
from drillbook.exact import parse_number
from drillbook.rules import Cell, Chapter, Citation, Column, Document, FormulaText, Row, Rule, Ruleset, Ruling, Table
from drillbook.wording import fill, stray_numbers

M = TypeVar("M", bound=BaseModel)
SPECIAL = ("ruleset", "rulings")


def _complain(path: Path, key: str, what: str) -> NoReturn:
    place = f"{path.parent.name}/{path.name}" + (f", [{key}]" if key else "")
    raise RulesError(f"{place}: {what}")


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Fraction)
    except FileNotFoundError:
        _complain(path, "", "the file is missing; create it.")
    except UnicodeDecodeError:
        _complain(path, "", "the file is not UTF-8 text; save it as UTF-8.")
    except tomllib.TOMLDecodeError as error:
        _complain(path, "", f"the file is not TOML: {error}. Mend that line.")


def _model(model: type[M], found: Any, path: Path, key: str) -> M:
    try:
        return model.model_validate(found)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if not str(part).startswith("function-"))
        what = str(first["msg"]).removeprefix("Value error, ")
        if first["type"] == "extra_forbidden":
            what = f"the key is not known here; known are {listed(model.model_fields, 'and')}"
        _complain(path, key, f"{where + ': ' if where else ''}{what}.")


def _cell(text: str) -> Cell:
    plain = text.strip()
    if not plain:
        return None
    try:
        return parse_number(plain)
    except ValueError:
        return plain


def load_table(path: Path) -> Table:
    """One CSV file as a table; RulesError where a row is short, long or doubled."""
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            lines = [line for line in csv.reader(stream, strict=True) if line]
    except csv.Error as error:
        _complain(path, "", f"the file is not CSV: {error}. Mend that line.")
    head = [name.strip() for name in lines[0]] if lines else []
    if head[:2] != ["key", "name"]:
        _complain(path, "", f"the first line must begin with key,name, not {','.join(head[:2]) or 'nothing'}.")
    rows: dict[str, Row] = {}
    for number, line in enumerate(lines[1:], start=2):
        if len(line) != len(head):
            _complain(
                path,
                "",
                f"row {number} has {len(line)} fields, the heading {len(head)}; give every field, empty where there is none.",
            )
        cells = dict(zip(head, line, strict=True))
        key, name, rule = cells.pop("key").strip(), cells.pop("name").strip(), cells.pop("rule", "").strip()
        if key in rows:
            _complain(path, "", f"row {number} repeats the key '{key}'; keys are unique.")
        rows[key] = Row(key, name, {field: _cell(text) for field, text in cells.items()}, rule or None)
    return Table(path.stem, tuple(field for field in head[2:] if field != "rule"), rows)


def _columns(found: files.RuleFile, values: Mapping[str, Any], path: Path, key: str) -> tuple[Column, ...]:
    columns = []
    for name, shown in found.columns.items():
        spec = files.ColumnFile(label=shown) if isinstance(shown, str) else shown
        columns.append(Column(name, _filled(spec.label, values, path, key), spec.format, spec.rule))
    return tuple(columns)


def _filled(text: str, values: Mapping[str, Any], path: Path, key: str) -> str:
    try:
        return fill(text, values)
    except (KeyError, IndexError, ValueError, TypeError) as error:
        known = listed((f"{{{name}}}" for name in values), "and") or "none"
        _complain(path, key, f"the placeholder {error} in “{text}” cannot be filled; known are {known}.")


def _rule(short: str, document: str, path: Path, key: str, found: files.RuleFile, rows: Mapping[str, Row]) -> Rule:
    values = dict(found.values) if found.value is None else {"value": found.value}
    cells = rows[key].cells if key in rows else {}
    spelt = {**cells, **values, **({"name": rows[key].name} if key in rows else {})}
    for where, text in (("text", found.text), ("clause", found.clause or "")):
        stray = stray_numbers(text, found.exempt)
        if stray:
            _complain(
                path, key, f"{where} holds the number '{stray[0]}' outside a placeholder; write a placeholder such as {{value}},"
                " or name the word under exempt with the reason why it is no rule's number.",
            )  # fmt: skip
    cite = found.cite or files.CiteFile(section="", lines="")
    return Rule(
        id=f"{short}.{key}", key=key, chapter=path.stem, kind=found.kind,
        text=_filled(found.text, spelt, path, key),
        clause=_filled(found.clause, spelt, path, key) if found.clause else None,
        cite=Citation(document, cite.section, cite.lines),
        values={**{name: cell for name, cell in cells.items() if cell is not None}, **values},
        unit=found.unit, printed=found.printed, note=found.note, replaces=found.replaces, removed=found.removed,
        table=found.table, table_rows=tuple(found.rows) if found.rows is not None else None,
        columns=_columns(found, spelt, path, key),
        formula=FormulaText(found.formula.result, found.formula.expression, found.formula.symbols) if found.formula else None,
    )  # fmt: skip


def _tables(folder: Path, ruleset_file: Path, head: files.RulesetFile, parent: Ruleset | None) -> dict[str, Table]:
    tables = {path.stem: load_table(path) for path in sorted((folder / "tables").glob("*.csv"))}
    for name, overlay in head.overlays.items():
        if parent is None or name not in tables:
            _complain(
                ruleset_file, f"overlays.{name}", f"needs tables/{name}.csv here and a parent that has that table."
            )
        base = _parent_table(parent, name, ruleset_file)
        unknown = [key for key in overlay.removed if key not in base.rows]
        if unknown:
            _complain(
                ruleset_file, f"overlays.{name}", f"removes the row '{unknown[0]}', which the parent does not have."
            )
        kept = {key: row for key, row in base.rows.items() if key not in overlay.removed}
        tables[name] = replace(base, rows={**kept, **tables[name].rows})
    for name in tables:
        if parent and name not in head.overlays and _has_table(parent, name):
            _complain(
                ruleset_file, "overlays", f"tables/{name}.csv has the name of a parent's table; write [overlays.{name}] to lay it"
                " over that one row by row, or give it another name.",
            )  # fmt: skip
    return tables


def _has_table(ruleset: Ruleset, name: str) -> bool:
    try:
        ruleset.table(name)
    except RulesError:
        return False
    return True


def _parent_table(parent: Ruleset, name: str, path: Path) -> Table:
    if not _has_table(parent, name):
        _complain(path, f"overlays.{name}", "the parent has no table of that name.")
    return parent.table(name)


def _rules(
    folder: Path, short: str, document: str, tables: Mapping[str, Table], parent: Ruleset | None
) -> dict[str, Rule]:
    rows = {row.rule: row for table in tables.values() for row in table.rows.values() if row.rule}
    rules: dict[str, Rule] = {}
    for path in sorted(folder.glob("*.toml")):
        if path.stem in SPECIAL:
            continue
        for key, found in _read_toml(path).items():
            rule = _rule(short, document, path, key, _model(files.RuleFile, found, path, key), rows)
            if key in rules:
                _complain(path, key, f"the rule stands in {rules[key].chapter}.toml as well; keep it in one place.")
            _check_layer(rule, parent, path)
            rules[key] = rule
            if rule.table and rule.table not in tables:
                _complain(path, key, f"there is no tables/{rule.table}.csv.")
    for path in sorted((folder / "tables").glob("*.csv")):
        for row in load_table(path).rows.values():
            if row.rule and row.rule not in rules and not (parent and row.rule in parent.rules):
                _complain(path, row.key, f"the row names the rule '{row.rule}', which no TOML file here states.")
    return rules


def _check_layer(rule: Rule, parent: Ruleset | None, path: Path) -> None:
    target = rule.replaces or (rule.key if rule.removed else None)
    if target is not None and (parent is None or target not in parent.rules):
        verb = "removes" if rule.removed else "replaces"
        _complain(
            path, rule.key, f"it {verb} '{target}', which no parent has; mend the name or the extends of ruleset.toml."
        )
    if rule.key != target and parent is not None and rule.key in parent.rules:
        _complain(path, rule.key, f'the parent has a rule of that key; write replaces = "{rule.key}" to override it.')


def _rulings(folder: Path, head: files.RulesetFile, parent: Ruleset | None) -> dict[str, Ruling]:
    path = folder / "rulings.toml"
    rulings: dict[str, Ruling] = {}
    for name, raw in (_read_toml(path) if path.exists() else {}).items():
        found = _model(files.RulingFile, raw, path, name)
        inherited = parent.rulings().get(name) if parent else None
        if found.settled is not None:
            if inherited is None:
                _complain(path, name, "it settles a ruling that no parent has.")
            if found.settled not in inherited.readings:
                _complain(path, name, f"settled must be {listed(inherited.readings)}, not {found.settled}.")
            rulings[name] = replace(inherited, default=found.settled, settled=True, why=found.why or inherited.why)
            continue
        if inherited is not None:
            _complain(
                path,
                name,
                'the parent has a ruling of that name; settle it with settled = "…", or choose another name.',
            )
        where = found.where or files.CiteFile(section="", lines="")
        rulings[name] = Ruling(
            id=f"{head.short}.ruling.{name}", name=name, ruleset=folder.name, kind=found.kind, problem=found.problem,
            readings=found.readings, default=found.default, why=found.why,
            cite=Citation(head.document.title, where.section, where.lines),
            switchable=found.switchable, example=found.example, also=tuple(found.also), reason=found.reason,
        )  # fmt: skip
    return rulings


def load_ruleset(folder: Path, parent_of: Mapping[str, Ruleset] | None = None) -> Ruleset:
    """The ruleset of one folder.

    folder: holds ruleset.toml, <chapter>.toml, rulings.toml and tables/*.csv. parent_of: rulesets it may extend, by folder name.
    Raises RulesError with file, key and cure for anything that is wrong on disk.
    """
    path = folder / "ruleset.toml"
    head = head_of(folder)
    parent = None
    if head.extends is not None:
        parent = (parent_of or {}).get(head.extends)
        if parent is None:
            _complain(path, "extends", f"there is no ruleset '{head.extends}' to extend.")
    tables = _tables(folder, path, head, parent)
    chapters = tuple(Chapter(folder.name, c.slug.replace("-", "_"), c.title, c.summary) for c in head.chapters)
    document = Document(**head.document.model_dump())
    return Ruleset(
        slug=folder.name, short=head.short, title=head.title, unit=head.unit, document=document, chapters=chapters,
        own_rules=_rules(folder, head.short, document.title, tables, parent), own_tables=tables,
        own_rulings=_rulings(folder, head, parent), parent=parent, dropped_questions=frozenset(head.dropped_questions),
    )  # fmt: skip


def head_of(folder: Path) -> files.RulesetFile:
    """What ruleset.toml says of itself: its short name, its chapters, and the folder name of the ruleset it extends, if any."""
    path = folder / "ruleset.toml"
    return _model(files.RulesetFile, _read_toml(path), path, "")
