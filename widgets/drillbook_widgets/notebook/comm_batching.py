"""When does the page hear of a plate's widgets? Of all of them once the plate is made, each with what it shows by then.

ipywidgets tells of a widget as soon as there is one, and then of each change; while a plate is made that is twice as
many messages as there are widgets, and each is packed, signed, checked and read in four processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from comm.base_comm import BaseComm
from ipywidgets import Widget

_shared: dict[Callable[[], Any], Any] = {}


class Untold(BaseComm):
    """The line of a widget of which the page has not heard: it has a name already, so that others can name the widget."""

    kernel = None  # widgets say nothing over a line that leads to no kernel

    def __init__(self) -> None:
        super().__init__(primary=False)

    def publish_msg(self, *_: Any, **__: Any) -> None:
        """Nobody hears it."""

    def close(self, *_: Any, **__: Any) -> None:
        """Nobody has to be told."""


@contextmanager
def at_once() -> Iterator[None]:
    """Tell the page of the widgets that are made within only at the end, those first that others name; of none where it fails."""
    untold: dict[str, Widget] = {}

    def wait(widget: Widget) -> None:
        if widget.comm is None:
            widget.comm = Untold()
            untold[widget.model_id] = widget

    usual, Widget.open = Widget.open, wait
    try:
        yield
    except BaseException:
        while untold:
            untold.popitem()[1].close()
        raise
    finally:
        Widget.open = usual
    while untold:
        _tell(next(iter(untold.values())), untold)


def _tell(widget: Widget, untold: dict[str, Widget]) -> None:
    if untold.pop(widget.model_id, None) is None:
        return
    for name in widget.keys:
        for part in _widgets_in(getattr(widget, name)):
            _tell(part, untold)
    widget.comm = None
    widget.open()


def _widgets_in(value: Any) -> Iterator[Widget]:
    if isinstance(value, Widget):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _widgets_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _widgets_in(part)


def shared_widget(make: Callable[[], Any]) -> Any:
    """The one widget of that kind for all plates, a new one where it has been closed: every model costs time."""
    found = _shared.get(make)
    if found is None or found.comm is None:
        found = _shared[make] = make()
    return found
