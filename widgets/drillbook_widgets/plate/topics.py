"""What the page shows of a calculator.

The functions turn the calculator's state into the topics of the head, the foot and the picture. Of the foot's tabs,
only the open one is computed.
"""

from __future__ import annotations

from typing import Any

from drillbook.asking.answers.ask import Answer
from drillbook_widgets.plate import house_rules, pinned, shared_inputs, view_model
from drillbook_widgets.plate.gestures import Hands
from drillbook_widgets.plate.picture import ShownPicture, shown_picture
from drillbook_widgets.plate.state import PlateQuestion, PlateState
from drillbook_widgets.plate.tabs import luck, simulation
from drillbook_widgets.plate.tabs.other_ruleset import ask_beside
from drillbook_widgets.views import Look


def head_topics(question: PlateQuestion, state: PlateState) -> dict[str, Any]:
    """Return the headline, the complaints, and what is shown beside each input."""
    ruleset, kinds, now = question.ruleset, question.kinds, state.answer
    said = {"complaint": " ".join(state.complaints), "instead": state.instead}
    if now is None:
        return {"face": {"headline": "", "odds": "", "refused": False, "inputs": {}} | said}
    face = view_model.headline_topic(now, house_rules.idle(state.choice, now)) | said
    # the address by which the reader comes back to what he has made of the form, without his house rules; none by a link
    own = "" if state.choice.by_link else str(question.spec.address(ruleset, now.inputs, state.choice.chosen))
    return {
        "face": face
        | {
            "address": str(now.address),
            "own": own,
            "refusals": state.refusals,
            "href": f"{question.base}/{now.address}" if question.base else "",
            "inputs": view_model.inputs(now, kinds, state.values, state.wrong),
            "kept": shared_inputs.shared_line_topic(ruleset, kinds, state.values),
            "house": house_rules.house_rules_topic(state.choice, now),
        }
    }


def foot_topics(question: PlateQuestion, state: PlateState) -> dict[str, Any]:
    """Return the names of the tabs and the content of the open one.

    There is nothing to show before the first answer.
    """
    now = state.answer
    if now is None:
        return {}
    tabs = view_model.tabs(now, throws=luck.spread_of(now) is not None)
    if question.other:
        tabs.remove("pin")  # what would be pinned stands there already
    tab = state.open_tab if state.open_tab in tabs else "why"
    return {"asked": str(now.address), "tabs": tabs} | _tab_topic(tab, question, state, now)


def _tab_topic(tab: str, question: PlateQuestion, state: PlateState, now: Answer) -> dict[str, Any]:
    match tab:
        case "why":
            own = {"house": house_rules.house_rules_topic(state.choice, now)}
            return {"why": view_model.why(now, house_rules.idle(state.choice, now)) | own}
        case "pin":
            return {"pin": pinned.pin_topic(state.pinned, now)}
        case "luck":
            return {"luck": luck.luck(now, state.rolled_text)}
        case "table":
            return {"table": view_model.tables(now)}
        case "share":
            return {"share": view_model.share_topic(now, question.base)}
        case "roll":
            return {"roll": simulation.simulation_topic(now, 0, state.throws, state.seed, state.rolled_counts)}
        case _:  # the other readings come on their own, once they are known
            return {}


def picture_of(question: PlateQuestion, state: PlateState, hands: Hands) -> ShownPicture:
    """Return the picture of the answer, or of the nearest one that the rules allow.

    hands: takes the picture's marks and cells.
    """
    other = question.other
    rules = house_rules.rules(other) if other and not state.choice.by_link else {}
    there = ask_beside(state.answer, other, rules) if other and state.answer else None
    look = Look(state.how, there.answer, there.title) if there else Look(state.how, state.pinned)
    return shown_picture(state.answer, state.near, state.picture, look, state.rolled_counts, hands, there)
