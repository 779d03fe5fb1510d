"""What a message changes in the inputs of a calculator.

The functions take the state and a message, and return a StateChange. A message is `{"do": …}` from the page, a value
from a control, or a change of what all calculators of the page share. The page is not trusted: a message without a
meaning changes nothing, and AskError carries the sentence for the reader.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from drillbook.asking.answers.ask import check_readings
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.rows import Rows
from drillbook.errors import AskError
from drillbook_widgets.plate import permalink, shared_inputs
from drillbook_widgets.plate.form import stepped, ticked, typed
from drillbook_widgets.plate.gestures import Hands
from drillbook_widgets.plate.house_rules import ChosenReadings
from drillbook_widgets.plate.state import PlateQuestion, PlateState
from drillbook_widgets.plate.tabs import simulation
from drillbook_widgets.views import HOWS

Part = Literal["head", "picture", "foot"]
Task = Literal["roll", "readings"]


@dataclass(frozen=True, slots=True)
class StateChange:
    """What one message does to a calculator.

    state: the state before a new answer; controls: inputs whose controls must be set to their values; settled: whether the other
    calculators of the page follow; asks: whether a new answer is needed, which shows everything; shows: parts to show without one;
    filled: what the form was filled in with; starts, stops: tasks in the background; then: a change that follows this one.
    """

    state: PlateState
    controls: tuple[str, ...] = ()
    settled: bool = False
    asks: bool = False
    shows: tuple[Part, ...] = ()
    filled: permalink.Filled | None = None
    starts: Task | None = None
    stops: Task | None = None
    then: StateChange | None = None


def changed_input(question: PlateQuestion, state: PlateState, name: str, value: Any) -> StateChange:
    """Give an input another value, which its control already shows."""
    # a field shows its last good number again, so what was wrong with another is past; a table keeps what stands in it
    wrong = {one: words for one, words in state.wrong.items() if isinstance(question.kinds[one], Rows) and one != name}
    values = {**state.values, name: value}
    # a page may say again where a handle stands: then nothing is settled, and complaints hold
    new = state.values[name] != value
    settled = (
        new
        and name in shared_inputs.names(question.ruleset)
        and shared_inputs.settle_inputs(question.ruleset, question.kinds, values)
    )
    now = replace(state, wrong=wrong, touched=name, values=values, complaints=() if new else state.complaints)
    return StateChange(now, settled=settled, asks=True)


def wrong_input(state: PlateState, name: str, sentence: str) -> StateChange:
    """Note that an input's field holds no value of its kind; sentence: what to say about it."""
    wrong = {**state.wrong, name: sentence}
    return StateChange(replace(state, wrong=wrong, refusals=state.refusals + 1), shows=("head",))


def put_inputs(state: PlateState, new: Mapping[str, Any]) -> StateChange:
    """Give several inputs other values, which their controls do not show yet."""
    wrong = {name: words for name, words in state.wrong.items() if name not in new}
    return StateChange(replace(state, values={**state.values, **new}, wrong=wrong), tuple(new), asks=True)


def fill_form(question: PlateQuestion, state: PlateState, filled: permalink.Filled, by_link: bool) -> StateChange:
    """Fill in the whole form.

    by_link: whether the book's own readings fill what the link leaves open, instead of house rules.
    """
    by_link_alone = state.linked and filled is not question.home
    values = dict(filled.values)
    if not by_link_alone:
        values = shared_inputs.over(question.ruleset, question.kinds, values)
    choice = ChosenReadings(question.ruleset, dict(filled.readings), by_link)
    now = replace(
        state, choice=choice, values=values, readings=choice.in_force(), wrong={}, complaints=filled.complaints
    )
    return StateChange(now, tuple(question.kinds), asks=True, filled=filled)


def fill_sensibly(question: PlateQuestion, state: PlateState, filled: permalink.Filled) -> StateChange:
    """Replace inputs that contradict each other with the nearest that fit.

    A sentence on the page says so.
    """
    return fill_form(
        question, state, permalink.sensible(question.spec, question.ruleset, filled), by_link=state.choice.by_link
    )


def follow_shared_inputs(question: PlateQuestion, state: PlateState) -> StateChange:
    """Take the inputs that are settled for all calculators of the page."""
    new = shared_inputs.own(question.ruleset, question.kinds, state.values)
    return put_inputs(state, new) if new else StateChange(state, shows=("head",))


def follow_readings(question: PlateQuestion, state: PlateState) -> StateChange:
    """Return the change that answers by the readings in force.

    These are the house rules, unless a link overrides them, and the readings chosen in this calculator. If the readings are
    as before, there is an answer, and no other ruleset answers beside this one, the change shows only head and foot again.
    """
    now = replace(state, readings=state.choice.in_force())
    if now.readings == state.readings and state.answer is not None and question.other is None:
        return StateChange(now, shows=("head", "foot"))
    return StateChange(now, asks=True)


def read_gesture(question: PlateQuestion, state: PlateState, hands: Hands, said: Mapping[str, Any]) -> StateChange:
    """Set the form as a gesture in the picture asks, as its controls would."""
    wanted = hands.wanted(said, state.near.inputs if state.near else state.values)
    new = {name: value for name, value in wanted.items() if value != state.values[name]}
    if not new:
        return StateChange(state, shows=("picture",))
    return put_inputs(replace(state, complaints=(), touched=next(iter(new))), new)


def _typed(question: PlateQuestion, state: PlateState, said: Mapping[str, Any]) -> StateChange:
    name, text = str(said.get("name")), said.get("text")
    kind = question.kinds.get(name)
    if not isinstance(kind, Numeric):
        return StateChange(state)
    try:
        value = typed(kind, text)
    except AskError as problem:
        return wrong_input(state, name, permalink.with_nearest(str(problem), kind, str(text)))
    return replace(changed_input(question, state, name, value), controls=(name,))


def _stepped(question: PlateQuestion, state: PlateState, said: Mapping[str, Any]) -> StateChange:
    name, by = str(said.get("name")), said.get("by")
    kind = question.kinds.get(name)
    if not isinstance(kind, Numeric) or by not in (1, -1):
        return StateChange(state)
    here = ticked(kind, question.ruleset, question.kinds, state.values)
    value = stepped(here, state.values[name], 1 if by == 1 else -1, bool(said.get("far")))
    if value == state.values[name] and name not in state.wrong:
        return StateChange(state)
    return replace(changed_input(question, state, name, value), controls=(name,))


def _reading(question: PlateQuestion, state: PlateState, said: Mapping[str, Any]) -> StateChange:
    ruling, letter = str(said.get("ruling")), str(said.get("letter"))
    check_readings(question.ruleset, {ruling: letter})
    return follow_readings(question, replace(state, choice=state.choice.with_reading(ruling, letter)))


def _own_readings(question: PlateQuestion, state: PlateState, _: Mapping[str, Any]) -> StateChange:
    return follow_readings(question, replace(state, choice=ChosenReadings(question.ruleset)))


def _own_inputs(question: PlateQuestion, state: PlateState, _: Mapping[str, Any]) -> StateChange:
    return follow_shared_inputs(question, state)


def _opened(question: PlateQuestion, state: PlateState, said: Mapping[str, Any]) -> StateChange:
    filled = permalink.fill_from_link(question.spec, question.ruleset, str(said.get("address"))[:4001])
    if not state.instead or said.get("address") != state.instead:
        return fill_form(question, state, filled, by_link=not said.get("own"))
    # what was offered in place of a contradiction is no link, and settles shared inputs
    ruleset, kinds = question.ruleset, question.kinds
    new = shared_inputs.settles(ruleset, kinds, state.values, filled.values)
    settled = new and shared_inputs.settle_inputs(ruleset, kinds, filled.values)
    return StateChange(state, settled=settled, then=fill_form(question, state, filled, by_link=state.choice.by_link))


def _reset(question: PlateQuestion, state: PlateState, _: Mapping[str, Any]) -> StateChange:
    return fill_form(
        question,
        replace(state, pinned=None, picture=question.first_picture, how=HOWS[0]),
        question.home,
        by_link=False,
    )


def _tab(_: PlateQuestion, state: PlateState, said: Mapping[str, Any]) -> StateChange:
    return StateChange(replace(state, open_tab=str(said.get("name"))[:20]), shows=("foot",))


def _picture(_: PlateQuestion, state: PlateState, said: Mapping[str, Any]) -> StateChange:
    return StateChange(replace(state, picture=str(said.get("name"))[:80]), shows=("picture",))


def _how(_: PlateQuestion, state: PlateState, said: Mapping[str, Any]) -> StateChange:
    if said.get("how") not in HOWS:
        return StateChange(state)
    return StateChange(replace(state, how=str(said["how"])), shows=("picture",))


def _pin(_: PlateQuestion, state: PlateState, said: Mapping[str, Any]) -> StateChange:
    return StateChange(replace(state, pinned=state.answer if said["do"] == "pin" else None), shows=("picture", "foot"))


def _luck(_: PlateQuestion, state: PlateState, said: Mapping[str, Any]) -> StateChange:
    return StateChange(replace(state, rolled_text=str(said.get("text", ""))[:200]), shows=("foot",))


def _roll(_: PlateQuestion, state: PlateState, said: Mapping[str, Any]) -> StateChange:
    throws, seed = simulation.wanted(said.get("throws"), said.get("seed"))
    return StateChange(replace(state, throws=throws, seed=seed), starts="roll")


def _stop(_: PlateQuestion, state: PlateState, __: Mapping[str, Any]) -> StateChange:
    return StateChange(state, stops="roll")


def _ready(_: PlateQuestion, state: PlateState, __: Mapping[str, Any]) -> StateChange:
    return StateChange(replace(state, seen=True), starts="readings")


GESTURES = frozenset({"grab", "move", "drop", "nudge", "choose"})
READERS: Mapping[str, Callable[[PlateQuestion, PlateState, Mapping[str, Any]], StateChange]] = {
    "type": _typed,
    "step": _stepped,
    "read": _reading,
    "mine": _own_readings,
    "own": _own_inputs,
    "open": _opened,
    "reset": _reset,
    "tab": _tab,
    "picture": _picture,
    "how": _how,
    "pin": _pin,
    "unpin": _pin,
    "luck": _luck,
    "roll": _roll,
    "stop": _stop,
    "ready": _ready,
}
"""The function that reads each kind of message from the page; gestures go to read_gesture."""
