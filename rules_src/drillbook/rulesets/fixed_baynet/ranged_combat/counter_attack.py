"""Ranged combat: whether a man who is attacked, and has not acted yet, strikes back, and what comes of it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Number, Thrower, spoken
from drillbook.rulesets.breaking_of_nations.common import shooting
from drillbook.rulesets.breaking_of_nations.common.inputs import FIREARM_BANDS, ground_of, soldiers
from drillbook.rulesets.fixed_baynet.common import close_combat as combat
from drillbook.rulesets.fixed_baynet.common.close_combat import BLOODY, CAPTURE, MISS, WOUND

BLOW, SHOT = "blow", "shot"
ATTACK = {BLOW: "Struck hand to hand", SHOT: "Shot at"}
AT_RANGE: dict[str, Any] = {"when": {"attack": (SHOT,)}, "why_not": "Hand to hand there is no distance."}
QUIET = "no answer"
#: What a shot does, as a blow would.
AS_BLOW = {"critical": BLOODY, "hit": WOUND, "miss": MISS}


@dataclass(frozen=True, slots=True)
class Answered:
    """The chance that he strikes back; of the attacker's fall and capture by it; and how many answers his AC pay for.

    fells, takes: the same once he does strike back.
    """

    answers: Fraction
    attacker_falls: Fraction
    attacker_taken: Fraction
    fells: Fraction
    takes: Fraction
    paid_for: int


@dataclass(frozen=True, slots=True)
class _Case:
    """Both men's figures, and what the shot needs, where it is one."""

    own: combat.Figures
    other: combat.Figures
    needed: int | None


@question(
    "fb/counter-attack?attack=blow&grade=regular&enemy=native-regular",
    "fb/counter-attack?attack=shot&grade=native-regular&enemy=regular&distance=12&ruling.counter-scope=B",
    "fb/counter-attack?attack=blow&grade=elite&enemy=native-elite&spent=2",
    replaces="return-shot",
)
def counter_attack(
    r: Reader,
    *,
    attack: Annotated[str, Choice(ATTACK, label="He is")],
    grade: Annotated[str, soldiers("By")],
    weapon: Annotated[str, Choice(table="weapons", where="firearm", default="rifle", label="With", **AT_RANGE)],
    distance: Annotated[
        Number, Length(0, 26, step=Fraction(1, 2), default=12, label="Distance", bands=FIREARM_BANDS, **AT_RANGE)
    ],
    enemy: Annotated[str, soldiers("He is a", "native-regular")],
    ground: Annotated[str, ground_of("He stands in", **AT_RANGE)],
    acted: Annotated[bool, Flag(label="He has acted this turn")],
    spent: Annotated[
        int,
        Count(0, 3, label="AC of his spent on answers", unless={"acted": ("yes",)}, why_not="Who has acted gives no answer."),
    ],
) -> Breakdown[Answered]:  # fmt: skip
    """Does he strike back, and what does it do?"""
    w = Working(r)
    w.start("answers that his AC pay for", "ranged-combat.counter-max")
    paid = w.subtract("spent on answers", spent * r.int("ranged-combat.counter-cost"), "ranged-combat.counter-cost")
    why, rule = _why_not(r, attack, acted=acted, paid=paid)
    if why:
        w.note(why, rule)
        none = Fraction(0)
        return w.answer(
            Answered(none, none, none, none, none, paid), headline=f"He does not strike back: {why}", chance=none
        )
    case = _case(r, w, attack, grade, weapon, distance, enemy, ground)
    back = combat.reply(r, case.other, case.own)
    chance = _done(r, case).chance(lambda end: combat.may_reply(r, end))
    answers = w.then("chance that he strikes back", chance, "ranged-combat.counter-eligible")
    fells = w.then("striking back, he fells the attacker", back[BLOODY] + back[WOUND], "ranged-combat.counter-roll")
    takes = w.then("striking back, he captures him", back[CAPTURE], "ranged-combat.counter-roll")
    told = Answered(answers, answers * fells, answers * takes, fells, takes, paid)
    ends = Distribution({QUIET: 1 - answers, **{end: answers * chance for end, chance in back.items()}})
    return w.answer(
        told,
        headline=(
            f"He strikes back: {spoken(answers)}; "
            f"in all, the attacker {combat.effect(told.attacker_falls, told.attacker_taken, suffered=True)}"
        ),
        chance=answers,
        distribution=ends,
        exhibits=[Bars("What comes back", "The answer", {"": ends}, name="back")],
    )


def _why_not(r: Reader, attack: str, *, acted: bool, paid: int) -> tuple[str, str]:
    """What keeps him from striking back whatever the dice say, and its rule; nothing where nothing does."""
    if acted:
        return "he has been activated in this turn", "ranged-combat.counter-eligible"
    if not paid:
        return "his AC are spent", "ranged-combat.counter-cost"
    if attack == SHOT and r.holds("counter-scope", "contact-only"):
        return "he is shot, and only blades that touch are answered", "ranged-combat.counter-roll"
    return "", ""


def _case(
    r: Reader, w: Working, attack: str, grade: str, weapon: str, distance: Number, enemy: str, ground: str
) -> _Case:
    """The figures of both men, with their steps; the refusal where a shot does not reach."""
    attacker, defender = combat.Fighter(grade), combat.Fighter(enemy)
    other = combat.figures(r, w, defender, attacker, "he")
    own = combat.figures(r, w, attacker, defender, "the attacker")
    if attack == BLOW:
        return _Case(own, other, None)
    band = shooting.band_in_reach(r, w, weapon, distance)
    man = shooting.Man(enemy, "", ground)
    return _Case(own, other, shooting.man_number(r, w, man, grade, band, weapon=weapon, what="his DS"))


def _done(r: Reader, case: _Case) -> Distribution[Any]:
    """What the attack does to him."""
    needed = case.needed
    if needed is None:
        return combat.blow(r, case.own, case.other)
    return r.dice("ranged-combat.die").map(lambda face: AS_BLOW[shooting.shot_result(r, needed, face)])


@simulation
def throw_counter_attack(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """What comes back, with real dice."""
    cost = r.int("ranged-combat.counter-cost")
    paid = r.int("ranged-combat.counter-max") - inputs["spent"] * cost
    if _why_not(r, inputs["attack"], acted=inputs["acted"], paid=paid)[0]:
        return []
    given = (inputs[one] for one in ("attack", "grade", "weapon", "distance", "enemy", "ground"))
    case, blade = _case(r, Working(r), *given), r.text("close-combat.die")
    reading, needed = r.read_as("cc-difference"), case.needed
    die = blade if needed is None else r.text("ranged-combat.die")
    found = []
    for first, beside, second in zip(*(dice.roll(one, count).tolist() for one in (die, blade, blade)), strict=True):
        if needed is None:
            done = combat.end_of(r, combat.difference(reading, case.own, case.other, first, beside))
        else:
            done = AS_BLOW[shooting.shot_result(r, needed, first)]
        ahead = combat.difference("", case.other, case.own, second, 0)
        found.append(combat.end_of(r, ahead) if combat.may_reply(r, done) else QUIET)
    return found
