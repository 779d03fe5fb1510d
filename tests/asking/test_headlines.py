"""Tests of headlines: every figure is overall, or its own words say what it is of.

A table beside a ruleset's tests holds the judgement of every figure.
"""

import tomllib

import pytest
from headlines import FILE, HERE, OVERALL, found, parts

from drillbook import library

TABLES = {one.parent.name: tomllib.loads(one.read_text(encoding="utf-8")) for one in sorted(HERE.glob(f"*/{FILE}"))}


@pytest.mark.parametrize("slug", TABLES)
def test_every_figure_says_what_it_is_of(slug: str) -> None:
    """Headline figures of a ruleset are exactly those that its table judges.

    A figure that nobody has judged is a fault, and so is one that no answer states any longer: judge it in the table.
    """
    told, judged = found(library().find(slug)), TABLES[slug]
    assert {name: set(lines) for name, lines in told.items()} == {name: set(lines) for name, lines in judged.items()}


@pytest.mark.parametrize("slug", TABLES)
def test_what_is_given_is_said(slug: str) -> None:
    """A part that is not overall holds the words that say what it is of, and no part is both."""
    for name, lines in TABLES[slug].items():
        for part, of in lines.items():
            assert of == OVERALL or of in part, f"{name}: {part} does not say {of}"
            if of == OVERALL:
                assert not part.lower().startswith(("given ", "each ", "once ")), f"{name}: {part} is not overall"


def test_the_watch_for_figures_watches() -> None:
    """Chances in every wording and means are found; plain counts are not."""
    headline = (
        "9 shots; hits on 5+: 66.7 % (2/3); about 2.1 of 4 fall on average; over 99.9 %; done for certain; pinned"
    )
    assert list(parts(headline)) == ["hits on N: CHANCE", "N of N fall on average", "CHANCE", "done CHANCE"]
