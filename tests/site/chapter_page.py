"""Checks of one chapter opened once: what every chapter's page must be.

Each check is a function that gives its faults.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as TooLate
from site_shelf import chapters, plates_of
from turn import MANY, VARIABLE, in_turn, touched, turn

from drillbook import ask, decode, library
from drillbook.asking.answers.address import Address
from drillbook_widgets.pages.content.catalogue import CatalogueChapter

OPENED_PARTS = 8
"""A run opens one of so many parts of the chapters."""
SHRINKING_AND_GROWING = ((820, 390, 1440), (390, 820, 1440))
"""From the 1440 pixels at which the page was opened, in turns: step by step and back at once, or the other way round."""
THERE_AND_BACK = (820, 390, 820, 1440, 390, 820, 1440, 820, 1440)
"""What is tried at length: each width is come to from a wider page and from a narrower one."""
STILL_MS = 450  # bqplot draws a picture anew 0.3 s after its room has changed
NONSENSE = ("banana", "-7", "1e99", "<img src=x onerror=alert(1)>", "9" * 40, "½")
WHOLE = {"runOnly": ["wcag2a", "wcag2aa"], "resultTypes": ["violations"]}
SCHEMES = ("light", "dark")
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

NAMELESS = """() => [...document.querySelectorAll('.drillbook-plate :is(input, select, button, [role=slider], [role=tabpanel])')]
  .filter((one) => one.checkVisibility() && !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length
    || (one.getAttribute('aria-labelledby') || '').split(' ').some((id) => document.getElementById(id)?.textContent)))
  .map((one) => one.closest('.drillbook-plate').dataset.question + ': ' + one.outerHTML.slice(0, 120))"""

# No picture changes any more, nothing moves or fades, and the page keeps its height. The time is the page's own, in which
# the pictures' own timers run too: on a busy machine both are late.
SETTLED = """([still, most]) => new Promise((done, late) => {
  const began = performance.now();
  let since = began, height = 0;
  const again = () => { since = performance.now(); };
  const watch = new MutationObserver(again);
  document.querySelectorAll('.drillbook-room').forEach((room) =>
    watch.observe(room, { subtree: true, childList: true, attributes: true, characterData: true }));
  const look = () => {
    const now = performance.now(), tall = document.documentElement.scrollHeight;
    const moves = document.getAnimations().some((one) => one.playState === 'running' && one.effect?.getTiming().iterations !== Infinity);
    if (tall !== height || moves) again();
    height = tall;
    if (now - since < still && now - began < most) { requestAnimationFrame(look); return; }
    watch.disconnect();
    (now - since < still ? late : done)('the pictures do not come to rest');
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
})"""


def own_of(address: str) -> Address:
    """Return an address without what is settled for all plates, which outlives a reset."""
    wanted = decode(address)
    kept = library().find(wanted.ruleset).shared_inputs
    own = {name: text for name, text in wanted.inputs.items() if not (kept and name in kept.inputs)}
    return Address(wanted.ruleset, wanted.question, own, wanted.readings)


def address_of(plate: Locator) -> str:
    """Return the address of what the plate shows."""
    link = plate.locator("a.drillbook-permalink").get_attribute("href") or ""
    return link.split("/", 3)[3]


def settled(page: Page, seconds: float = 40) -> None:
    """Wait until every picture is drawn and none moves any more."""
    page.evaluate(SETTLED, [STILL_MS, 1000 * seconds])


def leaves(plate: Locator, since: str, milliseconds: int) -> bool:
    """Whether the plate leaves that address within so many milliseconds."""
    gone: bool = plate.locator("a.drillbook-permalink").evaluate(
        """async (link, [since, patience]) => { const end = performance.now() + patience;
        while (link.href.endsWith(since) && performance.now() < end) await new Promise(requestAnimationFrame);
        return !link.href.endsWith(since); }""",
        [since, milliseconds],
    )
    return gone


def agrees(plate: Locator, since: str = "", seconds: float = 30) -> None:
    """Wait until the plate leaves the address `since` and its headline fits its own address.

    If inputs contradict each other the plate says so, keeps its answer and offers the nearest that fits, which is then
    taken.
    """
    leaves(plate, since, 400)  # not for long: a handle at the end of its track changes nothing
    way_out = plate.locator(".db-instead:visible")
    if way_out.count():
        way_out.click()
        plate.locator(".db-complaint").wait_for(state="hidden")
    until = time.monotonic() + seconds
    while (shown := plate.locator(".db-headline").text_content()) != ask(address_of(plate)).headline:
        assert time.monotonic() < until, f"{address_of(plate)} shows {shown!r}"
        plate.page.wait_for_timeout(25)


def opened() -> list[CatalogueChapter]:
    """Return the chapters that this run opens.

    They are one eighth of all chapters, and those that the last commit has touched. A commit that touches very many files
    works on no chapter in particular.
    """
    ours = touched() if len(touched()) <= MANY else ()
    folders = {one: f"{one.notebook.parent.name}/{one.notebook.stem}" for one in chapters()}
    new = {one for one, folder in folders.items() if any(folder in path for path in ours)}
    return [one for one in chapters() if one in new or one in in_turn(chapters(), parts=OPENED_PARTS)]


def alive(page: Page, chapter: CatalogueChapter, cells: Sequence[str]) -> Iterator[str]:
    """Yield faults of the plates: each must be there, live if woken and otherwise text.

    Woken plates must have the headline that their text had.
    """
    places = page.locator(".plate-place")
    wanted = [cell for cell, _ in plates_of(chapter)]
    found = places.evaluate_all("all => all.map(one => one.dataset.cell)")
    if found != wanted:
        yield f"the plates are {found} instead of {wanted}"
    for place in places.all():
        still = place.locator(".still-headline").text_content()
        if place.get_attribute("data-cell") not in cells:
            continue
        live = place.locator(".db-headline").text_content()
        if still != live:
            yield f"text: {still}; live: {live}"
        if place.locator(".still").is_visible():
            yield f"the text of {still} still shows"


def looks(page: Page, widths: Sequence[int]) -> Iterator[str]:
    """Yield faults of the layout: nothing cut, overlapping, empty, or wider than the page.

    Nothing is beside its picture. The page is tried as it shrinks and as it grows.
    """
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        # every picture is drawn when it comes into view, so all of them come into view at once
        page.set_viewport_size({"width": width, "height": page.evaluate("document.documentElement.scrollHeight")})
        settled(page)
        for name, script in FAULTS.items():
            yield from (f"{name} at {width} px: {one}" for one in page.evaluate(script))
    yield from (f"without a name: {one}" for one in page.evaluate(NAMELESS))
    page.set_viewport_size({"width": 1440, "height": 1000})


def axe(page: Page, whole: bool, schemes: Sequence[str] = SCHEMES) -> Iterator[str]:
    """Yield what axe-core finds in these colour schemes.

    It reads everything on the page, or only the contrast of its live plates.
    """
    within = None if whole else {"include": [[".drillbook-plate"]]}
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.wait_for_function("scheme => document.documentElement.dataset.theme === scheme", arg=scheme)
        for _ in range(3):  # what is found must be found again: something may have come while axe was looking
            settled(page)
            found = Axe().run(page, within, WHOLE if whole else CONTRAST)
            if not found.response["violations"]:
                break
        for one in found.response["violations"]:
            yield f"{scheme}: {one['id']}: {one['nodes'][0]['html'][:160]} (+{len(one['nodes']) - 1})"


def tabs(plates: Sequence[Locator]) -> Iterator[str]:
    """Every tab of these plates opens and says something."""
    for plate in plates:
        names = plate.get_by_role("tab")
        if names.count() < 3:
            yield f"{address_of(plate)} has {names.count()} tabs"
        for tab in names.all():
            tab.click()
            panel = plate.locator("[role=tabpanel]:visible").first
            try:
                panel.locator(":scope:not(:empty)").wait_for(timeout=30_000)
            except TooLate:
                yield f"{address_of(plate)}: the tab {tab.inner_text()} is empty"
            if "Traceback" in panel.inner_text():
                yield f"{address_of(plate)}: the tab {tab.inner_text()} shows a traceback"


def controls(plates: Sequence[Locator]) -> Iterator[str]:
    """Yield faults of the controls: each kind, moved, must change its plate.

    The plate must then show what the command line answers for the plate's own link.
    """
    for plate in plates:
        before = address_of(plate)
        for handle in plate.locator(".drillbook-input .noUi-handle:visible").all()[:2]:
            since = address_of(plate)
            handle.press("ArrowRight")
            agrees(plate, since)
        for kind in ("button[aria-pressed='false']", "input[type=checkbox]"):
            for control in plate.locator(f".drillbook-input {kind}:visible").all()[:1]:
                since = address_of(plate)
                control.click()
                agrees(plate, since)
        for menu in plate.locator(".drillbook-input > select:visible, .db-rows select:visible").all()[:3]:
            if menu.is_visible():
                since = address_of(plate)
                menu.select_option(index=0 if menu.evaluate("menu => menu.selectedIndex") == 1 else 1)
                agrees(plate, since)
        for field in plate.locator(".db-rows input[type=text]:visible").all()[:1]:
            since = address_of(plate)
            low, _, high = (field.get_attribute("title") or "").partition(" to ")
            field.fill(low if field.input_value() != low else high.partition(" ")[0])
            field.press("Tab")
            agrees(plate, since)
        if not leaves(plate, before, 10_000):
            yield f"no control of {before} did anything"
        plate.locator("button", has_text="Reset").click()
        agrees(plate)
        if own_of(address_of(plate)) != own_of(before):
            yield f"Reset leaves {address_of(plate)}"


def nonsense(page: Page, chapter: CatalogueChapter) -> Iterator[str]:
    """Yield faults of nonsense in a field: the plate must show a sentence and go on.

    If no plate has a field there is nothing to write into. Each chapter tries a third of the nonsense, the next chapter
    another third.
    """
    if not page.locator("input.db-field:visible").count():
        return
    plate = page.locator(".drillbook-plate:has(input.db-field:visible)").first
    field = plate.locator("input.db-field:visible").first
    note = field.locator("xpath=following-sibling::*[contains(@class, 'db-note')]")
    before = plate.locator(".db-headline").text_content()
    for text in NONSENSE[chapters().index(chapter) % 3 :: 3]:
        field.fill(text)
        field.press("Enter")
        try:
            note.filter(has_text="must be").wait_for(timeout=15_000)
        except TooLate:
            yield f"{text} gets no sentence"
        if plate.locator(".db-headline").text_content() != before:
            yield f"{text} changed the answer"
    if page.locator("img[src=x]").count():
        yield "nonsense became an element"
    field.fill((field.get_attribute("aria-label") or "").rpartition(" from ")[2].split(" to ")[0])
    field.press("Enter")
    agrees(plate)


def told(faults: Mapping[str, list[Any]], cells: Sequence[str]) -> str:
    """Return the faults of a page, a line each, and how to wake the same plates again."""
    lines = [f"{check}: {fault}" for check, found in faults.items() for fault in found]
    return "\n".join([*lines, f"woken: {', '.join(cells)}; the same again with {VARIABLE}={turn()}"])


def pages_of(pdf: bytes) -> int:
    """How many pages a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))
