"""Which plate does the address of the page fill in, and what link does a plate give back?

The site tells the kernel its own origin and, before a plate is made, the address that the plate is wanted with: by a call of `visit`
and of `want`, or in the environment where a kernel is started for one page. Without a site there is neither, and a plate gives its
bare address.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from drillbook.asking.answers.address import Address, decode
from drillbook.asking.answers.ask import answer, check_readings, read_inputs
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.questions.registry import Spec
from drillbook.errors import AskError, Contradiction
from drillbook.maths.exact import parse_number
from drillbook.rules.model import Ruleset
from drillbook.rules.reload import follow
from drillbook_widgets.plate.page_session import here
from drillbook_widgets.plate.truncated_link import cut_short

WANTED = "DRILLBOOK_ADDRESS"
BASE = "DRILLBOOK_BASE_URL"


@dataclass(frozen=True, slots=True)
class Filled:
    """The content with which a plate is filled.

    The content is a value for every input, the readings, and the complaints about the link.
    """

    values: Mapping[str, Any]
    readings: Mapping[str, str]
    complaints: tuple[str, ...] = ()


def visit(origin: str, folder: str) -> None:
    """Assign this kernel to a page of the site.

    origin: the site's origin. folder: the folder with the page's notebook, which becomes the working directory.
    """
    here().base = origin
    os.chdir(folder)
    follow()  # this kernel may have been forked before a file of rules was changed


def want(address: str, own: bool = False) -> None:
    """Set the address that the next plate of the address's question takes.

    own: whether the reader comes back to what the reader has made of the plate. A link then does not override the
    reader's house rules.
    """
    here().taken.discard(address.strip().removeprefix("/"))
    here().wanted, here().own = address, own


def base() -> str:
    """Return the site's origin, or an empty string if there is no site."""
    told = here().base
    return (os.environ.get(BASE, "") if told is None else told).rstrip("/")


def take(ruleset: str, question: str) -> str | None:
    """Return the address with which this page was opened, for the plate of its question.

    The result is None if the address belongs to another question or an earlier plate has taken it.
    """
    told = here()
    text = (os.environ.get(WANTED, "") if told.wanted is None else told.wanted).strip().removeprefix("/")
    if not text or text in told.taken:
        return None
    path = text.partition("?")[0].rstrip("/")
    if path != f"{ruleset}/{question}":
        return None
    told.taken.add(text)
    return text


def same_question(text: object, ruleset: Ruleset, question: str) -> Address:
    """Return the parts of an address that is meant for this plate.

    Old names are replaced by the current ones. Raises AskError with the reason if the address is not one of this
    question.
    """
    wanted = decode(str(text))
    if (wanted.ruleset, ruleset.now_called(wanted.question)) != (ruleset.short, question):
        raise AskError(f"This plate answers {ruleset.short}/{question}, not {wanted.ruleset}/{wanted.question}.")
    inputs = {ruleset.now_called(question, name): text for name, text in wanted.inputs.items()}
    return replace(wanted, inputs=inputs)


def fill_from_link(spec: Spec, ruleset: Ruleset, text: str, usual: Filled | None = None) -> Filled:
    """Return everything usable of a link: good parts, nearest good values, and complaints.

    A bad value is replaced by the nearest good value, and a sentence says so. usual: what the plate shows if nothing of
    the link can be read.
    """
    text, cut = cut_short(text, {one.name: one.kind for one in spec.bound(ruleset)})
    try:
        wanted = same_question(text, ruleset, spec.name)
    except AskError as problem:
        if usual is None:
            return Filled(spec.defaults(ruleset), {}, (str(problem),))
        return Filled(usual.values, usual.readings, (str(problem),))
    values = spec.defaults(ruleset)
    complaints = [cut] if cut else []
    for one in spec.bound(ruleset):
        if one.name not in wanted.inputs:
            continue
        try:
            values[one.name] = one.kind.parse(wanted.inputs[one.name])
        except AskError as problem:
            near = nearest(one.kind, wanted.inputs[one.name])
            values[one.name] = one.kind.first if near is None else near
            complaints.append(f"{problem} Shown here with {one.kind.words(values[one.name])}.")
    readings = {}
    for name, letter in wanted.readings.items():
        try:
            check_readings(ruleset, {name: letter})
        except AskError as problem:
            complaints.append(str(problem))
        else:
            readings[name] = letter
    if not complaints:
        # a last look by the question itself: unknown names, inputs that do not apply
        try:
            read_inputs(spec, ruleset, wanted.inputs)
        except AskError as problem:
            complaints.append(str(problem))
    return Filled(values, readings, tuple(complaints))


def sensible(spec: Spec, ruleset: Ruleset, filled: Filled) -> Filled:
    """Return the same filling with contradictory values replaced by the nearest compatible ones.

    A sentence states the replacement. The function asks the question to find a contradiction, so it is meant for callers
    whose own asking has met one.
    """
    try:
        answer(spec, ruleset, spec.settle(ruleset, filled.values), filled.readings)
    except Contradiction as problem:
        told = (*filled.complaints, f"{problem} Shown here with that.")
        return Filled({**filled.values, **problem.instead}, filled.readings, told)
    except Exception:  # whatever else is wrong is told by whoever asks next
        pass
    return filled


def with_nearest(sentence: str, kind: Kind, text: str) -> str:
    """Return a complaint with the nearest good value added.

    The complaint is unchanged if there is no nearest value or the complaint already names it.
    """
    near = nearest(kind, text)
    return sentence if near is None or "nearest" in sentence else f"{sentence} The nearest is {kind.words(near)}."


def nearest(kind: Kind, text: str) -> Any:
    """Return the value of the domain nearest to a number outside it; None for any other text."""
    if not isinstance(kind, Numeric):
        return None
    try:
        return kind.nearest(parse_number(text))
    except ValueError:
        return None
