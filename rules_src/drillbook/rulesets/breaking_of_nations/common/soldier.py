"""A soldier's figures: the effect of armour, his speed, and his actions (AC) in a turn.

Every chapter that moves a man, shoots at him or strikes him uses this module.
"""

from math import ceil

from drillbook.asking import Cited, Contradiction, Reader, Working, procedure

#: The row of a soldier whose armour makes no difference, and of one whose armour is not asked for.
BARE = "minimal"


def armour_change(r: Reader, armour: str, figure: str) -> Cited:
    """Return what armour adds to a figure, which is a column of its table.

    The change is 0 in rules that have no armour.
    """
    if not r.has("stats.armour-table"):
        return Cited(0, f"stats.{figure}")
    return r.cell("armour", armour, figure)


@procedure
def called(r: Reader, grade: str) -> str:
    """What a soldier of that grade is called inside a sentence."""
    return r.name("soldiers", grade).lower()


def speed(r: Reader, w: Working, grade: str, armour: str, who: str = "") -> int:
    """Return a soldier's SP in his armour, in inches; its steps go into `w`.

    who is what the steps call him.
    """
    w.then(f"SP ({who or called(r, grade)})", r.cell("soldiers", grade, "sp"))
    penalty = armour_change(r, armour, "sp")
    w.add(f"in {r.name('armour', armour).lower()} armour", penalty, when=penalty.number)
    return w.whole


def actions(r: Reader, w: Working, grade: str, armour: str, who: str = "") -> int:
    """Return the AC that a soldier has in a turn; its steps go into `w`.

    Depending on the reading, the printed SP counts or what his armour leaves of it.
    """
    if not r.has("ruling.ac-from-sp") or r.holds("ac-from-sp", "printed-speed"):
        w.then(f"SP as printed ({who or called(r, grade)})", r.cell("soldiers", grade, "sp"))
    else:
        speed(r, w, grade, armour, who)
    return w.then("rounded up: AC", ceil(w.divide("divided for his AC", "stats.ac")), "stats.ac")  # type: ignore[no-any-return]


def check_spent(r: Reader, grade: str, armour: str, **spent: int) -> None:
    """Raise Contradiction if a soldier spends more AC than he has in a turn.

    spent is the input that gives the number, and its value. The reading of armour and AC is read only if it decides.
    """
    printed, per = r.cell("soldiers", grade, "sp").number, r.int("stats.ac")
    armoured = printed + armour_change(r, armour, "sp").number
    ((name, wanted),) = spent.items()
    most = ceil(printed / per)
    if ceil(armoured / per) < wanted <= most:
        most = actions(r, Working(r), grade, armour)
    if wanted > most:
        raise Contradiction(
            f"{r.name('soldiers', grade)} men have {most} AC in a turn, and not {wanted}.", **{name: most}
        )
