"""Tests of what a page of an edition is sent: the same as a site sends.

The code that replies is code that a browser's Python can run.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import get_args
from urllib.parse import urlencode

import pytest
from markupsafe import escape

from drillbook import ask, library, questions
from drillbook.asking.exhibits import Exhibit
from drillbook.formats import json as as_data
from drillbook.quiz import quiz
from drillbook_widgets import calculator
from drillbook_widgets.edition import plates, worker_replies
from drillbook_widgets.notebook.plate import Plate
from drillbook_widgets.pages.content import comparison
from drillbook_widgets.pages.content.house_rules import honoured
from drillbook_widgets.pages.content.quiz import spelt_in
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
    "jinja2",
    "markupsafe",
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
from drillbook_widgets.edition import worker_replies
for path in PATHS:
    status, text = worker_replies.reply(path)
    assert status == 200, (path, status, text)

import asyncio
from drillbook_widgets.edition import plates
async def all_said():
    for one in SAID:
        plates.hear_page(1, one, lambda told: None)
        await plates.rest()
asyncio.run(all_said())
"""
EVERYTHING = (
    {"do": "ready"},
    {"do": "pin"},
    {"do": "luck", "text": "2, 5"},
    {"do": "roll", "throws": 100, "seed": 1},
    *({"do": "tab", "name": name} for name in ("otherwise", "pin", "roll", "luck", "table", "share")),
)
"""What a reader may do at a plate."""


PAGE = 1


def asked(route: str, **query: str) -> tuple[int, dict[str, object]]:
    status, text = worker_replies.reply(f"{route}?{urlencode(query)}")
    return status, json.loads(text)


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
    said = [{"desk": at, "said": {"do": "begin", "address": one}} for at, one in enumerate(one_of_each_kind())]
    said += [{"desk": 0, "said": one} for one in EVERYTHING]
    code = EVERY_KIND.replace("BEYOND", repr(BEYOND)).replace("PATHS", repr(paths))
    code = code.replace("SAID", repr([json.dumps(one) for one in said]))
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


def test_an_exact_answer_is_that_of_the_command_line() -> None:
    address = "bn/covering-fire?ar=1&lmg=1&distance=32"
    _, told = asked("/exact.json", address=address)
    assert told == json.loads(json.dumps(as_data.answer_json(ask(address, otherwise=True))))


def test_a_quiz_is_that_of_its_number_and_addresses_stand_beside_each_other() -> None:
    status, text = worker_replies.reply("/bn/quiz/close-combat?seed=3")
    expected = quiz("bn/close-combat", 3)
    assert status == 200
    assert all(escape(one.asked) in text and f"/{escape(one.address)}" in text for one in expected.items)
    assert "/bn/quiz?chapter=close-combat&amp;seed=4" in text
    assert 'href="?seed=any"' in text
    there = ["bn/shot?distance=30", "bn/shot?distance=60"]
    status, text = worker_replies.reply(f"/compare?{urlencode({'a': there[0], 'b': there[1]})}")
    assert status == 200
    assert all(escape(ask(one).headline) in text.replace("\xa0", " ") for one in there)
    assert worker_replies.reply("/bn/quiz?seed=many")[0] == 404


@pytest.mark.parametrize(
    ("short", "name", "value", "words"),
    [
        ("bn", "ruling.gone", "B", "Breaking News has no ruling 'gone'"),
        ("bn", "ruling.range-bands", "Z", "ruling.range-bands must be"),
        ("bn", "house.bn", "ruling.range-bands=B", "such as ruling.NAME=B; it has no 'house.bn'"),
        ("", "house.bn", "ruling.gone=B", "Breaking News has no ruling 'gone'"),
        ("", "house.bn", "ruling.range-bands", "Inputs look like name=value"),
        ("", "house.xx", "ruling.gone=B", "There is no ruleset 'xx'"),
        ("", "ruling.range-bands", "C", "such as house.bn=ruling.NAME%3DB; it has no 'ruling.range-bands'"),
    ],
)
def test_a_quiz_knows_which_house_rules_of_its_link_there_are_not(
    short: str, name: str, value: str, words: str
) -> None:
    found = spelt_in(short, {"seed": "12", name: value})
    assert (found.rules, found.names) == ((), {})
    assert words in found.complaint


def test_a_quiz_says_so_and_goes_by_those_that_there_are() -> None:
    text = worker_replies.reply("/bn/quiz/shooting?seed=12&ruling.gone=B&ruling.range-bands=B&utm_source=x")[1]
    assert "Not all of this link could be read." in text
    assert str(escape("Breaking News has no ruling 'gone'")) in text
    assert 'data-spelt="ruling.range-bands=B"' in text
    assert "reading B of range bands" in text
    text = worker_replies.reply("/bn/quiz/shooting?seed=12&ruling.gone=B")[1]
    assert 'data-spelt=""' in text
    assert text.count('class="quiz-item"') == len(quiz("bn/shooting", 12).items)
    assert (
        "could be read" not in worker_replies.reply("/bn/quiz/shooting?seed=12&ruling.range-bands=B&edition=1.5.1")[1]
    )
    whole = {"house.bn": "ruling.range-bands=B&ruling.within-5cm=B"}
    assert spelt_in("", whole).names == whole
    assert not spelt_in("", whole).complaint


def test_a_link_to_a_comparison_of_which_nothing_can_be_answered_leads_to_one_that_can() -> None:
    for query in ("a=nonsense", "a=nonsense&b=xx/none&c=bn/gone&d=%25"):
        text = worker_replies.reply(f"/compare?{query}")[1]
        assert "Ask once more" not in text
        assert "Nothing of this link could be answered." in text
        assert 'href="/search"' in text
        assert f'href="{escape(comparison.link(comparison.EXAMPLE))}"' in text
    text = worker_replies.reply(comparison.link(comparison.EXAMPLE))[1]
    assert all(escape(ask(one).headline) in text.replace("\xa0", " ") for one in comparison.EXAMPLE)
    assert not any(words in text for words in ("complaint", "Nothing of this link"))
    assert "another like A" in worker_replies.reply("/compare?a=bn/shot&b=nonsense")[1]


def test_a_groups_house_rules_are_told_as_the_page_of_rulings_tells_them() -> None:
    status, text = worker_replies.reply("/bn/rulings?ruling.range-bands=B&ruling.nonsense=B&edition=1.5.1")
    ruling = library().find("bn").ruling("range-bands")
    assert status == 200
    assert all(str(escape(one)) in text for one in (ruling.ask, ruling.readings["B"]))
    assert "The house rules of this link: 1" in text
    assert "has no ruling" in text
    assert "Not all of this link could be read" in worker_replies.reply("/bn/rulings?ruling.range-bands")[1]
    assert worker_replies.reply("/nobook/rulings?ruling.range-bands=B")[0] == 404


@pytest.mark.parametrize(
    ("address", "picture", "beside"),
    [
        ("fb/volley?firers=9&weapon=rifle&firer=green&distance=10&men=10&target=regular", None, "bon"),
        ("fb/volley?firers=9&weapon=rifle&firer=green&distance=10&men=10&target=regular", "hits", "bon"),
        ("fb/volley?firers=9", "hits", None),
    ],
)
def test_a_plate_shows_the_picture_and_the_other_ruleset_that_its_notebook_names(
    address: str, picture: str | None, beside: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plates, "_pages", {})
    site = calculator(address, picture, beside)
    assert isinstance(site, Plate)
    shown: dict[tuple[str, str], object] = {}

    def keep(text: str) -> None:
        told = json.loads(text)
        shown.update({(told["part"], topic): content for topic, content in told["topics"].items()})

    def say(**said: object) -> None:
        plates.hear_page(PAGE, json.dumps({"desk": 0, "said": said}), keep)

    say(do="begin", address=address, picture=picture, beside=beside)
    for theirs in ({}, {"quality-once": "B"}, {}):
        say(do="house", readings={}, others={"bon": theirs})
        site.controller.hear({"do": "house", "readings": {}, "others": {"bon": theirs}})
        assert shown["foot", "picture"] == json.loads(json.dumps(dict(site.foot.picture)))
        assert shown["foot", "tabs"] == list(site.foot.tabs)
    assert site.foot.picture["shown"] == (picture or site.foot.picture["names"][0])
    assert ("pinnedAs" in site.foot.picture) == bool(beside)


def test_pages_of_one_worker_know_nothing_of_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plates, "_pages", {})
    shown: dict[tuple[int, str, str], object] = {}

    def say(page: int, **said: object) -> None:
        def keep(text: str) -> None:
            told = json.loads(text)
            shown.update({(page, told["part"], topic): content for topic, content in told["topics"].items()})

        plates.hear_page(page, json.dumps({"desk": 0, "said": said}), keep)

    address = "bn/shot?distance=30"
    say(1, do="begin", address=address, base="https://club.example/one", link="bn/shot?distance=12")
    say(2, do="begin", address=address, base="https://club.example/two")
    before = dict(shown)
    assert "distance=12" in shown[1, "foot", "asked"]  # type: ignore[operator]
    assert "distance=30" in shown[2, "foot", "asked"]  # type: ignore[operator]
    say(1, do="house", readings={"range-bands": "B"}, others={})
    assert {name: one for name, one in shown.items() if name[0] == 2} == {
        name: one for name, one in before.items() if name[0] == 2
    }
    assert "/one/" in str(shown[1, "head", "face"])
    assert "/two/" in str(shown[2, "head", "face"])
    plates.leave_page(1)
    say(1, do="begin", address=address, base="")  # who comes back begins anew
    assert "distance=30" in shown[1, "foot", "asked"]  # type: ignore[operator]
    plates.leave_page(9)  # nobody


@pytest.mark.parametrize(
    ("path", "status"),
    [("/exact.json?address=bn/nothing", 400), ("/bn/piece.json?of=bn.nothing", 404), ("/passwords", 404), ("", 404)],
)
def test_what_is_not_understood_gets_a_sentence(path: str, status: int) -> None:
    found, text = worker_replies.reply(path)
    assert found == status
    assert len(json.loads(text)["sorry"].split()) > 3
