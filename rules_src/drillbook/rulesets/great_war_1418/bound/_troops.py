"""Who takes part in the bound that is walked through, what each is told to do, and how each stands."""

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
    """How far to the right of the trench's middle a unit stands, in inches: half a base's depth lies between two files."""
    return exact(FILES[key] * (r.num("scope.base-size", "long") + r.num("scope.base-size", "deep") * HALF))


def circle_across(r: Reader) -> Number:
    """How far to the right of the trench's middle the battery lays its circle, in inches: between those it shells."""
    return exact(sum(across(r, key) for key in SHELLED) * HALF)


@dataclass(frozen=True, slots=True)
class Plan:
    """What the reader has settled: the battalion's order, whether the second company goes too, cm to the trench, the battery, the dice."""

    order: str
    second: str
    gap: Number
    guns: str
    dice: int


@dataclass
class Men:
    """A unit as it stands: hits taken, whether it is slow and by an old injury, cm to the trench where it may go there."""

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
    """One stage: its heading, its lines, what it comes to in a few words, and how everybody stands when it is over."""

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
        """How far an attacker still goes that is hit in this bound; one that changes cover has been set midway by then.

        slowed, unhurt: the cm of its move; away: it retreats.
        """
        if key not in SECOND and (away or unhurt < self.plan.gap):
            return slowed
        ahead = unhurt if away else min(unhurt, self.plan.gap)
        return hit_midway(self.r, unhurt, midway(self.r, ahead))

    def touches(self, key: str) -> bool:
        """Whether an attacker has come to an enemy who is still there."""
        return self.men[key].gap == 0 and key not in self.apart and not self.gone(key) and not self.gone(FOES[key])

    def hurt(self, stage: Stage, due: dict[str, int]) -> None:
        """What the hits of a moment make of their targets, all at once."""
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
