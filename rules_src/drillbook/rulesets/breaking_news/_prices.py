"""What men, weapons, leaders, vehicles and extras cost: the section on calculating points, one line of the bill at a time."""

from __future__ import annotations

from collections.abc import Iterable
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
    """One line of a bill: its heading, what it is, what one of it costs, how many there are, and the rule."""

    heading: str
    label: str
    each: int
    rule: str
    number: int = 1

    @property
    def points(self) -> int:
        """What the line comes to."""
        return self.number * self.each

    @property
    def words(self) -> str:
        """How it reads: `2 × LMG at 5`, or just its name where there is one."""
        return self.label if self.number == 1 else f"{self.number} × {self.label} at {self.each}"


def gathered(items: Iterable[Item]) -> list[Item]:
    """The same bill with all that is alike on one line."""
    lines: dict[tuple[str, str, int, str], int] = {}
    for heading, label, each, rule, number in items:
        key = (heading, label, each, rule)
        lines[key] = lines.get(key, 0) + number
    return [Item(*key, number) for key, number in lines.items()]


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


def spoken(arm: str) -> str:
    """What a weapon is called inside a sentence: names in capitals keep them."""
    name = ARMS[arm]
    return name if name[1:] != name[1:].lower() or arm == "javelin" or arm == "anti-tank" else name.lower()


def class_name(r: Reader, troops: str) -> str:
    """What a class is called."""
    return str(r.ruleset.table("classes").row(troops).name)


def man(r: Reader, troops: str, arm: str, level: int, agreed: int, number: int = 1) -> list[Item]:
    """What so many men with the same weapon and the same leadership cost."""
    price = class_price(r, troops)
    items = []
    if pays_for_class(r, arm):
        items.append(Item("Men", class_name(r, troops), amount(price), price.rule, number))
    if arm == MEDIC:
        medic = r.cell("man_prices", "medic", "price")
        items.append(Item("Men", "medic", amount(medic), medic.rule, number))
    elif arm in UNPRICED:
        items.append(Item("Weapons", f"{ARMS[arm]}, by agreement", agreed, r.cite("army.weapon-table"), number))
    elif arm in r.ruleset.table("weapon_prices").rows:
        weapon = r.cell("weapon_prices", arm, "price")
        items.append(Item("Weapons", ARMS[arm], amount(weapon), weapon.rule, number))
    if level:
        points = r.formula("army.leadership-cost")(M=0, W=0, L=level)
        assert isinstance(points, int)
        items.append(Item("Leaders", f"leadership {level}", points, r.cite("army.leadership-cost"), number))
    return items


def vehicle(r: Reader, kind: str, gun: str, number: int) -> list[Item]:
    """What vehicles cost with their machine guns; the heavy ones bring theirs along."""
    price = r.cell("vehicle_prices", kind, "price")
    items = [Item("Vehicles", VEHICLES[kind], amount(price), price.rule, number)]
    if gun == "none":
        return items
    if r.cell("vehicle_prices", kind, "armament").amount != "extra":
        return [*items, Item("Vehicles", f"{GUNS[gun]} in the price", 0, price.rule, number)]
    weapon = r.cell("weapon_prices", gun, "price")
    return [*items, Item("Vehicles", f"{GUNS[gun]} on a vehicle", amount(weapon), weapon.rule, number)]


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
    lines = [
        Item("Extras", "IED", amount(each), each.rule, plain),
        Item("Extras", "IED with remote control", amount(dearer), dearer.rule, remote),
    ]
    return [line for line in lines if line.number]


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
