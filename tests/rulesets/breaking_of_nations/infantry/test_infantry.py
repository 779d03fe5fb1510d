"""Infantry: heroes under fire face by face, squads by their rules, loads by halves."""

from fractions import Fraction
from itertools import product

import pytest

from asking import chances, comes_near, picture, value
from drillbook import ask

D12 = range(1, 13)
DS = {"civilian": 4, "green": 4, "regular": 5, "veteran": 5, "elite": 6}
CS = {"civilian": -2, "green": -1, "regular": 0, "veteran": 1, "elite": 2}
SP = {"civilian": 4, "green": 5, "regular": 5, "veteran": 6, "elite": 6}
#: What each face of the location die does: (fate, change of DS).
PLACES = {
    **dict.fromkeys((1, 2, 6, 7), ("hampered", 0)),
    **dict.fromkeys((4, 5), ("hampered", -1)),
    **dict.fromkeys((3, 8), ("prone", 0)),
    **dict.fromkeys((9, 10), ("removed", 0)),
    **dict.fromkeys((11, 12), ("bloody death, by place", 0)),
}
GONE = ("removed", "bloody death, by place", "bloody death, critical")


def shot_at(fate: str, ds: int, needed: int, others: int, squad: bool) -> dict[tuple[str, int, int], Fraction]:
    """One shot, every face of both dice and every man that the lot may fall on."""
    if fate in GONE or (fate == "prone" and not squad):
        return {(fate, ds, others): Fraction(1)}
    found: dict[tuple[str, int, int], Fraction] = {}

    def add(state: tuple[str, int, int], chance: Fraction) -> None:
        found[state] = found.get(state, Fraction(0)) + chance

    men = list(range(others + (fate != "prone"))) if squad else [0]
    for face in D12:
        if face != 12 and face < needed + (0 if squad else ds):
            add((fate, ds, others), Fraction(1, 12))
            continue
        for man in men:
            chance = Fraction(1, 12 * len(men))
            if fate == "prone" or man:
                add((fate, ds, others - 1), chance)
            elif face == 12:
                add(("bloody death, critical", ds, others), chance)
            else:
                for place in D12:
                    after, change = PLACES[place]
                    add((after, ds + change, others), chance / 12)
        if not men:
            add((fate, ds, others), Fraction(1, 12))
    return found


@pytest.mark.parametrize(("grade", "firer", "target"), [*product(("green", "elite"), CS, ("hero", "squad"))])
def test_shots_face_by_face(grade: str, firer: str, target: str) -> None:
    needed, squad = DS[grade] - CS[firer], target == "squad"
    now = {("unharmed", 0, 3 if squad else 0): Fraction(1)}
    for shots in (1, 2, 3, 4):
        after: dict[tuple[str, int, int], Fraction] = {}
        for (fate, ds, others), chance in now.items():
            for state, further in shot_at(fate, ds, needed, others, squad).items():
                after[state] = after.get(state, Fraction(0)) + chance * further
        now = after
        found = chances(
            f"bon/hero-shot?grade={grade}&armour=minimal&ground=clear&firer={firer}&range=medium&shots={shots}"
            f"&aimed={target}" + ("&men=4" if squad else "")
        )
        for fate in ("unharmed", "hampered", "prone", *GONE):
            assert found.get(fate, 0) == sum(chance for (one, *_), chance in now.items() if one == fate)


@pytest.mark.parametrize("rest", ["shots=2&aimed=hero", "shots=4&aimed=squad&men=3"])
def test_dice_agree(rest: str) -> None:
    comes_near(
        f"bon/hero-shot?grade=regular&armour=flak&ground=clear&firer=veteran&range=short&{rest}", seed=9, throws=3000
    )


@pytest.mark.parametrize(("score", "weapon"), [*product(D12, ("rifle", "pistol", "lmg"))])
def test_a_wound_never_makes_him_better(score: int, weapon: str) -> None:
    for distance in (2, 4, 8, 12, 20, 24):
        here = f"grade=veteran&armour=minimal&weapon={weapon}&distance={distance}&enemy=regular"
        found = value(f"bon/hit-location?score={score}&{here}")
        limit = {"rifle": (6, 12, 24), "pistol": (5, 9, 12), "lmg": (6, 12, 24)}[weapon]
        whole = next((5 + add - 1 for edge, add in zip(limit, (-1, 0, 1), strict=True) if distance <= edge), None)
        if found["needed"] is not None:
            assert whole is not None
            assert found["needed"] >= whole
        if found["inches"] is not None:
            assert found["inches"] <= 6


@pytest.mark.parametrize(
    ("officers", "men", "specialists", "hero"), [*product((0, 1, 2), (8, 9, 10), range(5), ("rifle", "lmg"))]
)
def test_squads_by_the_book(officers: int, men: int, specialists: int, hero: str) -> None:
    kinds = ";".join(["lmg", "lft", "medic", "sniper"][:specialists]) or "none"
    address = f"bon/squad?historical=no&officers={officers}&soldiers={men}&specialists={kinds}"
    found = value(address + (f"&hero={hero}" if officers else ""))
    cap = 1 if officers and hero == "lmg" else 2
    assert found["legal"] == (officers == 1 and men == 9 and specialists <= cap)


@pytest.mark.parametrize("grade", SP)
def test_loads_by_halves(grade: str) -> None:
    actions = -(-SP[grade] // 2)
    for moved in range(actions + 1):
        found = value(f"bon/heavy-load?load=lmg&grade={grade}&armour=flak&prone=no&moved={moved}&charges=no")
        assert found["may_fire"] == (2 * moved <= actions)


@pytest.mark.parametrize("score", D12)
def test_the_die_stands_beside_the_place_it_hits(score: int) -> None:
    """Faces of the hit-location die are in the row of the place that they hit.

    Every face is in exactly one row, the framed cell is in the row of this wound, and a chosen cell sets its score.
    """
    grid = picture(f"bon/hit-location?score={score}", "places")
    row, column = grid.here
    assert (column, grid.cells[row][column], sum(line[column] for line in grid.cells)) == (score - 1, 1, 1)
    assert grid.sets(row, column) == {"score": score}


@pytest.mark.parametrize(("reading", "end"), [("A", "at the first chance: 50.0 % (1/2)"), ("C", "he never acts again")])
def test_a_stunned_hero_is_told_of_last(reading: str, end: str) -> None:
    assert ask(f"bon/hit-location?score=6&ruling.stunned={reading}").headline.endswith(end)
