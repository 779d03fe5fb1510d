"""A bound played out: two companies and a battery against a trench, stage by stage.

A number settles the dice. Every stage passes the state of the units to the questions of the other chapters and goes on
with their answers.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any

from drillbook.asking import Handed, Reader, Working, hand
from drillbook.maths import Number, exact, shown, spoken, write_number
from drillbook.maths.number_words import counted
from drillbook.rulesets.great_war_1418.bound._fire import Fire
from drillbook.rulesets.great_war_1418.bound._hand_to_hand import fights
from drillbook.rulesets.great_war_1418.bound._troops import (
    AIMS,
    ATTACKERS,
    DEFENDERS,
    FIRST,
    GOES,
    GUNS,
    HMG,
    KINDS,
    MAY_GO,
    NAMES,
    SECOND,
    SHELL,
    SIGHTS,
    UNITS,
    A,
    C,
    D,
    Plan,
    Stage,
    Troops,
)
from drillbook.rulesets.great_war_1418.bound.smoke_marker import smoke_marker
from drillbook.rulesets.great_war_1418.common import commands, harm
from drillbook.rulesets.great_war_1418.common.arms import LINE
from drillbook.rulesets.great_war_1418.common.ground import DUG, HOLD, LEAVING, MOVING, STANDING
from drillbook.rulesets.great_war_1418.common.recovery import NOBODY, OTHER, must_not_pass, passes
from drillbook.rulesets.great_war_1418.common.rolling import die_of
from drillbook.rulesets.great_war_1418.common.sheet import ARTILLERY, BOMBARD
from drillbook.rulesets.great_war_1418.common.sheet import INFANTRY as FOOT
from drillbook.rulesets.great_war_1418.common.speed import speed_class
from drillbook.rulesets.great_war_1418.common.steps import (
    BOMBARDS,
    CHARGES,
    MOVES,
    STAYS,
    Acting,
    Slot,
    number,
    shots,
    walk,
)
from drillbook.rulesets.great_war_1418.common.steps import MOVING as MOVING_STEP
from drillbook.rulesets.great_war_1418.cover.resilience import resilience
from drillbook.rulesets.great_war_1418.high_commands.order_sheet import order_sheet
from drillbook.rulesets.great_war_1418.injuries.injury_clock import injury_clock
from drillbook.rulesets.great_war_1418.low_commands.company_order import company_order
from drillbook.rulesets.great_war_1418.movement.move import move

OPEN, ROUGH, WORKS = "open", "rough", "defensible"
DOES = {commands.CHARGE: CHARGES, commands.STAY: STAYS}


class Walk:
    """The bound up to a stage, counted from 1.

    Only the last stage looks up its chances, since those of the others are not shown.
    """

    def __init__(self, r: Reader, w: Working, plan: Plan) -> None:
        self.r, self.w, self.plan = r, w, plan
        self.troops = Troops(r, plan)
        self.telling = False
        self.tough, self.unhurt = cache(self._tough), cache(self._unhurt)
        first = commands.choices(r, commands.Case(plan.order, dug=False, fire=False))[0]
        goes = {MAY_GO[0]: commands.CHARGE, MAY_GO[1]: commands.WITHDRAW}
        second = goes[plan.order] if plan.second == GOES else commands.STAY
        self.actions = {key: first if key in FIRST else second for key in ATTACKERS}

    def _makers(self) -> list[Callable[[], None]]:
        steps = [partial(self._step, row.key) for row in self.r.rows("steps")]
        return [self._start, self._high, self._low, *steps, self._melee, self._end]

    def titles(self) -> list[str]:
        """Return the titles of the stages."""
        r = self.r
        high, low, *_ = (row.key for row in r.rows("sequence"))
        steps = [
            f"Step {number(r, row.key)}, {row.name.lower()}" if number(r, row.key) else "Movers are marked"
            for row in r.rows("steps")
        ]
        names = [r.name("sequence", key) for key in (high, low)]
        return ["The situation", *names, *steps, r.name("sequence", "melee"), "The end of the bound"]

    def play(self, last: int) -> list[Stage]:
        """Play the stages up to that one and return them."""
        found: list[Stage] = []
        for turn, (title, make) in enumerate(zip(self.titles(), self._makers(), strict=True), start=1):
            if turn > last:
                break
            self.telling = turn == last
            self.stage = Stage(title)
            make()
            self.stage.men = {key: replace(men) for key, men in self.troops.men.items()}
            self.stage.touching = tuple(key for key in ATTACKERS if self.troops.touches(key))
            found.append(self.stage)
        return found

    def _start(self) -> None:
        tell, gap = self.stage.tell, write_number(self.plan.gap)
        tell("all that follows counts as happening at about the same time", "bound.simultaneous")
        tell("a company is a few platoons, and each platoon is a base", "scope.company")
        tell("cm from both companies to the trench", "movement.speeds", self.plan.gap)
        tell("D has been hit by the HMG in the bound before", "injuries.one-hit")
        self.stage.sums.append(
            f"A and B in the open, C and D dug into rough ground, {gap} cm before a trench that P, Q and an HMG hold"
        )

    def _high(self) -> None:
        order, guns = self.plan.order, BOMBARD if self.plan.guns == SHELL else HOLD
        rows = tuple((kind, one, HOLD, HOLD, HOLD) for kind, one in ((FOOT, order), (ARTILLERY, guns), (FOOT, HOLD)))
        sheet = hand(self.r, order_sheet, sheet=rows)
        self.stage.tell(
            f"the battalion of both companies: {commands.ORDER_WORDS[order]}",
            "high-commands.written",
            asks=sheet.address,
        )
        words = "BOMBARD, and the square of the trench" if guns == BOMBARD else commands.ORDER_WORDS[HOLD]
        self.stage.tell(
            f"the battery: {words}", "high-commands.bombard-grid" if guns == BOMBARD else "high-commands.orders"
        )
        self.stage.tell(f"the battalion in the trench: {commands.ORDER_WORDS[HOLD]}", "high-commands.orders")
        self.stage.sums.append(f"{commands.ORDER_WORDS[order]} against {commands.ORDER_WORDS[HOLD]}")

    def _low(self) -> None:
        for company, dug, lately in ((FIRST, False, commands.QUIET), (SECOND, True, commands.HIT)):
            action = self.actions[company[0]]
            reach = self.unhurt(company[0]) >= self.plan.gap
            found = hand(
                self.r, company_order, order=self.plan.order, dug=dug, lately=lately, wants=action,
                way=commands.AWAY if action == commands.WITHDRAW else commands.TOWARDS, reach=reach,
            )  # fmt: skip
            named = " and ".join(NAMES[key] for key in company)
            rule = f"low-commands.{self.plan.order}"
            self.w.forbid(
                f"{named} may not {commands.ACTIONS[action]}. {found.outcome.headline}.",
                rule,
                when=not found.value.allowed,
            )
            self.stage.tell(f"{named} may {found.value.offered}: {commands.ACTIONS[action]}", rule, asks=found.address)
            self.stage.sums.append(f"{named} {commands.ACTIONS[action]}")
        self.stage.tell("whose platoons differ, may be told apart: company except", "low-commands.company-except")
        marked = [f"{NAMES[key]} on {NAMES[target]}" for key, target in SIGHTS.items()]
        self.stage.tell(f"targets are marked: {', '.join(marked)}", "shooting.mark-target")
        self.stage.tell(
            f"the battery {AIMS[self.plan.guns][0].lower()}{AIMS[self.plan.guns][1:]}", "shooting.mark-target"
        )

    def _unhurt(self, key: str) -> Number:
        """Return how far an attacker goes if nothing happens to it, in cm."""
        return hand(self.r, move, **self._march(key, slowed=False)).value.cm  # type: ignore[no-any-return]

    def _march(self, key: str, slowed: bool) -> dict[str, Any]:
        """Return a platoon's move as the inputs of the question on moves."""
        speed = speed_class(self.r, Working(self.r), UNITS[key])
        ground = OPEN if key in FIRST else ROUGH
        return {"speed": speed, "start": ground, "assault": self.actions[key] == commands.CHARGE, "slowed": slowed}

    def _moves(self, key: str) -> bool:
        return self.actions.get(key, commands.STAY) != commands.STAY

    def _tough(self, key: str, late: bool = False) -> Handed:
        """Return what a unit has to be hit on, before the moves or after them.

        late: after the moves. A unit that is marked as a mover may count as moving from the start, by the reading.
        """
        on_the_way = self._moves(key) and (late or not self.r.holds("moving-when", "from-its-move"))
        stays = {FIRST: STANDING, SECOND: DUG, (GUNS,): STANDING, DEFENDERS: DUG}
        group = next(keys for keys in stays if key in keys)
        where: dict[str, Any] = {
            "going": ROUGH if group == SECOND else OPEN,
            "works": WORKS if group == DEFENDERS else "none",
        }
        posture = (LEAVING if group == SECOND else MOVING) if on_the_way else stays[group]
        if on_the_way and self.actions[key] != commands.WITHDRAW:
            where |= {"to_going": OPEN, "to_works": WORKS}
        elif on_the_way:
            where |= {"to_going": where["going"]}
        if key == HMG:
            where |= {"parent": LINE, "parent_going": OPEN, "parent_works": WORKS, "parent_dug": True}
        return hand(self.r, resilience, unit=UNITS[key], posture=posture, **where)

    def _acting(self, key: str) -> Acting:
        """Return a unit as the steps of the bound see it."""
        does = DOES.get(self.actions.get(key, commands.STAY), MOVES)
        if key == GUNS and self.plan.guns == SHELL:
            does = BOMBARDS
        contact = key in ATTACKERS and self.troops.touches(key)
        return Acting(KINDS[key], key in (*SECOND, *DEFENDERS), does, contact=contact)

    def _step(self, key: str) -> None:
        step = number(self.r, key)
        if not step:
            self._mark()
        if key == MOVING_STEP:
            self._go()
            return
        slots = {one: shots(self.r, Working(self.r), self._acting(one)) for one in UNITS}
        places = sorted({slot.place for found in slots.values() for slot in found if slot.step == step})
        fire = Fire(self.r, self.w, self.plan, self.troops, self.stage, self.telling, self.tough, self._acting)
        for moment in places:
            fire.shoot([one for one, found in slots.items() if Slot(step, moment) in found])
        if not self.stage.lines:
            who = self.r.cell("steps", key, "who")
            self.stage.tell(f"{who.amount}: there is nobody", str(who.rule))
        if not self.stage.sums:
            self.stage.sums.append("nobody shoots")

    def _mark(self) -> None:
        """Movers are marked, and everybody has the Resilience of this bound."""
        movers = [NAMES[key] for key in ATTACKERS if self._moves(key)]
        words = f"{', '.join(movers)}: marked as movers, and set halfway where they change cover"
        self.stage.tell(
            words if movers else "nobody moves", "execution-order.half-way" if movers else "execution-order.mark"
        )
        for key in UNITS:
            found = self.tough(key)
            rule = "cover.weaker" if self._moves(key) else "cover.start"
            self.stage.tell(f"Resilience of {NAMES[key]}", rule, found.value.resilience, found.address)
        named = {key: self.tough(key).value.resilience for key in (A, C, HMG)}
        self.stage.sums.append(
            f"A and B have R{shown(named[A])}, C and D R{shown(named[C])}, those in the trench R{shown(named[HMG])}"
        )

    def _go(self) -> None:
        """D may have got over its injury; then all who are to go, go."""
        self._recover()
        slots = {key: walk(self.r, Working(self.r), self._acting(key)) for key in ATTACKERS}
        movers = [key for key, slot in slots.items() if slot and not self.troops.gone(key)]
        for key in sorted(movers, key=lambda one: slots[one] or Slot(0)):
            self._walk(key)
        if not movers:
            self.stage.tell("nobody is left to move, or is told to", "execution-order.step-5")
            self.stage.sums.append("nobody moves")

    def _recover(self) -> None:
        """Throw the recovery die of the platoon that came into the bound injured, if one is due."""
        r, men = self.r, self.troops.men[D]
        if self.troops.gone(D) or not men.old:
            return
        who, needs, cm = self.troops.fire_at_d(), self.tough(D).value, self.unhurt(D)
        clock = hand(r, injury_clock, fire=((who,),), resilience=needs.resilience, built_in=needs.built_in, move=cm)
        self.stage.tell(f"D free in this bound: {spoken(clock.value.free)}", "injuries.half", asks=clock.address)
        if who == NOBODY:
            men.slow = False
            self.stage.tell(f"nobody has {self.troops.lacks(D)} D: it is slow no longer", "injuries.same-shooter")
        elif who == OTHER:
            counts = must_not_pass(r, Working(r), needs.resilience, needs.built_in)
            face = Random(f"{self.plan.dice} recovery").choice(list(die_of(r).outcomes))
            free = passes(r, face, counts)
            told = f"D, shot at by another than the HMG, rolls {face} against R{shown(counts)}: {'free' if free else 'still slow'}"
            self.stage.tell(told, "injuries.recovery-success" if free else "injuries.recovery-trigger")
            men.slow = not free or r.holds("recovery-when", "end-of-bound")
        self.stage.sums.append(f"D is {'slow' if men.slow else 'free'}")

    def _walk(self, key: str) -> None:
        """Move one platoon as it is ordered."""
        men, charge = self.troops.men[key], self.actions[key] == commands.CHARGE
        went = hand(self.r, move, **self._march(key, men.slow))
        if men.slow:
            self.stage.tell(f"{NAMES[key]} is injured, and goes half as far", "injuries.half")
        away = self.actions[key] == commands.WITHDRAW
        fresh = men.slow and not men.old
        cm = self.troops.hit_midway(key, went.value.cm, self.unhurt(key), away=away) if fresh else went.value.cm
        men.gap = exact((men.gap or 0) + cm if away else max(0, (men.gap or 0) - cm))
        rule = "movement.assault" if charge else f"movement.{OPEN if key in FIRST else ROUGH}"
        self.stage.tell(f"{NAMES[key]} may go, in cm", rule, cm, went.address)
        there = f"{NAMES[key]} stops {write_number(men.gap)} cm from the trench"
        if not men.gap:
            there = f"{NAMES[key]} is in the trench"
            if self.troops.touches(key):
                behind = key == D and self.troops.touches(C)
                there = f"{NAMES[key]} stands behind C" if behind else f"{NAMES[key]} is in contact"
        self.stage.tell(there, "melee.contact" if self.troops.touches(key) else "execution-order.step-5")
        self.stage.sums.append(there)

    def _melee(self) -> None:
        fights(self.r, self.troops, self.stage, {key: self.tough(key, True).value for key in UNITS}, self.telling)

    def _end(self) -> None:
        stage, troops, smoke = self.stage, self.troops, list[str]()
        for key in UNITS:
            if troops.state(key) == harm.INJURED:
                men = troops.men[key]
                marker = hand(self.r, smoke_marker, age=int(men.old), held=men.old and men.slow)
                colour = marker.value.colour
                stage.tell(f"{NAMES[key]} gets {colour} smoke", f"bound.marker-{colour}", asks=marker.address)
                smoke.append(f"{colour} for {NAMES[key]}")
        stage.tell("what is lost has left the table already", "bound.casualties")
        mine, theirs = (sum(not troops.gone(key) for key in keys) for keys in (ATTACKERS, DEFENDERS))
        held = f"{counted(theirs, 'base', none='nobody')} in the trench"
        stage.sums.append(f"{counted(mine, 'platoon', none='no')} of the attack left, {held}")
        if smoke:
            stage.sums.append(f"smoke: {', '.join(smoke)}")
