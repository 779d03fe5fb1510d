"""Tests of an edition as a reader has it.

They cover its files, its answers in another Python, and its pages under a prefix, with and without a network.
"""

from __future__ import annotations

import hashlib
import http.server
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest
from chromium import PATIENCE_MS
from edition_built import ROOT, Built, serving
from loops import in_a_loop
from playwright.sync_api import Browser, Locator, Page, expect
from turn import PARTS, in_turn

from drillbook import ask, encode, library, questions
from drillbook.asking.answers.simulation import simulate
from drillbook.formats import json as as_data
from drillbook.quiz import quiz
from drillbook_widgets.edition import plates
from drillbook_widgets.edition.toolchain import HERE
from drillbook_widgets.plate.pinned import difference as difference_from
from drillbook_widgets.plate.tabs import luck, simulation
from drillbook_widgets.plate.tabs.other_ruleset import ask_beside
from drillbook_widgets.views import is_sheet
from drillbook_widgets.views.of_answer import exhibits

pytestmark = pytest.mark.slow
LINK = re.compile(r'\s(?:href|src|action)="([^"#]*)(#[^"]*)?"')
START_MS = 120_000
"""On a crowded machine the machinery takes as long as that to start."""
ADDRESS = "bn/charge?target=man&distance=12"
OTHER = "bn/charge?target=man&distance=26"


def pages(built: Built) -> list[Path]:
    return sorted(built.folder.rglob("*.html"))


def test_every_link_leads_to_a_file_of_the_folder(built: Built) -> None:
    lost = set(re.findall(r"(/\S*) on /", built.complaints))
    broken = []
    files = {str(file) for file in built.folder.rglob("*") if file.is_file()}
    for page in pages(built):
        if page.name == "404.html":
            continue
        for link in {link for link, _ in LINK.findall(page.read_text())}:
            path = unquote(unescape(link).partition("?")[0])
            if not path or ":" in path:
                continue
            assert not path.startswith("/"), f"{link} on {page} counts from the host's root"
            there = os.path.normpath(page.parent / path) + ("/index.html" if path.endswith("/") else "")
            named = os.path.dirname(there).removeprefix(str(built.folder))
            if there not in files and named not in lost and f"{named}/" not in lost:
                broken.append(f"{link} on {page.relative_to(built.folder)}")
    assert not broken


def test_every_question_of_a_written_ruleset_has_a_page_with_its_answer_and_its_pictures(built: Built) -> None:
    ruleset = library().find("bn")
    for name in questions(ruleset):
        text = (built.folder / "bn" / name / "index.html").read_text()
        assert unescape(text).count(ask(f"bn/{name}").headline.split("%")[0]) >= 2, name
        assert f'data-question="bn/{name}"' in text
        drawn = [one for one in exhibits(ask(f"bn/{name}")) if not is_sheet(one)]
        assert text.count('<svg class="scene"') >= len(drawn), name
        assert all(f'data-picture="{escape(one.name)}"' in text for one in drawn)


def test_no_page_asks_another_host_or_a_kernel(built: Built) -> None:
    for page in pages(built):
        text = page.read_text()
        assert not re.search(r'<(?:script|link|img)[^>]*(?:src|href)="(?:https?:)?//', text), page
        assert "/live" not in text, page


def test_the_manifest_tells_every_file_and_whose_it_is(built: Built) -> None:
    told = json.loads((built.folder / "manifest.json").read_text())
    files = {path.relative_to(built.folder).as_posix() for path in built.folder.rglob("*") if path.is_file()}
    assert told["files"].keys() == files - {"manifest.json"}
    for name, one in told["files"].items():
        assert hashlib.sha256((built.folder / name).read_bytes()).hexdigest() == one["sha256"]
    for part in told["contains"]:
        assert part["licence"]
        assert part["version"] in (built.folder / "licences" / f"{part['name'].lower()}.txt").read_text()


def test_a_home_screen_finds_every_icon(built: Built) -> None:
    apps = list(built.folder.rglob("*.webmanifest"))
    assert len(apps) > 1
    for app in apps:
        icons = json.loads(app.read_text())["icons"]
        assert {"192x192", "512x512"} <= {one["sizes"] for one in icons}, app
        assert all((app.parent / one["src"]).is_file() for one in icons), app


def test_what_is_missing_is_said_in_a_sentence(tmp_path: Path) -> None:
    wish = [sys.executable, "-m", "drillbook", "build", str(tmp_path / "new")]
    done = subprocess.run(wish, capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PATH": str(tmp_path)})
    assert done.returncode == 1
    assert done.stderr.startswith("An edition needs node, which is not installed")
    assert not (tmp_path / "new").exists()


def test_a_folder_with_something_else_in_it_is_left_alone(built: Built, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    wish = [sys.executable, "-m", "drillbook", "build", str(tmp_path)]
    done = subprocess.run(wish, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 1
    assert "holds something else" in done.stderr
    assert (tmp_path / "letter.txt").read_text() == "dear"


def examples() -> list[str]:
    return [one for ruleset in library().all() for spec in questions(ruleset).values() for one in spec.examples]


THROWS, SEED, PAGE = 100, 7, 1


def said_to(desk: int, address: str) -> list[str]:
    """Return what a page says to a desk: which question, and that its dice are to be rolled."""
    begin = {"do": "begin", "address": address, "base": "https://club.example/rules"}
    roll = {"do": "roll", "throws": THROWS, "seed": SEED}
    return [json.dumps({"desk": desk, "said": said}) for said in (begin, {"do": "ready"}, roll)]


def in_webassembly(built: Built, addresses: list[str]) -> list[Any]:
    """Return what the worker of a page replies to the addresses, run under node."""
    lines = [
        line
        for at, one in enumerate(addresses)
        for line in (f"/exact.json?address={quote(one, safe='')}", *said_to(at, one))
    ]
    wish = ["node", str(HERE / "node" / "ask.mjs"), str(built.machinery)]
    done = subprocess.run(wish, input="\n".join(lines), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def last(said: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], Any]:
    """Return what a plate shows once its desk rests: the last message of each topic."""
    return {(one["part"], topic): content for one in said for topic, content in one["topics"].items()}


async def at_a_desk(desk: int, address: str) -> dict[tuple[str, str], Any]:
    """Return what a desk in the tests' own Python last says of each topic.

    This Python rolls with numpy.
    """
    said: list[str] = []
    for line in said_to(desk, address):
        plates.hear_page(PAGE, line, said.append)
        await plates.rest()
    return last(map(json.loads, said))


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.thorough)], ids=["in turn", "all"])
def test_answers_and_all_that_plates_show_are_the_same_to_the_byte(
    built: Built, monkeypatch: pytest.MonkeyPatch, every: bool
) -> None:
    addresses = examples() if every else in_turn(examples(), parts=2 * PARTS)
    monkeypatch.setattr(plates, "_pages", {})
    replies = in_webassembly(built, addresses)
    assert len(replies) == 4 * len(addresses)
    for at, address in enumerate(addresses):
        (status, text), *said = replies[4 * at : 4 * at + 4]
        assert status == 200, address
        assert text == json.dumps(as_data.answer_json(ask(address, otherwise=True)), ensure_ascii=False), address
        assert last(one for many in said for one in many) == in_a_loop(at_a_desk(at, address)), address


@pytest.fixture
def host(built: Built) -> Iterator[tuple[str, http.server.ThreadingHTTPServer]]:
    """Where the edition is served, and by which host, which a test may shut."""
    with serving(built) as served:
        yield served


@pytest.fixture
def page(browser: Browser, host: tuple[str, object]) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    made = context.new_page()
    made.set_default_timeout(START_MS)
    expect.set_options(timeout=START_MS)
    strangers: list[str] = []
    made.on(
        "request", lambda one: None if one.url.startswith((host[0], "data:", "blob:")) else strangers.append(one.url)
    )
    problems: list[str] = []
    made.on("pageerror", lambda one: problems.append(str(one)))
    yield made
    context.close()
    expect.set_options(timeout=PATIENCE_MS)
    assert not strangers
    assert not problems


def change(page: Page | Locator, name: str, value: str) -> None:
    """Type a value into a plate's field, as a reader does."""
    box = page.locator(f".drillbook-input-{name} .db-field")
    box.fill(value)
    box.press("Enter")


def test_a_permalink_is_answered_and_changed_and_answered_again_without_a_host(
    page: Page, host: tuple[str, http.server.ThreadingHTTPServer]
) -> None:
    base, server = host
    page.goto(base + ADDRESS)  # without its stroke, as links are handed on
    headline, box = page.locator(".db-headline"), page.locator(".drillbook-input-distance .db-field")
    expect(headline).to_have_text(ask(ADDRESS).headline)
    assert "distance=12" in page.url
    expect(box).to_have_value("12 cm")
    change(page, "distance", "26")
    expect(headline).to_have_text(ask(OTHER).headline)
    page.get_by_role("button", name="Tabletop").click()
    page.get_by_role("slider", name="he: Distance").press("ArrowDown")  # he is moved in the picture
    expect(box).not_to_have_value("26 cm")
    page.wait_for_function("document.documentElement.dataset.kept === 'yes'")

    server.shutdown()
    server.server_close()
    page.goto(base + ADDRESS)
    expect(headline).to_have_text(ask(ADDRESS).headline)
    expect(box).to_have_value("12 cm")
    page.goto(base + "bn/basics?from=afar")  # never opened before, and written as a link of the site is
    expect(page).to_have_url(base + "bn/basics/?from=afar")
    expect(page.locator("h1")).to_be_visible()
    page.goto(base + "nowhere/")
    expect(page.locator("body")).to_contain_text("has not been kept")


def test_a_plate_has_all_that_a_plate_of_the_site_has(page: Page, host: tuple[str, object]) -> None:
    base, _ = host
    page.goto(base + "bn/shot/")
    expect(page.locator("svg.scene").first).to_be_visible()  # before anything has been computed
    expect(page.locator(".drillbook-plate")).to_be_visible()
    tab = lambda name: page.get_by_role("tab", name=name).click()  # noqa: E731
    headline, difference = page.locator(".db-headline"), page.locator(".db-panel .db-difference")
    first = ask("bn/shot")

    tab("Roll it")
    page.locator(".db-throws").select_option("1000")
    page.locator(".db-seed").fill("5")
    page.get_by_role("button", name="Roll", exact=True).click()
    [*_, rolled] = simulate(first, 1000, 5)
    expect(difference).to_have_text(simulation.simulation_topic(first, 1000, 1000, 5, rolled.counts)["words"])

    tab("Luck")
    page.get_by_label("What came up").fill("1")
    expect(difference).to_have_text(luck.luck(first, "1")["words"])

    tab("Pin")
    page.get_by_role("button", name="Pin this answer").click()
    page.get_by_role("button", name="Ladder").click()
    change(page, "distance", "60")
    there = ask("bn/shot?distance=60")
    expect(headline).to_have_text(there.headline)
    expect(difference).to_have_text(difference_from(first, there))
    expect(page.locator("svg.scene text", has_text="single shot at 60")).to_have_count(1)

    page.get_by_role("button", name="Range").click()
    page.get_by_role("slider", name="Distance", exact=True).and_(page.locator(".db-hold")).press("ArrowLeft")
    expect(page.locator(".drillbook-input-distance .db-field")).not_to_have_value("60 cm")

    tab("Share")
    link = page.locator(".db-link")
    expect(link).to_have_value(re.compile(rf"^{re.escape(base)}bn/shot\?.*distance="))
    change(page, "distance", "60")
    expect(link).to_have_value(re.compile("distance=60&"))

    tab("Otherwise")
    other = next(one for one in ask(encode(there.address), otherwise=True).otherwise or () if one.differs)
    page.locator(f"[data-read='{other.ruling} {other.reading}']").click()
    expect(headline).to_have_text(other.headline)
    expect(page.locator(".db-apart").first).to_be_visible()
    expect(page).to_have_url(re.compile(rf"ruling\.{other.ruling}={other.reading}"))


def test_another_rulesets_answer_stands_beside_a_plates_own(page: Page, host: tuple[str, object]) -> None:
    base, _ = host
    page.goto(base + "bn/army-points/")
    named = page.locator(".plate-place[data-picture='prices']")
    expect(named.locator(".still .picture:visible")).to_have_attribute("data-picture", "prices")

    other = library().find("bon")
    page.goto(base + "fb/difference/")
    plate = page.locator(".plate-place[data-question='fb/volley']")
    asked = plate.get_attribute("data-usual") or ""
    told = lambda address, **rules: f"{other.title}: {ask_beside(ask(address), other, rules).words}"  # noqa: E731
    pinned = plate.locator(".lively .db-pinned")
    expect(plate.locator(".still .picture:visible .db-pinned")).to_have_text(told(asked))
    plate.get_by_role("button", name="Try other values").or_(plate.locator(".db-field")).first.click()
    expect(plate).to_have_attribute("data-live", "")
    expect(pinned).to_have_text(told(asked))
    expect(plate.get_by_role("tab", name="Pin")).to_have_count(0)
    change(plate, "firers", "4")
    asked = asked.replace("firers=9", "firers=4")
    expect(plate.locator(".db-headline")).to_have_text(ask(asked).headline)
    expect(pinned).to_have_text(told(asked))
    page.evaluate("localStorage.setItem('drillbook-house-bon', '{\"quality-once\": \"B\"}')")
    page.evaluate("dispatchEvent(new Event('drillbook:house'))")
    expect(pinned).to_have_text(told(asked, **{"quality-once": "B"}))


def test_house_rules_are_chosen_honoured_compared_taken_over_and_given_back(
    page: Page, host: tuple[str, object]
) -> None:
    base, _ = host
    tie = "ruling.melee-tie=B"
    page.goto(base + "bn/rulings/")
    page.locator('.entry[data-name="melee-tie"] input[value="B"]').check()
    expect(page.locator(".house-chip")).to_have_accessible_name("Your house rules: 1")

    page.goto(base + "bn/close-combat/")
    link = page.locator('article a[href*="/melee/?"]:has(+ .house-mine)').first
    asked = (link.get_attribute("href") or "").removeprefix("../../").replace("/?", "?")
    mine = link.locator("xpath=following-sibling::*[1]")
    expect(mine).to_have_text(f" (yours: {ask(f'{asked}&{tie}').headline})", use_inner_text=False)
    plate = page.locator(".plate-place[data-question='bn/melee']").first
    usual = plate.get_attribute("data-usual") or ""
    plate.get_by_role("button", name="Try other values").or_(plate.locator(".db-answer")).first.click()
    expect(plate.locator(".db-headline")).to_have_text(ask(f"{usual}&{tie}").headline)

    page.goto(base + "fb/rulings/")  # a link of another ruleset, as a group of this edition's readers hands it on
    page.get_by_label("Another group").fill(
        f"We play by {base}bn/rulings/?ruling.range-bands=B&edition=1.5.1 since May"
    )
    page.get_by_role("button", name="Compare").click()
    expect(page).to_have_url(base + "bn/rulings/?ruling.range-bands=B")
    expect(page.locator(".theirs h2")).to_have_text("The house rules of this link: 1")
    ruling = library().find("bn").ruling("range-bands")
    expect(page.locator(".theirs tbody tr").first).to_contain_text(ruling.readings["B"])
    expect(page.locator(".theirs tbody tr")).to_have_count(2)
    expect(page.locator(".differs")).to_have_text("You differ in 2 readings.")
    page.get_by_role("button", name="Take these as my house rules").click()
    expect(page.locator(".differs")).to_have_text("Yours are the same.")
    assert page.evaluate("localStorage.getItem('drillbook-house-bn')") == '{"range-bands":"B"}'
    page.get_by_role("button", name="Back to the book").click()
    expect(page.locator(".differs")).to_have_text("You differ in 1 reading.")
    page.get_by_role("link", name="Leave them", exact=True).click()
    expect(page).to_have_url(base + "bn/rulings/")
    expect(page.locator(".yours-none")).to_be_visible()

    page.goto(base + "bn/rulings?ruling.nonsense=B&ruling.range-bands=B")
    expect(page.locator(".complaint")).to_contain_text("has no ruling 'nonsense'")
    expect(page.locator(".theirs tbody tr")).to_have_count(1)


def test_a_plate_of_a_chapter_and_a_tool_for_the_table_and_the_search_answer(
    page: Page, host: tuple[str, object]
) -> None:
    base, _ = host
    page.goto(base + "bn/close-combat/")
    plate = page.locator(".plate-place[data-question='bn/charge']")
    box = plate.locator(".drillbook-input-distance .db-field")
    plate.get_by_role("button", name="Try other values").or_(box).first.click()  # it may be alive before it is seen
    box.fill("3")
    box.press("Enter")
    asked = plate.get_attribute("data-usual") or ""
    wanted = ask(re.sub(r"distance=[0-9.]+", "distance=3", encode(ask(asked).address))).headline
    expect(plate.locator(".db-headline")).to_have_text(wanted)

    page.goto(base + "bn/table/")
    expect(page.locator(".answer")).to_have_attribute("data-state", "ready")

    page.goto(base + "bn/quiz/?chapter=close-combat&seed=3")  # as the site spells it
    expect(page.locator(".quiz-item h2").first).to_have_text(
        re.compile(re.escape(quiz("bn/close-combat", 3).items[0].asked))
    )

    page.goto(base + "bn/glossary/")
    page.keyboard.press("/")
    page.locator(".top .find-input").fill("charge 12 man")
    found = page.locator(".found").first
    expect(found).to_be_visible()
    assert base in str(found.evaluate("link => link.href"))
