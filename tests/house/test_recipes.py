"""Tests of the recipes of rules_src/README.md, followed in a copy of the code.

They also check that the README's tables name what the code has.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any, get_args

import pytest

from drillbook import library
from drillbook.asking import Kind, Reader, Working
from drillbook.asking.exhibits import Exhibit, charts, gestures
from drillbook.book.markers import KINDS
from drillbook.rules.schema.names import RESERVED_NAMES
from drillbook.rules.schema.rules import KINDS as RULE_KINDS

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "rules_src" / "README.md").read_text(encoding="utf-8")
POSTCARD = "postcard"
NEW_CHAPTER = """
[[chapters]]
slug = "dodging"
title = "Dodging"
summary = "How men dodge."
"""
NEW_RULES = """
["dodging.far"]
kind = "value"
text = "Who dodges leaps {value} cm."
value = 7
cite = { section = "6.5 Movements of the reacting player", lines = "L136" }
"""
ASKED = """
import json, sys
from drillbook import ask, library
from drillbook.book.course import course_of
from drillbook.book.markers import filled_markers
from drillbook.book.notebooks import new
told = {}
for address in ("pc/shot?distance=15&cover=yes", "pc/shot?weapon=smg&distance=30", "pc/shot?weapon=smg&distance=10",
                "bn/dodge-reach?dodges=2", "bn/dodge-reach?dodges=3", "bn/dodge-reach?dodges=2&ruling.dodge-tired=B",
                "fb/door?squad=9", "fb/to-hit"):
    found = ask(address, otherwise=True)
    told[address] = {"headline": found.headline, "refused": found.refused, "readings": dict(found.readings),
                     "consulted": list(found.consulted), "given": {name: str(value) for name, value in found.inputs.items()}}
try:
    ask("fb/bombardment")
except Exception as problem:
    told["fb/bombardment"] = str(problem)
told["clause"] = filled_markers("So <!--rule bn.reaction.dodge-often clause--><!--/rule-->.", library())
told["ruling"] = filled_markers("<!--ruling bn.ruling.dodge-tired --><!--/ruling-->", library())
from pathlib import Path
told["chapter"] = new("bn/dodging", Path(sys.argv[1]), library()).read_text(encoding="utf-8")
told["postcard"] = new("pc/shooting", Path(sys.argv[1]), library()).read_text(encoding="utf-8")
course = course_of(library().find("bn"), library())
told["course"] = {name: [moment.fell, dict(moment.state)] for name, moment in course.moments.items()}
print(json.dumps(told))
"""


def section(heading: str) -> str:
    """Return the README's text under a heading."""
    return re.split(r"\n###? ", README.split(f"\n### {heading}\n", 1)[1], maxsplit=1)[0]


def block(heading: str, language: str, number: int = 0) -> str:
    """Return the code block of a language under a heading: the first, or a later one by number."""
    found = re.findall(rf"```{language}\n(.*?)```", section(heading), re.DOTALL)
    assert len(found) > number, f"README's “{heading}” shows no {language}"
    return str(found[number])


def add(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text((path.read_text(encoding="utf-8") if path.is_file() else "") + "\n" + text, encoding="utf-8")


def ruled(question: str) -> str:
    """Return README's question with the ruling asked for, as “Add a ruling” says."""
    line = '    w.times("dodges", dodges, "reaction.dodge-often")\n'
    assert line in question
    return question.replace(line, f'    if r.holds("dodge-tired", "fresh"):\n{textwrap.indent(line, "    ")}', 1)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the answers of a copy in which every recipe has been followed."""
    root = tmp_path_factory.mktemp("tried")
    shutil.copytree(ROOT / "rules_src" / "drillbook", root / "drillbook", ignore=shutil.ignore_patterns("__pycache__"))
    rulesets = root / "drillbook" / "rulesets"
    bn = rulesets / "breaking_news"
    add(bn / "reaction" / "rules.toml", block("Add a calculator", "toml"))
    (bn / "reaction" / "dodge_reach.py").write_text(ruled(block("Add a calculator", "python")), encoding="utf-8")
    add(bn / "reaction" / "rulings.toml", block("Add a ruling", "toml"))
    _postcard(rulesets / POSTCARD)
    head = (bn / "ruleset.toml").read_text(encoding="utf-8")
    place = head.index("[[chapters]]")
    (bn / "ruleset.toml").write_text(head[:place] + NEW_CHAPTER + "\n" + head[place:], encoding="utf-8")
    add(bn / "dodging" / "rules.toml", NEW_RULES)
    (bn / "course.toml").write_text(block("Add a course", "toml"), encoding="utf-8")
    shutil.rmtree(rulesets / "fixed_baynet")  # whose short name README's layer takes
    layer = block("Add a layer", "toml").replace("[[chapters]]", f"{_rest()}\n[[chapters]]", 1)
    add(rulesets / "tried" / "ruleset.toml", f"{layer}\n[overlays.firing]\nremoved = ['civilian']\n")
    add(rulesets / "tried" / "guns" / "rules.toml", '["artillery.prelim-grid"]\nremoved = true\n')
    dropped = [name for name in library().find("bon").rulings() if name.startswith("prelim-")]
    add(rulesets / "tried" / "guns" / "rulings.toml", "".join(f"[{name}]\nremoved = true\n" for name in dropped))
    for table in ("soldiers", "firing"):
        add(rulesets / "tried" / "guns" / "tables" / f"{table}.csv", _native(table))
    ran = subprocess.run(
        [sys.executable, "-c", ASKED, str(tmp_path_factory.mktemp("book"))],
        capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(root)},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-3000:]
    answers: dict[str, Any] = json.loads(ran.stdout)
    return answers


def _postcard(folder: Path) -> None:
    """Add the files of “Add a ruleset” to the folder."""
    add(folder / "__init__.py", "")
    add(folder / "ruleset.toml", block("Add a ruleset", "toml"))
    add(folder / "shooting" / "__init__.py", "")
    add(folder / "shooting" / "rules.toml", block("Add a ruleset", "toml", 1))
    add(folder / "shooting" / "tables" / "weapons.csv", block("Add a ruleset", "csv"))
    (folder / "shooting" / "shot.py").write_text(block("Add a ruleset", "python"), encoding="utf-8")


def _rest() -> str:
    """Return a chapter that stands in for all other chapters of the parent.

    README's layer shows only one.
    """
    shown = tomllib.loads(block("Add a layer", "toml"))
    left = [
        one.stem for one in library().find("bon").chapters if one.stem not in ("artillery", *shown["planned_chapters"])
    ]
    return f'[[chapters]]\nslug = "rest"\ntitle = "The rest"\nsummary = "All else."\nparent_chapters = {json.dumps(left)}\n'


def _native(table: str) -> str:
    """Return one more row for a table, as the layer of test_throwaway.py has it."""
    rows = {
        "soldiers": "key,name,cs,ds,sp,gl,nerve,?person\nnative,Native,1,4,6,3,raw,yes\n",
        "firing": "key,name,modifier\nnative,Firer is native,1\n",
    }
    return rows[table]


@pytest.mark.slow
def test_a_ruleset(told: dict[str, Any]) -> None:
    assert told["pc/shot?distance=15&cover=yes"]["headline"] == "Hit on 6+: 16.7 %"
    assert told["pc/shot?weapon=smg&distance=10"]["headline"] == "Hit on 3+: 66.7 %"
    assert told["pc/shot?weapon=smg&distance=30"]["refused"]
    assert "| Rifle | 4+ | 5+ | 30 |" in told["postcard"]
    assert "**Cover** adds 1 to the number" in told["postcard"]


@pytest.mark.slow
def test_a_calculator(told: dict[str, Any]) -> None:
    case = json.loads(block("Add a calculator", "json"))
    address = case["address"]
    assert told[address]["headline"] == f"{case['answer']} cm"
    assert told["bn/dodge-reach?dodges=3"]["refused"]
    assert "bn.reaction.dodge-5cm" in told[address]["consulted"]
    assert "dodges two times" in told["clause"]


@pytest.mark.slow
def test_a_ruling(told: dict[str, Any]) -> None:
    assert told["bn/dodge-reach?dodges=2"]["readings"] == {"dodge-tired": "A"}
    assert told["bn/dodge-reach?dodges=2&ruling.dodge-tired=B"]["headline"] == "5 cm"
    assert "Does a man tire of dodging?" in told["ruling"]


@pytest.mark.slow
def test_a_chapter(told: dict[str, Any]) -> None:
    assert "<!--rule bn.dodging.far" in told["chapter"]
    assert "leaps 7 cm" in told["chapter"]


@pytest.mark.slow
def test_a_layer(told: dict[str, Any]) -> None:
    example = tomllib.loads(block("Add a layer", "toml"))["examples"]["door"][0]
    assert not told[example]["refused"]
    assert "no longer asks" in told["fb/bombardment"]
    assert told["fb/to-hit"]["headline"]


@pytest.mark.slow
def test_a_course(told: dict[str, Any]) -> None:
    course = tomllib.loads(block("Add a course", "toml"))
    episode = course["episode"][0]
    fell, state = told["course"][episode["name"]]
    ends = course["start"] if fell == "0" else {"apart": course["start"]["apart"] - 5, "gunner": "hit"}
    assert state == course["start"] | ends | {episode["name"]: int(fell)}


def test_the_reference_names_what_the_code_has() -> None:
    """Every kind of rule, input, exhibit, marker and step, and every method of the reader."""
    kinds = set(re.findall(r"^\| `(\w+)` \|", section("Kinds of rule"), re.MULTILINE))
    assert kinds == set(get_args(RULE_KINDS))
    inputs = re.findall(r"^\| `(\w+)\(", section("Kinds of input"), re.MULTILINE)
    assert set(inputs) == {kind.__name__ for kind in get_args(Kind)}
    exhibits = set(re.findall(r"^\| `(\w+)` \|", section("Exhibits"), re.MULTILINE))
    assert exhibits == {kind.__name__ for kind in Exhibit.__args__}
    rows = "".join(re.findall(r"^\| (.*?) \|", section("Markers"), re.MULTILINE))
    assert set(re.findall(r"`(?:<!--)?([a-z]+)", rows)) == set(KINDS.split("|"))
    course = "".join(re.findall(r"^\| `(.*?)` \|", section("Add a course"), re.MULTILINE))
    assert set(re.findall(r"<!--([a-z]+)", course)) < set(KINDS.split("|"))
    said = section("Steps of a working")
    steps = set(re.findall(r"`w\.(\w+)", said))
    assert steps == {name for name in vars(Working) if not name.startswith("_")} | {"total"}
    reading = set(re.findall(r"`(\w+)`", said.rpartition("is the `Reader`")[2]))
    assert reading <= {name for name in vars(Reader) if not name.startswith("_")}
    words = re.findall(r"^\| ([^|]+?) \|", README.partition("\n## Glossary\n")[2], re.MULTILINE)[2:]
    assert words == sorted(words, key=str.lower)


def test_no_chapter_takes_the_name_of_a_page() -> None:
    """The names that “Add a word” reserves are those that the code refuses."""
    said = re.search(r"may be called (.*?)\.\n", section("Add a word"), re.DOTALL)
    assert said
    assert set(re.findall(r"`(\w+)`", said[1])) == RESERVED_NAMES


def test_a_picture() -> None:
    """Exhibits and grip declarations that README names exist in the code.

    The test reads the table of the section "Add a picture".
    """
    rows = re.findall(r"^\| (`.*?) \| (`.*?) \|", section("Add a picture"), re.MULTILINE)
    assert {name for names, _ in rows for name in re.findall(r"`(\w+)`", names)} == {
        "Figure", "Disc", "Fan", "Curves", "Grid", "Bars",
    }  # fmt: skip
    grips = {name: getattr(gestures, name) for name in ("ahead", "across", "in_row", "beneath", "Grip")}
    for names, declared in rows:
        for said in re.findall(r"`(.*?)`", declared):
            for name in re.findall(r"`(\w+)`", names):
                known = set(getattr(charts, name).__dataclass_fields__)
                assert set(re.findall(r"(?:^|, )(\w+)=", said)) - {"away", "turn"} <= known | {"sets"}
            if grip := re.match(r"(?:grip=)?(\w+\(.*\))$", said):
                made = eval(grip[1], grips | {"Mark": charts.Mark, "at": 1, "label": "here"})
                assert isinstance(made, gestures.Grip | charts.Mark)
    drawn = (ROOT / "widgets" / "drillbook_widgets" / "views" / "__init__.py").read_text(encoding="utf-8")
    for kind in Exhibit.__args__:
        assert re.search(rf"\b{kind.__name__}\b", drawn), f"views/__init__.py does not know {kind.__name__}"
