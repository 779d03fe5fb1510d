"""Close combat: a blow and what comes back, as one tree."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Flag, Reader, Working, formed, question, simulation
from drillbook.asking.exhibits import Bars, Grid
from drillbook.maths import Distribution, Thrower
from drillbook.rulesets.breaking_of_nations.common.close_combat import check_weapon
from drillbook.rulesets.fixed_baynet.common import close_combat as combat
from drillbook.rulesets.fixed_baynet.common.close_combat import BLOODY, CAPTURE, MISS, ROWS, WOUND
from drillbook.rulesets.fixed_baynet.common.pair import BOTH, ENEMY, Pair
from drillbook.rulesets.fixed_baynet.common.riding import answers_of

FALLS, TAKEN = "falls", "captured"
#: What an end of a blow makes of a man with one wound.
FATE = {BLOODY: FALLS, WOUND: FALLS, CAPTURE: TAKEN, MISS: ""}


@dataclass(frozen=True, slots=True)
class Exchange:
    """The result of a round of blows.

    It has the chances that each man falls or is captured, and how many answers the defender's AC pay for.
    """

    defender_falls: Fraction
    defender_taken: Fraction
    attacker_falls: Fraction
    attacker_taken: Fraction
    paid_for: int


@question(
    "fb/exchange?grade=regular&enemy=native-regular",
    "fb/exchange?grade=native-elite&weapon=yes&enemy=elite&trench=storms",
    "fb/exchange?grade=native-regular&enemy=regular&formation=square",
    "fb/exchange?grade=regular&enemy=native-regular&formation=mass&riding=striker",
    "fb/exchange?grade=native-regular&enemy=regular&acted=yes&ruling.cc-difference=A&ruling.cc-who-rolls=A",
    "fb/exchange?grade=native-regular&enemy=regular&spent=2&ruling.cc-difference=A&ruling.cc-who-rolls=A",
    replaces="trench-fight",
)
def exchange(
    r: Reader,
    *,
    pair: Pair,
    acted: Annotated[bool, Flag(label="The defender has acted this turn", help="It matters where only one side rolls.")],
    spent: Annotated[
        int,
        Count(0, 3, label="AC of his spent on answers", unless={"acted": ("yes",)}, why_not="Who has acted gives no answer."),
    ],
) -> Breakdown[Exchange]:  # fmt: skip
    """Who falls, and who is taken, when this man strikes?"""
    w = Working(r)
    own, other = pair.figures(r, w, "the attacker", "the defender")
    combat.tell_differences(r, w)
    for armed in (pair.weapon, pair.enemy_weapon):
        check_weapon(w, 1, weapon=armed, trench=pair.trench != combat.NO_TRENCH)
    paid = _paid(r, w, acted=acted, spent=spent, rides=pair.riding in (ENEMY, BOTH))
    w.note("a reroll keeps the higher score", "weapons.cc-highest", when=pair.weapon or pair.enemy_weapon)
    ends = combat.round_of(r, own, other, replies=paid > 0, weapon=pair.weapon, enemy_weapon=pair.enemy_weapon)
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


def _paid(r: Reader, w: Working, *, acted: bool, spent: int, rides: bool) -> int:
    """How many answers the defender can still give; rides: whether he sits on a horse."""
    why, rule = combat.why_no_answer(r, acted=acted, paid=1)
    if not why:
        most = answers_of(r, Working(r), rides=rides)
        why, rule = combat.spent_out(acted=acted, paid=most - spent * r.int("ranged-combat.counter-cost"))
    if why:
        w.note(why, rule)
        return 0
    answers_of(r, w, rides=rides)
    w.subtract(
        "spent on answers", spent * r.int("ranged-combat.counter-cost"), "ranged-combat.counter-cost", when=spent
    )
    w.note("an answer is a plain roll of CS against DS", "ranged-combat.counter-roll")
    return w.whole


def _told(ends: Distribution[tuple[str, str]], paid: int) -> Exchange:
    """Return the chances of what may happen to each man."""

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
    """Return the grid of what the blow does against what comes back."""
    names = [end.capitalize() for end in ROWS]
    cells = [[ends[done, suffered] for suffered in ROWS] for done in ROWS]
    return Grid(
        "What the blow does, and what comes back", "The blow", "What comes back", names, names, cells, name="pairs"
    )


@simulation
def throw_exchange(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw rounds of blows and return how each ends.

    A man with a close combat weapon rolls again.
    """
    w, die, again = Working(r), r.text("close-combat.die"), r.int("weapons.cc-reroll")
    own, other = formed(Pair, inputs).figures(r, w, "", "")
    rides = inputs["riding"] in (ENEMY, BOTH)
    paid = _paid(r, w, acted=inputs["acted"], spent=inputs["spent"], rides=rides)

    def thrown(who: str) -> list[int]:
        return [int(one) for one in dice.roll_each(die, count, 1 + again * inputs[who]).max(axis=1)]

    first, beside = thrown("weapon"), thrown("enemy_weapon")
    answers = thrown("enemy_weapon") if paid else beside  # an answer has a die of its own
    found = []
    for one, two, three in zip(first, beside, answers, strict=True):
        done, suffered = combat.ends_of(r, own, other, one, two)
        if paid and suffered == MISS and combat.may_reply(r, done):
            suffered = combat.end_of(r, combat.difference("", other, own, three, 0))
        found.append(_named(done, suffered))
    return found
