"""The units of an assault and its state: the inputs of the question, and what is tracked.

The state is tracked bound by bound.
"""

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
    """The side that assaults.

    unit, parent: what it is; gap: the distance to go, in cm; going: that of the way; ground: its ground; carried: its hits;
    slowed: what slows it; behind: who is behind it; gives_up: which platoon its owner gives up first;
    road: the way is on a road.
    leaves: where it sets out, if that is other ground than the way (works, or a hole that it has dug); else None.
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
    """Another unit that shoots from where the enemy is.

    unit: what it is; dug: whether it is dug in; moved: when it moved last.
    at_rear: it is marked on the platoon behind the assaulter, as long as there is one.
    """

    unit: str
    dug: bool
    moved: str = NEVER_MOVED
    at_rear: bool = False


@dataclass(frozen=True, slots=True)
class Defence:
    """The side that is assaulted.

    unit, parent: what it is; ground: its ground; dug: whether it is dug in; moved: when it moved last; carried: its hits;
    behind: who is behind it; others: who helps it.
    changes: whether its ground is other ground than that of the way.
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
    """The platoon behind the assaulter, under fire.

    lag: how far it has fallen behind, in cm; hits: its hits; wound: what slows it; shot_at: whether it is shot at.
    """

    lag: Number = 0
    hits: int = 0
    wound: Wound = Wound()
    shot_at: bool = False


class At(NamedTuple):
    """The state of an assault.

    gap: the distance to go, in cm; hits, foe: the hits of the assaulter and of the enemy; wound: what slows the assaulter;
    shot_at: whether it has been shot at.
    rear: the platoon behind it, if that platoon is shot at; None if it is not, or when it is gone.
    """

    gap: Number
    hits: int
    foe: int
    wound: Wound = Wound()
    shot_at: bool = False
    rear: Rear | None = None


class Hardness(NamedTuple):
    """The Resilience of the assaulter: built in, and at each part of the assault.

    setting_out: until it moves in its first bound; leaving: after that; on_the_way: in every later bound.
    """

    built_in: int
    setting_out: int
    leaving: int
    on_the_way: int


@dataclass(frozen=True, slots=True)
class Shooter:
    """A unit that shoots.

    fire: its dice; far: how far they carry in cm, None without a limit; slots: when it shoots in the first bound and later.
    early: the same dice at an assaulter that has not yet left the ground where it set out;
    at_rear: it is marked on the rear.
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
    """Shots that count together.

    theirs: the numbers of those that may shoot at the assaulter's side, 0 being the enemy;
    mine: whether the assaulter shoots.
    """

    theirs: tuple[int, ...]
    mine: bool


class Shots(NamedTuple):
    """The units that shoot at one moment.

    theirs: the numbers of those that shoot at the assaulter; behind: of those that shoot at the platoon behind it;
    mine: whether the assaulter shoots.
    """

    theirs: tuple[int, ...] = ()
    behind: tuple[int, ...] = ()
    mine: bool = False


class End(NamedTuple):
    """An end of an assault: what it has come to, how it stood then, and the fight as it ended."""

    came: str
    at: At
    fight: Fight
