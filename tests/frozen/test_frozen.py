"""Tests that every address ever published answers as it did then.

The exception is a correction that says why not. answers.json is never written again; a value may gain names, it may
not lose or change one. One file per ruleset in corrected/ maps an address to the reason and to the answer it has now,
in the same form: the names that differ, distribution, the refusing rule, or contradiction. `python
tests/tools/frozen_answers.py` writes these files.
"""

from collections import defaultdict

import pytest
from frozen_answers import CORRECTED, FROZEN, differences

BY_QUESTION: dict[str, list[str]] = defaultdict(list)
for one in FROZEN:
    BY_QUESTION[one.partition("?")[0]].append(one)


@pytest.mark.parametrize("question", BY_QUESTION)
def test_addresses_answer_as_they_did(question: str) -> None:
    wrong = {address: found for address in BY_QUESTION[question] if (found := differences(address))}
    assert not wrong, f"{len(wrong)} of {len(BY_QUESTION[question])} differ, such as {next(iter(wrong.items()))}"


def test_corrections_say_why_and_of_what() -> None:
    assert set(CORRECTED) <= set(FROZEN)
    assert all(one["why"] and one["answer"] for one in CORRECTED.values())
