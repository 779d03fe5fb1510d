"""The plate's own widgets: headline, foot and the controls that ipywidgets lacks.

One class serves for headline, foot, tables and check lists.

The page's script and style sheet are sent once per kernel, in Script. Every part carries only a loader that waits for
the script.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import anywidget
import ipywidgets
import traitlets

from drillbook_widgets.notebook.comm_batching import shared_widget
from drillbook_widgets.plate.assets import script, style

LOADER = """
const key = Symbol.for("drillbook.plates");
const room = (globalThis[key] ??= {});
room.ready ??= new Promise((open) => { room.open = open; });
export default { async render(context) { await room.ready; return room.render(context); } };
"""


class Script(anywidget.AnyWidget):
    """Carries the script and the style sheet to the page; shows nothing."""

    def __init__(self) -> None:
        self._esm = script()
        self._css = style()
        super().__init__()


def send_script() -> None:
    """Send the script to the page: once per kernel, and again if all widgets have been closed."""
    shared_widget(Script)


class PlatePart(anywidget.AnyWidget):
    """One part of a plate on the page.

    Each topic is a trait that holds what the part shows of the topic. A topic is sent only when it has changed.
    """

    _esm = LOADER
    part = traitlets.Unicode().tag(sync=True)
    fixed = traitlets.Dict().tag(sync=True)
    asked = traitlets.Unicode().tag(sync=True)
    face = traitlets.Dict().tag(sync=True)
    usual = traitlets.Dict().tag(sync=True)
    tabs: Any = traitlets.List().tag(sync=True)
    picture = traitlets.Dict().tag(sync=True)
    grips = traitlets.Dict().tag(sync=True)
    why = traitlets.Dict().tag(sync=True)
    otherwise = traitlets.Dict().tag(sync=True)
    pin = traitlets.Dict().tag(sync=True)
    luck = traitlets.Dict().tag(sync=True)
    roll = traitlets.Dict().tag(sync=True)
    table = traitlets.Dict().tag(sync=True)
    share = traitlets.Dict().tag(sync=True)
    rows = traitlets.Dict().tag(sync=True)

    def __init__(self, part: str, fixed: Mapping[str, Any], heard: Callable[[Mapping[str, Any]], None]) -> None:
        super().__init__(
            part=part, fixed=dict(fixed), layout=shared_widget(ipywidgets.Layout), _dom_classes=(f"drillbook-{part}",)
        )
        self._heard = heard
        self.on_msg(self._hear)

    def _hear(self, _: Any, content: Any, buffers: Any) -> None:
        """Pass on a message from the page; ignore a message of the wrong form.

        A visitor may have changed the message.
        """
        if isinstance(content, dict) and isinstance(content.get("do"), str):
            self._heard(content)

    def tell(self, **topics: Any) -> None:
        """Show what has changed, in one message."""
        with self.hold_sync():
            for topic, content in topics.items():
                if getattr(self, topic) != content:
                    setattr(self, topic, content)
