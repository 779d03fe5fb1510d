"""What may stand in a ruleset's course.toml: where its small battle begins, its episodes, and what is kept of it on the table."""

from typing import Any

from pydantic import Field

from drillbook.rules.schema.ruleset import Closed


class CourseChangeFile(Closed):
    """A number of the battle that becomes smaller or greater by what was thrown."""

    less: int | str | None = None
    more: int | str | None = None


class CheckFile(Closed):
    """What the ruleset's own questions must answer for the story to be lawful.

    ask: an address, which may hold things of the state. field: of the answer, as a marker names it; without it the headline is meant.
    expected: what stands there, `is` in the file. after: asked of the state that the episode leaves behind, not of that before it.
    """

    ask: str
    field: str = "headline"
    expected: bool | int | str = Field(alias="is")
    after: bool = False


class EpisodeFile(Closed):
    """One episode: the address that is asked, the seed of its dice, what the reader guesses, what each result makes of the state.

    checks: what must hold for the rules to allow the episode. unchecked: why nothing can be checked, where it has none.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")
    ask: str
    seed: int | None = None
    guess: str = ""
    asks: str = ""
    unit: str = ""
    options: list[str] = []
    then: dict[str, dict[str, int | str | CourseChangeFile]] = {}
    checks: list[CheckFile] = []
    unchecked: str = ""

    def model_post_init(self, context: Any, /) -> None:
        """Checks, or the reason why there are none."""
        if self.checks and self.unchecked:
            raise ValueError("it has checks and says why it has none; leave 'unchecked' out")


class TableFile(Closed):
    """What is kept of everybody on the running table."""

    columns: list[str]
    rows: list[list[str]]


class CourseFile(Closed):
    """A whole course."""

    start: dict[str, int | str] = {}
    episode: list[EpisodeFile]
    table: TableFile | None = None

    def model_post_init(self, context: Any, /) -> None:
        """Each name once."""
        names = [*self.start, *(one.name for one in self.episode)]
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise ValueError(f"'{twice[0]}' is the name of two things; give one of them another")
