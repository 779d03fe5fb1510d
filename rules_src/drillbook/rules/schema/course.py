"""The allowed content of a ruleset's course.toml.

It holds the start of the small battle, its episodes, and what the running table shows of it.
"""

from typing import Any

from pydantic import Field

from drillbook.rules.schema.rules import ClosedModel


class CourseChangeFile(ClosedModel):
    """A number of the battle that becomes smaller or greater by what was thrown."""

    #: Amount by which the number falls.
    subtract: int | str | None = None
    #: Amount by which the number rises.
    add: int | str | None = None


class CheckFile(ClosedModel):
    """What the ruleset's own questions must answer for the story to be lawful.

    address: may take values of the state. field: of the answer, as a marker names it; without it the headline is meant.
    expected: what stands there. after_episode: asked of the state that the episode leaves behind, not of that before it.
    """

    #: Address that is asked; {thing} takes a value of the state.
    address: str
    #: Field of the answer; by default its headline.
    field: str = "headline"
    #: What the field must be.
    expected: bool | int | str
    #: Whether the state after the episode is meant; by default the state before it.
    after_episode: bool = False


class EpisodeFile(ClosedModel):
    """One episode of the course: its address, dice, guess, effects and checks.

    It holds the address that is asked, the seed of the dice, what the reader guesses, and how each result changes the
    state. checks: what must hold for the rules to allow the episode. unchecked_reason: why nothing can be checked, if the
    episode has no checks.
    """

    #: Name of the episode.
    name: str = Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")
    #: Address of the question; {thing} takes a value of the state.
    address: str
    #: Seed of the dice, where dice are thrown.
    seed: int | None = None
    #: What the reader guesses: `chance`, a field, `FIELD:percent` or `headline`.
    guess: str = ""
    #: Question above the box in which the reader guesses.
    prompt: str = ""
    #: Unit of the guess.
    unit: str = ""
    #: Answers to choose from.
    options: list[str] = []
    #: Changes of the state by result; `*` is every other result.
    effects: dict[str, dict[str, int | str | CourseChangeFile]] = {}
    #: What the ruleset's questions must answer for the episode to be legal.
    checks: list[CheckFile] = []
    #: Why the episode has no checks.
    unchecked_reason: str = ""

    def model_post_init(self, context: Any, /) -> None:
        """Check that the episode does not have both checks and a reason for having none.

        Raises ValueError if it has both.
        """
        if self.checks and self.unchecked_reason:
            raise ValueError("it has checks and says why it has none; leave 'unchecked_reason' out")


class TableFile(ClosedModel):
    """What is kept of everybody on the running table."""

    #: Headings of the running table.
    columns: list[str]
    #: Cells of each row; {thing} takes a value of the state.
    rows: list[list[str]]


class CourseFile(ClosedModel):
    """A whole course."""

    #: State at the beginning: words and whole numbers.
    start: dict[str, int | str] = {}
    #: Episodes in order, as `[[episode]]`.
    episode: list[EpisodeFile]
    #: Running table, as `[table]`.
    table: TableFile | None = None

    def model_post_init(self, context: Any, /) -> None:
        """Each name once."""
        names = [*self.start, *(one.name for one in self.episode)]
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise ValueError(f"'{twice[0]}' is the name of two things; give one of them another")
