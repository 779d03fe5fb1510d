"""The words that the forms of a ruleset understand.

Each option, each yes-or-no and each number has the words that name it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.inputs.rows import Rows
from drillbook.search.form import Form
from drillbook.search.reading import SearchTerm
from drillbook.search.words import EMPTY_STEMS, stem, stems, telling

NOTHING = frozenset({"none", "no", "not", "nobody", "nothing", "usual", "unknown"})
"""Keys of options that say that something is not there; they are the default and nobody types them."""
WEAK = frozenset(
    map(stem, "target enemy man men is he his the it its unit side them theirs mine side number as".split())
)
"""Words of a label that do not tell it from others."""
MEN = stem("men")


@dataclass(frozen=True, slots=True)
class Slot:
    """Something that words can set in a form: an input and the value that it takes.

    value: None if a number follows. field: if the input is a list of rows, the field of a row that takes the value.
    """

    form: int
    input: str
    value: Any
    words: frozenset[str]
    key: tuple[str, ...] = ()
    flag: bool = False
    field: str = ""


class Forms:
    """Every form of a ruleset, and the way from a word to what it may set."""

    def __init__(self, forms: Sequence[Form]) -> None:
        self.all = forms
        self.slots: list[Slot] = []
        self._by_stem: dict[str, list[int]] = {}
        for number, form in enumerate(self.all):
            for slot in _slots(number, form):
                for one in slot.words:
                    self._by_stem.setdefault(one, []).append(len(self.slots))
                self.slots.append(slot)

    def named(self, pieces: Iterable[SearchTerm]) -> list[int]:
        """Return the numbers of the forms whose question's name is in the search."""
        said = frozenset(one for piece in pieces if not piece.empty for phrase in piece.phrases for one in phrase)
        return [number for number, form in enumerate(self.all) if form.own and form.own <= said]

    def spoken(self) -> Iterator[str]:
        """Every word that a form knows by its key alone, so that no abbreviation counts as misspelt."""
        for form in self.all:
            for kind in form.kinds.values():
                inner = kind.fields.values() if isinstance(kind, Rows) else [kind]
                for one in (one for one in inner if isinstance(one, Choice)):
                    yield from (key.replace("-", " ") for key in one.options)

    def naming(self, phrase: Iterable[str]) -> Iterator[int]:
        """Yield the numbers of the slots whose words hold the whole phrase.

        Words that say nothing by themselves are not needed.
        """
        rows = [self._by_stem.get(one, []) for one in phrase if one not in EMPTY_STEMS]
        if rows and all(rows):
            first = min(rows, key=len)
            others = [set(row) for row in rows if row is not first]
            yield from (one for one in first if all(one in row for row in others))


def _slots(number: int, form: Form) -> Iterator[Slot]:
    for name, kind in form.kinds.items():
        if isinstance(kind, Rows):
            for field, inner in kind.fields.items():
                if isinstance(inner, Choice):
                    yield from _options(number, name, inner, field)
        elif isinstance(kind, Choice):
            yield from _options(number, name, kind)
            if any(map(_digits, kind.options)):
                yield Slot(number, name, None, _naming(name, kind))
        elif isinstance(kind, Flag):
            if _naming(name, kind) - WEAK:
                yield Slot(number, name, True, _naming(name, kind), flag=True)
        elif words := _naming(name, kind) | set(telling(kind.unit)):
            yield Slot(number, name, None, words)


def _naming(name: str, kind: Kind) -> frozenset[str]:
    """Return the words that name an input."""
    return frozenset(telling(f"{kind.label} {name.replace('-', ' ')}"))


def _options(number: int, name: str, kind: Choice, field: str = "") -> Iterator[Slot]:
    for key, label in kind.options.items():
        words = frozenset(telling(f"{label} {key.replace('-', ' ')}"))
        if words and key not in NOTHING and not _digits(key):
            value = (key,) if isinstance(kind, Choices) else key
            yield Slot(number, name, value, words, tuple(stems(key.replace("-", " "))), field=field)


def _digits(key: str) -> bool:
    return key[:1].isdigit() and not any(map(str.isalpha, key))
