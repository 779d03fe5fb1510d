"""A running site for tests, and visitors with a browser."""

from __future__ import annotations

import functools
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TypeVar

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from site_shelf import copy_few

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
NAMED = "names.some((name) => name === home.dataset.cell || name === home.dataset.question)"


#: Plates that no test of this page asks for are as good as folded away, so that they stay text wherever they come to stand.
HOLD = """(() => {
  const seen = Element.prototype.checkVisibility;
  const held = (home) => { const names = window.drillbookAwake; return !(NAMED); };
  Element.prototype.checkVisibility = function (...how) {
    return !(this.matches(".plate-place") && held(this)) && seen.apply(this, how);
  };
})();""".replace("NAMED", NAMED)


@functools.cache
def small_book() -> tempfile.TemporaryDirectory[str]:
    """Return a book of few chapters in a temporary folder that ends with this process."""
    folder = tempfile.TemporaryDirectory(prefix="small_book_")
    copy_few(Path(folder.name))
    return folder


def start_site(
    *, variables: dict[str, str] | None = None, log: IO[str] | None = None, whole: bool = False
) -> tuple[subprocess.Popen[str], str]:
    """Start a site on a free port; return its process and its address.

    log: the file to which it writes its complaints. whole: with every chapter, not with few.
    """
    usual = {"DRILLBOOK_SEATS_PER_VISITOR": "60"}  # all tests come from one address
    if not whole:
        usual |= {"DRILLBOOK_BOOK": small_book().name, "DRILLBOOK_AHEAD_SECONDS": "4"}
    process = subprocess.Popen(
        [sys.executable, "-m", "drillbook", "serve", "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        cwd=ROOT,
        env={**os.environ, **usual, **(variables or {})},
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    found = re.search(r"http://\S+/", said)
    if found is None:
        process.kill()
        pytest.fail(f"drillbook serve did not say where it is, but: {said!r}")
    return process, found.group().rstrip("/")


def stop_site(process: subprocess.Popen[str]) -> None:
    """Close the site and wait until it has ended its kernels."""
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()


@dataclass
class Visit:
    """A page with what it asked for and what it complained about."""

    page: Page
    context: BrowserContext
    site: str
    asked: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        """Go to a page of the site."""
        self.page.goto(self.site + path, wait_until="load")
        return self.page

    def live(self, path: str, *plates: str, seconds: float = 60) -> Page:
        """Go to a chapter and return the page once the plates in view, or those named, are live.

        plates: cells or questions; all others stay text, whatever comes into view.
        """
        if plates:
            self.page.add_init_script(f"window.drillbookAwake = {json.dumps(plates)}; {HOLD}")
        self.open(path)
        self.page.wait_for_function("document.body.dataset.live === 'yes'", timeout=1000 * seconds)
        return wake(self.page, *plates, seconds=seconds) if plates else self.page

    def live_throughout(self, path: str, seconds: float = 60) -> Page:
        """Go to a chapter and wait until every one of its plates is live."""
        page = self.live(path, seconds=seconds)
        return wake(page, *(str(one.get_attribute("data-cell")) for one in page.locator(".plate-place").all()))

    @property
    def foreign(self) -> list[str]:
        """What was asked of any other host."""
        own = (self.site, self.site.replace("http", "ws", 1), "data:", "blob:")
        return [address for address in self.asked if not address.startswith(own)]


def becomes(read: Callable[[], T], wanted: T, seconds: float = 20) -> None:
    """Wait until what is read is what is wanted; a value may still be on its way."""
    end = time.monotonic() + seconds
    while (found := read()) != wanted:
        assert time.monotonic() < end, f"{found!r} has not become {wanted!r}"
        time.sleep(0.05)


def wake(page: Page, *plates: str, seconds: float = 60) -> Page:
    """Wake plates by cell or question, wherever they stand."""
    chosen = f"drillbookPlates.places.filter((home) => {NAMED})"
    page.evaluate(f"(names) => {chosen}.forEach((home) => drillbookPlates.request(home))", plates)
    live = (
        f"(names) => {chosen}.every((home) => 'failed' in home.dataset"
        " || ('live' in home.dataset && home.querySelector('.db-headline')?.textContent))"
    )
    page.wait_for_function(live, arg=plates, timeout=1000 * seconds)
    return page


def visit_in(context: BrowserContext, site: str) -> Visit:
    """Return a page of a browser that may have been here before."""
    page = context.new_page()
    visit = Visit(page, context, site)
    page.on("request", lambda request: visit.asked.append(request.url))
    page.on("websocket", lambda socket: visit.asked.append(socket.url))
    page.on("pageerror", lambda error: visit.complaints.append(str(error)))
    page.on(
        "console",
        lambda line: visit.complaints.append(line.text) if line.type in ("error", "warning") else None,
    )
    return visit


def visit_with(browser: Browser, site: str, **wishes: object) -> Visit:
    """Return a new visitor with a browser of those properties."""
    return visit_in(browser.new_context(**{"viewport": {"width": 1440, "height": 1000}, **wishes}), site)  # type: ignore[arg-type]
