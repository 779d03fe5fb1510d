"""What strikes a vehicle: hits already scored, a shot to be thrown, or an explosion.

The last is what goes off beside or over the vehicle.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from drillbook.asking import Choice, Count, Length, Reader, Working
from drillbook.errors import Contradiction
from drillbook.maths import Distribution, Number, Thrower, counted, np
from drillbook.rulesets.breaking_news.common.firing import Aim
from drillbook.rulesets.breaking_news.common.inputs import MOVED
from drillbook.rulesets.breaking_news.common.modifiers import CREWED, MACHINE_GUNS
from drillbook.rulesets.breaking_news.common.moving import FIXED, GROUND, MOUNTS, ON_WHEELS, check_moved
from drillbook.rulesets.breaking_news.common.shot import shoot
from drillbook.rulesets.breaking_news.common.vehicle_save import AREA, IED

SCORED, THROWN = "hits", "shot"
TANK_GUN = "tank"
OF_A_SHOT: dict[str, Any] = {"when": {"count": (THROWN,)}, "why_not": "No shot is thrown."}


@dataclass(frozen=True, slots=True)
class Gunner:
    """The firer of a shot: his distance, class, mount and move, and the men at the gun."""

    distance: Annotated[
        Number,
        Length(0, 200, default=40, label="From a distance of", bands=("shooting.table",), **OF_A_SHOT),
    ]
    shooter: Annotated[str, Choice(table="classes", default="r3", label="The shooter is", **OF_A_SHOT)]
    mount: Annotated[
        str,
        Choice(
            MOUNTS,
            default=GROUND,
            label="The gun is",
            when={"count": (THROWN,), "weapon": tuple(sorted(MACHINE_GUNS))},
            why_not="Only machine guns are mounted.",
        ),
    ]
    moved: Annotated[
        Number,
        Length(
            0,
            45,
            label="Moved before firing",
            help="The shooter, or the vehicle that carries his gun.",
            bands=MOVED,
            when={"count": (THROWN,)},
            unless={"mount": (FIXED,)},
            why_not="No shot is thrown, or its gun is fixed in a position.",
        ),
    ]
    gunners: Annotated[
        int,
        Count(
            1,
            2,
            default=2,
            label="Men at the gun",
            when={"count": (THROWN,), "weapon": tuple(sorted(CREWED))},
            why_not="Only an MMG or an HMG needs a crew.",
        ),
    ]

    def aim(self, r: Reader, w: Working, weapon: str, *, cover: bool) -> Aim:
        """Return the shot; refused after too long a move, Contradiction where no man gets so far.

        weapon: a row of the firing table, or one that borrows its row. cover: the target is behind cover.
        """
        farthest = r.cell("actions", "run", "reach").whole
        if self.moved > farthest and self.mount not in ON_WHEELS and weapon != TANK_GUN:
            raise Contradiction(f"No man moves farther than {farthest} cm in a turn.", moved=farthest)
        check_moved(r, w, weapon, self.moved, self.mount)
        alone, fixed = self.gunners <= 1, self.mount != GROUND
        return Aim(weapon, self.distance, self.shooter, self.moved, cover, alone=alone, fixed=fixed)


@dataclass(frozen=True, slots=True)
class Volley:
    """The weapon, and either the hits it has scored or the shot thrown with it.

    cover: the target is behind cover.
    """

    weapon: str
    count: str
    hits: int
    gunner: Gunner
    cover: bool = False

    @property
    def given(self) -> str:
        """What the answer takes for granted, as a headline begins."""
        if self.weapon in AREA:
            return "One explosive" if self.weapon == IED else "Under a strike"
        return "One shot" if self.count == THROWN else counted(self.hits, "hit")

    def scored(self, r: Reader, w: Working) -> Distribution[int]:
        """How many hits it takes."""
        if self.weapon in AREA:
            explosive = self.weapon == IED
            words = "an explosive needs no shot" if explosive else "every model under the card makes a save"
            w.note(words, "vehicles.save-table" if explosive else "support.save-all")
            return Distribution.sure(1)
        if self.count == SCORED:
            return Distribution.sure(self.hits)
        return shoot(r, w, self.gunner.aim(r, w, self.weapon, cover=self.cover)).hits

    def thrown(self, r: Reader, dice: Thrower, count: int) -> Any:
        """Throw `count` such volleys and return the hits of each, as an array."""
        if self.weapon in AREA or self.count == SCORED:
            return np.full(count, 1 if self.weapon in AREA else self.hits)
        w = Working(r)
        return shoot(r, w, self.gunner.aim(r, w, self.weapon, cover=self.cover)).thrown(r, dice, count)
