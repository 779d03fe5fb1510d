"""Authors work in JupyterLab: the same notebook opens and runs there, and its plates answer."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from drillbook import ask
from drillbook.book.folder import book_folder, read_notebook, source
from drillbook.book.notebooks import plate_addresses

pytestmark = pytest.mark.slow

CHAPTER = "breaking_of_nations/glory.ipynb"


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """Yield the address of a JupyterLab over a copy of the book, with settings of its own."""
    shutil.copytree(book_folder(), tmp_path / "book")
    folders = {
        f"JUPYTER{name}": str(tmp_path / name)
        for name in ("_CONFIG_DIR", "LAB_SETTINGS_DIR", "LAB_WORKSPACES_DIR", "_RUNTIME_DIR")
    }
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0"),
            *("--IdentityProvider.token=", "--ServerApp.password=", f"--ServerApp.root_dir={tmp_path / 'book'}"),
            "--LabApp.news_url=None",
        ],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **folders},
    )
    assert process.stderr is not None
    address = next(
        (found.group() for line in process.stderr if (found := re.search(r"http://127\.0\.0\.1:\d+/lab", line))), None
    )
    assert address, "JupyterLab did not start"
    yield address
    process.terminate()
    process.communicate(timeout=30)


def test_a_chapter_runs_in_jupyterlab(lab: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 1200})
    page.goto(f"{lab}/tree/{CHAPTER}")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(state="attached", timeout=60_000)
    page.get_by_text("Python 3 (ipykernel) | Idle").first.wait_for(timeout=90_000)  # what is run before is lost
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    plate = page.locator(".drillbook-plate[data-question='bon/glory-triggers']").first
    plate.wait_for(state="attached", timeout=120_000)
    plate.scroll_into_view_if_needed()
    headline = plate.locator(".db-headline")
    expect(headline).not_to_be_empty(timeout=30_000)
    # from the file: the editor of a cell out of view may still be empty
    cells = [source(cell) for cell in read_notebook(book_folder() / CHAPTER)["cells"] if cell["cell_type"] == "code"]
    written = next(address for text in cells for address in plate_addresses(text) if "/glory-triggers?" in address)
    address = written.replace("facts=leader", "facts=none")
    assert address != written
    page.get_by_text("Python 3 (ipykernel) | Idle").first.wait_for(timeout=60_000)
    plate.get_by_label("Leader or banner hit").first.uncheck()
    expect(headline).to_have_text(ask(address).headline, timeout=10_000)
    assert not page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']").count()
    page.close()


def test_the_first_page_and_links_between_chapters_open_notebooks(lab: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    page.goto(f"{lab}/tree/start.ipynb")
    page.get_by_role("link", name="Reaction and covering fire").click(timeout=60_000)
    tabs = page.locator(".lm-DockPanel-tabBar .lm-TabBar-tab")
    tabs.filter(has_text="reaction.ipynb").wait_for(timeout=30_000)
    panel = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)").filter(has_text="In short")
    way = panel.locator("a[href*='.ipynb']:not([href*='reaction.ipynb']):visible").first
    way.scroll_into_view_if_needed(timeout=30_000)
    name = (way.get_attribute("href") or "").partition("?")[0].partition("#")[0].rpartition("/")[2]
    way.click()
    tabs.filter(has_text=name).wait_for(timeout=30_000)
    page.close()
