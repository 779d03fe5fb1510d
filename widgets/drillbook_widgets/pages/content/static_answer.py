"""The answer of a plate as text before the plate is live: question, headline and steps.

The text needs no kernel: the site's own worker processes compute it, see site/workers/pool.py. The same answer
provides the title and description of a shared link. Everything here is plain text; the template escapes it and turns
it into HTML.
"""

from __future__ import annotations

import ast
import logging
from dataclasses import dataclass, replace

from drillbook import Answer, AskError, ask, decode, encode, library
from drillbook.asking.questions.registry import find_question
from drillbook.formats.sheet import ReadingLine, StepLine, sheet
from drillbook_widgets.plate.layout import arrangement, form_heights
from drillbook_widgets.plate.permalink import fill_from_link, sensible
from drillbook_widgets.plate.shared_inputs import line
from drillbook_widgets.views.of_answer import opens_with_few_words

log = logging.getLogger(__name__)

PLATE_CALLS = frozenset({"calculator"})
PARTS = ("address", "picture", "beside")
"""What such a call may name, in its order."""
UNANSWERED = "This question could not be answered just now."


@dataclass(frozen=True, slots=True)
class Still:
    """A plate's answer as text."""

    address: str
    question: str
    headline: str
    odds: str = ""
    situation: tuple[tuple[str, str], ...] = ()
    lines: tuple[StepLine, ...] = ()
    readings: tuple[ReadingLine, ...] = ()
    usually: str = ""
    refused: bool = False
    complaint: str = ""
    late: bool = False
    form: tuple[int, int] = (0, 0)
    """How tall the plate's form will be, with a mouse and on a phone, in pixels; 0 where that is not known."""
    laid_out: str = ""
    rolls: bool = False
    kept: str = ""
    """What the players settle once for all plates of the ruleset, as the plate says it in a line of its own."""
    met: tuple[str, ...] = ()
    """The rulings that the answer hangs on, by name."""
    overruled: tuple[str, ...] = ()
    """What the address asks for that cannot be chosen any more, a sentence each."""

    @property
    def name(self) -> str:
        """The question's name with its ruleset, such as `bn/covering-fire`."""
        return self.address.partition("?")[0]


def plate_call(source: str) -> dict[str, str]:
    """Return the arguments in a plate's line of code: `address`, `picture` and `beside`.

    picture: the picture shown first. beside: the ruleset beside this one. The dict is empty if the cell is no plate.
    """
    try:
        tree = ast.parse(source.strip())
    except SyntaxError:
        return {}
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.Expr):
        return {}
    call = tree.body[0].value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in PLATE_CALLS:
        return {}
    named = dict(zip(PARTS, call.args, strict=False)) | {
        one.arg: one.value for one in call.keywords if one.arg in PARTS
    }
    told = {
        name: part.value
        for name, part in named.items()
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    }
    return told if "address" in told else {}


def plate_address(source: str) -> str | None:
    """Return the address in a plate's line of code, or None if the cell is no plate."""
    return plate_call(source).get("address")


def still_of(address: str) -> Still:
    """Return the answer at an address.

    If the address is wrong, the answer is the one that the plate itself will show (with the nearest good values),
    together with the sentence that says what was wrong. If the address names no question at all, the result holds only
    the sentence.
    """
    try:
        return _answered(address)
    except AskError as problem:
        complaint = str(problem)
    try:
        bare = decode(address.partition("?")[0])
        ruleset = library().find(bare.ruleset)
        spec = find_question(ruleset, bare.question)
        filled = sensible(spec, ruleset, fill_from_link(spec, ruleset, address))
        mended = spec.address(ruleset, spec.settle(ruleset, filled.values), filled.readings)
        return replace(_answered(encode(mended)), complaint=" ".join(filled.complaints) or complaint)
    except AskError:
        return Still(address, "", "", complaint=complaint)


def settled(address: str) -> str:
    """Return the address with every input that its answer uses, as links are made.

    An address that is not understood is returned unchanged.
    """
    try:
        bare = decode(address.partition("?")[0])
        ruleset = library().find(bare.ruleset)
        spec = find_question(ruleset, bare.question)
        filled = fill_from_link(spec, ruleset, address)
        return encode(spec.address(ruleset, spec.settle(ruleset, filled.values), filled.readings))
    except AskError:
        return address


def _answered(address: str) -> Still:
    try:
        answer = ask(address)
        told = sheet(answer)
    except AskError:
        raise
    except Exception:  # our bug: the visitor gets a sentence, the log gets the rest
        log.exception("Asking %s failed", address)
        return Still(address, "", UNANSWERED)
    kinds = answer.spec.kinds(answer.ruleset)
    shown = answer.spec.visible(answer.ruleset, answer.inputs)
    laid_out = arrangement(kinds, shown)
    return Still(
        encode(answer.address),
        told.question,
        told.headline,
        told.odds,
        told.situation,
        told.lines,
        told.readings,
        told.usually,
        refused=answer.refused,
        form=form_heights(kinds, answer.inputs, shown),
        laid_out="brief" if laid_out == "low" and opens_with_few_words(answer) else laid_out,
        rolls=answer.spec.simulate is not None,
        kept=_kept(answer),
        met=tuple(answer.readings),
        overruled=told.overruled,
    )


def _kept(answer: Answer) -> str:
    own = answer.ruleset.shared_inputs is not None and answer.ruleset.shared_inputs.question == answer.spec.name
    return "" if own else line(answer.ruleset, answer.address.inputs)
