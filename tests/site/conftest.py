"""One site and one browser for all tests of the site."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))  # site_shelf.py, under any import mode

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
).split()
ROOT = Path(__file__).resolve().parents[2]


def start_site(
    *, variables: dict[str, str] | None = None, log: IO[str] | None = None
) -> tuple[subprocess.Popen[str], str]:
    """A site on a free port: its process and its address. log: where it writes what it complains about."""
    process = subprocess.Popen(
        [sys.executable, "-m", "drillbook", "serve", "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        cwd=ROOT,
        env={**os.environ, "DRILLBOOK_SEATS_PER_VISITOR": "60", **(variables or {})},  # all tests come from one address
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


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of a running site."""
    process, address = start_site()
    yield address
    stop_site(process)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The system's Chromium."""
    opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield opened
    opened.close()


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

    def live(self, path: str, seconds: float = 40, whole: bool = True) -> Page:
        """Go to a chapter and wait until its plates are live: all of them, or those in view."""
        self.open(path)
        self.page.wait_for_function("document.body.dataset.live === 'yes'", timeout=1000 * seconds)
        return wake_all(self.page, seconds) if whole else self.page

    @property
    def foreign(self) -> list[str]:
        """What was asked of any other host."""
        own = (self.site, self.site.replace("http", "ws", 1), "data:", "blob:")
        return [address for address in self.asked if not address.startswith(own)]


def wake_all(page: Page, seconds: float = 40) -> Page:
    """Wake the plates out of view, too."""
    page.evaluate("drillbookPlates.places.forEach((home) => drillbookPlates.want(home))")
    live = "() => [...document.querySelectorAll('.plate-place')].every((home) => 'live' in home.dataset || 'failed' in home.dataset)"
    page.wait_for_function(live, timeout=1000 * seconds)
    return page


def visit_with(browser: Browser, site: str, **wishes: object) -> Visit:
    """A new visitor with a browser of those properties."""
    context = browser.new_context(**{"viewport": {"width": 1440, "height": 1000}, **wishes})  # type: ignore[arg-type]
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


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    """A new visitor on a desktop screen."""
    made = visit_with(browser, site)
    yield made
    made.context.close()
