"""How strong the squads of the sample organisation are. Squads and companies ask it."""

from dataclasses import replace
from typing import Any

from drillbook.asking import Choice, Reader, Working

RIFLES = "rifles"
#: The bodies below a French platoon of 1916; the keys of the others are parts of that army's rule.
BODIES = {RIFLES: "A rifle squad", "bombers": "A bombing squad", "team": "An MG team"}
ARMY = Choice(table="organisation", default="britain-1914")


def army_of(label: str, **more: Any) -> Choice:
    """Return the field for an army and its year."""
    return replace(ARMY, label=label, **more)


def general_squad(r: Reader, w: Working) -> int:
    """Return the figures of a squad by the general rule, including its officer.

    The steps go into `w`.
    """
    w.then("soldiers of a squad", r.cited("infantry.squad-size", "soldiers"))
    return int(w.add("and its officer", r.cited("infantry.squad-size", "officers")))


def body_of(label: str, **more: Any) -> Choice:
    """One of the bodies that the later French list has beside its rifle squads."""
    return Choice(BODIES, default=RIFLES, label=label, **more)


def listed_squad(r: Reader, w: Working, army: str, body: str = RIFLES) -> int | None:
    """Return the figures of a rifle squad in an army's list, including its leader, or None.

    None means that no reading gives the figures. body is a key of BODIES if the army's list has several. The steps go
    into `w`.
    """
    name = r.name("organisation", army)
    if body != RIFLES:
        return int(
            w.then(f"men of {BODIES[body].lower().replace('mg', 'MG')}, {name}", r.cited(f"organisation.{army}", body))
        )
    if r.has_cell("organisation", army, "men"):
        w.then(f"men of a rifle squad, {name}", r.cell("organisation", army, "men"))
        leaders = r.cell("organisation", army, "leaders")
        return int(w.add("who leads them", leaders, when=leaders.number))
    match r.read_as("france-1914"):
        case "general-squad":
            return general_squad(r, w)
        case "as-later":
            return int(w.then(f"{name}: as later", r.cell("organisation", "france-1916", "men")))
        case _:
            return None
