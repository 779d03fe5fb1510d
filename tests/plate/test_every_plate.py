"""Tests of every plate of every chapter without a browser.

A plate says what its text says, and each control, tab and field does its work. A run takes a quarter of the plates, the
next commit's run the next quarter. What a browser sees of a plate comes from this data
(tests/site/browser/test_chapters.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from loops import in_a_loop

from drillbook import ask
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.inputs.rows import Rows
from drillbook.book.folder import read_notebook, source
from drillbook.book.notebooks import notebooks
from drillbook.errors import AskError
from drillbook_widgets import calculator
from drillbook_widgets.notebook.canvas import Canvas
from drillbook_widgets.notebook.plate import Plate
from drillbook_widgets.pages.content.static_answer import plate_address, still_of
from drillbook_widgets.plate import page_session, view_model
from drillbook_widgets.plate.answering import BROKEN
from drillbook_widgets.plate.gestures import Hands
from drillbook_widgets.plate.picture import shown_picture
from drillbook_widgets.views import Look
from drillbook_widgets.views.of_answer import exhibits

NONSENSE = ("banana", "-7", "1e99", "<img src=x onerror=alert(1)>", "9" * 40, "½")


def addresses() -> Iterator[str]:
    """Yield the address of each plate of the book."""
    for path in notebooks():
        for cell in read_notebook(path)["cells"]:
            if cell["cell_type"] == "code" and (address := plate_address(source(cell))):
                yield address


ALL = list(dict.fromkeys(addresses()))


def made(address: str) -> Plate:
    plate = calculator(address)
    assert isinstance(plate, Plate)
    return plate


def said(plate: Plate, **message: Any) -> None:
    """Send a plate a message as the page sends it."""
    plate.head._hear(None, message, [])


def agrees(plate: Plate) -> None:
    """Check that a plate shows the answer to its own address.

    Otherwise it says what contradicts itself, and keeps the last good answer.
    """
    assert plate.head.face["headline"] == ask(plate.foot.asked).headline
    assert BROKEN not in plate.head.face["complaint"]
    assert not plate.head.face["complaint"] or plate.head.face["complaint"].endswith(".")


def pictured(plate: Plate) -> None:
    """Check that a plate's picture and table are those of the answer to its own address.

    The picture is a card, rows or a drawing; a drawing is compared mark by mark.
    """
    again = ask(plate.foot.asked)
    if again.refused and not exhibits(again):
        return  # the nearest lawful case is still looked for
    seen = shown_picture(
        again,
        None,
        plate.controller.state.picture,
        Look(plate.controller.state.how),
        {},
        Hands(plate.controller.question.kinds),
    )
    assert plate.foot.picture == seen.told
    said(plate, do="tab", name="table")
    assert plate.foot.table == (view_model.tables(again) if "table" in plate.foot.tabs else {})
    if seen.drawn is not None:
        fresh = Canvas()
        fresh.show(seen.drawn)
        assert plate.canvas is not None
        assert drawn(plate.canvas) == drawn(fresh)


def drawn(canvas: Canvas) -> dict[Any, list[Any]]:
    """Return what is seen of a canvas: every visible mark's places, colours and words."""
    return {
        key: [mark.x.tolist(), mark.y.tolist(), list(mark.colors), [*map(str, getattr(mark, "text", ()))]]
        for key, mark in canvas.marks.items()
        if mark.visible
    }


def others(kind: Any, value: Any) -> Iterator[Any]:
    """Yield other values to set in a control.

    They are both ends and a step from the present value; two options; a box ticked or not; a row less, more, or changed.
    """
    match kind:
        case Numeric():
            yield from sorted({kind.low, kind.high, kind.nearest(value + kind.step)} - {value})
        case Choices():
            yield from (
                tuple(key for key in kind.options if (key in value) != (key == one)) for one in [*kind.options][:2]
            )
        case Choice():
            yield from [key for key in kind.options if key != value][:2]
        case Flag():
            yield not value
        case Rows():
            if len(value) > kind.low:
                yield value[1:]
            if len(value) < kind.high:
                yield (*value, *(value[-1:] or (tuple(inner.first for inner in kind.fields.values()),)))
            if value:
                first, *rest = value
                for at, inner in enumerate(kind.fields.values()):
                    for one in list(others(inner, first[at]))[:1]:
                        yield ((*first[:at], one, *first[at + 1 :]), *rest)


def legal(kind: Any, value: Any) -> bool:
    """Is it a value of the input's domain, written as it is?"""
    try:
        return bool(kind.check(value) == value)
    except AskError:
        return False


def set_by_hand(plate: Plate, name: str, value: Any) -> None:
    """Set an input as the page's own control does."""
    control, kind = plate.controls[name], plate.controller.question.kinds[name]
    match kind:
        case Choices():
            control.widget._hear(None, {"do": "list", "chosen": list(value)}, [])
        case Rows():
            rows = [[inner.format(one) for inner, one in zip(kind.fields.values(), row, strict=True)] for row in value]
            control.widget._hear(None, {"do": "rows", "rows": rows}, [])
        case Numeric():
            said(plate, do="type", name=name, text=kind.format(value))
        case _:
            control.widget.value = value


def test_there_are_plates() -> None:
    assert len(ALL) >= 100


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize("address", ALL)
def test_a_plate_says_what_its_text_says_and_opens_every_tab(address: str) -> None:
    plate = made(address)
    assert plate.head.face["headline"] == still_of(address).headline == ask(address).headline
    assert plate.head.face["headline"].strip()
    assert plate.head.face["complaint"] == ""
    agrees(plate)
    assert len(plate.foot.tabs) >= 3
    if "otherwise" in plate.foot.tabs:
        in_a_loop(plate.controller.show_other_readings(0))
    for tab in plate.foot.tabs:
        said(plate, do="tab", name=tab)
        told = getattr(plate.foot, tab)
        assert told or tab == "pin", tab
        assert "Traceback" not in str(told)


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize("address", ALL)
def test_every_control_changes_the_plate_to_the_answer_of_its_own_address(address: str) -> None:
    plate = made(address)
    began, seen = plate.foot.asked, set()
    for name in plate.controller.question.spec.visible(
        plate.controller.question.ruleset, plate.controller.state.values
    ):
        kind = plate.controller.question.kinds[name]
        for at, value in enumerate(
            one for one in [*others(kind, plate.controller.state.values[name])] if legal(kind, one)
        ):
            set_by_hand(plate, name, value)
            assert plate.controller.state.values[name] == value, name
            agrees(plate)
            if not at:
                pictured(plate)
            seen.add(plate.foot.asked)
        page_session.here().settled.clear()  # what is settled for all plates outlives a reset
        said(plate, do="reset")
    assert seen - {began}, "no control did anything"
    assert plate.foot.asked == began
    agrees(plate)


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize("address", ALL)
def test_nonsense_in_a_field_gets_a_sentence(address: str) -> None:
    plate = made(address)
    before = plate.head.face["headline"], plate.foot.asked
    for name in plate.controller.question.spec.visible(
        plate.controller.question.ruleset, plate.controller.state.values
    ):
        kind = plate.controller.question.kinds[name]
        if not isinstance(kind, Numeric):
            continue
        for text in NONSENSE:
            if text == "-7" and kind.low <= -7 <= kind.high:
                continue
            said(plate, do="type", name=name, text=text)
            wrong = plate.head.face["inputs"][name]["wrong"]
            assert "must be" in wrong, (name, text)
            assert wrong.endswith("."), (name, text)
        assert (plate.head.face["headline"], plate.foot.asked) == before
