"""From the inputs of a form to its answer, or to the sentence that says why there is none."""

from __future__ import annotations

import logging
from dataclasses import replace

from drillbook.asking.answers.ask import answer
from drillbook.errors import AskError, Contradiction, RulesError
from drillbook_widgets.plate.state import PlateQuestion, PlateState

log = logging.getLogger(__name__)

BROKEN = "This question could not be answered with these inputs; that is a mistake of ours, not yours. Change something to go on."


def answered(question: PlateQuestion, state: PlateState) -> PlateState:
    """Return the state with the answer to its values.

    Where there is none, the last answer stays and the complaints say why; a contradiction also offers an address that fits.
    """
    spec, ruleset = question.spec, question.ruleset
    found, complaints, instead = state.answer, state.complaints, ""
    try:
        found = answer(spec, ruleset, spec.settle(ruleset, state.values), state.readings)
    except Contradiction as problem:
        complaints = (str(problem),)
        if problem.instead:
            instead = str(spec.address(ruleset, {**state.values, **problem.instead}, state.readings))
    except AskError as problem:
        complaints = (str(problem),)
    except RulesError as problem:
        log.exception("%s cannot be answered", spec.name)
        complaints = (str(problem),)
    except Exception:  # a mistake of ours must not take the calculator down
        log.exception("%s failed with %s", spec.name, state.values)
        complaints = (BROKEN,)
    return replace(state, answer=found, complaints=complaints, instead=instead, near=None, rolled_counts={})
