"""Checks that declared addresses work, and that a layer can ask what it inherits.

The second check asks the questions: with their examples, their defaults and every option.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from drillbook.asking.answers.address import decode
from drillbook.asking.answers.ask import answer, ask, check_readings, read_inputs
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.questions.registry import chapter_of, examples_of, find_question, questions, suggest
from drillbook.asking.questions.spec import Spec
from drillbook.asking.uses.comparison import situation_faults
from drillbook.asking.uses.table_mode import table_faults
from drillbook.errors import AskError, Contradiction, RulesError
from drillbook.rules.library import Library, library
from drillbook.rules.model import Ruleset


def declared_faults(ruleset: Ruleset, lib: Library | None = None) -> Iterator[str]:
    """Yield a sentence for each address or name that a ruleset declares and that does not work.

    These are the examples, the tools, what is kept, the situations, and renamed or retired names.
    """
    known = questions(ruleset, lib)
    for spec in known.values():
        if spec.slug == ruleset.slug:
            file = f"{spec.slug}/{spec.chapter}/{spec.name.replace('-', '_')}.py"
            yield from (f"{file}: the example {one}: {what}" for one, what in _not_understood(spec.examples, lib))
    for ruling in ruleset.own_rulings.values():
        if not ruling.removed and ruling.ruleset == ruleset.slug:
            wrong = _not_understood(examples_of(ruling, ruleset, lib), lib)
            file = f"{ruleset.slug}/{ruling.chapter}/rulings.toml, [{ruling.name}]"
            yield from (f"{file}: the example {one}: {what}" for one, what in wrong)
    yield from _kept_faults(ruleset, known)
    tools = ruleset.title_page.tools if ruleset.title_page else ()
    for one, what in _not_understood((f"{ruleset.short}/{tool.address}" for tool in tools), lib):
        yield f"{ruleset.slug}/ruleset.toml, [title_page.tools]: {one}: {what}"
    carried = ruleset.table_mode.tools if ruleset.table_mode else ()
    for one, what in _not_understood((f"{ruleset.short}/{tool.address}" for tool in carried), lib):
        yield f"{ruleset.slug}/ruleset.toml, [table_mode]: {one}: {what}"
    yield from table_faults(ruleset, known)
    yield from situation_faults(ruleset, lib)
    for old, new in ruleset.old_names.items():
        question, dot, given = old.partition(".")
        place = f"{ruleset.slug}/ruleset.toml, [old_names]: {old}"
        names = [one.name for one in known[question].inputs] if dot and question in known else list(known)
        if dot and question not in known:
            yield f"{place}: there is no question '{question}'; {suggest(question, known)}"
        elif (given or question) in names:
            yield f"{place} is the name of something still; take the line out, or choose another name."
        elif new not in names:
            yield f"{place} leads to '{new}', which is not there; {suggest(new, dict.fromkeys(names))}"
    for name in ruleset.own_retired:
        question, _, given = name.partition(".")
        place = f"{ruleset.slug}/ruleset.toml, [retired_inputs]: {name}"
        if question not in known:
            yield f"{place}: there is no question '{question}'; {suggest(question, known)}"
        elif given in [one.name for one in known[question].inputs]:
            yield f"{place} is an input still; take the line out."


def _kept_faults(ruleset: Ruleset, known: Mapping[str, Spec]) -> Iterator[str]:
    """Yield a sentence for each fault in the inputs that all plates keep.

    Either their question does not exist, or it does not take one of the inputs.
    """
    if ruleset.shared_inputs is None:
        return
    place, question = f"{ruleset.slug}/ruleset.toml, [shared_inputs]", ruleset.shared_inputs.question
    if question not in known:
        yield f"{place}: there is no question '{question}'; {suggest(question, known)}"
        return
    names = [one.name for one in known[question].inputs]
    for name in ruleset.shared_inputs.inputs:
        if name not in names:
            yield f"{place}: {question} has no input '{name}'; {suggest(name, dict.fromkeys(names))}"


def _not_understood(addresses: Iterable[str], lib: Library | None) -> Iterator[tuple[str, str]]:
    """Each address that no question takes, with the reason."""
    for address in addresses:
        try:
            wanted = decode(address)
            ruleset = (lib or library()).find(wanted.ruleset)
            read_inputs(find_question(ruleset, wanted.question, lib), ruleset, wanted.inputs)
            check_readings(ruleset, wanted.readings)
        except AskError as error:
            yield address, str(error)


def faults(layer: Ruleset, lib: Library | None = None) -> list[str]:
    """Return a sentence for each thing that stops a layer from asking an inherited question.

    The list is empty if there is no fault.
    """
    try:
        known = questions(layer, lib)
    except RulesError as error:
        return [str(error)]
    found = [fault for spec in known.values() if spec.slug != layer.slug for fault in _faults(spec, layer, lib)]
    for ruling in layer.rulings().values():
        awaited = ruling.ruleset != layer.slug and ruling.chapter in layer.planned_chapters
        if ruling.free and not awaited and not examples_of(ruling, layer, lib):
            found.append(
                f"{layer.slug}: no example of {ruling.id} can be asked in the layer's name; settle it, drop it, or give it an example."
            )
    return found


def _faults(spec: Spec, layer: Ruleset, lib: Library | None) -> Iterator[str]:
    who = f"{layer.short}/{spec.name}"
    if chapter_of(layer, spec) is None:
        yield (
            f"{layer.slug}/ruleset.toml: no chapter takes over the question {who}; give one"
            ' parent_chapters = "…" with the parent\'s chapter, or drop the question under dropped_questions.'
        )
    for example in spec.examples:
        try:
            ask(example, lib=lib)
        except AskError as error:
            yield (
                f"{layer.slug}/ruleset.toml, [examples]: {example} cannot be asked: {error} Give {spec.name} examples of the layer's own."
            )
            return
        except Exception as error:  # whatever a question stumbles over is the layer's to mend
            yield f"{layer.slug}: {example} cannot be answered: {_told(error)}"
            return
    yield from dict.fromkeys(_of_options(spec, layer))


def _of_options(spec: Spec, layer: Ruleset) -> Iterator[str]:
    """Yield a sentence for each case of a question that cannot be answered.

    The cases are the defaults with every option of every choice in turn, under every reading that can be switched.
    """
    start = spec.defaults(layer)
    tried: list[Mapping[str, Any]] = [start]
    for one in spec.bound(layer):
        match one.kind:
            case Choices():
                options: list[Any] = [(option,) for option in one.kind.options]
            case Choice():
                options = list(one.kind.options)
            case Flag():
                options = [True, False]
            case _:
                options = []
        tried += [{**start, one.name: option} for option in options]
    for values in tried:
        under: list[dict[str, str]] = [{}]
        for readings in under:  # which grows by every other reading of what the first answer meets
            try:
                found = answer(spec, layer, spec.settle(layer, values), readings)
            except Contradiction:
                continue
            except Exception as error:
                who = f"{layer.slug}: {layer.short}/{spec.name}"
                yield f"{who} cannot be answered ({_change(values, start, readings)}): {_told(error)}"
                continue
            if not readings:
                met = [ruling for ruling in map(layer.ruling, found.readings) if ruling.free]
                under += [{one.name: letter} for one in met for letter in one.readings if letter != one.default]


def _change(values: Mapping[str, Any], start: Mapping[str, Any], readings: Mapping[str, str]) -> str:
    changed = [f"{name}={value}" for name, value in values.items() if value != start[name]]
    return ", ".join([*changed, *(f"ruling.{name}={letter}" for name, letter in readings.items())]) or "its defaults"


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, RulesError | AskError) else f"{type(error).__name__}: {error}."
