"""Tests that a layer's question obeys what the parent's question that it replaces obeys.

The exception is stated in a table with the reason. A layer's question may come from other code than its parent's, and
its rules cite the layer's own source: no shared line shows that it leaves a ruling alone which the layer takes over.
`inherited_rules.toml` beside the layer's tests holds the reasons: question -> ruling.
"""

import tomllib
from collections.abc import Iterator

import pytest
from house_rules import HERE, reasons
from idle_readings import excuses
from witnesses import witnesses

from drillbook import library, questions
from drillbook.rules.model import Ruleset

LAYERS = [one for one in library().all() if one.parent is not None]
FILE = "inherited_rules.toml"


def ignored(layer: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield each question of a layer with each ruling that only its parent's question obeys."""
    assert layer.parent is not None
    obeyed, known, excused, told = witnesses(layer.parent), witnesses(layer), excuses(layer), reasons(layer)
    for name, spec in questions(layer).items():
        for theirs in obeyed.get(spec.replaces or name, ()):
            ruling = layer.ruling_if_any(theirs)
            if ruling is None or not ruling.free:
                continue
            met = ruling.name in known.get(name, ()) or ruling.name in excused.get(name, ())
            if not met and name not in told.get(ruling.name, ()):
                yield name, ruling.name


@pytest.mark.parametrize("layer", LAYERS, ids=lambda one: one.short)
def test_a_layer_s_question_obeys_what_its_parent_s_obeys(layer: Ruleset) -> None:
    """Rulings that a parent's question obeys count in the layer's question, too.

    A house rule counts in the layer's question as far as the layer has the ruling.
    """
    path = HERE / layer.slug / FILE
    table = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    given = {(question, ruling) for question, some in table.items() for ruling in some}
    found = set(ignored(layer))
    missing, stale = sorted(found - given), sorted(given - found)
    assert not missing, f"consult the ruling in the layer's question, or say in {layer.slug}/{FILE} why not: {missing}"
    assert not stale, f"{layer.slug}/{FILE} excuses what needs no excuse; take it out: {stale}"
