"""What a page of an edition is told: the same as a site tells, by code that a browser's Python can run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from html import unescape
from typing import get_args
from urllib.parse import urlencode

import pytest

from drillbook import ask, encode, library, questions
from drillbook.asking.exhibits import Exhibit
from drillbook.printing import json as as_data
from drillbook_widgets.edition import replies
from drillbook_widgets.site.honouring import honoured
from drillbook_widgets.views.of_answer import exhibits

BEYOND = (
    "pydantic",
    "tornado",
    "ipywidgets",
    "traitlets",
    "nbformat",
    "nbconvert",
    "voila",
    "bqplot",
    "numpy",
    "sympy",
    "psutil",
)
"""What there is no wheel of for a browser, or what an answer must not need."""
EVERY_KIND = """
import sys
from drillbook.rules.library import library
library().all()  # a build does that, and packs what was read
for name in [name for name in sys.modules if name.split(".")[0] in BEYOND]:
    del sys.modules[name]

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in BEYOND:
            raise ModuleNotFoundError(f"{name} is not there in a browser")

sys.meta_path.insert(0, Refuse())
from drillbook_widgets.edition import replies
for path in PATHS:
    status, text = replies.reply(path)
    assert status == 200, (path, status, text)
"""


def asked(route: str, **query: str) -> tuple[int, dict[str, object]]:
    status, text = replies.reply(f"{route}?{urlencode(query)}")
    return status, json.loads(text)


LEFT_OPEN = "bn/covering-fire?ar=1&lmg=1&distance=32"
"""An answer that a ruling's other readings change."""


def one_of_each_kind() -> list[str]:
    """Addresses whose answers have every kind of picture among them."""
    found: dict[type, str] = {}
    wanted = set(get_args(Exhibit))
    for ruleset in library().all():
        for spec in questions(ruleset).values():
            address = f"{ruleset.short}/{spec.name}"
            found |= {type(one): address for one in exhibits(ask(address)) if type(one) not in found}
            if found.keys() == wanted:
                return list(dict.fromkeys(found.values()))
    raise AssertionError(f"nothing shows {wanted - found.keys()}")


def test_nothing_is_imported_that_a_browser_has_not() -> None:
    paths = [
        "/bn/piece.json?of=bn.basics.figure-scale",
        "/bn/basics/house.json?",
        "/search.json?q=lmg+40+cover&ruleset=bn",
    ]
    for ruleset in library().all():
        spec = next(iter(questions(ruleset).values()))
        paths += [
            f"/{name}.json?{urlencode({'address': spec.examples[0], 'whole': 'yes'})}" for name in ("answer", "exact")
        ]
    paths += [f"/others.json?{urlencode({'address': LEFT_OPEN})}"]
    paths += [f"/pictures.json?{urlencode({'address': one})}" for one in one_of_each_kind()]
    code = EVERY_KIND.replace("BEYOND", repr(BEYOND)).replace("PATHS", repr(paths))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "address", ["bn/shot?distance=30", "bn/shot?distance=900", "bn/covering-fire?ruling.covering-hit-suppressed=B"]
)
def test_an_answer_is_the_one_of_the_site(address: str) -> None:
    status, told = asked("/answer.json", address=address, whole="yes")
    assert status == 200
    expected = honoured(address, "", True)
    for name in ("address", "answer", "link", "odds", "inputs", "complaint"):
        assert told[name] == expected[name]
    assert [step[:3] for step in told["steps"]] == [step[:3] for step in expected["steps"]]  # type: ignore[index]


def test_the_text_of_a_plate_holds_headline_and_every_step() -> None:
    answer = ask("bn/shot?weapon=lmg&distance=30")
    _, told = asked("/answer.json", address=encode(answer.address), whole="yes", still="yes")
    text = str(told["still"])
    assert answer.spec.title in text
    assert text.count("<tr") == len(told["steps"])  # type: ignore[arg-type]
    assert str(told["answer"]).split(":")[0] in text


def test_an_exact_answer_is_that_of_the_command_line() -> None:
    address = "bn/covering-fire?ar=1&lmg=1&distance=32"
    _, told = asked("/exact.json", address=address)
    assert told == json.loads(json.dumps(as_data.answer(ask(address, otherwise=True))))


def test_pictures_have_their_sentence_their_table_and_the_way_that_bars_are_read() -> None:
    status, told = asked("/pictures.json", address="bn/shot?distance=30", how="≥")
    assert status == 200
    text = unescape(str(told["pictures"]))
    for one in exhibits(ask("bn/shot?distance=30")):
        assert f"<title>{one.caption}</title>" in text
        assert f'<p class="db-caption">{one.caption}</p>' in text
        assert all(f"<td>{cell}</td>" in text for row in one.table()[1] for cell in row)
    assert re.findall(r'value="(.)"[^>]*aria-pressed="true"', text) == ["≥"]
    assert "<script" not in text


def test_other_readings_are_told_with_what_each_gives_and_where() -> None:
    _, told = asked("/others.json", address=LEFT_OPEN)
    text = unescape(str(told["others"]))
    found = ask(LEFT_OPEN, otherwise=True)
    changing = [one for one in found.otherwise or () if one.differs]
    assert changing
    for one in changing:
        link = encode(replace(found.address, readings={one.ruling: one.reading}))
        assert f'<a href="/{link}">{one.headline}</a>' in text
    assert text.count("in force") == len({one.ruling for one in changing})
    _, answered = asked("/answer.json", address=LEFT_OPEN, whole="yes", still="yes")
    assert answered["others"] is True


def test_a_sheet_of_words_is_a_table_with_its_signs() -> None:
    _, told = asked("/pictures.json", address="bn/marker-layout")
    decision = next(one for one in exhibits(ask("bn/marker-layout")) if one.name == "decision")
    text = unescape(str(told["pictures"]))
    assert all(cell in text for row in decision.table()[1] for cell in (row[0], row[2]))
    assert text.count("✓") == sum(row[1] == "yes" for row in decision.table()[1])


@pytest.mark.parametrize(
    ("path", "status"),
    [("/exact.json?address=bn/nothing", 400), ("/bn/piece.json?of=bn.nothing", 404), ("/passwords", 404), ("", 404)],
)
def test_what_is_not_understood_gets_a_sentence(path: str, status: int) -> None:
    found, text = replies.reply(path)
    assert found == status
    assert len(json.loads(text)["sorry"].split()) > 3
