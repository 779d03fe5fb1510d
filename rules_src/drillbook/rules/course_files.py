"""What may stand in a ruleset's course.toml: where its small battle begins, its episodes, and what is kept of it on the table."""

from typing import Any

from pydantic import Field

from drillbook.rules.files import Closed


class ChangeFile(Closed):
    """A number of the battle that becomes smaller or greater by what was thrown."""

    less: int | str | None = None
    more: int | str | None = None


class EpisodeFile(Closed):
    """One episode: the address that is asked, the seed of its dice, what the reader guesses, what each result makes of the state."""

    name: str = Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")
    ask: str
    seed: int | None = None
    guess: str = ""
    asks: str = ""
    unit: str = ""
    options: list[str] = []
    then: dict[str, dict[str, int | str | ChangeFile]] = {}


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
