"""Models near a line of fire or under a card: their positions, classes and saves."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from drillbook.asking import Reader
from drillbook.errors import Contradiction
from drillbook.maths import Number
from drillbook.maths.geometry import Point
from drillbook.rulesets.breaking_news.common.blast import LIGHT, armour_save
from drillbook.rulesets.breaking_news.common.casualties import CIVILIAN, name_of
from drillbook.rulesets.breaking_news.common.saving import BOMBARDMENT, Save, Terms, save_on, terms
from drillbook.rulesets.breaking_news.common.vehicle_save import STRIKE, VEHICLES, VehicleSave

OPEN, COVER, LEADER = "open", "cover", "leader"
THEIRS, THEIR_COVER = "caller", "caller-cover"
#: How a vehicle stands: whose it is, and nothing else.
BARE = {OPEN: OPEN, COVER: OPEN, LEADER: OPEN, THEIRS: THEIRS, THEIR_COVER: THEIRS}
STATES = {OPEN: "Open", COVER: "Cover", LEADER: "Leader"}


class Person(NamedTuple):
    """A man, a civilian or a vehicle: its position, across and ahead, its class, and its state."""

    x: Number
    y: Number
    troops: str
    state: str

    @property
    def place(self) -> Point:
        """The model's position on the table."""
        return Point(self.x, self.y)

    @property
    def vehicle(self) -> bool:
        """Whether it is a vehicle."""
        return self.troops in VEHICLES

    def name(self, r: Reader) -> str:
        """Return the name of the model's class."""
        return VEHICLES[self.troops] if self.vehicle else name_of(r, self.troops)

    def save(self, r: Reader, cause: str) -> Save:
        """Return the save against a cause of CAUSES, a man's by his terms, a vehicle's by its line."""
        return self.armour(r, cause).as_save if self.vehicle else save_on(r, self.terms(r, cause))

    def armour(self, r: Reader, cause: str) -> VehicleSave:
        """Return a vehicle's save against a strike, or against a light mortar's bomb.

        A light mortar's bomb counts as a grenade.
        """
        return armour_save(r, self.troops, STRIKE if cause == BOMBARDMENT else LIGHT)

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
    """Return the people of a form's rows.

    Contradiction for a civilian who leads a team, and for a vehicle in cover or with a leader. asked_as is the
    question's input for the rows.
    """
    found = [Person(*row) for row in rows]
    led = [one._replace(state=OPEN) if (one.troops, one.state) == (CIVILIAN, LEADER) else one for one in found]
    if led != found:
        raise Contradiction("A civilian leads no team.", **{asked_as: tuple(tuple(one) for one in led)})
    plain = [one._replace(state=BARE[one.state]) if one.vehicle else one for one in found]
    if plain != found:
        raise Contradiction("A vehicle's save knows no cover and no leader.", **{asked_as: tuple(map(tuple, plain))})
    return found
