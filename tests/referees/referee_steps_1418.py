"""The seven steps of 1418 as a referee works them out: who shoots when, and who moves.

Nothing of the ruleset is imported; the readings are given by their letters.
"""

Slot = tuple[int, int]
HEAVIES = ("heavy", "gun", "self-propelled")
KINDS = ("infantry", "skirmisher", "lmg", *HEAVIES, "cavalry", "tank", "great")
HOLELESS = ("tank", "self-propelled", "great")
DOES, MOVED = ("stays", "moves", "assaults", "bombards"), ("never", "earlier", "last")


def fires(kind: str, dug: bool, does: str, moved: str, contact: bool, how: dict[str, str]) -> list[Slot]:
    """Return the moments at which a unit shoots.

    A moment is the step, and its place in the order within that step.
    """
    read = {
        name: how.get(name, "A")
        for name in (
            "bombard_timing", "moved_heavies", "lmg_heavy", "mounted_steps", "skirmisher_assault", "step_four", "step_six_gap",
            "moving_when", "move_and_shoot",
        )
    }  # fmt: skip
    last = [] if contact and read["step_six_gap"] == "B" else [(6, 0)]
    if kind == "great":
        return [(7, 0)]
    if does == "bombards" and read["bombard_timing"] == "B":
        return [(0, 1)]
    if kind in HEAVIES or (kind == "lmg" and read["lmg_heavy"] == "B"):
        if does == "assaults":
            return last
        goes = does == "moves"
        if goes or (moved == "last" and kind != "self-propelled"):
            return [(4, 0)] if read["moved_heavies"] == "B" else []
        return [(1 if moved == "never" else 2, 0 if dug else 1)]
    walks = does == "moves" and read["move_and_shoot"] == "B"
    if kind in ("cavalry", "tank"):
        if read["mounted_steps"] == "C":
            return []
        return last if does == "assaults" else [] if walks else [(4, 0)]
    if kind == "skirmisher":
        if does != "assaults":
            return [] if walks else [(3, 0)]
        return {"A": last, "B": [(3, 0)], "C": [(3, 0), *last]}[read["skirmisher_assault"]]
    if does == "assaults":
        return ([(4, 0)] if read["step_four"] == "B" else []) + last
    if walks:
        return []
    in_its_hole = dug and (does == "stays" or read["moving_when"] == "B")
    return [(3 if in_its_hole else 4, 0)]


def walks(kind: str, dug: bool, does: str, how: dict[str, str]) -> Slot | None:
    """Return when a unit moves, or None if it does not.

    Assaulting units come first, then ordinary ones, then those who were dug in; mounted ones go with them, after them or
    before them.
    """
    if does not in ("moves", "assaults"):
        return None
    place = 0 if does == "assaults" else 2 if dug else 1
    if kind in ("cavalry", "tank", "self-propelled"):
        place += {"B": 10, "D": -10}.get(how.get("mounted_steps", "A"), 0)
    return 5, place


def possible(kind: str, dug: bool, does: str) -> bool:
    """Whether the book has anything to answer."""
    if kind == "great" and does in ("moves", "assaults"):
        return False
    return not (dug and kind in HOLELESS) and (does != "bombards" or kind in (*HEAVIES[1:], "great"))
