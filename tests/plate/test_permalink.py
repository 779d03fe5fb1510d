"""Tests of links in and out of a page.

The first plate of the question takes the page's address, and the nearest good address of a bad one.
"""

import pytest

from drillbook import library
from drillbook.asking.questions.registry import find_question
from drillbook_widgets import calculator
from drillbook_widgets.pages.content.static_answer import still_of
from drillbook_widgets.plate import permalink

BN = library().find("bn")
FIRE = find_question(BN, "covering-fire")


def filled(text: str) -> permalink.Filled:
    return permalink.fill_from_link(FIRE, BN, text)


def test_the_first_plate_of_the_question_takes_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(permalink.WANTED, "/bn/covering-fire?distance=20")
    other, first, second = (calculator(a) for a in ("bn/reactions", "bn/covering-fire", "bn/covering-fire?distance=30"))
    assert "distance" not in other.foot.asked
    assert "distance=20" in first.foot.asked
    assert "distance=30" in second.foot.asked


def test_without_a_site_there_is_no_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(permalink.BASE, raising=False)
    assert calculator("bn/covering-fire").head.face["href"] == ""
    monkeypatch.setenv(permalink.BASE, "http://localhost:8866/")
    assert calculator("bn/covering-fire").head.face["href"].startswith("http://localhost:8866/bn/covering-fire?")


def test_resetting_leads_back_to_the_plate_of_the_text_not_to_the_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(permalink.WANTED, "bn/covering-fire?distance=20")
    made = calculator("bn/covering-fire?distance=30")
    made.head._hear(None, {"do": "reset"}, [])
    assert "distance=30" in made.foot.asked


@pytest.mark.parametrize(
    ("text", "name", "value", "sentence"),
    [
        (
            "bn/covering-fire?distance=600",
            "distance",
            60,
            "Distance must be from 0 to 60 cm, not 600. Shown here with 60 cm.",
        ),
        ("bn/covering-fire?distance=-4", "distance", 0, "Shown here with 0 cm."),
        ("bn/covering-fire?troops=zz", "troops", FIRE.defaults(BN)["troops"], "Troops must be"),
        ("bn/covering-fire?distance=<b>&ar=3", "ar", 3, "not '<b>'"),
        ("bn/covering-fire?ar=3&arr=3", "ar", 3, "it has no 'arr'"),
        ("bn/covering-fire?ar=3&ruling.no-such=B", "ar", 3, "has no ruling 'no-such'"),
        ("bn/covering-fire?=&ar=3", "ar", FIRE.defaults(BN)["ar"], "Inputs look like"),
    ],
)
def test_a_bad_link_gives_the_sentence_and_the_nearest_good_value(
    text: str, name: str, value: object, sentence: str
) -> None:
    found = filled(text)
    assert found.values[name] == value
    assert any(sentence in complaint for complaint in found.complaints), found.complaints


CUT = "bn/covering-fire?ar=3&also=1,smg,20&troops=irr2&ruling.covering-bonus=B"


@pytest.mark.parametrize(
    "end", ["&ruling.covering-bonus=", "&ruling.cov", "&troops=irr", "&troops=", "&tro", "&also=1,smg", "&distance=3%"]
)
def test_a_link_that_has_lost_its_end_keeps_the_rest_and_says_so(end: str) -> None:
    found = filled(f"bn/covering-fire?ar=3{end}")
    assert found.values["ar"] == 3
    (told,) = found.complaints
    assert told.startswith(f"This link seems cut off: it ends in '{end[1:]}'.")


@pytest.mark.parametrize(
    "query",
    ["troops=zz", "distance=600", "distance=<b>", "arr=3", "troops=irr&ar=3", "distan&ar=3", "ruling.no-such=B"],
)
def test_a_link_that_is_wrong_is_not_said_to_be_cut_off(query: str) -> None:
    found = filled(f"bn/covering-fire?{query}")
    assert found.complaints
    assert "cut off" not in " ".join(found.complaints)


def test_wherever_a_link_is_cut_what_is_left_is_read_or_said_to_be_cut_off() -> None:
    for example in FIRE.examples:
        for end in range(len("bn/covering-fire"), len(example) + 1):
            part = example[:end]
            told = filled(part).complaints
            assert all("cut off" in one for one in told), (part, told)
    assert filled(CUT).complaints == ()


def test_a_page_opened_by_a_cut_link_says_so() -> None:
    shown = still_of("bn/covering-fire?ar=3&distan")
    assert shown.complaint.startswith("This link seems cut off")
    assert "ar=3" in shown.address


def test_every_example_is_taken_whole() -> None:
    for example in FIRE.examples:
        assert filled(example).complaints == ()


def test_a_hostile_link_is_text_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(permalink.WANTED, "bn/covering-fire?distance=<img src=x onerror=alert(1)>")
    made = calculator("bn/covering-fire")
    assert "not '<img" in made.head.face["complaint"]
    assert made.head.face["headline"]


def test_a_page_shows_a_contradictory_link_with_what_fits() -> None:
    shown = still_of("bn/gauntlet?men=1&group=yes")
    assert shown.headline == still_of("bn/gauntlet?men=2&group=yes").headline
    assert "One man alone is no group." in shown.complaint
