"""Tests of what the site answers by the reader's house rules.

They also cover its answer to a form whose values need not all apply.
"""

from __future__ import annotations

import pytest
from site_shelf import shelf

from drillbook import ask, decode
from drillbook_widgets.pages.content.house_rules import honoured
from drillbook_widgets.pages.content.inputs import input_of
from drillbook_widgets.pages.table_mode import manifest, tools

SHOT = "bn/shot?weapon=ar&distance=30"
THEIRS = "ruling.range-bands=B"


def test_without_house_rules_it_is_the_books_answer() -> None:
    told = honoured(SHOT, "", False)
    assert (told["answer"], told["yours"], told["usually"]) == (ask(SHOT).headline, [], "")
    assert told["link"] == str(ask(SHOT).address)


def test_house_rules_hold_where_the_address_says_nothing_and_are_told_where_they_matter() -> None:
    told = honoured(SHOT, f"{THEIRS}&ruling.within-5cm=B", False)
    assert told["answer"] == ask(f"{SHOT}&{THEIRS}").headline != ask(SHOT).headline
    assert told["yours"] == [["reading B of range bands", "The nearest column."]]
    assert told["usually"] == ask(SHOT).headline
    assert decode(told["link"]).readings == {"range-bands": "B"}, (
        "what the answer does not hang on is left out of its link"
    )
    linked = honoured(f"{SHOT}&ruling.range-bands=A", THEIRS, False)
    assert (linked["answer"], linked["yours"]) == (ask(SHOT).headline, [])


@pytest.mark.parametrize("odd", ["ruling.gone=B", "ruling.range-bands=Z", "%%", "a=b=c", "&&&", "ruling.range-bands"])
def test_odd_house_rules_change_nothing(odd: str) -> None:
    assert honoured(SHOT, odd, False)["answer"] == ask(SHOT).headline


def test_a_form_may_hold_what_does_not_apply_and_a_wrong_value_gets_its_sentence() -> None:
    told = honoured("bn/shot?weapon=rpg&mode=burst&mount=fixed&distance=30", "", True)
    assert "mode" not in told["inputs"]
    assert told["complaint"] == ""
    assert told["answer"] == ask(told["address"]).headline
    assert [len(step) for step in told["steps"]] == [4] * len(told["steps"])
    assert honoured("bn/shot?weapon=ar&distance=300", "", True)["complaint"] == (
        "Distance must be from 0 to 160 cm, not 300. The nearest is 160 cm."
    )
    assert honoured("bn/shot?weapon=bow", "", True)["complaint"].startswith("Weapon must be ")
    assert "no question 'gone'" in honoured("bn/gone?x=1", "", True)["answer"]
    assert honoured("nonsense", THEIRS, True)["refused"]


def test_a_side_tells_its_units() -> None:
    assert [one["words"] for one in honoured("bn/force", "", True)["units"]] == [
        "7 × Veteran, Assault rifle",
        "1 × Veteran, Assault rifle, leadership 2",
    ]
    assert honoured("bn/shot", "", True)["units"] == []


@pytest.mark.parametrize("book", [book for book in shelf().books if book.written], ids=lambda book: book.short)
def test_every_input_of_every_tool_has_a_control(book) -> None:  # type: ignore[no-untyped-def]
    for tool in tools(book.short):
        found = ask(f"{book.short}/{tool.ask}")
        kinds = {one.name: one.kind for one in found.spec.listed(found.ruleset)}
        assert [one.name for one in tool.inputs] == list(kinds)
        for one in tool.inputs:
            assert one.shape in {"number", "segments", "menu", "choices", "flag", "rows"}
            again = input_of(one.name, kinds[one.name], kinds[one.name].parse(one.value))
            assert (again.value, again.rows, again.options) == (one.value, one.rows, one.options)
    assert manifest(book, "/assets/x")["start_url"] == f"/{book.short}/table"
