"""Addresses that show that a question obeys a ruling.

Another reading of the ruling changes the answer there. `readings_matter.json` beside a ruleset's tests keeps them:
question -> ruling -> address.
"""

from __future__ import annotations

import json
from pathlib import Path

from drillbook.asking.answers.ask import Answer, ask, ask_otherwise, other_readings
from drillbook.asking.answers.cache import Memo
from drillbook.errors import AskError
from drillbook.rules.model import Ruleset

HERE = Path(__file__).parents[1] / "rulesets"
FILE = "readings_matter.json"


def changes(found: Answer, ruling: str) -> bool:
    """Return whether any other reading of a ruling changes an answer."""
    memo = Memo()
    letters = [letter for name, letter in other_readings(found) if name == ruling]
    return any(ask_otherwise(found, ruling, letter, memo).differs for letter in letters)


def witnesses(ruleset: Ruleset) -> dict[str, dict[str, str]]:
    """Return the known addresses: question -> ruling -> address."""
    path = HERE / ruleset.slug / FILE
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def fault(question: str, ruling: str, address: str) -> str:
    """Return why an address does not show that a question obeys a ruling; empty where it does."""
    try:
        found = ask(address)
    except AskError as problem:
        return f"{address} is not answered: {problem}"
    if found.spec.name != question or not changes(found, ruling):
        return f"no other reading changes {address}"
    return ""


def keep(ruleset: Ruleset, known: dict[str, dict[str, str]]) -> None:
    """Write the addresses down, sorted by ruling."""
    text = json.dumps({name: dict(sorted(some.items())) for name, some in known.items()}, indent=1, ensure_ascii=False)
    (HERE / ruleset.slug / FILE).write_text(text + "\n", encoding="utf-8")
