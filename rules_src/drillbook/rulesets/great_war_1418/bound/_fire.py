"""The fire of a bound that is played out: the shots of platoons, and the battery's shells."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from drillbook.asking import Handed, Reader, Working, hand
from drillbook.maths import exact, shown, spoken
from drillbook.maths.number_words import counted
from drillbook.rulesets.great_war_1418.bombardment import _salvo
from drillbook.rulesets.great_war_1418.bombardment._circle import OUTER, inner_radius, place
from drillbook.rulesets.great_war_1418.bombardment._split import laid_best
from drillbook.rulesets.great_war_1418.bombardment.bombardment_budget import bombardment_budget
from drillbook.rulesets.great_war_1418.bombardment.shelling import shelling
from drillbook.rulesets.great_war_1418.bound._troops import (
    ATTACKERS,
    DEFENDERS,
    GUNS,
    NAMES,
    SHELLED,
    SIGHTS,
    UNITS,
    Plan,
    Stage,
    Troops,
    across,
    circle_across,
)
from drillbook.rulesets.great_war_1418.common.arms import Dice, arms
from drillbook.rulesets.great_war_1418.common.bases import Base
from drillbook.rulesets.great_war_1418.common.rolling import cast
from drillbook.rulesets.great_war_1418.common.steps import BOMBARDS, Acting
from drillbook.rulesets.great_war_1418.execution_order.shooting_step import shooting_step
from drillbook.rulesets.great_war_1418.shooting.volley import volley


@dataclass(frozen=True, slots=True)
class Fire:
    """The fire of one step.

    telling: whether the chances are looked up; tough: what a unit has to be hit on; acting: a unit as the steps see it.
    """

    r: Reader
    w: Working
    plan: Plan
    troops: Troops
    stage: Stage
    telling: bool
    tough: Callable[[str], Handed]
    acting: Callable[[str], Acting]

    def shoot(self, shooters: Sequence[str]) -> None:
        """Fire the shots of one moment: those who shoot together are removed together."""
        together = self.r.holds("simultaneous-fire", "together") if len(shooters) > 1 else True
        due: dict[str, int] = {}
        for key in shooters:
            if self.troops.gone(key):
                self.stage.tell(f"{NAMES[key]} is gone, and shoots no more", "bound.casualties")
                continue
            for target, hits in self._shells() if self.acting(key).does == BOMBARDS else [self._shot(key)]:
                due[target] = due.get(target, 0) + hits
            if not together:
                self.troops.hurt(self.stage, due)
                due = {}
        self.troops.hurt(self.stage, due)

    def _shot(self, key: str) -> tuple[str, int]:
        """Throw one platoon's dice and return its target and the hits."""
        r, stage, target = self.r, self.stage, self.plan.guns if key == GUNS else SIGHTS[key]
        if self.troops.gone(target):
            stage.tell(f"{NAMES[key]} is marked on {NAMES[target]}, which is gone", "shooting.mark-target")
            left = [one for one in (DEFENDERS if target in DEFENDERS else ATTACKERS) if not self.troops.gone(one)]
            if not left or r.holds("target-gone", "lost"):
                stage.tell(f"the shot of {NAMES[key]} is lost", "shooting.mark-target")
                return target, 0
            target = left[0]
            stage.tell(f"it turns to {NAMES[target]}", "shooting.mark-target")
        acting = self.acting(key)
        if self.telling:
            slot = hand(r, shooting_step, kind=acting.kind, dug=acting.dug, does=acting.does, contact=acting.contact)
            words = slot.outcome.headline
            stage.tell(f"{NAMES[key]} shoots: {words[0].lower()}{words[1:]}", "execution-order.list", asks=slot.address)
        needs = self.tough(target).value.resilience
        dice = arms(r, Working(r), UNITS[key])
        hits = self._roll(f"{NAMES[key]} at {NAMES[target]}", dice, needs)
        if self.telling:
            odds = hand(r, volley, shooters=((UNITS[key], 1),), resilience=needs, carried=self.troops.men[target].hits)
            words = f"{NAMES[target]} removed by such a shot: {spoken(odds.value.removed)}"
            stage.tell(words, "injuries.two-hits", asks=odds.address)
        self.troops.fire[target].add(key)
        return target, hits

    def _roll(self, who: str, dice: Dice, needs: int, *, ring: bool = False) -> int:
        """Throw dice at a target and tell them; ring: shells whose hits are rolled again."""
        thrown = cast(self.r, Random(f"{self.plan.dice} {self.stage.title} {who}"), dice, needs, ring=ring)
        read = {"after-the-roll": "where it helps", "extra-die": "as more dice"}.get(
            self.r.read_as("bonus-die"), "on the first"
        )
        bonus = f", +{dice.bonus} {read}" if dice.bonus and dice.boosted else ""
        self.stage.tell(f"{who}, R{shown(needs)}: {thrown.words}{bonus}; hits", "shooting.match-or-beat", thrown.hits)
        self.stage.sums.append(f"{who} rolls {thrown.words}: {counted(thrown.hits, 'hit', none='no')}")
        return thrown.hits

    def _shells(self) -> list[tuple[str, int]]:
        """Throw the battery's shells on its two targets, and return the hits on each."""
        r, gun = self.r, UNITS[GUNS]
        budget = hand(r, bombardment_budget, battalion=((gun, 1),), firing=1)
        self.stage.tell("shots of the battery", "bombardment.shots", budget.value.shots, budget.address)
        if not budget.value.shots:
            return []
        bonus = arms(r, Working(r), gun).bonus
        salvo = _salvo.salvo(budget.value.shots, [(1, bonus, budget.value.shots)])
        middle, inner = circle_across(r), inner_radius(r, self.w)
        bases = [Base(exact(across(r, key) - middle), 0) for key in SHELLED]
        targets = [
            _salvo.Target(
                self.tough(key).value.resilience, min(1, self.troops.men[key].hits), place(r, base, inner) == OUTER
            )
            for key, base in zip(SHELLED, bases, strict=True)
        ]
        rows = tuple((base.x, 0, False, *target[:-1], 1) for base, target in zip(bases, targets, strict=True))
        fall = hand(r, shelling, shots=salvo.shots, batteries=salvo.batteries, bonus=bonus, targets=rows)
        words = f"one of the two removed by such shells: {spoken(1 - fall.value.spared)}"
        self.stage.tell(words, "bombardment.normal-roll", asks=fall.address)
        found = []
        for key, target, laid in zip(SHELLED, targets, laid_best(r, salvo, targets, [1] * len(rows)), strict=True):
            self.troops.fire[key].add(GUNS)
            if target.outer:
                self.stage.tell(
                    f"{NAMES[key]} lies in the outer ring: a hit is rolled again", "bombardment.outer-reroll"
                )
            dice = Dice(laid.shots, bonus, laid.boosted)
            found.append((key, self._roll(f"a shell on {NAMES[key]}", dice, target.resilience, ring=target.outer)))
        return found
