"""The allowed content of a ruleset's TOML files, as pydantic models.

Unknown keys and wrong types are complaints; nothing is guessed.
"""

import datetime
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from drillbook.rules.schema.rules import ClosedModel


class TableQuestionFile(ClosedModel):
    """A question that people ask at the table."""

    #: Question that players ask at the table; ends with a question mark.
    question: str = Field(pattern=r"\?$")
    #: Answer; its numbers are placeholders such as {reaction.opp-range}.
    answer: str = Field(min_length=1)
    #: Keys of the rules that the answer follows from.
    rules: list[str] = Field(min_length=1)
    #: Names of the rulings that the answer depends on.
    rulings: list[str] = []
    #: Whole answer under another reading, by `NAME=LETTER`.
    other_answers: dict[str, str] = {}
    #: Number words in the answer that are no rule's number, each with the reason.
    exempt_numbers: dict[str, str] = {}

    @model_validator(mode="after")
    def _whole(self) -> "TableQuestionFile":
        for key in self.other_answers:
            name, _, letter = key.partition("=")
            if name not in self.rulings or not letter:
                raise ValueError(
                    f"has an answer under '{key}'; write it as RULING=LETTER, of a ruling named in rulings"
                )
        return self


class ShortFile(ClosedModel):
    """A chapter's short.toml."""

    #: Keys of the rules of kind `table` that *In short* shows.
    tables: list[str] = []
    #: Questions with answers, as `[[questions]]`.
    questions: list[TableQuestionFile] = []
    #: In a layer: the parent's questions that do not apply, or that the layer answers elsewhere.
    dropped_questions: list[str] = []


class DocumentFile(ClosedModel):
    """The source."""

    #: Title of the source.
    title: str
    #: Author of the source.
    author: str
    #: Edition of the source; its number, or else the year, is `edition=` in shared addresses.
    edition: str
    #: Year of the source, or `undated`.
    year: Annotated[str, BeforeValidator(str)]
    #: One sentence that says whose rules and whose words they are.
    credit: str


class ChapterFile(ClosedModel):
    """One chapter."""

    #: Name in addresses; the folder has the same name with `_` for `-`.
    slug: str
    #: Title of the chapter.
    title: str
    #: One sentence for the list of chapters.
    summary: str
    #: In a layer: the parent's chapter or chapters that this chapter takes over; by default the one of the same name.
    parent_chapters: Annotated[
        list[str], BeforeValidator(lambda found: [found] if isinstance(found, str) else found)
    ] = []


class AccentFile(ClosedModel):
    """The accent colour on light paper and on dark."""

    #: Accent colour on a light page, such as `#17666e`.
    light: str = Field(pattern=r"^#[0-9a-f]{6}$")
    #: Accent colour on a dark page.
    dark: str = Field(pattern=r"^#[0-9a-f]{6}$")


class OverlayFile(ClosedModel):
    """A table laid over the parent's."""

    #: Keys of the parent's rows that are dropped.
    removed: list[str] = []


class TermFile(ClosedModel):
    """A word of the game: its meaning in our words, or the rule that states it, and spellings."""

    #: Meaning of the word; without it the text of `rule` is shown.
    meaning: str = ""
    #: Other spellings; one with a capital letter is matched exactly.
    spellings: list[str] = []
    #: Key of the rule that the word links to.
    rule: str | None = None
    #: Names of the rulings that the meaning depends on.
    rulings: list[str] = []
    #: In a layer: whether the parent's word is dropped.
    removed: bool = False

    @model_validator(mode="after")
    def _whole(self) -> "TermFile":
        if not (self.meaning or self.rule or self.removed):
            raise ValueError("needs meaning, what the word says in the game, or the rule that says so")
        return self


def _dropped(found: Any) -> Any:
    return dict.fromkeys(found) if isinstance(found, list) else found


class SharedInputsFile(ClosedModel):
    """The inputs that the players settle once for the whole ruleset.

    question: the question that states them in a line.
    """

    #: Names of the inputs that all calculators of the ruleset share.
    inputs: list[str] = Field(min_length=1)
    #: Question that takes these inputs and says them in its headline.
    question: str


class ToolFile(ClosedModel):
    """A question that comes first on the title page."""

    #: Question, with inputs if needed.
    address: str = Field(min_length=1)
    #: Name of the tool.
    name: str = Field(min_length=1)
    #: One sentence that says what it is for.
    purpose: str = Field(min_length=1)


class ReadingOrderFile(ClosedModel):
    """A way to read the ruleset."""

    #: Name of the reading order.
    name: str = Field(min_length=1)
    #: Slugs of its chapters, in order.
    chapters: list[str] = Field(min_length=1)
    #: One sentence that says which reader it is for.
    audience: str = Field(min_length=1)


class TitleFile(ClosedModel):
    """What the title page tells; numbers of the rules are quoted by their keys."""

    #: What the game is about.
    subject: str
    #: Period of the game; the front page shows it too, so it quotes no rule.
    period: str
    #: Scale of figures, ground and time.
    scale: str
    #: Dice of the game.
    dice: str
    #: What players need.
    equipment: list[str] = Field(min_length=1)
    #: Number of evenings in which it is learnt.
    evenings_to_learn: int = Field(ge=1)
    #: How it is learnt.
    learning: str
    #: Calculators shown before the chapters, as `[[title_page.tools]]`.
    tools: list[ToolFile] = []
    #: Reading orders, as `[[title_page.reading_orders]]`; every chapter belongs to one.
    reading_orders: list[ReadingOrderFile] = []
    #: Names of the rulings that a text of the title page depends on, by the key of the text.
    rulings: dict[Literal["subject", "period", "scale", "dice", "equipment", "learning"], list[str]] = {}
    #: Number words on the title page that are no rule's number, each with the reason.
    exempt_numbers: dict[str, str] = {}


class TableToolFile(ClosedModel):
    """A tool of the page for the table."""

    #: Question, with inputs if needed.
    address: str = Field(min_length=1)
    #: Name on the tab, at most 24 characters.
    name: str = Field(min_length=1, max_length=24)


class ArmyBuilderFile(ClosedModel):
    """What a side is built with, and what of the other tools it fills."""

    #: Question that builds the side.
    question: str = Field(min_length=1)
    #: Its list whose rows are the units; without it the whole form is one unit.
    unit_list: str = ""
    #: Inputs that tell one unit from another.
    label_inputs: list[str] = []
    #: Inputs that a field of a unit fills where the unit is the player's own, by field.
    own_inputs: dict[str, list[str]] = {}
    #: Inputs that a field of a unit fills where the unit is the enemy's, by field.
    enemy_inputs: dict[str, list[str]] = {}
    #: Lists that the whole side fills: `QUESTION.INPUT` = field of the row = field of the unit.
    list_inputs: dict[str, dict[str, str]] = {}


class TableModeFile(ClosedModel):
    """The page for the table: one tool a screen, in this order."""

    #: Tools, one screen each, in order.
    tools: list[TableToolFile] = Field(min_length=1)
    #: What a side is built with once, to fill the other tools.
    army_builders: list[ArmyBuilderFile] = []


class ChangeFile(ClosedModel):
    """One change.

    about: the key of the rule, the name of the ruling or of the chapter, the number of the version; of the book as a whole nothing.
    """

    #: Date of the change.
    date: datetime.date
    #: What has changed.
    kind: Literal["rule", "ruling", "chapter", "book", "version"]
    #: What has changed, in one or two sentences.
    text: str = Field(min_length=1)
    #: Key of the rule, name of the ruling, slug of the chapter or number of the version; nothing for the whole book.
    about: str = ""


class ChangesFile(ClosedModel):
    """A ruleset's changes.toml."""

    #: Changes, as `[[change]]`.
    change: list[ChangeFile] = []


class InputFile(ClosedModel):
    """The changes that a layer makes to an input that it inherits.

    default: as an address writes it. low, high: the bounds of a number. help: the help text.
    """

    #: Default value, as an address writes it.
    default: str | None = None
    #: Lowest value of a number.
    low: int | None = None
    #: Highest value of a number.
    high: int | None = None
    #: Help text of the input.
    help: str | None = None


class RetiredInputFile(ClosedModel):
    """An input that a question no longer has.

    was: the one value that old links may still give it. why: the reason why no other value is answered.
    """

    #: The one value that an old link may give.
    accepted_value: str
    #: Sentence for every other value.
    refusal: str = Field(pattern=r"\.$")


class RulesetFile(ClosedModel):
    """ruleset.toml."""

    #: Short name in addresses and ids.
    short: str
    #: Title.
    title: str
    #: Unit of lengths, such as `cm` or `inches`.
    unit: str
    #: Version of the ruleset, not of its source; it rises when a default changes.
    version: int = Field(default=1, ge=1)
    #: Source, as `[document]`.
    document: DocumentFile
    #: Chapters in reading order, as `[[chapters]]`.
    chapters: list[ChapterFile] = []
    #: In a layer: folder name of the parent ruleset.
    extends: str | None = None
    #: In a layer: tables that are laid over the parent's, by table name.
    overlays: dict[str, OverlayFile] = {}
    #: In a layer: the parent's questions that are gone, each with the key of the parent's rule they were about; or a list of names.
    dropped_questions: Annotated[dict[str, str | None], BeforeValidator(_dropped)] = {}
    #: In a layer: inputs that a question no longer has, by question and input, each with the key of the parent's rule.
    dropped_inputs: dict[str, dict[str, str]] = {}
    #: In a layer: the parent's chapters that are not covered yet; their questions belong to the parent alone.
    planned_chapters: list[str] = []
    #: In a layer: example addresses of an inherited question, where the parent's do not fit.
    examples: dict[str, list[str]] = {}
    #: In a layer: changes to inputs of inherited questions, by question and input.
    inputs: dict[str, dict[str, InputFile]] = {}
    #: Old names of questions, each with the new one, so that old links work.
    old_names: dict[str, str] = {}
    #: Inputs that a question no longer has, by `QUESTION.INPUT`.
    retired_inputs: dict[Annotated[str, Field(pattern=r"^[a-z0-9-]+\.[a-z0-9-]+$")], RetiredInputFile] = {}
    #: One sentence for the front page.
    tagline: str = ""
    #: Accent colours, as `[accent]`.
    accent: AccentFile | None = None
    #: Words of the game, as `[glossary]`.
    glossary: dict[str, TermFile] = {}
    #: What players type, in lower case, and the names that the book uses.
    synonyms: dict[Annotated[str, Field(pattern=r"^[^A-Z]+$")], Annotated[list[str], Field(min_length=1)]] = {}
    #: Inputs that all calculators share, as `[shared_inputs]`.
    shared_inputs: SharedInputsFile | None = None
    #: Title page, as `[title_page]`; a layer inherits none.
    title_page: TitleFile | None = None
    #: Tools for the table, as `[table_mode]`; a layer without it inherits its parent's.
    table_mode: TableModeFile | None = None
