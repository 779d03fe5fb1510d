"""The facts of a question for a search: its title, chapter and inputs, and their words.

It can be stored for a place where the import of every question takes too long, such as a browser.
"""

from __future__ import annotations

from dataclasses import dataclass

from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Length, Numeric
from drillbook.asking.questions.registry import Spec, chapter_of, questions
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset
from drillbook.search.words import stem, stems, telling

OTHER_SIDE = frozenset(map(stem, "target enemy enemys other his their theirs defender opponent second victim".split()))
DISTANCE = frozenset(map(stem, "distance range away far apart".split()))


@dataclass(frozen=True, slots=True)
class Form:
    """A question's form: its inputs in their order, and the words that name each.

    chapter: the title of the chapter that it belongs to; home: that chapter's own name, as `bn/shooting`; nothing where it has none.
    """

    name: str
    title: str
    help: str
    chapter: str
    home: str
    kinds: dict[str, Kind]
    named: dict[str, frozenset[str]]
    opposing: frozenset[str]
    """The inputs that are about the other side."""
    lengths: tuple[str, ...]
    """Its lengths, that which a bare number most likely means first."""
    counts: tuple[str, ...]
    own: frozenset[str]
    """The words of its question's name."""

    def called(self, said: frozenset[str]) -> float:
        """How much of its question's name is said by these stems; half a name is little."""
        return (len(self.own & said) / len(self.own)) ** 4 if self.own else 0.0


def forms_of(ruleset: Ruleset, lib: Library) -> tuple[Form, ...]:
    """Return the form of every question of a ruleset; each question is imported for it."""
    return tuple(_form(spec, ruleset) for spec in questions(ruleset, lib).values())


def _form(spec: Spec, ruleset: Ruleset) -> Form:
    kinds = {one.name: one.kind for one in spec.listed(ruleset)}
    named = {name: frozenset(stems(f"{kind.label} {name.replace('-', ' ')}")) for name, kind in kinds.items()}
    lengths = [name for name, kind in kinds.items() if isinstance(kind, Length)]
    lengths.sort(key=lambda name: not named[name] & DISTANCE)
    counts = [name for name, kind in kinds.items() if isinstance(kind, Numeric) and not isinstance(kind, Length)]
    direct = frozenset(name for name, words in named.items() if words & OTHER_SIDE)
    opposing = direct | {name for name, kind in kinds.items() if direct & kind.when.keys()}
    own = frozenset(telling(spec.name.replace("-", " ")))
    chapter = chapter_of(ruleset, spec)
    title, home = (chapter.title, f"{ruleset.short}/{chapter.slug}") if chapter else ("", "")
    return Form(
        spec.name, spec.title, spec.help, title, home, dict(kinds), named, opposing, tuple(lengths), tuple(counts), own
    )
