"""The costs of men, weapons, leaders, vehicles and extras, one line of the bill at a time.

The section on calculating points gives them.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from drillbook.asking import Cited, Reader
from drillbook.maths import counted, sums_by_key
from drillbook.rulesets.breaking_news.common.casualties import name_of
from drillbook.rulesets.breaking_news.common.defeat import talk_cell

REGULARS, IRREGULARS = "regulars", "irregulars"
IRREGULAR_CLASSES = "irr"
MEDIC = "medic"
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
#: Names that keep their capitals inside a sentence.
PROPER = ("smg", "rpg", "anti-tank", "lmg", "mmg", "hmg", "javelin")
UNPRICED = ("flamethrower", "light-mortar", "javelin")
GUNS = {"none": "No gun", "lmg": "LMG", "mmg": "MMG", "hmg": "HMG"}
VEHICLES = {
    "unprotected": "Unprotected",
    "protected": "Protected",
    "light": "Lightly armoured",
    "heavy": "Tank, heavy or AFV",
}


class Soldiers(NamedTuple):
    """Men who are alike: how many, their class, what each of them carries, and his leadership."""

    number: int
    troops: str
    weapon: str
    leadership: int = 0

    @property
    def type(self) -> str:
        """Whether they are Regulars or Irregulars."""
        return IRREGULARS if self.troops.startswith(IRREGULAR_CLASSES) else REGULARS


class Item(NamedTuple):
    """One line of a bill: its heading, its label, the price of one, the number, and the rule."""

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


def priced(heading: str, label: str, price: Cited, number: int = 1) -> Item:
    """Return a line at the price that a rule names."""
    return Item(heading, label, price.whole, price.rule, number)


def points_of(items: Iterable[Item]) -> int:
    """Return the total of a bill."""
    return sum(item.points for item in items)


def joined(items: Iterable[Item]) -> list[Item]:
    """Return the same bill with equal items joined on one line."""
    lines = sums_by_key((item._replace(number=0), item.number) for item in items)
    return [item._replace(number=number) for item, number in lines.items()]


def class_price(r: Reader, troops: str) -> Cited:
    """Return what a man of a class costs with his assault rifle.

    If the two price lists disagree, the ruling decides.
    """
    listed, in_table = r.cell("man_prices", troops, "price"), r.cell("classes", troops, "points")
    r.cite("army.price-includes-ar")
    if listed.amount == in_table.amount:
        return listed
    chosen = in_table if r.holds("trained-cost", "class-table") else listed
    return Cited(chosen.amount, r.cite("army.trained-conflict"))


def pays_for_class(r: Reader, weapon: str) -> bool:
    """Return whether a man with that weapon pays the price of his class.

    The rulings on medics and on weapon prices decide.
    """
    if weapon == MEDIC:
        return r.holds("medic-cost", "on-top")
    return weapon not in r.ruleset.table("weapon_prices").rows or r.holds("weapon-prices", "on-top")


def conflict(r: Reader, men: Soldiers) -> int:
    """Return how many points more these men cost by the list that does not count.

    This is 0 if they do not pay for their class.
    """
    if not pays_for_class(r, men.weapon):
        return 0
    listed, in_table = r.cell("man_prices", men.troops, "price"), r.cell("classes", men.troops, "points")
    if listed.amount == in_table.amount:
        return 0
    more = men.number * (listed.whole - in_table.whole)
    return more if r.holds("trained-cost", "class-table") else -more


def by_the_other_list(r: Reader, more: int) -> str:
    """Return, for a headline, what a bill costs by the price list that does not count.

    The text is empty without a conflict.
    """
    if not more:
        return ""
    other = "price list" if r.holds("trained-cost", "class-table") else "table of classes"
    return f" ({abs(more)} {'more' if more > 0 else 'fewer'} by the {other})"


def weapon_name(weapon: str) -> str:
    """Return the name of a weapon inside a sentence."""
    return ARMS[weapon] if weapon in PROPER else ARMS[weapon].lower()


def bill_of(r: Reader, men: Soldiers, agreed: int = 0) -> Iterator[Item]:
    """Yield the items that these men cost.

    agreed is the price of a weapon that the list does not have.
    """
    number, troops, weapon, level = men
    if pays_for_class(r, weapon):
        yield priced("Men", name_of(r, troops), class_price(r, troops), number)
    if weapon == MEDIC:
        yield priced("Men", "medic", r.cell("man_prices", MEDIC, "price"), number)
    elif weapon in UNPRICED:
        yield Item("Weapons", f"{ARMS[weapon]}, by agreement", agreed, r.cite("army.weapon-table"), number)
    elif weapon in r.ruleset.table("weapon_prices").rows:
        yield priced("Weapons", ARMS[weapon], r.cell("weapon_prices", weapon, "price"), number)
    if level:
        points = int(r.formula("army.leadership-cost")(M=0, W=0, L=level))
        yield Item("Leaders", f"leadership {level}", points, r.cite("army.leadership-cost"), number)


def vehicle(r: Reader, number: int, kind: str, gun: str) -> Iterator[Item]:
    """Yield the items that vehicles cost with their machine guns.

    Heavy vehicles have their machine guns in the price.
    """
    price = r.cell("vehicle_prices", kind, "price")
    yield priced("Vehicles", VEHICLES[kind], price, number)
    if gun != "none" and r.cell("vehicle_prices", kind, "armament").amount == "extra":
        yield priced("Vehicles", f"{GUNS[gun]} on a vehicle", r.cell("weapon_prices", gun, "price"), number)
    elif gun != "none":
        yield Item("Vehicles", f"{GUNS[gun]} in the price", 0, price.rule, number)


def extra(r: Reader, key: str, number: int = 1) -> Item:
    """Return the item for an extra, bought `number` times."""
    cost = r.cell("extras", key, "cost")
    name, each = r.ruleset.table("extras").row(key).name, str(r.cell("extras", key, "each").amount)
    label = name if each == "side" else f"{name}: {counted(number, each)} at {cost.whole}"
    return Item("Extras", label, number * cost.whole, cost.rule)


def charges(r: Reader, plain: int, remote: int) -> Iterator[Item]:
    """Yield the items for explosives.

    By the ruling each charge costs its price, or all of them together cost one price.
    """
    each, dearer = r.cell("extras", "ied", "cost"), r.cell("extras", "ied", "remote")
    if r.holds("ied-price", "all-together"):
        yield priced("Extras", "Explosives, all together", dearer if remote else each)
        return
    if plain:
        yield priced("Extras", "IED", each, plain)
    if remote:
        yield priced("Extras", "IED with remote control", dearer, remote)


def journalists_paid_by(r: Reader, media: str) -> str:
    """Which side pays for journalists, or is paid for them, by the ruling."""
    shared = r.holds("media-cost", "each-side")
    return IRREGULARS if media == "independent" and shared else REGULARS


def negotiation_skill(r: Reader, level: int) -> Item:
    """Return the item for a level of negotiation."""
    return priced("Extras", f"Negotiation {level}", talk_cell(r, level, "cost"))
