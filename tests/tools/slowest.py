"""The slowest address of each question: how it is timed, and a search for it.

The search covers the question's whole form. Run by hand, `python tests/tools/slowest.py [SECONDS [BEGINNING ...]]`
searches for so long per question, of all or of those whose name begins so (`gw/`, `bn/shot`), and writes slowest.json
again; a test asks each address in it.
"""

from __future__ import annotations

import functools
import gc
import json
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random
from typing import Any

from domain import by_chance, one_of_kind

from drillbook import ask, encode, library, questions
from drillbook.asking.answers.ask import Answer, answer
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.rows import Rows
from drillbook.asking.questions.registry import Spec
from drillbook.errors import AskError, Contradiction
from drillbook.rules.model import Ruleset

FOUND = Path(__file__).with_name("slowest.json")
MOST_MS = 100.0
#: What the reference work takes where a question may take 100 ms: the two-core machine the limit was set on, quiet.
REFERENCE_MS = 25.0
_REMEMBERED = type(functools.lru_cache(lambda: None))


@dataclass(frozen=True)
class Form:
    """One way to fill in a question: its inputs and its readings."""

    values: Mapping[str, Any]
    readings: Mapping[str, str]


def reference_ms() -> float:
    """Return the time in ms of some fixed work of the same kind as the questions'.

    The work is long numbers, fractions and dictionaries.
    """
    begun = time.process_time()
    total: dict[int, Fraction] = {}
    for number in range(110):
        part = Fraction(1)
        for hits in range(number + 1):
            part = Fraction(comb(number, hits) * 5 ** (number - hits), 6**number)
            total[hits] = total.get(hits, Fraction(0)) + part
    packed = sum(value.numerator << 900 * slot for slot, value in total.items())
    for number in range(1, 800):
        packed += number * packed >> 7
    return (time.process_time() - begun) * 1000


@functools.lru_cache(maxsize=1)
def remembering(modules: int) -> tuple[Any, ...]:
    """Return every function that caches its results.

    The search is repeated when more modules have been loaded.
    """
    homes = ("drillbook.rulesets", "drillbook.maths")
    found = [one for one in gc.get_objects() if isinstance(one, _REMEMBERED)]
    return tuple(one for one in found if (getattr(one, "__module__", "") or "").startswith(homes))


def forget() -> None:
    """Clear the caches of earlier questions' results, but keep the rules and the questions."""
    for one in remembering(len(sys.modules)):
        one.cache_clear()


def timed(address: str, times: int = 1) -> float:
    """Return the processor time in ms that the question takes when it is asked first.

    The value is the least of so many times.
    """
    least = float("inf")
    for _ in range(times):
        forget()
        begun = time.process_time()
        ask(address)
        least = min(least, (time.process_time() - begun) * 1000)
    return least


def every_question() -> Iterator[tuple[Ruleset, Spec]]:
    """Each question of each ruleset that has any."""
    for ruleset in library().all():
        for spec in questions(ruleset).values():
            yield ruleset, spec


def search(ruleset: Ruleset, spec: Spec, seconds: float, seed: int = 1815) -> tuple[str, float]:
    """Return the slowest address found within so many seconds, and its ms.

    The search draws by chance first, then makes small changes to the best address.
    """
    random = Random(seed)
    end = time.process_time() + seconds
    address = spec.examples[0]
    ask(address)
    best, slowest = None, timed(address)
    tried = 0
    while time.process_time() < end and tried < 300:
        tried += 1
        form = (
            by_any_chance(spec, ruleset, random)
            if best is None or tried % 4 == 0
            else changed(best, spec, ruleset, random)
        )
        try:
            met = answer(spec, ruleset, spec.settle(ruleset, form.values), {})
            form = Form(met.inputs, switched(met, ruleset, random, form.readings))
            tried_address = encode(spec.address(ruleset, form.values, form.readings))
            ms = timed(tried_address)
            if ms > slowest:
                ms = min(ms, timed(tried_address))  # once could be chance
        except (AskError, Contradiction):
            continue
        if best is None or ms > slowest:
            best = form
        if ms > slowest:
            address, slowest = tried_address, ms
    return address, slowest


def by_any_chance(spec: Spec, ruleset: Ruleset, random: Random) -> Form:
    """Draw one set of inputs; every other time each number is as great as can be.

    A great number often takes long.
    """
    values = dict(by_chance(spec, ruleset, random))
    if random.random() < 0.5:
        values |= {one.name: extreme(one.kind, random) for one in spec.bound(ruleset)}
    return Form(values, {})


def changed(form: Form, spec: Spec, ruleset: Ruleset, random: Random) -> Form:
    """Return the same form with one or two inputs changed."""
    values = dict(form.values)
    bound = spec.bound(ruleset)
    for one in random.sample(bound, min(len(bound), random.choice((1, 1, 2)))):
        values[one.name] = random.choice((one_of_kind, extreme))(one.kind, random)
    return Form(values, form.readings)


def extreme(kind: Kind, random: Random) -> Any:
    """Return the greatest number, or as many rows as there may be; of anything else any value."""
    if isinstance(kind, Numeric):
        return kind.high
    if isinstance(kind, Rows):
        row = tuple(one_of_kind(field, random) for field in kind.fields.values())
        return tuple(
            row if random.random() < 0.5 else tuple(extreme(field, random) for field in kind.fields.values())
            for _ in range(kind.high)
        )
    return one_of_kind(kind, random)


def switched(met: Answer, ruleset: Ruleset, random: Random, before: Mapping[str, str]) -> dict[str, str]:
    """Return readings for the rulings that the question meets.

    They are mostly those of before, else any.
    """
    rulings = ruleset.rulings()
    free = {name: tuple(rulings[name].readings) for name in met.readings if rulings[name].switchable}
    free = {name: letters for name, letters in free.items() if not rulings[name].settled}
    return {
        name: before[name] if name in before and random.random() < 0.8 else random.choice(letters)
        for name, letters in free.items()
    }


def main() -> None:
    """Search for the slowest address of each question.

    An address in the file is kept if it is slower.
    """
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 4.0
    known = json.loads(FOUND.read_text(encoding="utf-8")) if FOUND.exists() else {}
    found = {}
    for ruleset, spec in every_question():
        name = f"{ruleset.short}/{spec.name}"
        if name in known and not name.startswith(tuple(sys.argv[2:]) or ""):
            found[name] = known[name]
            continue
        address, ms = search(ruleset, spec, seconds)
        if name in known and timed(known[name], 2) >= ms:
            address, ms = known[name], timed(known[name], 2)
        found[name] = address
        print(f"{ms:7.1f}  {address}", flush=True)
    FOUND.write_text(json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
