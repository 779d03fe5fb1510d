"""How long an injured platoon is slow: who shoots at it, the recovery die, and when it counts."""

from collections.abc import Sequence
from fractions import Fraction

from drillbook.asking import Contradiction, Reader, Working
from drillbook.maths import shown
from drillbook.rulesets.great_war_1418.common.rolling import die_of

NOBODY, INJURER, OTHER, THIRD, BOTH = "nobody", "same", "other", "third", "both"
MELEE = "melee"
#: Whose fire it is, where it is that of more than one.
SHOOTERS = {BOTH: {INJURER, OTHER}}


def check_ground(r: Reader, resilience: int, built_in: int) -> None:
    """A sentence where no ground makes such a Resilience of the one that is built in."""
    changes = [r.cell("cover", row.key, "change").whole for row in r.rows("cover")]
    least, most = built_in + min(changes) + r.int("low-commands.dig-penalty"), built_in + max(changes)
    if not least <= resilience <= most:
        raise Contradiction(
            f"With R{built_in} built in, ground and spade leave R{shown(least)} to R{most}, not R{shown(resilience)}.",
            resilience=min(max(resilience, least), most),
        )


def recovers(r: Reader, w: Working, resilience: int, built_in: int) -> Fraction:
    """The chance that a recovery die succeeds, with the steps; resilience: with its ground, built_in: without."""
    check_ground(r, resilience, built_in)
    counts = must_not_pass(r, w, resilience, built_in)
    chance = die_of(r).chance(lambda face: passes(r, face, counts))
    six = r.int("injuries.recovery-six")
    return w.then(f"it succeeds, and a {six} never does", chance, "injuries.recovery-six")  # type: ignore[no-any-return]


def must_not_pass(r: Reader, w: Working, resilience: int, built_in: int) -> int:
    """The highest face with which a recovery die can succeed, with the steps."""
    counts = built_in if r.holds("recovery-r", "built-in") else resilience
    w.then("Resilience that the recovery die must not pass", counts, "injuries.recovery-target")
    if r.holds("low-r", "stops-at-one"):
        w.at_least("Resilience stops there", 1, "injuries.recovery-target")
    return w.whole


def passes(r: Reader, face: int, counts: int) -> bool:
    """Whether a recovery die succeeds with that face."""
    return face <= counts and face != r.int("injuries.recovery-six")


def slow(r: Reader, w: Working, source: str, fire: Sequence[str], chance: Fraction) -> list[Fraction]:
    """The chance that the platoon is slow when it moves: in the bound of its injury, and in each bound after, with the steps.

    source: shot or melee; fire: who shoots at it in each later bound; chance: that of a recovery die.
    """
    if source == MELEE and r.holds("injury-source", "never-slows"):
        w.note("an injury of melee slows nobody", "injuries.half")
        return [Fraction(0)] * (1 + len(fire))
    at_once = r.holds("injury-halving", "at-once")
    found, now = [Fraction(int(at_once))], Fraction(1)
    seen: set[str] = set()
    for bound, who in enumerate(fire, start=1):
        named = f"bound {bound} after it"
        by_age = bound > 1 and r.holds("black-marker", "one-bound")
        after = now
        if by_age:
            now = after = w.then(f"{named}: an injury of that age slows no longer", Fraction(0), "injuries.half")
        elif who == NOBODY:
            now = after = w.then(f"{named}: nobody shoots, so it is free", Fraction(0), "injuries.same-shooter")
        elif _is_same(r, source, SHOOTERS.get(who, {who}), seen):
            w.note(f"{named}: the same shooter keeps it slow", "injuries.same-shooter")
        else:
            after = w.then(f"{named}: still slow after a recovery die", now * (1 - chance), "injuries.recovery-trigger")
            if not r.holds("recovery-when", "end-of-bound"):
                now = after
        found.append(now)
        now = after
        seen |= SHOOTERS.get(who, {who})
    return found


def _is_same(r: Reader, source: str, shooters: set[str], seen: set[str]) -> bool:
    """Whether this fire counts as that of the shooter who injured the platoon; seen: who has shot at it before."""
    if INJURER in shooters and source != MELEE:
        return True
    return bool(shooters & seen) and r.holds("recovery-when", "becomes-same")
