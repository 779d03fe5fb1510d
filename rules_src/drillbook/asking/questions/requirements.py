"""The rules, parts and readings that a layer's questions ask for by name.

With them, a layer that lacks one is found before any question is asked.
They are read from the source: the literal names in a question's function and in every helper of the rulesets that it
can reach. Names that are made while a question runs (`f"glory.{deed}"`) are not found here;
asking/questions/validation.py asks the questions to find those.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from drillbook.asking.questions.procedures import place_in
from drillbook.asking.questions.spec import Spec
from drillbook.errors import RulesError, listed
from drillbook.rules.entities import Rule
from drillbook.rules.model import Ruleset
from drillbook.rules.remembered import remembered

READS = ("num", "int", "text", "dice", "cited")
RULINGS = ("holds", "read_as", "reading")


@dataclass
class Needs:
    """The names that a function asks for.

    rules: possible names of rules. parts: rules with their parts ("" for the only value). rulings: rulings with their
    readings.
    asked: what the function checks with has() first.
    """

    rules: set[str] = field(default_factory=set)
    parts: set[tuple[str, str]] = field(default_factory=set)
    rulings: set[tuple[str, str]] = field(default_factory=set)
    asked: set[tuple[str, str]] = field(default_factory=set)

    def take(self, other: Needs) -> None:
        """Add what another function needs."""
        self.rules |= other.rules
        self.parts |= other.parts
        self.rulings |= other.rulings
        self.asked |= other.asked


@dataclass(frozen=True)
class Source:
    """A module as it is written: its top-level definitions, and what its other names stand for."""

    definitions: dict[str, ast.AST]
    imports: dict[str, tuple[str, str]]


@remembered()
def _source(module: str) -> Source:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    definitions: dict[str, ast.AST] = {}
    imports: dict[str, tuple[str, str]] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            definitions[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                names = [one.id for one in ast.walk(target) if isinstance(one, ast.Name)]
                definitions |= dict.fromkeys(names, node.value)
        elif isinstance(node, ast.ImportFrom) and node.module:
            imports |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
    return Source(definitions, imports)


@remembered()
def _of(module: str, name: str) -> tuple[Needs, tuple[tuple[str, str], ...]]:
    """Return what one definition asks for, and the definitions that it leads to."""
    node = _source(module).definitions[name]
    decorators = {
        id(inner) for one in getattr(node, "decorator_list", ()) for inner in ast.walk(one)
    }  # examples are addresses, not reads
    needs = Needs()
    leads: list[tuple[str, str]] = []
    for one in ast.walk(node):
        if id(one) in decorators:
            continue
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            needs.rules.add(one.value)
        elif isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute):
            _call(one.func.attr, [arg.value if isinstance(arg, ast.Constant) else None for arg in one.args], needs)
        elif isinstance(one, ast.Name):
            leads += _lead(module, one.id, None)
        elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
            leads += _lead(module, one.value.id, one.attr)
    return needs, tuple(leads)


def _call(method: str, words: list[object], needs: Needs) -> None:
    first, second = (*(word if isinstance(word, str) else None for word in words[:2]), None, None)[:2]
    if first is None:
        return
    if method == "has":
        needs.asked.add((first, second or ""))
    elif method in READS and (second is not None or len(words) == 1):
        needs.parts.add((first, second or ""))
    elif method in RULINGS:
        needs.rulings.add((first, second or ""))


def _lead(module: str, name: str, attribute: str | None) -> Iterator[tuple[str, str]]:
    source = _source(module)
    if name in source.definitions:
        yield module, name
    elif name in source.imports:
        home, called = source.imports[name]
        inner = f"{home}.{called}"
        target, called = (inner, attribute or "") if inner in sys.modules else (home, called)
        if ".rulesets." in target and target in sys.modules and called in _source(target).definitions:
            yield target, called


def needs_of(spec: Spec, layer: Ruleset) -> Needs:
    """Return everything that a question asks for by name, with the layer's own procedures.

    The result covers the question, its simulation and the helpers that they lead to.
    """
    found, seen = Needs(), set[tuple[str, str]]()
    functions = [spec.function, *([spec.simulate] if spec.simulate else [])]
    todo = [(one.__module__, getattr(one, "__name__", "")) for one in functions]
    while todo:
        place = place_in(layer, todo.pop())
        if place in seen or place[1] not in _source(place[0]).definitions:
            continue
        seen.add(place)
        needs, leads = _of(*place)
        found.take(needs)
        todo += leads
    return found


def check_needs(layer: Ruleset, specs: Iterable[Spec]) -> None:
    """Check that a layer still has everything that its questions ask for by name.

    Raises RulesError if the layer has dropped something, or replaced it by less, and a question asks for it without
    checking has() first.
    """
    if layer.parent is None:
        return
    before = layer.parent
    dead = {key: rule for key, rule in before.rules.items() if key not in layer.rules}
    lesser = {
        key: rule for key, rule in layer.rules.items()
        if rule.replaces and not rule.same and key in before.rules and set(rule.values) != set(before.rules[key].values)
    }  # fmt: skip
    if not (dead or lesser or layer.own_rulings):
        return
    for spec in specs:
        needs, who = needs_of(spec, layer), f"{layer.short}/{spec.name}"
        for key in sorted(needs.rules & set(dead)):
            if (key, "") not in needs.asked:
                _complain(_remover(layer, dead[key]), "rules", f"removes '{key}', which the question {who} reads", key)
        for key, part in sorted(needs.parts):
            if key in lesser and not {(key, ""), (key, part)} & needs.asked:
                _check_part(lesser[key], before.rules[key], key, part, who)
        for name, reading in sorted(needs.rulings):
            _check_reading(layer, name, reading, who, needs)


def _remover(layer: Ruleset, rule: Rule) -> Rule:
    theirs = layer.parent.rules if layer.parent else {}
    return next(one for one in layer.own_rules.values() if one.removed and theirs[one.key].id == rule.id)


def _check_part(rule: Rule, old: Rule, key: str, part: str, who: str) -> None:
    if part and part in old.values and part not in rule.values:
        known = listed(rule.values, "and") or "none"
        _complain(rule, "rules", f"stands for '{key}' without the value '{part}', which the question {who} reads (it has {known})",
                  f'{key}", "{part}')  # fmt: skip
    if not part and old.value is not None and rule.value is None:
        _complain(
            rule,
            "rules",
            f"stands for '{key}' with {len(rule.values)} values, of which the question {who} reads one",
            key,
        )


def _check_reading(layer: Ruleset, name: str, reading: str, who: str, needs: Needs) -> None:
    theirs = layer.parent.rulings() if layer.parent else {}
    short = name.rsplit(".ruling.", 1)[-1]
    if short not in theirs or {(f"ruling.{short}", ""), (f"ruling.{short}", reading)} & needs.asked:
        return
    own = next((one for one in layer.own_rulings.values() if (one.replaces or one.name) == short), None)
    if own is not None and own.removed:
        _complain(own, "rulings", f"drops the ruling '{short}', which the question {who} asks for", f"ruling.{short}")
    if own is not None and own.names and reading and reading not in {*own.names.values(), *own.lost}:
        _complain(
            own,
            "rulings",
            f"has no reading named '{reading}', which the question {who} asks for",
            f'ruling.{short}", "{reading}',
        )


def _complain(found: Rule | object, file: str, what: str, first: str) -> NoReturn:
    key = getattr(found, "key", None) or getattr(found, "name", "")
    raise RulesError(
        f"{getattr(found, 'chapter', '')}/{file}.toml, [{key}]: it {what}; give it what is missing, drop the question"
        f' (dropped_questions in ruleset.toml), replace it, or let it ask r.has("{first}") first.'
    )
