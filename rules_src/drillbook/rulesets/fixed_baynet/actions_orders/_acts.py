"""A turn planned act by act: the AC that each act takes, and what forbids the plan."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from drillbook.asking import Checks, Contradiction, Reader, Working
from drillbook.rulesets.breaking_of_nations.common.posture import without_repeats
from drillbook.rulesets.fixed_baynet.common.close_combat import together
from drillbook.rulesets.fixed_baynet.common.volley import price, thrown_away

MOVE, CHARGE, FIRE, STRIKE, ANSWER = "move", "charge", "fire", "strike", "answer"
FORMATION, DROP, RISE, TEST, RECOVER = "formation", "drop", "rise", "test", "recover"
RALLY, CONTACT, HEAL, DOOR, LADDER, SECTION = "rally", "contact", "heal", "door", "ladder", "section"
ACTS = {
    MOVE: "Move", CHARGE: "Charge move", FIRE: "Fire", STRIKE: "Strike", ANSWER: "Struck back before",
    FORMATION: "Change formation", DROP: "Go prone", RISE: "Get up", TEST: "Glory test", RECOVER: "Try to recover",
    RALLY: "Rally, fallback", CONTACT: "Call others", HEAL: "Heal", DOOR: "Open a locked door", LADDER: "Climb a tower",
    SECTION: "Change section",
}  # fmt: skip
MOVES = (MOVE, CHARGE, SECTION)
#: What fills a turn, each with its line among the exceptions.
WHOLE = {DOOR: "door", LADDER: "ladder"}
#: The rule that each other act follows.
RULES = {
    MOVE: "movement.distance", CHARGE: "movement.charge-speed", STRIKE: "close-combat.die", ANSWER: "ranged-combat.counter-cost",
    FORMATION: "formations.change-cost", DROP: "formations.who", RISE: "formations.prone-get-up", TEST: "actions-orders.order-glory",
    RECOVER: "glory.recover", RALLY: "actions-orders.orders", CONTACT: "actions-orders.order-contact",
    HEAL: "actions-orders.exceptions", DOOR: "actions-orders.exceptions", LADDER: "actions-orders.exceptions",
    SECTION: "actions-orders.exceptions",
}  # fmt: skip
UP, DOWN, HELD = "up", "prone", "suppressed"
STARTS = {UP: "On his feet", DOWN: "Prone", HELD: "Prone, suppressed"}


@dataclass(slots=True)
class Plan:
    """The plan of a turn so far: the acts with the AC of each, and whether the man is prone."""

    prone: bool
    done: list[tuple[str, int]] = field(default_factory=list)
    dropped: bool = False

    @property
    def acts(self) -> list[str]:
        """The acts so far."""
        return [act for act, _ in self.done]

    @property
    def cost(self) -> int:
        """What they take together."""
        return sum(cost for _, cost in self.done)


def planned(r: Reader, w: Working, checks: Checks, acts: Sequence[str], weapon: str, start: str, ac: int) -> Plan:
    """Return the plan of a turn, act by act.

    Whatever a rule forbids on the way is added to `checks`; the AC of each act is added to `w`.
    """
    plan = Plan(start != UP)
    for place, act in enumerate(acts):
        _posture(checks, plan, acts, place, act, start)
        cost = _price(r, plan, act, weapon, ac)
        plan.done.append((act, cost))
        w.add(ACTS[act].lower(), cost, r.cell("weapons", weapon, "ac").rule if act == FIRE else RULES[act])
    return plan


def _posture(checks: Checks, plan: Plan, acts: Sequence[str], place: int, act: str, start: str) -> None:
    """Check that a man is prone or upright as an act requires, and note how the act leaves him.

    Raises Contradiction if he would go prone while prone, or get up while on his feet.
    """
    if act in (DROP, RISE):
        if plan.prone == (act == DROP):
            others = without_repeats(acts, place, (DROP,) if act == RISE else (RISE, FIRE, STRIKE))
            state = "prone" if plan.prone else "on his feet"
            raise Contradiction(f"At act {place + 1} he is {state} already.", acts=others or ((MOVE,),))
        if act == RISE:
            early, held = plan.dropped, start == HELD
            found = "he went down in this very turn" if early else "he was suppressed" if held else "he may get up"
            checks.ask("May he get up?", not early and not held, found, "formations.prone-get-up")
        plan.prone, plan.dropped = act == DROP, plan.dropped or act == DROP
    elif act == CHARGE and plan.prone:
        checks.ask("Is he up to charge?", False, "a prone man does not charge", "formations.prone-speed")
    elif act in (FIRE, STRIKE):
        plan.prone = False


def _price(r: Reader, plan: Plan, act: str, weapon: str, ac: int) -> int:
    """Return the AC that one more act takes."""
    one = r.int("actions-orders.cost")
    match act:
        case "fire":
            return price(r, weapon) + _aiming(r, plan, one)
        case "strike":
            came = plan.acts.index(CHARGE) if CHARGE in plan.acts else len(plan.acts)
            charged = came < len(plan.acts) and STRIKE not in plan.acts[came:]
            return 0 if charged and r.holds("charge-strike", "free-blow") else one
        case "answer":
            return r.int("ranged-combat.counter-cost")
        case "formation":
            return r.int("formations.change-cost")
        case "drop" | "rise":
            return one if r.holds("prone-cost", "an-action") else 0
        case "test":
            return one if r.holds("glory-cost", "every-test") else 0
        case "recover":
            return 0 if r.holds("glory-cost", "all-free") else one
        case "door" | "ladder":
            r.cell("exceptions", WHOLE[act], "takes")
            return ac
    return one


def _aiming(r: Reader, plan: Plan, one: int) -> int:
    """Return the AC for choosing the target of a shot.

    All shots of a turn are at the same target. one: the AC of an order.
    """
    reading = r.read_as("target-order")
    return one if reading == "every-shot" or (reading == "an-order" and FIRE not in plan.acts) else 0


def check(r: Reader, checks: Checks, plan: Plan, weapon: str, ac: int) -> None:
    """Check the limits of the whole turn.

    weapon: the weapon that the man fires. ac: the AC that he has.
    """
    acts, most = plan.acts, r.int("movement.max-actions")
    first = next((act for act in acts if act in (*MOVES, STRIKE)), None)
    checks.working.note("he starts base to base with an enemy", "close-combat.contact", when=first == STRIKE)
    checks.ask("Has he the AC?", plan.cost <= ac, f"{plan.cost} of {ac} AC", "actions-orders.cost")
    moves = sum(act in MOVES for act in acts)
    if moves:
        checks.ask("Not too much movement?", moves <= most, f"{moves} moves, {most} allowed", "movement.max-actions")
    if acts.count(CHARGE) > 1 and r.holds("charge-scope", "one-move"):
        checks.ask("Is the charge one move?", False, "the whole charge is one move", "movement.charge-speed")
    if MOVE in acts and CHARGE in acts:
        checks.ask("Is the way of one kind?", False, "he either moves or charges", "movement.charge-speed")
    _order(r, checks, acts)
    alone = next((act for act in acts if act in (*WHOLE, SECTION)), None)
    if alone:
        inside = (MOVE,) if alone == SECTION else ()  # within a section he may move still
        others = [act for act in acts if act not in (alone, *inside)]
        takes = r.cell("exceptions", WHOLE.get(alone, SECTION), "takes")
        checks.ask("Does he do that alone?", not others, f"{ACTS[alone].lower()}: {takes.amount}", takes.rule)
    _once_a_turn(r, checks, acts)
    repeated = (act for act in acts if act not in (*MOVES, ANSWER, RECOVER, TEST, RALLY) and acts.count(act) > 1)
    twice = next(repeated, None)
    if twice:  # moves, tries and tests have limits of their own, and answers a price for each
        again = not r.holds("repeat-actions", "once-each")
        found = "as often as his AC pay for it" if again else f"{ACTS[twice].lower()}: once in a turn"
        checks.ask("May he do it again?", again, found, "actions-orders.cost")
    if acts.count(FIRE) > 1 and thrown_away(r, weapon):
        checks.ask("Has he a spear for each throw?", False, "the first throw has taken his spear", "weapons.spear-note")
    if HEAL in acts and FIRE in acts:
        own = r.holds("medic-cost", "one-shot")
        found = "he gives up no more than a shot" if own else "healing takes his shooting of the turn"
        checks.ask("May he shoot and heal?", own, found, r.cell("exceptions", "healing", "takes").rule)


def _order(r: Reader, checks: Checks, acts: Sequence[str]) -> None:
    """Check that a man answers before he acts.

    An answer is given before a man is activated, so it comes before all his own acts.
    """
    if ANSWER not in acts:
        return
    last = len(acts) - 1 - acts[::-1].index(ANSWER)
    early = all(act == ANSWER for act in acts[:last])
    _answered(r, checks)
    found = "he answers before he acts" if early else "he has acted, and only a man who has not acted yet strikes back"
    checks.ask("Does he answer before he acts?", early, found, "ranged-combat.counter-eligible")


def _answered(r: Reader, checks: Checks) -> None:
    """Whether a man of one wound strikes back at all, and who goes on after it."""
    hero = "only a hero who survives his wound goes on after it"
    who = {"just-wounded": (None, hero), "any-defender": (None, "a man who is neither killed nor captured goes on")}
    after, found = who.get(r.read_as("counter-who"), (False, "only a model that has wounds left does, and he has one"))
    if r.holds("counter-scope", "contact-only") and together(r):
        after, found = False, "shots are not answered, and hand to hand both roll at once"
    checks.ask("Does he strike back at all?", after, found, "ranged-combat.counter-eligible")


def _once_a_turn(r: Reader, checks: Checks, acts: Sequence[str]) -> None:
    """Check the acts that a turn allows only once.

    A turn has one try to recover, one rally or fallback, and one glory test for everything that has shaken a unit; some
    readings allow a test for each event, or several rallies.
    """
    tries, tests, orders = acts.count(RECOVER), acts.count(TEST), acts.count(RALLY)
    if tries:
        found = "he tries once" if tries == 1 else f"he tries {tries} times, and a turn has one try at most"
        checks.ask("Is there a single try?", tries == 1, found, "glory.recover-leader")
        r.cite("glory.recover-soldier")
    if tests > 1:
        each = r.holds("gl-one-test", "test-each")
        found = "a test for each event" if each else f"{tests} tests, and the unit rolls once in a turn"
        checks.ask("Is there a single test?", each, found, "glory.when")
    if orders > 1:
        again = r.holds("rally-often", "by-ac")
        found = "as often as his AC pay for it" if again else f"{orders} rallies or fallbacks, and a turn has one"
        checks.ask("May he steady them again?", again, found, "glory.rally-who")
