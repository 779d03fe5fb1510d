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
    state = replace(state, rolled_counts={}, instead="", near=None)
    try:
        settled = spec.settle(ruleset, state.values)
        return replace(state, answer=answer(spec, ruleset, settled, state.readings))
    except Contradiction as problem:
        fitting = {**state.values, **problem.instead}
        instead = str(spec.address(ruleset, fitting, state.readings)) if problem.instead else ""
        return replace(state, complaints=(str(problem),), instead=instead)
    except AskError as problem:
        return replace(state, complaints=(str(problem),))
    except RulesError as problem:
        log.exception("%s cannot be answered", spec.name)
        return replace(state, complaints=(str(problem),))
    except Exception:  # a mistake of ours must not take the calculator down
        log.exception("%s failed with %s", spec.name, state.values)
        return replace(state, complaints=(BROKEN,))
