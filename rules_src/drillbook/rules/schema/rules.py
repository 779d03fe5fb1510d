"""Models of a chapter's rules.toml: rules with their citations, columns and formulas."""

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from drillbook.maths.exact import exact
from drillbook.rules.schema.old_keys import renamed_key


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


class ClosedModel(BaseModel):
    """No key beyond those named."""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)

    @model_validator(mode="before")
    @classmethod
    def _no_old_key(cls, found: Any) -> Any:
        if complaint := renamed_key(cls.__name__, found):
            raise ValueError(complaint)
        return found


class CiteFile(ClosedModel):
    """Where the source says it."""

    #: Section of the source, as its headings name it.
    section: str
    #: Lines of the source, such as L136 or L136-140.
    lines: str


class ColumnFile(ClosedModel):
    """How a column of a table is shown."""

    #: Heading of the column; placeholders such as {near} take the rule's numbers.
    label: str
    #: How a number is printed: {} marks its place, {signed}, {word} and {percent} change its form.
    format: str = "{}"
    #: Key of the rule that defines the column; reading a cell cites it.
    rule: str | None = None


class FormulaFile(ClosedModel):
    """A formula: result = expression."""

    #: Symbol on the left of the equals sign.
    result: str
    #: Right-hand side; the rule's values are its constants.
    expression: str
    #: Meaning of each symbol, by symbol.
    symbols: dict[str, str]


KINDS = Literal["value", "table", "modifier", "procedure", "definition", "cost", "example", "option", "victory"]


#: What a layer may change of a rule that it takes over in the parent's words.
RESTATABLE_KEYS = frozenset(
    ("same_as", "value", "values", "unit", "cite", "note", "misprint", "rows", "name", "essential", "ruling")
)


class RuleFile(ClosedModel):
    """One rule."""

    #: What the rule is about; see the nine kinds.
    kind: KINDS = "definition"
    #: What players call it.
    name: str = ""
    #: Whether *In short* and the sheet show the rule; needs `name`.
    essential: bool = False
    #: Name of the ruling without which the rule cannot be played; its reading in force is shown beside the rule.
    ruling: str = ""
    #: The rule as a sentence; its numbers are placeholders.
    text: str = ""
    #: The rule as part of a longer sentence; by default `text` with a small first letter and without its full stop.
    clause: str | None = None
    #: The rule's only number, dice or word.
    value: Value | None = None
    #: The rule's numbers, dice or words by name.
    values: dict[str, Value] = {}
    #: Unit of the values.
    unit: str | None = None
    #: Place in the source.
    cite: CiteFile | None = None
    #: Remark for authors.
    note: str | None = None
    #: What the source prints, where that is an erratum.
    misprint: str | None = None
    #: Number words in `text` or `clause` that are no rule's number, each with the reason.
    exempt_numbers: dict[str, str] = {}
    #: Name of the CSV file that the rule shows, without `.csv`.
    table: str | None = None
    #: Keys of the rows that the rule shows; by default all.
    rows: list[str] | None = None
    #: Columns that are shown: field of the CSV file = heading, or a table with `label`.
    columns: dict[str, str | ColumnFile] = {}
    #: Formula of the rule.
    formula: FormulaFile | None = None
    #: In a layer: key of the parent's rule that this rule replaces.
    replaces: str | None = None
    #: In a layer: id of the parent's rule that is taken over in the parent's words.
    same_as: str | None = None
    #: In a layer: key of the parent's rule that says the same in other words, so that no difference is listed.
    equivalent_to: str | None = None
    #: In a layer: whether the parent's rule of this key is dropped.
    removed: bool = False

    @model_validator(mode="after")
    def _whole(self) -> "RuleFile":
        if self.value is not None and self.values:
            raise ValueError("has both value and values; keep one of them")
        if self.same_as is not None:
            extra = sorted(self.model_fields_set - RESTATABLE_KEYS)
            if extra:
                raise ValueError(
                    f"says the same as {self.same_as}, so it has no {extra[0]} of its own; write replaces instead of same_as"
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
