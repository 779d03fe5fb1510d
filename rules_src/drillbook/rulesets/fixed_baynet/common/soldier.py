"""What a soldier is called: Europe keeps its capital inside a sentence too."""

from drillbook.asking import Reader, replacing
from drillbook.rulesets.breaking_of_nations.common import soldier


@replacing(soldier.called)
def called(r: Reader, grade: str) -> str:
    """The name of a grade inside a sentence."""
    name = r.name("soldiers", grade)
    return name if grade in (row.key for row in r.ruleset.table("soldiers").where("european")) else name.lower()
