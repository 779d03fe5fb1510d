"""A check that the reference holds on a running site, point by point, on phone and desk.

Run by hand: `python tests/measure/reference.py [ADDRESS OF A SITE]`. It prints a line for each thing looked at; what
does not hold begins with NOT. With `axe` after the address, axe also reads the pages beside the chapters, which takes
some time.
"""

from __future__ import annotations

import re
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from chapter_page import axe
from chromium import CHROMIUM, FLAGS
from measure_search import the_site
from running_site import HOLD
from site_shelf import shelf

from drillbook import ask, library, questions
from drillbook.quiz import quiz

PATIENCE = 90_000
SCREENS = {
    "390 px": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "1440 px": {"viewport": {"width": 1440, "height": 900}},
}
SHOT = "bn/shot?weapon=lmg&distance=40"
OTHER = "ruling.range-bands=B"
SEEDS = range(1, 4)
BUSY = 6


class Walk:
    """One way through the site at one width; what holds and what does not."""

    def __init__(self, browser: Browser, site: str, screen: str) -> None:
        context = browser.new_context(**SCREENS[screen], permissions=["clipboard-read", "clipboard-write"])
        self.page, self.site, self.screen, self.failed = context.new_page(), site, screen, 0
        self.page.set_default_timeout(PATIENCE)
        self.asked: Counter[str] = Counter()
        self.page.on("request", lambda one: self.asked.update([re.sub(r"^(\w+://[^/]+).*", r"\1", one.url)]))

    def open(self, path: str) -> Page:
        """Open a page of the site and return it; report a page that scrolls sideways."""
        self.page.goto(self.site + path, wait_until="load")
        if not self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            self.tell(False, f"{path} scrolls sideways")
        return self.page

    def tell(self, held: bool, what: str) -> None:
        """One line."""
        self.failed += not held
        print(f"{'seen' if held else 'NOT '}  {self.screen:7}  {what}", flush=True)

    @contextmanager
    def point(self, what: str) -> Iterator[None]:
        """Something that is looked at: whether it holds."""
        try:
            yield
        except (AssertionError, TimeoutError) as problem:
            self.tell(False, f"{what}: {str(problem).splitlines()[0][:150]}")
        except Exception as problem:  # what Playwright complains about is a finding as well
            self.tell(False, f"{what}: {type(problem).__name__} {str(problem).splitlines()[0][:150]}")
        else:
            self.tell(True, what)


def fronts(walk: Walk) -> None:
    """Point 2: the front page and the title pages."""
    with walk.point("2 the front page: a sentence, the box, a live plate that answers"):
        page = walk.open("/")
        expect(page.get_by_role("combobox").or_(page.locator("#db-search-front input")).first).to_be_visible()
        expect(page.locator(".drillbook-plate .db-headline").first).to_be_visible(timeout=PATIENCE)
    for book in shelf().books:
        with walk.point(f"2 the title page of {book.short}: plays, scale, dice, evenings, tools before chapters"):
            page = walk.open(f"/{book.short}/")
            text = page.locator("main").inner_text().lower()
            assert all(word in text for word in ("scale", "dice", "evening")), "facts are missing"
            places = [text.find(one) for one in ("tools", "chapters")]
            assert -1 < places[0] < places[1], f"tools and chapters stand at {places}"


def learning(walk: Walk) -> None:
    """Points 3 and 4: the courses and the quizzes."""
    for book in shelf().books:
        with walk.point(f"3 the course of {book.short}: a guess is told, kept over a reload, given back"):
            page = walk.open(f"/{book.short}/course")
            page.wait_for_selector("[data-course=ready]")
            first = page.locator(".guess[data-kind]").first
            first.get_by_role("button", name="Just show me").click()
            expect(page.locator(".course-board")).to_contain_text("1 of")
            page.reload()
            page.wait_for_selector("[data-course=ready]")
            expect(page.locator(".course-board")).to_contain_text("1 of")
            page.get_by_role("button", name="Start again").click()
            expect(page.locator(".course-board")).to_contain_text("lie ahead")
        with walk.point(f"4 a quiz of {book.short}: its seed in the link, judged, scored, answers on the back"):
            for _ in range(BUSY):  # asked for again while the site says that it is busy
                page = walk.open(f"/{book.short}/quiz?seed=12")
                if page.locator(".quiz-item").count():
                    break
            right = quiz(book.short, 12).items[0].right
            item = page.locator(".quiz-item").first
            item.locator(".quiz-option").nth(right).click()
            expect(item.locator(".quiz-verdict")).to_have_text("✓ Right.")
            expect(page.locator(".quiz-score")).to_contain_text("1 of 1 right")
            page.emulate_media(media="print")
            expect(page.locator(".quiz-key")).to_be_visible()
            page.emulate_media(media="screen")


def settling(walk: Walk) -> None:
    """Points 5, 6 and 8: rulings, house rules, what is handed on."""
    for book in shelf().books:
        with walk.point(f"5 the register of {book.short}: each ruling once, its readings, what they give"):
            page = walk.open(f"/{book.short}/rulings")
            rulings = library().find(book.short).rulings().values()
            expect(page.locator(".entry")).to_have_count(len(rulings))
            assert page.locator(".entry-gives a").count() >= sum(one.free for one in rulings)
    with walk.point("6 a reading settled in the register is told by the chapter and honoured by its plate"):
        page = walk.open("/bn/rulings")
        page.locator('.entry[data-name="range-bands"] input[value="B"]').check()
        expect(page.locator(".house-chip")).to_have_accessible_name("Your house rules: 1")
        page.add_init_script(f"window.drillbookAwake = ['bn/shot']; {HOLD}")
        page = walk.open("/bn/shooting")
        plate = page.locator('.drillbook-plate[data-question="bn/shot"]')
        page.locator('.plate-place[data-question="bn/shot"]').scroll_into_view_if_needed()
        usual = page.locator('.plate-place[data-question="bn/shot"]').get_attribute("data-usual")
        expect(plate.locator(".db-headline")).to_have_text(ask(f"{usual}&{OTHER}").headline, timeout=PATIENCE)
    with walk.point("6 a link wins, says so, and offers the reader's own"):
        page = walk.open(f"/{SHOT}")
        expect(plate.locator(".db-house")).to_contain_text("A link wins", timeout=PATIENCE)
        plate.get_by_role("button", name="Use mine").click()
        expect(plate.locator(".db-headline")).to_have_text(ask(f"{SHOT}&{OTHER}").headline, timeout=PATIENCE)
        page.evaluate("localStorage.clear()")
    with walk.point("8 an answer for a forum, Discord and as text; a pasted roll is judged"):
        page = walk.open(f"/{SHOT}&edition=0.1")
        expect(plate.locator(".db-headline")).to_have_text(ask(SHOT).headline, timeout=PATIENCE)
        plate.get_by_role("tab", name="Luck").click()
        plate.locator(".db-luck input.db-entry").fill("I rolled 5, 1, 6 and 1")
        expect(plate.locator(".db-found")).to_contain_text("Hits 2", timeout=PATIENCE)
        plate.get_by_role("tab", name="Share").click()
        for way in ("BBCode", "Discord", "text"):
            plate.get_by_role("button", name=way).first.click()
            expect(plate.locator(".db-status")).to_contain_text("copied")
        assert ask(SHOT).headline in page.evaluate("navigator.clipboard.readText()")
    with walk.point("8 a rule is handed on from its mark"):
        page = walk.open("/bn/shooting")
        page.locator('.rule a.pilcrow[href="#bn.shooting.roll"]').first.click()
        page.locator(".handing:visible").last.get_by_role("button", name="Forum (BBCode)").click()
        expect(page.locator(".handing:visible p").last).to_contain_text("copied")


def about(walk: Walk) -> None:
    """Point 11: what is covered, and what is left out."""
    for book in shelf().books:
        with walk.point(f"11 about {book.short}: every question with what it leaves out; figures, changes, licence"):
            page = walk.open(f"/{book.short}/about")
            page.locator("#questions ~ details").first.wait_for()
            lines = page.locator("#questions ~ details li")
            expect(lines).to_have_count(len(questions(library().find(book.short))))
            expect(lines.filter(has_text="Left out:")).to_have_count(lines.count())
            text = page.locator("main").text_content() or ""
            assert all(word in text for word in ("Situations asked", "MIT licence", "What has changed", "An error?"))


def read_by_axe(walk: Walk) -> None:
    """Report what axe finds on the pages beside the chapters."""
    found = 0
    beside = ("", "glossary", "rulings", "quiz?seed=1", "about", "sheet", "table", "course")
    paths = [
        "/",
        "/about",
        "/compare",
        "/quiz?seed=1",
        *(f"/{book.short}/{one}" for book in shelf().books for one in beside),
    ]
    for path in paths:
        walk.open(path)
        faults = list(axe(walk.page, whole=True))
        found += len(faults)
        if faults:
            print(f"      {path}: {faults}")
    walk.tell(found == 0, f"12 axe: {found} findings on {len(paths)} pages beside the chapters")


def links(site: str) -> None:
    """Every link of every page of the book leads to a page of it."""
    known: dict[str, str] = {}
    paths = ["/", "/about", "/compare", *(one.path for book in shelf().books for one in book.chapters)]
    paths += [
        f"/{book.short}/{one}"
        for book in shelf().books
        for one in ("", "glossary", "rulings", "about", "sheet", "course")
    ]
    ways: dict[str, set[str]] = {}
    broken, count = [], 0
    for path in paths:
        known[path] = urllib.request.urlopen(site + path, timeout=120).read().decode()
        for way in set(re.findall(r'<a\b[^>]*?\bhref="([^"]+)"', known[path])):
            ways.setdefault(way.replace("&amp;", "&"), set()).add(path)
    for way, homes in ways.items():
        if re.match(r"[a-z]+:", way):
            continue
        count += 1
        for home in homes if way.startswith("#") else [""]:
            target, _, anchor = way.partition("#")
            where = (target or home).partition("?")[0]
            if where not in known:
                try:
                    known[where] = urllib.request.urlopen(site + where, timeout=120).read().decode("utf-8", "replace")
                except OSError as problem:
                    known[where] = ""
                    broken.append(f"{way} on {sorted(homes)[0]}: {problem}")
            if anchor and known[where] and not re.search(rf'\b(id|name)="{re.escape(anchor)}"', known[where]):
                broken.append(f"{way} on {home or sorted(homes)[0]}: no such place")
    print(
        f"{'seen' if not broken else 'NOT '}  links    {count} internal links on {len(paths)} pages, {len(broken)} broken"
    )
    for one in broken[:20]:
        print(f"      {one}")


def quizzes() -> None:
    """How many items a ruleset's quizzes have, and how many rules they exercise."""
    for book in shelf().books:
        places = [f"{book.short}/{chapter.name.partition('/')[2]}" for chapter in book.chapters]
        items = [item for place in places for seed in SEEDS for item in quiz(place, seed).items]
        addresses = {item.address for item in items}
        rules = {rule for address in addresses for rule in ask(address).consulted}
        asked = {address.partition("?")[0] for address in addresses}
        print(
            f"quiz   {book.short:7}  {len(addresses)} items with {len(SEEDS)} seeds a chapter, of {len(asked)} questions,"
            f" exercising {len(rules)} rules",
            flush=True,
        )


def main(given: str | None = None, *wishes: str) -> None:
    """Walk, and say what holds."""
    began, failed = time.monotonic(), 0
    with the_site(given) as site, sync_playwright() as started:
        if "figures" in wishes:
            quizzes()
            links(site)
            return
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for screen in SCREENS:
            walk = Walk(browser, site, screen)
            for part in (read_by_axe,) if "axe" in wishes else (fronts, learning, settling, about):
                part(walk)
            walk.tell(
                set(walk.asked) <= {site, "data:"}
                or not [one for one in walk.asked if one.startswith("http") and one != site],
                "no other host was asked",
            )
            failed += walk.failed
            walk.page.context.close()
        browser.close()
    print(f"{failed} of these do not hold; {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
