"""Batched announcements of a plate's widgets to the page.

The page gets the messages about all widgets when the plate is complete, each with the widget's state at that time.

Without this module, ipywidgets announces a widget as soon as the widget exists, and then each change. While a plate
is made, that is twice as many messages as there are widgets. Each message is packed, signed, checked and read in four
processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from comm.base_comm import BaseComm
from ipywidgets import Widget

_shared: dict[Callable[[], Any], Any] = {}


class Untold(BaseComm):
    """The comm of a widget that has not been announced to the page.

    The comm already has a name, so that other widgets can refer to the widget.
    """

    kernel = None  # widgets say nothing over a line that leads to no kernel

    def __init__(self) -> None:
        super().__init__(primary=False)

    def publish_msg(self, *_: Any, **__: Any) -> None:
        """Nobody hears it."""

    def close(self, *_: Any, **__: Any) -> None:
        """Do nothing, because the page does not know the widget."""


@contextmanager
def at_once() -> Iterator[None]:
    """Announce the widgets made in the `with` block at its end, and not one by one.

    Widgets that other widgets refer to are announced first. If the block fails, no widget is announced.
    """
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
    """Return the one widget of a kind that all plates share; make a new one if it was closed.

    The sharing saves time, because every model costs time. make: the function that makes the widget.
    """
    found = _shared.get(make)
    if found is None or found.comm is None:
        found = _shared[make] = make()
    return found
