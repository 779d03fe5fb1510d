"""What an order costs in AC. The turn's Orders, planned turns, firefights and what an officer does for a shaken unit ask it."""

from drillbook.asking import Reader

CONTACT, TARGET, RELIEF = "contact", "target", "relief"
_PAID = {CONTACT: ("calls-too", "every-order"), TARGET: ("every-order",), RELIEF: ("calls-too", "every-order")}


def order_price(r: Reader, order: str) -> int:
    """The AC that an order costs which is no change of formation.

    order: CONTACT (a call to others), TARGET (the choice of a target) or RELIEF (a rally, a fallback). Follows the ruling on the cost of
    orders. A ruleset without it calls orders actions, and has the choice of a target with the shot.
    """
    paid = order != TARGET
    if r.has("ruling.orders-cost"):
        paid = r.read_as("orders-cost") in _PAID[order]
    return r.int("turn-sequence.action-cost") if paid else 0
