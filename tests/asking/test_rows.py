"""Rows: a field that came later than old links takes its default where a row lacks it."""

import pytest

from drillbook import library, questions
from drillbook.asking.inputs.numbers import Count, Length
from drillbook.asking.inputs.options import Choice
from drillbook.asking.inputs.rows import Rows
from drillbook.errors import AskError
from drillbook.rules.model import Ruleset

FIELDS = {
    "men": Count(1, 8, label="Men"),
    "weapon": Choice({"ar": "AR", "lmg": "LMG"}, label="Weapon"),
    "moved": Length(0, 8, default=2, label="Moved"),
}
MEN = Rows(FIELDS, label="Men", noun="group", late=1)


@pytest.mark.parametrize("text", ["1,ar", "1,ar,2"])
def test_a_late_field_may_be_missing(text: str) -> None:
    assert MEN.parse(text) == ((1, "ar", 2),)
    assert MEN.format(MEN.parse(text)) == "1,ar,2"


def test_rows_of_either_length_stand_together() -> None:
    assert MEN.parse("1,ar;2,lmg,5") == ((1, "ar", 2), (2, "lmg", 5))
    assert MEN.check(((1, "ar"),)) == ((1, "ar", 2),)


@pytest.mark.parametrize("text", ["1", "1,ar,2,3"])
def test_the_other_fields_may_not(text: str) -> None:
    with pytest.raises(AskError, match=r"group 1 must hold 3 fields"):
        MEN.parse(text)
    with pytest.raises(AskError, match=r"must hold 2 fields"):
        Rows({name: FIELDS[name] for name in ("men", "weapon")}, label="Men", noun="group").parse("1")


def test_what_is_below_zero_reads_with_a_minus_and_is_written_with_a_hyphen() -> None:
    places = Rows({"across": Length(-6, 6, label="Across", unit="S"), "men": Count(0, 3, label="Men")}, label="Places")
    rows = places.parse("−2,1;-1,0")
    assert places.words(rows) == "row 1: −2 S, men 1; row 2: −1 S"
    assert places.format(rows) == "-2,1;-1,0"


def test_lengths_beside_each_other_are_named() -> None:
    fields = {name: Length(-6, 6, label=name.capitalize(), unit="cm") for name in ("across", "ahead")}
    places = Rows(fields, label="Places", noun="man")
    assert places.words(places.parse("3,-3")) == "man 1: across 3 cm, ahead −3 cm"


@pytest.mark.parametrize("ruleset", [pytest.param(one, id=one.short) for one in library().all()])
def test_coordinates_have_one_pair_of_names(ruleset: Ruleset) -> None:
    """Wherever a row holds a place, its two numbers are called Across and Ahead."""
    pairs = ({"x", "y"}, {"across", "ahead"})
    for spec in questions(ruleset).values():
        for rows in (kind for kind in spec.kinds(ruleset).values() if isinstance(kind, Rows)):
            for names in pairs:
                labels = {
                    kind.label for name, kind in rows.fields.items() if name in names and isinstance(kind, Length)
                }
                assert labels in (set(), {"Across"}, {"Across", "Ahead"}), f"{spec.name}, {rows.noun}: {labels}"
