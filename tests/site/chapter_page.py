"""One chapter opened once: what every chapter's page must be, each check a function that gives its faults."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as TooLate
from site_shelf import ROOT, chapters

from drillbook import ask
from drillbook_widgets.site.reading import read
from drillbook_widgets.site.shelf import Chapter

GROWING_AND_SHRINKING = (390, 820, 1440, 820, 390)
STILL_SECONDS = 0.6  # bqplot draws a picture anew 0.3 s after its room has changed
NONSENSE = ("banana", "-7", "1e99", "<img src=x onerror=alert(1)>", "9" * 40, "½")
WHOLE = {"runOnly": ["wcag2a", "wcag2aa"], "resultTypes": ["violations"]}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"]}

CUT = """() => [...document.querySelectorAll('.db-label, [role=tab], .drillbook-input button, .db-headline, .db-question, '
  + '.drillbook-plate :is(.db-reset, .db-field, .db-pick, .db-small, .db-odds, .db-caption, .db-note)')]
  .filter(e => e.offsetParent && e.clientWidth && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
  .map(e => e.className + ': ' + (e.textContent || e.value))"""

OVERLAPPING = """() => [...document.querySelectorAll('.drillbook-room svg')].flatMap(svg => {
  const words = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim() && t.getBoundingClientRect().width
    && getComputedStyle(t).visibility !== 'hidden' && getComputedStyle(t).opacity !== '0' && getComputedStyle(t).display !== 'none');
  const boxes = words.map(t => t.getBoundingClientRect()), found = [];
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b, j) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 2 && down > 4) found.push(svg.closest('.drillbook-plate').dataset.question + ': '
      + words[i].textContent + ' × ' + words[i + 1 + j].textContent);
  }));
  return found;
})"""

BESIDE = """() => [...document.querySelectorAll('.drillbook-room svg text')].filter(t => {
  const box = t.getBoundingClientRect(), room = t.closest('.drillbook-room').getBoundingClientRect();
  return t.textContent.trim() && box.width && getComputedStyle(t).display !== 'none'
    && (box.left < room.left - 3 || box.right > room.right + 3);
}).map(t => t.closest('.drillbook-plate').dataset.question + ': ' + t.textContent)"""

WIDER = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['the page'] : []"

EMPTY = """() => [...document.querySelectorAll('.drillbook-plate')]
  .filter(p => !p.querySelector('.drillbook-room :is(path, rect, circle, line), table.db-decision tr, table.db-card tr'))
  .map(p => p.dataset.question)"""

FAULTS = {"cut": CUT, "overlapping": OVERLAPPING, "beside": BESIDE, "empty": EMPTY, "wider": WIDER}

SIGNATURE = """() => [document.documentElement.scrollHeight, ...[...document.querySelectorAll('.drillbook-room svg')]
  .map(svg => svg.innerHTML.length + ':' + svg.getBoundingClientRect().width)].join(' ')"""


def address_of(plate: Locator) -> str:
    """The address of what the plate shows."""
    link = plate.locator("a.drillbook-permalink").get_attribute("href") or ""
    return link.split("/", 3)[3]


def settled(page: Page, seconds: float = 15) -> None:
    """Wait until every picture is drawn and none moves any more."""
    began = since = time.monotonic()
    last = ""
    while time.monotonic() - since < STILL_SECONDS:
        now = page.evaluate(SIGNATURE)
        if now != last:
            last, since = now, time.monotonic()
        assert time.monotonic() - began < seconds, "the pictures do not come to rest"
        page.wait_for_timeout(60)


def agrees(plate: Locator, since: str = "", seconds: float = 10) -> None:
    """The plate leaves the address it had, and its headline comes to be the answer to its own address."""
    link = plate.locator("a.drillbook-permalink")
    link.evaluate(  # not for long: a handle at the end of its track changes nothing
        """async (link, since) => { const end = performance.now() + 400;
        while (link.href.endsWith(since) && performance.now() < end) await new Promise(requestAnimationFrame); }""",
        since,
    )
    until = time.monotonic() + seconds
    while (shown := plate.locator(".db-headline").text_content()) != ask(address_of(plate)).headline:
        assert time.monotonic() < until, f"{address_of(plate)} shows {shown!r}"
        plate.page.wait_for_timeout(25)


def alive(page: Page, chapter: Chapter) -> Iterator[str]:
    """Every plate stands there, live, with the headline that its text had."""
    places = page.locator(".plate-place")
    wanted = sum(1 for block in read(chapter).blocks if block.address)
    if places.count() != wanted:
        yield f"{places.count()} plates instead of {wanted}"
    for place in places.all():
        still, live = (place.locator(one).text_content() for one in (".still-headline", ".db-headline"))
        if still != live:
            yield f"text: {still}; live: {live}"
        if place.locator(".still").is_visible():
            yield f"the text of {still} still shows"


def looks(page: Page) -> Iterator[str]:
    """Nothing cut, overlapping, beside its picture, empty, or wider than the page, as it grows and as it shrinks."""
    for width in GROWING_AND_SHRINKING:
        page.set_viewport_size({"width": width, "height": 900})
        # every picture is drawn when it comes into view, so all of them come into view at once
        page.set_viewport_size({"width": width, "height": page.evaluate("document.documentElement.scrollHeight")})
        settled(page)
        for name, script in FAULTS.items():
            yield from (f"{name} at {width} px: {one}" for one in page.evaluate(script))
    page.set_viewport_size({"width": 1440, "height": 1000})


def axe(page: Page, whole: bool) -> Iterator[str]:
    """What axe-core finds in light and in dark: everything, or contrast alone."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.wait_for_function("scheme => document.documentElement.dataset.theme === scheme", arg=scheme)
        for _ in range(
            2
        ):  # once more where something is found: a plate may just be drawing itself in the other colours
            settled(page)
            found = Axe().run(page, options=WHOLE if whole else CONTRAST)
            if not found.response["violations"]:
                break
        for one in found.response["violations"]:
            yield f"{scheme}: {one['id']}: {one['nodes'][0]['html'][:160]} (+{len(one['nodes']) - 1})"


def tabs(page: Page) -> Iterator[str]:
    """Every tab of every plate opens and says something."""
    for plate in page.locator(".drillbook-plate").all():
        names = plate.get_by_role("tab")
        if names.count() < 3:
            yield f"{address_of(plate)} has {names.count()} tabs"
        for tab in names.all():
            tab.click()
            panel = plate.locator("[role=tabpanel]:visible").first
            try:
                panel.locator(":scope:not(:empty)").wait_for(timeout=10_000)
            except TooLate:
                yield f"{address_of(plate)}: the tab {tab.inner_text()} is empty"
            if "Traceback" in panel.inner_text():
                yield f"{address_of(plate)}: the tab {tab.inner_text()} shows a traceback"


def controls(page: Page) -> Iterator[str]:
    """Every kind of control, moved, changes its plate to what the command line answers for the plate's own link."""
    for plate in page.locator(".drillbook-plate").all():
        before = address_of(plate)
        for handle in plate.locator(".drillbook-input .noUi-handle:visible").all()[:2]:
            since = address_of(plate)
            handle.press("ArrowRight")
            agrees(plate, since)
        for menu in plate.locator(".drillbook-input > select:visible, .db-rows select:visible").all()[:3]:
            if menu.is_visible():
                since = address_of(plate)
                menu.select_option(index=0 if menu.evaluate("menu => menu.selectedIndex") == 1 else 1)
                agrees(plate, since)
        for kind in ("button[aria-pressed='false']", "input[type=checkbox]"):
            for control in plate.locator(f".drillbook-input {kind}:visible").all()[:1]:
                since = address_of(plate)
                control.click()
                agrees(plate, since)
        if address_of(plate) == before:
            yield f"no control of {before} did anything"
        plate.locator("button", has_text="Reset").click()
        agrees(plate)
        if address_of(plate) != before:
            yield f"Reset leaves {address_of(plate)}"


def nonsense(page: Page) -> Iterator[str]:
    """Nonsense in a field gets a sentence, and the plate goes on."""
    plate = page.locator(".drillbook-plate:has(input.db-field:visible)").first
    field = plate.locator("input.db-field:visible").first
    note = field.locator("xpath=following-sibling::*[contains(@class, 'db-note')]")
    before = plate.locator(".db-headline").text_content()
    for text in NONSENSE:
        field.fill(text)
        field.press("Enter")
        try:
            note.filter(has_text="must be").wait_for(timeout=5000)
        except TooLate:
            yield f"{text} gets no sentence"
        if plate.locator(".db-headline").text_content() != before:
            yield f"{text} changed the answer"
    if page.locator("img[src=x]").count():
        yield "nonsense became an element"
    field.fill((field.get_attribute("aria-label") or "").rpartition(" from ")[2].split(" to ")[0])
    field.press("Enter")
    agrees(plate)


@lru_cache(maxsize=1)
def in_full() -> frozenset[str]:
    """The chapters that axe reads in full this time: what the last day's commits touched, and another quarter with each commit."""
    head = _git("log", "-1", "--format=%H %cI").split()
    number = int(head[0][:8], 16) if head else datetime.now(UTC).toordinal()
    since = f"{head[1]} - 1 day" if head else "1 day ago"
    touched = _git("log", f"--since={since}", "--name-only", "--format=").split("\n") if head else []
    turn = {one.path for index, one in enumerate(chapters()) if index % 4 == number % 4}
    return frozenset(turn | {one.path for one in chapters() if any(_is_of(path, one) for path in touched)})


def _is_of(path: str, chapter: Chapter) -> bool:
    return f"{chapter.notebook.parent.name}/{chapter.notebook.stem}" in path


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def told(faults: Mapping[str, list[Any]]) -> str:
    """The faults of a page, a line each."""
    return "\n".join(f"{check}: {fault}" for check, found in faults.items() for fault in found)
