"""A measurement of how much sooner the site serves than stock Voilà.

Run by hand: `python tests/measure/peers.py [ROUNDS]` (five by default). Both serve the same two notebooks, frozen in
peers/, on the same machine, and take turns. Cold is the first page of a browser with an empty cache, warm the second
chapter in the same browser. The same probe looks at both pages in every frame: text counts as present when the
chapter's title is laid out and visible, a plate when a headline is. The ten visitors at once are scripted: each reads
the page and waits until its kernel has made what a page asks for. Stock Voilà makes every plate of the chapter before
it answers, the site makes the first; a second line has the site make all of them. Memory is what the processes below
the server have more than when idle, for each of the ten.
"""

from __future__ import annotations

import asyncio
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from chromium import CHROMIUM, FLAGS
from running_site import ROOT, start_site, stop_site
from visitors import Visitor, below, get, together, until

HERE = Path(__file__).resolve().parent / "peers"
CHAPTERS = ("shooting", "reaction")
VISITORS = 10
VOILA = "http://127.0.0.1:{port}/voila/render/{chapter}.ipynb"
PROBE = """(() => {
  const seen = (one) => one && one.textContent.trim() && one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && one.getBoundingClientRect().height > 0;
  const look = () => {
    if (!window.textAt && seen(document.querySelector('h1'))) window.textAt = performance.now();
    if (!window.plateAt && seen(document.querySelector('.drillbook-plate .db-headline'))) window.plateAt = performance.now();
    if (!window.plateAt) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""
WANTED = {"text": (15, 15), "first live plate": (3, 4), "ten at once": 8, "memory": 0.40}


@contextmanager
def stock() -> Iterator[tuple[int, Callable[[str], str]]]:
    """Stock Voilà with its usual settings; its process, and the way to a chapter."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "voila",
            str(HERE / "breaking_news"),
            f"--port={port}",
            "--no-browser",
            "--Voila.ip=127.0.0.1",
        ],
        cwd=ROOT,
        env={**os.environ, "JUPYTER_NO_CONFIG": "1"},
        stderr=subprocess.DEVNULL,
    )
    try:
        assert until(lambda: _answers(port), 120), "Voilà did not start"
        yield process.pid, lambda chapter: VOILA.format(port=port, chapter=chapter)
    finally:
        process.terminate()
        process.wait(20)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


@contextmanager
def ours() -> Iterator[tuple[int, str]]:
    """Our site over the same notebooks, warm; its process and address."""
    process, address = start_site(variables={"DRILLBOOK_BOOK": str(HERE)})
    try:
        assert until(lambda: get(address, "/ready")[0] == 200, 180), "the site did not get warm"
        yield process.pid, address
    finally:
        stop_site(process)


def visit(browser: Browser, pages: list[str]) -> list[tuple[float, float]]:
    """Return the milliseconds to text and to the first live plate, for each page in turn.

    All pages are opened in one fresh browser profile.
    """
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    page = context.new_page()
    page.add_init_script(PROBE)
    found = []
    for address in pages:
        page.goto(address, wait_until="commit")
        page.wait_for_function("window.plateAt", timeout=120_000)
        found.append((page.evaluate("window.textAt"), page.evaluate("window.plateAt")))
    context.close()
    return found


def pss(pid: int) -> float:
    """Return the proportional memory (PSS) of a process and all below it, in megabytes."""
    total = 0
    for one in (pid, *below(pid)):
        try:
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += int(next(line.split()[1] for line in lines if line.startswith("Pss:")))
    return total / 1024


async def crowd(visits: list[Callable[[], None]]) -> float:
    """Seconds until all have what they came for."""
    began = time.monotonic()
    await asyncio.gather(*(asyncio.to_thread(one) for one in visits))
    return time.monotonic() - began


def stock_crowd(pid: int, page: str) -> tuple[float, float]:
    """Ten at once at stock Voilà: seconds, and megabytes each."""
    host, _, path = page.removeprefix("http://").partition("/")
    idle = pss(pid)
    seconds = asyncio.run(crowd([lambda: read(f"http://{host}", "/" + path)] * VISITORS))
    return seconds, (pss(pid) - idle) / VISITORS


def read(site: str, path: str) -> None:
    """Read a page to its end, however long its kernel takes."""
    import urllib.request

    with urllib.request.urlopen(site + path, timeout=300) as answer:
        answer.read()


def our_crowd(pid: int, site: str, chapter: str, plates: int | None) -> tuple[float, float]:
    """Ten at once at ours, each with so many plates (None: all): seconds, and megabytes each."""
    from drillbook import library
    from drillbook_widgets.pages.content.catalogue import load_shelf
    from drillbook_widgets.pages.content.chapter import read as blocks_of

    found = load_shelf(HERE, library()).chapter(chapter)
    assert found is not None
    cells = [block.cell for block in blocks_of(found).blocks if block.address][:plates]
    idle = pss(pid)
    visitors: list[Visitor] = []

    async def one() -> None:
        page = await asyncio.to_thread(get, site, f"/{chapter}")
        visitor = Visitor(site, chapter, page[2])
        visitors.append(visitor)
        await visitor.ask()
        said = await visitor.show(cells)
        assert {"done": True} in said, said

    async def all_of_them() -> float:
        began = time.monotonic()
        await asyncio.gather(*(one() for _ in range(VISITORS)))
        return time.monotonic() - began

    seconds = together(all_of_them())
    grown = (pss(pid) - idle) / VISITORS
    for visitor in visitors:
        visitor.leave()
    return seconds, grown


def main(rounds: int) -> None:
    """Measure in turns, and print the table."""
    with stock() as (voila, page), ours() as (site_pid, site):
        times: dict[str, list[list[tuple[float, float]]]] = {"stock": [], "ours": []}
        with sync_playwright() as started:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            visit(browser, [page(CHAPTERS[0])])
            visit(browser, [f"{site}/bn/{CHAPTERS[0]}"])
            for turn in range(rounds):
                times["stock"].append(visit(browser, [page(chapter) for chapter in CHAPTERS]))
                times["ours"].append(visit(browser, [f"{site}/bn/{chapter}" for chapter in CHAPTERS]))
                print(f"round {turn + 1} of {rounds}", file=sys.stderr)
            browser.close()
        print(f"{'':30}{'stock':>10}{'ours':>10}{'ratio':>10}{'must':>8}")
        for which, name in enumerate(("text", "first live plate")):
            for visited, state in enumerate(("cold", "warm")):
                theirs, mine = (
                    statistics.median(one[visited][which] for one in times[who]) for who in ("stock", "ours")
                )
                line(f"{name}, {state}", f"{theirs:.0f} ms", f"{mine:.0f} ms", theirs / mine, WANTED[name][visited])  # type: ignore[index]
        seconds, megabytes = stock_crowd(voila, page(CHAPTERS[1]))
        mine, mine_megabytes = our_crowd(site_pid, site, f"bn/{CHAPTERS[1]}", 1)
        line("ten at once, first plate", f"{seconds:.1f} s", f"{mine:.1f} s", seconds / mine, WANTED["ten at once"])  # type: ignore[arg-type]
        until(lambda: len(below(site_pid)) < VISITORS, 20)
        whole, whole_megabytes = our_crowd(site_pid, site, f"bn/{CHAPTERS[1]}", None)
        line("ten at once, every plate", f"{seconds:.1f} s", f"{whole:.1f} s", seconds / whole, None)
        print(
            f"{'memory a visitor':30}{megabytes:7.0f} MB{mine_megabytes:7.0f} MB{mine_megabytes / megabytes:9.0%}{WANTED['memory']:8.0%}"
        )
        print(
            f"{'memory, every plate':30}{megabytes:7.0f} MB{whole_megabytes:7.0f} MB{whole_megabytes / megabytes:9.0%}"
        )


def line(what: str, theirs: str, mine: str, ratio: float, must: float | None) -> None:
    """One line of the table."""
    print(f"{what:30}{theirs:>10}{mine:>10}{'1/' + format(ratio, '.1f'):>10}{'1/' + str(must) if must else '':>8}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
