"""What a ruleset says of itself: its source, its colours, its chapters and the words of its game."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter of a ruleset, in reading order; in a layer `sources` are the stems of the parents' chapters it takes over."""

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
    """A word of the game as ruleset.toml has it: what it means (nothing: what its rule says), other spellings, its rule.

    rulings: those that its meaning hangs on.
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
    """What the players settle once for all plates: the inputs that hold it, and the question whose headline tells it in a line."""

    inputs: tuple[str, ...]
    question: str


@dataclass(frozen=True, slots=True)
class Tool:
    """A question that one takes to the table, or prepares a game with: its address, what players call it, what it does."""

    address: str
    name: str
    purpose: str


@dataclass(frozen=True, slots=True)
class ReadingOrder:
    """A way to read a ruleset: chapters in the order in which they are wanted, by the names they have in addresses."""

    name: str
    chapters: tuple[str, ...]
    audience: str


@dataclass(frozen=True, slots=True)
class Title:
    """What a ruleset's title page tells; the period, which the shelf shows too, quotes no rule. evenings: in how many it is learnt."""

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
    """A question that one screen of the page for the table asks: its address, and what its tab is called."""

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
    """What a ruleset's page for the table holds: its tools in their order, and what sides are built with."""

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
    """What ruleset.toml says of itself: the folder name of the ruleset that it extends, if any, and what its cover is made of."""

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
