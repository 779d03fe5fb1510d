"""The front matter of a ruleset: its source, its colours, its chapters and its words."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter of a ruleset, in reading order.

    sources: in a layer, the stems of the parents' chapters that the chapter takes over.
    """

    ruleset: str
    stem: str
    title: str
    summary: str
    sources: frozenset[str] = frozenset()

    @property
    def slug(self) -> str:
        """The chapter's name in an address."""
        return self.stem.replace("_", "-")


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game as ruleset.toml has it: its meaning, other spellings, its rule.

    means: empty if the word means what its rule says. rulings: the rulings that the meaning depends on.
    """

    name: str
    meaning: str
    spellings: tuple[str, ...] = ()
    rule: str | None = None
    removed: bool = False
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """The source a ruleset restates."""

    title: str
    author: str
    edition: str
    year: str
    credit: str


@dataclass(frozen=True, slots=True)
class Accent:
    """The accent colour of a ruleset, on light paper and on dark."""

    light: str = "#4d4638"
    dark: str = "#d0c7b4"


@dataclass(frozen=True, slots=True)
class SharedInputs:
    """The inputs that the players settle once for all plates.

    question: the question whose headline states the inputs in a line.
    """

    inputs: tuple[str, ...]
    question: str


@dataclass(frozen=True, slots=True)
class Tool:
    """A question to use at the table or to prepare a game: its address, its name, its purpose.

    name: what players call the question. does: what it does.
    """

    address: str
    name: str
    purpose: str


@dataclass(frozen=True, slots=True)
class ReadingOrder:
    """A way to read a ruleset: its chapters in order, by their names in addresses."""

    name: str
    chapters: tuple[str, ...]
    audience: str


@dataclass(frozen=True, slots=True)
class Title:
    """The content of a ruleset's title page.

    period: the period of the game; the shelf shows it too, so it quotes no rule. evenings: in how many evenings the game is
    learnt.
    """

    subject: str
    period: str
    scale: str
    dice: str
    equipment: tuple[str, ...]
    evenings_to_learn: int
    learning: str
    tools: tuple[Tool, ...] = ()
    reading_orders: tuple[ReadingOrder, ...] = ()
    rulings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableTool:
    """A question that one screen of the page for the table asks: its address and its tab's name."""

    address: str
    name: str


@dataclass(frozen=True, slots=True)
class ArmyBuilder:
    """What a side is built with once, to fill the forms of the other tools.

    question: the question. rows: its list whose rows are the units; nothing where the whole form is one. names: the inputs that tell one
    unit from another. gives, faces: by field of a unit (an input, or `answer.` and a number of the answer) the inputs that it fills for
    its own side, and where it is the enemy; `hit.men` is that input of that question alone. lists: by such an input, which is a list,
    the field of a unit for each field of its rows.
    """

    question: str
    unit_list: str = ""
    label_inputs: tuple[str, ...] = ()
    own_inputs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    enemy_inputs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    list_inputs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableMode:
    """The content of a ruleset's page for the table.

    tools: the tools in their order. musters: what sides are built with.
    """

    tools: tuple[TableTool, ...]
    army_builders: tuple[ArmyBuilder, ...] = ()


@dataclass(frozen=True, slots=True)
class Cover:
    """What a ruleset says of itself before its rules are read: enough for a shelf."""

    slug: str
    short: str
    title: str
    document: Document
    chapters: tuple[Chapter, ...]
    tagline: str
    accent: Accent
    old_names: Mapping[str, str]
    period: str = ""
    evenings_to_learn: int = 0
    version: int = 1


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a ruleset: the ruleset that it extends and the parts of its cover.

    ruleset.toml states it. extends: the folder name of the extended ruleset, or None.
    """

    extends: str | None
    cover: Cover
    accent: Accent | None = None

    def above(self, parent: Cover | None) -> Cover:
        """Its cover, with its parent's line, colours and old names where it has none of its own."""
        if parent is None:
            return self.cover
        return replace(
            self.cover,
            tagline=self.cover.tagline or parent.tagline,
            accent=self.accent or parent.accent,
            old_names={**parent.old_names, **self.cover.old_names},
        )
