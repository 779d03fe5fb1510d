"""Tests of rule files that change under a running process.

The process's answers and its search follow the files, and a broken file changes nothing.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import drillbook
import drillbook_widgets
from drillbook import library
from drillbook.book.folder import book_folder
from drillbook_widgets.pages.content.catalogue import load_shelf

RULES = Path(drillbook.__file__).parent
WIDGETS = Path(drillbook_widgets.__file__).parents[1]
ONE = "great_war_1418"
TOLD = """
import json, sys
from pathlib import Path
from drillbook import ask
from drillbook.rules import reload
from drillbook_widgets.pages.content.search import Wanted, gather_search_words, search_hits

reload.LOOK_SECONDS = 0.0
home = Path(sys.argv[1])
wanted = Wanted((("gw/movement", 1), ("gw/shooting", 1)))

def told():
    anew = reload.follow()
    gather_search_words(wanted, 60.0)
    return anew, ask("gw/move").headline, [hit.title for hit in search_hits(wanted, "pasteboard", "gw")]

found = [told(), told()]
speeds, rules = home / "movement/tables/speeds.csv", home / "shooting/rules.toml"
was = speeds.read_text("utf-8")
speeds.write_text(was.replace("movement.medium-infantry,6", "movement.medium-infantry,7"), "utf-8")
rules.write_text(rules.read_text("utf-8").replace("is marked with its target", "is marked with pasteboard"), "utf-8")
found.append(told())
speeds.write_text("speed;nonsense", "utf-8")
found.append(told())
speeds.write_text(was, "utf-8")
found.append(told())
print(json.dumps(found))
"""


def test_what_a_process_answers_and_finds_follows_the_files(tmp_path: Path) -> None:
    """Before a change, after it, with a broken file, and with the old one again."""
    wanted = shutil.ignore_patterns(
        "__pycache__", *(one.name for one in (RULES / "rulesets").iterdir() if one.name not in (ONE, "__init__.py"))
    )
    shutil.copytree(RULES, tmp_path / "drillbook", ignore=wanted)
    paths = os.pathsep.join((str(tmp_path), str(WIDGETS)))
    done = subprocess.run(
        [sys.executable, "-c", TOLD, str(tmp_path / "drillbook" / "rulesets" / ONE)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths, "DRILLBOOK_BOOK": str(book_folder())},
    )
    assert done.returncode == 0, done.stderr
    before, still, after, broken, again = json.loads(done.stdout)
    assert before == still == [False, "6 cm", []]
    assert after == [True, "7 cm", ["Marked"]]
    assert broken == [False, "7 cm", ["Marked"]]
    assert "The rules stay as they were" in done.stderr
    assert again == [True, "6 cm", ["Marked"]]


def test_a_chapter_that_is_written_while_the_site_runs_stands_on_its_shelf(tmp_path: Path) -> None:
    """Chapters that are written while the site runs appear on its shelf.

    Code that holds the shelf sees them without asking for another.
    """
    shutil.copytree(book_folder() / ONE, tmp_path / ONE, ignore=shutil.ignore_patterns("movement.ipynb"))
    shelf = load_shelf(tmp_path, library())
    assert shelf.chapter("gw/movement") is None
    assert not shelf.look(library())
    shutil.copy(book_folder() / ONE / "movement.ipynb", tmp_path / ONE)
    assert shelf.look(library())
    assert shelf.chapter("gw/movement") is not None
    assert shelf.way("/gw/movement#gw.movement.speeds") is not None
