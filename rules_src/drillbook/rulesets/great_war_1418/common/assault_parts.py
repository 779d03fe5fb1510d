"""Who takes part in an assault, and how it stands: what the question on it is told, and what it follows bound by bound."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from drillbook.maths import Number
from drillbook.rulesets.great_war_1418.common import under_way
from drillbook.rulesets.great_war_1418.common.firing import Fire
from drillbook.rulesets.great_war_1418.common.ground import Stance
from drillbook.rulesets.great_war_1418.common.melee import NOBODY, REAR, Fight
from drillbook.rulesets.great_war_1418.common.steps import NEVER_MOVED, Slot
from drillbook.rulesets.great_war_1418.common.under_way import Wound

#: What the assault comes to: shot down; short of an enemy who lives or is shot; there, with him shot or in melee.
SHOT_DOWN, SHORT, CLEARED, EMPTY, CONTACT = "shot down", "falls short", "cleared from afar", "unfought", "contact"
#: What a platoon stands on: its ground and what it does there, or its line of the cover chart and what its works or holes are in.
Ground = Stance | tuple[str, str]


@dataclass(frozen=True, slots=True)
class Attack:
    """Who assaults: unit and parent, hits and what slows it, who is behind it, cm to go, the going of the way, its ground.

    leaves: where it sets out, if that is other ground than the way: works, or a hole that it has dug.
    """

    unit: str
    parent: str
    gap: Number
    going: str
    ground: Ground
    carried: int = 0
    slowed: str = under_way.FREE
    behind: str = NOBODY
    gives_up: str = REAR
    road: bool = False
    leaves: Stance | None = None


class Other(NamedTuple):
    """Somebody else who shoots from where the enemy is: his unit, whether he is dug in, when he moved last.

    at_rear: he is marked on the platoon behind the assaulter, as long as there is one.
    """

    unit: str
    dug: bool
    moved: str = NEVER_MOVED
    at_rear: bool = False


@dataclass(frozen=True, slots=True)
class Defence:
    """Who is assaulted: unit and parent, his ground, whether he is dug in, when he moved last, hits, who is behind him, who helps.

    changes: whether his ground is other ground than that of the way.
    """

    unit: str
    parent: str
    ground: Ground
    dug: bool
    changes: bool
    moved: str = NEVER_MOVED
    carried: int = 0
    behind: str = NOBODY
    others: Sequence[Other] = ()


class Rear(NamedTuple):
    """The platoon behind the assaulter under fire: the cm by which it has fallen behind, its hits, what slows it, whether it is shot at."""

    lag: Number = 0
    hits: int = 0
    wound: Wound = Wound()
    shot_at: bool = False


class At(NamedTuple):
    """How it stands: cm to go, hits of the assaulter and of the enemy, what slows the assaulter, whether it has been shot at.

    rear: the platoon behind it, where somebody shoots at that one; none where nobody does, or when it is gone.
    """

    gap: Number
    hits: int
    foe: int
    wound: Wound = Wound()
    shot_at: bool = False
    rear: Rear | None = None


class Hardness(NamedTuple):
    """The Resilience of the assaulter: built in, until it moves in its first bound, after that, and in every later bound."""

    built_in: int
    setting_out: int
    leaving: int
    on_the_way: int


@dataclass(frozen=True, slots=True)
class Shooter:
    """One who shoots: his dice, how far they carry (none: without limit), and when he shoots in the first bound and later.

    early: the same dice at an assaulter that has not yet left the ground where it set out; at_rear: he is marked on the rear.
    """

    fire: Fire
    early: Fire
    far: Number | None
    slots: tuple[tuple[Slot, ...], tuple[Slot, ...]]
    at_rear: bool = False

    def carries(self, far: Number) -> bool:
        """Tell whether a shot goes so far, in cm."""
        return bool(self.fire.dice.count) and (self.far is None or far <= self.far)


@dataclass(frozen=True, slots=True)
class Moment:
    """Shots that count together: the numbers of those that shoot at the assaulter (the first, 0, is the enemy), whether it shoots."""

    theirs: tuple[int, ...]
    mine: bool


class Shots(NamedTuple):
    """Who shoots at one moment: those at the assaulter, by their numbers, those at the platoon behind it, and whether it does."""

    theirs: tuple[int, ...] = ()
    behind: tuple[int, ...] = ()
    mine: bool = False


class End(NamedTuple):
    """An end of an assault: what it has come to, how it stood then, and the fight as it ended."""

    came: str
    at: At
    fight: Fight
