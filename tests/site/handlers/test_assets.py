"""Files for the browser: only those meant for it, from where they belong."""

from __future__ import annotations

from pathlib import Path

import pytest

from drillbook_widgets.site.handlers import assets


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shelf = tmp_path / "shelf"
    (shelf / "deep").mkdir(parents=True)
    (shelf / "deep" / "page.js").write_text("x = 1\n" * 400)
    (shelf / "picture.svg").write_text("<svg/>")
    (shelf / ".hidden.js").write_text("")
    (tmp_path / "secret.js").write_text("")
    return shelf


def test_a_file_is_found_by_its_path(folder: Path) -> None:
    assert assets.find_file([folder], "deep/page.js") == folder / "deep" / "page.js"


@pytest.mark.parametrize(
    "name",
    [
        "../secret.js",
        "deep/../../secret.js",
        "/etc/passwd",
        "picture.svg",
        ".hidden.js",
        "deep",
        "",
        "deep//page.js",
        "a\0.js",
        "..\\secret.js",
    ],
)
def test_nothing_else_is(folder: Path, name: str) -> None:
    assert assets.find_file([folder], name) is None


def test_a_link_out_of_the_folder_is_not_followed(folder: Path) -> None:
    (folder / "out.js").symlink_to(folder.parent / "secret.js")
    assert assets.find_file([folder], "out.js") is None


def test_long_scripts_are_compressed_once(folder: Path) -> None:
    found = assets.load_asset(folder / "deep" / "page.js", 1)
    assert found.packed is not None
    assert len(found.packed) < len(found.body)
    assert assets.load_asset(folder / "deep" / "page.js", 1) is found


def test_the_fingerprint_changes_with_a_file(folder: Path) -> None:
    before = assets.fingerprint([folder])
    (folder / "deep" / "page.js").write_text("y = 2")
    assert assets.fingerprint([folder]) != before
