"""Tests of the wired plate: a change of the form changes headline, picture and tabs.

Nothing a visitor sends takes the plate down.
"""

import asyncio
from typing import Any

import ipywidgets
import pytest
from loops import in_a_loop

from drillbook import ask
from drillbook.asking.answers.ask import other_readings
from drillbook_widgets import calculator
from drillbook_widgets.notebook.plate import Plate
from drillbook_widgets.plate import answering, background, permalink
from drillbook_widgets.plate.tabs.other_readings import readings

FIRE = "bn/covering-fire?ar=1&lmg=1&distance=32&troops=r2&bunker=yes"
TEST = "bn/covering-test?value=9&troops=irr3&bunker=yes"


def plate(address: str = FIRE, picture: str | None = None) -> Plate:
    made = calculator(address, picture)
    assert isinstance(made, Plate)
    return made


def said(made: Plate, **message: Any) -> None:
    """Send a plate a message as the page sends it."""
    made.head._hear(None, message, [])


def test_a_plate_shows_what_the_address_answers() -> None:
    made = plate()
    assert made.head.face["headline"] == ask(FIRE).headline
    told = dict(made.head.face["inputs"]["distance"])
    assert [tick["said"] for tick in told.pop("ticks")] == ["25 cm", "50 cm"]
    assert told == {"value": "32 cm", "words": "32 cm"}
    assert made.foot.asked == str(ask(FIRE).address)
    assert [line["mark"] for line in made.foot.why["lines"]][:2] != []


def test_moving_a_slider_changes_headline_picture_and_steps() -> None:
    made = plate("bn/covering-fire?ar=1&lmg=0&distance=20&troops=r4&bunker=no")
    before = made.head.face["headline"], made.foot.why, made.foot.asked
    made.controls["ar"].widget.value = 2
    after = made.head.face["headline"], made.foot.why, made.foot.asked
    assert after[0] == ask(made.foot.asked).headline
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_a_plate_costs_few_models() -> None:
    plate()  # what all plates share
    before = len(ipywidgets.widgets.widget._instances)
    plate("bn/covering-test?value=9&troops=irr3&bunker=yes")
    assert len(ipywidgets.widgets.widget._instances) - before <= 30


def test_the_next_answer_makes_no_new_models() -> None:
    made = plate()
    made.controls["distance"].widget.value = 33
    before = len(ipywidgets.widgets.widget._instances)
    for distance in (20, 25, 26, 40, 50):
        made.controls["distance"].widget.value = distance
    assert len(ipywidgets.widgets.widget._instances) == before


def test_a_form_that_contradicts_itself_keeps_the_last_answer_and_offers_what_fits() -> None:
    made = plate("bn/gauntlet?men=2&group=yes")
    before, asked = made.head.face["headline"], made.foot.asked
    made.controls["men"].widget.value = 1
    assert "One man alone is no group." in made.head.face["complaint"]
    assert (made.head.face["headline"], made.foot.asked) == (before, asked)
    offered = made.head.face["instead"]
    assert "men=2&group=yes" in offered
    said(made, do="open", address=offered)
    assert made.head.face["complaint"] == made.head.face["instead"] == ""
    assert made.controls["men"].widget.value == 2
    made.controls["men"].widget.value = 1
    made.controls["group"].widget.value = False
    assert made.head.face["complaint"] == ""
    assert made.head.face["headline"] == ask("bn/gauntlet?men=1&group=no").headline


def test_a_link_that_contradicts_itself_is_shown_with_what_fits() -> None:
    made = plate("bn/gauntlet?men=1&group=yes")
    assert made.head.face["headline"] == ask("bn/gauntlet?men=2&group=yes").headline
    assert made.head.face["complaint"].endswith("Men who cross: 2. Shown here with that.")
    assert made.controller.state.values["men"] == 2
    made.controller.changed("men", 2)  # the page says again what the handle stands at
    assert made.head.face["complaint"].endswith("Shown here with that.")


def test_a_plate_asks_once_to_be_filled_and_once_for_each_change(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    real = answering.answer
    for module in (answering, permalink):
        monkeypatch.setattr(module, "answer", lambda *given: asked.append(given) or real(*given))
    made = plate()
    assert len(asked) == 1
    made.controls["distance"].widget.value = 33
    assert len(asked) == 2


def test_a_refusal_is_an_answer_with_its_rule() -> None:
    made = plate("bn/covering-fire?ar=1&distance=60")
    assert made.head.face["refused"]
    assert made.head.face["rule"]["rule"].startswith("bn.")
    assert not {"roll", "luck"} & set(made.foot.tabs)
    made.controls["distance"].widget.value = 20
    assert not made.head.face["refused"]


def test_a_wrong_number_gets_its_sentence_and_the_last_good_one_stays() -> None:
    made = plate()
    headline = made.head.face["headline"]
    said(made, do="type", name="distance", text="600")
    shown = made.head.face["inputs"]["distance"]
    assert shown["wrong"] == "Distance must be from 0 to 60 cm, not 600. The nearest is 60 cm."
    assert shown["value"] == "32 cm"
    assert made.head.face["headline"] == headline
    said(made, do="type", name="distance", text="20")
    assert "wrong" not in made.head.face["inputs"]["distance"]
    assert made.controls["distance"].widget.value == 20


def test_an_input_that_does_not_apply_says_why() -> None:
    made = plate("bn/covering-test?value=9&bunker=yes")
    off = {name: told["off"] for name, told in made.head.face["inputs"].items() if "off" in told}
    assert off
    assert all(words.endswith(".") for words in off.values())
    assert not set(off) & set(
        made.controller.question.spec.visible(made.controller.question.ruleset, made.controller.state.values)
    )


def test_a_step_goes_one_step_and_not_beyond_the_end() -> None:
    made = plate()
    said(made, do="step", name="distance", by=1)
    assert made.controller.state.values["distance"] == made.controls["distance"].widget.value == 33
    said(made, do="step", name="distance", by=1, far=True)
    assert made.controller.state.values["distance"] == 50  # where covering fire ends
    made.controls["distance"].widget.value = 60
    said(made, do="step", name="distance", by=1)
    assert made.controller.state.values["distance"] == 60
    assert made.head.face["inputs"]["distance"]["end"] == "high"


def test_a_number_that_was_wrong_is_right_again_once_anything_else_is_changed() -> None:
    made = plate()
    said(made, do="type", name="distance", text="600")
    made.controls["ar"].widget.value = 3
    assert "wrong" not in made.head.face["inputs"]["distance"]
    said(made, do="type", name="distance", text="600")
    said(made, do="step", name="distance", by=1)
    assert "wrong" not in made.head.face["inputs"]["distance"]


@pytest.mark.parametrize(
    ("address", "laid_out"),
    [
        ("bn/covering-fire", "db-wide"),
        ("bn/shot", "db-tall"),
        ("bn/half-strength", "db-low"),
        ("bn/sighting-roll", None),
    ],
)
def test_a_form_is_laid_out_by_its_height(address: str, laid_out: str | None) -> None:
    found = {"db-wide", "db-tall", "db-low"} & set(plate(address)._dom_classes)
    assert found == ({laid_out} if laid_out else set())


def test_what_belongs_together_begins_a_line_of_its_own() -> None:
    opening = [name for name, one in plate("bon/firefight").controls.items() if "db-first" in one.widget._dom_classes]
    assert opening == ["men", "enemy-men"]


def test_a_table_shows_a_column_for_each_row_of_another_and_whatever_says_something() -> None:
    def needed(address: str) -> int:
        return int(plate(address).head.face["inputs"]["turns"]["needed"])

    assert needed("bn/morale-track?squads=12&turns=2,0,0,0,no") == 1
    assert needed("bn/morale-track?squads=8;8;8&turns=2,0,0,0,yes") == 3


def test_pinning_compares_in_words_and_lays_both_on_one_picture() -> None:
    made = plate(TEST)
    said(made, do="tab", name="pin")
    said(made, do="pin")
    made.controls["value"].widget.value = 5
    assert made.foot.pin["pinned"] == ask(TEST).headline
    assert "percentage points" in made.foot.pin["difference"]
    assert any("9" in line and "5" in line for line in made.foot.pin["changed"])
    assert made.foot.picture["pinned"].startswith(ask(TEST).headline)
    said(made, do="unpin")
    assert made.foot.pin == {}
    assert "pinned" not in made.foot.picture


def test_another_reading_is_taken_and_is_in_the_link() -> None:
    made = plate(TEST)
    assert made.controller.state.answer is not None
    ruling, letter = other_readings(made.controller.state.answer)[0]
    said(made, do="read", ruling=ruling, letter=letter)
    assert f"ruling.{ruling}={letter}" in made.foot.asked
    usual = made.controller.question.ruleset.ruling(ruling).default
    said(made, do="read", ruling=ruling, letter=usual)
    assert "ruling." not in made.foot.asked


def test_luck_is_measured_against_the_distribution() -> None:
    made = plate()
    said(made, do="tab", name="luck")
    assert "lines" not in made.foot.luck
    said(made, do="luck", text="4")
    assert made.foot.luck["lines"][0] == ["exactly 4", "1.4 % · 1/72 · 1 in 72"]
    said(made, do="luck", text="<b>")
    assert made.foot.luck["wrong"].endswith("not '<b>'.")
    said(made, do="luck", text="40")
    assert made.foot.luck["words"].startswith("That cannot happen")


def test_the_table_tab_has_every_picture_in_words() -> None:
    made = plate()
    said(made, do="tab", name="table")
    assert made.controller.state.answer is not None
    assert [one["caption"] for one in made.foot.table["tables"]] == [
        one.caption for one in made.controller.state.answer.outcome.exhibits
    ]
    assert all(one["rows"] for one in made.foot.table["tables"])


def test_shared_texts_name_edition_version_and_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(permalink.BASE, "https://example.org")
    made = plate()
    said(made, do="tab", name="share")
    assert made.foot.share["link"] == f"https://example.org/{made.foot.asked}&edition=1.5.1"
    assert ask(made.foot.share["link"].removeprefix("https://example.org")).headline == made.head.face["headline"]
    for kind in ("text", "markdown", "bbcode", "discord"):
        assert made.controller.question.ruleset.document.edition in made.foot.share[kind].replace("\\", "")
        assert "Drillbook" in made.foot.share[kind]
        assert "https://example.org/bn/covering-fire?" in made.foot.share[kind]


def test_reset_goes_back_to_how_the_plate_began() -> None:
    made = plate()
    made.controls["distance"].widget.value = 50
    said(made, do="how", how="≥")
    said(made, do="reset")
    assert made.foot.asked == str(ask(FIRE).address)
    assert made.controls["distance"].widget.value == 32
    assert made.foot.picture["how"] == "="


def test_the_picture_is_chosen_by_name() -> None:
    made = plate(picture="stack")
    assert made.foot.picture["shown"] == "stack"
    said(made, do="picture", name="chances")
    assert made.foot.picture["shown"] == "chances"
    said(made, do="picture", name="no such picture")
    assert made.foot.picture["shown"] == made.foot.picture["names"][0]


def test_an_example_opens_in_its_plate_and_another_question_does_not() -> None:
    made = plate()
    said(made, do="open", address="/bn/covering-fire?ar=3&distance=22")
    assert made.controller.state.values["ar"] == 3
    said(made, do="open", address="bn/reactions?men=4")
    assert made.head.face["complaint"] == "This plate answers bn/covering-fire, not bn/reactions."
    assert made.head.face["headline"]


HOSTILE: list[dict[str, Any]] = [
    {"do": "step", "name": "distance", "by": 1e9},
    {"do": "step", "name": "troops", "by": 1},
    {"do": "step", "name": ["distance"], "by": {"a": 1}, "far": "yes"},
    {"do": "step"},
    {"do": "type", "name": "nobody", "text": "4"},
    {"do": "type", "name": ["distance"], "text": {"a": 1}},
    {"do": "type", "name": "troops", "text": "4"},
    {"do": "read", "ruling": "none", "letter": "A"},
    {"do": "read"},
    {"do": "open", "address": "<script>alert(1)</script>"},
    {"do": "open", "address": "x" * 100_000},
    {"do": "open"},
    {"do": "tab", "name": "x" * 1000},
    {"do": "picture"},
    {"do": "how", "how": "≠"},
    {"do": "luck", "text": "9" * 10_000},
    {"do": "roll", "throws": "many", "seed": None},
    {"do": "no such thing"},
]


@pytest.mark.parametrize("message", HOSTILE)
def test_nothing_a_visitor_sends_takes_the_plate_down(message: dict[str, Any]) -> None:
    made = plate()
    said(made, **message)
    made.controls["distance"].widget.value = 20
    assert made.head.face["headline"] == ask(made.foot.asked).headline
    assert "distance=20" in made.foot.asked


def test_our_own_mistake_is_a_sentence(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    made = plate()

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(answering, "answer", broken)
    made.controls["distance"].widget.value = 20
    assert made.head.face["complaint"] == answering.BROKEN
    assert "Traceback" in caplog.text
    monkeypatch.undo()
    made.controls["distance"].widget.value = 21
    assert made.head.face["complaint"] == ""


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("bn/no-such-question", "has no question"),
        ("xx/covering-fire", "no ruleset"),
        ("nonsense", "An address looks like"),
    ],
)
def test_a_wrong_address_in_a_notebook_is_a_sentence(address: str, sentence: str) -> None:
    made = calculator(address)
    assert isinstance(made, ipywidgets.Label)
    assert sentence in made.value


def test_other_readings_follow_when_the_form_has_come_to_rest() -> None:
    async def look() -> Plate:
        made = plate(TEST)
        said(made, do="ready")
        await asyncio.sleep(0.2)
        first = made.foot.otherwise
        assert first["known"]
        made.controls["value"].widget.value = 5
        assert made.foot.otherwise == first  # not yet: the form has only just moved
        await asyncio.sleep(background.REST + 0.4)
        assert made.foot.otherwise["address"] == made.foot.asked
        return made

    made = in_a_loop(look())
    expected = ask(made.foot.asked, otherwise=True).otherwise or ()
    shown = {
        (r["name"], line["letter"]): line.get("headline") for r in made.foot.otherwise["rulings"] for line in r["lines"]
    }
    assert {(one.ruling, one.reading): one.headline for one in expected}.items() <= shown.items()


def test_rolling_reports_and_lies_over_the_bars() -> None:
    async def look(seed: int) -> tuple[dict[str, Any], int]:
        made = plate()
        said(made, do="tab", name="roll")
        said(made, do="roll", throws="1000", seed=str(seed))
        for _ in range(100):
            await asyncio.sleep(0.02)
            if made.foot.roll.get("rows"):
                break
        assert made.canvas is not None
        return made.foot.roll, sum(1 for layer, _ in made.canvas.marks if layer == "dot")

    told, dots = in_a_loop(look(7))
    assert told["done"] == told["throws"] == 1000
    assert told["words"].startswith("1\u202f000 throws: on average ")
    assert dots == 1
    assert in_a_loop(look(7))[0] == told
    assert in_a_loop(look(8))[0]["rows"] != told["rows"]


def test_a_change_ends_the_roll() -> None:
    async def look() -> Plate:
        made = plate()
        said(made, do="tab", name="roll")
        said(made, do="roll", throws="100000", seed="1")
        await asyncio.sleep(0.05)
        made.controls["distance"].widget.value = 20
        await asyncio.sleep(0.1)
        return made

    assert not in_a_loop(look()).foot.roll.get("rows")


def test_a_reading_that_is_not_ours_is_seen_and_one_click_goes_back() -> None:
    async def look() -> Plate:
        made = plate(TEST)
        said(made, do="ready")
        assert made.controller.state.answer is not None
        ruling, letter = other_readings(made.controller.state.answer)[0]
        said(made, do="read", ruling=ruling, letter=letter)
        await asyncio.sleep(background.REST + 0.3)
        return made

    made = in_a_loop(look())
    (told,) = made.head.face["readings"]
    assert told["named"].startswith("reading ")
    assert made.foot.why["readings"] == [told]
    assert made.head.usual == {"address": made.foot.asked, "headline": ask(TEST).headline}
    said(made, do="read", ruling=told["ruling"], letter=told["ours"])
    assert made.head.face["readings"] == made.foot.why["readings"] == []
    assert made.head.face["headline"] == ask(TEST).headline


def test_a_finger_has_room_between_the_rows_of_a_picture() -> None:
    """Grids of many rows are drawn taller on a phone so that a finger fits between rows.

    The test demands at least 24 units per row if the rows can be chosen. Few rows and bars need only the usual room.
    """
    grid = plate("bn/fire-after-move?moved=6").foot
    rows = 1 + max(row for _, _, _, _, row, *_ in grid.grips["cells"])
    assert grid.picture["high"] >= 24 * rows
    assert plate("bn/vehicle-move?vehicle=tracked").foot.picture["high"] == 0


def test_rulings_in_a_plate_go_by_their_questions() -> None:
    told = readings(ask(TEST), ())["rulings"]
    assert told
    assert all(one["title"].endswith("?") for one in told)
