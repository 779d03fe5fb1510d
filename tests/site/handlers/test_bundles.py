"""Tests of the page's scripts: two files under hashed names.

They are complete, compressed and kept for good, and nothing else is asked for.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from jupyter_core.paths import jupyter_path
from running_site import Visit
from site_shelf import ROOT, chapters

from drillbook_widgets.pages.content.bundles import LOADER, OWN, PACKAGES, BundleBroken, make_bundles

OWN_FOLDER = ROOT / "widgets/drillbook_widgets/pages/static"


def installed() -> list[Path]:
    return [Path(path) / "nbextensions" for path in jupyter_path()]


def test_a_bundle_holds_every_file_once_and_is_named_after_its_content(tmp_path: Path) -> None:
    made = make_bundles(OWN_FOLDER, installed())
    widgets = made["widgets"].body.decode()
    assert all(widgets.count(f'amd.file("{name}"') == 1 for name in PACKAGES)
    assert "\n//# sourceMappingURL=" not in widgets
    for name in (*OWN, LOADER):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text((OWN_FOLDER / name).read_text())
    assert make_bundles(tmp_path, installed())["page"].path == made["page"].path
    (tmp_path / "chapter" / "kernel_session.js").write_text("changed")
    changed = make_bundles(tmp_path, installed())
    assert changed["page"].path != made["page"].path
    assert changed["widgets"].path == made["widgets"].path


def test_a_package_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(BundleBroken, match="jupyter-js-widgets"):
        make_bundles(OWN_FOLDER, [tmp_path])


@pytest.mark.slow
def test_a_bundle_is_compressed_and_kept_for_good(site: str) -> None:
    made = make_bundles(OWN_FOLDER, installed())
    for bundle in made.values():
        with urlopen(Request(site + bundle.path, headers={"Accept-Encoding": "gzip"})) as answer:
            assert "immutable" in answer.headers["Cache-Control"]
            assert gzip.decompress(answer.read()) == bundle.body
        with urlopen(site + bundle.path.replace(bundle.seal, "0" * 12)) as answer:  # a page from before an update
            assert answer.headers["Cache-Control"] == "no-cache"
            assert answer.read() == bundle.body


@pytest.mark.slow
def test_a_chapter_asks_for_no_other_script(visit: Visit) -> None:
    kinds: list[tuple[str, str]] = []
    visit.page.on(
        "request", lambda request: kinds.append((request.resource_type, request.url.removeprefix(visit.site)))
    )
    visit.live(chapters()[0].path)
    made = make_bundles(OWN_FOLDER, installed())
    # a widget of our own comes through its kernel's line and is run from the page's memory
    fetched = {url for kind, url in kinds if kind == "script" and not url.startswith("blob:")}
    assert sorted(fetched) == sorted(one.path for one in made.values())
    assert not visit.complaints
    assert not visit.foreign


@pytest.mark.slow
def test_the_page_that_comes_next_is_fetched_ahead(visit: Visit) -> None:
    first, second, *_ = (one.path for one in chapters())
    page = visit.open(first)
    hints = page.locator('link[rel="prefetch"]')
    assert hints.count() == 0
    for _ in range(2):
        page.locator(f'#chapters a[href="{second}"]').hover()
        page.mouse.move(700, 400)
    assert [hint.get_attribute("href") for hint in hints.all()] == [second]
    page.locator(".onward").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    assert hints.count() == 1  # the end is near, but that page is there already
