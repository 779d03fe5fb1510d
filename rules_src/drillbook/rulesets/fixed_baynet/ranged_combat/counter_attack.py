"""Counter-attacks: whether an attacked man who has not acted strikes back, and the result."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import (
    Breakdown,
    Choice,
    Choices,
    Count,
    Flag,
    Length,
    Reader,
    Working,
    formed,
    question,
    simulation,
)
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Number, Thrower, spoken
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die, wounds
from drillbook.rulesets.breaking_of_nations.common.close_combat import check_weapon
from drillbook.rulesets.breaking_of_nations.common.hero import CHEST, DEATH, hurt, hurt_in_chest, place_of
from drillbook.rulesets.breaking_of_nations.common.inputs import FIREARM_BANDS, FORMATIONS, ground_of, soldiers
from drillbook.rulesets.fixed_baynet.common import close_combat as combat
from drillbook.rulesets.fixed_baynet.common import pair
from drillbook.rulesets.fixed_baynet.common.close_combat import BLOODY, CAPTURE, MISS, WOUND
from drillbook.rulesets.fixed_baynet.common.riding import answers_of
from drillbook.rulesets.fixed_baynet.common.volley import thrown_away

BLOW, SHOT = "blow", "shot"
ATTACK = {BLOW: "Struck hand to hand", SHOT: "Shot at"}
AT_RANGE: dict[str, Any] = {"when": {"attack": (SHOT,)}, "why_not": "Hand to hand there is no distance."}
IN_CONTACT: dict[str, Any] = {"when": {"attack": (BLOW,)}, "why_not": "It counts hand to hand alone."}
QUIET = "no answer"
#: What a shot does, as a blow would.
AS_BLOW = {"critical": BLOODY, "hit": WOUND, "miss": MISS}
RIDING = pair.called(pair.RIDING, "The attacker", "The man attacked")
TRENCH = pair.called(pair.TRENCH, "The attacker", "The man attacked")


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
class Attack:
    """The form of an attack: what is done, the attacker, the man attacked, and how both stand.

    A man who has charged has acted, so he gives no answer.
    """

    attack: Annotated[str, Choice(ATTACK, default=SHOT, label="He is")]
    grade: Annotated[str, soldiers("By")]
    weapon: Annotated[str, Choice(table="weapons", where="firearm", default="rifle", label="With", **AT_RANGE)]
    distance: Annotated[
        Number, Length(0, 26, step=Fraction(1, 2), default=12, label="Distance", bands=FIREARM_BANDS, **AT_RANGE)
    ]
    blade: Annotated[bool, Flag(label="The attacker has a close combat weapon", **IN_CONTACT)]
    own_formation: Annotated[str, Choice(FORMATIONS, label="Attacker's formation")]
    own_charging: Annotated[bool, Flag(label="The attacker charges", **IN_CONTACT)]
    so: Annotated[tuple[str, ...], Choices(combat.SITUATIONS, label="The attacker", **IN_CONTACT)]
    place: Annotated[str, ground_of("The attacker stands in", **IN_CONTACT)]
    enemy: Annotated[str, soldiers("He is a", "native-regular")]
    arm: Annotated[str, Choice(table="weapons", default="rifle", label="He is armed with", **AT_RANGE)]
    enemy_blade: Annotated[bool, Flag(label="He has a close combat weapon", **IN_CONTACT)]
    formation: Annotated[str, Choice(FORMATIONS, label="His formation")]
    enemy_so: Annotated[tuple[str, ...], Choices(combat.SITUATIONS, label="The man attacked", **IN_CONTACT)]
    enemy_place: Annotated[str, ground_of("He stands in")]
    trench: Annotated[str, Choice(TRENCH, label="A trench", **IN_CONTACT)]
    riding: Annotated[str, Choice(RIDING, label="On horseback")]
    chest: Annotated[bool, Flag(label="The attacker is a hero, lightly hit in the chest")]
    enemy_chest: Annotated[bool, Flag(label="He is a hero, lightly hit in the chest")]
    hero: Annotated[
        bool,
        Flag(
            label="He is a hero",
            help="One who is shot throws for the place of his wound.",
            when={"attack": (SHOT,)},
            unless={"enemy_chest": ("yes",)},
            why_not="It counts where he is shot at, and who goes on with a wound is one.",
        ),
    ]

    @property
    def heroic(self) -> bool:
        """Whether a hero is shot at, wounded before or not.

        In close combat a wound fells anyone, so a hero makes no difference there.
        """
        return self.attack == SHOT and (self.hero or self.enemy_chest)

    @property
    def charging(self) -> bool:
        """Whether the man attacked has charged: then he has acted, and this is not asked."""
        return False


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
            if not _throws_place(r, attack, ends[0]):
                return self.back if _may(r, *ends) else Distribution.sure(QUIET)
            return places.then(lambda place: self.placed(r, attack, place, ends[1]))

        found = self.done.then(answer)
        return Distribution({end: found[end] for end in (QUIET, *combat.ROWS)})

    def chest_chance(self, r: Reader, attack: Attack) -> Fraction:
        """Return the chance that he strikes back with a new light wound in the chest."""
        thrown = self.done.chance(lambda ends: _throws_place(r, attack, ends[0]) and ends[1] == MISS)
        if not thrown or not _goes_on(r, attack, CHEST):
            return Fraction(0)
        return thrown * r.dice("infantry.hero-wound").chance(lambda face: place_of(r, face) == CHEST)

    def placed(self, r: Reader, attack: Attack, place: str, suffered: str) -> Distribution[Any]:
        """Return what comes back from a hero who is hit in that place."""
        if suffered != MISS or not _goes_on(r, attack, place):
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
    _check(r, w, attack)
    answers_of(r, w, rides=attack.riding in (pair.ENEMY, pair.BOTH))
    paid = w.subtract("spent on answers", spent * r.int("ranged-combat.counter-cost"), "ranged-combat.counter-cost")
    why, rule = _why_not(r, attack, acted=acted, paid=paid, again=bool(spent))
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


def _check(r: Reader, w: Working, attack: Attack) -> None:
    """Check that the two men can and may stand so, and that a shot reaches.

    Raises Contradiction if they cannot stand so. Refuses if they may not stand so or if the shot does not reach, whether
    or not it is answered.
    """
    if attack.attack == BLOW:
        pair.fighters(r, w, attack)
        return
    wounds.check_alive(r, chest=attack.chest, enemy_chest=attack.enemy_chest)
    for one in _men(attack):
        shooting.check_target(r, w, one)
    shooting.band_in_reach(r, w, attack.weapon, attack.distance)


def _men(attack: Attack) -> tuple[shooting.Man, shooting.Man]:
    """Return the man who is shot at, and the firer as the target of his answer."""
    man = shooting.Man(attack.enemy, "", attack.enemy_place, attack.formation)
    return man, shooting.Man(attack.grade, "", formation=attack.own_formation)


def _why_not(r: Reader, attack: Attack, *, acted: bool, paid: int, again: bool) -> tuple[str, str]:
    """Return what keeps the man from striking back whatever the dice say, and its rule.

    Both are empty if nothing does. again: whether he has answered before in this turn, and so thrown what he throws.
    """
    if attack.attack == BLOW:
        return combat.why_no_answer(r, acted=acted, paid=paid)
    why, rule = combat.spent_out(acted=acted, paid=paid)
    if why:
        return why, rule
    if r.holds("counter-scope", "contact-only"):
        return "he is shot, and only blades that touch are answered", "ranged-combat.counter-roll"
    if shooting.weapon_band(r, attack.arm, attack.distance) is None:
        return f"his {shooting.weapon_word(r, attack.arm)} does not reach so far", "ranged-combat.in-range"
    if again and thrown_away(r, attack.arm):
        return "he has thrown his spear in an answer already", "weapons.spear-note"
    return "", ""


def _case(r: Reader, w: Working, attack: Attack) -> _Case:
    """Return what the attack does and what comes back, with their steps."""
    if attack.attack == BLOW:
        ours, theirs = _figures(r, w, attack)
        combat.tell_differences(r, w)
        done = combat.struck(r, ours, theirs, weapon=attack.blade, enemy_weapon=attack.enemy_blade)
        back = combat.reply(r, theirs, ours, weapon=attack.enemy_blade)
        return _Case(done, back, back)
    needed, number = _numbers(r, w, attack)
    die = r.dice("ranged-combat.die")
    done = die.map(lambda face: (AS_BLOW[shot_die.shot_result(r, needed, face)], MISS))
    w.note("a hero who is wounded throws for the place", "infantry.hero-wound", when=attack.heroic and _places(r))
    worn = number
    if any(_throws_place(r, attack, end) for end, _ in done.outcomes):
        worn = _worn_number(r, attack, number)
        told = "if he is hit lightly in the chest again" if attack.enemy_chest else "if he is hit lightly in the chest"
        changed = hurt_in_chest(r, _wounds(attack, new=True)).cs
        w.then(f"{told}, the change of his CS in all", changed, wounds.TABLE)
        w.then(f"{told}, the answer", worn, "ranged-combat.counter-roll")
    if r.holds("counter-die", "close-combat-die"):
        combat.tell_differences(r, w)
        die = combat.die_of(r, weapon=False)

    def reply(wanted: int) -> Distribution[Any]:
        back = die.map(lambda face: _answer(r, wanted, face))
        return Distribution.weighted((end, back[end]) for end in combat.ROWS)

    return _Case(done, reply(number), reply(worn))


def _tell_wounded(r: Reader, w: Working, attack: Attack, case: _Case, answers: Fraction) -> None:
    """Put into `w` how many of a hero's answers come with a new light wound in the chest, and what they do with it and without."""
    part = case.chest_chance(r, attack)
    if not part:
        return
    w.then("part of his answers that he gives with this wound", part / answers, "infantry.hero-wound")
    for told, back in (("without this wound", case.back), ("with this wound", case.chest)):
        w.then(f"{told}, he fells the attacker", back[BLOODY] + back[WOUND], "ranged-combat.counter-roll")
        w.then(f"{told}, he captures him", back[CAPTURE], "ranged-combat.counter-roll", when=back[CAPTURE])


def _may(r: Reader, done: str, suffered: str) -> bool:
    """Return whether a man with this end strikes back at an attacker with that end.

    done: what the attack did to the man. suffered: what the attacker suffered from his own blow.
    """
    return suffered == MISS and combat.may_reply(r, done)


def _places(r: Reader) -> bool:
    """Return whether a wounded hero throws for the place of the wound.

    Otherwise a wound takes him off the table like any man.
    """
    return not r.holds("hero-hit-location", "dies-first")


def _throws_place(r: Reader, attack: Attack, done: str) -> bool:
    """Whether what is done to him is a wound for whose place he throws, as a hero."""
    if not attack.heroic or done not in (WOUND, BLOODY) or not _places(r):
        return False
    return done == WOUND or r.holds("hero-hit-location", "every-hit")


def _goes_on(r: Reader, attack: Attack, place: str) -> bool:
    """Return whether a hero who is hit in that place strikes back.

    He does once before the wound removes him, or on the other reading only if it leaves him.
    """
    wound = hurt(r, place)
    if place == DEATH or (wound.removed and r.holds("counter-who", "survivors-only")):
        return False
    if wound.removed:
        return True
    return wound.fires and shooting.band_at(r, attack.distance, wounds.limits_of(r, place, attack.arm)) is not None


def _wounds(attack: Attack, *, new: bool) -> int:
    """How many light wounds in the chest the man attacked has; new: with the one that this shot adds."""
    return attack.enemy_chest + new


def _worn_number(r: Reader, attack: Attack, number: int) -> int:
    """Return what the answer needs if the man has a new light wound in the chest.

    number: what it needs without that wound.
    """
    before, after = (hurt_in_chest(r, _wounds(attack, new=new)).cs for new in (False, True))
    return number + before - after


def _figures(r: Reader, w: Working, attack: Attack) -> tuple[combat.Figures, combat.Figures]:
    """Return the figures of both men in close combat, attacker first; steps are added to `w`."""
    own, other = pair.fighters(r, w, attack)
    theirs = combat.figures(r, w, other, own, "he")
    return combat.figures(r, w, own, other, "the attacker"), theirs


def _numbers(r: Reader, w: Working, attack: Attack) -> tuple[int, int]:
    """Return what the shot needs, and what the answer to it must reach.

    The answer must reach the shooter's DS less the CS of the man who answers.
    """
    man, firer = _men(attack)
    band = shooting.band_in_reach(r, w, attack.weapon, attack.distance)
    mounted = attack.riding in (pair.STRIKER, pair.BOTH)
    shooting.man_number(r, w, man, attack.grade, band, mounted=mounted, weapon=attack.weapon, what="his DS")
    places = [CHEST if hit else wounds.UNHURT for hit in (attack.chest, attack.enemy_chest)]
    needed = wounds.changed(r, w, *places)
    shooting.answer_number(r, w, firer, attack.enemy, "the answer")
    return needed, wounds.answered(r, w, *places)


def _answer(r: Reader, number: int, face: int) -> str:
    """Return what an answer to a shot does if its die shows that face."""
    if r.holds("counter-die", "close-combat-die"):
        return combat.end_of(r, face - number)
    return AS_BLOW[shot_die.shot_result(r, number, face)]


@simulation
def throw_counter_attack(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw attacks and return what comes back from each."""
    attack, cost = formed(Attack, inputs), r.int("ranged-combat.counter-cost")
    paid = answers_of(r, Working(r), rides=attack.riding in (pair.ENEMY, pair.BOTH)) - inputs["spent"] * cost
    if _why_not(r, attack, acted=inputs["acted"], paid=paid, again=bool(inputs["spent"]))[0]:
        return []
    if attack.attack == BLOW:
        return [back if _may(r, *ends) else QUIET for ends, back in _blows(r, dice, count, attack)]
    rolled = _shots(r, dice, count, attack)
    if not attack.heroic:
        return [back if _may(r, *ends) else QUIET for ends, back, _ in rolled]
    places = dice.roll(r.text("infantry.hero-wound"), count).tolist()
    return [_thrown(r, attack, place_of(r, face), *one) for face, one in zip(places, rolled, strict=True)]


def _thrown(r: Reader, attack: Attack, place: str, ends: tuple[str, str], back: str, chest: str) -> str:
    """Return what comes back from a hero whose place is thrown.

    ends: what the attack did to him and to the attacker. back, chest: his answer if unhurt, and if wounded in the chest.
    """
    if not _throws_place(r, attack, ends[0]):
        return back if _may(r, *ends) else QUIET
    if ends[1] != MISS or not _goes_on(r, attack, place):
        return QUIET
    return chest if place == CHEST else back


def _blows(r: Reader, dice: Thrower, count: int, attack: Attack) -> list[tuple[tuple[str, str], str]]:
    """Throw blows and return what each does and what each answer would do.

    A man with a close combat weapon rolls again.
    """
    ours, theirs = _figures(r, Working(r), attack)
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
    needed, number = _numbers(r, Working(r), attack)
    die = r.text("ranged-combat.die")
    other = r.text("close-combat.die") if r.holds("counter-die", "close-combat-die") else die
    pairs = zip(dice.roll(die, count).tolist(), dice.roll(other, count).tolist(), strict=True)
    worn = _worn_number(r, attack, number) if attack.heroic and _places(r) else number
    return [
        ((AS_BLOW[shot_die.shot_result(r, needed, one)], MISS), _answer(r, number, two), _answer(r, worn, two))
        for one, two in pairs
    ]
