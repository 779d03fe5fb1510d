"""What a panicked man does: the table of reactions, by grade and score."""

from collections.abc import Mapping

from drillbook.asking import Reader
from drillbook.maths import Distribution

#: Every reaction, by the word the table prints; each has a rule that explains it.
REACTIONS: Mapping[str, str] = {
    "freeze": "Freeze",
    "flee": "Flee",
    "take-cover": "Take cover",
    "prone": "Prone",
    "berserk": "Berserk",
    "onwards": "Onwards",
}
#: What a man in panic does, in short, and who of them shoots.
DOES: Mapping[str, str] = {
    "freeze": "stands there, stunned",
    "flee": "runs for his deployment area",
    "take-cover": "makes for cover, and may shoot",
    "prone": "drops and stays, and may shoot",
    "berserk": "shoots at whoever is nearest",
    "onwards": "charges an enemy close by",
    "nothing": "does nothing",
}
SHOOTS = ("take-cover", "prone", "berserk")
#: Who does not stir from where he is: one who is stunned, one who lies, and one whose word nothing explains.
STAYS = ("freeze", "prone", "nothing")


def nerve_of(r: Reader, grade: str) -> str:
    """Return the column of the table that a grade reads."""
    return str(r.cell("soldiers", grade, "nerve").amount)


def reaction_of(r: Reader, grade: str, face: int) -> str | None:
    """Return what a panicked man of this grade does on this score.

    The result is None if the die is rolled again.
    """
    word = str(r.cell("reactions", f"r{face}", nerve_of(r, grade)).amount).lower().replace(" ", "-")
    if word != "panic":
        return word
    return {"freeze": "freeze", "roll-again": None, "nothing": "nothing"}[r.read_as("panic-word")]


def reactions(r: Reader, grade: str) -> Distribution[str]:
    """How likely each reaction is for one man of this grade."""
    faces = [(reaction_of(r, grade, face), chance) for face, chance in r.dice("glory.panic-each").items()]
    return Distribution.weighted((word, chance) for word, chance in faces if word is not None)


def called(reaction: str) -> str:
    """Return a reaction's name as it is printed."""
    return REACTIONS.get(reaction, "Nothing")
