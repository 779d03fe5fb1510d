"""What does a plate show before it is live? Its answer as text: the question, the headline and the steps.

The server asks in its own process, so this needs no kernel; the same answer gives a shared link its title and
description. Everything here is plain text; the template turns it into HTML and escapes it.
"""

from __future__ import annotations

import ast
import functools
import logging
from dataclasses import dataclass
from fractions import Fraction

from drillbook import Answer, AskError, Step, ask, encode
from drillbook_widgets.site.text import short_section

log = logging.getLogger(__name__)

PLATE_CALLS = frozenset({"calculator"})
OPS = {"add": "+", "subtract": "−", "times": "×", "divide": "÷", "at_least": "at least ", "at_most": "at most "}
UNANSWERED = "This question could not be answered just now."


@dataclass(frozen=True, slots=True)
class Line:
    """One step: what it gave, what it was, which rule says so."""

    amount: str
    label: str
    rule: str
    section: str


@dataclass(frozen=True, slots=True)
class Still:
    """A plate's answer as text."""

    address: str
    question: str
    headline: str
    lines: tuple[Line, ...]
    refused: bool = False
    complaint: str = ""

    @property
    def name(self) -> str:
        """The question's name with its ruleset, such as `bn/covering-fire`."""
        return self.address.partition("?")[0]


def plate_address(source: str) -> str | None:
    """The address in a plate's one line of code, or None where the cell is no plate."""
    try:
        tree = ast.parse(source.strip())
    except SyntaxError:
        return None
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.Expr):
        return None
    call = tree.body[0].value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in PLATE_CALLS:
        return None
    first = call.args[0] if call.args else None
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None


def still_of(address: str) -> Still:
    """The answer at that address; where the address is wrong, the sentence that says so, over the plain question."""
    try:
        return _answered(address)
    except AskError as problem:
        bare = address.partition("?")[0]
        complaint = str(problem)
    try:
        plain = _answered(bare)
    except AskError:
        return Still(address, "", "", (), complaint=complaint)
    return Still(plain.address, plain.question, plain.headline, plain.lines, plain.refused, complaint)


@functools.lru_cache(maxsize=2048)
def _answered(address: str) -> Still:
    try:
        answer = ask(address)
    except AskError:
        raise
    except Exception:  # our bug: the visitor gets a sentence, the log gets the rest
        log.exception("Asking %s failed", address)
        return Still(address, "", UNANSWERED, ())
    steps = tuple(_line(step, answer) for step in answer.outcome.steps)
    headline = answer.headline if answer.headline else UNANSWERED
    return Still(encode(answer.address), answer.title, headline, steps, refused=answer.refused)


def _line(step: Step, answer: Answer) -> Line:
    amount = "" if step.amount is None else written(step.amount)
    return Line(OPS.get(step.op, "") + amount, step.label, step.rule, short_section(_section(step.rule, answer)))


def _section(rule: str, answer: Answer) -> str:
    try:
        return str(answer.ruleset.rule(rule).cite.section)
    except Exception:  # a rule of another layer, or none: the step still reads well
        return ""


def written(amount: object) -> str:
    """A number as a reader writes it: p/q where it is no whole number."""
    if isinstance(amount, Fraction):
        return str(amount.numerator) if amount.denominator == 1 else f"{amount.numerator}/{amount.denominator}"
    return str(amount)
