"""One site and one browser for all tests of the site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from running_site import Visit, start_site, stop_site, visit_with

HERE = Path(__file__).resolve().parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of the site to be tried once more if it fails.

    On a busy machine a browser or a server may fail by chance; the summary names the test.
    """
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """Yield the address of a running site with every chapter."""
    process, address = start_site(whole=True)
    yield address
    stop_site(process)


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    """Yield a new visitor on a desktop screen."""
    made = visit_with(browser, site)
    yield made
    made.context.close()
