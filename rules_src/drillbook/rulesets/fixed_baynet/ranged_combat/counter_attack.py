"""Counter-attacks: whether an attacked man who has not acted strikes back, and the result."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Flag, Reader, Working, formed, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Thrower, spoken
from drillbook.rulesets.breaking_of_nations.common import shot_die, wounds
from drillbook.rulesets.breaking_of_nations.common.close_combat import check_weapon
from drillbook.rulesets.breaking_of_nations.common.hero import CHEST, hurt_in_chest, place_of
from drillbook.rulesets.fixed_baynet.common import close_combat as combat
from drillbook.rulesets.fixed_baynet.common import pair
from drillbook.rulesets.fixed_baynet.common.close_combat import BLOODY, CAPTURE, MISS, WOUND
from drillbook.rulesets.fixed_baynet.common.riding import answers_of
from drillbook.rulesets.fixed_baynet.ranged_combat._attack import (
    BLOW,
    Attack,
    check_attack,
    chest_wounds,
    figures_of,
    numbers_of,
    worn_number,
)
from drillbook.rulesets.fixed_baynet.ranged_combat._reply import (
    AS_BLOW,
    answer_of,
    goes_on,
    has_places,
    may_answer,
    throws_place,
    why_not,
)

QUIET = "no answer"


@dataclass(frozen=True, slots=True)
class Answered:
    """The result of a counter-attack.

    answers: the chance that the man strikes back. attacker_falls, attacker_taken: the chances that the attacker falls or
    is captured by it. fells, takes: the same chances once the man strikes back. paid_for: how many answers his AC pay
    for.
    """

    answers: Fraction
    attacker_falls: Fraction
    attacker_taken: Fraction
    fells: Fraction
    takes: Fraction
    paid_for: int


@dataclass(frozen=True, slots=True)
class _Case:
    """The distributions of an attack and of the answer to it.

    done: what the attack does to the man and to the attacker. back: what his answer does to the attacker, worst first.
    chest: the same for a hero with a light wound in the chest.
    """

    done: Distribution[tuple[str, str]]
    back: Distribution[Any]
    chest: Distribution[Any]

    def ends(self, r: Reader, attack: Attack) -> Distribution[Any]:
        """Return what comes back in all."""
        places: Distribution[Any] = Distribution.sure("")
        if attack.heroic:
            places = r.dice("infantry.hero-wound").map(lambda face: place_of(r, face))

        def answer(ends: tuple[str, str]) -> Distribution[Any]:
            if not throws_place(r, attack, ends[0]):
                return self.back if may_answer(r, *ends) else Distribution.sure(QUIET)
            return places.then(lambda place: self.placed(r, attack, place, ends[1]))

        found = self.done.then(answer)
        return Distribution({end: found[end] for end in (QUIET, *combat.ROWS)})

    def chest_chance(self, r: Reader, attack: Attack) -> Fraction:
        """Return the chance that he strikes back with a new light wound in the chest."""
        thrown = self.done.chance(lambda ends: throws_place(r, attack, ends[0]) and ends[1] == MISS)
        if not thrown or not goes_on(r, attack, CHEST):
            return Fraction(0)
        return thrown * r.dice("infantry.hero-wound").chance(lambda face: place_of(r, face) == CHEST)

    def placed(self, r: Reader, attack: Attack, place: str, suffered: str) -> Distribution[Any]:
        """Return what comes back from a hero who is hit in that place."""
        if suffered != MISS or not goes_on(r, attack, place):
            return Distribution.sure(QUIET)
        return self.chest if place == CHEST else self.back


@question(
    "fb/counter-attack?attack=shot&grade=native-regular&enemy=regular&distance=12",
    "fb/counter-attack?attack=shot&grade=regular&enemy=native-regular&arm=spear&distance=8&formation=mass",
    "fb/counter-attack?attack=shot&grade=elite&enemy=native-elite&arm=musket&distance=10&spent=2",
    "fb/counter-attack?attack=blow&grade=regular&enemy=native-regular&ruling.cc-difference=A&ruling.cc-who-rolls=A",
    "fb/counter-attack?attack=shot&grade=native-regular&enemy=regular&distance=12&hero=yes",
    replaces="return-shot",
)
def counter_attack(
    r: Reader,
    *,
    attack: Attack,
    acted: Annotated[bool, Flag(label="He has acted this turn")],
    spent: Annotated[
        int,
        Count(0, 3, label="AC of his spent on answers", unless={"acted": ("yes",)}, why_not="Who has acted gives no answer."),
    ],
) -> Breakdown[Answered]:  # fmt: skip
    """Does he strike back, and what does it do?"""
    w = Working(r)
    check_attack(r, w, attack)
    answers_of(r, w, rides=attack.riding in (pair.ENEMY, pair.BOTH))
    paid = w.subtract("spent on answers", spent * r.int("ranged-combat.counter-cost"), "ranged-combat.counter-cost")
    why, rule = why_not(r, attack, acted=acted, paid=paid, again=bool(spent))
    if why:
        w.note(why, rule)
        none = Fraction(0)
        return w.answer(
            Answered(none, none, none, none, none, paid), headline=f"He does not strike back: {why}", chance=none
        )
    for armed in (attack.blade, attack.enemy_blade):
        check_weapon(w, 1, weapon=armed, trench=attack.trench != combat.NO_TRENCH)
    case = _case(r, w, attack)
    ends = case.ends(r, attack)
    answers = w.then("chance that he strikes back", 1 - ends[QUIET], "ranged-combat.counter-eligible")
    _tell_wounded(r, w, attack, case, answers)
    back = Distribution({end: ends[end] / answers for end in combat.ROWS}) if answers else case.back
    fells = w.then("striking back, he fells the attacker", back[BLOODY] + back[WOUND], "ranged-combat.counter-roll")
    w.then("striking back, he captures him", back[CAPTURE], "ranged-combat.counter-roll", when=back[CAPTURE])
    told = Answered(answers, answers * fells, answers * back[CAPTURE], fells, back[CAPTURE], paid)
    lead = f"He strikes back: {spoken(answers)}" if answers else "He never strikes back"
    harm = combat.effect(told.attacker_falls, told.attacker_taken, suffered=True)
    return w.answer(
        told,
        headline=f"{lead}; in all, the attacker {harm}" if answers else lead,
        chance=answers,
        distribution=ends,
        exhibits=[Bars("What comes back", "The answer", {"": ends}, name="back")],
    )


def _case(r: Reader, w: Working, attack: Attack) -> _Case:
    """Return what the attack does and what comes back, with their steps."""
    if attack.attack == BLOW:
        ours, theirs = figures_of(r, w, attack)
        combat.tell_differences(r, w)
        done = combat.struck(r, ours, theirs, weapon=attack.blade, enemy_weapon=attack.enemy_blade)
        back = combat.reply(r, theirs, ours, weapon=attack.enemy_blade)
        return _Case(done, back, back)
    needed, number = numbers_of(r, w, attack)
    die = r.dice("ranged-combat.die")
    done = die.map(lambda face: (AS_BLOW[shot_die.shot_result(r, needed, face)], MISS))
    w.note("a hero who is wounded throws for the place", "infantry.hero-wound", when=attack.heroic and has_places(r))
    worn = number
    if any(throws_place(r, attack, end) for end, _ in done.outcomes):
        worn = worn_number(r, attack, number)
        told = "if he is hit lightly in the chest again" if attack.enemy_chest else "if he is hit lightly in the chest"
        changed = hurt_in_chest(r, chest_wounds(attack, new=True)).cs
        w.then(f"{told}, the change of his CS in all", changed, wounds.TABLE)
        w.then(f"{told}, the answer", worn, "ranged-combat.counter-roll")
    if r.holds("counter-die", "close-combat-die"):
        combat.tell_differences(r, w)
        die = combat.die_of(r, weapon=False)

    def reply(wanted: int) -> Distribution[Any]:
        back = die.map(lambda face: answer_of(r, wanted, face))
        return Distribution.weighted((end, back[end]) for end in combat.ROWS)

    return _Case(done, reply(number), reply(worn))


def _tell_wounded(r: Reader, w: Working, attack: Attack, case: _Case, answers: Fraction) -> None:
    """Add the steps on answers that a hero gives with a new light wound in the chest to `w`.

    The steps state which part of his answers he gives with this wound. They also state the chances that he fells or
    captures the attacker, without this wound and with it. Nothing is added if he gives no answer with such a wound.
    answers: the chance that he strikes back.
    """
    part = case.chest_chance(r, attack)
    if not part:
        return
    w.then("part of his answers that he gives with this wound", part / answers, "infantry.hero-wound")
    for told, back in (("without this wound", case.back), ("with this wound", case.chest)):
        w.then(f"{told}, he fells the attacker", back[BLOODY] + back[WOUND], "ranged-combat.counter-roll")
        w.then(f"{told}, he captures him", back[CAPTURE], "ranged-combat.counter-roll", when=back[CAPTURE])


@simulation
def throw_counter_attack(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw attacks and return what comes back from each."""
    attack, cost = formed(Attack, inputs), r.int("ranged-combat.counter-cost")
    paid = answers_of(r, Working(r), rides=attack.riding in (pair.ENEMY, pair.BOTH)) - inputs["spent"] * cost
    if why_not(r, attack, acted=inputs["acted"], paid=paid, again=bool(inputs["spent"]))[0]:
        return []
    if attack.attack == BLOW:
        return [back if may_answer(r, *ends) else QUIET for ends, back in _blows(r, dice, count, attack)]
    rolled = _shots(r, dice, count, attack)
    if not attack.heroic:
        return [back if may_answer(r, *ends) else QUIET for ends, back, _ in rolled]
    places = dice.roll(r.text("infantry.hero-wound"), count).tolist()
    return [_thrown(r, attack, place_of(r, face), *one) for face, one in zip(places, rolled, strict=True)]


def _thrown(r: Reader, attack: Attack, place: str, ends: tuple[str, str], back: str, chest: str) -> str:
    """Return what comes back from a hero whose place is thrown.

    ends: what the attack did to him and to the attacker. back, chest: his answer if unhurt, and if wounded in the chest.
    """
    if not throws_place(r, attack, ends[0]):
        return back if may_answer(r, *ends) else QUIET
    if ends[1] != MISS or not goes_on(r, attack, place):
        return QUIET
    return chest if place == CHEST else back


def _blows(r: Reader, dice: Thrower, count: int, attack: Attack) -> list[tuple[tuple[str, str], str]]:
    """Throw blows and return what each does and what each answer would do.

    A man with a close combat weapon rolls again.
    """
    ours, theirs = figures_of(r, Working(r), attack)
    die, again = r.text("close-combat.die"), r.int("weapons.cc-reroll")
    first, beside, second = (
        dice.roll_each(die, count, 1 + again * blade).max(axis=1).tolist()
        for blade in (attack.blade, attack.enemy_blade, attack.enemy_blade)
    )
    return [
        (
            combat.ends_of(r, ours, theirs, one, two),
            combat.end_of(r, combat.difference("", theirs, ours, three, 0)),
        )
        for one, two, three in zip(first, beside, second, strict=True)
    ]


def _shots(r: Reader, dice: Thrower, count: int, attack: Attack) -> list[tuple[tuple[str, str], str, str]]:
    """Throw shots and return what each does and what its answer would do.

    The third value is the answer with a wound in the chest.
    """
    needed, number = numbers_of(r, Working(r), attack)
    die = r.text("ranged-combat.die")
    other = r.text("close-combat.die") if r.holds("counter-die", "close-combat-die") else die
    pairs = zip(dice.roll(die, count).tolist(), dice.roll(other, count).tolist(), strict=True)
    worn = worn_number(r, attack, number) if attack.heroic and has_places(r) else number
    return [
        ((AS_BLOW[shot_die.shot_result(r, needed, one)], MISS), answer_of(r, number, two), answer_of(r, worn, two))
        for one, two in pairs
    ]
