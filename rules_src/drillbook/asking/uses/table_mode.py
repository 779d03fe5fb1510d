"""The tools of a ruleset's page for the table, and what a side built once fills in them.

They come from `[table_mode]` of ruleset.toml. A layer without this table has the tools of its parent. If neither the
ruleset nor a parent has the table, the tools are those of the ruleset's title page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking.answers.ask import Answer, answer
from drillbook.asking.answers.results import Breakdown
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.options import Choice
from drillbook.asking.inputs.rows import Rows
from drillbook.asking.questions.registry import find_question, questions, suggest
from drillbook.asking.questions.spec import Spec
from drillbook.maths.number_words import write_number
from drillbook.rules.library import Library
from drillbook.rules.manifest import ArmyBuilder, TableTool
from drillbook.rules.model import Ruleset

_NUMBER = re.compile(r"^(\d+), ")
ANSWER = "answer."
"""Before the name of a number of the answer, where that is a field of a unit and not one of its inputs."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit of a side: what it is in words, and its fields as addresses write them."""

    words: str
    fields: Mapping[str, str]


def question_in(ask: str) -> str:
    """Return the name of the question that a tool's address asks."""
    return ask.partition("?")[0]


def tools_of(ruleset: Ruleset, lib: Library | None = None) -> tuple[TableTool, ...]:
    """Return the tools of a ruleset's page for the table, in their order.

    Tools whose question the ruleset does not have are left out, as can happen to a parent's tools in a layer.
    """
    known = questions(ruleset, lib)
    return tuple(one for one in _named(ruleset) if question_in(one.address) in known)


def _named(ruleset: Ruleset) -> tuple[TableTool, ...]:
    """Return the tools that are named for a ruleset, whether or not it has their questions.

    The function does not load any question.
    """
    layer: Ruleset | None = ruleset
    while layer is not None:
        if layer.table_mode is not None:
            return layer.table_mode.tools
        layer = layer.parent
    title = ruleset.title_page
    return tuple(TableTool(one.address, one.name) for one in (title.tools if title else ()))


def army_builders_of(ruleset: Ruleset) -> tuple[ArmyBuilder, ...]:
    """Return the musters of a ruleset, with which its sides are built."""
    layer: Ruleset | None = ruleset
    while layer is not None:
        if layer.table_mode is not None:
            return layer.table_mode.army_builders
        layer = layer.parent
    return ()


def filled_by(ways: Mapping[str, tuple[str, ...]], spec: Spec) -> dict[str, str]:
    """Return the inputs of a question that a unit fills, each with the unit's field for it."""
    names = [one.name for one in spec.inputs]
    return {
        name: given for name in names for given, wanted in ways.items() if {name, f"{spec.name}.{name}"} & set(wanted)
    }


def lists_of(builder: ArmyBuilder, spec: Spec) -> dict[str, Mapping[str, str]]:
    """Return the lists of a question that a whole side fills.

    Each list has the unit's field for each field of a row.
    """
    wanted = {one.name: builder.list_inputs.get(f"{spec.name}.{one.name}") for one in spec.inputs}
    return {name: ways for name, ways in wanted.items() if ways is not None}


def side_in(ruleset: Ruleset, name: str, lib: Library | None = None) -> dict[str, Any]:
    """Return what a stored side fills in a question's form, as plain data.

    The result is empty if the side fills no part of the form.
    fills, faces, lists: by the question with which the side was built, as filled_by() and lists_of() give them.
    takes: the accepted values by input; rows: the same by field for the lists.
    own: whether the question is a tool, so that its form is meant for the side.
    """
    spec = find_question(ruleset, name, lib)
    builders = [one for one in army_builders_of(ruleset) if one.question != name]
    fills = {one.question: ways for one in builders if (ways := filled_by(one.own_inputs, spec))}
    faces = {one.question: ways for one in builders if (ways := filled_by(one.enemy_inputs, spec))}
    lists = {
        one.question: {to: dict(ways) for to, ways in rows.items()} for one in builders if (rows := lists_of(one, spec))
    }
    if not (fills or faces or lists):
        return {}
    kinds = spec.kinds(ruleset)
    filled = {to for ways in (*fills.values(), *faces.values()) for to in ways}
    listed = {to: kinds[to] for rows in lists.values() for to in rows}
    return {
        "fills": fills,
        "faces": faces,
        "lists": lists,
        "takes": {to: _takes(kinds[to]) for to in filled},
        "rows": {
            to: {"most": kind.high, "fields": {one: _takes(inner) for one, inner in kind.fields.items()}}
            for to, kind in listed.items()
            if isinstance(kind, Rows)
        },
        "own": any(question_in(one.address) == name for one in _named(ruleset)),
    }


def _takes(kind: Kind) -> dict[str, Any]:
    """Return the values that an input can have, and its first value, as addresses write them."""
    first = {"first": kind.format(kind.first)}
    if isinstance(kind, Numeric):
        return first | {"low": kind.format(kind.low), "high": kind.format(kind.high)}
    if isinstance(kind, Choice):
        return first | {"options": list(kind.options)}
    return first | {"options": ["yes", "no"]}


def units_of(found: Answer, builder: ArmyBuilder) -> tuple[Unit, ...]:
    """Return the units of a side: the rows of its list, or the whole form as one unit."""
    kinds = found.spec.kinds(found.ruleset)
    if builder.unit_list:
        kind = kinds[builder.unit_list]
        assert isinstance(kind, Rows)
        names = list(kind.fields)
        written = [
            dict(zip(names, kind.format((row,)).split(","), strict=True)) for row in found.inputs[builder.unit_list]
        ]
        words = [
            _NUMBER.sub(r"\1 × ", kind.words((row,)).partition(": ")[2]) for row in found.inputs[builder.unit_list]
        ]
        return tuple(Unit(told, fields) for told, fields in zip(words, written, strict=True))
    shown = found.spec.visible(found.ruleset, found.inputs)
    fields = {name: kinds[name].format(found.inputs[name]) for name in shown} | _answered(found)
    first, *others = [name for name in builder.label_inputs if name in shown] or shown
    named = [
        first,
        *(name for name in others if isinstance(kinds[name], Numeric) or found.inputs[name] != kinds[name].first),
    ]
    return (Unit(", ".join(_told(kinds[name], found.inputs[name]) for name in named), fields),)


def _answered(found: Answer) -> dict[str, str]:
    """Return the numbers of the answer as fields of a unit.

    With them, a card also holds what was not asked of it.
    """
    told = found.outcome.flat() if isinstance(found.outcome, Breakdown) else None
    numbers = told.items() if isinstance(told, dict) else ()
    return {f"{ANSWER}{name}": write_number(one) for name, one in numbers if type(one) in (int, Fraction)}


def _told(kind: Kind, value: object) -> str:
    """Return a value as words that tell units apart; a bare number gets its label."""
    words = kind.words(value)
    return f"{kind.label.lower()} {words}" if words.isdigit() else words


def _asked(spec: Spec, ruleset: Ruleset) -> Answer:
    return answer(spec, ruleset, spec.settle(ruleset, spec.defaults(ruleset)), {})


def table_faults(ruleset: Ruleset, known: Mapping[str, Spec]) -> Iterator[str]:
    """Yield a sentence for each entry of `[table_mode]` that leads nowhere.

    These are builders that are no tools, and fields and inputs that do not exist.
    """
    if ruleset.table_mode is None:
        return
    place = f"{ruleset.slug}/ruleset.toml, [table_mode]"
    tools = [question_in(one.address) for one in ruleset.table_mode.tools]
    for name in {one for one in tools if tools.count(one) > 1}:
        yield f"{place}: {name} stands there twice; keep one of them."
    inputs = {one: [each.name for each in known[one].inputs] for one in tools if one in known}
    for builder in ruleset.table_mode.army_builders:
        where = f"{place}, army_builders, {builder.question}"
        if builder.question not in inputs:
            yield f"{where}: it is none of the tools; {suggest(builder.question, dict.fromkeys(tools))}"
            continue
        kinds = known[builder.question].kinds(ruleset)
        rows = kinds.get(builder.unit_list)
        if builder.unit_list and not isinstance(rows, Rows):
            yield f"{where}: {builder.question} has no list '{builder.unit_list}'; name one of its inputs that is a list."
            continue
        fields = dict.fromkeys(rows.fields if isinstance(rows, Rows) else kinds)
        if not builder.unit_list:
            fields |= dict.fromkeys(units_of(_asked(known[builder.question], ruleset), builder)[0].fields)
        others = {one: names for one, names in inputs.items() if one != builder.question}
        for name in (
            *builder.label_inputs,
            *builder.own_inputs,
            *builder.enemy_inputs,
            *(one for ways in builder.list_inputs.values() for one in ways.values()),
        ):
            if name not in fields:
                yield f"{where}: a unit has no '{name}'; {suggest(name, fields)}"
        for wanted in (
            *(one for ways in (*builder.own_inputs.values(), *builder.enemy_inputs.values()) for one in ways),
            *builder.list_inputs,
        ):
            question, dot, name = wanted.partition(".")
            if not any(wanted in (given, f"{one}.{given}") for one, names in others.items() for given in names):
                yield f"{where}: no tool takes '{wanted}'; name an input, or {question if dot else 'question'}.{name or 'input'}."
        for wanted, ways in builder.list_inputs.items():
            question, _, name = wanted.partition(".")
            target = known[question].kinds(ruleset).get(name) if question in others else None
            if not isinstance(target, Rows):
                yield f"{where}: {wanted} is no list of a tool."
            elif lost := [one for one in ways if one not in target.fields]:
                yield f"{where}: a row of {wanted} has no '{lost[0]}'; {suggest(lost[0], dict.fromkeys(target.fields))}"
