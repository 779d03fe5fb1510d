"""The page hears of a plate's widgets once each, and of none before those that it names."""

from collections.abc import Iterator
from typing import Any

import comm
import ipywidgets
import pytest
from comm.base_comm import BaseComm
from ipywidgets.widgets.widget import _instances

from drillbook_widgets import calculator
from drillbook_widgets.notebook.comm_batching import at_once, shared_widget

FIRE = "bn/covering-fire?ar=1&lmg=1&distance=32&troops=r2&bunker=yes"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, str, Any]]]:
    """Yield the list of what a page hears: each message's kind, widget name and content."""
    heard: list[tuple[str, str, Any]] = []

    class Heard(BaseComm):
        def publish_msg(self, msg_type: str, data: Any = None, *_: Any, **__: Any) -> None:
            heard.append((msg_type, self.comm_id, data))

    monkeypatch.setattr(comm, "create_comm", lambda *args, **how: Heard(*args, **how))
    ipywidgets.Widget.close_all()
    heard.clear()
    yield heard
    ipywidgets.Widget.close_all()


def named(state: Any) -> Iterator[str]:
    """Yield the widgets that a widget's state names."""
    if isinstance(state, str) and state.startswith("IPY_MODEL_"):
        yield state.removeprefix("IPY_MODEL_")
    elif isinstance(state, dict | list | tuple):
        for part in state.values() if isinstance(state, dict) else state:
            yield from named(part)


def test_a_new_plate_is_told_with_one_message_a_widget(told: list[tuple[str, str, Any]]) -> None:
    plate = calculator(FIRE)
    assert {kind for kind, _, _ in told} == {"comm_open"}
    names = [name for _, name, _ in told]
    assert len(names) == len(set(names)) == len(_instances)
    assert plate.model_id == names[-1]


def test_whatever_a_widget_names_was_told_before(told: list[tuple[str, str, Any]]) -> None:
    calculator(FIRE)
    known: set[str] = set()
    parts = 0
    for _, name, data in told:
        inside = set(named(data["state"]))
        assert inside <= known, data["state"]["_model_name"]
        known.add(name)
        parts += len(inside)
    assert parts > len(known)


def test_the_page_hears_what_a_plate_shows_and_each_change_after_that(told: list[tuple[str, str, Any]]) -> None:
    plate = calculator(FIRE)
    first = {name: data["state"] for _, name, data in told}
    assert first[plate.head.model_id]["face"] == plate.head.face
    assert first[plate.form.model_id]["_dom_classes"] == ("drillbook-form",)
    told.clear()
    plate.controls["distance"].widget.value = 20
    said = {name: data["state"] for kind, name, data in told if kind == "comm_msg"}
    assert said[plate.head.model_id]["face"]["headline"] == plate.head.face["headline"]


def test_of_a_plate_that_fails_nothing_is_told(told: list[tuple[str, str, Any]]) -> None:
    def make() -> None:
        with at_once():
            raise ZeroDivisionError(ipywidgets.Box([ipywidgets.IntSlider()]))

    with pytest.raises(ZeroDivisionError):
        make()
    assert not told
    assert not _instances
    ipywidgets.Label("later")
    assert [kind for kind, _, _ in told] == ["comm_open"] * 3


def test_what_is_shared_is_made_anew_where_it_was_closed(told: list[tuple[str, str, Any]]) -> None:
    first = shared_widget(ipywidgets.Layout)
    assert shared_widget(ipywidgets.Layout) is first
    ipywidgets.Widget.close_all()
    assert shared_widget(ipywidgets.Layout) is not first
