"""Answers, questions, rules and rulings as JSON-ready data for `drillbook … --json`.

The form of the data is the contract of that command.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drillbook.asking.answers.ask import Answer
from drillbook.asking.answers.results import Breakdown
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.options import Choice, Flag
from drillbook.asking.inputs.rows import Rows
from drillbook.asking.questions.registry import Spec, chapter_of, examples_of
from drillbook.maths.exact import as_json
from drillbook.rules.entities import Citation, Rule, Ruling
from drillbook.rules.model import Ruleset


def answer_json(found: Answer) -> dict[str, Any]:
    """Return an answer as JSON-ready data; exact numbers are integers or `p/q` text."""
    outcome = found.outcome
    given = isinstance(outcome, Breakdown)
    distribution = outcome.distribution if isinstance(outcome, Breakdown) else None
    return {
        "address": str(found.address),
        "ruleset": found.ruleset.short,
        "version": found.ruleset.version,
        "question": found.spec.name,
        "title": found.title,
        "inputs": as_json(dict(found.inputs)),
        "outcome": {
            "kind": "answer" if given else "refusal",
            "headline": found.headline,
            "value": as_json(outcome.flat()) if isinstance(outcome, Breakdown) else None,
            "distribution": None
            if distribution is None
            else {
                str(as_json(o) if not hasattr(o, "x") else o): f"{c.numerator}/{c.denominator}"
                for o, c in distribution.items()
            },
            "steps": [
                {"label": s.label, "op": s.op, "amount": as_json(s.amount), "value": as_json(s.value), "rule": s.rule}
                | ({"asks": f"/{s.asks}"} if s.asks else {})
                for s in outcome.steps
            ],
            "reason": None if given else found.headline,
            "rule": None if isinstance(outcome, Breakdown) else outcome.rule,
        },
        "rules": list(found.consulted),
        "readings": dict(found.readings),
        "overruled": [
            {"ruling": one.ruling.name, "reading": one.letter, "taken": one.ruling.default, "sentence": one.sentence}
            for one in found.overruled
        ],
        "otherwise": [
            {
                "ruling": o.ruling,
                "reading": o.reading,
                "headline": o.headline,
                "value": as_json(o.value),
                "differs": o.differs,
            }
            for o in found.otherwise or ()
        ],
        "link": f"/{found.address}",
    }


def _input(name: str, kind: Kind, kinds: Mapping[str, Kind]) -> dict[str, Any]:
    numeric = kind if isinstance(kind, Numeric) else None
    choices = (
        kind.options if isinstance(kind, Choice) else {"yes": "yes", "no": "no"} if isinstance(kind, Flag) else None
    )
    when, unless = _conditions(kind.when, kinds), _conditions(kind.unless, kinds)
    told = {
        "name": name,
        "kind": type(kind).__name__.lower(),
        "label": kind.label,
        "unit": (numeric.unit or None) if numeric else None,
        "low": as_json(numeric.low) if numeric else kind.low if isinstance(kind, Rows) else None,
        "high": as_json(numeric.high) if numeric else kind.high if isinstance(kind, Rows) else None,
        "step": as_json(numeric.step) if numeric else None,
        "choices": dict(choices) if choices is not None else None,
        "default": as_json(numeric.first) if numeric else kind.format(kind.first),
        "help": kind.help,
        "when": when,
        "unless": unless,
        "why_not": kind.why_not if when or unless else "",
    }
    if isinstance(kind, Rows):
        told["fields"] = [_input(field, inner, {}) for field, inner in kind.fields.items()]
    return told


def _conditions(conditions: Mapping[str, Sequence[str]], kinds: Mapping[str, Kind]) -> dict[str, list[str]]:
    """On what else an input hangs, without the options that a layer has dropped."""
    found = {
        other: [one for one in accepted if not isinstance(kind := kinds.get(other), Choice) or one in kind.options]
        for other, accepted in conditions.items()
    }
    return {other: accepted for other, accepted in found.items() if accepted}


def question_json(spec: Spec, ruleset: Ruleset) -> dict[str, Any]:
    """Return a question with its inputs and examples as JSON-ready data."""
    chapter = chapter_of(ruleset, spec)
    return {
        "ruleset": ruleset.short,
        "question": spec.name,
        "address": f"{ruleset.short}/{spec.name}",
        "title": spec.title,
        "help": spec.help,
        "chapter": chapter.slug if chapter else None,
        "simulated": spec.simulate is not None,
        "inputs": [_input(one.name, one.kind, spec.kinds(ruleset)) for one in spec.listed(ruleset)],
        "examples": list(spec.examples),
    }


def _cite(cite: Citation) -> dict[str, str]:
    return {"document": cite.document, "section": cite.section, "lines": cite.lines}


def rule(found: Rule, ruleset: Ruleset) -> dict[str, Any]:
    """Return a rule as JSON-ready data."""
    value = found.value if len(found.values) == 1 else dict(found.values) or None
    return {
        "id": found.id,
        "ruleset": ruleset.short,
        "chapter": found.chapter.replace("_", "-"),
        "kind": found.kind,
        "text": found.text,
        "value": as_json(value),
        "unit": found.unit,
        "citation": _cite(found.cite),
        "printed": found.printed,
        "note": found.note,
    }


def ruling(found: Ruling, ruleset: Ruleset) -> dict[str, Any]:
    """Return a ruling as JSON-ready data; its examples are in the ruleset's name."""
    examples = examples_of(found, ruleset)
    return {
        "id": found.id,
        "ruleset": ruleset.short,
        "kind": found.kind,
        "problem": found.problem,
        "readings": dict(found.readings),
        "default": found.default,
        "why": found.why,
        "example": next(iter(examples), None),
        "also": list(examples[1:]),
        "switchable": found.free,
        "settled": found.settled,
        "reason": found.settled_by if found.settled else found.reason,
        "retired": dict(found.retired),
        "citation": _cite(found.cite),
    }
