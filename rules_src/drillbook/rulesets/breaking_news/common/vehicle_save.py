"""The save of a vehicle, section 9.2: its number per weapon, and what each face does.

Faces that fail knock the vehicle out or blow it up.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Choice, Cited, Count, Reader
from drillbook.maths import Distribution
from drillbook.rulesets.breaking_news.common.casualties import Save, Terms
from drillbook.rulesets.breaking_news.common.firing import BRIEF_ARMS, INFANTRY_ARMS

TANK, HEAVY, LIGHT, PROTECTED, UNPROTECTED = "tank", "heavy", "light", "protected", "unprotected"
VEHICLES = {
    TANK: "Tank",
    HEAVY: "Heavily armoured",
    LIGHT: "Light-armoured",
    PROTECTED: "Protected",
    UNPROTECTED: "Unprotected",
}
FRONT, SIDE = "tank-front", "tank-side"

RPG, LAUNCHER, IED, STRIKE, GRENADE = "rpg", "grenade-launcher", "ied", "strike", "grenade"
#: What needs no shot: it goes off, and every vehicle under it saves once.
AREA = (IED, STRIKE)
WEAPONS = {
    **INFANTRY_ARMS,
    GRENADE: "Hand grenade",
    LAUNCHER: "Grenade launcher",
    RPG: "RPG",
    "heavy-at": "Heavy anti-tank",
    "tank": "Tank gun",
    IED: "Explosive (IED)",
    STRIKE: "Support strike",
}
#: Names short enough for the edge of a map.
BRIEF = {
    **BRIEF_ARMS,
    "grenade": "Hand grenade",
    LAUNCHER: "Grenade launcher",
    RPG: "RPG",
    "heavy-at": "Milan",
    "tank": "Tank gun",
}
MACHINE_GUNS = ("lmg", "mmg", "hmg")
BIG = ("heavy-at", "tank")

SAFE, OUT, EXPLODES = "undamaged", "knocked out", "explodes"
FATES = (SAFE, OUT, EXPLODES)


Vehicle = Annotated[str, Choice(VEHICLES, default=PROTECTED, label="Vehicle")]
#: The direction of a hit, as forms ask for it.
ANGLE = Count(
    0,
    180,
    unit="degrees",
    label="Hit from, off its bow",
    when={"vehicle": (TANK,)},
    why_not="Only a tank has a front and a side of its own.",
)
Angle = Annotated[int, ANGLE]


@dataclass(frozen=True, slots=True)
class VehicleSave:
    """The save of a vehicle: the number with its rule, and what each face of the die does.

    number is None if the weapon does nothing, or if nothing saves. bonus is added to the die before the comparison with
    the number.
    """

    number: Cited | None
    fates: dict[int, str]
    why: str
    bonus: Cited | None = None

    @property
    def as_save(self) -> Save:
        """The same in the words of a man's save: which faces keep it in the fight."""
        faces = frozenset(face for face, fate in self.fates.items() if fate == SAFE)
        words = "the vehicle saves on this or more" if self.number else "nothing has to be saved"
        figure = self.number or Cited(min(faces, default=max(self.fates) + 1), self.why)
        needed = min(faces, default=max(self.fates) + 1)
        return Save(Terms(figure, self.bonus, (), words), faces, needed, self.each[SAFE])

    @property
    def each(self) -> Distribution[str]:
        """What one hit does."""
        whole = len(self.fates)
        return Distribution.weighted((fate, Fraction(1, whole)) for fate in self.fates.values())

    def after(self, hits: int) -> Distribution[str]:
        """Return the distribution of the result of a volley's hits; the worst of them counts."""
        one = self.each
        safe, whole = one[SAFE] ** hits, (1 - one[EXPLODES]) ** hits
        return Distribution({SAFE: safe, OUT: whole - safe, EXPLODES: 1 - whole})


def from_above(r: Reader, vehicle: str) -> str | None:
    """Return the row of the table for a vehicle struck from above, which is never in front."""
    return SIDE if vehicle == TANK else line_of(r, vehicle, 0)


def front_side(r: Reader, angle: int) -> bool:
    """Whether a tank is hit in front, at an angle off straight ahead, by the ruling."""
    if r.holds("vehicle-arc", "narrow-front"):
        return angle <= r.int("reaction.opp-arc", "side")
    return angle + angle <= r.int("shooting.arc")


def line_of(r: Reader, vehicle: str, angle: int) -> str | None:
    """Return the row of the table for a vehicle; None if it has none."""
    if vehicle == TANK:
        return FRONT if front_side(r, angle) else SIDE
    if vehicle == UNPROTECTED:
        return PROTECTED if r.holds("unprotected-save", "as-protected") else None
    return vehicle


def vehicle_save(r: Reader, line: str | None, weapon: str) -> VehicleSave:
    """Return the save of one row of the table against one hit of a weapon."""
    die = r.dice("vehicles.knocked-out")
    if line is None:
        return VehicleSave(None, dict.fromkeys(die, OUT), r.cite("vehicles.save-table"))
    harmless = _harmless(r, line, weapon)
    if harmless:
        return VehicleSave(None, dict.fromkeys(die, SAFE), harmless)
    number, bonus = _strike(r, line) if weapon == STRIKE else (r.cell("vehicles", line, _column(r, line, weapon)), None)
    margin, added = r.int("vehicles.explodes"), bonus.whole if bonus else 0
    saved = min(die) + added >= number.whole
    fatal = r.int("casualties.one-kills") if saved and r.holds("vehicle-one", "always-fails") else None

    def fate(face: int) -> str:
        if face + added >= number.whole and face != fatal:
            return SAFE
        return EXPLODES if number.whole - face - added >= margin else OUT

    return VehicleSave(number, {face: fate(face) for face in die}, number.rule, bonus)


def _strike(r: Reader, line: str) -> tuple[Cited, Cited | None]:
    """Return what a vehicle under a support strike saves on, and the bonus on its die.

    The ruling vehicle-strike decides both.
    """
    r.cite("support.save-all")
    reading = r.read_as("vehicle-strike")
    if reading == "as-troops":
        return r.cited("casualties.bombard-save"), None
    number = r.cell("vehicles", line, "heavy" if reading == "as-tank-gun" else "base")
    return number, r.cited("support.save-bonus")


def _light_anti_tank(r: Reader, weapon: str) -> bool:
    return weapon == RPG or (weapon == LAUNCHER and r.holds("light-at", "launchers-too"))


def _column(r: Reader, line: str, weapon: str) -> str:
    """Return the column that a weapon uses: its own if the row has a number there, or the first."""
    if weapon in BIG:
        return "heavy"
    anti_tank = r.has_cell("vehicles", line, "light") and _light_anti_tank(r, weapon)
    own = "hmg" if weapon == "hmg" else "light" if weapon == IED or anti_tank else "base"
    return own if r.has_cell("vehicles", line, own) else "base"


def _harmless(r: Reader, line: str, weapon: str) -> str | None:
    """Return the rule by which a weapon does nothing to such a vehicle; None if there is none."""
    if weapon in (*BIG, STRIKE):
        return None
    if line in (FRONT, SIDE):
        if weapon == RPG and r.holds("tank-light-weapons", "rocket-counts"):
            return None
        return r.cite("vehicles.tank-immune")
    if _column(r, line, weapon) != "base":
        return None
    armed = weapon in (RPG, *MACHINE_GUNS) or _light_anti_tank(r, weapon)
    if not armed and r.holds("vehicle-base-save", "light-anti-tank-only"):
        return r.cite("vehicles.save-table")
    return None
