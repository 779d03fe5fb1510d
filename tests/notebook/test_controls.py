"""Tests of controls: only values of the domain come out, whatever a visitor sets or types.

Every complaint is a sentence.
"""

from fractions import Fraction
from typing import Any

import pytest

from drillbook.asking.inputs.numbers import Count, Length
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.inputs.rows import Rows
from drillbook.errors import AskError
from drillbook.maths.number_words import other_tape
from drillbook_widgets.notebook.controls import control_for
from drillbook_widgets.plate.form import short_number, typed

DISTANCE = Length(0, 60, default=32, label="Distance", unit="cm")


class Heard:
    """What a control handed on."""

    def __init__(self, kind: Any) -> None:
        self.values: list[Any] = []
        self.sentences: list[str] = []
        self.control = control_for(
            "it", kind, lambda _, value: self.values.append(value), lambda _, words: self.sentences.append(words)
        )


def test_a_slider_hands_on_exact_numbers() -> None:
    heard = Heard(DISTANCE)
    heard.control.widget.value = 40
    assert heard.values == [40]
    half = Heard(Length(0, 3, step=Fraction(1, 2), label="Reach", unit="inches"))
    half.control.widget.value = 2.5
    assert half.values == [Fraction(5, 2)]


def test_limits_hold_when_a_visitor_widens_the_slider() -> None:
    heard = Heard(DISTANCE)
    heard.control.widget.max = 10_000
    heard.control.widget.value = 9_000
    assert heard.values[-1] == 60


def test_setting_a_control_is_not_taken_for_the_visitors_doing() -> None:
    for kind, value in (
        (DISTANCE, 5),
        (Flag(label="In cover"), True),
        (Choice({"a": "A", "b": "B"}, label="Which"), "b"),
    ):
        heard = Heard(kind)
        heard.control.put(value)
        assert heard.values == []
        assert heard.control.widget.value == value


def test_few_short_options_are_segments_and_others_a_menu() -> None:
    assert Heard(Choice({"a": "Open", "b": "Wood", "c": "Wall"}, label="Which")).control.shape == "segments"
    assert Heard(Choice({key: key * 12 for key in "abc"}, label="Which")).control.shape == "menu"
    assert Heard(Choice({key: key for key in "abcde"}, label="Which")).control.shape == "menu"
    assert Heard(Flag(label="In cover")).control.shape == "segments"


def test_options_of_the_same_name_stay_apart() -> None:
    heard = Heard(Choice({"a": "Rifle", "b": "Rifle"}, label="Which"))
    heard.control.widget.index = 1
    assert heard.values == ["b"]


@pytest.mark.parametrize(("text", "value"), [("40", 40), (" 40 cm", 40), ("40cm", 40), ("0", 0)])
def test_a_typed_number_is_read_with_or_without_its_unit(text: str, value: int) -> None:
    assert typed(DISTANCE, text) == value


def test_a_comma_a_minus_sign_and_a_fraction_are_read() -> None:
    kind = Length(-3, 3, step=Fraction(1, 2), label="Reach", unit="inches")
    assert typed(kind, "2,5") == Fraction(5, 2)
    assert typed(kind, "−1 in") == -1
    assert typed(kind, "3/2") == Fraction(3, 2)


@pytest.mark.parametrize("text", ["", "far", "61", "-1", "1e3", "9" * 500, "<b>", "½", None, ["4"], "0x10", "32.5"])
def test_a_number_that_is_none_gets_a_sentence(text: object) -> None:
    with pytest.raises(AskError, match=r"^Distance must be a?.*from 0 to 60 cm, not .*\.$"):
        typed(DISTANCE, text)


def test_a_field_shows_a_short_unit() -> None:
    assert short_number(Length(0, 9, label="Reach", unit="inches"), Fraction(5, 2)) == "2.5 in"
    assert short_number(Count(0, 180, label="Bearing", unit="degrees"), 30) == "30°"


def test_inches_are_told_in_centimetres_too() -> None:
    assert [other_tape(value, "inches") for value in (24, Fraction(1, 2), 0)] == ["61 cm", "1.3 cm", "0 cm"]
    assert other_tape(32, "cm") == other_tape(3, "") == ""


MEN = Rows(
    {"weapon": Choice({"ar": "Assault rifle", "lmg": "LMG"}, label="Weapon"), "distance": DISTANCE},
    high=3,
    label="Men",
    noun="man",
)


def test_a_table_hands_on_checked_rows() -> None:
    heard = Heard(MEN)
    heard.control.widget._hear(None, {"do": "rows", "rows": [["ar", "20"], ["lmg", "32"]]}, [])
    assert heard.values == [(("ar", 20), ("lmg", 32))]
    heard.control.put((("lmg", 5),))
    assert heard.control.widget.rows["rows"] == [["lmg", "5"]]


def test_a_table_shows_a_printed_minus_and_takes_any() -> None:
    heard = Heard(Rows({"x": Length(-5, 5, label="Across", unit="cm", step=Fraction(1, 2))}, label="Men", noun="man"))
    heard.control.put(((Fraction(-1, 2),),))
    assert heard.control.widget.rows["rows"] == [["−0.5"]]
    for text in ("−0.5", "-0.5", "-0,5", "−0.5 cm"):
        heard.control.widget._hear(None, {"do": "rows", "rows": [[text]]}, [])
    assert heard.values == [((Fraction(-1, 2),),)] * 4
    assert heard.sentences == []


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([["ar", "200"]], "Men, man 1: Distance must be from 0 to 60 cm, not 200. The nearest is 60 cm."),
        ([["ar", "x"]], "Men, man 1: Distance must be a number from 0 to 60 cm, not 'x'."),
        ([["ar"]], "Men, man 1 must have all its fields."),
        (["ar"], "Men, man 1 must have all its fields."),
        ([["ar", "1"]] * 4, "Men must hold from 0 to 3 men, not 4."),
        (7, "Men could not be read; change a field of the table."),
        (None, "Men could not be read; change a field of the table."),
    ],
)
def test_a_wrong_table_gets_a_sentence(rows: object, sentence: str) -> None:
    heard = Heard(MEN)
    heard.control.widget._hear(None, {"do": "rows", "rows": rows}, [])
    assert heard.values == []
    assert heard.sentences == [sentence]


def test_a_check_list_hands_on_the_options_in_their_order() -> None:
    heard = Heard(Choices({"a": "A", "b": "B", "c": "C"}, label="Events"))
    heard.control.widget._hear(None, {"do": "list", "chosen": ["c", "a"]}, [])
    heard.control.widget._hear(None, {"do": "list", "chosen": ["c", "c"]}, [])
    heard.control.widget._hear(None, {"do": "list", "chosen": ["z", 4]}, [])
    heard.control.widget._hear(None, {"do": "list", "chosen": 4}, [])
    assert heard.values == [("a", "c")]
    assert len(heard.sentences) == 3


def test_what_is_no_message_is_not_heard() -> None:
    heard = Heard(MEN)
    for content in (None, [], "rows", {"do": 4}, {}):
        heard.control.widget._hear(None, content, [])
    assert heard.values == []
    assert heard.sentences == []
