"""What may stand in a chapter's rulings.toml: a ruling with its readings, or what a layer makes of its parent's."""

import re
from typing import Literal

from pydantic import model_validator

from drillbook.rules.schema.ruleset import CiteFile, Closed

#: How the name of a reading is written: lower-case words with hyphens between them.
NAME = re.compile(r"[a-z]+(-[a-z]+)*")


class RulingFile(Closed):
    """One ruling or option; in a layer, `settled`, `removed` or `same` (with what differs) are enough."""

    kind: Literal["ruling", "option"] = "ruling"
    where: CiteFile | None = None
    #: Its title: the question in players' words.
    ask: str = ""
    #: What we take, in a short sentence, where the default reading's own words are too long for a line.
    take: str = ""
    problem: str = ""
    readings: dict[str, str] = {}
    names: dict[str, str] = {}
    default: str = "A"
    why: str = ""
    switchable: bool = True
    example: str | None = None
    also: list[str] = []
    reason: str | None = None
    settled: str | None = None
    #: The sentence that settles it, in our words: the other readings stay on show and cannot be chosen.
    settled_by: str = ""
    #: Letters of readings that are none any more, each with the sentence that rules it out.
    retired: dict[str, str] = {}
    same: str | None = None
    replaces: str | None = None
    letters: dict[str, str] = {}
    removed: bool = False

    @model_validator(mode="after")
    def _whole(self) -> "RulingFile":
        if self.ask and not self.ask.endswith("?"):
            raise ValueError("has an ask that is no question; end it with a question mark")
        if self.settled is not None or self.same is not None or self.removed:
            extra = sorted(self.model_fields_set & {"problem", "readings", "names", "switchable", "kind", "reason"})
            if extra:
                raise ValueError(f"takes over the parent's {extra[0]}; write replaces to state a ruling anew")
            if self.settled_by and self.settled is None:
                raise ValueError(
                    'has settled_by, so it needs settled, the letter of the reading, such as settled = "A"'
                )
            return self
        if self.settled_by and self.switchable:
            raise ValueError("has settled_by, so it needs switchable = false")
        if self.letters:
            raise ValueError("maps letters, so it needs same, the name of the parent's ruling")
        parts = {
            "ask": self.ask,
            "where": self.where,
            "problem": self.problem,
            "why": self.why,
            "readings": len(self.readings) > 1,
        }
        lacking = [name for name, part in parts.items() if not part]
        if lacking:
            raise ValueError(f"needs ask, where, problem, why and at least two readings; {lacking[0]} is not there")
        if self.default not in self.readings:
            raise ValueError(
                f"has the default {self.default}, which is none of its readings {', '.join(self.readings)}"
            )
        if self.switchable and not self.example:
            raise ValueError("is switchable, so it needs an example whose answer differs between the readings")
        if not self.switchable and not self.reason and not self.settled_by:
            raise ValueError("is not switchable, so it needs settled_by, the sentence that settles it, or a reason")
        still = [letter for letter in self.retired if letter in self.readings]
        if still:
            raise ValueError(
                f"retires {still[0]}, which is one of its readings still; take it out of readings and names"
            )
        if self.kind == "option" and not self.names and set(self.readings) == {"A", "B"}:
            self.names = {"A": "unused", "B": "used"}
        self._named()
        return self

    def _named(self) -> None:
        stray = [letter for letter in self.names if letter not in self.readings]
        if stray:
            raise ValueError(f"names the reading {stray[0]}, which is none of its readings {', '.join(self.readings)}")
        unnamed = [letter for letter in self.readings if letter not in self.names]
        if unnamed and (self.switchable or self.names):
            raise ValueError(f"has no name for its reading {unnamed[0]}; give one under names")
        for letter, name in self.names.items():
            if not NAME.fullmatch(name):
                raise ValueError(
                    f"names its reading {letter} '{name}'; write lower-case words with hyphens between them"
                )
            if list(self.names.values()).count(name) > 1:
                raise ValueError(f"has two readings named '{name}'; give each a name of its own")
