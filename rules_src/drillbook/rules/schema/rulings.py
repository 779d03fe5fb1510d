"""The allowed content of a chapter's rulings.toml.

A ruling has its readings; a layer can instead take over, settle or drop a ruling of its parent's.
"""

import re
from typing import Literal

from pydantic import model_validator

from drillbook.rules.schema.rules import CiteFile, ClosedModel

#: How the name of a reading is written: lower-case words with hyphens between them.
NAME = re.compile(r"[a-z]+(-[a-z]+)*")


class RulingFile(ClosedModel):
    """One ruling or option.

    In a layer, `settled_reading`, `removed` or `same_as` is enough, together with what differs from the parent's ruling.
    """

    #: `ruling`, or `option` for an optional rule.
    kind: Literal["ruling", "option"] = "ruling"
    #: Place in the source.
    cite: CiteFile | None = None
    #: Title: the question in players' words.
    question: str = ""
    #: What the book takes, in a short sentence, where the default reading is too long for a line.
    answer: str = ""
    #: What the source leaves open.
    problem: str = ""
    #: What each reading says, by letter.
    readings: dict[str, str] = {}
    #: Name of each reading, by letter; questions use it in `r.holds`.
    reading_names: dict[str, str] = {}
    #: Letter of the reading that the book takes.
    default: str = "A"
    #: Why the book takes it.
    why: str = ""
    #: Whether a reader may choose another reading.
    switchable: bool = True
    #: Address whose answer differs between the readings.
    example: str | None = None
    #: More such addresses.
    more_examples: list[str] = []
    #: Why the ruling is not switchable.
    reason: str | None = None
    #: In a layer: letter of the reading that the layer's source settles.
    settled_reading: str | None = None
    #: Sentence, in our words, that settles the ruling; the other readings can no longer be chosen.
    settled_by: str = ""
    #: Letters that are no longer readings, each with the sentence that rules them out.
    retired_readings: dict[str, str] = {}
    #: In a layer: name of the parent's ruling that is taken over.
    same_as: str | None = None
    #: In a layer: name of the parent's ruling that this ruling replaces.
    replaces: str | None = None
    #: In a layer: own letter = the parent's letter.
    parent_letters: dict[str, str] = {}
    #: In a layer: whether the parent's ruling is dropped.
    removed: bool = False

    @model_validator(mode="after")
    def _whole(self) -> "RulingFile":
        if self.question and not self.question.endswith("?"):
            raise ValueError("has a question without a question mark; end it with a question mark")
        if self.settled_reading is not None or self.same_as is not None or self.removed:
            extra = sorted(
                self.model_fields_set & {"problem", "readings", "reading_names", "switchable", "kind", "reason"}
            )
            if extra:
                raise ValueError(f"takes over the parent's {extra[0]}; write replaces to state a ruling anew")
            if self.settled_by and self.settled_reading is None:
                raise ValueError(
                    'has settled_by, so it needs settled_reading, the letter of the reading, such as settled_reading = "A"'
                )
            return self
        if self.settled_by and self.switchable:
            raise ValueError("has settled_by, so it needs switchable = false")
        if self.parent_letters:
            raise ValueError("has parent_letters, so it needs same_as, the name of the parent's ruling")
        parts = {
            "question": self.question,
            "cite": self.cite,
            "problem": self.problem,
            "why": self.why,
            "readings": len(self.readings) > 1,
        }
        lacking = [name for name, part in parts.items() if not part]
        if lacking:
            raise ValueError(f"needs question, cite, problem, why and at least two readings; {lacking[0]} is not there")
        if self.default not in self.readings:
            raise ValueError(
                f"has the default {self.default}, which is none of its readings {', '.join(self.readings)}"
            )
        if self.switchable and not self.example:
            raise ValueError("is switchable, so it needs an example whose answer differs between the readings")
        if not self.switchable and not self.reason and not self.settled_by:
            raise ValueError("is not switchable, so it needs settled_by, the sentence that settles it, or a reason")
        still = [letter for letter in self.retired_readings if letter in self.readings]
        if still:
            raise ValueError(
                f"retires {still[0]}, which is one of its readings still; take it out of readings and reading_names"
            )
        if self.kind == "option" and not self.reading_names and set(self.readings) == {"A", "B"}:
            self.reading_names = {"A": "unused", "B": "used"}
        self._named()
        return self

    def _named(self) -> None:
        stray = [letter for letter in self.reading_names if letter not in self.readings]
        if stray:
            raise ValueError(f"names the reading {stray[0]}, which is none of its readings {', '.join(self.readings)}")
        unnamed = [letter for letter in self.readings if letter not in self.reading_names]
        if unnamed and (self.switchable or self.reading_names):
            raise ValueError(f"has no name for its reading {unnamed[0]}; give one under reading_names")
        for letter, name in self.reading_names.items():
            if not NAME.fullmatch(name):
                raise ValueError(
                    f"names its reading {letter} '{name}'; write lower-case words with hyphens between them"
                )
            if list(self.reading_names.values()).count(name) > 1:
                raise ValueError(f"has two readings named '{name}'; give each a name of its own")
