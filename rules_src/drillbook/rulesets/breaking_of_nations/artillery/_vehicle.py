"""A vehicle under direct fire, which saves by its CV as a building does.

The module has no question of its own.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Cited, Reader, Working
from drillbook.maths import roll, spoken
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.artillery import _laying as laying
from drillbook.rulesets.breaking_of_nations.buildings._siege import Fire, breaches
from drillbook.rulesets.breaking_of_nations.common.shooting import shot_number


@dataclass(frozen=True, slots=True)
class Save:
    """A vehicle's save: the number that decides it, who rolls, and the chance that it fails.

    number is the score that a die needs against the vehicle; if its owner rolls, it is the highest score that saves it.
    """

    number: int
    owner: bool
    chance: Fraction

    def fails(self, r: Reader, face: Any) -> Any:
        """Whether a face is a failed save; works on one score and on arrays of scores alike."""
        return breaches(r, Fire(self.number, 0, 0), face)

    def words(self, r: Reader, ready: laying.Shoot) -> str:
        """Return in words what the dice need, or what the owner's save needs."""
        if not self.owner:
            return f"Each of {ready.dice} dice hits on {guns.needs(r, self.number, ready.die)}"
        return f"It saves on {self.number} or less against each of {ready.dice} dice, and fails: {spoken(self.chance)}"


def save_of(r: Reader, w: Working, ready: laying.Shoot, vehicle_class: int, agreed: int) -> Save:
    """Return the save of a vehicle against a piece that is ready to fire; the steps go into `w`.

    vehicle_class is the number of the vehicle's CV class, which is its CV on one reading. agreed is the CV that the
    players have settled.
    """
    by_class = r.holds("vehicles-missing", "class-as-cover")
    what = "CV class of the vehicle" if by_class else "CV of the vehicle, as agreed"
    cover = Cited(vehicle_class if by_class else agreed, r.cite("artillery.vehicle-save"))
    owner = r.holds("building-save", "owner-rolls")
    if owner:
        number = int(w.then(f"{what}: it saves on this or less", cover))
    else:
        number = shot_number(r, w, ds=cover, firer=guns.gunner(r), band=ready.band, what=what)
    save = Save(number, owner, Fraction(0))
    return Save(number, owner, roll(ready.die).chance(lambda face: bool(save.fails(r, face))))
