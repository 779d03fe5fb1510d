"""The house rules that each question obeys, and those about the same place that it does not.

    python tests/tools/house_rules.py bn                  # prints the pairs that still need a reason, as TOML
    python tests/tools/house_rules.py bn storm gauntlet   # of these questions alone

A ruling is about the source's lines that it names. A question whose rules cite one of these lines either consults the
ruling (in the situations that are drawn, or at the address that readings_matter.json has for it; see
idle_readings.py), or `house_rules/<chapter of the ruling>.toml` beside the ruleset's tests says why the ruling cannot
matter to its answer.
"""

from __future__ import annotations

import re
import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from random import Random

from domain import by_chance
from witnesses import HERE, witnesses

from drillbook import library, questions
from drillbook.asking.answers.address import decode
from drillbook.asking.answers.ask import Answer, answer, ask
from drillbook.asking.questions.spec import Spec
from drillbook.errors import Contradiction
from drillbook.rules.entities import Citation
from drillbook.rules.model import Ruleset

FOLDER = "house_rules"
DRAWS = 30
"""So many situations of each question are drawn, beside its examples."""
_LINES = re.compile(r"(\d+)(?:\s*[-–]\s*L?(\d+))?")


@dataclass(frozen=True, slots=True)
class Pair:
    """A ruling that a question does not consult, though its rules cite the same place."""

    ruling: str
    question: str
    rules: tuple[str, ...]


@cache
def lines(cite: Citation) -> frozenset[tuple[str, int]]:
    """Return the lines of a source that a citation names, each with its document."""
    spans = [(int(first), int(last or first)) for first, last in _LINES.findall(cite.lines)]
    return frozenset((cite.document, line) for first, last in spans for line in range(first, last + 1))


def answers(spec: Spec, ruleset: Ruleset) -> list[Answer]:
    """Return the answers to a question's examples and to situations drawn from its form."""
    found = [ask(f"{ruleset.short}/{decode(one).question}?{one.partition('?')[2]}") for one in spec.examples]
    random = Random(spec.name)
    for _ in range(DRAWS):
        try:
            found.append(answer(spec, ruleset, by_chance(spec, ruleset, random), {}, draws=False))
        except Contradiction:
            continue
    return found


def narrow(ruleset: Ruleset, asked: list[Answer]) -> list[str]:
    """Return the rules that the answers cite.

    A table is left out if the answers cite the own rule of one of its rows.
    """
    cited = dict.fromkeys(rule for one in asked for rule in one.consulted)
    shown = {rule: ruleset.rule(rule).table for rule in cited}
    rows = {table: stated(ruleset, table) for table in set(shown.values()) if table}
    return [rule for rule, table in shown.items() if table is None or not cited.keys() & rows[table]]


def stated(ruleset: Ruleset, table: str) -> frozenset[str]:
    """Return the ids of the rules that state a row of a table."""
    names = {name for row in ruleset.table(table).rows.values() for name in row.stated_by}
    return frozenset(rule.id for name in names if (rule := ruleset.rule_if_any(name)))


def pairs(ruleset: Ruleset) -> list[Pair]:
    """Return every ruling and question that share a place, if the question ignores the ruling."""
    about = {name: lines(one.cite) for name, one in ruleset.rulings().items() if one.free}
    known = witnesses(ruleset)
    found = []
    for spec in questions(ruleset).values():
        asked = answers(spec, ruleset)
        met = {name for one in asked for name in one.readings}.union(known.get(spec.name, ()))
        rules = {rule: lines(ruleset.rule(rule).cite) for rule in narrow(ruleset, asked)}
        for name in about:
            if name not in met and (shared := tuple(rule for rule in rules if rules[rule] & about[name])):
                found.append(Pair(name, spec.name, shared))
    return found


def chapters(ruleset: Ruleset) -> dict[str, dict[str, dict[str, str]]]:
    """Return the ruleset's tables of reasons, one a chapter.

    The nesting is chapter -> ruling -> question -> reason.
    """
    files = sorted((HERE / ruleset.slug / FOLDER).glob("*.toml"))
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in files}


def reasons(ruleset: Ruleset) -> dict[str, dict[str, str]]:
    """Return the reasons that stand in the ruleset's tables: ruling -> question -> reason."""
    return {name: told for held in chapters(ruleset).values() for name, told in held.items()}


def main(words: list[str]) -> None:
    """Print the pairs without a reason, under their rulings, each with its file."""
    ruleset = library().find(words[0])
    known = reasons(ruleset)
    wanted: dict[str, list[Pair]] = {}
    for one in pairs(ruleset):
        if (len(words) == 1 or one.question in words[1:]) and one.question not in known.get(one.ruling, {}):
            wanted.setdefault(one.ruling, []).append(one)
    for name, open_pairs in wanted.items():
        print(f"\n[{name}] # {FOLDER}/{ruleset.ruling(name).chapter}.toml: {ruleset.ruling(name).ask}")
        for one in open_pairs:
            print(f'{one.question} = "" # {", ".join(one.rules)}')


if __name__ == "__main__":
    main(sys.argv[1:])
