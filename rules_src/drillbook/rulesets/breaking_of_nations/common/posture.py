"""A prone man: who stays prone after he has fired, and what can reach him.

Fire and movement use this module.
"""

from collections.abc import Collection, Sequence

from drillbook.asking import Reader, procedure

SOLDIER, GUNNER, PANICKED = "soldier", "gunner", "panicked"
WHO = {SOLDIER: "A soldier", GUNNER: "A man with an LMG or LFT", PANICKED: "Panicked, prone"}


@procedure
def protected(r: Reader, who: str) -> bool:
    """Whoever lies prone has its protection, by his own choice or not; who: a key of WHO."""
    return True


@procedure
def stays_prone(r: Reader, who: str, *, fired: bool) -> bool:
    """Gunners and those whom panic has put down may be prone still after they have fired (fired false: attacked); who: a key of WHO."""
    r.cite("movement.prone-ends")
    if not fired or who == SOLDIER:
        return False
    r.cite("infantry.heavy-load-prone" if who == GUNNER else "glory.prone")
    reading = r.read_as("prone-firing")
    return reading == "both-stay" or (reading == "gunners-stay" and who == GUNNER)


def suppression_holds(r: Reader) -> bool:
    """Return whether a suppressed man has to stay down.

    On one reading the word has no rule behind it.
    """
    return not (r.has("ruling.suppressed", "ignored") and r.holds("suppressed", "ignored"))


def held_down(r: Reader) -> bool:
    """Whether a man who was suppressed stays down although he fires or attacks."""
    stays = r.has("ruling.suppressed-fires") and r.holds("suppressed-fires", "stays-down")
    return stays and suppression_holds(r)


def without_repeats(acts: Sequence[str], place: int, changed_by: Collection[str]) -> tuple[tuple[str], ...]:
    """Return the rows of a plan without the act at that place and without its repeats.

    Repeats are left out up to the next act that changes the man's posture.
    """
    ahead = range(place + 1, len(acts))
    until = next((at for at in ahead if acts[at] in changed_by), len(acts))
    return tuple((act,) for at, act in enumerate(acts) if not (act == acts[place] and place <= at < until))
