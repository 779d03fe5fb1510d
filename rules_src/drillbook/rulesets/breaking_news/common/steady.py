"""Getting up again, section 10.0: the chance that a suppressed man passes his test."""

from fractions import Fraction

from drillbook.asking import Reader


def steady_number(r: Reader, troops: str, leadership: int) -> int:
    """The highest roll that gets him up: his suppression figure and the leadership of a leader beside him."""
    r.cite("casualties.supp-value")
    return r.cell("classes", troops, "suppression").whole + leadership


def steadies(r: Reader, troops: str, leadership: int = 0) -> Fraction:
    """The chance that a suppressed man of that class passes one test."""
    number = steady_number(r, troops, leadership)
    never = r.int("casualties.supp-six")
    return r.dice("casualties.supp-roll").chance(lambda face: face <= number and face != never)
