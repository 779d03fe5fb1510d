"""A man who uses opportunity fire through covering fire: his attempts, exact and thrown."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from drillbook.asking import Reader
from drillbook.maths import Distribution, Thrower, binomial, np
from drillbook.rulesets.breaking_news.common.casualties import REMOVED, SUPPRESSED, UNHURT, Save
from drillbook.rulesets.breaking_news.reaction._covering import caught, test_dice


class Post(NamedTuple):
    """The state of a post: men able to shoot, whether it has tested or been hit, its losses.

    lost is the number of men it has lost, and fired how often it has fired. served: the men who served the weapon in
    its last shot.
    """

    able: int
    tested: bool = False
    hit: bool = False
    lost: int = 0
    fired: int = 0
    served: int = 0

    @property
    def fate(self) -> str:
        """The worst that has come to its men."""
        return REMOVED if self.lost else SUPPRESSED if self.hit else UNHURT


@dataclass(frozen=True, slots=True)
class Nerve:
    """The test that an attempt faces: its value, dice and chance, the save, and the readings."""

    value: int
    dice: str
    caught: Fraction
    save: Save
    hits: int
    whole_crew: bool
    shoots_when_saved: bool
    once_a_turn: bool

    def attempt(self, post: Post) -> Distribution[Post]:
        """Return the distribution of the post after one attempt to shoot.

        The attempt has the test, the hit and the saves, and the shot if there is still a man to fire it.
        """
        if not post.able:
            return Distribution.sure(post)
        through = post._replace(tested=True, fired=post.fired + 1, served=post.able)
        if not self.caught or (post.tested and self.once_a_turn):
            return Distribution.sure(through)
        concerned = post.able if self.whole_crew else 1
        left = post.able - concerned
        weights: list[tuple[Post, Fraction]] = [(through, 1 - self.caught)]
        for alive, chance in binomial(concerned, self.save.survives(self.hits)).items():
            serving = left + (alive if self.shoots_when_saved else 0)
            lost, fired = post.lost + concerned - alive, post.fired + (serving > 0)
            after = Post(left, True, True, lost, fired, serving or post.served)
            weights.append((after, self.caught * chance))
        return Distribution.weighted(weights)

    def throw(self, r: Reader, dice: Thrower, count: int, crew: int, shots: int) -> Any:
        """Throw the same attempts with dice, and return the fate of the post's men for each throw."""
        able, hit, lost = (np.full(count, crew), np.zeros(count, bool), np.zeros(count, bool))
        tested = np.zeros(count, bool)
        for _ in range(shots):
            trying = able > 0
            testing = trying & ~(tested & self.once_a_turn) & (self.value > 0)
            failed = testing & (dice.roll(self.dice, count) <= self.value)
            tested |= trying
            concerned = np.where(failed, able if self.whole_crew else 1, 0)
            rolled = dice.roll_each(r.text("casualties.save-per-hit"), count, crew * self.hits)
            saved = np.isin(rolled, sorted(self.save.faces)).reshape(count, crew, self.hits).all(axis=-1)
            lost |= ((np.arange(crew)[None, :] < concerned[:, None]) & ~saved).any(axis=1)
            hit |= failed
            able = able - concerned
        return np.where(lost, REMOVED, np.where(hit, SUPPRESSED, UNHURT))


def nerve(r: Reader, value: int, bunker: bool, how: Save, *, crew: int = 1, often: bool = False) -> Nerve:
    """Return what a man or crew faces who wants to shoot out of an area swept with that value.

    often: they want to shoot more than once in the turn.
    """
    return Nerve(
        value=value,
        dice=test_dice(r, bunker),
        caught=caught(r, value, bunker),
        save=how,
        hits=r.int("reaction.cover-one-hit"),
        whole_crew=crew == 1 or r.holds("covering-crew", "whole-crew"),
        shoots_when_saved=r.holds("covering-hit-suppressed", "shoots-first"),
        once_a_turn=often and r.holds("covering-each-shot", "once-a-turn"),
    )
