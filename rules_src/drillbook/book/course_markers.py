"""The text that the markers of a course print.

The markers print a guess with its answer folded, the result of the dice, the state of all, and the chapters left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from random import Random

from drillbook.asking.answers.ask import Answer
from drillbook.asking.questions.registry import chapter_of
from drillbook.book.course import START, Course, Moment, course_of
from drillbook.book.inline_answers import answer_text, chance_of, field_of
from drillbook.book.markdown_parts import escaped
from drillbook.errors import AskError, listed
from drillbook.formats.sheet import sheet
from drillbook.quiz.items import item
from drillbook.rules.library import Library

_DIGIT = re.compile(r"\d")
_INNER = re.compile(r"<!--.*?-->.*?<!--/\w+-->", re.DOTALL)
YES_NO = ("Yes", "No")
DICE = "dice="


@dataclass(frozen=True, slots=True)
class Guess:
    """The guess that the reader makes: a chance in percent, a number, or one of some options.

    options: each with the reason why a reader could choose it wrongly.
    """

    kind: str
    right: str
    options: tuple[tuple[str, str], ...] = ()


def _moment(lib: Library, name: str) -> tuple[Course, Moment]:
    course, episode = _course(lib, name)
    return course, course.moment(episode)


def _course(lib: Library, name: str) -> tuple[Course, str]:
    short, slash, episode = name.partition("/")
    if not slash:
        raise AskError(f"an episode is named by its ruleset and itself, such as bn/first-shot, not '{name}'.")
    return course_of(lib.find(short), lib), episode


def guess_of(moment: Moment) -> Guess:
    """Return what the reader guesses in an episode, in the form that its `guess` names.

    Raises AskError if that form cannot be guessed.
    """
    found, form, options = moment.found, moment.episode.guess, tuple(moment.episode.options)
    field, _, look = form.partition(":")
    if form == "headline":
        return _earned(found)
    if form == "chance" or look == "percent":
        chance = chance_of(found) if form == "chance" else field_of(found, field)
        if not isinstance(chance, int | Fraction):
            raise AskError(f"{field} of {found.spec.name} is no chance.")
        return Guess("chance", f"{float(chance) * 100:.1f}")
    value = field_of(found, field)
    if isinstance(value, bool):
        return Guess("choice", YES_NO[not value], tuple((word, "") for word in YES_NO))
    told = answer_text(found, form)
    if options:
        if options.count(told) != 1:
            raise AskError(f"the answer is '{told}', and its options are {listed(options)}; one of them must be right.")
        return Guess("choice", told, tuple((word, "") for word in options))
    if not isinstance(value, int | Fraction):
        raise AskError(f"{form} of {found.spec.name} is '{told}', no number; give options to choose from.")
    return Guess("number", f"{float(value):g}")


def _earned(found: Answer) -> Guess:
    """Return a guess of the whole answer among wrong answers that a player could honestly give.

    The wrong answers are made as in a quiz. Raises AskError if there are too few of them.
    """
    made = item(found, Random(str(found.address)))
    if made is None:
        raise AskError(
            f"{found.spec.name} has too few wrong answers here that somebody could give; guess something else."
        )
    return Guess("choice", found.headline, tuple((one.words, one.why) for one in made.options))


def guess(lib: Library, name: str) -> str:
    """Return the box in which the reader guesses, as Markdown.

    The answer and its steps are folded under the box. The box is complete without any script.
    Raises AskError if the episode asks for no guess.
    """
    course, moment = _moment(lib, name)
    one, told = moment.episode, sheet(moment.found)
    if not one.guess or not one.prompt:
        raise AskError(f"episode {one.name} of the course asks for no guess; give it guess and asks.")
    wanted = guess_of(moment)
    data = {
        "course": course.ruleset.short, "name": one.name, "kind": wanted.kind, "right": wanted.right,
        "unit": one.unit, "address": str(moment.found.address),
    }  # fmt: skip
    held = " ".join(f'data-{key}="{escape(value)}"' for key, value in data.items() if value)
    out = [f'<div class="guess" id="guess-{one.name}" {held}>', "", f"**{escaped(one.prompt)}**", ""]
    out += [
        '<div class="guess-situation">',
        "",
        " · ".join(f"{escaped(a)}: **{escaped(b)}**" for a, b in told.situation),
    ]
    out += ["", "</div>", ""]
    if wanted.options:
        out += [
            '<div class="guess-options">',
            "",
            *(f"- {escaped(words)}" for words, _ in wanted.options),
            "",
            "</div>",
            "",
        ]
    out += ['<details class="guess-answer">', "<summary>Guess first, then look</summary>", ""]
    out += [f"**[{escaped(told.headline)}](/{moment.found.address})**", ""]
    for line in told.lines:
        where = f"[{escaped(line.section)}]({line.page})" if line.page else escaped(line.section)
        out.append(f"- **{escaped(line.mark)}** {escaped(line.label)} ({where})")
    slips = [(words, why) for words, why in wanted.options if why]
    if slips:
        out += [
            "",
            '<div class="guess-slips">',
            "",
            *(f"- *{escaped(words)}*: {escaped(why)}" for words, why in slips),
            "",
            "</div>",
        ]
    return "\n".join([*out, "", "</details>", "", "</div>"])


def fell(lib: Library, name: str, *words: str, body: str) -> None:
    """Check that an episode's dice give the result that a handwritten sentence states.

    Raises AskError if they do not, if the sentence is empty, or if it holds a digit outside a marker.
    words: the result that the sentence states, as the simulation names it, and `dice=6,2` if the sentence depends on the
    exact faces. body: the sentence.
    """
    _, moment = _moment(lib, name)
    pinned = [word.removeprefix(DICE).split(",") for word in words if word.startswith(DICE)]
    said = " ".join(word for word in words if not word.startswith(DICE))
    if moment.thrown is None:
        raise AskError(f"episode {moment.episode.name} throws no dice; give it a seed.")
    if not said:
        raise AskError(f"it must say which result its sentence tells; the dice say '{moment.fell}'.")
    if said != moment.fell:
        raise AskError(
            f"the story says '{said}', but the dice of {moment.episode.name} say '{moment.fell}';"
            " tell that, or take another seed."
        )
    fallen = [str(face) for face in moment.thrown.faces]
    if pinned and pinned[0] != fallen:
        raise AskError(f"the story stands on the dice {listed(pinned[0], 'and')}, but {listed(fallen, 'and')} fell.")
    if _DIGIT.search(_INNER.sub("", body)):
        raise AskError("its sentence holds a digit; print it with a marker, or say it in words.")
    if not body.strip():
        raise AskError(f"it needs a sentence that tells the result '{said}'.")


def faces(lib: Library, name: str) -> str:
    """Return the faces of an episode's dice in the order of their fall.

    Raises AskError if the episode throws no dice that can be shown.
    """
    _, moment = _moment(lib, name)
    if moment.thrown is None or not moment.thrown.faces:
        raise AskError(f"episode {moment.episode.name} throws no dice that can be shown.")
    return listed(map(str, moment.thrown.faces), "and")


def episode_answer(lib: Library, name: str, form: str = "") -> str:
    """Return the answer of an episode's question as inline text, linked to its calculator."""
    _, moment = _moment(lib, name)
    return f"[{escaped(answer_text(moment.found, form))}](/{moment.found.address})"


def now(lib: Library, name: str, thing: str) -> str:
    """Return a thing of the state after an episode, or at the start."""
    course, episode = _course(lib, name)
    return escaped(course.held(f"{{{thing}}}", episode))


def muster(lib: Library, name: str, since: str = START) -> str:
    """Return the running table of the state after an episode, or at the start.

    since: an earlier episode or the start; whatever has changed since that moment is in bold.
    Raises AskError if the course has no table.
    """
    course, episode = _course(lib, name)
    if not course.columns:
        raise AskError(f"the course of {course.ruleset.title} keeps no table; give it a [table].")
    out = ['<div class="muster">', "", f"| {' | '.join(map(escaped, course.columns))} |"]
    out.append(f"|{'|'.join(' :--- ' for _ in course.columns)}|")
    for row in course.rows:
        cells = []
        for cell in row:
            text, before = escaped(course.held(cell, episode)), escaped(course.held(cell, since))
            cells.append(text if text == before or episode == START else f"**{text}**")
        out.append(f"| {' | '.join(cells)} |")
    return "\n".join([*out, "", "</div>"])


def beyond(lib: Library, short: str) -> str:
    """Return the list of chapters that the course does not reach, with their summaries."""
    course = course_of(lib.find(short), lib)
    ruleset = course.ruleset
    met = {chapter_of(ruleset, moment.found.spec) for moment in course.moments.values()}
    rest = [chapter for chapter in ruleset.chapters if chapter not in met]
    return "\n".join(f"- [{escaped(one.title)}](/{short}/{one.slug}): {escaped(one.summary)}" for one in rest)
