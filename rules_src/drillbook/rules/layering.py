"""The changes that a layer makes to its parent's tables, rules, rulings and chapters.

A change without a target is a complaint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from drillbook.errors import RulesError, listed
from drillbook.rules.entities import EMPTY, Citation, Row, Rule, Ruling, Table
from drillbook.rules.manifest import Chapter
from drillbook.rules.model import Ruleset
from drillbook.rules.schema.messages import complain
from drillbook.rules.schema.rules import RuleFile
from drillbook.rules.schema.ruleset import ChapterFile, OverlayFile, RulesetFile
from drillbook.rules.schema.rulings import RulingFile
from drillbook.rules.schema.toml_csv import fill_text, load_table


def overlaid(
    tables: Mapping[str, Table], overlays: Mapping[str, OverlayFile], parent: Ruleset | None, path: Path
) -> dict[str, Table]:
    """Return the layer's tables, with the parent's rows beneath those that are overlays.

    path: the path of ruleset.toml.
    Raises RulesError if an overlay has no target, or if a table has the name of a parent's table and is not an overlay.
    """
    found = dict(tables)
    for name, overlay in overlays.items():
        if parent is None or (name not in tables and not overlay.removed):
            complain(
                path, f"overlays.{name}", f"needs a chapter's tables/{name}.csv here and a parent with that table."
            )
        if not _has_table(parent, name):
            complain(path, f"overlays.{name}", "the parent has no table of that name.")
        base = parent.table(name)
        unknown = [key for key in overlay.removed if key not in base.rows]
        if unknown:
            complain(path, f"overlays.{name}", f"removes the row '{unknown[0]}', which the parent does not have.")
        both = [key for key in overlay.removed if name in tables and key in tables[name].rows]
        if both:
            complain(
                path, f"overlays.{name}", f"removes the row '{both[0]}', which tables/{name}.csv here gives again."
            )
        kept = {key: row for key, row in base.rows.items() if key not in overlay.removed}
        found[name] = _laid_over(base, kept, tables[name]) if name in tables else replace(base, rows=kept)
    for name in found:
        if parent and name not in overlays and _has_table(parent, name):
            complain(
                path, "overlays", f"tables/{name}.csv has the name of a parent's table; write [overlays.{name}] to lay it"
                " over that one row by row, or give it another name.",
            )  # fmt: skip
    return found


def _laid_over(base: Table, kept: Mapping[str, Row], own: Table) -> Table:
    """Return a table of the parent's kept rows with the layer's own rows laid over them, by key.

    A cell for which an own row has no column stays as in the parent's row of that key.
    """
    rows = dict(kept)
    for key, row in own.rows.items():
        old = kept.get(key)
        if old is None:
            rows[key] = row
            continue
        marks = (old.marks - own.marks) | row.marks
        rows[key] = Row(key, row.name, {**old.cells, **row.cells}, row.rule or old.rule, marks, row.also or old.also)
    fields = (*base.fields, *(field for field in own.fields if field not in base.fields))
    return Table(base.name, fields, rows, base.marks | own.marks, own.chapter)


def _has_table(ruleset: Ruleset, name: str) -> bool:
    try:
        ruleset.table(name)
    except RulesError:
        return False
    return True


def restated_rule(
    short: str,
    document: str,
    path: Path,
    key: str,
    found: RuleFile,
    rows: Mapping[str, Row],
    parent: Ruleset | None,
) -> Rule:
    """Return the parent's rule in the parent's words, with the layer's numbers in them.

    The rule has the layer's own id, and the layer's citation if the file gives one.
    """
    old = target_of(parent, found.same_as or "", path, key, "says the same as")
    row = rows.get(key) or next((rows[name] for name in _keys(parent, old) if name in rows), None)
    cells = {name: cell for name, cell in (row.cells if row else {}).items() if cell is not None}
    kept = {name: value for name, value in old.values.items() if row is None or name not in row.cells}
    own = dict(found.values) if found.value is None else {"value": found.value}
    unknown = [name for name in own if name not in old.values]
    if unknown:
        complain(path, key, f"{old.id} has no value '{unknown[0]}' to change; it has {listed(old.values) or 'none'}.")
    values = {**kept, **cells, **own}
    spelt = {**(row.cells if row else {}), **values, **({"name": row.name} if row else {})}
    text, clause = old.words
    return replace(
        old, id=f"{short}.{key}", key=key, chapter=path.parent.name, replaces=old.key, same=True, values=values,
        text=fill_text(text, spelt, path, key), clause=fill_text(clause, spelt, path, key),
        cite=Citation(document, found.cite.section, found.cite.lines) if found.cite else old.cite,
        name=found.name or old.name, essential=found.essential if "essential" in found.model_fields_set else old.essential,
        ruling=found.ruling or old.ruling, note=found.note or old.note, printed=found.misprint or old.printed, unit=found.unit or old.unit,
        table_rows=tuple(found.rows) if found.rows is not None else old.table_rows,
    )  # fmt: skip


def target_of(parent: Ruleset | None, name: str, path: Path, key: str, verb: str) -> Rule:
    """Return the parent's rule that a layer's rule names; raise RulesError if there is none.

    verb: what the layer's rule does to it, for the complaint.
    """
    try:
        if parent is not None:
            return parent.rule(name)
    except RulesError:
        pass
    return complain(
        path, key, f"it {verb} '{name}', which no parent has; mend the name or the extends of ruleset.toml."
    )


def _keys(parent: Ruleset | None, rule: Rule) -> Iterator[str]:
    for key, one in parent.rules.items() if parent else ():
        if one.id == rule.id:
            yield key


def check_rule(rule: Rule, others: Mapping[str, Rule], parent: Ruleset | None, path: Path) -> None:
    """Check that a rule's target exists and that the rule states what it overrides.

    Raises RulesError if a rule replaces or removes what no parent has, if another rule already replaces the target, or if a
    rule overrides one of the parent's without saying so.
    """
    target = rule.replaces or (rule.key if rule.removed else None)
    if target is not None:
        verb = "removes" if rule.removed else "replaces"
        old = target_of(parent, target, path, rule.key, verb)
        for other in others.values():
            if parent and other.replaces and parent.rules[other.replaces].id == old.id:
                complain(path, rule.key, f"it {verb} '{target}', which {other.id} replaces already; keep one of them.")
    if rule.key != target and parent is not None and rule.key in parent.rules:
        complain(path, rule.key, f'the parent has a rule of that key; write replaces = "{rule.key}" to override it.')


def check_rows(folder: Path, tables: Mapping[str, Table], rules: Mapping[str, Rule], parent: Ruleset) -> None:
    """Check that each changed or dropped row agrees with the rule that states it.

    Raises RulesError if one of the two is changed or dropped and the other stays as it was.
    """
    touched = {parent.rules[rule.replaces or rule.key].id for rule in rules.values() if rule.replaces or rule.removed}
    for name, table in tables.items():
        base = parent.table(name).rows if _has_table(parent, name) else {}
        path = next(iter(folder.glob(f"*/tables/{name}.csv")), folder / "ruleset.toml")
        stating = {row.rule for row in table.rows.values()}
        for key, old in base.items():
            if not old.rule or parent.rules[old.rule].id in touched:
                continue
            if old.rule not in stating:
                complain(
                    path, f"overlays.{name}", f"the row '{key}' goes, but the rule '{old.rule}' that states it stays; write"
                    f' removed = true for ["{old.rule}"] in a rules.toml.',
                )  # fmt: skip
            new = table.rows.get(key)
            if new is not None and new.rule == old.rule and (new.name, new.cells) != (old.name, old.cells):
                complain(
                    path, key, f"the row changes what the parent's rule '{old.rule}' says; restate it in a rules.toml, such as"
                    f' ["{old.rule}"] with same_as = "{old.rule}".',
                )  # fmt: skip
    gone = {parent.rules[rule.key].id: rule for rule in rules.values() if rule.removed}
    for name, table in {**parent.tables(), **tables}.items():
        for row in table.rows.values():
            stated = parent.rules.get(row.rule or "")
            if row.rule not in rules and stated and stated.id in gone:
                key = gone[stated.id].key
                complain(
                    folder / gone[stated.id].chapter / "rules.toml", key, f"it removes '{key}', which states the row '{row.key}'"
                    f" of the table {name}; remove the row as well, with [overlays.{name}] in ruleset.toml.",
                )  # fmt: skip


def check_csv_rules(folder: Path, rules: Mapping[str, Rule], parent: Ruleset | None) -> None:
    """RulesError where a row on disk names a rule that nothing states."""
    for path in sorted(folder.glob("*/tables/*.csv")):
        for row in load_table(path).rows.values():
            for name in row.stated_by:
                if name not in rules and not (parent and name in parent.rules):
                    complain(path, row.key, f"the row names the rule '{name}', which no TOML file here states.")


def ruling_of_layer(
    path: Path, name: str, found: RulingFile, head: RulesetFile, parent: Ruleset | None
) -> Ruling | None:
    """Return the parent's ruling as the layer takes it over, or None.

    The layer can settle, rename or drop the ruling, cite it again, map its letters, or give it another default.
    The result is None if the file states a ruling of the layer's own. Raises RulesError if the parent has no ruling of that
    name.
    """
    verb = (
        "settles"
        if found.settled_reading
        else "drops"
        if found.removed
        else "takes over"
        if found.same_as
        else "replaces"
    )
    target = found.same_as or found.replaces or name
    taken = found.settled_reading is not None or found.removed or found.same_as is not None
    old = parent.rulings().get(target.rsplit(".ruling.", 1)[-1]) if parent else None
    if (taken or found.replaces) and old is None:
        wanted = "a ruling that no parent has" if target == name else f"'{target}', a ruling that no parent has"
        complain(path, name, f"it {verb} {wanted}.")
    if not taken or old is None:
        if parent and not found.replaces and name in parent.rulings():
            complain(
                path, name, 'the parent has a ruling of that name; settle it with settled_reading = "…", take it over with same_as = "…",'
                ' drop it with removed = true, override it with replaces = "…", or choose another name.',
            )  # fmt: skip
        return None
    return _taken(path, name, found, head, old)


def _taken(path: Path, name: str, found: RulingFile, head: RulesetFile, old: Ruling) -> Ruling:
    letters = found.parent_letters or {letter: letter for letter in old.readings}
    strange = [letter for letter in letters.values() if letter not in old.readings]
    if strange:
        complain(path, name, f"parent_letters maps to {strange[0]}, but {old.id} has {listed(old.readings, 'and')}.")
    own = {theirs: mine for mine, theirs in letters.items()}
    default = found.default if "default" in found.model_fields_set else own.get(old.default, "")
    for what, letter in (("settled_reading", found.settled_reading), ("default", default)):
        if letter is not None and letter not in letters and not (what == "default" and found.settled_reading):
            complain(path, name, f"{what} must be {listed(letters)}, not {letter or 'the letter that is gone'}.")
    cite = Citation(head.document.title, found.cite.section, found.cite.lines) if found.cite else old.cite
    return replace(
        old, id=f"{head.short}.ruling.{name}", name=name, ruleset=path.parents[1].name, chapter=path.parent.name, cite=cite,
        readings={mine: old.readings[theirs] for mine, theirs in letters.items()},
        names={mine: old.names[theirs] for mine, theirs in letters.items() if theirs in old.names},
        default=found.settled_reading or default, settled=found.settled_reading is not None or old.settled, why=found.why or old.why,
        settled_by=(found.settled_by or found.why or f"{head.title} says so.") if found.settled_reading else old.settled_by,
        retired=found.retired_readings if found.parent_letters else {**old.retired, **found.retired_readings},
        example=found.example or old.example, also=tuple(found.more_examples) or (() if found.example else old.also),
        replaces=old.name, removed=found.removed, letters=letters if found.parent_letters else EMPTY,
        ask=found.question or old.ask,
        take=found.answer or (old.take if letters.get(found.settled_reading or default) == old.default else ""),
        own_default=found.settled_reading is not None or "default" in found.model_fields_set,
        lost=frozenset(name for theirs, name in old.names.items() if theirs not in letters.values()) | old.lost,
    )  # fmt: skip


def sources_of(chapter: ChapterFile, parent: Ruleset | None, path: Path) -> frozenset[str]:
    """Return the stems of the parents' chapters that a layer's chapter takes over.

    These are the chapters that it names, else the one of its own name.
    """
    if parent is None:
        return frozenset()
    return _stems(
        chapter.parent_chapters or [chapter.slug], parent, path, f"chapters.{chapter.slug}", chapter.parent_chapters
    )


def planned_stems(names: list[str], chapters: Iterable[Chapter], parent: Ruleset | None, path: Path) -> frozenset[str]:
    """Return the stems of the parents' chapters that a layer does not cover yet.

    Raises RulesError for a chapter that the layer takes over, or that does not exist.
    """
    if parent is None:
        return (
            frozenset()
            if not names
            else complain(path, "planned_chapters", "nothing is extended, so that nothing can be awaited.")
        )
    found = _stems(names, parent, path, "planned_chapters", names)
    for chapter in chapters:
        if both := sorted(found & chapter.sources):
            complain(
                path,
                "planned_chapters",
                f"'{both[0]}' is planned, yet the chapter {chapter.slug} takes it over; keep one of them.",
            )
    return found


def _stems(names: Iterable[str], parent: Ruleset, path: Path, where: str, said: object) -> frozenset[str]:
    """Return the stems of these chapters of the parent, and of its parents.

    said: whether the chapters were named in the file, so that an unknown one is a fault.
    """
    known = {*(rule.chapter for rule in parent.rules.values()), *(one.stem for one in parent.chapters)}
    stems = [name.replace("-", "_") for name in names]
    unknown = [name for name in stems if name not in known]
    if unknown and said:
        verb = "names" if where == "planned_chapters" else "parent_chapters names"
        complain(
            path, where, f"{verb} the chapter '{unknown[0]}', which the parent does not have; it has"
            f" {listed(sorted(known), 'and')}.",
        )  # fmt: skip
    taken = {name for name in stems if name in known}
    return frozenset(taken.union(*(one.sources for one in parent.chapters if one.stem in taken)))
