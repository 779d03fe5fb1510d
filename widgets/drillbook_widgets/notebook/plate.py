"""A calculator in a notebook, made of ipywidgets.

Each input has one control. bqplot draws the pictures. The other parts of the page are widgets of our own.
"""

from __future__ import annotations

import ipywidgets

from drillbook_widgets.notebook.canvas import Canvas
from drillbook_widgets.notebook.comm_batching import shared_widget
from drillbook_widgets.notebook.controls import control_for
from drillbook_widgets.notebook.widgets import PlatePart, send_script
from drillbook_widgets.plate.controller import Controller
from drillbook_widgets.plate.form import input_data
from drillbook_widgets.plate.layout import arrangement
from drillbook_widgets.plate.state import plate_question
from drillbook_widgets.views.scene import Scene


class Plate(ipywidgets.Box):  # type: ignore[misc]
    """The form, the answer, the picture and the tabs of one question."""

    def __init__(self, address: str, picture: str | None = None, other: str | None = None) -> None:
        send_script()
        question = plate_question(address, picture, other)
        self.controller = Controller(question, self)
        self.canvas: Canvas | None = None
        hear, changed, bad = self.controller.hear, self.controller.changed, self.controller.bad
        self.controls = {name: control_for(name, kind, changed, bad) for name, kind in question.kinds.items()}
        for name, control in self.controls.items():
            marks = (f"db-{mark}" for mark in control.marks)
            for mark in ("drillbook-input", f"drillbook-input-{name}", f"drillbook-{control.shape}", *marks):
                control.widget.add_class(mark)
            if question.kinds[name].opens:
                control.widget.add_class("db-first")
        inputs = [input_data(name, kind, self.controls[name].shape) for name, kind in question.kinds.items()]
        self.head = PlatePart("head", question.facts | {"inputs": inputs}, hear)
        self.foot = PlatePart("foot", question.facts, hear)
        layout = shared_widget(ipywidgets.Layout)
        self.form = ipywidgets.Box([control.widget for control in self.controls.values()], layout=layout)
        self.form.add_class("drillbook-form")
        self.room = ipywidgets.Box([], layout=layout)
        self.room.add_class("drillbook-room")
        self.controller.start()
        super().__init__([self.head, self.form, self.room, self.foot], layout=layout)
        self.add_class("drillbook-plate").add_class(f"drillbook-{question.ruleset.short}")
        laid_out = arrangement(question.kinds, question.spec.visible(question.ruleset, question.home.values))
        if laid_out:
            self.add_class(f"db-{laid_out}")

    def __repr__(self) -> str:
        """Return a short text for the plate.

        Nobody reads this text beside a picture. The default text would list every widget inside the plate.
        """
        question = self.controller.question
        return f"Plate({question.ruleset.short}/{question.spec.name})"

    def show(self, scene: Scene) -> None:
        """Draw it with bqplot, in a figure that is made for the first picture."""
        if self.canvas is None:
            self.canvas = Canvas()
            self.room.children = (self.canvas.figure,)
        self.canvas.show(scene)
