"""A plate: one question made live. A change is asked at once: headline first, then the picture; other readings when it has come to rest."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import ipywidgets

from drillbook.asking.address import decode
from drillbook.asking.ask import Answer, answer, check_readings
from drillbook.asking.kinds import Numeric
from drillbook.asking.questions import find_question
from drillbook.errors import AskError, Contradiction, RulesError
from drillbook.rules.library import library
from drillbook_widgets import errands, house, kept, luck, permalink, pins, rolling, showing, telling
from drillbook_widgets.arrangement import arrangement
from drillbook_widgets.beside import beside
from drillbook_widgets.controls import Control, about, control_for, stepped, typed
from drillbook_widgets.hands import Hands
from drillbook_widgets.opening import shared
from drillbook_widgets.parts import Part, send_script
from drillbook_widgets.views import HOWS, Look
from drillbook_widgets.views.canvas import Canvas
from drillbook_widgets.views.of_answer import exhibits

log = logging.getLogger(__name__)

THEIRS = "theirs"  # what another ruleset's answer is called in a picture
BROKEN = "This question could not be answered with these inputs; that is a mistake of ours, not yours. Change something to go on."


class Plate(ipywidgets.Box):  # type: ignore[misc]
    """The form, the answer, the picture and the tabs of one question."""

    def __init__(self, address: str, picture: str | None = None, other: str | None = None) -> None:
        send_script()
        self.other = library().find(other) if other else None
        wanted = decode(address)
        self.ruleset = library().find(wanted.ruleset)
        self.spec = find_question(self.ruleset, wanted.question)
        self.kinds = self.spec.kinds(self.ruleset)
        self.home = permalink.fill(self.spec, self.ruleset, str(wanted))
        self.values: dict[str, Any] = {}
        self.readings: dict[str, str] = {}
        self.choice = house.Choice(self.ruleset)
        self.wrong: dict[str, str] = {}
        self.refusals = 0  # the page forgets a complaint once its field is touched: the same one again is news
        self.complaints: tuple[str, ...] = ()
        self.instead = ""  # the address that would fit where the form contradicts itself
        self.answer: Answer | None = None
        self.near: Answer | None = None  # the nearest case the rules allow, where they refuse this one
        self.touched = ""  # the input that was changed last
        self.pinned: Answer | None = None
        self.chosen = self.first_picture = picture
        self.how = HOWS[0]
        self.open_tab = "why"
        self.rolled_counts: Mapping[Any, int] = {}
        self.seed, self.throws = 1, rolling.USUAL
        self.rolled_text = ""
        self.seen = False  # whether a page shows this plate; before that nobody waits for other readings
        self.errands = errands.Errands()
        self.base = permalink.base()
        self.canvas: Canvas | None = None
        self.hands = Hands(self.kinds)
        self.controls: dict[str, Control] = {
            name: control_for(name, kind, self._changed, self._bad) for name, kind in self.kinds.items()
        }
        for name, control in self.controls.items():
            marks = (f"db-{mark}" for mark in control.marks)
            for mark in ("drillbook-input", f"drillbook-input-{name}", f"drillbook-{control.shape}", *marks):
                control.widget.add_class(mark)
            if self.kinds[name].opens:
                control.widget.add_class("db-first")
        told = {"question": f"{self.ruleset.short}/{self.spec.name}", "title": self.spec.title, "help": self.spec.help}
        inputs = [about(name, kind, self.controls[name]) for name, kind in self.kinds.items()]
        self.head = Part("head", told | {"inputs": inputs}, self._hear)
        self.foot = Part("foot", told, self._hear)
        layout = shared(ipywidgets.Layout)
        self.form = ipywidgets.Box([control.widget for control in self.controls.values()], layout=layout)
        self.form.add_class("drillbook-form")
        self.room = ipywidgets.Box([], layout=layout)
        self.room.add_class("drillbook-room")
        taken = permalink.take(self.ruleset.short, self.spec.name)
        self.linked = taken is not None
        self._fill(self.home if taken is None else permalink.fill(self.spec, self.ruleset, taken, self.home))
        kept.join(self)
        house.join(self)
        super().__init__([self.head, self.form, self.room, self.foot], layout=layout)
        self.add_class("drillbook-plate").add_class(f"drillbook-{self.ruleset.short}")
        laid_out = arrangement(self.kinds, self.spec.visible(self.ruleset, self.home.values))
        if laid_out:
            self.add_class(f"db-{laid_out}")

    def __repr__(self) -> str:
        """Short: the text beside a picture that nobody reads; the usual one spells out every widget within."""
        return f"Plate({self.ruleset.short}/{self.spec.name})"

    # What comes in: from the controls, from the page

    def _changed(self, name: str, value: Any) -> None:
        # a field shows its last good number again, so what was wrong with another is past; a table keeps what stands in it
        self.wrong = {other: words for other, words in self.wrong.items() if self.controls[other].shape == "table"}
        self.wrong.pop(name, None)
        self.complaints, self.touched = (), name
        self.values[name] = value
        kept.settle(self, name)
        self.ask()

    def keep(self, new: Mapping[str, Any]) -> None:
        """Take what the reader has settled for all plates, in another one or on another page."""
        for name, value in new.items():
            self.controls[name].put(value)
            self.wrong.pop(name, None)
        self.values |= new
        if new:
            self.ask()
        else:
            self._tell_head()

    def _bad(self, name: str, sentence: str) -> None:
        self.wrong[name] = sentence
        self.refusals += 1
        self._tell_head()

    def _hear(self, said: Mapping[str, Any]) -> None:
        try:
            match said["do"]:
                case "grab" | "move" | "drop" | "nudge" | "choose":
                    self._handled(said)
                case "type":
                    self._typed(str(said.get("name")), said.get("text"))
                case "step":
                    self._stepped(str(said.get("name")), said.get("by"), bool(said.get("far")))
                case "read":
                    self._read(str(said.get("ruling")), str(said.get("letter")))
                case "keep":
                    kept.recall(self.ruleset, said.get("settled"))
                case "house":
                    house.hear(self.ruleset, said)
                case "mine":
                    self.choice.begin({}, by_link=False)
                    self.move_in()
                case "open":
                    self._fill(permalink.fill(self.spec, self.ruleset, str(said.get("address"))[:4001]))
                case "reset":
                    self.pinned, self.chosen, self.how = None, self.first_picture, HOWS[0]
                    self._fill(self.home)
                case "tab":
                    self.open_tab = str(said.get("name"))[:20]
                    self._tell_foot()
                case "picture":
                    self.chosen = str(said.get("name"))[:80]
                    self.draw()
                case "how" if said.get("how") in HOWS:
                    self.how = str(said["how"])
                    self.draw()
                case "pin":
                    self.pinned = self.answer
                    self.draw()
                    self._tell_foot()
                case "unpin":
                    self.pinned = None
                    self.draw()
                    self._tell_foot()
                case "luck":
                    self.rolled_text = str(said.get("text", ""))[:200]
                    self._tell_foot()
                case "roll":
                    self.throws, self.seed = rolling.wanted(said.get("throws"), said.get("seed"))
                    self.errands.start("roll", errands.roll(self))
                case "stop":
                    self.errands.stop("roll")
                case "ready":
                    self.seen = True
                    self.errands.start("otherwise", errands.ask_others(self, 0.0))
        except AskError as problem:
            self.complaints = (str(problem),)
            self._tell_head()

    def _handled(self, said: Mapping[str, Any]) -> None:
        """A gesture in the picture, which sets the form as its controls would."""
        base = self.near.inputs if self.near else self.values
        wanted = self.hands.wanted(said, base)
        new = {name: value for name, value in wanted.items() if value != self.values[name]}
        for name, value in new.items():
            self.controls[name].put(value)
            self.wrong.pop(name, None)
        if new:
            self.complaints, self.touched = (), next(iter(new))
            self.values |= new
            self.ask()
        else:
            self.draw()

    def _typed(self, name: str, text: object) -> None:
        if name not in self.kinds or self.controls[name].shape != "slider":
            return
        try:
            value = typed(self.kinds[name], text)
        except AskError as problem:
            self._bad(name, permalink.with_nearest(str(problem), self.kinds[name], str(text)))
            return
        self.controls[name].put(value)
        self._changed(name, value)

    def _stepped(self, name: str, by: object, far: bool) -> None:
        kind = self.kinds.get(name)
        if not isinstance(kind, Numeric) or by not in (1, -1):
            return
        value = stepped(kind, self.values[name], 1 if by == 1 else -1, far)
        if value != self.values[name] or name in self.wrong:
            self.controls[name].put(value)
            self._changed(name, value)

    def _read(self, ruling: str, letter: str) -> None:
        check_readings(self.ruleset, {ruling: letter})
        self.choice.here[ruling] = letter
        self.move_in()

    def move_in(self) -> None:
        """Answer by the readings in force: the reader's house rules, where no link wins over them, and what is chosen here."""
        before, self.readings = self.readings, self.choice.in_force()
        if self.readings == before and self.answer is not None and self.other is None:
            self._tell_head()
        else:
            self.ask()

    def _fill(self, filled: permalink.Filled) -> None:
        self._put(filled, by_link=filled is not self.home)
        if self.instead:  # a link may say what a form offers to mend; there is no earlier answer to keep
            self._put(permalink.sensible(self.spec, self.ruleset, filled), by_link=filled is not self.home)

    def _put(self, filled: permalink.Filled, by_link: bool) -> None:
        usual = (
            dict(filled.values)
            if self.linked and filled is not self.home
            else kept.over(self.ruleset, self.kinds, filled.values)
        )
        self.choice.begin(filled.readings, by_link)
        self.values, self.readings = usual, self.choice.in_force()
        self.wrong, self.complaints = {}, filled.complaints
        for name, control in self.controls.items():
            control.put(self.values[name])
        self.ask()

    # What goes out: headline, picture, foot

    def ask(self) -> None:
        """Answer with what the form says now, and show it."""
        self.errands.stop("roll")
        self.rolled_counts = {}
        self.instead = ""
        self.near = None
        self.errands.stop("near")
        try:
            settled = self.spec.settle(self.ruleset, self.values)
            self.answer = answer(self.spec, self.ruleset, settled, self.readings)
        except Contradiction as problem:  # the last good answer stays, and what would fit is offered
            self.complaints = (str(problem),)
            if problem.instead:
                fitting = {**self.values, **problem.instead}
                self.instead = str(self.spec.address(self.ruleset, fitting, self.readings))
        except AskError as problem:
            self.complaints = (str(problem),)
        except RulesError as problem:
            log.exception("%s cannot be answered", self.spec.name)
            self.complaints = (str(problem),)
        except Exception:  # a mistake of ours must not take the plate down
            log.exception("%s failed with %s", self.spec.name, self.values)
            self.complaints = (BROKEN,)
        self._tell_head()
        if self.answer is not None and self.answer.refused and not exhibits(self.answer):
            self.errands.start("near", errands.look_nearby(self, self.answer))
        if not self.errands.under_way("near"):  # the picture stays until it is known what to show instead
            self.draw()
        self._tell_foot()
        if self.seen:
            self.errands.start("otherwise", errands.ask_others(self, errands.REST))

    def _tell_head(self) -> None:
        said = {"complaint": " ".join(self.complaints), "instead": self.instead}
        if self.answer is None:
            self.head.tell(face={"headline": "", "odds": "", "refused": False, "inputs": {}} | said)
            return
        face = telling.headline(self.answer) | said
        face |= {
            "address": str(self.answer.address),
            "refusals": self.refusals,
            "href": f"{self.base}/{self.answer.address}" if self.base else "",
            "inputs": telling.inputs(self.answer, self.kinds, self.values, self.wrong),
            "kept": kept.told(self),
            "house": house.told(self.choice, self.answer),
        }
        self.head.tell(face=face)

    def draw(self) -> None:
        """Show the picture of the answer, or of the nearest one that the rules allow."""
        rules = house.rules(self.other) if self.other and not self.choice.by_link else {}
        there = beside(self.answer, self.other, rules) if self.other and self.answer else None
        look = Look(self.how, there.answer, THEIRS) if there else Look(self.how, self.pinned)
        seen = showing.shown(self.answer, self.near, self.chosen, look, self.rolled_counts, self.hands, there)
        # the room first, then what is drawn in it: a figure that is made in a hidden room has no width
        self.foot.tell(picture=seen.told, grips=seen.grips)
        if seen.drawn is not None:
            self._show(seen.drawn)

    def _show(self, drawn: Any) -> None:
        if self.canvas is None:
            self.canvas = Canvas()
            self.room.children = (self.canvas.figure,)
        self.canvas.show(drawn)

    def _tell_foot(self) -> None:
        now = self.answer
        if now is None:
            return
        tabs = telling.tabs(now, throws=luck.spread_of(now) is not None)
        if self.other:
            tabs.remove("pin")  # what would be pinned stands there already
        topics: dict[str, Any] = {"asked": str(now.address), "tabs": tabs}
        match self.open_tab if self.open_tab in tabs else "why":
            case "why":
                topics["why"] = telling.why(now)
            case "pin":
                topics["pin"] = pins.told(self.pinned, now)
            case "luck":
                topics["luck"] = luck.luck(now, self.rolled_text)
            case "table":
                topics["table"] = telling.tables(now)
            case "share":
                topics["share"] = telling.shared(now, self.base)
            case "roll":
                topics["roll"] = rolling.told(now, 0, self.throws, self.seed, self.rolled_counts)
        self.foot.tell(**topics)
