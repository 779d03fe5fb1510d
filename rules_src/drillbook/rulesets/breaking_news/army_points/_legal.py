"""Which forces are allowed: each combination that the section on points forbids, by name.

Also checks what cannot be a force at all.
"""

from dataclasses import dataclass

from drillbook.asking import Checks, Reader, Working
from drillbook.errors import Contradiction, listed
from drillbook.maths.number_words import counted
from drillbook.rulesets.breaking_news.common.prices import ARMS, IRREGULARS, REGULARS, UNPRICED, Soldiers

ELITE_FORCE = "r1"
LEADERS, IMPROVED, PRICES = "Fewer leaders than other men?", "Support fire to improve?", "A price for every weapon?"
#: The levels of Intelligence: lowest, highest, and the one for Special Forces.
INTELLIGENCE = (("army.intel-levels", "low"), ("army.intel-levels", "high"), ("army.intel-level4",))


@dataclass(frozen=True, slots=True)
class Wanted:
    """A force as its owner wants it: all that the rules may object to."""

    side: str
    men: tuple[Soldiers, ...]
    extras: tuple[str, ...]
    motivated: int
    intelligence: int
    negotiation: int
    secret: bool
    charges: int
    markers: bool
    media: str
    mixed: bool
    agreed: int

    @property
    def size(self) -> int:
        """How many men there are."""
        return sum(men.number for men in self.men)

    @property
    def leaders(self) -> int:
        """How many of them have leadership."""
        return sum(men.number for men in self.men if men.leadership)

    def special(self, r: Reader) -> bool:
        """Return whether the force may buy what only Special Forces may buy.

        For a force of which only a part are Special Forces, the ruling on how many men have to be Special Forces decides.
        """
        number = sum(men.number for men in self.men if men.troops == ELITE_FORCE)
        if not 0 < number < self.size:
            return number > 0
        match r.read_as("force-special"):
            case "most-figures":
                return number > self.size - number
            case "all-figures":
                return False
            case _:
                return True

    @property
    def other_side(self) -> str:
        """The type that the force is not declared as."""
        return REGULARS if self.side == IRREGULARS else IRREGULARS


def must_fit(force: Wanted) -> None:
    """Contradiction where there is no man of the type declared, or more squads than men."""
    types = {men.type for men in force.men}
    if types == {force.other_side}:
        told = f"The force is declared {force.side.capitalize()}, and all its men are {force.other_side.capitalize()}."
        raise Contradiction(told, side=force.other_side)
    if force.men and force.motivated > force.size:
        told = f"{counted(force.motivated, 'squad')} cannot be made of {counted(force.size, 'man')}."
        raise Contradiction(told, motivation=force.size)


def judged(w: Working, force: Wanted) -> Checks:
    """One condition for each rule that this force touches."""
    r, checks, bought = w.reader, Checks(w), force.extras
    irregular = force.side == IRREGULARS

    def ask(touched: bool, question: str, ok: bool | None, met: str, unmet: str, rule: str) -> None:
        if touched:
            checks.ask(question, ok, unmet if ok is False else met, rule)

    # who its men are
    others = "there are men of the other type; "
    agree = f"{others}agree on them, for what one type alone may buy goes by the type declared"
    mixed = any(men.type == force.other_side for men in force.men)
    ok = None if mixed and r.holds("mixed-force", "as-declared") else False
    ask(mixed, "Men of one type?", ok, agree, f"{others}a force is of one type", "basics.two-types")
    many = (
        f"{force.leaders} of {counted(force.size, 'man')} lead, and Initiative counts the commander's leadership alone"
    )
    crowd = force.leaders > max(1, force.size - force.leaders)
    ask(crowd, LEADERS, None, many, many, "movement.initiative-leader")
    few = f"and there are {'too few' if any(men.troops == ELITE_FORCE for men in force.men) else 'none'}"
    if "infiltrators" in bought:
        none = f"infiltrators need Special Forces, {few}"
        ask(True, "Special Forces to infiltrate?", force.special(r), "there are", none, "army.infiltrators-who")

    # what support fire it may have
    question = "Rules of Engagement without Improved Support Fire?"
    clash = "Rules of Engagement rule out Improved Support Fire"
    ask("roe" in bought, question, "improved-support" not in bought, "none bought", clash, "army.roe-no-improved")
    who = "Mortars are the Irregulars' way to support fire"
    ask("mortars" in bought, "Mortars for Irregulars?", irregular, "they are", who, "army.mortars-who")
    idle = "Irregulars without Mortars have no support fire, so that Improved Support Fire improves nothing"
    if irregular and "improved-support" in bought:
        ask("mortars" not in bought, IMPROVED, None, idle, idle, "army.mortars-who")
        useless = "Improved Support Fire is for the support of Regulars, so that it improves no mortar"
        barred = "mortars" in bought and r.holds("mortar-improved", "regulars-only")
        ask(barred, IMPROVED, None, useless, useless, "army.improved-support")

    # what it knows, lays and brings along
    if force.intelligence:
        low, high, top = (r.int(*one) for one in INTELLIGENCE)
        level, most = f"level {force.intelligence}", force.intelligence > high
        none = f"Intelligence {top} needs Special Forces, {few}"
        ask(not most, f"Intelligence from {low} to {high}?", True, level, level, "army.intel-levels")
        if most:
            question = f"Special Forces for Intelligence {top}?"
            ask(True, question, force.special(r), "there are", none, "army.intel-level4")
    if force.charges:
        agree, never = "agree which Irregulars may have them", "explosives are for Irregulars only"
        ask(True, "Explosives for Irregulars?", None if irregular else False, agree, never, "army.ied-who")
        fakes = r.int("setup.m1-markers", "fake")
        many, few = counted(force.charges, "charge"), counted(fakes, "fake marker")
        question, fits = "A fake marker for every charge?", force.charges <= fakes
        ask(irregular and force.markers, question, fits, f"{many}, {few}", f"{many}, but only {few}", "army.ied-where")
    never = "journalists come only where Regulars meet Irregulars"
    ask(force.media != "none", "Do Regulars meet Irregulars?", force.mixed, "they do", never, "army.media-when")

    # who talks for it
    base, top = r.int("army.negotiation-base"), r.int("army.negotiation-level4")
    may, rule = f"they begin at {base} and may buy more", "army.negotiation-base"
    ask(force.negotiation > base, "Negotiation for Regulars?", not irregular, may, "negotiation is for Regulars", rule)
    best, never = force.negotiation >= top, f"level {top} is for MSU and Secret Services only"
    named = force.secret or (best and r.holds("negotiation-4", "special-forces") and force.special(r))
    ask(best, "MSU or Secret Services?", named, "they are", never, "army.negotiation-level4")

    # what has no price in the list
    missing = [ARMS[arm].lower() for arm in UNPRICED if any(men.weapon == arm for men in force.men)]
    idle = "nobody carries a weapon that wants an agreed price"
    ask(force.agreed > 0 and not missing, PRICES, None, idle, idle, "army.weapon-table")
    price, none = f"agreed at {force.agreed}", f"no price for {listed(missing, 'and')}: agree one"
    ask(bool(missing), PRICES, force.agreed > 0, price, none, "army.weapon-table")
    return checks


def hints(checks: Checks) -> str:
    """Return the doubtful but allowed purchases as the end of a headline; an empty text if none.

    These are what the rules allow but nobody means to buy.
    """
    told = [one.finding for one in checks.verdicts if one.ok is None and one.question in (LEADERS, IMPROVED, PRICES)]
    return f", but {'; '.join(told)}" if told else ""
