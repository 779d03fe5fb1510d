"""The price of an order in AC.

The turn's Orders, planned turns, firefights and an officer's help for a shaken unit use this module.
"""

from drillbook.asking import Reader

CONTACT, TARGET, RELIEF = "contact", "target", "relief"
_PAID = {CONTACT: ("calls-too", "every-order"), TARGET: ("every-order",), RELIEF: ("calls-too", "every-order")}


def order_price(r: Reader, order: str) -> int:
    """Return the AC that an order costs if it is no change of formation.

    order is CONTACT (a call to others), TARGET (the choice of a target) or RELIEF (a rally, a fallback). The ruling on
    the cost of orders decides. A ruleset without it calls orders actions and has the choice of a target with the shot.
    """
    paid = order != TARGET
    if r.has("ruling.orders-cost"):
        paid = r.read_as("orders-cost") in _PAID[order]
    return r.int("turn-sequence.action-cost") if paid else 0
