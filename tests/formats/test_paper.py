"""Tests of answers on paper, and of the link as a code.

An answer has a sheet of its own if its question brings one, otherwise situation and steps.
"""

import pytest
import segno

from drillbook import ask
from drillbook.formats.bbcode import bbcode
from drillbook.formats.code import LONGEST, QUIET, code
from drillbook.formats.paper import paper

SITE = "https://example.org"
ROSTER = "bn/force?side=regulars&men=4,r2,ar,0;1,r2,ar,3&vehicles=2,protected,mmg&extras=roe"
LEDGER = "bn/defeat-ledger?match=mixed&losses=blue,regular,2,no"


def test_a_force_is_a_roster_with_a_box_for_every_man_and_vehicle() -> None:
    sheet = paper(ask(ROSTER), SITE)
    boxes = {group["heading"]: [entry["boxes"] for entry in group["entries"]] for group in sheet["groups"]}
    assert boxes == {"Men": [4, 1], "Vehicles": [2], "Extras": [1], "Bill": [0]}
    assert sheet["groups"][-1]["entries"][0]["amount"] == f"{ask(ROSTER).outcome.flat()['points']} points"
    assert "steps" not in sheet


def test_a_ledger_is_a_form_with_room_for_both_sides() -> None:
    sheet = paper(ask(LEDGER), SITE)
    so_far, prices, end = sheet["groups"]
    assert [entry["amount"] for entry in so_far["entries"]] == ["20", "20 Defeat Points"]
    assert prices["blanks"] == end["blanks"] == ["Regulars", "Irregulars"]
    assert ("Other Regular lost", "10") in [(entry["words"], entry["amount"]) for entry in prices["entries"]]


@pytest.mark.parametrize(
    ("address", "boxes"),
    [
        ("bon/squad?officers=1&soldiers=9&specialists=lmg;grenadier&hero=rifle", [1, 1, 1, 7]),
        ("fb/squad?grade=regular&soldiers=9&officers=0&ncos=1&heroes=0", [9, 1]),
    ],
)
def test_a_squad_has_a_box_for_every_man_and_lines_for_its_nerves(address: str, boxes: list[int]) -> None:
    men, strength, nerves = paper(ask(address), SITE)["groups"]
    assert [entry["boxes"] for entry in men["entries"]] == boxes
    assert strength["entries"][0]["detail"].startswith("10 figures")
    assert len(nerves["entries"]) == sum(boxes)
    assert nerves["blanks"]


def test_a_muster_has_a_line_for_every_unit() -> None:
    (units,) = paper(ask("nr/unit-card"), SITE)["groups"]
    assert len(units["entries"]) == len(ask("nr/unit-card").ruleset.table("muster").rows)
    assert units["blanks"]


def test_any_other_answer_is_printed_with_its_steps() -> None:
    found = ask("bn/covering-fire?ar=1&distance=20&ruling.covering-bonus=B")
    sheet = paper(found, SITE)
    assert sheet["title"] == found.title
    assert sheet["headline"] == found.headline
    assert len(sheet["steps"]) == len(found.outcome.steps)
    assert "groups" not in sheet


def test_the_code_is_the_link_with_a_quiet_margin() -> None:
    link = f"{SITE}/bn/shot"
    made = code(link)
    assert made is not None
    rows = segno.make(link, micro=False, error="l").matrix
    assert made.size == len(rows) + 2 * QUIET
    dark = sum(int(part.split("h")[1].split("v")[0]) for part in made.path.split("M")[1:])
    assert dark == sum(bool(one) for row in rows for one in row)


@pytest.mark.parametrize("link", ["bn/shot", f"{SITE}/bn/shot?{'x' * LONGEST}"])
def test_what_no_camera_could_read_or_open_gets_no_code(link: str) -> None:
    assert code(link) is None


def test_bbcode_links_its_citations() -> None:
    found = ask("bn/covering-fire?ar=1&distance=20")
    assert f"[url={SITE}/bn/reaction#bn.reaction.cover-ar]" in bbcode(found, SITE)
    assert "[url=/bn" not in bbcode(found)


def test_the_inches_of_a_headline_stand_in_centimetres_beneath_it() -> None:
    """Where a ruleset measures in inches, and nowhere else."""
    found = ask("bon/move")
    assert '5" in a move' in found.headline
    assert paper(found)["odds"] == '5" = 13 cm, 10" = 25 cm'
    assert " cm" not in paper(ask("bn/shot"))["odds"]
