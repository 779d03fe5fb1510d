"""The controller of one calculator: messages in, changes of the page out, in one line.

message → inputs (messages.py) → answer (answering.py) → topics (topics.py) → head, picture, foot of the page → tasks (background.py)

It does not know what carries its messages: notebook/plate.py is a page of ipywidgets, edition/plates.py one that a browser draws.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from drillbook.asking.answers.ask import Answer
from drillbook.errors import AskError
from drillbook.rules.model import Ruleset
from drillbook_widgets.plate import background, house_rules, messages, permalink, shared_inputs, topics
from drillbook_widgets.plate.answering import answered
from drillbook_widgets.plate.form import Control
from drillbook_widgets.plate.gestures import Hands
from drillbook_widgets.plate.messages import StateChange
from drillbook_widgets.plate.page_session import here
from drillbook_widgets.plate.state import PlateQuestion, PlateState, first_state
from drillbook_widgets.plate.tabs import simulation
from drillbook_widgets.views.of_answer import exhibits
from drillbook_widgets.views.scene import Scene

log = logging.getLogger(__name__)


class PagePart(Protocol):
    """The head or the foot of a calculator on the page."""

    def tell(self, **topics: Any) -> None:
        """Show these topics; one that has not changed is not sent again."""


class CalculatorPage(Protocol):
    """What a calculator is shown with."""

    @property
    def controls(self) -> Mapping[str, Control]:
        """The control of each input."""

    @property
    def head(self) -> PagePart:
        """The headline, and what stands beside the inputs."""

    @property
    def foot(self) -> PagePart:
        """The picture's words, and the tabs."""

    def show(self, scene: Scene) -> None:
        """Draw a scene in place of the one before."""


class Controller:
    """The controller of one calculator, which takes every message through the same steps.

    Only the controller replaces `state`.
    """

    def __init__(self, question: PlateQuestion, page: CalculatorPage) -> None:
        self.question, self.page = question, page
        self.state: PlateState = first_state(question)
        self.hands = Hands(question.kinds)
        self.tasks = background.BackgroundTasks()

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the question."""
        return self.question.ruleset

    @property
    def other(self) -> Ruleset | None:
        """The ruleset that answers beside this one, if any."""
        return self.question.other

    @property
    def linked(self) -> bool:
        """Whether a link opened the calculator."""
        return self.state.linked

    # Messages

    def start(self) -> None:
        """Fill in the form by the page's address, answer, and join the page's other calculators.

        If the page's address is not one for this calculator, the form is filled in by the calculator's own address.
        """
        question = self.question
        taken = permalink.take(question.ruleset.short, question.spec.name)
        linked = bool(taken and taken.partition("?")[2]) and not here().own
        filled = question.home
        if taken is not None:
            filled = permalink.fill_from_link(question.spec, question.ruleset, taken, question.home)
        self._run(messages.fill_form(question, replace(self.state, linked=linked), filled, by_link=linked))
        here().plates.add(self)

    def hear(self, said: Mapping[str, Any]) -> None:
        """Take a message of the page; one that means nothing changes nothing."""
        do = said["do"]
        try:
            if do == "keep":
                shared_inputs.recall(self.ruleset, said.get("settled"))
            elif do == "house":
                house_rules.hear_house_rules(self.ruleset, said)
            elif do in messages.GESTURES:
                self._run(messages.read_gesture(self.question, self.state, self.hands, said))
            elif do in messages.READERS:
                self._run(messages.READERS[do](self.question, self.state, said))
        except AskError as problem:
            self._run(StateChange(replace(self.state, complaints=(str(problem),)), shows=("head",)))

    def changed(self, name: str, value: Any) -> None:
        """Take another value of an input from its control."""
        self._run(messages.changed_input(self.question, self.state, name, value))

    def bad(self, name: str, sentence: str) -> None:
        """Take the sentence about a value that an input cannot have."""
        self._run(messages.wrong_input(self.state, name, sentence))

    def follow_shared_inputs(self, by_link: bool = False) -> None:
        """Answer with the inputs that are settled for all calculators of the page.

        by_link: whether to keep the inputs of the link that opened the calculator, and only name the settled ones in the head.
        """
        keep = StateChange(self.state, shows=("head",))
        self._run(keep if by_link else messages.follow_shared_inputs(self.question, self.state))

    def follow_house_rules(self) -> None:
        """Answer with the house rules in force."""
        self._run(messages.follow_readings(self.question, self.state))

    # The line

    def _run(self, change: StateChange) -> None:
        """Apply a change: inputs, answer, page, background tasks, in this order."""
        self.state = change.state
        for name in change.controls:
            self.page.controls[name].put(self.state.values[name])
        if change.settled:
            shared_inputs.pass_on(self.ruleset, [plate for plate in here().plates if plate is not self])
        if change.asks:
            self._answer()
        else:
            self._show(change.shows)
        self._start_or_stop(change)
        # A link may fill in what contradicts itself. There is no earlier answer to keep, so the nearest inputs that fit are filled in.
        if change.filled and self.state.instead:
            self._run(messages.fill_sensibly(self.question, self.state, change.filled))
        if change.then:
            self._run(change.then)

    def _answer(self) -> None:
        """Answer with the inputs as they are, and show everything."""
        self.tasks.stop("roll")
        self.tasks.stop("near")
        self.state = answered(self.question, self.state)
        self._show(("head",))
        now = self.state.answer
        if now is not None and now.refused and not exhibits(now):
            self.tasks.start("near", self._look_nearby(now))
        # the picture stays until it is known what to show instead
        self._show(("foot",) if self.tasks.under_way("near") else ("picture", "foot"))
        if self.state.seen:
            self.tasks.start("readings", self.show_other_readings(background.REST))

    def _show(self, parts: tuple[messages.Part, ...]) -> None:
        for part in parts:
            match part:
                case "head":
                    self.page.head.tell(**topics.head_topics(self.question, self.state))
                case "foot":
                    self.page.foot.tell(**topics.foot_topics(self.question, self.state))
                case "picture":
                    self._draw()

    def _draw(self) -> None:
        shown = topics.picture_of(self.question, self.state, self.hands)
        # the room first, then what is drawn in it: a figure that is made in a hidden room has no width
        self.page.foot.tell(picture=shown.told, grips=shown.grips)
        if shown.drawn is not None:
            self.page.show(shown.drawn)

    # Tasks

    def _start_or_stop(self, change: StateChange) -> None:
        if change.stops:
            self.tasks.stop(change.stops)
        if change.starts == "roll":
            self.tasks.start("roll", self._roll())
        elif change.starts == "readings":
            self.tasks.start("readings", self.show_other_readings(0.0))

    async def _look_nearby(self, refused: Answer) -> None:
        """Show the picture of the nearest case that the rules allow."""
        async for found in background.nearest_cases(refused, self.state.touched):
            self.state = replace(self.state, near=found)
        self.tasks.done("near")
        self._draw()

    async def show_other_readings(self, rest: float) -> None:
        """Show what every other reading gives, after a rest in seconds."""
        now = self.state.answer
        if now is None:
            return
        async for part, told in background.reading_topics(now, rest):
            (self.page.head if part == "head" else self.page.foot).tell(**told)

    async def _roll(self) -> None:
        """Roll the answer's dice, and show the counts as they come."""
        now, throws, seed = self.state.answer, self.state.throws, self.state.seed
        if now is None or self.question.spec.simulate is None:
            return
        try:
            async for done, counts in simulation.simulate_in_batches(now, throws, seed):
                self.state = replace(self.state, rolled_counts=counts)
                self.page.foot.tell(roll=simulation.simulation_topic(now, done, throws, seed, counts))
                self._draw()
        except Exception:
            log.exception("Rolling %s failed", now.address)
            state = simulation.simulation_topic(now, 0, throws, seed, {})
            state["wrong"] = "The dice could not be rolled for these inputs; that is a mistake of ours."
            self.page.foot.tell(roll=state)
