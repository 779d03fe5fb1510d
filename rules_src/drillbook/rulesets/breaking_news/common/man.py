"""The state of a man after a hit: in cover, hidden, suppressed, in play or out.

Every question that goes on after a hit uses it. The module states what a shot, a test or a crawl does to the man,
and how he counts as a target (sections 7.0, 9.0 and 10.0).
"""

from dataclasses import dataclass, replace

from drillbook.asking import Reader, Working
from drillbook.maths import Number
from drillbook.rulesets.breaking_news.common.casualties import REMOVED, SUPPRESSED, UNHURT


@dataclass(frozen=True, slots=True)
class Screen:
    """What cover counts for a target: against the shot, and for the save.

    flat: the cover counts only because the man lies suppressed in the open.
    """

    shot: bool
    save: bool
    flat: bool


@dataclass(frozen=True, slots=True)
class Man:
    """A man as the rules see him.

    to_cover is the way to the nearest cover in cm: 0 for a man in cover, None for one in the open who knows of none. Wounded: out of
    combat and still alive (9.3); a man who is wounded or removed is neither suppressed nor hidden.
    """

    to_cover: Number | None = None
    suppressed: bool = False
    hidden: bool = False
    wounded: bool = False
    removed: bool = False

    @property
    def in_cover(self) -> bool:
        """Whether the man is in cover, upright or lying."""
        return self.to_cover == 0

    @property
    def in_play(self) -> bool:
        """Whether he is still one of the fighters."""
        return not (self.wounded or self.removed)

    @property
    def fit(self) -> bool:
        """Whether he may act and react."""
        return self.in_play and not self.suppressed

    @property
    def can_be_aimed_at(self) -> bool:
        """Whether an aimed shot may be fired at him; one who is hidden must be sighted first."""
        return self.in_play and not self.hidden

    @property
    def fate(self) -> str:
        """The man's state in one word of FATES."""
        return (SUPPRESSED if self.suppressed else UNHURT) if self.in_play else REMOVED

    def after(self, fate: str) -> "Man":
        """Return the man after the fate of a hit.

        A man suppressed in cover is hidden as well (10.0). A removed man has no other state.
        """
        if fate == REMOVED:
            return GONE
        return self.put_down() if fate == SUPPRESSED else self

    def put_down(self) -> "Man":
        """Suppressed, by a hit that he saved or by going to ground."""
        return replace(self, suppressed=True, hidden=self.hidden or self.in_cover)

    def recovered(self) -> "Man":
        """After a passed test: up again where he lay, and in sight."""
        return replace(self, suppressed=False, hidden=False)

    def crawl(self, r: Reader) -> Number:
        """Return how far a failed test lets the man crawl towards cover, in cm.

        This is 0 in cover. It is also 0 if cover is out of reach and the crawl must end in cover by the ruling.
        """
        reach = r.int("casualties.supp-fail-move")
        if not self.to_cover:
            return 0
        if self.to_cover <= reach:
            return self.to_cover
        return reach if r.holds("supp-crawl", "towards") else 0

    def crawled(self, way: Number) -> "Man":
        """Return the man `way` cm nearer to cover.

        A suppressed man who crawls into cover is not hidden by that.
        """
        return replace(self, to_cover=self.to_cover - way) if self.to_cover else self

    def screen(self, r: Reader, distance: Number) -> Screen:
        """Return what cover the man counts as having against a shot from that distance in cm."""
        flat = self.suppressed and not self.in_cover and distance > r.int("casualties.supp-open-cover")
        saves = self.in_cover or (flat and r.holds("prone-cover", "shot-and-save"))
        return Screen(self.in_cover or flat, saves, flat)


GONE = Man(removed=True)
#: Out of combat under the optional rule: badly hurt, until the die for the wounded says more.
HURT = Man(wounded=True)


def tell_screen(r: Reader, w: Working, screen: Screen) -> None:
    """Add a note on a man who has cover only because he lies flat."""
    if screen.flat:
        far = r.int("casualties.supp-open-cover")
        w.note(f"suppressed in the open, he counts as in cover beyond {far} cm", "casualties.supp-open-cover")
