"""The rulings that a question lists: each changes its answer somewhere, or it is not listed.

    python tests/tools/idle_readings.py bon --write    # finds an address for each pair for readings_matter.json
    python tests/tools/idle_readings.py bon bon/blow?… # keeps this address for each ruling that changes its answer
    python tests/tools/idle_readings.py bon            # prints the pairs for which no address is known
    python tests/tools/idle_readings.py bon --hints    # rulings that change nothing as long as one input has one value

`readings_matter.json` beside a ruleset's tests (see witnesses.py) has an address for each question and each ruling
that it lists, also if the question reaches the ruling only in rare situations; `idle_readings.toml` says why a ruling
is listed without one. Hints are for the author of a question (plain movement lists a ruling about charges), not a
verdict.
"""

from __future__ import annotations

import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

from domain import by_chance
from house_rules import pairs
from witnesses import HERE, changes, fault, keep, witnesses

from drillbook import library, questions
from drillbook.asking.answers.ask import Answer, answer, ask
from drillbook.asking.questions.registry import examples_of
from drillbook.asking.questions.spec import Spec
from drillbook.errors import Contradiction
from drillbook.rules.model import Ruleset

EXCUSES = "idle_readings.toml"
LISTED, SEARCHED, HINTED = 30, 400, 120
"""So many situations are drawn to see what a question lists, to look for an address, and for hints."""
FEWEST = 12
"""So many situations with one value of an input must have been drawn before that value is named."""


def drawn(spec: Spec, ruleset: Ruleset, number: int) -> Iterator[Answer]:
    """Yield the answers to a question's examples and to so many situations drawn from its form.

    Every fourth is under another reading.
    """
    yield from (ask(f"{ruleset.short}/{one.partition('/')[2]}") for one in spec.examples)
    random, met = Random(spec.name), set[str]()
    for count in range(number):
        readings: dict[str, str] = {}
        if met and count % 4 == 3:
            ruling = ruleset.ruling(random.choice(sorted(met)))
            readings = {ruling.name: random.choice(sorted(ruling.readings))} if ruling.free else {}
        try:
            found = answer(spec, ruleset, by_chance(spec, ruleset, random), readings, draws=False)
        except Contradiction:
            continue
        met |= set(found.readings)
        yield found


def listed(spec: Spec, ruleset: Ruleset) -> set[str]:
    """Return the rulings that a question lists in its examples and a few drawn situations."""
    return {name for one in drawn(spec, ruleset, LISTED) for name in one.readings if ruleset.ruling(name).free}


def search(spec: Spec, ruleset: Ruleset, wanted: set[str]) -> dict[str, str]:
    """Return an address for each of these rulings that changes the question's answer there.

    A ruling for which no address is found is left out.
    """
    found: dict[str, str] = {}
    for name in wanted:
        for example in examples_of(ruleset.ruling(name), ruleset):
            one = ask(example)
            if one.spec.name == spec.name and changes(one, name):
                found[name] = str(one.address)
    for one in drawn(spec, ruleset, SEARCHED):
        for name in (wanted - set(found)) & set(one.readings):
            if changes(one, name):
                found[name] = str(one.address)
        if wanted <= set(found):
            break
    return found


def excuses(ruleset: Ruleset) -> dict[str, dict[str, str]]:
    """Return why rulings are listed that change nothing: question -> ruling -> reason."""
    path = HERE / ruleset.slug / EXCUSES
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def idle(ruleset: Ruleset, name: str) -> dict[str, str]:
    """Return what is wrong with the pairs of a question: ruling -> what is missing or stale."""
    spec = questions(ruleset)[name]
    known, excused = witnesses(ruleset).get(name, {}), excuses(ruleset).get(name, {})
    wrong = {ruling: problem for ruling, one in known.items() if (problem := fault(name, ruling, one))}
    missing = listed(spec, ruleset) - set(excused) - set(known)
    return {**wrong, **dict.fromkeys(sorted(missing), "no address is known whose answer another reading changes")}


def write(ruleset: Ruleset) -> None:
    """Look for an address for each pair that lacks one, and keep all that are found."""
    known = witnesses(ruleset)
    near: dict[str, set[str]] = defaultdict(set)
    for pair in pairs(ruleset):
        near[pair.question].add(pair.ruling)
    for name, spec in questions(ruleset).items():
        wrong = idle(ruleset, name)
        good = {ruling: one for ruling, one in known.get(name, {}).items() if ruling not in wrong}
        known[name] = {**good, **search(spec, ruleset, set(wrong) | near[name])}
        keep(ruleset, known)
    keep(ruleset, {name: known[name] for name in questions(ruleset)})


def add(ruleset: Ruleset, address: str) -> None:
    """Keep an address for each ruling whose other reading changes its answer.

    Rulings that already have an address are left as they are.
    """
    found, known = ask(address), witnesses(ruleset)
    some = known.setdefault(found.spec.name, {})
    for name in found.readings:
        if name not in some and ruleset.ruling(name).free and changes(found, name):
            some[name] = str(found.address)
            print(f"{found.spec.name}: {name}")
    keep(ruleset, known)


def hints(ruleset: Ruleset, spec: Spec) -> Iterator[str]:
    """Yield the rulings that change nothing as long as one input of few values has one of them."""
    cases: dict[str, list[tuple[dict[str, Any], bool]]] = defaultdict(list)
    for one in drawn(spec, ruleset, HINTED):
        for name in one.readings:
            if ruleset.ruling(name).free:
                cases[name].append((dict(one.inputs), changes(one, name)))
    for ruling, told in cases.items():
        for name in spec.kinds(ruleset):
            by_value: dict[str, list[bool]] = defaultdict(list)
            for inputs, differs in told:
                by_value[str(inputs[name])].append(differs)
            values = [value for value, some in by_value.items() if len(some) >= FEWEST and not any(some)]
            if values and len(by_value) <= 8 and any(differs for _, differs in told):
                yield f"{spec.name}: {ruling} changes nothing where {name} is {', '.join(values)}"


def main(words: list[str]) -> None:
    """Keep addresses, print the pairs without one, or print hints."""
    ruleset = library().find(words[0])
    given = [word for word in words[1:] if not word.startswith("--")]
    for address in given:
        add(ruleset, address)
    if given:
        return
    if "--write" in words:
        write(ruleset)
    for name, spec in questions(ruleset).items():
        lines = (
            hints(ruleset, spec)
            if "--hints" in words
            else (f"{name}: {a}: {b}" for a, b in idle(ruleset, name).items())
        )
        for line in lines:
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
