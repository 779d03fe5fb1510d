"""What men, weapons, leaders, vehicles and extras cost: the section on calculating points, one line of the bill at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drillbook.reader import Cited
from drillbook.rulesets.breaking_news._defeat import talk_row

if TYPE_CHECKING:
    from drillbook.reader import Reader

REGULARS, IRREGULARS = "regulars", "irregulars"
RIFLE, MEDIC = "ar", "medic"
#: What a man may carry, as inputs name it; the priced weapons have their rows in the price list.
ARMS = {
    "ar": "Assault rifle",
    "smg": "SMG",
    "pistol": "Pistol",
    "sniper": "Sniper rifle",
    "rpg": "RPG",
    "anti-tank": "Milan",
    "grenade-launcher": "Grenade launcher",
    "lmg": "LMG",
    "mmg": "MMG",
    "hmg": "HMG",
    "flamethrower": "Flamethrower",
    "light-mortar": "Light mortar",
    "javelin": "Javelin",
    "medic": "Medic",
}
UNPRICED = ("flamethrower", "light-mortar", "javelin")
GUNS = {"none": "No gun", "lmg": "LMG", "mmg": "MMG", "hmg": "HMG"}
VEHICLES = {
    "unprotected": "Unprotected",
    "protected": "Protected",
    "light": "Lightly armoured",
    "heavy": "Tank, heavy or AFV",
}


class Item(NamedTuple):
    """One line of a bill: its heading, what it is, what it costs, and the rule."""

    heading: str
    label: str
    points: int
    rule: str


def amount(cited: Cited) -> int:
    """The whole number of a price."""
    assert isinstance(cited.amount, int)
    return cited.amount


def class_price(r: Reader, troops: str) -> Cited:
    """What a man of a class costs with his assault rifle; where the two lists disagree, the ruling decides."""
    listed, in_table = r.cell("man_prices", troops, "price"), r.cell("classes", troops, "points")
    r.cite("army.price-includes-ar")
    if listed.amount == in_table.amount:
        return listed
    chosen = in_table if r.reading("trained-cost") == "A" else listed
    return Cited(chosen.amount, r.cite("army.trained-conflict"))


def pays_for_class(r: Reader, arm: str) -> bool:
    """Whether a man with that weapon pays the price of his class, by the rulings on medics and on weapons."""
    if arm == MEDIC:
        return r.reading("medic-cost") == "B"
    return arm not in r.ruleset.table("weapon_prices").rows or r.reading("weapon-prices") == "A"


def conflict(r: Reader, troops: str, arm: str) -> int:
    """How far the two lists lie apart on a man, if he pays for his class."""
    if not pays_for_class(r, arm):
        return 0
    return abs(amount(r.cell("man_prices", troops, "price")) - amount(r.cell("classes", troops, "points")))


def class_name(r: Reader, troops: str) -> str:
    """What a class is called."""
    return str(r.ruleset.table("classes").row(troops).name)


def man(r: Reader, troops: str, arm: str, level: int, agreed: int, number: int = 1) -> list[Item]:
    """What so many men with the same weapon and the same leadership cost."""
    name, times = class_name(r, troops), f"{number} × " if number > 1 else ""
    price = class_price(r, troops)
    items = [Item("Men", f"{times}{name} at {amount(price)}", number * amount(price), price.rule)]
    items = items if pays_for_class(r, arm) else []
    if arm == MEDIC:
        medic = r.cell("man_prices", "medic", "price")
        items.append(Item("Men", f"{times}medic at {amount(medic)}", number * amount(medic), medic.rule))
    elif arm in UNPRICED:
        label = f"{times}{ARMS[arm].lower()}, by agreement at {agreed}"
        items.append(Item("Weapons", label, number * agreed, r.cite("army.weapon-table")))
    elif arm in r.ruleset.table("weapon_prices").rows:
        weapon = r.cell("weapon_prices", arm, "price")
        items.append(Item("Weapons", f"{times}{ARMS[arm]} at {amount(weapon)}", number * amount(weapon), weapon.rule))
    if level:
        points = r.formula("army.leadership-cost")(L=level)
        assert isinstance(points, int)
        items.append(Item("Leaders", f"{times}leadership {level}", number * points, r.cite("army.leadership-cost")))
    return items


def vehicle(r: Reader, kind: str, gun: str, number: int) -> list[Item]:
    """What vehicles cost with their machine guns; the heavy ones bring theirs along."""
    times = f"{number} × " if number > 1 else ""
    price = r.cell("vehicle_prices", kind, "price")
    label = f"{times}{VEHICLES[kind].lower()} at {amount(price)}"
    items = [Item("Vehicles", label, number * amount(price), price.rule)]
    if gun == "none":
        return items
    if r.cell("vehicle_prices", kind, "armament").amount != "extra":
        return [*items, Item("Vehicles", f"{times}{GUNS[gun]} in the price", 0, price.rule)]
    weapon = r.cell("weapon_prices", gun, "price")
    label = f"{times}{GUNS[gun]} for it at {amount(weapon)}"
    return [*items, Item("Vehicles", label, number * amount(weapon), weapon.rule)]


def extra(r: Reader, key: str, number: int = 1) -> Item:
    """What an extra costs, so many times."""
    cost = r.cell("extras", key, "cost")
    name, each = r.ruleset.table("extras").row(key).name, r.cell("extras", key, "each").amount
    label = name if each == "side" else f"{name}: {number} {each}{'' if number == 1 else 's'} at {amount(cost)}"
    return Item("Extras", label, number * amount(cost), cost.rule)


def charges(r: Reader, plain: int, remote: int) -> list[Item]:
    """What explosives cost: each charge, or all of them together, by the ruling."""
    each, dearer = r.cell("extras", "ied", "cost"), r.cell("extras", "ied", "remote")
    if r.reading("ied-price") == "B":
        price = dearer if remote else each
        return [Item("Extras", "Explosives, all together", amount(price), price.rule)]
    items = []
    if plain:
        items.append(Item("Extras", f"{plain} × IED at {amount(each)}", plain * amount(each), each.rule))
    if remote:
        label = f"{remote} × IED with remote control at {amount(dearer)}"
        items.append(Item("Extras", label, remote * amount(dearer), dearer.rule))
    return items


def journalists(r: Reader, media: str, side: str) -> list[Item]:
    """What journalists cost this side, or bring it, by the ruling on who pays."""
    payer = IRREGULARS if media == "independent" and r.reading("media-cost") == "A" else REGULARS
    if media == "embedded":
        r.reading("media-cost")
    return [extra(r, media)] if side == payer else []


def negotiation_skill(r: Reader, level: int) -> Item:
    """What a level of negotiation costs."""
    cost = r.cell("negotiation", talk_row(r, level), "cost")
    return Item("Extras", f"Negotiation {level}", amount(cost), cost.rule)
