"""Tests that a sentence made from the files follows the house rules that it depends on.

The exception is a sentence for which a table says why no house rule can change it.
"""

import pytest
from generated_words import FILE, reasons, wanted

from drillbook import library
from drillbook.rules.model import Ruleset


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda one: one.short)
def test_every_sentence_names_its_rulings_or_says_why_not(ruleset: Ruleset) -> None:
    known = {key: frozenset(told.get("rulings", ())) for key, told in reasons(ruleset).items()}
    found = wanted(ruleset)
    cure = f"name it under rulings, or say why not in {ruleset.slug}/{FILE} (python tests/tools/generated_words.py {ruleset.short})"
    missing = {
        key: sorted(near - known.get(key, frozenset()))
        for key, near in found.items()
        if near - known.get(key, frozenset())
    }
    assert not missing, f"{len(missing)} sentences such as {dict(list(missing.items())[:3])}: {cure}"
    stale = {
        key: sorted(told - found.get(key, frozenset()))
        for key, told in known.items()
        if told - found.get(key, frozenset())
    }
    assert not stale, f"{FILE} excuses what needs no excuse: {stale}"


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda one: one.short)
def test_each_reason_is_a_sentence(ruleset: Ruleset) -> None:
    wrong = [
        key for key, told in reasons(ruleset).items() if len(told["why"].split()) < 4 or not told["why"].endswith(".")
    ]
    assert not wrong, f"write a sentence that says why no reading can change it: {wrong[:5]}"
