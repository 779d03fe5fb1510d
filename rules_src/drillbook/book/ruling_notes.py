"""A ruling as a folded note.

One line asks the question in players' words and gives the reading taken. The opened note gives the arguments.
"""

from __future__ import annotations

from html import escape

from drillbook.asking.answers.ask import ask
from drillbook.asking.questions.registry import examples_of
from drillbook.book.markdown_parts import anchor, escaped
from drillbook.errors import AskError, RulesError
from drillbook.rules.entities import Ruling
from drillbook.rules.library import Library


def note(lib: Library, identity: str) -> str:
    """Return the ruling of a whole id as <details>.

    The note has the readings, what each gives for the ruling's examples, the reason and the section.
    """
    short, _, name = identity.partition(".ruling.")
    ruleset = lib.find(short)
    try:
        found = ruleset.ruling(name)
    except RulesError as error:
        raise AskError(str(error)) from None
    out = [
        '<details class="ruling">',
        f"<summary>{anchor(found.id)}<b>{escape(found.ask, quote=False)}</b>"
        f" {escape(found.taken, quote=False)} <i>{_rest(found)}</i></summary>",
        "",
        escaped(found.problem),
        "",
    ]
    shown = examples_of(found, ruleset, lib) if found.free else ()
    for letter, words in found.readings.items():
        word = "settled" if found.settled else "our default"
        default = f" *({word})*" if letter == found.default else ""
        told = [
            ask(f"{example}{'&' if '?' in example else '?'}ruling.{found.name}={letter}", otherwise=False, lib=lib)
            for example in shown
        ]
        links = " ·".join(f" [{escaped(one.headline)}](/{one.address})" for one in told)
        out.append(f"- **{letter}** {escaped(words)}{default}{links}")
    out += [f"- **{letter}** is no reading any more: {escaped(why)}" for letter, why in found.retired.items()]
    if found.settled_by not in ("", found.why):
        out += ["", f"Settled: {escaped(found.settled_by)}"]
    out += ["", f"{escaped(found.why)} ({escaped(found.cite.section)})", "", "</details>"]
    return "\n".join(out)


def _rest(ruling: Ruling) -> str:
    """Return what the note's line says about the readings that the book does not take."""
    if ruling.settled:
        return "settled"
    if ruling.kind == "option":
        return "optional rule"
    others = len(ruling.readings) - 1
    return f"{others} other reading{'s' if others > 1 else ''}"
