"""Nothing is lost: every address that has once been printed answers as it did then, unless corrected.json says why not.

answers.json is never written again; a value may gain names, it may not lose or change one. corrected.json maps an address to the
reason and to the answer it has now, in the same form: the names that differ, distribution, the refusing rule, or contradiction.
"""

import hashlib
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from drillbook import ask
from drillbook.asking.outcomes import Breakdown
from drillbook.errors import Contradiction
from drillbook.maths.exact import as_json
from drillbook.printing import json as as_data

HERE = Path(__file__).parent
FROZEN: dict[str, dict[str, Any]] = json.loads((HERE / "answers.json").read_text(encoding="utf-8"))
CORRECTED: dict[str, dict[str, Any]] = json.loads((HERE / "corrected.json").read_text(encoding="utf-8"))
BY_QUESTION: dict[str, list[str]] = defaultdict(list)
for one in FROZEN:
    BY_QUESTION[one.partition("?")[0]].append(one)


def told(address: str) -> dict[str, Any]:
    """The answer in the form in which it is frozen."""
    try:
        found = ask(address)
    except Contradiction:
        return {"contradiction": True}
    if not isinstance(found.outcome, Breakdown):
        return {"refused": True, "rule": found.outcome.rule}
    result = {"value": as_json(found.outcome.flat())}
    if found.outcome.distribution is not None:
        shown = as_data.answer(found)["outcome"]["distribution"]
        result["distribution"] = hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()[:12]
    return result


def wanted(address: str) -> dict[str, Any]:
    """What was frozen, with what has been corrected since laid over it."""
    frozen, corrected = FROZEN[address], CORRECTED.get(address, {})
    change = corrected.get("answer", {})
    if {"refused", "contradiction"} & {*change, *frozen}:
        return dict(change or frozen)
    values = [one.get("value") for one in (frozen, change)]
    merged = {**frozen, **change}
    if all(isinstance(value, dict) for value in values):
        merged["value"] = {**frozen["value"], **change["value"]}
    return merged


def differences(address: str) -> dict[str, Any]:
    """What an address answers otherwise than it should: name -> (now, wanted)."""
    now, then = told(address), wanted(address)
    flat = [one.pop("value", None) if isinstance(one.get("value"), dict) else {} for one in (now, then)]
    pairs = [(now, then), (flat[0] or {}, flat[1] or {})]
    return {name: (new.get(name), old[name]) for new, old in pairs for name in old if new.get(name) != old[name]}


@pytest.mark.parametrize("question", BY_QUESTION)
def test_addresses_answer_as_they_did(question: str) -> None:
    wrong = {address: found for address in BY_QUESTION[question] if (found := differences(address))}
    assert not wrong, f"{len(wrong)} of {len(BY_QUESTION[question])} differ, such as {next(iter(wrong.items()))}"


def test_corrections_say_why_and_of_what() -> None:
    assert set(CORRECTED) <= set(FROZEN)
    assert all(one["why"] and one["answer"] for one in CORRECTED.values())
