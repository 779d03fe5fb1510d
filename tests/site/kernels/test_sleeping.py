"""Tests of a page whose calculators are away.

The page says so, keeps its text while a site is down, and comes back by itself.
"""

from __future__ import annotations

import json
import tempfile

import pytest
from playwright.sync_api import Browser, Route, expect
from running_site import Visit, start_site, stop_site, visit_with
from site_shelf import small_chapter
from visitors import Visitor, get, together, until

pytestmark = [pytest.mark.slow, pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")]
SLEEP = "window.drillbookReconnect.showAsleep('The calculators on this page have gone to sleep.', 'Wake')"


def test_waking_asks_the_site_before_it_leaves_the_page(visit: Visit) -> None:
    page = visit.live_throughout(f"/{small_chapter()}")

    def telling() -> list[str]:  # not the plates' tabs: how many other readings there are is still being counted
        return page.locator("article p").all_inner_texts()

    answers = iter([502, None])  # a proxy without a site, then nobody at all, then the site

    def answer(route: Route) -> None:
        status = next(answers, 200)
        if status is None:
            route.abort()
        else:
            route.fulfill(status=status, body="{}")

    page.route("**/health", answer)
    page.evaluate(f"window.samePage = true; window.dispatchEvent(new Event('resize')); {SLEEP}")
    words = page.locator(".asleep-words")
    expect(words).to_contain_text("sleep")
    text = telling()
    page.click(".wake")
    page.wait_for_function("document.querySelector('.wake').textContent === 'Try now'")
    expect(words).to_contain_text("cannot be reached")
    assert page.evaluate("window.samePage")
    assert telling() == text
    page.evaluate(SLEEP)  # what is said meanwhile does not hide that it tries
    expect(words).to_contain_text("cannot be reached")
    page.click(".wake")  # without waiting for the next time
    page.wait_for_function("!window.samePage && document.body.dataset.live === 'yes'", timeout=40_000)


def test_a_page_beyond_the_cap_says_so_and_comes_alive_by_itself(browser: Browser) -> None:
    with tempfile.TemporaryDirectory() as folder:
        process, site = start_site(variables={"TMPDIR": folder, "DRILLBOOK_KERNELS": "1"})
        try:
            assert until(lambda: get(site, "/ready")[0] == 200, 120)
            first = Visitor(site, small_chapter(), get(site, "/")[2])
            together(first.ask())
            assert first.served, first.refused
            visit = visit_with(browser, site)
            page = visit.open(f"/{small_chapter()}")
            page.wait_for_selector(".asleep:not([hidden])")
            expect(page.locator(".asleep-words")).to_contain_text("is the next in turn")
            expect(page.locator(".wake")).to_be_hidden()
            expect(page.locator(".still-state").first).to_have_text("waits its turn")
            assert json.loads(get(site, "/health")[1])["waiting"] == 1
            first.leave()
            page.wait_for_function("document.body.dataset.live === 'yes'", timeout=40_000)
            expect(page.locator(".asleep")).to_be_hidden()
            assert not visit.complaints
            visit.context.close()
        finally:
            stop_site(process)
