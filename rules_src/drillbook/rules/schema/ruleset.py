"""What may stand in a ruleset's TOML files, as pydantic models: unknown keys and wrong types are complaints, not guesses."""

import datetime
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from drillbook.maths.exact import exact


def _value(found: Any) -> Any:
    if isinstance(found, bool) or not isinstance(found, int | Fraction | str):
        raise ValueError("must be a number, dice or a word")
    if isinstance(found, str):
        numerator, slash, denominator = found.partition("/")
        if slash and numerator.lstrip("-").isdigit() and denominator.isdigit():
            return exact(Fraction(found))
        return found
    return exact(found)


Value = Annotated[Any, BeforeValidator(_value)]


class Closed(BaseModel):
    """No key beyond those named."""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)


class CiteFile(Closed):
    """Where the source says it."""

    section: str
    lines: str


class ColumnFile(Closed):
    """How a column of a table is shown."""

    label: str
    format: str = "{}"
    rule: str | None = None


class FormulaFile(Closed):
    """A formula: result = expression."""

    result: str
    expression: str
    symbols: dict[str, str]


KINDS = Literal["value", "table", "modifier", "procedure", "definition", "cost", "example", "option", "victory"]


#: What a layer may change of a rule that it takes over in the parent's words.
RESTATED = frozenset(
    ("same", "value", "values", "unit", "cite", "note", "printed", "rows", "name", "essential", "ruling")
)


class RuleFile(Closed):
    """One rule."""

    kind: KINDS = "definition"
    #: What players call it.
    name: str = ""
    #: Does it belong into the chapter's *In short*?
    essential: bool = False
    #: The ruling without which it cannot be played: where the rule is repeated, what we take stands behind it.
    ruling: str = ""
    text: str = ""
    clause: str | None = None
    value: Value | None = None
    values: dict[str, Value] = {}
    unit: str | None = None
    cite: CiteFile | None = None
    note: str | None = None
    printed: str | None = None
    exempt: dict[str, str] = {}
    table: str | None = None
    rows: list[str] | None = None
    columns: dict[str, str | ColumnFile] = {}
    formula: FormulaFile | None = None
    replaces: str | None = None
    same: str | None = None
    #: In its own words, or with its sentences parted otherwise, it says what this rule of the parent's says: no difference.
    agrees: str | None = None
    removed: bool = False

    @model_validator(mode="after")
    def _whole(self) -> "RuleFile":
        if self.value is not None and self.values:
            raise ValueError("has both value and values; keep one of them")
        if self.same is not None:
            extra = sorted(self.model_fields_set - RESTATED)
            if extra:
                raise ValueError(
                    f"says the same as {self.same}, so it has no {extra[0]} of its own; write replaces instead of same"
                )
            return self
        if self.essential and not self.name:
            raise ValueError('is essential, so it needs name, what players call it, such as name = "Covering fire"')
        if not self.removed and not self.text:
            raise ValueError("needs text, a sentence with placeholders for its numbers")
        if not self.removed and not self.cite:
            raise ValueError('needs cite, such as { section = "8.3 Covering fire", lines = "L267" }')
        if self.kind == "table" and not self.removed and not (self.table and self.columns):
            raise ValueError("is a table, so it needs table (a file's name without .csv) and columns")
        return self


class AskedFile(Closed):
    """A question that people ask at the table."""

    question: str = Field(pattern=r"\?$")
    answer: str = Field(min_length=1)
    rules: list[str] = Field(min_length=1)
    #: The rulings that the answer hangs on, and the whole answer under another reading: "range-bands=C" = "…".
    rulings: list[str] = []
    under: dict[str, str] = {}
    exempt: dict[str, str] = {}

    @model_validator(mode="after")
    def _whole(self) -> "AskedFile":
        for key in self.under:
            name, _, letter = key.partition("=")
            if name not in self.rulings or not letter:
                raise ValueError(
                    f"has an answer under '{key}'; write it as RULING=LETTER, of a ruling named in rulings"
                )
        return self


class ShortFile(Closed):
    """A chapter's short.toml."""

    tables: list[str] = []
    asked: list[AskedFile] = []
    #: Of a layer: the parent's questions that do not hold here, or that it answers elsewhere.
    dropped: list[str] = []


class DocumentFile(Closed):
    """The source."""

    title: str
    author: str
    edition: str
    year: Annotated[str, BeforeValidator(str)]
    credit: str


class ChapterFile(Closed):
    """One chapter."""

    slug: str
    title: str
    summary: str
    takes: Annotated[list[str], BeforeValidator(lambda found: [found] if isinstance(found, str) else found)] = Field(
        default=[], alias="from"
    )


class LookFile(Closed):
    """The accent colour on light paper and on dark."""

    light: str = Field(pattern=r"^#[0-9a-f]{6}$")
    dark: str = Field(pattern=r"^#[0-9a-f]{6}$")


class OverlayFile(Closed):
    """A table laid over the parent's."""

    removed: list[str] = []


class TermFile(Closed):
    """A word of the game: what it means in our words, else the rule that says so; other spellings of it."""

    means: str = ""
    also: list[str] = []
    rule: str | None = None
    #: The rulings that its meaning hangs on.
    rulings: list[str] = []
    removed: bool = False

    @model_validator(mode="after")
    def _whole(self) -> "TermFile":
        if not (self.means or self.rule or self.removed):
            raise ValueError("needs means, what the word says in the game, or the rule that says so")
        return self


def _dropped(found: Any) -> Any:
    return dict.fromkeys(found) if isinstance(found, list) else found


class KeptFile(Closed):
    """What the players settle once for the whole ruleset: the inputs that hold it, and the question that tells it in a line."""

    inputs: list[str] = Field(min_length=1)
    question: str


class ToolFile(Closed):
    """A question that stands first on the title page."""

    ask: str = Field(min_length=1)
    name: str = Field(min_length=1)
    does: str = Field(min_length=1)


class WayFile(Closed):
    """A way to read the ruleset."""

    name: str = Field(min_length=1)
    chapters: list[str] = Field(min_length=1)
    why: str = Field(min_length=1)


class TitleFile(Closed):
    """What the title page tells; numbers of the rules are quoted by their keys."""

    plays: str
    period: str
    scale: str
    dice: str
    needs: list[str] = Field(min_length=1)
    evenings: int = Field(ge=1)
    learnt: str
    tools: list[ToolFile] = []
    ways: list[WayFile] = []
    #: By the name of a text here, the rulings that it hangs on.
    rulings: dict[Literal["plays", "period", "scale", "dice", "needs", "learnt"], list[str]] = {}
    exempt: dict[str, str] = {}


class CarriedFile(Closed):
    """A tool of the page for the table."""

    ask: str = Field(min_length=1)
    name: str = Field(min_length=1, max_length=24)


class MusterFile(Closed):
    """What a side is built with, and what of the other tools it fills."""

    ask: str = Field(min_length=1)
    rows: str = ""
    names: list[str] = []
    gives: dict[str, list[str]] = {}
    faces: dict[str, list[str]] = {}
    lists: dict[str, dict[str, str]] = {}


class AtTheTableFile(Closed):
    """The page for the table: one tool a screen, in this order."""

    tools: list[CarriedFile] = Field(min_length=1)
    musters: list[MusterFile] = []


class ChangeFile(Closed):
    """One change.

    about: the key of the rule, the name of the ruling or of the chapter, the number of the version; of the book as a whole nothing.
    """

    day: datetime.date
    kind: Literal["rule", "ruling", "chapter", "book", "version"]
    text: str = Field(min_length=1)
    about: str = ""


class ChangesFile(Closed):
    """A ruleset's changes.toml."""

    change: list[ChangeFile] = []


class InputFile(Closed):
    """What a layer changes of an input that it inherits: its default as an address writes it, the bounds of a number, its help."""

    default: str | None = None
    low: int | None = None
    high: int | None = None
    help: str | None = None


class RetiredFile(Closed):
    """An input that a question no longer has: the one value that links of old may give it, and why no other is answered."""

    was: str
    why: str = Field(pattern=r"\.$")


class RulesetFile(Closed):
    """ruleset.toml."""

    short: str
    title: str
    unit: str
    #: Of the ruleset itself, not of its source; it rises when a default changes (changed_defaults.csv).
    version: int = Field(default=1, ge=1)
    document: DocumentFile
    chapters: list[ChapterFile] = []
    extends: str | None = None
    overlays: dict[str, OverlayFile] = {}
    #: The parent's questions that are gone, each with the parent's rule that they were about, where there is one.
    dropped_questions: Annotated[dict[str, str | None], BeforeValidator(_dropped)] = {}
    dropped_inputs: dict[str, dict[str, str]] = {}
    #: The parent's chapters that the layer has not come to; until it does, their questions are the parent's alone.
    to_come: list[str] = []
    examples: dict[str, list[str]] = {}
    #: What the layer changes of the inputs of questions that it inherits, by question and input.
    inputs: dict[str, dict[str, InputFile]] = {}
    renamed: dict[str, str] = {}
    retired: dict[Annotated[str, Field(pattern=r"^[a-z0-9-]+\.[a-z0-9-]+$")], RetiredFile] = {}
    line: str = ""
    look: LookFile | None = None
    glossary: dict[str, TermFile] = {}
    #: What people type, in lower case, and what the book calls it.
    synonyms: dict[Annotated[str, Field(pattern=r"^[^A-Z]+$")], Annotated[list[str], Field(min_length=1)]] = {}
    kept: KeptFile | None = None
    #: The title page; a layer has one of its own or none.
    title_page: TitleFile | None = None
    #: The page for the table; a layer without one has its parent's, without the tools that it has dropped.
    at_the_table: AtTheTableFile | None = None
