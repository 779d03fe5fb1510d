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
from drillbook.asking.inputs.kinds import Kind, Numeric
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
    """What a plate is filled in with: values for every input, readings, and what was wrong with the link."""

    values: Mapping[str, Any]
    readings: Mapping[str, str]
    complaints: tuple[str, ...] = ()


def visit(origin: str, folder: str) -> None:
    """From now on this kernel belongs to a page of the site at that origin, whose notebook stands in that folder."""
    here().base = origin
    os.chdir(folder)
    follow()  # this kernel may have been forked before a file of rules was changed


def want(address: str, own: bool = False) -> None:
    """The next plate is wanted with that address; it takes it if it is its question's.

    own: the reader comes back to what he has made of the plate himself, so that no link wins over what is his.
    """
    here().taken.discard(address.strip().removeprefix("/"))
    here().wanted, here().own = address, own


def base() -> str:
    """The site's origin, or nothing where there is no site."""
    told = here().base
    return (os.environ.get(BASE, "") if told is None else told).rstrip("/")


def take(ruleset: str, question: str) -> str | None:
    """The address this page was opened with, if it is this question's and no earlier plate has taken it."""
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
    """The parts of an address meant for this plate; AskError with the sentence where it is not one of this question."""
    wanted = decode(str(text))
    if (wanted.ruleset, ruleset.now_called(wanted.question)) != (ruleset.short, question):
        raise AskError(f"This plate answers {ruleset.short}/{question}, not {wanted.ruleset}/{wanted.question}.")
    inputs = {ruleset.now_called(question, name): text for name, text in wanted.inputs.items()}
    return replace(wanted, inputs=inputs)


def fill_from_link(spec: Spec, ruleset: Ruleset, text: str, usual: Filled | None = None) -> Filled:
    """All that can be made of a link: its good parts, the nearest good value for the others, and the sentences that say so.

    usual is what the plate shows where nothing of the link can be read.
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
    """The same with values that contradict each other replaced by the nearest that do not, and a sentence that says so.

    It asks to find out, so it is for those whose own asking has met a contradiction.
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
    """The complaint with the nearest good value, where there is one and the sentence does not name it already."""
    near = nearest(kind, text)
    return sentence if near is None or "nearest" in sentence else f"{sentence} The nearest is {kind.words(near)}."


def nearest(kind: Kind, text: str) -> Any:
    """The value of the domain nearest to a number that is out of it; None where the text is no number at all."""
    if not isinstance(kind, Numeric):
        return None
    try:
        return kind.nearest(parse_number(text))
    except ValueError:
        return None
