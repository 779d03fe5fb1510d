"""What happens on a plate's desk? It hears what a reader does, answers, and says topics: headline first, then the picture, then the foot.

Nothing here knows what carries it to a page: notebook/plate.py does over ipywidgets, edition/plates.py over a worker of the page.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Protocol

from drillbook.asking.answers.address import decode
from drillbook.asking.answers.ask import Answer, answer, check_readings
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.rows import Rows
from drillbook.asking.questions.registry import find_question
from drillbook.errors import AskError, Contradiction, RulesError
from drillbook.rules.library import library
from drillbook_widgets.plate import (
    background,
    house_rules,
    luck,
    permalink,
    pinned,
    shared_inputs,
    simulation,
    view_model,
)
from drillbook_widgets.plate.form import Control, stepped, ticked, typed
from drillbook_widgets.plate.gestures import Hands
from drillbook_widgets.plate.other_ruleset import ask_beside
from drillbook_widgets.plate.page_session import here
from drillbook_widgets.plate.picture import shown_picture
from drillbook_widgets.views import HOWS, Look
from drillbook_widgets.views.of_answer import exhibits
from drillbook_widgets.views.scene import Scene

log = logging.getLogger(__name__)

BROKEN = "This question could not be answered with these inputs; that is a mistake of ours, not yours. Change something to go on."


class Voice(Protocol):
    """A part of the page that is told topics."""

    def tell(self, **topics: Any) -> None:
        """Say what has changed."""


class Controller:
    """One question with its form, its answer and all that is told of it. controls, head and foot are the carrier's."""

    kinds: Mapping[str, Kind]
    controls: Mapping[str, Control]
    head: Voice
    foot: Voice

    def begin(self, address: str, picture: str | None = None, other: str | None = None) -> None:
        """Sit down to a question. picture: the one that is shown first; other: the ruleset that answers beside it."""
        self.other = library().find(other) if other else None
        wanted = decode(address)
        self.ruleset = library().find(wanted.ruleset)
        self.spec = find_question(self.ruleset, wanted.question)
        self.kinds = self.spec.kinds(self.ruleset)
        self.home = permalink.fill_from_link(self.spec, self.ruleset, str(wanted))
        self.values: dict[str, Any] = {}
        self.readings: dict[str, str] = {}
        self.choice = house_rules.ChosenReadings(self.ruleset)
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
        self.seed, self.throws = 1, simulation.USUAL
        self.rolled_text = ""
        self.seen = False  # whether a page shows this plate; before that nobody waits for other readings
        self.errands = background.Errands()
        self.base = permalink.base()
        self.hands = Hands(self.kinds)

    def sit_down(self) -> None:
        """Answer for the first time, as the page's address asks it, and hear from now on what is settled for all plates."""
        taken = permalink.take(self.ruleset.short, self.spec.name)
        self.linked = bool(taken and taken.partition("?")[2]) and not here().own
        filled = self.home if taken is None else permalink.fill_from_link(self.spec, self.ruleset, taken, self.home)
        self._fill(filled, by_link=self.linked)
        here().plates.add(self)

    @property
    def told(self) -> dict[str, Any]:
        """What the page must know of the question, once."""
        return {"question": f"{self.ruleset.short}/{self.spec.name}", "title": self.spec.title, "help": self.spec.help}

    def show(self, scene: Scene) -> None:
        """Put a scene on the page."""
        raise NotImplementedError

    # What comes in: from the controls, from the page

    def changed(self, name: str, value: Any) -> None:
        """An input has another value."""
        # a field shows its last good number again, so what was wrong with another is past; a table keeps what stands in it
        self.wrong = {other: words for other, words in self.wrong.items() if isinstance(self.kinds[other], Rows)}
        self.wrong.pop(name, None)
        self.touched = name
        anew, self.values[name] = self.values[name] != value, value
        if anew:  # a page may say again what a handle already stands at: nobody has settled that, and what was said still holds
            self.complaints = ()
            shared_inputs.share_input(self, name)
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

    def bad(self, name: str, sentence: str) -> None:
        """What was given for an input will not do."""
        self.wrong[name] = sentence
        self.refusals += 1
        self._tell_head()

    def hear(self, said: Mapping[str, Any]) -> None:
        """What the page says, whatever a visitor may have made of it."""
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
                    shared_inputs.recall(self.ruleset, said.get("settled"))
                case "own":
                    self.keep(shared_inputs.own(self))
                case "house":
                    house_rules.hear_house_rules(self.ruleset, said)
                case "mine":
                    self.choice.begin({}, by_link=False)
                    self.move_in()
                case "open":
                    filled = permalink.fill_from_link(self.spec, self.ruleset, str(said.get("address"))[:4001])
                    by_link = not said.get("own")
                    if self.instead and said.get("address") == self.instead:
                        by_link = self.choice.by_link
                        shared_inputs.mend(self, filled.values)
                    self._fill(filled, by_link)
                case "reset":
                    self.pinned, self.chosen, self.how = None, self.first_picture, HOWS[0]
                    self._fill(self.home, by_link=False)
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
                    self.throws, self.seed = simulation.wanted(said.get("throws"), said.get("seed"))
                    self.errands.start("roll", background.roll_dice(self))
                case "stop":
                    self.errands.stop("roll")
                case "ready":
                    self.seen = True
                    self.errands.start("otherwise", background.ask_others(self, 0.0))
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
        kind = self.kinds.get(name)
        if not isinstance(kind, Numeric):
            return
        try:
            value = typed(kind, text)
        except AskError as problem:
            self.bad(name, permalink.with_nearest(str(problem), kind, str(text)))
            return
        self.controls[name].put(value)
        self.changed(name, value)

    def _stepped(self, name: str, by: object, far: bool) -> None:
        kind = self.kinds.get(name)
        if not isinstance(kind, Numeric) or by not in (1, -1):
            return
        here = ticked(kind, self.ruleset, self.kinds, self.values)
        value = stepped(here, self.values[name], 1 if by == 1 else -1, far)
        if value != self.values[name] or name in self.wrong:
            self.controls[name].put(value)
            self.changed(name, value)

    def _read(self, ruling: str, letter: str) -> None:
        check_readings(self.ruleset, {ruling: letter})
        self.choice.here[ruling] = letter
        self.move_in()

    def move_in(self) -> None:
        """Answer by the readings in force: the reader's house rules, where no link wins over them, and what is chosen here."""
        before, self.readings = self.readings, self.choice.in_force()
        if self.readings == before and self.answer is not None and self.other is None:
            self._tell_head()
            self._tell_foot()
        else:
            self.ask()

    def _fill(self, filled: permalink.Filled, by_link: bool) -> None:
        self._put(filled, by_link)
        if self.instead:  # a link may say what a form offers to mend; there is no earlier answer to keep
            self._put(permalink.sensible(self.spec, self.ruleset, filled), by_link)

    def _put(self, filled: permalink.Filled, by_link: bool) -> None:
        usual = (
            dict(filled.values)
            if self.linked and filled is not self.home
            else shared_inputs.over(self.ruleset, self.kinds, filled.values)
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
            self.errands.start("near", background.look_nearby(self, self.answer))
        if not self.errands.under_way("near"):  # the picture stays until it is known what to show instead
            self.draw()
        self._tell_foot()
        if self.seen:
            self.errands.start("otherwise", background.ask_others(self, background.REST))

    def _tell_head(self) -> None:
        said = {"complaint": " ".join(self.complaints), "instead": self.instead}
        if self.answer is None:
            self.head.tell(face={"headline": "", "odds": "", "refused": False, "inputs": {}} | said)
            return
        face = view_model.headline_topic(self.answer, house_rules.idle(self.choice, self.answer)) | said
        face |= {
            "address": str(self.answer.address),
            "own": self._own(self.answer),
            "refusals": self.refusals,
            "href": f"{self.base}/{self.answer.address}" if self.base else "",
            "inputs": view_model.inputs(self.answer, self.kinds, self.values, self.wrong),
            "kept": shared_inputs.shared_line_topic(self),
            "house": house_rules.house_rules_topic(self.choice, self.answer),
        }
        self.head.tell(face=face)

    def _own(self, now: Answer) -> str:
        """The address by which the reader comes back to what he has made of the plate, without his house rules; nothing by a link."""
        return "" if self.choice.by_link else str(self.spec.address(self.ruleset, now.inputs, self.choice.chosen))

    def draw(self) -> None:
        """Show the picture of the answer, or of the nearest one that the rules allow."""
        rules = house_rules.rules(self.other) if self.other and not self.choice.by_link else {}
        there = ask_beside(self.answer, self.other, rules) if self.other and self.answer else None
        look = Look(self.how, there.answer, there.title) if there else Look(self.how, self.pinned)
        seen = shown_picture(self.answer, self.near, self.chosen, look, self.rolled_counts, self.hands, there)
        # the room first, then what is drawn in it: a figure that is made in a hidden room has no width
        self.foot.tell(picture=seen.told, grips=seen.grips)
        if seen.drawn is not None:
            self.show(seen.drawn)

    def _tell_foot(self) -> None:
        now = self.answer
        if now is None:
            return
        tabs = view_model.tabs(now, throws=luck.spread_of(now) is not None)
        if self.other:
            tabs.remove("pin")  # what would be pinned stands there already
        topics: dict[str, Any] = {"asked": str(now.address), "tabs": tabs}
        match self.open_tab if self.open_tab in tabs else "why":
            case "why":
                own = {"house": house_rules.house_rules_topic(self.choice, now)}
                topics["why"] = view_model.why(now, house_rules.idle(self.choice, now)) | own
            case "pin":
                topics["pin"] = pinned.pin_topic(self.pinned, now)
            case "luck":
                topics["luck"] = luck.luck(now, self.rolled_text)
            case "table":
                topics["table"] = view_model.tables(now)
            case "share":
                topics["share"] = view_model.share_topic(now, self.base)
            case "roll":
                topics["roll"] = simulation.simulation_topic(now, 0, self.throws, self.seed, self.rolled_counts)
        self.foot.tell(**topics)
