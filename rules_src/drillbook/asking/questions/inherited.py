"""A parent's questions in a layer's name: which remain, and their chapters and examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from drillbook.asking.answers.address import Address, decode, encode
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.questions.spec import Input, Spec
from drillbook.errors import AskError, RulesError, listed
from drillbook.rules.entities import InputChange
from drillbook.rules.model import Ruleset


def inherited_questions(layer: Ruleset, own: Mapping[str, Spec], known: Mapping[str, Spec]) -> dict[str, Spec]:
    """Return the parent's questions that a layer keeps, each in the layer's own name.

    own: the layer's own questions; known: the parent's. Questions of a chapter that is still to come are left out.
    Raises RulesError if a drop, a replacement, examples or inputs have no target, or if an own question overrides one of
    the parent's without saying so.
    """
    _check(layer, own, known)
    gone = {*layer.dropped_questions, *own, *(spec.replaces for spec in own.values())}
    return {
        name: in_name_of(layer, spec)
        for name, spec in known.items()
        if name not in gone and spec.chapter not in layer.planned_chapters
    }


def _check(layer: Ruleset, own: Mapping[str, Spec], known: Mapping[str, Spec]) -> None:
    place, there = f"{layer.slug}/ruleset.toml", f"it has {listed(known, 'and') or 'none'}."
    rules = layer.parent.rules if layer.parent else {}
    for name, rule in layer.dropped_questions.items():
        if name not in known:
            raise RulesError(f"{place}, [dropped_questions]: it drops '{name}', which no parent asks; {there}")
        if rule is not None and rule not in rules:
            raise RulesError(f"{place}, [dropped_questions]: '{name}' names the rule '{rule}', which no parent has.")
    for name, inputs in layer.dropped_inputs.items():
        mine, old = own.get(name), known.get(own[name].replaces or "") if name in own else None
        if mine is None or old is None:
            raise RulesError(
                f"{place}, [dropped_inputs]: '{name}' is no question of this layer's that replaces a parent's."
            )
        for one, rule in inputs.items():
            if all(one != theirs.name for theirs in old.inputs) or any(one == kept.name for kept in mine.inputs):
                raise RulesError(f"{place}, [dropped_inputs]: '{name}' has not lost the input '{one}'.")
            if rule not in rules or layer.has(rule):
                raise RulesError(
                    f"{place}, [dropped_inputs]: '{name}' names the rule '{rule}', which the layer has not dropped."
                )
    for name in layer.own_examples:
        if name not in known or name in layer.dropped_questions or name in own:
            raise RulesError(f"{place}, [examples]: '{name}' is no question that this layer inherits; {there}")
    for name, changes in layer.own_inputs.items():
        if name not in known or name in layer.dropped_questions or name in own:
            raise RulesError(f"{place}, [inputs.{name}]: that is no question that this layer inherits; {there}")
        names = [one.name for one in known[name].inputs]
        for one in changes:
            if one not in names:
                raise RulesError(
                    f"{place}, [inputs.{name}]: '{name}' has no input '{one}'; it has {listed(names, 'and')}."
                )
    for name, spec in own.items():
        if spec.replaces is not None and spec.replaces not in known:
            raise RulesError(f"Question {layer.slug}/{name} replaces '{spec.replaces}', which no parent asks; {there}")
        if name in known and spec.replaces != name:
            raise RulesError(
                f'Question {layer.slug}/{name} has the name of a parent\'s; write replaces="{name}" to override it.'
            )


def in_name_of(layer: Ruleset, spec: Spec) -> Spec:
    """Return the spec with the layer's chapter and with examples that the layer can answer.

    The chapter is the one that takes over the spec's own ("" if there is none). Changes of inputs by the layer are applied.
    """
    chapter = next((one.stem for one in layer.chapters if spec.chapter in one.sources), "")
    changes = layer.own_inputs.get(spec.name, {})
    inputs = tuple(_changed(layer, spec, one, changes[one.name]) if one.name in changes else one for one in spec.inputs)
    mine = replace(spec, chapter=chapter, inputs=inputs, _bound={})
    examples = layer.own_examples.get(spec.name) or tuple(address_in_layer(one, mine, layer) for one in spec.examples)
    return replace(mine, examples=tuple(dict.fromkeys(examples)))


def _changed(layer: Ruleset, spec: Spec, one: Input, change: InputChange) -> Input:
    """Return an input with the default, the bounds and the help that the layer gives it.

    Raises RulesError if these do not fit the input's kind.
    """
    bounds = {name: value for name in ("low", "high") if (value := getattr(change, name)) is not None}
    place = f"{layer.slug}/ruleset.toml, [inputs.{spec.name}]: '{one.name}'"
    kind: Any = one.kind
    if bounds and not isinstance(kind, Numeric):
        raise RulesError(f"{place} is no number and has no bounds.")
    kind = replace(kind, **bounds)
    try:
        default = kind.bound_to(layer).parse(change.default) if change.default is not None else kind.default
    except AskError as problem:
        raise RulesError(f"{place} cannot have that default: {problem}") from None
    told = kind.help if change.help is None else change.help
    return replace(one, kind=replace(kind, default=default, help=told))


def address_in_layer(example: str, spec: Spec, layer: Ruleset) -> str:
    """Return a parent's address in the layer's name.

    An input that the layer no longer has, or a value that it does not accept, gives way to the default.
    spec: the question as the layer asks it. The new address gives the layer's answer, which may differ from the parent's.
    """
    wanted = decode(example)
    if wanted.ruleset == layer.short:
        return example
    values, given = spec.defaults(layer), []
    for one in spec.bound(layer):
        if one.name in wanted.inputs:
            try:
                values[one.name] = one.kind.parse(wanted.inputs[one.name])
                given.append(one.name)
            except AskError:
                pass  # a row or a number that the layer has not
    shown = spec.visible(layer, values)
    inputs = {name: wanted.inputs[name] for name in given if name in shown}
    return encode(Address(layer.short, spec.name, inputs, readings_here(wanted.readings, layer)))


def readings_here(readings: Mapping[str, str], layer: Ruleset) -> dict[str, str]:
    """Return a parent's chosen readings in the layer's names and letters.

    The readings of rulings that the layer leaves no choice of are left out.
    """
    found: dict[str, str] = {}
    known: Mapping[str, Any] = layer.rulings()
    for name, letter in readings.items():
        mine, own = layer.reading_of_parent(name, letter)
        if mine in known and own in known[mine].readings and known[mine].free:
            found[mine] = own
    return found
