"""The turn: what a soldier does under Orders, and what AC that leaves him."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choices, Flag, Reader, Working, question
from drillbook.asking.exhibits import Event, Timeline
from drillbook.maths import counted
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.orders import CONTACT, TARGET, order_price
from drillbook.rulesets.breaking_of_nations.common.soldier import actions

FORMATION, VOLUNTEER = "formation", "glory"
ORDERS = {
    FORMATION: "Change formation",
    VOLUNTEER: "Test glory unasked",
    CONTACT: "Call others",
    TARGET: "Pick a target",
}


@dataclass(frozen=True, slots=True)
class Orders:
    """The orders: whether they are allowed, the AC they cost and leave, and the glory tests.

    tests_now is the number of tests under Orders, tests_late that at the end of the turn.
    """

    allowed: bool
    cost: int
    left: int
    tests_now: int
    tests_late: int


@question(
    "bon/orders?grade=regular&armour=minimal&orders=formation,target&shaken=yes",
    "bon/orders?grade=regular&armour=minimal&orders=glory&shaken=no",
    "bon/orders?grade=civilian&armour=minimal&orders=contact&shaken=no",
    "bon/orders?grade=veteran&orders=contact,target&ruling.orders-cost=C",
)
def orders(
    r: Reader,
    *,
    grade: Annotated[str, soldiers("Soldier")],
    armour: Annotated[str, armour_of("Armour")],
    orders: Annotated[tuple[str, ...], Choices(ORDERS, default=(FORMATION, TARGET), label="Orders")],
    shaken: Annotated[bool, Flag(label="Unit was shaken", help="Since its last Orders, by any of the glory triggers.")],
) -> Breakdown[Orders]:
    """What do these Orders cost, and when is glory tested?"""
    w = Working(r)
    checks = Checks(w)
    available = actions(r, w, grade, armour)
    voluntary, timing = r.read_as("glory-voluntary"), r.read_as("glory-timing")
    now = int(shaken and timing != "glory-phase")
    late = int(shaken and timing != "next-orders")
    price = r.int("turn-sequence.action-cost")
    w.subtract("a change of formation", "turn-sequence.formation-cost", when=FORMATION in orders)
    r.cite("turn-sequence.orders-formation")
    w.subtract("the forced test", price * now, "turn-sequence.orders-glory", when=now and voluntary == "forced-paid")
    wanted = VOLUNTEER in orders
    if wanted:
        free = voluntary == "may-volunteer"
        found = "any unit may, for an action" if free else "without a cause there is no test"
        if shaken and not free:
            due = "the unit was shaken, so its test is due without asking"
            checks.ask("May he test unasked?", None, due, "turn-sequence.orders-glory")
        elif checks.ask("May he test unasked?", free, found, "turn-sequence.orders-glory"):
            w.subtract("a test unasked", price, "turn-sequence.orders-glory")
            now += 1
    for order, words in ((CONTACT, "calling others"), (TARGET, "picking a target")):
        if order in orders:
            rule, asked = f"turn-sequence.orders-{order}", order_price(r, order)
            w.subtract(words, asked, rule, when=asked)
            w.note(f"{words}: no AC is named for it", rule, when=not asked)
    cost = available - w.whole
    found = f"{counted(cost, 'AC', 'AC')} of {available}"
    checks.ask("Has he the AC?", cost <= available, found, "turn-sequence.action-cost")
    tests = [counted(now, "test") + " under Orders"] if now else []
    tests += [counted(late, "test") + " in the glory phase"] if late else []
    checks.ask("Is glory tested?", True if tests else None, " and ".join(tests) or "no test", "turn-sequence.phases")
    headline = f"Orders take {found}; {' and '.join(tests) or 'no glory test'}"
    if checks.failed:
        headline = f"Not allowed: {checks.failed[0].finding}"
    value = Orders(checks.passed, cost, available - cost, now, late)
    return w.answer(
        value,
        headline=headline,
        exhibits=[_turn(value, available), checks.decision("What the Orders ask for.", "checks")],
    )


def _turn(found: Orders, available: int) -> Timeline:
    """Return the timeline of the turn in AC: Orders, actions, and where the tests fall."""
    events = [Event("Actions", found.cost, available, f"{found.left} AC to act with")]
    if found.cost:
        events.insert(0, Event("Orders", 0, found.cost, "orders", "stop"))
    if found.tests_now:
        events.append(Event("Glory", 0, 0, "test", "danger"))
    if found.tests_late:
        events.append(Event("Glory", available, available, "test", "danger"))
    return Timeline("The soldier's turn in AC, with the glory tests.", "AC", events, name="turn")
