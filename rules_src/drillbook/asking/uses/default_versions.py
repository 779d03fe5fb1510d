"""The defaults of a ruleset, and the versions that changed them.

A layer inherits what its parent has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from drillbook.asking.questions.registry import find_question, questions
from drillbook.errors import AskError, RulesError, listed, nearest_of
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset
from drillbook.rules.versions import FILE, FIRST, PARENT, RULING, NewDefault, own_changed, parent_versions


def defaults(ruleset: Ruleset, lib: Library) -> dict[str, str]:
    """Return every default of a ruleset as an address writes it.

    The keys are `question.input` for an input and `ruling.NAME` for a ruling.
    """
    found = {
        f"{spec.name}.{one.name}": one.kind.format(one.kind.first)
        for spec in questions(ruleset, lib).values()
        for one in spec.bound(ruleset)
    }
    return found | {f"{RULING}{name}": one.default for name, one in ruleset.rulings().items()}


def _as_written_now(ruleset: Ruleset, of: str, written: str, lib: Library) -> str:
    """Return a default as an address writes it today, or as it was written if that fails.

    So a list with new fields since then compares as equal.
    """
    if of.startswith(RULING):
        return written
    question, _, given = of.partition(".")
    kind = find_question(ruleset, question, lib).kinds(ruleset)[given]
    try:
        return kind.format(kind.parse(written))
    except AskError:
        return written


def name_now(ruleset: Ruleset, of: str) -> str:
    """Return the present name of an input or ruling, from its name when its default changed."""
    if of.startswith(RULING):
        return RULING + ruleset.reading_here(of.removeprefix(RULING), "")[0]
    question, _, given = of.partition(".")
    now = ruleset.now_called(question)
    return f"{now}.{ruleset.now_called(now, given)}"


def default_changes(ruleset: Ruleset, lib: Library) -> tuple[NewDefault, ...]:
    """Return every default that a version of the ruleset has changed, the earliest first.

    The defaults have their present names.
    A layer has its own rows, and those of its parent for what it takes over with the parent's default. The parent's rows
    count from the version of the layer that follows that version of the parent (`parent` in its table). The layer's own
    rows for the same thing replace them.
    """
    own = [replace(one, of=name_now(ruleset, one.of)) for one in own_changed(ruleset, lib) if one.of != PARENT]
    steps = parent_versions(ruleset, lib)
    above = list(_inherited(ruleset, ruleset.parent, steps, lib)) if ruleset.parent else []
    mine = {one.of for one in own}
    return tuple(sorted([*(one for one in above if one.of not in mine), *own], key=lambda one: one.version))


def _inherited(
    layer: Ruleset, parent: Ruleset, steps: tuple[tuple[int, int], ...], lib: Library
) -> Iterator[NewDefault]:
    """Yield the parent's changed defaults of everything that the layer takes over unchanged.

    steps: as followed() gives them.
    """
    for one in default_changes(parent, lib):
        version = next((own for own, theirs in steps if theirs >= one.version), None)
        if version is None or version == FIRST:  # what the layer began with it has not changed
            continue
        if one.of.startswith(RULING):
            name = one.of.removeprefix(RULING)
            (own, old), (_, new) = (layer.reading_of_parent(name, letter) for letter in (one.old, one.new))
            ruling = layer.rulings().get(own)
            if ruling is not None and old and new and not (ruling.ruleset == layer.slug and ruling.own_default):
                yield replace(one, version=version, of=RULING + own, old=old, new=new)
            continue
        now = name_now(layer, one.of)
        question, _, given = now.partition(".")
        try:
            spec = find_question(layer, question, lib)
        except AskError:
            continue  # the layer has dropped it
        change = layer.own_inputs.get(question, {}).get(given)
        if spec.slug != layer.slug and given in spec.kinds(layer) and (change is None or change.default is None):
            yield replace(one, version=version, of=now)


def version_faults(ruleset: Ruleset, lib: Library) -> Iterator[str]:
    """Yield a sentence for each fault in the changed defaults of a ruleset."""
    try:
        rows = default_changes(ruleset, lib)
    except RulesError as problem:
        yield str(problem)
        return
    place, known, at = f"{ruleset.slug}/{FILE}", defaults(ruleset, lib), dict[str, str]()
    for one in rows:
        if one.of not in known:
            what = "ruling" if one.of.startswith(RULING) else "input of a question"
            yield f"{place}: {one.of} is no {what} of {ruleset.title}{nearest_of(one.of, known)}"
        elif at.get(one.of, one.old) != one.old:
            yield f"{place}: version {one.version} changes {one.of} from {one.old}, but it was {at[one.of]} before; mend old."
        at[one.of] = one.new
    for of, new in at.items():
        if of in known and known[of] != _as_written_now(ruleset, of, new, lib):
            yield (
                f"{place}: the default of {of} is {known[of]}, but the last row says {new}; mend the row, or write"
                f' {ruleset.version},{of},{new},{known[of]},"why."'
            )


def default_faults(ruleset: Ruleset, lib: Library, recorded: dict[int, dict[str, str]]) -> Iterator[str]:
    """Yield a sentence for each default that the records and table of changes do not explain.

    recorded: for each version, the things that it introduced and the default of each at that time.
    """
    known, rows = defaults(ruleset, lib), default_changes(ruleset, lib)
    gone = {*ruleset.dropped_questions}
    met = set()
    for version, things in recorded.items():
        for of, default in things.items():
            now = name_now(ruleset, of)
            met.add(now)
            question, _, given = now.partition(".")
            if question in gone or given in ruleset.dropped_inputs.get(question, ()):
                continue
            if ruleset.retired(question, given):
                continue
            if now not in known:
                yield f"{of} is not there any more; name under [old_names] of ruleset.toml what stands for it now."
                continue
            mine = [one for one in rows if one.of == now]
            if early := [one for one in mine if one.version <= version]:
                yield f"{of} came with version {version}, so that version {early[0].version} changes nothing; take the row out."
                continue
            told = _as_written_now(ruleset, now, default, lib)
            for one in mine:
                if _as_written_now(ruleset, now, one.old, lib) != told:
                    yield f"{of} was {told} before version {one.version}, its row in {FILE} says {one.old}; mend old."
                told = _as_written_now(ruleset, now, one.new, lib)
            if told != known[now]:
                yield (
                    f'{of} is {known[now]} now and was {told}; write a row {ruleset.version},{now},{told},{known[now]},"why." into'
                    f" {ruleset.slug}/{FILE}, or mend the default."
                )
    if new := sorted(set(known) - met):
        yield f"{listed(new, 'and')} are new; record them: python tests/tools/changed_defaults.py {ruleset.short}"
