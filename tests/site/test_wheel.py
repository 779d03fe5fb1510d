"""Installed outside a checkout, the site serves the whole book: the wheel carries it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest
from site_shelf import ROOT, chapters

pytestmark = pytest.mark.slow


def test_the_wheel_serves_every_chapter(tmp_path: Path) -> None:
    built = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(tmp_path), str(ROOT)]
    subprocess.run(built, check=True, cwd=tmp_path)
    home = tmp_path / "installed"
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        wheel.extractall(home)
    process = subprocess.Popen(
        [sys.executable, "-m", "drillbook", "serve", "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(home)},
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+/", process.stdout.readline())
        assert found is not None
        for short in {chapter.short for chapter in chapters()}:
            with urllib.request.urlopen(f"{found.group()}{short}/") as answer:
                title_page = answer.read().decode()
            assert all(f'href="{one.path}"' in title_page for one in chapters() if one.short == short)
        with urllib.request.urlopen(found.group().rstrip("/") + chapters()[0].path) as answer:
            assert "still-headline" in answer.read().decode()
        shown = subprocess.run(
            [sys.executable, "-c", "import drillbook; print(drillbook.__file__)"],
            capture_output=True, text=True, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(home)},
        )  # fmt: skip
        assert shown.stdout.startswith(str(home))
    finally:
        process.terminate()
        process.wait(20)
