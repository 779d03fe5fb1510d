"""The page, the command line and the answer are one."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from chapter_page import address_of
from playwright.sync_api import expect
from running_site import Visit
from site_shelf import chapters, plates_of

pytestmark = pytest.mark.slow


def test_the_page_the_command_line_and_the_answer_are_one(visit: Visit) -> None:
    chapter = chapters()[0]
    page = visit.live(chapter.path, plates_of(chapter)[0][0])
    plate = page.locator(".drillbook-plate").first
    address = address_of(plate)
    done = subprocess.run([sys.executable, "-m", "drillbook", "ask", address, "--json"], capture_output=True, text=True)
    told = json.loads(done.stdout)
    expect(plate.locator(".db-headline")).to_have_text(told["outcome"]["headline"])
    plate.get_by_role("tab", name="Why").click()
    panel = plate.get_by_role("tabpanel").locator("visible=true").first
    panel.locator(".db-steps").wait_for()
    if panel.locator(".db-rest").is_visible():
        panel.locator(".db-rest").click()
    seen = panel.inner_text()
    assert all(step["label"] in seen for step in told["outcome"]["steps"])
