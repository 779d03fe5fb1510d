"""What a unit fights with: its dice and bonus in shooting and in melee, by the chart used."""

from dataclasses import dataclass

from drillbook.asking import Cited, Reader, Working

BACK_PAGE, FIRST_CHART = "units", "first-chart"
#: Bases that may show one squad or two.
SQUADS = ("smg-squad", "gren-squad")
#: Bases whose Resilience is that of their parent.
PARENTED = ("command", "early-hmg", "early-mortar", "late-hmg", "lmg-squad", "smg-squad", "gren-squad")
GRENADIERS = "gren-squad"
LINE, LMG = "line-inf", "lmg-squad"
INFANTRY, SKIRMISHER, HEAVY, CAVALRY, TANK, GUN = "infantry", "skirmisher", "heavy", "cavalry", "tank", "gun"


@dataclass(frozen=True, slots=True)
class Dice:
    """So many dice, of which so many carry the bonus."""

    count: int
    bonus: int = 0
    boosted: int = 0

    @property
    def words(self) -> str:
        """How they are said: 3 dice, one with +1."""
        plain = "no dice" if not self.count else f"{self.count} {'die' if self.count == 1 else 'dice'}"
        if not self.bonus or not self.boosted:
            return plain
        which = "with" if self.count == 1 else f"{self.boosted} of them with"
        return f"{plain}, {which} +{self.bonus}"


def chart(r: Reader, unit: str) -> str:
    """Return the chart that counts for a unit."""
    r.cite("unit-table.short-partial")
    if r.holds("two-unit-tables", "first-chart") and r.has_cell(FIRST_CHART, unit, "melee"):
        return FIRST_CHART
    return BACK_PAGE


def kind_of(r: Reader, unit: str) -> str:
    """Return the kind of a unit: infantry, skirmisher, heavy, cavalry, tank or gun."""
    return str(r.cell(BACK_PAGE, unit, "kind").amount)


def is_vehicle(r: Reader, unit: str) -> bool:
    """Whether it is a vehicle."""
    return kind_of(r, unit) == TANK


def _read(r: Reader, unit: str, melee: bool) -> tuple[Cited, Cited | None]:
    """Return the dice and the bonus of one of the two Arming numbers, as they are read.

    A bonus is for shooting, except that of grenadiers.
    """
    page = chart(r, unit)
    dice = r.cell(page, unit, "melee" if melee else "shooting")
    column = "melee_bonus" if melee else "bonus"
    bonus = r.cell(page, unit, column) if page == BACK_PAGE and r.has_cell(page, unit, column) else None
    return dice, bonus


def arms(r: Reader, w: Working, unit: str, *, squads: int = 1, melee: bool = False) -> Dice:
    """Return the dice of a unit, with the steps.

    squads: how many squads its base shows.
    """
    borrows = melee and kind_of(r, unit) == TANK and r.holds("tank-melee", "shooting-dice")
    dice, bonus = _read(r, unit, melee and not borrows)
    what = "melee" if melee else "shooting"
    if not melee:
        r.cite("shooting.arming")
    w.then(f"{r.name(BACK_PAGE, unit)}: Arming in {what}", dice)
    if w.whole and not melee and kind_of(r, unit) in (CAVALRY, TANK) and r.holds("mounted-steps", "never-shoot"):
        w.at_most("no step has a shot for cavalry and vehicles", 0, "execution-order.list")
        return Dice(0)
    times = squads if squads > 1 and r.holds("squad-count", "for-each-squad") else 1
    w.times("squads on the base", times, "unit-table.arming-notation", when=times > 1)
    if bonus is None or borrows:
        return Dice(w.whole)
    count = w.whole
    r.cite("shooting.bonus-grenadiers" if unit == GRENADIERS else "shooting.bonus-shooting")
    w.note(f"+{bonus.whole} on one die", "shooting.bonus-one-die")
    return Dice(count, bonus.whole, min(count, times * r.int("shooting.bonus-one-die")))


def built_in(r: Reader, w: Working, unit: str, parent: str) -> int:
    """Return the Resilience built into a unit, with the step.

    parent: the grade of its battalion's infantry.
    """
    cell = r.cell(chart(r, unit), unit, "resilience")
    if isinstance(cell.amount, str):
        w.note(f"{r.name(BACK_PAGE, unit)}: as its parent", "unit-table.as-parent")
        unit, cell = parent, r.cell(chart(r, parent), parent, "resilience")
    w.then(f"{r.name(BACK_PAGE, unit)}: Resilience", cell)
    return w.whole
