"""The frozen answers, the corrections laid over them, and what differs from both now.

    python tests/tools/frozen_answers.py "The second rank counts." gw/deathmatch gw/second-rank
    python tests/tools/frozen_answers.py                             # lists what differs, writes nothing

records why answers have changed. Each name is an address, or a question all of whose addresses are meant. Only what differs now is
written, into the file of the ruleset under frozen/corrected/.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from drillbook import ask, library
from drillbook.asking.answers.results import Breakdown
from drillbook.errors import Contradiction
from drillbook.formats import json as as_data
from drillbook.maths.exact import as_json

HERE = Path(__file__).parents[1] / "frozen"
CORRECTIONS = HERE / "corrected"
FROZEN: dict[str, dict[str, Any]] = json.loads((HERE / "answers.json").read_text(encoding="utf-8"))
CORRECTED: dict[str, dict[str, Any]] = {
    address: one
    for path in sorted(CORRECTIONS.glob("*.json"))
    for address, one in json.loads(path.read_text(encoding="utf-8")).items()
}


def correction_file(address: str) -> Path:
    """Return the file of the corrections of an address's ruleset."""
    return CORRECTIONS / f"{library().find(address.partition('/')[0]).slug}.json"


def answer_now(address: str) -> dict[str, Any]:
    """Return the answer to an address in the form in which answers are frozen.

    Raises AskError where the address is no longer understood: a published link must stay one.
    """
    try:
        found = ask(address)
    except Contradiction:
        return {"contradiction": True}
    if not isinstance(found.outcome, Breakdown):
        return {"refused": True, "rule": found.outcome.rule}
    result = {"value": as_json(found.outcome.flat())}
    if found.outcome.distribution is not None:
        shown = as_data.answer_json(found)["outcome"]["distribution"]
        result["distribution"] = hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()[:12]
    return result


def wanted_answer(address: str) -> dict[str, Any]:
    """Return the frozen answer with its correction laid over it."""
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
    """Return what an address answers differently from what it should: name -> (now, wanted)."""
    now, then = answer_now(address), wanted_answer(address)
    flat = [one.pop("value", None) if isinstance(one.get("value"), dict) else {} for one in (now, then)]
    pairs = [(now, then), (flat[0] or {}, flat[1] or {})]
    return {name: (new.get(name), old[name]) for new, old in pairs for name in old if new.get(name) != old[name]}


def correction(address: str) -> dict[str, Any]:
    """Return the part of today's answer that differs from the frozen one."""
    now, frozen = answer_now(address), FROZEN[address]
    if {"refused", "contradiction"} & {*now, *frozen}:
        return now
    changed = {name: found for name, found in now.items() if name != "value" and found != frozen.get(name)}
    value, before = now["value"], frozen["value"]
    if isinstance(value, dict) and isinstance(before, dict):
        names = [*before, *(name for name in value if name not in before)]
        value = {name: value.get(name) for name in names if name in before and value.get(name) != before[name]}
        return {**changed, "value": value} if value else changed
    return {**changed, "value": value} if value != before else changed


def main(words: list[str]) -> None:
    """List what differs, or write the corrections of the questions and addresses that are named."""
    why, names = (words[0], words[1:]) if words else ("", [])
    for address in FROZEN:
        if names and address not in names and address.partition("?")[0] not in names:
            continue
        found = differences(address)
        if not found:
            continue
        print(address, *(f"{name}: {then} -> {now}" for name, (now, then) in found.items()), sep="\n    ")
        if not names:
            continue
        path = correction_file(address)
        held = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        before = CORRECTED.get(address, {}).get("why", "")
        held[address] = {"why": f"{before} {why}".strip(), "answer": correction(address)}
        path.write_text(json.dumps(held, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
