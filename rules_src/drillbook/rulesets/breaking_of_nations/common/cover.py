"""Cover: its worth by distance, height of the shooter, and two covers at once."""

from drillbook.asking import Cited, Contradiction, Reader, Working, procedure
from drillbook.maths import Number, write_number


def cover_worth(r: Reader, w: Working, kind: str, behind: Number, *, higher: bool) -> Cited:
    """Return the CV of a cover to a man so many inches behind it, and add the notes.

    kind is a line of the terrain chart. higher states whether the shooter is higher than the man.
    """
    cover, rule = r.cell("terrain", kind, "cv"), "terrain.high-shooter"
    if not cover.number:
        return cover
    if higher and kind == "trenches":
        w.note("A trench keeps its CV against a higher shooter", "terrain.high-shooter-trench")
        return cover
    limit, away = r.num(rule, "distance"), f'The cover is {write_number(behind)}" away'
    if behind <= limit:
        w.note(f'{away}, within {limit}": it keeps its CV', rule, when=behind or higher)
        return cover
    if r.holds("cover-distance", "named-distance"):
        w.note(f'The cover is farther than {limit}" away and does not count', rule)
        return Cited(0, cover.rule)
    if not higher:
        w.note(f"{away}, and the shooter stands no higher: it keeps its CV", rule)
        return cover
    lowered = lowered_cover(r, cover)
    w.note(f'{away}, beyond {limit}": its CV is {lowered.amount}', rule)
    return lowered


@procedure
def lowered_cover(r: Reader, cover: Cited) -> Cited:
    """Cover that is too far away counts for one figure, whatever it was worth."""
    return r.cited("terrain.high-shooter", "value")


def check_behind(r: Reader, kind: str, behind: Number) -> None:
    """Raise Contradiction if a man is behind ground that he can only be in, such as a river."""
    if behind and kind not in (row.key for row in r.ruleset.table("terrain").where("cover")):
        name = r.name("terrain", kind).lower()
        raise Contradiction(f"{name.capitalize()} is no cover that a man could be behind: he is in it.", behind=0)


def both_covers(r: Reader, w: Working, ground: Cited, wall: Cited) -> Cited:
    """Return the worth of two covers together, with a note: his ground, and a wall in the fire.

    The reading in force decides whether the better, the sum or the nearest counts.
    """
    if not (ground.number and wall.number):
        return ground if ground.number else wall
    match r.read_as("cv-stacking"):
        case "best-cover":
            w.note("two covers: the better one counts", "terrain.chart")
            return max(ground, wall, key=lambda one: one.number)
        case "added-up":
            w.note("two covers are added up", "terrain.chart")
            return Cited(ground.number + wall.number, ground.rule)
        case _:
            w.note("two covers: the one nearest to him counts", "terrain.chart")
            return ground
