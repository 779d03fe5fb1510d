"""The units of the bound that is walked through: their orders and their state."""

from dataclasses import dataclass, field
from typing import Any

from drillbook.asking import Reader
from drillbook.maths import Number, exact
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.arms import LINE
from drillbook.rulesets.great_war_1418.common.bases import HALF
from drillbook.rulesets.great_war_1418.common.ground import ADVANCE, ASSAULT, HOLD, RETREAT
from drillbook.rulesets.great_war_1418.common.moving import hit_midway, midway
from drillbook.rulesets.great_war_1418.common.recovery import INJURER, NOBODY, OTHER
from drillbook.rulesets.great_war_1418.common.steps import GUN, HEAVY, INFANTRY

A, B, C, D, GUNS, P, HMG, Q = "a", "b", "c", "d", "guns", "p", "hmg", "q"
UNITS = {
    A: LINE, B: LINE, C: LINE, D: LINE, GUNS: "seven-cm-field-guns", P: LINE, HMG: "early-hmg", Q: LINE,
}  # fmt: skip
NAMES = {A: "A", B: "B", C: "C", D: "D", GUNS: "the battery", P: "P", HMG: "the HMG", Q: "Q"}
KINDS = {key: {GUNS: GUN, HMG: HEAVY}.get(key, INFANTRY) for key in UNITS}
#: The two companies: one in the open, one dug into rough ground and under fire, of which D was hit in the bound before.
FIRST, SECOND = (A, B), (C, D)
ATTACKERS, DEFENDERS = FIRST + SECOND, (P, HMG, Q)
#: Whom each attacker goes for; D follows C.
FOES = {A: P, B: HMG, C: Q, D: Q}
#: Whom each has in its sights.
SIGHTS = {A: P, B: HMG, C: Q, D: Q, P: B, HMG: A, Q: D}
#: What the battery may do: shoot at one of them, or shell two of them.
SHELL = "both"
AIMS = {HMG: "Shoots at the HMG", P: "Shoots at P", Q: "Shoots at Q", SHELL: "Shells P and the HMG"}
SHELLED = (HMG, P)
#: The file of each, counted from the middle of the trench; D stands behind C.
FILES = {A: -1, B: 0, C: 1, D: 1, GUNS: 0, P: -1, HMG: 0, Q: 1}
GOES, STAYS_BEHIND = "goes", "stays"
MAY_GO = (ASSAULT, RETREAT)
BATTALION = {ASSAULT: "ASSAULT", ADVANCE: "ADVANCE", HOLD: "HOLD", RETREAT: "RETREAT"}


def across(r: Reader, key: str) -> Number:
    """Return how far to the right of the trench's middle a unit is, in inches.

    Half a base's depth lies between two files.
    """
    return exact(FILES[key] * (r.num("scope.base-size", "long") + r.num("scope.base-size", "deep") * HALF))


def circle_across(r: Reader) -> Number:
    """Return how far to the right of the trench's middle the battery lays its circle, in inches.

    The circle is halfway between the units that it shells.
    """
    return exact(sum(across(r, key) for key in SHELLED) * HALF)


@dataclass(frozen=True, slots=True)
class Plan:
    """What the reader decides for the bound.

    order: the battalion's order; second: whether the second company goes too; gap: the distance to the trench, in cm;
    guns: what the battery does; dice: the number that settles the dice.
    """

    order: str
    second: str
    gap: Number
    guns: str
    dice: int


@dataclass
class Men:
    """The state of a unit.

    hits: the hits taken; slow: whether it is slow; old: whether it is so by an old injury;
    gap: its distance to the trench in cm, None if it does not go there.
    """

    hits: int = 0
    slow: bool = False
    old: bool = False
    gap: Number | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the tale: words, the rule, perhaps a number, perhaps the question that gave it."""

    words: str
    rule: str
    amount: Any = None
    asks: str = ""


@dataclass
class Stage:
    """One stage of the bound: its heading, its lines, its summary, and the units at its end."""

    title: str
    lines: list[Told] = field(default_factory=list)
    sums: list[str] = field(default_factory=list)
    men: dict[str, Men] = field(default_factory=dict)
    touching: tuple[str, ...] = ()

    def tell(self, words: str, rule: str, amount: Any = None, asks: str = "") -> None:
        """One more line."""
        self.lines.append(Told(words, rule, amount, asks))


class Troops:
    """Everybody, as the stages find and leave them."""

    def __init__(self, r: Reader, plan: Plan) -> None:
        self.r, self.plan = r, plan
        self.men = {key: Men(gap=plan.gap if key in ATTACKERS else None) for key in UNITS}
        self.men[D] = Men(r.int("injuries.one-hit"), slow=True, old=True, gap=plan.gap)
        #: Who has shot at whom in this bound.
        self.fire: dict[str, set[str]] = {key: set() for key in UNITS}
        #: Who has stood behind a front that is lost, and touches nobody.
        self.apart: set[str] = set()

    def state(self, key: str) -> str:
        """Unharmed, injured or removed."""
        return harm.fate(self.r, self.men[key].hits)

    def gone(self, key: str) -> bool:
        """Whether it has been removed."""
        return self.state(key) == harm.REMOVED

    def fire_at_d(self) -> str:
        """Whose fire D is under, who came into the bound injured by the HMG, and is not hit again."""
        if self.r.holds("under-fire", "was-hit"):
            return NOBODY
        could = not self.gone(HMG) and self.r.holds("under-fire", "could-be-shot")
        if could or HMG in self.fire[D]:
            return INJURER
        return OTHER if self.fire[D] else NOBODY

    def lacks(self, key: str) -> str:
        """Say what nobody has done to it: hit it, or not even shot at it."""
        return "hit" if self.fire[key] else "shot at"

    def hit_midway(self, key: str, slowed: Number, unhurt: Number, *, away: bool) -> Number:
        """Return how far an attacker that is hit in this bound still goes, in cm.

        An attacker that changes cover has been set midway by then.
        slowed, unhurt: its move in cm, slowed and unhurt; away: whether it retreats.
        """
        if key not in SECOND and (away or unhurt < self.plan.gap):
            return slowed
        ahead = unhurt if away else min(unhurt, self.plan.gap)
        return hit_midway(self.r, unhurt, midway(self.r, ahead))

    def touches(self, key: str) -> bool:
        """Whether an attacker has come to an enemy who is still there."""
        return self.men[key].gap == 0 and key not in self.apart and not self.gone(key) and not self.gone(FOES[key])

    def hurt(self, stage: Stage, due: dict[str, int]) -> None:
        """Apply the hits of a moment to their targets, all at once."""
        for target, hits in due.items():
            if not hits:
                continue
            men = self.men[target]
            men.hits += hits
            if self.r.holds("injury-halving", "at-once"):
                men.slow, men.old = True, False
            gone = self.gone(target)
            words = f"{NAMES[target]} is {self.state(target)}"
            stage.tell(words, "injuries.two-hits" if gone else "injuries.one-hit")
            stage.sums.append(words)
