"""Questions: functions that answer, each declared once with its inputs.

Each question has a file in the folder of its chapter.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from drillbook.asking.answers.address import EDITION, decode
from drillbook.asking.inputs.groups import inputs_of, spread_fields
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.questions.inherited import address_in_layer, in_name_of, inherited_questions
from drillbook.asking.questions.requirements import check_needs
from drillbook.asking.questions.spec import Input, Spec, declarations, package_of
from drillbook.errors import AskError, RulesError, did_you_mean, listed, quoted
from drillbook.rules.entities import Ruling
from drillbook.rules.library import Library, library
from drillbook.rules.manifest import Chapter
from drillbook.rules.model import Ruleset
from drillbook.rules.removed import dropped_rule
from drillbook.rules.schema.names import reserved_name_complaint

__all__ = [
    "Input",
    "Spec",
    "chapter_of",
    "each_question",
    "examples_of",
    "find_question",
    "import_questions",
    "question",
    "questions",
    "simulation",
    "suggest",
]

F = TypeVar("F", bound=Callable[..., Any])


def question(*examples: str, replaces: str | None = None) -> Callable[[F], F]:
    """Declare a function as the question that its file names.

    The first line of the function's docstring is the question in words.
    examples: addresses that show the question. replaces: in a layer, the name of the parent's question that this one
    replaces.
    The decorator raises RulesError if the declaration is incomplete or its name is already taken.
    """

    def declare(function: F) -> F:
        slug, chapter, name = _told_by_its_file(function)
        inputs: list[Input] = []
        for argument, hint in inputs_of(function):
            kind = next((extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, Kind)), None)
            if kind is None:
                raise RulesError(
                    f"{_file(function)}: the input {argument} declares no kind; write Annotated[int, Count(0, 8)] or the like."
                )
            plain = argument.replace("_", "-")
            if plain == EDITION:
                raise RulesError(
                    f"{_file(function)}: '{EDITION}' stands in links beside the inputs; name the input otherwise."
                )
            before = {one.name for one in inputs}
            if unknown := [other for other in (*kind.when, *kind.unless) if other not in before]:
                raise RulesError(
                    f"{_file(function)}: the input {plain} depends on '{unknown[0]}', which is no input before it; "
                    "write its name as addresses do, and put it above."
                )
            inputs.append(Input(plain, replace(kind, label=kind.label or plain.replace("-", " ").capitalize())))
        title, _, rest = (inspect.getdoc(function) or "").partition("\n")
        if not title or not examples:
            raise RulesError(
                f"{_file(function)}: {name} needs a docstring that asks it and at least one example address."
            )
        if taken := reserved_name_complaint(name):
            raise RulesError(f"{_file(function)}: {taken}")
        declared = declarations(package_of(function)).questions
        known = declared.get((slug, name))
        if known is not None and _whole_name(known.function) != _whole_name(function):
            raise RulesError(
                f"{_file(function)}: the question {name} is declared in {_file(known.function)} as well; keep it in one file."
            )
        declared[slug, name] = Spec(
            slug, name, title, rest.strip(), chapter, tuple(inputs), examples, spread_fields(function), replaces
        )
        return function

    return declare


def _file(function: Callable[..., Any]) -> str:
    """Return the path of a function's file, starting with the folder of its ruleset."""
    return f"{'/'.join(function.__module__.split('.')[-3:])}.py"


def _told_by_its_file(function: Callable[..., Any]) -> tuple[str, str, str]:
    """Return the ruleset, the chapter and the name of the question in a function's file."""
    slug, chapter, stem = function.__module__.split(".")[-3:]
    return slug, chapter, stem.replace("_", "-")


def _whole_name(function: Callable[..., Any]) -> tuple[str, str]:
    return function.__module__, function.__qualname__


def simulation(function: F) -> F:
    """Declare a function as the simulation of the question in its file.

    The function takes (reader, dice, count, **inputs) and gives one outcome for each throw.
    """
    slug, _, name = _told_by_its_file(function)
    declarations(package_of(function)).simulations[slug, name] = function
    return function


def questions(ruleset: Ruleset, lib: Library | None = None) -> dict[str, Spec]:
    """Return every question of a ruleset, by name, in the order of the chapters.

    A layer inherits its parent's questions in its own name.
    Raises RulesError if a layer drops, replaces or gives examples to a question that no parent has, or lacks what a
    question reads.
    """
    lib = lib or library()
    known: tuple[Ruleset, dict[str, Spec]] | None = lib.questions.get(ruleset.slug)
    if known is not None and known[0] is ruleset:
        return known[1]
    import_questions(ruleset, lib)
    own = {spec.name: spec for (slug, _), spec in _declared(ruleset, lib).items() if slug == ruleset.slug}
    found = {**(inherited_questions(ruleset, own, questions(ruleset.parent, lib)) if ruleset.parent else {}), **own}
    check_needs(ruleset, found.values())
    stems = [chapter.stem for chapter in ruleset.chapters]
    found = dict(sorted(found.items(), key=lambda item: _place(item[1].chapter, stems)))
    lib.questions[ruleset.slug] = ruleset, found
    return found


def _declared(ruleset: Ruleset, lib: Library) -> Mapping[tuple[str, str], Spec]:
    """Return the declarations of the package that holds a ruleset; empty if it has no package."""
    package = lib.home_of(ruleset.slug).package
    return declarations(package).questions if package is not None else {}


def _place(chapter: str, stems: Sequence[str]) -> int:
    return stems.index(chapter) if chapter in stems else len(stems)


def examples_of(ruling: Ruling, ruleset: Ruleset, lib: Library | None = None) -> tuple[str, ...]:
    """Return the addresses that show how a ruling's readings differ, in this ruleset's name."""
    if ruleset.parent is None:
        return ruling.examples
    known = questions(ruleset, lib)
    asked = ((one, ruleset.now_called(decode(one).question)) for one in ruling.examples)
    return tuple(dict.fromkeys(address_in_layer(one, known[name], ruleset) for one, name in asked if name in known))


def chapter_of(ruleset: Ruleset, spec: Spec) -> Chapter | None:
    """Return the chapter that explains a question, or None."""
    return next((chapter for chapter in ruleset.chapters if chapter.stem == spec.chapter), None)


def import_questions(ruleset: Ruleset, lib: Library) -> None:
    """Import every module of a ruleset's chapters, so that their questions are declared (once).

    The modules of the parent are imported first.
    """
    if ruleset.parent:
        import_questions(ruleset.parent, lib)
    home = lib.home_of(ruleset.slug)
    if ruleset.slug not in home.imported:
        _import(ruleset, lib, "*/[a-z]*.py")
        home.imported.add(ruleset.slug)


def _import(ruleset: Ruleset, lib: Library, files: str) -> None:
    """Import the modules in a ruleset's own folder that match a pattern.

    Imports nothing if the library has no package.
    """
    home = lib.home_of(ruleset.slug)
    for path in sorted((home.root / ruleset.slug).glob(files)) if home.package is not None else ():
        importlib.import_module(f"{home.package}.{ruleset.slug}.{path.parent.name}.{path.stem}")


def find_question(ruleset: Ruleset, name: str, lib: Library | None = None) -> Spec:
    """Return the question of that name.

    Raises AskError with the nearest names if there is no such question, or with what the parent has.
    Only the file of that name is imported, so that one answer does not wait for a whole ruleset; for a layer, its own
    procedures are imported too. The layer is checked for what this question reads.
    """
    lib = lib or library()
    name = ruleset.now_called(name)
    known = lib.questions.get(ruleset.slug)
    found = None if known is not None and known[0] is ruleset else _alone(ruleset, name, lib)
    if found is not None:
        return found
    whole = questions(ruleset, lib)
    if name not in whole:
        if gone := dropped_sentence(ruleset, name, lib):
            raise AskError(gone)
        raise AskError(f"{ruleset.title} has no question {quoted(name)}; {suggest(name, whole)}")
    return whole[name]


def each_question(ruleset: Ruleset, lib: Library | None = None) -> Iterator[Spec]:
    """Yield every question, one after another.

    Each file is imported when its turn comes; the questions of a layer are loaded together.
    """
    lib = lib or library()
    if ruleset.parent is not None:
        yield from questions(ruleset, lib).values()
        return
    for path in sorted((lib.home_of(ruleset.slug).root / ruleset.slug).glob("*/[a-z]*.py")):
        spec = _from_its_file(ruleset, path.stem.replace("_", "-"), lib)
        if spec is not None:
            yield spec


_FILE = re.compile(r"[a-z][a-z0-9-]{0,99}")
"""What a question's file may be called; nothing else is looked for, since a file system may refuse to."""


def _from_its_file(ruleset: Ruleset, name: str, lib: Library) -> Spec | None:
    if not _FILE.fullmatch(name):
        return None
    _import(ruleset, lib, f"*/{name.replace('-', '_')}.py")
    return _declared(ruleset, lib).get((ruleset.slug, name))


def _alone(ruleset: Ruleset, name: str, lib: Library) -> Spec | None:
    """Return the question of that name without loading the others.

    Returns None if only the whole ruleset can show whether there is such a question.
    """
    own = _from_its_file(ruleset, name, lib)
    if ruleset.parent is None:
        return own
    home = lib.home_of(ruleset.slug)
    if (ruleset.slug, name) in home.asked_alone and home.asked_alone[ruleset.slug, name][0] is ruleset:
        found: Spec = home.asked_alone[ruleset.slug, name][1]
        return found
    if home.package is None or name in ruleset.dropped_questions or (own is None and _replaced(ruleset, name, home)):
        return None
    wanted = name if own is None else own.replaces
    theirs = _alone(ruleset.parent, wanted or name, lib)
    if own is None:
        if theirs is None or theirs.chapter in ruleset.planned_chapters:
            return None
        own = in_name_of(ruleset, theirs)
    elif (theirs is None) != (wanted is None):
        return None
    _import(ruleset, lib, "common/[a-z]*.py")  # what the layer does in its own way
    home.checked_once(ruleset, name, sorted(_modules(home)), partial(check_needs, ruleset, [own]))
    home.asked_alone[ruleset.slug, name] = ruleset, own
    return own


def _modules(lib: Library) -> Iterator[Path]:
    """Yield the files of all imported modules of a library's rulesets.

    Everything that a question can reach is among them.
    """
    for name, module in [*sys.modules.items()]:
        if name.startswith(f"{lib.package}.") and module.__file__:
            yield Path(module.__file__)


def _replaced(layer: Ruleset, name: str, home: Library) -> bool:
    """Return whether a file of a layer says that it replaces the parent's question of that name."""
    said = re.compile(rf"replaces\s*=\s*[\"']{name}[\"']")
    return any(said.search(path.read_text(encoding="utf-8")) for path in (home.root / layer.slug).glob("*/[a-z]*.py"))


def dropped_sentence(ruleset: Ruleset, name: str, lib: Library | None = None) -> str | None:
    """Return the sentence for a question that a layer has dropped or replaced.

    The sentence gives the parent's rule that was dropped, if one is named. Returns None if no parent has the question.
    """
    if ruleset.parent is None:
        return None
    theirs = questions(ruleset.parent, lib).get(name)
    if theirs is None:
        return dropped_sentence(ruleset.parent, name, lib)
    instead = next((spec.name for spec in questions(ruleset, lib).values() if spec.replaces == name), None)
    key = ruleset.dropped_questions.get(name)
    rule = ruleset.parent.rules[key] if key else None
    cure = (
        f"ask {ruleset.short}/{instead}"
        if instead
        else f"{ruleset.parent.title} answers it at {ruleset.parent.short}/{name}"
    )
    if theirs.chapter in ruleset.planned_chapters and not instead:
        return f"{ruleset.title} does not answer “{theirs.title}” ({name}) yet; {cure}."
    stated = f" It has dropped the rule {rule.id}: {rule.text}" if rule else ""
    return f"{ruleset.title} no longer asks “{theirs.title}” ({name}); {cure}.{stated}"


def dropped_input(spec: Spec, ruleset: Ruleset, name: str) -> str:
    """Return the sentence for an input that a layer's question no longer has.

    The sentence gives the parent's rule. Returns an empty text if no parent asks for the input.
    """
    parent = ruleset.parent
    if parent is None:
        return ""
    theirs = questions(parent).get(spec.replaces or spec.name)
    kind = theirs.kinds(parent).get(name) if theirs else None
    if theirs is None or kind is None:
        return dropped_input(theirs or spec, parent, name)
    showing = parent.table_rules.get(getattr(kind, "table", None) or "", [])
    gone = [ruleset.dropped_inputs.get(spec.name, {}).get(name), *(one.key for one in showing)]
    rule = next((one for one in gone if one and not ruleset.has(one)), None)
    return dropped_rule(ruleset, rule) if rule else f"{parent.title} asks for it at {parent.short}/{theirs.name}."


def suggest(name: str, known: Mapping[str, Any]) -> str:
    """Return the end of a complaint about an unknown name: the nearest known name, else all."""
    return did_you_mean(name, known) or (f"there are {listed(known, 'and')}." if known else "it has none yet.")
