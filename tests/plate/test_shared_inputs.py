"""Tests of shared inputs: what the players settle once holds on every plate of the ruleset.

It also holds on pages that come later; a link keeps its own value.
"""

from typing import Any

import pytest

from drillbook import Library, RulesError, library
from drillbook.asking.questions.validation import declared_faults
from drillbook_widgets import calculator
from drillbook_widgets.notebook.plate import Plate
from drillbook_widgets.plate import permalink


def plate(address: str) -> Plate:
    made = calculator(address)
    assert isinstance(made, Plate)
    return made


def said(made: Plate, **message: Any) -> None:
    made.head._hear(None, message, [])


LENGTHS, VOLLEY = "nr/lengths?short=4&measure=inches", "nr/volley"


def line(made: Plate) -> str:
    return str(made.head.face["kept"]["line"])


def test_a_change_in_one_plate_goes_to_all_others() -> None:
    one, other, without = plate(LENGTHS), plate(VOLLEY), plate("nr/activation-roll")
    assert line(one) == line(other) == line(without) == "S 4 · M 8 · L 12 inches"
    one.controls["short"].widget.value = 10
    one.controls["measure"].widget.value = "cm"
    assert (other.controller.state.values["short"], other.controller.state.values["measure"]) == (10, "cm")
    assert line(other) == line(without) == "S 10 · M 20 · L 30 centimetres"
    assert "short=10&measure=cm" in other.head.face["address"]
    assert plate(VOLLEY).controller.state.values["short"] == 10
    said(other, do="reset")
    assert other.controller.state.values["short"] == 10


def test_the_page_hands_on_what_it_remembers_and_nothing_odd() -> None:
    made = plate(VOLLEY)
    said(made, do="keep", settled={"short": "2.5", "measure": "furlongs", "other": "1", "distance": "3"})
    assert (made.controller.state.values["short"], made.controller.state.values["measure"]) == (
        made.controller.question.kinds["short"].parse("2.5"),
        "inches",
    )
    assert made.head.face["kept"]["settled"] == {"short": "2.5"}
    said(made, do="keep", settled=["short"])
    said(made, do="keep", settled=None)
    assert line(made) == "S 2.5 · M 5 · L 7.5 inches"


def test_a_link_keeps_its_own_word_until_the_reader_changes_it() -> None:
    one = plate(VOLLEY)
    said(one, do="keep", settled={"short": "10"})
    permalink.want(LENGTHS)
    linked = plate("nr/lengths?short=7")
    said(one, do="keep", settled={"short": "12"})
    assert linked.controller.state.values["short"] == 4
    assert linked.head.face["kept"]["mine"] == "S 12 · M 24 · L 36 inches", "what is said under the link's own line"
    assert one.head.face["kept"]["mine"] == ""
    said(linked, do="own")
    assert (linked.controller.state.values["short"], linked.head.face["kept"]["mine"]) == (12, "")
    one.controls["short"].widget.value = 9
    assert linked.controller.state.values["short"] == 9


def test_what_contradicts_itself_is_not_settled_and_what_is_offered_instead_is() -> None:
    one, other = plate(LENGTHS), plate(VOLLEY)
    one.controls["measure"].widget.value = "squares"
    one.controls["short"].widget.value = 3.5
    assert one.head.face["instead"].startswith("nr/lengths?short=4")
    assert (line(other), other.controller.state.values["short"]) == ("S 4 · M 8 · L 12 squares", 4), (
        "the others keep what can be"
    )
    said(other, do="keep", settled={"short": "2.5"})
    assert line(other) == "S 4 · M 8 · L 12 squares", "nor is it taken from an earlier page"
    one.controls["short"].widget.value = 2.5
    said(one, do="open", address=one.head.face["instead"])
    assert line(other) == one.controller.state.answer.headline == "S 3 · M 6 · L 9 squares"  # type: ignore[union-attr]


def test_a_handle_that_only_says_where_it_stands_settles_nothing() -> None:
    own, other = plate("nr/blunder?short=3"), plate(VOLLEY)
    own.controller.changed("short", own.controller.state.values["short"])
    assert (own.controller.state.values["short"], other.controller.state.values["short"]) == (3, 4)
    assert own.head.face["kept"]["settled"] == {}


def test_other_rulesets_keep_nothing() -> None:
    assert plate("bn/covering-test?value=9&troops=irr3&bunker=yes").head.face["kept"] == {}


def test_what_is_kept_has_to_be_an_input(tmp_path: Any) -> None:
    assert list(declared_faults(library().find("nr"))) == []
    toys = tmp_path / "rulesets" / "toy_game"
    toys.mkdir(parents=True)
    head = 'short = "tg"\ntitle = "T"\nunit = "cm"\n[document]\ntitle = "T"\nauthor = "N"\nedition = "1"\nyear = 2020\ncredit = "c"\n'
    (toys / "ruleset.toml").write_text(
        head + '[shared_inputs]\ninputs = ["short"]\nquestion = "lengths"\n', encoding="utf-8"
    )
    lib = Library(tmp_path / "rulesets", package=None)
    assert ["there is no question 'lengths'" in one for one in declared_faults(lib.find("tg"), lib)] == [True]
    (toys / "ruleset.toml").write_text(head + '[shared_inputs]\ninputs = []\nquestion = "lengths"\n', encoding="utf-8")
    with pytest.raises(RulesError, match="shared_inputs"):
        Library(tmp_path / "rulesets", package=None).find("tg")
