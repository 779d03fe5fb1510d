"""Tests of how an edition starts: from Python's memory, or plainly if that fails.

It starts once for all pages of a visit, and again after it has ended.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
from chromium import PATIENCE_MS
from edition_built import Built, serving
from playwright.sync_api import Browser, BrowserContext, Page, expect

from drillbook import ask
from drillbook.asking.answers.address import encode
from drillbook.formats import json as as_data
from drillbook_widgets.edition.snapshot import fault, module_of
from drillbook_widgets.edition.toolchain import HERE
from drillbook_widgets.pages.content import search
from drillbook_widgets.pages.content.search import Wanted, hits_told, search_hits

pytestmark = [pytest.mark.slow, pytest.mark.rotating("drillbook_widgets/edition/", "tests/edition/")]
START_MS = 120_000
MOST_MEGABYTES = 10.0
"""What the machinery may weigh over the wire."""
ONE_OF_EACH = (
    "bn/covering-fire?ar=1&lmg=1&distance=32",
    "bon/firefight",
    "fb/volley?firers=9",
    "gw/clash",
    "nr/volley",
)
SEARCHES = ("lmg 40 cover", "charge 12 man", "morale", "volley 9 firers close", "suppresed", "nothing of the kind")
GATHERED_S = 600.0
LATE_MS = 500


def told(built_machinery: Path, addresses: tuple[str, ...], *how: str) -> tuple[list[str], str]:
    """Return the machinery's answers to the addresses under node, and its complaints.

    how: "plainly" if it is not to start from memory.
    """
    found, complaints = replied(
        built_machinery, [f"/exact.json?address={quote(one, safe='')}" for one in addresses], *how
    )
    return [text for _, text in found], complaints


def replied(built_machinery: Path, paths: list[str], *how: str) -> tuple[list[tuple[int, str]], str]:
    """Return the statuses and texts of the machinery under node, and its complaints."""
    wish = ["node", str(HERE / "node" / "ask.mjs"), str(built_machinery), *how]
    done = subprocess.run(wish, input="\n".join(paths), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-500:]
    return [(status, text) for status, text in map(json.loads, done.stdout.splitlines())], done.stderr


@pytest.mark.parametrize("how", [(), ("plainly",)], ids=["from memory", "plainly"])
def test_each_way_to_start_gives_the_same_answers(built: Built, how: tuple[str, ...]) -> None:
    found, complaints = told(built.machinery, ONE_OF_EACH, *how)
    assert found == [
        json.dumps(as_data.answer_json(ask(one, otherwise=True)), ensure_ascii=False) for one in ONE_OF_EACH
    ]
    assert not complaints


@pytest.mark.parametrize("how", [(), ("plainly",)], ids=["from memory", "plainly"])
def test_each_way_to_start_finds_what_is_found_here(
    built: Built, how: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DRILLBOOK_BOOK", str(built.served.parent / "edition_book"))
    book = json.loads(gzip.decompress((built.machinery / "told.packed").read_bytes()))
    wanted = Wanted(tuple((name, 0) for name in book))
    search.gathered_words.cache_clear()
    expected = [search_hits(wanted, one, "", GATHERED_S) for one in SEARCHES]
    search.gathered_words.cache_clear()
    found, _ = replied(built.machinery, [f"/search.json?q={quote(one)}" for one in SEARCHES], *how)
    for (status, text), hits in zip(found, expected, strict=True):
        assert status == 200
        assert json.loads(text)["hits"] == json.loads(json.dumps(hits_told(hits or ())))
    assert sum(map(len, filter(None, expected))) > 20


def test_it_starts_from_memory_and_a_build_would_see_where_that_fails(built: Built, tmp_path: Path) -> None:
    assert "remembered = true" in (built.machinery / "parts.mjs").read_text()
    assert fault(built.machinery) == ""
    spoilt = tmp_path / "machinery"
    shutil.copytree(built.machinery, spoilt)
    whole = gzip.decompress((spoilt / "memory.packed").read_bytes())
    (spoilt / "memory.packed").write_bytes(gzip.compress(whole[: len(whole) // 2]))
    assert fault(spoilt)
    found, complaints = told(spoilt, ONE_OF_EACH[:1])  # it answers all the same
    assert json.loads(found[0])["address"].startswith("bn/covering-fire")
    assert "starts anew" in complaints


def test_a_file_is_known_by_the_module_it_was_compiled_from() -> None:
    assert module_of("drillbook/rules/__pycache__/model.cpython-314.pyc") == "drillbook/rules/model.py"
    assert module_of("icepool/__init__.pyc") == "icepool/__init__.py"
    assert module_of("drillbook/rulesets/new_rules/ruleset.toml") == "drillbook/rulesets/new_rules/ruleset.toml"


def test_the_machinery_is_no_heavier_than_it_may_be_whatever_the_host_packs(built: Built) -> None:
    sent = [path for path in built.machinery.iterdir() if path.is_file()]
    assert sum(path.stat().st_size for path in sent) / 1e6 <= MOST_MEGABYTES


COULD_NOT = re.compile("could not load")
SAID = """window.said = []; new MutationObserver(() => {
  const mark = document.querySelector(".still-state")?.textContent;
  if (mark && mark !== said.at(-1)) said.push(mark);
}).observe(document, { subtree: true, childList: true, characterData: true });"""
"""Notes what stands beside an answer until it is alive."""


@contextmanager
def reading(browser: Browser, built: Built) -> Iterator[tuple[BrowserContext, str]]:
    """Yield a reader's browser context and the address of a served edition."""
    with serving(built) as (base, _):
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.set_default_timeout(START_MS)
        expect.set_options(timeout=START_MS)
        yield context, base
        context.close()
        expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def visit(browser: Browser, built: Built) -> Iterator[tuple[BrowserContext, str]]:
    """Yield a reader of the edition that all tests share."""
    with reading(browser, built) as found:
        yield found


@pytest.fixture
def visit_apart(browser: Browser, apart: Built) -> Iterator[tuple[BrowserContext, str]]:
    """Yield a reader of an edition of the test's own."""
    with reading(browser, apart) as found:
        yield found


def change(page: Page, value: str) -> None:
    """Type a distance into the plate."""
    box = page.locator(".drillbook-input-distance .db-field")
    box.fill(value)
    box.press("Enter")


def shows(page: Page, address: str) -> None:
    """Wait until the plate shows the answer at an address and has itself come to that address."""
    told = ask(address)
    expect(page.locator(".plate-place[data-own]")).to_have_attribute("data-address", encode(told.address))
    expect(page.locator(".drillbook-plate .db-headline")).to_have_text(told.headline)


def test_a_worker_that_is_ready_before_the_plates_script_has_them_made_as_they_come_near(
    visit: tuple[BrowserContext, str],
) -> None:
    context, base = visit
    page = context.new_page()
    page.goto(base + "bn/shot/?distance=30")
    shows(page, "bn/shot?distance=30")
    chapter = context.new_page()
    chapter.route("**/plate.js", lambda route: chapter.wait_for_timeout(LATE_MS) or route.continue_())
    chapter.goto(base + "bn/close-combat/")
    chapter.wait_for_function("window.drillbookEdition?.state === 'ready'")
    second = chapter.locator(".plate-place").nth(1)
    second.evaluate(
        "one => scrollTo({ top: one.getBoundingClientRect().top + scrollY - innerHeight * 1.6, behavior: 'instant' })"
    )
    second.and_(chapter.locator("[data-live]")).wait_for()


def test_a_browser_that_cannot_use_the_memory_starts_plainly(visit: tuple[BrowserContext, str]) -> None:
    context, base = visit
    asked: list[str] = []
    context.on("request", lambda one: asked.append(one.url))
    context.add_init_script("delete window.SharedWorker")  # so that what its worker asks for is seen here
    context.route("**/memory.packed", lambda route: route.fulfill(body=gzip.compress(b"{}\n")))
    page = context.new_page()
    page.goto(base + "bn/shot/?distance=30")
    shows(page, "bn/shot?distance=30")
    change(page, "60")
    shows(page, "bn/shot?distance=60")
    assert any("/plain/" in one for one in asked)


def test_a_browser_without_shared_workers_has_one_of_its_own(visit: tuple[BrowserContext, str]) -> None:
    context, base = visit
    asked: list[str] = []
    context.on("request", lambda one: asked.append(one.url))
    context.add_init_script("delete window.SharedWorker")
    context.add_init_script(SAID)
    page = context.new_page()
    page.goto(base + "bn/shot/?distance=30")
    shows(page, "bn/shot?distance=30")
    assert not any("/plain/" in one for one in asked)
    told = [int(one) for one in re.findall(r"being loaded … (\d+) %", page.evaluate("said.join()"))]
    # How far it is, as often as the line brings something: a quick one does so a handful of times.
    assert len(set(told)) > 2
    assert told == sorted(told)
    assert told[-1] <= 100


def test_a_machinery_that_is_not_there_is_said_and_the_next_page_tries_anew(visit: tuple[BrowserContext, str]) -> None:
    context, base = visit
    page = context.new_page()
    context.route("**/python.packed", lambda route: route.abort())
    context.add_init_script("delete window.SharedWorker")
    page.goto(base + "bn/shot/?distance=30")
    expect(page.locator(".plate-failed")).to_contain_text(COULD_NOT)
    expect(page.locator(".still")).to_contain_text(ask("bn/shot?distance=30").headline.split("%")[0][:3])
    context.unroute("**/python.packed")
    page.reload()
    shows(page, "bn/shot?distance=30")


@pytest.fixture
def workers(browser: Browser) -> Callable[[], list[str]]:
    """Return a function that lists the shared workers of the whole browser by target id."""
    session = browser.new_browser_cdp_session()

    def there() -> list[str]:
        found = session.send("Target.getTargets", {"filter": [{"type": "shared_worker"}]})["targetInfos"]
        return [one["targetId"] for one in found if "worker.mjs" in one["url"]]

    return there


def test_all_pages_of_a_visit_share_one_worker_and_know_nothing_of_each_other(
    visit: tuple[BrowserContext, str], workers: Callable[[], list[str]]
) -> None:
    context, base = visit
    page = context.new_page()
    page.goto(base + "bn/shot/?distance=30")
    shows(page, "bn/shot?distance=30")
    [first] = workers()
    page.goto(base + "bn/charge/?target=man&distance=12")
    shows(page, "bn/charge?target=man&distance=12")
    assert workers() == [first]
    other = context.new_page()
    other.goto(base + "bn/shot/?distance=60")
    shows(other, "bn/shot?distance=60")
    change(other, "20")
    shows(other, "bn/shot?distance=20")
    shows(page, "bn/charge?target=man&distance=12")
    assert workers() == [first]
    other.close()
    change(page, "26")
    shows(page, "bn/charge?target=man&distance=26")
    page.go_back()
    shows(page, "bn/shot?distance=30")
    change(page, "40")
    shows(page, "bn/shot?distance=40")


def test_a_worker_that_ends_is_begun_anew_and_the_plate_stays_as_it_was_left(
    visit: tuple[BrowserContext, str], workers: Callable[[], list[str]], browser: Browser
) -> None:
    context, base = visit
    page = context.new_page()
    page.goto(base + "bn/shot/?distance=30")
    shows(page, "bn/shot?distance=30")
    change(page, "60")
    shows(page, "bn/shot?distance=60")
    [first] = workers()
    browser.new_browser_cdp_session().send("Target.closeTarget", {"targetId": first})
    change(page, "20")
    shows(page, "bn/shot?distance=20")
    expect(page.locator(".drillbook-plate")).to_have_count(1)
    assert first not in workers()


def test_a_plate_whose_worker_ends_is_as_it_was_left_once_another_has_begun(
    visit: tuple[BrowserContext, str], workers: Callable[[], list[str]], browser: Browser
) -> None:
    context, base = visit
    context.add_init_script("localStorage.setItem('drillbook-house-bn', '{\"range-bands\": \"B\"}')")
    page = context.new_page()
    page.goto(base + "bn/shot/")
    here = "bn/shot?ruling.range-bands=B&distance="
    expect(page.locator(".db-headline")).to_have_text(ask(here + "20").headline)
    page.get_by_role("tab", name="Pin").click()
    page.get_by_role("button", name="Pin this answer").click()
    picture = page.locator(".db-strip [data-pick^='picture ']").last
    picture.click()
    expect(picture).to_have_attribute("aria-pressed", "true")
    change(page, "30")
    compared = page.locator(".db-compare")
    expect(compared).to_contain_text(ask(here + "30").headline)
    [first] = workers()
    browser.new_browser_cdp_session().send("Target.closeTarget", {"targetId": first})
    change(page, "60")
    expect(page.locator("html[data-silent] .db-headline")).to_be_visible()  # that it is not answered yet is seen
    shows(page, here + "60")
    expect(page.locator("html:not([data-silent])")).to_be_attached()
    expect(compared.locator("dd")).to_have_text([ask(here + "20").headline, ask(here + "60").headline])
    expect(picture).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".db-house")).to_be_hidden()  # no link wins over what is the reader's
    change(page, "20")  # as it began
    shows(page, here + "20")
    [second] = workers()
    browser.new_browser_cdp_session().send("Target.closeTarget", {"targetId": second})
    page.get_by_role("tab", name="Share").click()
    expect(page.get_by_role("link", name="another case")).to_have_attribute("href", re.compile("distance%3D20"))
    shows(page, here + "20")


def test_a_live_plate_whose_worker_is_gone_for_good_says_that_its_answer_is_an_old_one(
    visit_apart: tuple[BrowserContext, str], workers: Callable[[], list[str]], browser: Browser, apart: Built
) -> None:
    context, base = visit_apart
    context.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })")
    page = context.new_page()
    page.goto(base + "bn/shot/?distance=30")
    shows(page, "bn/shot?distance=30")
    name = apart.machinery.name
    away = apart.machinery.rename(apart.machinery.with_name("away"))
    context.new_cdp_session(page).send("Network.clearBrowserCache")  # which may well have all of it
    [first] = workers()
    browser.new_browser_cdp_session().send("Target.closeTarget", {"targetId": first})
    change(page, "60")
    said = page.locator(".plate-failed")
    expect(said).to_be_visible()
    expect(said).to_contain_text("may not be the answer to what you have filled in")
    away.rename(away.with_name(name))
    said.get_by_role("button").click()
    shows(page, "bn/shot?distance=30")


def test_until_a_link_is_answered_the_answer_to_the_question_as_it_stands_is_not_taken_for_its_own(
    visit: tuple[BrowserContext, str],
) -> None:
    context, base = visit
    context.add_init_script(SAID)
    page = context.new_page()
    page.goto(base + "bn/shot/?distance=60")
    shows(page, "bn/shot?distance=60")
    told = page.evaluate("said")
    assert told
    assert all(one.startswith("not yet what the link asks") for one in told[1:])
    plain = context.new_page()
    plain.goto(base + "bn/shot/")
    shows(plain, "bn/shot?distance=20")
    assert not any("link" in one for one in plain.evaluate("said"))


def test_a_worker_that_ends_while_it_begins_is_begun_anew(
    visit: tuple[BrowserContext, str], workers: Callable[[], list[str]], browser: Browser
) -> None:
    context, base = visit
    page = context.new_page()
    page.goto(base + "bn/shot/?distance=30", wait_until="commit")
    page.wait_for_function("window.drillbookEdition?.state === 'python'", polling=5)
    [first] = workers()
    browser.new_browser_cdp_session().send("Target.closeTarget", {"targetId": first})
    shows(page, "bn/shot?distance=30")
    assert first not in workers()


def test_a_worker_that_never_says_a_word_is_sought_again(visit: tuple[BrowserContext, str]) -> None:
    context, base = visit
    context.add_init_script(
        """const Real = SharedWorker; window.lines = 0; window.SharedWorker = function (...how) {
             lines += 1; return lines < 3 ? { port: new MessageChannel().port1 } : new Real(...how); };"""
    )
    page = context.new_page()
    page.goto(base + "bn/shot/?distance=30")
    shows(page, "bn/shot?distance=30")
    assert page.evaluate("lines") == 3  # deferred_scripts.js begins the first, edition.js asks for it, and asks again


def test_pages_that_share_a_worker_which_cannot_begin_all_say_so_and_begin_once_it_can(
    visit_apart: tuple[BrowserContext, str], apart: Built
) -> None:
    context, base = visit_apart
    program = apart.machinery / "python.packed"
    away = program.rename(program.with_suffix(".away"))
    pages = {distance: context.new_page() for distance in (30, 40)}
    try:
        for distance, page in pages.items():
            page.goto(f"{base}bn/shot/?distance={distance}", wait_until="commit")
        for page in pages.values():
            expect(page.locator(".plate-failed")).to_contain_text(COULD_NOT)
        late = context.new_page()
        late.goto(base + "bn/shot/?distance=50")
        expect(late.locator(".plate-failed")).to_contain_text(COULD_NOT)
        expect(late.locator(".still")).to_be_visible()
    finally:
        away.rename(program)
    late.reload()
    shows(late, "bn/shot?distance=50")
    for distance, page in pages.items():
        page.reload()
        shows(page, f"bn/shot?distance={distance}")


def test_ten_pages_opened_at_once_are_all_served_and_those_that_stay_outlive_those_that_leave(
    visit: tuple[BrowserContext, str], workers: Callable[[], list[str]]
) -> None:
    context, base = visit
    pages = {distance: context.new_page() for distance in range(10, 60, 5)}
    for distance, page in pages.items():
        page.goto(f"{base}bn/shot/?distance={distance}", wait_until="commit")
    for distance in (10, 20, 30):
        pages.pop(distance).close()  # before anything lives
    for distance, page in pages.items():
        shows(page, f"bn/shot?distance={distance}")
    assert len(workers()) == 1
    for distance in (15, 25, 35):
        pages.pop(distance).close()
    for distance, page in pages.items():
        change(page, str(distance + 3))
        shows(page, f"bn/shot?distance={distance + 3}")
    assert len(workers()) == 1
