"""Tests that every question obeys the house rules about the places its rules come from.

The exception is a question for which a table says why they cannot matter to it.
"""

import pytest
from house_rules import FOLDER, chapters, pairs, reasons

from drillbook import library
from drillbook.rules.model import Ruleset


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda one: one.short)
def test_every_ruling_is_obeyed_or_has_a_reason(ruleset: Ruleset) -> None:
    found = {(one.ruling, one.question) for one in pairs(ruleset)}
    given = {(ruling, question) for ruling, told in reasons(ruleset).items() for question in told}
    missing, stale = sorted(found - given), sorted(given - found)
    cure = f"consult the ruling, or say in {ruleset.slug}/{FOLDER} why not (python tests/tools/house_rules.py {ruleset.short})"
    assert not missing, f"{len(missing)} pairs such as {missing[:5]}: {cure}"
    assert not stale, f"{ruleset.slug}/{FOLDER} excuses {stale[:5]}, which need no excuse; take them out"


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda one: one.short)
def test_each_reason_is_a_sentence(ruleset: Ruleset) -> None:
    told = [(ruling, question, why) for ruling, some in reasons(ruleset).items() for question, why in some.items()]
    wrong = [one for one in told if len(one[2].split()) < 4 or not one[2].endswith(".")]
    assert not wrong, f"write a sentence that says why the ruling cannot matter there: {wrong[:5]}"


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda one: one.short)
def test_each_reason_stands_in_its_ruling_s_chapter(ruleset: Ruleset) -> None:
    wrong = [
        f"{name} in {chapter}.toml"
        for chapter, held in chapters(ruleset).items()
        for name in held
        if ruleset.ruling(name).chapter != chapter
    ]
    assert not wrong, f"move these to the file of the chapter that their ruling belongs to: {wrong}"
