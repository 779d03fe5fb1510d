"""A plate beside which another ruleset answers the same."""

from __future__ import annotations

from drillbook import ask, library
from drillbook.asking.answers.ask import ask_otherwise, other_readings
from drillbook_widgets import calculator
from drillbook_widgets.notebook.plate import Plate
from drillbook_widgets.plate.tabs.other_ruleset import ask_beside

VOLLEY = "fb/volley?firers=9&weapon=rifle&firer=green&distance=10&men=10&target=regular"


def test_the_same_situation_is_asked_of_the_other_under_its_own_readings() -> None:
    found = ask_beside(ask(f"{VOLLEY}&ruling.ds-one=C"), library().find("bon"))
    assert found.answer is not None
    assert found.answer.headline == ask(VOLLEY.replace("fb/", "bon/")).headline
    assert found.words.startswith(found.answer.headline)
    assert not found.answer.address.readings


def test_what_the_other_does_not_know_is_said() -> None:
    found = ask_beside(ask("fb/to-hit?target=native-regular"), library().find("bon"))
    assert found.answer is None
    assert "native-regular" in found.words


def test_what_the_other_does_not_ask_is_left_out_and_said() -> None:
    """A form that asks for more than the other's."""
    more = ask("bon/close-combat-weapon?grade=regular&enemy=regular&enemy-armour=minimal")
    found = ask_beside(more, library().find("fb"))
    assert found.words.endswith("It does not ask for: enemy's armour.")


def test_a_plate_follows_its_form_and_pins_nothing() -> None:
    plate = calculator(VOLLEY, beside="bon")
    assert isinstance(plate, Plate)
    before = dict(plate.foot.picture)
    assert before["pinnedAs"] == library().find("bon").title
    assert "pin" not in plate.foot.tabs
    plate.controller.changed("firers", 4)
    assert plate.foot.picture["pinned"] != before["pinned"]
    assert plate.foot.picture["pinned"].startswith("4 shots")


def test_the_other_answers_by_the_readers_house_rules_for_it_and_says_so() -> None:
    plain = ask_beside(ask(VOLLEY), library().find("bon"))
    assert plain.answer is not None
    theirs = next(
        {name: letter}
        for name, letter in other_readings(plain.answer)
        if ask_otherwise(plain.answer, name, letter).differs
    )
    found = ask_beside(ask(VOLLEY), library().find("bon"), theirs)
    assert found.answer is not None
    assert found.answer.address.readings == theirs
    assert "By your house rules: reading " in found.words
    assert found.words.startswith(found.answer.headline)


def test_a_plate_hears_the_house_rules_of_the_ruleset_beside_it() -> None:
    plate = calculator(VOLLEY, beside="bon")
    assert isinstance(plate, Plate)
    assert plate.controller.state.answer is not None
    there = ask_beside(plate.controller.state.answer, library().find("bon")).answer
    assert there is not None
    name, letter = next(one for one in other_readings(there) if ask_otherwise(there, *one).differs)
    plate.head._hear(
        plate.head, {"do": "house", "readings": {}, "others": {"bon": {name: letter}, "gone": {"a": "B"}}}, []
    )
    assert "By your house rules" in plate.foot.picture["pinned"]
    plate.head._hear(plate.head, {"do": "house", "readings": {}, "others": {"bon": {}}}, [])
    assert "By your house rules" not in plate.foot.picture["pinned"]
