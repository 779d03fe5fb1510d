"""Tests of house rules at a plate: they hold if no link says otherwise.

A plate that goes by a link says what it leaves out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from drillbook import ask
from drillbook_widgets.notebook.plate import Plate
from drillbook_widgets.plate import house_rules, page_session, permalink

SHOT = "bn/shot?weapon=ar&distance=30"
THEIRS = {"range-bands": "B"}


def said(plate: Plate, **content: Any) -> None:
    plate.head._hear(plate.head, content, [])


def headline(readings: str = "", address: str = SHOT) -> str:
    return ask(f"{address}{readings}").headline


def test_a_plate_goes_by_the_house_rules_and_says_so() -> None:
    plate = Plate(SHOT)
    assert plate.head.face["headline"] == headline()
    said(plate, do="house", readings=THEIRS)
    assert plate.head.face["headline"] == headline("&ruling.range-bands=B") != headline()
    assert plate.head.face["house"]["here"] == ["range-bands"]
    assert [one["ruling"] for one in plate.head.face["readings"]] == ["range-bands"]
    assert "ruling.range-bands=B" in plate.head.face["address"]
    later = Plate(SHOT)
    assert later.head.face["headline"] == plate.head.face["headline"]
    said(plate, do="house", readings={})
    assert [one.head.face["headline"] for one in (plate, later)] == [headline()] * 2


def test_a_plate_names_every_house_rule_that_its_answer_hangs_on_and_no_other() -> None:
    shot = "bn/shot?weapon=ar&mode=burst&distance=30&troops=irr2&dodge=yes"
    both = {"range-bands": "B", "dodge-cover": "B"}
    one, whole = (f"{shot}&ruling.range-bands=B", f"{shot}&ruling.range-bands=B&ruling.dodge-cover=B")
    assert len({headline("", address) for address in (shot, one, whole)}) == 3
    plate = Plate(shot)
    said(plate, do="house", readings={**both, "initiative-tie": "B"})
    assert plate.head.face["headline"] == headline("", whole)
    for told in (plate.head.face, plate.foot.why):
        assert told["house"]["here"] == list(both)
        assert [reading["ruling"] for reading in told["readings"]] == list(both)
    assert "ruling.initiative-tie=B" in plate.head.face["address"]
    said(plate, do="open", address=f"{whole}&ruling.initiative-tie=B")
    for told in (plate.head.face, plate.foot.why):
        assert [reading["ruling"] for reading in told["readings"]] == [*both, "initiative-tie"], (
            "a link names what it names"
        )
        assert told["house"]["here"] == []
    said(plate, do="mine")
    assert plate.foot.why["house"]["here"] == list(both)


def test_a_reading_of_ours_is_taken_in_one_plate_alone() -> None:
    plate, other = Plate(SHOT), Plate(SHOT)
    said(plate, do="house", readings=THEIRS)
    said(plate, do="read", ruling="range-bands", letter="A")
    assert plate.head.face["headline"] == headline()
    assert other.head.face["headline"] == headline("&ruling.range-bands=B")
    said(plate, do="reset")
    assert plate.head.face["headline"] == headline("&ruling.range-bands=B")


def test_a_link_wins_and_the_reader_is_offered_his_own(monkeypatch: pytest.MonkeyPatch) -> None:
    linked = "bn/shot?weapon=ar&distance=35"
    monkeypatch.setenv(permalink.WANTED, linked)
    plate = Plate(SHOT)
    said(plate, do="house", readings=THEIRS)
    assert plate.head.face["headline"] == headline("", linked)
    assert plate.head.face["house"] == {"here": [], "open": ["range bands"], "settled": []}
    said(plate, do="mine")
    assert plate.head.face["headline"] == headline("&ruling.range-bands=B", linked)
    assert plate.head.face["house"] == {"here": ["range-bands"], "open": [], "settled": []}
    said(plate, do="open", address=f"{linked}&ruling.range-bands=A&edition=9")
    assert plate.head.face["headline"] == headline("", linked)
    assert plate.head.face["house"]["open"] == ["range bands"]
    assert not plate.head.face["complaint"]


def test_who_comes_back_to_his_own_plate_has_followed_no_link(monkeypatch: pytest.MonkeyPatch) -> None:
    plate = Plate(SHOT)
    said(plate, do="house", readings=THEIRS)
    said(plate, do="type", name="distance", text="40")
    said(plate, do="read", ruling="dodge-cover", letter="B")
    left = plate.head.face["own"]
    assert "distance=40" in left
    assert "ruling.dodge-cover=B" in left
    assert "range-bands" not in left, "a house rule may be another when the reader comes back"
    monkeypatch.setattr(page_session.here(), "house", {})
    permalink.want(left, own=True)
    again = Plate(SHOT)
    assert again.head.face["address"] == left
    said(again, do="house", readings=THEIRS)
    assert again.head.face["house"] == {"here": ["range-bands"], "open": [], "settled": []}
    assert again.head.face["headline"] == plate.head.face["headline"]
    permalink.want(left)
    linked = Plate(SHOT)
    assert (linked.head.face["own"], linked.head.face["house"]["open"]) == ("", ["range bands"])
    said(linked, do="open", address=left, own=True)
    assert linked.head.face["house"] == {"here": ["range-bands"], "open": [], "settled": []}


def test_taking_what_a_plate_offers_is_no_link() -> None:
    plate = Plate(SHOT)
    said(plate, do="house", readings=THEIRS)
    offered = f"{SHOT}&mode=burst"
    plate.controller.state = replace(plate.controller.state, instead=offered)
    said(plate, do="open", address=offered)
    assert plate.head.face["house"] == {"here": ["range-bands"], "open": [], "settled": []}


def test_a_notebook_that_shows_a_reading_keeps_it() -> None:
    plate = Plate(f"{SHOT}&ruling.range-bands=B")
    said(plate, do="house", readings=THEIRS)
    assert plate.head.face["headline"] == headline("&ruling.range-bands=B")


@pytest.mark.parametrize(
    "odd", [None, [], "C", {"range-bands": 3}, {"nonsense": "C"}, {"range-bands": "Z"}, {"x" * 5000: "A"}]
)
def test_anything_odd_settles_nothing(odd: object) -> None:
    plate = Plate(SHOT)
    said(plate, do="house", readings=odd)
    assert house_rules.rules(plate.controller.question.ruleset) == {}
    assert plate.head.face["headline"] == headline()
