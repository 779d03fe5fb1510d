"""Tests of gestures: whatever can be moved or chosen in a picture sets inputs that exist.

The picture follows.
"""

from math import hypot
from typing import Any

import pytest

from drillbook import ask, library, questions
from drillbook.asking.answers.ask import Answer
from drillbook.asking.answers.ask import answer as answer_with
from drillbook.asking.exhibits import Curves, Exhibit, Grid
from drillbook.asking.exhibits.gestures import (
    Grip,
    across,
    ahead,
    beneath,
    in_row,
    number_input,
    values_after_drag,
    values_after_keys,
)
from drillbook.asking.inputs.numbers import Count, Length
from drillbook.asking.inputs.rows import Rows
from drillbook.asking.uses.nearest_lawful import lawful, lawful_changes
from drillbook_widgets import calculator
from drillbook_widgets.notebook.plate import Plate
from drillbook_widgets.plate.gestures import Hands
from drillbook_widgets.views import is_sheet, scene
from drillbook_widgets.views.of_answer import exhibits

EXAMPLES = [example for ruleset in library().all() for spec in questions(ruleset).values() for example in spec.examples]
KINDS: dict[str, Any] = {
    "distance": Length(0, 60, label="Distance"),
    "angle": Count(0, 180, label="Angle"),
    "men": Rows({"x": Length(-30, 30, label="Across"), "y": Length(-30, 30, label="Ahead")}, label="Men"),
}
VALUES: dict[str, Any] = {"distance": 20, "angle": 30, "men": ((0, 0), (5, 5))}


def drawn(found: Answer) -> list[tuple[Exhibit, Any]]:
    """Every picture, with what a plate lets a hand do in it."""
    shown = found.spec.visible(found.ruleset, found.inputs)
    pictures = [(one, scene(one)) for one in exhibits(found) if not is_sheet(one)]
    for _, picture in pictures:
        hands = Hands(kinds_of(found))
        hands.told(picture, found.inputs, shown)
        picture.holds, picture.cells = list(hands.holds), list(hands.cells)
    return pictures


def kinds_of(found: Answer) -> dict[str, Any]:
    return {one.name: one.kind for one in found.spec.bound(found.ruleset)}


def again(found: Answer, values: Any) -> Answer:
    return answer_with(found.spec, found.ruleset, found.spec.settle(found.ruleset, values), found.address.readings)


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize("address", EXAMPLES)
def test_every_mark_sets_inputs_that_exist_and_every_cell_gives_them_values_they_can_have(address: str) -> None:
    found = ask(address)
    kinds = kinds_of(found)
    for exhibit, picture in drawn(found):
        for hold in picture.holds:
            for name in hold.grip.sets:
                assert number_input(name, kinds, found.inputs), (exhibit.name, name)
        for cell in picture.cells:
            for name, value in cell.sets.items():
                assert kinds[name].check(value) == value, (exhibit.name, name, value)
            for name in cell.nudges:
                assert number_input(name, kinds, found.inputs), (exhibit.name, name)


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize("address", EXAMPLES)
def test_a_mark_that_is_nudged_moves_that_way(address: str) -> None:
    found = ask(address)
    kinds = kinds_of(found)
    for exhibit, picture in drawn(found):
        for index, hold in enumerate(picture.holds):
            steps = []
            for right, up in ((4, 0), (-4, 0), (0, 4), (0, -4)):
                wanted = values_after_keys(hold.grip, right, up, kinds, found.inputs)
                if wanted == found.inputs or hold.grip.ground or hold.grip.turn or hold.grip.away:
                    continue
                try:
                    later = again(found, wanted)
                except ValueError:  # a place where it contradicts another
                    continue
                twin = next((one for one in exhibits(later) if one.name == exhibit.name), None)
                if twin is None or len(scene(twin).holds) != len(picture.holds):
                    continue
                moved = scene(twin).holds[index]
                step = moved.x - hold.x, moved.y - hold.y
                steps.append(hypot(*step))
                if len(hold.grip.sets) > 1:
                    assert step[0] * right + step[1] * up > 0, (exhibit.name, hold.label)
            assert not steps or any(steps), (exhibit.name, hold.label)


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize("address", EXAMPLES)
def test_a_cell_that_is_chosen_is_the_one_the_form_stands_on(address: str) -> None:
    found = ask(address)
    kinds = kinds_of(found)
    for exhibit, picture in drawn(found):
        if not isinstance(exhibit, Grid) or exhibit.here is None or not picture.cells:
            continue
        rows, columns = len(exhibit.rows), len(exhibit.columns)
        for row, column in {(0, 0), (rows - 1, columns - 1), (rows // 2, 0)}:
            wanted = {**found.inputs, **exhibit.sets(row, column)}
            try:
                later = again(found, wanted)
            except ValueError:
                continue
            twin = next((one for one in exhibits(later) if one.name == exhibit.name), None)
            if isinstance(twin, Grid) and twin.here is not None:
                assert not exhibit.by_row or twin.here[0] == row, exhibit.name
                assert not exhibit.by_column or twin.here[1] == column, exhibit.name
    assert kinds


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize("address", EXAMPLES)
def test_a_curve_stands_where_its_input_was_put(address: str) -> None:
    found = ask(address)
    kinds = kinds_of(found)
    for exhibit, picture in drawn(found):
        if not isinstance(exhibit, Curves) or not picture.holds:
            continue
        hold = picture.holds[0]
        wanted = values_after_drag(hold.grip, (hold.x, hold.y), (hold.x + 1, hold.y), kinds, found.inputs)
        if wanted == found.inputs:
            wanted = values_after_drag(hold.grip, (hold.x, hold.y), (hold.x - 1, hold.y), kinds, found.inputs)
        later = again(found, wanted)
        twin = next((one for one in exhibits(later) if one.name == exhibit.name), None)
        if isinstance(twin, Curves) and twin.here is not None:
            assert wanted == found.inputs or twin.here != exhibit.here, exhibit.name


def test_a_place_is_rounded_to_what_the_input_can_be() -> None:
    assert values_after_drag(ahead("distance"), (0, 20), (3, 33.4), KINDS, VALUES)["distance"] == 33
    assert values_after_drag(ahead("distance"), (0, 20), (0, 999), KINDS, VALUES)["distance"] == 60
    assert values_after_drag(across("distance", -1), (-20, 0), (-25, 0), KINDS, VALUES)["distance"] == 25
    assert values_after_drag(in_row("men", 2), (5, 5), (7, 1), KINDS, VALUES)["men"] == ((0, 0), (7, 1))
    assert values_after_drag(beneath("men", 2), (0, 0), (2, -3), KINDS, VALUES)["men"] == ((-2, 3), (3, 8))


def test_a_mark_around_a_centre_sets_its_distance_and_its_bearing() -> None:
    polar = Grip(away="distance", turn="angle")
    moved = values_after_drag(polar, (10, 17.32), (30, 0), KINDS, VALUES)
    assert (moved["distance"], moved["angle"]) == (30, 90)
    assert values_after_drag(polar, (10, 17.32), (-10, 17.32), KINDS, VALUES)["angle"] == 30  # the same to the left


def test_arrow_keys_take_steps_of_the_input() -> None:
    assert values_after_keys(ahead("distance"), 0, 1, KINDS, VALUES)["distance"] == 21
    assert (
        values_after_keys(ahead("distance"), -5, 0, KINDS, VALUES)["distance"] == 15
    )  # a mark of one input takes every arrow
    assert values_after_keys(in_row("men", 1), 0, -2, KINDS, VALUES)["men"] == ((0, -2), (5, 5))


FIRE = "bn/opportunity-fire?who=soldier&weapon=ar-burst&target=man&distance=32&angle=20"


def plate(address: str, picture: str | None = None) -> Plate:
    made = calculator(address, picture)
    assert isinstance(made, Plate)
    return made


def said(made: Plate, **message: Any) -> None:
    made.foot._hear(None, message, [])


def test_a_drag_sets_the_form_and_the_picture_keeps_its_frame_until_it_ends() -> None:
    made = plate(FIRE)
    frame = made.foot.grips["frame"]
    target = next(n for n, one in enumerate(made.foot.grips["holds"]) if one["name"].startswith("target"))
    said(made, do="grab", hold=target)
    said(made, do="move", x=0.3, y=90.2)
    assert made.controller.state.values["distance"] == made.controls["distance"].widget.value == 90
    assert "distance=90" in made.foot.asked
    assert made.foot.grips["frame"] == frame
    said(made, do="drop")
    assert made.foot.grips["frame"] != frame


def test_ground_that_is_moved_takes_the_frame_with_it() -> None:
    made = plate(FIRE)
    frame = made.foot.grips["frame"]
    firer = next(n for n, one in enumerate(made.foot.grips["holds"]) if one["name"].startswith("firer"))
    said(made, do="grab", hold=firer)
    said(made, do="move", x=0, y=-10)
    assert made.controller.state.values["distance"] == 42
    assert made.foot.grips["frame"][3] == frame[3] + 10  # he is drawn 10 cm lower, his enemy where he was


@pytest.mark.parametrize(
    "message",
    [
        {"do": "grab", "hold": 99},
        {"do": "grab", "hold": "0"},
        {"do": "move", "x": 1, "y": 2},
        {"do": "nudge", "hold": 0, "right": "many", "up": None},
        {"do": "nudge", "hold": 0, "right": 10**9, "up": 0},
        {"do": "choose", "cell": -1},
        {"do": "choose"},
        {"do": "drop"},
    ],
)
def test_no_gesture_takes_the_plate_down(message: dict[str, Any]) -> None:
    made = plate(FIRE)
    heard = made.foot.grips["heard"]
    said(made, **message)
    assert made.foot.grips["heard"] == heard + 1
    said(made, do="grab", hold=0)
    said(made, do="move", x=float("nan"), y=float("inf"))
    said(made, do="move", x=[1], y="2")
    assert made.head.face["headline"] == ask(made.foot.asked).headline


def test_a_cell_sets_the_form() -> None:
    made = plate("bn/man-price?troops=r4&weapon=ar&leadership=0")
    cells = made.foot.grips["cells"]
    index = next(n for n, one in enumerate(cells) if not one[6])
    said(made, do="choose", cell=index)
    assert made.foot.grips["cells"][index][6]
    assert made.foot.asked != str(ask("bn/man-price?troops=r4&weapon=ar&leadership=0").address)


def test_a_bar_sets_the_decisive_line() -> None:
    made = plate("bn/covering-test?value=9&troops=irr3&bunker=yes", "chances")
    bar = next(n for n, one in enumerate(made.foot.grips["cells"]) if one[7].startswith("5 or less"))
    said(made, do="choose", cell=bar)
    assert made.controller.state.values["value"] == 5


def test_a_picture_without_grips_tells_none() -> None:
    hands = Hands({})
    assert hands.told(scene(exhibits(ask("bn/rolloff"))[0]), {}, ()) == {"heard": 0}


def test_the_nearest_lawful_case_is_found_by_asking() -> None:
    refused = ask("bn/shot?weapon=ar&mode=burst&distance=160")
    assert refused.refused
    found = [one for one in lawful(refused, "distance") if one is not None]
    assert len(found) == 1
    distance = found[0].inputs["distance"]
    assert not found[0].refused
    assert ask(str(found[0].address).replace(f"distance={distance}", f"distance={distance + 1}")).refused
    assert lawful_changes(refused, found[0]) == f"Distance {distance} cm"


def test_a_distance_is_changed_before_a_number_of_men() -> None:
    refused = ask("bn/covering-fire?ar=1&distance=60")
    assert refused.refused
    found = next(one for one in lawful(refused) if one is not None)
    assert (found.inputs["ar"], found.inputs["distance"]) == (1, 50)


@pytest.mark.parametrize(
    ("address", "wanted", "input_", "is_"),
    [
        ("gw/midway?distance=28&move=6&way=away&slowed=no&range=30", (30, 0, 360), "range", 41),
        ("bn/line-of-fire?weapon=ar&distance=40&angle=20", (40, 0, 180), "distance", 51),
    ],
)
def test_a_rim_lies_on_its_circle_and_sets_how_far_it_reaches(
    address: str, wanted: tuple[int, int, int], input_: str, is_: int
) -> None:
    found = ask(address)
    (hold,) = [one for _, picture in drawn(found) for one in picture.holds if one.rim]
    x, y, *rest = hold.rim or ()
    assert tuple(rest) == wanted
    assert hypot(hold.x - x, hold.y - y) == pytest.approx(wanted[0])
    farther = (hold.x - x) * (1 + 11 / wanted[0]) + x, (hold.y - y) * (1 + 11 / wanted[0]) + y
    assert values_after_drag(hold.grip, (hold.x, hold.y), farther, kinds_of(found), found.inputs)[input_] == is_
