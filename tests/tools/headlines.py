"""Every figure that a headline leads with, and whether it is overall or given something.

    python tests/tools/headlines.py [RULESET …]

lists each part of each headline that holds a chance or a mean, without numbers, for the entries of `headlines.toml`
beside a ruleset's tests. A part is overall, or it is given something: then the table holds the words that say so to
the reader.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from drillbook import ask, library, questions
from drillbook.asking.questions.spec import Spec
from drillbook.rules.model import Ruleset

HERE = Path(__file__).parents[1] / "rulesets"
FILE = "headlines.toml"
OVERALL = "overall"
CHANCE = re.compile(
    r"(?:(?:over |under |about )?\d+(?:\.\d+)? %|for certain|\bnever\b|about \d+ in \d+)(?: \(\d+/\d+\))?"
)
NUMBER = re.compile(r"(?:about |under |over )?[−+-]?\d+(?:\.\d+)?\+?")
FIGURE = re.compile(r"CHANCE|[Oo]n average")


def addresses(spec: Spec, ruleset: Ruleset) -> Iterator[str]:
    """Every example of a question, asked in the name of that ruleset."""
    for example in spec.examples:
        yield f"{ruleset.short}/{example.partition('/')[2]}"


def parts(headline: str) -> Iterator[str]:
    """Yield the parts of a headline that hold a chance or a mean, without their numbers."""
    for part in re.split(r"; ", headline):
        plain = NUMBER.sub("N", CHANCE.sub("CHANCE", part))
        if FIGURE.search(plain):
            yield plain


def found(ruleset: Ruleset) -> dict[str, list[str]]:
    """For every question the parts of its examples' headlines that hold a figure."""
    told: dict[str, list[str]] = {}
    for spec in questions(ruleset).values():
        for address in addresses(spec, ruleset):
            outcome = ask(address).outcome
            for part in parts(getattr(outcome, "headline", "")):
                known = told.setdefault(spec.name, [])
                if part not in known:
                    known.append(part)
    return told


if __name__ == "__main__":
    for name in sys.argv[1:] or [one.name for one in HERE.iterdir() if (one / FILE).is_file()]:
        for question, lines in found(library().find(name)).items():
            print(f"\n[{question}]")
            for line in lines:
                print(f"{line!r} = 'overall'")
