"""Tests that caches which depend on the rules register themselves.

The garbage collector finds no other cache that outlives `forget`.
"""

import json
import subprocess
import sys
from functools import lru_cache

import pytest

from drillbook.rules import remembered

INDEPENDENT = {
    "drillbook.formats.code.code": "the code of a link hangs on the link alone",
    "drillbook.maths.dice.binomial": "mathematics",
    "drillbook.maths.dice.pool": "mathematics",
    "drillbook.maths.dice.roll": "mathematics",
    "drillbook.maths.dice_cup.engine": "which modules are installed",
    "drillbook.maths.formulas._code": "a formula as Python hangs on its text alone",
    "drillbook.rules.cache._readers": "a stamp of the code that reads rules",
    "drillbook.search.words.stem": "English",
    "drillbook_widgets.edition.deferred_scripts._beginner": "a script",
    "drillbook_widgets.edition.worker_replies.build_facts": "written by the build of an edition",
    "drillbook_widgets.edition.worker_replies.kept_forms": "written by the build of an edition",
    "drillbook_widgets.pages.content.mathml.mathml": "a formula as MathML hangs on its text alone",
    "drillbook_widgets.pages.icons.icon": "a picture of given size and colour",
    "drillbook_widgets.pages.templating.environment": "templates",
    "drillbook_widgets.plate.assets.script": "scripts",
    "drillbook_widgets.site.handlers.assets.load_asset": "static files",
    "drillbook_widgets.site.kernels.admission.unheard_proxy": "an address",
}
"""Caches of results that no rule can change, each with what they hang on."""
LOOK = """
import gc, importlib, json, pkgutil, sys
from functools import _lru_cache_wrapper
import drillbook, drillbook_widgets
from drillbook import ask, library, questions
from drillbook.rules.remembered import forget, registered_caches

for package in (drillbook, drillbook_widgets):
    for one in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not one.name.endswith("__main__"):
            importlib.import_module(one.name)
for ruleset in library().all():
    for spec in questions(ruleset).values():
        ask(spec.examples[0])
forget()
gc.unfreeze()
gc.collect()
found = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper) and one.__module__.startswith("drillbook")]
registered = registered_caches()
free = [one for one in found if not any(one is other for other in registered)]

def name(one):
    return f"{one.__module__}.{one.__qualname__}"

def stays(one):
    return one.cache_info().currsize or any(one is value for value in vars(sys.modules[one.__module__]).values())

print(json.dumps({
    "registered": len(registered),
    "full": [name(one) for one in registered if one.cache_info().currsize],
    "free": sorted({name(one) for one in free if stays(one)}),
}))
"""


def test_no_other_cache_outlives_a_change_of_the_rules() -> None:
    """No other cache outlives a change of the rules.

    The test loads every module and asks every question first. Caches of single objects disappear with their objects.
    """
    done = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["registered"] >= 25
    assert told["full"] == []
    assert told["free"] == sorted(INDEPENDENT), "use @remembered where a result depends on the rules"


def test_forgetting_empties_a_registered_cache_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "_registered", [])
    known = remembered.remembered(maxsize=2)(lambda number: number + 1)
    plain = lru_cache(lambda number: number + 1)
    assert (known(1), known(1), plain(1)) == (2, 2, 2)
    assert known.cache_info()[:3] == (1, 1, 2)
    remembered.forget()
    assert (known.cache_info().currsize, plain.cache_info().currsize) == (0, 1)
