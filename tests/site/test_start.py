"""Tests of what a start costs, however large the book.

Neither the site nor the processes that make its pages load what they do not need.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from site_shelf import ROOT, chapters

from drillbook_widgets.pages.content.chapter import questions_on, read

PICTURES = ("bqplot", "ipywidgets", "anywidget", "numpy", "pandas", "sympy", "ipykernel")
TELL = """
import json, sys
from drillbook import library
modules = [one for one in sys.modules if one.startswith("drillbook.rulesets.") and one.count(".") == 4]
print(json.dumps({"modules": modules, "rulesets": sorted(library()._loaded), "all": sorted(sys.modules)}))
"""
LOADING = """
from drillbook_widgets.site import serve
serve.prepare()
from drillbook_widgets.pages.content import catalogue
from drillbook_widgets.site import application
"""
SERVING = f"""{LOADING}
from drillbook import library
from drillbook.book.folder import book_folder
assert catalogue.load_shelf(book_folder(), library()).chapters
"""
ANSWERING = """
from drillbook_widgets.pages.content import catalogue
from drillbook_widgets.site.workers import tasks
from drillbook import library
from drillbook.book.folder import book_folder
chapter = catalogue.load_shelf(book_folder(), library()).chapter({name!r})
tasks.begin()
assert tasks.page_of(chapter).stills
"""


def loaded(script: str) -> dict[str, list[str]]:
    """Return the modules that a fresh process has loaded after the script."""
    told = subprocess.run(
        [sys.executable, "-c", script + TELL], capture_output=True, text=True, check=True, cwd=ROOT, timeout=120
    )
    found: dict[str, list[str]] = json.loads(told.stdout)
    return found


@pytest.mark.slow
def test_the_serving_process_reads_no_rules_and_draws_nothing() -> None:
    found = loaded(SERVING)
    assert found["rulesets"] == found["modules"] == []
    assert not set(found["all"]) & set(PICTURES)


@pytest.mark.slow
def test_what_checks_the_files_of_rules_is_loaded_only_where_one_is_read() -> None:
    assert "pydantic" not in loaded(LOADING)["all"]


@pytest.mark.slow
def test_a_page_loads_its_own_ruleset_and_its_own_questions() -> None:
    chapter = min((one for one in chapters() if questions_on(one)), key=lambda one: len(questions_on(one)))
    found = loaded(ANSWERING.format(name=f"{chapter.short}/{chapter.slug}"))
    assert len(found["rulesets"]) == 1
    plain = [one for one in found["modules"] if not one.rpartition(".")[2].startswith("_")]
    assert len(plain) < 30, plain
    assert not set(found["all"]) & set(PICTURES[:-2])


def test_the_plates_of_a_chapter_are_known_without_its_text() -> None:
    for chapter in chapters()[:4]:
        assert questions_on(chapter) == read(chapter).questions
