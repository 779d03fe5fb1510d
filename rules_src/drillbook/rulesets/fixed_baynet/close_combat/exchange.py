"""Close combat: a blow and what comes back, as one tree."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Grid
from drillbook.maths import Distribution, Thrower
from drillbook.rulesets.breaking_of_nations.common.inputs import soldiers
from drillbook.rulesets.fixed_baynet.close_combat.strike import ACROSS, TRENCH
from drillbook.rulesets.fixed_baynet.common import close_combat as combat
from drillbook.rulesets.fixed_baynet.common.close_combat import BLOODY, CAPTURE, MISS, ROWS, WOUND

FALLS, TAKEN = "falls", "captured"
#: What an end of a blow makes of a man with one wound.
FATE = {BLOODY: FALLS, WOUND: FALLS, CAPTURE: TAKEN, MISS: ""}


@dataclass(frozen=True, slots=True)
class Exchange:
    """One blow and its answer: the chances that either falls or is captured, and how many answers the defender's AC pay for."""

    defender_falls: Fraction
    defender_taken: Fraction
    attacker_falls: Fraction
    attacker_taken: Fraction
    paid_for: int


@question(
    "fb/exchange?grade=regular&enemy=native-regular",
    "fb/exchange?grade=native-elite&weapon=yes&enemy=elite&trench=storms",
    "fb/exchange?grade=native-regular&enemy=regular&acted=yes",
    "fb/exchange?grade=native-regular&enemy=regular&spent=3",
    replaces="trench-fight",
)
def exchange(
    r: Reader,
    *,
    grade: Annotated[str, soldiers("Attacker", "native-regular")],
    weapon: Annotated[bool, Flag(label="He has a close combat weapon")],
    enemy: Annotated[str, soldiers("Defender")],
    enemy_weapon: Annotated[bool, Flag(label="The defender has one")],
    trench: Annotated[str, Choice(TRENCH, label="A trench")],
    acted: Annotated[bool, Flag(label="The defender has acted this turn")],
    spent: Annotated[
        int,
        Count(0, 3, label="AC of his spent on answers", unless={"acted": ("yes",)}, why_not="Who has acted gives no answer."),
    ],
) -> Breakdown[Exchange]:  # fmt: skip
    """Who falls, and who is taken, when this man strikes?"""
    w = Working(r)
    own, other = _both(r, w, grade, enemy, trench)
    combat.tell_differences(r, w)
    paid = _paid(r, w, acted=acted, spent=spent)
    w.note("a reroll keeps the higher score", "weapons.cc-highest", when=weapon or enemy_weapon)
    ends = combat.round_of(r, own, other, replies=paid > 0, weapon=weapon, enemy_weapon=enemy_weapon)
    told = _told(ends, paid)
    w.then("chance that the defender falls", told.defender_falls, "close-combat.damage")
    w.then("chance that he is captured", told.defender_taken, "close-combat.capture")
    w.then("chance that the attacker falls", told.attacker_falls, "close-combat.damage")
    w.then("chance that he is captured", told.attacker_taken, "close-combat.capture")
    named = ends.map(lambda pair: _named(*pair))
    return w.answer(
        told,
        headline=(
            f"The defender {combat.effect(told.defender_falls, told.defender_taken, suffered=True)}; "
            f"in all, the attacker {combat.effect(told.attacker_falls, told.attacker_taken, suffered=True)}"
        ),
        chance=told.defender_falls + told.defender_taken,
        distribution=named,
        exhibits=[Bars("How it ends", "The two", {"": named}, name="round"), _grid(ends)],
    )


def _both(r: Reader, w: Working, grade: str, enemy: str, trench: str) -> tuple[combat.Figures, combat.Figures]:
    """The figures of both men, with their steps."""
    attacker, defender = combat.Fighter(grade, trench=trench), combat.Fighter(enemy, trench=ACROSS[trench])
    other = combat.figures(r, w, defender, attacker, "the defender")
    return combat.figures(r, w, attacker, defender, "the attacker"), other


def _paid(r: Reader, w: Working, *, acted: bool, spent: int) -> int:
    """How many answers the defender can still give."""
    if combat.together(r):
        w.note("both roll at once, so that there is nothing to answer", "close-combat.die")
        return 0
    if acted:
        w.note("he has acted this turn and gives no answer", "ranged-combat.counter-eligible")
        return 0
    w.start("answers that his AC pay for", "ranged-combat.counter-max")
    w.subtract(
        "spent on answers", spent * r.int("ranged-combat.counter-cost"), "ranged-combat.counter-cost", when=spent
    )
    w.note("an answer is a plain roll of CS against DS", "ranged-combat.counter-roll", when=w.total)
    return w.whole


def _told(ends: Distribution[tuple[str, str]], paid: int) -> Exchange:
    """The chances of what may become of either."""

    def chance(which: int, fate: str) -> Fraction:
        return ends.chance(lambda pair: FATE[pair[which]] == fate)

    return Exchange(chance(0, FALLS), chance(0, TAKEN), chance(1, FALLS), chance(1, TAKEN), paid)


def _named(done: str, suffered: str) -> str:
    """How a round ends, in words."""
    hit, back = FATE[done], FATE[suffered]
    if hit == FALLS == back:
        return "both fall"
    parts = [f"{who} {fate}" for who, fate in (("defender", hit), ("attacker", back)) if fate]
    return ", ".join(parts) or "no effect"


def _grid(ends: Distribution[tuple[str, str]]) -> Grid:
    """What the blow does beside what comes back."""
    names = [end.capitalize() for end in ROWS]
    cells = [[ends[done, suffered] for suffered in ROWS] for done in ROWS]
    return Grid(
        "What the blow does, and what comes back", "The blow", "What comes back", names, names, cells, name="pairs"
    )


@simulation
def throw_exchange(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """How so many rounds end, with real dice, rolled again by whoever has a weapon for it."""
    w, die, again = Working(r), r.text("close-combat.die"), r.int("weapons.cc-reroll")
    own, other = _both(r, w, inputs["grade"], inputs["enemy"], inputs["trench"])
    paid = _paid(r, w, acted=inputs["acted"], spent=inputs["spent"])
    reading, both = r.read_as("cc-difference"), combat.together(r)
    turned = not both and r.holds("cc-below-zero", "turned-round")

    def thrown(who: str) -> list[int]:
        return [int(one) for one in dice.roll_each(die, count, 1 + again * inputs[who]).max(axis=1)]

    found = []
    for one, two in zip(thrown("weapon"), thrown("enemy_weapon"), strict=True):
        ahead = combat.difference(reading, own, other, one, two)
        done, suffered = combat.end_of(r, ahead), MISS
        if both:
            suffered = combat.end_of(r, combat.difference(reading, other, own, two, one))
        elif turned and ahead < 0:
            suffered = combat.end_of(r, -ahead)
        if paid and suffered == MISS and combat.may_reply(r, done):
            suffered = combat.end_of(r, combat.difference("", other, own, two, one))
        found.append(_named(done, suffered))
    return found
