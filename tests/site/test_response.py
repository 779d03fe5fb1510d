"""Tests that a page comes with its styles in it.

Its beginning can be read before the rest is there.
"""

from __future__ import annotations

import gzip
import re
import zlib

import pytest
from running_site import Visit
from site_shelf import chapters
from visitors import get

from drillbook_widgets.pages.content.styles import STYLES, styles_in
from drillbook_widgets.pages.templating import STATIC, TEMPLATES
from drillbook_widgets.site.response import GZIP, Sendable

PAGE = Sendable("<p>A rule.</p>" * 40, "<p>And what follows from it: ½.</p>" * 400)


def test_the_beginning_of_a_packed_page_can_be_read_at_once() -> None:
    begun, rest = PAGE.packed
    assert zlib.decompressobj(GZIP).decompress(begun).decode() == PAGE.beginning
    assert gzip.decompress(begun + rest).decode() == PAGE.beginning + PAGE.rest
    assert len(begun + rest) < len(b"".join(PAGE.plain)) / 10


def test_every_style_sheet_is_in_the_pages_or_is_asked_for_by_one() -> None:
    named = {file for files in STYLES.values() for file in files}
    asking = "".join(path.read_text("utf-8") for path in (*TEMPLATES.rglob("*.html"), *STATIC.rglob("*.js")))
    others = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.css")} - named
    assert {name for name in others if f"/{name}" not in asking} == set()
    assert named <= {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.css")}
    for name, text in styles_in(STATIC).items():
        assert "/*" not in text
        assert text.count("{") == text.count("}") == sum((STATIC / one).read_text().count("{") for one in STYLES[name])


@pytest.mark.slow
def test_a_page_waits_for_no_style_sheet(site: str) -> None:
    for path in ("/", chapters()[0].path, "/nothing/here"):
        page = get(site, path)[1]
        sheets = re.findall(r"<link rel=\"stylesheet\"[^>]*>", page)
        assert len(sheets) == 1
        assert 'media="print"' in sheets[0]
        assert "<style>:root {" in page


@pytest.mark.slow
def test_a_page_that_was_fetched_ahead_is_not_fetched_again(visit: Visit) -> None:
    first, second, *_ = (one.path for one in chapters())
    page = visit.open(first)
    page.locator(f'#chapters a[href="{second}"]').hover()
    page.wait_for_function(
        "(path) => performance.getEntriesByType('resource').some((one) => one.name.endsWith(path))", arg=second
    )
    page.locator(f'#chapters a[href="{second}"]').click()
    page.wait_for_url(f"**{second}")
    assert page.evaluate("performance.getEntriesByType('navigation')[0].transferSize") == 0
    page.reload()
    assert page.evaluate("performance.getEntriesByType('navigation')[0].transferSize") > 0
