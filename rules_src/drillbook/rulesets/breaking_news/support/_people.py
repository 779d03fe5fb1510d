"""People near a line of fire or under a card: where each stands, what he is, and what he saves on."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from drillbook.asking import Reader
from drillbook.errors import Contradiction
from drillbook.maths import Number
from drillbook.maths.geometry import Point
from drillbook.rulesets.breaking_news.common.casualties import CIVILIAN
from drillbook.rulesets.breaking_news.common.saving import Terms, terms

OPEN, COVER, LEADER = "open", "cover", "leader"
THEIRS, THEIR_COVER = "caller", "caller-cover"
STATES = {OPEN: "Open", COVER: "Cover", LEADER: "Leader"}


class Person(NamedTuple):
    """A man or a civilian: where he stands, across and ahead, his class, and how he stands there."""

    x: Number
    y: Number
    troops: str
    state: str

    @property
    def place(self) -> Point:
        """Where he stands."""
        return Point(self.x, self.y)

    def terms(self, r: Reader, cause: str) -> Terms:
        """Return on what he saves; under his own side's strike he has the bonus of friendly fire."""
        return terms(
            r,
            self.troops,
            cause,
            leader=self.state == LEADER,
            protected=self.state in (COVER, THEIR_COVER),
            own_side=self.state in (THEIRS, THEIR_COVER),
        )


def people(rows: Iterable[tuple[Any, ...]], asked_as: str) -> list[Person]:
    """The people of a form's rows; a civilian who leads a team is a contradiction."""
    found = [Person(*row) for row in rows]
    led = [one._replace(state=OPEN) if (one.troops, one.state) == (CIVILIAN, LEADER) else one for one in found]
    if led != found:
        raise Contradiction("A civilian leads no team.", **{asked_as: tuple(tuple(one) for one in led)})
    return found
