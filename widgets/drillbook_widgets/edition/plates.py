"""The calculators of a page without a kernel.

Each calculator runs in a worker, which takes and sends JSON; one worker may serve several pages. The page draws the
controls itself, from the data that this module sends about them. The scripts for headline, foot and gestures are those
of every plate.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.inputs.rows import Rows
from drillbook.errors import AskError
from drillbook.rules.library import library
from drillbook_widgets.plate import input_shapes, permalink
from drillbook_widgets.plate.controller import Controller
from drillbook_widgets.plate.form import input_data, list_heard, list_told, table_heard, table_rows, table_told
from drillbook_widgets.plate.layout import arrangement
from drillbook_widgets.plate.page_session import Visit, turn
from drillbook_widgets.plate.state import plate_question
from drillbook_widgets.views import room_of
from drillbook_widgets.views.scene import Scene
from drillbook_widgets.views.svg import svg

Say = Callable[[str, dict[str, Any]], None]
"""How a part of a plate says something, by the part's name and by topics."""


class PlateTopics:
    """A part of the page; a topic is said only when it has changed."""

    def __init__(self, part: str, say: Say) -> None:
        self.part, self._say = part, say
        self.told: dict[str, Any] = {}

    def tell(self, **topics: Any) -> None:
        """Say what has changed."""
        new = {topic: content for topic, content in topics.items() if self.told.get(topic) != content}
        if new:
            self.told |= new
            self._say(self.part, new)


class Field:
    """An input whose control the page draws."""

    widget = None

    def __init__(self, name: str, kind: Kind, say: Say) -> None:
        self.name, self.kind, self._say = name, kind, say
        self.shape, self.marks = control_shape(kind)
        self._times = 0

    def told(self) -> dict[str, Any]:
        """Return the data from which the page draws the control."""
        return input_data(self.name, self.kind, self.shape) | drawn_from(self.kind) | {
            "marks": [*self.marks, *(["first"] if self.kind.opens else [])]
        }  # fmt: skip

    def put(self, value: Any) -> None:
        """Show this value."""
        self._times += 1
        match self.kind:
            case Choices():
                said: Any = {"chosen": list(value), "set": self._times}
            case Rows():
                said = {"rows": table_rows(self.kind, value), "set": self._times}
            case _:
                said = self.kind.format(value)
        self._say("form", {self.name: said})

    def heard(self, said: Mapping[str, Any]) -> Any:
        """Return the value that the page gives to the input.

        said: the message from the page. Raises AskError with the reason if the input cannot have the value.
        """
        match self.kind:
            case Choices():
                return list_heard(self.kind, said)
            case Rows():
                return table_heard(self.kind, said)
            case _:
                return self.kind.parse(str(said.get("text")))


def control_shape(kind: Kind) -> tuple[str, tuple[str, ...]]:
    """Return the shape of an input's control and its marks."""
    match kind:
        case Choices():
            return "list", ()
        case Rows():
            return "table", ()
        case Choice():
            return input_shapes.of_options(list(input_shapes.option_words(kind)))
        case Flag():
            return input_shapes.of_options(list(input_shapes.YES_OR_NO))
        case _:
            return "slider", input_shapes.of_number(kind)


def drawn_from(kind: Kind) -> dict[str, Any]:
    """Return what a control of a kind needs besides its words: limits, options or fields."""
    match kind:
        case Numeric():
            return {"low": kind.format(kind.low), "high": kind.format(kind.high), "step": kind.format(kind.step)}
        case Choices():
            return {"fixed": list_told(kind)}
        case Rows():
            return {"fixed": table_told(kind)}
        case Choice():
            return {"options": [[kind.format(key), words] for words, key in input_shapes.option_words(kind).items()]}
        case _:
            return {"options": [[kind.format(value), words] for words, value in input_shapes.YES_OR_NO.items()]}


class PageDesk:
    """A calculator whose page is drawn by a browser."""

    def __init__(self, address: str, say: Say, picture: str | None = None, other: str | None = None) -> None:
        question = plate_question(address, picture, other)
        self.controller = Controller(question, self)
        self._say = say
        self.head, self.foot = PlateTopics("head", say), PlateTopics("foot", say)
        self.controls = {name: Field(name, kind, say) for name, kind in question.kinds.items()}
        laid_out = arrangement(question.kinds, question.spec.visible(question.ruleset, question.home.values))
        inputs = [one.told() for one in self.controls.values()]
        say("plate", question.facts | {"short": question.ruleset.short, "laid_out": laid_out, "inputs": inputs})
        self.controller.start()

    def hear(self, said: Mapping[str, Any]) -> None:
        """Take a message of the page: a value of a control, or one for the controller."""
        if said["do"] not in ("set", "list", "rows"):
            self.controller.hear(said)
            return
        field = self.controls.get(str(said.get("name")))
        if field is None:
            return
        try:
            value = field.heard(said)
        except AskError as problem:
            self.controller.bad(field.name, str(problem))
        else:
            self.controller.changed(field.name, value)

    def show(self, scene: Scene) -> None:
        """Say the scene as text."""
        caption = self.foot.told.get("picture", {}).get("caption", "")
        self._say("room", {"drawing": {"svg": svg(scene, caption), "shape": room_of(scene)}})


@dataclass
class Opened:
    """A page that a reader has open: what its plates share, and its desks by number."""

    visit: Visit = field(default_factory=Visit)
    desks: dict[int, PageDesk] = field(default_factory=dict)


_pages: dict[int, Opened] = {}


def hear_page(page: int, text: str, tell: Callable[[str], None]) -> None:
    """Pass a message from a page to one of the page's desks.

    The message is JSON with the desk's number and what is said. The first message to a desk states the desk's question.

    page: the number of the page, among the pages that this Python serves. text: the message. tell: a function that takes
    what the desk says, as JSON.
    """
    opened = _pages.setdefault(page, Opened())
    told = json.loads(text)
    number, said = told["desk"], told["said"]

    def say(part: str, topics: dict[str, Any]) -> None:
        tell(json.dumps({"desk": number, "part": part, "topics": topics}, ensure_ascii=False))

    with turn(opened.visit):
        if number in opened.desks:
            opened.desks[number].hear(said)
        else:
            _begin(opened, number, said, say)


def _begin(opened: Opened, number: int, said: Mapping[str, Any], say: Say) -> None:
    opened.visit.base = str(said.get("base", ""))
    permalink.want(str(said.get("link") or ""), own=bool(said.get("own")))
    try:
        opened.desks[number] = PageDesk(str(said["address"]), say, said.get("picture"), said.get("beside"))
    except AskError as problem:
        say("plate", {"sorry": str(problem)})


def leave_page(page: int) -> None:
    """Close a page that the reader has left and cancel the running tasks of its desks."""
    opened = _pages.pop(page, None)
    for desk in opened.desks.values() if opened else ():
        desk.controller.tasks.stop_all()


def as_built() -> None:
    """From now on the book counts as it was built: what its layers need has been checked then."""
    library().checked_once = lambda *told: None  # type: ignore[method-assign]


async def rest() -> None:
    """Return once nothing is under way at any desk."""
    while tasks := [task for desk in _every_desk() for task in desk.controller.tasks.tasks.values() if not task.done()]:
        await asyncio.wait(tasks)


def _every_desk() -> Iterator[PageDesk]:
    return (desk for opened in _pages.values() for desk in opened.desks.values())
