"""What may stand in a ruleset's TOML files, as pydantic models: unknown keys and wrong types are complaints, not guesses."""

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from drillbook.exact import exact


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


class RuleFile(Closed):
    """One rule."""

    kind: KINDS = "definition"
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
    removed: bool = False

    @model_validator(mode="after")
    def _whole(self) -> "RuleFile":
        if self.value is not None and self.values:
            raise ValueError("has both value and values; keep one of them")
        if not self.removed and not (self.text and self.cite):
            raise ValueError("needs text and cite")
        if self.kind == "table" and not self.removed and not (self.table and self.columns):
            raise ValueError("is a table, so it needs table (a file's name without .csv) and columns")
        return self


class RulingFile(Closed):
    """One ruling or option; in a layer, `settled` alone."""

    kind: Literal["ruling", "option"] = "ruling"
    where: CiteFile | None = None
    problem: str = ""
    readings: dict[str, str] = {}
    default: str = "A"
    why: str = ""
    switchable: bool = True
    example: str | None = None
    also: list[str] = []
    reason: str | None = None
    settled: str | None = None

    @model_validator(mode="after")
    def _whole(self) -> "RulingFile":
        if self.settled is not None:
            return self
        if not (self.where and self.problem and self.why and len(self.readings) >= 2):
            raise ValueError("needs where, problem, why and at least two readings")
        if self.default not in self.readings:
            raise ValueError(
                f"has the default {self.default}, which is none of its readings {', '.join(self.readings)}"
            )
        if self.switchable and not self.example:
            raise ValueError("is switchable, so it needs an example whose answer differs between the readings")
        if not self.switchable and not self.reason:
            raise ValueError("is not switchable, so it needs a reason")
        return self


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


class OverlayFile(Closed):
    """A table laid over the parent's."""

    removed: list[str] = []


class RulesetFile(Closed):
    """ruleset.toml."""

    short: str
    title: str
    unit: str
    document: DocumentFile
    chapters: list[ChapterFile] = []
    extends: str | None = None
    overlays: dict[str, OverlayFile] = {}
    dropped_questions: list[str] = []
