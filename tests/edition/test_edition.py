"""An edition as a reader has it: its files, its answers in another Python, its pages under a prefix, with and without a network."""

from __future__ import annotations

import functools
import hashlib
import http.server
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from edition_built import PREFIX, ROOT, Built
from playwright.sync_api import Browser, Page, expect

from chromium import PATIENCE_MS
from drillbook import ask, encode, library, questions
from drillbook.printing import json as as_data
from drillbook_widgets.edition.machinery import HERE
from drillbook_widgets.edition.replies import pictures_html
from drillbook_widgets.views import is_sheet
from drillbook_widgets.views.of_answer import exhibits
from turn import turn

pytestmark = pytest.mark.slow
LINK = re.compile(r'\s(?:href|src|action)="([^"#]*)(#[^"]*)?"')
START_MS = 120_000
"""On a crowded machine the machinery takes as long as that to start."""
ADDRESS = "bn/charge?target=man&distance=12"
OTHER = "bn/charge?target=man&distance=26"
SAMPLE = 8
"""Of so many examples a run takes one; -m thorough takes all."""


def pages(built: Built) -> list[Path]:
    return sorted(built.folder.rglob("*.html"))


def test_every_link_leads_to_a_file_of_the_folder(built: Built) -> None:
    lost = set(re.findall(r"(/\S*) on /", built.complaints))
    broken = []
    files = {str(file) for file in built.folder.rglob("*") if file.is_file()}
    for page in pages(built):
        if page.name == "404.html":
            continue
        for link, _ in LINK.findall(page.read_text()):
            path = unquote(unescape(link).partition("?")[0])
            if not path or ":" in path:
                continue
            assert not path.startswith("/"), f"{link} on {page} counts from the host's root"
            there = os.path.normpath(page.parent / path) + ("/index.html" if path.endswith("/") else "")
            named = os.path.dirname(there).removeprefix(str(built.folder))
            if there not in files and named not in lost and f"{named}/" not in lost:
                broken.append(f"{link} on {page.relative_to(built.folder)}")
    assert not broken


def test_every_question_of_a_written_ruleset_has_a_page_with_its_answer_and_its_form(built: Built) -> None:
    ruleset = library().find("bn")
    for name, spec in questions(ruleset).items():
        text = (built.folder / "bn" / name / "index.html").read_text()
        assert unescape(text).count(ask(f"bn/{name}").headline.split("%")[0]) >= 2, name
        for one in spec.bound(ruleset):
            assert f'data-input="{one.name}"' in text
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


def in_webassembly(built: Built, addresses: list[str]) -> list[tuple[int, str]]:
    """What the worker of a page replies, under node."""
    routes = ("exact", "pictures")
    lines = "".join(f"/{route}.json?address={quote(one, safe='')}\n" for one in addresses for route in routes)
    wish = ["node", str(HERE / "node" / "ask.mjs"), str(built.machinery)]
    done = subprocess.run(wish, input=lines, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def compare(built: Built, addresses: list[str]) -> None:
    replies = in_webassembly(built, addresses)
    assert len(replies) == 2 * len(addresses)
    for address, (status, text), (drawn, pictures) in zip(addresses, replies[::2], replies[1::2], strict=True):
        assert (status, drawn) == (200, 200), address
        assert text == json.dumps(as_data.answer(ask(address, otherwise=True)), ensure_ascii=False), address
        assert without_links(json.loads(pictures)["pictures"]) == without_links(pictures_html(address)), address


def without_links(text: str) -> str:
    """Without the ways to chapters, which this edition has few of, and the tests' own Python none."""
    return re.sub(r"</?a\b[^>]*>", "", text)


def test_answers_and_pictures_are_the_same_to_the_byte(built: Built) -> None:
    compare(built, [one for at, one in enumerate(examples()) if at % SAMPLE == turn() % SAMPLE])


@pytest.mark.thorough
def test_every_answer_is_the_same_to_the_byte(built: Built) -> None:
    compare(built, examples())


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files as `python -m http.server` does, and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def host(built: Built) -> Iterator[tuple[str, http.server.ThreadingHTTPServer]]:
    """A host that serves only files, and where it serves the edition."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(built.served)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{PREFIX}/", server
    server.shutdown()
    server.server_close()


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


def test_a_permalink_is_answered_and_changed_and_answered_again_without_a_host(
    page: Page, host: tuple[str, http.server.ThreadingHTTPServer]
) -> None:
    base, server = host
    page.goto(base + ADDRESS)  # without its stroke, as links are handed on
    headline = page.locator(".still-headline")
    expect(headline).to_have_text(ask(ADDRESS).headline)
    assert "distance=12" in page.url
    box = page.locator('[data-input="distance"] .stepper input')
    expect(box).to_have_value("12")
    box.fill("26")
    expect(headline).to_have_text(ask(OTHER).headline)
    page.wait_for_function("document.documentElement.dataset.kept === 'yes'")

    server.shutdown()
    server.server_close()
    page.goto(base + ADDRESS)
    expect(page.locator(".still-headline")).to_have_text(ask(ADDRESS).headline)
    expect(page.locator('[data-input="distance"] .stepper input')).to_have_value("12")
    page.goto(base + "bn/basics/")  # never opened before
    expect(page.locator("h1")).to_be_visible()
    page.goto(base + "nowhere/")
    expect(page.locator("body")).to_contain_text("has not been kept")


def test_a_picture_follows_the_form_and_stays_the_one_that_was_chosen(page: Page, host: tuple[str, object]) -> None:
    base, _ = host
    page.goto(base + "bn/shot/")
    hits, ladder = (page.locator(f"[data-picture='{name}']") for name in ("hits", "ladder"))
    expect(hits.locator("svg").first).to_be_visible()  # before anything has been computed
    expect(ladder).to_be_hidden()
    page.locator(".picture-choice input[value='ladder']").press("Space")
    expect(ladder.locator("svg").first).to_be_visible()
    expect(hits).to_be_hidden()

    page.locator('[data-input="distance"] .stepper input').fill("34")
    there = ask("bn/shot?distance=34")
    expect(page.locator(".still-headline")).to_have_text(there.headline)
    expect(ladder.locator("text", has_text="single shot at 34")).to_have_count(1)
    expect(page.locator(".picture-choice input[value='ladder']")).to_be_checked()
    expect(hits).to_be_hidden()

    page.locator(".picture-choice input[value='hits']").press("Space")
    hits.get_by_role("button", name="≤").click()
    expect(hits.get_by_role("button", name="≤")).to_have_attribute("aria-pressed", "true")
    expect(hits.locator("text", has_text="100 %")).to_have_count(1)

    others = page.locator(".otherwise")
    others.locator("summary").click()
    other = next(one for one in ask(encode(there.address), otherwise=True).otherwise or () if one.differs)
    others.locator(f"a[href*='ruling.{other.ruling}={other.reading}']").click()
    expect(page.locator(".still-headline")).to_have_text(other.headline)
    expect(page.locator(".still-apart")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"ruling\.{other.ruling}={other.reading}"))


def test_a_plate_of_a_chapter_and_a_tool_for_the_table_and_the_search_answer(
    page: Page, host: tuple[str, object]
) -> None:
    base, _ = host
    page.goto(base + "bn/close-combat/")
    plate = page.locator(".plate-place[data-question='bn/charge']")
    plate.get_by_role("button", name="Try other values").click()
    expect(plate.locator(".plate-form:not([inert])")).to_be_visible()
    plate.locator('[data-input="distance"] .stepper input').fill("3")
    asked = plate.get_attribute("data-usual") or ""
    wanted = ask(re.sub(r"distance=[0-9.]+", "distance=3", encode(ask(asked).address))).headline
    expect(plate.locator(".still-headline")).to_have_text(wanted)

    page.goto(base + "bn/table/")
    expect(page.locator(".answer")).to_have_attribute("data-state", "ready")

    page.goto(base + "bn/glossary/")
    page.keyboard.press("/")
    page.locator(".top .find-input").fill("charge 12 man")
    found = page.locator(".found").first
    expect(found).to_be_visible()
    assert base in str(found.evaluate("link => link.href"))
